#!/usr/bin/env python3
"""Measures Yomikiri against hand-written programs, in pairs, in one run.

Builds the baselines and the inputs into target/bench, runs ours and theirs alternately (A B A B ...),
checks that both print the same, and shows medians and ratios. See bench/README.md.
"""

import argparse
import datetime
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "target" / "bench"
CXXFLAGS = ["-std=c++17", "-O2"]

# Name of the file in target/bench: the arguments of baselines/inputs.cpp that make it.
INPUTS = {
    "abc201d-2000.txt": ["grid", "2000", "2000"],
    "aoj0066-1m.txt": ["positions", "1000000"],
    "abc349e-200k.txt": ["boards", "200000"],
}


@dataclass
class Pair:
    """Two whole processes with the same input and the same output."""

    name: str
    ours: list  # arguments of the yomikiri binary; the input's path comes last
    baseline: str  # reads the input from stdin
    input: Path
    pairs: int
    at_least: float | None = None  # how many times faster ours has to be


PAIRS = [
    Pair("abc349e, one board", ["contest", "abc349e"], "abc349e_memo",
         ROOT / "examples" / "abc349e.txt", 101, 2.5),
    Pair("abc201d, 2000x2000", ["contest", "abc201d"], "abc201d_table",
         BUILD / "abc201d-2000.txt", 31, 25.0),
    Pair("abc201d, 2000x2000, against a memo", ["contest", "abc201d"], "abc201d_memo",
         BUILD / "abc201d-2000.txt", 15),
    Pair("aoj0066 --perfect-play, 1,000,000 lines", ["contest", "aoj0066", "--perfect-play"],
         "aoj0066_perfect", BUILD / "aoj0066-1m.txt", 7, 50.0),
]


@dataclass
class Stream:
    """One process that answers many inputs, against a process of the baseline for each of them."""

    name: str
    ours: list
    input: Path
    inputs: int
    baseline: str
    baseline_input: Path
    pairs: int
    at_least: float  # how many times faster, an input
    a_second: float  # inputs a second


STREAMS = [
    Stream("abc349e --many, 200,000 boards, a board", ["contest", "abc349e", "--many"],
           BUILD / "abc349e-200k.txt", 200_000, "abc349e_memo",
           ROOT / "examples" / "abc349e.txt", 31, 1000.0, 5e6),
]


@dataclass
class Peak:
    """The most memory that ours holds, in KiB."""

    name: str
    ours: list
    input: Path
    at_most: int


PEAKS = [
    Peak("abc349e --many, 200,000 boards", ["contest", "abc349e", "--many"],
         BUILD / "abc349e-200k.txt", 8 << 10),
    Peak("aoj0066 --perfect-play, 1,000,000 lines", ["contest", "aoj0066", "--perfect-play"],
         BUILD / "aoj0066-1m.txt", 8 << 10),
    Peak("abc201d, 2000x2000", ["contest", "abc201d"], BUILD / "abc201d-2000.txt", 16 << 10),
    Peak("abc201d --many, 2000x2000", ["contest", "abc201d", "--many"],
         BUILD / "abc201d-2000.txt", 16 << 10),
]


@dataclass
class Row:
    """One line of the table. `unit` is `s` or whatever a hook counts in."""

    name: str
    ours: float | None
    baseline: float
    unit: str
    at_least: float | None

    @property
    def ratio(self):
        return self.baseline / self.ours if self.ours else None

    @property
    def verdict(self):
        if self.ratio is None or self.at_least is None:
            return ""
        return "ok" if self.ratio >= self.at_least else "MISSED"


def build():
    """Compiles what is newer than its program, and makes the inputs that are missing."""
    BUILD.mkdir(parents=True, exist_ok=True)
    compiler = os.environ.get("CXX", "g++")
    for source in sorted((ROOT / "bench" / "baselines").glob("*.cpp")):
        program = BUILD / source.stem
        if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
            subprocess.run([compiler, *CXXFLAGS, "-o", program, source], check=True)
    for name, arguments in INPUTS.items():
        path = BUILD / name
        if not path.exists() or path.stat().st_mtime < (BUILD / "inputs").stat().st_mtime:
            unfinished = path.with_suffix(".tmp")
            with open(unfinished, "wb") as file:
                subprocess.run([BUILD / "inputs", *arguments], stdout=file, check=True)
            unfinished.replace(path)


# Whether a process's own processor time is measured, and not the time until it has ended: for a
# machine on which others work.
CPU_TIME = False


def run(command, stdin, stdout):
    """Seconds that one process takes, from before it is started until it has been waited for."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, str(stdin), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(stdout), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    ]
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status, used = os.wait4(pid, 0)
    seconds = used.ru_utime + used.ru_stime if CPU_TIME else time.perf_counter() - start
    if status != 0:
        sys.exit(f"{shlex.join(command)} failed (wait status {status})")
    return seconds


def measure(pair, binary, scale):
    """Runs ours and the baseline in turn; once before, unmeasured, to compare what they print."""
    theirs = [str(BUILD / pair.baseline)]
    ours = [str(binary), *pair.ours, str(pair.input)] if binary else None
    run(theirs, pair.input, BUILD / "theirs.out")
    if ours:
        run(ours, os.devnull, BUILD / "ours.out")
        if (BUILD / "ours.out").read_bytes() != (BUILD / "theirs.out").read_bytes():
            sys.exit(f"{pair.name}: the answers differ: see {BUILD}/ours.out and theirs.out")
    ours_times, their_times = [], []
    for _ in range(max(3, round(pair.pairs * scale))):
        if ours:
            ours_times.append(run(ours, os.devnull, os.devnull))
        their_times.append(run(theirs, pair.input, os.devnull))
    median = statistics.median
    return Row(pair.name, median(ours_times) if ours else None, median(their_times), "s",
               pair.at_least)


def measure_stream(stream, binary, scale):
    """Runs ours and the baseline in turn, and divides ours by its inputs."""
    theirs, ours = [str(BUILD / stream.baseline)], [str(binary), *stream.ours, str(stream.input)]
    ours_times, their_times = [], []
    for _ in range(max(3, round(stream.pairs * scale))):
        ours_times.append(run(ours, os.devnull, os.devnull) / stream.inputs)
        their_times.append(run(theirs, stream.baseline_input, os.devnull))
    ours_time = statistics.median(ours_times)
    return [
        Row(stream.name, ours_time, statistics.median(their_times), "s", stream.at_least),
        Row(f"{stream.name}: time allowed", ours_time, 1 / stream.a_second, "s", 1.0),
    ]


def measure_peak(peak, binary):
    """The middle of three runs; what is allowed stands in the place of the baseline."""
    command = [BUILD / "peak", peak.input, binary, *peak.ours]
    peaks = [int(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
             for _ in range(3)]
    return Row(f"peak memory: {peak.name}", statistics.median(peaks), peak.at_most, "KiB", 1.0)


def hook_rows(command):
    """The lines that an in-process bench prints: `NAME OURS BASELINE [UNIT] [at-least=RATIO]`."""
    print(f"running {shlex.join(command)}", file=sys.stderr)
    output = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = []
    for line in output.splitlines():
        fields = line.split()
        limits = [field for field in fields if field.startswith("at-least=")]
        fields = [field for field in fields if field not in limits]
        if len(fields) not in (3, 4):
            sys.exit(f"not a line of a bench: {line!r}")
        unit = fields[3] if len(fields) == 4 else "ns"
        ours, theirs = float(fields[1]), float(fields[2])
        if unit == "ns":
            unit, ours, theirs = "s", ours / 1e9, theirs / 1e9
        at_least = float(limits[0].partition("=")[2]) if limits else None
        rows.append(Row(fields[0], ours, theirs, unit, at_least))
    return rows


def amount(value, unit):
    if value is None:
        return "-"
    if unit != "s":
        return f"{value:,.1f} {unit}"
    for scale, name in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if value * scale >= 1:
            return f"{value * scale:.3g} {name}" if value * scale < 1000 else f"{value:.0f} s"
    return f"{value * 1e9:.0f} ns"


def table(rows):
    cells = [["what", "ours", "baseline", "ratio", "at least", ""]]
    for row in rows:
        ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
        at_least = "" if row.at_least is None else f"{row.at_least:g}"
        cells.append([row.name, amount(row.ours, row.unit), amount(row.baseline, row.unit), ratio,
                      at_least, row.verdict])
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    cells.insert(1, ["-" * width for width in widths])
    return "\n".join("| " + " | ".join(c.ljust(w) for c, w in zip(line, widths)) + " |"
                     for line in cells)


def first_line(*command):
    if shutil.which(command[0]) is None:
        return f"no {command[0]}"
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return (result.stdout.splitlines() or [""])[0]


def machine():
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
        memory = int(Path("/proc/meminfo").read_text().split()[1]) / 2**20
        return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}"
    except OSError:
        return f"{model}, {os.cpu_count()} cores, {platform.system()}"


def record(topic, rows):
    today = datetime.date.today().isoformat()
    commit = first_line("git", "rev-parse", "--short=12", "HEAD")
    if first_line("git", "status", "--porcelain", "--untracked-files=no"):
        commit += " with uncommitted changes"
    text = f"""# {today}: {topic}

- Machine: {machine()}
- Commit: {commit}
- Compilers: {first_line("rustc", "--version")}; {first_line(os.environ.get("CXX", "g++"), "--version")}, {" ".join(CXXFLAGS)}
- Command: `{shlex.join(["bench/run.py", *sys.argv[1:]])}`

Medians of alternate runs ({"processor time" if CPU_TIME else "time until the process has ended"}); a ratio is the baseline's median over ours, so greater is better.

{table(rows)}
"""
    path = ROOT / "bench" / "record" / f"{today}-{topic.replace(' ', '-')}.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    print(f"written to {path.relative_to(ROOT)}", file=sys.stderr)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "yomikiri",
                         help="the program to measure (default: %(default)s)")
    options.add_argument("--baselines-only", action="store_true", help="measure no program of ours")
    options.add_argument("--only", metavar="TEXT", help="pairs whose names contain this")
    options.add_argument("--scale", type=float, default=1.0, help="times as many runs")
    options.add_argument("--hook", action="append", metavar="COMMAND",
                         help="an in-process bench to run as well, instead of the usual one")
    options.add_argument("--record", metavar="TOPIC", help="write bench/record/DATE-TOPIC.md")
    options.add_argument("--build", action="store_true", help="build baselines and inputs, and stop")
    options.add_argument("--cpu-time", action="store_true",
                         help="measure processor time, for a machine on which others work")
    chosen = options.parse_args()
    global CPU_TIME
    CPU_TIME = chosen.cpu_time

    build()
    if chosen.build:
        return 0
    binary = None if chosen.baselines_only else chosen.binary
    if binary and not binary.exists():
        sys.exit(f"{binary} is not there: cargo build --release -p yomikiri-cli")
    rows = []
    for pair in PAIRS:
        if chosen.only is None or chosen.only in pair.name:
            print(f"measuring {pair.name}", file=sys.stderr)
            rows.append(measure(pair, binary, chosen.scale))
    for stream in STREAMS if binary else []:
        if chosen.only is None or chosen.only in stream.name:
            print(f"measuring {stream.name}", file=sys.stderr)
            rows += measure_stream(stream, binary, chosen.scale)
    for peak in PEAKS if binary else []:
        if chosen.only is None or chosen.only in peak.name:
            rows.append(measure_peak(peak, binary))
    hooks = [shlex.split(hook) for hook in chosen.hook or []]
    if chosen.hook is None and (ROOT / "bench" / "Cargo.toml").exists() and binary:
        hooks = [["cargo", "run", "--release", "--quiet", "-p", "yomikiri-bench"]]
    for hook in hooks:
        rows += hook_rows(hook)
    print(table(rows))
    if chosen.record:
        record(chosen.record, rows)
    return 1 if any(row.verdict == "MISSED" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

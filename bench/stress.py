#!/usr/bin/env python3
"""Measures how many cases a second `stress` runs, against loops that only start processes.

    bench/stress.py [--record]

The program tested is baselines/abc201d_table.cpp, which is right and quick. Three loops take turns,
each for a second or so, so that a slow spell of the machine hits all: ours on one thread, a bare
fork/exec loop in C++ (spawn_loop.cpp), and the loop that people write in Python. Needs Python 3.10 or
later and a C++17 compiler, and `cargo build --release -p yomikiri-cli` before.
"""

import argparse
import datetime
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "target" / "bench"
CASES = 1500
ROUNDS = 7
AT_LEAST = 0.95
BOTH_AT_LEAST = 1.8


def compiled(name):
    program, source = BUILD / name, ROOT / "bench" / "baselines" / f"{name}.cpp"
    BUILD.mkdir(parents=True, exist_ok=True)
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        subprocess.run(["c++", "-std=c++17", "-O2", "-o", program, source], check=True)
    return program


def ours(yomikiri, child, threads, seed):
    # Up to the case before the first of the greatest size, which takes its time to be read.
    command = [yomikiri, "stress", "abc201d", "-j", str(threads), "--seed", str(seed), "--from", "10",
               "--cases", "255", "--json", "--", child]
    rates = []
    for _ in range(CASES // 255):
        said = subprocess.run(command, capture_output=True, text=True, check=True)
        rates.append(json.loads(said.stdout)["rate"])
    return statistics.median(rates)


def bare(loop, child, board):
    said = subprocess.run([loop, str(CASES), board, child], capture_output=True, text=True, check=True)
    return float(said.stdout)


def python(child, board):
    start = time.perf_counter()
    count = CASES // 3
    for _ in range(count):
        with open(board) as text:
            subprocess.run([child], stdin=text, capture_output=True, check=True)
    return count / (time.perf_counter() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--record", action="store_true", help="write record/DATE-stress-rate.md")
    parser.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "yomikiri")
    args = parser.parse_args()
    child, loop = compiled("abc201d_table"), compiled("spawn_loop")
    board = BUILD / "abc201d-small.txt"
    board.write_text("3 3\n---\n+-+\n+--\n")
    names = ["stress -j 1", "stress -j 0", "fork/exec loop", "Python loop"]
    figures = {name: [] for name in names}
    for seed in range(ROUNDS):
        figures["stress -j 1"].append(ours(args.binary, child, 1, seed))
        figures["fork/exec loop"].append(bare(loop, child, board))
        figures["stress -j 0"].append(ours(args.binary, child, 0, seed))
        figures["Python loop"].append(python(child, board))
    ratios = [a / b for a, b in zip(figures["stress -j 1"], figures["fork/exec loop"])]
    ratio = statistics.median(ratios)
    lines = ["| loop | processes/s, median | least | most |", "|---|---|---|---|"]
    lines += [f"| {name} | {statistics.median(v):.0f} | {min(v):.0f} | {max(v):.0f} |"
              for name, v in figures.items()]
    both = statistics.median(b / a for a, b in zip(figures["fork/exec loop"], figures["stress -j 0"]))
    lines += ["", f"`stress -j 1` against the fork/exec loop, median of {ROUNDS} pairs: {ratio:.2f} "
              f"(from {min(ratios):.2f} to {max(ratios):.2f}); promised: {AT_LEAST}. "
              f"On all processors: {both:.2f}; promised for two: {BOTH_AT_LEAST}."]
    text = "\n".join(lines)
    print(text)
    if args.record:
        today = datetime.date.today().isoformat()
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True,
                                text=True, check=True).stdout.strip()
        path = ROOT / "bench" / "record" / f"{today}-stress-rate.md"
        path.write_text(f"# Cases a second of `stress`, {today}\n\nMachine: {platform.machine()}, "
                        f"{platform.system()} {platform.release()}. Commit: {commit}. Command: "
                        f"`bench/stress.py --record`.\n\n{text}\n")
        print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)
    return 0 if ratio >= AT_LEAST else 1


if __name__ == "__main__":
    sys.exit(main())

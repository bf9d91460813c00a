#!/usr/bin/env python3
"""Tables: building, verifying and asking them, beside a yardstick in the same run.

    cargo build --release -p yomikiri-cli -p yomikiri-bench
    bench/tables.py --yardstick 'PROGRAM COLS ROWS' [--cols 5] [--rows 5] [--runs 3] [--record]

The yardstick is a program that solves the same drop game (k = 4) in memory and prints `positions=N`.
Ours and the yardstick run in turn. Compared are positions a CPU-second (user and system time of the whole
process); elapsed time for two threads; the most memory held. The table is on disk and stays until the
next one is built. Nothing here fails: what misses its goal is marked."""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(command):
    """CPU seconds, elapsed seconds, MB held at most, what was printed."""
    with tempfile.TemporaryFile() as out:
        started = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        elapsed = time.monotonic() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode()
    if child.returncode != 0:
        raise SystemExit(f"{shlex.join(map(str, command))}: exit code {child.returncode}\n{text}")
    return usage.ru_utime + usage.ru_stime, elapsed, usage.ru_maxrss / 1024, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--yardstick", help="its command")
    parser.add_argument("--cols", type=int, default=5)
    parser.add_argument("--rows", type=int, default=5)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--record", action="store_true", help="also write record/DATE-tables.md")
    args = parser.parse_args()
    target = subprocess.run(["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=ROOT,
                            capture_output=True, check=True).stdout
    release = pathlib.Path(json.loads(target)["target_directory"]) / "release"
    ours, probe = release / "yomikiri", release / "probe"
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="yomikiri-tables-"))
    directory = scratch / "table"
    game = f"connect4:cols={args.cols},rows={args.rows}"

    def build(*more):
        shutil.rmtree(directory, ignore_errors=True)
        return run([ours, "table", "build", game, "-o", directory, "--json", *more])

    lines = []

    def say(what, value, goal=None, kept=True):
        mark = "" if goal is None else f" (goal {goal}{'' if kept else ', missed'})"
        lines.append(f"| {what} | {value}{mark} |")
        print(lines[-1], flush=True)

    rates, yardsticks = [], []
    for _ in range(args.runs):
        if args.yardstick:
            cpu, _, held, text = run(shlex.split(args.yardstick))
            count = int(re.search(r"positions=(\d+)", text)[1])
            yardsticks.append((count / cpu, cpu, held))
        cpu, elapsed, held, text = build("-j", "1")
        info = json.loads(text)
        rates.append((info["positions"] / cpu, cpu, elapsed, held))
    rate, cpu, elapsed, held = statistics.median(rates)
    say("positions", f"{info['positions']:,}; {info['stored']:,} stored")
    say("one thread", f"{rate / 1e6:.2f} M positions a CPU-second ({cpu:.1f} s CPU, {elapsed:.1f} s elapsed)")
    say("most memory held", f"{held:.0f} MB", "<= 900", held <= 900)
    if yardsticks:
        theirs = statistics.median(yardsticks)
        say("the yardstick", f"{theirs[0] / 1e6:.2f} M positions a CPU-second ({theirs[1]:.1f} s CPU, {theirs[2]:.0f} MB)")
        say("ours over the yardstick", f"{rate / theirs[0]:.2f}", ">= 1.2", rate >= 1.2 * theirs[0])
    values = info["value_bytes"] * 8 / info["positions"]
    say("bits a position, values", f"{values:.2f}", "<= 2.3", values <= 2.3)
    say("bits a position, all of the file", f"{info['bits_per_position']:.2f}", "<= 12", info["bits_per_position"] <= 12)
    digest = info["digest"]

    verify = run([ours, "table", "verify", directory, "-j", "1"])
    say("verify, one thread", f"{cpu / verify[0]:.2f} of build speed ({verify[0]:.1f} s CPU)", ">= 0.5", cpu / verify[0] >= 0.5)
    for cache, least in [(None, 300_000), (0, 80_000)]:
        text = run([probe, directory, *([] if cache is None else ["--cache", str(cache)])])[3]
        found = re.search(r"(\d+) probes/s; p50 ([\d.]+) us, p99 ([\d.]+) us", text)
        say("probes a second, " + ("cached" if cache is None else "no cache"),
            f"{int(found[1]):,}; p50 {found[2]} us, p99 {found[3]} us", f">= {least:,}, p99 < 50 us",
            int(found[1]) >= least and float(found[3]) < 50)
    opened = float(re.search(r"open ([\d.]+) ms", text)[1])
    say("opening", f"{opened:.2f} ms", "< 5 ms", opened < 5)

    two = statistics.median(build("-j", "2")[1] for _ in range(args.runs))
    say("two threads", f"{elapsed / two:.2f} x one ({two:.1f} s elapsed)", ">= 1.6", elapsed / two >= 1.6)
    tight = build("-j", "1", "--max-memory", "256M")
    share = cpu / tight[0]
    say("--max-memory 256M", f"{share:.2f} of that speed ({tight[0]:.1f} s CPU, {tight[2]:.0f} MB)", ">= 0.4", share >= 0.4)
    assert json.loads(tight[3])["digest"] == digest, "other bytes"
    shutil.rmtree(scratch)

    if args.record:
        head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
        cpuinfo = pathlib.Path("/proc/cpuinfo").read_text()
        model = re.search(r"model name\s*: (.*)", cpuinfo)
        date = datetime.date.today().isoformat()
        path = ROOT / "bench" / "record" / f"{date}-tables.md"
        path.write_text("\n".join([
            f"# Tables, {date}", "",
            f"{model[1] if model else platform.machine()}, {os.cpu_count()} cores; commit {head.strip()} and what was not "
            f"committed yet; `bench/tables.py --cols {args.cols} --rows {args.rows} --runs {args.runs}`; medians.", "",
            f"| {game} | |", "|---|---|", *lines, ""]))
        print(path)


if __name__ == "__main__":
    main()

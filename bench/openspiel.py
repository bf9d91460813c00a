#!/usr/bin/env python3
"""Whole games and searches, ours beside OpenSpiel's, in the same run.

    cargo build --release -p yomikiri-bench --bin whole
    python3 -m venv VENV && VENV/bin/pip install open_spiel cvxpy
    VENV/bin/python bench/openspiel.py [--runs 5] [--record]

Of each game: its tabular value iteration (`value_iteration`, in Python over states in C++) beside our retrograde solving of
all positions, from nothing, as positions a second; its alpha-beta search (`minimax.alpha_beta_search`) beside ours, as
seconds. Theirs and ours run in turn, inside processes that have started; medians. Theirs is processor time, ours time by
the clock, which is never less. Nothing here fails: what misses its goal is marked."""

import argparse
import datetime
import importlib.metadata
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import time

import pyspiel
from open_spiel.python.algorithms import minimax, value_iteration

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = [
    ("tictactoe", "tic_tac_toe"),
    ("connect4:cols=4,rows=3", "connect_four(columns=4,rows=3)"),
]
WHOLE, SEARCH = 300, 100


def seconds(work):
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--record", action="store_true", help="also write record/DATE-openspiel.md")
    args = parser.parse_args()
    metadata = subprocess.run(["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=ROOT,
                              capture_output=True, check=True).stdout
    whole = pathlib.Path(json.loads(metadata)["target_directory"]) / "release" / "whole"
    lines = ["| game | figure | ours | OpenSpiel | ratio | goal |", "|---|---|---|---|---|---|"]
    for ours, theirs in GAMES:
        game = pyspiel.load_game(theirs)
        rows = []
        for _ in range(args.runs):
            # A value is -1, 0 or 1: a change of less than 0.01 is none.
            iterated, values = seconds(lambda: value_iteration.value_iteration(game, -1, 0.01))
            searched, (value, _) = seconds(lambda: minimax.alpha_beta_search(game))
            printed = subprocess.run([whole, ours], capture_output=True, text=True, check=True).stdout.split()
            positions, solved, found = int(printed[1]), int(printed[2]) / 1e9, int(printed[3]) / 1e9
            if positions != len(values):
                raise SystemExit(f"{ours}: {positions} positions, not {len(values)}")
            rows.append((positions / solved, positions / iterated, found, searched))
        rate, their_rate, found, searched = (statistics.median(column) for column in zip(*rows))
        for figure, mine, other, ratio, goal in [
            ("all positions a second", f"{rate:,.0f}", f"{their_rate:,.0f}", rate / their_rate, WHOLE),
            ("alpha-beta from the start", f"{found * 1e6:.1f} us", f"{searched * 1e6:,.0f} us", searched / found, SEARCH),
        ]:
            missed = "" if ratio >= goal else ", missed"
            lines.append(f"| {ours}, {positions:,} positions | {figure} | {mine} | {other} | {ratio:,.0f} | {goal}{missed} |")
    print("\n".join(lines))
    if args.record:
        head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
        model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
        load = " ".join(f"{one:.1f}" for one in os.getloadavg())
        date = datetime.date.today().isoformat()
        path = ROOT / "bench" / "record" / f"{date}-openspiel.md"
        path.write_text("\n".join([
            f"# OpenSpiel, {date}", "",
            f"{model[1] if model else platform.machine()}, {os.cpu_count()} cores, load {load}; commit {head.strip()}; "
            f"open_spiel {importlib.metadata.version('open_spiel')}, Python {platform.python_version()}; "
            f"`bench/openspiel.py --runs {args.runs}`; medians.", "",
            *lines, ""]))
        print(path)


if __name__ == "__main__":
    main()

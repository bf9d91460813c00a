#!/usr/bin/env python3
"""Compares one thread with two on boards of the shelf, by the clock and by nodes.

    cargo build --release -p yomikiri-bench --bin shelf
    bench/threads.py [--before SHELF] [--runs N] [--solver alpha_beta|proof_number]

With --before, another build of the same program runs in turn with this one. Nodes with two threads differ from run to
run, so their geometric mean is shown. Times are medians, in seconds. Close other programs first: two threads that
wait for a core do not go in step, and then repeat less of each other's work.
"""

import argparse
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOARDS = {
    "proof_number": [
        "hexapawn:rows=6,cols=5",
        "hexapawn:rows=6,cols=6",
        "clobber:rows=2,cols=12",
        "clobber:rows=3,cols=8",
        "col:rows=5,cols=5",
        "snort:rows=5,cols=6",
        "breakthrough:rows=5,cols=4",
        "breakthrough:rows=5,cols=5",
    ],
    "alpha_beta": [
        "domineering:rows=7,cols=8",
        "domineering:rows=8,cols=8",
        "dots-and-boxes:rows=3,cols=4",
        "kalah:pits=6,seeds=3",
        "clobber:rows=4,cols=5",
        "clobber:rows=5,cols=5",
        "col:rows=5,cols=6",
        "snort:rows=5,cols=6",
        "nogo:rows=4,cols=4",
        "breakthrough:rows=5,cols=4",
    ],
}


def run(shelf: Path, solver: str, threads: int, board: str) -> tuple[float, int]:
    """The seconds and the nodes of one run."""
    begun = time.monotonic()
    command = [str(shelf), "--solver", solver, "--threads", str(threads), board]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds = time.monotonic() - begun
    return seconds, int(re.search(r"; (\d+) nodes", said)[1])


def main() -> None:
    """Prints a row for each board, and the mean of all ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--before", type=Path)
    parser.add_argument("--shelf", type=Path, default=ROOT / "target" / "release" / "shelf")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--solver", choices=sorted(BOARDS), action="append")
    args = parser.parse_args()
    builds = [shelf for shelf in (args.before, args.shelf) if shelf]
    for solver in args.solver or sorted(BOARDS):
        gains: list[list[float]] = [[] for _ in builds]
        for board in BOARDS[solver]:
            alone, both = [], [[] for _ in builds]
            for _ in range(args.runs):
                alone.append(run(args.shelf, solver, 1, board))
                for shelf, runs in zip(builds, both, strict=True):
                    runs.append(run(shelf, solver, 2, board))
            seconds = statistics.median(seconds for seconds, _ in alone)
            nodes = alone[0][1]
            row = f"{solver} {board}: {nodes:,} nodes, {seconds:.2f} s; two threads"
            for runs, all_gains in zip(both, gains, strict=True):
                of_two = statistics.median(seconds for seconds, _ in runs)
                more = statistics.geometric_mean(found for _, found in runs) / nodes
                all_gains.append(seconds / of_two)
                row += f" {more:.2f} times the nodes, {of_two:.2f} s, {seconds / of_two:.2f} times as quick;"
            print(row.rstrip(";"), flush=True)
        means = [f"{statistics.geometric_mean(all_gains):.2f}" for all_gains in gains]
        print(f"{solver}: the geometric means are {', '.join(means)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

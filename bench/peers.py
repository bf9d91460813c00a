#!/usr/bin/env python3
"""Compares searches of Connect Four positions, program by program, in turn.

    bench/peers.py NAME=PROGRAM... --sets SET...
    bench/peers.py ours=target/release/search c4=c4-sets rust=cfai-sets --rounds 3 --sets L1_R1 L2_R2

A program is run with the name of a set, checks its own answers, and prints as its last line
`SET: ... T ms of processor time` with the mean of a position: on a machine that has other work, that
says more than the time that went by. The programs take turns, in another order each round, so that a
slow spell hits all of them. The table has the median of the rounds, and in brackets how many times
the first program's time that is. None of the peers is part of this repository: `peers/`
has what runs them, and says how it is built. `--most N` takes the first N positions of each set,
`--repeat N` asks about each N times: a set that is over in milliseconds tells more of how a program
starts than of how it searches.
"""

import argparse
import random
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

LAST = re.compile(r"([0-9.e+-]+) ms of processor time")


def mean_ms(program: str, name: Path) -> float:
    """The mean time of a position of a set, by one run of a program."""
    run = subprocess.run(
        [*program.split(), str(name)], capture_output=True, text=True, check=False
    )
    found = LAST.search(run.stdout.rstrip().rsplit("\n", 1)[-1])
    if run.returncode != 0 or not found:
        sys.exit(f"{program} {name}: {run.stderr or run.stdout}")
    return float(found[1])


def main() -> None:
    """Runs everything and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("programs", nargs="+", metavar="NAME=PROGRAM")
    parser.add_argument("--sets", nargs="+", required=True, metavar="SET")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=int)
    parser.add_argument("--repeat", type=int, default=1)
    args = parser.parse_args()
    programs = dict(program.split("=", 1) for program in args.programs)
    print("| set | positions | " + " | ".join(f"{name}, ms" for name in programs) + " |")
    print("|---" * (len(programs) + 2) + "|")
    for name in args.sets:
        with tempfile.TemporaryDirectory() as folder:
            lines = Path(name).read_text(encoding="utf-8").splitlines()[: args.most]
            part = Path(folder, Path(name).name)
            part.write_text(("\n".join(lines) + "\n") * args.repeat, encoding="utf-8")
            times = {program: [] for program in programs}
            for _ in range(args.rounds):
                for program, command in random.sample(list(programs.items()), len(programs)):
                    times[program].append(mean_ms(command, part))
        medians = [statistics.median(times[program]) for program in programs]
        cells = [f"{medians[0]:.4g}"]
        cells += [f"{median:.4g} ({median / medians[0]:.2f}x)" for median in medians[1:]]
        print(f"| {Path(name).name} | {len(lines)} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()

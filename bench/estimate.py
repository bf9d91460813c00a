#!/usr/bin/env python3
"""Compares the time that `yomikiri estimate` says with the processor time that building the table takes.

    cargo build --release -p yomikiri-cli
    bench/estimate.py [--program PATH] [--record FILE] [GAME ...]

Each game is estimated and built with one thread. The build makes the estimate first; that time is taken off. A game
may be followed by options: "connect4:cols=5,rows=4 --ask distance".
"""

import argparse
import json
import resource
import subprocess
import tempfile

GAMES = """
connect4:cols=5,rows=4
connect4:cols=5,rows=4 --ask distance
mnk:rows=4,cols=4,line=4
othello --ask margin
breakthrough:rows=5,cols=3
breakthrough:rows=4,cols=4 --ask distance
clobber:rows=4,cols=4
domineering:rows=5,cols=5
dots-and-boxes:rows=2,cols=3 --ask margin
kalah:pits=3,seeds=3 --ask margin
chomp:rows=8,cols=8
nim:heaps=9/9/9/9/9
six-mens-morris
six-mens-morris:flying=yes
examples/rules/king-and-rook.toml
examples/rules/two-at-a-time.toml
""".strip().splitlines()


def run(command):
    """The processor time of a command, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--program", default="target/release/yomikiri")
    parser.add_argument("--record", help="append the table to this file")
    args = parser.parse_args()
    rows = ["| game | stored, estimated | stored | seconds, estimated | seconds | ratio |", "|---|---|---|---|---|---|"]
    for game in args.games:
        words = game.split()
        looked, said, error = run([args.program, "estimate", *words, "--json", "-j", "1"])
        if not said:
            print(f"{game}: {error.strip()}")
            continue
        said = json.loads(said)
        with tempfile.TemporaryDirectory() as dir:
            built, out, error = run([args.program, "table", "build", *words, "-o", f"{dir}/t", "-j", "1", "--json"])
        if not out:
            print(f"{game}: {error.strip()}")
            continue
        stored = json.loads(out.splitlines()[-1])["stored"]
        taken = max(built - looked, 1e-3)
        ratio = said["seconds"] / taken
        rows.append(f"| {game} | {said['stored']} | {stored} | {said['seconds']:.2f} | {taken:.2f} | {ratio:.2f} |")
        print(rows[-1], flush=True)
    if args.record:
        with open(args.record, "a", encoding="utf-8") as record:
            record.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()

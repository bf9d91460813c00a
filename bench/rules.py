#!/usr/bin/env python3
"""Games from rules files beside the same games built in, in one run.

    bench/rules.py [--binary PATH] [--runs N] [--record]

Solves each pair in turn, by the same solver, and compares the medians of the seconds that the solver
itself reports. The goals: 1.5 times the built-in game without gravity, 3 times the family with it.
"""

import argparse
import datetime
import json
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

HEAD = 'rules = 1\nkind = "positional"\n'
PAIRS = [
    ("tictactoe", HEAD + "[board]\nrows = 3\ncols = 3\n[lines]\nrow = 3\n", "plain", 1.5),
    ("mnk:rows=4,cols=4,line=4", HEAD + "[board]\nrows = 4\ncols = 4\n[lines]\nrow = 4\n", "memo", 1.5),
    (
        "connect-k:cols=5,rows=4,line=4",
        HEAD + "[board]\nrows = 4\ncols = 5\n[lines]\nrow = 4\n[moves]\ngravity = true\n",
        "memo",
        3.0,
    ),
]


def seconds(binary, game, solver):
    """The seconds of one solving, and its value."""
    command = [binary, "solve", game, "--solver", solver, "--json"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    answer = json.loads(output.splitlines()[0])
    return answer["seconds"], answer["winner"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / "target/release/yomikiri"))
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--record", action="store_true", help="write bench/record/DATE-rules.md")
    args = parser.parse_args()
    lines = ["| game | solver | built in | from a file | ratio | goal |", "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        for number, (game, text, solver, goal) in enumerate(PAIRS):
            path = pathlib.Path(folder) / f"game{number}.toml"
            path.write_text(text)
            times = {game: [], str(path): []}
            values = set()
            for _ in range(args.runs):
                for name in times:
                    took, value = seconds(args.binary, name, solver)
                    times[name].append(took)
                    values.add(value)
            if len(values) != 1:
                sys.exit(f"{game}: the values differ: {values}")
            built_in, from_file = (statistics.median(each) for each in times.values())
            lines.append(
                f"| `{game}` | {solver} | {built_in * 1e3:.2f} ms | {from_file * 1e3:.2f} ms "
                f"| {from_file / built_in:.2f} | {goal} |"
            )
    table = "\n".join(lines)
    print(table)
    if args.record:
        today = datetime.date.today().isoformat()
        where = ROOT / f"bench/record/{today}-rules.md"
        machine = f"{platform.machine()}, Linux {platform.release()}"
        where.write_text(
            f"# Rules files beside built-in games, {today}\n\n"
            f"`bench/rules.py --runs {args.runs}` on {machine}; medians of the seconds that the solver reports.\n\n"
            f"{table}\n"
        )


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Games from rules files beside the same games of the shelf, in one run.

    bench/rules.py [--binary PATH] [--runs N] [--record]

Solves each pair in turn, by the same solver, and compares the medians of the processor time of the whole command, less
that of a command that only prints its version. Files that are not written down here are those of `rules show`.
"""

import argparse
import datetime
import json
import pathlib
import platform
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

HEAD = 'rules = 1\nkind = "positional"\n'
FILES = {
    "mnk:rows=4,cols=4,line=4": HEAD + "[board]\nrows = 4\ncols = 4\n[lines]\nrow = 4\n",
    "connect-k:cols=5,rows=4,line=4": HEAD
    + "[board]\nrows = 4\ncols = 5\n[lines]\nrow = 4\n[moves]\ngravity = true\n",
    "nim:heaps=15/16/17/18": 'rules = 1\nkind = "heaps"\n[heaps]\nsizes = [15, 16, 17, 18]\n',
}
PAIRS = [
    ("mnk:rows=4,cols=4,line=4", "memo"),
    ("connect-k:cols=5,rows=4,line=4", "memo"),
    ("connect4:cols=5,rows=4", "memo"),
    ("connect4:cols=6,rows=5", "alpha_beta"),
    ("hex:rows=3,cols=4", "memo"),
    ("hex:rows=4,cols=4", "alpha_beta"),
    ("col:rows=4,cols=4", "memo"),
    ("col:rows=5,cols=5", "alpha_beta"),
    ("snort:rows=4,cols=4", "memo"),
    ("snort:rows=5,cols=5", "alpha_beta"),
    ("domineering:rows=5,cols=5", "memo"),
    ("domineering:rows=6,cols=6", "alpha_beta"),
    ("hexapawn:rows=5,cols=4", "memo"),
    ("clobber:rows=4,cols=4", "memo"),
    ("clobber:rows=4,cols=5", "alpha_beta"),
    ("nim:heaps=15/16/17/18", "memo"),
]
# A command that takes longer is told as such.
MOST = 120


def processor(command):
    """The seconds of processor time that a command takes, and what it prints; None where it takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=MOST)
    except subprocess.TimeoutExpired:
        return None, None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, done.stdout


def solved(binary, game, solver):
    """The processor time of one solving, its value and its nodes."""
    took, output = processor([binary, "solve", game, "--solver", solver, "--json", "-j", "1"])
    if took is None:
        return None, None, None
    answer = json.loads(output.splitlines()[0])
    return took, answer["winner"], answer.get("nodes", 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / "target/release/yomikiri"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--record", action="store_true", help="write bench/record/DATE-rules.md")
    args = parser.parse_args()
    lines = ["| game | solver | of the shelf | nodes | from a file | nodes | time, file to shelf |", "|---|---|---|---|---|---|---|"]
    idle = statistics.median(processor([args.binary, "--version"])[0] for _ in range(9))
    with tempfile.TemporaryDirectory() as folder:
        for number, (game, solver) in enumerate(PAIRS):
            path = pathlib.Path(folder) / f"game{number}.toml"
            shown = [args.binary, "rules", "show", game]
            path.write_text(FILES.get(game) or subprocess.run(shown, check=True, capture_output=True, text=True).stdout)
            times = {game: [], str(path): []}
            nodes = {}
            values = set()
            for _ in range(args.runs):
                for name in times:
                    if None in times[name]:
                        continue
                    took, value, looked = solved(args.binary, name, solver)
                    times[name].append(took and max(took - idle, 0.0))
                    nodes[name] = looked
                    values.add(value)
            values.discard(None)
            if len(values) > 1:
                sys.exit(f"{game}: the values differ: {values}")
            cells = []
            for name, each in times.items():
                late = None in each
                cells += [f"over {MOST} s" if late else f"{statistics.median(each) * 1e3:.0f} ms"]
                cells += ["" if late else f"{nodes[name]:,}"]
            ratio = ""
            if not any(None in each for each in times.values()):
                shelf, from_file = (statistics.median(each) for each in times.values())
                ratio = f"{from_file / shelf:.2f}" if shelf > 0.005 else ""
            lines.append(f"| `{game}` | {solver} | {' | '.join(cells)} | {ratio} |")
            print(lines[-1], flush=True)
    table = "\n".join(lines)
    if args.record:
        today = datetime.date.today().isoformat()
        where = ROOT / f"bench/record/{today}-rules-language.md"
        machine = f"{platform.machine()}, Linux {platform.release()}"
        where.write_text(
            f"# Rules files beside the games of the shelf, {today}\n\n"
            f"`bench/rules.py --runs {args.runs}` on {machine}: medians of processor time, one thread.\n\n"
            f"{table}\n"
        )


if __name__ == "__main__":
    main()

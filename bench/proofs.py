#!/usr/bin/env python3
"""Sizes and times of certificates: proves, checks with both checkers, and prints a table.

    bench/proofs.py [--build debug] [--large] [--record]

Needs `cargo build --release -p yomikiri-cli -p yomikiri-check` first (or the same without `--release`, which is
optimised too). `--large` adds boards that take a minute; `--record` also writes record/DATE-proofs.md. Times are
processor seconds of the user's code, because making and checking a certificate wait for nothing. The reachable
positions are those that `yomikiri count` gives; they are not counted anew.
"""

import argparse
import datetime
import os
import pathlib
import platform
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# Game, question, reachable positions where they are known.
USUAL = [
    ("tictactoe", "winner", 5478),
    ("connect4:cols=4,rows=4,line=3", "winner", 41750),
    ("connect4:cols=4,rows=4", "winner", 161029),
    ("connect4:cols=4,rows=5", "winner", 1706255),
    ("connect4:cols=5,rows=4", "winner", 3945711),
    ("mnk:rows=4,cols=4,line=4", "winner", 9722011),
    ("connect4:cols=5,rows=5", "winner", None),
    ("grid-walk:file=GRID", "margin", 4000000),
]
LARGE = [
    ("connect4:cols=6,rows=5", "winner", None),
    ("connect4:cols=5,rows=6", "winner", None),
    ("mnk:rows=5,cols=5,line=4", "winner", None),
]


def grid(path):
    """The 2000x2000 board that the contest problem is checked with: 64-bit xorshift."""
    x, rows = 88172645463325252, []
    for _ in range(2000):
        row = []
        for _ in range(2000):
            x ^= x << 7 & (1 << 64) - 1
            x ^= x >> 9
            row.append("+" if x & 1 else "-")
        rows.append("".join(row))
    path.write_text("\n".join(rows) + "\n")


def run(command):
    """What a command prints, and the processor seconds and greatest memory in MiB that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime - before.ru_utime, after.ru_maxrss / 1024


def measured(game, ask, reachable, folder, build):
    proof = folder / "proof"
    command = [TARGET / build / "yomikiri", "prove", game.replace("GRID", str(folder / "grid")), "--ask", ask]
    value, proving, _ = run([*command, "-o", proof])
    said, checking, _ = run([TARGET / build / "yomikiri-check", proof])
    counts = [int(count) for count in re.findall(r"\((\d+) positions\)", said)]
    share = f"{100 * max(counts) / reachable:.2f} %" if reachable else "-"
    _, again, _ = run(["python3", ROOT / "ci/check_certificate.py", proof])
    rate = f"{sum(counts) / checking / 1e6:.1f} M/s" if checking > 0.02 else "-"
    return [
        game.replace("file=GRID", "2000x2000"),
        value.strip(),
        " + ".join(map(str, counts)),
        share,
        f"{proof.stat().st_size:,}",
        f"{proving:.2f}",
        f"{checking:.2f}",
        rate,
        f"{again:.1f}",
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="release", choices=["release", "debug"])
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--record", action="store_true")
    given = parser.parse_args()
    heading = ["game", "value", "positions", "of reachable, a half", "bytes", "prove s", "check s", "rate", "Python s"]
    lines = ["| " + " | ".join(heading) + " |", "|---" * len(heading) + "|"]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        grid(folder / "grid")
        for game, ask, reachable in USUAL + (LARGE if given.large else []):
            lines.append("| " + " | ".join(measured(game, ask, reachable, folder, given.build)) + " |")
            print(lines[-1], file=sys.stderr)
    table = "\n".join(lines)
    print(table)
    if given.record:
        today = datetime.date.today().isoformat()
        machine = f"{platform.machine()}, {os.cpu_count()} processors, {platform.system()} {platform.release()}"
        text = f"# Certificates, {today}\n\n{machine}. `bench/proofs.py {' '.join(sys.argv[1:])}`; "
        text += f"times are processor seconds.\n\n{table}\n"
        (ROOT / "bench/record" / f"{today}-proofs.md").write_text(text)


if __name__ == "__main__":
    main()

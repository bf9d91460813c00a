#!/usr/bin/env python3
"""Finds which functions a short run of the command calls, for crates/cli/start.order.

    cargo build --release -p yomikiri-cli
    bench/order.py [--binary PATH]            writes the list
    bench/order.py --check                    tells how many of its names the binary has

A process that lives for a millisecond spends much of it on the first touch of each stretch of its code,
so the linker puts what every contest's answer calls side by side: crates/cli/build.rs hands it the list.
Needs valgrind. A name that the binary does not have does no harm (names change with the compiler), but
the list is worth less then: write it anew.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "crates" / "cli" / "start.order"
RUNS = [
    ["contest", "abc349e", "examples/abc349e.txt"],
    ["contest", "abc349e", "--many", "examples/abc349e.txt"],
    ["contest", "abc201d", "examples/abc201d.txt"],
    ["contest", "abc201d", "{grid}"],
    ["contest", "aoj0066", "examples/aoj0066.txt"],
]
HEADER = """\
# Functions that a contest's answer calls, by their names for the linker; written by bench/order.py.
"""


def called(binary: Path, arguments: list[str]) -> set[str]:
    """The names of the functions that a run calls, but those whose names change with every build."""
    with tempfile.TemporaryDirectory() as folder:
        grid, out = Path(folder, "grid"), Path(folder, "out")
        rows, cols = 300, 2000
        grid.write_text(f"{rows} {cols}\n" + ("+-" * (cols // 2) + "\n") * rows, encoding="ascii")
        command = [
            *("valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=no"),
            *(f"--callgrind-out-file={out}", str(binary)),
            *(argument.format(grid=grid) for argument in arguments),
        ]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        found = re.findall(r"^fn=([A-Za-z_][\w.$]*)", out.read_text(encoding="utf-8"), re.MULTILINE)
    return {name for name in found if ".llvm." not in name}


def held(binary: Path) -> set[str]:
    """The names of the functions that a binary has."""
    table = subprocess.run(["nm", str(binary)], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in table.splitlines()}


def main() -> None:
    """Writes the list, or checks it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "yomikiri")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    binary = args.binary.resolve()
    if args.check:
        listed = {line for line in LIST.read_text("utf-8").split("\n") if line and line[0] != "#"}
        there = len(listed & held(binary))
        print(f"{there} of {len(listed)} listed functions are in {args.binary}")
        sys.exit(there < 0.8 * len(listed))
    names = set().union(*(called(binary, run) for run in RUNS)) & held(binary)
    LIST.write_text(HEADER + "".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")
    print(f"{len(names)} functions written to {LIST.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

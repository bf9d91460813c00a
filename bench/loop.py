#!/usr/bin/env python3
"""How long a changed line takes until its tests can run: the edit-test loop.

    bench/loop.py [--record] [--runs N]

For each kind of change it edits one line of a source file, times the compiling part of the command that CONTRIBUTING.md names for
it, and restores the file. Everything is built before, so that only the change is compiled. Figures are medians of the runs,
in seconds by the clock and of the processor. Needs a work tree without changes in the files that it edits.
"""

import argparse
import datetime
import os
import pathlib
import platform
import resource
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The change, its file, the text that is replaced, what it becomes, and the command that compiles what tests it.
LOOPS = [
    (
        "a game of the shelf",
        "crates/games/src/clobber.rs",
        "[(-1, 0), (0, -1),",
        "[(0, -1), (-1, 0),",
        "cargo test --workspace --test games --no-run",
    ),
    (
        "the search of `alpha_beta`",
        "crates/solve/src/alpha_beta/search.rs",
        "{ 2_500 }",
        "{ 2_501 }",
        "cargo test --workspace --test differential --no-run",
    ),
    (
        "a Japanese text",
        "crates/catalog/src/lang/said/shelf.rs",
        '"クロバー"',
        '"クロッバー"',
        "cargo test --workspace --test contest --no-run",
    ),
    (
        "the page",
        "crates/server/web/board.js",
        "import ",
        "\nimport ",
        "cargo test --workspace --test cli --no-run",
    ),
    (
        "a law in `core`",
        "crates/core/src/laws/normal.rs",
        "use ",
        "// Edited.\nuse ",
        "cargo test --workspace --test laws --no-run",
    ),
    ("`cargo check`, nothing changed", None, None, None, "cargo check --workspace"),
    (
        "`cargo check` after a game of the shelf",
        "crates/games/src/clobber.rs",
        "[(-1, 0), (0, -1),",
        "[(0, -1), (-1, 0),",
        "cargo check --workspace",
    ),
    (
        "`cargo check` after the search",
        "crates/solve/src/alpha_beta/search.rs",
        "{ 2_500 }",
        "{ 2_501 }",
        "cargo check --workspace",
    ),
]


def run(command):
    """Runs a command and returns its seconds by the clock and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run(command.split(), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{command}\n{done.stdout}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, used


def measure(name, path, old, new, command, runs):
    """Returns the medians of a loop."""
    run(command)
    figures = []
    for _ in range(runs):
        if path is None:
            figures.append(run(command))
            continue
        file = ROOT / path
        text = file.read_text(encoding="utf-8")
        if old not in text:
            sys.exit(f"{path} does not contain {old!r}")
        try:
            file.write_text(text.replace(old, new, 1), encoding="utf-8")
            figures.append(run(command))
        finally:
            file.write_text(text, encoding="utf-8")
        run(command)
    return [statistics.median(column) for column in zip(*figures)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--record", action="store_true", help="also write record/DATE-loop.md")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="only changes whose name contains this")
    arguments = parser.parse_args()
    version = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    lines = [
        "# The edit-test loop",
        "",
        f"{datetime.date.today()}, {os.cpu_count()} processors, {platform.machine()}, {version}, commit {commit}, `bench/loop.py`,",
        f"medians of {arguments.runs} runs.",
        "",
        "| changed | compiled by | clock, s | processor, s |",
        "|---|---|---|---|",
    ]
    for name, path, old, new, command in LOOPS:
        if arguments.only not in name:
            continue
        clock, used = measure(name, path, old, new, command, arguments.runs)
        lines.append(f"| {name} | `{command}` | {clock:.1f} | {used:.1f} |")
        print(lines[-1], flush=True)
    if arguments.record:
        record = ROOT / "bench" / "record" / f"{datetime.date.today()}-loop.md"
        record.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(record.relative_to(ROOT))


if __name__ == "__main__":
    main()

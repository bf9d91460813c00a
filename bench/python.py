#!/usr/bin/env python3
"""Measures the Python package: batches, single calls, beside Rust's and OpenSpiel's, in one run.

    bench/python.py [--release DIR] [--record]

Needs yomikiri (pip install ./crates/python) and, for what is set beside it, open_spiel and the programs of
`cargo build --release -p yomikiri-cli -p yomikiri-bench` in DIR (target/release). Times are processor seconds
of the process or thread that works, so that a machine that is not quiet changes them less.
"""

import argparse
import datetime
import pathlib
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import os
import signal

import numpy as np

import yomikiri

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROUNDS = 5


def spent():
    """Processor seconds of this process, all its threads."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def least(work):
    """The least processor seconds of some rounds."""
    seconds = []
    for _ in range(ROUNDS):
        started = spent()
        work()
        seconds.append(spent() - started)
    return min(seconds)


def played(game, count, plies, seed=1):
    """Different positions of random play after so many plies or more, not over."""
    rng, found = random.Random(seed), {}
    while len(found) < count:
        position = game.start()
        until = rng.randint(*plies)
        while not position.is_over and len(position.move_stack) < until:
            position.push(rng.choice(position.legal_moves))
        if not position.is_over and len(position.move_stack) == until:
            found[position.canonical] = position.copy()
    return list(found.values())


def tictactoe():
    """A million positions, array in, array out, by a solver that knows nothing at first."""
    game = yomikiri.Game("tictactoe")
    known = np.array([position.cells for position in played(game, 2000, (0, 8))])
    rows = known[np.random.default_rng(1).integers(0, len(known), 1_000_000)]
    first = least(lambda: yomikiri.Solver(game).values(rows))
    warm = yomikiri.Solver(game)
    warm.values(rows)
    again = least(lambda: warm.values(rows))
    yield "tictactoe, 1,000,000 positions", f"{1 / first:.1f} M/s", ">= 5 M/s", 1 / first >= 5
    yield "the same again, by the same solver", f"{1 / again:.1f} M/s", "", True


def endings(release):
    """Late positions of Connect Four, by the array and by the command line (one thread, the same table)."""
    game = yomikiri.Game("connect4")
    positions = played(game, 20_000, (28, 34))
    rows = np.array([position.cells for position in positions])
    ours = least(lambda: yomikiri.Solver(game, solver="alpha_beta").values(rows))
    yield "connect4, 20,000 positions of 28 to 34 plies", f"{ours / len(rows) * 1e6:.2f} us each", "", True
    command = release / "yomikiri"
    if not command.exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "lines"
        lines.write_text("".join(position.canonical + "\n" for position in positions))
        words = [command, "solve", "connect4", "--positions", lines, "-j", "1", "--solver", "alpha_beta"]

        def run():
            subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

        theirs = min(of_child(run) for _ in range(ROUNDS))
    ratio = ours / theirs
    yield "the same over `solve --positions`", f"{ratio:.2f}", "<= 1.1", ratio <= 1.1


def of_child(run):
    """Processor seconds of the processes that a call starts."""
    def used():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    started = used()
    run()
    return used() - started


def probes(release):
    """Random positions of a table, by Python's batch and by the program `probe`."""
    game = "connect4:cols=5,rows=4"
    with tempfile.TemporaryDirectory() as folder:
        table = yomikiri.Table.build(game, folder)
        positions = [position.text for position in played(table.game, 50_000, (4, 16))]
        table.probe(positions)
        ours = least(lambda: table.probe(positions)) / len(positions)
        yield "probes of a table of connect4 5x4", f"{ours * 1e6:.2f} us each", "", True
        program = release / "probe"
        if not program.exists():
            return
        ran = subprocess.run([program, "--probes", "300000", folder], capture_output=True, text=True)
        yield "the program `probe` says", " ".join(ran.stdout.split("\n")[-3:]).strip(), "<= 1.2 x", True


def calls():
    """push, pop and legal_moves beside OpenSpiel's states of the same game."""
    def each(work, count):
        def rounds():
            for _ in range(count):
                work()
        return least(rounds) / count * 1e6

    board = yomikiri.Game("tictactoe").start()
    board.push("2,2")

    def ours():
        board.push("1,1")
        board.legal_moves
        board.pop()

    us = each(ours, 100_000)
    yield "push, legal_moves, pop", f"{us:.2f} us", "", True
    try:
        import pyspiel
        import open_spiel.python.games  # noqa: F401
    except ImportError:
        return
    for name in ("tic_tac_toe", "python_tic_tac_toe"):
        state = pyspiel.load_game(name).new_initial_state()
        state.apply_action(4)
        if name == "tic_tac_toe":

            def theirs():
                state.apply_action(0)
                state.legal_actions()
                state.undo_action(1, 0)
        else:
            # It cannot take moves back: whoever searches makes a copy.
            def theirs():
                child = state.clone()
                child.apply_action(0)
                child.legal_actions()

        them = each(theirs, 20_000)
        yield f"OpenSpiel's {name}", f"{them:.2f} us, {them / us:.1f} x", ">= 2 x", them / us >= 2


def importing():
    """A process that imports the package, over one that imports nothing."""
    def run(code):
        def work():
            subprocess.run([sys.executable, "-c", code], check=True)
        return statistics.median(of_child(work) for _ in range(11))

    seconds = run("import yomikiri") - run("pass")
    yield "import yomikiri", f"{seconds * 1e3:.0f} ms", "< 50 ms", seconds < 0.05


def interrupts():
    """From the signal of Ctrl-C to the exception, by the clock."""
    solver, late = yomikiri.Solver("connect4"), []
    for _ in range(10):
        sent = []

        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(0.2, send).start()
        try:
            solver.solve(timeout=60)
        except KeyboardInterrupt:
            late.append(time.monotonic() - sent[0])
    worst = max(late)
    yield "Ctrl-C in a search, the worst of 10", f"{worst * 1e3:.0f} ms", "< 100 ms", worst < 0.1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", type=pathlib.Path, default=ROOT / "target" / "release")
    parser.add_argument("--record", action="store_true", help="also write record/DATE-python.md")
    args = parser.parse_args()
    parts = [tictactoe(), endings(args.release), probes(args.release), calls(), importing(), interrupts()]
    lines = ["| figure | measured | goal | |", "|---|---|---|---|"]
    good = True
    for part in parts:
        for name, measured, goal, kept in part:
            good &= kept
            verdict = "" if not goal else "ok" if kept else "**missed**"
            lines.append(f"| {name} | {measured} | {goal} | {verdict} |")
            print(lines[-1], flush=True)
    if args.record:
        today = datetime.date.today()
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT)
        about = (
            f"# Python, {today}\n\n`bench/python.py`, commit {commit.stdout.strip()}, Python "
            f"{platform.python_version()}, NumPy {np.__version__}, {os.cpu_count()} processors, load "
            f"{os.getloadavg()[0]:.1f} at the end. Processor seconds, the least of {ROUNDS} rounds, but for Ctrl-C "
            "(by the clock) and the import (the median of 11).\n\n"
        )
        (ROOT / "bench" / "record" / f"{today}-python.md").write_text(about + "\n".join(lines) + "\n")
    sys.exit(not good)


if __name__ == "__main__":
    main()

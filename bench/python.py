#!/usr/bin/env python3
"""Measures the Python package: batches, single calls, beside Rust's and OpenSpiel's, in one run.

    bench/python.py [--release DIR] [--record]

Needs yomikiri (pip install ./crates/python) and, for what is set beside it, open_spiel and the program `batch` of
`cargo build --release -p yomikiri-bench` in DIR (target/release). Times are processor seconds
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


def of_child(run):
    """Processor seconds of the processes that a call starts."""
    def used():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    started = used()
    run()
    return used() - started


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


def rust(release, *words):
    """What the program `batch` says that each position takes, in microseconds; None where there is none."""
    program = release / "batch"
    if not program.exists():
        return None
    said = subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
    return float(said.split(": ")[1].split()[0])


def beside(name, most, ours, theirs):
    """A ratio of ours over Rust's."""
    if theirs is not None:
        yield f"{name}, over Rust's {theirs:.2f} us", f"{ours / theirs:.2f}", f"<= {most}", ours / theirs <= most


def endings(release):
    """Late positions of Connect Four: an array, and the same positions in Rust, by the same method."""
    game = yomikiri.Game("connect4")
    positions = played(game, 20_000, (28, 34))
    rows = np.array([position.cells for position in positions])
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder) / "lines"
        lines.write_text("".join(position.canonical + "\n" for position in positions))
        theirs = rust(release, "connect4", lines)
        ours = least(lambda: yomikiri.Solver(game, solver="alpha_beta").values(rows)) / len(rows) * 1e6
    yield "connect4, 20,000 positions of 28 to 34 plies, as an array", f"{ours:.2f} us each", "", True
    yield from beside("the same", 1.1, ours, theirs)


def probes(release):
    """Random positions of a table, as texts, and the same texts in Rust."""
    game = "connect4:cols=5,rows=4"
    with tempfile.TemporaryDirectory() as folder:
        table = yomikiri.Table.build(game, folder)
        positions = [position.canonical for position in played(table.game, 50_000, (4, 16))]
        lines = pathlib.Path(folder) / "lines"
        lines.write_text("".join(position + "\n" for position in positions))
        theirs = rust(release, "--table", folder, game, lines)
        table.probe(positions)
        ours = least(lambda: table.probe(positions)) / len(positions) * 1e6
    yield "50,000 probes of a table of connect4 5x4, as texts", f"{ours:.2f} us each", "", True
    yield from beside("the same", 1.2, ours, theirs)


def each(work, count):
    """Microseconds of processor time of a call, the median of some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        started = spent()
        for _ in range(count):
            work()
        rounds.append(spent() - started)
    return statistics.median(rounds) / count * 1e6


def calls():
    """push, pop and legal_moves beside OpenSpiel's states of the same game."""
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
    for name, written in [("tic_tac_toe", "C++"), ("python_tic_tac_toe", "Python")]:
        state = pyspiel.load_game(name).new_initial_state()
        state.apply_action(4)
        if written == "C++":

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

        them = each(theirs, 100_000 if written == "C++" else 10_000)
        yield f"OpenSpiel's {name} ({written})", f"{them:.2f} us: {them / us:.1f} x", ">= 2 x", them / us >= 2
    # Nearly every position of the larger ones is new, so that nothing that is remembered helps.
    pairs = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "hex:rows=5,cols=5": "hex(board_size=5)"}
    for ours, theirs in pairs.items():
        yield random_games(yomikiri.Game(ours), pyspiel.load_game(theirs))


def random_games(game, spiel):
    """Games of random moves, each from a new start."""
    rng = random.Random(1)

    def ours():
        board = game.start()
        while not board.is_over:
            board.push(rng.choice(board.legal_moves))

    def theirs():
        state = spiel.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))

    us, them = each(ours, 2000), each(theirs, 2000)
    return f"a random game of {game}", f"{us:.1f} us; OpenSpiel's {them:.1f} us: {them / us:.1f} x", "", True


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
    solver, late = yomikiri.Solver("connect4", solver="alpha_beta"), []
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
            f"{os.getloadavg()[0]:.1f} at the end. Processor seconds, of batches the least and of calls the "
            f"median of {ROUNDS} rounds, but for Ctrl-C (by the clock) and the import (the median of 11).\n\n"
        )
        (ROOT / "bench" / "record" / f"{today}-python.md").write_text(about + "\n".join(lines) + "\n")
    sys.exit(not good)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What rules in Python and programs over pipes cost beyond the rules themselves.

    bench/door.py [--record]

Needs the package `yomikiri` in this Python, and the command in target/release or in $YOMIKIRI. Each game is enumerated by a bare loop with a
dict, then solved from nothing, in turn, several times; the figures are medians. Our part is the difference, by position and
by position and move.
"""

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time

import numpy as np

import yomikiri

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
from games import Achi, LGame, PopOut  # noqa: E402


class Heaps(yomikiri.Rules):
    """Three heaps; each move takes stones from one. The rules cost next to nothing, so that our part is seen best."""

    SIZE = 24

    def start(self):
        return self.SIZE * (33**2 + 33 + 1)

    def moves(self, p):
        a, b, c = p // 1089, p // 33 % 33, p % 33
        return [(n, p - n * 1089) for n in range(1, a + 1)] + [(n + 40, p - n * 33) for n in range(1, b + 1)] + [
            (n + 80, p - n) for n in range(1, c + 1)
        ]

    def outcome(self, p):
        return None if p else "opponent"


class ArrayHeaps(Heaps):
    """The same by arrays."""

    moves = outcome = None

    def expand(self, p):
        sizes = np.stack([p // 1089, p // 33 % 33, p % 33], axis=1)
        taken = np.arange(1, self.SIZE + 1)
        legal = taken[None, None, :] <= sizes[:, :, None]
        steps = taken[None, :] * np.array([1089, 33, 1])[:, None]
        nexts = p[:, None, None] - steps[None, :, :]
        return {"outcome": np.where(p == 0, -3, 2), "moves": sizes.sum(axis=1), "next": nexts[legal]}


class TicTacToe(yomikiri.Rules):
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def start(self):
        return "........."

    def moves(self, p):
        return [i for i in range(9) if p[i] == "."]

    def play(self, p, i):
        return p[:i] + "xo"[p.count(".") % 2 == 0] + p[i + 1 :]

    def outcome(self, p):
        if any(p[a] != "." and p[a] == p[b] == p[c] for a, b, c in self.LINES):
            return "opponent"
        return None if "." in p else "draw"


def bare(rules):
    """A plain enumeration: positions and moves. The turn passes with every move, as in all of these games."""
    start = (rules.start(), 0)
    numbers, todo, moves = {start: 0}, [start], 0
    play = getattr(rules, "play", None)
    for position, turn in todo:
        if rules.outcome(position) is not None:
            continue
        for move in rules.moves(position):
            to = play(position, move) if play else move[1]
            moves += 1
            node = (to, 1 - turn)
            if node not in numbers:
                numbers[node] = len(numbers)
                todo.append(node)
    return len(todo), moves


def bare_arrays(rules):
    """The same for rules by arrays, a level at a time."""
    found = [np.empty(0, np.int64), np.empty(0, np.int64)]
    level, turn, moves = np.array([rules.start()], dtype=np.int64), 0, 0
    while len(level):
        found[turn] = np.union1d(found[turn], level)
        said = rules.expand(level)
        moves += len(said["next"])
        turn = 1 - turn
        level = np.setdiff1d(said["next"], found[turn])
    return len(found[0]) + len(found[1]), moves


def timed(work, clock=time.process_time):
    """Seconds of the processor, since other programs may run."""
    begun = clock()
    done = work()
    return clock() - begun, done


def measure(name, make, runs):
    loop = bare_arrays if hasattr(make(), "expand") else bare
    times = {"bare": [], "count": [], "solve": []}
    for _ in range(runs):
        took, (positions, moves) = timed(lambda: loop(make()))
        times["bare"].append(took)
        took, counted = timed(lambda: yomikiri.count(make()))
        times["count"].append(took)
        assert counted["positions"] == positions, (name, counted["positions"], positions)
        times["solve"].append(timed(lambda: yomikiri.solve(make(), solver="retrograde"))[0])
    plain, count, solve = (statistics.median(times[key]) for key in ("bare", "count", "solve"))
    ours = [1e6 * (took - plain) / (positions + moves) for took in (count, solve)]
    return f"| {name} | {positions:,} | {moves:,} | {plain:.3f} | {count:.3f} | {solve:.3f} | {ours[0]:.2f} | {ours[1]:.2f} |"


def programs():
    """The command on the book's programs: seconds from start to answer, and microseconds a position."""
    command = os.environ.get("YOMIKIRI") or os.path.join(ROOT, "target", "release", "yomikiri")
    lines = []
    if not os.path.exists(command):
        return lines
    games = "crates/cli/tests/programs/games.py"
    for name, spec in [
        ("tic-tac-toe, Python", f"program:command=python3 {games} tictactoe"),
        ("L-game, Python", f"program:command=python3 {games} l-game,time=60"),
    ]:
        words = [command, "count", spec, "--json"]
        took, ran = timed(
            lambda: subprocess.run(words, cwd=ROOT, capture_output=True, check=True), time.perf_counter
        )
        positions = json.loads(ran.stdout.splitlines()[-1])["positions"]
        lines.append(f"| {name} | {positions:,} | {took:.2f} | {1e6 * took / positions:.0f} |")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    out = [
        "| game | positions | moves | bare loop, s | count, s | solve, s | ours a position and move, count, us | solve, us |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, make in [
        ("three heaps", Heaps),
        ("three heaps, arrays", ArrayHeaps),
        ("tic-tac-toe", TicTacToe),
        ("Achi", Achi),
        ("PopOut 4 x 3, three in a row", lambda: PopOut(4, 3, 3)),
        ("L-game", LGame),
    ]:
        out.append(measure(name, make, args.runs))
        print(out[-1], flush=True)
    out += ["", "| program | positions | count, s | us a position, the program's part included |", "|---|---|---|---|", *programs()]
    print("\n".join(out))
    if args.record:
        date = datetime.date.today()
        with open("/proc/cpuinfo", encoding="utf-8") as cpus:
            model = next((line.split(":")[1].strip() for line in cpus if line.startswith("model name")), "unknown")
        load = os.getloadavg()[0]
        path = os.path.join(ROOT, "bench", "record", f"{date}-door.md")
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                f"# Rules in Python and programs, {date}\n\n`bench/door.py --runs {args.runs} --record` on {model}, "
                f"{os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f}.\n\n"
                + "\n".join(out)
                + "\n"
            )
        print(f"wrote {path}")


if __name__ == "__main__":
    main()

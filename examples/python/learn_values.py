"""Learns a table of values by playing against itself, and shows its error against the truth.

    python examples/python/learn_values.py [--games N] [--out DIR]

On tic-tac-toe: the value of a position moves a step towards that of the best position after it, by the table as
it is (value iteration along the games played). Every so often the table is held against the exact values of all positions it has met. Needs
yomikiri and matplotlib.
"""

import argparse
import pathlib
import random

import matplotlib
import numpy as np

import yomikiri

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

STEP = 0.5
EXPLORE = 0.5
RESULT = {"first": 1.0, "draw": 0.0, "second": -1.0}


def worth(position, values):
    """What the table says of a position; of a finished one, its result."""
    return RESULT[position.outcome] if position.is_over else values.get(position.canonical, 0.0)


def play(game, values, rng):
    """Plays a game against itself, half of the moves by the table, and learns from it."""
    position = game.start()
    while not position.is_over:
        at, sign = position.canonical, 1 if position.to_move == "first" else -1
        scored = []
        for move in position.legal_moves:
            position.push(move)
            scored.append((sign * worth(position, values), rng.random(), move))
            position.pop()
        best = max(scored)
        old = values.get(at, 0.0)
        values[at] = old + STEP * (sign * best[0] - old)
        explores = rng.random() < EXPLORE
        position.push(rng.choice(scored)[2] if explores else best[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    game = yomikiri.Game("tictactoe")
    solver = yomikiri.Solver(game)
    values: dict = {}
    rng, errors = random.Random(1), []
    every = max(1, args.games // 20)
    for number in range(1, args.games + 1):
        play(game, values, rng)
        if number % every == 0:
            known = list(values)
            truth = solver.values(known).winner
            learnt = np.array([values[position] for position in known])
            errors.append((number, np.abs(learnt - truth).mean()))
    for number, error in errors:
        print(f"{number} games: mean error {error:.3f}")
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot(*zip(*errors), marker="o")
    axes.set(xlabel="games", ylabel="mean error of the values", title="Tic-tac-toe", ylim=(0, None))
    figure.savefig(args.out / "learn_values.png")


if __name__ == "__main__":
    main()

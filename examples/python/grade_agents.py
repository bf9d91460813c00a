"""Grades three agents against the truth: random moves, greedy moves, and OpenSpiel's MCTS.

    python examples/python/grade_agents.py [--games N] [--out DIR]

On tic-tac-toe, on Connect Four with five columns and four rows, and on dots and boxes. Prints a line for each, and draws the
share of perfect moves by ply. Needs yomikiri, open_spiel and matplotlib.
"""

import argparse
import pathlib
import random

import matplotlib
import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import yomikiri
from yomikiri import openspiel

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

BOARDS = [
    "tic_tac_toe",
    "connect_four(rows=4,columns=5)",
    "dots_and_boxes(num_rows=2,num_cols=2)",
]


def random_agent(seed):
    """Any legal move."""
    rng = random.Random(seed)
    return lambda position: rng.choice(position.legal_moves)


def greedy_agent(seed):
    """A move that wins or takes a box, else one after which the opponent cannot, else any."""
    rng = random.Random(seed)

    def takes(position, move):
        mover = position.to_move
        position.push(move)
        # Who takes a box moves again.
        boxes = position.game.has_gains and position.to_move == mover
        taken = boxes or position.outcome == mover
        position.pop()
        return taken

    def is_safe(position, move):
        position.push(move)
        safe = not any(takes(position, reply) for reply in position.legal_moves)
        position.pop()
        return safe

    def choose(position):
        moves = position.legal_moves
        best = [move for move in moves if takes(position, move)]
        best = best or [move for move in moves if is_safe(position, move)]
        return rng.choice(best or moves)

    return choose


def mcts_agent(spiel, seed, simulations=50):
    """OpenSpiel's Monte Carlo tree search."""
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(spiel, 2, simulations, evaluator, random_state=rng)
    return openspiel.agent(bot, spiel)


def draw(axes, report, name):
    """The share of perfect moves by ply, with its interval."""
    plies = [int(group["name"]) for group in report.data["by_ply"]]
    rates = [group["perfect"] for group in report.data["by_ply"]]
    shares = [rate["rate"] for rate in rates]
    axes.plot(plies, shares, marker="o", label=name)
    axes.fill_between(plies, [r["low"] for r in rates], [r["high"] for r in rates], alpha=0.2)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    figure, boards = pyplot.subplots(1, len(BOARDS), figsize=(15, 5), sharey=True)
    for axes, name in zip(boards, BOARDS):
        spiel = pyspiel.load_game(name)
        game = openspiel.game(spiel)
        agents = {
            "random": random_agent(1),
            "greedy": greedy_agent(1),
            "mcts": mcts_agent(spiel, 1),
        }
        for who, agent in agents.items():
            ask: yomikiri.Ask = "margin" if game.has_gains else "winner"
            report = yomikiri.grade(game, agent=agent, ask=ask, play=args.games)
            rate = report.data["perfect_decisions"]
            print(
                f"{game}: {who}: {100 * report.perfect:.1f}% perfect, of decisions "
                f"{100 * rate['rate']:.1f}% [{100 * rate['low']:.1f}, {100 * rate['high']:.1f}], "
                f"blunders {sum(report.blunders.values())} in {report.data['moves']} moves"
            )
            draw(axes, report, who)
        axes.set(title=str(game), xlabel="ply", ylabel="perfect moves", ylim=(0, 1.05))
        axes.legend()
    figure.savefig(args.out / "grade_agents.png")


if __name__ == "__main__":
    main()

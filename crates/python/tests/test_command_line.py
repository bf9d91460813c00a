"""What Python says is what the command line says."""

import json
import subprocess

import pytest
from conftest import reachable

from yomikiri import Game, Solver


def said(command, *arguments):
    run = subprocess.run([command, *arguments], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def without_time(answer):
    return {key: value for key, value in answer.items() if key != "seconds"}


@pytest.mark.parametrize(
    "spec, ask",
    [
        ("tictactoe", "winner"),
        ("tictactoe", "distance"),
        ("connect4:cols=4,rows=4", "distance"),
        ("mnk:rows=3,cols=4,line=3", "winner"),
        ("weighted-tictactoe:weights=3/1/4/1/5/9/2/6/5", "margin"),
        ("three-mens-morris", "distance"),
        ("graph:text=a first: b+3 c-1; b second: d e+5; c second: e-2 d; d = +1; e = -4", "margin"),
    ],
)
def test_solve_and_moves(command, spec, ask):
    game = Game(spec)
    for position in reachable(game, 5):
        text = position.text
        solver = Solver(game)
        [theirs] = said(command, "solve", spec, text, "--ask", ask, "--best", "--line", "--json", "-j", "1")
        assert without_time(solver.solve(position, ask=ask).json) == without_time(theirs)
        *moves, _ = said(command, "moves", spec, text, "--ask", ask, "--json", "-j", "1")
        ours = Solver(game).moves(position, ask=ask)
        assert [(move["move"], move["is_best"], move["winner"]) for move in moves] == [
            (move.move, move.best, move.value.winner) for move in ours.moves
        ]

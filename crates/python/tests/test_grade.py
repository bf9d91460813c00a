"""Grades: by hand on small games, and of agents whose error rates are known."""

import json
import random
import sys
import time

import pytest

import yomikiri
from yomikiri import Game, Solver, grade


def test_a_game_by_hand():
    # The corner keeps the draw, the edge beside it loses, the centre then wins.
    report = grade("tictactoe", ["1,1 1,2 2,2"])
    assert report.data["games"] == 1 and report.data["moves"] == 3
    assert report.perfect == pytest.approx(2 / 3) and report.keeping == pytest.approx(2 / 3)
    assert report.blunders == {"win-to-draw": 0, "win-to-loss": 0, "draw-to-loss": 1}
    first, second = report.data["by_player"]
    assert (first["perfect"]["counted"], second["perfect"]["counted"]) == ([2, 2], [0, 1])
    assert [group["name"] for group in report.data["by_ply"]] == ["0", "1", "2"]
    # Every first move of tic-tac-toe draws; the answer to a corner is an only move.
    names = [group["name"] for group in report.data["by_difficulty"]]
    assert names[0] == "free" and "only" in names


def test_forms_of_games():
    line = "1,1 2,2 3,3"
    forms = [line, line.split(), {"moves": line}, {"moves": line.split(), "first": "a", "second": "b"}]
    reports = [grade("tictactoe", [form]).data for form in forms]
    names = reports[3].pop("by_name")
    assert all(report.pop("by_name") == [] for report in reports[:3])
    assert all(report == reports[0] for report in reports)
    assert [(group["name"], group["moves"]) for group in names] == [("a", 2), ("b", 1)]
    named = grade("tictactoe", forms, player="b").data
    assert named["moves"] == 1 and [group["name"] for group in named["by_player"]] == ["second"]
    later = {"moves": "2,2", "start": "x../.../..."}
    assert grade("tictactoe", [later]).data["by_difficulty"][0]["name"] == "only"
    # A start by its moves: they are not graded.
    assert grade("tictactoe", [{"moves": "2,2", "start": "after 1,1"}]).data == grade("tictactoe", [later]).data
    # Points gained by then make the winner of the whole game: 3 to 9 after two moves, and 1 or 2 to come.
    played = {"moves": "left", "start": "after left left"}
    assert grade("take-ends:numbers=3/9/1/2", [played]).data["by_difficulty"][0]["name"] == "free"


def test_distance_and_points():
    # A win in 1 is passed over for a slower one.
    start = {"start": "xx./oo./...", "moves": ["3,3"]}
    fast = grade("tictactoe", [start], ask="distance").data
    assert fast["perfect"]["rate"] == 0
    game = "weighted-tictactoe:weights=3/1/4/1/5/9/2/6/5"
    best = Solver(game).moves(ask="margin")
    worst = best.moves[-1]
    given = abs(best.answer.margin - worst.value.margin)
    report = grade(game, [[worst.move], [best.moves[0].move]], ask="margin").data
    assert report["points"]["mean"] == given / 2 and report["points"]["moves"] == 2


def test_an_agent_with_a_known_error_rate():
    game = Game("tictactoe")
    solver = Solver(game)
    rng = random.Random(5)
    asked = wrong = 0

    def agent(position):
        """Errs in three of ten choices in which it can."""
        nonlocal asked, wrong
        moves = solver.moves(position).moves
        good, bad = [m.move for m in moves if m.best], [m.move for m in moves if not m.best]
        if bad:
            asked += 1
            if rng.random() < 0.3:
                wrong += 1
                return rng.choice(bad)
        return rng.choice(good)

    report = grade(game, agent=agent, play=300, seed=3)
    decisions = report.data["perfect_decisions"]
    assert decisions["counted"] == [asked - wrong, asked]
    assert decisions["low"] < 0.7 < decisions["high"]
    assert decisions["high"] - decisions["low"] < 0.15
    assert report.faults == {}
    assert sum(report.blunders.values()) == wrong


def test_agents_that_misbehave():
    answers = iter(["9,9", None, 3, ""])
    report = grade("tictactoe", agent=lambda _: next(answers, "nonsense"), play=2)
    assert report.data["moves"] == 0 and report.faults["illegal"] >= 6

    def broken(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        grade("tictactoe", agent=broken)
    slow = grade("tictactoe", agent=lambda p: p.legal_moves[0], play=2, move_timeout=1e-9)
    assert set(slow.faults) == {"timeout"}


def test_functions_that_take_too_long():
    ended = []

    def stuck(position):
        try:
            while True:
                pass
        except yomikiri.CallEnded:
            ended.append(position)
            raise

    report = grade("tictactoe", agent=stuck, play=1, move_timeout=0.05)
    assert set(report.faults) == {"timeout"} and report.data["moves"] == 0
    assert len(ended) == report.faults["timeout"] >= 3

    def asleep(position):
        time.sleep(0.1)
        return position.legal_moves[0]

    # Native code comes back when it does; that is too late, and nothing is raised later on.
    report = grade("tictactoe", agent=asleep, play=1, move_timeout=0.01)
    assert set(report.faults) == {"timeout"} and report.data["moves"] == 0
    assert sum(range(10**6)) == 499999500000
    quick = grade("tictactoe", agent=lambda p: p.legal_moves[0], play=4, move_timeout=60)
    assert quick.faults == {}


def test_threads_change_no_figure():
    lines = []
    for seed in range(40):
        rng, position = random.Random(seed), Game("connect4:cols=5,rows=4").start()
        while not position.is_over:
            position.push(rng.choice(position.legal_moves))
        lines.append(" ".join(position.move_stack))
    lines.append("1 2 9")
    reports = []
    for threads in (1, 2, 3, 0):
        with pytest.raises(yomikiri.MoveError) as caught:
            grade("connect4:cols=5,rows=4", lines, threads=threads, ask="distance")
        assert caught.value.index == 40
        reports.append(grade("connect4:cols=5,rows=4", lines[:-1], threads=threads, ask="distance"))

        def first(position):
            return position.legal_moves[0]

        for opponent in ("random", "perfect"):
            one = grade("tictactoe", agent=first, play=6, opponent=opponent, threads=threads)
            assert one.data == grade("tictactoe", agent=first, play=6, opponent=opponent).data
    assert all(report == reports[0] for report in reports)
    assert all(report.dataset() == reports[0].dataset() for report in reports)
    # Where a limit comes first it is counted, and no move is graded.
    short = grade("connect4", ["4 4 4"], threads=2, solver="alpha_beta", timeout=1e-6)
    assert short.data["unsolved"] == 3 and short.data["moves"] == 0


PROGRAM = """
import sys, time
for number, line in enumerate(sys.stdin):
    board = line.split("/")
    kind = sys.argv[1]
    if kind == "dies" and number == 2: sys.exit(1)
    if kind == "sleeps" and number == 1: time.sleep(60)
    for row in range(3):
        for column in range(3):
            if board[row][column] == ".":
                move = f"{row + 1},{column + 1}"
    print("what?" if kind == "talks" else move, flush=True)
"""


KINDS = [("plays", None), ("dies", "crash"), ("sleeps", "timeout"), ("talks", "illegal")]


@pytest.mark.parametrize("kind, fault", KINDS)
def test_programs(kind, fault):
    program = [sys.executable, "-c", PROGRAM, kind]
    slow = kind == "sleeps"
    report = grade("tictactoe", agent=program, play=1 if slow else 4, move_timeout=2 if slow else 20)
    assert set(report.faults) == ({fault} if fault else set())
    if kind == "plays":
        # The last free cell, each time: the same as a function.
        def last(position):
            return position.legal_moves[-1]

        assert report.data == grade("tictactoe", agent=last, play=4).data
    with pytest.raises(FileNotFoundError):
        grade("tictactoe", agent=["/nowhere/program"])


def test_perfect_opponents_and_selves():
    def first(position):
        return position.legal_moves[0]

    perfect = grade("tictactoe", agent=first, play=10, opponent="perfect").data
    both = grade("tictactoe", agent=first, play=1, opponent="self").data
    assert perfect["games"] == 10 and both["by_player"][1]["moves"] > 0


def test_intervals_are_by_game():
    one = grade("tictactoe", ["1,1 1,2 2,2"] * 50).data["perfect"]
    assert one["counted"] == [100, 150] and one["low"] < 2 / 3 < one["high"]


def test_the_data_set_has_no_leak():
    report = grade("tictactoe", agent=lambda p: random.Random(p.text).choice(p.legal_moves), play=200)
    data = report.dataset()
    assert len(set(data["position"])) == len(data["position"]) > 300
    split = {}
    for canonical, part in zip(data["canonical"], data["split"]):
        assert split.setdefault(canonical, part) == part
    assert set(data["split"]) == {"train", "validation", "test"}
    game = Game("tictactoe")
    solver = Solver(game)
    for position, canonical, winner, best, moves in list(
        zip(data["position"], data["canonical"], data["winner"], data["best"], data["moves"])
    )[::37]:
        answer = solver.solve(position)
        assert (winner, best.split()) == (answer.winner, list(answer.best))
        assert canonical == game.canonical(position, symmetric=True)
        assert moves == len(game.position(position).legal_moves)
    assert report.to_arrow().num_rows == len(data["position"])


def test_pages_and_tables():
    report = grade("tictactoe", ["1,1 1,2 2,2"])
    assert "perfect" in str(report) and "draw>loss" in str(report)
    page = report._repr_html_()
    assert page.startswith("<!doctype html>") and "<svg" in page and "http" not in page.replace("<http", "")


def test_games_that_are_none():
    with pytest.raises(yomikiri.MoveError) as caught:
        grade("tictactoe", ["# a comment", "1,1", "1,1 1,1"])
    assert caught.value.index == 2 and caught.value.text == "1,1"
    with pytest.raises(yomikiri.GradeError, match="game 0"):
        grade("tictactoe", ["{"])
    with pytest.raises(yomikiri.GradeError, match="text in quotes") as caught:
        grade("tictactoe", ["1,1", '{"moves": ["1,1", 22]}'])
    assert caught.value.index == 1 and caught.value.span == (18, 20)
    named = {"moves": "1,1", "first": "ann", "second": "bob"}
    with pytest.raises(yomikiri.GradeError, match="`ann`, `bob`"):
        grade("tictactoe", [named], player="zoe")
    with pytest.raises(yomikiri.MoveError):
        grade("tictactoe", [{"start": "nonsense", "moves": []}])
    with pytest.raises(TypeError):
        grade("tictactoe")
    with pytest.raises(TypeError, match="an agent its own moves"):
        grade("tictactoe", agent=lambda _: "", player="first")
    with pytest.raises(ValueError):
        grade("tictactoe", agent=lambda _: "", opponent="nobody")
    assert json.loads(json.dumps(grade("tictactoe", []).data))["moves"] == 0

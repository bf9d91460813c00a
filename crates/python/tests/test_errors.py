"""Errors are exceptions with a span, whatever is passed."""

import pickle
import random

import pytest

import yomikiri
from yomikiri import Game, Solver


def test_specs():
    with pytest.raises(yomikiri.SpecError) as caught:
        Game("tictacto")
    error = caught.value
    assert error.span == (0, 8) and "tictactoe" in str(error)
    assert isinstance(error, ValueError) and isinstance(error, yomikiri.YomikiriError)
    for spec in ["", "mnk:rows=0", "mnk:rows=99999999999999999999", "graph:file=/nowhere", "\0", "日本"]:
        with pytest.raises(yomikiri.SpecError):
            Game(spec)
    with pytest.raises(TypeError):
        Game(3)


def test_positions_and_moves():
    game = Game("tictactoe")
    with pytest.raises(yomikiri.PositionError) as caught:
        game.position("x.?/.../...")
    assert caught.value.span == (2, 3)
    # Spans count characters, not bytes.
    with pytest.raises(yomikiri.PositionError) as caught:
        game.position("x.碁/.../...")
    assert caught.value.span == (2, 3)
    with pytest.raises(yomikiri.MoveError) as caught:
        game.start().push("4,4")
    assert caught.value.span == (0, 3) and "legal" in caught.value.help
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.span, str(again)) == (caught.value.span, str(caught.value))


def test_what_does_not_apply():
    gains = Solver("graph:text=a first: b+1; b = draw")
    with pytest.raises(yomikiri.Refused):
        gains.solve(ask="distance")
    with pytest.raises(yomikiri.Refused):
        gains.values(["start", "start"], ask="distance")
    with pytest.raises(ValueError):
        gains.solve(ask="who")
    with pytest.raises(ValueError):
        Solver("tictactoe", solver="guess")
    with pytest.raises(yomikiri.Refused):
        gains.game.start().cells


@pytest.mark.parametrize("timeout", [float("nan"), -1.0, float("inf"), 1e300])
def test_limits_that_are_none(timeout):
    with pytest.raises(ValueError):
        Solver("tictactoe").solve(timeout=timeout)


@pytest.mark.parametrize("memory", ["", "1X", "-1", -1, 1 << 64, "１K", "1.5G"])
def test_memory_that_is_none(memory):
    with pytest.raises(ValueError):
        Solver("tictactoe", memory=memory)


def test_memory():
    for memory in [1 << 20, "1M", "1MB", "1mib", "1024K"]:
        assert str(Solver("tictactoe", memory=memory).solve(ask="distance")) == "draw"


def test_a_limit_carries_what_was_counted():
    game = yomikiri.Game("connect4")
    with pytest.raises(yomikiri.LimitReached) as stopped:
        game.count(memory=1_000_000)
    counted = stopped.value.counted
    plies = len(counted["by_ply"])
    assert plies > 3 and counted["by_ply"] == game.count(plies=plies - 1)["by_ply"]
    assert not counted["complete"]
    assert pickle.loads(pickle.dumps(stopped.value)).counted == counted


def test_a_limit_carries_what_is_known_of_each_move():
    # First has three in column 1: whatever does not block loses, and blocking takes longer to value.
    position, order = "12121", ["second", "draw", "first"]
    with pytest.raises(yomikiri.LimitReached) as stopped:
        Solver("connect4", solver="alpha_beta", max_nodes=20_000).moves(position)
    moves = stopped.value.moves
    legal = yomikiri.Game("connect4").position(position).legal_moves
    assert sorted(move.move for move in moves) == sorted(legal)
    assert {move.move: move.lower.winner for move in moves if move.exact} == {
        move: "first" for move in legal if move != "1"
    }
    (block,) = [move for move in moves if not move.exact]
    assert order.index(block.lower.winner) < order.index(block.upper.winner)
    again = pickle.loads(pickle.dumps(stopped.value))
    assert again.moves == moves
    arrays = Solver("connect4", solver="alpha_beta", max_nodes=20_000).move_values([position])
    known = dict(zip(arrays.moves[0], arrays.exact[0]))
    assert known == {move: move != "1" for move in legal}


def test_a_sheet_that_is_too_large_reaches_a_limit(tmp_path):
    sheet = tmp_path / "large.kif"
    numbers = " ".join(f"(r {number})" for number in range(120))
    sheet.write_text(
        f"(role a) (role b) {numbers} (<= (legal ?x noop) (role ?x)) (goal a 50) (goal b 50) terminal"
        "(<= (legal a (m ?x ?y ?z)) (r ?x) (r ?y) (r ?z))"
    )
    with pytest.raises(yomikiri.LimitReached, match="more than 8 MiB"):
        yomikiri.Game(f"gdl:file={sheet},memory=8")


def test_a_limit_carries_the_range():
    solver = Solver("connect4", solver="alpha_beta", max_nodes=10_000)
    with pytest.raises(yomikiri.LimitReached) as caught:
        solver.solve()
    error = caught.value
    assert error.answer.bound == "range" and error.answer.winner is None
    assert (error.lower.winner, error.upper.winner) == ("second", "first")
    assert str(error) == "the limit of nodes was reached; nothing is known so far" and str(error.answer) == "unknown"
    again = pickle.loads(pickle.dumps(error))
    assert again.lower == error.lower and str(again) == str(error)
    with pytest.raises(yomikiri.LimitReached):
        solver.solve(timeout=0.05, max_nodes=1 << 60)
    with pytest.raises(yomikiri.LimitReached):
        solver.moves()
    values = solver.values(["start", "1212121"])
    assert values.exact.tolist() == [False, True] and values.winner.tolist() == [0, 1]
    rng = random.Random(0)
    late = solver.game.start()
    while len(late.move_stack) < 36 or late.is_over:
        if late.is_over:
            late = solver.game.start()
        late.push(rng.choice(late.legal_moves))
    moves = solver.move_values(["start", late])
    assert moves.exact.any(axis=1).tolist() == [False, True]
    assert len(moves.moves[0]) == 7


def test_batches_say_which_position_is_wrong():
    solver = Solver("tictactoe", threads=2)
    texts = ["start"] * 5000 + ["nonsense"] + ["start"] * 10
    with pytest.raises(yomikiri.PositionError) as caught:
        solver.values(texts)
    assert caught.value.index == 5000 and "position 5000" in str(caught.value)
    with pytest.raises(yomikiri.PositionError) as caught:
        solver.move_values(texts)
    assert caught.value.index == 5000
    for wrong in ["start", solver.game.start()]:
        with pytest.raises(TypeError):
            solver.values(wrong)
    for wrong in [[3], [None], 7]:
        with pytest.raises(TypeError):
            solver.values(wrong)

"""Games and positions: python-chess's manners."""

import copy
import pickle
import random

import numpy as np
import pytest
from conftest import reachable

import yomikiri
from yomikiri import Game, Position


def test_push_and_pop():
    game = Game("connect4:cols=6,rows=5")
    board = game.start()
    assert board.to_move == "first" and not board.is_over and board.outcome is None
    assert board.legal_moves == ["1", "2", "3", "4", "5", "6"]
    board.push("4")
    assert board.move_stack == ["4"] and board.to_move == "second"
    other = board.copy()
    assert board.pop() == "4"
    assert board == game.start() and other != board
    with pytest.raises(IndexError):
        board.pop()
    for move in "1212121":
        board.push(move)
    assert board.is_over and board.outcome == "first" and board.legal_moves == []
    with pytest.raises(yomikiri.MoveError, match="the game is over"):
        board.push("3")
    assert board.outcome == "first" and len(board.move_stack) == 7


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:cols=5,rows=4", "dots-and-boxes:rows=2,cols=2"])
def test_walks_to_and_fro(spec):
    """What is remembered of positions is what a new one says, also after a thousand and more of them."""
    game, rng = Game(spec), random.Random(1)
    board, played = game.start(), []
    for step in range(6000):
        if played and (board.is_over or rng.random() < 0.45):
            assert board.pop() == played.pop()
        elif not board.is_over:
            move = rng.choice(board.legal_moves)
            # An equal text that is another object.
            move = "".join(list(move)) if rng.random() < 0.5 else move
            board.push(move)
            played.append(move)
        if step % 7 == 0:
            fresh = game.position(board.canonical)
            assert board.legal_moves == fresh.legal_moves and board.to_move == fresh.to_move
            assert board.is_over == (fresh.outcome is not None)
            # A new position has gained nothing yet.
            assert board.outcome == fresh.outcome or game.has_gains
            assert board == fresh and board.move_stack == played
        if step % 500 == 0:
            board = board.copy()
    while played:
        assert board.pop() == played.pop()
    assert board == game.start() and board == board


def test_what_is_remembered_is_nobody_elses():
    board = Game("tictactoe").start()
    board.legal_moves.clear()
    assert len(board.legal_moves) == 9
    for _ in range(3):
        for bad in ("1,1 ", "9,9", "", "\ud800"):
            with pytest.raises((yomikiri.MoveError, UnicodeEncodeError)):
                board.push(bad)
        for bad in (None, 3, b"1,1"):
            with pytest.raises(TypeError):
                board.push(bad)

    class Odd(str):
        def __eq__(self, other):
            raise AssertionError

        def __hash__(self):
            raise AssertionError

    for _ in range(3):
        board.push(Odd("1,1"))
        with pytest.raises(yomikiri.MoveError):
            board.push(Odd("1,1"))
        assert board.pop() == "1,1" and type(board.move_stack) is list


def test_texts_and_pictures():
    game = Game("connect4:cols=4,rows=4")
    board = game.position("112")
    assert board.text == "112" and board.canonical == "..../..../o.../xx.."
    board.push("4")
    assert board.text == "1124"
    assert str(board) == ". . . .\n. . . .\no . . .\nx x . o"
    assert repr(board) == 'Position("connect4:cols=4,rows=4", "1124")'
    assert repr(game) == 'Game("connect4:cols=4,rows=4")'
    svg = board._repr_svg_()
    assert svg.startswith("<svg") and svg.count("<rect") == 16
    values = yomikiri.Solver(game).moves(board)._repr_svg_()
    assert values.count("<text") > svg.count("<text")


def test_positions_by_their_moves():
    game = Game("tictactoe")
    assert game.position("after 1,1 2,2") == game.position("x../.../... after 2,2") == game.position("x../.o./...")
    assert game.position("after 1,1 2,2").text == "x../.o./..."
    assert Game("connect4").position("44 after 1").text == "441"
    assert Game("connect4").position("") == Game("connect4").start()
    # The moves are there, to be taken back.
    board = game.position("x../.../... after 2,2 1,2")
    assert board.move_stack == ["2,2", "1,2"] and board.copy().move_stack == board.move_stack
    assert pickle.loads(pickle.dumps(board)).move_stack == board.move_stack
    assert board.pop() == "1,2" and board.pop() == "2,2" and board.text == "x../.../..."
    with pytest.raises(IndexError):
        board.pop()
    solver = yomikiri.Solver(game)
    winner = solver.values(["after 1,1 1,2", "xo./.../..."])[0]
    assert winner[0] == winner[1]
    with pytest.raises(yomikiri.PositionError) as caught:
        game.position("after 1,1 1,1")
    assert caught.value.span == (10, 13)


def test_equality_and_hash():
    game = Game("connect4:cols=4,rows=4")
    played, drawn = game.position("12"), game.position("..../..../..../xo..")
    assert played == drawn and hash(played) == hash(drawn)
    assert played != game.position("21")
    assert played != Game("connect-k").start()
    assert played != "12"
    assert len({game, Game("connect4:rows=4,cols=4")}) == 1
    assert game != Game("connect4") and game != 3


def test_pickles():
    game = Game("mnk:rows=3,cols=4,line=3")
    board = game.start()
    for move in ["2,2", "1,1", "3,4"]:
        board.push(move)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(board, protocol))
        assert again == board and again.move_stack == board.move_stack
        assert again.pop() == "3,4" and again != board
        assert pickle.loads(pickle.dumps(game, protocol)) == game
    for twin in (copy.copy(board), copy.deepcopy(board)):
        twin.pop()
        assert twin != board
    solver = pickle.loads(pickle.dumps(yomikiri.Solver(game, threads=2, memory="1MB")))
    assert str(solver.solve(board)) == str(yomikiri.Solver(game).solve(board))


def test_what_a_game_says_of_itself():
    game = Game("tictactoe")
    assert (game.name, game.has_gains, game.cells_per_position) == ("tictactoe", False, 9)
    assert "acyclic" in game.capabilities and "row" in game.notation and game.summary
    assert Game("graph:text=a first: b; b = draw").cells_per_position is None


@pytest.mark.parametrize("spec", ["tictactoe", "connect4:cols=5,rows=4", "tictactoe-3d"])
def test_rows_of_cells(spec):
    game = Game(spec)
    for position in reachable(game, 50):
        cells = position.cells
        assert cells.dtype == np.int8 and cells.shape == (game.cells_per_position,)
        assert game.from_cells(cells) == position
    rows = np.array([position.cells for position in reachable(game, 50)])
    texts = [position.canonical for position in reachable(game, 50)]
    assert game.texts_of_cells(rows) == texts


def test_canonical_forms():
    game = Game("tictactoe")
    corners = ["x../.../...", "..x/.../...", ".../.../x..", ".../.../..x"]
    assert len({game.canonical(text, symmetric=True) for text in corners}) == 1
    assert game.canonical(corners[1]) == corners[1]


def test_a_position_can_be_made_directly():
    game = Game("tictactoe")
    assert Position(game, "x../.../...") == game.position("x../.../...")
    assert Position(game) == game.start()


@pytest.mark.parametrize("spec", ["hex:rows=3,cols=3", "tictactoe", "domineering:rows=3,cols=3", "kalah:pits=2,seeds=2"])
def test_texts_of_moves_are_made_once(spec):
    game = Game(spec)
    first = {text: text for text in game.start().legal_moves}
    again = game.start()
    assert all(first[text] is text for text in again.legal_moves)
    # Whichever object says it, the move is played.
    for text in list(first):
        for mv in (text, "".join(text)):
            again.push(mv)
            assert again.move_stack == [text]
            assert again.pop() == text
    with pytest.raises(yomikiri.MoveError):
        again.push("no move")


def test_points_are_added_up_along_play():
    board = Game("take-ends:numbers=3/9/1/2").start()
    seen = []
    for _ in range(4):
        board.push("left")
        seen.append(board.points)
    assert seen == [(3, 0), (3, 9), (4, 9), (4, 11)]
    assert board.outcome == "-7" and board.copy().outcome == "-7"
    assert board.pop() == "left" and board.points == (4, 9) and board.outcome is None
    again = pickle.loads(pickle.dumps(board))
    assert again.points == (4, 9)
    # A position by itself does not know what was gained before it.
    assert board.game.position(board.text).points == (0, 0)
    # By the moves from the start it does.
    assert board.game.position("after left left").points == (3, 9)
    assert Game("tictactoe").start().points == (0, 0)


@pytest.mark.parametrize("spec", ["kalah:pits=2,seeds=2", "dots-and-boxes:rows=1,cols=2", "stones:stones=11,take=1/2/3/6,aim=points"])
def test_gains_and_values_to_come_make_the_value_of_the_whole_game(spec):
    game, rng = Game(spec), random.Random(5)
    solver = yomikiri.Solver(game)
    for _ in range(20):
        board, total = game.start(), solver.solve(game.start(), ask="margin").margin
        while not board.is_over:
            found = solver.moves(board, ask="margin")
            assert found.answer.to_come == bool(board.move_stack and board != game.start())
            assert found.answer.margin + board.points[0] - board.points[1] == total
            move = rng.choice(found.moves)
            before, sign = board.points, 1 if board.to_move == "first" else -1
            board.push(move.move)
            assert board.points[0] - board.points[1] == before[0] - before[1] + sign * move.gain
            total = before[0] - before[1] + move.value.margin
        assert int(board.outcome) == total

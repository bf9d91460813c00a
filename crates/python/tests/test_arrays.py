"""Arrays in: what is accepted is answered as the texts are; whatever else is refused by an exception."""

import gc
import threading

import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from conftest import reachable
from hypothesis import given, settings
from hypothesis import strategies as st

import yomikiri
from yomikiri import Game, Solver

TICTACTOE = Solver("tictactoe", threads=2)


def texts(rows):
    symbols = np.array([".", "x", "o"])[rows]
    return ["/".join("".join(row[at : at + 3]) for at in (0, 3, 6)) for row in symbols]


@settings(max_examples=50, deadline=None)
@given(arrays.arrays(np.int8, st.tuples(st.integers(0, 40), st.just(9)), elements=st.integers(0, 2)))
def test_cells_and_texts_agree(rows):
    for ask in ("winner", "margin", "distance"):
        by_cells, by_texts = TICTACTOE.values(rows, ask=ask), TICTACTOE.values(texts(rows), ask=ask)
        assert type(by_cells) is type(by_texts)
        for left, right in zip(by_cells, by_texts):
            assert left.dtype == right.dtype and left.shape == (len(rows),)
            assert (left == right).all()


@settings(max_examples=100, deadline=None)
@given(
    arrays.arrays(
        st.sampled_from([np.int8, np.uint8, np.int64, np.float32, np.bool_, np.complex64, "U3", "M8[s]"]),
        arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=12),
    )
)
def test_no_array_does_harm(array):
    try:
        found = TICTACTOE.values(array)
    except TypeError:
        assert array.dtype != np.int8 or array.ndim != 2
    except yomikiri.CellsError:
        bad = (array < 0) | (array > 2)
        assert array.shape[1] != 9 or bad.any()
    else:
        assert array.dtype == np.int8 and array.shape == (len(found.winner), 9)
    try:
        TICTACTOE.move_values(array)
    except (TypeError, yomikiri.CellsError):
        pass


def rows(count=3000):
    return np.array([position.cells for position in reachable(Game("tictactoe"), count)])


def test_strides_byte_order_and_read_only():
    plain = rows()
    expected = TICTACTOE.values(plain).winner
    wide = np.zeros((len(plain), 30), np.int8)
    wide[:, 3:30:3] = plain
    backward = np.ascontiguousarray(plain[::-1])[::-1]
    fortran = np.asfortranarray(plain)
    frozen = plain.copy()
    frozen.flags.writeable = False
    unaligned = np.zeros(plain.size + 1, np.int8)[1:].reshape(plain.shape)
    unaligned[:] = plain
    swapped = plain.astype(">i1")
    for array in [wide[:, 3:30:3], backward, fortran, frozen, unaligned, swapped]:
        assert (TICTACTOE.values(array).winner == expected).all()
    assert (frozen == plain).all()


def test_arrays_that_others_use_meanwhile():
    # Two boards that differ in a cell: whatever is read of both is one of them.
    one, other = "xx./oo./...", "xx./oo./..x"
    values = set(TICTACTOE.values([one, other]).winner)
    game = Game("tictactoe")
    array = np.tile(game.position(one).cells, (200_000, 1))
    cell = int(np.flatnonzero(game.position(other).cells != array[0])[0])
    done = threading.Event()
    refused = 0

    def write():
        nonlocal refused
        while not done.is_set():
            array[:, cell] ^= 1
            try:
                # It would move the memory, whoever reads it.
                array.resize((len(array) + 1, 9), refcheck=False)
            except ValueError:
                refused += 1

    thread = threading.Thread(target=write)
    solver = Solver(game, threads=2)
    thread.start()
    try:
        for _ in range(20):
            # What a resized array has at its end is an empty board, a draw.
            assert set(solver.values(array).winner) <= values | {0, 1}
    finally:
        done.set()
        thread.join()
    assert refused


def test_the_result_outlives_everything():
    solver = Solver("tictactoe")
    array = rows()
    found = solver.values(array)
    before = found.winner.copy()
    del array, solver
    gc.collect()
    assert (found.winner == before).all() and found.winner.flags.writeable


def test_empty_batches():
    for empty in [[], np.zeros((0, 9), np.int8)]:
        assert TICTACTOE.values(empty).winner.shape == (0,)
        assert TICTACTOE.move_values(empty).winner.shape == (0, 0)


def test_codes():
    margins = Solver("positional:rows=3,cols=3,line=3,full=points,weights=0/0/0/0/1/0/0/0/0")
    start = margins.solve(ask="margin")
    drawn, won = margins.values(["start", "xxx/oo./..."], ask="margin").margin
    assert drawn == (start.margin if start.margin is not None else yomikiri.OUTRIGHT)
    assert won == yomikiri.OUTRIGHT
    lost = margins.values(["xx./ooo/x.."], ask="margin").margin[0]
    assert lost == -yomikiri.OUTRIGHT
    assert TICTACTOE.values(["start"], ask="distance").plies[0] == -1


def test_move_values_are_those_of_moves():
    solver = Solver("tictactoe", threads=2)
    positions = reachable(solver.game, 300)
    for ask in ("winner", "distance"):
        found = solver.move_values(positions, ask=ask)
        assert (solver.move_values(rows(300), ask=ask).winner == found.winner).all()
        for index, position in enumerate(positions):
            assert list(found.moves[index]) == position.legal_moves
            assert found.exact[index].sum() == len(position.legal_moves)
            one = {move.move: move for move in solver.moves(position, ask=ask).moves}
            for column, text in enumerate(found.moves[index]):
                move = one[text]
                assert found.best[index, column] == move.best
                code = {"first": 1, "draw": 0, "second": -1}[move.value.winner]
                assert found.winner[index, column] == code
                plies = -1 if move.value.plies is None else move.value.plies
                assert found.plies[index, column] == plies


def test_lists_of_texts_and_positions():
    game = TICTACTOE.game
    positions = reachable(game, 2500)
    expected = TICTACTOE.values([position.text for position in positions]).winner
    mixed = [at if index % 3 else at.text for index, at in enumerate(positions)]
    for given in (mixed, tuple(mixed), iter(mixed), positions):
        assert (TICTACTOE.values(given).winner == expected).all()
    with pytest.raises(yomikiri.PositionError) as caught:
        TICTACTOE.values([*mixed, "x..\n/.../...", *mixed])
    assert caught.value.index == len(mixed)
    with pytest.raises(yomikiri.PositionError) as caught:
        TICTACTOE.values(["start", ""])
    assert caught.value.index == 1
    for wrong in (7, None, b"start", ["start"]):
        with pytest.raises(TypeError, match="a position is a str or a Position, not"):
            TICTACTOE.values([*mixed, wrong])
    for single in ("start", positions[0]):
        with pytest.raises(TypeError, match="several positions"):
            TICTACTOE.move_values(single)
    with pytest.raises(UnicodeEncodeError):
        TICTACTOE.values(["\ud800"])


def test_arrays_of_moves():
    game = Game("connect4:cols=4,rows=4")
    positions = [at for at in reachable(game, 400)]
    array = np.array([position.cells for position in positions])
    solver = Solver(game)
    for given in (array, np.asfortranarray(array), array[::-1][::-1]):
        for left, right in zip(solver.move_values(given), solver.move_values(positions)):
            assert left == right if isinstance(left, tuple) else (left == right).all()
    array[7, 3] = 5
    with pytest.raises(yomikiri.CellsError) as caught:
        solver.move_values(array)
    assert caught.value.index == 7
    with pytest.raises(yomikiri.CellsError):
        solver.move_values(array[:, 1:])
    with pytest.raises(yomikiri.Refused):
        Solver("nim:heaps=1/2").move_values(array)


def test_boards_that_no_text_has():
    game = Game("connect4:cols=4,rows=4")
    floating = np.zeros((2, 16), np.int8)
    floating[1, 0] = 1
    with pytest.raises(yomikiri.PositionError, match="lies above an empty cell") as caught:
        Solver(game).values(floating)
    assert caught.value.index == 1

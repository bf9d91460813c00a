"""Games of the examples that nobody has published a value of: their rules and a search are written a second time here."""

import importlib
import os

import pytest

import yomikiri


@pytest.fixture
def games(monkeypatch):
    monkeypatch.syspath_prepend(os.path.join(os.path.dirname(__file__), "../../../examples/python"))
    return importlib.import_module("games")


SIDE = range(4)
ROWS = [
    [4 * (row + down * step) + col + right * step for step in range(3)]
    for row in SIDE
    for col in SIDE
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if 0 <= row + 2 * down < 4 and 0 <= col + 2 * right < 4
]


def has_row(board, man):
    return any(all(board[cell] == man for cell in row) for row in ROWS)


def turned(board, top, left, times):
    """The board after quarter turns of one of its blocks."""
    cells = list(board)
    places = [4 * (top + down) + left + right for down, right in ((0, 0), (0, 1), (1, 1), (1, 0))]
    for at, place in enumerate(places):
        cells[places[(at + times) % 4]] = board[place]
    return "".join(cells)


def pentago(board, man):
    """Whatever a man and a turn lead to; a row before the turn needs none."""
    for cell in range(16):
        if board[cell] == ".":
            placed = board[:cell] + man + board[cell + 1 :]
            if has_row(placed, man):
                yield placed
                continue
            for block in range(4):
                for times in (1, 3):
                    yield turned(placed, 2 * (block // 2), 2 * (block % 2), times)


def wins(board, man, plies, known):
    """Whether the player to move wins within so many plies: few enough that the board is not full before."""
    key = board, plies
    if key not in known:
        other = "xo"[man == "x"]

        def is_good(after):
            rows = has_row(after, man), has_row(after, other)
            if any(rows) or plies < 3:
                return rows == (True, False)
            return all(is_met(reply) for reply in pentago(after, other))

        def is_met(reply):
            rows = has_row(reply, man), has_row(reply, other)
            return rows == (True, False) or not any(rows) and wins(reply, man, plies - 2, known)

        known[key] = any(is_good(after) for after in pentago(board, man))
    return known[key]


def test_pentago(games):
    assert [wins(16 * ".", "x", plies, {}) for plies in (1, 3, 5)] == [False, False, True]
    assert str(yomikiri.solve(games.Pentago(), ask="distance", solver="alpha_beta", best=False, line=False)) == "first 5"


LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def quarto(board, man, known):
    """What it is worth to place a man on 3 x 3 cells: 1, 0 or -1. Attributes are compared with those of the man."""
    key = tuple(None if cell is None else cell ^ man for cell in board)
    if key not in known:
        known[key] = best(board, man, known)
    return known[key]


def best(board, man, known):
    found = []
    for cell in range(9):
        if board[cell] is None:
            after = board[:cell] + (man,) + board[cell + 1 :]
            rows = [[after[at] for at in line] for line in LINES if cell in line]
            if any(None not in men and (men[0] & men[1] & men[2] or 7 & ~(men[0] | men[1] | men[2])) for men in rows):
                return 1
            found.append(after)
    left = [other for other in range(8) if other not in board and other != man]
    return max((-quarto(after, other, known) for after in found for other in left), default=0)


def test_quarto(games):
    known = {}
    # First gives a man, and Second places it.
    assert quarto((None,) * 9, 0, known) == 1
    assert str(yomikiri.solve(games.Quarto(3, 3), solver="alpha_beta", best=False, line=False)) == "second"

"""The games that both have: how a state of OpenSpiel is written in Yomikiri's notation, and where rules differ."""

import collections

# A game: our spec and theirs; the question; what our notation makes of a state and of an action. Where positions of ours
# leave out the points gained so far, the points that player 0 is ahead by in a state; and whether theirs tells in the end
# only who has more of them.
Game = collections.namedtuple("Game", "ours theirs ask position move points sign", defaults=(None, False))


def second(state):
    """What our notation adds where Second is to move and the board does not tell."""
    return ":second" if mover(state) == 1 else ""


def mover(state):
    """The player to move; of a finished state the one who would be, in games that take turns."""
    return state.move_number() % 2 if state.is_terminal() else state.current_player()


def board(state):
    """The rows of a board in which nothing but its cells is printed."""
    return [row for row in str(state).split("\n") if row]


def labelled(state):
    """The rows of a board with numbers before the rows and letters below."""
    return [row.lstrip("0123456789") for row in board(state)[:-1]]


def marks(state):
    """x and o as they lie."""
    return "/".join(board(state))


def cell(cols):
    """An action that is a cell's number in reading order."""
    return lambda state, action: f"{action // cols + 1},{action % cols + 1}"


def grid(ours, theirs, cols):
    """A game of claiming cells."""
    return Game(ours, theirs, "winner", marks, cell(cols))


def drop(cols, rows, line):
    """A game of dropping marks: a move is its column."""
    return Game(
        f"connect4:cols={cols},rows={rows},line={line}",
        f"connect_four(columns={cols},rows={rows},x_in_row={line})",
        "winner", marks, lambda state, action: str(action + 1))


# All positions that play can reach are compared.
WHOLE = [
    grid("tictactoe", "tic_tac_toe", 3),
    grid("mnk:rows=3,cols=3,line=3", "mnk(m=3,n=3,k=3)", 3),
    grid("mnk:rows=3,cols=4,line=3", "mnk(m=4,n=3,k=3)", 4),
    drop(4, 3, 4),
    drop(4, 3, 3),
    drop(3, 4, 3),
]
# So many positions of random play are compared, near enough to the end for theirs to be worked out: asked of a table, or,
# where that would be too large, one by one.
TABLES = [(drop(5, 4, 4), 10_000), (grid("mnk:rows=4,cols=4,line=4", "mnk(m=4,n=4,k=4)", 4), 10_000)]
ONE_BY_ONE = []

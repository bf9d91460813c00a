"""The games that both have: how a state of OpenSpiel is written in Yomikiri's notation, and where rules differ."""

import collections
import re

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


def hexes(rows, cols):
    """Hex: the board is made of what was played, since theirs prints who is joined to what."""
    def position(state):
        cells = ["."] * (rows * cols)
        for place, action in enumerate(state.history()):
            cells[action] = "xo"[place % 2]
        lines = ["".join(cells[row * cols:(row + 1) * cols]) for row in range(rows)]
        return "/".join(lines) + second(state)
    return Game(f"hex:rows={rows},cols={cols}", f"hex(num_rows={rows},num_cols={cols})", "winner", position, cell(cols))


def nim(heaps, misere):
    """Nim: heaps stay where they are, also when nothing is left of them."""
    def position(state):
        return "/".join(re.findall(r"\d+", str(state).split(":")[1])) + second(state)

    def move(state, action):
        heap, taken = re.findall(r"\d+", state.action_to_string(state.current_player(), action))
        return f"{heap},{taken}"
    sizes = "/".join(map(str, heaps))
    return Game(f"nim:heaps={sizes},misere={'yes' if misere else 'no'}",
                f"nim(pile_sizes={';'.join(map(str, heaps))},is_misere={misere})", "winner", position, move)


def square(name, rows, upright):
    """`b3` as our row,column. Row 1 is their lowest; it is our highest where boards are turned over."""
    row, col = int(name[1]), ord(name[0]) - ord("a") + 1
    return f"{row if upright else rows + 1 - row},{col}"


def men(name, rows, cols, first, upright, more=""):
    """A game of men on a board with letters and numbers. `first` is the sign of theirs for player 0, then player 1's."""
    def position(state):
        lines = labelled(state)
        lines = reversed(lines) if upright else lines
        other = str.maketrans({first[0]: "x", first[1]: "o"})
        return "/".join(line.translate(other) for line in lines) + second(state)

    def move(state, action):
        text = state.action_to_string(state.current_player(), action)
        return f"{square(text[:2], rows, upright)}-{square(text[2:4], rows, upright)}"
    return Game(f"{name}:rows={rows},cols={cols}{more}", f"{name}(rows={rows},columns={cols})", "winner", position, move)


def dots(rows, cols):
    """Dots and boxes: sides in reading order, rows of horizontal and of vertical ones by turns."""
    def place(action):
        if action < (rows + 1) * cols:
            row, col = divmod(action, cols)
            return row * (2 * cols + 1) + col
        row, col = divmod(action - (rows + 1) * cols, cols + 1)
        return row * (2 * cols + 1) + cols + col

    def position(state):
        drawn = {place(action) for action in state.history()}
        lines, number = [], 0
        for line in range(2 * rows + 1):
            wide, sign = (cols, "-") if line % 2 == 0 else (cols + 1, "|")
            lines.append("".join(sign if number + side in drawn else "." for side in range(wide)))
            number += wide
        # Whose turn it is in a finished position says nothing of it, but is part of it.
        return "/".join(lines) + (":second" if turn(state) == 1 else "")

    def turn(state):
        if not state.is_terminal():
            return state.current_player()
        # The last side closes a box, and its player would move again.
        return state.full_history()[-1].player

    def points(state):
        return str(state).count("1") - str(state).count("2")
    return Game(f"dots-and-boxes:rows={rows},cols={cols}",
                f"dots_and_boxes(num_rows={rows},num_cols={cols},utility_margin=True)", "margin",
                position, lambda state, action: str(place(action) + 1), points)


def mancala():
    """Kalah: a position leaves the stores out."""
    def pits(state):
        top, middle, bottom = board(state)[:3]
        number = lambda row: [int(seeds) for seeds in re.findall(r"\d+", row)]
        return number(bottom), number(top)[::-1], number(middle)

    def position(state):
        first, other, _ = pits(state)
        return f"{'/'.join(map(str, first))}//{'/'.join(map(str, other))}{second(state)}"

    def points(state):
        _, _, (other, first) = pits(state)
        return first - other
    return Game("kalah:pits=6,seeds=4", "mancala", "margin", position,
                lambda state, action: str(action if action < 7 else action - 7), points, True)


# All positions that play can reach are compared.
WHOLE = [
    grid("tictactoe", "tic_tac_toe", 3),
    grid("mnk:rows=3,cols=4,line=3", "mnk(m=4,n=3,k=3)", 4),
    grid("mnk:rows=3,cols=3,line=3", "mnk(m=3,n=3,k=3)", 3),
    drop(4, 3, 4),
    drop(4, 3, 3),
    drop(3, 4, 3),
    nim((1, 3, 5, 7), True),
    nim((1, 3, 5, 7), False),
    nim((4, 4, 4), False),
    hexes(3, 3),
    hexes(2, 4),
    men("breakthrough", 6, 2, "bw", True),
    # On fewer rows theirs begins with one row of pieces each.
    men("breakthrough", 5, 3, "bw", True, ",ranks=1"),
    men("breakthrough", 4, 3, "bw", True, ",ranks=1"),
    men("clobber", 3, 4, "ox", False),
    # On an even number of rows theirs has a man of First's at the lower left, ours at the upper left.
    men("clobber", 2, 5, "ox", True),
    dots(2, 2),
    dots(1, 3),
]
# So many positions of random play are compared, near enough to the end for theirs to be worked out: asked of a table, or,
# where that would be too large, one by one.
TABLES = [(drop(5, 4, 4), 10_000), (grid("mnk:rows=4,cols=4,line=4", "mnk(m=4,n=4,k=4)", 4), 10_000)]
ONE_BY_ONE = [(mancala(), 1_000)]

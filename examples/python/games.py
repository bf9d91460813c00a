"""Games that are neither in Yomikiri's list nor in a rules file, as classes of Python.

    python examples/python/games.py              solves them all
    python examples/python/games.py PopOut       or some of them
    yomikiri play "program:command=python3 -m yomikiri examples/python/games.py:Achi"
"""

import sys
import time
from functools import lru_cache

import yomikiri


class LGame(yomikiri.Rules):
    """Edward de Bono's L-game on 4 x 4 cells: nobody who plays well loses, and play need not end.

    Positions are (mover's L, the other's L, both neutral stones), as bits of the cells.
    """

    title = "L-game"

    def start(self):
        return 0x0446, 0x6220, 0x8001

    def moves(self, position):
        own, other, stones = position
        for to in places_of_l():
            if to == own or to & (other | stones):
                continue
            for stone in bits(stones):
                rest = stones & ~stone
                for cell in bits(0xFFFF & ~(to | other | rest)):
                    # A stone that is put back where it was has not been moved: both may do so, and it is one move.
                    if cell != stone or stone == stones & -stones:
                        yield f"{to:04x}-{rest | cell:04x}", (other, to, rest | cell)

    def outcome(self, position):
        own, other, stones = position
        return "opponent" if all(to == own or to & (other | stones) for to in places_of_l()) else None

    def cells(self, position):
        own, other, stones = position
        sign = lambda cell: "x" if own & cell else "o" if other & cell else "#" if stones & cell else "."
        return ["".join(sign(1 << (4 * row + col)) for col in range(4)) for row in range(4)]


@lru_cache(maxsize=None)
def places_of_l():
    """The 48 ways in which an L can lie on 4 x 4 cells."""
    found = set()
    for form in ([(0, 0), (1, 0), (2, 0), (2, 1)], [(0, 1), (1, 1), (2, 1), (2, 0)]):
        for flip in (lambda r, c: (r, c), lambda r, c: (c, r)):
            for down in (1, -1):
                for right in (1, -1):
                    shape = [flip(down * r, right * c) for r, c in form]
                    for row in range(4):
                        for col in range(4):
                            cells = [(row + r, col + c) for r, c in shape]
                            if all(0 <= r < 4 and 0 <= c < 4 for r, c in cells):
                                found.add(sum(1 << (4 * r + c) for r, c in cells))
    return tuple(sorted(found))


def bits(board):
    while board:
        yield board & -board
        board &= board - 1


class Achi(yomikiri.Rules):
    """Achi of Ghana: four men each on the nine points of a square with its diagonals. First all men are placed, in turn;
    then each move takes a man to the free point beside it. Three in a row win, and who cannot move has lost.

    A position is the points of the mover, those of the other, and how many men are still to be placed.
    """

    LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    MEN = 4

    def start(self):
        return 0, 0, 2 * self.MEN

    def moves(self, position):
        own, other, left = position
        free = [point for point in range(9) if not (own | other) >> point & 1]
        if left:
            return [(str(to), (other, own | 1 << to, left - 1)) for to in free]
        return [
            (f"{man}-{to}", (other, own & ~(1 << man) | 1 << to, 0))
            for to in free
            for man in beside(to)
            if own >> man & 1
        ]

    def outcome(self, position):
        own, other, left = position
        if any(other & line == line for line in self.LINES):
            return "opponent"
        return None if self.moves(position) else "opponent"

    def cells(self, position):
        own, other, _ = position
        return ["".join("xo."[0 if own >> p & 1 else 1 if other >> p & 1 else 2] for p in (r, r + 1, r + 2)) for r in (0, 3, 6)]


class ThreeMen(Achi):
    """The same with three men each: Tapatan of the Philippines."""

    title = "Tapatan"
    MEN = 3


@lru_cache(maxsize=None)
def beside(point):
    """The points next to a point: also along the diagonals, which meet in the middle."""
    row, col = divmod(point, 3)
    near = [other for other in range(9) if other != point and max(abs(other // 3 - row), abs(other % 3 - col)) == 1]
    return tuple(other for other in near if other in (4, 3 * row + other % 3, 3 * (other // 3) + col) or point == 4)


class PopOut(yomikiri.Rules):
    """Four in a row (on small boards three) where a player may also pop out a man of theirs at the bottom of a column.
    Whoever makes a line wins; if a pop makes lines of both, the player who popped; a full board goes on with pops, and
    whoever cannot move has drawn. A line for the other alone is theirs.

    A position is a column after another from the bottom up, x for the mover. On 4 x 4 cells Second wins in 24 plies; a
    program in C++ that was written apart from this one finds the same, and the same 692,427 positions.
    """

    def __init__(self, cols=4, rows=4, line=4):
        self.cols, self.rows, self.line = cols, rows, line
        self.title = f"PopOut {cols} x {rows}"

    def start(self):
        return ("",) * self.cols

    def moves(self, position):
        swap = str.maketrans("xo", "ox")
        turned = [column.translate(swap) for column in position]
        for at, column in enumerate(position):
            if len(column) < self.rows:
                yield str(at + 1), tuple(turned[:at] + [turned[at] + "o"] + turned[at + 1 :])
            if column.startswith("x"):
                yield f"{at + 1}p", tuple(turned[:at] + [turned[at][1:]] + turned[at + 1 :])

    def outcome(self, position):
        # The other has just moved.
        for sign, winner in (("o", "opponent"), ("x", "mover")):
            if self.has_line(position, sign * self.line):
                return winner
        full = all(len(column) == self.rows for column in position)
        return "draw" if full and not any(column.startswith("x") for column in position) else None

    def has_line(self, columns, wanted):
        rows = [column.ljust(self.rows, ".") for column in columns]
        if any(wanted in column for column in rows):
            return True
        for step in (0, 1, -1):
            for first in range(-self.cols, self.rows + self.cols):
                at = [(col, first + step * col) for col in range(self.cols)]
                if wanted in "".join(rows[col][row] for col, row in at if 0 <= row < self.rows):
                    return True
        return False

    def cells(self, position):
        return ["".join(c[row] if row < len(c) else "." for c in position) for row in reversed(range(self.rows))]


class Quarto(yomikiri.Rules):
    """Quarto on a square of cells with 2**attributes men: the other player says which man you place. Whoever makes a
    row, a column or a diagonal of men that have an attribute in common wins.

    A position is the man in hand (None at the start) and the men on the cells, None where there is none.
    """

    def __init__(self, size=2, attributes=2):
        self.size, self.men = size, range(2**attributes)
        self.all = 2**attributes - 1
        side = range(size)
        self.lines = [[size * row + col for col in side] for row in side]
        self.lines += [[size * row + col for row in side] for col in side]
        self.lines += [[(size + 1) * at for at in side], [(size - 1) * (at + 1) for at in side]]
        self.title = f"Quarto {size} x {size}"

    def start(self):
        return None, (None,) * self.size**2

    def moves(self, position):
        hand, board = position
        left = [man for man in self.men if man != hand and man not in board]
        if hand is None:
            return [(f"give{man}", (man, board)) for man in left]
        found: list = []
        for cell, man in enumerate(board):
            if man is None:
                after = board[:cell] + (hand,) + board[cell + 1 :]
                found += [(f"{cell}give{other}", (other, after)) for other in left] or [(str(cell), (None, after))]
        return found

    def outcome(self, position):
        hand, board = position
        for line in self.lines:
            men = [board[cell] for cell in line]
            if None not in men:
                ones = zeros = self.all
                for man in men:
                    ones, zeros = ones & man, zeros & ~man
                if ones or zeros:
                    return "opponent"
        is_over = all(man is not None for man in board) or hand is None and any(man is not None for man in board)
        return "draw" if is_over else None

    def rank(self, position):
        hand, board = position
        return 2 * board.count(None) + (hand is None)

    def key(self, position):
        """The least of all mirror images, with the attributes named so that the first man has none."""
        hand, board = position
        images = []
        for image in self.images(board):
            first = next((man for man in (*image, hand) if man is not None), 0)
            images.append(tuple(-1 if man is None else man ^ first for man in (hand, *image)))
        return min(images)

    def images(self, board):
        side = range(self.size)
        for _ in range(4):
            board = tuple(board[self.size * (self.size - 1 - col) + row] for row in side for col in side)
            yield board
            yield tuple(board[self.size * row + self.size - 1 - col] for row in side for col in side)


class MuTorere(yomikiri.Rules):
    """Mu torere of the Maori: four men each on eight points around a centre, and one point is free. A man goes to the free
    point beside it. From the ring to the centre it may go only if a man of the other player is beside it. Whoever cannot
    move has lost; nobody who plays well does (Ascher 1987).

    A position is the points of the mover and those of the other: 0 to 7 are the ring, 8 is the centre.
    """

    title = "Mu torere"

    def start(self):
        return 0b00001111, 0b11110000

    def moves(self, position):
        own, other = position
        free = next(point for point in range(9) if not (own | other) >> point & 1)
        found = []
        for man in range(9):
            beside = (man + 1) % 8, (man - 1) % 8
            if own >> man & 1 and (
                man == 8
                or free in beside
                or free == 8
                and any(other >> point & 1 for point in beside)
            ):
                found.append((f"{man}-{free}", (other, own & ~(1 << man) | 1 << free)))
        return found

    def outcome(self, position):
        return None if self.moves(position) else "opponent"


class Pentago(yomikiri.Rules):
    """Pentago on 4 x 4 cells with four blocks of 2 x 2: a man is placed, and then a block is turned by a quarter. Whoever
    has a row of `line` men after a turn wins; a row of both, and a full board without one, is a draw. (A row that stands
    before the turn wins at once.)

    A position is the cells of the mover and those of the other.
    """

    BLOCKS = [[4 * row + col, 4 * row + col + 1, 4 * row + col + 5, 4 * row + col + 4] for row in (0, 2) for col in (0, 2)]

    def __init__(self, line=3):
        self.title = f"Pentago 4 x 4, {line} in a row"
        self.lines = []
        for row in range(4):
            for col in range(4):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(row + down * at, col + right * at) for at in range(line)]
                    if all(r < 4 and 0 <= c < 4 for r, c in cells):
                        self.lines.append(sum(1 << (4 * r + c) for r, c in cells))

    def start(self):
        return 0, 0

    def moves(self, position):
        own, other = position
        found = {}
        for cell in range(16):
            man = 1 << cell
            if (own | other) & man:
                continue
            placed = own | man
            if self.has(placed):
                found[other, placed] = f"{cell}"
                continue
            for block, cells in enumerate(self.BLOCKS):
                for way in (1, 3):
                    after = self.turned(other, cells, way), self.turned(placed, cells, way)
                    # Turns that lead to the same cells are one move.
                    found.setdefault(after, f"{cell}{'ABCD'[block]}{'+-'[way == 3]}")
        return [(name, after) for after, name in found.items()]

    def turned(self, men, cells, way):
        for at, cell in enumerate(cells):
            if men >> cell & 1:
                men &= ~(1 << cell)
                men |= 1 << (16 + cells[(at + way) % 4])
        return men & 0xFFFF | men >> 16

    def has(self, men):
        return any(men & line == line for line in self.lines)

    def outcome(self, position):
        own, other = map(self.has, position)
        if own and other:
            return "draw"
        if own or other:
            return "mover" if own else "opponent"
        return "draw" if position[0] | position[1] == 0xFFFF else None

    def rank(self, position):
        return 17 - bin(position[0] | position[1]).count("1")


class Gobblers(yomikiri.Rules):
    """Gobblet Gobblers on nine cells: a cup from the hand or from the board goes to an empty cell or over a smaller cup.
    Three on top in a row win. Who lifts a cup and so shows a row of the other player has lost, unless the cup covers it
    again. Each player has `each` cups of each size.

    A position is the cells of the mover and those of the other, a set for each size, the smallest first.
    """

    LINES = Achi.LINES

    def __init__(self, sizes=3, each=1):
        self.sizes, self.each = sizes, each
        self.title = f"Gobblet Gobblers, {each} cups of {sizes} sizes"

    def start(self):
        return (0,) * self.sizes, (0,) * self.sizes

    def on_top(self, position):
        """What the mover shows, and what the other player does."""
        shown = [0, 0]
        for own, other in zip(*position):
            shown = [shown[0] & ~other | own, shown[1] & ~own | other]
        return shown

    def moves(self, position):
        own, other = position
        moves = []
        for size in range(self.sizes):
            covered = 0
            for larger in range(size, self.sizes):
                covered |= own[larger] | other[larger]
            free = [cell for cell in range(9) if not covered >> cell & 1]
            if bin(own[size]).count("1") < self.each:
                moves += [(f"{size}*{to}", self.after(position, size, 0, to)) for to in free]
            above = 0
            for larger in range(size + 1, self.sizes):
                above |= own[larger] | other[larger]
            for cup in range(9):
                if (own[size] & ~above) >> cup & 1:
                    moves += [(f"{cup}-{to}", self.after(position, size, 1 << cup, to)) for to in free]
        return moves

    def after(self, position, size, lifted, to):
        own, other = position
        return other, own[:size] + (own[size] & ~lifted | 1 << to,) + own[size + 1 :]

    def outcome(self, position):
        mine, theirs = (any(shown & line == line for line in self.LINES) for shown in self.on_top(position))
        # The other player has moved last: a row of the mover's that was shown then wins.
        if mine:
            return "mover"
        return "opponent" if theirs else None if self.moves(position) else "opponent"

    def key(self, position):
        return min(tuple(tuple(turn[cells] for cells in side) for side in position) for turn in turns())

    def cells(self, position):
        own, other = position
        rows = [["."] * 3 for _ in range(3)]
        for size in range(self.sizes):
            for cell in range(9):
                for side, letters in ((own, "ABC"), (other, "abc")):
                    if side[size] >> cell & 1:
                        rows[cell // 3][cell % 3] = letters[size]
        return ["".join(row) for row in rows]


@lru_cache(maxsize=None)
def turns():
    """The turned and mirrored images of all sets of nine cells."""
    maps = []
    for flips in range(8):
        places = []
        for cell in range(9):
            row, col = divmod(cell, 3)
            row, col = (2 - row if flips & 1 else row), (2 - col if flips & 2 else col)
            places.append(3 * col + row if flips & 4 else 3 * row + col)
        maps.append([sum(1 << places[cell] for cell in range(9) if cells >> cell & 1) for cells in range(512)])
    return maps


class Konane(yomikiri.Rules):
    """Konane of Hawaii: the board is full, and the players' stones alternate like the colours of a chess board. First takes
    away a stone of their own in a corner or in the middle, Second one beside the gap. From then on a stone jumps over a
    stone of the other player to the free cell behind it and captures it, and may jump on in the same direction. Whoever
    cannot move has lost.

    A position is the cells of the mover and those of the other.
    """

    def __init__(self, rows=4, cols=4):
        self.rows, self.width = rows, cols
        self.title = f"Konane {rows} x {cols}"

    def start(self):
        colour = lambda parity: sum(1 << cell for cell in range(self.rows * self.width) if sum(divmod(cell, self.width)) % 2 == parity)
        return colour(0), colour(1)

    def moves(self, position):
        own, other = position
        gone = [cell for cell in range(self.rows * self.width) if not (own | other) >> cell & 1]
        if not gone:
            ends = lambda size: (0, size - 1)
            middle = lambda size: ((size - 1) // 2, size // 2)
            may = [
                r * self.width + c
                for part in (ends, middle)
                for r in sorted(set(part(self.rows)))
                for c in sorted(set(part(self.width)))
            ]
            return [(f"{cell}", (other, own & ~(1 << cell))) for cell in sorted(set(may)) if own >> cell & 1]
        if len(gone) == 1:
            return [(f"{cell}", (other, own & ~(1 << cell))) for cell, _ in self.ways(gone[0])]
        found = []
        for man in range(self.rows * self.width):
            if own >> man & 1:
                for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    at, left = man, other
                    while (jump := self.jump(at, step, own, left)) is not None:
                        over, at = jump
                        left &= ~(1 << over)
                        found.append((f"{man}-{at}", (left, own & ~(1 << man) | 1 << at)))
        return found

    def ways(self, cell):
        """The cells beside a cell, and the directions to them."""
        row, col = divmod(cell, self.width)
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= row + down < self.rows and 0 <= col + right < self.width:
                yield (row + down) * self.width + col + right, (down, right)

    def jump(self, man, step, own, other):
        """Over which stone a man jumps, and where it lands."""
        over = next((cell for cell, way in self.ways(man) if way == step), None)
        if over is None or not other >> over & 1:
            return None
        to = next((cell for cell, way in self.ways(over) if way == step), None)
        return None if to is None or (own | other) >> to & 1 else (over, to)

    def outcome(self, position):
        return None if self.moves(position) else "opponent"

    def cells(self, position):
        own, other = position
        sign = lambda cell: "x" if own >> cell & 1 else "o" if other >> cell & 1 else "."
        return ["".join(sign(row * self.width + col) for col in range(self.width)) for row in range(self.rows)]


class Quoridor(yomikiri.Rules):
    """Quoridor on a small board: a pawn goes to the cell beside it or jumps over the other pawn (aslant, if a wall or the
    edge is behind that one), or a player sets a wall of two cells' length, which must leave both a way. Whoever reaches the
    opposite side wins.

    A position is the pawn of the mover and that of the other, the walls of both that are left, the walls that lie, and
    whether First is the mover. A wall is a point between four cells, and whether it lies across.
    """

    def __init__(self, size=3, walls=1):
        self.size, self.walls = size, walls
        self.title = f"Quoridor {size} x {size}, {walls} wall{'s' if walls != 1 else ''} each"

    def start(self):
        middle = self.size // 2
        return (self.size - 1, middle), (0, middle), self.walls, self.walls, frozenset(), True

    def is_open(self, walls, at, to):
        """Whether no wall and no edge is between two cells beside each other."""
        if not all(0 <= place < self.size for place in to):
            return False
        (row, col), (down, right) = at, (to[0] - at[0], to[1] - at[1])
        top, left = min(row, to[0]), min(col, to[1])
        if down:
            return not any((top, point, True) in walls for point in (col - 1, col))
        return not any((point, left, False) in walls for point in (row - 1, row))

    def beside(self, walls, at):
        near = [(at[0] + down, at[1] + right) for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        return [to for to in near if self.is_open(walls, at, to)]

    def steps(self, walls, at, other):
        for to in self.beside(walls, at):
            if to != other:
                yield to
                continue
            behind = 2 * to[0] - at[0], 2 * to[1] - at[1]
            if self.is_open(walls, to, behind):
                yield behind
            else:
                yield from (side for side in self.beside(walls, to) if side != at)

    def has_way(self, walls, at, goal):
        seen, todo = {at}, [at]
        for cell in todo:
            if cell[0] == goal:
                return True
            new = [to for to in self.beside(walls, cell) if to not in seen]
            seen.update(new)
            todo.extend(new)
        return False

    def goal(self, first):
        return 0 if first else self.size - 1

    def moves(self, position):
        at, other, own, theirs, walls, first = position
        found = [(f"{to[0] + 1},{to[1] + 1}", (other, to, theirs, own, walls, not first)) for to in sorted(set(self.steps(walls, at, other)))]
        if own:
            for row in range(self.size - 1):
                for col in range(self.size - 1):
                    for across in (True, False):
                        beside = [(row, col - 1), (row, col + 1)] if across else [(row - 1, col), (row + 1, col)]
                        if any((*point, across) in walls for point in beside) or {(row, col, True), (row, col, False)} & walls:
                            continue
                        after = walls | {(row, col, across)}
                        if self.has_way(after, at, self.goal(first)) and self.has_way(after, other, self.goal(not first)):
                            name = f"{'-' if across else '|'}{row + 1},{col + 1}"
                            found.append((name, (other, at, theirs, own - 1, after, not first)))
        return found

    def outcome(self, position):
        at, other, *_, first = position
        if other[0] == self.goal(not first):
            return "opponent"
        return None if self.moves(position) else "draw"


class TicTacChec(yomikiri.Rules):
    """Tic-tac-chec on nine cells, with a rook, a bishop and a knight each: a man is put on an empty cell, or moves as in
    chess and may capture, and a captured man goes back to the hand of its player. Three in a row win.

    A position is where the men of the mover and those of the other are; 9 is the hand.
    """

    title = "Tic-tac-chec 3 x 3"
    MEN = "rbn"
    HAND = 9

    def start(self):
        return (self.HAND,) * len(self.MEN), (self.HAND,) * len(self.MEN)

    def moves(self, position):
        own, other = position
        for man, at in enumerate(own):
            to = [cell for cell in range(9) if cell not in own + other] if at == self.HAND else self.reach(self.MEN[man], at, own, other)
            for cell in to:
                mine = own[:man] + (cell,) + own[man + 1 :]
                theirs = tuple(self.HAND if place == cell else place for place in other)
                yield f"{self.MEN[man]}{cell}", (theirs, mine)

    def reach(self, man, at, own, other):
        """The cells that a man can go to."""
        row, col = divmod(at, 3)
        ways = {"r": ((0, 1), (1, 0), (0, -1), (-1, 0)), "b": ((1, 1), (1, -1), (-1, 1), (-1, -1))}
        leaps = [(down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down) != abs(right)]
        for down, right in leaps if man == "n" else ways[man]:
            for steps in (1,) if man == "n" else (1, 2):
                r, c = row + steps * down, col + steps * right
                if not (0 <= r < 3 and 0 <= c < 3) or 3 * r + c in own:
                    break
                yield 3 * r + c
                if 3 * r + c in other:
                    break

    def outcome(self, position):
        own, other = position
        if self.HAND not in other and sum(1 << cell for cell in other) in Achi.LINES:
            return "opponent"
        return None if any(True for _ in self.moves(position)) else "draw"

    def key(self, position):
        return min(tuple(tuple(turn[cell] for cell in side) for side in position) for turn in turned_cells())

    def cells(self, position):
        own, other = position
        signs = {**dict(zip(other, self.MEN)), **dict(zip(own, self.MEN.upper()))}
        return ["".join(signs.get(3 * row + col, ".") for col in range(3)) for row in range(3)]


@lru_cache(maxsize=None)
def turned_cells():
    """Where each of nine cells, and the hand, goes in each turned and mirrored image."""
    return [[turn[1 << cell].bit_length() - 1 for cell in range(9)] + [9] for turn in turns()]


GAMES = {
    "LGame": LGame,
    "Achi": Achi,
    "ThreeMen": ThreeMen,
    "PopOut": PopOut,
    "Quarto": Quarto,
    "MuTorere": MuTorere,
    "Pentago": Pentago,
    "Gobblers": Gobblers,
    "Konane": Konane,
    "Quoridor": Quoridor,
    "TicTacChec": TicTacChec,
}


def main():
    for name in sys.argv[1:] or GAMES:
        rules = GAMES[name]()
        begun = time.perf_counter()
        answer = yomikiri.solve(rules, ask="distance")
        took = time.perf_counter() - begun
        positions = yomikiri.count(rules)["positions"]
        print(f"{getattr(rules, 'title', name)}: {answer}, {positions:,} positions, {took:.1f} s")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""A second checker of certificates, written from the book's page "Certificates" alone.

It shares no code with the solver or with the checker in Rust, and needs nothing but Python's standard
library. It holds at most --limit positions of a claim; its time grows with their moves.
Exit codes: 0 proved, 1 rejected, 2 bad usage, 3 a limit was reached.
"""

import argparse
import hashlib
import re
import sys
import zlib

# The worth of an outright win, and of a win where plies count: so many below FAR.
INF, FAR = float("inf"), 1 << 65
# Players are signs: what is worth a number to First is worth the number times the sign to a player.
PLAYERS = {"first": 1, "second": -1}
# What no name holds: control characters, and what stands for bytes that are not UTF-8.
CONTROL = r"\x00-\x1f\x7f-\x9f\ud800-\udfff"
NATURAL, INTEGER, SIGNED = r"0|[1-9][0-9]*", r"0|-?[1-9][0-9]*", r"[+-][1-9][0-9]*"
VALUES = {"winner": "first|second|draw", "margin": r"first|second|0|[+-][1-9][0-9]{,18}"}
VALUES["distance"] = r"draw|(first|second) (endless|0|[1-9][0-9]{,19})"


class Rejected(Exception):
    """Why a file is no proof, and where."""


def need(good, reason, at=None):
    if not good:
        raise Rejected(reason, at)


def is_number(text, form, bits):
    return re.fullmatch(form, text, re.ASCII) and len(text) < 64 and -1 << bits < int(text) < 1 << bits


class Text:
    """The lines of declared rules."""

    def __init__(self, raw):
        self.lines, self.at = raw.decode(errors="surrogateescape").split("\n"), 0
        need(not any(re.search(r"[\ud800-\udfff]", line) for line in self.lines), "bad rules")
        self.end = len(self.lines) - (self.lines[-1] == "")

    def need(self, good):
        need(good, "bad rules", f"line {self.at}")

    def line(self, word="", choices=None):
        """What follows a word in the next line."""
        self.at += 1
        self.need(self.at < len(self.lines) and self.lines[self.at - 1].startswith(word))
        rest = self.lines[self.at - 1][len(word) :]
        self.need(choices is None or rest in choices)
        return rest

    def more(self, word):
        """What follows a word in the lines from here on that begin with it."""
        while self.at < self.end and self.lines[self.at].startswith(word):
            yield self.line()[len(word) :]

    def numbers(self, text, most, form=NATURAL):
        words = text.split(" ")
        self.need(len(words) <= most and all(is_number(word, form, 63) for word in words))
        return [int(word) for word in words]

    def outcome(self, text):
        """First's worth of an outcome: infinite where it is won outright."""
        words = {"first": INF, "second": -INF, "draw": 0, "0": 0}
        return words[text] if text in words else self.numbers(text, 1, SIGNED)[0]


class Rules:
    """Declared rules. A worth is First's; a move is its number, the next position's code and the gain."""

    gains, endless = False, None

    def valid(self, code):
        return code < self.codes

    def turn(self, code):
        return 1 - code % 2 * 2


def makes(marks, lines):
    """Whether marks make one of some lines."""
    for line in lines:
        if line & marks == line:
            return True
    return False


class Cells(Rules):
    def __init__(self, text):
        self.drawing = text.line("board ")
        text.need(set(self.drawing) <= set("._/") and len(self.drawing) <= 1 << 16)
        self.board = self.drawing.count(".")
        self.boards = range(*text.numbers(text.line("boards "), 1))
        self.cells = self.board * len(self.boards)
        text.need(0 < self.cells <= 64)
        self.marks = text.line("marks ", ("own", "either", "one"))
        self.made = INF if text.line("lines ", ("win", "lose")) == "win" else -INF
        self.full = text.line("full ", ("draw", "first", "second", "points"))
        if self.full == "points":
            self.weights = text.numbers(text.line("weights "), self.board, INTEGER) * len(self.boards)
            text.need(len(self.weights) == self.cells and sum(map(abs, self.weights)) <= 1 << 62)
        support = [0] * self.board
        for numbers in text.more("support "):
            support = text.numbers(numbers, self.board)
            text.need(len(support) == self.board and max(support) <= self.board)
            break
        # For each cell the set that has to be marked before it.
        self.below = [(1 << cell >> 1) << board * self.board for board in self.boards for cell in support]
        self.lines = []
        for numbers in text.more("line "):
            line = text.numbers(numbers, self.board)
            text.need(line == sorted(set(line)) and 1 <= line[0] and line[-1] <= self.board)
            self.lines.append(sum(1 << cell - 1 for cell in line))
            text.need(len(self.lines) <= 65536)
        # For each cell of a board the lines through it.
        self.through = [[line for line in self.lines if line >> cell & 1] for cell in range(self.board)]

    def sets(self, code):
        return code & (1 << self.cells) - 1, code >> self.cells

    def valid(self, code):
        x, o = self.sets(code)
        if x & o or o >> self.cells or (self.marks == "one" and o):
            return False
        return all(below & ~(x | o) == 0 for cell, below in enumerate(self.below) if (x | o) >> cell & 1)

    def turn(self, code):
        return 1 - bin(code).count("1") % 2 * 2

    def makers(self, code, board):
        """Whose marks make lines on a board."""
        sets = [marks >> board * self.board for marks in self.sets(code)]
        return [1 - 2 * k for k in (0, 1) if makes(sets[k], self.lines)]

    def open(self, code):
        x, o = self.sets(code)
        taken, several = x | o, len(self.boards) > 1
        dead = several and [self.makers(code, board) for board in self.boards]
        for cell, below in enumerate(self.below):
            if not taken >> cell & 1 and below & taken == below and not (several and dead[cell // self.board]):
                yield cell

    def over(self, code):
        makers = [self.makers(code, board) for board in self.boards]
        if all(makers):
            own = self.marks == "own" and len(makers) == 1
            return self.made * (makers[0][0] if own else -self.turn(code))
        if next(self.open(code), None) is not None:
            return None
        if self.full != "points":
            return INF * PLAYERS[self.full] if self.full in PLAYERS else 0
        x, o = self.sets(code)
        return sum(w * ((x >> c & 1) - (o >> c & 1)) for c, w in enumerate(self.weights))

    def moves(self, code):
        as_o = self.marks == "own" and self.turn(code) < 0
        for cell in self.open(code):
            yield cell, code | 1 << cell + (self.cells if as_o else 0), 0
        for cell in self.open(code) if self.marks == "either" else ():
            yield self.cells + cell, code | 1 << self.cells + cell, 0

    def show(self, code):
        x, o = self.sets(code)
        signs = iter("o" if o >> cell & 1 else ".x"[x >> cell & 1] for cell in range(self.cells))
        return "//".join("".join(next(signs) if s == "." else s for s in self.drawing) for _ in self.boards)


class Walk(Rules):
    gains = True

    def __init__(self, text):
        size = text.numbers(text.line("grid "), 2)
        text.need(len(size) == 2 and 1 <= size[0] * size[1] <= 1 << 24)
        self.rows, self.cols = size
        self.codes, self.steps, self.points = 2 * self.rows * self.cols, [], []
        for numbers in text.more("step "):
            step = text.numbers(numbers, 2)
            text.need(len(step) == 2 and 0 < max(step) < 1 << 32 and len(self.steps) < 255)
            self.steps.append(step)
        text.need(self.steps)
        for _ in range(self.rows):
            row = text.line("row ")
            if set(row) <= set("+-"):
                row = row.replace("-", "-1 ").replace("+", "1 ")[:-1]
            points = text.numbers(row, self.cols, INTEGER)
            text.need(len(points) == self.cols)
            self.points += points

    def over(self, code):
        return None if next(self.moves(code), None) else 0

    def moves(self, code):
        row, col = divmod(code // 2, self.cols)
        for number, (down, right) in enumerate(self.steps):
            if row + down < self.rows and col + right < self.cols:
                cell = (row + down) * self.cols + col + right
                yield number, 2 * cell + (1 - code % 2), self.points[cell]

    def show(self, code):
        return f"{code // 2 // self.cols + 1},{code // 2 % self.cols + 1}"


class Graph(Rules):
    def __init__(self, text):
        self.endless = text.outcome(text.line("endless "))
        ids, nodes, raw, self.edges = {}, [], [], []
        for line in text.more(""):
            name, over, moves = line.partition(" = ")
            player, worth = "first", text.outcome(moves) if over else None
            if not over:
                head, colon, moves = name.partition(": ")
                name, _, player = head.partition(" ")
                text.need(colon and player in PLAYERS)
            text.need(re.fullmatch(r"[^ :=+;#" + CONTROL + "-]+", name) and name not in ids)
            ids[name] = len(ids)
            nodes.append((name, PLAYERS[player], worth))
            raw.append([] if over else moves.split(" "))
        text.need(raw)
        for words in raw:
            split = [re.fullmatch(r"([^+-]*)(.*)", word, re.DOTALL).groups() for word in words]
            text.need(all(name in ids for name, _ in split))
            self.edges.append([(ids[name], text.numbers(gain, 1, SIGNED)[0] if gain else 0) for name, gain in split])
        self.codes = len(nodes)
        self.gains = any(gain for edges in self.edges for _, gain in edges)
        self.show, self.turn, self.over = (column.__getitem__ for column in zip(*nodes))

    def moves(self, code):
        return ((number, *edge) for number, edge in enumerate(self.edges[code]))


class Heaps(Rules):
    def __init__(self, text):
        self.sizes = text.numbers(text.line("sizes "), 16)
        self.units, self.codes = [], 2
        for size in reversed(self.sizes):
            self.units.insert(0, self.codes)
            self.codes *= size + 1
            text.need(size <= 1000000 and self.codes < 1 << 128)
        take = text.line("take ")
        self.take = range(1, 1000001) if take == "any" else text.numbers(take, 1000)
        text.need((take == "any" or self.take == sorted(set(self.take)) and 0 < self.take[0]) and self.take[-1] <= 1e6)
        stuck = text.line("stuck ", ("loses", "wins", "points"))
        self.gains, self.stuck = stuck == "points", {"loses": -INF, "wins": INF, "points": 0}[stuck]

    def heaps(self, code):
        return [code // unit % (size + 1) for unit, size in zip(self.units, self.sizes)]

    def over(self, code):
        return None if max(self.heaps(code)) >= self.take[0] else self.stuck * self.turn(code)

    def moves(self, code):
        heaps = self.heaps(code)
        for k, removed in enumerate(self.take):
            if removed > max(heaps):
                break
            for j in (j for j, left in enumerate(heaps) if removed <= left):
                yield k * len(heaps) + j, (code - self.units[j] * removed) ^ 1, removed if self.gains else 0

    def show(self, code):
        return "/".join(map(str, self.heaps(code)))


def declared(raw):
    text = Text(raw)
    kind = {"cells": Cells, "walk": Walk, "graph": Graph, "heaps": Heaps}.get(text.line())
    text.need(kind)
    rules = kind(text)
    text.at += 1
    text.need(text.at == len(text.lines) and text.end < text.at)
    return rules


class File:
    """The bytes of a file from front to back, and the digest of those read."""

    def __init__(self, source):
        self.source, self.hash = source, hashlib.sha256()

    def bytes(self, count, least):
        read = self.source.read(count)
        self.hash.update(read)
        need(len(read) >= least, "truncated")
        return read

    def line(self, word="", bad="bad header"):
        """What follows a word in the next line."""
        line = self.source.readline((1 << 20) + 1)
        self.hash.update(line)
        ended = len(line) < (1 << 20) + 1 and bad == "bad header"
        need(line.endswith(b"\n"), "truncated" if ended else bad)
        text = line[:-1].decode(errors="surrogateescape")
        need(text.startswith(word) and not re.search(f"[{CONTROL}]", text), bad)
        return text[len(word) :]

    def stream(self):
        """The bytes of a stream, decompressed piece by piece."""
        left, raw, engine = int.from_bytes(self.bytes(8, 8), "little"), b"", zlib.decompressobj()
        while not engine.eof:
            if not raw and left:
                raw = self.bytes(min(left, 65536), 1)
                left -= len(raw)
            try:
                piece = engine.decompress(raw, 65536)
            except zlib.error:
                raise Rejected("bad compression", None) from None
            raw = engine.unconsumed_tail
            need(piece or raw or left or engine.eof, "bad compression")
            yield from piece
        self.clean = not (left or raw or engine.unused_data)


class Listed:
    """The positions of a stream, and what is done with them whatever is claimed."""

    def read(self, file, rules, limit):
        self.rules, self.stream = rules, file.stream()
        need(self.number() == 0, "unknown leaves")
        count, code, self.codes = self.number(), 0, []
        if count > limit:
            raise MemoryError("the limit of positions was reached")
        for at in range(count):
            step = self.number(128)
            code += step
            need((step or at == 0) and code < 1 << 128, "not ascending")
            self.codes.append(code)
        self.index = {code: at for at, code in enumerate(self.codes)}
        self.read_lists()
        need(next(self.stream, None) is None, "bad numbers")
        need(file.clean, "bad compression")

    def number(self, bits=64):
        value = shift = 0
        while True:
            byte = next(self.stream, None)
            need(byte is not None and shift < bits and (byte or not shift), "bad numbers")
            value |= (byte & 127) << shift
            need(not value >> bits, "bad numbers")
            if byte < 128:
                return value
            shift += 7

    def list(self):
        return [self.number() for _ in self.codes]

    def check(self, root):
        for at, code in enumerate(self.codes):
            need(self.rules.valid(code), "not a position", str(code))
            need(self.rules.over(code) is None, "game is over", self.rules.show(code))
            self.check_position(at, code, self.rules.show(code))
        self.check_root(root, self.rules.show(root))


class Half(Listed):
    """A claim of one player: a threshold, perhaps a number of plies within which, or not before which."""

    def __init__(self, ask, rules, claimant, value):
        need(re.fullmatch(VALUES[ask], value, re.ASCII) and (ask != "distance" or not rules.gains), "bad claim")
        word, _, plies = value.partition(" ")
        self.side = PLAYERS[claimant]
        own, count = word == claimant, int(plies) if plies.isdigit() else None
        need(count is None or count < 1 << 64, "bad claim")
        self.within, self.delay = (count, None) if own else (None, count)
        self.delays = self.delay is not None
        if word in PLAYERS:
            self.threshold = {"winner": (-INF, 1), "margin": (-INF, INF), "distance": (0, 1)}[ask][own]
        else:
            points = 0 if word == "draw" else int(word)
            need(-1 << 63 < points < 1 << 63, "bad claim")
            self.threshold = self.side * points
        any_end = rules.endless is None or self.delays or plies == "endless" and not own
        needs_end = not any_end and self.side * rules.endless < self.threshold
        self.ranked = needs_end or self.delays or self.within is not None

    def read_lists(self):
        self.chosen = self.list()
        self.ranks = self.list() if self.ranked else [0] * len(self.codes)
        self.bounds = [self.threshold] * len(self.codes)
        if self.rules.gains:
            self.bounds = [INF if n == 0 else -(n // 2) if n % 2 == 0 else n // 2 for n in self.list()]

    def promise(self, code, shallow=False):
        """The worth and the rank promised; of a position of the opponent that is not listed, by its moves."""
        over = self.rules.over(code)
        if over is not None:
            return self.side * over, INF if self.delays and self.side * over >= 0 else 0
        if code in self.index:
            return self.bounds[self.index[code]], self.ranks[self.index[code]]
        if shallow or self.rules.turn(code) == self.side:
            return (0, 0) if self.delays else None
        after = [(self.promise(code, True), gain) for _, code, gain in self.rules.moves(code)]
        if any(promise is None for promise, _ in after):
            return None
        ranks = [promise[1] for promise, _ in after]
        return min(promise[0] - gain for promise, gain in after), 1 + (min if self.delays else max)(ranks)

    def check_position(self, at, code, shown):
        own, moves = self.rules.turn(code) == self.side, self.rules.moves(code)
        if own:
            moves = [move for move in moves if move[0] == self.chosen[at]]
        need(moves if own else self.chosen[at] == 0, "illegal move", shown)
        for _, after, gain in moves:
            promise = self.promise(after)
            need(promise, "missing position", shown)
            if self.delays:
                need(self.ranks[at] <= promise[1] + 1, "rank not kept", shown)
                continue
            worth = promise[0] + (gain if own else -gain)
            need(worth >= self.bounds[at], "bound not kept" if self.rules.gains else "ending falls short", shown)
            need(not self.ranked or promise[1] < self.ranks[at], "rank not kept", shown)

    def check_root(self, root, shown):
        if self.threshold == -INF:
            return
        promise = self.promise(root)
        need(promise, "missing position", shown)
        kept = promise[1] >= self.delay if self.delays else promise[0] >= self.threshold
        need(kept and (self.within is None or promise[1] <= self.within), "claim not kept", shown)


class Places:
    """What strategies speak of: each cell of each board, with either mark where a player chooses between two."""

    def __init__(self, rules):
        need(isinstance(rules, Cells), "bad claim")
        self.rules, self.count = rules, rules.cells * (2 if rules.marks == "either" else 1)
        need(self.count <= 64, "bad claim")
        self.common = rules.marks != "own"
        self.own = not self.common and len(rules.boards) == 1
        self.lines = [line << at for at in range(0, self.count, rules.board) for line in rules.lines]
        self.through = [[line for line in self.lines if line >> place & 1] for place in range(self.count)]
        self.below = [self.kinds(rules.below[place % rules.cells]) for place in range(self.count)]
        self.boards = {self.kinds((1 << rules.board) - 1 << board * rules.board) for board in rules.boards}

    def kinds(self, cells):
        """Cells with any of the marks that may be put there."""
        return sum(cells << at for at in range(0, self.count, self.rules.cells))

    def sets(self, code):
        """First's marks and Second's; marks of nobody are those of both."""
        x = code & (1 << self.count) - 1
        return (x, x) if self.common else (x, code >> self.count)

    def image(self, code, images):
        x, o = (moved(images, marks) for marks in self.sets(code))
        return x if self.common else x | o << self.count

    def mark(self, code, place):
        """The position after a mark of the player to move."""
        return code | 1 << place + (0 if self.common or self.rules.turn(code) > 0 else self.count)

    def symmetry(self, text):
        """The images of the places under a permutation that leaves the rules as they are."""
        words, rules = text.split(" "), self.rules
        need(len(words) <= 64 and all(is_number(word, NATURAL, 63) for word in words), "bad symmetry")
        images = [int(word) - 1 for word in words]
        need(sorted(images) == list(range(self.count)), "bad symmetry")
        good = sorted(moved(images, line) for line in self.lines) == sorted(self.lines)
        good = good and {moved(images, board) for board in self.boards} == self.boards
        weights = getattr(rules, "weights", None)
        signs = [1 if place < rules.cells else -1 for place in range(self.count)]
        for place, image in enumerate(images):
            good = good and moved(images, self.below[place]) == self.below[image]
            good = good and images[(place + rules.cells) % self.count] == (image + rules.cells) % self.count
            good = good and not (
                weights
                and signs[place] * weights[place % rules.cells] != signs[image] * weights[image % rules.cells]
            )
        need(good, "bad symmetry")
        return images


def moved(images, places):
    return sum(1 << image for place, image in enumerate(images) if places >> place & 1)


class Tree(Half):
    """A claim of version 2: a tree of moves, with strategies as leaves; or of version 4, with threats, too."""

    GIVES_ONE = range(9)  # kinds of rules

    def read(self, file, rules, limit):
        self.rules, self.stream, self.limit, self.left = rules, file.stream(), limit, limit
        self.strategies = [self.strategy() for _ in range(self.number())]
        count = self.number()
        if count > self.left:
            raise MemoryError("the limit of positions was reached")
        self.walk = [self.number() for _ in range(count)]
        need(next(self.stream, None) is None, "bad numbers")
        need(file.clean, "bad compression")

    def number(self, bits=64):
        """A number; all of them are held, as positions are."""
        self.left -= 1
        if self.left < 0:
            raise MemoryError("the limit of positions was reached")
        return super().number(bits)

    def below(self, bound):
        number = self.number()
        need(number < bound, "bad strategy")
        return number

    def count(self):
        number = self.below(4096)
        need(number, "bad strategy")
        return number

    def cells(self, count):
        cells = []
        for _ in range(count):
            cell = self.below(self.places.count)
            need(cell not in cells, "bad strategy")
            cells.append(cell)
        return cells

    def pairs(self):
        cells = self.cells(2 * self.count())
        return list(zip(cells[::2], cells[1::2]))

    def strategy(self):
        """A list of rules, or a pairing; a rule is its kind and what belongs to it."""
        count = self.number()
        need(count <= 4096, "bad strategy")
        if count == 0:
            first = self.below(self.places.count + 1)
            return "pairing", first, self.pairs()
        return [self.rule() for _ in range(count)]

    def rule(self):
        kind = self.number()
        need(kind in self.GIVES_ONE, "bad strategy")
        if kind == 2:
            return kind, self.cells(self.count())
        if kind in (3, 4, 5):
            cells = self.number()
            need(cells and not cells >> self.places.count, "bad strategy")
            return kind, cells
        if kind == 6:
            return kind, self.pairs()
        if kind == 7:
            cell = self.below(self.places.count)
            return kind, (cell, [divmod(self.below(3 * self.places.count), 3) for _ in range(self.count())])
        return kind, None

    def view(self, code):
        """The claimant's marks, the other side's, and the open cells."""
        x, o = self.places.sets(code)
        return (x, o) if self.side > 0 else (o, x), [move for move, _, _ in self.rules.moves(code)]

    def cell(self, rules, code, fault):
        """The cell that the first rule gives that gives one."""
        (own, other), cells = self.view(code)
        for kind, what in rules:
            found = []
            if kind < 2:
                marks = other if kind else own
                found = [cell for cell in cells if self.completes(marks | 1 << cell, cell)]
            elif kind == 2:
                found = [cell for cell in what if cell in cells]
            elif kind < 6:
                found = [cell for cell in cells if what >> cell & 1]
                if kind == 5:
                    found = [cell for cell in found if self.places.below[cell] & other]
                    if len(found) > 1:
                        raise Rejected("two moves", fault(code))
                if kind == 4 and len(found) > 1:
                    found = []
            elif kind == 6:
                for one, two in what:
                    if other >> one & 1 and two in cells:
                        found.append(two)
                    elif other >> two & 1 and one in cells:
                        found.append(one)
            elif kind == 7:
                has = (~(own | other), own, other)
                found = [what[0]] if what[0] in cells and all(has[be] >> c & 1 for c, be in what[1]) else []
            else:
                found = cells
            if found:
                return found[0]
        raise Rejected("no rule", fault(code))

    def completes(self, marks, cell):
        return self.rules.made > 0 and makes(marks, self.places.through[cell])

    def least(self, code):
        return min([code] + [self.places.image(code, images) for images in self.symmetries])

    def reaches(self, code, reason, at):
        need(self.side * self.rules.over(code) >= self.threshold, reason, at)

    def check(self, root):
        if self.threshold == -INF:
            return need(not (self.walk or self.strategies), "bad numbers")
        show, walk, used = self.rules.show, iter(self.walk), 0
        met, stack = set(), [(root, True)]
        # For each strategy the positions where it was followed; their number is bounded.
        self.played, self.room = [set() for _ in self.strategies], self.limit

        def number():
            found = next(walk, None)
            need(found is not None, "bad numbers")
            return found

        while stack:
            code, is_root = stack.pop()
            if self.rules.over(code) is not None:
                self.reaches(code, "ending falls short", show(code))
                continue
            own = self.rules.turn(code) == self.side
            if own or is_root:
                code = self.least(code)
                if code in met:
                    continue
                met.add(code)
                does = number()
                if does < 2:
                    index = number() if does else used
                    used += 1 - does
                    need(index < min(used, len(self.strategies)), "bad strategy", show(code))
                    self.follow(index, code)
                    continue
                need(own or does == 2, "illegal move", show(code))
                if own:
                    after = [after for move, after, _ in self.rules.moves(code) if move == does - 2]
                    need(after, "illegal move", show(code))
                    stack.append((after[0], False))
                    continue
            sequences = self.sequences(number) if self.threats else None
            after = [after for _, after, _ in self.rules.moves(code) if not self.lost(after, sequences)]
            stack += [(code, False) for code in reversed(after)]
        need(next(walk, None) is None and used == len(self.strategies), "bad numbers")

    def sequences(self, number):
        """Sequences of threats, each a list of places."""
        sequences = []
        for _ in range(number()):
            sequences.append([number() for _ in range(number())])
            need(all(place < self.places.count for place in sequences[-1]), "bad numbers")
        return sequences

    def lost(self, code, sequences):
        """Whether the claimant, to move, completes a line or wins by a sequence of threats."""
        if sequences is None or self.rules.over(code) is not None:
            return False
        return bool(self.completing(code, 0)) or any(self.wins(code, cells) for cells in sequences)

    def wins(self, code, cells):
        for cell in cells:
            if not self.is_open(code, cell):
                return False
            code = self.places.mark(code, cell)
            threats = self.completing(code, 0)
            if not threats or self.completing(code, 1):
                return False
            if len(threats) > 1:
                return True
            code = self.places.mark(code, threats.pop())
            if self.completing(code, 0):
                return True
        return False

    def is_open(self, code, place):
        x, o = self.places.sets(code)
        return not (x | o) >> place & 1 and not self.places.below[place] & ~(x | o)

    def completing(self, code, whose):
        """The open places on which the claimant (0) or the other side (1) completes a line."""
        marks = self.places.sets(code)[whose if self.side > 0 else 1 - whose]
        rests = (line & ~marks for line in self.places.lines)
        places = {rest.bit_length() - 1 for rest in rests if rest and not rest & rest - 1}
        return {place for place in places if self.is_open(code, place)}

    def follow(self, index, leaf):
        strategy, show = self.strategies[index], self.rules.show
        if strategy[0] == "pairing":
            _, first, pairs = strategy
            after = leaf if first == 0 else self.taken(first - 1, leaf)
            need(after is not None and self.is_answered(pairs, after), "pairing fails", show(leaf))
            return

        def fault(code):
            return f"{show(code)} in the leaf {show(leaf)}"

        def goes_on(code, cell):
            """Whether play goes on after a mark in a cell; if not, the claim has to be reached."""
            marks = self.places.sets(code)[self.rules.turn(code) > 0]
            if not makes(marks, self.places.through[cell]) and next(self.rules.open(code), None) is not None:
                return True
            worth = self.rules.over(code)
            if worth is None:
                return True
            if self.side * worth < self.threshold:
                raise Rejected("strategy falls short", fault(code))
            return False

        played = self.played[index]
        stack = [leaf] if self.rules.turn(leaf) == self.side else []
        ask = [] if stack else [leaf]
        while stack or ask:
            if ask:
                stack += [after for cell, after, _ in self.rules.moves(ask.pop()) if goes_on(after, cell)]
                continue
            code = stack.pop()
            if code in played:
                continue
            if self.playout[0] == 0:
                raise Rejected("playout too long", fault(code))
            if self.room == 0:
                raise MemoryError("the limit of positions was reached")
            self.playout[0] -= 1
            self.room -= 1
            played.add(code)
            cell = self.cell(strategy, code, fault)
            after = self.places.mark(code, cell)
            if goes_on(after, cell):
                ask.append(after)

    def taken(self, cell, leaf):
        """The position after the cell that a pairing takes first, if it may be taken and the game goes on."""
        own = self.rules.turn(leaf) == self.side
        after = [after for move, after, _ in self.rules.moves(leaf) if own and move == cell]
        return after[0] if after and self.rules.over(after[0]) is None else None

    def is_answered(self, pairs, leaf):
        (own, other), cells = self.view(leaf)
        is_open = sum(1 << cell for cell in cells)
        empty = ~(own | other) & (1 << self.places.count) - 1
        paired, sure, both = 0, 0, []
        for one, two in pairs:
            pair = 1 << one | 1 << two
            paired |= pair
            if pair & ~is_open == 0:
                both.append(pair)
            elif self.places.below[two] == 1 << one:
                sure |= 1 << two
            else:
                return False
        own_turn = self.rules.turn(leaf) == self.side
        if paired & ~empty or is_open != empty and (paired != empty or own_turn):
            return False
        lines, full = self.places.lines, self.rules.full
        worth = INF * PLAYERS[full] if full in PLAYERS else 0
        kept = full != "points" and self.side * worth >= self.threshold
        kept = kept or INF >= self.threshold and any(line & ~(own | sure) == 0 for line in lines)
        answered = (line & (own | sure) or any(line & pair == pair for pair in both) for line in lines)
        return bool(self.places.own and self.rules.made > 0 and kept and all(answered))


class All(Listed):
    """The claim of all values, which are First's worths."""

    LEAVES_OUT = False  # whether positions may be left out

    def __init__(self, ask, rules, *_):
        self.ask = ask
        sums = ask == "margin" or not rules.gains
        ends = rules.endless is None or ask == "distance" and rules.endless == 0 and not self.LEAVES_OUT
        need(sums and ends, "bad claim")

    def read_lists(self):
        self.values = [self.value(number) for number in self.list()]

    def value(self, number):
        if self.ask == "margin":
            return (INF, -INF)[number] if number < 2 else -(number // 2) if number % 2 else number // 2 - 1
        need(number < 3 if self.ask == "winner" else number != 1, "bad numbers")
        if self.ask == "winner":
            return 1 - number
        return 0 if number == 0 else (number // 2 - FAR) * (1 if number % 2 else -1)

    def known(self, code, shown):
        over = self.rules.over(code)
        need(over is not None or code in self.index, "missing position", shown)
        if over is None:
            return self.values[self.index[code]]
        sign = (over > 0) - (over < 0)
        return {"winner": sign, "margin": over, "distance": sign * FAR}[self.ask]

    check_root = known

    def check_position(self, at, code, shown):
        best = max(self.moved(move, code, shown) for move in self.rules.moves(code))
        need(best == self.rules.turn(code) * self.values[at], "value not kept", shown)

    def moved(self, move, code, shown):
        """What a move from a position is worth to who makes it."""
        best = self.rules.turn(code) * self.known(move[1], shown) + move[2]
        return best - ((best > 0) - (best < 0) if self.ask == "distance" else 0)


class Both(All):
    """The claim of values as long as a player has made no mistake: of each, one player can be sure."""

    LEAVES_OUT = True

    def is_known(self, code):
        return self.rules.over(code) is not None or code in self.index

    def check_position(self, at, code, shown):
        known = [move for move in self.rules.moves(code) if self.is_known(move[1])]
        best = max((self.moved(move, code, shown) for move in known), default=None)
        need(best == self.rules.turn(code) * self.values[at], "value not kept", shown)

    def check_root(self, root, shown):
        self.known(root, shown)
        held = {}
        for code in self.codes:
            self.find(code, held)
        for code in self.codes:
            need(held[code], "nobody sure", self.rules.show(code))
        need(root not in held or len(held[root]) == 2, "claim not kept", shown)

    def find(self, code, held):
        """Who can be sure of the value of a listed position, by what is listed and nothing else."""
        waiting = [code]
        while waiting:
            code = waiting[-1]
            moves = [] if code in held else list(self.rules.moves(code))
            first = [to for _, to, _ in moves if to in self.index and to not in held and self.rules.over(to) is None]
            waiting += first
            if first:
                continue
            waiting.pop()
            if code in held:
                continue
            mover, own, others = self.rules.turn(code), False, True
            for move in moves:
                over = self.rules.over(move[1]) is not None
                sure = PLAYERS.values() if over else held.get(move[1], ())
                is_kept = mover in sure and self.moved(move, code, None) == mover * self.values[self.index[code]]
                own, others = own or is_kept, others and -mover in sure
            held[code] = {side for side, holds in ((mover, own), (-mover, others)) if holds}


def check(source, limit):
    """Reads and checks a certificate; what it claims, as a list of lines."""
    file = File(source)
    version = file.line("yomikiri certificate ", "not a certificate")
    need(version in ("1", "2", "3", "4"), "unknown version")
    trees = version in ("2", "4")
    said = ["game: " + file.line("game "), "position: " + file.line("position ")]
    ask = file.line("ask ")
    need(ask in VALUES, "bad header")
    claimed, line = [], file.line()
    words = [("all", All)] if line == "all" and version != "3" else [("least ", Half), ("most ", Half)]
    words = [("both", Both)] if version == "3" else words
    symmetries, playout = [], [0]
    for (word, kind), claimant in zip(words, PLAYERS):
        if line.startswith(word) and (kind is not Both or line == word):
            claimed.append((kind, claimant, line[len(word) :]))
            said.append(f"claim ({ask}): {line}")
            line = file.line()
    need(claimed and line.startswith("root ") and is_number(line[5:], NATURAL, 128), "bad header")
    root, line = int(line[5:]), file.line()
    if trees:
        while line.startswith("symmetry "):
            symmetries.append(line[9:])
            need(len(symmetries) <= (64 if version == "2" else 1024), "bad header")
            line = file.line()
        need(line.startswith("playout ") and is_number(line[8:], NATURAL, 64), "bad header")
        playout, line = [int(line[8:])], file.line()
    need(line.startswith("rules "), "bad header")
    length = line[6:]
    need(is_number(length, NATURAL, 63) and int(length) <= 64 << 20, "bad header")
    rules = declared(file.bytes(int(length), int(length)))
    if trees:
        places = Places(rules)
        need(version == "2" or places.own and rules.made == INF, "bad claim")
        bad = [Half(ask, rules, claimant, value) for kind, claimant, value in claimed if kind is Half]
        need(bad and ask != "distance", "bad claim")
        claimed = [(Tree, claimant, value) for _, claimant, value in claimed]
    claims = [kind(ask, rules, claimant, value) for kind, claimant, value in claimed]
    need(rules.valid(root), "bad root")
    if trees:
        symmetries = [places.symmetry(text) for text in symmetries]
        different = {tuple(range(places.count))} | set(map(tuple, symmetries))
        need(len(different) == len(symmetries) + 1, "bad symmetry")
        for claim in claims:
            claim.places, claim.symmetries, claim.playout = places, symmetries, playout
            claim.threats = version == "4"
    for claim in claims:
        claim.read(file, rules, limit)
    need(file.hash.digest() == file.bytes(32, 32), "wrong digest")
    need(not source.read(1), "trailing bytes")
    for claim in claims:
        claim.check(root)
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=50_000_000, metavar="N", help="positions to hold")
    parser.add_argument("FILE", type=argparse.FileType("rb"))
    given = parser.parse_args()
    try:
        said = check(given.FILE, given.limit)
    except Rejected as fault:
        print("rejected: " + " at ".join(filter(None, fault.args)))
        return 1
    except (MemoryError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    print("\n".join(said + ["proved"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

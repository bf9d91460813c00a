#!/usr/bin/env python3
"""A second checker of certificates, written from the book's page "Certificates" alone.

It shares no code with the solver or with the checker in Rust, and needs nothing but Python's standard
library. Usage: check_certificate.py [--max-positions N] [--max-moves N] FILE

Exit codes: 0 proved, 1 rejected, 2 bad usage, 3 a limit was reached.
"""

import hashlib
import re
import sys
import zlib

INF = float("inf")
CONTROL = r"\x00-\x1f\x7f-\x9f"


class Rejected(Exception):
    """Why a file is no proof, and where."""


class Limit(Exception):
    """A limit was reached; nothing is decided."""


def need(good, reason, at=None):
    if not good:
        raise Rejected(reason, at)


def opponent(player):
    return "second" if player == "first" else "first"


def by_parity(number):
    return "second" if number % 2 else "first"


class Text:
    """The lines of declared rules."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.whole = self.lines.pop() == ""
        self.at = 0

    def need(self, good):
        need(good, "bad rules", f"line {self.at}")

    def line(self):
        self.at += 1
        self.need(self.at <= len(self.lines))
        return self.lines[self.at - 1]

    def done(self):
        return self.at == len(self.lines) and self.whole

    def follows(self, word):
        return self.at < len(self.lines) and self.lines[self.at].startswith(word + " ")

    def after(self, word):
        line = self.line()
        self.need(line.startswith(word + " "))
        return line[len(word) + 1 :]

    def number(self, text, form=r"0|[1-9][0-9]*"):
        self.need(re.fullmatch(form, text, re.ASCII) and abs(int(text)) < 1 << 63)
        return int(text)

    def numbers(self, text, most, form=r"0|[1-9][0-9]*"):
        words = text.split(" ")
        self.need(len(words) <= most)
        return [self.number(word, form) for word in words]

    def integers(self, text, most):
        return self.numbers(text, most, r"0|-?[1-9][0-9]*")

    def signed(self, text):
        return self.number(text, r"[+-][1-9][0-9]*")

    def outcome(self, text):
        """First's worth of an outcome: infinite where it is won outright."""
        words = {"first": INF, "second": -INF, "draw": 0, "0": 0}
        return words[text] if text in words else self.signed(text)

    def choice(self, word, *choices):
        found = self.after(word)
        self.need(found in choices)
        return found


# Every kind of rules answers: valid(code), turn(code), over(code) (First's worth, or None), show(code),
# and moves(code), which yields (number, next code, gain) by ascending number.


class Cells:
    gains, endless = False, None

    def __init__(self, text):
        self.drawing = text.after("board")
        text.need(set(self.drawing) <= set("._/") and len(self.drawing) <= 1 << 16)
        self.board = self.drawing.count(".")
        self.boards = text.number(text.after("boards"))
        self.cells = self.board * self.boards
        text.need(0 < self.cells <= 64)
        self.marks = text.choice("marks", "own", "either", "one")
        self.win = text.choice("lines", "win", "lose") == "win"
        self.full = text.choice("full", "draw", "first", "second", "points")
        if self.full == "points":
            self.weights = text.integers(text.after("weights"), self.board) * self.boards
            text.need(len(self.weights) == self.cells and sum(map(abs, self.weights)) <= 1 << 62)
        support = [0] * self.board
        if text.follows("support"):
            support = text.numbers(text.after("support"), self.board)
            text.need(len(support) == self.board and max(support) <= self.board)
        # For each cell the set that has to be marked before it.
        self.below = [
            1 << board * self.board + below - 1 if below else 0 for board in range(self.boards) for below in support
        ]
        self.lines = []
        while not text.done():
            line = text.numbers(text.after("line"), self.board)
            text.need(line == sorted(set(line)) and 1 <= line[0] and line[-1] <= self.board)
            self.lines.append(sum(1 << cell - 1 for cell in line))
            text.need(len(self.lines) <= 65536)
        self.all = (1 << self.cells) - 1

    def sets(self, code):
        return code & self.all, code >> self.cells

    def valid(self, code):
        x, o = self.sets(code)
        if x & o or o > self.all or (self.marks == "one" and o):
            return False
        return all(below & ~(x | o) == 0 for cell, below in enumerate(self.below) if (x | o) >> cell & 1)

    def turn(self, code):
        return by_parity(bin(code).count("1"))

    def has_line(self, marks, board=0):
        return any(line & ~(marks >> board * self.board) == 0 for line in self.lines)

    def open(self, code):
        x, o = self.sets(code)
        dead = set()
        if self.boards > 1:
            dead = {board for board in range(self.boards) if self.has_line(x, board) or self.has_line(o, board)}
        for cell, below in enumerate(self.below):
            if not (x | o) >> cell & 1 and below & ~(x | o) == 0 and cell // self.board not in dead:
                yield cell

    def over(self, code):
        x, o = self.sets(code)
        maker = opponent(self.turn(code))
        if self.boards > 1:
            made = all(self.has_line(x, board) or self.has_line(o, board) for board in range(self.boards))
        else:
            by_x, by_o = self.has_line(x), self.has_line(o)
            made = by_x or by_o
            if self.marks == "own":
                maker = "first" if by_x else "second"
        if made:
            return INF if (maker == "first") == self.win else -INF
        if next(self.open(code), None) is not None:
            return None
        if self.full != "points":
            return {"draw": 0, "first": INF, "second": -INF}[self.full]
        return sum(w * ((x >> c & 1) - (o >> c & 1)) for c, w in enumerate(self.weights))

    def moves(self, code):
        as_o = self.marks == "own" and self.turn(code) == "second"
        for cell in self.open(code):
            yield cell, code | 1 << cell + (self.cells if as_o else 0), 0
        for cell in self.open(code) if self.marks == "either" else ():
            yield self.cells + cell, code | 1 << self.cells + cell, 0

    def show(self, code):
        x, o = self.sets(code)
        signs = iter("o" if o >> cell & 1 else ".x"[x >> cell & 1] for cell in range(self.cells))
        board = ["".join(next(signs) if s == "." else s for s in self.drawing) for _ in range(self.boards)]
        return "//".join(board)


class Walk:
    gains, endless = True, None

    def __init__(self, text):
        size = text.numbers(text.after("grid"), 2)
        text.need(len(size) == 2 and 1 <= size[0] * size[1] <= 1 << 24)
        self.rows, self.cols = size
        self.steps, self.points = [], []
        while text.follows("step"):
            self.steps.append(text.numbers(text.after("step"), 2))
            text.need(len(self.steps[-1]) == 2 and 0 < max(self.steps[-1]) < 1 << 32 and len(self.steps) <= 255)
        text.need(self.steps)
        for _ in range(self.rows):
            row = text.after("row")
            if set(row) <= set("+-"):
                points = [1 if sign == "+" else -1 for sign in row]
            else:
                points = text.integers(row, self.cols)
            text.need(len(points) == self.cols)
            self.points += points

    def valid(self, code):
        return code < 2 * len(self.points)

    def turn(self, code):
        return by_parity(code)

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


class Graph:
    def __init__(self, text):
        self.endless = text.outcome(text.after("endless"))
        self.nodes, self.edges, ids, raw = [], [], {}, []
        while not text.done():
            name, over, moves = text.line().partition(" = ")
            if over:
                self.nodes.append(("first", text.outcome(moves)))
                raw.append(None)
            else:
                head, colon, moves = name.partition(": ")
                name, _, player = head.partition(" ")
                text.need(colon and player in ("first", "second"))
                self.nodes.append((player, None))
                raw.append(moves)
            text.need(re.fullmatch(r"[^ :=+;#" + CONTROL + "-]+", name) and name not in ids)
            ids[name] = len(ids)
            text.need(len(ids) <= 1 << 24)
        text.need(raw)
        self.names = list(ids)
        count = 0
        for moves in raw:
            self.edges.append([])
            for word in [] if moves is None else moves.split(" "):
                name, gain = re.fullmatch(r"([^+-]*)(.*)", word, re.DOTALL).groups()
                text.need(name in ids)
                self.edges[-1].append((ids[name], text.signed(gain) if gain else 0))
            count += len(self.edges[-1])
            text.need(count <= 1 << 26)
        self.gains = any(gain for edges in self.edges for _, gain in edges)

    def valid(self, code):
        return code < len(self.nodes)

    def turn(self, code):
        return self.nodes[code][0]

    def over(self, code):
        return self.nodes[code][1]

    def moves(self, code):
        return ((number, target, gain) for number, (target, gain) in enumerate(self.edges[code]))

    def show(self, code):
        return self.names[code]


class Heaps:
    endless = None

    def __init__(self, text):
        self.sizes = text.numbers(text.after("sizes"), 16)
        self.units, self.codes = [], 2
        for size in reversed(self.sizes):
            self.units.insert(0, self.codes)
            self.codes *= size + 1
            text.need(size <= 1000000 and self.codes < 1 << 128)
        take = text.after("take")
        self.take = range(1, 1000001) if take == "any" else text.numbers(take, 1000)
        text.need(take == "any" or self.take == sorted(set(self.take)) and 0 < self.take[0])
        text.need(self.take[-1] <= 1000000)
        self.stuck = text.choice("stuck", "loses", "wins", "points")
        self.gains = self.stuck == "points"

    def heaps(self, code):
        return [code // unit % (size + 1) for unit, size in zip(self.units, self.sizes)]

    def valid(self, code):
        return code < self.codes

    def turn(self, code):
        return by_parity(code)

    def over(self, code):
        if max(self.heaps(code)) >= self.take[0]:
            return None
        winner = self.turn(code) if self.stuck == "wins" else opponent(self.turn(code))
        return 0 if self.gains else INF if winner == "first" else -INF

    def moves(self, code):
        heaps = self.heaps(code)
        for k, removed in enumerate(self.take):
            if removed > max(heaps):
                break
            for j in (j for j, left in enumerate(heaps) if removed <= left):
                yield k * len(heaps) + j, (code - self.units[j] * removed) ^ 1, removed if self.gains else 0

    def show(self, code):
        return "/".join(map(str, self.heaps(code)))


class Pairs:
    """What `row` and `stacks` share: two numbers in a code, and an end where nothing is left."""

    gains, endless = True, None

    def valid(self, code):
        return code < self.codes and (code == 0 or self.left(code) > 0)

    def turn(self, code):
        return by_parity(self.count - self.left(code))

    def over(self, code):
        return None if code else 0


class Row(Pairs):
    def __init__(self, text):
        self.numbers = text.integers(text.after("numbers"), 65536)
        self.count = len(self.numbers)
        self.codes = (self.count + 1) ** 2

    def left(self, code):
        return code % (self.count + 1) - code // (self.count + 1)

    def moves(self, code):
        start, end = divmod(code, self.count + 1)
        yield 0, code + self.count + 1 if end - start > 1 else 0, self.numbers[start]
        if end - start > 1:
            yield 1, code - 1, self.numbers[end - 1]

    def show(self, code):
        return f"{code // (self.count + 1) + 1}-{code % (self.count + 1)}" if code else "nothing left"


class Stacks(Pairs):
    def __init__(self, text):
        self.stacks = []
        for word in ("left", "right"):
            empty = not text.follows(word)
            rest = text.line() if empty else text.after(word)
            text.need(not empty or rest == word)
            self.stacks.append([] if empty else text.integers(rest, 65536))
        self.count = sum(map(len, self.stacks))
        self.base = len(self.stacks[1]) + 1
        self.codes = (len(self.stacks[0]) + 1) * self.base

    def left(self, code):
        return sum(divmod(code, self.base))

    def moves(self, code):
        left, right = divmod(code, self.base)
        if left:
            yield 0, code - self.base, self.stacks[0][left - 1]
        if right:
            yield 1, code - 1, self.stacks[1][right - 1]

    def show(self, code):
        return "%d/%d" % divmod(code, self.base)


def declared(raw):
    kinds = {"cells": Cells, "walk": Walk, "graph": Graph, "heaps": Heaps, "row": Row, "stacks": Stacks}
    try:
        text = Text(raw.decode())
    except UnicodeDecodeError:
        raise Rejected("bad rules", None) from None
    kind = text.line()
    text.need(kind in kinds)
    rules = kinds[kind](text)
    text.at += not text.done()
    text.need(text.done())
    return rules


class Claim:
    """The threshold, and a number of plies within which, or not before which; whether any endless play does."""

    def __init__(self, ask, claimant, value):
        self.claimant, self.within, self.delay, self.any_end = claimant, None, None, False
        word, blank, plies = value.partition(" ")
        own = word == claimant
        if value in ("first", "second") and ask != "distance":
            self.threshold = -INF if not own else INF if ask == "margin" else 1
        elif value == "draw" and ask != "margin":
            self.threshold = 0
        elif ask == "margin":
            good = re.fullmatch(r"0|[+-][1-9][0-9]*", value, re.ASCII)
            need(good and -(1 << 63) <= int(value) < 1 << 63, "bad claim")
            self.threshold = self.worth(int(value))
        else:
            need(ask == "distance" and blank and word in ("first", "second"), "bad claim")
            self.threshold = 1 if own else 0
            self.any_end = plies == "endless" and not own
            if plies != "endless":
                need(re.fullmatch(r"0|[1-9][0-9]*", plies, re.ASCII) and int(plies) < 1 << 64, "bad claim")
                self.within, self.delay = (int(plies), None) if own else (None, int(plies))

    def worth(self, of_first):
        return of_first if self.claimant == "first" else -of_first


class File:
    """The bytes of a file from front to back, and the digest of those read."""

    def __init__(self, source):
        self.source, self.hash = source, hashlib.sha256()

    def some(self, count):
        read = self.source.read(count)
        self.hash.update(read)
        return read

    def bytes(self, count):
        read = self.some(count)
        need(len(read) == count, "truncated")
        return read

    def line(self, bad="bad header"):
        line = self.source.readline((1 << 20) + 2)
        self.hash.update(line)
        ended = len(line) < (1 << 20) + 2 and bad == "bad header"
        need(line.endswith(b"\n"), "truncated" if ended else bad)
        try:
            text = line[:-1].decode()
        except UnicodeDecodeError:
            raise Rejected(bad, None) from None
        need(not re.search(f"[{CONTROL}]", text), bad)
        return text

    def after(self, word):
        line = self.line()
        need(line.startswith(word + " "), "bad header")
        return line[len(word) + 1 :]


class Numbers:
    """The varints of a stream."""

    def __init__(self, file):
        self.file, self.left = file, int.from_bytes(file.bytes(8), "little")
        self.engine, self.raw, self.chunk, self.at = zlib.decompressobj(), b"", b"", 0

    def more(self):
        """Decompresses a piece; whether there was one."""
        while not self.engine.eof:
            if not self.raw:
                need(self.left, "bad compression")
                self.raw = self.file.some(min(self.left, 65536))
                need(self.raw, "truncated")
                self.left -= len(self.raw)
            try:
                self.chunk = self.engine.decompress(self.raw, 65536)
            except zlib.error:
                raise Rejected("bad compression", None) from None
            self.raw, self.at = self.engine.unconsumed_tail, 0
            if self.chunk:
                return True
        return False

    def next(self, bits=64):
        value = shift = 0
        while True:
            need(self.at < len(self.chunk) or self.more(), "bad numbers")
            byte = self.chunk[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            need(shift < bits and not value >> bits and (byte or not shift), "bad numbers")
            if byte < 128:
                return value
            shift += 7

    def end(self):
        need(self.at == len(self.chunk) and not self.more(), "bad numbers")
        need(not (self.left or self.raw or self.engine.unused_data), "bad compression")


class Half:
    def __init__(self, file, claim, rules, limits):
        self.claim, self.rules, self.limits = claim, rules, limits
        self.delays = claim.delay is not None
        needs_end = rules.endless is not None and not claim.any_end and not self.delays
        needs_end = needs_end and claim.worth(rules.endless) < claim.threshold
        self.ranked = needs_end or self.delays or claim.within is not None
        numbers = Numbers(file)
        need(numbers.next() == 0, "unknown leaves")
        count = numbers.next()
        if count > limits["positions"]:
            raise Limit("the limit of positions was reached")
        self.codes, code = [], 0
        for at in range(count):
            step = numbers.next(128)
            code += step
            need((step or at == 0) and code < 1 << 128, "not ascending")
            self.codes.append(code)
        self.index = {code: at for at, code in enumerate(self.codes)}
        self.moves = [numbers.next() for _ in range(count)]
        self.ranks = [numbers.next() for _ in range(count)] if self.ranked else [0] * count
        self.bounds = [claim.threshold] * count
        if rules.gains:
            self.bounds = [self.bound(numbers.next()) for _ in range(count)]
        numbers.end()

    @staticmethod
    def bound(number):
        return INF if number == 0 else -(number // 2) if number % 2 == 0 else number // 2

    def known(self, code):
        """What is promised where the game is over or the position listed: worth and rank."""
        over = self.rules.over(code)
        if over is not None:
            worth = self.claim.worth(over)
            return worth, INF if self.delays and worth >= 0 else 0
        if code in self.index:
            at = self.index[code]
            return self.bounds[at], self.ranks[at]
        return None

    def promise(self, code):
        nothing = (0, 0) if self.delays else None
        known = self.known(code)
        if known or self.rules.turn(code) == self.claim.claimant:
            return known or nothing
        worths, ranks = [], []
        for _, after, gain in self.rules.moves(code):
            self.count()
            known = self.known(after) or nothing
            if known is None:
                return None
            worths.append(known[0] - gain)
            ranks.append(known[1])
        return min(worths), 1 + (min(ranks) if self.delays else max(ranks))

    def count(self):
        if self.limits["moves"] == 0:
            raise Limit("the limit of moves was reached")
        self.limits["moves"] -= 1

    def check_position(self, at):
        code, rules, own = self.codes[at], self.rules, self.claim.claimant
        need(rules.valid(code), "not a position", str(code))
        shown = rules.show(code)
        need(rules.over(code) is None, "game is over", shown)
        is_own = rules.turn(code) == own
        moves = rules.moves(code)
        if is_own:
            moves = [move for move in moves if move[0] == self.moves[at]]
        need(moves if is_own else self.moves[at] == 0, "illegal move", shown)
        for _, after, gain in moves:
            self.count()
            promise = self.promise(after)
            need(promise, "missing position", shown)
            if self.delays:
                need(self.ranks[at] <= promise[1] + 1, "rank not kept", shown)
                continue
            worth = promise[0] + (gain if is_own else -gain)
            need(worth >= self.bounds[at], "bound not kept" if rules.gains else "ending falls short", shown)
            need(not self.ranked or promise[1] < self.ranks[at], "rank not kept", shown)

    def check(self, root):
        for at in range(len(self.codes)):
            self.check_position(at)
        if self.claim.threshold == -INF:
            return
        promise = self.promise(root)
        need(promise, "missing position", self.rules.show(root))
        kept = promise[1] >= self.claim.delay if self.delays else promise[0] >= self.claim.threshold
        kept = kept and (self.claim.within is None or promise[1] <= self.claim.within)
        need(kept, "claim not kept", self.rules.show(root))


def check(source, limits):
    """Reads and checks a certificate; what it claims, as a list of lines."""
    file = File(source)
    first = file.line("not a certificate")
    need(first.startswith("yomikiri certificate "), "not a certificate")
    need(first == "yomikiri certificate 1", "unknown version")
    said = ["game: " + file.after("game"), "position: " + file.after("position")]
    ask = file.after("ask")
    need(ask in ("winner", "margin", "distance"), "bad header")
    values, line = [], file.line()
    for word, claimant in (("least ", "first"), ("most ", "second")):
        if line.startswith(word):
            values.append((claimant, line[len(word) :]))
            said.append(f"claim ({ask}): {line}")
            line = file.line()
    natural = r"0|[1-9][0-9]*"
    need(values and line.startswith("root ") and re.fullmatch(natural, line[5:], re.ASCII), "bad header")
    root, length = int(line[5:]), file.after("rules")
    need(root < 1 << 128 and re.fullmatch(natural, length, re.ASCII) and int(length) <= 64 << 20, "bad header")
    rules = declared(file.bytes(int(length)))
    claims = []
    for claimant, value in values:
        claims.append(Claim(ask, claimant, value))
        need(ask != "distance" or not rules.gains, "bad claim")
    need(rules.valid(root), "bad root")
    halves = [Half(file, claim, rules, limits) for claim in claims]
    digest = file.hash.digest()
    need(file.bytes(32) == digest, "wrong digest")
    need(not source.read(1), "trailing bytes")
    for half in halves:
        half.check(root)
    return said


def main(arguments):
    limits = {"positions": 50_000_000, "moves": 10_000_000_000}
    while len(arguments) > 2 and arguments[0] in ("--max-positions", "--max-moves") and arguments[1].isdigit():
        limits[arguments[0][6:]] = int(arguments[1])
        arguments = arguments[2:]
    if len(arguments) != 1 or arguments[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") if arguments[0] != "-" else sys.stdin.buffer as source:
            said = check(source, limits)
    except Rejected as fault:
        reason, at = fault.args
        print(f"rejected: {reason}" + ("" if at is None else f" at {at}"))
        return 1
    except (Limit, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 3 if isinstance(error, Limit) else 2
    print("\n".join(said + ["proved"]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

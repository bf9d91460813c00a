"""Rules in Python: the classes of the book, random games against graphs, and classes that are wrong."""

import dataclasses
import enum
import importlib
import itertools
import os
import pickle
import random
import subprocess
import sys
import threading
import time
import traceback
import warnings

import pytest

import yomikiri

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Stones(yomikiri.Rules):
    def start(self):
        return 21

    def moves(self, left):
        return [n for n in (1, 2, 3) if n <= left]

    def play(self, left, taken):
        return left - taken

    def outcome(self, left):
        return "opponent" if left == 0 else None


class TicTacToe(yomikiri.Rules):
    """Positions and moves have the texts of the game `tictactoe`."""

    def start(self):
        return "........."

    def moves(self, p):
        return [i for i in range(9) if p[i] == "."]

    def play(self, p, i):
        return p[:i] + "xo"[p.count(".") % 2 == 0] + p[i + 1 :]

    def to_move(self, p):
        return "first" if p.count(".") % 2 else "second"

    def outcome(self, p):
        if any(p[a] != "." and p[a] == p[b] == p[c] for a, b, c in LINES):
            return "second" if p.count(".") % 2 else "first"
        return None if "." in p else "draw"

    def text(self, p):
        return "/".join((p[0:3], p[3:6], p[6:9]))

    def parse(self, text):
        p = text.replace("/", "")
        if len(p) != 9 or set(p) - set("xo.") or p.count("x") - p.count("o") not in (0, 1):
            raise ValueError("three rows are wanted")
        return p

    def move_text(self, p, i):
        return f"{i // 3 + 1},{i % 3 + 1}"

    def cells(self, p):
        return [p[0:3], p[3:6], p[6:9]]


class Ranked(TicTacToe):
    def rank(self, p):
        return p.count(".")


TURNS = [(6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)]


class Keyed(Ranked):
    def key(self, p):
        images = {p}
        for _ in range(4):
            images |= {"".join(image[i] for i in turn) for image in images for turn in TURNS}
        return min(images)


def every_position():
    rules, found, todo = TicTacToe(), set(), ["........."]
    while todo:
        p = todo.pop()
        if p not in found:
            found.add(p)
            if rules.outcome(p) is None:
                todo += [rules.play(p, i) for i in rules.moves(p)]
    return sorted(found)


@pytest.mark.parametrize(
    "name, meant",
    [("tomove", "to_move"), ("toMove", "to_move"), ("ranks", "rank"), ("move_texts", "move_text"), ("endles", "endless")],
)
def test_a_misspelt_name_is_told_where_the_class_is_written(name, meant):
    with pytest.warns(UserWarning, match=f"does not use `Nim.{name}`: did you mean `{meant}`") as said:
        type("Nim", (Stones,), {name: lambda self, left: left})
    assert len(said) == 1


def test_other_names_of_a_class_are_its_own():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # `key` is defined, so that `keys` is no misspelt one.
        names = ["_tomove", "RANKS", "size", "place", "winner", "is_over", "neighbours", "key", "keys", "to_move"]
        type("Nim", (Stones,), {name: lambda self, left: left for name in names})


def test_ten_lines():
    answer = yomikiri.solve(Stones(), ask="distance")
    assert str(answer) == "first 11"
    assert answer.best == ("1",) or list(answer.best) == ["1"]
    assert str(yomikiri.solve(Stones(), 20)) == "second"
    with pytest.raises(yomikiri.PositionError, match="no position that play has met"):
        yomikiri.solve(Stones(), "20")
    assert yomikiri.count(Stones())["positions"] > 21


@pytest.mark.parametrize("rules", [TicTacToe, Ranked])
@pytest.mark.parametrize("solver", ["auto", "retrograde", "alpha_beta", "memo"])
def test_every_position_is_that_of_the_game_in_rust(rules, solver):
    if rules is TicTacToe and solver in ("alpha_beta", "memo"):
        with pytest.raises(yomikiri.Refused):
            yomikiri.solve(rules(), solver=solver)
        return
    texts = [TicTacToe().text(p) for p in every_position()]
    assert len(texts) == 5478
    for ask in ("winner", "distance"):
        truth = yomikiri.Solver("tictactoe").values(texts, ask=ask)
        found = yomikiri.Solver(rules(), solver=solver, threads=2).values(texts, ask=ask)
        for one, other in zip(truth, found):
            assert (one == other).all()


def test_keys_make_it_smaller_and_change_no_value():
    assert yomikiri.count(Keyed())["positions"] == 765
    truth = yomikiri.Solver("tictactoe")
    solver = yomikiri.Solver(Keyed())
    for p in every_position()[::97]:
        text = TicTacToe().text(p)
        assert str(solver.solve(text, ask="distance")) == str(truth.solve(text, ask="distance"))
    assert yomikiri.check_rules(Keyed()).checks > 1000


def test_each_position_is_asked_about_once():
    asked = []

    class Counted(TicTacToe):
        def outcome(self, p):
            asked.append(p)
            return super().outcome(p)

    rules = Counted()
    yomikiri.solve(rules)
    yomikiri.solve(rules, ask="distance", solver="retrograde")
    yomikiri.count(rules)
    assert len(asked) == len(set(asked)) == 5478


def test_positions_boards_and_values_of_python():
    game = yomikiri.Game(TicTacToe())
    board = game.start()
    board.push("2,2")
    assert str(board).splitlines()[1].split() == [".", "x", "."]
    assert board.text == ".../.x./..."
    assert game.at("xx.oo....").text == "xx./oo./..."
    assert str(yomikiri.Solver(game).solve(game.at("xx.oo...."), ask="distance")) == "first 1"
    with pytest.raises(yomikiri.PositionError, match="three rows"):
        game.position("xxx/xxx/xxx")
    with pytest.raises(yomikiri.Refused):
        yomikiri.Game("tictactoe").at(7)
    assert game == game and game != yomikiri.Game(TicTacToe())
    again = pickle.loads(pickle.dumps(game))
    assert str(yomikiri.solve(again)) == "draw"


def test_proofs_tables_and_grades(tmp_path):
    rules = TicTacToe()
    certificate = yomikiri.prove(rules, "xx./oo./...", ask="distance")
    proved = yomikiri.check(certificate)
    # No program is called so.
    assert (proved.value, proved.game) == ("first 1", "TicTacToe")
    table = yomikiri.Table.build(rules, tmp_path / "table", ask="distance")
    texts = [TicTacToe().text(p) for p in every_position()]
    truth = yomikiri.Solver("tictactoe").values(texts, ask="distance")
    found = table.probe(texts)
    assert (truth.winner == found.winner).all() and (truth.plies == found.plies).all()
    lines = ["1,1 2,2 1,2 1,3 3,1 2,1 2,3 3,2 3,3", "1,1 1,2 2,2 3,3 3,1 1,3 2,1"]
    found, truth = (yomikiri.grade(game, lines) for game in (rules, "tictactoe"))
    assert (found.perfect, found.keeping, found.blunders) == (truth.perfect, truth.keeping, truth.blunders)
    assert found.dataset() == {**truth.dataset(), "canonical": found.dataset()["canonical"], "split": found.dataset()["split"]}


def random_graph(seed):
    """A random game as text and as a class."""
    chance = random.Random(seed)
    count = chance.randint(3, 12)
    cyclic = chance.random() < 0.5
    gains = chance.random() < 0.4 and not cyclic
    nodes = []
    for node in range(count):
        later = [n for n in range(count) if n > node] if not cyclic else list(range(count))
        if node >= count - 2 or not later or (node > 0 and chance.random() < 0.2):
            nodes.append(chance.choice(["first", "second", "draw"]) if not gains else chance.randint(-3, 3))
        else:
            targets = chance.sample(later, min(len(later), chance.randint(1, 3)))
            moves = [(target, chance.randint(-2, 2) if gains else 0) for target in targets]
            nodes.append((chance.choice(["first", "second"]), moves))
    lines = []
    for node, what in enumerate(nodes):
        if isinstance(what, tuple):
            moves = " ".join(f"n{target}{gain:+}" if gain else f"n{target}" for target, gain in what[1])
            lines.append(f"n{node} {what[0]}: {moves}")
        else:
            lines.append(f"n{node} = {what if isinstance(what, str) else format(what, '+') if what else '0'}")

    class Random(yomikiri.Rules):
        def start(self):
            return 0

        def outcome(self, node):
            return None if isinstance(nodes[node], tuple) else nodes[node]

        def to_move(self, node):
            return nodes[node][0]

        def moves(self, node):
            return [(f"n{target}", target, gain) for target, gain in nodes[node][1]]

        def text(self, node):
            return f"n{node}"

    class Arrays(yomikiri.Rules):
        def start(self):
            return 0

        def expand(self, asked):
            said = {key: [] for key in ("outcome", "moves", "next", "gain", "margin", "to_move")}
            for node in asked:
                what = nodes[node]
                turn = isinstance(what, tuple)
                ends = {"first": 1, "second": -1, "draw": 0}
                said["outcome"].append(2 if turn else ends.get(what, 4))
                said["margin"].append(0 if turn or what in ends else what)
                said["to_move"].append(-1 if turn and what[0] == "second" else 1)
                said["moves"].append(len(what[1]) if turn else 0)
                if turn:
                    said["next"] += [target for target, _ in what[1]]
                    said["gain"] += [gain for _, gain in what[1]]
            return said

        def text(self, node):
            return f"n{node}"

    Random.gains = Arrays.gains = gains
    return "graph:text=" + "; ".join(lines), Random(), Arrays()


def test_random_games_are_their_graphs():
    answered = 0
    for seed in range(150):
        graph, *both = random_graph(seed)
        for rules in both:
            for ask in ("winner", "margin", "distance"):
                try:
                    truth = yomikiri.solve(graph, ask=ask)
                except yomikiri.Refused:
                    with pytest.raises(yomikiri.Refused):
                        yomikiri.solve(rules, ask=ask)
                    continue
                found = yomikiri.solve(rules, ask=ask)
                assert (str(found), found.best) == (str(truth), truth.best), (seed, graph)
                answered += 1
    assert answered > 300


class Naive:
    """Values by a plain fixpoint over a plain enumeration, for classes without `to_move` and with draws for endless."""

    def __init__(self, rules):
        start = (rules.start(), 1)
        numbers, self.todo, self.ended, self.nexts = {start: 0}, [start], [], []
        for position, turn in self.todo:
            ended = rules.outcome(position)
            self.ended.append(None if ended is None else {"mover": turn, "opponent": -turn, "draw": 0}[ended])
            nexts = []
            for move in [] if ended is not None else rules.moves(position):
                to = (rules.play(position, move) if hasattr(rules, "play") else move[1], -turn)
                if to not in numbers:
                    numbers[to] = len(numbers)
                    self.todo.append(to)
                nexts.append(numbers[to])
            self.nexts.append(nexts)

    def value(self):
        return "first" if self.wins(1) else "second" if self.wins(-1) else "draw"

    def wins(self, player):
        before = [[] for _ in self.todo]
        for node, nexts in enumerate(self.nexts):
            for to in nexts:
                before[to].append(node)
        left = [len(nexts) for nexts in self.nexts]
        won = {node for node, ended in enumerate(self.ended) if ended == player}
        todo = list(won)
        while todo:
            for node in before[todo.pop()]:
                left[node] -= 1
                if node not in won and (self.todo[node][1] == player or left[node] == 0):
                    won.add(node)
                    todo.append(node)
        return 0 in won


@pytest.fixture
def games():
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../examples/python"))
    return importlib.import_module("games")


def test_games_that_no_file_can_say(games):
    for make, positions in [
        (games.Achi, 5716),
        (games.ThreeMen, 5390),
        (lambda: games.PopOut(3, 3, 3), 1996),
        (lambda: games.PopOut(4, 3, 3), 22309),
        (games.MuTorere, 1180),
        (games.Konane, 3863),
        (games.Quoridor, 2856),
    ]:
        rules = make()
        naive = Naive(rules)
        assert naive.value() == str(yomikiri.solve(rules))
        # Mu torere is a draw if both play well: published (Ascher 1987), and so the fixpoint says.
        assert make is not games.MuTorere or naive.value() == "draw"
        assert yomikiri.count(rules)["positions"] == len(naive.todo)
        assert positions == len(naive.todo)
    # Two cups make no row of three.
    assert Naive(games.Gobblers(2, 1)).value() == str(yomikiri.solve(games.Gobblers(2, 1))) == "draw"
    gobblers = games.Gobblers()
    # The mover's cup in the middle stands on one of the other player's row; who lifts it shows the row.
    over = (0, 1 << 4, 0), (0o070, 0, 0)
    assert gobblers.outcome(over) is None
    assert {move: gobblers.outcome(after) for move, after in gobblers.moves(over)}["4-0"] == "mover"
    # Symmetry makes fewer positions of the same value.
    naive = Naive(games.Quarto())
    assert (len(naive.todo), naive.value()) == (293, "second")
    quarto = games.Quarto()
    for solver in ("retrograde", "alpha_beta", "proof_number"):
        assert str(yomikiri.solve(quarto, solver=solver)) == "second"
    assert yomikiri.count(quarto)["positions"] < 100
    assert yomikiri.check_rules(quarto).checks > 100


@pytest.mark.skipif("YOMIKIRI_SLOW" not in os.environ, reason="takes minutes; set YOMIKIRI_SLOW")
def test_games_that_take_minutes(games):
    # De Bono's game is a draw if both play well: published, and so the fixpoint says.
    l_game = games.LGame()
    assert Naive(l_game).value() == str(yomikiri.solve(l_game)) == "draw"
    # A draw: so the fixpoint says as well, which takes minutes over the 188,674 classes of positions.
    assert str(yomikiri.solve(games.Gobblers())) == "draw"
    tic_tac_chec = games.TicTacChec()
    assert Naive(tic_tac_chec).value() == str(yomikiri.solve(tic_tac_chec)) == "first"


@pytest.mark.parametrize(
    "answer, error, part",
    [
        (dict(outcome=[2], moves=[1]), TypeError, "nothing as 'next'|nothing as \"next\""),
        (dict(outcome=[2], moves=[2], next=[1]), TypeError, "1 value as .next., not 2"),
        (dict(outcome=[2], moves=[-1], next=[]), TypeError, "below 0"),
        (dict(outcome=[2], moves=[0], next=[]), yomikiri.RulesError, "no moves"),
        (dict(outcome=[7], moves=[0], next=[]), yomikiri.RulesError, "the outcome 7"),
        (dict(outcome=[1], moves=[1], next=[1]), yomikiri.RulesError, "over has moves"),
        (dict(outcome=[4], moves=[0], next=[]), yomikiri.RulesError, "margin"),
        (dict(outcome=[2], moves=[1], next=[1], to_move=[0]), yomikiri.RulesError, "0 is to move"),
        (dict(outcome=[2], moves=[2], next=[1, 1], gain=[1, 2]), yomikiri.RulesError, "different points"),
        (dict(outcome=[2], moves=[1], next=[1], rank=[0]), yomikiri.RulesError, "rank"),
        (dict(outcome=[2], moves=[1], next=[1], more=[0]), TypeError, "more"),
        (dict(outcome=["x"], moves=[1], next=[1]), TypeError, "whole numbers as \"outcome\""),
        (dict(outcome=[2], moves=[1], next=[0.5]), TypeError, "whole numbers as \"next\", not float64"),
        (dict(outcome=[2], moves=[1], next=[2**63]), TypeError, "2\\^63 or more"),
        (dict(outcome=[True], moves=[0], next=[]), TypeError, "not bool"),
        ([1], TypeError, "and not 1"),
        (7, TypeError, "not iterable"),
    ],
)
def test_wrong_arrays(answer, error, part):
    class Wrong(yomikiri.Rules):
        def start(self):
            return 1

        def expand(self, positions):
            return answer

    with pytest.raises(error, match=part):
        yomikiri.solve(Wrong())


class Halves(yomikiri.Rules):
    """Take at most half of the stones; who has one stone left has lost. By arrays."""

    def start(self):
        return 100

    def expand(self, stones):
        import numpy as np

        counts = stones // 2
        firsts = np.repeat(stones, counts)
        taken = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + 1
        return {"outcome": np.where(stones == 1, -3, 2), "moves": counts, "next": firsts - taken, "rank": stones}


def test_arrays_from_end_to_end(tmp_path):
    # Lost at 2^n - 1: they can only be halved to something between.
    for stones in range(1, 101):
        lost = (stones + 1) & stones == 0
        assert str(solve_at(stones)) == ("second" if lost else "first")
    for solver in ("retrograde", "alpha_beta", "memo"):
        assert str(yomikiri.solve(Halves(), solver=solver)) == "first"
    assert yomikiri.check_rules(Halves()).positions > 50
    yomikiri.Table.build(Halves(), tmp_path / "table")
    assert yomikiri.check(yomikiri.prove(Halves())).value == "first"


def solve_at(stones):
    rules = type("From", (Halves,), {"start": lambda self: stones})()
    return yomikiri.solve(rules)


def test_an_exception_keeps_its_traceback():
    class Broken(TicTacToe):
        def moves(self, p):
            if p.count(".") == 5:
                raise KeyError("the fifth cell")
            return super().moves(p)

    for act in (
        lambda rules: yomikiri.solve(rules),
        lambda rules: yomikiri.count(rules),
        lambda rules: yomikiri.prove(rules),
        lambda rules: yomikiri.check_rules(rules),
        lambda rules: yomikiri.Solver(rules, threads=2).values(["start", "x../.../..."]),
        lambda rules: yomikiri.Table.build(rules, "/tmp/there-is-no-table-of-this"),
        lambda rules: yomikiri.grade(rules, ["1,1 1,2 1,3 2,1 2,2"]),
    ):
        with pytest.raises(KeyError, match="the fifth cell") as caught:
            act(Broken())
        frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert "moves" in frames, frames
    # The object can be asked again: what has failed is forgotten.
    broken = Broken()
    for _ in range(2):
        with pytest.raises(KeyError):
            yomikiri.solve(broken)
    with pytest.raises(KeyError):
        yomikiri.Game(broken).position("xox/o../...").legal_moves


@pytest.mark.parametrize(
    "change, error, part",
    [
        (dict(moves=lambda self, p: []), yomikiri.RulesError, "no moves and no outcome"),
        (dict(outcome=lambda self, p: "win"), TypeError, "an outcome is None"),
        (dict(outcome=lambda self, p: p == ""), TypeError, "not False"),
        (dict(moves=lambda self, p: [0, 0]), yomikiri.RulesError, "two moves called"),
        (dict(play=lambda self, p, m: [p]), TypeError, "unhashable"),
        (dict(play=None), TypeError, "moves are"),
        (dict(to_move=lambda self, p: 1), TypeError, '"first" or "second"'),
        (dict(rank=lambda self, p: 3), yomikiri.RulesError, "rank has to fall"),
        (dict(rank=lambda self, p: -1), OverflowError, "negative"),
        (dict(move_text=lambda self, p, m: "a"), yomikiri.RulesError, "two moves called"),
        (dict(moves=7), TypeError, "not callable"),
        (dict(moves=lambda self, p: yomikiri.solve(self)), yomikiri.RulesError, "ask about the game itself"),
    ],
)
def test_wrong_classes(change, error, part):
    with pytest.raises(error, match=part):
        yomikiri.solve(type("Wrong", (TicTacToe,), change)())


@pytest.mark.parametrize("method", ["start", "moves", "outcome"])
def test_a_missing_method_is_named(method):
    def own(name):
        def call(self, *position):
            return getattr(TicTacToe(), name)(*position)

        return call

    present = {name: own(name) for name in ("start", "moves", "play", "outcome") if name != method}
    rules = type("Unfinished", (yomikiri.Rules,), present)
    with pytest.raises(NotImplementedError, match=f"`Unfinished` needs a method `{method}`"):
        yomikiri.solve(rules())


def test_wrong_answers_break_laws():
    class Changing(TicTacToe):
        def __init__(self):
            self.seen = set()

        def moves(self, p):
            step = -1 if p in self.seen else 1
            self.seen.add(p)
            return super().moves(p)[::step]

    with pytest.raises(yomikiri.RulesError, match="than before"):
        yomikiri.check_rules(Changing())

    class Unsound(TicTacToe):
        def key(self, p):
            return "".join(sorted(p))

    with pytest.raises(yomikiri.RulesError, match="equal keys"):
        yomikiri.check_rules(Unsound())

    class SameTexts(TicTacToe):
        def text(self, p):
            return "x"

    board = yomikiri.Game(SameTexts()).start()
    assert board.text == "x"
    board.push("1,1")
    with pytest.raises(yomikiri.RulesError, match="the text"):
        board.text
    with pytest.raises(yomikiri.RulesError, match="the text"):
        yomikiri.prove(SameTexts())

    # Positions alike to those that stand for them, until play is nearly over.
    class Remainders(yomikiri.Rules):
        def start(self):
            return 40

        def moves(self, n):
            return [(k, n - k) for k in (1, 2, 3) if k <= n]

        def outcome(self, n):
            return None if n else "first"

        def key(self, n):
            return n % 5

    with pytest.raises(yomikiri.RulesError, match="equal keys"):
        yomikiri.check_rules(Remainders())

    class Listed(TicTacToe):
        """Positions without a hash, whose keys have one."""

        def key(self, p):
            return tuple(p)

    yomikiri.check_rules(Listed())


def test_moves_without_end_are_an_error():
    class Countless(TicTacToe):
        def moves(self, p):
            return itertools.count()

        def play(self, p, i):
            return p

    with pytest.raises(yomikiri.RulesError, match="more than 1048576 moves"):
        yomikiri.solve(Countless())


def test_endless_generation_meets_limits():
    class Endless(yomikiri.Rules):
        memory = 8 << 20

        def start(self):
            return 1

        def moves(self, n):
            return (("a", 2 * n), ("b", 2 * n + 1))

        def outcome(self, n):
            return None

    with pytest.raises(yomikiri.LimitReached):
        yomikiri.solve(Endless(), max_nodes=5000)
    with pytest.raises(yomikiri.LimitReached, match="8 MiB .the attribute `memory` of the rules"):
        yomikiri.solve(Endless())

    asked = []

    class Long(Endless):
        def start(self):
            return ("1" * 50_000, (1,))

        def moves(self, p):
            asked.append(p)
            return ((m, (m * 50_000, (*p[1], len(asked)))) for m in "ab")

    with pytest.raises(yomikiri.LimitReached, match="MiB"):
        yomikiri.solve(Long())
    assert len(asked) < 200

    @dataclasses.dataclass(frozen=True)
    class Board:
        cells: list = dataclasses.field(default_factory=lambda: ["x" * 100] * 100_000, compare=False, hash=False)

    @dataclasses.dataclass(frozen=True)
    class Shared:
        number: int
        board: Board

    class Light(yomikiri.Rules):
        memory = 64 << 20
        board = Board()

        def start(self):
            return Shared(20_000, self.board)

        def moves(self, p):
            return ((k, Shared(p.number - k, self.board)) for k in (1, 2) if k <= p.number)

        def outcome(self, p):
            return None if p.number else "draw"

    # What all positions hold counts once.
    assert str(yomikiri.solve(Light())) == "draw"

    class Unlimited(Endless):
        memory = None

    begun = time.monotonic()
    with pytest.raises(yomikiri.LimitReached):
        yomikiri.solve(Unlimited(), timeout=0.5)
    assert time.monotonic() - begun < 5


def test_ctrl_c_ends_it():
    class Slow(TicTacToe):
        def outcome(self, p):
            time.sleep(0.002)
            return super().outcome(p)

    threading.Timer(0.3, lambda: os.kill(os.getpid(), 2)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        yomikiri.solve(Slow())
    assert time.monotonic() - begun < 4


@pytest.mark.parametrize(
    "ask", [yomikiri.solve, yomikiri.count, yomikiri.check_rules, lambda game: yomikiri.prove(game, "/no/file")]
)
def test_ctrl_c_ends_a_loop_in_a_method(ask):
    class Loop(TicTacToe):
        def moves(self, p):
            while p.count("."):
                pass

    threading.Timer(0.5, lambda: os.kill(os.getpid(), 2)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ask(Loop())
    assert time.monotonic() - begun < 10
    assert str(yomikiri.solve(Stones())) == "first"


def test_moves_that_are_no_list_are_told_as_such():
    with pytest.raises(TypeError, match="`moves` gives no list: 'float' object is not iterable"):
        yomikiri.solve(type("Wrong", (TicTacToe,), dict(moves=lambda self, p: 1.5))())


def test_what_a_board_raises_is_told_by_the_check():
    with pytest.raises(ZeroDivisionError):
        yomikiri.check_rules(type("Wrong", (TicTacToe,), dict(cells=lambda self, p: 1 // 0))())
    with pytest.raises(TypeError, match="not iterable"):
        yomikiri.check_rules(type("Wrong", (TicTacToe,), dict(cells=lambda self, p: 5))())


def test_a_text_is_wrong_where_parse_says_so():
    class Parsed(Stones):
        def parse(self, text):
            return {"seven": 7}[text] if text.isalpha() else int(text)

    game = yomikiri.Game(Parsed())
    with pytest.raises(yomikiri.PositionError, match="invalid literal"):
        game.position("7.")
    with pytest.raises(KeyError):
        game.position("eight")


def test_threads_of_python_share_a_game():
    rules = Ranked()
    game = yomikiri.Game(rules)
    texts = [TicTacToe().text(p) for p in every_position()][::11]
    truth = yomikiri.Solver("tictactoe").values(texts)
    wrong = []

    def work():
        found = yomikiri.Solver(game, threads=2).values(texts)
        if not (found.winner == truth.winner).all():
            wrong.append(found)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_class_is_a_program_for_the_command():
    command = os.environ.get("YOMIKIRI")
    if command is None:
        pytest.skip("the command is not given by YOMIKIRI")
    spec = f"program:command={sys.executable} -m yomikiri {os.path.relpath(__file__)}:Ranked"
    ran = subprocess.run([command, "solve", spec, "xx./oo./...", "--ask", "distance"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout.splitlines()[0]) == (0, "first 1"), ran.stderr
    for name in ("Ranked", "Halves", "Keyed"):
        checked = subprocess.run(
            [command, "rules", "check", spec.replace("Ranked", name)], capture_output=True, text=True
        )
        assert checked.returncode == 0, checked.stderr
    # Nobody can say in words where play has led, but play goes on.
    played = subprocess.run(
        [command, "play", spec.replace("Ranked", "Stones"), "--level", "perfect"],
        input="1\n",
        capture_output=True,
        text=True,
    )
    assert (played.returncode, played.stderr) == (0, ""), played
    found = subprocess.run([command, "solve", spec.replace("Ranked", "Stones"), "20:second"], capture_output=True, text=True)
    assert found.stdout.splitlines()[0] == "first", found.stderr
    missing = subprocess.run([command, "solve", spec.replace("Ranked", "Stones"), "22"], capture_output=True, text=True)
    assert missing.returncode == 2 and "none of the 42 positions" in missing.stderr, missing.stderr
    halves = subprocess.run([command, "solve", spec.replace("Ranked", "Halves")], capture_output=True, text=True)
    assert halves.stdout.splitlines()[0] == "first", halves.stderr


def test_what_a_class_prints_is_no_answer(command, tmp_path):
    script = tmp_path / "loud.py"
    script.write_text(
        "import yomikiri\n"
        "class Loud(yomikiri.Rules):\n"
        "    def start(self): print('start'); return 3\n"
        "    def moves(self, n): print('moves'); return [(1, n - 1)]\n"
        "    def outcome(self, n): return None if n else 'opponent'\n"
    )
    words = f"program:command={sys.executable} -m yomikiri {script}:Loud"
    ran = subprocess.run([command, "solve", words], capture_output=True, text=True)
    assert ran.stdout == "first\n" and ran.stderr.count("moves") == 3


@pytest.mark.parametrize("number, code", [(15, -15), (2, 0)])
def test_a_signal_ends_the_server_too(command, tmp_path, number, code):
    script = tmp_path / "served.py"
    script.write_text("import sys, yomikiri\nsys.exit(yomikiri.serve('tictactoe', '--port', '0', '--no-open'))\n")
    env = {**os.environ, "YOMIKIRI": command}
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=env)
    assert process.stdout.readline().startswith(b"http://")
    process.send_signal(number)
    # The end of its output: nobody who has it runs on.
    assert process.stdout.read() == b"" and process.wait() == code


def test_a_program_is_a_game_for_python():
    example = os.path.join(os.path.dirname(__file__), "../../../examples/program/two_heaps.py")
    spec = f"program:command={sys.executable} {os.path.relpath(example)}"
    assert str(yomikiri.solve(spec, "3,6:first")) == "second"
    with pytest.raises(yomikiri.SpecError, match="cannot start"):
        yomikiri.Game("program:command=./there-is-no-such-program")


class Count(Stones):
    """It knows its number from the object."""

    def __init__(self, left=3):
        self.left = left

    def start(self):
        return self.left


class Slotted(Count):
    __slots__ = ("goal",)

    def __init__(self, left, goal):
        super().__init__(left)
        self.goal = goal

    def outcome(self, left):
        if left > 0:
            return None
        return "opponent" if self.goal is Goal.LAST_WINS else "mover"


class Goal(enum.Enum):
    LAST_WINS = 1
    LAST_LOSES = 2


@pytest.mark.parametrize("rules, winner", [(Count(8), "Second wins"), (Slotted(4, Goal.LAST_WINS), "Second wins"),
                                           (Slotted(4, Goal.LAST_LOSES), "First wins")])
def test_an_object_goes_to_the_command_as_it_is(command, tmp_path, monkeypatch, rules, winner):
    monkeypatch.setenv("YOMIKIRI", command)
    page = tmp_path / "report.html"
    assert yomikiri.report(rules, "-o", str(page)) == 0
    assert winner in page.read_text()
    assert str(yomikiri.solve(rules)) == winner.split()[0].lower()


def test_an_object_that_cannot_go(command, tmp_path, monkeypatch):
    monkeypatch.setenv("YOMIKIRI", command)
    for held, why in [(lambda: 3, "cannot be given to another process"), (list(range(60_000)), "holds too much")]:
        rules = Count()
        rules.held = held
        with pytest.raises(yomikiri.YomikiriError, match=why):
            yomikiri.report(rules, "-o", str(tmp_path / "page"))


def test_a_file_that_runs_the_command_and_prints(command, tmp_path):
    script = tmp_path / "own.py"
    rules = "import yomikiri\nclass Own(yomikiri.Rules):\n"
    rules += "    def start(self): return 3\n    def moves(self, n): return [(1, n - 1)]\n"
    rules += "    def outcome(self, n): return None if n else 'opponent'\nprint('read')\n"
    script.write_text(rules)
    words = f"program:command={sys.executable} -m yomikiri {script}:Own"
    ran = subprocess.run([command, "solve", words], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "first\n"), ran.stderr
    script.write_text(rules + f"yomikiri.report(Own(), '-o', {str(tmp_path / 'page')!r})\n")
    env = {**os.environ, "YOMIKIRI": command}
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=env)
    assert "put the call of report under" in ran.stderr, ran.stderr


def test_texts_lead_back():
    class Shifted(Stones):
        def text(self, left):
            return f"q{left}"

        def parse(self, text):
            return int(text[1:]) + 1

    with pytest.raises(yomikiri.RulesError, match="`parse` does not read `q21`"):
        yomikiri.check_rules(Shifted())

    class Constant(Stones):
        def text(self, left):
            return "q"

    with pytest.raises(yomikiri.RulesError, match="two positions have the text `q"):
        yomikiri.check_rules(Constant())


def test_memory_of_a_class_in_words():
    rules = Stones()
    rules.memory = "1MB"
    assert str(yomikiri.solve(rules)) == "first"
    rules = Stones()
    rules.memory = "much"
    with pytest.raises(ValueError, match="number of bytes"):
        yomikiri.solve(rules)

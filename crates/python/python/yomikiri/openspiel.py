"""A bridge to OpenSpiel: its states and actions as our positions and moves, and back; a policy that plays
perfectly, an evaluator for its searches, and its bots as agents to be graded.

`solve` takes every game of OpenSpiel for two players who take turns and see everything, with a constant sum and without
chance, also those that Yomikiri does not have:

    >>> print(yomikiri.openspiel.solve("oware(num_houses_per_player=2,num_seeds_per_house=2)"))  # doctest: +SKIP
    draw

This module needs the package open_spiel, which is not installed with this one:

    pip install open_spiel

The bridge covers the games that both programs have, with the parameters of each:

    tic_tac_toe, python_tic_tac_toe              tictactoe
    breakthrough(rows=R,columns=C)               breakthrough:rows=R,cols=C, with ranks=1 below 6 rows
    clobber(rows=R,columns=C)                    clobber:rows=R,cols=C
    connect_four(rows=R,columns=C,x_in_row=L)    connect4:cols=C,rows=R,line=L
    dots_and_boxes(num_rows=R,num_cols=C)        dots-and-boxes:rows=R,cols=C
    hex(num_rows=R,num_cols=C)                   hex:rows=R,cols=C
    mancala                                      kalah:pits=6,seeds=4
    mnk(m=M,n=N,k=K)                             mnk:rows=N,cols=M,line=K
    nim(pile_sizes=A;B;...,is_misere=M)          nim:heaps=A/B/...,misere=yes|no

OpenSpiel plays othello only on 8x8 cells, Yomikiri only on smaller boards, so there is no bridge for it.

To bridge another game, add it to GAMES.
"""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Tuple, Union

from ._answers import Answer
from ._errors import Refused, RulesError, SpecError
from ._native import Game, Position
from ._rules import Rules
from ._rules import solve as _solve
from ._solver import Ask, Solver


@dataclass
class Bridge:
    """The translation of a game of OpenSpiel into one of ours."""

    spec: str
    """Our game."""
    move: Callable[[int], str]
    """Our move of an action."""
    points: Optional[Callable[[Any], int]] = None
    """In games whose moves gain points: those that player 0 is ahead by in a state. Our positions leave
    them out."""
    by_points: bool = False
    """Whether OpenSpiel's returns are points, and not 1, 0 and -1."""

    @cached_property
    def game(self) -> Game:
        """Our game.

        Raises:
            Refused: our game has no such board.
        """
        try:
            return Game(self.spec)
        except SpecError as error:
            raise Refused(f"{self.spec}: {error}") from error

    def action(self, state: Any, move: str) -> int:
        """The action of one of our moves, which is legal in a state."""
        found = [action for action in state.legal_actions() if self.move(action) == move]
        if len(found) != 1:
            raise Refused(f"OpenSpiel has no move {move} in this state")
        return int(found[0])

    def position(self, state: Any) -> Position:
        """Our position of a state, with the moves that were played to it."""
        position = self.game.start()
        for action in state.history():
            position.push(self.move(action))
        return position

    def returns(self, state: Any, margin: int) -> int:
        """The final return of player 0, if First gets `margin` points more than Second from this state on."""
        total = margin if self.points is None else self.points(state) + margin
        return total if self.by_points else (total > 0) - (total < 0)


def _cells(spec: str, columns: int) -> Bridge:
    return Bridge(spec, lambda action: _cell(*divmod(action, columns)))


def _cell(row: int, column: int) -> str:
    return f"{row + 1},{column + 1}"


def _tic_tac_toe(_: Mapping[str, Any]) -> Bridge:
    return _cells("tictactoe", 3)


def _mnk(given: Mapping[str, Any]) -> Bridge:
    rows, columns, line = given["n"], given["m"], given["k"]
    return _cells(f"mnk:rows={rows},cols={columns},line={line}", columns)


def _connect_four(given: Mapping[str, Any]) -> Bridge:
    rows, columns, line = given["rows"], given["columns"], given.get("x_in_row", 4)
    spec = f"connect4:cols={columns},rows={rows},line={line}"
    return Bridge(spec, lambda action: str(action + 1))


def _dots_and_boxes(given: Mapping[str, Any]) -> Bridge:
    rows, columns = int(given["num_rows"]), int(given["num_cols"])
    # Theirs are all horizontal sides and then all vertical ones; ours are in reading order.
    horizontal = (rows + 1) * columns
    both = 2 * columns + 1

    def move(action: int) -> str:
        if action < horizontal:
            row, column = divmod(action, columns)
            return str(row * both + column + 1)
        row, column = divmod(action - horizontal, columns + 1)
        return str(row * both + columns + column + 1)

    def points(state: Any) -> int:
        # Boxes have the number of whose they are in them.
        return str(state).count("1") - str(state).count("2")

    spec = f"dots-and-boxes:rows={rows},cols={columns}"
    return Bridge(spec, move, points, bool(given.get("utility_margin")))


def _hex(given: Mapping[str, Any]) -> Bridge:
    if given.get("swap"):
        raise Refused("hex with the swap rule has no bridge")
    rows, columns = given["num_rows"], given["num_cols"]
    return _cells(f"hex:rows={rows},cols={columns}", columns)


def _nim(given: Mapping[str, Any]) -> Bridge:
    heaps = given["pile_sizes"].split(";")
    misere = "yes" if given["is_misere"] else "no"

    def move(action: int) -> str:
        taken, heap = divmod(action, len(heaps))
        return _cell(heap, taken)

    return Bridge(f"nim:heaps={'/'.join(heaps)},misere={misere}", move)


def _men(
    spec: str, rows: int, columns: int, ways: List[Tuple[int, int]], kinds: int, turned: bool
) -> Bridge:
    """Men that step to a neighbour: an action is a cell, a way, and one of so many kinds of steps. `turned`:
    whether our highest row is their lowest."""

    def move(action: int) -> str:
        cell, way = divmod(action // kinds, len(ways))
        row, column = divmod(cell, columns)
        down, right = ways[way]
        ends = (row, column), (row + down, column + right)
        return "-".join(_cell(rows - 1 - row if turned else row, column) for row, column in ends)

    return Bridge(spec, move)


def _clobber(given: Mapping[str, Any]) -> Bridge:
    rows, columns = int(given["rows"]), int(given["columns"])
    ways = [(-1, 0), (0, 1), (1, 0), (0, -1)]
    # On an even number of rows theirs has a man of First's at the lower left, ours at the upper left.
    spec = f"clobber:rows={rows},cols={columns}"
    return _men(spec, rows, columns, ways, 1, turned=rows % 2 == 0)


def _breakthrough(given: Mapping[str, Any]) -> Bridge:
    rows, columns = int(given["rows"]), int(given["columns"])
    # On fewer than six rows theirs begins with one row of men each.
    ranks = 2 if rows >= 6 else 1
    ways = [(down, right) for down in (1, -1) for right in (-1, 0, 1)]
    # Ours shows First, who is their Black, below. A step that takes is another action.
    spec = f"breakthrough:rows={rows},cols={columns},ranks={ranks}"
    return _men(spec, rows, columns, ways, 2, turned=True)


def _mancala(_: Mapping[str, Any]) -> Bridge:
    def points(state: Any) -> int:
        # Above and below it are the pits.
        other, first = re.findall(r"\d+", str(state).split("\n")[1])
        return int(first) - int(other)

    return Bridge("kalah:pits=6,seeds=4", lambda action: str(action % 7), points)


def _othello(_: Mapping[str, Any]) -> Bridge:
    raise Refused("OpenSpiel's othello is played on 8x8 alone, ours on smaller boards: it has no bridge")


GAMES: Dict[str, Callable[[Mapping[str, Any]], Bridge]] = {
    "tic_tac_toe": _tic_tac_toe,
    "python_tic_tac_toe": _tic_tac_toe,
    "breakthrough": _breakthrough,
    "clobber": _clobber,
    "connect_four": _connect_four,
    "dots_and_boxes": _dots_and_boxes,
    "hex": _hex,
    "mancala": _mancala,
    "mnk": _mnk,
    "nim": _nim,
    "othello": _othello,
}
"""Bridges by the short name of OpenSpiel's game, each from the game's parameters."""


def _pyspiel() -> Any:
    return import_module("pyspiel")


def bridge(spiel: Any) -> Bridge:
    """The bridge of a pyspiel.Game, a pyspiel.State, or the name of a game such as "connect_four(rows=4)".

    Raises:
        Refused: not both programs have the game.
    """
    if isinstance(spiel, str):
        spiel = _pyspiel().load_game(spiel)
    if hasattr(spiel, "get_game"):
        spiel = spiel.get_game()
    name = spiel.get_type().short_name
    if name not in GAMES:
        raise Refused(f"OpenSpiel's {name} has no bridge; there are {', '.join(GAMES)}")
    return GAMES[name](spiel.get_parameters())


def game(spiel: Any) -> Game:
    """Our game of a pyspiel.Game, a pyspiel.State, or a name."""
    return bridge(spiel).game


def position(state: Any) -> Position:
    """Our position of a pyspiel.State, with the moves that were played to it."""
    return bridge(state).position(state)


def state(position: Position, spiel: Any) -> Any:
    """The pyspiel.State of one of our positions, in a game of OpenSpiel (a pyspiel.Game or a name).

    A state contains its history, so the position must have been played from the start of its game.

    Raises:
        Refused: the position was not played from the start, or the games are not the same.
    """
    if isinstance(spiel, str):
        spiel = _pyspiel().load_game(spiel)
    found = bridge(spiel)
    if found.game != position.game:
        raise Refused(f"{spiel} is {found.spec}, not {position.game}")
    return _replayed(found, position, spiel)


def _replayed(found: Bridge, position: Position, spiel: Any) -> Any:
    replayed = found.game.start()
    state = spiel.new_initial_state()
    for move in position.move_stack:
        replayed.push(move)
        state.apply_action(found.action(state, move))
    if replayed != position:
        raise Refused("the position was not played from the start of its game")
    return state


class PerfectPolicy:
    """A policy that plays perfectly: every best move is as likely as any other best one.

    It has the methods of open_spiel.python.policy.Policy that look at a state, and works with all functions that call
    them (exploitability, evaluation against bots, `policy.tabular_policy_from_callable`).

    Args:
        spiel: a pyspiel.Game, or its name.
        ask: "winner" (every move that does not change the winner), "distance" (the fastest win, the slowest loss) or
            "margin" (the most points; the default if moves gain points). "winner" includes the points gained before,
            which our positions leave out.
        solver: an existing solver of our game, if you have one.
    """

    def __init__(
        self, spiel: Any, *, ask: Optional[Ask] = None, solver: Optional[Solver] = None
    ) -> None:
        self.game = _pyspiel().load_game(spiel) if isinstance(spiel, str) else spiel
        self.player_ids = [0, 1]
        self._bridge = bridge(self.game)
        self.solver = Solver(self._bridge.game) if solver is None else solver
        usual: Ask = "winner" if self._bridge.points is None else "margin"
        self.ask: Ask = usual if ask is None else ask

    def best_actions(self, state: Any) -> List[int]:
        """All best actions of a state that is not over."""
        best = self._best_moves(state)
        return sorted(action for action in state.legal_actions() if self._bridge.move(action) in best)

    def _best_moves(self, state: Any) -> List[str]:
        position = self._bridge.position(state)
        if self._bridge.points is None or self.ask != "winner":
            moves = self.solver.moves(position, ask=self.ask)
            return [move.move for move in moves.moves if move.best]
        points = self._bridge.points(state)
        totals = {
            move.move: points + (move.value.margin or 0)
            for move in self.solver.moves(position, ask="margin").moves
        }
        winners = {move: (total > 0) - (total < 0) for move, total in totals.items()}
        best = (max if position.to_move == "first" else min)(winners.values())
        return [move for move, winner in winners.items() if winner == best]

    def action_probabilities(self, state: Any, player_id: Optional[int] = None) -> Dict[int, float]:
        """The probability of each legal action, as a dict."""
        best = self.best_actions(state)
        return {action: (action in best) / len(best) for action in state.legal_actions()}

    def __call__(self, state: Any, player_id: Optional[int] = None) -> Dict[int, float]:
        return self.action_probabilities(state, player_id)


class Evaluator:
    """Exact values as an evaluator for OpenSpiel's MCTS (open_spiel.python.algorithms.mcts.Evaluator): the returns of
    perfect play, and equal priors for the best actions.

    If moves gain points, the evaluator takes the points gained before from the state, and its returns are those of
    OpenSpiel's game: points, or who has more of them."""

    def __init__(self, spiel: Any, *, solver: Optional[Solver] = None) -> None:
        self._policy = PerfectPolicy(spiel, solver=solver)
        self._bridge = self._policy._bridge

    def evaluate(self, state: Any) -> Any:
        """The returns of both players under perfect play: an array of two numbers, the second one the
        negative of the first."""
        import numpy as np

        ask: Ask = "winner" if self._bridge.points is None else "margin"
        position = self._bridge.position(state)
        answer = self._policy.solver.solve(position, ask=ask, best=False, line=False)
        outcomes = {"first": 1, "draw": 0, "second": -1}
        margin = outcomes[str(answer.winner)] if answer.margin is None else answer.margin
        value = float(self._bridge.returns(state, margin))
        return np.array([value, -value])

    def prior(self, state: Any) -> List[Tuple[int, float]]:
        """Actions with their probabilities under perfect play."""
        return list(self._policy.action_probabilities(state).items())


def agent(bot: Any, spiel: Any) -> Callable[[Position], str]:
    """A bot of OpenSpiel (or a policy, an object with action_probabilities) as an agent for grade: a function from a
    Position to a move."""
    loaded = _pyspiel().load_game(spiel) if isinstance(spiel, str) else spiel
    found = bridge(loaded)

    def choose(position: Position) -> str:
        at = _replayed(found, position, loaded)
        if hasattr(bot, "step"):
            bot.restart_at(at)
            return found.move(bot.step(at))
        probabilities: Dict[int, float] = bot.action_probabilities(at)
        return found.move(max(probabilities, key=lambda action: probabilities[action]))

    return choose


class _At:
    """A position: a state of OpenSpiel, or the way to it once it has been asked about."""

    __slots__ = ("key", "state", "line")

    def __init__(self, key: Tuple[Hashable, ...], state: Any) -> None:
        self.key = key
        self.state = state
        self.line: Tuple[int, ...] = ()

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _At) and self.key == other.key

    def __repr__(self) -> str:
        return _plain(self.key[0], "/")


def refusal(spiel: Any) -> Optional[str]:
    """The reason why a game of OpenSpiel cannot be solved, in words; None if nothing in its type excludes it.

    Args:
        spiel: a pyspiel.Game, or a pyspiel.GameType of the list of games.
    """
    kind = spiel.get_type() if hasattr(spiel, "get_type") else spiel
    pyspiel = _pyspiel()
    if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return "players move at the same time"
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return "many players at once (a mean field)"
    if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        return "chance"
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        return "hidden information"
    players = (spiel.num_players(),) * 2 if spiel is not kind else (kind.min_num_players, kind.max_num_players)
    if not players[0] <= 2 <= players[1]:
        return f"{players[0]} player" + ("" if players[0] == 1 else "s")
    if kind.utility not in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM):
        return "what one player wins the other does not lose"
    return None


class SpielRules(Rules):
    """The rules of a game of OpenSpiel, evaluated by cloning its states. They work wherever rules in Python work.

    Two states are the same position if they have the same player to move, the same number of moves made and the same
    text (`str(state)`). If texts do not contain everything on which the future depends, states with equal text have
    different moves somewhere: `check` looks for this.

    Args:
        spiel: a pyspiel.Game or its name; or a pyspiel.State, from which play then starts.
        key: a function from a state to its identity, in place of its text; with `by_history` all states are
            different.
        endless: the outcome of endless play. If it is given, the number of moves made is not part of a position, so
            play may cycle, and OpenSpiel's limit on its length does not apply.
        memory: the bytes that positions may take.

    Raises:
        Refused: the game cannot be solved in this way; the message says why.
    """

    def __init__(
        self,
        spiel: Any,
        *,
        key: Optional[Callable[[Any], Hashable]] = None,
        endless: Optional[str] = None,
        memory: Optional[int] = None,
    ) -> None:
        loaded = _pyspiel().load_game(spiel) if isinstance(spiel, str) else spiel
        self._state = loaded if hasattr(loaded, "get_game") else loaded.new_initial_state()
        self._spiel = self._state.get_game()
        reason = refusal(self._spiel)
        if reason is not None:
            raise Refused(f"OpenSpiel's {self._spiel.get_type().short_name} is not solved: {reason}")
        self.title = str(self._spiel)
        self._tell: Callable[[Any], Hashable] = key or str
        self._before = len(self._state.history())
        self._counts_moves = endless is None
        if self._counts_moves:
            # Some games go on for a little longer than they say.
            self._most = 2 * int(self._spiel.max_game_length()) + 100
            self.rank = self._rank
        else:
            self.endless = endless or "draw"
        if memory is not None:
            self.memory = memory
        zero = _pyspiel().GameType.Utility.ZERO_SUM
        self._sum = 0.0 if self._spiel.get_type().utility == zero else float(self._spiel.utility_sum())
        # A win, a draw and a loss, unless the returns between are points.
        self._half = self._spiel.max_utility() - self._sum / 2
        self.by_points = self._half not in (0.5, 1.0)

    def _at(self, state: Any) -> _At:
        mover = 2 if state.is_terminal() else int(state.current_player())
        number = state.move_number() if self._counts_moves else 0
        return _At((self._tell(state), mover, number), state)

    def _of(self, at: _At) -> Any:
        if at.state is not None:
            return at.state
        state = self._state.clone()
        for action in at.line:
            state.apply_action(action)
        return state

    def start(self) -> _At:
        """The position that play starts from."""
        return self._at(self._state)

    def to_move(self, at: _At) -> str:
        """The player to move."""
        return "second" if at.key[1] == 1 else "first"

    def outcome(self, at: _At) -> Union[str, int, None]:
        """The result: points, if the returns are more than a win, a draw and a loss."""
        if at.key[1] != 2:
            return None
        state = self._of(at)
        value = float(state.returns()[0]) - self._sum / 2
        self._forget(at, state)
        if not self.by_points:
            if value not in (-self._half, 0, self._half):
                raise RulesError(f"{self.title}: returns {state.returns()}, which are no win, draw or loss")
            return "draw" if value == 0 else "first" if value > 0 else "second"
        # With a sum of 0 the points are what First gets, as OpenSpiel has it, and otherwise what First has more.
        points = value if self._sum == 0 else 2 * value
        if points != int(points):
            raise RulesError(f"{self.title}: returns {state.returns()}, which are no whole points")
        return int(points)

    def moves(self, at: _At) -> Iterable[Tuple[str, _At]]:
        """The moves by OpenSpiel's names, with the next positions."""
        state = self._of(at)
        actions = state.legal_actions()
        names = [_plain(state.action_to_string(state.current_player(), action)) for action in actions]
        if len(set(names)) < len(names):
            names = [str(action) for action in actions]
        found = [(name, self._at(state.child(action))) for name, action in zip(names, actions)]
        self._forget(at, state)
        return found

    def _rank(self, at: _At) -> int:
        number: Any = at.key[2]
        if int(number) >= self._most:
            raise Refused(f"OpenSpiel's {self.title} goes on for more moves than it says")
        return self._most - int(number)

    def _forget(self, at: _At, state: Any) -> None:
        # Each position is asked about once, and a state is large.
        at.line, at.state = tuple(state.history()[self._before :]), None

    def text(self, at: _At) -> str:
        """The text of the state, or its key, in a line, and its number of moves."""
        mover = "" if at.key[1] == 2 else ":" + self.to_move(at)
        return _plain(at.key[0], "/") + mover + (f":{at.key[2]}" if self._counts_moves else "")

    def check(self, games: int = 100, *, seconds: float = 2.0, seed: int = 1) -> int:
        """Plays at random and checks whether states that count as the same position have the same moves, ends and
        returns, and lead to the same positions. Returns the number of states examined.

        Args:
            games: the number of games to play.
            seconds: the time after which it examines no further state.
            seed: the seed of the random numbers.

        Raises:
            Refused: such states differ.
        """
        rng = random.Random(seed)
        known: Dict[Tuple[Hashable, ...], Tuple[Any, ...]] = {}
        looked, until = 0, time.monotonic() + seconds
        for _ in range(games):
            state = self._state.clone()
            while time.monotonic() < until:
                at = self._at(state)
                over = state.is_terminal()
                actions = () if over else tuple(state.legal_actions())
                follow = (over, state.returns() if over else None, actions)
                children = tuple(hash(self._at(state.child(action)).key) for action in actions)
                if known.setdefault(at.key, (*follow, children)) != (*follow, children):
                    raise Refused(
                        f"OpenSpiel's {self.title}: states with the text {_plain(at.key[0], '/')!r} go on in different "
                        "ways; tell them apart by `key`"
                    )
                looked += 1
                if over:
                    break
                state = state.child(rng.choice(actions))
        return looked


def by_history(state: Any) -> Hashable:
    """The moves that led to a state: a key by which all states are different."""
    return tuple(state.history())


def _plain(text: Any, row: str = "") -> str:
    if isinstance(text, tuple):
        return "-".join(map(str, text)) or "_"
    # Blanks are a part of pictures.
    rows = ["".join("_" if sign.isspace() else sign for sign in line) for line in str(text).strip("\n").split("\n")]
    return row.join(rows) or "_"


def solve(spiel: Any, *, ask: Optional[Ask] = None, games: int = 100, **options: Any) -> Answer:
    """The result of perfect play of a game of OpenSpiel, with player 0 as First.

    It solves every game for two players who take turns and see everything, with a constant sum and without chance, by
    cloning its states, if there are not too many. It also takes the arguments of SpielRules and those of
    yomikiri.solve (`timeout`, `solver`, `best`, `line` and so on).

    If texts do not distinguish states (for example, because they leave out repetitions), every path to a state is a
    separate position. That takes many more positions.

    Args:
        spiel: a pyspiel.Game, its name, or a pyspiel.State, from which play then starts.
        ask: "winner", "margin" or "distance". The default is "margin" if the returns are points, otherwise "winner".
        games: the number of random games that test whether texts distinguish states.

    Raises:
        Refused: the game cannot be solved in this way, or `key` does not distinguish its states; the message says
            why.
        LimitReached: a limit was reached first; it carries the range proven by then.
    """
    made = {name: options.pop(name) for name in ("key", "endless", "memory") if name in options}
    rules = SpielRules(spiel, **made)
    try:
        rules.check(games)
    except Refused:
        if "key" in made:
            raise
        rules = SpielRules(spiel, key=by_history, **made)
    usual: Ask = "margin" if rules.by_points else "winner"
    return _solve(rules, ask=usual if ask is None else ask, **options)

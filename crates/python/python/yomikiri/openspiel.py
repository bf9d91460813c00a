"""A bridge to OpenSpiel: its states and actions as our positions and moves, and back; a policy that plays
perfectly, an evaluator for its searches, and its bots as agents to be graded.

Needs the package open_spiel, which is not installed with this one:

    pip install open_spiel

The games that both have, with the parameters of each:

    tic_tac_toe, python_tic_tac_toe              tictactoe
    connect_four(rows=R,columns=C,x_in_row=L)    connect4:cols=C,rows=R,line=L
    mnk(m=M,n=N,k=K)                             mnk:rows=N,cols=M,line=K
    dots_and_boxes(num_rows=R,num_cols=C)        dots-and-boxes:rows=R,cols=C
    hex(num_rows=R,num_cols=C)                   hex:rows=R,cols=C

Another game is bridged by adding to GAMES.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from ._errors import Refused
from ._native import Game, Position
from ._solver import Ask, Solver


@dataclass(frozen=True)
class Bridge:
    """How a game of OpenSpiel is one of ours."""

    spec: str
    """Our game."""
    move: Callable[[int], str]
    """Our move of an action."""
    action: Callable[[str], int]
    """The action of our move."""


def _cells(spec: str, columns: int) -> Bridge:
    def move(action: int) -> str:
        return f"{action // columns + 1},{action % columns + 1}"

    def action(move: str) -> int:
        row, column = move.split(",")
        return (int(row) - 1) * columns + int(column) - 1

    return Bridge(spec, move, action)


def _tic_tac_toe(_: Mapping[str, Any]) -> Bridge:
    return _cells("tictactoe", 3)


def _mnk(given: Mapping[str, Any]) -> Bridge:
    rows, columns, line = given["n"], given["m"], given["k"]
    return _cells(f"mnk:rows={rows},cols={columns},line={line}", columns)


def _connect_four(given: Mapping[str, Any]) -> Bridge:
    rows, columns, line = given["rows"], given["columns"], given.get("x_in_row", 4)
    spec = f"connect4:cols={columns},rows={rows},line={line}"
    return Bridge(spec, lambda action: str(action + 1), lambda move: int(move) - 1)


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

    def action(move: str) -> int:
        row, column = divmod(int(move) - 1, both)
        if column < columns:
            return row * columns + column
        return horizontal + row * (columns + 1) + column - columns

    return Bridge(f"dots-and-boxes:rows={rows},cols={columns}", move, action)


def _hex(given: Mapping[str, Any]) -> Bridge:
    if given.get("swap"):
        raise Refused("hex with the swap rule has no bridge")
    rows, columns = given["num_rows"], given["num_cols"]
    return _cells(f"hex:rows={rows},cols={columns}", columns)


GAMES: Dict[str, Callable[[Mapping[str, Any]], Bridge]] = {
    "tic_tac_toe": _tic_tac_toe,
    "python_tic_tac_toe": _tic_tac_toe,
    "connect_four": _connect_four,
    "dots_and_boxes": _dots_and_boxes,
    "hex": _hex,
    "mnk": _mnk,
}
"""Bridges by the short name of OpenSpiel's game, each from the game's parameters."""


def _pyspiel() -> Any:
    return import_module("pyspiel")


def bridge(spiel: Any) -> Bridge:
    """The bridge of a pyspiel.Game, a pyspiel.State, or the name of a game such as "connect_four(rows=4)".

    Raises:
        Refused: the game is not one that both have.
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
    return Game(bridge(spiel).spec)


def position(state: Any) -> Position:
    """Our position of a pyspiel.State, with the moves that were played to it."""
    found = bridge(state)
    position = Game(found.spec).start()
    for action in state.history():
        position.push(found.move(action))
    return position


def state(position: Position, spiel: Any) -> Any:
    """The pyspiel.State of one of our positions, in a game of OpenSpiel (a pyspiel.Game or a name).

    A state knows how it came about, so the position must have been played from the start of its game.

    Raises:
        Refused: it was not, or the games are not the same.
    """
    if isinstance(spiel, str):
        spiel = _pyspiel().load_game(spiel)
    found = bridge(spiel)
    if Game(found.spec) != position.game:
        raise Refused(f"{spiel} is {found.spec}, not {position.game}")
    replayed = position.game.start()
    state = spiel.new_initial_state()
    for move in position.move_stack:
        replayed.push(move)
        state.apply_action(found.action(move))
    if replayed != position:
        raise Refused("the position was not played from the start of its game")
    return state


class PerfectPolicy:
    """A policy that plays perfectly: every best move is as likely as any other best one.

    It has the methods of open_spiel.python.policy.Policy that look at a state, and can be given to whatever
    calls them (exploitability, evaluation against bots, `policy.tabular_policy_from_callable`).

    Args:
        spiel: a pyspiel.Game, or its name.
        ask: "winner" (every move that keeps the value), "distance" (the fastest win, the slowest loss) or
            "margin" (the most points: the default where moves gain them).
        solver: a solver of our game, where one is at hand.
    """

    def __init__(
        self, spiel: Any, *, ask: Optional[Ask] = None, solver: Optional[Solver] = None
    ) -> None:
        self.game = _pyspiel().load_game(spiel) if isinstance(spiel, str) else spiel
        self.player_ids = [0, 1]
        self._bridge = bridge(self.game)
        self.solver = Solver(self._bridge.spec) if solver is None else solver
        usual: Ask = "margin" if self.solver.game.has_gains else "winner"
        self.ask: Ask = usual if ask is None else ask

    def best_actions(self, state: Any) -> List[int]:
        """All best actions of a state that is not over."""
        moves = self.solver.moves(position(state), ask=self.ask)
        return sorted(self._bridge.action(move.move) for move in moves.moves if move.best)

    def action_probabilities(self, state: Any, player_id: Optional[int] = None) -> Dict[int, float]:
        """The probability of each legal action, as a dict."""
        best = self.best_actions(state)
        return {action: (action in best) / len(best) for action in state.legal_actions()}

    def __call__(self, state: Any, player_id: Optional[int] = None) -> Dict[int, float]:
        return self.action_probabilities(state, player_id)


class Evaluator:
    """The truth as an evaluator for OpenSpiel's MCTS (open_spiel.python.algorithms.mcts.Evaluator): the
    returns of perfect play, and equal priors of the best actions.

    Raises Refused for games whose moves gain points: our positions do not know those gained so far."""

    def __init__(self, spiel: Any, *, solver: Optional[Solver] = None) -> None:
        self._policy = PerfectPolicy(spiel, solver=solver)
        if self._policy.solver.game.has_gains:
            raise Refused(f"{self._policy.game} has points gained before, which a position leaves out")

    def evaluate(self, state: Any) -> Any:
        """The returns of both players under perfect play: an array of 1, 0 or -1 for each."""
        import numpy as np

        winner = self._policy.solver.solve(position(state), best=False, line=False).winner
        value = {"first": 1.0, "draw": 0.0, "second": -1.0}[str(winner)]
        return np.array([value, -value])

    def prior(self, state: Any) -> List[Tuple[int, float]]:
        """Actions with their probabilities under perfect play."""
        return list(self._policy.action_probabilities(state).items())


def agent(bot: Any, spiel: Any) -> Callable[[Position], str]:
    """A bot of OpenSpiel (or a policy: whatever has action_probabilities) as an agent for grade: a function
    from a Position to a move."""
    loaded = _pyspiel().load_game(spiel) if isinstance(spiel, str) else spiel
    found = bridge(loaded)

    def choose(position: Position) -> str:
        at = state(position, loaded)
        if hasattr(bot, "step"):
            bot.restart_at(at)
            return found.move(bot.step(at))
        probabilities: Dict[int, float] = bot.action_probabilities(at)
        return found.move(max(probabilities, key=lambda action: probabilities[action]))

    return choose

"""Answers as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Mapping, NamedTuple, Optional, Tuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Value:
    """The result of perfect play, in absolute terms.

    As text: `first`, `draw`, `second`; `first 13` with plies, `+2` with a margin.
    """

    winner: str
    """ "first", "draw" or "second"."""
    margin: Optional[int] = None
    """First's points minus Second's, if the value is a number of points."""
    plies: Optional[int] = None
    """The plies to the end, if the value has a number of them (a win by endless play has none)."""
    ask: str = "winner"
    """The question."""

    @classmethod
    def from_json(cls, ask: str, data: Mapping[str, Any]) -> Value:
        """Reads the fields of a value in JSON."""
        return cls(data["winner"], data.get("margin"), data.get("plies"), ask)

    def __str__(self) -> str:
        if self.margin is not None:
            return f"{self.margin:+}" if self.margin else "0"
        if self.ask == "distance" and self.winner != "draw":
            return f"{self.winner} {'endless' if self.plies is None else self.plies}"
        return self.winner

    def _is_extreme(self, winner: str) -> bool:
        """Whether no value is better for this player (before the end, the soonest win takes one ply)."""
        soon = self.ask != "distance" or self.plies in (0, 1)
        return self.winner == winner and self.margin is None and soon


def range_text(lower: Value, upper: Value) -> str:
    """`LOWER..UPPER`, or `unknown` if the range leaves every value open."""
    if lower._is_extreme("second") and upper._is_extreme("first"):
        return "unknown"
    return f"{lower}..{upper}"


@dataclass(frozen=True)
class Answer:
    """The answer to a question about a position."""

    game: str
    """The canonical spec."""
    position: str
    """The position, as it was given."""
    ask: str
    """The question: "winner", "margin" or "distance"."""
    bound: str
    """ "exact", or "range" if a limit was reached."""
    value: Optional[Value]
    """The value, if it is exact."""
    lower: Optional[Value]
    """The lower end of a range: the value is no worse for First than this."""
    upper: Optional[Value]
    """The upper end of a range: the value is no better for First than this."""
    best: Optional[Tuple[str, ...]]
    """All best moves in move order, if asked for and found."""
    line: Optional[Tuple[str, ...]]
    """Perfect play to the end, always by the first best move, if asked for and found."""
    solver: str
    """The solver that found the answer."""
    reason: Optional[str]
    """The reason for the choice of the solver, if Yomikiri chose it."""
    nodes: int
    """Positions visited."""
    stored: int
    """Positions stored afterwards."""
    seconds: float
    """The time it took."""
    to_come: bool = False
    """Whether the value counts only the points still to come: moves gain points, and the points gained before a
    position other than the start are not part of the value (see Position.points)."""
    json: Dict[str, Any] = field(repr=False, compare=False, default_factory=dict)
    """The whole answer as the command line's --json writes it."""

    @classmethod
    def from_json(cls, data: Dict[str, Any], reason: Optional[str] = None) -> Answer:
        """Reads an answer as the command line's --json writes it."""
        ask = data["ask"]

        def value(fields: Optional[Mapping[str, Any]]) -> Optional[Value]:
            return None if fields is None else Value.from_json(ask, fields)

        def moves(name: str) -> Optional[Tuple[str, ...]]:
            return tuple(data[name]) if name in data else None

        return cls(
            game=data["game"],
            position=data["position"],
            ask=ask,
            bound=data["bound"],
            value=value(data if data["bound"] == "exact" else None),
            lower=value(data.get("lower")),
            upper=value(data.get("upper")),
            best=moves("best"),
            line=moves("line"),
            solver=data["solver"],
            reason=reason,
            nodes=data["nodes"],
            stored=data["stored"],
            seconds=data["seconds"],
            to_come=data.get("to_come", False),
            json=data,
        )

    @property
    def winner(self) -> Optional[str]:
        """ "first", "draw" or "second"; None if the value is not exact."""
        return None if self.value is None else self.value.winner

    @property
    def margin(self) -> Optional[int]:
        """First's points minus Second's, if the value is a number of points."""
        return None if self.value is None else self.value.margin

    @property
    def plies(self) -> Optional[int]:
        """The plies to the end, if the value has a number of them."""
        return None if self.value is None else self.value.plies

    def __str__(self) -> str:
        if self.lower is not None and self.upper is not None:
            return range_text(self.lower, self.upper)
        return str(self.value)


@dataclass(frozen=True)
class Move:
    """A legal move with its value, counted from the position in which it is made."""

    move: str
    """The move."""
    position: str
    """The position after it."""
    value: Value
    """The value."""
    best: bool
    """Whether no other move is better for the mover."""
    place: int
    """Its rank by quality, from 0; equal moves have the same rank."""
    target: Optional[int]
    """The index of the place on the board that a player touches to make the move."""
    gain: Optional[int] = None
    """The points that the mover gains (negative: loses), in a game whose moves gain points. They are part of the
    value."""

    def __str__(self) -> str:
        return f"{self.move}{'*' if self.best else ''} {self.value}"


@dataclass(frozen=True)
class MoveRange:
    """A legal move with the range proven before a limit was reached."""

    move: str
    """The move."""
    position: str
    """The position after it."""
    lower: Value
    """The value is no worse for First than this. Equal to upper if the value is exact."""
    upper: Value
    """The value is no better for First than this."""
    best: Optional[bool]
    """Whether no other move is better for the mover; None if that is unknown."""
    gain: Optional[int] = None
    """The points that the mover gains (negative: loses), in a game whose moves gain points."""

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper

    @classmethod
    def from_json(cls, ask: str, data: Dict[str, Any]) -> MoveRange:
        """Reads what the native half says."""
        exact = data["bound"] == "exact"
        lower, upper = (data, data) if exact else (data["lower"], data["upper"])
        return cls(
            data["move"],
            data["position"],
            Value.from_json(ask, lower),
            Value.from_json(ask, upper),
            data.get("is_best"),
            data.get("gain"),
        )

    def __str__(self) -> str:
        return f"{self.move} {self.lower if self.exact else range_text(self.lower, self.upper)}"


@dataclass(frozen=True)
class Moves:
    """All legal moves of a position, best first; a board with their values in a notebook."""

    answer: Answer
    """The position's own answer, with all best moves."""
    to_move: str
    """The player to move: "first" or "second"."""
    moves: Tuple[Move, ...]
    """The moves, best first, equal ones in move order; none if the game is over."""
    diagram: Dict[str, Any] = field(repr=False, compare=False)
    """The board as data."""

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> Moves:
        """Reads what the native half says."""
        answer = Answer.from_json(data["answer"])
        moves = tuple(
            Move(
                move["move"],
                move["position"],
                Value.from_json(answer.ask, move),
                move["is_best"],
                move["place"],
                move["target"],
                move.get("gain"),
            )
            for move in data["moves"]
        )
        return cls(answer, data["to_move"], moves, data["diagram"])

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, index: int) -> Move:
        return self.moves[index]

    def __str__(self) -> str:
        return "\n".join(map(str, self.moves))

    def _repr_svg_(self) -> str:
        from ._board import draw

        labels = {move.target: move for move in reversed(self.moves) if move.target is not None}
        return draw(self.diagram, labels)


class WinnerValues(NamedTuple):
    """Values of n positions under "winner"."""

    winner: npt.NDArray[np.int8]
    """int8 (n,): 1 First wins, 0 a draw, -1 Second wins; 0 if the exact value is unknown."""
    exact: npt.NDArray[np.bool_]
    """bool (n,): whether the value is exact (a limit may be reached first)."""


class MarginValues(NamedTuple):
    """Values of n positions under "margin"."""

    margin: npt.NDArray[np.int64]
    """int64 (n,): First's points minus Second's; OUTRIGHT and -OUTRIGHT for outright wins; 0 if the exact value is
    unknown."""
    exact: npt.NDArray[np.bool_]
    """bool (n,): whether the value is exact."""


class DistanceValues(NamedTuple):
    """Values of n positions under "distance"."""

    winner: npt.NDArray[np.int8]
    """int8 (n,): as in WinnerValues."""
    plies: npt.NDArray[np.int32]
    """int32 (n,): plies to the end; -1 for a draw and if the exact value is unknown, ENDLESS for a win by endless
    play."""
    exact: npt.NDArray[np.bool_]
    """bool (n,): whether the value is exact."""


class MoveValues(NamedTuple):
    """Values of all moves of n positions; m is the largest number of moves of one of them.

    Row i belongs to position i, column j to its j-th legal move, in move order.
    """

    moves: Tuple[Tuple[str, ...], ...]
    """The legal moves of each position, in move order."""
    winner: npt.NDArray[np.int8]
    """int8 (n, m): as in WinnerValues."""
    margin: npt.NDArray[np.int64]
    """int64 (n, m): as in MarginValues; 0 under the other questions."""
    plies: npt.NDArray[np.int32]
    """int32 (n, m): as in DistanceValues; -1 under the other questions. They include the move's own ply."""
    best: npt.NDArray[np.bool_]
    """bool (n, m): whether no other move is better for the mover."""
    exact: npt.NDArray[np.bool_]
    """bool (n, m): the mask: whether there is such a move and its value is exact."""

"""The solver."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Iterable, List, Literal, Optional, Tuple, Union, overload

from ._answers import (
    Answer,
    DistanceValues,
    MarginValues,
    MoveRange,
    Moves,
    MoveValues,
    WinnerValues,
)
from ._errors import LimitReached
from ._native import Game, Position
from ._native import Solver as NativeSolver
from ._rules import Rules, as_game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    _Positions = Union[Iterable[Union[str, Position]], npt.NDArray[np.int8]]

Ask = Literal["winner", "margin", "distance"]
"""The questions."""

UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


def memory_bytes(memory: Union[int, str, None]) -> Optional[int]:
    """Bytes, given as a number or as text such as "64K", "256MB" or "1GiB" (units of 1024)."""
    if memory is None:
        return None
    if isinstance(memory, str):
        text = memory.strip().upper()
        digits = text.rstrip("BIKMGT")
        unit = text[len(digits) :].replace("IB", "").replace("B", "")
        if not digits.isascii() or not digits.isdigit() or unit not in UNITS:
            raise ValueError(f"memory is a number of bytes such as 65536, 256M or 1GB, not {memory!r}")
        memory = int(digits) << UNITS[unit]
    if not 0 <= memory < 1 << 64:
        raise ValueError("memory is from 0 to 2**64 - 1 bytes")
    return memory


def parts_file(
    parts: Union[str, os.PathLike[str], None], check_parts: bool
) -> Tuple[Optional[str], bool]:
    """A file of values of parts by its name, and whether to check all of it."""
    if check_parts and parts is None:
        raise ValueError("check_parts needs parts")
    return (None if parts is None else os.fspath(parts)), check_parts


def as_text(position: Union[str, Position]) -> str:
    """The text of a position."""
    if isinstance(position, Position):
        return position.text
    if isinstance(position, str):
        return position
    raise TypeError(f"a position is a str or a Position, not {type(position).__name__}")


def as_batch(positions: _Positions) -> Union[List[Union[str, Position]], npt.NDArray[np.int8]]:
    """Many positions, in one of the two forms that are read without Python: a list, or a contiguous array of
    int8 (n, cells). Neither is copied where it is one already."""
    if isinstance(positions, (str, Position)):
        raise TypeError("several positions are wanted: put this one into a list")
    if isinstance(positions, list):
        return positions
    import numpy as np

    if not isinstance(positions, np.ndarray):
        return list(positions)
    if positions.dtype != np.int8 or positions.ndim != 2:
        raise TypeError(
            "positions as an array are int8 with two dimensions (n, cells), not "
            f"{positions.dtype} with {positions.ndim}"
        )
    return np.ascontiguousarray(positions)


class Solver:
    """Answers questions about the positions of one game, exactly.

    A solver keeps its results from one position to the next. Several Python threads may use it; calls take turns. No
    call holds Python's lock while it works, and Ctrl-C ends every call.

    Args:
        game: the game.
        solver: "auto", or the name of a method ("plain", "memo", "alpha_beta", "proof_number",
            "retrograde", "direct", "parametric", "sums"). It changes only the time, never an answer.
        threads: threads to use, 0 for all. They share the positions of a batch; "alpha_beta" and "proof_number" use
            all threads on a single position. Threads change only the time, never an answer.
        memory: the bytes that stored positions may take in each thread, as a number or as "256MB".
            Beyond that, a transposition table forgets entries, and other solvers stop with LimitReached.
        timeout: seconds for each position, unless the call says otherwise.
        max_nodes: positions to visit for each position, unless the call says otherwise.
        parts: a file with values of parts. The solver takes values from it and adds new ones; it creates the file if
            there is none. It then solves every position by "sums", which says who wins in games in which a player who
            cannot move loses. One thread works at a time. The first call reads the file and checks its forms and a
            sample of its values, and each call checks the values of the parts of its positions; the limits include
            this. A call that has found new values writes the whole file at its end, also if it raises LimitReached or
            Ctrl-C ends it. If several processes use one file at the same time, the last one to write replaces it.
        check_parts: check every value in the file for this game against the rules, not only a sample; use this for
            files from others.

    Raises:
        ValueError: check_parts without parts, or parts with another solver than "sums".
        PartsError: the file of parts cannot be read. Calls also raise it: if the file is damaged or wrong (the solver
            then neither uses nor writes it any more), or if it cannot be written (the next call tries again).
    """

    def __init__(
        self,
        game: Union[Game, Rules, str],
        *,
        solver: str = "auto",
        threads: int = 1,
        memory: Union[int, str, None] = None,
        timeout: Optional[float] = None,
        max_nodes: Optional[int] = None,
        parts: Union[str, os.PathLike[str], None] = None,
        check_parts: bool = False,
    ) -> None:
        self._game = as_game(game)
        self._arguments = (solver, threads, memory_bytes(memory))
        self._parts = parts_file(parts, check_parts)
        self._native = NativeSolver(self._game, *self._arguments, *self._parts)
        self.timeout = timeout
        self.max_nodes = max_nodes

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    def __repr__(self) -> str:
        return f"Solver({self._game!r}, solver={self._arguments[0]!r}, threads={self._native.threads})"

    def __reduce__(self) -> Tuple[Any, ...]:
        limits = (self.timeout, self.max_nodes)
        return _restore, (self._game, *self._arguments, *limits, *self._parts)

    def _limits(self, timeout: Optional[float], nodes: Optional[int]) -> Tuple[Any, Any]:
        timeout = self.timeout if timeout is None else timeout
        return timeout, self.max_nodes if nodes is None else nodes

    def solve(
        self,
        position: Union[str, Position] = "start",
        *,
        ask: Ask = "winner",
        best: bool = True,
        line: bool = True,
        timeout: Optional[float] = None,
        max_nodes: Optional[int] = None,
    ) -> Answer:
        """Solves a position.

        Args:
            position: a text or a Position.
            ask: "winner" (who wins), "margin" (by how many points) or "distance" (in how many plies).
            best: whether to find all best moves.
            line: whether to find a line of perfect play.
            timeout: seconds.
            max_nodes: positions visited.

        Raises:
            LimitReached: a limit was reached first; it carries the range proven by then.
            PositionError: the text is not a position.
            Refused: the question or the method does not apply.
        """
        limits = self._limits(timeout, max_nodes)
        data, reason, stopped = self._native.solve(as_text(position), ask, best, line, *limits)
        answer = Answer.from_json(json.loads(data), reason)
        if stopped is not None:
            raise LimitReached(stopped, answer)
        return answer

    def moves(
        self,
        position: Union[str, Position] = "start",
        *,
        ask: Ask = "winner",
        timeout: Optional[float] = None,
        max_nodes: Optional[int] = None,
    ) -> Moves:
        """All legal moves of a position with their values, best first.

        Raises the exceptions of solve. If a limit was reached before all moves have values, LimitReached has the
        proven range of each move in its attribute moves.
        """
        limits = self._limits(timeout, max_nodes)
        text, stopped = self._native.moves(as_text(position), ask, *limits)
        data = json.loads(text)
        moves = Moves.from_json(data)
        if stopped is not None:
            ranges = tuple(MoveRange.from_json(moves.answer.ask, move) for move in data["bounds"])
            raise LimitReached(stopped, moves.answer, moves=ranges)
        return moves

    @overload
    def values(
        self,
        positions: _Positions,
        *,
        ask: Literal["winner"] = ...,
        timeout: Optional[float] = ...,
        max_nodes: Optional[int] = ...,
    ) -> WinnerValues: ...

    @overload
    def values(
        self,
        positions: _Positions,
        *,
        ask: Literal["margin"],
        timeout: Optional[float] = ...,
        max_nodes: Optional[int] = ...,
    ) -> MarginValues: ...

    @overload
    def values(
        self,
        positions: _Positions,
        *,
        ask: Literal["distance"],
        timeout: Optional[float] = ...,
        max_nodes: Optional[int] = ...,
    ) -> DistanceValues: ...

    def values(
        self,
        positions: _Positions,
        *,
        ask: Ask = "winner",
        timeout: Optional[float] = None,
        max_nodes: Optional[int] = None,
    ) -> Union[WinnerValues, MarginValues, DistanceValues]:
        """The values of many positions, as arrays.

        Args:
            positions: texts, Positions, or an int8 array (n, cells): see Game.cells_per_position. A
                contiguous array is read in place.
            ask: "winner", "margin" or "distance"; it decides what is returned.
            timeout, max_nodes: limits of each position; if one is reached, the mask is False.

        Returns:
            WinnerValues (winner, exact), MarginValues (margin, exact) or DistanceValues (winner, plies,
            exact): arrays of length n, the last one the mask.

        Raises:
            PositionError, CellsError: with index, the number of the first position that is not one.
            TypeError: an array of another type or shape.
            Refused: the question or the method does not apply.
        """
        limits = self._limits(timeout, max_nodes)
        found = self._native.values(as_batch(positions), ask, *limits)
        winner, margin, plies, exact = found
        if ask == "margin":
            return MarginValues(margin, exact)
        if ask == "distance":
            return DistanceValues(winner, plies, exact)
        return WinnerValues(winner, exact)

    def move_values(
        self,
        positions: _Positions,
        *,
        ask: Ask = "winner",
        timeout: Optional[float] = None,
        max_nodes: Optional[int] = None,
    ) -> MoveValues:
        """The values of all moves of many positions, as arrays (n, m); m is the largest number of moves of one
        position.

        Arguments and errors are those of values. A move's value is counted from the position in which it is made, so
        it includes its own gain and ply. If there is no such move, or a limit was reached first, the mask `exact` is
        False.
        """
        limits = self._limits(timeout, max_nodes)
        return MoveValues(*self._native.move_values(as_batch(positions), ask, *limits))


def _restore(
    game: Game,
    solver: str,
    threads: int,
    memory: Optional[int],
    timeout: Optional[float],
    max_nodes: Optional[int],
    parts: Optional[str] = None,
    check_parts: bool = False,
) -> Solver:
    return Solver(
        game,
        solver=solver,
        threads=threads,
        memory=memory,
        timeout=timeout,
        max_nodes=max_nodes,
        parts=parts,
        check_parts=check_parts,
    )

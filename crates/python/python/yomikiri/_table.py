"""Tables of whole games."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Literal, NamedTuple, Optional, Sequence, Union

from ._answers import DistanceValues, MarginValues, WinnerValues
from ._errors import Refused
from ._native import Game, Position
from ._native import Table as NativeTable
from ._native import build_table
from ._rules import Rules, as_game
from ._solver import Ask, as_batch, as_text, memory_bytes

if TYPE_CHECKING:
    from ._solver import _Positions


class Progress(NamedTuple):
    """The progress of building a table."""

    phase: str
    """ "enumerating", "valuing" or "sealing"."""
    tier: int
    """The rank of the current tier, or the ply of the current layer."""
    done: int
    """The number of stored positions finished in this phase."""
    total: Optional[int]
    """The total number of stored positions, once it is known."""
    positions: int
    """The number of reachable positions with values so far."""


class Table:
    """The values of every position that play can reach, in one file. Table.open opens a table, Table.build makes
    one."""

    def __init__(self, path: Union[str, os.PathLike[str]], *, cache: Optional[int] = None) -> None:
        self._path = os.fspath(path)
        self._cache = cache
        self._native = NativeTable(self._path, cache)

    @classmethod
    def open(cls, path: Union[str, os.PathLike[str]], *, cache: Optional[int] = None) -> Table:
        """Opens the table in a directory, or a table's file.

        Args:
            path: the directory or the file.
            cache: bytes for unpacked blocks in memory (64 MiB).

        Raises:
            TableError: there is no table, or it is damaged, or it has other rules.
        """
        return cls(path, cache=cache)

    @classmethod
    def build(
        cls,
        game: Union[Game, Rules, str],
        path: Union[str, os.PathLike[str]],
        *,
        ask: Ask = "winner",
        from_positions: Union[str, Position, Sequence[Union[str, Position]]] = (),
        symmetric: Optional[bool] = None,
        semi_strong: Optional[Literal["all", "one"]] = None,
        threads: int = 1,
        memory: Union[int, str, None] = None,
        disk: Union[int, str, None] = None,
        timeout: Optional[float] = None,
        progress: Optional[Callable[[Progress], object]] = None,
    ) -> Table:
        """Builds the table of a game in a directory, or continues to build it, and opens it.

        Args:
            game: the game.
            path: the directory; created if it does not exist.
            ask: the question that the table answers.
            from_positions: the positions that play starts from, or one position; the table then holds only what play
                can reach from these. By default play starts where the game does.
            symmetric: whether to store one position for all its mirror images; None: if the game has a symmetry, and
                the images of every start are starts too.
            semi_strong: store only the positions that can arise while at least one player has made no mistake,
                following "all" best moves or "one".
            threads: threads to use, 0 for all. They do not change the file.
            memory: bytes of memory to use (1 GiB).
            disk: bytes that all files together may take.
            timeout: seconds; finished work is kept.
            progress: a function that is called with a Progress about ten times a second; an exception in it ends the
                build.

        Raises:
            PositionError: with index, the number of the first position in from_positions that is not one.
            LimitReached: the time is over; another call continues from there.
            TableError: the game can have no table, or the memory or disk space is too small.
        """
        game = as_game(game)
        told = None if progress is None else lambda *said: progress(Progress(*said))
        sizes = memory_bytes(memory), memory_bytes(disk)
        if isinstance(from_positions, (str, Position)):
            from_positions = [from_positions]
        starts = [as_text(position) for position in from_positions]
        build_table(
            game, os.fspath(path), ask, starts, symmetric, semi_strong, threads, *sizes, timeout, told
        )
        return cls(path)

    @property
    def game(self) -> Game:
        """The game."""
        return self._native.game

    @property
    def ask(self) -> str:
        """The question that the table answers."""
        return self._native.ask

    @property
    def info(self) -> Dict[str, Any]:
        """A description of the table: game, ask, symmetric, cyclic, positions, first, draw, second, stored, bytes; for a
        part of a game also from, the positions that play starts from."""
        return self._native.info()

    def __repr__(self) -> str:
        return f"Table({self._path!r})"

    def __reduce__(self) -> Any:
        return _reopen, (self._path, self._cache)

    def probe(
        self, positions: _Positions, *, ask: Optional[Ask] = None
    ) -> Union[WinnerValues, MarginValues, DistanceValues]:
        """The values of many positions, as Solver.values returns them. All are exact.

        Args:
            positions: texts, Positions, or rows of cells.
            ask: the question, by default the table's own; every table answers "winner".

        Raises:
            PositionError, CellsError: with index, the number of the first position that is not one.
            TableError: the table does not have a position, because play does not reach it; the table does not answer
                the question, or it is damaged.
        """
        winner, margin, plies, exact = self._native.probe(as_batch(positions), ask)
        asked = self.ask if ask is None else ask
        if asked == "margin":
            return MarginValues(margin, exact)
        if asked == "distance":
            return DistanceValues(winner, plies, exact)
        return WinnerValues(winner, exact)

    def best(self, position: Union[str, Position], *, ask: Optional[Ask] = None) -> List[str]:
        """All best moves of a position, in move order; ask as for probe."""
        return self._native.best(as_text(position), ask)

    def to_arrow(self, *, unfold: bool = False) -> Any:
        """All stored positions as a pyarrow.Table; with unfold, all positions that play can reach, mirror images
        included. The columns are position, to_move ("first", "second"), ply, positions (the number of positions that
        the row stands for), value ("first", "draw", "second"), margin, distance, endless (whether the player wins by
        endless play, so that there is no distance), best. The whole result is in memory."""
        pyarrow: Any = import_module("pyarrow")

        types = {
            "position": pyarrow.string(),
            "to_move": pyarrow.string(),
            "ply": pyarrow.uint64(),
            "positions": pyarrow.uint64(),
            "value": pyarrow.string(),
            "margin": pyarrow.int64(),
            "distance": pyarrow.uint32(),
            "endless": pyarrow.bool_(),
            "best": pyarrow.string(),
        }
        columns = self._native.columns(unfold)
        arrays = [pyarrow.array(columns[name], kind) for name, kind in types.items()]
        return pyarrow.table(arrays, names=list(types))


def _reopen(path: str, cache: Optional[int]) -> Table:
    return Table(path, cache=cache)

"""Tables of whole games."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Literal, NamedTuple, Optional, Union

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
    """How far the building of a table has come."""

    phase: str
    """ "enumerating", "valuing" or "sealing"."""
    tier: int
    """The rank of the tier under way, or the ply of the layer."""
    done: int
    """Stored positions done with in this phase."""
    total: Optional[int]
    """Stored positions there are, once that is known."""
    positions: int
    """Reachable positions valued so far."""


class Table:
    """The values of every position that play can reach, in one file. Table.open reads one, Table.build
    makes one."""

    def __init__(self, path: Union[str, os.PathLike[str]], *, cache: Optional[int] = None) -> None:
        self._path = os.fspath(path)
        self._cache = cache
        self._native = NativeTable(self._path, cache)

    @classmethod
    def open(cls, path: Union[str, os.PathLike[str]], *, cache: Optional[int] = None) -> Table:
        """Opens the table in a directory, or a table's file.

        Args:
            path: the directory or the file.
            cache: bytes of unpacked blocks that are kept (64 MiB).

        Raises:
            TableError: there is no table there, or it is damaged, or of other rules.
        """
        return cls(path, cache=cache)

    @classmethod
    def build(
        cls,
        game: Union[Game, Rules, str],
        path: Union[str, os.PathLike[str]],
        *,
        ask: Ask = "winner",
        symmetric: Optional[bool] = None,
        semi_strong: Optional[Literal["all", "one"]] = None,
        threads: int = 1,
        memory: Union[int, str, None] = None,
        disk: Union[int, str, None] = None,
        timeout: Optional[float] = None,
        progress: Optional[Callable[[Progress], object]] = None,
    ) -> Table:
        """Builds the table of a game in a directory, or goes on building it, and opens it.

        Args:
            game: the game.
            path: the directory; made if it is not there.
            ask: the question that the table answers.
            symmetric: whether one position stands for all mirror images; None: where that holds.
            semi_strong: hold only the positions that come about while at least one player has made no mistake:
                following "all" best moves, or "one".
            threads: threads to use, 0 for all. The file is the same.
            memory: bytes to work in (1 GiB).
            disk: bytes that files may take at once.
            timeout: seconds; what is done stays done.
            progress: called with a Progress about ten times a second; what it raises ends the build.

        Raises:
            LimitReached: the timeout; building goes on from there when it is called again.
            TableError: the game has no tables, or no room.
        """
        game = as_game(game)
        told = None if progress is None else lambda *said: progress(Progress(*said))
        sizes = memory_bytes(memory), memory_bytes(disk)
        build_table(
            game, os.fspath(path), ask, symmetric, semi_strong, threads, *sizes, timeout, told
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
        """What the table holds: game, ask, symmetric, cyclic, positions, first, draw, second, stored,
        bytes."""
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
            ask: the question, if not the table's own; "winner" is answered by every table.

        Raises:
            PositionError, CellsError: with index, the number of the first position that is not one.
            TableError: play does not reach a position, the table does not answer the question, or it is
                damaged.
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
        """All stored positions as a pyarrow.Table, with unfold all that play can reach, also where one is
        stored for all its mirror images: position, to_move ("first", "second"), ply, positions (how
        many it stands for), value ("first", "draw", "second"), margin, distance, endless (whether the win
        is owed to play that never ends, and has no distance), best. All of it is in memory."""
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

"""Grading: how well games were played, held against the truth."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from ._native import Game, Position
from ._native import grade as native_grade
from ._rules import Rules, as_game
from ._solver import Ask, memory_bytes

COLUMNS = ("position", "canonical", "to_move", "winner", "margin", "plies", "best", "moves", "split")


@dataclass(frozen=True)
class Grade:
    """How well games were played."""

    data: Dict[str, Any] = field(repr=False)
    """The report, as `yomikiri grade --json` writes it."""
    text: str = field(repr=False)
    """The report as tables."""
    html: str = field(repr=False)
    """The report as a page with charts."""
    rows: List[Any] = field(repr=False, compare=False)
    """The positions that were solved."""

    @property
    def perfect(self) -> float:
        """The share of moves that were as good as any."""
        return float(self.data["perfect"]["rate"])

    @property
    def keeping(self) -> float:
        """The share of moves that did not change who wins."""
        return float(self.data["keeping"]["rate"])

    @property
    def blunders(self) -> Dict[str, int]:
        """Blunders by kind: "win-to-draw", "win-to-loss", "draw-to-loss"."""
        return dict(self.data["blunders"])

    @property
    def faults(self) -> Dict[str, int]:
        """What went wrong with an agent: "illegal", "timeout", "crash"."""
        return dict(self.data["faults"])

    def dataset(self) -> Dict[str, List[Any]]:
        """The positions that were solved, each once, in columns: position, canonical (the position that
        stands for all mirror images), to_move, winner, margin, plies, best (all best moves, separated by
        spaces), moves (how many are legal), split ("train", "validation" or "test", by canonical)."""
        columns = list(zip(*self.rows)) or [()] * len(COLUMNS)
        return {name: list(column) for name, column in zip(COLUMNS, columns)}

    def to_arrow(self) -> Any:
        """The data set as a pyarrow.Table."""
        pyarrow: Any = import_module("pyarrow")

        kinds = {"margin": pyarrow.int64(), "plies": pyarrow.uint32(), "moves": pyarrow.uint32()}
        columns = self.dataset()
        arrays = [pyarrow.array(columns[name], kinds.get(name, pyarrow.string())) for name in COLUMNS]
        return pyarrow.table(arrays, names=list(COLUMNS))

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def grade(
    game: Union[Game, Rules, str],
    games: Optional[Iterable[Union[str, Sequence[str], Mapping[str, Any]]]] = None,
    *,
    agent: Union[Callable[[Position], str], Sequence[str], None] = None,
    ask: Ask = "winner",
    solver: str = "auto",
    player: Optional[str] = None,
    play: int = 100,
    opponent: str = "random",
    seed: int = 0,
    threads: int = 1,
    move_timeout: Optional[float] = None,
    timeout: Optional[float] = None,
    memory: Union[int, str, None] = None,
) -> Grade:
    """Grades games that were played, or an agent that plays some.

    Args:
        game: the game.
        games: each a line of moves, a list of moves, or a dict with "moves" and perhaps "start", "first"
            and "second" (names).
        agent: instead of games: a function that is given a Position and returns a move, or the words of a
            command that reads a position a line and writes a move a line. Where it has no legal move to
            offer that is counted, and a random move is made in its place.
        ask: the question that moves are held against.
        solver: as Solver.
        player: grade only the moves of "first", "second", or of the player of that name. Without it all are
            graded, and those of each name are counted in by_name too. Not with an agent.
        play: games that the agent plays, in turn as First and as Second.
        opponent: against "random" moves, "perfect" play, or "self".
        seed: the same number, the same moves of the opponent.
        threads: threads that solve positions, 0 for all. They change time, never a figure. An agent is
            called by one of them at a time.
        move_timeout: seconds that an agent has for a move (a command 10; a function any). A command that
            takes longer is ended and started anew. A function cannot be ended from outside: CallEnded is
            raised in it as soon as it runs code in Python; a call into native code (time.sleep, a
            network's forward pass) comes back when it does, and is counted as a timeout then.
        timeout, memory: limits of each position that is solved.

    Raises:
        MoveError: a move that is not legal; index is the number of its game.
        GradeError: a line that is no game, where index is its number and span what is wrong; a player
            whom no game names.
        Whatever the function raises.
    """
    game = as_game(game)
    if (games is None) == (agent is None):
        raise TypeError("either games or an agent are graded")
    if player is not None and agent is not None:
        raise TypeError("player chooses among the moves of games: of an agent its own moves are graded")
    lines = None if games is None else [_line(one) for one in games]
    function = agent if callable(agent) else None
    program = None if agent is None or callable(agent) else [os.fspath(word) for word in agent]
    data, text, html, rows = native_grade(
        game,
        lines,
        function,
        program,
        ask,
        solver,
        player,
        play,
        opponent,
        seed,
        threads,
        move_timeout,
        timeout,
        memory_bytes(memory),
    )
    return Grade(json.loads(data), text, html, rows)


def _line(game: Union[str, Sequence[str], Mapping[str, Any]]) -> str:
    if isinstance(game, str):
        return game
    if isinstance(game, Mapping):
        return json.dumps(dict(game))
    return json.dumps({"moves": list(game)})

"""Grading: comparing the moves of games with exact values."""

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
    """A report on the quality of the moves of games."""

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
        """The share of moves for which no other move was better."""
        return float(self.data["perfect"]["rate"])

    @property
    def keeping(self) -> float:
        """The share of moves that did not change the winner."""
        return float(self.data["keeping"]["rate"])

    @property
    def blunders(self) -> Dict[str, int]:
        """Blunders by kind: "win-to-draw", "win-to-loss", "draw-to-loss"."""
        return dict(self.data["blunders"])

    @property
    def faults(self) -> Dict[str, int]:
        """The faults of an agent by kind: "illegal", "timeout", "crash"."""
        return dict(self.data["faults"])

    def dataset(self) -> Dict[str, List[Any]]:
        """The positions that were solved, each once, in columns: position, canonical (the position that stands for
        all mirror images), to_move, winner, margin, plies, best (all best moves, separated by spaces), moves (the
        number of legal moves), split ("train", "validation" or "test", by canonical)."""
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
    """Grades recorded games, or the games of an agent.

    Args:
        game: the game.
        games: the games, each a line of moves, a list of moves, or a dict with "moves" and optionally "start",
            "first" and "second" (names).
        agent: instead of games: a function that takes a Position and returns a move, or the words of a command that
            reads one position per line and writes one move per line. If the agent gives no legal move, grade counts
            this and plays a random move instead.
        ask: the question that decides which moves are best.
        solver: as Solver.
        player: grade only the moves of "first", "second", or of the player with this name. Without it, grade counts
            all moves, and also those of each name in by_name. Not with an agent.
        play: the number of games that the agent plays, alternately as First and as Second.
        opponent: "random" moves, "perfect" play, or "self".
        seed: the seed; the same number gives the same moves of the opponent.
        threads: threads that solve positions, 0 for all. They change only the time, never a figure. Only one of them
            at a time calls an agent.
        move_timeout: seconds that an agent has for a move (by default 10 for a command, no limit for a function).
            grade ends a command that takes longer and starts it again. A function cannot be ended from outside: grade
            raises CallEnded in it as soon as it runs Python code. A call into native code (time.sleep, a network's
            forward pass) must first return, and then counts as a timeout.
        timeout, memory: limits of each position that is solved.

    Raises:
        MoveError: a move is not legal; index is the number of its game.
        GradeError: a line is not a game (index is its number, span the place of the mistake), or no game names the
            player.
        Exceptions of the function are raised unchanged.
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

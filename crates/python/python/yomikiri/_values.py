"""Positions as combinatorial games."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Dict, List, Optional, Tuple, Union

from ._native import Position
from ._native import value as native_value
from ._solver import as_text, memory_bytes, parts_file


@dataclass(frozen=True)
class GameTerm:
    """A term of a sum."""

    text: str
    """The game's name, or the value as typed."""
    position: Optional[str]
    """The position; None for a value."""
    minus: bool
    """Whether it is subtracted."""
    value: Optional[str]
    """What it is worth; None where that is too long to write."""


@dataclass(frozen=True)
class GameMove:
    """A move in a term of a sum."""

    term: int
    """The number of the term, from 0."""
    move: str
    """The move, in the game's notation; in a typed value, the value that it becomes."""
    value: Optional[str]
    """What the term is worth then; None where that is too long to write."""
    wins: bool
    """Whether it wins against the best reply."""
    best: bool
    """Whether no other move is at least as good beside whatever else is played."""


@dataclass(frozen=True)
class GameValue:
    """What a sum of games and values is worth. First is Left."""

    value: Optional[str]
    """The canonical form, as the books write it; None where that is too long to write."""
    outcome: str
    """Who wins: "first" or "second", whoever begins; "next", who begins; "previous", who does not."""
    mean: Fraction
    """The mean value."""
    temperature: Fraction
    """The temperature."""
    left_stop: Fraction
    """The number at which play stops if First begins."""
    right_stop: Fraction
    """The number at which play stops if Second begins."""
    birthday: int
    """How many moves the canonical form lasts at most."""
    grundy: Optional[int]
    """The Grundy value, of impartial games."""
    atomic_weight: Optional[str]
    """The atomic weight, of an all-small game other than 0."""
    reduced: Optional[str]
    """The reduced canonical form."""
    compared: Optional[str]
    """How the sum compares with the other one: "equal", "less", "greater" or "confused"."""
    thermograph: Tuple[Tuple[Tuple[Fraction, Fraction], ...], Tuple[Tuple[Fraction, Fraction], ...]]
    """The left and the right wall: corners as (temperature, value), upward."""
    terms: Tuple[GameTerm, ...]
    """The terms of the sum."""
    first: Tuple[GameMove, ...]
    """First's moves, the best ones first."""
    second: Tuple[GameMove, ...]
    """Second's moves, the best ones first."""
    positions: int
    """How many positions were looked at."""
    text: str
    """All that in words, as `yomikiri value` prints it."""

    def __str__(self) -> str:
        return self.text


def value(
    sum: str,
    position: Union[str, Position, None] = None,
    *,
    compare: Optional[str] = None,
    grundy: bool = False,
    parts: Union[str, os.PathLike[str], None] = None,
    check_parts: bool = False,
    timeout: Optional[float] = None,
    memory: Union[int, str, None] = None,
) -> GameValue:
    """The value of a sum of games in which who cannot move has lost.

    Args:
        sum: games, each perhaps with a position behind its name, and values as the books write them, joined by
            " + " and " - ": "clobber:rows=1,cols=4 + domineering - 1/2".
        position: the position, where the sum is a single game.
        compare: a sum to compare with.
        grundy: the Grundy value alone; the games have to be impartial. It is found sooner.
        parts: a file from which values of positions and their parts are taken, and in which those that are found are
            kept; it is made if there is none. A call that LimitReached ends keeps its values too. If several calls
            use one file at the same time, the last one to end replaces it.
        check_parts: derive every value that the file holds of these games from the rules again, not a sample only; for
            files that you did not make.
        timeout: seconds.
        memory: bytes.

    Raises:
        ValueError: check_parts without parts.
        TextError: the sum, or the one to compare with, is not written well.
        SpecError, PositionError: a game or a position in it is not.
        Refused: play in a game may cycle, or does not end with who cannot move; or a game is not impartial.
        PartsError: the file of parts is damaged, says what is not so, or cannot be read or written.
        LimitReached: a limit was reached first, or a number is too large for any machine.
    """
    file = parts_file(parts, check_parts)
    place = None if position is None else as_text(position)
    said, words = native_value(
        sum, place, compare, grundy, *file, timeout, memory_bytes(memory)
    )
    found: Dict[str, Any] = json.loads(said)

    def wall(corners: List[List[str]]) -> Tuple[Tuple[Fraction, Fraction], ...]:
        return tuple((Fraction(heat), Fraction(worth)) for heat, worth in corners)

    def moves(player: str) -> Tuple[GameMove, ...]:
        return tuple(GameMove(**move) for move in found[player])

    terms = tuple(
        GameTerm(term["term"], term["position"], term["minus"], term["value"])
        for term in found["terms"]
    )
    return GameValue(
        value=found["value"],
        outcome=found["outcome"],
        mean=Fraction(found["mean"]),
        temperature=Fraction(found["temperature"]),
        left_stop=Fraction(found["left_stop"]),
        right_stop=Fraction(found["right_stop"]),
        birthday=found["birthday"],
        grundy=found.get("grundy"),
        atomic_weight=found.get("atomic_weight"),
        reduced=found["reduced"],
        compared=found.get("compared"),
        thermograph=(wall(found["left_wall"]), wall(found["right_wall"])),
        terms=terms,
        first=moves("first"),
        second=moves("second"),
        positions=found["nodes"],
        text=words,
    )

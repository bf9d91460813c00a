"""Positions as combinatorial games."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Dict, List, Optional, Tuple, Union

from ._errors import LimitReached
from ._native import Position
from ._native import octal as native_octal
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
    """Its value; None if the text would be too long."""


@dataclass(frozen=True)
class GameMove:
    """A move in a term of a sum."""

    term: int
    """The number of the term, from 0."""
    move: str
    """The move, in the game's notation; in a typed value, the value that it becomes."""
    value: Optional[str]
    """The value of the term after the move; None if the text would be too long."""
    wins: bool
    """Whether it wins against the best reply."""
    best: bool
    """Whether no other move dominates it."""
    incentive: Optional[str] = None
    """The gain of the move for its player, if incentives were asked for; None if it is too long to write."""
    temperature: Optional[Fraction] = None
    """The temperature of its term, if incentives were asked for."""
    hotstrat: Optional[bool] = None
    """Whether hotstrat would choose the move, if incentives were asked for."""


@dataclass(frozen=True)
class GameValue:
    """The value of a sum of games and values. First is Left."""

    value: Optional[str]
    """The canonical form in the usual notation; None if the text would be too long."""
    outcome: str
    """The winner: "first" or "second", no matter who begins; "next": the player who begins; "previous": the other."""
    mean: Fraction
    """The mean value."""
    temperature: Fraction
    """The temperature."""
    left_stop: Fraction
    """The number at which play stops if First begins."""
    right_stop: Fraction
    """The number at which play stops if Second begins."""
    birthday: int
    """The greatest number of moves that the canonical form lasts."""
    grundy: Optional[int]
    """The Grundy value, for impartial games."""
    atomic_weight: Optional[str]
    """The atomic weight, of an all-small game."""
    reduced: Optional[str]
    """The reduced canonical form."""
    compared: Optional[str]
    """The comparison of the sum with the other one: "equal", "less", "greater" or "confused"."""
    thermograph: Tuple[Tuple[Tuple[Fraction, Fraction], ...], Tuple[Tuple[Fraction, Fraction], ...]]
    """The left and the right wall: corners as (temperature, value), upward."""
    terms: Tuple[GameTerm, ...]
    """The terms of the sum."""
    first: Tuple[GameMove, ...]
    """First's moves, the best ones first."""
    second: Tuple[GameMove, ...]
    """Second's moves, the best ones first."""
    hotstrat: Optional[Tuple[Optional[str], Optional[str]]]
    """How First and Second do by hotstrat, where incentives were asked for: "wins", "mixed" (some of its moves win),
    "errs" (another move wins), "loses" (no move wins); None for who cannot move."""
    positions: int
    """The number of positions examined."""
    text: str
    """The whole result in words, as `yomikiri value` prints it."""

    def __str__(self) -> str:
        return self.text


def value(
    sum: str,
    position: Union[str, Position, None] = None,
    *,
    compare: Optional[str] = None,
    grundy: bool = False,
    incentives: bool = False,
    parts: Union[str, os.PathLike[str], None] = None,
    check_parts: bool = False,
    timeout: Optional[float] = None,
    memory: Union[int, str, None] = None,
) -> GameValue:
    """The value of a sum of games in which a player who cannot move loses.

    Args:
        sum: games, each optionally followed by a position, and values in the usual notation, joined by " + " and
            " - ": "clobber:rows=1,cols=4 + domineering - 1/2".
        position: the position, if the sum is a single game.
        compare: a sum to compare with.
        grundy: whether to find only the Grundy value, which is faster (impartial games only).
        incentives: whether to find the gain of each move too, and the moves of hotstrat, which moves where the temperature is
            greatest.
        parts: a file with values of positions and of their parts. The call takes values from it and adds new ones; it
            creates the file if there is none. It also saves new values if it raises LimitReached. If several calls
            use one file at the same time, the last one to end replaces it.
        check_parts: check every value in the file for these games against the rules, not only a sample; use this for
            files from others.
        timeout: seconds.
        memory: bytes.

    Raises:
        ValueError: check_parts without parts; grundy with incentives.
        TextError: the sum, or the one to compare with, contains a mistake.
        SpecError, PositionError: a game or a position in the sum is wrong.
        Refused: play in a game may cycle, or a game is not of normal play, or not impartial.
        PartsError: the file of parts is damaged or wrong, or cannot be read or written.
        LimitReached: a limit was reached first, or a number is too large to compute.
    """
    if grundy and incentives:
        raise ValueError("grundy is the Grundy value alone, without incentives")
    file = parts_file(parts, check_parts)
    place = None if position is None else as_text(position)
    said, words = native_value(
        sum, place, compare, grundy, incentives, *file, timeout, memory_bytes(memory)
    )
    found: Dict[str, Any] = json.loads(said)

    def wall(corners: List[List[str]]) -> Tuple[Tuple[Fraction, Fraction], ...]:
        return tuple((Fraction(heat), Fraction(worth)) for heat, worth in corners)

    def moves(player: str) -> Tuple[GameMove, ...]:
        def made(move: Dict[str, Any]) -> GameMove:
            heat = move.pop("temperature", None)
            return GameMove(temperature=None if heat is None else Fraction(heat), **move)

        return tuple(made(move) for move in found[player])

    hotstrat = found.get("hotstrat")

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
        hotstrat=None if hotstrat is None else (hotstrat["first"], hotstrat["second"]),
        positions=found["nodes"],
        text=words,
    )


@dataclass(frozen=True)
class OctalGame:
    """What is known of an octal game."""

    code: str
    """The code."""
    values: Tuple[int, ...]
    """The Grundy values of the heaps asked for, from the empty one on."""
    period: Optional[int]
    """The length of the period; None if none is proven."""
    period_from: Optional[int]
    """The stones of the heap from which on the values repeat."""
    checked_to: Optional[int]
    """The stones of the largest heap that the proof compares."""
    known_to: int
    """The stones of the largest heap whose value was found."""
    text: str
    """All that in words, as `yomikiri value --octal` prints it."""

    def __str__(self) -> str:
        return self.text


def octal(
    code: str,
    *,
    heaps: int = 40,
    most: int = 20_000,
    timeout: Optional[float] = None,
    memory: Union[int, str, None] = None,
) -> OctalGame:
    """The Grundy values of an octal game, and a period that is proven by the theorem of Guy and Smith.

    Args:
        code: the octal code, such as "0.137".
        heaps: list the values of heaps of 0 to so many stones, ten million at most.
        most: look for a period among heaps of up to so many stones, ten million at most.
        timeout: seconds.
        memory: bytes.

    Raises:
        ValueError: heaps or most is negative, or more than ten million.
        TextError: the code is not one.
        LimitReached: a limit was reached first; its octal is what is known by then.
    """
    for name, stones in (("heaps", heaps), ("most", most)):
        if not 0 <= stones <= 10_000_000:
            raise ValueError(f"{name} is from 0 to 10,000,000")
    said, words, stopped = native_octal(code, heaps, most, timeout, memory_bytes(memory))
    found: Dict[str, Any] = json.loads(said)
    game = OctalGame(
        code=found["code"],
        values=tuple(found["values"]),
        period=found.get("period"),
        period_from=found.get("period_from"),
        checked_to=found.get("checked_to"),
        known_to=found["known_to"],
        text=words,
    )
    if stopped is not None:
        raise LimitReached(stopped, octal=game)
    return game

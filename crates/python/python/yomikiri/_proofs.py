"""Certificates, and tests of programs."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._native import Game, Position
from ._native import check as native_check
from ._native import prove as native_prove
from ._native import stress as native_stress
from ._rules import Rules, as_game
from ._solver import Ask, as_text, memory_bytes


@dataclass(frozen=True)
class Certificate:
    """A file that proves the value of a position to someone who does not trust the solver."""

    data: bytes = field(repr=False)
    """The file."""
    value: str
    """The proved value, or the bound of the claim, as text."""
    positions: Tuple[int, ...]
    """The numbers of listed positions, half by half."""
    explicit: bool
    """Whether the game has no declared rules and was written down as a graph."""

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the file."""
        with open(path, "wb") as file:
            file.write(self.data)


@dataclass(frozen=True)
class Proved:
    """The claims that a certificate proves, according to the independent checker."""

    game: str
    """The maker's name for the game."""
    position: str
    """The maker's name for the position."""
    board: str
    """The position by the rules in the file."""
    to_move: str
    """The player to move."""
    rules: str
    """The rules in a few words."""
    claims: Tuple[Tuple[str, int], ...]
    """The proved claims, each with the number of positions listed for it."""
    value: Optional[str]
    """The value, if the claims leave only one."""
    text: str
    """The whole result in words, as `yomikiri check` prints it."""

    def __str__(self) -> str:
        return self.text


def prove(
    game: Union[Game, Rules, str],
    position: Union[str, Position] = "start",
    *,
    ask: Ask = "winner",
    half: str = "both",
    threats: bool = False,
    timeout: Optional[float] = None,
    memory: Union[int, str, None] = None,
) -> Certificate:
    """Makes a certificate for the value of a position.

    Args:
        game: the game.
        position: a text or a Position.
        ask: the question.
        half: "both" (the exact value), "least" (First gets at least it) or "most".
        threats: prove the value by a tree of moves in which threats refute most replies (only for "winner", on boards
            of at most 64 cells on which a line of a player's own marks wins).
        timeout: seconds.
        memory: bytes.

    Raises:
        LimitReached: a limit was reached first.
        PositionError, Refused: as Solver.solve.
        ProofError: the game has no declared rules and is too large to write down, or has no threats.
    """
    game = as_game(game)
    limits = timeout, memory_bytes(memory)
    data, value, positions, explicit = native_prove(game, as_text(position), ask, half, threats, *limits)
    return Certificate(data, value, tuple(positions), explicit)


def check(
    certificate: Union[Certificate, bytes, str, os.PathLike[str]],
    *,
    memory: Union[int, str, None] = None,
    max_moves: Optional[int] = None,
) -> Proved:
    """Checks a certificate with the independent checker, which shares no code with the solvers.

    Args:
        certificate: a Certificate, its bytes, or the path of its file.
        memory: bytes for the listed positions (4 GiB).
        max_moves: the maximum number of moves to examine.

    Raises:
        Rejected: the certificate does not prove its claims; the message says why.
        LimitReached: a limit was reached first.
    """
    if isinstance(certificate, Certificate):
        data = certificate.data
    elif isinstance(certificate, (bytes, bytearray, memoryview)):
        data = bytes(certificate)
    else:
        with open(certificate, "rb") as file:
            data = file.read()
    said = native_check(data, memory_bytes(memory), max_moves)
    return Proved(**{**said, "claims": tuple(map(tuple, said["claims"]))})


Program = Union[Sequence[str], Callable[[bytes], Union[bytes, str]]]


def stress(
    problem: Optional[str],
    program: Program,
    *,
    input: Optional[str] = None,
    oracle: Optional[Program] = None,
    seed: int = 0,
    cases: Optional[int] = None,
    timeout: Optional[float] = None,
    case_timeout: Optional[float] = None,
    threads: int = 1,
    perfect_play: bool = False,
) -> Dict[str, Any]:
    """Runs a program on generated inputs until it fails.

    Args:
        problem: the id of a contest problem of the list, such as "abc349e"; None for any other problem.
        program: the words of a command, run without a shell, or a function from the input as bytes to the output
            as bytes or text. A function that raises has failed.
        input: if `problem` is None, the shape of the inputs, such as "n 1..8 | n*{a -9..9}".
        oracle: if `problem` is None, a slow but correct program or function. Without it, only crashes and too much
            time count.
        seed: the seed; the same number gives the same cases.
        cases, timeout: the maximum number of cases, and seconds (without either: 10,000 cases or 60 s).
        case_timeout: seconds for each case (by default the time limit of the problem, or 2). A function that takes
            longer is ended as in grade.
        threads: programs that run at the same time.
        perfect_play: compare with perfect play, in problems that ask about the position as it stands.

    Returns:
        The report, as `yomikiri stress --json` writes it: "verdict" is "agreement" if no case failed; otherwise
        "input", "expected" and "output" are the smallest failing case.
    """
    if problem is not None and (input is not None or oracle is not None):
        raise ValueError("a problem of the list has its own inputs and answers")

    def parts(given: Optional[Program]) -> Tuple[Optional[List[str]], Any]:
        if given is None or callable(given):
            return None, given
        return [os.fspath(word) for word in given], None

    command, function = parts(program)
    slow_command, slow = parts(oracle)
    tested = problem, command, function, input, slow_command, slow
    limits = seed, cases, timeout, case_timeout, threads, perfect_play
    report: Dict[str, Any] = json.loads(native_stress(*tested, *limits))
    return report

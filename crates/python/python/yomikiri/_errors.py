"""Exceptions. Every exception of this package is a YomikiriError, except CallEnded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

if TYPE_CHECKING:
    from ._answers import Answer, MoveRange, Value
    from ._values import OctalGame


class YomikiriError(Exception):
    """The base of all exceptions of this package."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class CallEnded(BaseException):
    """Raised within a function that grade or stress calls, if its time is over or Ctrl-C was pressed. Like
    KeyboardInterrupt it is not an Exception, so that no code catches it by accident."""


class Refused(YomikiriError, ValueError):
    """The question, the method, or the form of positions does not apply to the game."""


class TableError(YomikiriError):
    """A table cannot be built or read, or does not contain a position."""


class PartsError(YomikiriError):
    """A file of values of parts is damaged or wrong, or cannot be read or written."""


class ProofError(YomikiriError):
    """A certificate cannot be made."""


class RulesError(YomikiriError):
    """The rules of a game in Python, or of a program, contain a mistake; the message describes it."""


class StressError(YomikiriError):
    """A program could not be tested."""


class Rejected(YomikiriError):
    """A certificate does not prove what it claims; the message says why and at which position."""


class TextError(YomikiriError, ValueError):
    """A text is wrong.

    Attributes:
        message: the mistake, in words.
        text: the text.
        span: the place of the mistake in the text, in characters, as (start, end).
        help: advice on how to correct it, or None.
        index: the number of the text in a batch, or None.
    """

    # What an index counts.
    _counted = "position"

    def __init__(
        self,
        message: str,
        text: str = "",
        span: Tuple[int, int] = (0, 0),
        help: Optional[str] = None,
        index: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.text = text
        self.span = span
        self.help = help
        self.index = index

    def __reduce__(self) -> Tuple[type, Tuple[object, ...]]:
        return type(self), (self.message, self.text, self.span, self.help, self.index)

    def __str__(self) -> str:
        where = "" if self.index is None else f"{self._counted} {self.index}: "
        lines = [where + self.message]
        if self.text and "\n" not in self.text:
            start, end = self.span
            lines += ["  " + self.text, "  " + " " * start + "^" * max(1, end - start)]
        if self.help is not None:
            lines.append(f"help: {self.help}")
        return "\n".join(lines)


class SpecError(TextError):
    """The name of a game, or a file that it names, is wrong."""


class PositionError(TextError):
    """A text is not a position of the game."""


class MoveError(TextError):
    """A text is not a legal move of the position."""


class GradeError(TextError):
    """Games cannot be graded: a line is not a game, or no player has the given name."""

    _counted = "game"


class CellsError(YomikiriError, ValueError):
    """A row of cells is not a position. index: the number of the row in a batch, or None."""

    def __init__(self, message: str, index: Optional[int] = None) -> None:
        super().__init__(message)
        self.index = index

    def __reduce__(self) -> Tuple[type, Tuple[object, ...]]:
        return type(self), (self.message, self.index)

    def __str__(self) -> str:
        return self.message if self.index is None else f"position {self.index}: {self.message}"


class LimitReached(YomikiriError):
    """A limit was reached before the answer.

    Attributes:
        message: which limit.
        answer: the partial answer, or None.
        moves: after Solver.moves, the proven range of each legal move, best first; otherwise empty.
        counted: after Game.count, the counts before the limit, or None.
        octal: after yomikiri.octal, the values and the period that are known, or None.
        lower, upper: the proven range (better for First), or None.
    """

    def __init__(
        self,
        message: str,
        answer: Optional[Answer] = None,
        counted: Optional[Dict[str, Any]] = None,
        moves: Tuple[MoveRange, ...] = (),
        octal: Optional[OctalGame] = None,
    ) -> None:
        super().__init__(message)
        self.answer = answer
        self.counted = counted
        self.moves = moves
        self.octal = octal

    def __reduce__(self) -> Tuple[type, Tuple[object, ...]]:
        return type(self), (self.message, self.answer, self.counted, self.moves, self.octal)

    @property
    def lower(self) -> Optional[Value]:
        """The value is no worse for First than this."""
        return None if self.answer is None else self.answer.lower

    @property
    def upper(self) -> Optional[Value]:
        """The value is no better for First than this."""
        return None if self.answer is None else self.answer.upper

    def __str__(self) -> str:
        if self.answer is None or self.answer.bound == "exact":
            return self.message
        known = str(self.answer)
        return f"{self.message}; " + ("nothing is known so far" if known == "unknown" else f"proven: {known}")

"""What can go wrong. Every exception of this package is a YomikiriError, but for CallEnded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

if TYPE_CHECKING:
    from ._answers import Answer, MoveRange, Value


class YomikiriError(Exception):
    """The base of all exceptions of this package."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class CallEnded(BaseException):
    """Raised within a function that grade or stress calls, where its time is over or Ctrl-C was pressed. Like
    KeyboardInterrupt it is not an Exception, so that it is not caught by accident."""


class Refused(YomikiriError, ValueError):
    """What was asked does not apply: the question, the method, or the form of positions."""


class TableError(YomikiriError):
    """A table cannot be built or read, or says nothing of a position."""


class PartsError(YomikiriError):
    """A file of values of parts is damaged, says what is not so, or cannot be read or written."""


class ProofError(YomikiriError):
    """There is no certificate."""


class RulesError(YomikiriError):
    """The rules of a game in Python, or of a program, are not those of a game: the message says what is wrong."""


class StressError(YomikiriError):
    """A program could not be tested."""


class Rejected(YomikiriError):
    """A certificate does not prove what it claims; the message says why and at which position."""


class TextError(YomikiriError, ValueError):
    """A text is wrong.

    Attributes:
        message: what is wrong, in words.
        text: the text.
        span: which of its characters are wrong, as (start, end).
        help: what to do about it, or None.
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
    """Games cannot be graded: a line is no game, or nobody has the name that was given."""

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
        answer: what is known all the same, or None.
        moves: of Solver.moves, what was proven of each legal move, best first by that; else empty.
        counted: of Game.count, what was counted before the limit, or None.
        lower, upper: the proven range (better for First), or None.
    """

    def __init__(
        self,
        message: str,
        answer: Optional[Answer] = None,
        counted: Optional[Dict[str, Any]] = None,
        moves: Tuple[MoveRange, ...] = (),
    ) -> None:
        super().__init__(message)
        self.answer = answer
        self.counted = counted
        self.moves = moves

    def __reduce__(self) -> Tuple[type, Tuple[object, ...]]:
        return type(self), (self.message, self.answer, self.counted, self.moves)

    @property
    def lower(self) -> Optional[Value]:
        """No worse for First than this."""
        return None if self.answer is None else self.answer.lower

    @property
    def upper(self) -> Optional[Value]:
        """No better for First than this."""
        return None if self.answer is None else self.answer.upper

    def __str__(self) -> str:
        if self.answer is None or self.answer.bound == "exact":
            return self.message
        return f"{self.message}; proven: {self.lower}..{self.upper}"

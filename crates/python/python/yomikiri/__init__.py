"""Exact answers for two-player games of perfect information.

    >>> import yomikiri
    >>> game = yomikiri.Game("tictactoe")
    >>> board = game.start()
    >>> board.push("2,2")
    >>> print(board)
    . . .
    . x .
    . . .
    >>> solver = yomikiri.Solver(game)
    >>> print(solver.solve(board))
    draw
    >>> solver.values(["x.o/.../...", "xx./oo./..."]).winner
    array([1, 1], dtype=int8)

Values are absolute: "first" and 1 mean that First wins, even if Second is to move.
"""

from ._answers import (
    Answer,
    DistanceValues,
    MarginValues,
    Move,
    MoveRange,
    Moves,
    MoveValues,
    Value,
    WinnerValues,
)
from ._errors import (
    CallEnded,
    CellsError,
    GradeError,
    LimitReached,
    MoveError,
    PartsError,
    PositionError,
    ProofError,
    Refused,
    Rejected,
    RulesError,
    SpecError,
    StressError,
    TableError,
    TextError,
    YomikiriError,
)
from ._grade import Grade, grade
from ._native import Game, Position
from ._proofs import Certificate, Proved, check, prove, stress
from ._rules import CheckedRules, Rules, check_rules, count, play, report, serve, solve, speak
from ._solver import Ask, Solver
from ._table import Progress, Table
from ._values import GameMove, GameTerm, GameValue, OctalGame, octal, value

OUTRIGHT = 2**63 - 1
"""The number for an outright win of First in arrays of margins; its negative is an outright win of Second."""
ENDLESS = 2**31 - 1
"""The number for endless play in arrays of plies."""

__all__ = [
    "ENDLESS",
    "OUTRIGHT",
    "Answer",
    "Ask",
    "CallEnded",
    "CellsError",
    "Certificate",
    "CheckedRules",
    "DistanceValues",
    "Game",
    "GameMove",
    "GameTerm",
    "GameValue",
    "Grade",
    "GradeError",
    "LimitReached",
    "MarginValues",
    "Move",
    "MoveError",
    "MoveValues",
    "MoveRange",
    "Moves",
    "OctalGame",
    "PartsError",
    "Position",
    "PositionError",
    "Progress",
    "ProofError",
    "Proved",
    "Refused",
    "Rejected",
    "Rules",
    "RulesError",
    "Solver",
    "SpecError",
    "StressError",
    "Table",
    "TableError",
    "TextError",
    "Value",
    "WinnerValues",
    "YomikiriError",
    "check",
    "check_rules",
    "count",
    "grade",
    "octal",
    "play",
    "prove",
    "report",
    "serve",
    "solve",
    "speak",
    "stress",
    "value",
]

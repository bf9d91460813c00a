"""What a type checker makes of the package: run by mypy --strict, and by nothing else."""

from pathlib import Path
from typing import List, Optional

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import yomikiri


def positions() -> None:
    game = yomikiri.Game("tictactoe")
    board = game.start()
    assert_type(board.legal_moves, List[str])
    assert_type(board.outcome, Optional[str])
    assert_type(board.cells, npt.NDArray[np.int8])


def values(rows: npt.NDArray[np.int8]) -> None:
    solver = yomikiri.Solver("tictactoe", memory="1GB")
    winner, exact = solver.values(rows)
    assert_type(yomikiri.Solver("clobber", parts=Path("some.parts"), check_parts=True), yomikiri.Solver)
    assert_type(winner, npt.NDArray[np.int8])
    assert_type(exact, npt.NDArray[np.bool_])
    assert_type(solver.values(["start"], ask="margin").margin, npt.NDArray[np.int64])
    assert_type(solver.values(["start"], ask="distance").plies, npt.NDArray[np.int32])
    assert_type(solver.solve(ask="distance").plies, Optional[int])
    assert_type(solver.move_values([solver.game.start()]).best, npt.NDArray[np.bool_])


def grades() -> None:
    def agent(position: yomikiri.Position) -> str:
        return position.legal_moves[0]

    assert_type(yomikiri.grade("tictactoe", agent=agent).perfect, float)
    assert_type(yomikiri.check(yomikiri.prove("tictactoe")).value, Optional[str])

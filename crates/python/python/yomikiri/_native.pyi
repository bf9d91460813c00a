from typing import Any, Callable, Dict, List, Optional, Tuple, Union, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "Game",
    "Position",
    "Solver",
    "Table",
    "build_table",
    "check",
    "check_rules",
    "grade",
    "octal",
    "prove",
    "stress",
    "value",
]

_Arrays = Tuple[
    npt.NDArray[np.int8], npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.bool_]
]

_Batch = Union[List[Union[str, "Position"]], npt.NDArray[np.int8]]

@final
class Game:
    def __new__(cls, spec: Any, file: Optional[str] = None) -> Game: ...
    @property
    def has_failed(self) -> bool: ...
    def at(self, value: Any, to_move: str = "first") -> Position: ...
    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def notation(self) -> str: ...
    @property
    def has_gains(self) -> bool: ...
    @property
    def capabilities(self) -> List[str]: ...
    @property
    def cells_per_position(self) -> Optional[int]: ...
    def start(self) -> Position: ...
    def position(self, text: str) -> Position: ...
    def from_cells(self, cells: npt.NDArray[np.int8]) -> Position: ...
    def texts_of_cells(self, rows: npt.NDArray[np.int8]) -> List[str]: ...
    def canonical(self, position: str, *, symmetric: bool = False) -> str: ...
    def count(
        self,
        *,
        symmetric: bool = False,
        values: bool = False,
        lines: bool = False,
        plies: Optional[int] = None,
        timeout: Optional[float] = None,
        memory: Optional[int] = None,
    ) -> Dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

@final
class Position:
    def __new__(cls, game: Game, text: str = "start") -> Position: ...
    @property
    def game(self) -> Game: ...
    @property
    def text(self) -> str: ...
    @property
    def canonical(self) -> str: ...
    @property
    def to_move(self) -> str: ...
    @property
    def outcome(self) -> Optional[str]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def legal_moves(self) -> List[str]: ...
    @property
    def move_stack(self) -> List[str]: ...
    @property
    def points(self) -> Tuple[int, int]: ...
    @property
    def cells(self) -> npt.NDArray[np.int8]: ...
    def push(self, mv: str) -> None: ...
    def pop(self) -> str: ...
    def copy(self) -> Position: ...
    def _diagram(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

@final
class Solver:
    def __new__(
        cls,
        game: Game,
        solver: str,
        threads: int,
        memory: Optional[int],
        parts: Optional[str],
        check_parts: bool,
    ) -> Solver: ...
    @property
    def threads(self) -> int: ...
    def solve(
        self,
        position: str,
        ask: str,
        best: bool,
        line: bool,
        timeout: Optional[float],
        max_nodes: Optional[int],
    ) -> Tuple[str, Optional[str], Optional[str]]: ...
    def moves(
        self, position: str, ask: str, timeout: Optional[float], max_nodes: Optional[int]
    ) -> Tuple[str, Optional[str]]: ...
    def values(
        self,
        positions: _Batch,
        ask: str,
        timeout: Optional[float],
        max_nodes: Optional[int],
    ) -> _Arrays: ...
    def move_values(
        self,
        positions: _Batch,
        ask: str,
        timeout: Optional[float],
        max_nodes: Optional[int],
    ) -> Tuple[
        Tuple[Tuple[str, ...], ...],
        npt.NDArray[np.int8],
        npt.NDArray[np.int64],
        npt.NDArray[np.int32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
    ]: ...

@final
class Table:
    def __new__(cls, path: str, cache: Optional[int] = None) -> Table: ...
    @property
    def game(self) -> Game: ...
    @property
    def ask(self) -> str: ...
    def info(self) -> Dict[str, Any]: ...
    def probe(self, positions: _Batch, ask: Optional[str] = None) -> _Arrays: ...
    def best(self, position: str, ask: Optional[str] = None) -> List[str]: ...
    def columns(self, unfold: bool) -> Dict[str, List[Any]]: ...

def build_table(
    game: Game,
    path: str,
    ask: str,
    from_positions: List[str],
    symmetric: Optional[bool],
    semi_strong: Optional[str],
    threads: int,
    memory: Optional[int],
    disk: Optional[int],
    timeout: Optional[float],
    progress: Optional[Callable[..., object]],
) -> bool: ...
def prove(
    game: Game,
    position: str,
    ask: str,
    half: str,
    threats: bool,
    timeout: Optional[float],
    memory: Optional[int],
) -> Tuple[bytes, str, List[int], bool]: ...
def check(
    certificate: bytes, memory: Optional[int], max_moves: Optional[int]
) -> Dict[str, Any]: ...
def stress(
    id: Optional[str],
    command: Optional[List[str]],
    function: Optional[Callable[[bytes], Union[bytes, str]]],
    shape: Optional[str],
    oracle_command: Optional[List[str]],
    oracle: Optional[Callable[[bytes], Union[bytes, str]]],
    seed: int,
    cases: Optional[int],
    timeout: Optional[float],
    case_timeout: Optional[float],
    threads: int,
    perfect_play: bool,
) -> str: ...
def value(
    sum: str,
    position: Optional[str],
    compare: Optional[str],
    grundy: bool,
    incentives: bool,
    parts: Optional[str],
    check_parts: bool,
    timeout: Optional[float],
    memory: Optional[int],
) -> Tuple[str, str]: ...
def octal(
    code: str,
    heaps: int,
    most: int,
    timeout: Optional[float],
    memory: Optional[int],
) -> Tuple[str, str, Optional[str]]: ...
def check_rules(game: Game) -> Tuple[str, int, int]: ...
def grade(
    game: Game,
    games: Optional[List[str]],
    function: Optional[Callable[[Position], str]],
    program: Optional[List[str]],
    ask: str,
    solver: str,
    player: Optional[str],
    play: int,
    opponent: str,
    seed: int,
    threads: int,
    move_timeout: Optional[float],
    timeout: Optional[float],
    memory: Optional[int],
) -> Tuple[str, str, str, List[Any]]: ...

"""Rules of a game in Python."""

from __future__ import annotations

import base64
import contextlib
import inspect
import io
import json
import os
import pickle
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections import deque
from difflib import get_close_matches
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from operator import attrgetter
from typing import IO, TYPE_CHECKING, Any, Deque, Dict, Hashable, Iterable, List, NamedTuple, Optional, Tuple, Union

from ._errors import RulesError, YomikiriError
from ._native import Game, Position
from ._native import check_rules as native_check_rules

if TYPE_CHECKING:
    from ._answers import Answer
    from ._solver import Ask


class Rules:
    """The base class for the rules of your own game.

    Positions are hashable, immutable values: numbers, strings, tuples. Yomikiri asks about each position once; from
    then on it works on numbers.

        >>> class Stones(yomikiri.Rules):
        ...     def start(self): return 21
        ...     def moves(self, left): return [n for n in (1, 2, 3) if n <= left]
        ...     def play(self, left, taken): return left - taken
        ...     def outcome(self, left): return "opponent" if left == 0 else None
        >>> print(yomikiri.solve(Stones(), ask="distance"))
        first 11

    A class has these methods:

    * `start()`: the position that play starts from; First moves there, unless `to_move` says otherwise.
    * `moves(position)`: the moves; with `play(position, move)`, which gives the next position. Or, without `play`,
      pairs (move, next) or triples (move, next, gain). Not called if play is over.
    * `outcome(position)`: None while play goes on; "first", "draw", "second", or First's points minus Second's; or
      "mover" or "opponent": the player who would be to move has won, or the other player has.

    And optionally:

    * `to_move(position)`: "first" or "second". Without it the turn passes with every move, and the same value with
      the other player to move is another position.
    * `gain(position, move)`: the points that the mover gains by a move.
    * `rank(position)`: a whole number above 0 that falls with every move. With it, solvers can search the game;
      without it, Yomikiri enumerates all positions.
    * `key(position)`: positions with equal keys count as one position, so they must have equal values. For example,
      return the least of all mirror images.
    * `text(position)`, `parse(text)`, `move_text(position, move)`: the texts of positions and moves. Without them a
      str is its own text, and the text of everything else is its repr, without spaces. `parse` raises a ValueError if
      a text is no position.
    * `cells(position)`: the rows of a board to draw, each a str, "." for an empty cell.

    Instead of all these methods except those for texts and `cells`, `expand(positions)` answers about many positions
    at once. Then positions are whole numbers below 2**63, also that of `start`. It takes a numpy array and returns a
    dict of arrays:

    * "outcome": for each position 2 while play goes on, 1 if First has won, -1 if Second has, 0 for a draw, 3 and -3
      if the player who would be to move has won, or the other, 4 for the points in "margin".
    * "moves": for each position the number of its moves; 0 if play is over.
    * "next": the positions that the moves lead to, one after the other. The text of a move is that of its position.
    * As needed: "gain", as long as "next"; "to_move", 1 or -1 for each position; "rank" and "margin" for each.

    Attributes: `endless`, the result of endless play ("draw"); `gains`, whether moves gain points (by default whether
    there is a method `gain`; set it to True if `moves` gives triples); `title`; `memory`, the bytes that positions
    may take.
    """

    endless: Union[str, int] = "draw"

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        missing = [name for name in _NAMES if getattr(cls, name, None) is getattr(Rules, name, None)]
        for name in vars(cls):
            meant = get_close_matches(name, missing, 1, 0.75)
            if name not in _NAMES and not name.startswith("_") and meant:
                warning = f"Yomikiri does not use `{cls.__name__}.{name}`: did you mean `{meant[0]}`?"
                warnings.warn(f"{warning} (Begin the names of your own methods with `_`.)", stacklevel=2)

    def start(self) -> Any:
        """The position that play starts from."""
        raise self._missing("start")

    def moves(self, position: Any) -> Iterable[Any]:
        """The moves of a position that is not over."""
        raise self._missing("moves")

    def outcome(self, position: Any) -> Union[str, int, None]:
        """The result, or None while play goes on."""
        raise self._missing("outcome")

    def _missing(self, method: str) -> NotImplementedError:
        return NotImplementedError(f"`{type(self).__name__}` needs a method `{method}`")


#: What a class of rules may define.
_NAMES = (
    *("start", "moves", "play", "outcome", "to_move", "gain", "rank", "key", "expand"),
    *("text", "parse", "move_text", "cells", "endless", "gains", "title", "memory"),
)


def as_game(game: Union[Game, Rules, str]) -> Game:
    """The game that is named, or whose rules are given. Rules remember theirs, with all that they have said."""
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return Game(game)
    if not isinstance(game, Rules):
        raise TypeError(f"a game is a Game, its name, or a yomikiri.Rules, not {type(game).__name__}")
    known: Optional[Game] = getattr(game, "_yomikiri_game", None)
    if known is None or known.has_failed:
        if getattr(game, "_yomikiri_opens", False):
            raise RulesError("the rules of a game ask about the game itself")
        game._yomikiri_opens = True  # type: ignore[attr-defined]
        try:
            known = Game(game)
        finally:
            game._yomikiri_opens = False  # type: ignore[attr-defined]
        game._yomikiri_game = known  # type: ignore[attr-defined]
    return known


def solve(game: Union[Game, Rules, str], position: Any = "start", *, ask: Ask = "winner", **options: Any) -> Answer:
    """Returns the result of perfect play: as Solver(game).solve(position, ask=ask), with the options of both.

    The position is a Position, its text, or a value of the class with the rules, with First to move if the class does
    not tell.
    """
    from ._solver import Solver

    names = ("solver", "threads", "memory")
    if not isinstance(position, (str, Position)):
        game = as_game(game)
        position = game.at(position)
    solver = Solver(game, **{name: options.pop(name) for name in names if name in options})
    return solver.solve(position, ask=ask, **options)


def count(game: Union[Game, Rules, str], **options: Any) -> Dict[str, Any]:
    """Counts positions, endings, values and lines of play: as Game.count."""
    return as_game(game).count(**options)


class CheckedRules(NamedTuple):
    """The result of check_rules: it found no mistake in the sample."""

    text: str
    """The game in words."""
    positions: int
    """The number of positions at which laws were executed."""
    checks: int
    """The number of checks."""

    def __str__(self) -> str:
        return self.text


def check_rules(game: Union[Game, Rules]) -> CheckedRules:
    """Checks rules in Python on a sample of positions: equal positions have equal moves (each is asked about twice),
    a position that is not over has moves, ranks fall, and positions with equal keys lead to the same ones.

    Raises:
        RulesError: the rules contain a mistake; the message gives the place.
        Exceptions of the class are raised unchanged.
    """
    return CheckedRules(*native_check_rules(as_game(game)))


# As a program.


LOOKING = 5.0
"""Seconds in which a program looks for a position that somebody has typed."""


class _Spoken:
    """Rules that answer over pipes."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.by_text: Dict[str, Tuple[Any, str]] = {}
        self.unseen: Deque[str] = deque()
        self.texts: Dict[Hashable, str] = {}
        self.tells_mover = self.has("to_move")
        self.ranks, self.gains = self.has("rank"), self.has("gain")
        if self.has("expand"):
            _, mover, moves, rank = self.expanded(rules.start())
            self.tells_mover, self.ranks = mover is not None, rank is not None
            self.gains = len(moves) > 0 and moves[0][2] is not None

    def call(self, name: str, *arguments: Any) -> Any:
        method = getattr(self.rules, name, None)
        return None if method is None else method(*arguments)

    def has(self, name: str) -> bool:
        return getattr(self.rules, name, None) is not None

    def plain(self, value: Any) -> str:
        return "".join((value if isinstance(value, str) else repr(value)).split())

    def text(self, position: Any, mover: str) -> str:
        """The text of a position, which stands for all with its key."""
        key = self.call("key", position) if self.has("key") else position
        node = key if self.tells_mover else (key, mover)
        if node in self.texts:
            return self.texts[node]
        text = self.plain(self.call("text", position) if self.has("text") else position) or "_"
        if text in ("start", "after"):
            text += "_"
        if not self.tells_mover and mover == "second":
            text += ":second"
        if text in self.by_text:
            raise YomikiriError(f"two positions have the text `{text}`: define `text`")
        self.texts[node] = text
        self.by_text[text] = position, mover
        self.unseen.append(text)
        return text

    def expanded(self, position: int) -> Tuple[Optional[Any], Optional[str], List[Any], Optional[int]]:
        """What `expand` says of one position: the outcome, who moves if it tells, moves as triples, the rank."""
        import numpy as np

        said = self.rules.expand(np.array([position], dtype=np.int64))
        outcome: Union[str, int, None]
        outcome = {1: "first", -1: "second", 0: "draw", 3: "mover", -3: "opponent"}.get(int(said["outcome"][0]))
        if said["outcome"][0] == 4:
            outcome = int(said["margin"][0])
        to_move = None if "to_move" not in said else "first" if said["to_move"][0] == 1 else "second"
        nexts = [int(to) for to in said["next"]]
        gains: List[Any] = [int(gain) for gain in said["gain"]] if "gain" in said else [None] * len(nexts)
        moves: List[Any] = list(dict.fromkeys((to, to, gain) for to, gain in zip(nexts, gains)))
        return outcome, to_move, moves, int(said["rank"][0]) if "rank" in said else None

    def start(self) -> Dict[str, Any]:
        position = self.rules.start()
        return {
            "start": self.text(position, "first"),
            "title": str(getattr(self.rules, "title", None) or type(self.rules).__name__),
            "endless": getattr(self.rules, "endless", "draw"),
            "gains": bool(getattr(self.rules, "gains", self.gains)),
            "ranks": self.ranks,
        }

    def answer(self, text: str) -> Dict[str, Any]:
        if text not in self.by_text and not self.has("parse"):
            self.look_for(text)
        if text not in self.by_text:
            if not self.has("parse"):
                return {"error": f"none of the {len(self.by_text):,} positions looked at has this text"}
            board, mover = text, "first"
            if not self.tells_mover and text.endswith(":second"):
                board, mover = text[: -len(":second")], "second"
            try:
                position = self.rules.parse(board)
            except ValueError as error:
                return {"error": str(error)}
            if position is None or self.text(position, mover) != text:
                return {"error": "this is no position of the game"}
        position, mover = self.by_text[text]
        other = {"first": "second", "second": "first"}
        outcome, told, moves, rank = self.expanded(position) if self.has("expand") else self.asked(position)
        mover = told or mover
        if outcome is not None:
            return {"outcome": {"mover": mover, "opponent": other[mover]}.get(outcome, outcome)}
        named = [[self.name(position, mv), self.text(to, other[mover]), gain or 0] for mv, to, gain in moves]
        answer: Dict[str, Any] = {"to_move": mover, "moves": named}
        if rank is not None:
            answer["rank"] = rank
        return answer

    def look_for(self, text: str) -> None:
        """Looks for a position with a text that nobody has met yet, breadth first from the start, for some time."""
        until = time.monotonic() + LOOKING
        while self.unseen and text not in self.by_text and time.monotonic() < until:
            self.answer(self.unseen.popleft())

    def asked(self, position: Any) -> Tuple[Optional[Any], Optional[str], List[Any], Optional[int]]:
        """What a class without `expand` says of a position: the same."""
        outcome = self.rules.outcome(position)
        if outcome is not None:
            by_mover = outcome in ("mover", "opponent") and self.tells_mover
            return outcome, self.rules.to_move(position) if by_mover else None, [], None
        moves: List[Any] = []
        for item in self.rules.moves(position):
            if self.has("play"):
                move, following, gain = item, self.rules.play(position, item), None
            else:
                move, following, gain = (*item, None)[:3]
            if gain is None:
                gain = self.call("gain", position, move)
            moves.append((move, following, gain))
        return None, self.call("to_move", position), moves, self.call("rank", position)

    def name(self, position: Any, move: Any) -> str:
        if self.has("expand"):
            return self.plain(self.call("text", move) if self.has("text") else move)
        return self.plain(self.call("move_text", position, move) if self.has("move_text") else move)


def speak(rules: Any, input: Optional[IO[str]] = None, output: Optional[IO[str]] = None) -> None:
    """Answers over standard input and output as a program that knows a game, until the input ends. A script that
    calls this function is a game for the command: `yomikiri solve "program:command=python3 quarto.py"`."""
    spoken = _Spoken(rules)
    output = output or sys.stdout
    for line in input or sys.stdin:
        asked = json.loads(line)
        # What the class prints is no answer.
        with contextlib.redirect_stdout(sys.stderr):
            answer = spoken.start() if asked == "start" else [spoken.answer(text) for text in asked]
        print(json.dumps(answer), file=output, flush=True)


#: How a file is called that is read as a program.
_READ = "_yomikiri_rules"


class _Reader(pickle.Unpickler):
    """Reads an object whose module another process knows by another name: what it calls `origin` is `module` here."""

    def __init__(self, data: bytes, origin: str, module: Any) -> None:
        super().__init__(io.BytesIO(data))
        self.origin, self.module = origin, module

    def find_class(self, module: str, name: str) -> Any:
        if module == self.origin:
            return attrgetter(name)(self.module)
        return super().find_class(module, name)


def load(name: str, held: Optional[str] = None) -> Any:
    """The rules that `FILE.py:CLASS` or `MODULE:CLASS` names: made without arguments, or the object that `_held` has
    written. (Whoever names the object names the file that is run, too, so reading a pickle opens no further door.)"""
    place, _, cls = name.rpartition(":")
    if not place or not cls:
        raise YomikiriError(f"write FILE.py:CLASS or MODULE:CLASS, not {name!r}")
    if place.endswith(".py"):
        spec = spec_from_file_location(_READ, place)
        if spec is None or spec.loader is None or not os.path.exists(place):
            raise YomikiriError(f"there is no file {place}")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = import_module(place)
    made = getattr(module, cls, None)
    if made is None:
        raise YomikiriError(f"there is no class {cls} in {place}")
    if held is None:
        return made()
    origin, _, data = held.partition(":")
    try:
        return _Reader(base64.urlsafe_b64decode(data), origin, module).load()
    except Exception as error:
        raise YomikiriError(f"the object of {cls} cannot be read by another process: {error}") from None


#: The most signs of a word of a command line; Linux allows 131,072.
_LONGEST = 100_000


def _held(rules: Any) -> Optional[str]:
    """An object of rules as a word for another process; None if it holds nothing."""
    cls = type(rules).__name__
    # What this module keeps there is nobody else's.
    kept = {name: vars(rules).pop(name) for name in list(vars(rules)) if name.startswith("_yomikiri_")}
    try:
        state = rules.__reduce_ex__(2)[2]
        if not (any(state) if isinstance(state, tuple) else state):
            return None
        held = f"{type(rules).__module__}:{base64.urlsafe_b64encode(pickle.dumps(rules)).decode()}"
    except Exception as error:
        raise YomikiriError(f"the object of {cls} cannot be given to another process: {error}") from None
    finally:
        vars(rules).update(kept)
    if len(held) > _LONGEST:
        raise YomikiriError(f"the object of {cls} holds too much for the command line of another process")
    return held


def _command(verb: str, rules: Union[Rules, str], arguments: Iterable[str]) -> int:
    """Runs the command `yomikiri` on a game."""
    command = os.environ.get("YOMIKIRI") or shutil.which("yomikiri")
    if command is None:
        raise YomikiriError(f"{verb} needs the command `yomikiri`, which is not in the PATH")
    if isinstance(rules, str):
        game = rules
    else:
        cls = type(rules)
        if cls.__module__ == _READ:
            raise YomikiriError(
                f"another process reads the file of {cls.__name__} and runs what stands in it: put the call of "
                f'{verb} under `if __name__ == "__main__":`'
            )
        try:
            place = os.path.relpath(inspect.getfile(cls))
        except (OSError, TypeError):
            raise YomikiriError(f"{cls.__name__} has to be in a file, so that another process can read it") from None
        held = _held(rules)
        words = [sys.executable, "-m", "yomikiri", f"{place}:{cls.__qualname__}", *([held] if held else [])]
        if any("," in word for word in words):
            raise YomikiriError(f"a path with a comma cannot be named: {place}")
        game = "program:command=" + " ".join(shlex.quote(word) for word in words)
    return _wait(subprocess.Popen([command, verb, game, *arguments]))


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Waits for a command, and passes on what is to end both of them."""
    ended: List[int] = []

    def end(number: int, _: Any) -> None:
        ended.append(number)
        process.terminate()

    # Only the main thread may say what signals do.
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, end) if is_main else None
    try:
        while True:
            try:
                code = process.wait()
                break
            except KeyboardInterrupt:
                process.send_signal(signal.SIGINT)
    finally:
        if is_main:
            signal.signal(signal.SIGTERM, before or signal.SIG_DFL)
    if ended:
        os.kill(os.getpid(), ended[0])
    return code


def play(rules: Union[Rules, str], *arguments: str) -> int:
    """Plays a game in the terminal: runs `yomikiri play`, with further arguments of it. A class of rules has to be in
    a file, because another process reads it; the state of the object goes to that process by pickle."""
    return _command("play", rules, arguments)


def serve(rules: Union[Rules, str], *arguments: str) -> int:
    """Plays a game in the browser: runs `yomikiri serve`, as play does."""
    return _command("serve", rules, arguments)


def report(rules: Union[Rules, str], *arguments: str) -> int:
    """Reports on a whole game: runs `yomikiri report`, as play does."""
    return _command("report", rules, arguments)

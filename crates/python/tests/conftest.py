"""What the tests share."""

from __future__ import annotations

import os
import pathlib
import random
import signal
from typing import List, Optional

import pytest

import yomikiri

# Who runs the tests in the background may have told them to ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).resolve().parents[3]


def reachable(game: yomikiri.Game, count: int, seed: int = 0) -> List[yomikiri.Position]:
    """Positions from random play, finished ones among them."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        position = game.start()
        while not position.is_over and rng.random() < 0.9:
            position.push(rng.choice(position.legal_moves))
        found.append(position)
    return found


@pytest.fixture(scope="session")
def command() -> str:
    """The command line's program, built by whoever runs the tests."""
    given: Optional[str] = os.environ.get("YOMIKIRI")
    if given is None:
        pytest.skip("YOMIKIRI does not name the command line's program")
    return given

"""Solvers that use files of values of parts."""

import hashlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import yomikiri
from conftest import reachable
from yomikiri import PartsError, Refused, Solver

GAME = "clobber:rows=3,cols=4"
# Two boards of 2 x 4 cells side by side, which `yomikiri.value` has valued.
APART = "clobber:rows=2,cols=9"
SIDES = ["xoxo...../oxox.....", ".....xoxx/.....oxox"]
WHOLE = "xoxo.xoxx/oxox.oxox"


def test_a_second_solver_looks_at_fewer_positions(tmp_path):
    path = tmp_path / "some.parts"
    truth = Solver(GAME, solver="sums").solve()
    first = Solver(GAME, parts=path)
    found = first.solve()
    assert (found.winner, found.best, found.solver) == (truth.winner, truth.best, "sums")
    assert found.nodes > 100
    # What a solver has learnt stays, the file or not.
    assert first.solve().nodes == 0
    again = Solver(GAME, solver="sums", parts=str(path), check_parts=True).solve()
    assert (again.winner, again.line) == (found.winner, found.line)
    assert again.nodes < found.nodes


def test_what_value_has_found_serves_a_solver(tmp_path):
    path = tmp_path / "some.parts"
    alone = Solver(APART, solver="sums").solve(WHOLE)
    for side in SIDES:
        yomikiri.value(APART, side, parts=path)
    beside = Solver(APART, parts=path).solve(WHOLE)
    assert beside.winner == alone.winner
    assert beside.nodes * 10 < alone.nodes
    # And the other way: the values that a solver has found are positions not looked at by `value`.
    other = tmp_path / "other.parts"
    Solver(GAME, parts=other).solve()
    found, fresh = (yomikiri.value(GAME, parts=file) for file in (other, None))
    assert found.value == fresh.value and found.positions < fresh.positions


def test_every_call_uses_it_and_adds_to_it(tmp_path):
    texts = [position.text for position in reachable(yomikiri.Game(GAME), 300)]
    truth = Solver(GAME, solver="alpha_beta")
    # One thread works, however many there may be.
    solver = Solver(GAME, parts=tmp_path / "some.parts", threads=2)
    np.testing.assert_array_equal(solver.values(texts).winner, truth.values(texts).winner)
    written = (tmp_path / "some.parts").stat().st_mtime_ns
    assert solver.values(texts).exact.all()
    assert (tmp_path / "some.parts").stat().st_mtime_ns == written
    found, known = solver.move_values(texts[:20]), truth.move_values(texts[:20])
    np.testing.assert_array_equal(found.winner, known.winner)
    assert [move.best for move in solver.moves().moves] == [move.best for move in truth.moves().moves]
    checked = Solver(GAME, parts=tmp_path / "some.parts", check_parts=True)
    assert checked.solve().winner == truth.solve().winner
    assert [entry.name for entry in tmp_path.iterdir()] == ["some.parts"]


def test_several_games_share_a_file(tmp_path):
    path = tmp_path / "some.parts"
    games = ["clobber:rows=2,cols=5", "nim:heaps=3/5/7", GAME]
    for game in games + games:
        assert Solver(game, parts=path).solve().winner == Solver(game).solve().winner
    for game in games:
        Solver(game, parts=path, check_parts=True).solve()


def test_a_limit_leaves_what_was_found(tmp_path):
    path = tmp_path / "some.parts"
    game = "clobber:rows=4,cols=5"
    with pytest.raises(yomikiri.LimitReached) as raised:
        Solver(game, parts=path, max_nodes=1000).solve()
    assert (raised.value.lower.winner, raised.value.upper.winner) == ("second", "first")
    whole = path.read_bytes()
    # A limit that ends the check of the file leaves it as it is. The next call checks it again.
    solver = Solver(game, parts=path, check_parts=True)
    with pytest.raises(yomikiri.LimitReached):
        solver.solve(max_nodes=1)
    assert path.read_bytes() == whole
    assert solver.solve("xoxo./...../...../.....").bound == "exact"
    # Of many positions, the mask tells which ones have an answer.
    found = solver.values(["start", "xoxo./...../...../....."], max_nodes=300)
    assert found.exact.tolist() == [False, True]
    assert len(path.read_bytes()) > len(whole)


def test_what_is_no_file_of_parts_is_refused(tmp_path):
    path = tmp_path / "some.parts"
    Solver(GAME, parts=path).solve()
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[40] ^= 4
    for damaged, why in [
        (whole[:-1], "the file ends within"),
        (flipped, "does not fit its checksum"),
        (b"rules = 1\n", "no file of parts begins like this"),
        (b"", "no file of parts"),
    ]:
        path.write_bytes(damaged)
        solver = Solver(GAME, parts=path)
        for ask in [solver.solve, solver.moves, lambda: solver.values(["start"]), solver.solve]:
            with pytest.raises(PartsError, match=why) as raised:
                ask()
            assert str(raised.value).startswith(f"`{path}`: ")
        assert path.read_bytes() == damaged
    for place, why in [(tmp_path, "it is a folder"), (tmp_path / "none" / "x", "no such folder")]:
        with pytest.raises(PartsError, match=why):
            Solver(GAME, parts=place)


def replaced(path, old, new):
    """Replaces bytes of a file, and makes the checksum of each block anew: it is of all bytes before it."""
    whole = path.read_bytes().replace(old, new)
    made = bytearray(b"yomikiri parts 1\n")
    while len(made) < len(whole):
        start = at = len(made)
        length = shift = 0
        at += 1
        while True:
            length |= (whole[at] & 127) << shift
            shift, at = shift + 7, at + 1
            if whole[at - 1] < 128:
                break
        made += whole[start : at + length]
        made += hashlib.sha256(made).digest()[:8]
    path.write_bytes(made)


def test_a_file_of_other_rules_is_found_out(tmp_path):
    ours, theirs = (tmp_path / name for name in ("ours", "theirs"))
    domineering = "domineering:rows=2,cols=4"
    clobber = "clobber:rows=2,cols=4"
    yomikiri.value(clobber, parts=ours)
    yomikiri.value(domineering, parts=theirs)
    # The digest stands at the beginning of a block of values, before the name and its length.
    digests = []
    for file, game in ((ours, clobber), (theirs, domineering)):
        whole = file.read_bytes()
        at = whole.index(yomikiri.Game(game).name.encode())
        digests.append(whole[at - 33 : at - 1])
    replaced(theirs, digests[1], digests[0])
    solver = Solver(clobber, parts=theirs)
    for _ in range(2):
        with pytest.raises(PartsError, match="by the rules|is the number of no position"):
            solver.solve()


def test_a_file_that_cannot_be_written(tmp_path):
    if not sys.platform.startswith("linux"):
        pytest.skip("no folder here refuses everybody")
    solver = Solver(GAME, parts="/proc/some.parts")
    for _ in range(2):
        with pytest.raises(PartsError, match="cannot write `/proc/some.parts`"):
            solver.solve()
    # What is wrong with the question comes first.
    with pytest.raises(yomikiri.PositionError) as raised:
        solver.solve("nonsense")
    assert isinstance(raised.value.__cause__, PartsError)


def test_a_file_that_may_only_be_read_is_used(tmp_path):
    path = tmp_path / "some.parts"
    yomikiri.value(GAME, parts=path)
    whole = path.read_bytes()
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        # All is known, so there is nothing to write.
        assert Solver(GAME, parts=path).solve().winner == Solver(GAME).solve().winner
    finally:
        tmp_path.chmod(0o700)
    assert path.read_bytes() == whole


def test_what_does_not_apply(tmp_path):
    path = tmp_path / "some.parts"
    for solver in ["memo", "alpha_beta", "proof_number"]:
        with pytest.raises(ValueError, match="parts is for"):
            Solver(GAME, solver=solver, parts=path)
    with pytest.raises(ValueError, match="check_parts needs parts"):
        Solver(GAME, check_parts=True)
    for game, ask in [(GAME, "margin"), (GAME, "distance"), ("tictactoe", "winner")]:
        with pytest.raises(Refused, match="sums"):
            Solver(game, parts=path).solve(ask=ask)
    with pytest.raises(yomikiri.PositionError):
        Solver(GAME, parts=path).solve("nonsense")
    assert not path.exists()


def test_threads_of_python_and_processes(tmp_path):
    path = tmp_path / "some.parts"
    solver = Solver(GAME, parts=path)
    texts = [position.text for position in reachable(yomikiri.Game(GAME), 40)]
    truth = Solver(GAME).values(texts).winner
    found = []

    def ask():
        found.append(solver.values(texts).winner)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for winner in found:
        np.testing.assert_array_equal(winner, truth)
    again = pickle.loads(pickle.dumps(solver))
    assert again.solve().winner == solver.solve().winner
    if hasattr(os, "fork"):
        child = os.fork()
        if child == 0:
            right = (solver.values(texts).winner == truth).all()
            os._exit(0 if right else 1)
        assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
def test_an_interrupt_leaves_what_was_found(tmp_path):
    path = tmp_path / "some.parts"
    code = f"""
import signal, yomikiri
signal.signal(signal.SIGINT, signal.default_int_handler)
solver = yomikiri.Solver("clobber:rows=5,cols=6", parts={str(path)!r})
print("ready", flush=True)
try:
    solver.solve()
except KeyboardInterrupt:
    print("interrupted")
"""
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    assert child.stdout.readline() == "ready\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=60)[0] == "interrupted\n"
    assert path.stat().st_size > 0
    yomikiri.value("clobber:rows=5,cols=6", "xo..../....../....../....../......", parts=path, check_parts=True)

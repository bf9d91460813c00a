"""The truth files through Python: everything of the classes tiny and small."""

import sys

import pytest
from conftest import ROOT

import yomikiri

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TESTDATA = ROOT / "testdata"


def entries(kind):
    for path in sorted(TESTDATA.glob("*.toml")):
        if path.name == "contest.toml":
            continue
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).get(kind, []):
            if entry["cost"] in ("tiny", "small"):
                for spec in [entry["game"], *entry.get("also", [])]:
                    yield spec, entry


@pytest.fixture(autouse=True)
def beside_the_files(monkeypatch):
    monkeypatch.chdir(TESTDATA)


def positions():
    for spec, entry in entries("value"):
        for position in entry.get("positions", [entry.get("position", "start")]):
            yield spec, position, entry


VALUES = list(positions())


def test_there_are_truths():
    assert len(VALUES) > 80


@pytest.mark.parametrize("spec, position, entry", VALUES, ids=lambda it: it if isinstance(it, str) else "")
def test_value(spec, position, entry):
    ask = entry.get("ask", "winner")
    solver = yomikiri.Solver(spec)
    answer = solver.solve(position, ask=ask)
    assert answer.bound == "exact"
    assert str(answer) == entry["value"]
    moves = solver.moves(position, ask=ask)
    assert moves.answer.value == answer.value
    assert answer.best == moves.answer.best
    # The arrays say the same.
    values = solver.values([position], ask=ask)
    assert values.exact.all()
    if ask == "margin":
        wins = {"first": yomikiri.OUTRIGHT, "second": -yomikiri.OUTRIGHT}
        margin = answer.margin if answer.margin is not None else wins[answer.winner]
        assert values.margin[0] == margin
    else:
        assert values.winner[0] == {"first": 1, "draw": 0, "second": -1}[answer.winner]
    # A finished game has no moves; any other is worth its best move.
    best = [move for move in moves.moves if move.best]
    assert all(move.value == answer.value for move in best)
    assert bool(best) == bool(solver.game.position(position).legal_moves)


COUNTS = list(entries("count"))


@pytest.mark.parametrize("spec, entry", COUNTS, ids=lambda it: it if isinstance(it, str) else "")
def test_count(spec, entry):
    lines = bool({"lines", "lines_by_length", "tree_nodes", "perft"} & entry.keys())
    found = yomikiri.Game(spec).count(
        symmetric=entry.get("symmetric", False),
        values="values" in entry,
        lines=lines,
        plies=entry.get("plies"),
    )
    for name in ("positions", "finished", "values", "lines", "tree_nodes", "perft"):
        if name in entry:
            assert found[name] == entry[name], name
    if "by_ply" in entry:
        assert found["by_ply"] == entry["by_ply"]
    for who, numbers in entry.get("lines_by_length", {}).items():
        for length, number in numbers.items():
            assert found["lines_by_length"][int(length)][who] == number

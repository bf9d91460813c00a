"""The tour: a class in Python, a program, a rule sheet and a rules file are one game, and every verb of the command
says of each what it says of the game in Rust. No verb knows which of them it has."""

import json
import os
import subprocess
import sys
import urllib.parse
import urllib.request

import pytest

import yomikiri
from conftest import ROOT

CELLS = [f"{row},{column}" for row in (1, 2, 3) for column in (1, 2, 3)]
OWN = {cell: cell for cell in CELLS}

#: The game's spec, and how it calls the cells.
DOORS = {
    "class": (f"program:command={sys.executable} -m yomikiri crates/python/tests/test_rules.py:Ranked", OWN),
    "program": (f"program:command={sys.executable} crates/cli/tests/programs/games.py ranked", OWN),
    "sheet": ("examples/gdl/tictactoe.kif", {cell: f"mark({cell})" for cell in CELLS}),
    "rules": ("examples/rules/tictactoe.toml", OWN),
}

#: First wins in one move, at 1,3.
WON = ["1,1", "2,2", "1,2", "2,1"]
#: Second lets a win go at the end.
PLAYED = ["1,1 1,2 2,2 3,3 3,1 1,3 2,1", "1,1 2,2 1,2 1,3 3,1 2,1 2,3 3,2 3,3"]


class Door:
    def __init__(self, command, spec, names):
        self.command, self.spec, self.names = command, spec, names

    def moves(self, cells):
        return " ".join(self.names[cell] for cell in cells)

    def run(self, *words, given="", code=0):
        ran = subprocess.run([self.command, *map(str, words)], input=given, capture_output=True, text=True, cwd=ROOT)
        assert ran.returncode == code, (words, ran.stdout, ran.stderr)
        return ran.stdout

    def ask(self, verb, *words, given=""):
        return self.run(*verb.split(), self.spec, *words, given=given)

    def objects(self, verb, *words, given=""):
        return [json.loads(line) for line in self.ask(verb, *words, "--json", given=given).splitlines()]


@pytest.fixture(params=DOORS)
def door(command, request):
    return Door(command, *DOORS[request.param])


@pytest.fixture
def truth(command):
    return Door(command, "tictactoe", OWN)


def test_answers(door, truth):
    for asked in (["--ask", "distance"], ["--ask", "distance", "--after"]):
        said = []
        for game in (door, truth):
            words = asked if asked[-1] != "--after" else [*asked, game.moves(WON)]
            said.append(game.ask("solve", *words).splitlines()[0])
        assert said[0] == said[1]
    # The moves, in no order among equals.
    listed = []
    for game in (door, truth):
        *found, _ = game.objects("moves", "--ask", "distance", "--after", game.moves(WON))
        listed.append({move["move"]: (move["winner"], move.get("plies")) for move in found})
    assert listed[0] == {door.names[cell]: value for cell, value in listed[1].items()}
    counted = [game.ask("count").split("\n", 1)[1] for game in (door, truth)]
    assert counted[0] == counted[1]
    for game in (door, truth):
        assert game.names["1,3"] in game.ask("tree", "--after", game.moves(WON), "--plies", "1")
    assert "alpha_beta" in door.ask("compare", "--after", door.moves(WON))
    assert "every law holds" in subprocess.run(
        [door.command, "rules", "check", door.spec], capture_output=True, text=True, cwd=ROOT
    ).stderr


def test_proofs(door, tmp_path):
    proof = tmp_path / "proof"
    assert door.ask("prove", "--ask", "distance", "--after", door.moves(WON), "-o", proof).strip() == "first 1"
    assert "first" in door.run("check", proof)
    script = subprocess.run([sys.executable, ROOT / "ci/check_certificate.py", proof])
    assert script.returncode == 0


def test_tables(door, truth, tmp_path):
    table, tasks = tmp_path / "table", tmp_path / "tasks"
    door.ask("estimate")
    door.ask("table build", "--ask", "distance", "-o", table)
    door.run("table", "verify", table)
    assert json.loads(door.run("table", "info", table, "--json"))["positions"] == 5478
    assert door.run("table", "probe", table).split("\t")[0].strip() == "draw"
    beside = door.ask("moves", "--ask", "distance", "--table", table)
    assert beside == door.ask("moves", "--ask", "distance")
    door.run("table", "export", table, "--certificate", tmp_path / "certificate")
    door.run("check", tmp_path / "certificate")
    # The same bytes, task by task.
    door.ask("shard plan", "--ask", "distance", "--shards", "2", "--least", "100", "-o", tasks)
    door.run("shard", "work", tasks, "-j", "2")
    door.run("shard", "finish", tasks, "-o", tmp_path / "finished")
    names = [name for name in os.listdir(table) if name in os.listdir(tmp_path / "finished")]
    assert names and all((table / name).read_bytes() == (tmp_path / "finished" / name).read_bytes() for name in names)


def test_tables_of_parts(door, tmp_path):
    table, after = tmp_path / "table", f"start after {door.moves(['2,2'])}"
    door.ask("table build", "--ask", "distance", "--from", after, "-o", table)
    info = json.loads(door.run("table", "info", table, "--json"))
    assert (info["positions"], len(info["from"])) == (1837, 1)
    door.run("table", "verify", table)
    # Without a position it is that from which play starts.
    assert door.run("table", "probe", table).split("\t")[0].strip() == "draw"
    beside = door.ask("moves", after, "--ask", "distance", "--table", table)
    assert beside == door.ask("moves", after, "--ask", "distance")


def test_books(door, tmp_path):
    """A book stores keys from which positions are found again: games whose positions get numbers as they come have none."""
    book = tmp_path / "book"
    words = [door.command, "book", "build", door.spec, "--plies", "3", "-o", book]
    built = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    if door.spec == DOORS["rules"][0]:
        assert built.returncode == 0, built.stderr
        door.run("book", "verify", book)
    else:
        assert (built.returncode, "keys that lead back" in built.stderr) == (2, True), built.stderr


def test_pages(door, tmp_path):
    page = tmp_path / "report"
    door.ask("report", "-o", page)
    (html,) = [page] if page.is_file() else page.glob("index.html")
    assert "5,478" in html.read_text()
    door.ask("export", "--after", door.moves(WON), "-o", tmp_path / "position.html")
    assert door.names["1,3"] in (tmp_path / "position.html").read_text()


def test_play_and_grades(door, truth):
    said = door.ask("play", "--level", "perfect", "--after", door.moves(WON), given=f"{door.names['1,3']}\n")
    assert "over: first wins" in said, said
    grades = []
    for game in (door, truth):
        lines = "".join(game.moves(line.split()) + "\n" for line in PLAYED)
        grades.append(game.objects("grade", "--games", "-", given=lines)[-1])
    for grade in grades:
        grade.pop("game", None)
    assert grades[0] == grades[1]


def test_the_server(door):
    serving = [door.command, "serve", door.spec, "--port", "0", "--no-open"]
    process = subprocess.Popen(serving, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        address = process.stdout.readline().strip()
        after = urllib.parse.quote("start after " + door.moves(WON))
        asked = f"{address}/api/v1/position?game={urllib.parse.quote(door.spec)}&position={after}&ask=distance"
        with urllib.request.urlopen(asked) as said:
            assert json.load(said)["value"] == "first 1"
    finally:
        process.terminate()
        process.wait()


def test_python_takes_them(door, tmp_path, monkeypatch):
    """The module asks a class itself."""
    from test_rules import Ranked

    monkeypatch.chdir(ROOT)
    game = yomikiri.Game(Ranked() if door.spec.endswith(":Ranked") else door.spec)
    board = game.start()
    for cell in WON:
        board.push(door.names[cell])
    solver = yomikiri.Solver(game)
    assert str(solver.solve(board, ask="distance")) == "first 1"
    assert yomikiri.count(game)["positions"] == 5478
    assert yomikiri.check(yomikiri.prove(game, board, ask="distance")).value == "first 1"
    table = yomikiri.Table.build(game, tmp_path / "table")
    assert table.probe([board]).winner.tolist() == [1]
    lines = [door.moves(line.split()) for line in PLAYED]
    assert yomikiri.grade(game, lines).perfect == yomikiri.grade("tictactoe", PLAYED).perfect
    assert "<svg" in board._repr_svg_()

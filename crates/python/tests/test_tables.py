"""Tables: built, asked, read."""

import pickle

import numpy as np
import pyarrow
import pytest
from conftest import reachable

import yomikiri
from yomikiri import Game, Solver, Table


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    told = []
    built = Table.build(
        "connect4:cols=4,rows=4",
        tmp_path_factory.mktemp("table"),
        ask="distance",
        progress=told.append,
    )
    assert all(isinstance(one.positions, int) for one in told)
    return built


def test_a_table_says_what_solvers_say(table):
    positions = reachable(table.game, 300)
    found, solved = table.probe(positions), Solver(table.game).values(positions, ask="distance")
    assert found.exact.all()
    assert (found.winner == solved.winner).all() and (found.plies == solved.plies).all()
    rows = np.array([position.cells for position in positions])
    assert (table.probe(rows).plies == found.plies).all()
    for position in positions[:20]:
        best = Solver(table.game).solve(position, ask="distance").best
        assert table.best(position) == list(best)


def test_what_it_holds(table):
    info = table.info
    assert info["positions"] == 161_029 and info["ask"] == table.ask == "distance"
    assert info["first"] + info["draw"] + info["second"] == info["positions"]
    again = pickle.loads(pickle.dumps(table))
    assert again.info == info


def test_arrow(table):
    arrow = table.to_arrow()
    assert isinstance(arrow, pyarrow.Table) and arrow.num_rows == table.info["stored"]
    row = arrow.slice(1000, 1).to_pylist()[0]
    assert row["to_move"] == table.game.position(row["position"]).to_move and row["endless"] is False
    answer = Solver(table.game).solve(row["position"], ask="distance")
    assert (row["value"], row["distance"]) == (answer.winner, answer.plies)
    assert row["best"].split() == list(answer.best)
    assert sum(arrow["positions"].to_pylist()) == table.info["positions"]
    unfolded = table.to_arrow(unfold=True)
    assert len(set(unfolded["position"].to_pylist())) == unfolded.num_rows == table.info["positions"]
    assert set(unfolded["positions"].to_pylist()) == {1}


def test_every_table_says_who_wins(table):
    positions = reachable(table.game, 300)
    found = table.probe(positions, ask="winner")
    assert isinstance(found, yomikiri.WinnerValues)
    assert (found.winner == Solver(table.game).values(positions).winner).all()
    solver = Solver(table.game)
    for position in positions[:20]:
        assert table.best(position, ask="winner") == list(solver.solve(position).best)
    with pytest.raises(yomikiri.TableError, match="answers `distance`"):
        table.probe(positions, ask="margin")


def test_a_table_holds_the_file_of_its_game(tmp_path, monkeypatch):
    rules = tmp_path / "nim.toml"
    rules.write_text('# Nim.\nrules = 1\nkind = "heaps"\n[heaps]\nsizes = [3, 4]\n')
    Table.build(str(rules), tmp_path / "nim")
    here = Game(str(rules))
    commented = Game("nim.toml", file=rules.read_text() + "# Two heaps.\n")
    rules.unlink()
    monkeypatch.chdir(tmp_path / "nim")
    table = Table.open(".")
    assert table.probe(["start"]).winner.tolist() == [1]
    assert table.game == here == commented and len({table.game, here, commented}) == 1
    assert table.game != Game("nim.toml", file='rules = 1\nkind = "heaps"\nheaps.sizes = [3, 5]')
    again = pickle.loads(pickle.dumps(table.game))
    assert again == table.game and Solver(again).solve().winner == "first"
    assert table.to_arrow()["to_move"][0].as_py() == "first"


def test_errors(table, tmp_path):
    with pytest.raises(yomikiri.TableError, match="no finished table"):
        Table.open(tmp_path)
    with pytest.raises(yomikiri.PositionError) as caught:
        table.probe(["start", "9"])
    assert caught.value.index == 1
    rows = np.zeros((3, 16), np.int8)
    rows[2, 5] = 9
    with pytest.raises(yomikiri.CellsError) as cells:
        table.probe(rows)
    assert cells.value.index == 2
    with pytest.raises(yomikiri.TableError, match="position 1: .*xxxx/xxxx/xxxx/xxxx"):
        table.probe(np.array([[0] * 16, [1] * 16], np.int8))
    with pytest.raises(TypeError, match="a Position"):
        table.probe([1])
    with pytest.raises(yomikiri.TableError, match="position 0"):
        table.probe(["xxxx/xxxx/xxxx/xxxx"])
    with pytest.raises(yomikiri.TableError):
        Table.build("graph:text=a first: b+1; b = draw", tmp_path / "gains", ask="distance")
    with pytest.raises(yomikiri.LimitReached):
        Table.build("connect4:cols=6,rows=6", tmp_path / "large", timeout=0.2)


def test_a_callback_may_raise(tmp_path):
    class Enough(Exception):
        pass

    def progress(_):
        raise Enough

    with pytest.raises(Enough):
        Table.build("connect4:cols=5,rows=5", tmp_path, progress=progress)
    game = Game("connect4:cols=4,rows=4")
    assert Table.build(game, tmp_path / "other").info["game"] == game.name


def test_semi_strong_tables(tmp_path):
    game = "connect4:cols=4,rows=4"
    built = Table.build(game, tmp_path / "one", semi_strong="one")
    assert built.info["semi_strong"] == "one" and built.info["positions"] < 161_029 // 10
    start = built.game.start()
    found, solved = built.probe([start]), Solver(built.game).values([start])
    assert found.exact.all() and (found.winner == solved.winner).all()
    assert set(built.best(start)) <= set(Solver(built.game).solve(start).best)
    assert "semi_strong" not in Table.build(game, tmp_path / "whole").info
    with pytest.raises(ValueError, match='semi_strong is "all" or "one", not `some`'):
        Table.build(game, tmp_path / "some", semi_strong="some")


def test_parts_of_games(tmp_path):
    starts = ["x../.o./...", Game("tictactoe").position("xx./oo./x..")]
    table = Table.build("tictactoe", tmp_path / "part", ask="distance", from_positions=starts)
    assert table.info["from"] == ["x../.o./...", "xx./oo./x.."] and not table.info["symmetric"]
    whole = Table.build("tictactoe", tmp_path / "whole", ask="distance", from_positions=["start"])
    assert "from" not in whole.info and whole.info["positions"] == 5478
    texts = [row["position"] for row in table.to_arrow().to_pylist()]
    assert len(texts) == table.info["positions"] < 1000
    here, there = table.probe(texts), whole.probe(texts)
    assert (here.winner == there.winner).all() and (here.plies == there.plies).all()
    with pytest.raises(yomikiri.TableError, match="position 1: .* holds only what .* from `x../.o./...`, `xx"):
        table.probe(["x../.o./...", "start"])
    with pytest.raises(yomikiri.PositionError, match="holds only what play can reach from"):
        table.best("start")
    with pytest.raises(yomikiri.PositionError) as caught:
        Table.build("tictactoe", tmp_path / "bad", from_positions=["start", "x../.q./..."])
    assert caught.value.index == 1
    with pytest.raises(yomikiri.TableError, match="mirror images"):
        Table.build("tictactoe", tmp_path / "bad", from_positions="x../.../...", symmetric=True)

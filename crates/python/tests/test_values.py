"""Positions as combinatorial games."""

import pickle
from fractions import Fraction

import pytest
import yomikiri


def test_a_hot_game():
    # Winning Ways, chapter 5: the square of four cells.
    found = yomikiri.value("domineering:rows=2,cols=2")
    assert (found.value, found.outcome) == ("±1", "next")
    assert (found.mean, found.temperature) == (0, 1)
    assert (found.left_stop, found.right_stop) == (1, -1)
    assert all(move.wins and move.best for move in found.first + found.second)
    assert found.thermograph[0][0] == (0, 1)
    assert str(found).splitlines()[0].endswith("±1")


def test_sums_are_added_and_compared():
    found = yomikiri.value("clobber:rows=1,cols=2 + clobber:rows=1,cols=2 + 3/4", compare="1/2")
    assert (found.value, found.compared, found.mean) == ("3/4", "greater", Fraction(3, 4))
    assert [term.minus for term in found.terms] == [False] * 3
    assert found.terms[0].value == "*"
    assert yomikiri.value("* - *").value == "0"
    assert yomikiri.value("{2|-1} + 0.5").value == "{5/2|-1/2}"


def test_incentives_and_hotstrat():
    # Second has to threaten in tiny four first; hotstrat moves in the switch.
    found = yomikiri.value("{3|0} + +_4", incentives=True)
    assert found.hotstrat == ("wins", "errs")
    hot = [move for move in found.second if move.hotstrat]
    assert [(move.term, move.value, move.wins) for move in hot] == [(0, "0", False)]
    assert (hot[0].incentive, hot[0].temperature) == ("{3|0}", Fraction(3, 2))
    usual = yomikiri.value("±1")
    assert (usual.hotstrat, usual.first[0].incentive) == (None, None)
    with pytest.raises(ValueError):
        yomikiri.value("nim", grundy=True, incentives=True)


def test_grundy_values():
    assert yomikiri.value("nim:heaps=5/6", grundy=True).grundy == 3
    with pytest.raises(yomikiri.Refused):
        yomikiri.value("domineering", grundy=True)


def test_a_position_beside_its_game():
    found = yomikiri.value("clobber:rows=1,cols=4", "xo..")
    assert (found.value, found.terms[0].position) == ("*", "xo..")


@pytest.mark.parametrize(
    "error, arguments",
    [
        (yomikiri.TextError, ("1 +",)),
        (yomikiri.SpecError, ("clober",)),
        (yomikiri.PositionError, ("clobber", "xyz")),
        (yomikiri.Refused, ("tictactoe",)),
        (yomikiri.TextError, ("1/3",)),
        (yomikiri.TextError, ("0.1",)),
    ],
)
def test_what_is_wrong_is_said(error, arguments):
    with pytest.raises(error):
        yomikiri.value(*arguments)


def test_a_limit():
    with pytest.raises(yomikiri.LimitReached):
        yomikiri.value("clobber:rows=5,cols=6", timeout=0.2)


def test_a_file_of_parts(tmp_path):
    path = tmp_path / "some.parts"
    first = yomikiri.value("domineering:rows=3,cols=4", parts=path)
    again = yomikiri.value("domineering:rows=3,cols=4", parts=str(path))
    assert (again.value, again.first) == (first.value, first.first)
    assert again.positions < first.positions
    checked = yomikiri.value("domineering:rows=3,cols=4", parts=path, check_parts=True)
    assert checked.value == first.value
    whole = path.read_bytes()
    for damaged, why in [(whole[:-1], "the file ends within"), (b"", "no file of parts")]:
        path.write_bytes(damaged)
        with pytest.raises(yomikiri.PartsError, match=why):
            yomikiri.value("domineering:rows=3,cols=4", parts=path)
    with pytest.raises(yomikiri.PartsError, match="it is a folder"):
        yomikiri.value("domineering", parts=tmp_path)


def test_a_limit_keeps_its_parts(tmp_path):
    path = tmp_path / "some.parts"
    with pytest.raises(yomikiri.LimitReached):
        yomikiri.value("clobber:rows=5,cols=6", parts=path, timeout=0.5)
    assert path.stat().st_size > 0


def test_an_octal_game():
    # Guy and Smith 1956: Kayles.
    kayles = yomikiri.octal("0.77", heaps=12)
    assert kayles.values == (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4)
    assert (kayles.period, kayles.period_from, kayles.checked_to) == (12, 71, 168)
    assert "Guy and Smith" in str(kayles)
    # Gangolli and Plambeck 1989.
    assert yomikiri.octal("0.16").period is None
    assert yomikiri.octal("0.16", heaps=0, most=600_000).period == 149_459
    assert yomikiri.octal("0.16", most=100).known_to == 100


def test_a_limit_tells_what_is_known_of_an_octal_game():
    with pytest.raises(yomikiri.LimitReached) as raised:
        yomikiri.octal("0.16", heaps=3, most=10_000_000, timeout=0.1)
    known = pickle.loads(pickle.dumps(raised.value)).octal
    assert known.values == yomikiri.octal("0.16", heaps=3).values
    assert known.period is None and known.known_to > 3


@pytest.mark.parametrize(
    "error, arguments",
    [
        (yomikiri.TextError, {"code": "0.18"}),
        (ValueError, {"code": "0.16", "heaps": -1}),
        (ValueError, {"code": "0.16", "most": 10_000_001}),
        (yomikiri.LimitReached, {"code": "0.16", "most": 10_000_000, "timeout": 0.1}),
        (yomikiri.LimitReached, {"code": "0.16", "most": 10_000_000, "memory": 10_000}),
    ],
)
def test_what_is_wrong_with_an_octal_game(error, arguments):
    with pytest.raises(error):
        yomikiri.octal(**arguments)

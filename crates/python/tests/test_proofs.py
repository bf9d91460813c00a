"""Certificates and stress tests."""

import sys

import pytest

import yomikiri


def test_prove_and_check(tmp_path):
    made = yomikiri.prove("tictactoe", "x.o/.../...")
    assert made.value == "first" and not made.explicit and len(made.positions) == 2
    # A notebook shows what it proves, and not its bytes.
    assert "first" in repr(made) and "data" not in repr(made)
    proved = yomikiri.check(made)
    assert (proved.value, proved.game, proved.position) == ("first", "tictactoe", "x.o/.../...")
    assert "value: first" in str(proved)
    path = tmp_path / "certificate"
    made.save(path)
    assert yomikiri.check(path) == proved == yomikiri.check(made.data)
    half = yomikiri.prove("tictactoe", ask="distance", half="least")
    assert len(yomikiri.check(half).claims) == 1


def test_forgeries_are_rejected():
    made = yomikiri.prove("tictactoe").data
    with pytest.raises(yomikiri.Rejected, match="truncated|not a certificate"):
        yomikiri.check(made[:-10])
    with pytest.raises(yomikiri.Rejected):
        yomikiri.check(b"")
    rejected = 0
    for at in range(0, len(made), 7):
        forged = bytearray(made)
        forged[at] ^= 1
        try:
            yomikiri.check(bytes(forged))
        except yomikiri.YomikiriError:
            rejected += 1
    assert rejected > len(made) // 7 // 2
    with pytest.raises(FileNotFoundError):
        yomikiri.check("/nowhere")


def test_proofs_that_are_not():
    with pytest.raises(yomikiri.PositionError):
        yomikiri.prove("tictactoe", "nonsense")
    with pytest.raises(ValueError):
        yomikiri.prove("tictactoe", half="none")
    with pytest.raises(yomikiri.LimitReached):
        yomikiri.prove("connect4", timeout=0.1)


def test_stress_finds_what_is_wrong():
    report = yomikiri.stress("abc349e", lambda _: b"Takahashi\n", cases=200)
    assert report["verdict"] != "ok" and report["expected"] == "Aoki\n"
    script = "import sys; sys.stdin.read(); print('Aoki')"
    report = yomikiri.stress("abc349e", [sys.executable, "-c", script], cases=20)
    assert report["expected"] == "Takahashi\n"


def test_stress_of_any_problem_with_functions():
    shape = "n 1..8 | n*{a -9..9}"

    def right(text):
        return str(max(0, max(map(int, text.split()[1:])))) + "\n"

    def wrong(text):
        return str(max(map(int, text.split()[1:]))).encode() + b"\n"

    report = yomikiri.stress(None, wrong, input=shape, oracle=right, cases=300)
    assert (report["input"], report["expected"], report["output"]) == ("1\n-1\n", "0\n", "-1\n")
    assert yomikiri.stress(None, right, input=shape, oracle=right, cases=50)["verdict"] == "agreement"
    slow = [sys.executable, "-c", "print(max(0, max(map(int, open(0).read().split()[1:]))))"]
    assert yomikiri.stress(None, right, input=shape, oracle=slow, cases=10)["verdict"] == "agreement"
    with pytest.raises(ValueError):
        yomikiri.stress("abc349e", right, input=shape)
    with pytest.raises(ValueError):
        yomikiri.stress(None, right)
    with pytest.raises(yomikiri.SpecError):
        yomikiri.stress(None, right, input="n 1..")


def test_stress_of_a_function_that_raises():
    def broken(_):
        raise RuntimeError("no idea")

    report = yomikiri.stress("abc349e", broken, cases=5)
    assert report["code"] == 1 and "no idea" in report["stderr"]
    with pytest.raises(yomikiri.SpecError):
        yomikiri.stress("abc999z", broken)
    with pytest.raises(FileNotFoundError):
        yomikiri.stress("abc349e", ["/nowhere/program"])


def test_threats():
    made = yomikiri.prove("mnk:rows=5,cols=6,line=4", threats=True)
    assert (made.value, made.positions, len(made.data) < 2_000) == ("first", (49, 0), True)
    assert "49 positions, 0 leaves, 106 threat sequences" in str(yomikiri.check(made))
    with pytest.raises(yomikiri.ProofError, match="of another kind"):
        yomikiri.prove("nim", threats=True)

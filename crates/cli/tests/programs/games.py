"""Games of the tests of programs over pipes: `games.py NAME`. Some answer as they should, others do not."""
import json
import os
import signal
import subprocess
import sys
import time

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"first": "second", "second": "first"}


def tictactoe(text, named=True, ranked=False):
    """The positions and the moves have the same texts as in the game `tictactoe`."""
    cells = text.replace("/", "")
    if len(text) != 11 or len(cells) != 9 or set(cells) - set("xo."):
        return {"error": "three rows are wanted"}
    crosses, rings = cells.count("x"), cells.count("o")
    if crosses - rings not in (0, 1):
        return {"error": "too many of one sign"}
    for a, b, c in LINES:
        if cells[a] != "." and cells[a] == cells[b] == cells[c]:
            return {"outcome": "first" if cells[a] == "x" else "second"}
    if "." not in cells:
        return {"outcome": "draw"}
    moves = []
    for cell in range(9):
        if cells[cell] == ".":
            after = cells[:cell] + "xo"[crosses - rings] + cells[cell + 1 :]
            after = "/".join(after[row : row + 3] for row in (0, 3, 6))
            moves.append([f"{cell // 3 + 1},{cell % 3 + 1}", after] if named else after)
    answer = {"to_move": "first" if crosses == rings else "second", "moves": moves}
    if ranked:
        answer["rank"] = cells.count(".")
    return answer


# Moves that lead to the same position, and gain other points.
PARALLEL = {
    "a": {"to_move": "first", "moves": [["x", "b", 1], ["z", "c"], ["y", "b", 3]]},
    "b": {"to_move": "second", "moves": [["p", "c", 2], ["q", "c", -1]]},
    "c": {"outcome": 0},
}
GRAPH = {
    "a": {"to_move": "first", "moves": [["up", "b", 3], ["down", "c", -1]]},
    "b": {"to_move": "second", "moves": [["on", "d"], ["off", "e", 5]]},
    "c": {"to_move": "second", "moves": [["on", "e", -2], ["off", "d"]]},
    "d": {"outcome": 1},
    "e": {"outcome": -4},
}

CYCLE = {
    "a": {"to_move": "first", "moves": ["b", "c"]},
    "b": {"to_move": "second", "moves": ["a", "d"]},
    "c": {"to_move": "second", "moves": ["e", "a"]},
    "d": {"outcome": "second"},
    "e": {"outcome": "draw"},
}

# The L-game on 4 x 4: sets of cells as bits. Each L is one of 48; two neutral stones.
FORMS = []
for rows in ([(0, 0), (1, 0), (2, 0), (2, 1)], [(0, 1), (1, 1), (2, 1), (2, 0)]):
    for form in (rows, [(c, r) for r, c in rows]):
        for down, right in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            FORMS.append([(down * r, right * c) for r, c in form])
LS = set()
for form in FORMS:
    for row in range(4):
        for col in range(4):
            cells = [(row + r, col + c) for r, c in form]
            if all(0 <= r < 4 and 0 <= c < 4 for r, c in cells):
                LS.add(sum(1 << (4 * r + c) for r, c in cells))
LS = sorted(LS)


def l_game(text):
    """`OWN-OTHER-NEUTRAL` in hexadecimal, then `:second` where Second moves: own is the mover's L."""
    try:
        board, mover = text.split(":")
        own, other, stones = (int(part, 16) for part in board.split("-"))
        if mover not in OTHER or own not in LS or other not in LS:
            raise ValueError
    except ValueError:
        return {"error": "this is no position"}
    moves = []
    for to in LS:
        if to == own or to & (other | stones):
            continue
        taken = to | other
        neutrals = {stones}
        for stone in range(16):
            if stones >> stone & 1:
                rest = stones & ~(1 << stone)
                neutrals |= {rest | 1 << cell for cell in range(16) if not (taken | stones) >> cell & 1}
        for after in sorted(neutrals):
            moves.append(f"{other:x}-{to:x}-{after:x}:{OTHER[mover]}")
    return {"to_move": mover, "moves": moves} if moves else {"outcome": OTHER[mover]}


def endless(text):
    """Two more positions for each: there is no end."""
    number = int(text)
    mover = "first" if number.bit_length() % 2 else "second"
    return {"to_move": mover, "moves": [str(2 * number), str(2 * number + 1)]}


def slow(text):
    """The same, which takes as many seconds for each position as the command says."""
    time.sleep(float(sys.argv[2]))
    return endless(text)


def slow_countdown(text):
    """First wins by 7 whatever happens; all positions but the start take as many seconds as the command says."""
    number = int(text)
    if number < 40:
        time.sleep(float(sys.argv[2]))
    if number == 0:
        return {"outcome": 7}
    moves = [str(number - less) for less in (1, 2, 3) if less <= number]
    return {"to_move": "first" if number % 2 else "second", "moves": moves, "rank": number}


def long_texts(text):
    number = int(text[:20])
    pad = "x" * 1000
    return {"to_move": "first", "moves": [f"{2 * number + more:020}{pad}" for more in (0, 1)]}


def of(answers):
    return lambda text: answers.get(text, {"error": "there is no such node"})


GAMES = {
    "tictactoe": ({"start": ".../.../...", "title": "Three"}, tictactoe),
    "ranked": ({"start": ".../.../...", "ranks": True}, lambda text: tictactoe(text, ranked=True)),
    "unnamed": ({"start": ".../.../..."}, lambda text: tictactoe(text, named=False)),
    "gains": ({"start": "a", "gains": True}, of(GRAPH)),
    "parallel": ({"start": "a", "gains": True}, of(PARALLEL)),
    "cycle": ({"start": "a", "endless": "second"}, of(CYCLE)),
    "l-game": ({"start": "446-6220-8001:first"}, l_game),
    "endless": ({"start": "1"}, endless),
    "slow": ({"start": "1"}, slow),
    "slow-countdown": ({"start": "40", "ranks": True}, slow_countdown),
    "long-texts": ({"start": "1".zfill(20)}, long_texts),
    # What is wrong with these, their names tell.
    "no-start": ({"begin": "a"}, None),
    "no-position": ({"start": "a"}, of({"a": {"to_move": "first", "moves": [["on", "b"]]}})),
    "no-mover": ({"start": "a"}, of({"a": {"moves": ["b"]}, "b": {"outcome": "draw"}})),
    "no-moves": ({"start": "a"}, of({"a": {"to_move": "first", "moves": []}})),
    "no-outcome": ({"start": "a"}, of({"a": {"outcome": "win"}})),
    "same-moves": ({"start": "a"}, of({"a": {"to_move": "first", "moves": [["m", "b"], ["m", "c"]]}})),
    "unsaid-gains": ({"start": "a"}, of(GRAPH)),
    "blank-text": ({"start": "a"}, of({"a": {"to_move": "first", "moves": [["on", "b c"]]}})),
    "no-rank": ({"start": ".../.../...", "ranks": True}, tictactoe),
    "same-rank": (
        {"start": "a", "ranks": True},
        of({
            "a": {"to_move": "first", "moves": ["b"], "rank": 5},
            "b": {"to_move": "second", "moves": ["c"], "rank": 5},
            "c": {"outcome": "draw"},
        }),
    ),
    "number": ({"start": "a"}, of({"a": {"to_move": "first", "moves": [7]}})),
    "unknown-key": ({"start": "a"}, of({"a": {"to_move": "first", "move": ["b"]}})),
}


def main(name):
    asked_before = set()
    for count, line in enumerate(sys.stdin):
        asked = json.loads(line)
        if name == "dies" and count == 2:
            sys.exit(7)
        if name == "killed" and count == 2:
            os.kill(os.getpid(), 9)
        if name == "sleeps" and count == 2:
            time.sleep(3600)
        if name == "floods" and count == 2:
            while True:
                os.write(1, b"x" * 65536)
        if name == "silent":
            os.close(1)
            time.sleep(3600)
        if name == "garbage" and count == 2:
            print("}{ what?", flush=True)
            continue
        if name == "deaf":
            time.sleep(3600)
        if name == "stubborn" and count == 1:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            time.sleep(3600)
        if name == "busy" and count == 1:
            while True:
                pass
        if name == "parent" and count == 1:
            subprocess.Popen(["sleep", sys.argv[2]])
            sys.exit(0)
        if name == "noisy":
            os.write(2, b"noise " * 200_000)
        if name == "chatters" and count == 2:
            print("[]\n[]", flush=True)
        known = {"dies", "killed", "sleeps", "floods", "silent", "chatters", "changes", "few", "garbage"}
        known |= {"deaf", "stubborn", "busy", "parent", "noisy", "turncoat"}
        start, about = GAMES["tictactoe" if name in known else name]
        if asked == "start":
            answer = start
        else:
            answer = [about(text) for text in asked]
            if name == "few" and count == 3:
                answer.pop()
            if name == "turncoat":
                for text, one in zip(asked, answer):
                    if text in asked_before and "outcome" in one:
                        one["outcome"] = "second" if one["outcome"] == "first" else "first"
                asked_before.update(asked)
            if name == "changes":
                for text, one in zip(asked, answer):
                    if text in asked_before and "moves" in one:
                        one["moves"].reverse()
                asked_before.update(asked)
        print(json.dumps(answer), flush=True)


main(sys.argv[1])

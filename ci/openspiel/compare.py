#!/usr/bin/env python3
"""Holds Yomikiri to OpenSpiel: the same positions, the same legal moves, the same values.

    compare.py YOMIKIRI SCRATCH [SPEC...]

For each game of games.py all positions that play can reach under OpenSpiel's rules are valued by plain recursion over
OpenSpiel's own states (its returns at the end, the best over its legal actions before), and Yomikiri's table of the same
game is asked about each: its value, its legal moves and the value of each move have to be the same, and so does the number
of positions. Of larger games a sample of positions near the end is compared in the same way. SPEC picks games."""

import json
import pathlib
import random
import re
import subprocess
import sys
import time

import pyspiel

import games


class Theirs:
    """A game of OpenSpiel, valued by plain recursion."""

    def __init__(self, game, most=None):
        self.game = game
        self.most = most
        # By the text of a state and the player to move: our position, the points so far, what perfect play leads to in
        # the end, from player 0's side, and what each move leads to.
        self.known = {}

    def value(self, state):
        """What perfect play leads to in the end, from player 0's side."""
        # How long play has lasted is no part of a position.
        key = (re.sub(r"Move number.*", "", str(state)), games.mover(state))
        if key not in self.known:
            if self.most is not None and len(self.known) >= self.most:
                raise TooMany
            points = self.game.points(state) if self.game.points else 0
            if state.is_terminal():
                total, moves = state.returns()[0], {}
            else:
                best = max if state.current_player() == 0 else min
                moves = {}
                for action in state.legal_actions():
                    moves[self.game.move(state, action)] = self.value(state.child(action))
                total = best(moves.values())
            self.known[key] = (self.game.position(state), points, total, moves)
        return self.known[key][2]


class TooMany(Exception):
    """Theirs cannot be worked out within the bound."""


def fail(game, position, what, ours, theirs):
    sys.exit(f"{game.ours}: {position}: {what}: ours {ours}, OpenSpiel's {theirs}")


def total(game, points, answer):
    """One of our answers as what theirs would say of it, after so many points."""
    value = points + answer.get("margin", {"first": 1, "draw": 0, "second": -1}[answer["winner"]])
    return (value > 0) - (value < 0) if game.sign else value


def one_by_one(yomikiri, game, positions):
    """What our solver says of positions."""
    for position in positions:
        command = [yomikiri, "moves", game.ours, position, "--ask", game.ask, "--json"]
        ran = subprocess.run(command, capture_output=True, text=True)
        if ran.returncode != 0:
            sys.exit(f"{game.ours}: {position}: {ran.stderr[:2000]}")
        *moves, answer = map(json.loads, ran.stdout.splitlines())
        yield answer | {"moves": moves}


def asked(yomikiri, table, positions):
    """What our table says of positions."""
    command = [yomikiri, "table", "probe", table, "-", "--moves", "--json"]
    text = "".join(position + "\n" for position in positions)
    ran = subprocess.run(command, input=text, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{ran.stderr[:2000]}")
    return map(json.loads, ran.stdout.splitlines())


def built(yomikiri, scratch, game):
    """A table of ours, and how many positions are in it."""
    table = pathlib.Path(scratch) / "".join(sign if sign.isalnum() else "-" for sign in game.ours)
    ran = subprocess.run([yomikiri, "table", "build", game.ours, "-o", table, "--ask", game.ask, "--json"],
                         capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{game.ours}: {ran.stderr}")
    return table, json.loads(ran.stdout)["positions"]


def compare(game, known, answers):
    """Holds our answers to what is known of their states; tells how many moves were compared."""
    compared = 0
    for (position, points, value, moves), answer in zip(known.values(), answers, strict=True):
        ours = {move["move"]: total(game, points, move) for move in answer["moves"]}
        if sorted(ours) != sorted(moves):
            fail(game, position, "legal moves", sorted(ours), sorted(moves))
        if total(game, points, answer) != value:
            fail(game, position, "value", total(game, points, answer), value)
        if ours != moves:
            fail(game, position, "values of moves", ours, moves)
        compared += len(moves)
    return compared


def all_of(game):
    """Every state that play reaches."""
    theirs = Theirs(game)
    theirs.value(pyspiel.load_game(game.theirs).new_initial_state())
    return theirs.known


def sample_of(game, count):
    """States of random play, and all that follows them, in all at least `count`."""
    dice = random.Random(1)
    known = {}
    while len(known) < count:
        states = [pyspiel.load_game(game.theirs).new_initial_state()]
        while not states[-1].is_terminal():
            states.append(states[-1].child(dice.choice(states[-1].legal_actions())))
        # From the end on back, as long as theirs is quickly worked out.
        theirs = Theirs(game, 1_000)
        try:
            for state in reversed(states):
                theirs.value(state)
        except TooMany:
            pass
        known.update(theirs.known)
    return known


def main():
    yomikiri, scratch, *wanted = sys.argv[1:]
    sys.setrecursionlimit(10_000)
    there = subprocess.run([yomikiri, "games", "--json"], capture_output=True, text=True, check=True).stdout
    there = {json.loads(line)["name"] for line in there.splitlines()}
    todo = [(game, None, True) for game in games.WHOLE]
    todo += [(game, count, True) for game, count in games.TABLES]
    todo += [(game, count, False) for game, count in games.ONE_BY_ONE]
    positions = moves = 0
    for game, count, tabled in todo:
        if wanted and game.ours not in wanted:
            continue
        if game.ours.split(":")[0] not in there:
            sys.exit(f"{game.ours}: no such game")
        started = time.monotonic()
        known = all_of(game) if count is None else sample_of(game, count)
        asked_of = [entry[0] for entry in known.values()]
        distinct = len(set(asked_of))
        if tabled:
            table, in_table = built(yomikiri, scratch, game)
            if count is None and in_table != distinct:
                fail(game, "start", "positions", in_table, distinct)
            answers = asked(yomikiri, table, asked_of)
        else:
            answers = one_by_one(yomikiri, game, asked_of)
        compared = compare(game, known, answers)
        positions, moves = positions + distinct, moves + compared
        kind = "all" if count is None else "sampled"
        print(f"{game.ours} = {game.theirs}: {distinct} positions ({kind}), {compared} moves, "
              f"{time.monotonic() - started:.1f} s", flush=True)
    print(f"OpenSpiel agrees: {positions} positions, {moves} moves")


if __name__ == "__main__":
    main()

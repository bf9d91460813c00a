#!/usr/bin/env python3
"""Solves every game of OpenSpiel's list that yomikiri.openspiel.solve takes, and says why it does not take the others.

    whole.py [--seconds S] [--jobs N] [--small] [--after NAME] [--out FILE.md]

Writes a table: the game, how many positions play can reach, what perfect play leads to, and the seconds. A game has S seconds
to be solved and S to be counted. Of the small ones the values of all states have to be those of OpenSpiel's own value
iteration, however few seconds there are. --small leaves out the games that would only reach the limit."""

import argparse
import multiprocessing
import multiprocessing.connection
import sys
import time
import types
import warnings

import pyspiel
import yomikiri
from yomikiri import openspiel

# Smaller boards of games whose usual board is too large, and further forms.
SMALLER = [
    "breakthrough(rows=3,columns=3)",
    "breakthrough(rows=4,columns=3)",
    "breakthrough(rows=4,columns=4)",
    "checkers(rows=4,columns=4)",
    "checkers(rows=6,columns=4)",
    "clobber(rows=2,columns=3)",
    "clobber(rows=3,columns=4)",
    "clobber(rows=4,columns=4)",
    "connect_four(rows=3,columns=4,x_in_row=3)",
    "connect_four(rows=4,columns=4)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "dots_and_boxes(num_rows=1,num_cols=3,utility_margin=True)",
    "dots_and_boxes(num_rows=2,num_cols=2)",
    "dots_and_boxes(num_rows=2,num_cols=2,utility_margin=True)",
    "go(board_size=2,komi=0.5)",
    "gomoku(size=3,connect=3)",
    "gomoku(size=3,connect=3,anti=True)",
    "gomoku(size=4,connect=4)",
    "havannah(board_size=2)",
    "havannah(board_size=2,swap=True)",
    "hex(board_size=2)",
    "hex(board_size=3)",
    "hex(num_rows=3,num_cols=4)",
    "mnk(m=3,n=3,k=3)",
    "mnk(m=4,n=3,k=3)",
    "nim(pile_sizes=2;3;4)",
    "nim(pile_sizes=2;3;4,is_misere=False)",
    "oware(num_houses_per_player=2,num_seeds_per_house=1)",
    "oware(num_houses_per_player=3,num_seeds_per_house=1)",
    "quoridor(board_size=3,wall_count=1)",
    "twixt(board_size=5)",
    "y(board_size=3)",
    "y(board_size=4)",
]

# Games of up to 6,000 states, which is as many as OpenSpiel's value iteration does in some seconds.
COMPARED = {
    "breakthrough(rows=3,columns=3)",
    "checkers(rows=4,columns=4)",
    "checkers(rows=6,columns=4)",
    "clobber(rows=2,columns=3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "dots_and_boxes(num_rows=1,num_cols=3,utility_margin=True)",
    "dots_and_boxes(num_rows=2,num_cols=2)",
    "dots_and_boxes(num_rows=2,num_cols=2,utility_margin=True)",
    "gomoku(size=3,connect=3)",
    "gomoku(size=3,connect=3,anti=True)",
    "havannah(board_size=2)",
    "havannah(board_size=2,swap=True)",
    "hex(board_size=2)",
    "hex(board_size=3)",
    "mnk(m=3,n=3,k=3)",
    "nim",
    "nim(pile_sizes=2;3;4)",
    "nim(pile_sizes=2;3;4,is_misere=False)",
    "oware(num_houses_per_player=2,num_seeds_per_house=1)",
    "tic_tac_toe",
    "y(board_size=3)",
}
# The seconds that each of them has.
FOR_COMPARED = 60

# What a game may take beside its two limits: to be loaded, to be stopped, and to be compared, which has no limit of its own.
BESIDE = 60


def load(name):
    import open_spiel.python.games  # noqa: F401  (registers those written in Python)

    return pyspiel.load_game(name)


def compared(game, rules):
    """What came of comparing all states with OpenSpiel's value iteration, or where that takes different states for one,
    which it knows by their texts alone, with plain recursion over its states."""
    # It can do matrix games too, by a package that games of turns do not need.
    absent = types.ModuleType("cvxpy")
    absent.__getattr__ = lambda name: None
    sys.modules.setdefault("cvxpy", absent)
    from open_spiel.python.algorithms import value_iteration

    states, todo = {}, [game.new_initial_state()]
    while todo:
        state = todo.pop()
        at = rules._at(state)
        if at.key not in states:
            states[at.key] = state
            if not state.is_terminal():
                todo += [state.child(action) for action in state.legal_actions()]
    by, theirs = "OpenSpiel's value iteration", {}
    if len({str(state) for state in states.values()}) == len(states):
        found = value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-9)
        theirs = {key: found[str(state)] for key, state in states.items()}
        if len(found) != len(states):
            sys.exit(f"{game}: {len(states)} states of ours, {len(found)} of theirs")
    else:
        by = "plain recursion over its states"
        # The states with the most moves come first.
        for key, state in sorted(states.items(), key=lambda item: -item[1].move_number()):
            if state.is_terminal():
                theirs[key] = state.returns()[0]
            else:
                best = max if state.current_player() == 0 else min
                theirs[key] = best(theirs[rules._at(state.child(action)).key] for action in state.legal_actions())
    solver = yomikiri.Solver(rules, solver="retrograde")
    ask = "margin" if rules.by_points else "winner"
    for key, state in states.items():
        ours = solver.solve(rules.text(rules._at(state)), ask=ask, best=False, line=False).value
        # Theirs is what player 0 gets, ours what First has in our points.
        value = theirs[key] - rules._sum / 2
        if rules.by_points:
            same = (ours.margin if rules._sum == 0 else ours.margin / 2) == value
        else:
            same = {"first": 1, "draw": 0, "second": -1}[ours.winner] == (value > 0) - (value < 0)
        if not same:
            sys.exit(f"{game}: {state}: ours {ours}, OpenSpiel's {value}")
    return f"{len(states):,} states as {by}"


def one(name, seconds, send):
    """Sends the cells of a game, first without and then with what takes longer, or why there are none."""
    try:
        rows(name, seconds, lambda *cells: send.send((cells, True)))
    except BaseException as fault:
        # The last line of a message is its point.
        said = str(fault).strip().splitlines()
        send.send(((said[-1] if said else type(fault).__name__, "", "", ""), False))


def rows(name, seconds, say):
    game = load(name)
    started = time.monotonic()
    rules = openspiel.SpielRules(game)
    by = ""
    try:
        rules.check(seconds=min(2, seconds))
    except yomikiri.Refused:
        rules, by = openspiel.SpielRules(game, key=openspiel.by_history), "by the moves that led there"
    ask = "margin" if rules.by_points else "winner"
    try:
        value = yomikiri.solve(rules, ask=ask, timeout=seconds, best=False, line=False)
    except yomikiri.LimitReached as limit:
        say(f"no value within {seconds:g} s: {limit.lower}..{limit.upper}", "", "", by)
        return
    taken = f"{time.monotonic() - started:.2f}"
    say(str(value), "", taken, by)
    try:
        positions = yomikiri.count(rules, timeout=seconds)["positions"]
    except yomikiri.LimitReached:
        return
    say(str(value), f"{positions:,}", taken, by)
    if name in COMPARED:
        say(str(value), f"{positions:,}", taken, compared(game, rules))


def run(names, seconds, jobs):
    """Yields the name and the cells of each game, and whether nothing was wrong. Each is worked out in a process of its own:
    some of OpenSpiel's games end theirs."""
    forks = multiprocessing.get_context("fork")
    waiting, running = list(reversed(names)), {}
    while waiting or running:
        while waiting and len(running) < jobs:
            name = waiting.pop()
            own = max(seconds, FOR_COMPARED) if name in COMPARED else seconds
            limit = 2 * own + BESIDE
            receive, send = forks.Pipe(duplex=False)
            process = forks.Process(target=one, args=(name, own, send))
            process.start()
            send.close()
            running[receive] = [name, process, time.monotonic() + limit, None]
        until = min(until for _, _, until, _ in running.values())
        for receive in multiprocessing.connection.wait(list(running), max(0, until - time.monotonic())):
            try:
                running[receive][3] = receive.recv()
            except EOFError:
                name, process, _, said = running.pop(receive)
                process.join()
                died = (f"exit code {process.exitcode}", "", "", "")
                yield name, *(said if said and process.exitcode == 0 else (died, False))
        for receive, (name, process, until, said) in list(running.items()):
            if time.monotonic() < until:
                continue
            del running[receive]
            process.kill()
            process.join()
            *cells, note = said[0] if said else ("", "", "", "")
            yield name, (*cells, f"{note}; ended at the limit".strip("; ")), name not in COMPARED


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1, choices=range(1, 65), metavar="N")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--out")
    parser.add_argument("--after", default="", help="only the games behind this name")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    import open_spiel.python.games  # noqa: F401

    refused, taken, failed = {}, [], []
    for kind in pyspiel.registered_games():
        reason = openspiel.refusal(kind)
        if reason is None and not kind.default_loadable:
            reason = "it has to be given parameters, or a file"
        if reason is None:
            taken.append(kind.short_name)
        else:
            refused.setdefault(reason, []).append(kind.short_name)
    names = SMALLER if args.small else sorted(taken + SMALLER)
    if args.small:
        names = ["tic_tac_toe", "python_tic_tac_toe", "nim", *names]
    lines = ["| game | value | positions | s | |", "|---|---|---|---|---|"]
    names = [name for name in names if name > args.after]
    for name, cells, fine in run(names, args.seconds, args.jobs):
        if name in COMPARED and " states as " not in cells[3]:
            fine = False
        if not fine:
            failed.append(f"{name}: {cells[0]}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
        if args.out:
            # Whoever ends the run has the rows so far, and goes on with --after.
            with open(args.out, "w") as file:
                file.write("\n".join(lines) + "\n")
    lines += ["", "| why not | games |", "|---|---|"]
    for reason, those in sorted(refused.items()):
        lines.append(f"| {reason} | {len(those)}: {', '.join(sorted(those))} |")
    print("\n".join(lines[-len(refused) - 2 :]))
    if args.out:
        with open(args.out, "w") as file:
            file.write("\n".join(lines) + "\n")
    if failed:
        sys.exit("\n".join(["these failed:", *failed]))


if __name__ == "__main__":
    main()

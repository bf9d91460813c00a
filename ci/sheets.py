"""Compares what Yomikiri says of rule sheets with clingo, a solver of logic programs that shares nothing with it.

    python3 ci/sheets.py YOMIKIRI SHEET.kif...

Follows random games, a few from each sheet. In each state clingo derives from the rules of the sheet who has which moves,
whether play is over, the goals, and where each move leads.
"""

import json
import random
import re
import subprocess
import sys

import clingo

GAMES, MOST_STATES = 4, 40


def read(text):
    """The expressions of a sheet, as strings and lists."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text.lower())):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


class Program:
    """A sheet as a logic program."""

    def __init__(self, text):
        self.names, self.symbols, self.sheet = {}, [], read(text)
        self.rules = "\n".join(line for rule in self.sheet for line in self.rule(rule))

    def symbol(self, name):
        if name not in self.names:
            self.names[name] = f"s{len(self.symbols)}"
            self.symbols.append(name)
        return self.names[name]

    def term(self, term):
        if isinstance(term, list):
            return f"{self.symbol(term[0])}({','.join(map(self.term, term[1:]))})"
        if term.startswith("?"):
            return "V" + re.sub(r"\W", lambda sign: f"_{ord(sign.group())}_", term[1:])
        return self.symbol(term)

    def bodies(self, conditions):
        """The ways in which all conditions can hold, each as a list of literals."""
        if not conditions:
            return [[]]
        first, rest = conditions[0], self.bodies(conditions[1:])
        if isinstance(first, list) and first[0] == "or":
            return [one + more for part in first[1:] for one in self.bodies([part]) for more in rest]
        if isinstance(first, list) and first[0] == "and":
            return [one + more for one in self.bodies(first[1:]) for more in rest]
        if isinstance(first, list) and first[0] == "distinct":
            literal = f"{self.term(first[1])} != {self.term(first[2])}"
        elif isinstance(first, list) and first[0] == "not":
            literal = f"not {self.term(first[1])}"
        else:
            literal = self.term(first)
        return [[literal] + more for more in rest]

    def rule(self, rule):
        if isinstance(rule, list) and rule[0] == "<=":
            for body in self.bodies(rule[2:]):
                yield f"{self.term(rule[1])}{' :- ' if body else ''}{', '.join(body)}."
        else:
            yield f"{self.term(rule)}."

    def text(self, symbol):
        """A ground term in the words of the sheet."""
        name = self.symbols[int(symbol.name[1:])]
        return name + (f"({','.join(map(self.text, symbol.arguments))})" if symbol.arguments else "")

    def derive(self, facts):
        """What follows: for each relation its rows. Sheets are stratified, so grounding alone decides all atoms."""
        control = clingo.Control(["--warn=none"])
        control.add("base", [], self.rules + "\n" + "\n".join(facts))
        control.ground([("base", [])])
        found = {}
        for atom in control.symbolic_atoms:
            assert atom.is_fact, f"{self.text(atom.symbol)} is not decided"
            name = self.symbols[int(atom.symbol.name[1:])]
            found.setdefault(name, set()).add(tuple(atom.symbol.arguments))
        return found


def propositions(text):
    """`cell(1,1,x)(1,2,o)+control(o)` as the propositions that hold."""
    held = set()
    for group in re.split(r"\+(?![^(]*\))", text):
        name, rows = re.match(r"([^(]*)(.*)", group).groups()
        depth, row = 0, ""
        for sign in rows:
            depth += (sign == "(") - (sign == ")")
            row += sign
            if depth == 0:
                held.add(name + row)
                row = ""
        if not rows:
            held.add(name)
    return held


def main(yomikiri, sheet):
    with open(sheet, encoding="utf-8") as file:
        program = Program(file.read())
    start = program.derive([])
    roles = [symbol for (symbol,) in start["role"]]
    names = [rule[1] for rule in program.sheet if rule[0] == "role"]
    roles.sort(key=lambda role: names.index(program.text(role)))
    init = {state for (state,) in start["init"]}
    # Yomikiri leaves out propositions on which nothing depends: always, or never.
    shown, left_out = set(), set()
    states = ends = 0
    for seed in range(GAMES):
        chance, state, line = random.Random(seed), init, []
        for _ in range(MOST_STATES):
            said = say(yomikiri, sheet, [f"after {' '.join(line)}" if line else "start"])[0]
            held = [f"{program.symbol('true')}({part})." for part in state]
            here = program.derive(held)
            where = f"{sheet} after {line}"
            states += 1
            if "terminal" in here:
                goals = {program.text(role): int(program.text(value)) for role, value in here["goal"]}
                one, other = (goals[program.text(role)] for role in roles)
                assert said["moves"] == [], where
                check_outcome(said["outcome"], one, other, where)
                ends += 1
                break
            legal = {role: {move for of, move in here["legal"] if of == role} for role in roles}
            mover = roles[0] if said["to_move"] == "first" else roles[1]
            waiting = roles[1] if mover == roles[0] else roles[0]
            (noop,) = legal[waiting]
            moves = {program.text(move): move for move in legal[mover]}
            assert {move["move"] for move in said["moves"]} == set(moves), where
            after = {}
            for move in said["moves"]:
                does = [(mover, moves[move["move"]]), (waiting, noop)]
                facts = [f"{program.symbol('does')}({role},{what})." for role, what in does]
                next_state = {part for (part,) in program.derive(held + facts)["next"]}
                texts, told = set(map(program.text, next_state)), propositions(move["position"])
                assert told <= texts, f"{where}, {move['move']}: {told - texts}"
                shown |= told
                left_out |= texts - told
                after[move["move"]] = next_state
            chosen = chance.choice(sorted(after))
            line.append(chosen)
            state = after[chosen]
    assert not shown & left_out, f"{sheet}: {shown & left_out}"
    print(f"{sheet}: {states} states and {ends} ends are the same")


def check_outcome(outcome, one, other, where):
    """Compares an outcome with the goals of both roles."""
    wanted = "first" if one > other else "second" if one < other else "draw"
    if "margin" in outcome:
        found = "first" if outcome["margin"] > 0 else "second" if outcome["margin"] < 0 else "draw"
    else:
        found = outcome["winner"]
    assert found == wanted, f"{where}: {outcome} for the goals {one} and {other}"


def say(yomikiri, sheet, positions):
    """The moves of positions, by Yomikiri."""
    command = [yomikiri, "moves", sheet, "--no-values", "--json", "--positions", "-"]
    ran = subprocess.run(command, input="\n".join(positions) + "\n", capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()][: len(positions)]


for path in sys.argv[2:]:
    main(sys.argv[1], path)

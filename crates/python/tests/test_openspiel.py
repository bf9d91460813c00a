"""The bridge, with the real package."""

import random

import numpy as np
import pytest

import yomikiri
from yomikiri import Solver, grade

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import evaluate_bots, expected_game_score, mcts  # noqa: E402
from open_spiel.python.bots import uniform_random  # noqa: E402

from yomikiri import openspiel  # noqa: E402

NAMES = [
    "tic_tac_toe",
    "python_tic_tac_toe",
    "connect_four",
    "connect_four(rows=4,columns=5)",
    "connect_four(rows=3,columns=4,x_in_row=3)",
    "mnk(m=4,n=3,k=3)",
    "dots_and_boxes(num_rows=2,num_cols=3)",
    "dots_and_boxes(num_rows=2,num_cols=2,utility_margin=True)",
    "hex(num_rows=3,num_cols=4)",
    "nim",
    "nim(pile_sizes=2;3;4,is_misere=False)",
    "clobber(rows=3,columns=4)",
    "clobber(rows=4,columns=3)",
    "breakthrough(rows=6,columns=3)",
    "breakthrough(rows=5,columns=3)",
    "mancala",
]


def load(name):
    import open_spiel.python.games  # noqa: F401  (registers those written in Python)

    return pyspiel.load_game(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_the_same(name):
    spiel, rng = load(name), random.Random(1)
    bridge = openspiel.bridge(spiel)
    for _ in range(30):
        state, position = spiel.new_initial_state(), openspiel.game(spiel).start()
        while True:
            assert openspiel.position(state) == position
            assert str(openspiel.state(position, spiel)) == str(state)
            assert state.is_terminal() == position.is_over
            if position.is_over:
                names = {"first": 1, "draw": 0, "second": -1}
                margin = names[position.outcome] if position.outcome in names else int(position.outcome)
                # The outcome of a position that was played to is that of the whole game, points gained included.
                value = margin if bridge.by_points else (margin > 0) - (margin < 0)
                assert list(state.returns()) == [value, -value]
                break
            assert state.current_player() == ["first", "second"].index(position.to_move)
            actions = state.legal_actions()
            legal = [bridge.action(state, move) for move in position.legal_moves]
            assert sorted(legal) == sorted(actions)
            action = rng.choice(actions)
            state.apply_action(action)
            position.push(bridge.move(action))


def test_the_perfect_policy():
    spiel = load("tic_tac_toe")
    perfect = openspiel.PerfectPolicy(spiel)
    state = spiel.new_initial_state()
    assert perfect.action_probabilities(state) == {action: 1 / 9 for action in range(9)}
    state.apply_action(0)
    # A corner is answered by the centre.
    assert perfect.best_actions(state) == [4]
    # It draws with itself, as OpenSpiel's own reckoning says.
    score = expected_game_score.policy_value(spiel.new_initial_state(), [perfect, perfect])
    assert list(score) == [0, 0]
    fastest = openspiel.PerfectPolicy(spiel, ask="distance")
    for action in (1, 4, 5):
        state.apply_action(action)
    assert set(fastest.best_actions(state)) <= set(perfect.best_actions(state))


def test_the_evaluator_in_a_search():
    spiel = load("connect_four(rows=4,columns=4)")
    evaluator = openspiel.Evaluator(spiel)
    state = spiel.new_initial_state()
    assert list(evaluator.evaluate(state)) == [0, 0]
    assert sum(share for _, share in evaluator.prior(state)) == pytest.approx(1)
    bot = mcts.MCTSBot(spiel, 2, 20, evaluator, random_state=np.random.RandomState(1))
    report = grade(openspiel.game(spiel), agent=openspiel.agent(bot, spiel), play=4)
    assert report.keeping == 1 and report.faults == {}


def test_bots_are_graded():
    spiel = load("tic_tac_toe")
    rng = np.random.RandomState(2)
    bots = [uniform_random.UniformRandomBot(player, rng) for player in (0, 1)]
    assert len(evaluate_bots.evaluate_bots(spiel.new_initial_state(), bots, rng)) == 2
    perfect = openspiel.PerfectPolicy(spiel)
    report = grade("tictactoe", agent=openspiel.agent(perfect, spiel), play=20)
    assert report.perfect == 1


class ByHand:
    """Plain recursion over OpenSpiel's own states."""

    def __init__(self):
        self.known = {}

    def value(self, state):
        """What player 0 gets under perfect play."""
        # What matters of a state: the board with whose boxes are whose, and who is to move.
        key = str(state), state.current_player()
        if key not in self.known:
            if state.is_terminal():
                self.known[key] = state.returns()[0]
            else:
                best = max if state.current_player() == 0 else min
                self.known[key] = best(map(self.value, map(state.child, state.legal_actions())))
        return self.known[key]

    def best(self, state):
        worth = {action: self.value(state.child(action)) for action in state.legal_actions()}
        return sorted(action for action in worth if worth[action] == self.value(state))


def states(spiel, games, seed=1):
    """The states of random play that are not over."""
    rng = random.Random(seed)
    for _ in range(games):
        state = spiel.new_initial_state()
        while not state.is_terminal():
            yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("by_points", [False, True])
def test_games_of_points(by_points):
    spiel = load(f"dots_and_boxes(num_rows=1,num_cols=3,utility_margin={by_points})")
    truth, evaluator = ByHand(), openspiel.Evaluator(spiel)
    most = openspiel.PerfectPolicy(spiel)
    winning = openspiel.PerfectPolicy(spiel, ask="winner")
    assert most.ask == "margin"
    ahead = set()
    for state in states(spiel, 40):
        # Points that were gained before are part of it.
        value = truth.value(state)
        assert list(evaluator.evaluate(state)) == [value, -value]
        assert {action for action, share in evaluator.prior(state) if share} <= set(truth.best(state))
        if by_points:
            assert most.best_actions(state) == truth.best(state)
        else:
            assert winning.best_actions(state) == truth.best(state)
            ahead.add(openspiel.bridge(spiel).points(state))
    assert by_points or ahead >= {-1, 0, 1}
    # It goes through every line of play anew, so the board is smaller.
    spiel = load(f"dots_and_boxes(num_rows=1,num_cols=2,utility_margin={by_points})")
    perfect = openspiel.PerfectPolicy(spiel)
    score = expected_game_score.policy_value(spiel.new_initial_state(), [perfect, perfect])
    assert score[0] == pytest.approx(ByHand().value(spiel.new_initial_state()))


def test_points_of_mancala():
    spiel = load("mancala")
    truth, evaluator = ByHand(), openspiel.Evaluator(spiel)
    late = [state for state in states(spiel, 60) if sum_of_pits(state) <= 8]
    assert len(late) > 50
    for state in late:
        assert evaluator.evaluate(state)[0] == truth.value(state)


def sum_of_pits(state):
    top, _, bottom = str(state).split("\n")[:3]
    return sum(map(int, f"{top}{bottom}".replace("-", " ").split()))


def test_what_has_no_bridge():
    with pytest.raises(yomikiri.Refused, match="no bridge"):
        openspiel.bridge("kuhn_poker")
    game = yomikiri.Game("tictactoe")
    with pytest.raises(yomikiri.Refused, match="not played from the start"):
        openspiel.state(game.position("x../.../..."), "tic_tac_toe")
    with pytest.raises(yomikiri.Refused):
        openspiel.state(game.start(), "connect_four")
    for name in ("othello", "hex(swap=True)", "connect_four(rows=60)"):
        with pytest.raises(yomikiri.Refused, match=name.split("(")[0].replace("_four", "")):
            openspiel.game(name)
    with pytest.raises(yomikiri.Refused, match="no move 9,9"):
        openspiel.bridge("tic_tac_toe").action(load("tic_tac_toe").new_initial_state(), "9,9")
    assert str(Solver(openspiel.game("tic_tac_toe")).solve()) == "draw"


WHOLE = [
    "tic_tac_toe",
    "nim(pile_sizes=2;3;4)",
    "breakthrough(rows=3,columns=3)",
    "clobber(rows=2,columns=3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)",
    "havannah(board_size=2)",
    "hex(board_size=2)",
    "y(board_size=3)",
    "checkers(rows=4,columns=4)",
]


def plain_value(state, known):
    """What player 0 gets, by plain recursion over the history of moves."""
    key = (str(state), state.move_number(), state.is_terminal() or state.current_player())
    if key not in known:
        if state.is_terminal():
            known[key] = state.returns()[0]
        else:
            best = max if state.current_player() == 0 else min
            known[key] = best(plain_value(state.child(action), known) for action in state.legal_actions())
    return known[key]


@pytest.mark.parametrize("name", WHOLE)
def test_games_are_solved_by_cloning_states(name):
    spiel = load(name)
    answer = openspiel.solve(spiel)
    value = plain_value(spiel.new_initial_state(), {})
    if answer.margin is not None:
        assert answer.margin == value
    assert answer.winner == {1: "first", 0: "draw", -1: "second"}[(value > 0) - (value < 0)]
    rules = openspiel.SpielRules(spiel)
    assert rules.check() > 0
    checked = yomikiri.check_rules(rules)
    assert checked.positions > 0


def test_states_that_texts_do_not_tell_apart():
    # The text of a state of go leaves out which positions may not be repeated.
    spiel = load("go(board_size=2,komi=0.5)")
    with pytest.raises(yomikiri.Refused, match="tell them apart"):
        openspiel.SpielRules(spiel).check()
    with pytest.raises(yomikiri.Refused, match="tell them apart"):
        openspiel.solve(spiel, key=str)
    small = load("oware(num_houses_per_player=2,num_seeds_per_house=1)")
    known = {}

    def value(state):
        key = tuple(state.history())
        if key not in known:
            best = max if state.current_player() == 0 else min
            known[key] = (
                state.returns()[0]
                if state.is_terminal()
                else best(value(state.child(action)) for action in state.legal_actions())
            )
        return known[key]

    expected = {1: "first", 0: "draw", -1: "second"}[value(small.new_initial_state())]
    assert openspiel.solve(small, key=openspiel.by_history).winner == expected


def test_a_state_is_solved_from_where_it_is():
    state = load("tic_tac_toe").new_initial_state()
    for action in (4, 1, 0):
        state.apply_action(action)
    # The middle and a corner against a side: the open line wins.
    assert openspiel.solve(state).winner == "first"
    answer = openspiel.solve(state, ask="distance")
    assert answer.value.plies == 4


@pytest.mark.parametrize(
    "name, reason",
    [
        ("kuhn_poker", "chance"),
        ("matrix_rps", "same time"),
        ("dark_hex", "hidden information"),
        ("quoridor(players=3)", "3 players"),
    ],
)
def test_other_games_are_refused_by_name(name, reason):
    with pytest.raises(yomikiri.Refused, match=reason):
        openspiel.solve(load(name))


def test_limits_are_kept():
    with pytest.raises(yomikiri.LimitReached):
        openspiel.solve("othello", timeout=0.5, games=1, best=False, line=False)

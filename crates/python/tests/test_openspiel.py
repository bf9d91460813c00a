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
    "hex(num_rows=3,num_cols=4)",
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
            if position.is_over and position.game.has_gains:
                break
            if position.is_over:
                outcome = {"first": [1, -1], "draw": [0, 0], "second": [-1, 1]}[position.outcome]
                assert list(state.returns()) == outcome
                break
            assert state.current_player() == ["first", "second"].index(position.to_move)
            actions = state.legal_actions()
            assert sorted(map(bridge.action, position.legal_moves)) == sorted(actions)
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


def test_games_of_points():
    spiel = load("dots_and_boxes(num_rows=1,num_cols=2)")
    perfect = openspiel.PerfectPolicy(spiel)
    assert perfect.ask == "margin"
    # What perfect play comes to is the same by OpenSpiel's returns.
    margin = Solver(openspiel.game(spiel)).solve(ask="margin").margin
    score = expected_game_score.policy_value(spiel.new_initial_state(), [perfect, perfect])
    assert np.sign(margin) == np.sign(score[0])
    with pytest.raises(yomikiri.Refused):
        openspiel.Evaluator(spiel)


def test_what_has_no_bridge():
    with pytest.raises(yomikiri.Refused, match="no bridge"):
        openspiel.bridge("kuhn_poker")
    game = yomikiri.Game("tictactoe")
    with pytest.raises(yomikiri.Refused, match="not played from the start"):
        openspiel.state(game.position("x../.../..."), "tic_tac_toe")
    with pytest.raises(yomikiri.Refused):
        openspiel.state(game.start(), "connect_four")
    assert str(Solver(openspiel.game("tic_tac_toe")).solve()) == "draw"

"""The games in OpenSpiel: its own suites, and states that tell a seat nothing that it may not know."""

import pickle
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from tests.env import spiel_games
from tests.env.spiel_games import GAMES, IS_LONG, PLAYTHROUGHS, SECRET, decisions, luck, seen, walk

from aachen.core.luck import SuspendingLuck
from aachen.env.openspiel import NAMES, resampler
from aachen.env.table import SettingError, settings_of
from aachen.titles import TITLES

GOLDEN = Path(__file__).parents[1] / "golden" / "openspiel"
every_game = pytest.mark.parametrize("name", GAMES)
ENOUGH = 1000 if IS_LONG else 40  # actions of a game in OpenSpiel's own suite, which takes a thousand


@every_game
def test_random_play_passes_openspiels_test_with_serialization(name):
    pyspiel.random_sim_test(
        pyspiel.load_game(name), num_sims=10 if IS_LONG else 1, serialize=True, verbose=False
    )


def test_our_games_pass_openspiels_own_suite(monkeypatch):
    from open_spiel.python.tests import (
        games_sim_test,  # makes its tests of all games that are registered by now
    )

    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", ENOUGH)
    found = unittest.defaultTestLoader.loadTestsFromTestCase(games_sim_test.GamesSimTest)
    ours = unittest.TestSuite(test for test in found if "aachen" in str(test))
    numbers_of_players = sum(len(title.players()) for title in TITLES.values())

    assert ours.countTestCases() == len(TITLES) + numbers_of_players

    result = unittest.TestResult()
    ours.run(result)

    assert not result.errors
    assert not result.failures


@pytest.mark.parametrize("file", PLAYTHROUGHS)
def test_a_playthrough_is_as_it_was(file):
    """tools/make_golden.py writes them again."""
    assert spiel_games.playthrough(PLAYTHROUGHS[file]) == (GOLDEN / file).read_text("utf-8")


@every_game
def test_chance_nodes_lead_to_the_same_game_as_luck_does(name):
    *_, last = walk(name, 3)
    settings = last.node.settings
    history = last.full_history()
    position, at = None, 0
    while at < len(history):
        begun = at
        at += position is not None  # the choice, and then the answers to luck after it
        answers = []
        while at < len(history) and history[at].player == pyspiel.PlayerId.CHANCE:
            answers.append(history[at].action)
            at += 1
        said = SuspendingLuck(answers)
        if position is None:
            position = settings.begin(said)
        else:
            position.play(history[begun].player, history[begun].action, said)

        assert said.said == len(answers)

    assert position is not None
    assert position.write() == str(last)


@every_game
def test_luck_has_as_many_answers_as_the_game_says_and_they_add_up_to_one(name):
    seen_chance = 0
    for state in walk(name, 4):
        if state.is_chance_node():
            seen_chance += 1
            outcomes = state.chance_outcomes()

            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert 0 <= outcomes[0][0] <= outcomes[-1][0] < state.get_game().max_chance_outcomes()
    assert seen_chance > 0


def test_equal_things_are_equal_chances():
    state = pyspiel.load_game("python_aachen_carolus").new_initial_state()
    state.apply_action(0)  # where the Emperor begins
    state.apply_action(2)  # one of three green paladins is dealt

    assert dict(state.chance_outcomes()) == pytest.approx(
        {0: 3 / 14, 1: 3 / 14, 2: 2 / 14, 3: 3 / 14, 4: 3 / 14}
    )


@every_game
def test_what_a_seat_sees_depends_on_nothing_hidden(name):
    for number, state in enumerate(decisions(name, 5, every=7)):
        for player in range(state.num_players()):
            other = state.imagined(player, luck(number))

            assert seen(other, player) == seen(state, player)
            assert other.history() == []


@every_game
def test_what_a_seat_remembers_of_a_position_depends_on_nothing_hidden(name):
    """An imagined state inherits the memory of the true one; here both positions are remembered from the beginning."""
    for number, state in enumerate(decisions(name, 5, every=7)):
        reached = state.node.reached
        for player in range(state.num_players()):
            dealt = reached.position.imagine(player, luck(number))
            true, other = (type(reached)(position, reached.is_open) for position in (reached.position, dealt))

            assert other.memory(player) == true.memory(player)


@pytest.mark.parametrize("name", SECRET[:2])
def test_an_imagined_state_deals_anew_what_is_hidden(name):
    states = decisions(name, 5, every=9)
    other = [state.imagined(0, luck(1)).observation_string(1) for state in states]

    assert other != [state.observation_string(1) for state in states]


@pytest.mark.parametrize("name", SECRET)
def test_a_secret_choice_shows_to_nobody_else(name):
    compared = 0
    for state in decisions(name, 6):
        actor = state.current_player()
        one, two = (state.child(action) for action in (state.legal_actions()[0], state.legal_actions()[-1]))
        position = one.node.reached.position
        if one.is_chance_node() or not position.has_sealed(actor) or len(state.legal_actions()) == 1:
            continue
        compared += 1

        assert one.information_state_string(actor) != two.information_state_string(actor)
        for other in set(range(state.num_players())) - {actor}:
            assert seen(one, other) == seen(two, other)
    assert compared > 3


@every_game
def test_a_seat_remembers_what_it_has_done(name):
    """With the same table before it, but by other actions of its own, it is in another information state."""
    state = decisions(name, 7)[-1]
    reached = state.node.reached
    player = state.current_player()
    position, is_open, before, done = reached.position, reached.is_open, reached._before, reached._choice[1]
    same, other = (type(reached)(position, is_open, before, (player, action)) for action in (done, done + 1))

    assert other.memory(player) != same.memory(player)


@every_game
def test_a_state_comes_back_from_text_and_plays_on_alike(name):
    for state in decisions(name, 8, every=40):
        state = state.imagined(state.current_player(), luck(1))
        again = pickle.loads(pickle.dumps(state))
        for _ in range(12):
            assert str(again) == str(state)
            assert again.legal_actions() == state.legal_actions()
            if state.is_terminal():
                break
            for player in range(state.num_players()):
                assert seen(again, player) == seen(state, player)
            action = state.legal_actions()[-1]
            state.apply_action(action)
            again.apply_action(action)


def test_a_clone_shares_what_never_changes_and_goes_its_own_way():
    state = decisions("python_aachen_carolus", 9)[20]
    clone, before = state.clone(), str(state)

    assert clone.node is state.node

    clone.apply_action(clone.legal_actions()[0])

    assert str(state) == before
    assert str(clone) != before


def test_a_game_comes_back_from_its_name():
    game = pyspiel.load_game("python_aachen_carolingi(players=4,variant=v814,anarchy=True)")
    again = pickle.loads(pickle.dumps(game))

    assert str(again) == str(game)
    assert again.settings.options.as_dict() == game.settings.options.as_dict()
    assert game.settings is settings_of(
        "carolingi", {"players": 4, "variant": "814", "anarchy": True, "hourglass": 0}
    )


def test_all_can_lose_only_in_scenario_814():
    kinds = pyspiel.GameType.Utility
    usual = pyspiel.load_game("python_aachen_carolingi(players=4)")
    scenario = pyspiel.load_game("python_aachen_carolingi(players=4,variant=v814)")
    ends = [list(walk(GAMES[4], seed))[-1].returns() for seed in range(4)]

    assert (usual.get_type().utility, usual.utility_sum()) == (kinds.ZERO_SUM, 0)
    assert (scenario.get_type().utility, scenario.utility_sum()) == (kinds.GENERAL_SUM, None)
    assert any(sum(gained) < -1 for gained in ends)


@every_game
def test_a_reinforcement_learning_environment_plays_to_the_end(name):
    environment = rl_environment.Environment(name)
    chance = np.random.RandomState(1)
    environment.seed(1)
    step = environment.reset()
    while not step.last():
        offered = step.observations["legal_actions"][step.observations["current_player"]]
        step = environment.step([chance.choice(offered)])

    assert len(step.rewards) == environment.num_players
    assert max(step.rewards) <= 1


def searched(name, bot_for):
    state = next(state for state in decisions(name, 10) if len(state.legal_actions()) > 3)
    return bot_for(state.get_game(), np.random.RandomState(1)).step(state) in state.legal_actions()


@every_game
def test_tree_search_finds_an_action(name):
    def bot_for(game, chance):
        return mcts.MCTSBot(game, 2.0, 8, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)

    assert searched(name, bot_for)


@pytest.mark.parametrize("resample", [resampler(1), None], ids=["resampler", "resample_from_infostate"])
@pytest.mark.parametrize("name", SECRET)
def test_tree_search_in_information_sets_finds_an_action(name, resample):
    def bot_for(game, chance):
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 8, random_state=chance)
        if resample:
            bot.set_resampler(resample)
        return bot

    assert searched(name, bot_for)


@pytest.mark.parametrize(("settings", "said"), [("players=9", "9 players"), ("variant=814th", "814th")])
def test_wrong_parameters_are_refused_with_a_sentence(settings, said):
    with pytest.raises(SettingError, match=said):
        pyspiel.load_game(f"python_aachen_carolingi({settings})")


def test_every_title_is_registered():
    known = {each.short_name for each in pyspiel.registered_games()}

    assert {f"python_aachen_{game}" for game in TITLES} == set(NAMES)
    assert set(NAMES) <= known


def test_python_ends_in_peace_after_games_were_registered():
    """OpenSpiel lets go of what it was given when Python has ended."""
    code = "import pyspiel, aachen.env.openspiel; pyspiel.load_game('python_aachen_carolus')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")

"""The forecast of Carolingi: its features, where it applies, and that it predicts better than the planner does."""

import json
from importlib import resources
from math import log
from typing import Any

import pytest
from tests.bots.table import game_of, moves_of

from aachen.bots.carolingi.evaluation import shares
from aachen.bots.carolingi.features import FEATURES
from aachen.bots.carolingi.forecast import (
    ADVANCED_FORECAST,
    SCENARIO_FORECAST,
    Forecast,
    cautious,
    forecast_features,
    name_of,
    scenario_features,
)
from aachen.bots.carolingi.mind import CarolingiMind
from aachen.bots.carolingi.weight_sets import WEIGHT_SETS
from aachen.bots.weight_set import shipped_weights, softmax
from aachen.games import carolingi
from aachen.games.carolingi.terms import PLACING

SLIGHT = 0.01  # nats: less than one standard error of a fifth of eighty games
MIND = CarolingiMind()
WEIGHTS = shipped_weights("aachen.bots.carolingi")
SHIPPED = json.loads((resources.files("aachen.bots.carolingi") / "weights.json").read_text(encoding="utf-8"))


def seasons(players, seed, levels="greedy", until=831, **rules):
    """Positions of one game in which tiles are laid, and the last one."""
    last = None
    for position, seat, _ in moves_of([levels] * players, seed, until, **rules):
        if seat is not None and position.phase == PLACING:
            yield position.copy()
        last = position
    yield last


def tables():
    """Each weight set of a forecast that is learned, with the number of players and further rules of one table."""
    known: dict[str, Any] = {name_of(players): (players, {}) for players in (2, 3, 4, 5, 6)}
    known[ADVANCED_FORECAST] = (3, {"variant": "advanced"})
    known[SCENARIO_FORECAST] = (3, {"variant": "814", "until": 815})
    return [(name, players, rules) for name, (players, rules) in known.items() if any(WEIGHTS.get(name, []))]


@pytest.mark.parametrize(("name", "players", "rules"), tables())
def test_chances_are_the_feature_rows_times_the_shipped_weights(name, players, rules):
    weight_set, weights = WEIGHT_SETS[name], WEIGHTS[name]
    for position in seasons(players, 3, "random" if rules else "greedy", **rules):
        if position.to_act():
            rows = weight_set.rows(position)
            scores = [sum(a * b for a, b in zip(row, weights, strict=True)) for row in rows]

            assert MIND.forecast(position) == pytest.approx(softmax(scores)[:players])


def test_six_seats_are_told_apart_more_cautiously():
    chances = [0.4, 0.2, 0.1, 0.1, 0.05, 0.05]
    found = cautious(chances, 0.5)

    assert sum(found) == pytest.approx(sum(chances))
    assert found == sorted(found, reverse=True)
    assert found[0] / found[2] == pytest.approx(2.0)
    assert cautious(chances[:5], 0.5) == chances[:5]


def test_every_feature_of_a_phased_forecast_has_its_phase():
    for weight_set in WEIGHT_SETS.values():
        if weight_set.phases:
            assert len(weight_set.phases) == len(weight_set.features)
            for feature, phase in zip(weight_set.features, weight_set.phases, strict=True):
                if feature.startswith(("early", "late")) or feature.startswith("home"):
                    assert phase == ("late" in feature.split()[0].split("_"))


def test_nobody_wins_what_the_seats_leave_in_scenario_814():
    row = [1.0] * len(scenario_features())
    mind = CarolingiMind({**WEIGHTS, SCENARIO_FORECAST: row})
    for position in seasons(3, 3, "random", variant="814", until=815):
        assert 0.0 <= sum(mind.forecast(position)) <= 1.0 + 1e-9


@pytest.mark.parametrize("name", [name for name, _, _ in tables()])
def test_no_fifth_of_a_game_is_forecast_worse_than_by_a_guess(name):
    """On the games that the training kept out, with six players less cautiously than the forecast is told.

    Trainings before fifths were told are not asked.
    """
    training = SHIPPED[name]["training"]
    for loss, guess in zip(
        training.get("loss_by_fifth", []), training.get("loss_guessed_by_fifth", []), strict=True
    ):
        assert loss < guess + SLIGHT


def test_a_search_stops_in_the_forecast_only_where_that_was_measured_in_matches():
    for players, rules in ((2, {}), (3, {"variant": "advanced"})):
        for position in seasons(players, 3, "random", **rules):
            assert MIND.leaves.chances(position) == MIND.chances(position)
    for position in seasons(3, 3):
        assert MIND.leaves.chances(position) == MIND.forecast(position)


def test_without_anything_learned_it_is_what_the_planner_thinks():
    nothing = Forecast(MIND.evaluator, {name_of(3): [0.0] * len(forecast_features(3))})
    for position in seasons(3, 3):
        assert nothing.chances(position) == MIND.chances(position)


@pytest.mark.parametrize("homes", ["", "schwaben: red 5, palace red\nostfalen: yellow 5, palace yellow"])
def test_a_position_without_the_usual_homelands_can_be_judged(homes):
    position = carolingi.read(f"carolingi: players 3\n{homes}")

    assert sum(MIND.forecast(position)) == pytest.approx(1.0)


def test_a_finished_game_is_certain():
    position = game_of(["random"] * 3, 2, 831)

    assert MIND.forecast(position) == shares(position)


@pytest.mark.parametrize("players", [3, 4])
def test_of_two_seats_that_have_the_same_the_better_homeland_is_ahead(players):
    """Only homelands tell two seats apart here, and their weights are what was learned of them."""
    for position in seasons(players, 5):
        weight_set, homes = WEIGHT_SETS[name_of(players)], WEIGHTS[name_of(players)][len(FEATURES) :]
        rows = weight_set.rows(position)
        only = Forecast(MIND.evaluator, {name_of(players): [0.0] * len(FEATURES) + homes})
        text = [sum(a * b for a, b in zip(row[len(FEATURES) :], homes, strict=True)) for row in rows]

        if position.to_act():
            assert only.chances(position) == pytest.approx(softmax(text))
            assert len(set(text)) == players


def test_it_surprises_less_than_the_planner_in_games_it_has_not_seen():
    """Measured by the logarithm of the chance that was given to the winner, over the seasons of some games."""
    text = thought = 0.0
    for seed in range(900, 904):
        positions = list(seasons(3, seed, "planner", until=834))
        won = shares(positions[-1])
        for position in positions[:-1]:
            text -= sum(w * log(chance) for w, chance in zip(won, MIND.forecast(position), strict=True) if w)
            thought -= sum(
                w * log(chance) for w, chance in zip(won, MIND.chances(position), strict=True) if w
            )

    assert text < thought

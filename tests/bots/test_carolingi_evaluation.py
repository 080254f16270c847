"""What Carolingi's mind counts and weighs."""

import json
from importlib import resources
from math import isnan, nan

import pytest
from tests.bots.table import THREE_POINTS, game_of, moves_of

from aachen.bots.carolingi.evaluation import dot
from aachen.bots.carolingi.failure import FAILURE_FEATURES, failure_row
from aachen.bots.carolingi.features import FEATURES, FeatureWeights, SeatFeatures, rows
from aachen.bots.carolingi.mind import CarolingiMind
from aachen.bots.carolingi.seat_counts import SeatCounts
from aachen.bots.carolingi.weight_sets import WEIGHT_SETS
from aachen.core.luck import SeededLuck
from aachen.games import GAMES, carolingi
from aachen.games.carolingi.rules import victory

RULES = GAMES["carolingi"]
TABLES = [(2, {}), (5, {}), (3, {"variant": "advanced", "anarchy": True}), (4, {"variant": "814"})]


def moments(players, rules, seed=1):
    """The positions of a random game."""
    years = 816 if rules.get("variant") == "814" else 832
    for position, _, _ in moves_of(["random"] * players, seed, years, **rules):
        yield position


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_the_tally_counts_points_followers_and_lands_as_the_rules_do(players, rules):
    for position in moments(players, rules):
        counted = [(count.points, count.followers, count.lands) for count in SeatCounts(position).seats]

        assert [victory.standing(position, seat) for seat in range(players)] == counted


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_is_weighed(feature):
    """What is not a number at all spoils every sum that it is in."""
    position = next(moments(2, {}))
    weights = FeatureWeights(*[nan if each == feature else 0.0 for each in FEATURES])

    assert isnan(SeatFeatures(position).score(0, weights))


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_a_worth_is_the_features_times_their_weights(players, rules):
    evaluator = CarolingiMind().evaluator
    for position in moments(players, rules):
        weighed = [dot(row, evaluator.weights(position).numbers()) for row in rows(position)]

        assert evaluator.scores(position) == pytest.approx(weighed)


def test_every_feature_of_a_failure_has_a_name():
    position = next(moments(3, {"variant": "814"}))

    assert len(FAILURE_FEATURES) == len(failure_row(position))


@pytest.mark.parametrize("file", ["weights.json", "first_weights.json"])
def test_the_shipped_weights_are_for_the_features_we_count(file):
    text = (resources.files("aachen.bots.carolingi") / file).read_text(encoding="utf-8")
    shipped = {name: entry["features"] for name, entry in json.loads(text).items()}
    expected = {
        name for name, weight_set in WEIGHT_SETS.items() if file == "weights.json" or not weight_set.played_by
    }

    assert {
        name: weight_set.features for name, weight_set in WEIGHT_SETS.items() if name in expected
    } == shipped


@pytest.mark.parametrize(("players", "rules"), TABLES[:3])
def test_chances_are_shares_of_one(players, rules):
    for position in moments(players, rules):
        assert sum(CarolingiMind().chances(position)) == pytest.approx(1.0)


def test_all_may_fail_together_and_then_nobody_has_won():
    """Scenario 814: without an honour on the board the chances of a failure are nobody's."""
    for position in moments(3, {"variant": "814"}):
        mind = CarolingiMind()
        nobodys = 1.0 - sum(mind.chances(position))
        if position.to_act() and not position.honours:
            assert nobodys == pytest.approx(mind.evaluator.failure(position))


def test_a_finished_game_is_certain():
    position = game_of(["random"] * 3, 2, 831)

    won = [seat for seat, chance in enumerate(CarolingiMind().chances(position)) if chance > 0]
    assert position.outcome().winners() == won


def test_a_third_point_and_peace_in_hand_are_better_than_two_points():
    text = f"carolingi: players 2{THREE_POINTS}"
    poorer = text.replace("leudes 6, nobiles 4, trophies 2", "leudes 8, nobiles 4, trophies 0")
    mind = CarolingiMind()

    assert mind.chances(carolingi.read(text))[0] > mind.chances(carolingi.read(poorer))[0]


@pytest.mark.parametrize("name", sorted(WEIGHT_SETS))
def test_a_weight_set_counts_what_it_names(name):
    weight_set = WEIGHT_SETS[name]
    for options in weight_set.options():
        position = RULES.new(RULES.options(options), SeededLuck(1))

        assert {len(weight_set.features)} == {len(row) for row in weight_set.rows(position)}


def test_a_failure_teaches_nothing_about_how_seats_stood():
    position = carolingi.read(
        "carolingi: players 2, variant 814\ntime: 815 winter, last 818\nplacing: red, yellow"
    )
    position.ending = 3

    assert (WEIGHT_SETS["814"].targets(position), WEIGHT_SETS["814_failure"].targets(position)) == (
        [0.0, 0.0],
        [1.0, 0.0],
    )

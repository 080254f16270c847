"""What a table of Carolus Magnus is worth: chances, and the features they are made of."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from tests.games.carolus.kit import position

from aachen.bots.carolus import evaluation, features
from aachen.bots.carolus.mind import CarolusMind
from aachen.bots.carolus.weight_sets import WEIGHT_SETS
from aachen.core.luck import SeededLuck
from aachen.games import carolus
from aachen.games.carolus import Options, Position

MIND = CarolusMind()

EVEN = """
    round: 2
    putting: white
    emperor: a
    white discs: shown 2
    black discs: shown 4
    region b: red 2, blue 1
    region de: red 1, castles 2 black
    white court: red 2
    black court: blue 1
    white reserve: red 3, blue 4
    black reserve: red 3, blue 4
"""


def row(board: Position, side: int = 0) -> dict[str, float]:
    """The features of a side that are not zero, by name."""
    return {
        name: amount
        for name, amount in zip(features.FEATURES, evaluation.rows(board)[side], strict=True)
        if amount != 0.0
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_are_shared_out_among_the_sides_and_partners_have_one(players):
    board = carolus.new(Options(players), SeededLuck(4))
    chances = MIND.chances(board)
    sides = board.empire.sides

    assert len(chances) == players
    assert sum(chances[:sides]) == pytest.approx(1.0)
    assert chances[: players - sides] == chances[sides:]


def test_a_finished_game_is_certain():
    text = """
        round: 3
        over: goal
        emperor: a
        white discs: left 1 2, shown 4
        black discs: left 1 2, shown 5
        region abcdefghij: castles 10 white
    """

    assert MIND.chances(position(text)) == [1.0, 0.0]


@pytest.mark.parametrize("file", ["weights.json", "first_weights.json"])
def test_every_feature_has_a_name_of_its_own_a_unit_and_a_weight(file):
    weight_sets = json.loads((resources.files("aachen.bots.carolus") / file).read_text("utf-8"))

    assert len(set(features.FEATURES)) == len(features.UNITS) == features.FEATURE_COUNT
    assert {name for name, weight_set in WEIGHT_SETS.items() if not weight_set.played_by} <= set(weight_sets)
    for name, weight_set in weight_sets.items():
        assert weight_set["features"] == WEIGHT_SETS[name].features
        assert len(weight_set["weights"]) == len(weight_set["features"])


def test_a_region_counts_by_its_distance_its_owner_and_the_lead_there():
    features = row(position(EVEN))

    assert (features["near free lead"], features["near free ahead"]) == (1 / 4, 1.0)  # b: two against one
    assert features["near rival lead"] == -2 / 4  # de: one against two castles, for two territories


def test_an_emblem_counts_with_its_margin_at_court_and_what_it_commands():
    white, black = row(position(EVEN)), row(position(EVEN), 1)

    assert (white["emblems"], white["margins at court"], white["command"]) == (1.0, 2 / 3, 3 / 8)
    assert (black["emblems"], black["margins at court"], black["command"]) == (1.0, 1 / 3, 1 / 8)


def test_clans_that_can_be_taken_are_noticed_with_the_paladins_it_needs():
    white, black = row(position(EVEN)), row(position(EVEN), 1)

    assert white["take now 2"] == 2 / 8
    assert black["take later 3"] == 4 / 8


def test_what_the_next_stop_can_do_counts_for_who_moves():
    white, black = row(position(EVEN)), row(position(EVEN), 1)

    assert (white["moves now"], black["moves later"]) == (1.0, 1.0)
    assert white["swing 0"] == 1 / 4
    assert not [name for name in black if name.startswith("swing")]


def test_a_castle_that_would_be_the_last_is_noticed():
    text = """
        round: 2
        advancing: white
        emperor: a
        white discs: shown 2
        black discs: shown 4
        white court: red 1
        region c: red 1
        region efghijklm: castles 9 white
    """

    assert row(position(text))["goal 0"] == 1.0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moments_to_learn_from_are_whole_choices(players):
    weight_set = WEIGHT_SETS[f"{players} players"]
    luck = SeededLuck(2)
    board = carolus.new(Options(players), luck)
    seen = 0
    while board.to_act() and seen < 20:
        if weight_set.is_sample(board):
            seen += 1
            assert len(weight_set.rows(board)) == board.empire.sides
            assert all(len(each) == len(weight_set.features) for each in weight_set.rows(board))
        seat = board.actor
        board.play(seat, luck.pick("any", board.offers(seat)), luck)

    assert seen == 20

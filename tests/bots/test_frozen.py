"""Frozen contestants choose for ever what they chose when they were frozen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.bots.test_choices import digest_of
from tests.bots.test_levels import TABLES, named

from aachen.bots import make_bot
from aachen.bots.frozen import frozen_names, split_name
from aachen.bots.minds import MINDS, frozen_mind
from aachen.core.errors import BadInput

# Written when each version was frozen. Never write it again: a difference is a fault of the code.
FROZEN_DIGESTS = json.loads((Path(__file__).parent / "frozen_choices.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("choices", list(FROZEN_DIGESTS))
def test_a_frozen_contestant_chooses_what_it_chose_when_it_was_frozen(choices):
    name, _, table = choices.partition(" ")

    assert digest_of(name, next(each for each in TABLES if named(each) == table)) == FROZEN_DIGESTS[choices]


def test_the_choices_of_every_frozen_contestant_are_held_at_every_table():
    held = {f"{name} {named(table)}" for name in frozen_names() for table in TABLES}

    assert held == set(FROZEN_DIGESTS)


@pytest.mark.parametrize("game", ["carolus", "carolingi"])
def test_a_frozen_mind_is_not_the_one_that_is_played_by(game):
    assert frozen_mind(game, 1) is not MINDS[game]


def test_a_name_without_a_known_version_is_a_level():
    assert split_name("planner@1") == ("planner", 1)
    assert split_name("planner@99") == ("planner@99", None)


@pytest.mark.parametrize("name", ["planner@99", "greedy@1", "planner@", "planner@1@1", "@1"])
def test_an_unknown_version_is_refused_with_what_there_is(name):
    with pytest.raises(BadInput) as refused:
        make_bot(name, 1)

    assert refused.value.faults[0].code == "bot_unknown"
    assert "planner@1" in str(refused.value.faults[0].facts["known"])


def test_a_version_that_the_game_does_not_keep_is_refused():
    with pytest.raises(BadInput) as refused:
        frozen_mind("carolus", 2)

    assert refused.value.faults[0].code == "bot_version_unknown"

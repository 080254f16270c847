"""Why a plan at Carolus Magnus: reasons in codes and facts, with a sentence for each in every language."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest
from tests.games.carolus.kit import COUNTER_ATTACK, advance, crown, lay, position, put

from aachen.bots.carolus import reasons
from aachen.bots.carolus.mind import CarolusMind
from aachen.bots.plan import Plan
from aachen.games.carolus import Position

MIND = CarolusMind()


def output(board: Position, *actions: dict[str, object]) -> dict[str, dict[str, object]]:
    """The reasons for these actions of whoever has to choose: facts by code."""
    plan = Plan([board.read_action(action) for action in actions], 0.5)
    return {reason.code: reason.facts for reason in MIND.reasons(board, board.actor, plan)}


def codes_in_the_source() -> set[str]:
    """Every code that is ever noted."""
    source = (resources.files("aachen.bots.carolus") / "reasons.py").read_text("utf-8")
    noted = re.findall(r'self\.note\(.*?, "(\w+)"', source)
    return {*noted, "goal", "few_regions"}


def test_a_clan_that_is_won_and_the_region_it_conquers():
    found = output(position(COUNTER_ATTACK), put("yellow"), put("red", "d"), put("red", "g"), advance(2))

    assert found["wins_clan"] == {"clan": "yellow", "side": "black", "number": 4}
    assert found["conquers"] == {"region": "d", "number": 3, "side": "black"}
    assert found["joins"] == {"number": 5}


def test_what_counts_most_comes_first():
    board = position(COUNTER_ATTACK)
    plan = Plan(
        [board.read_action(each) for each in (put("yellow"), put("red"), put("red", "g"), advance(2))], 0.5
    )
    codes = [reason.code for reason in MIND.reasons(board, 0, plan)]

    assert codes.index("wins_clan") < codes.index("holds_clan")
    assert len(codes) <= reasons.MOST_REASONS


def test_one_paladin_of_a_greedy_step_has_its_reason():
    assert list(output(position(COUNTER_ATTACK), put("yellow"))) == ["wins_clan"]


def test_the_end_of_the_game_is_the_first_reason():
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

    assert next(iter(output(position(text), advance(2)).items())) == ("goal", {"number": 10})


def test_a_disc_is_good_for_its_reach_and_its_turn():
    text = """
        round: 2
        placing: black, white
        laying: white
        emperor: a
        white discs: left 1 2 3 4
        black discs: left 1 2 3, shown 4
        white court: red 1
        region c: red 1
    """
    found = output(position(text), lay(2))

    assert found == {"castles_in_reach": {"number": 1}, "moves_first": {}, "reach": {"number": 2}}


def test_a_crown_is_good_for_a_clan_that_can_be_taken():
    text = """
        round: 2
        crowning: white 2
        emperor: a
        white discs: shown 2
        black discs: shown 4
        white court: red 2, blue 1
        black court: blue 2
        white reserve: blue 1
    """

    assert output(position(text), crown("red"), crown("blue")) == {
        "crown_takes": {"clan": "blue", "number": 2},
        "crown_own": {"clan": "red"},
    }


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_reason_has_a_sentence(language):
    text = (resources.files("aachen.titles.carolus") / "locales" / language / "why.json").read_text("utf-8")

    assert {f"why.carolus.{code}" for code in codes_in_the_source()} == set(json.loads(text))

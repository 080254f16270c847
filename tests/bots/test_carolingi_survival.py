"""Scenario 814: planners that get through together, though each of them wants to win."""

from typing import Any

import pytest
from tests.bots.table import moves_of

from aachen.bots.carolingi.evaluation import SURVIVAL, Evaluator
from aachen.bots.carolingi.mind import CarolingiMind
from aachen.bots.weight_set import shipped_weights
from aachen.core.common_luck import seed_of
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.games.carolingi.terms import BY_FAILURE

MIND, FORMER = CarolingiMind(), CarolingiMind(shipped_weights("aachen.bots.carolingi", 1), survival=0.0)
GAME, GAMES_PLAYED = GAMES["carolingi"], 3


def moments(variant):
    """Positions of a random game of three."""
    for position, seat, _ in moves_of(["random"] * 3, 4, 816 if variant == "814" else 831, variant=variant):
        if seat is not None:
            yield position


def ending(mind, number):
    """How a game of three planners with this mind ends."""
    luck = SeededLuck(seed_of(f"getting through {number}"))
    pos: Any = GAME.new(GAME.options({"players": 3, "variant": "814"}), luck)
    while pos.to_act():
        seat = pos.to_act()[0]
        for code in mind.plans(pos.imagine(seat, luck), seat, luck, 1)[0].codes:
            if seat in pos.to_act():
                pos.play(seat, code, luck)
    return pos.ending


def test_planners_get_through_oftener_than_those_of_version_1():
    failed = [
        sum(ending(mind, number) == BY_FAILURE for number in range(GAMES_PLAYED)) for mind in (MIND, FORMER)
    ]

    assert failed[0] < failed[1]


@pytest.mark.parametrize("variant", ["base", "advanced"])
def test_elsewhere_plans_are_compared_by_chances_alone(variant):
    for position in moments(variant):
        assert MIND.evaluator.worths(position) == MIND.evaluator.chances(position)


def test_what_prevents_a_failure_counts_for_more_than_its_part_of_the_own_chance():
    """With three more gangs in the supply a failure is less likely."""
    evaluator, seen = MIND.evaluator, 0
    for position in moments("814"):
        if position.supply < 6:
            better = position.copy()
            better.supply += 3
            worth = evaluator.worths(better)[0] - evaluator.worths(position)[0]
            chance = evaluator.chances(better)[0] - evaluator.chances(position)[0]
            seen += 1

            assert worth > chance

    assert seen > 0


def test_between_positions_that_fail_alike_the_own_chance_decides():
    evaluator = Evaluator(shipped_weights("aachen.bots.carolingi"), SURVIVAL)
    for position in moments("814"):
        order = sorted(range(3), key=lambda seat: evaluator.scores(position)[seat])
        worths = evaluator.worths(position)

        assert worths[order[0]] <= worths[order[1]] <= worths[order[2]]


def test_version_1_compares_by_chances_alone():
    for position in moments("814"):
        assert FORMER.evaluator.worths(position) == FORMER.chances(position)


def test_plans_promise_chances_and_not_worths():
    """What a hint tells is at most what the own chance can become."""
    for number, position in enumerate(moments("814")):
        seat = position.to_act()[0]
        if number % 40 == 0:
            told = MIND.plans(position, seat, SeededLuck(1), 1)[0].chance

            assert 0.0 <= told <= 1.0
            assert abs(told - MIND.chances(position)[seat]) < 0.5

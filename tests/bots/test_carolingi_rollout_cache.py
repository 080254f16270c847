"""Habits in the rounds of a search: repeated as far as the rules allow, thought over when nothing of them is left."""

import pytest
from tests.bots.table import moves_of

from aachen.bots.carolingi.mind import CarolingiMind
from aachen.bots.carolingi.rollout_cache import REPEATS, RolloutCache
from aachen.bots.quick_luck import QuickLuck
from aachen.core.luck import SeededLuck
from aachen.games.carolingi.actions import DONE_CODE
from aachen.games.carolingi.terms import ACTING, TILES

EVALUATOR = CarolingiMind().evaluator
TABLES = [(2, {}), (4, {"variant": "advanced"}), (3, {"variant": "814"})]


def tiles_at_work(players, rules, seed=5):
    """Positions of a random game in which a seat begins to carry a tile out."""
    years = 815 if rules.get("variant") == "814" else 831
    for position, seat, _ in moves_of(["random"] * players, seed, years, **rules):
        if seat is not None and position.phase == ACTING and position.work.parts == 0:
            yield position.imagine(seat, SeededLuck(1))


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_a_tile_is_carried_out_to_its_end_whatever_the_habit_was(players, rules):
    """Habits grown at one table are followed at all later ones of the game."""
    rollout_cache = None
    for position in tiles_at_work(players, rules):
        rollout_cache = rollout_cache or RolloutCache(EVALUATOR, 0, position)
        tiles = len(position.bag)
        rollout_cache.carry_out(position, QuickLuck(1))

        assert position.phase != ACTING or len(position.bag) < tiles
        assert position.check() == []


def test_what_was_done_before_is_done_again():
    for position in tiles_at_work(2, {}):
        rollout_cache = RolloutCache(EVALUATOR, 1 - position.actor, position)
        thought, repeated = position.copy(), position.copy()
        rollout_cache.carry_out(thought, QuickLuck(1))
        rollout_cache.carry_out(repeated, QuickLuck(1))

        assert thought.write() == repeated.write()


def test_a_habit_is_thought_over_after_some_repeats():
    position = next(tiles_at_work(2, {}))
    rollout_cache = RolloutCache(EVALUATOR, 1 - position.actor, position)
    uses: list[int] = []
    for _ in range(REPEATS + 2):
        rollout_cache.carry_out(position.copy(), QuickLuck(1))
        uses += rollout_cache._uses.values()

    assert uses == [*range(REPEATS + 1), 0]


@pytest.mark.parametrize("players", [2, 3])
def test_our_own_tiles_of_this_season_are_thought_through_each_time(players):
    ours = siblings = 0
    for position in tiles_at_work(players, {}):
        for seat in range(players):
            rollout_cache = RolloutCache(EVALUATOR, seat, position)
            rollout_cache.carry_out(position.copy(), QuickLuck(1))
            if seat == position.actor:
                ours += len(rollout_cache._uses)
            else:
                siblings += len(rollout_cache._uses)

    assert ours == 0
    assert siblings > 0


def test_a_siblings_second_tile_has_a_habit_of_its_own():
    found = set()
    for position in tiles_at_work(3, {}):
        first = position.actor * TILES
        is_second = not any(first <= code < first + TILES for code in position.bag)
        rollout_cache = RolloutCache(EVALUATOR, (position.actor + 1) % 3, position)
        rollout_cache.carry_out(position.copy(), QuickLuck(1))
        found |= {(is_second, key % 2) for key in rollout_cache._uses}

    assert found == {(False, 0), (True, 1)}


def test_a_habit_of_which_nothing_is_allowed_is_thought_over_at_once():
    position = next(each for each in tiles_at_work(2, {}) if len(each.pending) > 2)
    rollout_cache = RolloutCache(EVALUATOR, 1 - position.actor, position)
    rollout_cache.carry_out(position.copy(), QuickLuck(1))
    thought = [way[:] for way in rollout_cache._ways.values()]
    refused = next(code for code in range(position.action_count()) if code not in position.pending)
    for way in rollout_cache._ways.values():
        way[:] = [refused, DONE_CODE]
    rollout_cache.carry_out(position.copy(), QuickLuck(1))

    assert thought == list(rollout_cache._ways.values())

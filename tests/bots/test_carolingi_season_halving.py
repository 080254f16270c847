"""Sequential halving of Carolingi: at which tables, from which worlds, and with which tiles of siblings."""

import pytest
from tests.bots.table import moves_of

from aachen.bots import Budget, make_bot
from aachen.bots.carolingi.likely_tiles import DOTTED, deal_likely
from aachen.bots.carolingi.mind import CarolingiMind
from aachen.bots.carolingi.season_halving import PAIRS
from aachen.bots.halving import Halving
from aachen.bots.minds import frozen_mind
from aachen.bots.quick_luck import QuickLuck
from aachen.core.luck import SeededLuck
from aachen.games.carolingi.terms import ACTING, EQUIP, MOVE, PLACING, TILES

MIND = CarolingiMind()


def moments(players=3, seed=4, every=9, level="random", **rules):
    """Some positions of a random game, each with a seat that is asked."""
    for step, (position, seat, _) in enumerate(moves_of([level] * players, seed, 831, **rules)):
        if seat is not None and step % every == 0:
            yield position, seat


def halving_of(position, seat, mind=MIND):
    return mind.search_game(position, seat).halving()


@pytest.mark.parametrize(
    ("players", "rules", "expected"),
    [
        (2, {}, True),
        (3, {}, True),
        (6, {}, True),
        (4, {"variant": "advanced"}, True),
        (3, {"variant": "814"}, False),
        (3, {"hourglass": 60}, False),
    ],
)
def test_plans_are_halved_wherever_seats_fight_for_themselves(players, rules, expected):
    until = 815 if rules.get("variant") == "814" else 831
    position, seat, _ = next(iter(moves_of(["random"] * players, 1, until, **rules)))

    assert (halving_of(position, seat) is not None) == expected
    assert halving_of(position, seat, frozen_mind("carolingi", 1)) is None


@pytest.mark.parametrize("rules", [{}, {"variant": "advanced"}, {"anarchy": True}])
def test_dealt_tiles_look_the_same_to_the_seat(rules):
    for position, seat in moments(**rules):
        for stream in range(4):
            world = deal_likely(position, seat, QuickLuck(stream))

            assert world.check() == []
            assert world.view(seat) == position.view(seat)


def test_siblings_have_activated_what_planners_activate():
    """Equip missi comes first among planners, Move troops late: where one of a sibling's tiles is active, it is the former."""
    dealt = {EQUIP: 0, MOVE: 0}
    for position, seat in moments(every=5, level="greedy"):
        for stream in range(16):
            world = deal_likely(position, seat, QuickLuck(stream))
            for other in range(3):
                tiles = world.inactive[other * TILES : other * TILES + TILES]
                if other != seat and sum(tiles) == len(DOTTED) - 1:
                    for tile, times in dealt.items():
                        dealt[tile] = times + (tiles[tile] == 0)

    assert dealt[EQUIP] > 5 * dealt[MOVE]


def test_every_plan_is_tried_in_a_world_that_stays_as_it_is():
    for position, seat in moments(every=17):
        game = halving_of(position, seat)
        plans = game.plans(QuickLuck(1))
        if position.phase not in (PLACING, ACTING):
            assert len(plans) == 1
            continue
        game.begin_world(3)
        before = game.world.write()
        values = [game.value(plan, 3) for plan in plans]

        assert len(plans) <= PAIRS
        assert values == [game.value(plan, 3) for plan in plans]
        assert game.world.write() == before
        assert all(0.0 <= value <= 1.0 for value in values)


def test_what_siblings_really_hold_changes_nothing():
    """A choice hangs on the view alone: the same in a position with other hidden tiles."""
    for position, seat in moments(every=23):
        other = position.imagine(seat, SeededLuck(99))
        views = [each.view(seat) for each in (position, other)]

        assert views[0] == views[1]
        courses = [make_bot("search", 3).course(view, Budget(rounds=6)) for view in views]
        assert courses[0] == courses[1]


def test_a_choice_in_secret_is_one_plan_without_shares():
    position, seat = next(moments())
    halving = Halving(halving_of(position, seat), SeededLuck(1))
    halving.run(Budget(rounds=12))
    thought = make_bot("search", 1).think(position.view(seat), Budget(rounds=12))

    assert halving.rounds == 12
    assert halving.plans()[0].codes[0] in position.offers(seat)
    assert thought.best.share is None
    assert thought.chances[seat] == thought.best.chance

"""What the search plays Carolingi on: worlds that fit, and nodes that know no more than their seat."""

import pytest
from tests.bots.table import moves_of

from aachen.bots.budget import Budget
from aachen.bots.carolingi.mind import CarolingiMind
from aachen.bots.carolingi.search_game import CarolingiSearchGame
from aachen.bots.quick_luck import QuickLuck
from aachen.bots.search import Search
from aachen.core.luck import SeededLuck
from aachen.games.carolingi.terms import ACTING, PLACING

TABLES = [(2, {}), (4, {"variant": "advanced"}), (3, {"variant": "814", "hourglass": 60})]
MIND = CarolingiMind()
EVALUATOR, FORECAST = MIND.evaluator, MIND.forecaster


def moments(players, rules, seed=4, every=9):
    """Some positions of a random game, each with a seat that is asked."""
    years = 815 if rules.get("variant") == "814" else 831
    for step, (position, seat, _) in enumerate(moves_of(["random"] * players, seed, years, **rules)):
        if seat is not None and step % every == 0:
            yield position, seat


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_a_world_is_sound_and_looks_the_same_to_the_seat(players, rules):
    for position, seat in moments(players, rules):
        search_game = CarolingiSearchGame(EVALUATOR, FORECAST, position, seat)
        for stream in range(5):
            world = search_game.world(QuickLuck(stream))

            assert world.check() == []
            if position.phase == ACTING:
                assert position.view(seat) == world.view(seat)


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_a_key_tells_nothing_that_the_seat_cannot_see(players, rules):
    for position, seat in moments(players, rules):
        search_game = CarolingiSearchGame(EVALUATOR, FORECAST, position, seat)
        keys = {search_game.key(search_game.world(QuickLuck(stream)), seat) for stream in range(5)}

        assert len(keys) == 1


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_a_siblings_key_hangs_on_its_own_tiles(players, rules):
    """Wherever two worlds differ in a sibling's tiles, the sibling's keys differ too."""
    for position, seat in moments(players, rules):
        search_game, other = CarolingiSearchGame(EVALUATOR, FORECAST, position, seat), (seat + 1) % players
        one, two = search_game.world(QuickLuck(1)), search_game.world(QuickLuck(2))
        if one.view(other)["line"] != two.view(other)["line"]:
            assert search_game.key(one, other) != search_game.key(two, other)


def test_while_all_choose_in_secret_everybody_is_asked():
    for position, seat in moments(3, {}):
        if position.phase == PLACING:
            world = CarolingiSearchGame(EVALUATOR, FORECAST, position, seat).world(QuickLuck(1))

            assert world.to_act() == [0, 1, 2]


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_a_search_ends_with_an_offer(players, rules):
    for position, seat in moments(players, rules, every=23):
        search = Search(
            CarolingiSearchGame(EVALUATOR, FORECAST, position.imagine(seat, SeededLuck(1)), seat),
            seat,
            SeededLuck(1),
        )
        search.run(Budget(rounds=6))

        assert search.plans()[0].codes[0] in position.offers(seat)

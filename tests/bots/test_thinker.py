"""What a bot that looked ahead says about everybody's chances."""

from typing import Any

import pytest

from aachen.bots import Budget, make_bot
from aachen.bots.plan import Plan
from aachen.bots.search_bot import SearchBot
from aachen.bots.thinker import Decision
from aachen.core.luck import SeededLuck
from aachen.games import GAMES


def first_thought(game, **options):
    """What a searching bot thinks before anybody has acted, with the seat it thinks for."""
    rules = GAMES[game]
    position = rules.new(rules.options(options), SeededLuck(4))
    seat = position.to_act()[0]
    return make_bot("search", 1).think(position.view(seat), Budget(rounds=20)), seat


def test_an_open_choice_promises_what_the_seat_has():
    thought, seat = first_thought("carolus", players=2)

    assert thought.best.share is None
    assert thought.chances[seat] == thought.best.chance
    assert sum(thought.chances) == pytest.approx(1)


def test_partners_share_what_was_found():
    thought, seat = first_thought("carolus", players=4)
    partner, rivals = (seat + 2) % 4, [(seat + 1) % 4, (seat + 3) % 4]

    assert thought.chances[partner] == thought.chances[seat] == thought.best.chance
    assert [thought.chances[rival] for rival in rivals] == [pytest.approx(1 - thought.best.chance)] * 2


def test_a_choice_in_secret_promises_the_mean_of_what_may_be_drawn():
    thought, seat = first_thought("carolingi", players=2, hourglass=60)
    courses = [thought.best, *thought.others]
    likely = [course for course in courses if course.share]

    assert sum(course.share for course in courses) == pytest.approx(1)
    assert thought.chances[seat] == pytest.approx(sum(course.chance * course.share for course in likely))
    assert sum(thought.chances) == pytest.approx(1)


@pytest.mark.parametrize("rounds", [0, 5])
def test_rivals_share_the_rest_by_the_forecast(rounds):
    """All chances that people read are in its scale, whether or not there was a look ahead."""

    class Torn:
        def chances(self, position):
            return [0.2, 0.6, 0.2]

        def forecast(self, position):
            return [0.2, 0.3, 0.5]

    mind: Any = Torn()
    anywhere: Any = None
    found = Decision([Plan([1], 0.6)], rounds)

    assert SearchBot(1).chances(mind, anywhere, [0], found) == pytest.approx([0.6, 0.15, 0.25])


def test_what_is_not_searched_is_told_in_the_scale_of_the_forecast():
    """A plan that changes nothing promises the forecast, a better one more, and what is certain stays certain."""

    class Torn:
        def review_game(self, position, seat):
            return None

        def plans(self, position, seat, luck, most):
            return [Plan([1], 0.7), Plan([2], 0.6), Plan([3], 0.0)]

        def chances(self, position):
            return [0.6, 0.4]

        def forecast(self, position):
            return [0.3, 0.7]

    mind: Any = Torn()
    anything: Any = None
    better, same, lost = SearchBot(1).advise(mind, anything, 0, anything, None).plans

    assert same.chance == pytest.approx(0.3)
    assert 0.3 < better.chance < 0.5
    assert lost.chance == 0.0

"""What every level promises in both games, every variant and number of players."""

import json

import pytest
from tests.bots.table import few

from aachen.bots import ADVISER, BOTS, Budget, make_bot
from aachen.bots import budget as budgets
from aachen.bots.bot import offers_of
from aachen.bots.minds import MINDS
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

LEVELS = list(BOTS)
THINKERS = [level for level in LEVELS if level != "random"]
TABLES = [
    ("carolus", {"players": 2}),
    ("carolus", {"players": 3}),
    ("carolus", {"players": 4}),
    *(("carolingi", {"players": players}) for players in range(2, 7)),
    ("carolingi", {"players": 3, "variant": "advanced"}),
    ("carolingi", {"players": 3, "anarchy": True}),
    ("carolingi", {"players": 2, "hourglass": 60}),
    ("carolingi", {"players": 3, "variant": "814"}),
]


def named(table):
    game, options = table
    return " ".join([game, *(f"{name}={value}" for name, value in options.items())])


def moments(table, seed, every):
    """Some moments of a random game, the fewer the more players: the position, a seat that is asked, and its view."""
    game, options = table
    rules = GAMES[game]
    every += every * options["players"] // 6
    luck = SeededLuck(seed)
    position = rules.new(rules.options(options), luck)
    number = 0
    while seats := position.to_act():
        seat = seats[number % len(seats)]
        if number % every == 0:
            yield position.copy(), seat, position.view(seat)
        offers = position.offers(seat)
        position.play(seat, luck.pick("any", offers), luck)
        number += 1


@pytest.mark.parametrize("table", TABLES, ids=named)
@pytest.mark.parametrize("level", LEVELS)
def test_a_course_can_be_carried_out_to_its_end(level, table):
    """Each action of a course is offered in its turn, to the same seat, and luck is not asked before the last."""
    for position, seat, view in moments(table, seed=3, every=31):
        course = make_bot(level, 1).course(view, few())

        assert course[0] in offers_of(view)
        for at, action in enumerate(course):
            assert position.read_action(action) in position.offers(seat)
            asked = Asked(SeededLuck(1))
            position.play(seat, position.read_action(action), asked)
            assert at == len(course) - 1 or not asked.questions


class Asked(SeededLuck):
    """Luck that counts what it is asked."""

    def __init__(self, source):
        self.source = source
        self.questions = 0

    def pick(self, question, among):
        self.questions += 1
        return self.source.pick(question, among)


@pytest.mark.parametrize("table", TABLES, ids=named)
@pytest.mark.parametrize("level", THINKERS)
def test_a_thought_tells_plan_alternatives_and_chances_of_what_its_seat_knows(level, table):
    """In worlds a seat cannot tell apart all of it is the same: chances and reasons would give a tile away as well."""
    for position, seat, view in moments(table, seed=5, every=53):
        other = position.imagine(seat, SeededLuck(11)).view(seat)
        thought = make_bot(level, 2).think(view, few())
        courses = [thought.best, *thought.others]

        assert json.dumps(make_bot(level, 2).think(other, few()).as_dict()) == json.dumps(thought.as_dict())
        if (
            level != ADVISER
        ):  # whose hints are searched in the scale of the forecast, its own choices in that of its matches
            assert thought.action == make_bot(level, 2).course(view, few())[0]
        assert len(courses) <= 3
        assert all(0.0 <= course.chance <= 1.0 for course in courses)
        assert len({json.dumps(course.actions) for course in courses}) == len(courses)
        assert len(thought.chances) == len(position.seats())
        assert all(0.0 <= chance <= 1.0 for chance in thought.chances)


@pytest.mark.parametrize("game", ["carolingi", "carolus"])
def test_a_search_ends_with_its_time_however_slow_the_machine(game, monkeypatch):
    """A clock that leaps at every look: the search looks at it after each round, and stops."""
    now = [0.0]

    def leap():
        now[0] += 0.25
        return now[0]

    monkeypatch.setattr(budgets, "monotonic", leap)
    rules = GAMES[game]
    position = rules.new(rules.options({"players": 2}), SeededLuck(1))
    seat = position.to_act()[0]

    thought = make_bot("search", 1).think(position.view(seat), Budget(wall=2.0))

    assert thought.action in offers_of(position.view(seat))
    assert thought.rounds <= 8


class SlowMind:
    """Needs five seconds to look at a table."""

    def __init__(self, mind, now):
        self.mind = mind
        self.now = now

    def search_game(self, pos, seat):
        self.now[0] += 5.0
        return self.mind.search_game(pos, seat)

    def review_game(self, pos, seat):
        self.now[0] += 5.0
        return self.mind.review_game(pos, seat)

    def __getattr__(self, name):
        return getattr(self.mind, name)


@pytest.mark.parametrize("game", ["carolingi", "carolus"])
def test_what_the_first_look_takes_counts_too(game, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(budgets, "monotonic", lambda: now[0])
    monkeypatch.setitem(MINDS, game, SlowMind(MINDS[game], now))
    rules = GAMES[game]
    position = rules.new(rules.options({"players": 2}), SeededLuck(1))
    seat = position.to_act()[0]

    thought = make_bot("search", 1).think(position.view(seat), Budget(wall=2.0))

    assert thought.action in offers_of(position.view(seat))
    assert thought.rounds == 0

"""Small plans and made-up results."""

from aachen import __version__
from aachen.arena.contestant import read_contestants
from aachen.arena.plan import LEAGUE, MATCH, make_plan
from aachen.arena.playing import GameResult

SHORT = {"last_year": 830}


def match(one="random", other="random:seed=3", players=2, seed=1):
    """A match of quick bots in a short game."""
    named = SHORT | {"players": players}
    return make_plan("carolingi", named, MATCH, read_contestants([one, other]), seed)


def league(*names, game="carolingi", players=3):
    named = {"players": players} | (SHORT if game == "carolingi" else {})
    return make_plan(game, named, LEAGUE, read_contestants(list(names)), 1)


def comparable(results):
    """All of the results but the seconds, in the order of the plan."""
    comparable = [result.as_dict() for result in sorted(results, key=lambda each: each.number)]
    return [{key: value for key, value in each.items() if key != "work"} for each in comparable]


def result(plan, number, places, points=None, players=None):
    """A game of a plan that came out like this."""
    from aachen.arena.plan import seating

    return GameResult(
        game=plan.game,
        options=plan.options,
        seed=1,
        seats=[f"seat {at}" for at in range(len(places))],
        players=players or [each.name for each in seating(plan, number)],
        places=places,
        points=points or [0] * len(places),
        ending="time",
        actions=10,
        digest="0",
        thoughts=[2] * len(places),
        work=[0.5] * len(places),
        rules=plan.rules,
        version=__version__,
        number=number,
        block=(number - 1) // plan.games_of_block,
    )

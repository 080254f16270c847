"""A lesson and a mind that cost next to nothing."""

import pytest

from aachen.arena.training import lessons as lesson_room
from aachen.arena.training import selfplay
from aachen.bots.lesson import Lesson
from aachen.bots.plan import Plan
from aachen.cli import train
from aachen.games.carolus.rules import ending
from aachen.games.carolus.terms import LAYING


class Castles(Lesson):
    """Who has castles and clans, wins."""

    name = "castles"
    features = ["castles", "clans"]

    def options(self):
        return [{"players": 2}]

    def is_moment(self, pos):
        return pos.phase == LAYING

    def rows(self, pos):
        sides = range(pos.empire.sides)
        return [[pos.castles_built(side) / 5, ending.clans_of(pos, side) / 2] for side in sides]

    def shares(self, pos):
        places = ending.places(pos)
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]


class Clans(Castles):
    """Another lesson about the same tables."""

    name = "all clans"
    features = ["clans"]

    def rows(self, pos):
        return [[row[1]] for row in super().rows(pos)]


class Elsewhere(Castles):
    """A lesson about other tables."""

    name = "elsewhere"

    def options(self):
        return [{"players": 4}]


class Prospect(Castles):
    """How games end that are played by castles."""

    name = "prospect"
    watches = "castles"
    climbs = False


class Hasty:
    """Weighs each offer by a look at the board right after it; quick, and not good."""

    def __init__(self, weights):
        self.weights = weights["castles"]

    def step(self, pos, seat):
        return sorted(
            (self._tried(pos, seat, code) for code in pos.offers(seat)[:3]), key=lambda p: -p.chance
        )

    def _tried(self, pos, seat, code):
        row = Castles().rows(pos)[seat % 2]
        return Plan([code], row[0] * self.weights[0] + code % 3)


def teach(monkeypatch: pytest.MonkeyPatch, *lessons: Lesson) -> None:
    """Carolus Magnus has these lessons, and a hasty mind."""
    by_name = {lesson.name: lesson for lesson in lessons}
    for room in (lesson_room, train):
        monkeypatch.setattr(room, "lessons_of", lambda game: by_name)
    monkeypatch.setattr(selfplay, "mind_with", lambda game, weights: Hasty(weights))
    selfplay.pupil.cache_clear()

"""A weight set and a mind that cost next to nothing."""

import pytest

from aachen.arena.training import selfplay, weight_sets
from aachen.bots.plan import Plan
from aachen.bots.weight_set import WeightSet
from aachen.cli import train, training
from aachen.games.carolus.rules import ending
from aachen.games.carolus.terms import LAYING


class Castles(WeightSet):
    """Who has castles and clans, wins."""

    name = "castles"
    features = ["castles", "clans"]

    def options(self):
        return [{"players": 2}]

    def is_sample(self, pos):
        return pos.phase == LAYING

    def rows(self, pos):
        sides = range(pos.empire.sides)
        return [[pos.castles_built(side) / 5, ending.clans_of(pos, side) / 2] for side in sides]

    def targets(self, pos):
        places = ending.places(pos)
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]


class Clans(Castles):
    """Another weight set about the same tables."""

    name = "all clans"
    features = ["clans"]

    def rows(self, pos):
        return [[row[1]] for row in super().rows(pos)]


class Elsewhere(Castles):
    """A weight set about other tables."""

    name = "elsewhere"

    def options(self):
        return [{"players": 4}]


class Prospect(Castles):
    """How games end that are played by castles."""

    name = "prospect"
    played_by = "castles"
    is_tuned = False


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


def teach(monkeypatch: pytest.MonkeyPatch, *sets: WeightSet) -> None:
    """Carolus Magnus has these weight sets, and a hasty mind."""
    by_name = {weight_set.name: weight_set for weight_set in sets}
    for room in (weight_sets, train, training):
        monkeypatch.setattr(room, "weight_sets_of", lambda game: by_name)
    monkeypatch.setattr(selfplay, "mind_with", lambda game, weights: Hasty(weights))
    selfplay.player_with.cache_clear()

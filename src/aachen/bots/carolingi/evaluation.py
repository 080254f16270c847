"""The evaluation of a position of Carolingi: each seat's chance to win.

The chances are the softmax of the seats' scores.
In Scenario 814 all may fail together, and then the Emperor's favourite wins (814 §5).
"""

from __future__ import annotations

from math import exp
from typing import Final

from aachen.bots.carolingi.failure import FAILURE, failure_row, is_failing
from aachen.bots.carolingi.features import FEATURES, FORESIGHT, FeatureWeights, SeatFeatures
from aachen.bots.weight_set import softmax
from aachen.games.carolingi.for_bots import (
    NOBODY,
    NOT_ENDED,
    State,
    emperors_favourite,
    final_places,
    may_end_by_peace,
)

FICKLE: Final = 0.5  # of a fair share: how far the Emperor's favour of today counts in a failure to come
PEACE_IS_SURE: Final = 0.99  # a sibling may declare too
SURVIVAL: Final = (
    6.0  # in Scenario 814 getting through counts so many times as much as being the one who wins
)


class Evaluator:
    """The weights of all kinds of tables, and the chances that follow from them."""

    def __init__(self, weights: dict[str, list[float]], survival: float = 0.0) -> None:
        """With `survival` plans for Scenario 814 are judged by the survival of all too, which counts so much beside winning."""
        self.survival = survival
        self.duel = FeatureWeights(*weights["base_2"])
        self.base = FeatureWeights(*weights["base"])
        self.advanced = FeatureWeights(*weights["advanced"])
        self.scenario = FeatureWeights(*weights["814"])
        self.failing = weights[FAILURE]

    def weights(self, pos: State) -> FeatureWeights:
        """The weights of the rules and the number of players at this table."""
        variant = pos.realm.variant
        if variant.scenario:
            return self.scenario
        if variant.advanced:
            return self.advanced
        return self.duel if pos.realm.players == 2 else self.base

    def scores(self, pos: State) -> list[float]:
        """What each seat is worth."""
        weights = self.weights(pos)
        features = SeatFeatures(pos)
        return [features.score(seat, weights) for seat in range(pos.realm.players)]

    def chances(self, pos: State) -> list[float]:
        """Each seat's chance to win, from 0 to 1; a finished game is certain."""
        if pos.ending != NOT_ENDED:
            return shares(pos)
        result = softmax(self.scores(pos))
        if pos.realm.variant.scenario:
            self._weigh_failure(pos, result)
        return result

    def worths(self, pos: State) -> list[float]:
        """What plans are compared by: each seat's chance, and in Scenario 814 that of getting through beside it.

        As a mere factor of one's own chance failure counts for little as soon as it is likely:
        then nothing seems to matter any more, and it comes.
        """
        if not pos.realm.variant.scenario or self.survival == 0.0 or pos.ending != NOT_ENDED:
            return self.chances(pos)
        result = softmax(self.scores(pos))
        through = self.survival * (1.0 - self.failure(pos))
        for seat in range(len(result)):
            result[seat] = (result[seat] + through) / (1.0 + self.survival)
        return result

    def failure(self, pos: State) -> float:
        """The chance that all fail together."""
        return 1.0 / (1.0 + exp(-dot(failure_row(pos), self.failing)))

    def _weigh_failure(self, pos: State, chances: list[float]) -> None:
        """Whom the Emperor favours now wins by a failure, if it comes at once; until a later one favour may change."""
        failure = self.failure(pos)
        for seat in range(len(chances)):
            chances[seat] *= 1.0 - failure
        favourite = emperors_favourite(pos)
        if favourite != NOBODY:
            chances[favourite] += failure * (1.0 if is_failing(pos) else FICKLE / pos.realm.players)

    def chance(self, pos: State, seat: int) -> float:
        """What the seat's plans are compared by while its tile is carried out; a Peace that shows three points has all but won."""
        if pos.peace.declarer == seat and pos.ending == NOT_ENDED and may_end_by_peace(pos, seat):
            return PEACE_IS_SURE
        return self.worths(pos)[seat]


def without_foresight(weights: dict[str, list[float]]) -> dict[str, list[float]]:
    """The same weights for somebody who only counts what is there; weight sets of other features stay."""
    return {
        name: numbers
        if len(numbers) != len(FEATURES)
        else [
            0.0 if feature in FORESIGHT else weight for feature, weight in zip(FEATURES, numbers, strict=True)
        ]
        for name, numbers in weights.items()
    }


def dot(row: list[float], weights: list[float]) -> float:
    """The sum of the products."""
    total = 0.0
    for at in range(len(row)):
        total += row[at] * weights[at]
    return total


def shares(pos: State) -> list[float]:
    """What each seat won of a finished game; nothing for anybody if all have failed."""
    places = final_places(pos)
    winners = places.count(1)
    return [1.0 / winners if place == 1 else 0.0 for place in places]

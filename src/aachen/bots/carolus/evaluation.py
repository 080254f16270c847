"""The evaluation of a position of Carolus Magnus: each side's chance to win, the softmax of the sides' scores."""

from __future__ import annotations

from aachen.bots.carolus.features import FeatureCounts
from aachen.bots.carolus.ring_features import RingFeatures
from aachen.bots.weight_set import softmax
from aachen.games.carolus.for_bots import NOT_ENDED, State, standing_of


def shares(pos: State) -> list[float]:
    """What each side has won of a finished game."""
    best = max([standing_of(pos, side) for side in range(pos.empire.sides)])
    won = [1.0 if standing_of(pos, side) == best else 0.0 for side in range(pos.empire.sides)]
    return [share / sum(won) for share in won]


def side_chances(pos: State, weights: list[float]) -> list[float]:
    """Each side's chance to win, from 0 to 1."""
    if pos.ending != NOT_ENDED:
        return shares(pos)
    return softmax(RingFeatures(pos).side_scores(weights))


def rows(pos: State) -> list[list[float]]:
    """The features of each side, to learn from."""
    scores = [FeatureCounts() for _ in range(pos.empire.sides)]
    RingFeatures(pos).count(list(scores))
    return [score.cells() for score in scores]

"""How good learned chances are: on games they were not learned from."""

from __future__ import annotations

from math import exp, fsum

from aachen.arena.training.fitting import mean_loss
from aachen.arena.training.moments import Moments

BINS = 10


class Judgement:
    """What weights are worth on some moments."""

    def __init__(self, loss: float, favourites: float, bins: list[tuple[int, float, float]]) -> None:
        self.loss = loss
        self.favourites = favourites  # what the side we thought likeliest won, in the mean
        self.bins = bins  # for each tenth of chances: how many, their mean, and what was won

    def miscalibration(self) -> float:
        """How far chances and winnings lie apart, in the mean."""
        number = sum(count for count, _, _ in self.bins)
        return fsum(count * abs(chance - won) for count, chance, won in self.bins) / max(1, number)


def judge(moments: Moments, weights: list[float]) -> Judgement:
    """Loss, right favourites and calibration."""
    worths = moments.worths(weights)
    counts, chances, winnings = [0] * BINS, [0.0] * BINS, [0.0] * BINS
    right = []
    at = 0
    for sides in moments.sides:
        here, won = worths[at : at + sides], moments.shares[at : at + sides]
        at += sides
        most = max(here)
        right.append(won[here.index(most)])
        parts = [exp(worth - most) for worth in here]
        whole = sum(parts)
        for part, share in zip(parts, won, strict=True):
            tenth = min(BINS - 1, int(BINS * part / whole))
            counts[tenth] += 1
            chances[tenth] += part / whole
            winnings[tenth] += share
    bins = [
        (count, chance / max(1, count), won / max(1, count))
        for count, chance, won in zip(counts, chances, winnings, strict=True)
    ]
    return Judgement(mean_loss(moments, weights), fsum(right) / max(1, len(right)), bins)

"""Metrics of fitted chances on held-out games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aachen.arena.training.fitting import mean_loss
from aachen.arena.training.samples import Floats, Samples
from aachen.arena.training.sampling import FIFTHS

BINS = 10


@dataclass(frozen=True)
class FitMetrics:
    """Loss, favourites and calibration of weights on some samples."""

    loss: float
    favourites: float  # the mean share won by the side with the best chance
    bins: list[
        tuple[int, float, float]
    ]  # for each tenth of chances: how many, their mean, and the mean share won
    fifths: list[
        tuple[int, float, float]
    ]  # for each fifth of a game: how many samples, their loss, and that of a guess

    def miscalibration(self) -> float:
        """The expected calibration error: the mean distance between chances and shares won."""
        number = sum(count for count, _, _ in self.bins)
        return sum(count * abs(chance - won) for count, chance, won in self.bins) / max(1, number)


def measure(samples: Samples, weights: list[float]) -> FitMetrics:
    """All metrics of these weights; covariates count for nothing."""
    given = np.asarray(weights + [0.0] * (samples.rows.shape[1] - len(weights)))
    chances, _ = samples.softmax(given)
    tenth = np.minimum(BINS - 1, (BINS * chances).astype(int))
    counts = np.bincount(tenth, minlength=BINS)
    sums = (np.bincount(tenth, values, BINS) / np.maximum(1, counts) for values in (chances, samples.shares))
    bins = list(zip(counts.tolist(), *(each.tolist() for each in sums), strict=True))
    return FitMetrics(
        mean_loss(samples, given), _favourites(samples, chances), bins, _by_fifth(samples, given)
    )


def _by_fifth(samples: Samples, weights: Floats) -> list[tuple[int, float, float]]:
    """For each fifth of a game: how many samples, their mean loss, and that of somebody who takes all sides to be alike."""
    if not len(samples):
        return [(0, 0.0, 0.0)] * FIFTHS
    _, logs = samples.softmax(weights)
    losses = -samples.sums(samples.shares * logs)
    guesses = samples.sums(samples.shares) * np.log(samples.sides)
    counts = np.bincount(samples.fifths, minlength=FIFTHS)
    sums = (
        np.bincount(samples.fifths, values, FIFTHS) / np.maximum(1, counts) for values in (losses, guesses)
    )
    return list(zip(counts.tolist(), *(each.tolist() for each in sums), strict=True))


def _favourites(samples: Samples, chances: Floats) -> float:
    """The mean share won by the first side with the best chance."""
    if not len(samples):
        return 0.0
    is_best = chances == samples.spread(np.maximum.reduceat(chances, samples.starts))
    rows = np.flatnonzero(is_best)
    _, first = np.unique(np.searchsorted(samples.starts, rows, side="right"), return_index=True)
    return float(samples.shares[rows[first]].mean())

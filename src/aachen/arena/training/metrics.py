"""Metrics of fitted chances on held-out games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aachen.arena.training.fitting import mean_loss
from aachen.arena.training.samples import Floats, Samples
from aachen.arena.training.sampling import FIFTHS

BINS = 10
RARE = 1e-3  # a guess gives no less to what has not happened


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
    tables: dict[int, list[tuple[int, float, float]]]  # the same for each number of players

    def miscalibration(self) -> float:
        """The expected calibration error: the mean distance between chances and shares won."""
        number = sum(count for count, _, _ in self.bins)
        return sum(count * abs(chance - won) for count, chance, won in self.bins) / max(1, number)


def measure(samples: Samples, weights: list[float], has_nobody: bool = False) -> FitMetrics:
    """All metrics of these weights; covariates count for nothing. With `has_nobody` the last side is nobody."""
    given = np.asarray(weights + [0.0] * (samples.rows.shape[1] - len(weights)))
    chances, _ = samples.softmax(given)
    tenth = np.minimum(BINS - 1, (BINS * chances).astype(int))
    counts = np.bincount(tenth, minlength=BINS)
    sums = (np.bincount(tenth, values, BINS) / np.maximum(1, counts) for values in (chances, samples.shares))
    bins = list(zip(counts.tolist(), *(each.tolist() for each in sums), strict=True))
    whole = np.ones(len(samples), dtype=bool)
    losses, guesses = _losses(samples, given, has_nobody)
    by_table = {
        int(sides) - has_nobody: _by_fifth(samples, losses, guesses, samples.sides == sides)
        for sides in np.unique(samples.sides)
    }
    return FitMetrics(
        mean_loss(samples, given),
        _favourites(samples, chances),
        bins,
        _by_fifth(samples, losses, guesses, whole),
        by_table,
    )


def _losses(samples: Samples, weights: Floats, has_nobody: bool) -> tuple[Floats, Floats]:
    """The loss of each sample, and that of a guess: all seats are alike, and nobody wins as often as it happens."""
    if not len(samples):
        return np.zeros(0), np.zeros(0)
    _, logs = samples.softmax(weights)
    by_row = samples.spread(-np.log(samples.sides))
    if has_nobody:
        last = samples.starts + samples.sides - 1
        for sides in np.unique(samples.sides):
            of_table = samples.sides == sides
            nobody = float(np.clip(samples.shares[last[of_table]].mean(), RARE, 1.0 - RARE))
            by_row[samples.spread(of_table)] = np.log((1.0 - nobody) / (sides - 1))
            by_row[last[of_table]] = np.log(nobody)
    return -samples.sums(samples.shares * logs), -samples.sums(samples.shares * by_row)


def _by_fifth(
    samples: Samples, losses: Floats, guesses: Floats, wanted: NDArray[np.bool_]
) -> list[tuple[int, float, float]]:
    """For each fifth of a game: how many samples, their mean loss, and that of a guess."""
    if not len(samples):
        return [(0, 0.0, 0.0)] * FIFTHS
    fifths = samples.fifths[wanted]
    counts = np.bincount(fifths, minlength=FIFTHS)
    sums = (
        np.bincount(fifths, values[wanted], FIFTHS) / np.maximum(1, counts) for values in (losses, guesses)
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

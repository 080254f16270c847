"""Confidence intervals of means: Student's t over blocks."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, variance

from aachen.report.shares import student


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the interval around it in which the truth lies with 95 %; without bounds if nobody can know."""

    mean: float
    low: float
    high: float

    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def as_dict(self) -> dict[str, object]:
        """As plain data; a bound that nobody knows is null."""
        return {
            "mean": round(self.mean, 6),
            "low": None if self.low == -inf else round(self.low, 6),
            "high": None if self.high == inf else round(self.high, 6),
        }


def mean_of(values: list[float]) -> Estimate:
    """The mean of blocks."""
    low, high = _interval(values)
    return Estimate(fmean(values), low, high)


def share_of(values: list[float], fair: float) -> Estimate:
    """The mean of blocks whose values are shares of one.

    The interval is drawn as if a few blocks more had been played, and won and lost as in a fair game:
    one wholly won, and as many wholly lost as there are rivals.
    So it is never empty, not even when every game was won, and it leans towards a fair game, never away from it.
    """
    lost = max(1, round(1 / fair) - 1)
    low, high = _interval([*values, 1.0, *[0.0] * lost])
    mean = fmean(values)
    return Estimate(mean, min(mean, max(0.0, low)), max(mean, min(1.0, high)))


def change_of(values: list[float]) -> Estimate:
    """The mean of how much more a share of one is, seed by seed.

    The interval is drawn as if two seeds more had been played, one wholly won and one wholly lost by the change:
    it is never empty, not even when every seed changed alike.
    """
    low, high = _interval([*values, 1.0, -1.0]) if len(values) > 1 else (-inf, inf)
    mean = fmean(values)
    return Estimate(mean, min(mean, max(-1.0, low)), max(mean, min(1.0, high)))


def _interval(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return -inf, inf
    half = student(len(values) - 1) * sqrt(variance(values) / len(values))
    middle = fmean(values)
    return middle - half, middle + half

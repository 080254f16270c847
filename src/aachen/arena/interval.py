"""Confidence intervals of means: Student's t over blocks."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, sqrt, tan
from statistics import NormalDist, fmean, variance

SURE = 0.95


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


def _interval(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return -inf, inf
    half = student(len(values) - 1) * sqrt(variance(values) / len(values))
    middle = fmean(values)
    return middle - half, middle + half


def student(freedom: int, sure: float = SURE) -> float:
    """How many standard errors an interval reaches to either side (Student's t; Cornish and Fisher's series)."""
    p = (1 + sure) / 2
    if freedom == 1:
        return tan(pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) / sqrt(2 * p * (1 - p))
    z = NormalDist().inv_cdf(p)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )

"""Shares and means of many games, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt, tan
from statistics import NormalDist, fmean, stdev

SURE = 0.95
VERY_SURE = 0.999  # for findings: among a hundred comparisons one in twenty would stand out by chance


@dataclass(frozen=True)
class Share:
    """So much of so many."""

    won: float
    of: int

    @property
    def value(self) -> float:
        """The share itself."""
        return self.won / self.of if self.of else 0.0

    def interval(self, sure: float = SURE) -> tuple[float, float]:
        """Wilson's interval: it is never empty and never leaves the range from 0 to 1."""
        if self.of == 0:
            return 0.0, 1.0
        z = NormalDist().inv_cdf((1 + sure) / 2)
        middle = (self.value + z * z / (2 * self.of)) / (1 + z * z / self.of)
        spread = self.value * (1 - self.value) / self.of + z * z / (4 * self.of * self.of)
        half = z * sqrt(spread) / (1 + z * z / self.of)
        low = middle - half if self.won > 0 else 0.0
        return low, middle + half if self.won < self.of else 1.0

    def differs_from(self, fair: float) -> bool:
        """Whether chance alone hardly explains how far it is from that."""
        low, high = self.interval(VERY_SURE)
        return not low <= fair <= high


@dataclass(frozen=True)
class Mean:
    """A mean with half the width of its interval."""

    value: float
    error: float


def mean(values: list[float]) -> Mean:
    """The mean of independent games."""
    if not values:
        return Mean(0.0, 0.0)
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    return Mean(fmean(values), z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0)


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

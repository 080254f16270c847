"""What a changed rule or board does: the same seeds played both ways, and the differences with their intervals.

The two games of a seed share their luck as long as possible, so their difference says more than two separate samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, stdev

from aachen.report.sample import FinishedGame
from aachen.report.shares import SURE, VERY_SURE, student

Values = dict[str, float]
FEW = 20  # seeds on which a label appears both ways, below which its difference is left out


@dataclass(frozen=True)
class Question:
    """What is asked of each game of a seed: a number for each label."""

    key: str  # of its title among the sentences
    values: Callable[[FinishedGame], Values]
    name: Callable[[str], str]
    is_share: bool = True  # of the games; otherwise a number
    missing: float | None = (
        None  # what a label is worth in a game that lacks it; None: such seeds are left out
    )


@dataclass(frozen=True)
class Difference:
    """One label both ways, over the seeds that have it both ways."""

    label: str
    one: float
    other: float
    error: float  # half the 95 % interval of the difference
    pairs: int

    @property
    def value(self) -> float:
        """How much more it is the other way."""
        return self.other - self.one

    @property
    def is_clear(self) -> bool:
        """Whether chance alone hardly explains the difference: less than once in a thousand comparisons."""
        if self.pairs < 2:
            return False
        wider = student(self.pairs - 1, VERY_SURE) / student(self.pairs - 1, SURE)
        return self.value != 0 and abs(self.value) > self.error * wider


Pair = tuple[FinishedGame, FinishedGame]


def pairs_of(
    one: Sequence[tuple[int, FinishedGame]], other: Sequence[tuple[int, FinishedGame]]
) -> list[Pair]:
    """The games of each seed that was played both ways."""
    by_seed = dict(other)
    return [(game, by_seed[seed]) for seed, game in one if seed in by_seed]


def differences(question: Question, pairs: Sequence[Pair], few: int = FEW) -> list[Difference]:
    """Every label that appears on enough seeds, in the order of the labels."""
    both = [(question.values(one), question.values(other)) for one, other in pairs]
    labels = sorted({label for one, other in both for label in (*one, *other)})
    found = (_difference(label, both, question.missing, question.is_share) for label in labels)
    return [each for each in found if each is not None and each.pairs >= min(few, len(pairs))]


def _difference(
    label: str, both: list[tuple[Values, Values]], missing: float | None, is_share: bool
) -> Difference | None:
    values: list[tuple[float, float]] = []
    for one, other in both:
        first, second = one.get(label, missing), other.get(label, missing)
        if first is not None and second is not None:
            values.append((first, second))
    if not values:
        return None
    error = error_of([second - first for first, second in values], is_share)
    return Difference(label, fmean(a for a, _ in values), fmean(b for _, b in values), error, len(values))


def error_of(values: list[float], is_share: bool) -> float:
    """Half the 95 % interval of the mean of differences; without end if there is one value only.

    That of shares is drawn as if two seeds more had been played, one that changed wholly each way:
    a few seeds that all changed alike, or not at all, prove little.
    """
    if len(values) < 2:
        return inf
    drawn = [*values, 1.0, -1.0] if is_share else values
    return student(len(drawn) - 1) * stdev(drawn) / sqrt(len(drawn))

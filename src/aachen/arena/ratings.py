"""Ratings of contestants by the Plackett-Luce model of finishing orders.

For two sides it is Bradley and Terry's, and the numbers are Elo points.
They are found by Hunter's minorisation and maximisation.
Their intervals come from Rubin's bootstrap: whole blocks count now more, now less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from math import exp, factorial, isfinite, log, log10, prod

from aachen.core.luck import Luck, SeededLuck

POINTS = 400  # ten to one
STEPS = 10_000
CLOSE = 1e-7
DRAWN = 400  # times that the blocks are weighed again
FINE = 1000  # different weights: the quantiles of the exponential distribution
SEED = 814
MOST_ORDERS = 120  # of those who share places; if there are more, one and its reverse stand for all

NUMBERS = list(range(FINE))
WEIGHTS = [-log(1 - (at + 0.5) / FINE) for at in NUMBERS]

Stage = tuple[int, tuple[int, ...]]  # who came first, of whom
Stages = Mapping[Stage, float]  # and how often


@dataclass(frozen=True, slots=True)
class Rating:
    """Points above or below the average of all, and the interval around them."""

    points: float
    low: float
    high: float

    def as_dict(self) -> dict[str, object]:
        """As plain data; a bound that nobody knows is null."""
        data = {"points": self.points, "low": self.low, "high": self.high}
        return {key: round(value, 2) if isfinite(value) else None for key, value in data.items()}


def stages_of(members: list[int], places: list[int]) -> Stages:
    """A finishing order as a row of choices: who came first of all, who of the rest, and so on.

    Those who share a place came in every order, each a little.
    """
    groups = [
        [member for member, own in zip(members, places, strict=True) if own == place]
        for place in sorted(set(places))
    ]
    stages: dict[Stage, float] = defaultdict(float)
    number = prod(factorial(len(group)) for group in groups)
    ways: Iterable[tuple[tuple[int, ...], ...]] = product(*(permutations(group) for group in groups))
    if number > MOST_ORDERS:
        ways, number = (
            [tuple(tuple(group) for group in groups), tuple(tuple(group[::-1]) for group in groups)],
            2,
        )
    for way in ways:
        order = [member for group in way for member in group]
        for at in range(len(order) - 1):
            if len(set(order[at:])) > 1:
                stages[order[at], tuple(sorted(order[at:]))] += 1 / number
    return stages


def rate(blocks: list[Stages], contestants: int) -> list[Rating]:
    """Everybody's rating from the finishing orders of all blocks.

    Everybody is taken to have won one game more against everybody else, and lost one,
    so that nobody's rating is without end.
    """
    pairs: list[Stages] = [
        {(one, (min(one, other), max(one, other))): 1.0} for one, other in permutations(range(contestants), 2)
    ]
    pieces = [*blocks, *pairs]
    points = fit(together(pieces, [1.0] * len(pieces)), contestants)
    luck = SeededLuck(SEED)
    drawn = [fit(together(pieces, weights(len(pieces), luck)), contestants, points) for _ in range(DRAWN)]
    ratings = []
    for each in range(contestants):
        others = sorted(sample[each] for sample in drawn)
        low, high = others[DRAWN // 40], others[-1 - DRAWN // 40]
        ratings.append(Rating(points[each], min(low, points[each]), max(high, points[each])))
    return ratings


def together(pieces: Iterable[Stages], weights: Iterable[float]) -> Stages:
    """The choices of all of them, each piece as often as it weighs."""
    whole: dict[Stage, float] = defaultdict(float)
    for piece, weight in zip(pieces, weights):
        for stage, number in piece.items():
            whole[stage] += number * weight
    return whole


def weights(number: int, luck: Luck) -> list[float]:
    """So many weights of one in the middle."""
    return [WEIGHTS[luck.pick("weight", NUMBERS)] for _ in range(number)]


def fit(stages: Stages, contestants: int, guess: list[float] | None = None) -> list[float]:
    """The ratings under which these choices are likeliest. Everybody must have won and lost something."""
    first = [0.0] * contestants
    of: dict[tuple[int, ...], float] = defaultdict(float)
    for (winner, among), number in stages.items():
        first[winner] += number
        of[among] += number
    strengths = [exp(each * log(10) / POINTS) for each in guess] if guess else [1.0] * contestants
    for _ in range(STEPS):
        former, strengths = strengths, _better(strengths, first, of)
        if max(abs(log(new / old)) for new, old in zip(strengths, former)) < CLOSE:
            break
    return [POINTS * log10(strength) for strength in strengths]


def _better(strengths: list[float], first: list[float], of: Mapping[tuple[int, ...], float]) -> list[float]:
    """One step of Hunter's: how often somebody was chosen, over how often that was to be expected."""
    chances = [0.0] * len(strengths)
    for among, number in of.items():
        share = number / sum(strengths[each] for each in among)
        for each in among:
            chances[each] += share
    raw = [won / chance for won, chance in zip(first, chances, strict=True)]
    middle = prod(each ** (1 / len(raw)) for each in raw)
    return [each / middle for each in raw]


def cycles(beats: Mapping[int, set[int]]) -> list[list[int]]:
    """Groups in which everybody beats somebody who, in the end, beats them: a rating cannot show that."""
    everybody = set(beats) | {loser for losers in beats.values() for loser in losers}
    reach = {each: _reached(each, beats) for each in everybody}
    groups: list[list[int]] = []
    for each in sorted(everybody):
        group = sorted(other for other in reach[each] if each in reach[other])
        if group and group not in groups:
            groups.append(group)
    return groups


def _reached(start: int, beats: Mapping[int, set[int]]) -> set[int]:
    """Whom one beats, directly or through others."""
    reached: set[int] = set()
    ahead = list(beats.get(start, ()))
    while ahead:
        each = ahead.pop()
        if each not in reached:
            reached.add(each)
            ahead += beats.get(each, ())
    return reached

"""From slices to figures: rates, medians, ratios and verdicts. No input or output here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import comb
from statistics import quantiles

from roster import Target

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Figure:
    """A median and the quartiles around it: half of the rounds lie between `low` and `high`.

    `sure` is an interval for the median itself, at 95 percent or as near as so few rounds allow.
    """

    middle: float
    low: float
    high: float
    sure: tuple[float, float]

    @property
    def spread(self) -> float:
        """The width of that middle half as a share of the median."""
        return (self.high - self.low) / self.middle


@dataclass
class Score:
    """What one entry did: its rate in each round that it finished, and the shape of its games."""

    rates: dict[int, float] = field(default_factory=dict)
    count: int = 0
    games: int = 0
    listed: int = 0

    def add(self, round_number: int, answer: dict[str, float]) -> None:
        self.rates[round_number] = answer["count"] / answer["cpu"]
        self.count += int(answer["count"])
        self.games += int(answer.get("games", 0))
        self.listed += int(answer.get("listed", 0))

    @property
    def per_game(self) -> float | None:
        return self.count / self.games if self.games else None

    @property
    def per_listing(self) -> float | None:
        """Mean number of offers at a decision."""
        return self.listed / self.count if self.listed else None


@dataclass(frozen=True)
class Verdict:
    target: Target
    figure: Figure | None
    words: str
    reached: bool | None


def summarise(values: Iterable[float]) -> Figure:
    known = sorted(values)
    if len(known) == 1:
        return Figure(known[0], known[0], known[0], (known[0], known[0]))
    low, middle, high = quantiles(known, n=4, method="inclusive")
    return Figure(middle, low, high, sure_of_median(known))


def sure_of_median(ordered: list[float]) -> tuple[float, float]:
    """The order statistics between which the median lies with 95 percent; the outermost if there are few."""
    number, cut, outside = len(ordered), 0, 2 / 2 ** len(ordered)
    while 2 * (cut + 1) < number:
        outside += 2 * comb(number, cut + 1) / 2**number
        if outside > 1 - CONFIDENCE:
            break
        cut += 1
    return ordered[cut], ordered[-1 - cut]


def ratio(ours: Score, theirs: Score) -> Figure | None:
    """Divided round by round, so that a slow minute of the machine falls on both."""
    shared = ours.rates.keys() & theirs.rates.keys()
    if not shared:
        return None
    return summarise(ours.rates[number] / theirs.rates[number] for number in shared)


def compare(target: Target, scores: dict[str, Score]) -> Verdict:
    """Whether the median reaches what the target asks."""
    figure = measured(target, scores)
    if figure is None:
        return Verdict(target, None, "not measured", None)
    return Verdict(target, figure, in_words(target, figure.middle), figure.middle >= target.must)


def measured(target: Target, scores: dict[str, Score]) -> Figure | None:
    ours = scores.get(target.ours)
    if ours is None:
        return None
    if target.theirs is None:
        return summarise(ours.rates.values())
    theirs = scores.get(target.theirs)
    return ratio(ours, theirs) if theirs else None


def in_words(target: Target, value: float) -> str:
    if value < target.must:
        return f"missed by {shortfall(value, target.must)}"
    if target.aim is None:
        return "reached"
    if value < target.aim:
        return f"reached, {shortfall(value, target.aim)} under aim"
    return "aim reached"


def shortfall(value: float, wanted: float) -> str:
    return f"{1 - value / wanted:.0%}"

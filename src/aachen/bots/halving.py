"""Sequential halving: a few plans are tried in the same worlds, and the worse half is dropped twice on the way.

Plans of one choice mostly differ by less than luck does.
In the same world and under the same luck they differ by little else, so fewer rounds tell them apart than in a tree.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.budget import Budget
from aachen.bots.plan import Plan
from aachen.bots.quick_luck import QuickLuck
from aachen.core.luck import Luck

STAGES: Final = 3  # each with half the plans of the one before, and a third of the worlds
LEAST: Final = 2  # plans that stay until the end
SURE: Final = 2.8  # a plan so many standard errors behind the best one is dropped at once …
SURE_FROM: Final = 8  # … from this number of worlds on
LEAST_SPREAD: Final = 0.02  # plans that never differ may differ by so much in the next world


class HalvingGame:
    """What sequential halving needs to know of a choice."""

    def plans(self, luck: QuickLuck) -> list[Plan]:
        """The plans that are worth trying, the planner's best first."""
        raise NotImplementedError

    def begin_world(self, stream: int) -> None:
        """Deal what the seat cannot see; all plans are tried in this world next."""
        raise NotImplementedError

    def value(self, plan: Plan, stream: int) -> float:
        """The seat's chance after following the plan in the world that was begun, under the luck of this stream."""
        raise NotImplementedError

    def prior(self) -> float:
        """How much the planner's estimate counts beside the mean of all rounds."""
        return 0.0

    def most_worlds(self) -> int:
        """More worlds than these change nothing."""
        return 64


class Halving:
    """The plans of one choice of one seat, tried in common worlds."""

    def __init__(self, game: HalvingGame, luck: Luck) -> None:
        self.game = game
        self.rounds = 0
        self._first = luck.pick("stream", list(range(1 << 16))) << 14  # the first of our streams of chance
        self._plans = game.plans(QuickLuck(self._first + (1 << 13)))
        self._values: list[list[float]] = [[] for _ in self._plans]  # by plan and world
        self._live = list(range(len(self._plans)))

    def run(self, budget: Budget) -> None:
        """Try plans until the budget is spent or the others have fallen clearly behind."""
        most = self.game.most_worlds()
        for world in range(most):
            share = max(world / most, budget.share(self.rounds))
            self._live = self._best(self._live)[: max(LEAST, self._size(share))]
            self._drop_beaten(world)
            if len(self._live) == 1:
                return
            stream = self._first + world
            self.game.begin_world(stream)
            for index in self._live:
                if budget.is_spent(self.rounds):
                    return
                self._values[index].append(self.game.value(self._plans[index], stream))
                self.rounds += 1

    def plans(self) -> list[Plan]:
        """The plans that were tried, the choice first, with the chances that were found."""
        if self.rounds == 0:
            return self._plans
        first = self._best(self._live)
        rest = [index for index in range(len(self._plans)) if index not in first and self._values[index]]
        order = first + self._best(rest)
        shift = self._shift()
        chances = [self._chance(index, shift) for index in order]
        for at in range(1, len(order)):  # what was dropped early is not told to be better than what stayed
            chances[at] = min(chances[at], chances[at - 1])
        return [Plan(self._plans[index].codes, chances[at]) for at, index in enumerate(order)]

    def _drop_beaten(self, worlds: int) -> None:
        """Without what is behind the best by many times the error of the difference."""
        if worlds < SURE_FROM:
            return
        best = self._live[0]
        self._live = [
            index for index in self._live if index == best or not self._is_beaten(index, best, worlds)
        ]

    def _is_beaten(self, index: int, best: int, worlds: int) -> bool:
        ahead = self._score(best, worlds) - self._score(index, worlds)
        if ahead <= 0.0:
            return False
        gaps = [self._values[best][world] - self._values[index][world] for world in range(worlds)]
        mean = mean_of(gaps, worlds)
        spread = LEAST_SPREAD * LEAST_SPREAD
        for gap in gaps:
            spread += (gap - mean) * (gap - mean)
        return ahead * ahead > SURE * SURE * spread / (worlds * (worlds - 1))

    def _size(self, share: float) -> int:
        """How many plans are still tried once this share of the budget is used up."""
        size, used, whole = len(self._plans), 0.0, 0.0
        sizes: list[int] = []
        for _ in range(STAGES):
            sizes.append(size)
            whole += size
            size = max(LEAST, (size + 1) // 2)
        for size in sizes:
            used += size / whole
            if share < used:
                return size
        return sizes[-1]

    def _best(self, among: list[int]) -> list[int]:
        """These plans, the best first, by the worlds in which all of them were tried."""
        worlds = min([len(self._values[index]) for index in among], default=0)
        scores = [self._score(index, worlds) for index in among]
        order = sorted(range(len(among)), key=lambda at: -scores[at])
        return [among[at] for at in order]

    def _score(self, index: int, worlds: int) -> float:
        found = mean_of(self._values[index], worlds)
        return found + self.game.prior() * self._plans[index].chance

    def _shift(self) -> float:
        """By how much the planner promises less than was found, on the mean of the plans that stayed."""
        total = 0.0
        for index in self._live:
            total += self._mean(index) - self._plans[index].chance
        return total / len(self._live)

    def _chance(self, index: int, shift: float) -> float:
        """What was found, and the planner's estimate in the same scale."""
        prior = self.game.prior()
        return min(
            1.0, max(0.0, (self._mean(index) + prior * (self._plans[index].chance + shift)) / (1.0 + prior))
        )

    def _mean(self, index: int) -> float:
        """The mean of the plan's rounds; what it missed is taken from the plans that stayed."""
        own = self._values[index]
        if not own:
            return self._plans[index].chance
        best = self._live[0]
        common = min(len(own), len(self._values[best]))
        if index == best or common == 0:
            return mean_of(own, len(own))
        others = self._values[best]
        return mean_of(others, len(others)) + mean_of(own, common) - mean_of(others, common)


def mean_of(numbers: list[float], count: int) -> float:
    """The mean of the first so many; 0 of none. (The compiled `sum` takes a difference of two sums for an int.)"""
    total = 0.0
    for at in range(count):
        total += numbers[at]
    return total / count if count else 0.0

"""Samples positions of one game for training: the features of each side, and what each side won in the end."""

from __future__ import annotations

from array import array
from itertools import chain

from aachen.bots.weight_set import WeightSet
from aachen.core.contract import Position
from aachen.core.luck import Luck

FIFTHS = 5  # parts of a game for which losses are told apart


class GameSamples:
    """The samples of one game for one weight set, small enough to be sent from process to process."""

    def __init__(
        self, rows: list[list[list[float]]], shares: list[float], fifths: list[int] | None = None
    ) -> None:
        self.fifths = fifths or [0] * len(rows)  # in which fifth of the game each sample was taken
        self.sides = [len(sample) for sample in rows]  # how many rows each sample has
        self.cells = array("f", chain.from_iterable(chain.from_iterable(rows)))
        self.shares = shares  # by side: what it won

    @property
    def is_useful(self) -> bool:
        """Whether anybody won the game; otherwise it says nothing about who is ahead."""
        return sum(self.shares) > 0.0


class Sampler:
    """Reservoir sampling of one game for one weight set: at most so many positions, each of them equally likely."""

    def __init__(self, weight_set: WeightSet, most: int, luck: Luck) -> None:
        self.weight_set = weight_set
        self.most = most
        self.luck = luck
        self.seen = 0
        self.kept: list[list[list[float]]] = []
        self.numbers: list[int] = []  # of the kept positions, among those that were seen

    def look(self, pos: Position) -> None:
        """Add this position, perhaps in the place of another."""
        if not self.weight_set.is_sample(pos):
            return
        self.seen += 1
        if len(self.kept) < self.most:
            self.kept.append(self._rows(pos))
            self.numbers.append(self.seen - 1)
            return
        place = self.luck.pick("moment", list(range(self.seen)))
        if place < self.most:
            self.kept[place] = self._rows(pos)
            self.numbers[place] = self.seen - 1

    def _rows(self, pos: Position) -> list[list[float]]:
        """The features of each side, then its covariates."""
        rows = self.weight_set.rows(pos)
        if not self.weight_set.covariate_count:
            return rows
        return [row + more for row, more in zip(rows, self.weight_set.covariates(pos), strict=True)]

    def close(self, pos: Position) -> GameSamples:
        """The samples of the game, which has ended in this position."""
        fifths = [FIFTHS * number // self.seen for number in self.numbers]
        return GameSamples(self.kept, self.weight_set.targets(pos), fifths)

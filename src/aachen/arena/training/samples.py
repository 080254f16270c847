"""Training data: rows of features, one for each side of a sampled position, and the share of the game each side won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aachen.arena.training.sampling import GameSamples

Floats = NDArray[np.float64]


class Samples:
    """Sampled positions as matrices; the rows of a position follow each other."""

    def __init__(
        self,
        sides: Sequence[int],
        shares: Iterable[float],
        rows: NDArray[np.floating],
        fifths: Sequence[int] = (),
    ) -> None:
        self.fifths = np.asarray(fifths or [0] * len(sides), dtype=np.int64)  # of the game, by sample
        self.sides = np.asarray(sides, dtype=np.int64)  # how many rows each sample has
        self.shares: Floats = np.fromiter(shares, np.float64)
        self.rows: Floats = np.asarray(rows, dtype=np.float64)

    def __len__(self) -> int:
        return len(self.sides)

    def part(self, wanted: NDArray[np.bool_]) -> Samples:
        """Only these samples."""
        rows = self.spread(wanted)
        return Samples(
            self.sides[wanted].tolist(), self.shares[rows], self.rows[rows], self.fifths[wanted].tolist()
        )

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The first row of each sample."""
        return np.cumsum(self.sides) - self.sides

    def sums(self, numbers: Floats) -> Floats:
        """The sum of the rows' numbers over each sample."""
        return np.add.reduceat(numbers, self.starts) if len(self) else numbers

    def spread(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """A sample's number for each of its rows."""
        return np.repeat(numbers, self.sides, axis=0)

    def softmax(self, weights: Floats) -> tuple[Floats, Floats]:
        """By row: each side's chance to win, and its logarithm."""
        scores = self.rows @ weights
        if not len(self):
            return scores, scores
        scores -= self.spread(np.maximum.reduceat(scores, self.starts))
        logs = scores - self.spread(np.log(self.sums(np.exp(scores))))
        return np.exp(logs), logs


def join(games: Iterable[GameSamples], width: int) -> Samples:
    """The samples of all games that somebody won; a row has so many numbers."""
    useful = [game for game in games if game.is_useful]
    sides = [number for game in useful for number in game.sides]
    shares = [share for game in useful for _ in game.sides for share in game.shares]
    cells = [np.frombuffer(game.cells, np.float32) for game in useful]
    flat = np.concatenate(cells) if cells else np.zeros(0, np.float32)
    fifths = [fifth for game in useful for fifth in game.fifths]
    return Samples(sides, shares, flat.reshape(-1, width), fifths)

"""Moments of games to learn from: what each side had in them, and what it won in the end.

A moment is a few rows, one for each side. They are kept twice, by row and by feature in long columns:
so both a worth and a slope are one sum of products in C, which makes learning fast without any library.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain
from operator import mul

from aachen.bots.lesson import Lesson
from aachen.core.contract import Position
from aachen.core.luck import Luck


class Moments:
    """Many moments, all with the same features; numbers of circumstances come after them."""

    def __init__(self, features: int) -> None:
        self.columns: list[array[float]] = [array("f") for _ in range(features)]
        self.rows: list[array[float]] = []
        self.sides: list[int] = []  # how many rows each moment has
        self.shares = array("d")  # by row: what the side won

    def __len__(self) -> int:
        return len(self.sides)

    def add(self, sides: list[int], shares: Iterable[float], cells: Iterable[float]) -> None:
        """More moments: their numbers of sides, and row by row the shares and all the features."""
        flat = array("f", cells)
        self.sides.extend(sides)
        self.shares.extend(shares)
        features = len(self.columns)
        self.rows.extend(flat[at : at + features] for at in range(0, len(flat), features))
        for at, column in enumerate(self.columns):
            column.extend(flat[at::features])

    def extend(self, other: Moments) -> None:
        """All moments of another collection."""
        self.sides.extend(other.sides)
        self.shares.extend(other.shares)
        self.rows.extend(other.rows)
        for column, more in zip(self.columns, other.columns, strict=True):
            column.extend(more)

    def worths(self, weights: list[float]) -> list[float]:
        """The worth of every side in every moment."""
        return [sum(map(mul, weights, row)) for row in self.rows]

    def sample(self, number: int) -> Moments:
        """About so many of the moments, evenly spread; all of them if there are not more."""
        every = max(1, len(self) // number)
        if every == 1:
            return self
        some = Moments(len(self.columns))
        at = 0
        for moment, sides in enumerate(self.sides):
            if moment % every == 0:
                some.add(
                    [sides], self.shares[at : at + sides], chain.from_iterable(self.rows[at : at + sides])
                )
            at += sides
        return some


class GameMoments:
    """The moments of one game for one lesson, small enough to be sent from process to process."""

    def __init__(self, rows: list[list[list[float]]], won: list[float]) -> None:
        self.sides = [len(moment) for moment in rows]
        self.cells = array("f", chain.from_iterable(chain.from_iterable(rows)))
        self.won = won  # by side

    def add_to(self, moments: Moments) -> None:
        """All of them with what came of them; a game that nobody won teaches nothing."""
        if sum(self.won) > 0.0:
            moments.add(self.sides, chain.from_iterable(self.won for _ in self.sides), self.cells)


class Notebook:
    """Notes the moments of one game for one lesson: at most so many, any of them equally likely."""

    def __init__(self, lesson: Lesson, most: int, luck: Luck) -> None:
        self.lesson = lesson
        self.most = most
        self.luck = luck
        self.seen = 0
        self.kept: list[list[list[float]]] = []

    def look(self, pos: Position) -> None:
        """Note this moment, perhaps in the place of another."""
        if not self.lesson.is_moment(pos):
            return
        self.seen += 1
        if len(self.kept) < self.most:
            self.kept.append(self._rows(pos))
            return
        place = self.luck.pick("moment", list(range(self.seen)))
        if place < self.most:
            self.kept[place] = self._rows(pos)

    def _rows(self, pos: Position) -> list[list[float]]:
        """The features of each side, then its circumstances."""
        rows = self.lesson.rows(pos)
        if not self.lesson.apart:
            return rows
        return [row + more for row, more in zip(rows, self.lesson.circumstances(pos), strict=True)]

    def close(self, pos: Position) -> GameMoments:
        """The game is over."""
        return GameMoments(self.kept, self.lesson.shares(pos))

"""How a turn begins (CM3.1): which of its paladins go to court, and what is worth trying of that.

Clans do not depend on each other there: what a number of one clan changes is counted once,
and every beginning adds up what its clans change.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.features import MOST_NEED, Score
from aachen.bots.carolus.ring_features import RingFeatures
from aachen.bots.weight_set import softmax
from aachen.games.carolus.for_bots import CLANS, COURT, NOBODY, PUTTING, Position, put_paladin

MIXED_WIDTH: Final = 4  # whoever follows up fewer beginnings is in a hurry


class Opening:
    """A beginning of a turn: so many of each clan at court, and the table then."""

    def __init__(self, number: list[int], table: Position, like: RingFeatures | None) -> None:
        self.number = number
        self.table = table
        self.features = RingFeatures(table, like)


class _Draft:
    """A beginning that was only counted: how many paladins it leaves, who holds which emblem, and its chance."""

    def __init__(self, number: list[int], left: int, emblems: int, chance: float) -> None:
        self.number = number
        self.left = left
        self.emblems = emblems
        self.chance = chance


def best_openings(pos: Position, seat: int, weights: list[float], width: int) -> list[Opening]:
    """The best ways to fill the court with any part of the turn's paladins, none of them too."""
    if pos.phase != PUTTING:
        return [Opening([0] * CLANS, pos, None)]
    return Openings(pos, seat, weights).best(width)


class Openings:
    """All ways to fill the court of one seat in its turn."""

    def __init__(self, pos: Position, seat: int, weights: list[float]) -> None:
        self.pos = pos
        self.seat = seat
        self.side = pos.empire.side_of[seat]
        self.sides = pos.empire.sides
        self.weights = weights
        self.features = RingFeatures(pos)
        self.most: list[int] = []  # of each clan that can go to court
        self.worths: list[
            list[float]
        ] = []  # by clan: what each side has, one number of paladins after the other
        self.holders: list[list[int]] = []  # by clan: who holds its emblem then
        self.drafts: list[_Draft] = []
        self._rings: dict[int, RingFeatures] = {}  # by who holds which emblem
        self._scores: dict[int, list[float]] = {}  # what each side has on the ring, by the same
        self._turns: dict[
            int, list[float]
        ] = {}  # and of the turn, by the paladins left for its own clans too
        for clan in range(CLANS):
            self._count_clan(clan)

    def best(self, width: int) -> list[Opening]:
        """So many, the best first; if they are more than a few, with some of every number at court."""
        self._list(0, [0] * CLANS, self.pos.count)
        self.drafts.sort(key=_by_chance)
        chosen = self._mixed(width) if width >= MIXED_WIDTH else self.drafts[:width]
        return [
            Opening(draft.number, self._table(draft.number), self._rings[draft.emblems]) for draft in chosen
        ]

    def _count_clan(self, clan: int) -> None:
        """What each number of the clan at court makes of its emblem, the courts and the reserves."""
        pos = self.pos
        most = min(pos.count, pos.reserve[self.seat * CLANS + clan])
        table = pos.copy() if most > 0 else pos
        features = RingFeatures(table, self.features)
        features.clan_side = self.features.clan_side[:]
        worths: list[float] = []
        holders: list[int] = []
        for number in range(most + 1):
            if number > 0:
                put_paladin(table, self.seat, clan, COURT, None)
            holder = table.holder[clan]
            features.clan_side[clan] = NOBODY if holder == NOBODY else pos.empire.side_of[holder]
            scores = [Score(self.weights) for _ in range(self.sides)]
            features.count_clan(scores, clan, self.seat)
            for score in scores:
                worths.append(score.total)
            holders.append(holder)
        self.most.append(most)
        self.worths.append(worths)
        self.holders.append(holders)

    def _list(self, clan: int, number: list[int], left: int) -> None:
        """Any number of this clan and of those after it."""
        if clan == CLANS:
            self.drafts.append(self._draft(number[:], left))
            return
        most = self.most[clan] if self.most[clan] < left else left
        for count in range(most + 1):
            number[clan] = count
            self._list(clan + 1, number, left - count)
        number[clan] = 0

    def _draft(self, number: list[int], left: int) -> _Draft:
        """One beginning with its chance; the ring looks different only if emblems have changed hands."""
        emblems = 0
        for clan in range(CLANS):
            emblems = emblems * 8 + self.holders[clan][number[clan]] + 1
        if emblems not in self._rings:
            self._rings[emblems] = RingFeatures(self._table(number))
            self._scores[emblems] = self._rings[emblems].ring(self.weights)
        ring, turn = self._scores[emblems], self._turn(number, left, emblems)
        totals: list[float] = []
        for side in range(self.sides):
            total = ring[side] + turn[side]
            for clan in range(CLANS):
                total += self.worths[clan][number[clan] * self.sides + side]
            totals.append(total)
        return _Draft(number, left, emblems, softmax(totals)[self.side])

    def _turn(self, number: list[int], left: int, emblems: int) -> list[float]:
        """What each side has of the turn: that depends on the own side's paladins that are left, too."""
        features, friends = self._rings[emblems], 0
        for clan in range(CLANS):
            if features.clan_side[clan] == self.side:
                friends += self.pos.reserve[self.seat * CLANS + clan] - number[clan]
        key = emblems * (MOST_NEED + 1) + min(friends, left, MOST_NEED)
        if key not in self._turns:
            self._turns[key] = RingFeatures(self._table(number), features).turn(self.weights)
        return self._turns[key]

    def _table(self, number: list[int]) -> Position:
        """The table with so many of each clan at court."""
        table = self.pos.copy()
        for clan in range(CLANS):
            for _ in range(number[clan]):
                put_paladin(table, self.seat, clan, COURT, None)
        return table

    def _mixed(self, width: int) -> list[_Draft]:
        """The best with none, one, two … at court, then the best of the rest: so that no kind of turn is forgotten."""
        chosen: list[_Draft] = []
        rest: list[_Draft] = []
        sizes = 0  # mask of how many at court were met
        for draft in self.drafts:
            size = 1 << draft.left
            if sizes & size == 0:
                sizes |= size
                chosen.append(draft)
            else:
                rest.append(draft)
        return chosen + rest[: max(0, width - len(chosen))]


def _by_chance(draft: _Draft) -> float:
    return -draft.chance

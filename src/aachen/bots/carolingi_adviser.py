"""Advice for Carolingi: tries what is offered on copies of an imagined position and compares their values.

Nothing here asks luck: a tile is judged by what it does until it is done, not by what is drawn after it.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi_value import Outlook, Tally, public_worth, value
from aachen.core import contract
from aachen.games.carolingi.actions import DONE_CODE, EXTRA, KEEP_CODE, MARCH, PLACE
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.rules import battle, carrying_out, victory
from aachen.games.carolingi.terms import (
    BATTLE,
    NO_ACTION,
    PEACE,
    PLACING,
    SEASONS,
    STARVING,
    SWAPPING,
    TILES,
)

USE: Final = 0.3  # a tile that brings less is better kept for another season
SWAP: Final = 1.0  # a swap comes once a year: it has to bring more than this
SECOND: Final = 0.5  # what the second tile of a kind brings, compared with the first
LARGE_GROUP: Final = 4  # groups above this size march only as a whole
NO_LOSS: Final = 1e-9
FORFEITED: Final = -1000.0  # Peace without three points only goes back to the inactive tiles (5.8)


class CarolingiAdviser:
    """One step ahead for tiles, one tile ahead for the Scriptorium."""

    def advise(self, position: contract.Position, seat: int) -> int:
        """The best offer for the seat, as far as this adviser can see."""
        assert isinstance(position, Position)
        if position.phase == STARVING:
            return _expel(position, seat)
        judge = _Judge(position, seat)
        if position.phase == PLACING:
            return _place(position, seat, judge)
        if position.phase == SWAPPING:
            return _swap(position, seat, judge)
        return judge.best_step(position)[0]


class _Judge:
    """Compares positions with the eyes of one seat."""

    def __init__(self, pos: Position, seat: int) -> None:
        self.seat = seat
        self.outlook = Outlook(pos, seat)

    def value(self, pos: Position) -> float:
        """What the position is worth to the seat."""
        return value(pos, self.seat, self.outlook)

    def best_step(self, pos: Position) -> tuple[int, Position, float, bool]:
        """The best next part of the tile at work: its code, where it leads, its value, whether the tile is used up.

        Stopping is a step too, and the best one unless another improves the position.
        """
        best = (DONE_CODE, pos, self.value(pos), True)
        for code in _worth_trying(pos):
            after = pos.copy()
            is_over = carrying_out.play(after, self.seat, code, None)
            if pos.realm.actions.kind[code] == EXTRA and not is_over:  # judge an extra tile by all it does
                now = self.finish(after)[1]
            else:
                now = self.value(self.with_trophy(after))
            if now > best[2] + NO_LOSS:
                best = (code, after, now, is_over)
        return best

    def with_trophy(self, pos: Position) -> Position:
        """A victory is judged with the trophy that can be claimed for it (5.5)."""
        if pos.tile != BATTLE or not battle.can_claim_trophy(pos, self.seat):
            return pos
        glorious = pos.copy()
        battle.claim_trophy(glorious, self.seat, None)
        return glorious

    def finish(self, pos: Position) -> tuple[Position, float]:
        """Carry the tile at work out, best step by best step; where that leads and its value."""
        while True:
            _, pos, now, is_over = self.best_step(pos)
            if is_over:
                return pos, now

    def drawn(self, pos: Position, tile: int) -> tuple[Position, float]:
        """What would come of the tile if it were drawn now."""
        after = pos.copy()
        if not carrying_out.begin(after, self.seat, tile, None):
            return pos, self.value(pos)
        return self.finish(after)


def _worth_trying(pos: Position) -> list[int]:
    """The offers besides stopping; of the large groups only those that take everybody along."""
    kind, x, n = pos.realm.actions.kind, pos.realm.actions.x, pos.realm.actions.n
    return [
        code
        for code in pos.pending
        if code != DONE_CODE
        and (kind[code] != MARCH or n[code] <= LARGE_GROUP or n[code] == pos.ready[x[code]])
    ]


# 3.1


def _place(pos: Position, seat: int, judge: _Judge) -> int:
    """Peace if it would win; otherwise the two tiles that bring most, each of them in either order."""
    offers = pos.offers(seat)
    x, y = pos.realm.actions.x, pos.realm.actions.y
    if _could_make_peace(pos, seat, judge):
        return pos.realm.actions.code(PLACE, PEACE, NO_ACTION)
    base = judge.value(pos)
    first = {tile: judge.drawn(pos, tile) for tile in range(PEACE) if pos.hand[seat * TILES + tile]}
    return max(offers, key=lambda code: _pair(judge, first, base, x[code], y[code]))


def _could_make_peace(pos: Position, seat: int, judge: _Judge) -> bool:
    """Whether Peace, drawn now, would show three points after its extra tile (5.8)."""
    if not pos.hand[seat * TILES + PEACE] or not pos.hand[seat * TILES + NO_ACTION]:
        return False
    return victory.may_end_by_peace(judge.drawn(pos, PEACE)[0], seat)


def _pair(
    judge: _Judge, first: dict[int, tuple[Position, float]], base: float, one: int, other: int
) -> float:
    """What two tiles bring together; which of them is drawn first nobody knows."""
    if one == PEACE:
        return FORFEITED
    if one == NO_ACTION:
        return 0.0
    if other == NO_ACTION:
        return first[one][1] - base - USE
    there = _after(judge, first, base, one, other)
    back = there if one == other else _after(judge, first, base, other, one)
    return (there + back) / 2 - base - 2 * USE


def _after(
    judge: _Judge, first: dict[int, tuple[Position, float]], base: float, one: int, other: int
) -> float:
    """The value when one tile has been drawn and then the other; a tile that brought nothing changed nothing."""
    before, reached = first[one]
    return first[other][1] if reached <= base else judge.drawn(before, other)[1]


# 3.3


def _swap(pos: Position, seat: int, judge: _Judge) -> int:
    """The swap that makes most of the seasons left this year, if it is worth the only one of the year."""
    base = judge.value(pos)
    at = seat * TILES
    gains = [
        judge.drawn(pos, tile)[1] - base if pos.hand[at + tile] or pos.spent[at + tile] else 0.0
        for tile in range(PEACE)
    ]
    x, y = pos.realm.actions.x, pos.realm.actions.y
    hand = pos.hand[at : at + PEACE]
    best, most = KEEP_CODE, _hand_value(hand, gains, pos.season) + SWAP
    for code in pos.offers(seat):
        if code == KEEP_CODE or x[code] == PEACE:
            continue
        after = hand[:]
        after[x[code]] -= 1
        after[y[code]] += 1
        now = _hand_value(after, gains, pos.season)
        if now > most + NO_LOSS:
            best, most = code, now
    return best


def _hand_value(hand: list[int], gains: list[float], season: int) -> float:
    """What the best tiles of a hand bring in the seasons that are left this year, two in each."""
    single = [gains[tile] for tile in range(PEACE) if hand[tile] > 0]
    again = [SECOND * gains[tile] for tile in range(PEACE) if hand[tile] > 1]
    places = 2 * (SEASONS - season)
    return sum(sorted(single + again, reverse=True)[:places])


# 4.2


def _expel(pos: Position, seat: int) -> int:
    """Siblings leave before one's own followers, the most dangerous sibling first."""
    outlook, tally = Outlook(pos, seat), Tally(pos)
    x = pos.realm.actions.x
    others = [code for code in pos.offers(seat) if x[code] != seat]
    if not others:
        return pos.offers(seat)[0]
    return max(others, key=lambda code: public_worth(pos, x[code], tally, outlook))

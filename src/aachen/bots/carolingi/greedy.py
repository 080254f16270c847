"""Advice for Carolingi: tries what is offered on copies of an imagined position and compares their values.

Nothing here asks luck: a tile is judged by what it does until it is done, not by what is drawn after it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from aachen.bots.carolingi.value import Outlook, Tally, public_worth, value
from aachen.core import contract
from aachen.games.carolingi.actions import DONE_CODE, EXTRA, HONOUR, KEEP_CODE, PLACE, SOLVE
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.rules import battle, carrying_out, founding, scenario_814, victory
from aachen.games.carolingi.state import OutOfGangsError
from aachen.games.carolingi.terms import (
    BATTLE,
    EQUIP,
    FOUNDING,
    MOVE,
    NO_ACTION,
    NOTHING,
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
LIKELY_PAIRS: Final = 9  # so many pairs of tiles are thought through
EQUIP_HELPS: Final = 2.0  # to the tile it lies with, when it is drawn first
NO_LOSS: Final = 1e-9
SHORT_LIST: Final = 14  # so many steps of a tile are worth a second look
FORFEITED: Final = -1000.0  # Peace without three points only goes back to the inactive tiles (5.8)


class CarolingiAdviser:
    """One step ahead for tiles, one tile ahead for the Scriptorium."""

    def advise(self, position: contract.Position, seat: int) -> int:
        """The best offer for the seat, as far as this adviser can see."""
        assert isinstance(position, Position)
        if position.phase == STARVING:
            return _expel(position, seat)
        judge = _Judge(position, seat)
        if position.phase == FOUNDING:
            return _found(position, seat, judge)
        if position.phase == PLACING:
            pair = _place(position, seat, judge)
            return _lay(position, seat, pair) if position.realm.variant.hourglass else pair
        if position.phase == SWAPPING:
            return _swap(position, seat, judge)
        return judge.steps(position)[0].code


class Step(NamedTuple):
    """One part of a tile: its code, where it leads, what that is worth, and whether the tile is then used up."""

    code: int
    after: Position
    value: float
    is_over: bool


class _Judge:
    """Compares positions with the eyes of one seat."""

    def __init__(self, pos: Position, seat: int) -> None:
        self.seat = seat
        self.outlook = Outlook(pos, seat)

    def value(self, pos: Position) -> float:
        """What the position is worth to the seat."""
        return value(pos, self.seat, self.outlook)

    def steps(self, pos: Position, dull: frozenset[int] = frozenset()) -> list[Step]:
        """The next parts of the tile at work, best first, without the dull ones.

        Stopping, where it is allowed, is one of them, and comes before everything that does not improve the position.
        """
        found = []
        if DONE_CODE in pos.pending:
            found.append(Step(DONE_CODE, pos, self.value(pos) + NO_LOSS, True))
        for code in _worth_trying(pos):
            if code not in dull:
                found.append(self.step(pos, code))
        found.sort(key=lambda step: -step.value)
        return found

    def step(self, pos: Position, code: int) -> Step:
        """One part of the tile at work; an extra tile is judged by all it does (5.8)."""
        after = pos.copy()
        try:
            is_over = carrying_out.play(after, self.seat, code, None)
        except OutOfGangsError:
            return self.failed(code, after)
        if pos.realm.actions.kind[code] == EXTRA and not is_over:
            return Step(code, after, self.finish(after).value, is_over)
        return Step(code, after, self.value(self.with_trophy(after)), is_over)

    def failed(self, code: int, after: Position) -> Step:
        """A part that ends Scenario 814 at once: the gangs are used up (C31)."""
        scenario_814.fail(after, None)
        return Step(code, after, self.value(after), True)

    def with_trophy(self, pos: Position) -> Position:
        """A victory is judged with the trophy that can be claimed for it (5.5)."""
        if pos.tile != BATTLE or not battle.can_claim_trophy(pos, self.seat):
            return pos
        glorious = pos.copy()
        battle.claim_trophy(glorious, self.seat, None)
        return glorious

    def finish(self, pos: Position) -> Step:
        """Carry the tile at work out, best step by best step; the last of them.

        What is not among the best few at first is not looked at again: a long march would take too long.
        """
        dull: frozenset[int] = frozenset()
        while True:
            found = self.steps(pos, dull)
            if found[0].is_over:
                return found[0]
            dull |= {step.code for step in found[SHORT_LIST:]}
            pos = found[0].after

    def drawn(self, pos: Position, tile: int) -> Step:
        """What would come of the tile if it were drawn now."""
        after = pos.copy()
        if carrying_out.begin(after, self.seat, tile, None):
            return self.finish(after)
        return Step(DONE_CODE, pos, self.value(pos), True)


def _worth_trying(pos: Position) -> list[int]:
    """The offers besides stopping, without those that another is sure to beat or that are too many to try."""
    actions = pos.realm.actions
    codes = [code for code in pos.pending if code != DONE_CODE]
    solving = [code for code in codes if actions.kind[code] == SOLVE or actions.kind[code] == HONOUR]
    acting = [code for code in codes if code not in solving]
    if pos.tile == EQUIP:  # levies left unspent are lost
        most = max((actions.x[code] + actions.y[code] for code in acting), default=0)
        acting = [code for code in acting if actions.x[code] + actions.y[code] == most]
    elif pos.tile == MOVE:  # large groups march as a whole
        acting = [code for code in acting if actions.n[code] in (1, 2, 3, 4, pos.ready[actions.x[code]])]
    return acting + solving


# 6.1


def _found(pos: Position, seat: int, judge: _Judge) -> int:
    """The place for a follower that looks best once it stands there."""
    return max(pos.offers(seat), key=lambda code: _founded(pos, seat, judge, code))


def _founded(pos: Position, seat: int, judge: _Judge, code: int) -> float:
    after = pos.copy()
    try:
        founding.play(after, seat, code, None)
    except OutOfGangsError:
        scenario_814.fail(after, None)
    return judge.value(after)


# 3.1


def _place(pos: Position, seat: int, judge: _Judge) -> int:
    """Peace if it would win; otherwise the two tiles that bring most, drawn in either order."""
    pairs = _pairs(pos, seat)
    peace = pos.realm.actions.code(PLACE, PEACE, NO_ACTION)
    if peace in pairs and _could_make_peace(pos, seat, judge):
        return peace
    x, y = pos.realm.actions.x, pos.realm.actions.y
    base = judge.value(pos)
    first = {tile: judge.drawn(pos, tile) for tile in range(PEACE) if pos.hand[seat * TILES + tile]}
    gains = {tile: step.value - base for tile, step in first.items()}
    gains.update({NO_ACTION: 0.0, PEACE: FORFEITED})
    if EQUIP in gains:
        gains[EQUIP] += EQUIP_HELPS
    offers = sorted(pairs, key=lambda code: -gains[x[code]] - gains[y[code]])
    return max(offers[:LIKELY_PAIRS], key=lambda code: _pair(judge, first, base, x[code], y[code]))


def _pairs(pos: Position, seat: int) -> list[int]:
    """All pairs of tiles the seat could lay; under the hourglass with the one that lies there already (8)."""
    x, y = pos.realm.actions.x, pos.realm.actions.y
    laid = pos.laid[seat]
    pairs = pos.realm.places(pos.hand[seat * TILES : seat * TILES + TILES])
    return [code for code in pairs if laid == NOTHING or laid == x[code] or laid == y[code]]


def _lay(pos: Position, seat: int, pair: int) -> int:
    """The next tile of a pair; No-action before Peace, which must not lie alone when the sand runs out (C20)."""
    first, second = pos.realm.actions.x[pair], pos.realm.actions.y[pair]
    if pos.laid[seat] == first or (pos.laid[seat] == NOTHING and first == PEACE):
        return pos.realm.lay_codes[second]
    return pos.realm.lay_codes[first]


def _could_make_peace(pos: Position, seat: int, judge: _Judge) -> bool:
    """Whether Peace, drawn now, would show three points after its extra tile (5.8)."""
    return victory.may_end_by_peace(judge.drawn(pos, PEACE).after, seat)


def _pair(judge: _Judge, first: dict[int, Step], base: float, one: int, other: int) -> float:
    """What two tiles bring together; which of them is drawn first nobody knows."""
    if one == PEACE:
        return FORFEITED
    if one == NO_ACTION:
        return 0.0
    if other == NO_ACTION:
        return first[one].value - base - USE
    there = _after(judge, first, base, one, other)
    back = there if one == other else _after(judge, first, base, other, one)
    return (there + back) / 2 - base - 2 * USE


def _after(judge: _Judge, first: dict[int, Step], base: float, one: int, other: int) -> float:
    """The value when one tile has been drawn and then the other; a tile that brought nothing changed nothing."""
    if first[one].value <= base + NO_LOSS:
        return first[other].value
    return judge.drawn(first[one].after, other).value


# 3.3


def _swap(pos: Position, seat: int, judge: _Judge) -> int:
    """The swap that makes most of the seasons left this year, if it is worth the only one of the year."""
    base = judge.value(pos)
    at = seat * TILES
    gains = [
        judge.drawn(pos, tile).value - base if pos.hand[at + tile] or pos.spent[at + tile] else 0.0
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

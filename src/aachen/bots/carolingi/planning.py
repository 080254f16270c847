"""What a seat of Carolingi might choose, best first: tiles to lay (3.1), swaps (3.3), places (6.1.2), the hungry (4.2)."""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi.evaluation import PEACE_IS_SURE, Evaluator
from aachen.bots.carolingi.tile_planner import NO_LOSS, PartialPlan, TilePlanner
from aachen.bots.plan import Plan
from aachen.games.carolingi.for_bots import (
    EQUIP,
    FOUNDING,
    KEEP_CODE,
    NO_ACTION,
    NOTHING,
    PEACE,
    PLACING,
    SEASONS,
    STARVING,
    SWAPPING,
    TILES,
    OutOfGangsError,
    Position,
    expel,
    fail_together,
    pairs_of_tiles,
    place_founder,
)

SECOND: Final = 0.5  # what the second tile of a kind brings, compared with the first
SWAP: Final = 0.004  # a swap comes once a year: it has to bring more than this
LATER: Final = 0.6  # a tile that can be used later this year brings about so much of what it brings now
EQUIP_HELPS: Final = 0.02  # to the tile it lies with, when it is drawn first
LIKELY_PAIRS: Final = 7  # so many pairs of tiles are thought through, in either order and after a sibling's
BEAM: Final = 3
UNSURE: Final = 0.98  # two gains may add up to more than a Peace that is sure


def steps(evaluator: Evaluator, pos: Position, seat: int) -> list[Plan]:
    """One step ahead: what is offered, by the chance right after it."""
    if pos.phase == PLACING:
        return _pairs_by_steps(evaluator, pos, seat)
    if pos.phase == SWAPPING:
        return _swaps(evaluator, pos, seat)
    if pos.phase == STARVING or pos.phase == FOUNDING:
        return _places(evaluator, pos, seat)
    found = TilePlanner(evaluator, seat).parts(PartialPlan([], pos, 0.0, False), set())
    return [Plan(part.codes, part.chance) for part in found]


def plans(evaluator: Evaluator, pos: Position, seat: int, most: int) -> list[Plan]:
    """Whole tiles, pairs in both orders."""
    if pos.phase == PLACING:
        return _pairs(evaluator, pos, seat)[:most]
    if pos.phase == SWAPPING:
        return _swaps(evaluator, pos, seat)[:most]
    if pos.phase == STARVING or pos.phase == FOUNDING:
        return _places(evaluator, pos, seat)[:most]
    found = TilePlanner(evaluator, seat).ways(PartialPlan([], pos, 0.0, False), BEAM, most)
    return [Plan(part.codes, part.chance) for part in found]


def most_promising(found: list[Plan]) -> list[Plan]:
    """The plans by the chance they give."""
    return sorted(found, key=_loss)


def _loss(plan: Plan) -> float:
    return -plan.chance


# 3.1


def pairs_offered(pos: Position, seat: int) -> list[int]:
    """All pairs of tiles the seat could lay; under the hourglass with the one that lies there already (8)."""
    x, y = pos.realm.actions.x, pos.realm.actions.y
    laid = pos.laid[seat]
    pairs = pairs_of_tiles(pos.realm.actions, pos.hand[seat * TILES : seat * TILES + TILES])
    return [code for code in pairs if laid == NOTHING or laid == x[code] or laid == y[code]]


def laying(pos: Position, seat: int, pair: int) -> int:
    """The code to play for a pair; under the hourglass its next tile.

    No-action comes before Peace, which must not lie alone when the sand runs out (C20).
    """
    if not pos.realm.variant.hourglass:
        return pair
    first, second = pos.realm.actions.x[pair], pos.realm.actions.y[pair]
    if pos.laid[seat] == first or (pos.laid[seat] == NOTHING and first == PEACE):
        return pos.realm.lay_codes[second]
    return pos.realm.lay_codes[first]


def _layings(pos: Position, seat: int, ordered: list[Plan]) -> list[Plan]:
    """What to play for the pairs, best first; under the hourglass no two begin with the same tile."""
    if not pos.realm.variant.hourglass:
        return ordered
    found: list[Plan] = []
    met: set[int] = set()
    for plan in ordered:
        code = laying(pos, seat, plan.codes[0])
        if code not in met:
            met.add(code)
            found.append(Plan([code], plan.chance))
    return found


def _pairs_by_steps(evaluator: Evaluator, pos: Position, seat: int) -> list[Plan]:
    """Pairs by what the first part of each tile would bring if it were drawn now."""
    base = evaluator.chance(pos, seat)
    tile_planner = TilePlanner(evaluator, seat)
    gains = [
        tile_planner.first(pos, tile) - base if pos.hand[seat * TILES + tile] else 0.0
        for tile in range(PEACE)
    ]
    gains += [_peace(tile_planner, pos) - base if pos.hand[seat * TILES + PEACE] else 0.0, 0.0]
    pairs = pairs_offered(pos, seat)
    x, y = pos.realm.actions.x, pos.realm.actions.y
    found: list[Plan] = []
    for pair in pairs:
        if x[pair] == PEACE:
            found.append(Plan([pair], base + gains[PEACE]))
            continue
        second = SECOND if x[pair] == y[pair] else 1.0
        found.append(Plan([pair], min(UNSURE, base + gains[x[pair]] + second * gains[y[pair]])))
    return _layings(pos, seat, most_promising(found))


def _peace(tile_planner: TilePlanner, pos: Position) -> float:
    """What Peace would bring if it were drawn now, with the best extra tile (5.8)."""
    return tile_planner.drawn(pos, PEACE).chance


def _pairs(evaluator: Evaluator, pos: Position, seat: int) -> list[Plan]:
    """Pairs by what they bring together; which of their tiles is drawn first nobody knows."""
    return _layings(pos, seat, Pairs(evaluator, pos, seat).ranked())


class Pairs:
    """The pairs of tiles a seat could lay, and what would come of them, drawn before or after a sibling's tile."""

    def __init__(self, evaluator: Evaluator, pos: Position, seat: int) -> None:
        self.pos = pos
        self.seat = seat
        self.tile_planner = TilePlanner(evaluator, seat)
        self.base = evaluator.chance(pos, seat)
        self.later = after_rival(evaluator, pos, seat)
        self.later_base = evaluator.chance(self.later, seat)
        self.first: dict[int, PartialPlan] = {}
        for tile in range(PEACE + 1):
            if pos.hand[seat * TILES + tile]:
                self.first[tile] = self.tile_planner.drawn(pos, tile)

    def ranked(self) -> list[Plan]:
        """All pairs, best first, the likely ones thought through."""
        pairs = pairs_offered(self.pos, self.seat)
        guesses = most_promising([Plan([pair], self._guess(pair)) for pair in pairs])
        for number, plan in enumerate(guesses):
            if number < LIKELY_PAIRS:
                plan.chance = self._thought_through(plan.codes[0])
            else:
                plan.chance = min(plan.chance, guesses[LIKELY_PAIRS - 1].chance)
        ordered = most_promising(guesses)
        for plan in ordered:  # gains were added up: nothing is surer than a Peace that will be shown
            plan.chance = max(0.0, min(PEACE_IS_SURE, plan.chance))
        return ordered

    def _gain(self, tile: int) -> float:
        return 0.0 if tile == NO_ACTION else self.first[tile].chance - self.base

    def _guess(self, pair: int) -> float:
        one, other = self.pos.realm.actions.x[pair], self.pos.realm.actions.y[pair]
        if one == other:
            return self.base + (1.0 + SECOND) * self._gain(one)
        helps = EQUIP_HELPS if EQUIP in (one, other) and other != NO_ACTION else 0.0
        return self.base + self._gain(one) + self._gain(other) + helps

    def _thought_through(self, pair: int) -> float:
        """Half for the pair drawn at once, half for what a sibling leaves of it."""
        one, other = self.pos.realm.actions.x[pair], self.pos.realm.actions.y[pair]
        spoiled = self._left_of(one, other) - self.later_base
        return (self._together(one, other) + self.base + spoiled) / 2

    def _together(self, one: int, other: int) -> float:
        """The chance when both tiles have been drawn, in either order."""
        if one == NO_ACTION:
            return self.base
        if other == NO_ACTION:
            return self.first[one].chance
        there = self._after(one, other)
        return there if one == other else (there + self._after(other, one)) / 2

    def _after(self, one: int, other: int) -> float:
        """The chance once a tile has followed another: more missi and a second tile of a kind open other ways."""
        start = self.first[one].pos
        if one == EQUIP or one == other or other == PEACE:
            return self.tile_planner.drawn(start, other).chance
        return self.tile_planner.repeated(start, other, self.first[other].codes).chance

    def _left_of(self, one: int, other: int) -> float:
        """The chance when both tiles are carried out as meant, but after the sibling's."""
        if one == NO_ACTION:
            return self.later_base
        done = self.tile_planner.repeated(self.later, one, self.first[one].codes)
        if other == NO_ACTION:
            return done.chance
        return self.tile_planner.repeated(done.pos, other, self.first[other].codes).chance


def after_rival(evaluator: Evaluator, pos: Position, seat: int) -> Position:
    """The table once the strongest sibling has carried out the tile that it is likeliest to lay.

    That is the tile whose first part promises it most; half of the siblings' tiles are drawn before ours.
    """
    worths = evaluator.worths(pos)
    worths[seat] = -1.0
    rival = worths.index(max(worths))
    tile_planner = TilePlanner(evaluator, rival)
    likeliest, most = NOTHING, worths[rival]
    for tile in range(PEACE):
        if pos.hand[rival * TILES + tile]:
            chance = tile_planner.first(pos, tile)
            if chance > most:
                likeliest, most = tile, chance
    return pos if likeliest == NOTHING else tile_planner.drawn(pos, likeliest).pos


# 3.3


def _swaps(evaluator: Evaluator, pos: Position, seat: int) -> list[Plan]:
    """Swaps by what they make of the seasons left this year; the only one of the year has to be worth it."""
    base = evaluator.chance(pos, seat)
    tile_planner = TilePlanner(evaluator, seat)
    at = seat * TILES
    gains = [_gain_of(tile_planner, pos, tile, base) for tile in range(PEACE)]
    x, y = pos.realm.actions.x, pos.realm.actions.y
    hand = pos.hand[at : at + PEACE]
    now = _hand_value(hand, gains, pos.season)
    found = [Plan([KEEP_CODE], base + SWAP)]
    for code in pos.offers(seat):
        if code == KEEP_CODE:
            continue
        if x[code] == PEACE:
            found.append(Plan([code], base - 0.1))
            continue
        after = hand[:]
        after[x[code]] -= 1
        after[y[code]] += 1
        found.append(Plan([code], base + _hand_value(after, gains, pos.season) - now - NO_LOSS))
    return most_promising(found)


def _gain_of(tile_planner: TilePlanner, pos: Position, tile: int, base: float) -> float:
    """What a tile in hand, or one that could be taken back, would bring if it were drawn now."""
    at = tile_planner.seat * TILES + tile
    if not pos.hand[at] and not pos.spent[at]:
        return 0.0
    if pos.hand[at]:
        return max(0.0, tile_planner.drawn(pos, tile).chance - base)
    taken = pos.copy()
    taken.hand[at] += 1
    return max(0.0, tile_planner.drawn(taken, tile).chance - base)


def _hand_value(hand: list[int], gains: list[float], season: int) -> float:
    """What the best tiles of a hand bring in the seasons that are left this year, two in each."""
    values = [gains[tile] for tile in range(PEACE) if hand[tile] > 0]
    values += [SECOND * gains[tile] for tile in range(PEACE) if hand[tile] > 1]
    values.sort(reverse=True)
    total = 0.0
    for number, value in enumerate(values[: 2 * (SEASONS - season)]):
        total += value if number < 2 else LATER * value
    return total


# 6.1.2 and 4.2


def _places(evaluator: Evaluator, pos: Position, seat: int) -> list[Plan]:
    """What is offered, by the chance once it is done: a follower's place, or who leaves a hungry land."""
    found = []
    for code in pos.offers(seat):
        after = pos.copy()
        try:
            if pos.phase == FOUNDING:
                place_founder(after, seat, code, None)
            else:
                expel(after, pos.realm.actions.x[code], None)
        except OutOfGangsError:
            fail_together(after, None)
        found.append(Plan([code], evaluator.worths(after)[seat]))
    return most_promising(found)

"""The smaller choices of a round: a disc in the opening phase (CM2) and clans for crowns (CM3.3)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from aachen.bots.carolus.evaluation import side_chances
from aachen.bots.carolus.features import Score
from aachen.bots.carolus.lookahead import lay, turn
from aachen.bots.carolus.ring_features import RingFeatures, mover
from aachen.bots.carolus.turn import TurnPlanner
from aachen.bots.plan import Plan
from aachen.games.carolus.for_bots import (
    CLANS,
    LAYING,
    NOBODY,
    NOT_ENDED,
    Position,
    begin_turn,
    can_be_named,
    name_clan,
)

QUICK: Final = 1  # ways to fill the court that are followed up where a round is only guessed
SURE: Final = 0.98  # as sure as we are of the end of a round that was only guessed


def by_chance(plan: Plan) -> float:
    """For sorting: the best plan first."""
    return -plan.chance


# Discs


def disc_plans(pos: Position, seat: int, weights: list[float]) -> list[Plan]:
    """Each disc, with the round played out as everybody would like it best.

    Nobody rolls and nobody looks far in such a round, so its chance is averaged with that of the present table:
    measured over games of planners, either is about as good a forecast as the other, and both are better than one.
    """
    side = pos.empire.side_of[seat]
    plans: list[Plan] = []
    for code in pos.offers(seat):
        after = pos.copy()
        lay(after, seat, pos.empire.actions.x[code])
        answer_discs(after, weights)
        play_round(after, weights)
        plans.append(Plan([code], side_chances(after, weights)[side]))
    plans.sort(key=by_chance)
    now = side_chances(pos, weights)[side]
    return [Plan(plan.codes, halfway(plan.chance, now)) for plan in plans]


def halfway(one: float, other: float) -> float:
    """The chance whose odds lie between those of two chances."""
    odds = sqrt(_odds(one) * _odds(other))
    return odds / (1.0 + odds)


def _odds(chance: float) -> float:
    sane = min(SURE, max(1.0 - SURE, chance))
    return sane / (1.0 - sane)


def answer_discs(pos: Position, weights: list[float]) -> None:
    """Those who have not laid yet take the disc that looks best at once."""
    while pos.phase == LAYING:
        seat = pos.actor
        lay(pos, seat, pos.empire.actions.x[disc_at_sight(pos, seat, weights)[0].codes[0]])


def disc_at_sight(pos: Position, seat: int, weights: list[float]) -> list[Plan]:
    """Each disc by what the table looks like when it lies there."""
    side = pos.empire.side_of[seat]
    plans: list[Plan] = []
    for code in pos.offers(seat):
        after = pos.copy()
        lay(after, seat, pos.empire.actions.x[code])
        plans.append(Plan([code], side_chances(after, weights)[side]))
    plans.sort(key=by_chance)
    return plans


def play_round(pos: Position, weights: list[float]) -> None:
    """All turns that are left of the round, quickly and without dice."""
    first = pos.playing.index(pos.actor)
    for seat in pos.playing[first:]:
        begin_turn(pos, seat)
        turn(pos, seat, TurnPlanner(pos, seat, weights, QUICK).plans(1)[0].codes)
        if pos.ending != NOT_ENDED:
            return


# Crowns


def crown_plans(pos: Position, seat: int, weights: list[float]) -> list[Plan]:
    """All crowns of the roll decided, each set of clans once."""
    plans: list[Plan] = []
    _list_crowns(pos, seat, weights, 0, [], plans)
    plans.sort(key=by_chance)
    return plans


def crown_at_sight(pos: Position, seat: int, weights: list[float]) -> int:
    """The code of the clan that seems best for the next crown, by what the clan itself is worth then."""
    features = RingFeatures(pos)
    best, most = NOBODY, -1.0e9
    for clan in range(CLANS):
        if can_be_named(pos, clan):
            gain = _crown_gain(features, seat, clan, weights)
            if gain > most:
                best, most = clan, gain
    return pos.empire.crown_codes[best]


def _crown_gain(features: RingFeatures, seat: int, clan: int, weights: list[float]) -> float:
    """What one more paladin of the clan in reserve changes for the seat's side, its rivals taken off."""
    reserve, at = features.pos.reserve, seat * CLANS + clan
    before, after = _tallies(features, weights), _tallies(features, weights)
    next_seat = mover(features.pos)
    features.count_clan(before, clan, next_seat)
    reserve[at] = reserve[at] + 1
    features.count_clan(after, clan, next_seat)
    reserve[at] = reserve[at] - 1
    gain = 0.0
    for side in range(features.sides):
        change = after[side].total - before[side].total
        gain += change if side == features.pos.empire.side_of[seat] else -change / (features.sides - 1)
    return gain


def _tallies(features: RingFeatures, weights: list[float]) -> list[Score]:
    return [Score(weights) for _ in range(features.sides)]


def _list_crowns(
    pos: Position, seat: int, weights: list[float], first: int, codes: list[int], plans: list[Plan]
) -> None:
    """Name this clan or a later one, until no crown is left."""
    side = pos.empire.side_of[seat]
    named = False
    for clan in range(first, CLANS):
        if not can_be_named(pos, clan):
            continue
        named = True
        after = pos.copy()
        longer = [*codes, pos.empire.crown_codes[clan]]
        if name_clan(after, seat, clan, None):
            plans.append(Plan(longer, side_chances(after, weights)[side]))
        else:
            _list_crowns(after, seat, weights, clan, longer, plans)
    if not named and first > 0:  # the later clans have run out, the earlier ones not
        _list_crowns(pos, seat, weights, 0, codes, plans)

"""3.5 Victory conditions, and who is ahead when the game ends."""

from __future__ import annotations

from typing import Final

from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import BY_FAILURE, NOBODY, NOWHERE

LANDS_FOR_EXPANSION: Final = 6
COUNTERS_FOR_DEVELOPMENT: Final = 6
FOLLOWERS_FOR_FOLLOWING: Final = 12
POINTS_FOR_PEACE: Final = 3  # C21


def has_expansion(pos: State, seat: int) -> bool:
    """At least six controlled lands; forests are never controlled (C1)."""
    return pos.controlled(seat) >= LANDS_FOR_EXPANSION


def developments(pos: State, seat: int) -> int:
    """The counters on all lands the seat controls."""
    total = 0
    for land, ruler in enumerate(pos.ruler):
        if ruler == seat:
            total += pos.counters[land]
    return total


def has_development(pos: State, seat: int) -> bool:
    """At least six counters on controlled lands."""
    return developments(pos, seat) >= COUNTERS_FOR_DEVELOPMENT


def has_following(pos: State, seat: int) -> bool:
    """At least twelve followers on lands, forests and lost lands included, cards not."""
    return pos.following(seat) >= FOLLOWERS_FOR_FOLLOWING


def has_glory(pos: State, seat: int) -> bool:
    """All trophies there are, or strictly more than everybody else (C23)."""
    mine = pos.trophies[seat]
    if mine == 0 or mine == pos.realm.trophy_spaces:
        return mine > 0
    for other in range(pos.realm.players):
        if other != seat and pos.trophies[other] >= mine:
            return False
    return True


def has_united(pos: State, seat: int, region: int) -> bool:
    """Every unforested land controlled, and a follower on each forest of the region."""
    for land in pos.realm.region_lands[region]:
        if pos.forests >> land & 1:
            if pos.pieces[land * pos.realm.stride + seat] == 0:
                return False
        elif pos.ruler[land] != seat:
            return False
    return True


def united_regions(pos: State, seat: int) -> int:
    """How many regions the seat has united."""
    united = 0
    for region in range(len(pos.realm.regions)):
        if has_united(pos, seat, region):
            united += 1
    return united


def has_palace(pos: State, seat: int) -> bool:
    """A homeland claimed in the course of the game; the base game's do not count (6.2.2)."""
    return pos.realm.variant.advanced and pos.homeland[seat] != NOWHERE


def points(pos: State, seat: int) -> int:
    """Victory points: one per condition and one per united region."""
    total = united_regions(pos, seat)
    if has_expansion(pos, seat):
        total += 1
    if has_development(pos, seat):
        total += 1
    if has_following(pos, seat):
        total += 1
    if has_glory(pos, seat):
        total += 1
    if has_palace(pos, seat):
        total += 1
    return total


def may_end_by_peace(pos: State, seat: int) -> bool:
    """Three points (5.8, C21); in the advanced game a palace and three points besides (6.2.2)."""
    if pos.realm.variant.advanced:
        return has_palace(pos, seat) and points(pos, seat) - 1 >= POINTS_FOR_PEACE
    return points(pos, seat) >= POINTS_FOR_PEACE


def standing(pos: State, seat: int) -> tuple[int, int, int]:
    """What decides, in order: points, followers on lands, controlled lands (C24)."""
    return points(pos, seat), pos.following(seat), pos.controlled(seat)


def places(pos: State) -> list[int]:
    """Each seat's place, 1 for the winner; equals share a place (C24). A peacemaker comes first.

    After a failure the Emperor's favourite is first and all others last; perhaps all are (C36).
    """
    if pos.ending == BY_FAILURE:
        return [1 if seat == pos.winner else pos.realm.players for seat in range(pos.realm.players)]
    standings = [standing(pos, seat) for seat in range(pos.realm.players)]
    result = []
    for seat in range(pos.realm.players):
        if pos.winner != NOBODY:
            ahead = [s for s in range(pos.realm.players) if s == pos.winner or standings[s] > standings[seat]]
            result.append(1 if seat == pos.winner else 1 + len(ahead))
        else:
            result.append(1 + len([s for s in standings if s > standings[seat]]))
    return result

"""5.3 Equip missi: levies move followers at court from nobiles to leudes and from leudes to missi."""

from __future__ import annotations

from typing import Final

from aachen.core.bounded_cache import remember
from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import DONE_CODE, EQUIP_MISSI, Actions
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import MOST_IN_ONE_LAND

LEAST_LEVIES: Final = 3
MOST_COURTS: Final = 2048  # of a realm
AMOUNTS: Final = MOST_IN_ONE_LAND + 1  # a colour has no more followers


def levies(pos: State, seat: int) -> int:
    """One for each controlled land and each counter on it, and never fewer than three (C18, C39)."""
    if pos.counter_supply == pos.realm.counters:  # no land is developed: only lands count
        return max(LEAST_LEVIES, pos.ruler.count(seat))
    total = 0
    for land, ruler in enumerate(pos.ruler):
        if ruler == seat:
            total += 1 + pos.counters[land]
    return max(LEAST_LEVIES, total)


def offers(pos: State, seat: int) -> list[int]:
    """Every way to spend the levies: so many leudes to missi, so many nobiles to leudes; a shared list."""
    leudes, nobiles = pos.leudes[seat], pos.nobiles[seat]
    steps = min(levies(pos, seat), leudes + 2 * nobiles)
    listed = pos.realm.equips
    key = (steps * AMOUNTS + leudes) * AMOUNTS + nobiles
    known = listed.get(key)
    if known is None:
        known = remember(listed, key, _list_equips(pos.realm.actions, steps, leudes, nobiles), MOST_COURTS)
    return known


def _list_equips(actions: Actions, steps: int, leudes: int, nobiles: int) -> list[int]:
    found = [
        actions.code(EQUIP_MISSI, missi, called)
        for called in range(min(nobiles, steps) + 1)
        for missi in range(min(leudes + called, steps - called) + 1)
        if missi + called > 0
    ]
    return [DONE_CODE, *found]


def refusal(pos: State, seat: int, missi: int, leudes: int) -> Refusal | None:
    """Why the levies cannot be spent like this, or None."""
    income = levies(pos, seat)
    if missi + leudes == 0:
        return Refusal("5.3", "nothing_spent", "C18")
    if missi + leudes > income:
        return Refusal("5.3", "too_few_levies", "C18", {"wanted": missi + leudes, "have": income})
    if leudes > pos.nobiles[seat]:
        return Refusal("5.3", "too_few_nobiles", "", {"wanted": leudes, "have": pos.nobiles[seat]})
    if missi > pos.leudes[seat] + leudes:
        return Refusal("5.3", "too_few_leudes", "", {"wanted": missi, "have": pos.leudes[seat] + leudes})
    return None


def play(pos: State, seat: int, missi: int, leudes: int, tell: Tell | None) -> bool:
    """Followers step up at court; the tile is used up."""
    pos.nobiles[seat] -= leudes
    pos.leudes[seat] += leudes - missi
    pos.missi[seat] += missi
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "missi": missi, "leudes": leudes}
        tell(Event("missi_equipped", facts))
    return True

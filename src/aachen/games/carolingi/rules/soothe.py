"""5.7 Soothe riot: in one land, up to three gangs become followers of one's own."""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import DONE_CODE, MOST_AT_ONCE
from aachen.games.carolingi.state import State


def is_in_reach(pos: State, seat: int, land: int) -> bool:
    """At least one own follower in the land or in a neighbour."""
    stride = pos.realm.stride
    if pos.pieces[land * stride + seat] > 0:
        return True
    for near in pos.realm.neighbours[land]:
        if pos.pieces[near * stride + seat] > 0:
            return True
    return False


def offers(pos: State, seat: int) -> list[int]:
    """Each land in reach with gangs, and how many of them: at most three, a missus each (C17)."""
    found = [DONE_CODE]
    most = min(MOST_AT_ONCE, pos.missi[seat])
    if most == 0:
        return found
    for land, gangs in enumerate(pos.pieces[pos.realm.gang :: pos.realm.stride]):
        if gangs > 0 and is_in_reach(pos, seat, land):
            found += pos.realm.calm_codes[land][: min(gangs, most)]
    return found


def refusal(pos: State, seat: int, land: int, number: int) -> Refusal | None:
    """Why these gangs cannot be soothed, or None."""
    name = pos.land_name(land)
    if number > MOST_AT_ONCE:
        return Refusal("5.7", "too_many_gangs", "C17", {"number": number, "most": MOST_AT_ONCE})
    if not is_in_reach(pos, seat, land):
        return Refusal("5.7", "out_of_reach", "", {"land": name})
    if number > pos.gangs_in(land):
        return Refusal(
            "5.7", "too_few_gangs", "", {"land": name, "wanted": number, "have": pos.gangs_in(land)}
        )
    if number > pos.missi[seat]:
        return Refusal("5.7", "too_few_missi", "C17", {"wanted": number, "have": pos.missi[seat]})
    return None


def play(pos: State, seat: int, land: int, number: int, tell: Tell | None) -> bool:
    """Gangs go to the supply and missi take their place; the tile is used up."""
    pos.remove_gangs(land, number)
    pos.missi[seat] -= number
    pos.add_followers(land, seat, number)
    if tell is not None:
        facts: dict[str, object] = {
            "seat": pos.seat_name(seat),
            "land": pos.land_name(land),
            "number": number,
        }
        tell(Event("riot_soothed", facts))
    return True

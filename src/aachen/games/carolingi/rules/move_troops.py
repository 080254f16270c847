"""5.4 Move troops: groups march from controlled lands and forests to neighbours, a missus for each road."""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import DONE_CODE
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOBODY, NOWHERE


def begin(pos: State, seat: int) -> None:
    """Note who may march: followers in lands controlled, and forests occupied, as the action begins (C15)."""
    pos.roads = []
    pos.ready = pos.pieces[seat :: pos.realm.stride]
    for land, ready in enumerate(pos.ready):
        if ready and pos.ruler[land] != seat and not pos.forests >> land & 1:
            pos.ready[land] = 0


def end(pos: State) -> None:
    """The action is over; nothing of it is remembered."""
    pos.roads = []
    pos.ready = []


def offers(pos: State, seat: int) -> list[int]:
    """Every group that may still march, by every road not yet used."""
    found = [DONE_CODE]
    if pos.missi[seat] == 0:
        return found
    realm = pos.realm
    closed = _closed(pos, seat)
    for land, ready in enumerate(pos.ready):
        if ready == 0:
            continue
        shut = closed
        for road in pos.roads:
            if road // realm.land_count == land:
                shut |= 1 << road % realm.land_count
        found += realm.marches(land, ready, shut)
    return found


def _closed(pos: State, seat: int) -> int:
    """The mask of the siblings' homelands."""
    closed = 0
    for other in range(pos.realm.players):
        if other != seat and pos.homeland[other] != NOWHERE:
            closed |= 1 << pos.homeland[other]
    return closed


def refusal(pos: State, seat: int, origin: int, target: int, followers: int) -> Refusal | None:
    """Why this group may not march, or None."""
    road: dict[str, object] = {"origin": pos.land_name(origin), "target": pos.land_name(target)}
    if target not in pos.realm.neighbours[origin]:
        return Refusal("5.4", "not_adjacent", "", road)
    owner = pos.owner[target]
    if owner != NOBODY and owner != seat:
        return Refusal(
            "5.4", "foreign_homeland", "C15", {"land": pos.land_name(target), "owner": pos.seat_name(owner)}
        )
    if pos.missi[seat] == 0:
        return Refusal("5.4", "too_few_missi", "C15", {"wanted": 1, "have": 0})
    if origin * pos.realm.land_count + target in pos.roads:
        return Refusal("5.4", "road_used", "C15", road)
    if followers > pos.ready[origin]:
        facts: dict[str, object] = {
            "land": pos.land_name(origin),
            "wanted": followers,
            "have": pos.ready[origin],
        }
        return Refusal("5.4", "nobody_ready", "C15", facts)
    return None


def play(pos: State, seat: int, origin: int, target: int, followers: int, tell: Tell | None) -> bool:
    """The group marches and its missus is a leude again at once."""
    pos.roads.append(origin * pos.realm.land_count + target)
    pos.ready[origin] -= followers
    pos.pay_missi(seat, 1)
    pos.add_followers(origin, seat, -followers)
    pos.add_followers(target, seat, followers)
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "number": followers}
        facts["origin"] = pos.land_name(origin)
        facts["target"] = pos.land_name(target)
        tell(Event("group_marched", facts))
    return False

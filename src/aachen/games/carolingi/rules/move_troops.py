"""5.4 Move troops: groups march from controlled lands and forests to neighbours, a missus for each road."""

from __future__ import annotations

from typing import Final

from aachen.core.bounded_cache import remember
from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import DONE_CODE
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.state import State, Work
from aachen.games.carolingi.terms import MOVE, NOBODY, NOWHERE
from aachen.games.carolingi.tile_options import UNDECIDED

MOST_MARCHES: Final = 8192  # of a realm


def begin(pos: State, seat: int) -> None:
    """Note who may march, and that no road is used yet."""
    pos.work = Work(MOVE, UNDECIDED, 0, 0, ready_to_march(pos, seat), [])


def ready_to_march(pos: State, seat: int) -> list[int]:
    """Followers in lands controlled, and forests occupied, as the action begins (C15), by land."""
    ready = pos.pieces[seat :: pos.realm.stride]
    ruler, forests = pos.ruler, pos.forests
    for land, mine in enumerate(ready):
        if mine and ruler[land] != seat and not forests >> land & 1:
            ready[land] = 0
    return ready


def offers(pos: State, seat: int) -> list[int]:
    """Every group that may still march, by every road not yet used."""
    found = [DONE_CODE]
    if pos.missi[seat] == 0:
        return found
    realm = pos.realm
    closed = _closed(pos, seat)
    roads = pos.work.roads
    listed = realm.marches
    for land, ready in enumerate(pos.work.ready):
        if ready == 0:
            continue
        shut = closed
        for road in roads:
            if road // realm.land_count == land:
                shut |= 1 << road % realm.land_count
        key = (ready * realm.land_count + land << realm.land_count) + shut
        known = listed.get(key)
        if known is None:
            known = remember(listed, key, _list_marches(realm, land, ready, shut), MOST_MARCHES)
        found += known
    return found


def _list_marches(realm: Realm, land: int, ready: int, closed: int) -> list[int]:
    """All marches of up to `ready` followers out of a land, but not into the lands of mask `closed`."""
    found: list[int] = []
    for at, other in enumerate(realm.neighbours[land]):
        if not closed >> other & 1:
            found += realm.march_codes[land][at][:ready]
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
    if origin * pos.realm.land_count + target in pos.work.roads:
        return Refusal("5.4", "road_used", "C15", road)
    if followers > pos.work.ready[origin]:
        facts: dict[str, object] = {
            "land": pos.land_name(origin),
            "wanted": followers,
            "have": pos.work.ready[origin],
        }
        return Refusal("5.4", "nobody_ready", "C15", facts)
    return None


def play(pos: State, seat: int, origin: int, target: int, followers: int, tell: Tell | None) -> bool:
    """The group marches and its missus is a leude again at once."""
    work = pos.work
    ready = work.ready[:]
    ready[origin] -= followers
    roads = [*work.roads, origin * pos.realm.land_count + target]
    pos.work = Work(MOVE, UNDECIDED, 0, 0, ready, roads)
    pos.pay_missi(seat, 1)
    pos.add_followers(origin, seat, -followers)
    pos.add_followers(target, seat, followers)
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "number": followers}
        facts["origin"] = pos.land_name(origin)
        facts["target"] = pos.land_name(target)
        tell(Event("group_marched", facts))
    return False

"""5.2 Develop: (a) activate a tile, or (b) place counters, or in the advanced game (c) claim a homeland."""

from __future__ import annotations

from typing import Final

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import ACTIVATE, BANISH, CLAIM, DONE_CODE
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.rules import palace
from aachen.games.carolingi.state import State, Work
from aachen.games.carolingi.terms import DEVELOP, NO_ACTION, NOBODY, NOTHING, TILES
from aachen.games.carolingi.tile_options import BANISHING, BUILDING, UNDECIDED

MISSI_TO_ACTIVATE: Final = 2
COUNTERS_AT_ONCE: Final = 3
COUNTERS_IN_A_LAND: Final = 2
# After each counter that the tile places.
BUILT: Final[list[Work]] = [
    Work(DEVELOP, BUILDING, parts, 0, [], []) for parts in range(1, COUNTERS_AT_ONCE + 1)
]


def offers(pos: State, seat: int) -> list[int]:
    """Any inactive tile for two missi, or a counter on any land that can take one, for one each."""
    realm, work = pos.realm, pos.work
    if work.option == BANISHING:
        return palace.banish_offers(pos, seat)
    found = [DONE_CODE]
    missi = pos.missi[seat]
    if missi == 0:
        return found
    if realm.variant.advanced:
        found += palace.offers(pos, seat)
    if work.option != BUILDING and missi >= MISSI_TO_ACTIVATE:
        first = seat * TILES
        for tile, number in enumerate(pos.inactive[first : first + NO_ACTION]):
            if number:
                found.append(realm.activate_codes[tile])
    if pos.counter_supply == 0 or work.parts == COUNTERS_AT_ONCE:
        return found
    for land, ruler in enumerate(pos.ruler):
        if ruler == seat and pos.counters[land] < COUNTERS_IN_A_LAND and pos.owner[land] == NOBODY:
            found.append(realm.build_codes[land])
    return found


def refusal(pos: State, seat: int, kind: int, what: int) -> Refusal | None:
    """Why not, for all options, or None."""
    if kind == CLAIM:
        return palace.refusal(pos, seat, what)
    if kind == BANISH:
        return palace.banish_refusal(pos, seat, what)
    if kind == ACTIVATE:
        return _refuse_activating(pos, seat, what)
    return _refuse_building(pos, seat, what)


def _refuse_activating(pos: State, seat: int, tile: int) -> Refusal | None:
    if pos.work.option != UNDECIDED:
        return Refusal("5.2", "other_option_begun")
    if pos.missi[seat] < MISSI_TO_ACTIVATE:
        return Refusal("5.2", "too_few_missi", "", {"wanted": MISSI_TO_ACTIVATE, "have": pos.missi[seat]})
    if tile == NO_ACTION or pos.inactive[seat * TILES + tile] == 0:
        return Refusal("5.2", "tile_not_inactive", "", {"tile": pos.tile_name(tile)})
    return None


def _refuse_building(pos: State, seat: int, land: int) -> Refusal | None:
    name = pos.land_name(land)
    if pos.work.option not in (UNDECIDED, BUILDING):
        return Refusal("5.2", "other_option_begun")
    if pos.work.parts == COUNTERS_AT_ONCE:
        return Refusal("5.2", "three_counters_placed", "C19", {"most": COUNTERS_AT_ONCE})
    if pos.missi[seat] == 0:
        return Refusal("5.2", "too_few_missi", "C19", {"wanted": 1, "have": 0})
    if pos.counter_supply == 0:
        return Refusal("5.2", "no_counter_left", "C8")
    if pos.is_forest(land):
        return Refusal("5.2", "forest_not_developed", "C19", {"land": name})
    if pos.owner[land] != NOBODY:
        return Refusal("5.2", "homeland_not_developed", "C19", {"land": name})
    if pos.ruler[land] != seat:
        return Refusal("5.2", "not_controlled", "C1", {"land": name})
    if pos.counters[land] == COUNTERS_IN_A_LAND:
        return Refusal("5.2", "fully_developed", "C19", {"land": name, "most": COUNTERS_IN_A_LAND})
    return None


def play(pos: State, seat: int, kind: int, what: int, tell: Tell | None) -> bool:
    """Do it; True when the tile is used up."""
    if kind == ACTIVATE:
        _activate(pos, seat, what, tell)
        return True
    if kind == CLAIM:
        return palace.claim(pos, seat, what, tell)
    if kind == BANISH:
        return palace.banish(pos, what, tell)
    pos.work = BUILT[pos.work.parts]
    pos.pay_missi(seat, 1)
    pos.counter_supply -= 1
    pos.counters = replaced(pos.counters, what, pos.counters[what] + 1)
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "land": pos.land_name(what)}
        tell(Event("counter_placed", facts))
    return pos.work.parts == COUNTERS_AT_ONCE


def _activate(pos: State, seat: int, tile: int, tell: Tell | None) -> None:
    """The tile joins the hand; which one it is nobody else needs to know."""
    pos.pay_missi(seat, MISSI_TO_ACTIVATE)
    at = seat * TILES + tile
    pos.inactive = replaced(pos.inactive, at, pos.inactive[at] - 1)
    pos.hand[at] += 1
    pos.fresh = replaced(pos.fresh, at, pos.fresh[at] + 1)  # not for Peace's extra action this season (C12)
    if pos.since_peace[seat] != NOTHING:
        pos.since_peace = replaced(pos.since_peace, seat, pos.since_peace[seat] + 1)
    if tell is not None:
        tell(Event("tile_activated", {"seat": pos.seat_name(seat)}, seat, {"tile": pos.tile_name(tile)}))

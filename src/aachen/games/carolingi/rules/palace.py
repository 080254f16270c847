"""6.2.1 c Claim a homeland: once in a game, on a fully developed land one controls."""

from __future__ import annotations

from typing import Final

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.rules import scenario_814
from aachen.games.carolingi.rules.events import remove_card
from aachen.games.carolingi.state import State, Work
from aachen.games.carolingi.terms import DEVELOP, NOBODY, NOWHERE
from aachen.games.carolingi.tile_options import BANISHING, UNDECIDED

MISSI_FOR_PALACE: Final = 3
COUNTERS_FOR_PALACE: Final = 2


def can_claim(pos: State, seat: int) -> bool:
    """Only in the advanced game, once, and for three missi."""
    return (
        pos.realm.variant.advanced
        and pos.homeland[seat] == NOWHERE
        and pos.missi[seat] >= MISSI_FOR_PALACE
        and pos.work.option == UNDECIDED
    )


def offers(pos: State, seat: int) -> list[int]:
    """Every controlled land with two counters in a region without a palace."""
    if not can_claim(pos, seat):
        return []
    return [
        pos.realm.claim_codes[land]
        for land in range(pos.realm.land_count)
        if pos.ruler[land] == seat
        and pos.counters[land] == COUNTERS_FOR_PALACE
        and not _has_palace(pos, pos.realm.region_of[land])
    ]


def _has_palace(pos: State, region: int) -> bool:
    for land in pos.realm.region_lands[region]:
        if pos.owner[land] != NOBODY:
            return True
    return False


def refusal(pos: State, seat: int, land: int) -> Refusal | None:
    """Why the land cannot be the seat's homeland, or None."""
    name = pos.land_name(land)
    region = pos.realm.region_of[land]
    if not pos.realm.variant.advanced:
        return Refusal("6.2.1", "only_advanced")
    if pos.homeland[seat] != NOWHERE:
        return Refusal("6.2.1", "has_homeland", "C28", {"land": pos.land_name(pos.homeland[seat])})
    if pos.work.option != UNDECIDED:
        return Refusal("6.2.1", "other_option_begun")
    if pos.missi[seat] < MISSI_FOR_PALACE:
        return Refusal("6.2.1", "too_few_missi", "", {"wanted": MISSI_FOR_PALACE, "have": pos.missi[seat]})
    if pos.ruler[land] != seat:
        return Refusal("6.2.1", "not_controlled", "C1", {"land": name})
    if pos.counters[land] != COUNTERS_FOR_PALACE:
        facts: dict[str, object] = {"land": name, "wanted": COUNTERS_FOR_PALACE, "have": pos.counters[land]}
        return Refusal("6.2.1", "not_fully_developed", "", facts)
    if _has_palace(pos, region):
        return Refusal("6.2.1", "region_has_palace", "", {"region": pos.realm.regions[region]})
    return None


def claim(pos: State, seat: int, land: int, tell: Tell | None) -> bool:
    """The palace replaces the counters, everybody else leaves; True unless gangs must be driven out first."""
    realm = pos.realm
    pos.pay_missi(seat, MISSI_FOR_PALACE)
    pos.counters = replaced(pos.counters, land, 0)
    pos.counter_supply += COUNTERS_FOR_PALACE
    pos.homeland = replaced(pos.homeland, seat, land)
    pos.owner = replaced(pos.owner, land, seat)
    if tell is not None:
        tell(Event("homeland_claimed", {"seat": pos.seat_name(seat), "land": pos.land_name(land)}))
    for other in range(realm.players):
        if other != seat:
            pos.send_home(land, other, pos.pieces[land * realm.stride + other])
    exiles = pos.gangs_in(land)
    pos.pieces[land * realm.stride + realm.gang] = 0
    pos.update_control(land)
    _clear_card(pos, seat, land, tell)
    pos.work = _banishing(exiles)
    return _settle_exiles(pos, land, tell)


def _clear_card(pos: State, seat: int, land: int, tell: Tell | None) -> None:
    """The homeland's card leaves the game: own followers join the palace, others go home (C28)."""
    realm = pos.realm
    at = land * realm.stride
    for other in range(realm.players):
        if other == seat:
            pos.add_followers(land, seat, pos.on_cards[at + other])
        else:
            pos.leudes[other] += pos.on_cards[at + other]
        pos.on_cards[at + other] = 0
    pos.supply += pos.on_cards[at + realm.gang]
    pos.on_cards[at + realm.gang] = 0
    remove_card(pos, land)
    scenario_814.card_removed(pos, land, tell)


def _banishing(exiles: int) -> Work:
    return Work(DEVELOP, BANISHING, 0, exiles, [], [])


def refuges(pos: State, land: int) -> list[int]:
    """Where gangs of the new homeland may be driven: neighbours that are no homelands."""
    return [near for near in pos.realm.neighbours[land] if pos.owner[near] == NOBODY]


def _settle_exiles(pos: State, land: int, tell: Tell | None) -> bool:
    """True when no gang is left to drive out; without a refuge they go back to the supply (C28)."""
    near = refuges(pos, land)
    if not near:
        pos.supply += pos.work.exiles
        pos.work = _banishing(0)
    while pos.work.exiles > 0 and len(near) == 1:
        _banish(pos, near[0], tell)
    return pos.work.exiles == 0


def banish_offers(pos: State, seat: int) -> list[int]:
    """One gang to any refuge; it must go."""
    return [pos.realm.banish_codes[near] for near in refuges(pos, pos.homeland[seat])]


def banish_refusal(pos: State, seat: int, land: int) -> Refusal | None:
    """Why the gang cannot be driven there, or None."""
    if pos.work.option != BANISHING or pos.work.exiles == 0:
        return Refusal("6.2.1", "nobody_to_banish", "C28")
    if land not in refuges(pos, pos.homeland[seat]):
        return Refusal("6.2.1", "no_refuge", "C28", {"land": pos.land_name(land)})
    return None


def banish(pos: State, land: int, tell: Tell | None) -> bool:
    """A gang is driven out, without any further effect; True when it was the last."""
    _banish(pos, land, tell)
    return pos.work.exiles == 0


def _banish(pos: State, land: int, tell: Tell | None) -> None:
    pos.work = _banishing(pos.work.exiles - 1)
    pos.pieces[land * pos.realm.stride + pos.realm.gang] += 1
    pos.update_control(land)
    if tell is not None:
        tell(Event("gang_banished", {"land": pos.land_name(land)}))

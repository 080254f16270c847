"""4 Event tiles: a card from the Archivium, and 4.1 what a country card brings."""

from __future__ import annotations

from bisect import insort

from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.games.carolingi.rules import scenario_814
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOBODY, NOWHERE


def draw_card(pos: State, luck: Luck, tell: Tell | None) -> int:
    """The top card; an empty Archivium is made again from the discard pile (C3). Nowhere if both are empty."""
    if not pos.archivium:
        if not pos.discard:
            return NOWHERE
        shuffle_discard(pos)
        if tell is not None:
            tell(Event("archivium_renewed", {"cards": len(pos.archivium)}))
    card = luck.pick("card", pos.archivium)
    pos.archivium.remove(card)
    return card


def shuffle_discard(pos: State) -> None:
    """The discard pile joins the Archivium; what comes next is luck's, so the order does not matter."""
    pos.archivium = sorted(pos.archivium + pos.discard)
    pos.discard = []


def country_card(pos: State, land: int, tell: Tell | None) -> None:
    """A country card is drawn: into a free slot (A), or the row overflows first (B)."""
    region = pos.realm.region_of[land]
    slot = free_slot(pos, region)
    if slot == NOWHERE:
        _overflow(pos, region, tell)
        slot = pos.realm.first_slot[region]
    insert_card(pos, land, slot, tell)


def free_slot(pos: State, region: int) -> int:
    """The first slot of a region's row without a card, or nowhere."""
    row = pos.row
    for slot in range(pos.realm.first_slot[region], pos.realm.first_slot[region + 1]):
        if row[slot] == NOWHERE:
            return slot
    return NOWHERE


def insert_card(pos: State, land: int, slot: int, tell: Tell | None) -> None:
    """The card goes into the first free slot (C38) and takes a surplus gang if there is one (C4)."""
    pos.row[slot] = land
    if tell is not None:
        tell(Event("card_inserted", {"card": pos.land_name(land)}))
    if pos.realm.variant.scenario:
        pos.drawn_card = NOWHERE
        scenario_814.card_inserted(pos, land, tell)
    if pos.surplus > 0:
        pos.surplus -= 1
        pos.on_cards[land * pos.realm.stride + pos.realm.gang] += 1
        if tell is not None:
            tell(Event("surplus_gang", {"card": pos.land_name(land), "left": pos.surplus}))


def _overflow(pos: State, region: int, tell: Tell | None) -> None:
    """4.1 B in the order of C5: gangs on neglected cards, all to the lands, cards to the discard pile."""
    if tell is not None:
        tell(Event("row_overflowed", {"region": pos.realm.regions[region]}))
    first, end = pos.realm.first_slot[region], pos.realm.first_slot[region + 1]
    for slot in range(first, end):
        _neglect(pos, pos.row[slot], tell)
    for slot in range(first, end):
        transfer(pos, pos.row[slot], tell)
    pos.discard = sorted(pos.discard + pos.row[first:end])
    pos.row[first:end] = [NOWHERE] * (end - first)


def _neglect(pos: State, land: int, tell: Tell | None) -> None:
    """A card that no follower looks after takes a gang (4.1 B 1)."""
    on_cards = pos.on_cards
    first = land * pos.realm.stride
    for at in range(first, first + pos.realm.players):
        if on_cards[at]:
            return
    pos.place_gang_on_card(land, tell)


def discard_card(pos: State, slot: int) -> None:
    """The card leaves its slot, which stays a gap (C38), for the open discard pile."""
    insort(pos.discard, pos.row[slot])
    pos.row[slot] = NOWHERE


def remove_card(pos: State, land: int) -> None:
    """The card leaves the game, wherever it is (6.2.1 c)."""
    for slot in range(pos.realm.slot_count):
        if pos.row[slot] == land:
            pos.row[slot] = NOWHERE
    pos.archivium = [card for card in pos.archivium if card != land]
    pos.discard = [card for card in pos.discard if card != land]


def transfer(pos: State, land: int, tell: Tell | None) -> None:
    """Everything on the card goes to the land; gangs that reach a forest spread, once (4.1 B 2, C6)."""
    realm = pos.realm
    if tell is not None:
        tell(Event("card_unfolded", _cargo(pos, land)))
    pieces, on_cards = pos.pieces, pos.on_cards
    at = land * realm.stride
    end = at + realm.gang
    gangs = on_cards[end]
    changed = gangs > 0 and pos.ruler[land] != NOBODY  # gangs can only take control away
    pieces[end] += gangs
    on_cards[end] = 0
    while at < end:
        followers = on_cards[at]
        if followers:
            pieces[at] += followers
            on_cards[at] = 0
            changed = True
        at += 1
    if changed:
        pos.update_control(land)
    if gangs > 0 and pos.forests >> land & 1:
        spread(pos, land, tell)
    if realm.variant.scenario:
        scenario_814.card_unfolded(pos, land, tell)


def spread(pos: State, land: int, tell: Tell | None) -> None:
    """From a forest the riot reaches each neighbour but homelands; never further (C6)."""
    if tell is not None:
        tell(Event("riot_spread", {"land": pos.land_name(land)}))
    for near in pos.realm.neighbours[land]:
        if pos.owner[near] == NOBODY:
            pos.place_gang(near, tell)


def _cargo(pos: State, land: int) -> dict[str, object]:
    at = land * pos.realm.stride
    facts: dict[str, object] = {"card": pos.land_name(land), "gangs": pos.on_cards[at + pos.realm.gang]}
    facts["followers"] = {
        pos.seat_name(seat): pos.on_cards[at + seat]
        for seat in range(pos.realm.players)
        if pos.on_cards[at + seat] > 0
    }
    return facts

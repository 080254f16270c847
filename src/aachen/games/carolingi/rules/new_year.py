"""3.4 The turn of the year."""

from __future__ import annotations

from bisect import insort
from typing import Final

from aachen.core.events import Event, Tell
from aachen.games.carolingi.rules import modules, victory
from aachen.games.carolingi.rules.events import shuffle_discard
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOTHING, TILES, WINTER

GANGS_A_LAND_KEEPS: Final = 3


def turn(pos: State, tell: Tell | None) -> None:
    """Hartmut moves on, then everything golden on the annals, in the book's order."""
    pos.year += 1
    pos.season = WINTER
    if tell is not None:
        tell(Event("year_turned", {"year": pos.year}))
    _bring_event_tile(pos, tell)
    _shuffle_cards(pos, tell)
    _return_tiles(pos)
    if tell is not None:
        scores = {pos.seat_name(seat): victory.points(pos, seat) for seat in range(pos.realm.players)}
        tell(Event("court_day", {"points": scores}))
    _gather_surplus(pos, tell)


def _bring_event_tile(pos: State, tell: Tell | None) -> None:
    if pos.events_later > 0:
        pos.events_ready += pos.events_later
        pos.events_later = 0
        if tell is not None:
            tell(Event("event_tile_joined", {"tiles": pos.events_ready}))


def _shuffle_cards(pos: State, tell: Tell | None) -> None:
    """Discarded cards, Hunger among them (C10), and one more Hunger card while there is one."""
    shuffle_discard(pos)
    modules.join_archivium(pos, tell)
    if pos.hunger_aside > 0:
        pos.hunger_aside -= 1
        insort(pos.archivium, pos.realm.hunger_card)
        if tell is not None:
            tell(Event("hunger_card_joined", {"left": pos.hunger_aside}))


def _return_tiles(pos: State) -> None:
    """All used tiles, and those on the swap spaces, go home; what was known of them this year is past."""
    hand = pos.hand
    for at, used in enumerate(pos.spent):
        if used:
            hand[at] += used
    pos.spent = [0] * len(pos.spent)
    pos.wheel = [0] * len(pos.wheel)
    for seat, given in enumerate(pos.swapped):
        if given != NOTHING:
            hand[seat * TILES + given] += 1
    pos.swapped = pos.realm.nothing_each
    pos.taken = pos.realm.nothing_each
    pos.could_give = pos.realm.none_each


def _gather_surplus(pos: State, tell: Tell | None) -> None:
    """Every land keeps at most three gangs; the rest lie on the Archivium (C4) and are no supply (C41)."""
    for land, gangs in enumerate(pos.pieces[pos.realm.gang :: pos.realm.stride]):
        surplus = gangs - GANGS_A_LAND_KEEPS
        if surplus > 0:
            pos.pieces[land * pos.realm.stride + pos.realm.gang] -= surplus
            pos.update_control(land)
            pos.surplus += surplus
            if tell is not None:
                tell(Event("gangs_gathered", {"land": pos.land_name(land), "number": surplus}))

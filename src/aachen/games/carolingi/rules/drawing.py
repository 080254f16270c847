"""3.2 Tiles are drawn from the bag one after the other until somebody may act, and seasons change."""

from __future__ import annotations

from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.games.carolingi.rules import (
    carrying_out,
    events,
    hunger,
    modules,
    new_year,
    placing,
    scenario_814,
    swap,
)
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import AUTUMN, BY_TIME, NO_ACTION, NOT_ENDED, NOTHING, NOWHERE, OVER, TILES


def draw_on(pos: State, luck: Luck, tell: Tell | None) -> None:
    """Draw until somebody has to choose, the season is over or the game is."""
    event_tile = pos.realm.event_tile
    while pos.ending == NOT_ENDED:
        bag = pos.bag
        if not bag:
            _end_season(pos, tell)
            return
        code = luck.pick("tile", bag)
        bag.remove(code)
        if code == event_tile:
            if not _event(pos, luck, tell):
                return
        elif _tile_drawn(pos, code, tell):
            return


def _tile_drawn(pos: State, code: int, tell: Tell | None) -> bool:
    """A Carolingian's tile comes out of the bag; True if its owner has to choose."""
    seat = code // TILES
    tile = code % TILES
    if tell is not None:
        tell(Event("tile_drawn", {"seat": pos.seat_name(seat), "tile": pos.tile_name(tile)}))
    if pos.drawn[seat] == NOTHING:
        pos.drawn[seat] = tile
    if tile == NO_ACTION:  # straight back to the court (5.6)
        pos.hand[code] += 1
        return False
    pos.use_tile(seat, tile)
    if carrying_out.begin(pos, seat, tile, tell):
        return True
    carrying_out.end(pos, tell)
    return False


def _event(pos: State, luck: Luck, tell: Tell | None) -> bool:
    """The messenger: back to the Scriptorium, then a card (4); False if somebody must decide first."""
    pos.events_ready += 1
    if tell is not None:
        tell(Event("event_drawn", {}))
    card = events.draw_card(pos, luck, tell)
    if card == NOWHERE:
        if tell is not None:
            tell(Event("no_card_left", {}))
        return True
    if card == pos.realm.hunger_card:
        return hunger.begin(pos, tell)
    if card == pos.realm.anarchy_card:
        modules.anarchy(pos, tell)
    elif card == pos.realm.rebellion_card:
        modules.rebellion(pos, tell)
    else:
        pos.drawn_card = card
        if tell is not None:
            tell(Event("card_drawn", {"card": pos.land_name(card)}))
        events.country_card(pos, card, tell)
        pos.drawn_card = NOWHERE
    return True


def _end_season(pos: State, tell: Tell | None) -> None:
    """The bag is empty: the next season with its swaps (3.3), the new year (3.4), or the end (3.5)."""
    pos.bag_open = 0
    realm = pos.realm
    pos.fresh = realm.no_tiles
    for seat in range(realm.players):
        pos.drawn[seat] = NOTHING
    pos.laid_tiles = realm.none_each
    time_is_up = pos.season == AUTUMN and pos.year == pos.last_year
    if realm.variant.scenario and not time_is_up and not scenario_814.skuld_steps(pos, tell):
        return
    if pos.season < AUTUMN:
        pos.season += 1
        if tell is not None:
            tell(Event("season_changed", {"season": pos.season}))
        if not swap.begin(pos, tell):
            placing.begin(pos, tell)
    elif time_is_up:
        pos.ending = BY_TIME
        pos.phase = OVER
        if tell is not None:
            tell(Event("time_is_up", {"year": pos.year}))
    else:
        new_year.turn(pos, tell)
        placing.begin(pos, tell)

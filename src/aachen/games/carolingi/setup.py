"""2.2 Setting up the game, step by step in the book's order; 6.1 and 814 §3 change some of the steps."""

from __future__ import annotations

from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.games.carolingi.rules import founding, placing, scenario_814
from aachen.games.carolingi.rules.events import free_slot, insert_card
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOBODY, WINTER


def set_up(pos: State, last_year: int, luck: Luck, tell: Tell | None) -> None:
    """Everything of 2.2; afterwards everybody owes the first two tiles, or places followers first (6.1)."""
    pos.hunger_aside = pos.realm.hunger_cards
    pos.modules_aside = 1 if pos.realm.variant.anarchy else 0
    if pos.realm.variant.advanced:
        _set_up_advanced(pos, last_year, luck, tell)
        return
    _lay_cards(pos)
    _lay_forests(pos)
    _lay_annals(pos, last_year)
    _fill_courts(pos)
    _draw_homelands(pos, luck, tell)
    _raise_gangs(pos)
    placing.begin(pos, tell)


def _set_up_advanced(pos: State, last_year: int, luck: Luck, tell: Tell | None) -> None:
    """6.1: annals and courts as ever, then two rounds of followers; 814 lays its problems before them."""
    _lay_annals(pos, last_year)
    _fill_courts(pos)
    if pos.realm.variant.scenario:
        scenario_814.lay_problems(pos, luck, tell)
    founding.begin(pos, luck, tell)


def _lay_cards(pos: State) -> None:
    """2.2.2: some cards lie in their rows, the homelands' are out of the game, the rest is the Archivium."""
    for land in pos.realm.start_cards:
        insert_card(pos, land, free_slot(pos, pos.realm.region_of[land]), None)
    pos.archivium = pos.realm.start_archivium[:]


def _lay_forests(pos: State) -> None:
    """2.2.3."""
    for land in pos.realm.forests:
        pos.forests |= 1 << land


def _lay_annals(pos: State, last_year: int) -> None:
    """2.2.4 and 2.2.5: Hartmut, the sundial and the event tiles."""
    pos.year = pos.realm.first_year
    pos.season = WINTER
    pos.last_year = last_year
    pos.events_ready = pos.realm.events_ready
    pos.events_later = pos.realm.events_later


def _fill_courts(pos: State) -> None:
    """2.2.6 and 2.2.7: tiles and followers."""
    board, seats = pos.realm.board, pos.realm.players
    pos.leudes = [board.start_leudes] * seats
    pos.nobiles = [board.start_nobiles] * seats
    pos.missi = [0 if pos.realm.variant.advanced else board.start_missi] * seats
    pos.hand = pos.realm.active_tiles * seats
    pos.inactive = pos.realm.inactive_tiles * seats


def _draw_homelands(pos: State, luck: Luck, tell: Tell | None) -> None:
    """2.2.8: palaces are drawn from the bag; the first goes to the first homeland, and so on."""
    homeland = pos.homeland[:]
    owner = pos.owner[:]
    palaces = list(range(pos.realm.players))
    for land in pos.realm.homelands[: pos.realm.players]:
        seat = luck.pick("palace", palaces)
        palaces.remove(seat)
        homeland[seat] = land
        owner[land] = seat
        pos.add_followers(land, seat, pos.realm.board.start_homeland)
        if tell is not None:
            tell(Event("palace_drawn", {"seat": pos.seat_name(seat), "land": pos.land_name(land)}))
    pos.homeland = homeland
    pos.owner = owner


def _raise_gangs(pos: State) -> None:
    """2.2.9: a gang in every other unforested land."""
    for land in range(pos.realm.land_count):
        if not pos.is_forest(land) and pos.owner[land] == NOBODY:
            pos.place_gang(land, None)

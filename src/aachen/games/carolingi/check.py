"""What is true of every position: nothing made, nothing lost, nothing where the rules never let it lie.

Positions set up by hand are refused by the same list that random play is checked against.
"""

from __future__ import annotations

from aachen.core.errors import Fault
from aachen.games.carolingi import check_moment, check_tiles
from aachen.games.carolingi.rules.develop import COUNTERS_IN_A_LAND
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    NOBODY,
    NOTHING,
    NOWHERE,
    PEACE,
    TILES,
)


def faults(pos: State) -> list[Fault]:
    """Everything wrong with a position; empty if it is sound."""
    found = _numbers(pos)
    for seat in range(pos.realm.players):
        found += (
            _followers(pos, seat) + check_tiles.tile_faults(pos, seat) + check_tiles.choice_faults(pos, seat)
        )
    for land in range(pos.realm.land_count):
        found += _land(pos, land)
    found += _problems(pos)
    return (
        found
        + _gangs(pos)
        + _counters(pos)
        + _cards(pos)
        + _events(pos)
        + _time(pos)
        + check_moment.moment_faults(pos)
    )


def _numbers(pos: State) -> list[Fault]:
    lists = pos.pieces + pos.on_cards + pos.counters + pos.hand + pos.inactive + pos.fresh + pos.wheel
    lists = lists + pos.missi + pos.leudes + pos.nobiles + pos.trophies
    least = min(min(lists), pos.surplus, pos.hunger_aside, pos.events_ready, pos.events_later)
    return [Fault("below_zero", "position", {"number": least})] if least < 0 else []


def _followers(pos: State, seat: int) -> list[Fault]:
    """Each colour has its followers, no more and no fewer (2.1.1)."""
    name = pos.seat_name(seat)
    found = []
    total = sum(pos.pieces[seat :: pos.realm.stride]) + sum(pos.on_cards[seat :: pos.realm.stride])
    total += pos.missi[seat] + pos.leudes[seat] + pos.nobiles[seat] + pos.trophies[seat]
    total += pos.founders[seat] + pos.honours.count(seat)
    if total != pos.realm.followers:
        found.append(
            Fault(
                "follower_count",
                f"{name} court",
                {"seat": name, "have": total, "wanted": pos.realm.followers},
            )
        )
    if pos.trophies[seat] > pos.realm.trophy_spaces:
        facts: dict[str, object] = {"seat": name, "have": pos.trophies[seat], "most": pos.realm.trophy_spaces}
        found.append(Fault("too_many_trophies", f"{name} court", facts))
    return found


def _land(pos: State, land: int) -> list[Fault]:
    """Homelands hold their owner's followers only; forests and homelands no counters; two at most (2.2.8, 5.2)."""
    name = pos.land_name(land)
    found = []
    facts: dict[str, object] = {"land": name}
    owner = pos.owner[land]
    if owner != NOBODY:
        if pos.gangs_in(land):
            found.append(Fault("gang_in_homeland", name, facts))
        if pos.followers_in(land) != pos.pieces[land * pos.realm.stride + owner]:
            found.append(Fault("stranger_in_homeland", name, facts))
        if pos.counters[land]:
            found.append(Fault("counter_in_homeland", name, facts))
        if pos.is_forest(land):
            found.append(Fault("palace_in_forest", name, facts))
        if pos.homeland[owner] != land:
            found.append(Fault("two_palaces", name, {"seat": pos.seat_name(owner)}))
    if pos.is_forest(land) and pos.counters[land]:
        found.append(Fault("counter_in_forest", name, facts))
    if pos.counters[land] > COUNTERS_IN_A_LAND:
        most: dict[str, object] = {"land": name, "have": pos.counters[land], "most": COUNTERS_IN_A_LAND}
        found.append(Fault("too_many_counters", name, most))
    return found + _control(pos, land)


def _control(pos: State, land: int) -> list[Fault]:
    noted = pos.ruler[land]
    pos.update_control(land)
    counted = pos.ruler[land]
    pos.ruler[land] = noted
    return (
        []
        if noted == counted
        else [Fault("control_misjudged", pos.land_name(land), {"land": pos.land_name(land)})]
    )


def _gangs(pos: State) -> list[Fault]:
    stride = pos.realm.stride
    placed = (
        sum(pos.pieces[pos.realm.gang :: stride])
        + sum(pos.on_cards[pos.realm.gang :: stride])
        + pos.surplus
        + pos.work.exiles
    )
    facts: dict[str, object] = {"have": placed, "most": pos.realm.gangs}
    return (
        [Fault("gang_count", "position", facts)]
        if pos.supply != pos.realm.gangs - placed or pos.supply < 0
        else []
    )


def _counters(pos: State) -> list[Fault]:
    placed = sum(pos.counters)
    facts: dict[str, object] = {"have": placed, "most": pos.realm.counters}
    left = pos.realm.counters - placed
    return [Fault("counter_count", "position", facts)] if pos.counter_supply != left or left < 0 else []


def _cards(pos: State) -> list[Fault]:
    """Each land's card is in one place, a homeland's in none (2.2.2); pieces lie only on cards in a row."""
    found = []
    for land in range(pos.realm.land_count):
        places = pos.row.count(land) + pos.archivium.count(land) + pos.discard.count(land)
        places += 1 if pos.drawn_card == land else 0
        wanted = 0 if pos.owner[land] != NOBODY else 1
        facts: dict[str, object] = {"land": pos.land_name(land), "have": places, "wanted": wanted}
        if places != wanted:
            found.append(Fault("card_count", f"card {pos.land_name(land)}", facts))
        at = land * pos.realm.stride
        if sum(pos.on_cards[at : at + pos.realm.stride]) and pos.slot_of(land) == NOWHERE:
            found.append(Fault("pieces_without_card", f"card {pos.land_name(land)}", facts))
    piles = pos.archivium + pos.discard
    waiting = max(0, pos.realm.hunger_cards - (pos.year - pos.realm.first_year))
    hunger = piles.count(pos.realm.hunger_card) + pos.hunger_aside
    if hunger != pos.realm.hunger_cards:
        found.append(Fault("hunger_count", "aside", {"have": hunger, "wanted": pos.realm.hunger_cards}))
    elif pos.hunger_aside != waiting:
        found.append(Fault("hunger_too_soon", "aside", {"have": pos.hunger_aside, "wanted": waiting}))
    for card in (pos.realm.anarchy_card, pos.realm.rebellion_card):
        wanted = 1 if pos.realm.variant.anarchy else 0
        if piles.count(card) + pos.modules_aside != wanted:
            found.append(Fault("module_count", "aside", {"card": pos.realm.cards[card], "wanted": wanted}))
    return found


def _problems(pos: State) -> list[Fault]:
    """Scenario 814: every problem tile is on a season, a card or in the queue; one of a kind on a season (C32)."""
    found = []
    for tile in range(PEACE):
        seasons = pos.problems[tile::TILES]
        have = sum(seasons) + pos.card_problem.count(tile) + pos.queue.count(tile)
        wanted = pos.realm.problems.count(tile)
        facts: dict[str, object] = {"tile": pos.tile_name(tile), "have": have, "wanted": wanted}
        if have != wanted:
            found.append(Fault("problem_count", "problems", facts))
        if max(seasons) > 1:
            found.append(Fault("problem_twice", "problems", facts))
    for land in range(pos.realm.land_count):
        if pos.card_problem[land] != NOTHING and pos.slot_of(land) == NOWHERE:
            where = f"card {pos.land_name(land)}"
            found.append(Fault("pieces_without_card", where, {"land": pos.land_name(land)}))
    if len(pos.honours) > pos.realm.honour_length:
        most: dict[str, object] = {"have": len(pos.honours), "most": pos.realm.honour_length}
        found.append(Fault("too_many_honours", "honours", most))
    return found


def _events(pos: State) -> list[Fault]:
    """Event tiles are never lost; one waits in the first year only (2.2.5, 3.4)."""
    found = []
    tiles = pos.events_ready + pos.events_later + (pos.bag + pos.aside).count(pos.realm.event_tile)
    wanted = pos.realm.events_ready + pos.realm.events_later
    if tiles != wanted:
        found.append(Fault("event_tile_count", "events", {"have": tiles, "wanted": wanted}))
    first = pos.year == pos.realm.first_year
    later = pos.realm.events_later if first else 0
    if pos.events_later != later:
        found.append(Fault("event_tile_too_soon", "events", {"have": pos.events_later, "wanted": later}))
    return found


def _time(pos: State) -> list[Fault]:
    board = pos.realm
    if board.first_year <= pos.year <= pos.last_year <= board.final_year:
        return []
    facts: dict[str, object] = {"given": pos.year, "last": pos.last_year}
    facts["least"] = board.first_year
    facts["most"] = board.final_year
    return [Fault("year_out_of_order", "time", facts)]

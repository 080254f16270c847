"""The map in statements: time, lands, and the pieces on them."""

from __future__ import annotations

from aachen.core.statements import Items, statement
from aachen.games.carolingi.codec.reader import PositionReader
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOBODY, SEASON_NAMES


def write_time(pos: State) -> str:
    """`time: 831 winter, last 834`."""
    return f"time: {pos.year} {SEASON_NAMES[pos.season]}, last {pos.last_year}"


def read_time(reader: PositionReader, subject: str, items: Items) -> None:
    """See above."""
    reader.given.add("time")
    for item in items:
        if item[0] == "last":
            reader.pos.last_year = reader.number(item, subject)
            reader.given.add("last")
        elif len(item) == 2 and item[1] in SEASON_NAMES:
            reader.pos.year = reader.number(["year", item[0]], subject)
            reader.pos.season = SEASON_NAMES.index(item[1])
        else:
            reader.not_understood(subject, item)


def fill_time(reader: PositionReader) -> None:
    """Without a word about it, it is the first year."""
    pos = reader.pos
    if "time" not in reader.given:
        pos.year = reader.realm.first_year
    if "last" not in reader.given:
        pos.last_year = max(pos.year, reader.options.last_year)


def write_pieces(pos: State, pieces: list[int], land: int) -> list[str]:
    """`blue 2`, `gangs 1`: what stands in a land or lies on its card."""
    at = land * pos.realm.stride
    found = [f"{pos.seat_name(s)} {pieces[at + s]}" for s in range(pos.realm.players) if pieces[at + s]]
    gangs = pieces[at + pos.realm.gang]
    return [*found, f"gangs {gangs}"] if gangs else found


def read_pieces(reader: PositionReader, pieces: list[int], land: int, item: list[str], where: str) -> bool:
    """False if the item is something else."""
    realm = reader.realm
    at = land * realm.stride
    if item[0] in realm.colours and len(item) == 2:
        pieces[at + realm.colours.index(item[0])] += reader.number(item, where)
    elif item[0] in ("gang", "gangs"):
        pieces[at + realm.gang] += reader.number(item, where)
    else:
        return False
    return True


def write_land(pos: State, land: int) -> list[str]:
    """`hessen: blue 2, gangs 1, counters 1, forest, palace blue`; nothing of an empty land."""
    items = write_pieces(pos, pos.pieces, land)
    if pos.counters[land]:
        items.append(f"counters {pos.counters[land]}")
    if pos.is_forest(land):
        items.append("forest")
    if pos.owner[land] != NOBODY:
        items.append(f"palace {pos.seat_name(pos.owner[land])}")
    return statement(pos.land_name(land), items)


def read_land(reader: PositionReader, subject: str, items: Items) -> None:
    """See above; a text may also say `controlled blue`."""
    pos = reader.pos
    land = reader.realm.lands.index(subject)
    for item in items:
        if read_pieces(reader, pos.pieces, land, item, subject):
            continue
        if item[0] in ("counter", "counters"):
            pos.counters[land] = reader.number(item, subject)
        elif item == ["forest"]:
            pos.forests |= 1 << land
        elif item[0] == "palace" and len(item) == 2:
            seat = reader.seat(item[1], subject)
            pos.homeland[seat] = land
            pos.owner[land] = seat
        elif item[0] == "controlled" and len(item) == 2:
            reader.given.add(f"control {subject} {reader.seat(item[1], subject)}")
        else:
            reader.not_understood(subject, item)


def fill_control(reader: PositionReader) -> None:
    """Who controls a land follows from its pieces; what a text says of it must be true, and never of a forest (C1)."""
    pos, realm = reader.pos, reader.realm
    for land in range(realm.land_count):
        pos.update_control(land)
    for said in sorted(reader.given):
        if said.startswith("control "):
            _, name, seat = said.split()
            land = realm.lands.index(name)
            if pos.is_forest(land):
                reader.fault("forest_controlled", name, land=name)
            elif pos.ruler[land] != int(seat):
                reader.fault("not_in_control", name, land=name, seat=realm.colours[int(seat)])


def fill_supplies(reader: PositionReader, exiles: int) -> None:
    """Gangs and counters that lie nowhere else are in the supply."""
    pos, realm = reader.pos, reader.realm
    gangs = pos.pieces[realm.gang :: realm.stride] + pos.on_cards[realm.gang :: realm.stride]
    pos.supply = realm.gangs - sum(gangs) - pos.surplus - exiles
    pos.counter_supply = realm.counters - sum(pos.counters)

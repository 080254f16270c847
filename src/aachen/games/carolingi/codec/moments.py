"""The moment in statements: who is asked for what, and how far it has gone."""

from __future__ import annotations

from aachen.core.statements import Items, statement
from aachen.games.carolingi.codec.reader import PositionReader
from aachen.games.carolingi.codec.sealed import write_choosing, write_seats
from aachen.games.carolingi.rules import carrying_out, founding, hunger, move_troops, peace
from aachen.games.carolingi.state import Declaration, Famine, State, Work
from aachen.games.carolingi.terms import (
    ACTING,
    BY_FAILURE,
    BY_PEACE,
    BY_TIME,
    ENDING_NAMES,
    FOUNDING,
    MOVE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OVER,
    PEACE,
    STARVING,
)
from aachen.games.carolingi.tile_options import number_of, numbered


def write_moment(pos: State, viewer: int) -> list[str]:
    """The phase with what belongs to it, and Peace if it is being declared."""
    if pos.phase == FOUNDING:
        found = [_write_founding(pos)]
    elif pos.phase == STARVING:
        found = [_write_starving(pos)]
    elif pos.phase == ACTING:
        found = _write_acting(pos)
    elif pos.phase == OVER:
        winner = "" if pos.winner == NOBODY else f" {pos.seat_name(pos.winner)}"
        found = [f"over: {ENDING_NAMES[pos.ending]}{winner}"]
    else:
        found = write_choosing(pos, viewer)
    if pos.peace.declarer != NOBODY:
        found.append(f"declarer: {pos.seat_name(pos.peace.declarer)}")
    if pos.peace.declared:
        found.append("contest: " + write_seats(pos, pos.peace.declared))
    return found


def read_peace(reader: PositionReader) -> None:
    """`declarer: red` and `contest: red, blue`."""
    rivals, declarers = reader.seats_of("contest"), reader.seats_of("declarer")
    if len(declarers) > 1:
        reader.fault("text_one_seat", "declarer")
    declarer = declarers[0] if len(declarers) == 1 else NOBODY
    reader.pos.peace = Declaration(declarer, sum(1 << seat for seat in set(rivals)), None)


# Founding (6.1.2)


def _write_founding(pos: State) -> str:
    card = "" if pos.drawn_card == NOWHERE else f", card {pos.land_name(pos.drawn_card)}"
    return f"founding: {pos.seat_name(pos.actor)}{card}"


def read_founding(reader: PositionReader, subject: str, items: Items) -> None:
    """`founding: red, card hessen`: who places a follower, and the card that was drawn."""
    pos = reader.pos
    pos.phase = FOUNDING
    for item in items:
        if item[0] == "card" and len(item) == 2:
            pos.drawn_card = reader.land(item[1], subject)
            pos.archivium = [card for card in pos.archivium if card != pos.drawn_card]
        elif len(item) == 1:
            pos.actor = reader.seat(item[0], subject)
        else:
            reader.not_understood(subject, item)
    if pos.actor == NOBODY:
        reader.fault("text_one_seat", subject)
    else:
        pos.pending = founding.offers(pos, pos.actor)


# A tile being carried out (5)


def _write_acting(pos: State) -> list[str]:
    """`acting: blue move_troops, option 1, parts 2, exiles 1`, and for a march `ready` and `roads`."""
    work = pos.work
    exiles = f", exiles {work.exiles}" if work.exiles else ""
    begun = f"option {number_of(work.option)}, parts {work.parts}{exiles}"
    found = [f"acting: {pos.seat_name(pos.actor)} {pos.tile_name(work.tile)}, {begun}"]
    return found + _write_marching(pos) if work.tile == MOVE else found


def _write_marching(pos: State) -> list[str]:
    realm, work = pos.realm, pos.work
    ready = [f"{realm.lands[land]} {number}" for land, number in enumerate(work.ready) if number]
    pairs = sorted([divmod(road, realm.land_count) for road in work.roads])
    roads = [f"{realm.lands[origin]} {realm.lands[target]}" for origin, target in pairs]
    return ["ready: " + ", ".join(ready), *statement("roads", roads)]


def read_exiles(reader: PositionReader) -> int:
    """Gangs being driven out of a new homeland: no supply."""
    for item in reader.statements.get("acting", []):
        if item[0] == "exiles":
            return reader.number(item, "acting")
    return 0


def read_acting(reader: PositionReader, subject: str, items: Items) -> None:
    """See above."""
    pos = reader.pos
    if not items or len(items[0]) != 2:
        reader.not_understood(subject, [" ".join(item) for item in items])
        return
    seat, tile = reader.seat(items[0][0], subject), reader.tile(items[0][1], subject)
    pos.phase, pos.actor = ACTING, seat
    number, parts = 0, 0
    for item in items[1:]:
        if item[0] == "option":
            number = reader.number(item, subject)
        elif item[0] == "parts":
            parts = reader.number(item, subject)
        elif item[0] != "exiles":
            reader.not_understood(subject, item)
    option = numbered(tile, number)
    if option == NOTHING:
        reader.fault("option_not_possible", subject, tile=reader.realm.tile_names[tile], have=number)
        return
    pos.work = Work(tile, option, parts, read_exiles(reader), [], [])
    if tile == MOVE:
        pos.work = Work(tile, option, parts, pos.work.exiles, _read_ready(reader, seat), _read_roads(reader))
    else:
        _refuse_marching(reader)
    if tile == PEACE:
        _read_declaring(reader, seat)
    pos.pending = carrying_out.offers(pos, seat)


def _read_declaring(reader: PositionReader, seat: int) -> None:
    """The seat acts with Peace itself: it is the declarer, whether the text says so or not."""
    said = reader.pos.peace
    if said.declarer not in (NOBODY, seat):
        reader.fault("declarer_not_acting", "declarer", seat=reader.realm.colours[said.declarer])
    if reader.is_remembered or "before" in reader.statements:
        reader.pos.peace = Declaration(seat, said.declared, said.before)
    else:
        peace.begin(reader.pos, seat)


def _refuse_marching(reader: PositionReader) -> None:
    for subject in ("ready", "roads"):
        if subject in reader.statements:
            reader.fault("text_subject_unknown", subject, given=subject)


def _read_ready(reader: PositionReader, seat: int) -> list[int]:
    pos, realm = reader.pos, reader.realm
    if "ready" not in reader.statements:
        return move_troops.ready_to_march(pos, seat)
    ready = [0] * realm.land_count
    for item in reader.statements["ready"]:
        land = reader.land(item[0], "ready")
        ready[land] = reader.number(item, "ready")
        if ready[land] > pos.pieces[land * realm.stride + seat]:
            reader.fault("more_ready_than_there", "ready", land=realm.lands[land])
    return ready


def _read_roads(reader: PositionReader) -> list[int]:
    roads = []
    for item in reader.statements.get("roads", []):
        if len(item) != 2:
            reader.not_understood("roads", item)
            continue
        origin, target = reader.land(item[0], "roads"), reader.land(item[1], "roads")
        roads.append(origin * reader.realm.land_count + target)
    return roads


# Hunger (4.2)


def _write_starving(pos: State) -> str:
    famine = pos.hunger
    lost = [pos.land_name(land) for land in range(pos.realm.land_count) if famine.starved >> land & 1]
    where = f"in {pos.land_name(famine.land)}, excess {famine.excess}, lost {' '.join(lost)}"
    return f"starving: {pos.seat_name(pos.actor)} {where}"


def read_starving(reader: PositionReader, subject: str, items: Items) -> None:
    """`starving: red in champagne, excess 1, lost champagne berry`."""
    pos = reader.pos
    if not items or len(items[0]) != 3:
        reader.not_understood(subject, [" ".join(item) for item in items])
        return
    pos.phase = STARVING
    pos.actor = reader.seat(items[0][0], subject)
    land = reader.land(items[0][2], subject)
    excess = pos.followers_in(land) - hunger.capacity(pos, land)
    starved = 1 << land
    for item in items[1:]:
        if item[0] == "excess":
            excess = reader.number(item, subject)
        elif item[0] == "lost":
            for word in item[1:]:
                starved |= 1 << reader.land(word, subject)
        else:
            reader.not_understood(subject, item)
    pos.hunger = Famine(land, excess, starved)
    pos.pending = hunger.choices(pos)


# The end


def read_over(reader: PositionReader, subject: str, items: Items) -> None:
    """`over: time`, `over: peace red`, `over: failure` or `over: failure red`."""
    pos = reader.pos
    pos.phase = OVER
    if items == [["time"]]:
        pos.ending = BY_TIME
    elif len(items) == 1 and items[0][0] in ("peace", "failure"):
        pos.ending = BY_PEACE if items[0][0] == "peace" else BY_FAILURE
        if len(items[0]) == 2:
            pos.winner = reader.seat(items[0][1], subject)
        elif pos.ending == BY_PEACE:
            reader.fault("text_one_seat", subject)
    else:
        reader.not_understood(subject, [" ".join(item) for item in items])

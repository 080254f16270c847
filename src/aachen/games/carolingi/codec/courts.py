"""Courts in statements: followers, tiles, and what everybody knows of hidden tiles. Hidden tiles are question marks."""

from __future__ import annotations

import re
from typing import Final

from aachen.core.statements import Items, statement
from aachen.games.carolingi import imagine
from aachen.games.carolingi.codec.reader import PositionReader
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    NO_ACTION,
    NOTHING,
    PLACING,
    SEASON_NAMES,
    SEASONS,
    SWAPPING,
    TILES,
    UNSEEN,
)

EVERYBODY: Final = -2  # the viewer who may know everything


def sees(seat: int, viewer: int) -> bool:
    """Whether the viewer may know the seat's secrets."""
    return viewer == seat or viewer == EVERYBODY


def write_numbers(pos: State, subject: str, numbers: list[int]) -> list[str]:
    """`founders: red 2, blue 1`."""
    return statement(
        subject, [f"{pos.seat_name(seat)} {number}" for seat, number in enumerate(numbers) if number]
    )


def read_founders(reader: PositionReader, subject: str, items: Items) -> None:
    """See above."""
    for item in items:
        reader.pos.founders[reader.seat(item[0], subject)] = reader.number(item, subject)


def read_laid_tiles(reader: PositionReader, subject: str, items: Items) -> None:
    """See above."""
    for item in items:
        reader.pos.laid_tiles[reader.seat(item[0], subject)] = reader.number(item, subject)


def write_honours(pos: State) -> list[str]:
    """From the oldest."""
    return statement("honours", [pos.seat_name(seat) for seat in pos.honours])


def read_honours(reader: PositionReader, subject: str, items: Items) -> None:
    """From the oldest."""
    reader.pos.honours = [reader.seat(item[0], subject) for item in items]


# The bag


def write_bag(pos: State, viewer: int) -> list[str]:
    """`bag: event, red ?, blue battle`, `set aside` and `bag open`."""
    found = statement("bag", _drawable(pos, pos.bag, viewer))
    found += statement("set aside", _drawable(pos, pos.aside, viewer))
    return [*found, "bag open: yes"] if pos.bag_open else found


def _drawable(pos: State, tiles: list[int], viewer: int) -> list[str]:
    found = []
    for code in tiles:
        seat = code // TILES
        if code == pos.realm.event_tile:
            found.append("event")
        elif pos.bag_open or sees(seat, viewer):
            found.append(f"{pos.seat_name(seat)} {pos.tile_name(code % TILES)}")
        else:
            found.append(f"{pos.seat_name(seat)} ?")
    return found


def read_bag(reader: PositionReader, subject: str, items: Items) -> None:
    """`bag` or `set aside`."""
    tiles = []
    for item in items:
        if item == ["event"]:
            tiles.append(reader.realm.event_tile)
        elif len(item) == 2:
            seat = reader.seat(item[0], subject)
            tiles.append(seat * TILES + _tile_or_mark(reader, seat, item[1], subject))
        else:
            reader.not_understood(subject, item)
    if subject == "bag":
        reader.pos.bag = sorted(tiles)
    else:
        reader.pos.aside = sorted(tiles)


def _tile_or_mark(reader: PositionReader, seat: int, word: str, where: str) -> int:
    if word == "?":
        reader.hidden.add(seat)
        return 0
    return reader.tile(word, where)


# One seat


def write_court(pos: State, seat: int, viewer: int) -> list[str]:
    """`red court`, `red tiles`, `red used` and `red known`."""
    name = pos.seat_name(seat)
    court = f"missi {pos.missi[seat]}, leudes {pos.leudes[seat]}, nobiles {pos.nobiles[seat]}"
    secret = not sees(seat, viewer)
    tiles = _pile(pos, "hand", pos.hand, seat, secret)
    tiles += _pile(pos, "inactive", pos.inactive, seat, secret)
    tiles += _pile(pos, "fresh", pos.fresh, seat, secret)
    if pos.swapped[seat] != NOTHING:
        tiles.append("swapped ?" if secret else f"swapped {pos.tile_name(pos.swapped[seat])}")
    used = [_used(pos, seat, season) for season in range(SEASONS)]
    return [
        f"{name} court: {court}, trophies {pos.trophies[seat]}",
        f"{name} tiles: " + ", ".join(tiles),
        *statement(f"{name} used", [item for item in used if item]),
        *statement(f"{name} known", _known(pos, seat)),
    ]


def read_court(reader: PositionReader, subject: str, items: Items) -> None:
    """`red court: missi 3, leudes 4, nobiles 7, trophies 0`."""
    pos, seat = reader.pos, reader.seat_of(subject)
    places = {"missi": pos.missi, "leudes": pos.leudes, "nobiles": pos.nobiles, "trophies": pos.trophies}
    for item in items:
        if item[0] in places:
            places[item[0]][seat] = reader.number(item, subject)
            reader.given.add(f"{item[0]} {seat}")
        else:
            reader.not_understood(subject, item)


def fill_court(reader: PositionReader, seat: int) -> None:
    """Nobiles are the followers left over."""
    pos, stride = reader.pos, reader.realm.stride
    if f"nobiles {seat}" not in reader.given:
        away = sum(pos.pieces[seat::stride]) + sum(pos.on_cards[seat::stride])
        away += pos.founders[seat] + pos.honours.count(seat)
        at_court = pos.missi[seat] + pos.leudes[seat] + pos.trophies[seat]
        pos.nobiles[seat] = max(0, reader.realm.followers - away - at_court)


def _pile(pos: State, word: str, counts: list[int], seat: int, secret: bool) -> list[str]:
    at = seat * TILES
    total = sum(counts[at : at + TILES])
    if total == 0:
        return []
    if secret:
        return [f"{word} ?{total}"]
    names = [name for tile, name in enumerate(pos.realm.tile_names) for _ in range(counts[at + tile])]
    return [" ".join([word, *names])]


def read_tiles(reader: PositionReader, subject: str, items: Items) -> None:
    """`red tiles: hand battle no_action no_action, inactive ?4, fresh battle, swapped ?`."""
    pos, seat = reader.pos, reader.seat_of(subject)
    piles = {"hand": pos.hand, "inactive": pos.inactive, "fresh": pos.fresh}
    for item in items:
        if item[0] in piles:
            reader.given.add(f"{item[0]} {seat}")
            _read_pile(reader, piles[item[0]], seat, item, subject)
        elif item[0] == "swapped" and len(item) == 2:
            pos.swapped[seat] = _tile_or_mark(reader, seat, item[1], subject)
        else:
            reader.not_understood(subject, item)


def _read_pile(reader: PositionReader, pile: list[int], seat: int, item: list[str], where: str) -> None:
    if len(item) == 2 and re.fullmatch(r"\?[0-9]{1,2}", item[1]):
        reader.hidden.add(seat)
        pile[seat * TILES] = int(item[1][1:])
        if item[0] == "hand":
            reader.in_hand[seat] = int(item[1][1:])
        return
    for word in item[1:]:
        pile[seat * TILES + reader.tile(word, where)] += 1


def fill_tiles(reader: PositionReader, seat: int) -> None:
    """Tiles not mentioned are in hand, or inactive if they have a dot and nothing says otherwise."""
    pos, realm = reader.pos, reader.realm
    for tile in range(TILES):
        at = seat * TILES + tile
        elsewhere = pos.spent[at] + (pos.bag + pos.aside).count(at)
        elsewhere += 1 if pos.swapped[seat] == tile else 0
        pos.proven[at] = max(pos.proven[at], pos.spent[at])
        left = realm.active_tiles[tile] + realm.inactive_tiles[tile] - elsewhere
        if f"hand {seat}" in reader.given:
            if f"inactive {seat}" not in reader.given:
                pos.inactive[at] = max(0, left - pos.hand[at])
            continue
        if f"inactive {seat}" not in reader.given:
            pos.inactive[at] = max(0, min(realm.inactive_tiles[tile], left))
        pos.hand[at] = max(0, left - pos.inactive[at])


def _used(pos: State, seat: int, season: int) -> str:
    at = (season * pos.realm.players + seat) * TILES
    names = [name for tile, name in enumerate(pos.realm.tile_names) for _ in range(pos.wheel[at + tile])]
    return " ".join([SEASON_NAMES[season], *names]) if names else ""


def read_used(reader: PositionReader, subject: str, items: Items) -> None:
    """`red used: winter battle soothe_riot, spring equip_missi`."""
    seat = reader.seat_of(subject)
    for item in items:
        if item[0] not in SEASON_NAMES:
            reader.not_understood(subject, item)
            continue
        at = (SEASON_NAMES.index(item[0]) * reader.realm.players + seat) * TILES
        for word in item[1:]:
            tile = reader.tile(word, subject)
            reader.pos.wheel[at + tile] += 1
            reader.pos.spent[seat * TILES + tile] += 1


def _known(pos: State, seat: int) -> list[str]:
    """What everybody knows of the seat's hidden tiles; see imagine.py."""
    at = seat * TILES
    found = [
        f"active {name} {pos.proven[at + tile]}"
        for tile, name in enumerate(pos.realm.tile_names)
        if pos.proven[at + tile]
    ]
    if pos.taken[seat] != NOTHING:
        found.append(f"taken {pos.tile_name(pos.taken[seat])}")
    could = [name for tile, name in enumerate(pos.realm.tile_names) if pos.could_give[seat] >> tile & 1]
    if pos.could_give[seat]:
        found.append(" ".join(["gave", *could, *(["unseen"] if pos.could_give[seat] & UNSEEN else [])]))
    if pos.since_peace[seat] != NOTHING:
        found.append(f"since {pos.since_peace[seat]}")
    if pos.drawn[seat] != NOTHING:
        found.append(f"drawn {pos.tile_name(pos.drawn[seat])}")
    return found


def read_known(reader: PositionReader, subject: str, items: Items) -> None:
    """`red known: active battle 1, taken battle, gave battle unseen, since 1, drawn battle`."""
    pos, seat = reader.pos, reader.seat_of(subject)
    for item in items:
        if item[0] == "active" and len(item) == 3:
            at = seat * TILES + reader.tile(item[1], subject)
            pos.proven[at] = reader.number(item[1:], subject)
        elif item[0] == "taken" and len(item) == 2:
            pos.taken[seat] = reader.tile(item[1], subject)
        elif item[0] == "drawn" and len(item) == 2:
            pos.drawn[seat] = reader.tile(item[1], subject)
        elif item[0] == "gave":
            for word in item[1:]:
                pos.could_give[seat] |= UNSEEN if word == "unseen" else 1 << reader.tile(word, subject)
        elif item[0] == "since":
            pos.since_peace[seat] = reader.number(item, subject)
        else:
            reader.not_understood(subject, item)


def fill_known(reader: PositionReader, seat: int) -> None:
    """Where the text does not say what the siblings have seen, they know as little as can be."""
    pos = reader.pos
    if pos.swapped[seat] != NOTHING and pos.could_give[seat] == 0:
        pos.could_give[seat] = UNSEEN * 2 - 1
    if pos.drawn[seat] == NOTHING and pos.tiles_in_bag(seat) == 1 and pos.laid_tiles[seat] != 1:
        pos.drawn[seat] = NO_ACTION


def deal_hidden(reader: PositionReader) -> None:
    """Question marks become tiles that fit everything else."""
    pos = reader.pos
    for subject in ("placing", "swapping"):
        if subject in reader.statements:
            pos.phase = PLACING if subject == "placing" else SWAPPING
    if "bag open" in reader.statements:
        pos.bag_open = 1
    for seat in sorted(reader.hidden):
        fits = imagine.deal_seat(pos, seat, reader.luck)
        if not fits or reader.in_hand.get(seat, pos.hand_size(seat)) != pos.hand_size(seat):
            name = reader.realm.colours[seat]
            reader.fault("hidden_tiles_impossible", f"{name} tiles", seat=name)

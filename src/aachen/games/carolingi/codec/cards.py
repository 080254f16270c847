"""Cards, event tiles and problems in statements."""

from __future__ import annotations

from aachen.core.statements import Items, statement
from aachen.games.carolingi.codec.lands import read_pieces, write_pieces
from aachen.games.carolingi.codec.reader import PositionReader
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOBODY, NOTHING, NOWHERE, PEACE, SEASON_NAMES, SEASONS, TILES


def write_card(pos: State, slot: int) -> list[str]:
    """`card hessen: slot 1, blue 1, gangs 1, problem battle`; nothing of an empty slot."""
    land = pos.row[slot]
    if land == NOWHERE:
        return []
    number = slot - pos.realm.first_slot[pos.realm.region_of[land]] + 1
    items = [f"slot {number}", *write_pieces(pos, pos.on_cards, land)]
    if pos.card_problem[land] != NOTHING:
        items.append(f"problem {pos.tile_name(pos.card_problem[land])}")
    return statement(f"card {pos.land_name(land)}", items)


def read_card(reader: PositionReader, subject: str, items: Items) -> None:
    """See above; without a slot the card lies in the first free one."""
    pos, realm = reader.pos, reader.realm
    land = realm.lands.index(subject.split()[1])
    region = realm.region_of[land]
    first, end = realm.first_slot[region], realm.first_slot[region + 1]
    free = [slot for slot in range(first, end) if pos.row[slot] == NOWHERE]
    slot = free[0] if free else NOWHERE
    for item in items:
        if item[0] == "slot":
            slot = first + reader.number(item, subject) - 1
        elif item[0] == "problem" and len(item) == 2:
            pos.card_problem[land] = reader.tile(item[1], subject)
        elif not read_pieces(reader, pos.on_cards, land, item, subject):
            reader.not_understood(subject, item)
    if slot in free:
        pos.row[slot] = land
    else:
        reader.fault("no_such_slot", subject, most=end - first)


def write_piles(pos: State) -> list[str]:
    """`archivium`, `discard`, `aside: hunger 1, surplus 0` and `events: ready 2, later 0`."""
    modules = ", modules 1" if pos.modules_aside else ""
    return [
        "archivium: " + ", ".join(pos.realm.cards[card] for card in pos.archivium),
        "discard: " + ", ".join(pos.realm.cards[card] for card in pos.discard),
        f"aside: hunger {pos.hunger_aside}, surplus {pos.surplus}{modules}",
        f"events: ready {pos.events_ready}, later {pos.events_later}",
    ]


def read_pile(reader: PositionReader, subject: str, items: Items) -> None:
    """`archivium` or `discard`."""
    reader.given.add(subject)
    cards, hunger_card = reader.realm.cards, reader.realm.hunger_card
    pile = reader.pos.archivium if subject == "archivium" else reader.pos.discard
    for item in items:
        special = item[0] in cards[hunger_card:]
        pile.append(cards.index(item[0]) if special else reader.land(item[0], subject))
    pile.sort()


def read_aside(reader: PositionReader, subject: str, items: Items) -> None:
    """Cards and gangs that wait."""
    pos = reader.pos
    for item in items:
        if item[0] == "hunger":
            pos.hunger_aside = reader.number(item, subject)
            reader.given.add("hunger")
        elif item[0] == "modules":
            pos.modules_aside = reader.number(item, subject)
            reader.given.add("modules")
        elif item[0] == "surplus":
            pos.surplus = reader.number(item, subject)
        else:
            reader.not_understood(subject, item)


def read_events(reader: PositionReader, subject: str, items: Items) -> None:
    """Event tiles that are not in the bag."""
    reader.given.add(subject)
    for item in items:
        if item[0] == "ready":
            reader.pos.events_ready = reader.number(item, subject)
        elif item[0] == "later":
            reader.pos.events_later = reader.number(item, subject)
        else:
            reader.not_understood(subject, item)


def write_problems(pos: State) -> list[str]:
    """Problems by season, and the queue from its top."""
    seasons = []
    for season in range(SEASONS):
        names = [
            name for tile, name in enumerate(pos.realm.tile_names) if pos.problems[season * TILES + tile]
        ]
        seasons += [" ".join([SEASON_NAMES[season], *names])] if names else []
    return statement("problems", seasons) + statement("queue", [pos.tile_name(tile) for tile in pos.queue])


def read_problems(reader: PositionReader, subject: str, items: Items) -> None:
    """`problems: spring battle develop`."""
    reader.given.add("problems")
    for item in items:
        if item[0] not in SEASON_NAMES:
            reader.not_understood(subject, item)
            continue
        at = SEASON_NAMES.index(item[0]) * TILES
        for word in item[1:]:
            reader.pos.problems[at + reader.tile(word, subject)] += 1


def read_queue(reader: PositionReader, subject: str, items: Items) -> None:
    """From the top down."""
    reader.given.add("queue")
    reader.pos.queue = [reader.tile(item[0], subject) for item in items]


# What the text leaves out


def fill_cards(reader: PositionReader) -> None:
    """Cards not mentioned are in the Archivium; Hunger cards as many as the year brings."""
    pos, realm = reader.pos, reader.realm
    if "archivium" not in reader.given:
        lying = pos.row + pos.discard
        pos.archivium = [
            land for land in range(realm.land_count) if land not in lying and pos.owner[land] == NOBODY
        ]
    seen = pos.archivium.count(realm.hunger_card) + pos.discard.count(realm.hunger_card)
    if "hunger" not in reader.given and seen == 0:
        in_play = min(pos.year - realm.first_year, realm.hunger_cards)
        pos.hunger_aside = realm.hunger_cards - in_play
        pos.archivium += [realm.hunger_card] * in_play
    if realm.variant.anarchy:
        _fill_modules(reader)
    pos.archivium.sort()


def _fill_modules(reader: PositionReader) -> None:
    """Anarchy and Rebellion wait beside the board in the first year, and are in the Archivium later (7)."""
    pos, realm = reader.pos, reader.realm
    missing = [
        card for card in (realm.anarchy_card, realm.rebellion_card) if card not in pos.archivium + pos.discard
    ]
    if "modules" not in reader.given and pos.year == realm.first_year and len(missing) == 2:
        pos.modules_aside = 1
    elif "archivium" not in reader.given and not pos.modules_aside:
        pos.archivium += missing


def fill_queue(reader: PositionReader) -> None:
    """Problems not mentioned wait in the queue."""
    if "queue" in reader.given:
        return
    pos = reader.pos
    for tile in range(PEACE):
        lying = sum(pos.problems[tile::TILES]) + pos.card_problem.count(tile)
        pos.queue += [tile] * (reader.realm.problems.count(tile) - lying)


def fill_events(reader: PositionReader) -> None:
    """Event tiles not mentioned are on the Scriptorium, or wait for the second year."""
    pos, realm = reader.pos, reader.realm
    if "events" in reader.given:
        return
    in_bag = (pos.bag + pos.aside).count(realm.event_tile)
    if pos.year == realm.first_year:
        pos.events_later = realm.events_later
    pos.events_ready = realm.events_ready + realm.events_later - pos.events_later - in_bag

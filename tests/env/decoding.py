"""Reads tensors back: what a seat may know, from the numbers alone."""

from aachen.core.numbers_as_bytes import as_bytes
from aachen.games.carolingi.actions import KEEP_CODE, PLACE, SWAP
from aachen.games.carolingi.terms import NOTHING, NOWHERE, STARVING, TILES
from aachen.games.carolus.position import Position as RingPosition


def turned_back(layout, tensor, seat):
    """The bytes as the game wrote them."""
    written = [0] * layout.size
    for at, source in enumerate(layout.order(seat)):
        written[source] = int(tensor[at])
    return written


def rows(numbers, width):
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


def chosen(row):
    """The index of the one, or -1."""
    return row.index(1) if 1 in row else -1


def mask(row):
    return sum(bit << at for at, bit in enumerate(row))


def carolus_line(layout, written, empire):
    """The position as text."""
    part = {plane.name: layout.part(written, plane.name) for plane in layout.planes}
    pos = RingPosition(empire)
    pos.size, pos.paladins, pos.castles = part["ring.size"], part["ring.paladins"], part["ring.castles"]
    pos.owner = [chosen(row) for row in rows(part["ring.owner"], empire.sides)]
    pos.regions = sum(1 for size in pos.size if size)
    pos.emperor = chosen(part["ring.emperor"])
    pos.centre, pos.court, pos.reserve = part["centre"], part["courts.paladins"], part["courts.reserve"]
    pos.holder = [chosen(row) for row in rows(part["emblems"], empire.players)]
    pos.castles_left = part["castles.left"]
    pos.discs = [mask(row) for row in rows(part["discs.left"], 5)]
    pos.shown = [chosen(row) + 1 for row in rows(part["discs.shown"], 5)]
    for name, field in (("order.laying", "placing"), ("order.playing", "playing")):
        setattr(pos, field, [chosen(row) for row in rows(part[name], empire.players) if 1 in row])
    pos.phase, pos.actor = chosen(part["time.phase"]), chosen(part["time.to_act"])
    pos.ending, pos.count = chosen(part["time.ending"]), part["time.count"][0]
    pos.round, pos.rolls = part["time.round"][0], part["time.rolls"][0]
    return pos.write()


def carolingi_knowledge(layout, written, realm):
    """What `Position.knowledge` hands to bots, as bytes."""
    part = {plane.name: layout.part(written, plane.name) for plane in layout.planes}
    viewer = chosen(part["viewer"])
    numbers = [realm.players, chosen(part["variant"]), *part["modules"]]
    numbers += _table(part, "", realm, viewer)
    numbers += part["before"]
    if part["before"][0]:
        numbers += [*_table(part, "before.", realm, viewer), 0]
    return as_bytes(numbers)


def _table(part, prefix, realm, viewer):
    def get(name):
        return part[prefix + name]

    def each(name, width):
        return [chosen(row) for row in rows(get(name), width)]

    players, lands = realm.players, realm.land_count
    owner = each("lands.homeland", players)
    width = len(get("cards.slot")) // lands
    row = [NOWHERE] * realm.slot_count
    for land, slots in enumerate(rows(get("cards.slot"), width)):
        if 1 in slots:
            row[realm.first_slot[realm.region_of[land]] + slots.index(1)] = land
    wheel = get("tiles.used")
    spent = [sum(wheel[at :: players * TILES]) for at in range(players * TILES)]
    gangs, counters, surplus, hunger, modules, events, later = get("supply")
    numbers = get("lands.pieces") + get("lands.counters") + each("lands.control", players)
    numbers += [owner.index(seat) if seat in owner else NOWHERE for seat in range(players)] + owner
    numbers += row + get("cards.pieces")
    for name in ("missi", "leudes", "nobiles", "trophies", "founders"):
        numbers += get(f"courts.{name}")
    numbers += wheel + spent + each("tiles.taken", TILES) + [since - 1 for since in get("tiles.since_peace")]
    numbers += get("problems.seasons") + each("problems.cards", TILES) + get("tiles.laid_count")
    numbers += each("tiles.drawn", TILES) + get("tiles.known")
    numbers += [mask(given) for given in rows(get("tiles.given"), TILES + 1)]
    roads = [label.split(">") for label in _labels(realm)]
    used = [road for road, bit in zip(roads, get("work.roads"), strict=True) if bit]
    at = {name: number for number, name in enumerate(realm.lands)}
    ready = get("work.ready") if chosen(get("work.tile")) == 3 else []
    piles = [
        [card for card, number in enumerate(get("cards.archivium")) for _ in range(number)],
        [card for card, number in enumerate(get("cards.discard")) for _ in range(number)],
        [chosen(tile) for tile in rows(get("problems.queue"), TILES) if 1 in tile],
        [chosen(seat) for seat in rows(get("honours"), players) if 1 in seat],
        ready,
        [at[one] * lands + at[two] for one, two in used],
    ]
    for pile in piles:
        numbers += [len(pile), *pile]
    numbers += [mask(get("lands.forest")), gangs, counters, chosen(get("cards.drawn")), modules]
    gone, left = get("time.years")
    numbers += [hunger, surplus, get("bag.open")[0], events, later]
    numbers += [realm.first_year + gone, realm.first_year + gone + left]
    phase = chosen(get("time.phase"))
    numbers += [chosen(get("time.season")), phase, mask(get("time.waiting")), chosen(get("time.actor"))]
    numbers += [chosen(get("time.ending")), chosen(get("time.winner"))]
    numbers += [chosen(get("work.tile")), chosen(get("work.option")), *get("work.parts")]
    hungry = chosen(get("hunger.land")) if phase == STARVING else 0
    numbers += [chosen(get("peace.declarer")), mask(get("peace.contest"))]
    numbers += [hungry, get("hunger.excess")[0], mask(get("hunger.starved"))]
    numbers += [viewer, *_bag(get, "bag", realm), *_bag(get, "aside", realm)]
    for seat in range(players):
        numbers += _own(get, realm) if seat == viewer else _hidden(get, seat)
    return numbers


def _labels(realm):
    return [
        f"{realm.lands[a]}>{realm.lands[b]}" for a in range(realm.land_count) for b in realm.neighbours[a]
    ]


def _bag(get, name, realm):
    codes = []
    for seat, counts in enumerate(rows(get(f"{name}.tiles"), TILES + 1)):
        for tile, number in enumerate(counts):
            codes += [seat * TILES + (0 if tile == TILES else tile)] * number
    codes += [realm.event_tile] * get(f"{name}.events")[0]
    return [len(codes), *codes]


def _own(get, realm):
    kind, first, second = chosen(get("own.sealed")), chosen(get("own.first")), chosen(get("own.second"))
    sealed = NOTHING if kind < 0 else KEEP_CODE
    if kind in (0, 1):
        sealed = realm.actions.code(PLACE if kind == 0 else SWAP, first, second)
    tiles = get("own.hand") + get("own.inactive") + get("own.fresh")
    return [*tiles, chosen(get("own.swapped")), sealed, chosen(get("own.laid"))]


def _hidden(get, seat):
    counts = [get(f"tiles.{name}")[seat] for name in ("hand", "inactive", "fresh")]
    secrets = [get(f"tiles.{name}")[seat] for name in ("swapped", "sealed", "laid")]
    return counts + [0 if secret else NOTHING for secret in secrets]

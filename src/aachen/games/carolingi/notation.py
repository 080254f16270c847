"""A position as text: statements `subject: item, item`, one line joined by "; ", or a block with one a line.

`write` gives the whole truth, or what one viewer may know: then hidden tiles are question marks.
`reading.py` understands both, and fills what a person left out with what usually is.
"""

from __future__ import annotations

from typing import Final

from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    ACTING,
    ENDING_NAMES,
    FOUNDING,
    MOVE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OVER,
    PHASE_NAMES,
    PLACING,
    SEASON_NAMES,
    SEASONS,
    STARVING,
    SWAPPING,
    TILES,
    UNSEEN,
)

EVERYBODY: Final = -2  # the viewer who may know everything


def write(pos: State, viewer: int = EVERYBODY) -> str:
    """One line. The viewer is a seat, nobody (a spectator), or everybody: the whole truth."""
    return "; ".join(statements(pos, viewer))


def write_block(pos: State, viewer: int = EVERYBODY) -> str:
    """The same, one statement a line."""
    return "\n".join(statements(pos, viewer)) + "\n"


def statements(pos: State, viewer: int) -> list[str]:
    """All statements in a fixed order, so that equal positions are equal texts."""
    told = [_title(pos), f"time: {pos.year} {SEASON_NAMES[pos.season]}, last {pos.last_year}"]
    told += _asked(pos, viewer)
    for land in range(pos.realm.land_count):
        told += _land(pos, land)
    for slot in range(pos.realm.slot_count):
        told += _card(pos, slot)
    told.append("archivium: " + _cards(pos, pos.archivium))
    told.append("discard: " + _cards(pos, pos.discard))
    modules = ", modules 1" if pos.modules_aside else ""
    told.append(f"aside: hunger {pos.hunger_aside}, surplus {pos.surplus}{modules}")
    told.append(f"events: ready {pos.events_ready}, later {pos.events_later}")
    told += _bag(pos, viewer)
    for seat in range(pos.realm.players):
        told += _court(pos, seat, viewer)
    told += _scenario(pos) if pos.realm.variant.scenario else []
    if pos.before is not None:
        told.append("before: " + pack(write(pos.before, viewer)))
    return told


def pack(line: str) -> str:
    """A whole position inside a statement: its separators in other signs."""
    return line.replace(";", "|").replace(",", "&")


def unpack(text: str) -> str:
    """The line that was packed."""
    return text.replace("|", ";").replace("&", ",")


def _scenario(pos: State) -> list[str]:
    """Problems by season, the queue from its top, honours from the oldest."""
    seasons = []
    for season in range(SEASONS):
        names = [
            name for tile, name in enumerate(pos.realm.tile_names) if pos.problems[season * TILES + tile]
        ]
        seasons += [" ".join([SEASON_NAMES[season], *names])] if names else []
    told = ["problems: " + ", ".join(seasons)] if seasons else []
    told += ["queue: " + ", ".join(pos.tile_name(problem) for problem in pos.queue)] if pos.queue else []
    return told + (
        ["honours: " + ", ".join(pos.seat_name(seat) for seat in pos.honours)] if pos.honours else []
    )


def _title(pos: State) -> str:
    variant = pos.realm.variant
    items = [f"players {pos.realm.players}"]
    if variant.advanced:
        items.append(f"variant {variant.name}")
    items += ["anarchy"] if variant.anarchy else []
    items += ["hourglass"] if variant.hourglass else []
    items += [] if pos.realm.board.is_standard else [f"board {pos.realm.board.digest}"]
    return "carolingi: " + ", ".join(items)


def _asked(pos: State, viewer: int) -> list[str]:
    """Who is asked for what, and how far it has gone."""
    told = []
    if pos.phase == PLACING or pos.phase == SWAPPING:
        told.append(f"{PHASE_NAMES[pos.phase]}: " + _seats(pos, pos.waiting))
        chosen = [
            _sealed(pos, seat, viewer) for seat in range(pos.realm.players) if pos.sealed[seat] != NOTHING
        ]
        if chosen:
            told.append("sealed: " + ", ".join(chosen))
        laid = [_laid(pos, seat, viewer) for seat in range(pos.realm.players) if pos.laid[seat] != NOTHING]
        if laid:
            told.append("laid: " + ", ".join(laid))
    elif pos.phase == FOUNDING:
        card = "" if pos.drawn_card == NOWHERE else f", card {pos.land_name(pos.drawn_card)}"
        told.append(f"founding: {pos.seat_name(pos.actor)}{card}")
    elif pos.phase == STARVING:
        where = f"in {pos.land_name(pos.hungry_land)}, excess {pos.excess}"
        told.append(f"starving: {pos.seat_name(pos.actor)} {where}, lost {_lands(pos, pos.starved)}")
    elif pos.phase == ACTING:
        told.append(
            f"acting: {pos.seat_name(pos.actor)} {pos.tile_name(pos.tile)}, option {pos.option}, parts {pos.parts}"
            + (f", exiles {pos.exiles}" if pos.exiles else "")
        )
        if pos.tile == MOVE:
            told += _marching(pos)
    elif pos.phase == OVER:
        winner = "" if pos.winner == NOBODY else f" {pos.seat_name(pos.winner)}"
        told.append(f"over: {ENDING_NAMES[pos.ending]}{winner}")
    if pos.declarer != NOBODY:
        told.append(f"declarer: {pos.seat_name(pos.declarer)}")
    if pos.declared:
        told.append("contest: " + _seats(pos, pos.declared))
    return told + _numbers(pos, "founders", pos.founders) + _numbers(pos, "laid tiles", pos.laid_tiles)


def _numbers(pos: State, subject: str, numbers: list[int]) -> list[str]:
    items = [f"{pos.seat_name(seat)} {number}" for seat, number in enumerate(numbers) if number]
    return [f"{subject}: " + ", ".join(items)] if items else []


def _laid(pos: State, seat: int, viewer: int) -> str:
    return f"{pos.seat_name(seat)} {pos.tile_name(pos.laid[seat]) if sees(seat, viewer) else '?'}"


def _seats(pos: State, mask: int) -> str:
    return ", ".join(pos.seat_name(seat) for seat in range(pos.realm.players) if mask >> seat & 1)


def _lands(pos: State, mask: int) -> str:
    return " ".join(pos.land_name(land) for land in range(pos.realm.land_count) if mask >> land & 1)


def _sealed(pos: State, seat: int, viewer: int) -> str:
    if not sees(seat, viewer):
        return f"{pos.seat_name(seat)} ?"
    code = pos.sealed[seat]
    named = pos.realm.actions.named(code)
    if named["do"] == "keep":
        return f"{pos.seat_name(seat)} keep"
    x, y = pos.realm.actions.x[code], pos.realm.actions.y[code]
    return f"{pos.seat_name(seat)} {pos.tile_name(x)} {pos.tile_name(y)}"


def sees(seat: int, viewer: int) -> bool:
    """Whether the viewer may know the seat's secrets."""
    return viewer == seat or viewer == EVERYBODY


def _marching(pos: State) -> list[str]:
    realm = pos.realm
    ready = [f"{realm.lands[land]} {pos.ready[land]}" for land in range(realm.land_count) if pos.ready[land]]
    told = ["ready: " + ", ".join(ready)]
    if pos.roads:
        pairs = [divmod(road, realm.land_count) for road in pos.roads]
        told.append("roads: " + ", ".join(f"{realm.lands[a]} {realm.lands[b]}" for a, b in sorted(pairs)))
    return told


def _pieces(pos: State, pieces: list[int], land: int) -> list[str]:
    at = land * pos.realm.stride
    told = [f"{pos.seat_name(s)} {pieces[at + s]}" for s in range(pos.realm.players) if pieces[at + s]]
    gangs = pieces[at + pos.realm.gang]
    return [*told, f"gangs {gangs}"] if gangs else told


def _land(pos: State, land: int) -> list[str]:
    items = _pieces(pos, pos.pieces, land)
    if pos.counters[land]:
        items.append(f"counters {pos.counters[land]}")
    if pos.is_forest(land):
        items.append("forest")
    if pos.owner[land] != NOBODY:
        items.append(f"palace {pos.seat_name(pos.owner[land])}")
    return [f"{pos.land_name(land)}: " + ", ".join(items)] if items else []


def _card(pos: State, slot: int) -> list[str]:
    land = pos.row[slot]
    if land == NOWHERE:
        return []
    number = slot - pos.realm.first_slot[pos.realm.region_of[land]] + 1
    items = [f"slot {number}", *_pieces(pos, pos.on_cards, land)]
    if pos.card_problem[land] != NOTHING:
        items.append(f"problem {pos.tile_name(pos.card_problem[land])}")
    return [f"card {pos.land_name(land)}: " + ", ".join(items)]


def card_name(pos: State, card: int) -> str:
    """A card of the Archivium in a word: its land, hunger, anarchy or rebellion."""
    return pos.realm.cards[card]


def _cards(pos: State, cards: list[int]) -> str:
    return ", ".join(card_name(pos, card) for card in cards)


def _bag(pos: State, viewer: int) -> list[str]:
    told = []
    if pos.bag:
        told.append("bag: " + _drawable(pos, pos.bag, viewer))
    if pos.aside:
        told.append("set aside: " + _drawable(pos, pos.aside, viewer))
    if pos.bag_open:
        told.append("bag open: yes")
    return told


def _drawable(pos: State, tiles: list[int], viewer: int) -> str:
    return ", ".join(
        "event"
        if code == pos.realm.event_tile
        else f"{pos.seat_name(code // TILES)} {pos.tile_name(code % TILES)}"
        if pos.bag_open or sees(code // TILES, viewer)
        else f"{pos.seat_name(code // TILES)} ?"
        for code in tiles
    )


def _court(pos: State, seat: int, viewer: int) -> list[str]:
    name = pos.seat_name(seat)
    court = f"missi {pos.missi[seat]}, leudes {pos.leudes[seat]}, nobiles {pos.nobiles[seat]}"
    told = [f"{name} court: {court}, trophies {pos.trophies[seat]}"]
    secret = not sees(seat, viewer)
    tiles = [
        _tiles(pos, "hand", pos.hand, seat, secret),
        _tiles(pos, "inactive", pos.inactive, seat, secret),
        _tiles(pos, "fresh", pos.fresh, seat, secret),
    ]
    if pos.swapped[seat] != NOTHING:
        tiles.append("swapped ?" if secret else f"swapped {pos.tile_name(pos.swapped[seat])}")
    told.append(f"{name} tiles: " + ", ".join(item for item in tiles if item))
    used = [_used(pos, seat, season) for season in range(SEASONS)]
    told += [f"{name} used: " + ", ".join(item for item in used if item)] if any(used) else []
    known = _known(pos, seat)
    told += [f"{name} known: " + ", ".join(known)] if known else []
    return told


def _tiles(pos: State, word: str, counts: list[int], seat: int, secret: bool) -> str:
    at = seat * TILES
    total = sum(counts[at : at + TILES])
    if total == 0:
        return ""
    if secret:
        return f"{word} ?{total}"
    return " ".join(
        [word, *(name for tile, name in enumerate(pos.realm.tile_names) for _ in range(counts[at + tile]))]
    )


def _used(pos: State, seat: int, season: int) -> str:
    at = (season * pos.realm.players + seat) * TILES
    names = [name for tile, name in enumerate(pos.realm.tile_names) for _ in range(pos.wheel[at + tile])]
    return " ".join([SEASON_NAMES[season], *names]) if names else ""


def _known(pos: State, seat: int) -> list[str]:
    """What everybody knows of the seat's hidden tiles; see imagine.py."""
    at = seat * TILES
    told = [
        f"active {name} {pos.proven[at + tile]}"
        for tile, name in enumerate(pos.realm.tile_names)
        if pos.proven[at + tile]
    ]
    if pos.taken[seat] != NOTHING:
        told.append(f"taken {pos.tile_name(pos.taken[seat])}")
    could = [name for tile, name in enumerate(pos.realm.tile_names) if pos.could_give[seat] >> tile & 1]
    if pos.could_give[seat]:
        told.append(" ".join(["gave", *could, *(["unseen"] if pos.could_give[seat] & UNSEEN else [])]))
    if pos.since_peace[seat] != NOTHING:
        told.append(f"since {pos.since_peace[seat]}")
    if pos.drawn[seat] != NOTHING:
        told.append(f"drawn {pos.tile_name(pos.drawn[seat])}")
    return told

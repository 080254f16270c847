"""What a seat of Carolingi may know as planes of small numbers, for programs that learn: see core/planes.py.

Everything that `knowledge.py` hands to bots is in them. What the layout calls each number stands in plane_layout.py.
"""

from __future__ import annotations

from typing import Final

from aachen.core.bounded_cache import remember
from aachen.core.planes import as_row, bit_rows, one_hot_rows
from aachen.games.carolingi.actions import KEEP_CODE, PLACE, SWAP
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    ENDING_NAMES,
    NOTHING,
    NOWHERE,
    PHASE_NAMES,
    SEASONS,
    STARVING,
    TILES,
)
from aachen.games.carolingi.variant import VARIANTS

WORK_OPTIONS: Final = 8  # see tile_options.py
SEALED_KINDS: Final = ("place", "swap", "keep")

_TILES: Final = one_hot_rows(TILES)
_SEASONS: Final = one_hot_rows(SEASONS)
_PHASES: Final = one_hot_rows(len(PHASE_NAMES))
_ENDINGS: Final = one_hot_rows(len(ENDING_NAMES))
_OPTIONS: Final = one_hot_rows(WORK_OPTIONS)
_VARIANTS: Final = one_hot_rows(len(VARIANTS))
_SEALED: Final = one_hot_rows(len(SEALED_KINDS))
_EIGHT_BITS: Final = bit_rows(8)
_ANY: Final = [b"\1"] * TILES + [b"\0"]  # whether there is a tile; nothing is the last
_GIVEN_BITS: Final = bit_rows(TILES + 1)


class Written:
    """Some numbers and what was last written for them: most of a table is as it was one action ago."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[list[int], bytes] | None = None

    def of(self, numbers: list[int]) -> bytes | None:
        """What was written for these numbers, if they were the last."""
        last = self._last
        return last[1] if last is not None and last[0] == numbers else None

    def keep(self, numbers: list[int], row: bytes) -> bytes:
        """Keep it for the next time."""
        self._last = (numbers[:], row)
        return row


class PlaneFrame:
    """What is the same for all positions of a realm: sizes, and rows of zeros and ones."""

    def __init__(self, realm: Realm) -> None:
        slots = [last - first for first, last in zip(realm.first_slot, realm.first_slot[1:], strict=False)]
        self.longest_row = max(slots)
        self.slot_at: list[int] = []  # by slot: which of its row it is
        for count in slots:
            self.slot_at += list(range(count))
        self.roads: list[int] = []  # from * lands + to, for every border and direction
        for land, near in enumerate(realm.neighbours):
            self.roads += [land * realm.land_count + other for other in near]
        self.road_at = {road: at for at, road in enumerate(self.roads)}
        self.seats = one_hot_rows(realm.players)
        self.lands = one_hot_rows(realm.land_count)
        self.cards = one_hot_rows(len(realm.cards))
        self.masks = bit_rows(realm.players)
        problems = realm.board.problems
        self.longest_queue = sum(1 for _, number in problems if number <= realm.players)
        self.most_honours = realm.board.honour_lengths.get(realm.players, 0)
        self.rulers, self.owners, self.slots = Written(), Written(), Written()
        self.archivium, self.discard = Written(), Written()
        self.taken, self.drawn, self.given, self.swapped = Written(), Written(), Written(), Written()
        self.hands, self.inactive, self.fresh = Written(), Written(), Written()


MOST_FRAMES: Final = 64
_frames: dict[int, PlaneFrame] = {}  # by serial of the realm


def frame_of(realm: Realm) -> PlaneFrame:
    """The frame of a realm, made once."""
    known = _frames.get(realm.serial)
    return known if known is not None else remember(_frames, realm.serial, PlaneFrame(realm), MOST_FRAMES)


def write(pos: State, viewer: int) -> bytes:
    """All numbers in the order of the layout, seats in seat order."""
    frame = frame_of(pos.realm)
    variant = pos.realm.variant
    parts = [
        _VARIANTS[VARIANTS.index(variant.name)],
        bytes([int(variant.anarchy), int(variant.hourglass)]),
        frame.seats[viewer],
    ]
    now = b"".join(_table(pos, viewer, frame))
    before = pos.peace.before
    if before is None:
        parts += [now, b"\0", bytes(len(now))]
    else:
        parts += [now, b"\1", *_table(before, viewer, frame)]
    return b"".join(parts)


def _table(pos: State, viewer: int, frame: PlaneFrame) -> list[bytes]:
    return [
        *_lands(pos, frame),
        *_cards(pos, frame),
        *_courts(pos),
        *_tiles(pos, frame),
        _bag(pos, pos.bag, viewer),
        _bag(pos, pos.aside, viewer),
        *_own(pos, viewer),
        *_scenario(pos, frame),
        *_moment(pos, frame),
        *_work(pos, frame),
    ]


def _lands(pos: State, frame: PlaneFrame) -> list[bytes]:
    seats = frame.seats
    return [
        as_row(pos.pieces),
        bytes(pos.counters),
        _rows(frame.rulers, pos.ruler, seats),
        _bits(pos.forests, pos.realm.land_count),
        _rows(frame.owners, pos.owner, seats),
    ]


def _rows(written: Written, numbers: list[int], rows: list[bytes]) -> bytes:
    """The row for each number."""
    known = written.of(numbers)
    if known is not None:
        return known
    return written.keep(numbers, b"".join([rows[number] for number in numbers]))


def _bits(mask: int, number: int) -> bytes:
    rows = []
    for _ in range(0, number, 8):
        rows.append(_EIGHT_BITS[mask & 255])
        mask >>= 8
    return b"".join(rows)[:number]


def _cards(pos: State, frame: PlaneFrame) -> list[bytes]:
    supplies = [pos.supply, pos.counter_supply, pos.surplus, pos.hunger_aside, pos.modules_aside]
    return [
        _slots(pos, frame),
        as_row(pos.on_cards),
        _pile(frame.archivium, pos.archivium, len(pos.realm.cards)),
        _pile(frame.discard, pos.discard, len(pos.realm.cards)),
        frame.cards[pos.drawn_card],
        as_row([*supplies, pos.events_ready, pos.events_later]),
    ]


def _slots(pos: State, frame: PlaneFrame) -> bytes:
    known = frame.slots.of(pos.row)
    if known is not None:
        return known
    row = bytearray(pos.realm.land_count * frame.longest_row)
    for slot, land in enumerate(pos.row):
        if land != NOWHERE:
            row[land * frame.longest_row + frame.slot_at[slot]] = 1
    return frame.slots.keep(pos.row, bytes(row))


def _pile(written: Written, cards: list[int], kinds: int) -> bytes:
    known = written.of(cards)
    if known is not None:
        return known
    counts = bytearray(kinds)
    for card in cards:
        counts[card] += 1
    return written.keep(cards, bytes(counts))


def _courts(pos: State) -> list[bytes]:
    return [as_row(pos.missi + pos.leudes + pos.nobiles + pos.trophies + pos.founders)]


def _tiles(pos: State, frame: PlaneFrame) -> list[bytes]:
    return [
        bytes(pos.wheel),
        bytes(pos.proven),
        _rows(frame.taken, pos.taken, _TILES),
        _rows(frame.drawn, pos.drawn, _TILES),
        _rows(frame.given, pos.could_give, _GIVEN_BITS),
        _sums(frame.hands, pos.hand),
        _sums(frame.inactive, pos.inactive),
        _sums(frame.fresh, pos.fresh),
        _rows(frame.swapped, pos.swapped, _ANY),
        bytes([0 if secret == NOTHING else 1 for secret in pos.sealed]),
        bytes([0 if secret == NOTHING else 1 for secret in pos.laid]),
        bytes(pos.laid_tiles),
        as_row([since + 1 for since in pos.since_peace]),
    ]


def _sums(written: Written, tiles: list[int]) -> bytes:
    """How many tiles each seat has there."""
    known = written.of(tiles)
    if known is not None:
        return known
    counts = [sum(tiles[at : at + TILES]) for at in range(0, len(tiles), TILES)]
    return written.keep(tiles, bytes(counts))


def _bag(pos: State, bag: list[int], viewer: int) -> bytes:
    """By seat: known tiles by kind, then the hidden ones; after the seats the event tiles."""
    counts = bytearray(pos.realm.players * (TILES + 1) + 1)
    for code in bag:
        seat = code // TILES
        if code == pos.realm.event_tile:
            counts[-1] += 1
        elif pos.bag_open or seat == viewer:
            counts[code + seat] += 1
        else:
            counts[seat * (TILES + 1) + TILES] += 1
    return bytes(counts)


def _own(pos: State, viewer: int) -> list[bytes]:
    at = viewer * TILES
    return [
        bytes(pos.hand[at : at + TILES]),
        bytes(pos.inactive[at : at + TILES]),
        bytes(pos.fresh[at : at + TILES]),
        _TILES[pos.swapped[viewer]],
        _TILES[pos.laid[viewer]],
        *_sealed(pos, pos.sealed[viewer]),
    ]


def _sealed(pos: State, code: int) -> list[bytes]:
    """The kind of the choice and its two tiles: to place, or to give and to take."""
    if code == NOTHING:
        return [_SEALED[NOTHING], _TILES[NOTHING], _TILES[NOTHING]]
    if code == KEEP_CODE:
        return [_SEALED[2], _TILES[NOTHING], _TILES[NOTHING]]
    actions = pos.realm.actions
    assert actions.kind[code] == PLACE or actions.kind[code] == SWAP
    return [_SEALED[int(actions.kind[code] == SWAP)], _TILES[actions.x[code]], _TILES[actions.y[code]]]


def _scenario(pos: State, frame: PlaneFrame) -> list[bytes]:
    if not pos.realm.variant.scenario:
        lands, players = pos.realm.land_count, pos.realm.players
        return [bytes((SEASONS + lands + frame.longest_queue) * TILES + frame.most_honours * players)]
    queue = b"".join([_TILES[problem] for problem in pos.queue])
    honours = b"".join([frame.seats[seat] for seat in pos.honours])
    return [
        bytes(pos.problems),
        b"".join([_TILES[problem] for problem in pos.card_problem]),
        queue.ljust(frame.longest_queue * TILES, b"\0"),
        honours.ljust(frame.most_honours * pos.realm.players, b"\0"),
    ]


def _moment(pos: State, frame: PlaneFrame) -> list[bytes]:
    return [
        as_row([pos.year - pos.realm.first_year, pos.last_year - pos.year, pos.bag_open]),
        _SEASONS[pos.season],
        _PHASES[pos.phase],
        frame.masks[pos.waiting],
        frame.seats[pos.actor],
        _ENDINGS[pos.ending],
        frame.seats[pos.winner],
    ]


def _work(pos: State, frame: PlaneFrame) -> list[bytes]:
    work, peace, famine, lands = pos.work, pos.peace, pos.hunger, pos.realm.land_count
    roads = bytearray(len(frame.roads))
    for road in work.roads:
        roads[frame.road_at[road]] = 1
    return [
        _TILES[work.tile],
        _OPTIONS[work.option],
        as_row([work.parts, work.exiles]),
        as_row(work.ready) if work.ready else bytes(lands),
        bytes(roads),
        frame.seats[peace.declarer],
        frame.masks[peace.declared],
        frame.lands[famine.land if pos.phase == STARVING else NOWHERE],
        as_row([famine.excess]),
        _bits(famine.starved, lands),
    ]

"""What one viewer may know, as a few hundred bytes: for bots, which would be slow to read it from text.

It holds what `notation.write` would tell the viewer, and `read` makes up the rest by the same draws of luck.
Numbers lie one after the other in a fixed order, each in as few bytes as it needs.
"""

from __future__ import annotations

from typing import Final

from aachen.core.errors import BadInput, Fault
from aachen.core.luck import Luck
from aachen.core.numbers_as_bytes import ByteReader, as_bytes
from aachen.games.carolingi import board as boards
from aachen.games.carolingi import imagine
from aachen.games.carolingi.options import Options
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.realms import realm_of
from aachen.games.carolingi.rules import carrying_out, founding, hunger, placing, swap
from aachen.games.carolingi.state import Declaration, Famine, State, Work
from aachen.games.carolingi.terms import ACTING, FOUNDING, NOTHING, PLACING, STARVING, TILES
from aachen.games.carolingi.variant import VARIANTS, Variant

NOT_KNOWN: Final = 0  # stands for a hidden tile, and for a choice that is sealed


def write(pos: State, viewer: int | None) -> bytes:
    """All that the viewer may know; `None` is a spectator."""
    realm, variant = pos.realm, pos.realm.variant
    numbers = [realm.players, VARIANTS.index(variant.name), int(variant.anarchy), int(variant.hourglass)]
    _write_table(pos, -1 if viewer is None else viewer, numbers)
    return as_bytes(numbers)


def _write_table(pos: State, viewer: int, numbers: list[int]) -> None:
    for values in _open_lists(pos):
        numbers += values
    work, peace, famine = pos.work, pos.peace, pos.hunger
    for pile in (pos.archivium, pos.discard, pos.queue, pos.honours, work.ready, work.roads):
        numbers.append(len(pile))
        numbers += pile
    numbers += [pos.forests, pos.supply, pos.counter_supply, pos.drawn_card, pos.modules_aside]
    numbers += [pos.hunger_aside, pos.surplus, pos.bag_open, pos.events_ready, pos.events_later]
    numbers += [pos.year, pos.last_year, pos.season, pos.phase, pos.waiting, pos.actor]
    numbers += [pos.ending, pos.winner, work.tile, work.option, work.parts, work.exiles]
    numbers += [peace.declarer, peace.declared, famine.land, famine.excess, famine.starved]
    numbers += [viewer, *_seen_bag(pos, pos.bag, viewer), *_seen_bag(pos, pos.aside, viewer)]
    for seat in range(pos.realm.players):
        numbers += _own_tiles(pos, seat) if seat == viewer else _count_hidden(pos, seat)
    numbers.append(0 if peace.before is None else 1)
    if peace.before is not None:
        _write_table(peace.before, viewer, numbers)


def _open_lists(pos: State) -> list[list[int]]:
    """Lists of fixed length that lie open."""
    lists = [pos.pieces, pos.counters, pos.ruler, pos.homeland, pos.owner, pos.row, pos.on_cards]
    lists += [pos.missi, pos.leudes, pos.nobiles, pos.trophies, pos.founders, pos.wheel, pos.spent]
    lists += [pos.taken, pos.since_peace, pos.problems, pos.card_problem, pos.laid_tiles, pos.drawn]
    return [*lists, pos.proven, pos.could_give]


def _seen_bag(pos: State, bag: list[int], viewer: int) -> list[int]:
    """The tiles in the order of their seats, so that the order tells nothing."""
    seen = [len(bag)]
    for code in bag:
        is_known = pos.bag_open or code == pos.realm.event_tile or code // TILES == viewer
        seen.append(code if is_known else code - code % TILES + NOT_KNOWN)
    return seen


def _own_tiles(pos: State, seat: int) -> list[int]:
    at = seat * TILES
    tiles = pos.hand[at : at + TILES] + pos.inactive[at : at + TILES] + pos.fresh[at : at + TILES]
    return [*tiles, pos.swapped[seat], pos.sealed[seat], pos.laid[seat]]


def _count_hidden(pos: State, seat: int) -> list[int]:
    """Of a sibling everybody knows how many tiles are where, and whether something is laid."""
    at = seat * TILES
    secrets = (pos.swapped[seat], pos.sealed[seat], pos.laid[seat])
    return [
        sum(pos.hand[at : at + TILES]),
        sum(pos.inactive[at : at + TILES]),
        sum(pos.fresh[at : at + TILES]),
        *[NOTHING if secret == NOTHING else NOT_KNOWN for secret in secrets],
    ]


# Reading


def realm_in(source: ByteReader, options: Options | None) -> Realm:
    """The realm that the knowledge is about; the board is that of the options."""
    players, name, anarchy, hourglass = source.next(), source.next(), source.next(), source.next()
    board = options.board if options is not None else boards.standard()
    if players not in board.setups or not 0 <= name < len(VARIANTS):
        raise BadInput([Fault("view_without_line", "view")])
    return realm_of(board, players, Variant(VARIANTS[name], bool(anarchy), bool(hourglass)))


def read_into(pos: State, source: ByteReader, luck: Luck) -> None:
    """Lay everything on an empty table; what the viewer cannot know is dealt by luck."""
    for values in _open_lists(pos):
        values[:] = source.some(len(values))
    pos.archivium, pos.discard = source.pile(), source.pile()
    pos.queue, pos.honours = source.pile(), source.pile()
    ready, roads = source.pile(), source.pile()
    pos.forests, pos.supply, pos.counter_supply = source.next(), source.next(), source.next()
    pos.drawn_card, pos.modules_aside = source.next(), source.next()
    pos.hunger_aside, pos.surplus, pos.bag_open = source.next(), source.next(), source.next()
    pos.events_ready, pos.events_later = source.next(), source.next()
    pos.year, pos.last_year, pos.season = source.next(), source.next(), source.next()
    pos.phase, pos.waiting, pos.actor = source.next(), source.next(), source.next()
    pos.ending, pos.winner = source.next(), source.next()
    pos.work = Work(source.next(), source.next(), source.next(), source.next(), ready, roads)
    peace = Declaration(source.next(), source.next(), None)
    pos.peace = peace
    pos.hunger = Famine(source.next(), source.next(), source.next())
    viewer = source.next()
    pos.bag, pos.aside = source.pile(), source.pile()
    sealed, laid = _read_tiles(pos, source, viewer)
    for seat in range(pos.realm.players):
        if seat != viewer and not imagine.deal_seat(pos, seat, luck):
            raise BadInput([Fault("view_without_line", "view")])
    if source.next():
        before = State(pos.realm)
        read_into(before, source, luck)
        pos.peace = Declaration(peace.declarer, peace.declared, imagine.with_tiles_of(pos, before))
    _seal(pos, viewer, sealed, laid, luck)
    pos.pending = _pending(pos)


def _read_tiles(pos: State, source: ByteReader, viewer: int) -> tuple[list[int], list[int]]:
    """Own tiles, and of the siblings' how many there are; returns what is sealed and what is laid."""
    sealed: list[int] = []
    laid: list[int] = []
    for seat in range(pos.realm.players):
        at = seat * TILES
        for counts in (pos.hand, pos.inactive, pos.fresh):
            known = TILES if seat == viewer else 1
            counts[at : at + known] = source.some(known)
        pos.swapped[seat] = source.next()
        sealed.append(source.next())
        laid.append(source.next())
    return sealed, laid


def _seal(pos: State, viewer: int, sealed: list[int], laid: list[int], luck: Luck) -> None:
    """Own choices as they are; a sibling's may be any that fits."""
    for seat in range(pos.realm.players):
        if sealed[seat] != NOTHING and seat != viewer:
            choices = placing.offers(pos, seat) if pos.phase == PLACING else swap.offers(pos, seat)
            sealed[seat] = luck.pick("imagined", choices)
    for seat in range(pos.realm.players):
        if laid[seat] != NOTHING and seat != viewer:
            choices = [tile for tile in range(TILES) for _ in range(pos.hand[seat * TILES + tile])]
            laid[seat] = luck.pick("imagined", choices)
    pos.sealed, pos.laid = sealed, laid


def _pending(pos: State) -> list[int]:
    if pos.phase == ACTING:
        return carrying_out.offers(pos, pos.actor)
    if pos.phase == FOUNDING:
        return founding.offers(pos, pos.actor)
    return hunger.choices(pos) if pos.phase == STARVING else []

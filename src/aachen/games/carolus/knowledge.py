"""A position as about two hundred bytes: for bots, which would be slow to read it from text.

Nothing is hidden (M13), so the bytes are the same for every viewer.
They hold what `notation.write` tells, as numbers in a fixed order; the rest follows from them, as it does from the text.
"""

from __future__ import annotations

from aachen.core.errors import BadInput, Fault
from aachen.core.numbers_as_bytes import ByteReader, as_bytes
from aachen.games.carolus.empire import Empire, empire_of
from aachen.games.carolus.options import PLAYERS
from aachen.games.carolus.rules import discs
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import (
    CLANS,
    CROWNING,
    NOBODY,
    OVER,
    PALADINS_OF_A_CLAN,
    PUTTING,
    SET_UP,
)


def write(pos: State) -> bytes:
    """All that anybody may know."""
    numbers = [pos.empire.players]
    for values in _open_lists(pos):
        numbers += values
    is_counted = pos.phase == PUTTING or pos.phase == CROWNING
    numbers += [pos.emperor, pos.round, pos.rolls if pos.round == SET_UP else 0, pos.phase, pos.ending]
    numbers += [NOBODY if pos.phase == OVER else pos.actor, pos.count if is_counted else 0]
    if pos.round != SET_UP:
        numbers += pos.placing
    return as_bytes(numbers)


def _open_lists(pos: State) -> list[list[int]]:
    """Lists of fixed length from which all others follow."""
    ring = [pos.paladins, pos.size, pos.owner, pos.castles]
    return [*ring, pos.court, pos.reserve, pos.holder, pos.discs, pos.shown]


def empire_in(source: ByteReader) -> Empire:
    """The number of players that the bytes begin with."""
    players = source.next()
    if players not in PLAYERS:
        raise BadInput([Fault("view_without_line", "view")])
    return empire_of(players)


def read_into(pos: State, source: ByteReader) -> None:
    """Lay everything on an empty table."""
    for values in _open_lists(pos):
        values[:] = source.some(len(values))
    pos.emperor, pos.round, pos.rolls, pos.phase, pos.ending = source.some(5)
    pos.actor, pos.count = source.some(2)
    if pos.round != SET_UP:
        pos.placing = source.some(pos.empire.players)
    for head in range(len(pos.size)):
        if pos.size[head] > 0 and pos.owner[head] != NOBODY:
            pos.castles_left[pos.owner[head]] -= pos.castles[head]
    for clan in range(CLANS):
        placed = sum(pos.paladins[clan::CLANS]) + sum(pos.court[clan::CLANS]) + sum(pos.reserve[clan::CLANS])
        pos.centre[clan] = PALADINS_OF_A_CLAN - placed
    pos.regions = len(pos.heads())
    pos.list_puts()
    if 0 not in pos.shown:
        pos.playing = discs.order_of_play(pos)

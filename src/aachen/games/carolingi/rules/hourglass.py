"""8 Hourglass: tiles are laid one by one, and when the sand has run out what is not laid stays home.

The rules know no time: that the sand has run out is an action of the table itself (C30).
"""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import PLACE, SAND_CODE
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NO_ACTION, NOTHING, PEACE, TILES


def is_running(pos: State) -> bool:
    """The first to lay both tiles turns the hourglass (C30)."""
    return any(code != NOTHING for code in pos.sealed)


def table_offers(pos: State) -> list[int]:
    """The sand may run out while it runs."""
    return [SAND_CODE] if is_running(pos) else []


def table_refusal(pos: State) -> Refusal | None:
    """Why the sand cannot run out now, or None."""
    return None if is_running(pos) else Refusal("8", "hourglass_not_turned", "C30")


def offers(pos: State, seat: int) -> list[int]:
    """One tile at a time, none taken back; with Peace goes No-action only (C47)."""
    if pos.sealed[seat] != NOTHING:
        return []
    return [
        pos.realm.lay_codes[tile]
        for tile in range(TILES)
        if pos.hand[seat * TILES + tile] > (1 if pos.laid[seat] == tile else 0)
        and _goes_with(pos.laid[seat], tile)
    ]


def _goes_with(first: int, second: int) -> bool:
    if first == PEACE or second == PEACE:
        return first == NOTHING or first == NO_ACTION or second == NO_ACTION
    return True


def refusal(pos: State, seat: int, tile: int) -> Refusal | None:
    """Why this tile cannot be laid, or None."""
    first = pos.laid[seat]
    if pos.sealed[seat] != NOTHING:
        return Refusal("8", "both_tiles_laid", "C47")
    if not _goes_with(first, tile):
        other = first if tile == PEACE else tile
        return Refusal("5.8", "peace_needs_no_action", "C20", {"tile": pos.tile_name(other)})
    have = pos.hand[seat * TILES + tile] - (1 if first == tile else 0)
    if have <= 0:
        return Refusal("3.1", "tile_not_active", "", {"tile": pos.tile_name(tile), "have": 0})
    return None


def play(pos: State, seat: int, code: int, tell: Tell | None) -> bool:
    """A tile is laid, or the sand has run out; True when no more tiles are laid."""
    if code == SAND_CODE:
        _run_out(pos, tell)
        return True
    tile = pos.realm.actions.x[code]
    if tell is not None:
        tell(Event("tile_laid", {"seat": pos.seat_name(seat)}, seat, {"tile": pos.tile_name(tile)}))
    pos.laid_tiles = replaced(pos.laid_tiles, seat, pos.laid_tiles[seat] + 1)
    first = pos.laid[seat]
    if first == NOTHING:
        pos.laid = replaced(pos.laid, seat, tile)
        return False
    pos.sealed[seat] = pos.realm.actions.code(PLACE, min(first, tile), max(first, tile))
    pos.laid = replaced(pos.laid, seat, NOTHING)
    pos.waiting &= ~(1 << seat)
    return pos.waiting == 0


def _run_out(pos: State, tell: Tell | None) -> None:
    """The sand has run out: tiles not laid stay home."""
    pos.waiting = 0
    if tell is not None:
        tell(Event("sand_ran_out", {}))

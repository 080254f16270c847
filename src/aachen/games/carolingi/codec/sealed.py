"""Secret choices in statements: tiles that lie face down, and swaps (3.1, 3.3, 8)."""

from __future__ import annotations

from aachen.core.statements import Items, statement
from aachen.games.carolingi.actions import KEEP_CODE, PLACE, SWAP
from aachen.games.carolingi.codec.courts import sees
from aachen.games.carolingi.codec.reader import PositionReader
from aachen.games.carolingi.rules import placing, swap
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOTHING, PHASE_NAMES, PLACING, SWAPPING, TILES


def write_seats(pos: State, mask: int) -> str:
    """The seats of a mask."""
    return ", ".join(pos.seat_name(seat) for seat in range(pos.realm.players) if mask >> seat & 1)


def write_choosing(pos: State, viewer: int) -> list[str]:
    """`placing: red, blue` (who still owes a choice), `sealed: yellow ?` and `laid: red battle`."""
    seats = range(pos.realm.players)
    sealed = [_sealed(pos, seat, viewer) for seat in seats if pos.sealed[seat] != NOTHING]
    laid = [_laid(pos, seat, viewer) for seat in seats if pos.laid[seat] != NOTHING]
    asked = f"{PHASE_NAMES[pos.phase]}: " + write_seats(pos, pos.waiting)
    return [asked, *statement("sealed", sealed), *statement("laid", laid)]


def _laid(pos: State, seat: int, viewer: int) -> str:
    return f"{pos.seat_name(seat)} {pos.tile_name(pos.laid[seat]) if sees(seat, viewer) else '?'}"


def _sealed(pos: State, seat: int, viewer: int) -> str:
    code, actions = pos.sealed[seat], pos.realm.actions
    if not sees(seat, viewer):
        return f"{pos.seat_name(seat)} ?"
    if code == KEEP_CODE:
        return f"{pos.seat_name(seat)} keep"
    return f"{pos.seat_name(seat)} {pos.tile_name(actions.x[code])} {pos.tile_name(actions.y[code])}"


def read_choosing(reader: PositionReader, subject: str, items: Items) -> None:
    """`placing` or `swapping`, with the seats that still owe a choice; without a list, all who can."""
    pos = reader.pos
    pos.phase = PLACING if subject == "placing" else SWAPPING
    waiting = [reader.seat(word, subject) for item in items for word in item]
    _read_sealed(reader)
    _read_laid(reader)
    if not waiting:
        waiting = [
            seat
            for seat in range(reader.realm.players)
            if pos.sealed[seat] == NOTHING and (pos.phase == PLACING or swap.can_swap(pos, seat))
        ]
    pos.waiting = sum(1 << seat for seat in set(waiting))


def _read_laid(reader: PositionReader) -> None:
    """Under the hourglass, the first tile of those who have laid only one."""
    pos = reader.pos
    for item in reader.statements.get("laid", []):
        seat = reader.seat(item[0], "laid")
        if len(item) != 2:
            reader.not_understood("laid", item)
        elif item[1] == "?":
            choices = [tile for tile in range(TILES) for _ in range(pos.hand[seat * TILES + tile])]
            pos.laid[seat] = reader.luck.pick("imagined", choices)
        else:
            pos.laid[seat] = reader.tile(item[1], "laid")


def _read_sealed(reader: PositionReader) -> None:
    pos, actions = reader.pos, reader.realm.actions
    for item in reader.statements.get("sealed", []):
        seat = reader.seat(item[0], "sealed")
        if item[1:] == ["?"]:
            _seal_any(reader, seat)
        elif item[1:] == ["keep"] and pos.phase == SWAPPING:
            pos.sealed[seat] = KEEP_CODE
        elif len(item) == 3:
            first, second = reader.tile(item[1], "sealed"), reader.tile(item[2], "sealed")
            if pos.phase == PLACING:
                pos.sealed[seat] = actions.code(PLACE, min(first, second), max(first, second))
            else:
                pos.sealed[seat] = actions.code(SWAP, first, second)
        else:
            reader.not_understood("sealed", item)


def _seal_any(reader: PositionReader, seat: int) -> None:
    """A choice nobody knows: any that the seat could have made."""
    pos = reader.pos
    choices = placing.offers(pos, seat) if pos.phase == PLACING else swap.offers(pos, seat)
    if choices:
        pos.sealed[seat] = reader.luck.pick("imagined", choices)
    else:
        reader.fault("sealed_not_possible", "sealed", seat=reader.realm.colours[seat])

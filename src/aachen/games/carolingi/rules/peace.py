"""5.8 Declare peace: an extra tile, then the proof of three points; several declarers settle it in a contest."""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import DONE_CODE, EXTRA
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.rules import scenario_814, victory
from aachen.games.carolingi.state import NO_PEACE, Declaration, State
from aachen.games.carolingi.terms import BY_PEACE, NO_ACTION, NOBODY, NOTHING, OVER, PEACE, TILES


def offers(pos: State, seat: int) -> list[int]:
    """No extra tile, or any active action tile that was not activated this season (C12, C13)."""
    found = [DONE_CODE]
    for tile in range(PEACE):
        if pos.hand[seat * TILES + tile] > pos.fresh[seat * TILES + tile] and not _is_blocked(pos, tile):
            found.append(pos.realm.actions.code(EXTRA, tile))
    return found


def refusal(pos: State, seat: int, tile: int) -> Refusal | None:
    """Why this tile cannot be the extra one, or None."""
    if tile >= PEACE:
        return Refusal("5.8", "no_extra_action", "", {"tile": pos.tile_name(tile)})
    if pos.hand[seat * TILES + tile] == 0:
        return Refusal("5.8", "tile_not_active", "", {"tile": pos.tile_name(tile), "have": 0})
    if pos.hand[seat * TILES + tile] == pos.fresh[seat * TILES + tile]:
        return Refusal("5.8", "freshly_activated", "C12", {"tile": pos.tile_name(tile)})
    if _is_blocked(pos, tile):
        return Refusal("814 §4.2.1", "tile_blocked", "C44", {"tile": pos.tile_name(tile)})
    return None


def may_hold_extra(pos: State, seat: int) -> bool:
    """Whether, for all the siblings know, the declarer has a tile to play.

    Then the declarer is asked even if all those tiles are blocked: passing over would give them away (A1).
    """
    at = seat * TILES
    return sum(pos.hand[at : at + PEACE]) > sum(pos.fresh[at : at + TILES])


def _is_blocked(pos: State, tile: int) -> bool:
    return pos.realm.variant.scenario and scenario_814.is_blocked(pos, tile)


def begin(pos: State, seat: int) -> None:
    """The seat declares. Under the hourglass a Peace may lie alone: its extra action may have to be undone (C20)."""
    pos.peace = Declaration(seat, pos.peace.declared, None)
    if is_lone(pos, seat):
        pos.peace = Declaration(seat, pos.peace.declared, State(pos.realm, pos))


def is_lone(pos: State, seat: int) -> bool:
    """Whether the seat laid a single tile before the sand ran out (8)."""
    return pos.realm.variant.hourglass and pos.laid_tiles[seat] == 1


def play(pos: State, seat: int, tile: int, tell: Tell | None) -> None:
    """The extra tile is laid on the season, to be carried out as if just drawn."""
    pos.hand[seat * TILES + tile] -= 1
    pos.use_tile(seat, tile)
    if tell is not None:
        tell(Event("extra_tile", {"seat": pos.seat_name(seat), "tile": pos.tile_name(tile)}))


def conclude(pos: State, tell: Tell | None) -> None:
    """The declarer's extra action is over: settle it alone, or go on with the contest (C22)."""
    seat, declared, before = pos.peace.declarer, pos.peace.declared, pos.peace.before
    pos.peace = NO_PEACE
    if before is not None and not declared:
        _conclude_alone(pos, seat, before, tell)
    elif declared:
        pos.peace = Declaration(NOBODY, declared | 1 << seat, None)
        if not pos.bag:
            _settle_contest(pos, tell)
    elif victory.may_end_by_peace(pos, seat):
        _open_bag(pos, seat, tell)
    else:
        _forfeit(pos, seat, tell)


def _conclude_alone(pos: State, seat: int, before: State, tell: Tell | None) -> None:
    """A Peace without its No-action: if three points are shown, its extra action is undone (C20)."""
    if victory.may_end_by_peace(pos, seat):
        has_acted = pos.spent != before.spent
        pos.take_back(before)
        _show_bag(pos, seat, tell)
        if tell is not None and has_acted:
            tell(Event("extra_action_undone", {"seat": pos.seat_name(seat)}))
    _forfeit(pos, seat, tell)


def _show_bag(pos: State, seat: int, tell: Tell | None) -> None:
    """The bag is laid open, and what lies there stays known (C22)."""
    pos.bag_open = 1
    for code in pos.bag:
        if code != pos.realm.event_tile and code % TILES != NO_ACTION:
            _note_seen(pos, code)
    if tell is not None:
        tell(Event("bag_opened", {"seat": pos.seat_name(seat), "tiles": bag_names(pos, pos.bag)}))


def _open_bag(pos: State, seat: int, tell: Tell | None) -> None:
    """Three points are shown: any rival declares before anything is decided; a lone Peace is no rival (C48)."""
    _show_bag(pos, seat, tell)
    rivals = [
        code
        for code in pos.bag
        if code != pos.realm.event_tile and code % TILES == PEACE and not is_lone(pos, code // TILES)
    ]
    if not rivals:
        _win(pos, seat, tell)
        return
    pos.peace = Declaration(NOBODY, 1 << seat, None)
    pos.aside = [code for code in pos.bag if code not in rivals]
    pos.bag = rivals
    if tell is not None:
        tell(Event("contest_began", {"seats": [pos.seat_name(code // TILES) for code in rivals]}))


def _note_seen(pos: State, code: int) -> None:
    seat, tile = code // TILES, code % TILES
    pos.proven[code] = max(pos.proven[code], pos.spent[code] + pos.bag.count(code))
    if pos.taken[seat] == tile:
        pos.taken = replaced(pos.taken, seat, NOTHING)


def _settle_contest(pos: State, tell: Tell | None) -> None:
    """All declarers have acted: the only one with three points wins; none or several, and all have failed."""
    declared = pos.peace.declared
    pos.peace = NO_PEACE
    seats = [seat for seat in range(pos.realm.players) if declared >> seat & 1]
    worthy = [seat for seat in seats if victory.may_end_by_peace(pos, seat)]
    if len(worthy) == 1:
        _win(pos, worthy[0], tell)
        return
    for seat in seats:
        _forfeit(pos, seat, tell)
    pos.bag = pos.aside[:]
    pos.aside = []


def _forfeit(pos: State, seat: int, tell: Tell | None) -> None:
    """Peace is inactive again, for all to see."""
    at = seat * TILES + PEACE
    pos.wheel[pos.season * pos.realm.players * TILES + at] -= 1
    pos.spent[at] -= 1
    pos.inactive = replaced(pos.inactive, at, pos.inactive[at] + 1)
    pos.proven[at] = 0
    pos.since_peace = replaced(pos.since_peace, seat, 0)
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "points": victory.points(pos, seat)}
        tell(Event("peace_failed", facts))


def _win(pos: State, seat: int, tell: Tell | None) -> None:
    pos.ending = BY_PEACE
    pos.winner = seat
    pos.phase = OVER
    if tell is not None:
        tell(Event("peace_made", {"seat": pos.seat_name(seat), "points": victory.points(pos, seat)}))


def bag_names(pos: State, tiles: list[int]) -> list[object]:
    """Tiles of the bag in names: the colour and the tile, or the event tile."""
    return [
        ["event"]
        if code == pos.realm.event_tile
        else [pos.seat_name(code // TILES), pos.tile_name(code % TILES)]
        for code in tiles
    ]

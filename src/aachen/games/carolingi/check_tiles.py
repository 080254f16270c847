"""What is true of every seat's tiles: counted, known, laid and sealed."""

from __future__ import annotations

from aachen.core.errors import Fault
from aachen.games.carolingi.rules import placing, swap
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    BY_TIME,
    NO_ACTION,
    NOTHING,
    OVER,
    PEACE,
    PLACING,
    SWAPPING,
    TILES,
    UNSEEN,
)


def tile_faults(pos: State, seat: int) -> list[Fault]:
    """Each seat has its tiles; No-action is always active, and only tiles with a dot can be inactive."""
    found = []
    name = pos.seat_name(seat)
    where = f"{name} tiles"
    for tile in range(TILES):
        at = seat * TILES + tile
        have = pos.hand[at] + pos.inactive[at] + pos.spent[at] + (pos.bag + pos.aside).count(at)
        have += 1 if pos.swapped[seat] == tile else 0
        wanted = pos.realm.active_tiles[tile] + pos.realm.inactive_tiles[tile]
        facts: dict[str, object] = {"seat": name, "tile": pos.tile_name(tile), "have": have, "wanted": wanted}
        if have != wanted:
            found.append(Fault("tile_count", where, facts))
        if pos.inactive[at] > pos.realm.inactive_tiles[tile]:
            found.append(Fault("tile_never_inactive", where, facts))
        if pos.spent[at] != sum(pos.wheel[at :: pos.realm.players * TILES]):
            found.append(Fault("tile_count", f"{name} used", facts))
        if pos.fresh[at] > pos.hand[at]:
            found.append(Fault("fresh_not_in_hand", where, facts))
        if pos.proven[at] > wanted - pos.inactive[at]:
            found.append(Fault("known_but_inactive", where, facts))
    if pos.swapped[seat] == NO_ACTION or pos.spent[seat * TILES + NO_ACTION]:
        found.append(Fault("no_action_misplaced", where, {"seat": name}))
    if pos.spent[seat * TILES + PEACE] and not _is_declaring(pos, seat):
        found.append(Fault("peace_on_wheel", where, {"seat": name}))
    return found + _bag_of(pos, seat) + _knowledge(pos, seat)


def _knowledge(pos: State, seat: int) -> list[Fault]:
    """What everybody is said to know of the seat's tiles must be true of them: see imagine.py."""
    name = pos.seat_name(seat)
    where = f"{name} known"
    at = seat * TILES
    taken, swapped, since = pos.taken[seat], pos.swapped[seat], pos.since_peace[seat]
    lying = [code - at for code in pos.bag + pos.aside if code // TILES == seat]
    found = []
    for tile in range(NO_ACTION):
        active = pos.realm.active_tiles[tile] + pos.realm.inactive_tiles[tile] - pos.inactive[at + tile]
        if pos.fresh[at + tile] and pos.fresh[at + tile] > active - max(
            pos.realm.active_tiles[tile], pos.proven[at + tile]
        ):
            found.append(Fault("fresh_but_known", where, {"seat": name, "tile": pos.tile_name(tile)}))
    if taken != NOTHING and (swapped == NOTHING or pos.hand[at + taken] + lying.count(taken) == 0):
        found.append(Fault("taken_not_there", where, {"seat": name, "tile": pos.tile_name(taken)}))
    if swapped != NOTHING and not pos.could_give[seat] & (1 << swapped | UNSEEN):
        found.append(Fault("swapped_not_possible", where, {"seat": name, "tile": pos.tile_name(swapped)}))
    if since == 0 and pos.inactive[at + PEACE] == 0:
        found.append(Fault("peace_not_forfeited", where, {"seat": name}))
    if len(lying) == 1 and not _fits_first_tile(pos, seat, lying[0]):
        found.append(Fault("drawn_does_not_fit", where, {"seat": name}))
    return found


def _fits_first_tile(pos: State, seat: int, tile: int) -> bool:
    """Whether the seat's last tile in the bag goes with the one that was drawn before it (C20)."""
    first = pos.drawn[seat]
    if first == NOTHING:
        return pos.laid_tiles[seat] == 1  # it lies alone since the sand ran out (8)
    if first == PEACE:
        return tile == NO_ACTION
    return tile != PEACE or first == NO_ACTION


def _is_declaring(pos: State, seat: int) -> bool:
    ended = (
        pos.phase == OVER and pos.ending != BY_TIME
    )  # the failure may come in the middle of anything (C42)
    return ended or seat == pos.peace.declarer or pos.peace.declared >> seat & 1 == 1


def _bag_of(pos: State, seat: int) -> list[Fault]:
    """At most two tiles a season, and Peace only with No-action (C20)."""
    name = pos.seat_name(seat)
    tiles = [code % TILES for code in pos.bag + pos.aside if code // TILES == seat]
    if len(tiles) > 2:
        return [Fault("too_many_in_bag", "bag", {"seat": name, "have": len(tiles), "most": 2})]
    if len(tiles) == 2 and PEACE in tiles and NO_ACTION not in tiles:
        return [Fault("peace_without_no_action", "bag", {"seat": name})]
    return []


def choice_faults(pos: State, seat: int) -> list[Fault]:
    """A sealed choice is one that was offered, and only those who still owe one are waited for."""
    code = pos.sealed[seat]
    name = pos.seat_name(seat)
    if not _laid_fits(pos, seat):
        return [Fault("laid_not_possible", "laid", {"seat": name})]
    if code == NOTHING:
        return _left_out(pos, seat)
    if pos.waiting >> seat & 1 or pos.phase not in (PLACING, SWAPPING):
        return [Fault("sealed_but_asked", "sealed", {"seat": name})]
    possible = placing.offers(pos, seat) if pos.phase == PLACING else swap.offers(pos, seat)
    return [] if code in possible else [Fault("sealed_not_possible", "sealed", {"seat": name})]


def _laid_fits(pos: State, seat: int) -> bool:
    """Tiles are laid one by one only under the hourglass, and from the hand (8, C47)."""
    laid, number = pos.laid[seat], pos.laid_tiles[seat]
    if not pos.realm.variant.hourglass:
        return laid == NOTHING and number == 0
    if pos.phase != PLACING:
        return laid == NOTHING and number <= 2
    if pos.sealed[seat] != NOTHING:
        return laid == NOTHING and number == 2
    return number == 0 if laid == NOTHING else number == 1 and pos.hand[seat * TILES + laid] > 0


def _left_out(pos: State, seat: int) -> list[Fault]:
    """While all choose, whoever has not chosen is asked: everybody for tiles (3.1), who can for swaps (C49)."""
    if pos.phase == PLACING:
        asked = True
    elif pos.phase == SWAPPING:
        asked = swap.can_swap(pos, seat)
    else:
        return []
    if asked == bool(pos.waiting >> seat & 1):
        return []
    return [Fault("not_asked" if asked else "cannot_swap", "sealed", {"seat": pos.seat_name(seat)})]

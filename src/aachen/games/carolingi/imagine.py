"""Deals again what a viewer may not know: the siblings' tiles. Cards and the bag's order are luck's alone.

What everybody knows of a sibling's tiles, and what the new deal respects:
how many are in hand, in the bag, inactive, on the swap space and fresh;
which have been seen active (`proven`); what a swap took back (`taken`) and may have given up (`could_give`);
that a forfeited Peace is inactive until something was activated again (`since_peace`);
and that Peace only ever lies with No-action (`drawn`, C20).
The true tiles always fit, so a fitting deal is always found.
"""

from __future__ import annotations

from typing import Final

from aachen.core.luck import Luck
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.rules import placing, swap
from aachen.games.carolingi.state import Declaration, State
from aachen.games.carolingi.terms import NO_ACTION, NOTHING, PEACE, PLACING, TILES, UNSEEN

TRIES: Final = 10_000  # a deal fits after one or two; only an impossible text needs more than a few dozen


def deal_anew(pos: State, viewer: int | None, luck: Luck) -> None:
    """Replace every hidden tile, and every sealed choice, of all seats but the viewer's."""
    for seat in range(pos.realm.players):
        if viewer is None or seat != viewer:
            fits = deal_seat(pos, seat, luck)
            assert fits, "the true tiles always fit"
    remember_before(pos)


def remember_before(pos: State) -> None:
    """Deal the tiles of the table before a lone Peace's extra action as they are dealt now (C20)."""
    peace = pos.peace
    if peace.before is not None:
        pos.peace = Declaration(peace.declarer, peace.declared, with_tiles_of(pos, peace.before))


def with_tiles_of(pos: State, table: State) -> State:
    """A copy of the table before a lone Peace's extra action (C20), with the tiles that are imagined now."""
    before = State(pos.realm, table)
    for at in range(len(pos.hand)):
        before.hand[at] = pos.hand[at] + pos.spent[at] - before.spent[at]
    before.inactive = pos.inactive[:]
    before.fresh = pos.fresh
    before.swapped = pos.swapped
    before.bag = pos.bag[:]
    return before


def deal_seat(pos: State, seat: int, luck: Luck) -> bool:
    """Replace one seat's hidden tiles; False if nothing fits what is known of them."""
    for _ in range(TRIES):
        if _deal(pos, seat, luck):
            _seal_anew(pos, seat, luck)
            return True
    return False


def unseen_tiles(pos: State, seat: int) -> list[int]:
    """The tiles with a dot that nobody has seen active: some of them may be."""
    realm = pos.realm
    unseen = []
    for tile in range(NO_ACTION):
        seen = max(0, pos.proven[seat * TILES + tile] - realm.active_tiles[tile])
        unseen += [tile] * (realm.inactive_tiles[tile] - seen)
    return unseen


def _deal(pos: State, seat: int, luck: Luck) -> bool:
    """One try at new tiles for a seat; False, and nothing changed, if they cannot be."""
    at = seat * TILES
    unseen = _shuffled(unseen_tiles(pos, seat), luck)
    active = len(unseen) - sum(pos.inactive[at : at + TILES])
    fresh = unseen[: sum(pos.fresh[at : at + TILES])]
    not_fresh = unseen[len(fresh) : active]
    if not _peace_fits(pos, seat, fresh, not_fresh):
        return False
    free = _free_tiles(pos, seat, unseen[active:])
    for tile in fresh:
        free[tile] -= 1
    if min(free) < 0:
        return False
    swapped = NOTHING
    if pos.swapped[seat] != NOTHING:
        swapped = _swap_space(pos, seat, free, not_fresh, luck)
        if swapped == NOTHING:
            return False
        free[swapped] -= 1
    bag = _bag(pos, seat, free, luck)
    for tile in bag:
        free[tile] -= 1
    _lay(pos, seat, free, fresh, unseen[active:], swapped, bag)
    return True


def _peace_fits(pos: State, seat: int, fresh: list[int], not_fresh: list[int]) -> bool:
    since = pos.since_peace[seat]
    if since == NOTHING:
        return True
    if PEACE in fresh:
        return since > 0
    return PEACE not in not_fresh or since > len(fresh)


def _free_tiles(pos: State, seat: int, inactive: list[int]) -> list[int]:
    """The seat's active tiles that nobody sees, counted by kind."""
    realm = pos.realm
    free = [
        realm.active_tiles[tile] + realm.inactive_tiles[tile] - pos.spent[seat * TILES + tile]
        for tile in range(TILES)
    ]
    for tile in inactive:
        free[tile] -= 1
    if pos.bag_open:
        for code in _hidden(pos, seat, True):
            free[code % TILES] -= 1
    return free


def _hidden(pos: State, seat: int, is_open: bool) -> list[int]:
    """The seat's tiles in the bag and aside; none of them is hidden once the bag was opened."""
    if bool(pos.bag_open) != is_open:
        return []
    first = seat * TILES
    return [code for code in pos.bag + pos.aside if first <= code < first + TILES]


def _swap_space(pos: State, seat: int, free: list[int], unseen: list[int], luck: Luck) -> int:
    """A tile that may lie on the swap space: active when the swap was made, and not the one taken back."""
    choices = []
    could = pos.could_give[seat]
    for tile in range(NO_ACTION):
        able = free[tile] - (1 if pos.taken[seat] == tile else 0)
        if could >> tile & 1 or (could & UNSEEN and tile in unseen):
            choices += [tile] * able
    return luck.pick("imagined", choices) if choices else NOTHING


def _bag(pos: State, seat: int, free: list[int], luck: Luck) -> list[int]:
    """Tiles the seat may have laid this season and that are still in the bag."""
    number = len(_hidden(pos, seat, False))
    if number == 0:
        return []
    if number == 2:
        code = luck.pick("imagined", placing.pairs(pos.realm.actions, free))
        return [pos.realm.actions.x[code], pos.realm.actions.y[code]]
    first = pos.drawn[seat]
    if first == PEACE:
        return [NO_ACTION]
    choices = []
    for tile in range(TILES):
        if tile != PEACE or first == NO_ACTION or first == NOTHING:
            choices += [tile] * free[tile]
    return [luck.pick("imagined", choices)]


def _lay(
    pos: State,
    seat: int,
    free: list[int],
    fresh: list[int],
    inactive: list[int],
    swapped: int,
    bag: list[int],
) -> None:
    at = seat * TILES
    hand = pos.hand
    pos.inactive = pos.inactive[:]
    pos.fresh = pos.fresh[:]
    for tile in range(TILES):
        hand[at + tile] = free[tile]
        pos.inactive[at + tile] = 0
        pos.fresh[at + tile] = 0
    for tile in fresh:
        hand[at + tile] += 1
        pos.fresh[at + tile] += 1
    for tile in inactive:
        pos.inactive[at + tile] += 1
    pos.swapped = replaced(pos.swapped, seat, swapped)
    if not pos.bag_open:
        others = [code for code in pos.bag if code // TILES != seat]
        pos.bag = sorted(others + [at + tile for tile in bag])


def _seal_anew(pos: State, seat: int, luck: Luck) -> None:
    """A choice that was sealed stays sealed, but may be any that fits."""
    if pos.laid[seat] != NOTHING:  # one tile lies there under the hourglass
        choices = []
        for tile in range(TILES):
            choices += [tile] * pos.hand[seat * TILES + tile]
        pos.laid = replaced(pos.laid, seat, luck.pick("imagined", choices))
    if pos.sealed[seat] == NOTHING:
        return
    if pos.phase == PLACING:
        pos.sealed[seat] = luck.pick(
            "imagined", placing.pairs(pos.realm.actions, pos.hand[seat * TILES : seat * TILES + TILES])
        )
    else:
        pos.sealed[seat] = luck.pick("imagined", swap.offers(pos, seat))


def _shuffled(tiles: list[int], luck: Luck) -> list[int]:
    left = tiles[:]
    dealt = []
    while left:
        tile = luck.pick("imagined", left)
        left.remove(tile)
        dealt.append(tile)
    return dealt

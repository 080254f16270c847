"""3.3 At a change of season inside the year, one active tile may be given up for a used one, once a year."""

from __future__ import annotations

from typing import Final

from aachen.core.bounded_cache import remember
from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import KEEP, KEEP_CODE, SWAP, Actions
from aachen.games.carolingi.state import NO_OFFERS, State
from aachen.games.carolingi.terms import NO_ACTION, NOBODY, NOTHING, PEACE, SEASONS, SWAPPING, TILES, UNSEEN

MOST_HANDS: Final = 4096
_swaps: Final[dict[int, list[int]]] = {}  # by the masks of tiles that may be given and taken


def begin(pos: State, tell: Tell | None) -> bool:
    """Ask everybody who can swap (C49); False if nobody can."""
    pos.waiting = 0
    for seat in range(pos.realm.players):
        pos.sealed[seat] = NOTHING
        if can_swap(pos, seat):
            pos.waiting |= 1 << seat
    if pos.waiting == 0:
        return False
    pos.phase = SWAPPING
    pos.actor = NOBODY
    if tell is not None:
        tell(Event("swapping_began", {"year": pos.year, "season": pos.season}))
    return True


def can_swap(pos: State, seat: int) -> bool:
    """A used tile on the wheel, an active action tile to give, the swap space empty (C49)."""
    if pos.swapped[seat] != NOTHING:
        return False
    at = seat * TILES
    return _has_any(pos.hand, at, at + NO_ACTION) and _has_any(pos.spent, at, at + PEACE)


def _has_any(counts: list[int], first: int, end: int) -> bool:
    for at in range(first, end):
        if counts[at]:
            return True
    return False


def offers(pos: State, seat: int) -> list[int]:
    """Keep everything, or any active tile but No-action for any used one; changeable until all have chosen.

    The list is shared: it must not be changed.
    """
    if pos.swapped[seat] != NOTHING:
        return NO_OFFERS
    at = seat * TILES
    key = _mask(pos.hand, at, at + NO_ACTION) << PEACE | _mask(pos.spent, at, at + PEACE)
    known = _swaps.get(key)
    if known is None:
        known = remember(_swaps, key, _list_swaps(pos.realm.actions, key), MOST_HANDS)
    return known


def _mask(counts: list[int], first: int, end: int) -> int:
    """The kinds of tiles from `first` on of which there is at least one; the first kind is the lowest bit."""
    mask = 0
    bit = 1
    for at in range(first, end):
        if counts[at]:
            mask |= bit
        bit <<= 1
    return mask


def _list_swaps(actions: Actions, key: int) -> list[int]:
    """Nothing if there is nothing to give or to take: then nobody is asked."""
    found = [
        actions.code(SWAP, given, taken)
        for given in range(NO_ACTION)
        for taken in range(PEACE)
        if key >> PEACE + given & 1 and key >> taken & 1
    ]
    return [KEEP_CODE, *found] if found else []


def refusal(pos: State, seat: int, code: int) -> Refusal | None:
    """Why this swap is not possible, or None."""
    if not can_swap(pos, seat):
        if pos.swapped[seat] != NOTHING:
            return Refusal("3.3", "already_swapped", "C49", {"seat": pos.seat_name(seat)})
        return Refusal("3.3", "nothing_to_swap", "C49", {"seat": pos.seat_name(seat)})
    if pos.realm.actions.kind[code] == KEEP:
        return None
    give, take = pos.realm.actions.x[code], pos.realm.actions.y[code]
    if give == NO_ACTION:
        return Refusal("3.3", "no_action_not_swapped", "C11")
    if pos.hand[seat * TILES + give] == 0:
        return Refusal("3.3", "tile_not_active", "", {"tile": pos.tile_name(give), "have": 0})
    if pos.spent[seat * TILES + take] == 0:
        return Refusal("3.3", "tile_not_used", "", {"tile": pos.tile_name(take)})
    return None


def play(pos: State, seat: int, code: int, tell: Tell | None) -> bool:
    """Seal the choice; True when it was the last one."""
    pos.sealed[seat] = code
    pos.waiting &= ~(1 << seat)
    if tell is not None:
        tell(
            Event(
                "swap_chosen", {"seat": pos.seat_name(seat)}, seat, {"action": pos.realm.actions.named(code)}
            )
        )
    return pos.waiting == 0


def carry_out(pos: State, tell: Tell | None) -> None:
    """All swaps happen at once: the tile taken back is public, the one given up is not (C11)."""
    pos.swapped = pos.swapped[:]
    pos.taken = pos.taken[:]
    pos.could_give = pos.could_give[:]
    sealed, actions = pos.sealed, pos.realm.actions
    for seat, code in enumerate(sealed):
        if code != NOTHING:
            sealed[seat] = NOTHING
            if code != KEEP_CODE:
                _swap(pos, seat, actions.x[code], actions.y[code], tell)


def _could_give(pos: State, seat: int) -> int:
    """The mask of tiles that, for all the siblings know, the seat may give up: see imagine.py."""
    active, inactive = pos.realm.active_tiles, pos.realm.inactive_tiles
    proven, spent, left = pos.proven, pos.spent, pos.inactive
    could = unseen = 0
    for tile in range(NO_ACTION):
        at = seat * TILES + tile
        seen = active[tile]
        if proven[at] > seen:
            seen = proven[at]
        if seen > spent[at]:
            could |= 1 << tile
        unseen += active[tile] + inactive[tile] - seen - left[at]
    return could | UNSEEN if unseen > 0 else could


def _swap(pos: State, seat: int, give: int, take: int, tell: Tell | None) -> None:
    """One swap, in the lists that `carry_out` has copied."""
    hand = pos.hand
    pos.could_give[seat] = _could_give(pos, seat)
    hand[seat * TILES + give] -= 1
    pos.swapped[seat] = give
    for season in range(SEASONS):  # equal tiles are one as good as another (A2): the oldest is taken
        at = (season * pos.realm.players + seat) * TILES + take
        if pos.wheel[at]:
            pos.wheel[at] -= 1
            break
    pos.spent[seat * TILES + take] -= 1
    hand[seat * TILES + take] += 1
    pos.taken[seat] = take
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "take": pos.tile_name(take)}
        tell(Event("tile_swapped", facts, seat, {"give": pos.tile_name(give)}))

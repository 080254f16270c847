"""3.1 Everybody lays two active tiles face down on the Scriptorium, all at once."""

from __future__ import annotations

from typing import Final

from aachen.core.bounded_cache import remember
from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import PLACE, Actions
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import ACTING, NO_ACTION, NOBODY, NOTHING, PEACE, PLACING, TILES

MOST_HANDS: Final = 16384
_pairs: Final[dict[bytes, list[int]]] = {}  # by hand; codes of pairs are the same in all realms


def begin(pos: State, tell: Tell | None) -> None:
    """A season opens: every Carolingian owes two tiles."""
    pos.phase = PLACING
    pos.actor = NOBODY
    pos.waiting = (1 << pos.realm.players) - 1
    for seat in range(pos.realm.players):
        pos.sealed[seat] = NOTHING
    if tell is not None:
        tell(Event("placing_began", {"year": pos.year, "season": pos.season}))


def offers(pos: State, seat: int) -> list[int]:
    """Every pair of tiles in hand; a choice already made may still be changed (C47).

    The list is shared: it must not be changed.
    """
    hand = pos.hand[seat * TILES : seat * TILES + TILES]
    known = _pairs.get(bytes(hand))
    return known if known is not None else pairs(pos.realm.actions, hand)


def pairs(actions: Actions, hand: list[int]) -> list[int]:
    """All pairs of tiles, counted by kind, that may lie on the Scriptorium; Peace with No-action only (C20).

    The list is shared: it must not be changed.
    """
    key = bytes(hand)
    known = _pairs.get(key)
    return known if known is not None else remember(_pairs, key, _list_pairs(actions, hand), MOST_HANDS)


def _list_pairs(actions: Actions, hand: list[int]) -> list[int]:
    return [
        actions.code(PLACE, first, second)
        for first in range(TILES)
        for second in range(first, TILES)
        if hand[first] and hand[second] and (first != second or hand[first] > 1)
        if second == NO_ACTION or (first != PEACE and second != PEACE)
    ]


def refusal(pos: State, seat: int, first: int, second: int) -> Refusal | None:
    """Why these two tiles may not be laid, or None."""
    if (first == PEACE or second == PEACE) and second != NO_ACTION:
        other = first if second == PEACE else second
        return Refusal("5.8", "peace_needs_no_action", "C20", {"tile": pos.tile_name(other)})
    for tile in (first, second):
        wanted = 2 if first == second else 1
        if pos.hand[seat * TILES + tile] < wanted:
            facts: dict[str, object] = {"tile": pos.tile_name(tile), "have": pos.hand[seat * TILES + tile]}
            return Refusal("3.1", "tile_not_active", "", facts)
    return None


def play(pos: State, seat: int, code: int, tell: Tell | None) -> bool:
    """Seal the choice; True when it was the last one."""
    pos.sealed[seat] = code
    pos.waiting &= ~(1 << seat)
    if tell is not None:
        tell(
            Event(
                "tiles_placed", {"seat": pos.seat_name(seat)}, seat, {"action": pos.realm.actions.named(code)}
            )
        )
    return pos.waiting == 0


def fill_bag(pos: State, tell: Tell | None) -> None:
    """The last to choose gathers all tiles and the event tiles in the bag."""
    actions = pos.realm.actions
    hand = pos.hand
    bag: list[int] = []
    for seat, code in enumerate(pos.sealed):
        if code != NOTHING:
            first = seat * TILES + actions.x[code]
            second = seat * TILES + actions.y[code]
            hand[first] -= 1
            hand[second] -= 1
            bag.append(first)
            bag.append(second)
        elif pos.laid[seat] != NOTHING:  # the sand ran out before the second tile (8)
            hand[seat * TILES + pos.laid[seat]] -= 1
            bag.append(seat * TILES + pos.laid[seat])
        pos.sealed[seat] = NOTHING
        pos.drawn[seat] = NOTHING
    pos.bag = bag
    pos.laid = pos.realm.nothing_each
    for _ in range(pos.events_ready):
        bag.append(pos.realm.event_tile)
    pos.events_ready = 0
    pos.phase = ACTING
    if tell is not None:
        tell(Event("bag_filled", {"tiles": len(pos.bag)}))

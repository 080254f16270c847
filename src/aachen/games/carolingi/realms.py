"""Realms are made once for each board and number of Carolingians, and shared while they are in use.

A realm takes a few megabytes, and anybody may bring a board along: only the latest are kept for the next game.
"""

from __future__ import annotations

from typing import Final

from aachen.games.carolingi.board import Board
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.variant import Variant

MOST_REALMS: Final = 16

# The one used last is last. Threads of a server share it: it is replaced, never changed.
_made: dict[tuple[str, int, tuple[str, bool, bool]], Realm] = {}


def realm_of(board: Board, players: int, variant: Variant) -> Realm:
    """The realm of that board for so many Carolingians and those rules."""
    key = (board.digest, players, variant.key())
    realm = _made.get(key)
    if realm is not None and realm is next(reversed(_made.values())):
        return realm
    if realm is None:
        realm = Realm(board, players, variant)
        realm = _made.get(key, realm)  # another thread may have been faster
    _use(key, realm)
    return realm


def _use(key: tuple[str, int, tuple[str, bool, bool]], realm: Realm) -> None:
    """Keep the realm as the one used last, and those used before it as far as there is room."""
    global _made
    others = [other for other in _made.items() if other[0] != key]
    _made = dict([*others[-(MOST_REALMS - 1) :], (key, realm)])

"""Realms are made once for each board and number of Carolingians, and shared while they are in use.

A realm takes a few megabytes, and anybody may bring a board along: only the latest are kept for the next game.
"""

from __future__ import annotations

from typing import Final

from aachen.games.carolingi.board import Board
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.variant import Variant

MOST_REALMS: Final = 16

_made: dict[tuple[str, int, tuple[str, bool, bool]], Realm] = {}  # the one used last is last


def realm_of(board: Board, players: int, variant: Variant) -> Realm:
    """The realm of that board for so many Carolingians and those rules."""
    key = (board.digest, players, variant.key())
    realm = _made.pop(key, None)
    if realm is None:
        realm = Realm(board, players, variant)
        if len(_made) >= MOST_REALMS:
            del _made[next(iter(_made))]
    _made[key] = realm
    return realm


def realms_kept() -> int:
    """How many realms are kept for the next game."""
    return len(_made)

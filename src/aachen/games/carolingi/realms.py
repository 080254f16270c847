"""Realms are made once for each board and number of Carolingians, and then shared."""

from __future__ import annotations

from aachen.games.carolingi.board import Board
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.variant import Variant

_made: dict[tuple[str, int, tuple[str, bool, bool]], Realm] = {}


def realm_of(board: Board, players: int, variant: Variant) -> Realm:
    """The realm of that board for so many Carolingians and those rules."""
    key = (board.digest, players, variant.key())
    if key not in _made:
        _made[key] = Realm(board, players, variant)
    return _made[key]

"""Realms are made once for each board and number of Carolingians, and then shared."""

from __future__ import annotations

from aachen.games.carolingi.board import Board
from aachen.games.carolingi.realm import Realm

_made: dict[tuple[str, int], Realm] = {}


def realm_of(board: Board, players: int) -> Realm:
    """The realm of that board for so many Carolingians."""
    key = (board.digest, players)
    if key not in _made:
        _made[key] = Realm(board, players)
    return _made[key]

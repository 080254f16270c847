"""Carolus Magnus: paladins, an Emperor on his round, and castles on a ring of territories that grow together."""

from __future__ import annotations

from aachen.games.carolus.game import Carolus
from aachen.games.carolus.options import Options
from aachen.games.carolus.position import Position

GAME = Carolus()
new = GAME.new
read = GAME.read
from_view = GAME.from_view

__all__ = ["GAME", "Carolus", "Options", "Position", "from_view", "new", "read"]

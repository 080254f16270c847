"""Carolingi: secret tiles, a draw bag and area control among Charlemagne's grandchildren."""

from __future__ import annotations

from aachen.games.carolingi.game import Carolingi
from aachen.games.carolingi.options import Options
from aachen.games.carolingi.position import Position

GAME = Carolingi()
new = GAME.new
read = GAME.read
from_view = GAME.from_view

__all__ = ["GAME", "Carolingi", "Options", "Position", "from_view", "new", "read"]

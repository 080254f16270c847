"""The games. Each keeps the contract of `aachen.core.contract`; nothing else of a game is public."""

from __future__ import annotations

from typing import Any

from aachen.core.contract import Game
from aachen.games import carolingi, carolus

GAMES: dict[str, Game[Any]] = {carolingi.GAME.name: carolingi.GAME, carolus.GAME.name: carolus.GAME}

"""The games by name. Each keeps the contract of `aachen.core.contract`; nothing else of a game is public."""

from __future__ import annotations

from typing import Any

from aachen.core.contract import Game
from aachen.core.registry import Registry

GAMES: Registry[Game[Any]] = Registry(lambda title: title.game)

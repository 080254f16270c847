"""What a seat may know, as bytes: how a position is handed to a bot in another process.

A game may have a compact form of its own: `Position.knowledge(viewer)` and `Game.from_knowledge(known, luck, options)`.
Of every other game it is the viewer's whole view as JSON.
Either way nothing that the viewer may not know changes a byte of it, and it is enough to imagine a position.
"""

from __future__ import annotations

import json
from typing import Any, Protocol, cast

from aachen.core.contract import Game, Position
from aachen.core.luck import Luck


class KnowingPosition(Protocol):
    """A position with a compact form of what a viewer may know."""

    def knowledge(self, viewer: int | None) -> bytes:
        """All that the viewer may know; `None` is a spectator."""


class KnowingGame(Protocol):
    """A game that reads what its positions give away."""

    def from_knowledge(self, known: bytes, luck: Luck, options: Any = None) -> Position:
        """A whole position that fits; what the viewer cannot know is dealt by luck. Bad bytes raise BadInput."""


def knowledge_of(position: Position, viewer: int | None) -> bytes:
    """All that the viewer may know of the position."""
    if hasattr(position, "knowledge"):
        return cast(KnowingPosition, position).knowledge(viewer)
    return json.dumps(position.view(viewer), separators=(",", ":")).encode()


def imagine_from(game: Game[Any], known: bytes, luck: Luck, options: Any = None) -> Position:
    """A whole position that fits all that is known."""
    if hasattr(game, "from_knowledge"):
        return cast(KnowingGame, game).from_knowledge(known, luck, options)
    return game.from_view(json.loads(known), luck, options)

"""Environments for research: PettingZoo and Gymnasium need the extra `env`, and `aachen.env.openspiel` its own.

Every title has a maker of environments, named after its game; a title of another package too.
Of a game "chess" it would be: `from aachen.env import chess_v0; env = chess_v0.env(players=2)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aachen.titles import TITLES

if TYPE_CHECKING:
    from aachen.env.makers import EnvMaker

VERSION: Final = (
    "_v0"  # raised when the same actions, or the same numbers of a tensor, come to mean something else
)


def __getattr__(name: str) -> EnvMaker:
    """The maker of a title's environments: the name of its game and the version."""
    game = name.removesuffix(VERSION)
    if game == name or game not in TITLES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    from aachen.env.makers import EnvMaker

    return EnvMaker(game, name)


__all__ = [game + VERSION for game in TITLES]

"""Which game a server is loaded with: the first registered one that has what is needed."""

from __future__ import annotations

from aachen.titles import BUILT_IN, TITLES
from aachen.titles.boards import Boards


def game_for(players: int) -> str:
    """The first game for so many players."""
    return next(name for name in BUILT_IN if players in TITLES[name].players())


def open_game() -> str:
    """The first game without secrets: what was just done there can be taken back at once."""
    return next(name for name in BUILT_IN if not TITLES[name].has_secrets)


def boards() -> Boards:
    """The board files of the first game that has any."""
    return next(found for name in BUILT_IN if (found := TITLES[name].boards()) is not None)

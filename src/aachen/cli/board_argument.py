"""A board of one's own for games of bots: `--board FILE`, for games that are played on boards."""

from __future__ import annotations

from aachen.cli.files import read_json
from aachen.core.errors import bad
from aachen.core.json_shapes import Plain
from aachen.titles import TITLES


def has_boards(game: str) -> bool:
    """Whether the game can be played on other boards than the shipped one."""
    return TITLES[game].boards() is not None


def with_board(game: str, named: Plain, path: str | None, where: str = "--board") -> Plain:
    """The options with the board of this file; raises BadInput for a game that has no board files."""
    if path is None:
        return named
    if not has_boards(game):
        raise bad(
            "game_without_boards", where, game=game, known=[name for name in TITLES if has_boards(name)]
        )
    return {**named, "board": read_json(path)}

"""What this server is and can do, for whoever makes a form of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from aachen import __version__
from aachen.bots import BOTS
from aachen.locales import LANGUAGES
from aachen.server.messages import PROTOCOL, About, BoardAbout, GameAbout, Plain
from aachen.server.table.chat import PHRASES
from aachen.server.table.state import TableState
from aachen.titles import TITLES
from aachen.titles.boards import Boards
from aachen.titles.title import Title


@cache
def about() -> About:
    """The whole of it."""
    return About(
        __version__,
        PROTOCOL,
        [_game(title) for title in TITLES.values()],
        list(BOTS),
        PHRASES,
        list(LANGUAGES),
    )


def _game(title: Title) -> GameAbout:
    game = title.game
    seats = [game.empty(game.options({"players": players})).seats() for players in title.players()]
    return GameAbout(game.name, game.rules_version, title.players(), title.options_form(), seats)


def about_board(text: str) -> BoardAbout:
    """What can be played on a board of one's own, from its file."""
    board = board_files()[0].about(text)
    return BoardAbout(board.digest, board.name, board.lands, board.colours, board.players, board.options)


def board_files() -> list[Boards]:
    """The boards of every title that has some."""
    return [boards for title in TITLES.values() if (boards := title.boards()) is not None]


def board(digest: str, tables: Iterable[TableState]) -> Plain | None:
    """The board file of that digest: the shipped one, or one that is played on here."""
    shipped = dict(boards.shipped() for boards in board_files())
    if digest in shipped:
        return shipped[digest]
    for table in tables:
        played = getattr(table.options, "board", None)
        if played is not None and played.digest == digest:
            source: Plain = played.source
            return source
    return None

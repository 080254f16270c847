"""What this server is and can do, for whoever makes a form of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from aachen import __version__
from aachen.bots import BOTS
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.board import Board
from aachen.games.carolingi.options import LONGEST_HOURGLASS
from aachen.games.carolingi.variant import SCENARIO, VARIANTS
from aachen.games.carolus.options import PLAYERS
from aachen.locales import LANGUAGES
from aachen.server.chat import PHRASES
from aachen.server.live_table import LiveTable
from aachen.server.messages import About, BoardAbout, GameAbout, Plain
from aachen.server.sockets import PROTOCOL


@cache
def about() -> About:
    """The whole of it."""
    return About(__version__, PROTOCOL, [_carolingi(), _carolus()], list(BOTS), PHRASES, list(LANGUAGES))


def _carolingi() -> GameAbout:
    board = boards.standard()
    rules = GAMES["carolingi"].rules_version
    return GameAbout("carolingi", rules, sorted(board.setups), _options_on(board))


def about_board(board: Board) -> BoardAbout:
    """What can be played on a board of one's own."""
    players, colours = sorted(board.setups), list(board.colours)
    return BoardAbout(board.digest, board.name, len(board.lands), colours, players, _options_on(board))


def _options_on(board: Board) -> Plain:
    """What may be agreed before a game of Carolingi on this board."""
    variants = [name for name in VARIANTS if name != SCENARIO or board.years_814 is not None]
    years: Plain = {"default": board.usual_last_year, "least": board.first_year, "most": board.final_year}
    options: Plain = {
        "last_year": years,
        "variant": {"default": "base", "among": variants},
        "anarchy": {"default": False, "among": [False, True]},
        "hourglass": {"default": 0, "least": 0, "most": LONGEST_HOURGLASS},
    }
    if board.years_814 is not None:
        least, most, usual = board.years_814
        years["by_variant"] = {SCENARIO: {"default": usual, "least": least, "most": most}}
    return options


def _carolus() -> GameAbout:
    options: Plain = {"silent_partners": {"default": True, "among": [False, True]}}
    return GameAbout("carolus", GAMES["carolus"].rules_version, list(PLAYERS), options)


def board(digest: str, tables: Iterable[LiveTable]) -> Plain | None:
    """The board file of that digest: the shipped one, or one that is played on here."""
    standard = boards.standard()
    if digest == standard.digest:
        return standard.source
    for table in tables:
        played = getattr(table.options, "board", None)
        if played is not None and played.digest == digest:
            source: Plain = played.source
            return source
    return None

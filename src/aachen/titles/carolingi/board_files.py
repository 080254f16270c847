"""Board files: the shipped one, and those that people bring along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aachen.games.carolingi import board as boards
from aachen.games.carolingi.board import Board
from aachen.games.carolingi.options import LONGEST_HOURGLASS
from aachen.games.carolingi.variant import SCENARIO, VARIANTS
from aachen.titles.boards import BoardFacts, Boards


@dataclass
class OwnBoard:
    """What a form needs to know of a board."""

    digest: str
    name: str
    lands: int
    colours: list[str]
    players: list[int]
    options: dict[str, Any]


class BoardFiles(Boards):
    """The boards of this game."""

    map_folder = "carolingi"

    def shipped(self) -> tuple[str, dict[str, Any]]:
        """The digest of the shipped board, and its file as plain data."""
        standard = boards.standard()
        return standard.digest, standard.source

    def about(self, text: str) -> BoardFacts:
        """What can be played on a board of one's own."""
        board = boards.parse_text(text)
        players, colours = sorted(board.setups), list(board.colours)
        return OwnBoard(board.digest, board.name, len(board.lands), colours, players, options_on(board))


def options_on(board: Board) -> dict[str, Any]:
    """What may be agreed before a game on this board."""
    variants = [name for name in VARIANTS if name != SCENARIO or board.years_814 is not None]
    years: dict[str, Any] = {
        "default": board.usual_last_year,
        "least": board.first_year,
        "most": board.final_year,
    }
    options: dict[str, Any] = {
        "last_year": years,
        "variant": {"default": "base", "among": variants},
        "anarchy": {"default": False, "among": [False, True]},
        "hourglass": {"default": 0, "least": 0, "most": LONGEST_HOURGLASS},
    }
    if board.years_814 is not None:
        least, most, usual = board.years_814
        years["by_variant"] = {SCENARIO: {"default": usual, "least": least, "most": most}}
    return options

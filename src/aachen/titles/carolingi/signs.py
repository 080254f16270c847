"""The signs of the board: colours, gangs, counters, forests, palaces and problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.text import Text

from aachen.titles.terminal.console import Signs

COLOUR_SIGNS: Final[dict[str, str]] = {
    "red": "▲",
    "yellow": "●",
    "blue": "■",
    "green": "◆",
    "black": "✚",
    "purple": "★",
}
COLOUR_LETTERS: Final[dict[str, str]] = {
    "red": "R",
    "yellow": "Y",
    "blue": "B",
    "green": "G",
    "black": "K",
    "purple": "P",
}


@dataclass(frozen=True)
class BoardSigns(Signs):
    """The signs of pieces."""

    gang: str
    counter: str
    forest: str
    palace: str
    problem: str

    def pieces(self, followers: Mapping[str, int], gangs: int) -> Text:
        """All that stands somewhere."""
        parts = [self.piece(colour, number) for colour, number in followers.items() if number]
        if gangs:
            parts.append(Text(f"{self.gang}{gangs}", style="gangs"))
        return Text(" ").join(parts)


UNICODE: Final = BoardSigns(COLOUR_SIGNS, "✓", "•", "·", "✕", "▪", "♣", "♜", "!")
ASCII: Final = BoardSigns(COLOUR_LETTERS, "*", "-", ".", "x", "+", "&", "#", "!")


def board_signs_for(console: Console) -> BoardSigns:
    """The signs that this terminal can show."""
    return ASCII if console.options.ascii_only else UNICODE

"""The signs of the ring: five clans, and the seats and sides by the colour of their castles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.console import Console

from aachen.titles.terminal.console import Signs

COLOUR_SIGNS: Final[dict[str, str]] = {
    "red": "▲",
    "blue": "■",
    "green": "◆",
    "yellow": "●",
    "pink": "★",
    "white": "○",
    "black": "✚",
    "grey": "◎",
    "ivory": "◇",
    "ebony": "✦",
}
COLOUR_LETTERS: Final = {colour: colour[0].upper() for colour in COLOUR_SIGNS} | {
    "black": "K",
    "grey": "E",
    "ebony": "N",
}


@dataclass(frozen=True)
class RingSigns(Signs):
    """The signs of castles and of the Emperor."""

    castle: str
    crown: str


UNICODE: Final = RingSigns(COLOUR_SIGNS, "✓", "•", "·", "♜", "♔")
ASCII: Final = RingSigns(COLOUR_LETTERS, "*", "-", ".", "#", "@")


def ring_signs_for(console: Console) -> RingSigns:
    """The signs that this terminal can show."""
    return ASCII if console.options.ascii_only else UNICODE

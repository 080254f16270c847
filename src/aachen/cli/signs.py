"""Colours with signs: what tells Carolingians and pieces apart on any terminal, with colour or without."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

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

# Bright enough on dark paper, dark enough on light; "black" cannot be black on a black screen.
THEME: Final = Theme(
    {
        "seat.red": "bold red",
        "seat.yellow": "bold yellow",
        "seat.blue": "bold dodger_blue1",
        "seat.green": "bold green",
        "seat.black": "bold",
        "seat.purple": "bold magenta",
        "seat.pink": "bold magenta",
        "seat.white": "bold",
        "seat.grey": "bold cyan",
        "seat.ivory": "bold",
        "seat.ebony": "bold",
        "gangs": "bold",
        "counters": "cyan",
        "forest": "green",
        "hushed": "dim",
        "number": "bold cyan",
        "asked": "bold",
        "refused": "red",
        "met": "bold green",
        "problem": "yellow",
        "warning": "bold red",
    },
    inherit=False,
)


@dataclass(frozen=True)
class Signs:
    """The signs one terminal can show."""

    colours: Mapping[str, str]
    gang: str
    counter: str
    forest: str
    palace: str
    problem: str
    met: str
    bullet: str
    free: str

    def of(self, colour: str) -> str:
        """The sign of a Carolingian; a colour of another board gets its first letter."""
        return self.colours.get(colour, colour[:1].upper())

    def piece(self, colour: str, number: int) -> Text:
        """So many followers of a colour."""
        return Text(f"{self.of(colour)}{number}", style=seat_style(colour))

    def pieces(self, followers: Mapping[str, int], gangs: int) -> Text:
        """All that stands somewhere."""
        parts = [self.piece(colour, number) for colour, number in followers.items() if number]
        if gangs:
            parts.append(Text(f"{self.gang}{gangs}", style="gangs"))
        return Text(" ").join(parts)


UNICODE: Final = Signs(COLOUR_SIGNS, "✕", "▪", "♣", "♜", "!", "✓", "•", "·")
ASCII: Final = Signs(COLOUR_LETTERS, "x", "+", "&", "#", "!", "*", "-", ".")

# Carolus Magnus: five clans, and the seats and sides by the colour of their castles.
RING_COLOURS: Final[dict[str, str]] = {
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
RING_LETTERS: Final = {colour: colour[0].upper() for colour in RING_COLOURS} | {
    "black": "K",
    "grey": "E",
    "ebony": "N",
}
RING_UNICODE: Final = Signs(RING_COLOURS, "✕", "▪", "♔", "♜", "!", "✓", "•", "·")
RING_ASCII: Final = Signs(RING_LETTERS, "x", "+", "@", "#", "!", "*", "-", ".")


def ring_signs_for(console: Console) -> Signs:
    """The signs of the ring that this terminal can show: palaces are castles, and forests the Emperor."""
    return RING_ASCII if console.options.ascii_only else RING_UNICODE


def seat_style(colour: str) -> str:
    """The style of a Carolingian's name and pieces."""
    return f"seat.{colour}" if f"seat.{colour}" in THEME.styles else "bold"


def signs_for(console: Console) -> Signs:
    """The signs this terminal can show."""
    return ASCII if console.options.ascii_only else UNICODE


# What has no plain letter of its own.
_PLAIN_LETTERS: Final = str.maketrans(
    {"ß": "s", "→": ">", "…": ".", "–": "-", "—": "-", "’": "'", "«": '"', "»": '"', "§": "", "·": "."}
)


class PlainLetters(io.TextIOBase):
    """A terminal that knows only ASCII: letters lose their accents, so that nothing is garbled."""

    encoding = "ascii"

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write the text without what this terminal cannot show."""
        plain = unicodedata.normalize("NFKD", text.translate(_PLAIN_LETTERS))
        self._file.write(plain.encode("ascii", "ignore").decode("ascii"))
        return len(text)

    def flush(self) -> None:
        """Show what was written."""
        self._file.flush()

    def isatty(self) -> bool:
        """Whether a person looks at it."""
        return self._file.isatty()

    def fileno(self) -> int:
        """The terminal's own number, for its size."""
        return self._file.fileno()


def can_show_signs(file: TextIO) -> bool:
    """Whether the file can be sent all the signs we use."""
    encoding = getattr(file, "encoding", None) or "utf-8"
    try:
        "".join([*COLOUR_SIGNS.values(), *RING_COLOURS.values(), "✕▪♣♜♔✓╭é▁█"]).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def console_for(
    file: TextIO, no_colour: bool = False, plain: bool = False, width: int | None = None
) -> Console:
    """A console on the file that shows what the file can show."""
    shown: TextIO = file if can_show_signs(file) else PlainLetters(file)  # type: ignore[assignment]
    return Console(
        file=shown,
        no_color=True if no_colour else None,
        theme=THEME,
        highlight=False,
        emoji=False,
        width=width,
        color_system=None if plain else "auto",
    )

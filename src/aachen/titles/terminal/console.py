"""The console: styles, and signs that tell seats and pieces apart with colour or without."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

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


# All signs that titles draw with; a terminal that lacks one of them gets plain letters.
SIGNS: Final = "▲●■◆✚★○◎◇✦✕▪♣♜♔✓╭é▁█"


@dataclass(frozen=True)
class Signs:
    """The signs one terminal can show: one for each colour, and some that every table needs."""

    colours: Mapping[str, str]
    met: str
    bullet: str
    free: str

    def of(self, colour: str) -> str:
        """The sign of a colour; one that has none gets its first letter."""
        return self.colours.get(colour, colour[:1].upper())

    def piece(self, colour: str, number: int) -> Text:
        """So many pieces of a colour."""
        return Text(f"{self.of(colour)}{number}", style=seat_style(colour))


UNICODE: Final = Signs({}, "✓", "•", "·")
ASCII: Final = Signs({}, "*", "-", ".")


def signs_for(console: Console) -> Signs:
    """The signs that this terminal can show, without any of its own for colours."""
    return ASCII if console.options.ascii_only else UNICODE


def seat_style(colour: str) -> str:
    """The style of a seat's name and pieces."""
    return f"seat.{colour}" if f"seat.{colour}" in THEME.styles else "bold"


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
        SIGNS.encode(encoding)
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

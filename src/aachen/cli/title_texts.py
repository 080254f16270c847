"""What help texts say about the titles."""

from __future__ import annotations

from aachen.cli.arguments import Say
from aachen.locales import catalogue
from aachen.titles import TITLES


def named_games(say: Say) -> str:
    """The names of all games: "A, B and C"."""
    language = say("cli.language_code")
    return catalogue(language).join([title.name(language) for title in TITLES.values()])


def named_variants(say: Say) -> str:
    """The variants of every game that has some."""
    language = say("cli.language_code")
    return "; ".join(
        f"{title.name(language)} {', '.join(title.variants)}" for title in TITLES.values() if title.variants
    )

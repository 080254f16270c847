"""What a puzzle of Carolus Magnus is about, by what speaks for its solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aachen.bots.thought import Rationale

# The most telling theme first; the reasons that stand for it.
THEMES: Final[dict[str, tuple[str, ...]]] = {
    "finish": ("goal", "few_regions"),
    "merge": ("joins",),
    "emblem": ("wins_clan", "takes_clan"),
    "castle": ("conquers", "builds"),
    "defence": ("denies", "saves", "secures", "holds_clan"),
    "disc": ("castles_in_reach", "moves_first", "moves_last"),
    "crown": ("crown_own", "crown_takes", "crown_stock"),
}


def themes_of(reasons: Sequence[Rationale]) -> list[str]:
    """The themes of these reasons."""
    codes = {reason.code for reason in reasons}
    return [theme for theme, signs in THEMES.items() if codes.intersection(signs)]

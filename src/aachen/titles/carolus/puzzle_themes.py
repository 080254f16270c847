"""What a puzzle of Carolus Magnus is about, by what speaks for its solution and which disc is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aachen.bots.thought import Rationale
from aachen.games.carolus.position import Position
from aachen.games.carolus.terms import LAYING

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


LAST_DISC: Final = "last_disc"


def themes_of(position: Position, seat: int, reasons: Sequence[Rationale]) -> list[str]:
    """The themes of these reasons; last, whether the seat plays its last disc or chooses which one stays."""
    codes = {reason.code for reason in reasons}
    found = [theme for theme, signs in THEMES.items() if codes.intersection(signs)]
    if position.discs[seat].bit_count() <= (2 if position.phase == LAYING else 0):
        found.append(LAST_DISC)
    return found

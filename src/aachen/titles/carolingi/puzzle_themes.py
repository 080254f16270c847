"""What a puzzle of Carolingi is about: the tile that is carried out, or hunger, and whether it hits a rival."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aachen.bots.thought import Rationale
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.terms import ACTING, STARVING, TILE_NAMES

RIVAL: Final = ("takes", "weakens")  # reasons that say what a rival loses


def themes_of(position: Position, reasons: Sequence[Rationale]) -> list[str]:
    """The themes, the most telling one first."""
    found = []
    if position.phase == STARVING:
        found.append("hunger")
    if position.phase == ACTING:
        found.append(TILE_NAMES[position.work.tile])
    if any(reason.code in RIVAL for reason in reasons):
        found.append("rival")
    return found

"""What a puzzle of Carolingi is about: the tile that is carried out, or hunger, and whether it hits a rival."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aachen.bots.thought import Rationale
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.terms import ACTING, PEACE, STARVING, TILE_NAMES

HUNGER: Final = "hunger"
CO_REGENT: Final = "co_regent"  # Scenario 814's Peace
RIVAL: Final = ("takes", "weakens")  # reasons that say what a rival loses


def themes_of(position: Position, reasons: Sequence[Rationale]) -> list[str]:
    """The themes, the most telling one first."""
    codes = {reason.code for reason in reasons}
    found = []
    if position.phase == STARVING or HUNGER in codes:
        found.append(HUNGER)
    if position.phase == ACTING:
        tile = position.work.tile
        is_co_regent = tile == PEACE and position.realm.variant.scenario
        found.append(CO_REGENT if is_co_regent else TILE_NAMES[tile])
    if codes.intersection(RIVAL):
        found.append("rival")
    return found

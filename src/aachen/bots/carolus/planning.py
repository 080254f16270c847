"""Whole choices, best first: a turn, a disc, all crowns of a roll."""

from __future__ import annotations

from aachen.bots.carolus.choices import crown_plans, disc_plans
from aachen.bots.carolus.turn import TurnPlanner
from aachen.bots.plan import Plan
from aachen.games.carolus.for_bots import CROWNING, LAYING, Position


def plans_of(pos: Position, seat: int, weights: list[float], most: int, width: int) -> list[Plan]:
    """What the seat might do now; `width` ways to fill its court are followed up in a turn."""
    if pos.phase == LAYING:
        return disc_plans(pos, seat, weights)[:most]
    if pos.phase == CROWNING:
        return crown_plans(pos, seat, weights)[:most]
    return TurnPlanner(pos, seat, weights, width).plans(most)

"""What speaks for a plan."""

from __future__ import annotations

from aachen.bots.plan import Plan
from aachen.bots.thought import Reason
from aachen.games.carolus.position import Position


def reasons_for(pos: Position, seat: int, plan: Plan, prices: list[float]) -> list[Reason]:
    """What the plan changes."""
    return []

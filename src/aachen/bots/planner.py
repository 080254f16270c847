"""The planner: evaluates whole plans for a tile or a turn and carries out the best."""

from __future__ import annotations

from aachen.bots.budget import Budget
from aachen.bots.mind import Mind
from aachen.bots.thinker import COURSES, Decision, Thinker
from aachen.core.contract import Position
from aachen.core.luck import Luck


class PlannerBot(Thinker):
    """Looks one plan ahead."""

    level = "planner"

    def find(self, mind: Mind, pos: Position, seat: int, luck: Luck, budget: Budget | None) -> Decision:
        """The best plan, and the next best."""
        return Decision(mind.plans(pos, seat, luck, COURSES))

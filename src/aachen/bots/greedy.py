"""The greedy bot: evaluates one action ahead and takes the best."""

from __future__ import annotations

from aachen.bots.budget import Budget
from aachen.bots.mind import Mind
from aachen.bots.thinker import Decision, Thinker
from aachen.core.contract import Position
from aachen.core.luck import Luck


class GreedyBot(Thinker):
    """Looks one step ahead."""

    level = "greedy"

    def find(self, mind: Mind, pos: Position, seat: int, luck: Luck, budget: Budget | None) -> Decision:
        """The best step, and the next best."""
        return Decision(mind.step(pos, seat))

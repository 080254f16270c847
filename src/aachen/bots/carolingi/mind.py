"""The mind of Carolingi: greedy steps so far."""

from __future__ import annotations

from aachen.bots.carolingi.greedy import CarolingiAdviser
from aachen.bots.mind import Mind
from aachen.bots.plan import Plan
from aachen.core.contract import Position


class CarolingiMind(Mind):
    """Knows Carolingi."""

    def step(self, pos: Position, seat: int) -> list[Plan]:
        """The adviser's choice."""
        return [Plan([CarolingiAdviser().advise(pos, seat)], 0.5)]

    def chances(self, pos: Position) -> list[float]:
        """Nobody is ahead."""
        return [1.0 / len(pos.seats())] * len(pos.seats())

"""Carolus Magnus for the search: everything is open (M13), so only dice are determinized."""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.choices import crown_at_sight, disc_at_sight
from aachen.bots.carolus.evaluation import side_chances
from aachen.bots.carolus.forecast import CarolusForecast
from aachen.bots.carolus.planning import plans_of
from aachen.bots.plan import Plan
from aachen.bots.quick_luck import QuickLuck
from aachen.bots.search import SearchGame
from aachen.core import contract
from aachen.games.carolus.for_bots import CLANS, CROWNING, LAYING, Position

ROOT_PLANS: Final = 24
ROOT_WIDTH: Final = 8
INNER_PLANS: Final = 10
INNER_WIDTH: Final = 4


class CarolusSearchGame(SearchGame):
    """The table as one seat finds it when it has to choose."""

    def __init__(self, pos: Position, weights: list[float], forecast: CarolusForecast | None) -> None:
        """Plans are made by the weights; rounds end in the forecast, or without one in the planner's evaluation."""
        self.root = pos
        self.weights = weights
        self.forecast = forecast

    def world(self, luck: QuickLuck) -> contract.Position:
        """The table as it is."""
        return self.root.copy()

    def key(self, pos: contract.Position, seat: int) -> int:
        """All that lies on the table but the others' reserves.

        What they have rolled hardly changes what the seat does next,
        and without it a plan's many rolls lead to one place, where they are averaged.
        """
        assert isinstance(pos, Position)
        at = seat * CLANS
        ring = (tuple(pos.paladins), tuple(pos.owner), tuple(pos.size), pos.emperor)
        courts = (tuple(pos.court), tuple(pos.holder), tuple(pos.reserve[at : at + CLANS]))
        moment = (tuple(pos.discs), tuple(pos.shown), pos.phase, pos.actor, pos.count, pos.round, pos.rolls)
        return hash((ring, courts, moment))

    def plans(self, pos: contract.Position, seat: int) -> list[Plan]:
        """The planner's list, longer where the choice has to be made."""
        assert isinstance(pos, Position)
        if pos.phase == self.root.phase and pos.round == self.root.round and pos.actor == self.root.actor:
            return plans_of(pos, seat, self.weights, ROOT_PLANS, ROOT_WIDTH)
        if pos.phase == LAYING:  # there are few discs: the search itself finds out what follows
            return disc_at_sight(pos, seat, self.weights)
        return plans_of(pos, seat, self.weights, INNER_PLANS, INNER_WIDTH)

    def play(self, pos: contract.Position, seat: int, plan: Plan, luck: QuickLuck) -> None:
        """Carry the plan out; crowns that follow are decided at sight, so that they make no branches."""
        assert isinstance(pos, Position)
        for code in plan.codes:
            pos.play(seat, code, luck)
        while pos.phase == CROWNING:
            pos.play(pos.actor, crown_at_sight(pos, pos.actor, self.weights), luck)

    def values(self, pos: contract.Position, luck: QuickLuck) -> list[float]:
        """The chances of the seats as things stand."""
        assert isinstance(pos, Position)
        forecast = self.forecast
        chances = side_chances(pos, self.weights) if forecast is None else forecast.chances(pos)
        return [chances[side] for side in pos.empire.side_of]

"""Carolingi for sequential halving: every plan is played on for some seasons.

Siblings lay what their planner would lay, and everybody carries each tile out afresh:
with ways of another world many plans seem better than the planner's, and are not.
The tiles that siblings have activated are dealt as they are likely, not as they are possible.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi import planning
from aachen.bots.carolingi.evaluation import Evaluator
from aachen.bots.carolingi.forecast import Forecast
from aachen.bots.carolingi.likely_tiles import deal_likely
from aachen.bots.carolingi.siblings import Siblings
from aachen.bots.carolingi.tile_planner import PartialPlan, TilePlanner
from aachen.bots.halving import HalvingGame
from aachen.bots.plan import Plan
from aachen.bots.quick_luck import QuestionLuck, QuickLuck
from aachen.games.carolingi.for_bots import ACTING, KEEP_CODE, NOT_ENDED, PLACING, SWAPPING, Position

PAIRS: Final = 6  # pairs of tiles that are tried
WAYS: Final = 4  # ways to carry a tile out that are tried
# How much the chances at the end of each season count, from this one on; a tile is played to the end of its season.
AHEAD: Final[list[float]] = [0.2, 0.3, 0.5]
THIS_SEASON: Final[list[float]] = [1.0]
GAP: Final = 0.15  # plans that promise so much less than the best one are not tried
PRIOR: Final = 0.3


class SeasonHalving(HalvingGame):
    """One choice of one seat: two tiles to lay, or how to carry one out."""

    def __init__(
        self,
        evaluator: Evaluator,
        forecast: Forecast,
        pos: Position,
        seat: int,
        siblings: Siblings,
    ) -> None:
        self.evaluator = evaluator
        self.forecast = forecast
        self.pos = pos
        self.seat = seat
        self.siblings = siblings
        self.world = pos
        self.pairs: list[int] = []  # what each sibling lays in this world

    def prior(self) -> float:
        """The planner sees what a season or two do not show."""
        return PRIOR

    def plans(self, luck: QuickLuck) -> list[Plan]:
        """The planner's best."""
        own = deal_likely(self.pos, self.seat, luck)
        most = PAIRS if own.phase == PLACING else WAYS if own.phase == ACTING else 1
        found = planning.plans(self.evaluator, own, self.seat, most)
        least = found[0].chance - GAP
        return [plan for plan in found if plan.chance > least]

    def begin_world(self, stream: int) -> None:
        """Likely tiles for siblings; those that are yet to lay do as their planner would."""
        luck = QuickLuck(stream)
        pos = deal_likely(self.pos, self.seat, luck)
        if pos.phase == PLACING:
            self.siblings.open_placing(pos, self.seat)
            self.pairs = [
                0 if seat == self.seat else planning.plans(self.evaluator, pos, seat, 1)[0].codes[0]
                for seat in range(pos.realm.players)
            ]
        elif not pos.bag_open:
            for other in range(pos.realm.players):
                if other != self.seat:
                    self.siblings.lay_anew(pos, other, luck)
        self.world = pos

    def value(self, plan: Plan, stream: int) -> float:
        """The chances at the ends of the next seasons."""
        luck = QuestionLuck(stream)
        pos = self.world.copy()
        if pos.phase != PLACING:
            for code in plan.codes:
                pos.play(self.seat, code, luck)
            return self._play_on(pos, THIS_SEASON, luck)
        for seat in range(pos.realm.players):
            pos.play(seat, plan.codes[0] if seat == self.seat else self.pairs[seat], luck)
        return self._play_on(pos, AHEAD, luck)

    def _play_on(self, pos: Position, weights: list[float], luck: QuestionLuck) -> float:
        value, left = 0.0, 1.0
        for weight in weights:
            self._play_season(pos, luck)
            if pos.ending != NOT_ENDED or weight >= left:
                break
            value += weight * self.forecast.chances(pos)[self.seat]
            left -= weight
            for seat in pos.to_act():
                pos.play(seat, planning.steps(self.evaluator, pos, seat)[0].codes[0], luck)
        return value + left * self.forecast.chances(pos)[self.seat]

    def _play_season(self, pos: Position, luck: QuestionLuck) -> None:
        """On to the next choice of tiles, unless the game ends before."""
        while pos.ending == NOT_ENDED and pos.phase != PLACING:
            if pos.phase == ACTING:
                seat = pos.actor
                for code in TilePlanner(self.evaluator, seat).finish(PartialPlan([], pos, 0.0, False)).codes:
                    pos.play(seat, code, luck)
            elif pos.phase == SWAPPING:
                for seat in pos.to_act():
                    pos.play(seat, KEEP_CODE, luck)
            else:
                for seat in pos.to_act():
                    pos.play(seat, planning.plans(self.evaluator, pos, seat, 1)[0].codes[0], luck)

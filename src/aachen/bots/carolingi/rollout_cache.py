"""The rollout cache of Carolingi: how each seat carried out each tile before, reused in most rollouts.

To think a tile through takes as long as many rounds that repeat a cached way,
and in worlds that differ by little the same parts are good ones.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi.evaluation import Evaluator
from aachen.bots.carolingi.tile_planner import PartialPlan, TilePlanner
from aachen.bots.quick_luck import QuickLuck
from aachen.games.carolingi.for_bots import (
    DONE_CODE,
    SEASONS,
    TILES,
    OutOfGangsError,
    Position,
    fail_together,
)

REPEATS: Final = 30  # so many times a cached way is repeated before it is planned again


class RolloutCache:
    """The ways in which each seat carried each tile out last, by season."""

    def __init__(self, evaluator: Evaluator, seat: int, pos: Position) -> None:
        """As the seat imagines them here."""
        self.evaluator = evaluator
        self.seat = seat
        self.season = pos.season
        self._ways: dict[int, list[int]] = {}
        self._uses: dict[int, int] = {}

    def carry_out(self, pos: Position, luck: QuickLuck) -> None:
        """The tile at work, to its end.

        Our own tiles of this season are thought through each time:
        with stale ways many pairs seem better than the planner's, and are not.
        """
        if pos.actor == self.seat and pos.season == self.season:
            self._think_over(pos, luck)
            return
        second = 1 if self._is_second(pos) else 0
        key = ((pos.actor * TILES + pos.work.tile) * SEASONS + pos.season) * 2 + second
        uses = self._uses.get(key, REPEATS)
        if uses < REPEATS and self._follow(pos, self._ways[key], luck):
            self._uses[key] = uses + 1
        else:
            self._ways[key] = self._think_over(pos, luck)
            self._uses[key] = 0

    def _is_second(self, pos: Position) -> bool:
        """Whether the seat at work has no more tile in the bag."""
        first = pos.actor * TILES
        for code in pos.bag:
            if first <= code < first + TILES:
                return False
        return True

    def _think_over(self, pos: Position, luck: QuickLuck) -> list[int]:
        """Carry the tile out, best part by best part."""
        seat = pos.actor
        codes = TilePlanner(self.evaluator, seat).finish(PartialPlan([], pos, 0.0, False)).codes
        for code in codes:
            pos.play(seat, code, luck)
        return codes

    def _follow(self, pos: Position, codes: list[int], luck: QuickLuck) -> bool:
        """Do what can be done of all this, then stop; False if nothing of it can be done."""
        seat = pos.actor
        try:
            done = codes[0] == DONE_CODE
            for code in codes:
                if code in pos.pending and (code != DONE_CODE or done):
                    done = True
                    if pos.carry_out(seat, code, luck, None):
                        return True
            if not done:
                return False
            if DONE_CODE in pos.pending:
                return pos.carry_out(seat, DONE_CODE, luck, None)
            self._think_over(pos, luck)
            return True
        except OutOfGangsError:
            fail_together(pos, None)
            return True

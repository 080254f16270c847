"""Evaluates parts of a position: what one region, one clan or the castles are worth to a side, less what they are worth to its rivals."""

from __future__ import annotations

from aachen.bots.carolus.features import (
    AHEAD,
    BUILT,
    BUILT_SQUARED,
    COMMAND,
    COMMAND_LOST,
    COMMAND_MARGIN,
    COMMAND_RACE,
    EMBLEM,
    JOINED,
    LAST_BUILT,
    LAST_CASTLES,
    LEAD,
    MARGIN,
    MOST_LEAD,
    RACE,
)
from aachen.bots.carolus.ring_features import RingFeatures, within
from aachen.games.carolus.for_bots import NOBODY, TERRITORIES, State


class SideEvaluator:
    """The prices as one side sees them; a rival's gain counts as our loss, in part if there are two rivals."""

    def __init__(self, weights: list[float], side: int, shares: list[float]) -> None:
        self.weights = weights
        self.side = side
        self.shares = shares  # by side, how much a rival's gain counts

    def region(self, features: RingFeatures, place: int) -> float:
        """A region by its place in the Emperor's way, for each of its territories."""
        weights = self.weights
        total = 0.0
        for side in range(features.sides):
            kind = features.kind(place, side)
            lead = features.lead(place, side)
            value = weights[kind + LEAD] * within(lead, MOST_LEAD)
            if lead > 0:
                value += weights[kind + AHEAD]
            total += value if side == self.side else -value * self.shares[side]
        return total

    def clan(self, features: RingFeatures, clan: int) -> float:
        """An emblem with all that it commands."""
        holding = features.clan_side[clan]
        if holding == NOBODY:
            return 0.0
        weights, command = self.weights, features.command(clan)
        margin, race = features.margin(clan, holding), features.race(clan, holding)
        value = weights[EMBLEM] + weights[MARGIN] * margin + weights[RACE] * race
        value += command * (
            weights[COMMAND] + weights[COMMAND_MARGIN] * margin + weights[COMMAND_RACE] * race
        )
        if race < 0:
            value += weights[COMMAND_LOST] * command
        return value if holding == self.side else -value * self.shares[holding]

    def castles(self, pos: State) -> float:
        """The castles on the board."""
        weights = self.weights
        joined = TERRITORIES - pos.regions
        total = 0.0
        for side in range(pos.empire.sides):
            built = pos.castles_built(side)
            value = weights[BUILT] * built + weights[BUILT_SQUARED] * built * built
            value += weights[LAST_BUILT] * max(0, LAST_CASTLES - pos.castles_left[side])
            value += weights[JOINED] * built * joined
            total += value if side == self.side else -value * self.shares[side]
        return total

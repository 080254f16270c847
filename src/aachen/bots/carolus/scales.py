"""Parts of a position on the scales: what one region, one clan or the castles mean to a side, its rivals taken off."""

from __future__ import annotations

from aachen.bots.carolus.worth import (
    BUILT_AT,
    COMMAND_AT,
    EMBLEM_AT,
    JOINED,
    LEADS,
    MOST_LEAD,
    RACE_AT,
    Outlook,
)
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import NOBODY, TERRITORIES


class Scales:
    """The prices as one side sees them; a rival's gain counts as our loss, in part if there are two rivals."""

    def __init__(self, prices: list[float], side: int, shares: list[float]) -> None:
        self.prices = prices
        self.side = side
        self.shares = shares  # by side, how much a rival's gain counts

    def region(self, outlook: Outlook, place: int) -> float:
        """A region by its place in the Emperor's way, for each of its territories."""
        total = 0.0
        for side in range(outlook.sides):
            price = self.prices[outlook.feature(place, side, outlook.lead(place, side))]
            total += price if side == self.side else -price * self.shares[side]
        return total

    def clan(self, outlook: Outlook, clan: int) -> float:
        """An emblem with all that it commands."""
        holding = outlook.clan_side[clan]
        if holding == NOBODY:
            return 0.0
        prices, command = self.prices, outlook.command(clan)
        margin = outlook.margin(clan, holding)
        race = RACE_AT + MOST_LEAD + outlook.race(clan, holding)
        worth = prices[EMBLEM_AT + margin] + prices[COMMAND_AT + margin] * command
        worth += prices[race] + prices[race + LEADS] * command
        return worth if holding == self.side else -worth * self.shares[holding]

    def castles(self, pos: State) -> float:
        """The castles on the board."""
        joined = TERRITORIES - pos.regions
        total = 0.0
        for side in range(pos.empire.sides):
            built = pos.castles_built(side)
            worth = self.prices[BUILT_AT + built] + self.prices[JOINED] * built * joined
            total += worth if side == self.side else -worth * self.shares[side]
        return total

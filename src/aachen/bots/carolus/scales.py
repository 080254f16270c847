"""Parts of a position on the scales: what one region, one clan or the castles mean to a side, its rivals taken off."""

from __future__ import annotations

from aachen.bots.carolus.worth import (
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
    Outlook,
    within,
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
        prices = self.prices
        total = 0.0
        for side in range(outlook.sides):
            kind = outlook.kind(place, side)
            lead = outlook.lead(place, side)
            worth = prices[kind + LEAD] * within(lead, MOST_LEAD)
            if lead > 0:
                worth += prices[kind + AHEAD]
            total += worth if side == self.side else -worth * self.shares[side]
        return total

    def clan(self, outlook: Outlook, clan: int) -> float:
        """An emblem with all that it commands."""
        holding = outlook.clan_side[clan]
        if holding == NOBODY:
            return 0.0
        prices, command = self.prices, outlook.command(clan)
        margin, race = outlook.margin(clan, holding), outlook.race(clan, holding)
        worth = prices[EMBLEM] + prices[MARGIN] * margin + prices[RACE] * race
        worth += command * (prices[COMMAND] + prices[COMMAND_MARGIN] * margin + prices[COMMAND_RACE] * race)
        if race < 0:
            worth += prices[COMMAND_LOST] * command
        return worth if holding == self.side else -worth * self.shares[holding]

    def castles(self, pos: State) -> float:
        """The castles on the board."""
        prices = self.prices
        joined = TERRITORIES - pos.regions
        total = 0.0
        for side in range(pos.empire.sides):
            built = pos.castles_built(side)
            worth = prices[BUILT] * built + prices[BUILT_SQUARED] * built * built
            worth += prices[LAST_BUILT] * max(0, LAST_CASTLES - pos.castles_left[side])
            worth += prices[JOINED] * built * joined
            total += worth if side == self.side else -worth * self.shares[side]
        return total

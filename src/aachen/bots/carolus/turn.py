"""A whole turn thought through (CM3.1, CM3.2): what goes to court, where the Emperor stops, and the rest.

What goes to court decides who commands which clans, so that comes first.
Then every stop in reach is tried, with as many paladins there as change its fate and no more.
The paladins that are left go one by one where they do most, by the prices of the features they change:
a region's part of the worth does not hang on the other regions.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.ahead import advance
from aachen.bots.carolus.scales import Scales
from aachen.bots.carolus.worth import (
    COMMAND_AT,
    MOST_NEED,
    RESERVE_FREE,
    RESERVE_OWN,
    RESERVE_RIVAL,
    TAKE_LATER_AT,
    Outlook,
    shares,
)
from aachen.bots.lesson import chances as as_chances
from aachen.bots.plan import Plan
from aachen.games.carolus.actions import ADVANCE
from aachen.games.carolus.position import Position
from aachen.games.carolus.rules import emperor, paladins
from aachen.games.carolus.terms import CLANS, COURT, NOBODY, NOT_ENDED, PUTTING

NO_PLACE: Final = -1


class Draft:
    """One turn: its paladins, the stop, and what it promises."""

    def __init__(self, puts: list[int], steps: int, chance: float) -> None:
        self.puts = puts  # codes
        self.steps = steps
        self.chance = chance


class Opening:
    """A beginning of a turn: so many of each clan at court, and what that promises so far."""

    def __init__(self, number: list[int], size: int) -> None:
        self.number = number
        self.size = size
        self.chance = 0.0


class TurnPlanner:
    """Finds good turns of one seat."""

    def __init__(self, pos: Position, seat: int, prices: list[float], width: int) -> None:
        self.pos = pos
        self.seat = seat
        self.side = pos.empire.side_of[seat]
        self.prices = prices
        self.width = width  # how many ways to fill the court are followed up
        self.drafts: list[Draft] = []

    def plans(self, most: int) -> list[Plan]:
        """The best turns, best first, each position once."""
        if self.pos.phase == PUTTING:
            for opening in self._openings():
                self._follow(opening)
        else:
            self._follow(Opening([0] * CLANS, 0))
        self.drafts.sort(key=_by_chance)
        code = self.pos.empire.actions.code
        plans: list[Plan] = []
        seen: set[int] = set()
        for draft in self.drafts:
            codes = sorted(draft.puts)
            codes.append(code(ADVANCE, draft.steps))
            key = 0
            for each in codes:
                key = key * 128 + each
            if key not in seen and len(plans) < most:
                seen.add(key)
                plans.append(Plan(codes, draft.chance))
        return plans

    # What goes to court

    def _openings(self) -> list[Opening]:
        """The best ways to fill the court with any part of the turn's paladins, none of them too."""
        found: list[Opening] = []
        self._list_openings(0, [0] * CLANS, 0, found)
        for opening in found:
            opening.chance = self._chance(self._opened(opening))
        found.sort(key=_by_opening_chance)
        return found[: self.width]

    def _list_openings(self, clan: int, number: list[int], size: int, found: list[Opening]) -> None:
        if clan == CLANS:
            found.append(Opening(number[:], size))
            return
        most = min(self.pos.reserve[self.seat * CLANS + clan], self.pos.count - size)
        for each in range(most + 1):
            number[clan] = each
            self._list_openings(clan + 1, number, size + each, found)
        number[clan] = 0

    def _opened(self, opening: Opening) -> Position:
        after = self.pos.copy()
        for clan in range(CLANS):
            for _ in range(opening.number[clan]):
                paladins.play(after, self.seat, clan, COURT, None)
        return after

    def _chance(self, pos: Position) -> float:
        """The side's chance in a position."""
        if pos.ending != NOT_ENDED:
            return shares(pos)[self.side]
        prices = self.prices
        return as_chances([tally.worth(prices) for tally in Outlook(pos).tallies()])[self.side]

    # Where the Emperor stops

    def _follow(self, opening: Opening) -> None:
        """Every stop after this beginning, with none or just enough of the own paladins there."""
        begun = self._opened(opening)
        outlook = Outlook(begun)
        friends = self._friends(begun, outlook)
        for steps in range(1, emperor.reach(begun, self.seat) + 1):
            lead = outlook.lead(steps - 1, self.side)
            self._stop(opening, begun, outlook, steps, 0)
            if lead < 0 and -lead <= friends:
                self._stop(opening, begun, outlook, steps, -lead)  # a tie keeps things as they are
            if lead <= 0 and 1 - lead <= friends:
                self._stop(opening, begun, outlook, steps, 1 - lead)

    def _friends(self, begun: Position, outlook: Outlook) -> int:
        """How many paladins of the own side's clans can still be put."""
        friends = 0
        for clan in range(CLANS):
            if outlook.clan_side[clan] == self.side:
                friends += begun.reserve[self.seat * CLANS + clan]
        return min(friends, begun.count)

    def _stop(self, opening: Opening, begun: Position, outlook: Outlook, steps: int, friends: int) -> None:
        """The turn with so many friends put where the Emperor stops, completed and judged as it will be."""
        put_codes = self.pos.empire.put_codes
        head = outlook.heads[steps - 1]
        puts: list[int] = []
        for clan in range(CLANS):
            for _ in range(opening.number[clan]):
                puts.append(put_codes[clan][COURT])
        ready = begun.copy()
        for _ in range(friends):
            clan = self._safest_friend(ready, outlook)
            paladins.play(ready, self.seat, clan, head + 1, None)
            puts.append(put_codes[clan][head + 1])
        if ready.count > 0:
            self._complete(ready, steps, puts)
        advance(ready, self.seat, steps)
        self.drafts.append(Draft(puts, steps, self._chance(ready)))

    def _safest_friend(self, pos: Position, outlook: Outlook) -> int:
        """The own side's clan in reserve whose emblem is safest: the paladin will be on the ring for good."""
        best, most = NOBODY, -1.0e9
        for clan in range(CLANS):
            stock = pos.reserve[self.seat * CLANS + clan]
            if stock > 0 and outlook.clan_side[clan] == self.side:
                worth = float(outlook.margin(clan, self.side)) + 0.1 * stock
                if worth > most:
                    best, most = clan, worth
        return best

    # The paladins that are left

    def _complete(self, ready: Position, steps: int, puts: list[int]) -> None:
        """Put what is left where it does most after the Emperor's stop."""
        after = ready.copy()
        advance(after, self.seat, steps)
        rest = Rest(self, ready, after)
        while ready.count > 0:
            clan, head = rest.best()
            paladins.play(ready, self.seat, clan, head + 1, None)
            puts.append(self.pos.empire.put_codes[clan][head + 1])


class Rest:
    """The regions as they will lie after the stop, and what one more paladin would change in each."""

    def __init__(self, planner: TurnPlanner, ready: Position, after: Position) -> None:
        self.ready = ready  # before the Emperor goes: where paladins are put
        self.seat = planner.seat
        self.side = planner.side
        self.prices = planner.prices
        self.outlook = Outlook(after)
        self.is_over = after.ending != NOT_ENDED
        self.stock = ready.reserve[self.seat * CLANS : self.seat * CLANS + CLANS]
        self.share = self._shares()
        self.scales = Scales(self.prices, self.side, self.share)
        self.clan_gain = [self._clan_gain(clan) for clan in range(CLANS)]
        # For each side's paladins, and last for those of nobody: the best region, and what one there would change.
        sides = self.outlook.sides
        self.place = [NO_PLACE] * (sides + 1)
        self.gain = [0.0] * (sides + 1)
        for clan in range(CLANS):
            if self.stock[clan] > 0:
                self._look(self._kind(clan))

    def best(self) -> tuple[int, int]:
        """The clan and the region's head for the next paladin; it is counted as put."""
        chosen, most = NOBODY, -1.0e9
        for clan in range(CLANS):
            if self.stock[clan] == 0:
                continue
            gain = self.gain[self._kind(clan)] + self.clan_gain[clan]
            if gain > most:
                chosen, most = clan, gain
        kind = self._kind(chosen)
        place = self.place[kind]
        self.stock[chosen] -= 1
        if kind < self.outlook.sides:
            self.outlook.forces[place * self.outlook.sides + kind] += 1
            for each in range(len(self.place)):
                if self.place[each] != NO_PLACE:
                    self._look(each)
        return chosen, self.ready.region_of(self.outlook.heads[place])

    def _kind(self, clan: int) -> int:
        side = self.outlook.clan_side[clan]
        return self.outlook.sides if side == NOBODY else side

    def _shares(self) -> list[float]:
        """How much a rival's worth counts against ours: by its chance among the rivals."""
        sides = self.outlook.sides
        if sides == 2 or self.is_over:
            return [1.0] * sides
        chances = as_chances([tally.worth(self.prices) for tally in self.outlook.tallies()])
        rivals = 1.0 - chances[self.side]
        return [chance / rivals if rivals > 0.0 else 1.0 for chance in chances]

    def _clan_gain(self, clan: int) -> float:
        """What changes when a paladin of the clan leaves the reserve for the ring, wherever it goes."""
        outlook, prices = self.outlook, self.prices
        holding = outlook.clan_side[clan]
        if holding == self.side:
            return prices[COMMAND_AT + outlook.margin(clan, holding)] - prices[RESERVE_OWN]
        if holding == NOBODY:
            gain = -prices[RESERVE_FREE]
        else:
            command = prices[COMMAND_AT + outlook.margin(clan, holding)]
            gain = -prices[RESERVE_RIVAL] - command * self.share[holding]
        need = outlook.need(self.seat, clan, self.stock[clan])
        if 0 < need == self.stock[clan] <= MOST_NEED:  # the emblem gets out of reach
            gain -= prices[TAKE_LATER_AT + need - 1] * (outlook.command(clan) + 1)
        return gain

    def _look(self, kind: int) -> None:
        """Find the best region for a paladin that counts for this side, or for nobody.

        The stop itself, last in the Emperor's way, is left alone unless it is a friend: its fate is decided.
        """
        self.place[kind] = 0
        self.gain[kind] = 0.0
        if kind == self.outlook.sides:
            return
        best, most = 0, -1.0e9
        for place in range(len(self.outlook.heads) - (0 if kind == self.side else 1)):
            gain = self._region_gain(place, kind)
            if gain > most:
                best, most = place, gain
        self.place[kind] = best
        self.gain[kind] = most

    def _region_gain(self, place: int, kind: int) -> float:
        """What one more paladin of that side in the region changes for us."""
        outlook = self.outlook
        at = place * outlook.sides + kind
        before = self.scales.region(outlook, place)
        outlook.forces[at] += 1
        after = self.scales.region(outlook, place)
        outlook.forces[at] -= 1
        return (after - before) * outlook.pos.size[outlook.heads[place]]


def _by_chance(draft: Draft) -> float:
    return -draft.chance


def _by_opening_chance(opening: Opening) -> float:
    return -opening.chance

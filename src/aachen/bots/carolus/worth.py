"""What a position of Carolus Magnus is worth to each side: features in the game's own words, and their weights.

The worth of a side is a sum over what it has, and the chances are as the exponentials of the worths.
Every feature counts in whole pieces; `UNITS` says how many of them make about one, so that weights compare.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.lesson import chances as as_chances
from aachen.games.carolus.rules import ending
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import (
    ADVANCING,
    CLANS,
    CROWNING,
    DISCS,
    LAYING,
    NOBODY,
    NOT_ENDED,
    PUTTING,
    SET_UP,
    TERRITORIES,
)

# Regions: by how many steps the Emperor is away, and whose they are.
NEAR_STEPS: Final = 3
MIDDLE_STEPS: Final = 7
BANDS: Final = ("near", "middle", "far")
OWN: Final = 0
FREE: Final = 1
RIVAL: Final = 2
OWNERS: Final = ("own", "free", "rival")

# What counts no further than this.
MOST_LEAD: Final = 4  # force above the next, or below
MOST_MARGIN: Final = 6  # paladins at court above the next court
MOST_NEED: Final = 3  # paladins that are still needed to do something
LAST_CASTLES: Final = 3

# Features: two of each kind of region, then one after the other.
LEAD: Final = 0
AHEAD: Final = 1
BUILT: Final = 2 * len(BANDS) * len(OWNERS)
BUILT_SQUARED: Final = BUILT + 1
LAST_BUILT: Final = BUILT + 2
JOINED: Final = BUILT + 3
LARGEST: Final = BUILT + 4
PROSPECT: Final = BUILT + 5
EMBLEM: Final = BUILT + 6
MARGIN: Final = BUILT + 7
COMMAND: Final = BUILT + 8
COMMAND_MARGIN: Final = BUILT + 9
RACE: Final = BUILT + 10
COMMAND_RACE: Final = BUILT + 11
COMMAND_LOST: Final = BUILT + 12
LATE_MARGIN: Final = BUILT + 13
LATE_COMMAND: Final = BUILT + 14
RESERVE_OWN: Final = BUILT + 15
RESERVE_RIVAL: Final = BUILT + 16
RESERVE_FREE: Final = BUILT + 17
MOVES: Final = BUILT + 18
MOVES_LATER: Final = BUILT + 19
LAYS: Final = BUILT + 20
DISC_NUMBERS: Final = BUILT + 21
TAKE_NOW: Final = BUILT + 22  # and two more, by the paladins it needs
TAKE_LATER: Final = TAKE_NOW + MOST_NEED
SWING: Final = TAKE_LATER + MOST_NEED
GOAL: Final = SWING + MOST_NEED + 1
FEATURE_COUNT: Final = GOAL + MOST_NEED + 1

# Names and units of those between the regions and what can be taken.
SINGLES: Final[tuple[tuple[str, int], ...]] = (
    ("castles", 10),
    ("castles squared", 100),
    ("last castles", 2),
    ("castles where few regions are left", 50),
    ("largest region", 4),
    ("joining in sight", 4),
    ("emblems", 1),
    ("margins at court", 3),
    ("command", 8),
    ("command by margin", 24),
    ("margins if all went to court", 4),
    ("command if all went to court", 32),
    ("command that would be lost", 8),
    ("margins where few regions are left", 30),
    ("command where few regions are left", 80),
    ("reserve of own clans", 4),
    ("reserve of rival clans", 4),
    ("reserve of free clans", 4),
    ("moves now", 1),
    ("moves later", 1),
    ("lays now", 1),
    ("numbers on discs left", 8),
)


def _feature_names() -> list[str]:
    kinds = [f"{band} {owner}" for band in BANDS for owner in OWNERS]
    names = [f"{kind} {what}" for kind in kinds for what in ("lead", "ahead")]
    names += [name for name, _ in SINGLES]
    names += [f"take now {need}" for need in range(1, MOST_NEED + 1)]
    names += [f"take later {need}" for need in range(1, MOST_NEED + 1)]
    names += [f"swing {need}" for need in range(MOST_NEED + 1)]
    return names + [f"goal {need}" for need in range(MOST_NEED + 1)]


def _units() -> list[int]:
    """Of how many pieces each feature is about one."""
    units = [MOST_LEAD, 1] * (len(BANDS) * len(OWNERS))
    units += [unit for _, unit in SINGLES]
    return units + [8] * (2 * MOST_NEED) + [4] * (MOST_NEED + 1) + [1] * (MOST_NEED + 1)


FEATURES: Final = _feature_names()
UNITS: Final = _units()


class Tally:
    """What one side has, summed up at the prices of single pieces."""

    def __init__(self, prices: list[float]) -> None:
        self.prices = prices
        self.worth = 0.0

    def add(self, feature: int, amount: int) -> None:
        """So much of a feature."""
        self.worth += self.prices[feature] * amount


class Row(Tally):
    """What one side has, feature by feature."""

    def __init__(self) -> None:
        super().__init__([])
        self.amounts = [0] * FEATURE_COUNT

    def add(self, feature: int, amount: int) -> None:
        """So much of a feature."""
        self.amounts[feature] = self.amounts[feature] + amount

    def cells(self) -> list[float]:
        """All features in their order, each a number of about one."""
        return [self.amounts[feature] / UNITS[feature] for feature in range(FEATURE_COUNT)]


def prices_of(weights: list[float]) -> list[float]:
    """Weights as prices of single pieces."""
    assert len(weights) == FEATURE_COUNT, "weights of another set of features"
    return [weights[feature] / UNITS[feature] for feature in range(FEATURE_COUNT)]


class Outlook:
    """A position as the Emperor will meet it: the regions in his way, and each side's force in them."""

    def __init__(self, pos: State, like: Outlook | None = None) -> None:
        """Look around, or take over what another one saw on the same ring with the same emblems."""
        self.pos = pos
        self.sides = pos.empire.sides
        if like is not None:
            self.clan_side: list[int] = like.clan_side
            self.heads: list[int] = like.heads
            self.forces: list[int] = like.forces  # forces[place in heads * sides + side]
            self.commands: list[int] = like.commands  # by clan, its paladins on the ring
            return
        self.clan_side = [NOBODY if holder == NOBODY else pos.empire.side_of[holder] for holder in pos.holder]
        self.heads = []
        self.forces = []
        self.commands = [0] * CLANS
        self._walk()

    def _walk(self) -> None:
        """Region by region from the Emperor on; he himself stands in the last one.

        Sums are written out: compiled, `+=` on a place in a list is several times slower.
        """
        pos = self.pos
        sides = self.sides
        clan_side, commands = self.clan_side, self.commands
        paladins = pos.paladins
        heads, forces = self.heads, self.forces
        head = pos.emperor
        for at in range(0, pos.regions * sides, sides):
            head = (head + pos.size[head]) % TERRITORIES
            heads.append(head)
            for _ in range(sides):
                forces.append(0)
            first = head * CLANS
            for clan in range(CLANS):
                number = paladins[first + clan]
                if number == 0:
                    continue
                commands[clan] = commands[clan] + number
                side = clan_side[clan]
                if side != NOBODY:
                    forces[at + side] = forces[at + side] + number
            owner = pos.owner[head]
            if owner != NOBODY:
                forces[at + owner] = forces[at + owner] + pos.castles[head]

    def lead(self, place: int, side: int) -> int:
        """By how much the side's force is above the best other one; below 0 by how much it is behind."""
        at = place * self.sides
        if self.sides == 2:
            return self.forces[at + side] - self.forces[at + 1 - side]
        best = 0
        for other in range(self.sides):
            if other != side and self.forces[at + other] > best:
                best = self.forces[at + other]
        return self.forces[at + side] - best

    def kind(self, place: int, side: int) -> int:
        """The first feature of a region of this kind: by its distance and whose it is to the side."""
        return first_kind(place) + whose(self.pos.owner[self.heads[place]], side)

    def worths(self, prices: list[float]) -> list[float]:
        """What every side has, at these prices."""
        return self.worths_on(self.ring(prices), prices)

    def ring(self, prices: list[float]) -> list[float]:
        """What every side has on the ring: that hangs on emblems, but not on courts and reserves."""
        tallies = [Tally(prices) for _ in range(self.sides)]
        self._count_ring(tallies)
        return [tally.worth for tally in tallies]

    def worths_on(self, ring: list[float], prices: list[float]) -> list[float]:
        """What every side has, if the ring was looked at before."""
        tallies = [Tally(prices) for _ in range(self.sides)]
        for side in range(self.sides):
            tallies[side].worth = ring[side]
        self._count_clans(tallies)
        self._count_turns(tallies)
        return [tally.worth for tally in tallies]

    def count(self, tallies: list[Tally]) -> None:
        """Tell each side's tally what the side has."""
        self._count_ring(tallies)
        self._count_clans(tallies)
        self._count_turns(tallies)

    def _count_ring(self, tallies: list[Tally]) -> None:
        for place in range(len(self.heads)):
            self._count_region(tallies, place)
        self._count_prospects(tallies)
        self._count_castles(tallies)

    def _count_region(self, tallies: list[Tally], place: int) -> None:
        head = self.heads[place]
        owner, size = self.pos.owner[head], self.pos.size[head]
        band = first_kind(place)
        for side in range(self.sides):
            kind = band + whose(owner, side)
            lead = self.lead(place, side)
            tally = tallies[side]
            if lead > 0:
                tally.add(kind + AHEAD, size)
            if lead != 0:
                tally.add(kind + LEAD, within(lead, MOST_LEAD) * size)

    def _count_prospects(self, tallies: list[Tally]) -> None:
        """Regions that a side leads in beside one of its own: there it would join them."""
        number = len(self.heads)
        before, place = number - 1, 0
        while place < number:
            self._count_prospect(tallies, before, place)
            self._count_prospect(tallies, place, before)
            before, place = place, place + 1

    def _count_prospect(self, tallies: list[Tally], place: int, near: int) -> None:
        pos = self.pos
        owner = pos.owner[self.heads[place]]
        if owner != NOBODY and pos.owner[self.heads[near]] != owner and self.lead(near, owner) > 0:
            tallies[owner].add(PROSPECT, pos.size[self.heads[place]])

    def _count_castles(self, tallies: list[Tally]) -> None:
        pos = self.pos
        joined = TERRITORIES - pos.regions
        largest = [0] * self.sides
        for head in self.heads:
            owner = pos.owner[head]
            if owner != NOBODY and pos.size[head] > largest[owner]:
                largest[owner] = pos.size[head]
        for side in range(self.sides):
            built = pos.empire.castles - pos.castles_left[side]
            tallies[side].add(BUILT, built)
            tallies[side].add(BUILT_SQUARED, built * built)
            if pos.castles_left[side] < LAST_CASTLES:
                tallies[side].add(LAST_BUILT, LAST_CASTLES - pos.castles_left[side])
            tallies[side].add(JOINED, built * joined)
            tallies[side].add(LARGEST, largest[side])

    # Clans

    def _count_clans(self, tallies: list[Tally]) -> None:
        next_seat = mover(self.pos)
        for clan in range(CLANS):
            self.count_clan(tallies, clan, next_seat)

    def count_clan(self, tallies: list[Tally], clan: int, next_seat: int) -> None:
        """The emblem with what it commands, and what is in reserve to hold or to win it."""
        pos = self.pos
        command = self.commands[clan]
        holding = self.clan_side[clan]
        if holding != NOBODY:
            self._count_emblem(tallies[holding], clan, holding, command)
        for seat in range(pos.empire.players):
            stock = pos.reserve[seat * CLANS + clan]
            if stock == 0:
                continue
            side = pos.empire.side_of[seat]
            if holding == side:
                tallies[side].add(RESERVE_OWN, stock)
                continue
            tallies[side].add(RESERVE_FREE if holding == NOBODY else RESERVE_RIVAL, stock)
            need = self.need(seat, clan, stock)
            if need > 0:
                at = TAKE_NOW if seat == next_seat else TAKE_LATER
                tallies[side].add(at + need - 1, command + 1)

    def _count_emblem(self, tally: Tally, clan: int, side: int, command: int) -> None:
        """An emblem, how safe it is, and the paladins it commands."""
        margin, race = self.margin(clan, side), self.race(clan, side)
        joined = TERRITORIES - self.pos.regions
        tally.add(EMBLEM, 1)
        tally.add(MARGIN, margin)
        tally.add(COMMAND, command)
        tally.add(COMMAND_MARGIN, command * margin)
        tally.add(RACE, race)
        tally.add(COMMAND_RACE, command * race)
        if race < 0:
            tally.add(COMMAND_LOST, command)
        tally.add(LATE_MARGIN, margin * joined)
        tally.add(LATE_COMMAND, command * joined)

    def command(self, clan: int) -> int:
        """How many paladins of the clan are on the ring."""
        return self.commands[clan]

    def margin(self, clan: int, side: int) -> int:
        """Paladins of the clan that the holder has at court above the best rival court, up to a few."""
        pos = self.pos
        margin = pos.court[pos.holder[clan] * CLANS + clan]
        second = 0
        for seat in range(pos.empire.players):
            if pos.empire.side_of[seat] != side and pos.court[seat * CLANS + clan] > second:
                second = pos.court[seat * CLANS + clan]
        return min(MOST_MARGIN, max(0, margin - second))

    def race(self, clan: int, side: int) -> int:
        """The margin if everybody sent to court what a turn allows, within a few either way."""
        pos = self.pos
        most = pos.empire.turn_paladins
        mine, second = 0, 0
        for seat in range(pos.empire.players):
            at = seat * CLANS + clan
            number = pos.court[at] + (pos.reserve[at] if pos.reserve[at] < most else most)
            if seat == pos.holder[clan]:
                mine = number
            elif pos.empire.side_of[seat] != side and number > second:
                second = number
        return within(mine - second, MOST_LEAD)

    def need(self, seat: int, clan: int, stock: int) -> int:
        """How many paladins at court would win the emblem, if the reserve has them; 0 if a turn cannot do it."""
        if stock == 0:
            return 0
        pos = self.pos
        most = 0
        for other in range(pos.empire.players):
            if other != seat and pos.court[other * CLANS + clan] > most:
                most = pos.court[other * CLANS + clan]
        need = most - pos.court[seat * CLANS + clan] + 1
        return need if need <= stock and need <= MOST_NEED else 0

    # Turns

    def _count_turns(self, tallies: list[Tally]) -> None:
        pos = self.pos
        side_of = pos.empire.side_of
        for seat in range(pos.empire.players):
            tallies[side_of[seat]].add(DISC_NUMBERS, NUMBERS_OF[pos.discs[seat]])
        if pos.round == SET_UP:
            return
        if pos.phase == LAYING:
            tallies[side_of[pos.actor]].add(LAYS, 1)
            return
        seat = mover(pos)
        if seat == NOBODY:  # the round is over: whoever played first lays first
            tallies[side_of[pos.playing[0]]].add(LAYS, 1)
            return
        tallies[side_of[seat]].add(MOVES, 1)
        self._count_stops(tallies[side_of[seat]], seat)
        for at in range(pos.playing.index(seat) + 1, len(pos.playing)):
            tallies[side_of[pos.playing[at]]].add(MOVES_LATER, 1)

    def _count_stops(self, tally: Tally, seat: int) -> None:
        """What the next to move the Emperor can do to the castles, by the paladins it takes."""
        pos = self.pos
        side = pos.empire.side_of[seat]
        left = pos.castles_left[side]
        friends = self._friends(seat, side)
        swings = [0] * (MOST_NEED + 1)
        goal = MOST_NEED + 1
        for place in range(min(pos.shown[seat], pos.regions)):
            head = self.heads[place]
            owner = pos.owner[head]
            need = max(0, 1 - self.lead(place, side))
            if owner == side or need > friends:
                continue
            swing = 1 if owner == NOBODY else 2 * pos.size[head]
            if swing > swings[need]:
                swings[need] = swing
            if pos.size[head] >= left and need < goal:
                goal = need
        best = 0
        for need in range(MOST_NEED + 1):
            if swings[need] > best:
                tally.add(SWING + need, swings[need] - best)
                best = swings[need]
        if goal <= MOST_NEED:
            tally.add(GOAL + goal, 1)

    def _friends(self, seat: int, side: int) -> int:
        """How many paladins of its own side's clans the seat can still put before the Emperor goes."""
        pos = self.pos
        if pos.phase == ADVANCING:
            return 0
        most = pos.count if pos.phase == PUTTING else MOST_NEED
        friends = 0
        for clan in range(CLANS):
            if self.clan_side[clan] == side:
                friends += pos.reserve[seat * CLANS + clan]
        return min(friends, most, MOST_NEED)


def first_kind(place: int) -> int:
    """The first feature of regions at this place in the Emperor's way."""
    return 0 if place < NEAR_STEPS else 6 if place < MIDDLE_STEPS else 12


def whose(owner: int, side: int) -> int:
    """How much further the features are of a region of this owner, as the side sees it."""
    return 2 * FREE if owner == NOBODY else 2 * OWN if owner == side else 2 * RIVAL


def within(number: int, most: int) -> int:
    """The number, no further from nought than `most`."""
    return most if number > most else -most if number < -most else number


# By mask of discs, the sum of their numbers.
NUMBERS_OF: Final = [
    sum(disc for disc in range(1, DISCS + 1) if mask >> (disc - 1) & 1) for mask in range(1 << DISCS)
]


def mover(pos: State) -> int:
    """The seat that moves the Emperor next, or nobody if the discs for that are not laid yet."""
    if pos.phase == PUTTING or pos.phase == ADVANCING:
        return pos.actor
    if pos.phase == CROWNING and pos.round != SET_UP:
        at = pos.playing.index(pos.actor) + 1
        return pos.playing[at] if at < len(pos.playing) else NOBODY
    return NOBODY


def shares(pos: State) -> list[float]:
    """What each side has won of a finished game."""
    best = max([ending.standing(pos, side) for side in range(pos.empire.sides)])
    won = [1.0 if ending.standing(pos, side) == best else 0.0 for side in range(pos.empire.sides)]
    return [share / sum(won) for share in won]


def side_chances(pos: State, prices: list[float]) -> list[float]:
    """Each side's chance to win, from 0 to 1."""
    if pos.ending != NOT_ENDED:
        return shares(pos)
    return as_chances(Outlook(pos).worths(prices))


def rows(pos: State) -> list[list[float]]:
    """The features of each side, to learn from."""
    tallies = [Row() for _ in range(pos.empire.sides)]
    Outlook(pos).count(list(tallies))
    return [tally.cells() for tally in tallies]

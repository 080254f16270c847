"""A position of Carolus Magnus as the Emperor will meet it, counted into features."""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.features import (
    AHEAD,
    BUILT,
    BUILT_SQUARED,
    COMMAND,
    COMMAND_LOST,
    COMMAND_MARGIN,
    COMMAND_RACE,
    DISC_NUMBERS,
    EMBLEM,
    FREE,
    GOAL,
    JOINABLE,
    JOINED,
    LARGEST,
    LAST_BUILT,
    LAST_CASTLES,
    LATE_COMMAND,
    LATE_MARGIN,
    LAYS,
    LEAD,
    MARGIN,
    MIDDLE_STEPS,
    MOST_LEAD,
    MOST_MARGIN,
    MOST_NEED,
    MOVES,
    MOVES_LATER,
    NEAR_STEPS,
    OWN,
    RACE,
    RESERVE_FREE,
    RESERVE_OWN,
    RESERVE_RIVAL,
    RIVAL,
    SWING,
    TAKE_LATER,
    TAKE_NOW,
    Score,
)
from aachen.games.carolus.for_bots import (
    ADVANCING,
    CLANS,
    CROWNING,
    DISCS,
    LAYING,
    NOBODY,
    PUTTING,
    SET_UP,
    TERRITORIES,
    State,
)

# By mask of discs, the sum of their numbers.
NUMBERS_OF: Final = [
    sum(disc for disc in range(1, DISCS + 1) if mask >> (disc - 1) & 1) for mask in range(1 << DISCS)
]


class RingFeatures:
    """A position as the Emperor will meet it: the regions in his way, and each side's force in them."""

    def __init__(self, pos: State, like: RingFeatures | None = None) -> None:
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

    def side_scores(self, weights: list[float]) -> list[float]:
        """What every side has, at these prices."""
        scores = [Score(weights) for _ in range(self.sides)]
        self.count(scores)
        return [score.total for score in scores]

    def ring(self, weights: list[float]) -> list[float]:
        """What every side has on the ring: that hangs on emblems, but not on courts and reserves."""
        scores = [Score(weights) for _ in range(self.sides)]
        self._count_ring(scores)
        return [score.total for score in scores]

    def turn(self, weights: list[float]) -> list[float]:
        """What every side has of the discs and of the turns to come."""
        scores = [Score(weights) for _ in range(self.sides)]
        self._count_turns(scores)
        return [score.total for score in scores]

    def count(self, scores: list[Score]) -> None:
        """Note for each side what it has."""
        self._count_ring(scores)
        self._count_clans(scores)
        self._count_turns(scores)

    def _count_ring(self, scores: list[Score]) -> None:
        for place in range(len(self.heads)):
            self._count_region(scores, place)
        self._count_joinings(scores)
        self._count_castles(scores)

    def _count_region(self, scores: list[Score], place: int) -> None:
        head = self.heads[place]
        owner, size = self.pos.owner[head], self.pos.size[head]
        band = first_kind(place)
        for side in range(self.sides):
            kind = band + whose(owner, side)
            lead = self.lead(place, side)
            score = scores[side]
            if lead > 0:
                score.add(kind + AHEAD, size)
            if lead != 0:
                score.add(kind + LEAD, within(lead, MOST_LEAD) * size)

    def _count_joinings(self, scores: list[Score]) -> None:
        """Regions that a side leads in beside one of its own: there it would join them."""
        number = len(self.heads)
        before, place = number - 1, 0
        while place < number:
            self._count_joining(scores, before, place)
            self._count_joining(scores, place, before)
            before, place = place, place + 1

    def _count_joining(self, scores: list[Score], place: int, near: int) -> None:
        pos = self.pos
        owner = pos.owner[self.heads[place]]
        if owner != NOBODY and pos.owner[self.heads[near]] != owner and self.lead(near, owner) > 0:
            scores[owner].add(JOINABLE, pos.size[self.heads[place]])

    def _count_castles(self, scores: list[Score]) -> None:
        pos = self.pos
        joined = TERRITORIES - pos.regions
        largest = [0] * self.sides
        for head in self.heads:
            owner = pos.owner[head]
            if owner != NOBODY and pos.size[head] > largest[owner]:
                largest[owner] = pos.size[head]
        for side in range(self.sides):
            built = pos.empire.castles - pos.castles_left[side]
            scores[side].add(BUILT, built)
            scores[side].add(BUILT_SQUARED, built * built)
            if pos.castles_left[side] < LAST_CASTLES:
                scores[side].add(LAST_BUILT, LAST_CASTLES - pos.castles_left[side])
            scores[side].add(JOINED, built * joined)
            scores[side].add(LARGEST, largest[side])

    # Clans

    def _count_clans(self, scores: list[Score]) -> None:
        next_seat = mover(self.pos)
        for clan in range(CLANS):
            self.count_clan(scores, clan, next_seat)

    def count_clan(self, scores: list[Score], clan: int, next_seat: int) -> None:
        """The emblem with what it commands, and what is in reserve to hold or to win it."""
        pos = self.pos
        command = self.commands[clan]
        holding = self.clan_side[clan]
        if holding != NOBODY:
            self._count_emblem(scores[holding], clan, holding, command)
        for seat in range(pos.empire.players):
            stock = pos.reserve[seat * CLANS + clan]
            if stock == 0:
                continue
            side = pos.empire.side_of[seat]
            if holding == side:
                scores[side].add(RESERVE_OWN, stock)
                continue
            scores[side].add(RESERVE_FREE if holding == NOBODY else RESERVE_RIVAL, stock)
            need = self.need(seat, clan, stock)
            if need > 0:
                at = TAKE_NOW if seat == next_seat else TAKE_LATER
                scores[side].add(at + need - 1, command + 1)

    def _count_emblem(self, score: Score, clan: int, side: int, command: int) -> None:
        """An emblem, how safe it is, and the paladins it commands."""
        margin, race = self.margin(clan, side), self.race(clan, side)
        joined = TERRITORIES - self.pos.regions
        score.add(EMBLEM, 1)
        score.add(MARGIN, margin)
        score.add(COMMAND, command)
        score.add(COMMAND_MARGIN, command * margin)
        score.add(RACE, race)
        score.add(COMMAND_RACE, command * race)
        if race < 0:
            score.add(COMMAND_LOST, command)
        score.add(LATE_MARGIN, margin * joined)
        score.add(LATE_COMMAND, command * joined)

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

    def _count_turns(self, scores: list[Score]) -> None:
        pos = self.pos
        side_of = pos.empire.side_of
        for seat in range(pos.empire.players):
            scores[side_of[seat]].add(DISC_NUMBERS, NUMBERS_OF[pos.discs[seat]])
        if pos.round == SET_UP:
            return
        if pos.phase == LAYING:
            scores[side_of[pos.actor]].add(LAYS, 1)
            return
        seat = mover(pos)
        if seat == NOBODY:  # the round is over: whoever played first lays first
            scores[side_of[pos.playing[0]]].add(LAYS, 1)
            return
        scores[side_of[seat]].add(MOVES, 1)
        self._count_stops(scores[side_of[seat]], seat)
        for at in range(pos.playing.index(seat) + 1, len(pos.playing)):
            scores[side_of[pos.playing[at]]].add(MOVES_LATER, 1)

    def _count_stops(self, score: Score, seat: int) -> None:
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
                score.add(SWING + need, swings[need] - best)
                best = swings[need]
        if goal <= MOST_NEED:
            score.add(GOAL + goal, 1)

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
    """The number, no further from zero than `most`."""
    return most if number > most else -most if number < -most else number


def mover(pos: State) -> int:
    """The seat that moves the Emperor next, or nobody if the discs for that are not laid yet."""
    if pos.phase == PUTTING or pos.phase == ADVANCING:
        return pos.actor
    if pos.phase == CROWNING and pos.round != SET_UP:
        at = pos.playing.index(pos.actor) + 1
        return pos.playing[at] if at < len(pos.playing) else NOBODY
    return NOBODY

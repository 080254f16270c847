"""Plans of a whole turn (CM3.1, CM3.2): paladins at court, the Emperor's stop, and the other paladins.

What goes to court decides who commands which clans, so that comes first.
Then every stop in reach is tried, with as many paladins there as change its fate and no more.
The paladins that are left go one by one where they do most, by the prices of the features they change:
a region's part of the worth does not hang on the other regions.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.evaluation import shares
from aachen.bots.carolus.features import (
    COMMAND,
    COMMAND_MARGIN,
    MOST_NEED,
    RESERVE_FREE,
    RESERVE_OWN,
    RESERVE_RIVAL,
    TAKE_LATER,
)
from aachen.bots.carolus.lookahead import advance
from aachen.bots.carolus.openings import MIXED_WIDTH, Opening, best_openings
from aachen.bots.carolus.ring_features import RingFeatures
from aachen.bots.carolus.side_evaluation import SideEvaluator
from aachen.bots.plan import Plan
from aachen.bots.weight_set import softmax
from aachen.games.carolus.for_bots import (
    ADVANCE,
    CLANS,
    COURT,
    NOBODY,
    NOT_ENDED,
    Position,
    emperor_reach,
    put_paladin,
)

NO_PLACE: Final = -1
NEXT_STOPS: Final = 5  # regions after the stop where a rival may stop next


class TurnCandidate:
    """One turn: its beginning, so many friends where the Emperor stops, and all the rest at one place or anywhere."""

    def __init__(self, opening: Opening, steps: int, friends: int, focus: int) -> None:
        self.opening = opening
        self.steps = steps
        self.friends = friends
        self.focus = focus  # the head of a region, or no place
        self.puts: list[int] = []  # codes
        self.chance = 0.0


class TurnPlanner:
    """Finds good turns of one seat."""

    def __init__(self, pos: Position, seat: int, weights: list[float], width: int) -> None:
        self.pos = pos
        self.seat = seat
        self.side = pos.empire.side_of[seat]
        self.weights = weights
        self.width = width  # how many ways to fill the court are followed up
        self.candidates: list[TurnCandidate] = []

    def plans(self, most: int) -> list[Plan]:
        """The best turns, best first, each position once."""
        for opening in best_openings(self.pos, self.seat, self.weights, self.width):
            self._follow(opening)
        self.candidates.sort(key=_by_chance)
        if self.width < MIXED_WIDTH:
            return self._unlike(most)
        loose = [
            candidate
            for candidate in self.candidates
            if self._friends(candidate.opening) - candidate.friends > 1
        ]
        for candidate in loose[: (self.width + 1) // 2]:
            self._gather(candidate)
        self.candidates.sort(key=_by_chance)
        return self._unlike(most)

    def _unlike(self, most: int) -> list[Plan]:
        """The drafts as plans, each set of paladins with its stop once."""
        code = self.pos.empire.actions.code
        plans: list[Plan] = []
        seen: set[int] = set()
        for candidate in self.candidates:
            codes = sorted(candidate.puts)
            codes.append(code(ADVANCE, candidate.steps))
            key = 0
            for each in codes:
                key = key * 128 + each
            if key not in seen and len(plans) < most:
                seen.add(key)
                plans.append(Plan(codes, candidate.chance))
        return plans

    def _chance(self, pos: Position) -> float:
        """The side's chance in a position."""
        if pos.ending != NOT_ENDED:
            return shares(pos)[self.side]
        return softmax(RingFeatures(pos).side_scores(self.weights))[self.side]

    # Where the Emperor stops

    def _follow(self, opening: Opening) -> None:
        """Every stop after this beginning, with none or just enough of the own paladins there."""
        friends = self._friends(opening)
        for steps in range(1, emperor_reach(opening.table, self.seat) + 1):
            lead = opening.features.lead(steps - 1, self.side)
            self._draft(opening, steps, 0, NO_PLACE)
            if lead < 0 and -lead <= friends:
                self._draft(opening, steps, -lead, NO_PLACE)  # a tie keeps things as they are
            if lead <= 0 and 1 - lead <= friends:
                self._draft(opening, steps, 1 - lead, NO_PLACE)

    def _gather(self, candidate: TurnCandidate) -> None:
        """The same turn with all that is left at one place that comes next: to win it, or not to lose it."""
        heads = candidate.opening.features.heads
        for place in range(candidate.steps, candidate.steps + NEXT_STOPS):
            self._draft(candidate.opening, candidate.steps, candidate.friends, heads[place % len(heads)])

    def _friends(self, opening: Opening) -> int:
        """How many paladins of the own side's clans can still be put."""
        friends = 0
        for clan in range(CLANS):
            if opening.features.clan_side[clan] == self.side:
                friends += opening.table.reserve[self.seat * CLANS + clan]
        return min(friends, opening.table.count)

    def _draft(self, opening: Opening, steps: int, friends: int, focus: int) -> None:
        """Complete such a turn and evaluate it as it will be."""
        candidate = TurnCandidate(opening, steps, friends, focus)
        put_codes = self.pos.empire.put_codes
        for clan in range(CLANS):
            for _ in range(opening.number[clan]):
                candidate.puts.append(put_codes[clan][COURT])
        ready = opening.table.copy()
        self._put_friends(candidate, ready, friends, opening.features.heads[steps - 1])
        if focus != NO_PLACE:
            self._put_friends(candidate, ready, ready.count, focus)
        if ready.count > 0:
            candidate.chance = self._complete(candidate, ready)
        else:
            candidate.chance = self._advanced(ready, steps)
        self.candidates.append(candidate)

    def _advanced(self, ready: Position, steps: int) -> float:
        """The side's chance when the Emperor has gone."""
        advance(ready, self.seat, steps)
        return self._chance(ready)

    def _put_friends(self, candidate: TurnCandidate, ready: Position, number: int, head: int) -> None:
        """So many paladins of the own side's clans to one region, as far as there are any."""
        for _ in range(number):
            clan = self._safest_friend(ready, candidate.opening.features)
            if clan == NOBODY:
                return
            put_paladin(ready, self.seat, clan, head + 1, None)
            candidate.puts.append(self.pos.empire.put_codes[clan][head + 1])

    def _safest_friend(self, pos: Position, features: RingFeatures) -> int:
        """The own side's clan in reserve whose emblem is safest: the paladin will be on the ring for good."""
        best, most = NOBODY, -1.0e9
        for clan in range(CLANS):
            stock = pos.reserve[self.seat * CLANS + clan]
            if stock > 0 and features.clan_side[clan] == self.side:
                value = float(features.margin(clan, self.side)) + 0.1 * stock
                if value > most:
                    best, most = clan, value
        return best

    # The paladins that are left

    def _complete(self, candidate: TurnCandidate, ready: Position) -> float:
        """Put what is left where it does most after the Emperor's stop; the side's chance then.

        Where he stops nothing is settled again unless a paladin goes there as well.
        """
        after = ready.copy()
        advance(after, self.seat, candidate.steps)
        rest = RemainingPaladins(self, after)
        moved = False
        for _ in range(ready.count):
            clan = rest.best()
            place = rest.place_of(clan)
            head = ready.region_of(rest.features.heads[place])
            rest.put(clan, place)
            put_paladin(ready, self.seat, clan, head + 1, None)
            candidate.puts.append(self.pos.empire.put_codes[clan][head + 1])
            moved = moved or place == len(rest.features.heads) - 1
        if moved:
            return self._advanced(ready, candidate.steps)
        if rest.is_over:
            return shares(after)[self.side]
        return softmax(rest.features.side_scores(self.weights))[self.side]


class RemainingPaladins:
    """The regions as they will lie after the stop, and what one more paladin would change in each."""

    def __init__(self, planner: TurnPlanner, after: Position) -> None:
        self.after = after
        self.seat = planner.seat
        self.side = planner.side
        self.weights = planner.weights
        self.features = RingFeatures(after)
        self.is_over = after.ending != NOT_ENDED
        self.stock = after.reserve[self.seat * CLANS : self.seat * CLANS + CLANS]
        self.share = self._shares()
        self.side_evaluation = SideEvaluator(self.weights, self.side, self.share)
        self.clan_gain = [self._clan_gain(clan) for clan in range(CLANS)]
        # By the side that paladins count for, and last for those of nobody: the best region, what one there would
        # change, and the same for all regions, whose parts of the worth do not hang on each other.
        kinds = self.features.sides + 1
        self.place = [NO_PLACE] * kinds
        self.gain = [0.0] * kinds
        self.gains: list[list[float]] = [[] for _ in range(kinds)]
        self.now = [
            self.side_evaluation.region(self.features, place) for place in range(len(self.features.heads))
        ]
        for clan in range(CLANS):
            if self.stock[clan] > 0 and self.place[self._kind(clan)] == NO_PLACE:
                self._list_gains(self._kind(clan))

    def best(self) -> int:
        """The clan of the next paladin."""
        chosen, most = NOBODY, -1.0e9
        for clan in range(CLANS):
            if self.stock[clan] == 0:
                continue
            gain = self.gain[self._kind(clan)] + self.clan_gain[clan]
            if gain > most:
                chosen, most = clan, gain
        return chosen

    def place_of(self, clan: int) -> int:
        """Where in the Emperor's way it does most."""
        return self.place[self._kind(clan)]

    def put(self, clan: int, place: int) -> None:
        """One paladin fewer in reserve, one more there."""
        features, after = self.features, self.after
        self.stock[clan] = self.stock[clan] - 1
        after.reserve[self.seat * CLANS + clan] = self.stock[clan]
        at = features.heads[place] * CLANS + clan
        after.paladins[at] = after.paladins[at] + 1
        features.commands[clan] = features.commands[clan] + 1
        kind = self._kind(clan)
        if kind < features.sides:
            at = place * features.sides + kind
            features.forces[at] = features.forces[at] + 1
            self._look_again(place)

    def _look_again(self, place: int) -> None:
        """A force has changed there."""
        self.now[place] = self.side_evaluation.region(self.features, place)
        for kind in range(self.features.sides):
            if self.place[kind] != NO_PLACE:
                if place < len(self.gains[kind]):
                    self.gains[kind][place] = self._region_gain(place, kind)
                self._look(kind)

    def _kind(self, clan: int) -> int:
        side = self.features.clan_side[clan]
        return self.features.sides if side == NOBODY else side

    def _shares(self) -> list[float]:
        """How much a rival's worth counts against ours: by its chance among the rivals."""
        sides = self.features.sides
        if sides == 2 or self.is_over:
            return [1.0] * sides
        chances = softmax(self.features.side_scores(self.weights))
        rivals = 1.0 - chances[self.side]
        return [chance / rivals if rivals > 0.0 else 1.0 for chance in chances]

    def _clan_gain(self, clan: int) -> float:
        """What changes when a paladin of the clan leaves the reserve for the ring, wherever it goes."""
        features, weights = self.features, self.weights
        holding = features.clan_side[clan]
        if holding == self.side:
            return self._command(clan) - weights[RESERVE_OWN]
        if holding == NOBODY:
            gain = -weights[RESERVE_FREE]
        else:
            gain = -weights[RESERVE_RIVAL] - self._command(clan) * self.share[holding]
        need = features.need(self.seat, clan, self.stock[clan])
        if 0 < need == self.stock[clan] <= MOST_NEED:  # the emblem gets out of reach
            gain -= weights[TAKE_LATER + need - 1] * (features.command(clan) + 1)
        return gain

    def _command(self, clan: int) -> float:
        """What one more paladin on the ring is worth to who commands it."""
        margin = self.features.margin(clan, self.features.clan_side[clan])
        return self.weights[COMMAND] + self.weights[COMMAND_MARGIN] * margin

    def _list_gains(self, kind: int) -> None:
        """What a paladin that counts for this side would change, region by region; nothing, if it counts for nobody.

        The stop itself, last in the Emperor's way, is left alone unless it is a friend: its fate is decided.
        """
        self.place[kind] = 0
        if kind < self.features.sides:
            number = len(self.features.heads) - (0 if kind == self.side else 1)
            self.gains[kind] = [self._region_gain(place, kind) for place in range(number)]
            self._look(kind)

    def _look(self, kind: int) -> None:
        """Find the best region for such a paladin."""
        gains = self.gains[kind]
        best, most = 0, -1.0e9
        for place in range(len(gains)):
            if gains[place] > most:
                best, most = place, gains[place]
        self.place[kind] = best
        self.gain[kind] = most

    def _region_gain(self, place: int, kind: int) -> float:
        """What one more paladin of that side in the region changes for us."""
        features = self.features
        at = place * features.sides + kind
        force = features.forces[at]
        features.forces[at] = force + 1
        after = self.side_evaluation.region(features, place)
        features.forces[at] = force
        return (after - self.now[place]) * features.pos.size[features.heads[place]]


def _by_chance(candidate: TurnCandidate) -> float:
    return -candidate.chance

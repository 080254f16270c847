"""Information-set Monte Carlo tree search over determinized positions.

This is information-set Monte Carlo tree search.
Every round deals what the seat cannot see again and plays from the root down.
What a seat has found out about its plans is kept by what that seat knows, so it never profits from what only we know.
A game describes itself in a `Field`; its planner says which plans are worth a look, and in which order.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from aachen.bots.budget import Budget
from aachen.bots.halving import HalvingGame
from aachen.bots.plan import Plan
from aachen.bots.quick_luck import MODULUS, QuickLuck
from aachen.core.contract import Position
from aachen.core.luck import Luck

LOOK_UP: Final = 32  # rounds between two looks at whether the choice is settled


class SearchGame:
    """What the search needs to know of a game."""

    def world(self, luck: QuickLuck) -> Position:
        """A position that fits all the searching seat knows: the searcher may change it."""
        raise NotImplementedError

    def is_searched(self) -> bool:
        """Whether a look ahead tells more of this choice than the planner knows."""
        return True

    def askers(self, pos: Position) -> list[int]:
        """Who chooses now: one seat, several that choose in secret at once, or none if the game is over."""
        return pos.to_act()

    def key(self, pos: Position, seat: int) -> int:
        """A number for all that the seat knows here: two positions it cannot tell apart have the same one."""
        raise NotImplementedError

    def plans(self, pos: Position, seat: int) -> list[Plan]:
        """What the seat might do, the most promising first. Made up from what the seat knows alone."""
        raise NotImplementedError

    def play(self, pos: Position, seat: int, plan: Plan, luck: QuickLuck) -> None:
        """Carry the plan out."""
        for code in plan.codes:
            pos.play(seat, code, luck)

    def values(self, pos: Position, luck: QuickLuck) -> list[float]:
        """Each seat's chance to win from here, perhaps after playing on for a little; the position may be used up."""
        raise NotImplementedError

    def halving(self) -> HalvingGame | None:
        """The same choice for sequential halving, where that finds more than a tree; None elsewhere."""
        return None

    def tuning(self) -> Tuning:
        """How this game is searched best."""
        return Tuning()


class Tuning:
    """How a search spends its rounds."""

    def __init__(
        self,
        explore: float = 0.12,
        trust: float = 2.0,
        width: float = 2.0,
        widen: float = 0.5,
        curious: float = 0.1,
        depth: int = 12,
        surprise: float = 1e9,
        head_start: float = 0.0,
        firm: float = 0.2,
    ) -> None:
        self.explore = explore  # how large a gap of chances a plan that was rarely tried may bridge
        self.trust = trust  # so many rounds the planner's own estimate counts for
        self.width = width  # so many plans are open at first …
        self.widen = widen  # … and visits to this power more later
        self.curious = curious  # of the choices in secret are made at random
        self.depth = depth  # so many plans deep a round goes at most
        self.surprise = (
            surprise  # for so many rounds at most a single one counts in regrets; 0: only means count
        )
        self.head_start = head_start  # how far behind the planner's best a plan is regretted from the first
        self.firm = firm  # plans meant to be played less than this part as often as the first are not chosen


class Node:
    """What one seat knows at one point, and how its plans have done there."""

    def __init__(self, plans: list[Plan]) -> None:
        self.plans = plans
        self.visits = 0
        self.counts = [0] * len(plans)
        self.totals = [0.0] * len(plans)
        self.total = 0.0
        self.hoped = 0.0  # what the planner had promised for all the rounds so far
        self.regrets = [0.0] * len(plans)
        self.mix = [0.0] * len(plans)  # how much each plan was meant to be played, in secret choices

    def begin(self, tuning: Tuning) -> None:
        """Let the planner's favourites be regretted from the first."""
        for index in range(len(self.plans)):
            behind = self.plans[0].chance - self.plans[index].chance
            self.regrets[index] = tuning.trust * max(0.0, tuning.head_start - behind)

    def note(self, index: int, value: float) -> None:
        """One more round in which this plan was followed."""
        self.visits += 1
        self.counts[index] += 1
        self.totals[index] += value
        self.total += value
        self.hoped += self.plans[index].chance

    def chance(self, index: int, trust: float) -> float:
        """What following this plan brings: what rounds have shown, and the planner's guess while there are few.

        The planner does not see what comes after its plan, so its guesses are moved
        by as much as they have proved wrong here on the whole.
        """
        shift = (self.total - self.hoped) / self.visits if self.visits else 0.0
        guess = min(1.0, max(0.0, self.plans[index].chance + shift))
        return (trust * guess + self.totals[index]) / (trust + self.counts[index])

    def open(self, tuning: Tuning) -> int:
        """How many plans are looked at by now."""
        number = int(tuning.width + self.visits**tuning.widen)
        return min(len(self.plans), max(1, number))

    def most_hopeful(self, tuning: Tuning) -> int:
        """The plan that promises most, those that were rarely tried with a bonus."""
        best, most = 0, -1e9
        spread = log(self.visits + 2.0)
        for index in range(self.open(tuning)):
            tried = tuning.trust + self.counts[index]
            promise = self.chance(index, tuning.trust) + tuning.explore * sqrt(spread / tried)
            if promise > most:
                best, most = index, promise
        return best

    # Where all choose in secret at once, the best answer depends on answers to it: plans are mixed.

    def strategy(self, tuning: Tuning) -> list[float]:
        """How often to follow each of the open plans: by how much we regret not having done so."""
        number = self.open(tuning)
        whole = 0.0
        for index in range(number):
            whole += max(0.0, self.regrets[index])
        if whole <= 0.0:
            return [1.0 / number] * number
        return [max(0.0, self.regrets[index]) / whole for index in range(number)]

    def mixed(self, tuning: Tuning, luck: QuickLuck) -> int:
        """A plan by the strategy, now and then any."""
        strategy = self.strategy(tuning)
        for index in range(len(strategy)):  # later strategies are better ones: they count more
            self.mix[index] += strategy[index] * (self.visits + 1)
        if luck.fraction() < tuning.curious:
            return luck.below(len(strategy))
        return drawn(strategy, luck)

    def regret(self, index: int, value: float, tuning: Tuning) -> None:
        """Before a round is noted: how much better than the strategy each plan would have done.

        Only one plan was tried; the others are taken for what they have brought so far,
        and the surprise counts for as many rounds as the plan is tried rarely.
        """
        strategy = self.strategy(tuning)
        number = len(strategy)
        likely = (1.0 - tuning.curious) * strategy[index] + tuning.curious / number
        seems = [self.chance(each, tuning.trust) for each in range(number)]
        seems[index] += (value - seems[index]) * min(tuning.surprise, 1.0 / likely)
        expected = 0.0
        for each in range(number):
            expected += strategy[each] * seems[each]
        for each in range(number):
            self.regrets[each] = max(0.0, self.regrets[each] + seems[each] - expected)


def drawn(weights: list[float], luck: QuickLuck) -> int:
    """An index, each as likely as its weight says."""
    whole = 0.0
    for weight in weights:
        whole += weight
    left = luck.fraction() * whole
    for index in range(len(weights)):
        left -= weights[index]
        if left < 0.0:
            return index
    return len(weights) - 1


class Visit:
    """One choice on the way down."""

    def __init__(self, node: Node, seat: int, index: int, is_secret: bool) -> None:
        self.node = node
        self.seat = seat
        self.index = index
        self.is_secret = is_secret


class Search:
    """A tree grown for one choice of one seat."""

    def __init__(
        self,
        search_game: SearchGame,
        seat: int,
        luck: Luck,
        tuning: Tuning | None = None,
        plans: list[Plan] | None = None,
    ) -> None:
        """Search among these plans; None are all that the game makes."""
        self.search_game = search_game
        self.seat = seat
        self.tuning = search_game.tuning() if tuning is None else tuning
        self.rounds = 0
        self._first = luck.pick("stream", list(range(1 << 16))) << 14  # the first of our streams of chance
        self._seen: set[int] = set()  # keys that were met once: most are never met again
        self._nodes: dict[int, Node] = {}
        start = search_game.world(QuickLuck(self._first))
        self.is_secret = len(search_game.askers(start)) > 1
        self.root = Node(search_game.plans(start, seat) if plans is None else plans)
        self.root.begin(self.tuning)
        self._nodes[self._key(start, seat)] = self.root

    def run(self, budget: Budget) -> None:
        """Search until the budget is spent or nothing can change the choice any more."""
        while not budget.is_spent(self.rounds):
            self._round()
            self.rounds += 1
            if self.rounds % LOOK_UP == 0 and self._is_settled(budget):
                return
            if len(self.root.plans) == 1:
                return

    def plans(self) -> list[Plan]:
        """The plans that were looked at, the choice first, with the chances the search found."""
        found = [
            Plan(self.root.plans[index].codes, self.root.chance(index, self.tuning.trust))
            for index in self._order()
        ]
        return found

    def shares(self) -> list[float]:
        """How often each of the plans, in their order, is meant to be chosen; nothing where no secret is kept."""
        if not self.is_secret or self.rounds == 0:
            return []
        firm = self._firm_mix()
        whole = sum(firm)
        return [firm[index] / whole for index in self._order()]

    # What to choose

    def _order(self) -> list[int]:
        opened = range(self.root.open(self.tuning))
        if self.rounds == 0:
            return list(opened)
        if not self.is_secret:
            return sorted(opened, key=lambda index: -self.root.counts[index])
        chosen = self._from_mix()
        rest = sorted(opened, key=lambda index: -self.root.mix[index])
        return [chosen] + [index for index in rest if index != chosen]

    def _from_mix(self) -> int:
        return drawn(self._firm_mix(), QuickLuck(self._first + MODULUS // 2))

    def _firm_mix(self) -> list[float]:
        """The average strategy, without what was only tried."""
        mix = self.root.mix
        least = max(mix) * self.tuning.firm
        return [part if part >= least else 0.0 for part in mix]

    def _is_settled(self, budget: Budget) -> bool:
        """Whether the rounds that are left are too few for another plan to overtake the first."""
        if self.is_secret:
            return False
        share = budget.share(self.rounds)
        if share <= 0.0:
            return False
        left = self.rounds * (1.0 - share) / share
        most, second = 0, 0
        for count in self.root.counts:
            if count > most:
                most, second = count, most
            elif count > second:
                second = count
        return most - second > left

    # One round

    def _round(self) -> None:
        """Down the tree in a new world, one step beyond it, and back with what was found."""
        visits: list[Visit] = []
        luck = QuickLuck(self._first + self.rounds)
        index = self._choice(self.root, self.is_secret, luck)
        # The same plan's n-th round uses the same chance as any other plan's n-th: they compare better so.
        luck = QuickLuck(self._first + self.root.counts[index])
        pos = self.search_game.world(luck)
        self._go(pos, visits, self.search_game.askers(pos), luck, index)
        while len(visits) < self.tuning.depth:
            askers = self.search_game.askers(pos)
            if not askers or not self._are_known(pos, askers):
                break
            self._go(pos, visits, askers, luck, -1)
        values = self.search_game.values(pos, luck)
        for visit in visits:
            if visit.is_secret:
                visit.node.regret(visit.index, values[visit.seat], self.tuning)
            visit.node.note(visit.index, values[visit.seat])

    def _choice(self, node: Node, is_secret: bool, luck: QuickLuck) -> int:
        return node.mixed(self.tuning, luck) if is_secret else node.most_hopeful(self.tuning)

    def _go(
        self, pos: Position, visits: list[Visit], askers: list[int], luck: QuickLuck, chosen: int
    ) -> None:
        """Let all who are asked choose, then carry it out; at the root our own choice is made already."""
        is_secret = len(askers) > 1
        first = len(visits)
        for seat in askers:
            is_ours = chosen >= 0 and seat == self.seat
            node = self.root if is_ours else self._node(pos, seat)
            index = chosen if is_ours else self._choice(node, is_secret, luck)
            visits.append(Visit(node, seat, index, is_secret))
        for number in range(first, len(visits)):
            visit = visits[number]
            self.search_game.play(pos, visit.seat, visit.node.plans[visit.index], luck)

    def _are_known(self, pos: Position, askers: list[int]) -> bool:
        """Whether all who are asked have met this before; if not, they have now."""
        known = True
        for seat in askers:
            key = self._key(pos, seat)
            if key not in self._seen:
                self._seen.add(key)
                known = False
        return known

    def _node(self, pos: Position, seat: int) -> Node:
        key = self._key(pos, seat)
        node = self._nodes.get(key)
        if node is None:
            node = Node(self.search_game.plans(pos, seat))
            node.begin(self.tuning)
            self._nodes[key] = node
        return node

    def _key(self, pos: Position, seat: int) -> int:
        return self.search_game.key(pos, seat) * 8 + seat

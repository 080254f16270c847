"""The search bot: searches many determinized positions within its budget."""

from __future__ import annotations

from math import exp, log
from typing import Final

from aachen.bots.budget import Budget
from aachen.bots.halving import Halving
from aachen.bots.mind import Mind
from aachen.bots.plan import Plan
from aachen.bots.replies import decisive_reply
from aachen.bots.search import Search, SearchGame
from aachen.bots.thinker import COURSES, Decision, Thinker
from aachen.bots.thought import DecisiveReply
from aachen.core.contract import Position
from aachen.core.luck import Luck

WORK: Final = 1.0  # seconds, unless somebody says otherwise


class SearchBot(Thinker):
    """Looks ahead until its budget is spent."""

    level = "search"

    def find(self, mind: Mind, pos: Position, seat: int, luck: Luck, budget: Budget | None) -> Decision:
        """The plans by how they did in the search."""
        limit = _begun(budget)
        found = _searched(mind.search_game(pos, seat), seat, luck, limit)
        return found or Decision(mind.plans(pos, seat, luck, COURSES), rounds=0)

    def advise(self, mind: Mind, pos: Position, seat: int, luck: Luck, budget: Budget | None) -> Decision:
        """The same in the scale of the forecast, in which finished games are told too."""
        if self.version is not None:  # a frozen contestant says what it said when it was frozen
            return self.find(mind, pos, seat, luck, budget)
        limit = _begun(budget)
        found = _searched(mind.review_game(pos, seat), seat, luck, limit)
        if found is not None:
            return found
        before, now = mind.chances(pos)[seat], mind.forecast(pos)[seat]
        plans = mind.plans(pos, seat, luck, COURSES)
        return Decision([Plan(plan.codes, _moved(plan.chance, before, now)) for plan in plans], rounds=0)

    def chances(self, mind: Mind, pos: Position, ours: list[int], found: Decision) -> list[float]:
        """What was found for our side counts; the others share the rest as they would without a look ahead.

        Otherwise a plan could promise far less than there seems to be already.
        """
        before = mind.forecast(pos) if found.rounds or self.version is None else mind.chances(pos)
        hope, old = found.hope(), before[ours[0]]
        if old >= 1.0:
            return before
        rest = (1.0 - hope) / (1.0 - old)
        return [hope if seat in ours else chance * rest for seat, chance in enumerate(before)]

    def reply(
        self, mind: Mind, pos: Position, ours: list[int], seat: int, found: Decision
    ) -> DecisiveReply | None:
        """The reply to the second-best plan that makes the difference; a choice in secret is answered by nobody."""
        if found.rounds == 0 or found.shares:
            return None
        return decisive_reply(mind, pos, ours, seat, found.plans)


def _begun(budget: Budget | None) -> Budget:
    """The budget of a decision, which begins before the first look at the table."""
    limit = Budget(work=WORK) if budget is None else budget
    limit.begin()
    return limit


def _searched(search_game: SearchGame | None, seat: int, luck: Luck, limit: Budget) -> Decision | None:
    """What a search within the budget finds; None where there is nothing to search."""
    if search_game is None or not search_game.is_searched():
        return None
    halving_game = search_game.halving()
    if halving_game is not None:
        halving = Halving(halving_game, luck)
        halving.run(limit)
        return Decision(halving.plans(), halving.rounds)
    search = Search(search_game, seat, luck)
    search.run(limit)
    return Decision(search.plans(), search.rounds, search.shares())


def _moved(chance: float, before: float, now: float) -> float:
    """A chance where another scale begins: as much better or worse in log odds than the position as a whole."""
    if not 0.0 < min(chance, before, now) <= max(chance, before, now) < 1.0:
        return chance
    odds = _log_odds(chance) - _log_odds(before) + _log_odds(now)
    return 1.0 / (1.0 + exp(-odds))


def _log_odds(chance: float) -> float:
    return log(chance / (1.0 - chance))

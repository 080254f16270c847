"""The search bot: searches many determinized positions within its budget."""

from __future__ import annotations

from typing import Final

from aachen.bots.budget import Budget
from aachen.bots.halving import Halving
from aachen.bots.mind import Mind
from aachen.bots.replies import decisive_reply
from aachen.bots.search import Search
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
        limit = Budget(work=WORK) if budget is None else budget
        limit.begin()
        search_game = mind.search_game(pos, seat)
        if search_game is None or not search_game.is_searched():
            return Decision(mind.plans(pos, seat, luck, COURSES), rounds=0)
        halving_game = search_game.halving()
        if halving_game is not None:
            halving = Halving(halving_game, luck)
            halving.run(limit)
            return Decision(halving.plans(), halving.rounds)
        search = Search(search_game, seat, luck)
        search.run(limit)
        return Decision(search.plans(), search.rounds, search.shares())

    def chances(self, mind: Mind, pos: Position, ours: list[int], found: Decision) -> list[float]:
        """What was found for our side counts; the others share the rest as they would without a look ahead.

        Otherwise a plan could promise far less than there seems to be already.
        Where nothing was looked into, plans promise what the planner thinks, and so do the chances.
        """
        before = mind.forecast(pos) if found.rounds else mind.chances(pos)
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

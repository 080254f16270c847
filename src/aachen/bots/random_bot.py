"""The random bot: anything that is offered, all equally likely."""

from __future__ import annotations

from aachen.bots.bot import Bot, View, offers_of
from aachen.bots.budget import Budget
from aachen.bots.thought import Candidate, NamedAction, Recommendation


class RandomBot(Bot):
    """Chooses uniformly among the offers of any game."""

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        """Any offer."""
        offers = offers_of(view)
        return [offers[self.luck(view).pick("choice", list(range(len(offers))))]]

    def think(self, view: View, budget: Budget | None = None) -> Recommendation:
        """Any offer, for no reason; it takes its seat to be as good as any other."""
        seats = view["seats"]
        assert isinstance(seats, list)
        fair = 1.0 / len(seats)
        return Recommendation(
            "random", Candidate(self.course(view, budget), fair), chances=[fair] * len(seats)
        )

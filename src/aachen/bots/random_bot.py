"""The random bot: anything that is offered, all equally likely."""

from __future__ import annotations

from aachen.bots.bot import Bot, NamedAction, View, offers_of


class RandomBot(Bot):
    """Knows no game at all; whoever loses to it should read the rulebook."""

    def choose(self, view: View) -> NamedAction:
        """Any offer."""
        offers = offers_of(view)
        return offers[self.luck(view).pick("choice", list(range(len(offers))))]

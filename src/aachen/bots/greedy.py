"""The greedy bot: tries every offer in a position that fits its view, and takes what looks best at once.

What looks best is a matter of the game: each game has an adviser, found here by the game's name.
"""

from __future__ import annotations

from typing import Protocol

from aachen.bots.bot import Bot, NamedAction, View, offers_of, seat_of
from aachen.bots.carolingi_adviser import CarolingiAdviser
from aachen.bots.carolus_adviser import CarolusAdviser
from aachen.core.contract import Position
from aachen.games import GAMES


class Adviser(Protocol):
    """Somebody who knows one game well enough to prefer one action to another."""

    def advise(self, position: Position, seat: int) -> int:
        """The action code, among `position.offers(seat)`, that the seat should choose."""


ADVISERS: dict[str, Adviser] = {"carolingi": CarolingiAdviser(), "carolus": CarolusAdviser()}


class GreedyBot(Bot):
    """Imagines one whole position that fits what it sees, and asks the game's adviser."""

    def choose(self, view: View) -> NamedAction:
        """The adviser's choice, as the view offers it."""
        offers = offers_of(view)
        game = str(view["game"])
        position = GAMES[game].from_view(view, self.luck(view), self.options)
        action = ADVISERS[game].advise(position, seat_of(view))
        return offers[offers.index(position.name_action(action))]

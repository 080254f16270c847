"""What a bot is: it sits at one seat, gets that seat's view, and answers with one of the actions offered in it."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from aachen.bots.budget import Budget
from aachen.bots.thought import NamedAction, Recommendation
from aachen.core.contract import Game, Position
from aachen.core.knowledge import imagine_from, knowledge_of
from aachen.core.luck import Luck, SeededLuck

View = Mapping[str, object]


class Bot:
    """One player made of code. It knows its seed, what was agreed before the game, and the views it is shown."""

    def __init__(self, seed: int, options: Any = None) -> None:
        """`options` are the options of the game, needed only if its board is not the shipped one."""
        self.seed = seed
        self.options = options
        self.rules: str | None = None  # the version of the rules it plays by; None is the newest
        self.version: int | None = None  # the version of bots it chooses as; None is the newest

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        """One of `view["offers"]`, and what the seat would do after it until luck or another seat comes in.

        Always the same for the same seed, view and number of rounds.
        Nothing new can be learned in between, so whoever asks may carry all of it out without asking again.
        Only a bot that searches looks at the budget.
        """
        raise NotImplementedError

    def think(self, view: View, budget: Budget | None = None) -> Recommendation:
        """The same choice with what else was looked at, and why."""
        raise NotImplementedError

    def luck(self, view: View) -> Luck:
        """The bot's own chance at this moment: it hangs on the seed and the view, on nothing that went before."""
        what = f"{self.seed} {view['viewer']} {view['knowledge'] if 'line' not in view else view['line']}"
        return SeededLuck(int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], "big"))


def brief_view(position: Position, seat: int) -> dict[str, Any]:
    """What a bot needs of a seat's view: a tenth of it, with the position itself in compact form."""
    view = position.view(seat)
    brief: dict[str, Any] = {
        key: view[key] for key in ("game", "viewer", "seats", "sides", "offers") if key in view
    }
    brief["knowledge"] = b64encode(knowledge_of(position, seat)).decode()
    return brief


def position_in(view: View, game: Game[Any], luck: Luck, options: Any) -> Position:
    """A whole position that fits a view, or a brief one."""
    if "knowledge" in view:
        return imagine_from(game, b64decode(str(view["knowledge"])), luck, options)
    return game.from_view(view, luck, options)


def offers_of(view: View) -> list[NamedAction]:
    """What the view's seat may do. Whoever asks a seat that may do nothing has a bug, so this crashes."""
    offers = view["offers"]
    assert isinstance(offers, list), "offers are a list"
    assert offers, "nothing is offered: this seat is not to be asked now"
    return offers


def seat_of(view: View) -> int:
    """The number of the view's seat."""
    seats = view["seats"]
    assert isinstance(seats, list)
    return seats.index(view["viewer"])

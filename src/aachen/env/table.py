"""One game under way for environments: whose turn it is, what is offered, and what each seat has won."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from aachen.core.contract import Options, Position
from aachen.core.errors import BadInput
from aachen.core.log import AnyGame
from aachen.core.luck import Luck, SeededLuck
from aachen.core.outcome import Outcome
from aachen.locales.faults import fault_sentence
from aachen.titles import TITLES


class SettingError(ValueError):
    """An environment cannot be made like this; says why."""


class GameSettings:
    """A game and the options it is played with."""

    def __init__(self, game: str, named: dict[str, Any]) -> None:
        self.game: AnyGame = TITLES[game].game
        if "players" not in named:
            named = {"players": TITLES[game].usual_players, **named}
        try:
            self.options: Options = self.game.options(named)
        except BadInput as wrong:
            raise SettingError("; ".join(fault_sentence("en", fault) for fault in wrong.faults)) from None
        self.first = self.game.new(self.options, SeededLuck(0))
        self.seats = self.first.seats()
        self.is_open = not TITLES[game].has_secrets

    def begin(self, luck: Luck) -> Position:
        """A new game."""
        return self.game.new(self.options, luck)


def settings_of(game: str, named: dict[str, Any]) -> GameSettings:
    """A game with its options; the same ones are made once."""
    return _settings(game, json.dumps(named, sort_keys=True))


@lru_cache(maxsize=64)
def _settings(game: str, named: str) -> GameSettings:
    return GameSettings(game, json.loads(named))


def utilities(outcome: Outcome | None, seats: int) -> list[float]:
    """What each seat gets at the end: 1 for who wins alone, and together nothing; all lose if nobody wins.

    Winners share one game, so that two of four partners get 1/3 each, and both others lose 1/3.
    """
    if outcome is None or seats == 1:
        return [0.0] * seats
    winners = outcome.winners()
    lost = -1.0 / (seats - 1)
    if not winners:
        return [lost] * seats
    share = seats / len(winners)
    return [((share if seat in winners else 0.0) - 1.0) / (seats - 1) for seat in range(seats)]

"""One game under way for environments: whose turn it is, what is offered, and what each seat has won."""

from __future__ import annotations

import copy
import json
from functools import lru_cache
from operator import index
from typing import Any, Final

from aachen.core.contract import Options, Position
from aachen.core.errors import BadInput
from aachen.core.log import AnyGame
from aachen.core.luck import Luck, SeededLuck
from aachen.core.outcome import Outcome
from aachen.locales.faults import fault_sentence
from aachen.titles import TITLES

NOT_BEGUN: Final = "no game is under way: call reset() first"


class SettingError(ValueError):
    """An environment cannot be made or used like this; says why."""


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


def checked_action(action: Any, count: int) -> int:
    """A number that stands for an action, whether it is allowed now or not."""
    try:
        code = -1 if isinstance(action, bool) else index(action)
    except TypeError:
        code = -1
    if not 0 <= code < count:
        raise SettingError(f"actions are whole numbers from 0 to {count - 1}, not {action!r}")
    return code


def fork(environment: Any, own: tuple[str, ...]) -> Any:
    """Another environment with the same game, which goes on by itself; all but these attributes is shared."""
    other = object.__new__(type(environment))
    other.__dict__.update(environment.__dict__)
    for name in own:
        if name in environment.__dict__:
            setattr(other, name, copy.deepcopy(environment.__dict__[name]))
    return other


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

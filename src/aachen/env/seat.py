"""Gymnasium's form: one seat learns, bots take the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from aachen.arena.contestant import Contestant, read_contestant
from aachen.arena.external import ExternalBot
from aachen.bots import Bot
from aachen.bots.bot import brief_view
from aachen.core.common_luck import seed_of
from aachen.core.contract import Position
from aachen.core.errors import BadInput
from aachen.core.game_loop import PlainTable, carry_out
from aachen.core.luck import SeededLuck
from aachen.env.observing import Observation, Observer
from aachen.env.offers import Offer
from aachen.env.rendering import RENDER_MODES, render
from aachen.env.table import NOT_BEGUN, GameSettings, SettingError, checked_action, fork, utilities
from aachen.locales.faults import fault_sentence

USUAL_OPPONENT: Final = "greedy"
ILLEGAL: Final = -1.0  # what an action that is not allowed costs; it also ends the game


class SeatEnv(gymnasium.Env):  # type: ignore[type-arg,unused-ignore]
    """One seat against bots named as in the arena: `planner`, `search:rounds=50` …

    An action that is not allowed ends the game with a reward of -1, as PettingZoo's `TerminateIllegalWrapper` does;
    `info["action_mask"]` and the observation say what is allowed.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        seat: int | str = 0,
        opponents: str | Sequence[str] = USUAL_OPPONENT,
        render_mode: str | None = None,
        observation: str = "tensor",
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise SettingError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.render_mode = render_mode
        self.settings = GameSettings(game, options)
        self.seat = seat_number(seat, self.settings.seats)
        self.contestants = seat_contestants(opponents, len(self.settings.seats), self.seat)
        self.observer = Observer(self.settings, observation)
        self.layout = self.observer.layout
        self.observation_space = self.observer.space()
        self.action_space = spaces.Discrete(self.observer.action_count)
        self._luck = SeededLuck(0)
        self._table = PlainTable(self.settings.first, self._luck)
        self._seed = 0
        self._bots: list[Bot] = []
        self._is_under_way = False

    def __deepcopy__(self, memo: dict[int, Any]) -> SeatEnv:
        """The same game, luck to come included; the opponents are new bots, which choose alike."""
        other: SeatEnv = fork(self, ("_np_random",))
        luck = self._luck.copy()
        other._luck, other._table = luck, PlainTable(self.position.copy(), luck)
        other._bots = other._new_bots()
        return other

    @property
    def position(self) -> Position:
        """How the game stands, seen whole."""
        return self._table.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and play until the seat is asked."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(1 << 62))
        self._luck = SeededLuck(self._seed)
        self._table = PlainTable(self.settings.begin(self._luck), self._luck)
        self.close()
        self._bots = self._new_bots()
        self._play_others()
        self._is_under_way = bool(self.position.to_act())
        return self._seen(), {}

    def _new_bots(self) -> list[Bot]:
        return [
            each.bot(seed_of(f"env {self._seed}"), seat, self.settings.options)
            for seat, each in enumerate(self.contestants)
        ]

    def close(self) -> None:
        """End the programs among the opponents."""
        for bot in self._bots:
            if isinstance(bot, ExternalBot):
                bot.close()

    def _play_others(self) -> None:
        while (asked := self.position.to_act()) and self.seat not in asked:
            seat = asked[0]
            bot = self._bots[seat]
            view = (
                self.position.view(seat) if isinstance(bot, ExternalBot) else brief_view(self.position, seat)
            )
            course = bot.course(view, self.contestants[seat].budget())
            carry_out(self._table, seat, [self.position.read_action(named) for named in course])

    def _seen(self) -> Observation:
        return self.observer.observe(self.position, self.seat)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do what was offered; the others answer until the seat is asked again."""
        if not self._is_under_way:
            raise SettingError(NOT_BEGUN)
        code = checked_action(action, self.observer.action_count)
        if self.position.refusal(self.seat, code) is not None:
            self._is_under_way = False
            return self._seen(), ILLEGAL, True, False, {"illegal": True}
        self._table.play(self.seat, code)
        self._play_others()
        gained = utilities(self.position.outcome(), len(self.settings.seats))[self.seat]
        self._is_under_way = bool(self.position.to_act())
        return self._seen(), gained, not self._is_under_way, False, {}

    def offers(self) -> list[Offer]:
        """What the seat may do, with names, parts and features."""
        return self.observer.offers(self.position, self.seat)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What is allowed now, under the name that learners with masks look for."""
        return self.observer.mask(self.position, self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The table as everybody sees it: text, or a picture."""
        return render(self.position, self.render_mode)


def seat_number(seat: int | str, seats: list[str]) -> int:
    """The number of a seat that was given by its number or its name."""
    if isinstance(seat, str) and seat in seats:
        return seats.index(seat)
    if isinstance(seat, str) or not 0 <= seat < len(seats):
        raise SettingError(f"seat is one of {', '.join(seats)}, or its number from 0, not {seat!r}")
    return seat


def seat_contestants(opponents: str | Sequence[str], seats: int, seat: int) -> list[Contestant]:
    """Who sits where; at the learner's own seat the first of them stands in and is never asked."""
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != seats - 1:
        raise SettingError(f"{seats - 1} opponents are needed, not {len(names)}")
    try:
        found = [read_contestant(name, "opponents") for name in names]
        for contestant in found:
            contestant.check_ready("opponents")
    except BadInput as wrong:
        raise SettingError("; ".join(fault_sentence("en", fault) for fault in wrong.faults)) from None
    return [*found[:seat], found[0], *found[seat:]]

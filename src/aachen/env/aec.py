"""PettingZoo's turn-based form: agents are asked one after the other, also where all choose in secret."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from aachen.core.contract import Position
from aachen.core.luck import SeededLuck
from aachen.env.observing import Observation, Observer
from aachen.env.offers import Offer
from aachen.env.rendering import RENDER_MODES, render
from aachen.env.table import (
    NOT_BEGUN,
    GameSettings,
    SettingError,
    checked_action,
    fork,
    utilities,
)

ILLEGAL_REWARD: Final = -1.0
GAME_ATTRIBUTES: Final = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
)  # that PettingZoo expects of a game under way


class TableEnv(AECEnv, EzPickle):
    """One table. Agents are named after their seats; a sealed choice shows in nobody else's observation."""

    def __init__(
        self,
        game: str,
        name: str,
        render_mode: str | None = None,
        observation: str = "tensor",
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, name, render_mode, observation, **options)
        AECEnv.__init__(self)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise SettingError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.settings = GameSettings(game, options)
        self.observer = Observer(self.settings, observation)
        self.layout = self.observer.layout
        self.possible_agents = self.settings.seats[:]
        self.observation_spaces = {agent: self.observer.space() for agent in self.possible_agents}
        count = self.observer.action_count
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = np.random.default_rng()
        self.position: Position = self.settings.first
        self.agents: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name in GAME_ATTRIBUTES:
            raise AttributeError(f"{name} is not there yet: {NOT_BEGUN}")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __deepcopy__(self, memo: dict[int, Any]) -> TableEnv:
        """The same game, luck to come included. A pickled environment keeps only its settings, as PettingZoo's own do."""
        other: TableEnv = fork(self, ("position", "_luck", "_random", *GAME_ATTRIBUTES))
        return other

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of one agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes of all actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same luck."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._luck = SeededLuck(int(self._random.integers(1 << 62)))
        self.position = self.settings.begin(self._luck)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_act()[0]]

    def observe(self, agent: str) -> Observation:
        """What the agent may know."""
        return self.observer.observe(self.position, self._seat_of[agent])

    def offers(self, agent: str) -> list[Offer]:
        """What the agent may do, with names, parts and features: for whoever scores actions one by one."""
        return self.observer.offers(self.position, self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Do what was offered."""
        if not self.agents:
            raise SettingError(NOT_BEGUN)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat_of[agent]
        code = checked_action(action, self.observer.action_count)
        if self.position.refusal(seat, code) is not None:
            self._refuse(agent, code)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position.play(seat, code, self._luck)
        asked = self.position.to_act()
        if asked:
            self.agent_selection = self.possible_agents[asked[0]]
        else:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _refuse(self, agent: str, action: int) -> None:
        raise AssertionError(f"{agent} may not do {action}: the action mask says what is allowed")

    def _end(self) -> None:
        gained = utilities(self.position.outcome(), len(self.possible_agents))
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The table as everybody sees it: text, or a picture."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class CheckedTableEnv(TableEnv):
    """The same with the checks that PettingZoo's own games have in three wrappers, which would take longer than a step.

    An action that is not allowed ends the game: the reward is -1 for who took it, and nothing for the others.
    """

    def _refuse(self, agent: str, action: int) -> None:
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

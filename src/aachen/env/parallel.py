"""PettingZoo's parallel form: all who are asked choose at once, and the others wait.

Every agent acts at every step, so there is one action more than the game has: to wait.
It is the only one in the mask of an agent that is not asked.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from aachen.core.contract import Position
from aachen.core.luck import SeededLuck
from aachen.env.observing import Observation, Observer
from aachen.env.offers import Offer
from aachen.env.rendering import RENDER_MODES, render
from aachen.env.table import NOT_BEGUN, GameSettings, SettingError, checked_action, fork, utilities

Steps = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class ParallelTableEnv(ParallelEnv, EzPickle):
    """One table where whoever is asked answers in the same step."""

    def __init__(
        self,
        game: str,
        name: str,
        render_mode: str | None = None,
        observation: str = "tensor",
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, name, render_mode, observation, **options)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise SettingError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode = render_mode
        self.settings = GameSettings(game, options)
        self.observer = Observer(self.settings, observation)
        self.layout = self.observer.layout
        self.possible_agents = self.settings.seats[:]
        self.wait = self.observer.action_count
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.position: Position = self.settings.first
        self.agents: list[str] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> ParallelTableEnv:
        """The same game, luck to come included. A pickled environment keeps only its settings, as PettingZoo's own do."""
        other: ParallelTableEnv = fork(self, ("position", "_luck", "_random", "agents"))
        return other

    def _space(self) -> spaces.Dict:
        space = self.observer.space()
        mask = spaces.Box(0, 1, (self.wait + 1,), np.int8)
        return spaces.Dict({"observation": space["observation"], "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of one agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes of all actions, and after them to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game; the same seed gives the same luck."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._luck = SeededLuck(int(self._random.integers(1 << 62)))
        self.position = self.settings.begin(self._luck)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        asked = self.position.to_act()
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            seen[agent] = self.observer.observe(self.position, seat)
            seen[agent]["action_mask"] = np.append(
                seen[agent]["action_mask"], np.int8(0 if seat in asked else 1)
            )
        return seen

    def step(self, actions: dict[str, int]) -> Steps:
        """Everybody who is asked does what it chose."""
        if not self.agents:
            raise SettingError(NOT_BEGUN)
        chosen = [(seat, self._checked(seat, actions)) for seat in self.position.to_act()]
        for seat, action in chosen:
            self.position.play(seat, action, self._luck)
        agents = self.agents
        is_over = not self.position.to_act()
        gained = utilities(self.position.outcome(), len(self.possible_agents))
        if is_over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(self.possible_agents, gained, strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _checked(self, seat: int, actions: dict[str, int]) -> int:
        """What the agent of a seat that is asked has chosen, if it is allowed."""
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise SettingError(f"{agent} is asked, and no action of {agent} was given")
        action = checked_action(actions[agent], self.wait + 1)
        if action == self.wait or self.position.refusal(seat, action) is not None:
            raise AssertionError(f"{agent} may not do {action}: the action mask says what is allowed")
        return action

    def offers(self, agent: str) -> list[Offer]:
        """What the agent may do, with names, parts and features; nothing if it is not asked."""
        return self.observer.offers(self.position, self.possible_agents.index(agent))

    def render(self) -> Any:
        """The table as everybody sees it: text, or a picture."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

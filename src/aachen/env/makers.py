"""Makers of environments: what `from aachen.env import <game>_v0` gives, with the functions PettingZoo's modules have."""

from __future__ import annotations

from functools import partial
from typing import Any

from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from aachen.env.aec import CheckedTableEnv, TableEnv
from aachen.env.parallel import ParallelTableEnv
from aachen.env.seat import SeatEnv
from aachen.env.table import SettingError


class EnvMaker:
    """Makes environments of one game. Options of the game are keyword arguments: `env(players=3, variant="814")`."""

    def __init__(self, game: str, name: str) -> None:
        self.game = game
        self.name = name

    def __repr__(self) -> str:
        return f"<environments {self.name}>"

    def raw_env(self, **settings: Any) -> TableEnv:
        """Turn-based, without checks."""
        return TableEnv(self.game, self.name, **settings)

    def env(self, **settings: Any) -> CheckedTableEnv:
        """Turn-based, with the checks that PettingZoo's own games have."""
        return CheckedTableEnv(self.game, self.name, **settings)

    def parallel_env(self, **settings: Any) -> ParallelTableEnv:
        """All who are asked choose at once."""
        return ParallelTableEnv(self.game, self.name, **settings)

    def seat_env(self, **settings: Any) -> SeatEnv:
        """Gymnasium: one seat against bots."""
        return SeatEnv(self.game, **settings)

    def vector_env(self, num_envs: int, processes: bool = False, **settings: Any) -> Any:
        """Gymnasium: many games of one seat against bots, in this process or in one process each."""
        if num_envs < 1:
            raise SettingError(f"num_envs is at least 1, not {num_envs}")
        makers = [partial(SeatEnv, self.game, **settings)] * num_envs
        if processes:
            return AsyncVectorEnv(makers, context="spawn")
        return SyncVectorEnv(makers)

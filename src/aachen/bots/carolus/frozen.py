"""The minds of Carolus Magnus as they were in former versions."""

from __future__ import annotations

from aachen.bots.carolus.mind import CarolusMind
from aachen.bots.weight_set import shipped_weights


def frozen_mind(version: int) -> CarolusMind | None:
    """The mind of a former version, or None; version 1 has weights of its own."""
    if version != 1:
        return None
    return CarolusMind(shipped_weights("aachen.bots.carolus", version))

"""The minds of Carolingi as they were in former versions."""

from __future__ import annotations

from aachen.bots.carolingi.mind import CarolingiMind
from aachen.bots.weight_set import shipped_weights


def frozen_mind(version: int) -> CarolingiMind | None:
    """The mind of a former version, or None; version 1 has weights of its own, judges plans by chances alone, and searches a tree at every table."""
    if version != 1:
        return None
    return CarolingiMind(shipped_weights("aachen.bots.carolingi", version), survival=0.0, compares=False)

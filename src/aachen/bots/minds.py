"""What bots need of each game, by the name of the game: its mind, and what can be learned of it."""

from __future__ import annotations

from aachen.bots.mind import Mind
from aachen.bots.weight_set import WeightSet
from aachen.core.registry import Registry

MINDS: Registry[Mind] = Registry(lambda title: title.make_mind())
WEIGHT_SETS: Registry[dict[str, WeightSet]] = Registry(lambda title: title.weight_sets())


def mind_with(game: str, weights: dict[str, list[float]]) -> Mind:
    """The game's mind with these weights instead of the shipped ones."""
    make: Registry[Mind] = Registry(lambda title: title.make_mind(weights))
    return make[game]

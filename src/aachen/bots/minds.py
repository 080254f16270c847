"""What bots need of each game, by the name of the game: its mind, and what can be learned of it."""

from __future__ import annotations

from functools import cache

from aachen.bots.mind import Mind
from aachen.bots.weight_set import WeightSet
from aachen.core.errors import bad
from aachen.core.registry import Registry, load

MINDS: Registry[Mind] = Registry(lambda title: title.make_mind())
WEIGHT_SETS: Registry[dict[str, WeightSet]] = Registry(lambda title: title.weight_sets())


def mind_with(game: str, weights: dict[str, list[float]]) -> Mind:
    """The game's mind with these weights instead of the shipped ones."""
    make: Registry[Mind] = Registry(lambda title: title.make_mind(weights))
    return make[game]


def mind_of(game: str, version: int | None) -> Mind:
    """The mind that bots of this version play the game by; None is the newest."""
    return MINDS[game] if version is None else frozen_mind(game, version)


@cache
def frozen_mind(game: str, version: int) -> Mind:
    """The game's mind as it was in a former version; raises BadInput if the game keeps none of that version."""
    mind: Mind | None = load(game).frozen_mind(version)
    if mind is None:
        raise bad("bot_version_unknown", "bot", game=game, version=version)
    return mind

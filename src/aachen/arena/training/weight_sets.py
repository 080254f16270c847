"""The weight sets of all games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from aachen.bots.minds import WEIGHT_SETS
from aachen.bots.weight_set import WeightSet


def weight_sets_of(game: str) -> dict[str, WeightSet]:
    """All weight sets of a game, by name."""
    return WEIGHT_SETS[game]


def weight_set_of(game: str, name: str) -> WeightSet:
    """One weight set by its name."""
    return weight_sets_of(game)[name]


def is_forecast(weight_set: WeightSet) -> bool:
    """Whether the weight set tells how games of others end, and nobody plays by it."""
    return weight_set.played_by != ""


def knows(game: str, weight_sets: Iterable[str], weights: Mapping[str, Sequence[float]]) -> bool:
    """Whether somebody with these weights plays by anything in such games; otherwise it plays at random."""
    return any(any(weights[weight_set_of(game, name).played_by or name]) for name in weight_sets)


def groups_of(game: str) -> list[list[str]]:
    """The names of weight sets that are learned together, since they are about the same tables and players."""
    found: list[list[str]] = []
    tables: list[tuple[str, list[dict[str, object]]]] = []
    for name, weight_set in weight_sets_of(game).items():
        table = (weight_set.played_by, weight_set.options())
        if table in tables:
            found[tables.index(table)].append(name)
        else:
            tables.append(table)
            found.append([name])
    return found

"""What can be fitted to games of one kind: sampled positions, the features of each side there, and who won in the end.

Features are named in the game's own words.
The score of a side is the sum of its features times their weights; the chances of the sides are the softmax of their scores.
"""

from __future__ import annotations

import json
from importlib import resources
from math import exp

from aachen.core.contract import Position


class WeightSet:
    """One set of weights: for a game, perhaps for one variant or number of players of it."""

    name: str  # as in the file of weights
    features: list[str]  # their names, in the order of a row
    covariate_count = 0  # numbers of each side that describe what it was dealt, not how it plays
    played_by = (
        ""  # the weight set by which the games are played that this one is fitted to; else it is its own
    )
    phases: tuple[int, ...] = ()  # of each feature: in which phase of a game it counts; -1 is always
    has_nobody = False  # whether the last side is nobody: all can lose together
    is_tuned = True  # whether weights may be chosen by matches; else they are only fitted to outcomes

    def options(self) -> list[dict[str, object]]:
        """The options of the games, in turn."""
        raise NotImplementedError

    def is_sample(self, pos: Position) -> bool:
        """Whether this position, reached in a game, may be sampled."""
        raise NotImplementedError

    def rows(self, pos: Position) -> list[list[float]]:
        """The features of each side here: numbers of about one in size."""
        raise NotImplementedError

    def covariates(self, pos: Position) -> list[list[float]]:
        """For each side `covariate_count` numbers that describe what it was dealt, such as its place on the map.

        They are fitted beside the features, so that their effect is not attributed to the features, and dropped.
        """
        return []

    def targets(self, pos: Position) -> list[float]:
        """What each side won of a finished game: shares of one, or nothing for anybody."""
        raise NotImplementedError


def softmax(scores: list[float]) -> list[float]:
    """The chances of sides with these scores."""
    most = max(scores)
    parts = [exp(score - most) for score in scores]
    whole = sum(parts)
    return [part / whole for part in parts]


def shipped_weights(package: str, version: int | None = None) -> dict[str, list[float]]:
    """The weights shipped with a game's mind, or those of a former version, by the names of their sets."""
    name = "weights.json" if version is None else f"weights@{version}.json"
    text = (resources.files(package) / name).read_text(encoding="utf-8")
    return {name: weight_set["weights"] for name, weight_set in json.loads(text).items()}

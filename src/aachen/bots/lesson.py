"""What can be learned of a game by playing it: moments, what each side has in them, and who won in the end.

A game's mind weighs features of a side, named in the game's own words.
The worth of a side is the sum of its features times their weights,
and the chances of the sides are as the exponentials of their worths.
"""

from __future__ import annotations

import json
from importlib import resources
from math import exp

from aachen.core.contract import Position


class Lesson:
    """One set of weights to be learned: for a game, perhaps for one variant or number of players of it."""

    name: str  # as in the file of weights
    features: list[str]  # their names, in the order of a row
    apart = 0  # how many numbers tell of circumstances that nobody chose
    watches = ""  # the lesson by which the games are played that this one is learned from; else it is its own
    climbs = True  # whether weights may be chosen by matches; else they are only learned from outcomes

    def options(self) -> list[dict[str, object]]:
        """The options of the games to learn from, in turn."""
        raise NotImplementedError

    def is_moment(self, pos: Position) -> bool:
        """Whether this position, reached in a game, is one to learn from."""
        raise NotImplementedError

    def rows(self, pos: Position) -> list[list[float]]:
        """The features of each side here: numbers of about one in size."""
        raise NotImplementedError

    def circumstances(self, pos: Position) -> list[list[float]]:
        """For each side `apart` numbers that tell what it was dealt, such as its place on the map.

        They are learned beside the features, so that nothing they do is taken for the features' doing, and forgotten.
        """
        return []

    def shares(self, pos: Position) -> list[float]:
        """What each side won of a finished game: shares of one, or nothing for anybody."""
        raise NotImplementedError


def chances(worths: list[float]) -> list[float]:
    """The chances of sides with these worths."""
    most = max(worths)
    parts = [exp(worth - most) for worth in worths]
    whole = sum(parts)
    return [part / whole for part in parts]


def shipped_weights(package: str) -> dict[str, list[float]]:
    """The weights that lie beside a game's mind, by lesson."""
    text = (resources.files(package) / "weights.json").read_text(encoding="utf-8")
    return {name: lesson["weights"] for name, lesson in json.loads(text).items()}

"""Offers with features: each action that is allowed, taken apart, with the facts of the places it names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from aachen.core.contract import Position
from aachen.core.planes import ActionParts, Plane, PlaneLayout

PLACES: Final = 2  # whose facts are among the features: actions name no more
PARTS: Final = ("kind", "first", "second", "number")


@dataclass(frozen=True)
class Offer:
    """One action that is allowed."""

    code: int
    name: dict[str, Any]
    parts: tuple[int, ...]  # kind, place, place, number
    features: NDArray[np.float32]  # each named in `OfferFeatures.names`


class OfferFeatures:
    """What stands in the features of an offer, for one game and number of players."""

    def __init__(self, layout: PlaneLayout, parts: ActionParts) -> None:
        self.parts = parts
        self.layout = layout
        self.place_names = list(layout.places[0].axes[0].labels) if layout.places else []
        self._starts = np.cumsum([0, *parts.sizes[:-1]])
        self._one_hot = sum(parts.sizes)
        self._rows = np.array([self._row(place) for place in range(len(self.place_names))], np.intp)
        self._scales = np.array(
            [1 / plane.most for plane in layout.places for _ in range(_width(plane))], np.float32
        )
        self._places_of: dict[int, list[int]] = {}

    def _row(self, place: int) -> list[int]:
        """Where the numbers about one place lie in a tensor."""
        return [
            self.layout.offsets[plane.name] + place * _width(plane) + number
            for plane in self.layout.places
            for number in range(_width(plane))
        ]

    @cached_property
    def names(self) -> list[str]:
        """What each number is: the parts as rows of zeros and a one, then the facts of the places that are named."""
        found = [f"kind {name}" for name in self.parts.names]
        for part, size in zip(PARTS[1:], self.parts.sizes[1:], strict=True):
            found += [f"{part} {number}" for number in range(size)]
        for place in PARTS[1 : 1 + PLACES]:
            for plane in self.layout.places:
                found += [" ".join([place, plane.name, *labels]) for labels in _labels(plane)]
        return found

    def of(self, position: Position, code: int, tensor: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The features of one action, as the seat knows them whose tensor this is; factors bring most below 1."""
        width = len(self._scales)
        features = np.zeros(self._one_hot + PLACES * width, np.float32)
        features[self._starts + [column[code] for column in self.parts.columns]] = 1.0
        for at, place in enumerate(self._places(position, code)):
            begun = self._one_hot + at * width
            features[begun : begun + width] = tensor[self._rows[place]] * self._scales
        return features

    def _places(self, position: Position, code: int) -> list[int]:
        """The places of the board that the action names, in its order."""
        if code not in self._places_of:
            named = [value for value in position.name_action(code).values() if value in self.place_names]
            self._places_of[code] = [self.place_names.index(str(name)) for name in named][:PLACES]
        return self._places_of[code]


def _width(plane: Plane) -> int:
    return plane.size // plane.shape[0]


def _labels(plane: Plane) -> Iterable[list[str]]:
    """The labels of a plane's numbers at one place."""
    found: list[list[str]] = [[]]
    for axis in plane.axes[1:]:
        found = [[*before, label] for before in found for label in axis.labels]
    return found


def parts_of(parts: ActionParts | None, code: int) -> tuple[int, ...]:
    """The factored code; a game that does not take actions apart has the flat one alone."""
    return (code,) if parts is None else tuple(column[code] for column in parts.columns)

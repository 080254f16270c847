"""Offers with features: each action that is allowed, taken apart, with the facts of the places it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aachen.core.contract import Position
from aachen.env.observing import Observer, Tensor


@dataclass(frozen=True)
class Offer:
    """One action that is allowed."""

    code: int
    name: dict[str, Any]
    parts: tuple[int, ...]  # kind, place, place, number
    features: NDArray[np.float32]  # the kind, both places and the number, each as a row of zeros and a one


def list_offers(observer: Observer, position: Position, seat: int) -> list[Offer]:
    """All that the seat may do."""
    return [
        Offer(code, position.name_action(code), parts_of(observer, code), features_of(observer, code))
        for code in position.offers(seat)
    ]


def parts_of(observer: Observer, code: int) -> tuple[int, ...]:
    """The factored code; a game that does not take actions apart has the flat one alone."""
    if observer.parts is None:
        return (code,)
    return tuple(column[code] for column in observer.parts.columns)


def features_of(observer: Observer, code: int) -> NDArray[np.float32]:
    """The parts of an action side by side."""
    if observer.parts is None:
        return np.zeros(0, np.float32)
    features = np.zeros(sum(observer.parts.sizes), np.float32)
    at = 0
    for part, size in zip(parts_of(observer, code), observer.parts.sizes, strict=True):
        features[at + part] = 1.0
        at += size
    return features


def place_facts(observer: Observer, tensor: Tensor, axis: str, index: int) -> NDArray[np.uint8]:
    """All numbers of a tensor that are about one land, territory, card … of the layout."""
    assert observer.layout is not None
    found = []
    for plane in observer.layout.planes:
        names = [each.name for each in plane.axes]
        if axis in names:
            offset = observer.layout.offsets[plane.name]
            block = tensor[offset : offset + plane.size].reshape(plane.shape)
            found.append(block.take(index, axis=names.index(axis)).ravel())
    return np.concatenate(found)

"""Positions as tensors: which numbers lie where, by name. Games that can be written so say it with these classes.

A game may offer them: `Position.planes(seat)` is what the seat may know as bytes, one small number each,
`Position.plane_layout()` says which byte is which fact, and `Position.action_parts()` takes action codes apart.
In the bytes that a game writes, seats stand in seat order; `PlaneLayout.order` turns them, so that the viewer comes first.
"""

from __future__ import annotations

from math import prod
from typing import Final, Protocol

LARGEST: Final = 255  # a number above it is written as this


class Axis:
    """One direction of a plane: a name, and a label for each index."""

    def __init__(self, name: str, labels: list[str], turns: int = 0) -> None:
        self.name = name
        self.labels = labels
        self.turns = (
            turns  # so many labels from the first on go around the table, and begin with the viewer's
        )

    def order(self, seat: int) -> list[int]:
        """Where the number for each index lies in what the game wrote."""
        turned = [(index + seat) % self.turns for index in range(self.turns)]
        return turned + list(range(self.turns, len(self.labels)))


class Plane:
    """Facts of one kind: a block of numbers with named axes."""

    def __init__(self, name: str, about: str, axes: list[Axis], most: int = 1) -> None:
        self.name = name
        self.about = about
        self.axes = axes
        self.most = most  # a usual largest value, to scale by
        self.shape = tuple(len(axis.labels) for axis in axes)
        self.size = prod(self.shape)

    def order(self, seat: int) -> list[int]:
        """For each number, counted from the first of the plane, where it lies in what the game wrote."""
        found = [0]
        for axis in self.axes:
            step = axis.order(seat)
            found = [base * len(step) + index for base in found for index in step]
        return found


class PlaneLayout:
    """All planes of a game for one number of players and one board, in their order."""

    def __init__(self, planes: list[Plane], places: list[Plane] | None = None) -> None:
        self.planes = planes
        self.places = places or []  # those about places of the board that actions name; their first axis
        self.offsets: dict[str, int] = {}
        self.size = 0
        for plane in planes:
            assert plane.name not in self.offsets, plane.name
            self.offsets[plane.name] = self.size
            self.size += plane.size

    def order(self, seat: int) -> list[int]:
        """For each number of the tensor that the seat sees, where it lies in what the game wrote."""
        found: list[int] = []
        for plane in self.planes:
            offset = self.offsets[plane.name]
            found += [offset + index for index in plane.order(seat)]
        return found

    def part(self, numbers: bytes | list[int], name: str) -> list[int]:
        """The numbers of one plane."""
        plane = next(plane for plane in self.planes if plane.name == name)
        offset = self.offsets[name]
        return list(numbers[offset : offset + plane.size])


class PlanedPosition(Protocol):
    """A position that can be written as planes."""

    def planes(self, seat: int) -> bytes:
        """All that the seat may know, one number a byte, seats in seat order."""

    def plane_layout(self) -> PlaneLayout:
        """What the bytes mean: the same for every position of a game on one board and number of players."""

    def action_parts(self) -> ActionParts:
        """The parts of all actions."""


class ActionParts:
    """Every action code as kind × place × place × number: four lists, indexed by code."""

    def __init__(self, names: list[str], kinds: list[int], parts: list[list[int]]) -> None:
        self.names = names  # of the kinds
        self.columns = [kinds, *parts]
        self.sizes = [len(names), *[max(part) + 1 for part in parts]]


def one_hot_rows(number: int) -> list[bytes]:
    """For each value its row of zeros and a one; -1, nothing, is the last row and all zeros."""
    rows = [bytes([1 if index == value else 0 for index in range(number)]) for value in range(number)]
    return [*rows, bytes(number)]


def bit_rows(number: int) -> list[bytes]:
    """For each mask of so many bits its row of zeros and ones, the lowest bit first."""
    return [bytes([mask >> bit & 1 for bit in range(number)]) for mask in range(1 << number)]


def as_row(values: list[int]) -> bytes:
    """Numbers as bytes; what is too large is the largest."""
    try:
        return bytes(values)
    except ValueError:
        return bytes([min(value, LARGEST) for value in values])

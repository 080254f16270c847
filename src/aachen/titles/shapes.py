"""Shapes that a board is drawn of where there is no page and no terminal: discs and lines in a square of side 1."""

from __future__ import annotations

from typing import Final, NamedTuple

COLOURS: Final[dict[str, tuple[int, int, int]]] = {
    "red": (190, 40, 40),
    "yellow": (225, 180, 30),
    "blue": (40, 80, 180),
    "green": (40, 130, 60),
    "black": (30, 30, 30),
    "purple": (120, 50, 140),
    "pink": (225, 120, 160),
    "white": (250, 250, 250),
    "grey": (140, 140, 140),
    "ivory": (250, 250, 250),
    "ebony": (30, 30, 30),
}
LINE: Final = (150, 140, 120)
PALE: Final = (215, 205, 180)


class Shape(NamedTuple):
    """A line with round ends from (x, y) to (to_x, to_y); a disc if both are the same point."""

    x: float
    y: float
    to_x: float
    to_y: float
    breadth: float
    colour: tuple[int, int, int]


def disc(x: float, y: float, radius: float, colour: tuple[int, int, int]) -> Shape:
    """A filled disc."""
    return Shape(x, y, x, y, radius, colour)

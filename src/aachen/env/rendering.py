"""Pictures of a table for environments: text as terminals show it, or a board of coloured discs."""

from __future__ import annotations

import io
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from aachen.core.contract import Position
from aachen.titles import TITLES
from aachen.titles.sentences import wording_of
from aachen.titles.shapes import Shape

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
SIZE: Final = 480
PAPER: Final = (244, 238, 222)
WIDE: Final = 110


def render(position: Position, mode: str | None) -> Any:
    """What the mode asks for; `human` prints the text."""
    if mode == "rgb_array":
        return picture(position)
    if mode is None:
        return None
    drawn = text(position)
    if mode == "human":
        print(drawn)
        return None
    return drawn


def text(position: Position) -> str:
    """The table as everybody sees it, as a terminal without colours shows it."""
    from aachen.titles.terminal.console import console_for

    file = io.StringIO()
    view = position.view(None)
    wording = wording_of("en", position)
    TITLES[str(view["game"])].show(view, wording, console_for(file, plain=True, width=WIDE), True)
    return file.getvalue()


def picture(position: Position) -> NDArray[np.uint8]:
    """The board from above, as far as everybody sees it."""
    pixels = np.empty((SIZE, SIZE, 3), np.uint8)
    pixels[:] = PAPER
    view = position.view(None)
    for shape in TITLES[str(view["game"])].shapes(position):
        rows, columns, covered = _covered(shape)
        pixels[rows, columns][covered] = shape.colour
    return pixels


def _covered(shape: Shape) -> tuple[slice, slice, NDArray[np.bool_]]:
    """The rows and columns around the shape, and which of their pixels are no farther from its line than its breadth."""
    rows = _span(shape.y, shape.to_y, shape.breadth)
    columns = _span(shape.x, shape.to_x, shape.breadth)
    y, x = np.mgrid[rows, columns] / SIZE
    dx, dy = shape.to_x - shape.x, shape.to_y - shape.y
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else np.clip(((x - shape.x) * dx + (y - shape.y) * dy) / length, 0, 1)
    away = (x - shape.x - along * dx) ** 2 + (y - shape.y - along * dy) ** 2
    return rows, columns, away <= shape.breadth**2


def _span(one: float, two: float, breadth: float) -> slice:
    first, last = int((min(one, two) - breadth) * SIZE), int((max(one, two) + breadth) * SIZE) + 1
    return slice(max(0, first), min(SIZE, last))

"""Where names stand: a land's name above its pieces, a region's capitals between them, outside names where room is."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely import LineString
from shapely.ops import unary_union

from . import pieces
from .shapes import main_part, rounded, trace
from .trouble import CannotDraw

NAMES = (25, 23, 21)  # sizes of a land's name: the largest that fits well
LEADING = 0.96  # height of a line, in parts of the size
SCALES = [round(1.8 - 0.05 * i, 2) for i in range(21)]  # of a land's pieces, largest first
GOOD = 1.1  # pieces of this scale are worth a smaller name
SHIFTS = (0, -14, 14, -28, 28, -44, 44)  # a name need not stand over the middle of its pieces
SPACING = 1.03  # names are set a little wider than the font says
LARGEST = 1.5  # times its size that a screen may write a name

Width = Callable[[str], float]


@dataclass
class Plot:
    """A land's name and pieces, laid out."""

    form: str
    scale: float
    size: float  # of the name
    lines: list[str]
    at: tuple[float, float]  # middle of the pieces
    name: Any  # box of the name
    room: float

    @property
    def block(self) -> Any:
        """The box of the pieces."""
        return _boxes(*self.at, *(side * self.scale for side in pieces.BLOCKS[self.form]["size"]))

    @property
    def both(self) -> Any:
        """All that must stay legible."""
        return unary_union([self.name, self.block])


def _boxes(x: Any, y: Any, width: float, height: float) -> Any:
    return shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def settings(label: str) -> list[list[str]]:
    """Ways to set a name: on one line, or on two, broken at the space that balances best."""
    words = label.split(" ")
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    balanced = sorted(halves, key=lambda half: abs(len(half[0]) - len(half[1])))
    return [[label], *(list(half) for half in balanced[:1])]


def plot_land(shape: Any, label: str, width: Width, free: Any) -> Plot:
    """The roomiest place for a land's name above its pieces, the pieces as large as they may be.

    Pieces stay inside the land; the name alone may reach over the sea (`free` is the land and the sea).
    """
    inner = shape.buffer(-4)
    for each in (inner, free):
        shapely.prepare(each)
    for size, scale in _tries():
        found = [
            plot for plot in _plots(shape, inner, free, label, width, size, scale) if plot.room > _need(scale)
        ]
        if found:
            return max(found, key=lambda plot: plot.room)
    raise CannotDraw(
        f"{label} is too small for its name and its pieces: give it more seeds or move others away."
    )


def _tries() -> list[tuple[float, float]]:
    """Sizes of name and scales of pieces, best first: a name shrinks before pieces get small."""
    good = [scale for scale in SCALES if scale >= GOOD]
    poor = [scale for scale in SCALES if scale < GOOD]
    return [(size, scale) for scales in (good, poor) for size in NAMES for scale in scales]


def _need(scale: float) -> float:
    """Large pieces must have air about them; small ones take what they get."""
    return 3 if scale >= GOOD else -20


def _plots(
    shape: Any, inner: Any, free: Any, label: str, width: Width, size: float, scale: float
) -> Iterator[Plot]:
    """The best plot of this scale for each form of block, setting of the name and shift."""
    west, north, east, south = shape.bounds
    grid = np.meshgrid(np.arange(west, east, 6), np.arange(north, south, 6))
    for form, block in pieces.BLOCKS.items():
        wide, high = (side * scale for side in block["size"])
        xs, ys = (axis.ravel() for axis in grid)
        fits = shapely.contains(inner, _boxes(xs, ys, wide, high))
        xs, ys = xs[fits], ys[fits]
        for lines in settings(label):
            for shift in SHIFTS:
                plot = _best(shape, free, xs, ys, shift, form, scale, lines, size, width)
                if plot:
                    yield plot


def _best(
    shape: Any,
    free: Any,
    xs: Any,
    ys: Any,
    shift: float,
    form: str,
    scale: float,
    lines: list[str],
    size: float,
    width: Width,
) -> Plot | None:
    """Of these middles of a block, the one where name and block have most air."""
    wide, high = (side * scale for side in pieces.BLOCKS[form]["size"])
    tall, across = LEADING * size * len(lines), name_width(lines, size, width)
    names = _boxes(xs + shift, ys - high / 2 - 4 - tall / 2, across, tall)
    fits = shapely.contains(free, names)
    if not fits.any():
        return None
    xs, ys, names = xs[fits], ys[fits], names[fits]
    both = shapely.union(names, _boxes(xs, ys, wide, high))
    inside = shapely.area(shapely.intersection(both, shape)) / shapely.area(both)
    room = np.minimum(shapely.distance(both, shape.boundary) - 30 * (1 - inside), 20)
    room -= abs(shift) * 0.12 + 5 * (len(lines) - 1)
    room -= np.hypot(xs - shape.centroid.x, ys - tall / 2 - shape.centroid.y) * 0.05
    i = int(room.argmax())
    return Plot(form, scale, size, lines, (float(xs[i]), float(ys[i])), names[i], float(room[i]))


def name_width(lines: list[str], size: float, width: Width) -> float:
    """How wide a land's name is on the sheet."""
    return max(width(line) for line in lines) * size * SPACING + 2


def growth(plot: Plot, others: Any) -> float:
    """How many times its size a name may be written, growing upwards, before it meets another name or land."""
    west, north, east, south = plot.name.bounds
    middle, wide, high = (west + east) / 2, east - west, south - north
    shapely.prepare(others)
    grown = 1.0
    while grown < LARGEST:
        more = grown + 0.05
        if others.intersects(
            shapely.box(middle - wide * more / 2, south - high * more, middle + wide * more / 2, south)
        ):
            break
        grown = round(more, 2)
    return grown


# ---- Regions -------------------------------------------------------------------------------------

SIZES = (58, 52, 46, 41, 37, 33, 30, 27, 24, 21, 18)  # of a region's capitals
ANGLES = range(-36, 37, 6)  # degrees: no name is steep
STEEPEST = 34  # degrees of any letter
BENDS = (-0.16, -0.08, 0.0, 0.08, 0.16)  # rise of the arc, in parts of its length
SPREADS = (1.0, 0.7, 0.45, 0.25, 0.12)  # space between letters, in parts of their size


@dataclass
class Banner:
    """A region's name: capitals along one or two gentle arcs."""

    lines: list[str]
    size: float
    letters: list[tuple[str, float, float, float]]  # sign, x, y, angle
    curve: str
    score: float


def plot_region(shape: Any, label: str, width: Width, names: Any, blocks: Any) -> Banner | None:
    """The largest capitals that stay in their region and off the names of lands; pieces they avoid if they can."""
    best: Banner | None = None
    for size in SIZES:
        if best and best.score > size + 6:
            break
        inner, names_near, blocks_near = (
            shape.buffer(-0.6 * size),
            names.buffer(0.3 * size),
            blocks.buffer(0.2 * size),
        )
        for each in (inner, names_near, blocks_near):
            shapely.prepare(each)
        west, north, east, south = shape.bounds
        grid = np.meshgrid(np.arange(west, east, 13), np.arange(north, south, 9))
        middles = np.column_stack([axis.ravel() for axis in grid])
        middles = middles[_holds(shape, middles)]
        for lines in settings(label.upper()):
            for arc in _arcs(lines, size, width):
                banner = _place_banner(arc, lines, size, middles, (inner, names_near, blocks_near))
                if banner and (best is None or banner.score > best.score):
                    best = banner
    return best


@dataclass
class _Arc:
    """Letters about a middle, and what this arc costs for being steep, bent or tight."""

    places: Any
    angles: Any
    cost: float
    base: Any  # the curve under the first line


def _arcs(lines: list[str], size: float, width: Width) -> Iterator[_Arc]:
    """All ways to bend and turn these lines."""
    for angle in ANGLES:
        for bend in BENDS:
            for spread in SPREADS:
                parts = [_bend(line, size, spread, bend, width) for line in lines]
                offsets = [(i - (len(lines) - 1) / 2) * size * 1.25 for i in range(len(lines))]
                places = np.vstack([part[0] + [0, offset] for part, offset in zip(parts, offsets)])
                turns = np.concatenate([part[1] for part in parts])
                turn = math.radians(angle)
                rotation = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
                cost = abs(angle) * 0.22 + abs(bend) * 12 - spread * 7 + 3 * (len(lines) - 1)
                base = (parts[0][2] + [0, offsets[0] + 0.34 * size]) @ rotation
                if np.abs(turns + angle).max() > STEEPEST:
                    continue
                yield _Arc(places @ rotation, turns + angle, cost, base)


def _bend(text: str, size: float, spread: float, bend: float, width: Width) -> tuple[Any, Any, Any]:
    """Middles and angles of the letters of one line on an arc about the origin, and the arc."""
    widths = np.array([width(sign) * size for sign in text])
    ends = np.cumsum(widths + spread * size)
    along = ends - spread * size - widths / 2
    length = float(ends[-1] - spread * size)
    u = (along - length / 2) / length
    places = np.column_stack([u * length, bend * length * (4 * u**2 - 1 / 3)])
    v = np.linspace(-0.5, 0.5, 9)
    arc = np.column_stack([v * length, bend * length * (4 * v**2 - 1 / 3)])
    return places, np.degrees(np.arctan(8 * bend * u)), arc


def _place_banner(
    arc: _Arc, lines: list[str], size: float, middles: Any, zones: tuple[Any, Any, Any]
) -> Banner | None:
    """The best middle for one arc."""
    inner, names, blocks = zones
    spots = middles[:, None, :] + arc.places[None, :, :]
    ends = [0, len(arc.places) - 1]
    keep = _holds(inner, spots[:, ends]).all(axis=1)
    spots = spots[keep]
    if not len(spots):
        return None
    keep = _holds(inner, spots).all(axis=1)
    spots = spots[keep]
    if not len(spots):
        return None
    on_names = _holds(names, spots).mean(axis=1)
    on_blocks = _holds(blocks, spots).mean(axis=1)
    scores = size - arc.cost - 140 * on_names - 9 * on_blocks
    i = int(scores.argmax())
    signs = "".join(lines)
    letters = [(sign, float(x), float(y), float(a)) for sign, (x, y), a in zip(signs, spots[i], arc.angles)]
    middle = spots[i][0] - arc.places[0]
    return Banner(lines, size, letters, trace(arc.base + middle), float(scores[i]))


def _holds(shape: Any, points: Any) -> Any:
    """Which points lie in a shape, for points in an array of any form."""
    return shapely.contains_xy(shape, points[..., 0], points[..., 1])


# ---- Outside -------------------------------------------------------------------------------------

OUTSIDE_SIZES = (19, 17, 15, 13)


def plot_outside(shape: Any, label: str, width: Width, taken: Any) -> dict[str, Any] | None:
    """Where an outside land's name stands: inside its shape if it can, never on what is taken."""
    heart = main_part(shape)
    middle = shapely.maximum_inscribed_circle(heart, 2).coords[0]
    shapely.prepare(taken)
    best: tuple[float, dict[str, Any]] | None = None
    for size in OUTSIDE_SIZES:
        for lines in settings(label):
            wide, high = max(width(line) for line in lines) * size * 1.08 + 4, size * 1.05 * len(lines)
            grid = np.meshgrid(middle[0] + np.arange(-110, 111, 5), middle[1] + np.arange(-110, 111, 5))
            xs, ys = (axis.ravel() for axis in grid)
            boxes = _boxes(xs, ys, wide, high)
            free = ~shapely.intersects(taken, boxes)
            if not free.any():
                continue
            xs, ys, boxes = xs[free], ys[free], boxes[free]
            outside = 1 - shapely.area(shapely.intersection(boxes, heart)) / (wide * high)
            crossing = shapely.intersects(shape.boundary, boxes)
            cost = (
                crossing * 25
                + outside * 60
                + np.hypot(xs - middle[0], ys - middle[1]) * 0.1
                + (19 - size) * 4
                + 2 * len(lines)
            )
            i = int(cost.argmin())
            if best is None or cost[i] < best[0]:
                x, y = float(xs[i]), float(ys[i])
                baseline = y - high / 2 + size * 0.82
                best = (
                    float(cost[i]),
                    {
                        "at": rounded(x, baseline),
                        "lines": lines,
                        "size": size,
                        "box": rounded(x - wide / 2, y - high / 2, wide, high),
                    },
                )
    return best[1] if best else None


def roomiest(shape: Any) -> LineString:
    """The middle of the widest circle inside a shape."""
    return shapely.maximum_inscribed_circle(main_part(shape), 2).coords[0]

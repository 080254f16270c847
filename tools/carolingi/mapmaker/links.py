"""Sea links: a bow over open water from shore to shore."""

from typing import Any

import numpy as np
import shapely
from shapely import LineString
from shapely.ops import unary_union

from .shapes import main_part, number, resample, rounded

BOWS = (0.15, -0.15, 0.08, -0.08, 0.25, -0.25, 0.4, -0.4, 0.0)  # height of the bow, in parts of its length
INLAND = 7  # pixels that a link begins before the shore
REACH = 1.8  # times the shortest way: shores further apart are not tried


def link(a: str, b: str, lands: dict[str, Any]) -> dict[str, Any]:
    """The shortest gentle bow from land to land that crosses no dry ground between."""
    here, there = main_part(lands[a]), main_part(lands[b])
    rest = unary_union([shape for name, shape in lands.items() if name not in (a, b)])
    obstacles = unary_union([rest, here.buffer(-INLAND - 2), there.buffer(-INLAND - 2)])
    shapely.prepare(obstacles)
    best, cost = None, np.inf
    for start, end in _shores(here, there):
        for bow in BOWS:
            bend = _bend(start, end, bow)
            price = np.hypot(*(end - start)) * (1 + 2 * abs(abs(bow) - 0.15))
            if price < cost and not _curve(start, bend, end).buffer(3).intersects(obstacles):
                best, cost = (start, bend, end), price
    if best is None:  # no water between: a straight line still says that they are joined
        start, end = np.array(shapely.shortest_line(here, there).coords)
        best = (start, (start + end) / 2, end)
    start, bend, end = best
    return _as_json(a, b, start, bend, end, here, there)


def _shores(here: Any, there: Any) -> list[tuple[Any, Any]]:
    """Pairs of points on the two shores that are not much further apart than the nearest."""
    mine, theirs = resample(here.exterior, 12), resample(there.exterior, 12)
    apart = np.hypot(*(mine[:, None, :] - theirs[None, :, :]).transpose(2, 0, 1))
    near = np.argwhere(apart < max(40.0, here.distance(there)) * REACH)
    order = np.argsort(apart[near[:, 0], near[:, 1]])
    return [(mine[i], theirs[j]) for i, j in near[order]]


def _bend(start: Any, end: Any, bow: float) -> Any:
    """The point that pulls the curve aside."""
    across = (end - start)[::-1] * [1, -1]
    return (start + end) / 2 + across * bow * 2


def _curve(start: Any, bend: Any, end: Any) -> LineString:
    t = np.linspace(0, 1, 25)[:, None]
    return LineString((1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * end)


def _as_json(a: str, b: str, start: Any, bend: Any, end: Any, here: Any, there: Any) -> dict[str, Any]:
    """A link as the table reads it, its ends drawn a little inland."""
    start, end = _inland(start, bend, here), _inland(end, bend, there)
    path = f"M{number(start[0])} {number(start[1])}Q{number(bend[0])} {number(bend[1])} {number(end[0])} {number(end[1])}"
    return {"a": a, "b": b, "d": path, "ends": [rounded(*start), rounded(*end)]}


def _inland(shore: Any, bend: Any, land: Any) -> Any:
    """A point of the land a few pixels behind the shore, as seen from the sea."""
    heart = land.buffer(-INLAND)
    return (
        np.array(shapely.shortest_line(heart, shapely.Point(shore)).coords[0])
        if not heart.is_empty
        else shore
    )

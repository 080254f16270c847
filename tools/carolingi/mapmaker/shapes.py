"""Small tools for polygons, lines and the text of SVG paths."""

from typing import Any

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.ops import linemerge


def polygons(geometry: Any) -> list[Polygon]:
    """All polygons inside any geometry."""
    if geometry.is_empty:
        return []
    return [part for part in shapely.get_parts(shapely.get_parts([geometry])) if part.geom_type == "Polygon"]


def main_part(geometry: Any) -> Polygon:
    """The largest polygon of a land: islets do not carry its name."""
    return max(polygons(geometry), key=lambda part: float(part.area))


def line_parts(geometry: Any) -> list[LineString]:
    """All lines inside any geometry, without points."""
    parts = shapely.get_parts(shapely.get_parts([geometry]))
    return [part for part in parts if part.geom_type == "LineString" and part.length > 0]


def number(value: float) -> str:
    """A coordinate with one digit after the point, as short as it can be told."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def trace(points: Any) -> str:
    """An open line as a path of steps."""
    rounded = np.round(np.array(points, float), 1)
    steps = np.diff(rounded, axis=0).round(1)
    start = f"M{number(rounded[0][0])} {number(rounded[0][1])}"
    return start + "".join(f"l{number(x)} {number(y)}".replace(" -", "-") for x, y in steps if x or y)


def outline(geometry: Any) -> str:
    """Polygons as one path; every ring is closed."""
    rings = [ring for part in polygons(geometry) for ring in (part.exterior, *part.interiors)]
    return "".join(trace(np.array(ring.coords)[:-1]) + "z" for ring in rings)


def stroke(geometry: Any) -> str:
    """Lines as one path, joined where they meet."""
    parts = line_parts(geometry)
    merged = linemerge(parts) if len(parts) > 1 else shapely.MultiLineString(parts)
    return "".join(trace(line.coords) for line in line_parts(merged))


def spline(points: Any, step: float = 3) -> Any:
    """A smooth curve through points (Catmull-Rom), sampled evenly."""
    p = np.array(points, float)
    p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, 16)[:, None]
    pieces = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(p, p[1:], p[2:], p[3:])
    ]
    return resample(LineString(np.vstack(pieces)), step)


def resample(line: LineString, step: float) -> Any:
    """Points along a line, evenly spaced."""
    count = max(3, int(line.length / step))
    return shapely.get_coordinates(shapely.line_interpolate_point(line, np.linspace(0, line.length, count)))


def rounded(*values: float) -> list[float]:
    """Coordinates as they are written to files."""
    return [round(float(value), 1) for value in values]

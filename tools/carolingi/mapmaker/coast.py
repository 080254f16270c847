"""Dry land of Europe, as polygons of longitude and latitude.

`data/coast.json` is cut from Natural Earth 1:10m (public domain), as npm's world-atlas 2.0.2 packs it:
`.venv/bin/python -m tools.carolingi.mapmaker.coast land-10m.json` cuts it again.
Rings are lists of whole numbers, thousandths of a degree, each point told as the step from the one before.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon, box
from shapely.ops import unary_union

from .shapes import polygons
from .trouble import CannotDraw

COAST = Path(__file__).parent / "data" / "coast.json"
WINDOW = (-14.0, 34.0, 28.0, 62.0)  # west, south, east, north
FINENESS = 0.003  # degrees: a third of a pixel on our sheet
GRAIN = 1000  # steps to a degree
SMALLEST = 0.0008  # square degrees: smaller islets are only specks
ORIGIN = "Natural Earth 1:10m land (public domain), cut from npm world-atlas 2.0.2 land-10m.json"


def read_coast(path: Path = COAST) -> MultiPolygon:
    """All dry land inside the window."""
    try:
        rings = json.loads(path.read_text(encoding="utf-8"))["land"]
    except (OSError, ValueError, KeyError):
        raise CannotDraw(f"The coast could not be read: {path} is missing or damaged.") from None
    shapes = [Polygon(*_unpack(each)) for each in rings]
    return MultiPolygon(polygons(shapely.make_valid(unary_union(shapes))))


def _unpack(rings: list[list[int]]) -> tuple[Any, list[Any]]:
    """The outer ring and the holes of one polygon."""
    outer, *holes = (np.cumsum(np.reshape(ring, (-1, 2)), axis=0) / GRAIN for ring in rings)
    return outer, holes


def _pack(ring: Any) -> list[int]:
    """A ring as whole steps, its closing point left out."""
    points = np.round(np.array(ring.coords)[:-1] * GRAIN).astype(int)
    return [int(step) for step in np.diff(points, axis=0, prepend=[[0, 0]]).ravel()]


def read_topology(path: Path) -> list[Polygon]:
    """The land of a TopoJSON file, polygon by polygon."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale, shift = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(numbers: list[int]) -> Any:
        """Arcs end to end; a negative number is an arc taken backwards."""
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in numbers]
        return np.concatenate([part[1 if k else 0 :] for k, part in enumerate(parts)])

    found = []
    for shape in topology["objects"]["land"]["geometries"]:
        several = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        found += [Polygon(ring(outer), [ring(hole) for hole in holes]) for outer, *holes in several]
    return found


def cut(source: Path, target: Path = COAST) -> None:
    """Keep the window of a world's coast, as small as our sheets allow."""
    window = box(*WINDOW)
    inside = [
        shapely.make_valid(p).intersection(window) for p in read_topology(source) if p.intersects(window)
    ]
    land = [p for p in polygons(unary_union(inside).simplify(FINENESS)) if p.area > SMALLEST]
    rings = [[_pack(p.exterior), *(_pack(hole) for hole in p.interiors)] for p in land]
    text = json.dumps({"origin": ORIGIN, "land": rings}, separators=(",", ":"))
    target.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    cut(Path(sys.argv[1]))

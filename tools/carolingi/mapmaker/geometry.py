"""Coast and seed points become lands that share their borders point by point.

Every point of dry land belongs to the nearest seed, in the board file's own metric (docs/board-file.md).
The straight borders made so are then led astray a little, once for both neighbours.
"""

import hashlib
import math
from itertools import combinations
from typing import Any

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, box
from shapely.ops import linemerge, polygonize, unary_union

from .coast import WINDOW
from .shapes import line_parts, main_part, polygons
from .sheet import Sheet, lenses_for
from .trouble import CannotDraw

METRIC = math.cos(math.radians(47))  # see docs/board-file.md
VOID = "void"  # owner of dry land that is nobody's
WAVES = ((74, 3.4), (33, 2.3), (15, 1.2), (7.5, 0.6))  # wave length and amplitude of a border, in pixels
FINENESS = 1.0  # pixels that a border may lose when points are left out
CRUMB = 9  # square pixels: smaller bits of land are not drawn


def make_sheet(source: dict[str, Any], coast: MultiPolygon) -> Sheet:
    """The projection that suits a board: as large as the sheet allows, small lands magnified."""
    seeds = np.array([seed for land in source["lands"] for seed in land["seeds"]])
    west, south, east, north = WINDOW
    if not ((seeds > [west, south]) & (seeds < [east, north])).all():
        raise CannotDraw(
            f"Some seeds lie where we have no coast: longitudes go from {west:g} to {east:g}, latitudes from {south:g} to {north:g}."
        )
    middle = (seeds.min(axis=0) + seeds.max(axis=0)) / 2
    sheet = Sheet((float(middle[0]), float(middle[1])))
    cells = nearest_seed_cells(source)
    sheet.fit(_bounds(_dry_lands(source, cells, coast, sheet)))
    sheet.lenses = lenses_for(_dry_lands(source, cells, coast, sheet))
    sheet.frame(_bounds(_dry_lands(source, cells, coast, sheet)))
    return sheet


def _dry_lands(source: dict[str, Any], cells: dict[str, Any], coast: Any, sheet: Sheet) -> dict[str, Any]:
    """The main part of each land, still with straight borders."""
    found = {}
    for land in source["lands"]:
        dry = cells[land["id"]].intersection(coast)
        if not polygons(dry):
            raise CannotDraw(f"{land['label']} has no dry land about its seeds.")
        found[land["id"]] = shapely.transform(main_part(dry).segmentize(0.2), sheet.project)
    return found


def _bounds(lands: dict[str, Any]) -> tuple[float, float, float, float]:
    west, north, east, south = shapely.total_bounds(list(lands.values()))
    return float(west), float(north), float(east), float(south)


def nearest_seed_cells(source: dict[str, Any]) -> dict[str, Any]:
    """For each owner, all that lies nearer to its seeds than to any other's, in degrees."""
    owned = [(each["id"], seed) for each in _owners(source) for seed in each["seeds"]]
    owned += [(VOID, seed) for seed in source.get("void_seeds", [])]
    window = shapely.transform(box(*WINDOW), lambda points: points * [METRIC, 1])
    points = shapely.MultiPoint([(lon * METRIC, lat) for _, (lon, lat) in owned])
    cells = shapely.voronoi_polygons(points, extend_to=window, ordered=True).geoms
    parts: dict[str, list[Any]] = {VOID: []}
    for (owner, _), cell in zip(owned, cells):
        parts.setdefault(owner, []).append(cell.intersection(window))
    return {
        owner: shapely.transform(unary_union(each), lambda p: p / [METRIC, 1])
        for owner, each in parts.items()
    }


def _owners(source: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything that has a name on the map: lands, then outside lands."""
    return [*source["lands"], *source.get("outside", [])]


def wander(line: LineString) -> LineString:
    """A straight-sided border as if surveyed on horseback: corners smoothed, waves that fade at both ends.

    The waves are drawn by the end points, so both neighbours, and every run, get the same line.
    """
    points = np.array(line.coords)
    for _ in range(3):
        points = _cut_corners(points)
    line = LineString(points)
    along = np.linspace(0, line.length, max(2, int(line.length / 3)))
    points = shapely.get_coordinates(shapely.line_interpolate_point(line, along))
    normal = np.gradient(points, axis=0)[:, ::-1] * [-1, 1]
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    fade = np.clip(np.minimum(along, line.length - along) / 26, 0, 1)
    points[1:-1] += (normal * (fade * _waves(points, along))[:, None])[1:-1]
    return LineString(points)


def _cut_corners(points: Any) -> Any:
    """One round of Chaikin's smoothing; both ends stay."""
    inner = np.column_stack([0.75 * points[:-1] + 0.25 * points[1:], 0.25 * points[:-1] + 0.75 * points[1:]])
    return np.vstack([points[:1], inner.reshape(-1, 2), points[-1:]])


def _waves(points: Any, along: Any) -> Any:
    """How far a border strays, at each place along it."""
    ends = np.sort(points[[0, -1]].round(1), axis=0).tobytes()
    dice = np.random.default_rng(int(hashlib.md5(ends, usedforsecurity=False).hexdigest()[:8], 16))
    phases = [(length * dice.uniform(0.8, 1.25), height, dice.uniform(0, 7)) for length, height in WAVES]
    return sum(height * np.sin(2 * np.pi * along / length + phase) for length, height, phase in phases)


def draw_lands(source: dict[str, Any], coast: MultiPolygon, sheet: Sheet) -> dict[str, Any]:
    """Owner to drawn polygons: a coverage in which neighbours share every point of their border."""
    cells = nearest_seed_cells(source)
    flat = dict(zip(cells, shapely.transform([c.segmentize(0.15) for c in cells.values()], sheet.project)))
    table = box(-150, -150, sheet.width + 150, sheet.height + 150)
    land = shapely.transform(coast.segmentize(0.2), sheet.project).intersection(table).simplify(0.45)
    land = MultiPolygon(polygons(shapely.make_valid(land)))
    seeds = {each["id"]: shapely.MultiPoint(sheet.project(each["seeds"])) for each in _owners(source)}
    lands = _join_crumbs(_deal_faces(flat, land), seeds)
    smooth = shapely.coverage_simplify(list(lands.values()), FINENESS)
    lands = {owner: _rounded(shape) for owner, shape in zip(lands, smooth)}
    if not shapely.coverage_is_valid(list(lands.values())):
        raise CannotDraw("The wandering borders cross: move seeds of neighbouring lands further apart.")
    return lands


def _rounded(shape: Any) -> Any:
    """A shape on the grid of a tenth of a pixel, as it is written."""
    return shapely.transform(shape, lambda points: np.round(points, 1))


def _deal_faces(cells: dict[str, Any], land: Any) -> dict[str, Any]:
    """Cut dry land along the wandering borders and give each face to the owner of most of it."""
    arcs = linemerge(unary_union([cell.boundary for cell in cells.values()]))
    borders = unary_union([wander(arc) for arc in line_parts(arcs)])
    owners, shapes = list(cells), list(cells.values())
    tree = shapely.STRtree(shapes)
    dealt: dict[str, list[Any]] = {owner: [] for owner in cells}
    shapely.prepare(land)
    for face in polygonize(unary_union([borders, land.boundary])):
        if face.area > CRUMB and land.contains(face.representative_point()):
            owner = max(tree.query(face), key=lambda i: face.intersection(shapes[i]).area)
            dealt[owners[owner]].append(face)
    return {owner: unary_union(faces) if faces else MultiPolygon() for owner, faces in dealt.items()}


def _join_crumbs(lands: dict[str, Any], seeds: dict[str, Any]) -> dict[str, Any]:
    """Bits of mainland without a seed of their own go to the neighbour they touch most; islands stay."""
    for owner in seeds:
        parts = polygons(lands[owner])
        crumbs = [part for part in parts if not part.intersects(seeds[owner])]
        if parts and len(crumbs) == len(parts):  # the seeds lie in the water: the largest part is the land
            crumbs.remove(main_part(lands[owner]))
        for crumb in crumbs:
            others = ((shared_length(crumb, lands[name]), name) for name in lands if name != owner)
            length, other = max(others)
            if length > 2:
                lands[owner] = lands[owner].difference(crumb)
                lands[other] = unary_union([lands[other], crumb])
    return lands


def shared_length(a: Any, b: Any) -> float:
    """How long two shapes run along each other."""
    if not a.intersects(b):
        return 0.0
    return float(a.boundary.intersection(b.boundary).length)


def shared_border(a: Any, b: Any) -> Any:
    """The line along which two shapes touch."""
    return shapely.MultiLineString(line_parts(a.boundary.intersection(b.boundary)))


def touching(lands: dict[str, Any]) -> list[tuple[str, str]]:
    """All pairs that touch anywhere."""
    return [(a, b) for a, b in combinations(lands, 2) if lands[a].intersects(lands[b])]

"""Checks a drawn map against its board file, with plain Python: reads `lands.json` and nothing of the builder.

The builder runs it before it keeps what it made, the tests run it on what is committed.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Any

Point = tuple[float, float]
Ring = list[Point]
Rect = tuple[float, float, float, float]  # west, north, east, south

LEAST_BORDER = 12.0  # pixels: a shorter touch is no border
LEAST_APART = 12.0  # pixels between lands that are no neighbours
LEAST_CONTRAST = 4.5
SIZES = {"cubes": 15.0, "gangs": 15.0, "counters": 18.0, "palace": 30.0}  # of pieces of scale 1
STEP = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def faults(drawn: dict[str, Any], source: dict[str, Any]) -> list[str]:
    """Everything that is wrong with a map, as sentences; none if it fits its board."""
    shapes = {land["id"]: read_shape(land["d"]) for land in drawn["lands"]}
    return [
        *_listed(drawn, source),
        *_land_borders(shapes, source),
        *_sea_links(drawn, shapes, source),
        *_overlaps(shapes),
        *_pieces(drawn, shapes),
        *_contrast(drawn),
        *_rows(drawn, source),
        *_furniture(drawn, shapes),
        *_frames(drawn, shapes, source),
    ]


# ---- Reading -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """A drawn outline, with what is asked of it again and again."""

    rings: list[Ring]
    sides: list[tuple[Point, Point]]
    corners: frozenset[Point]
    bounds: Rect


@cache
def read_shape(path: str) -> Shape:
    """The outline that a path tells."""
    rings = read_rings(path)
    corners = frozenset(point for ring in rings for point in ring)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Shape(rings, list(_sides(rings)), corners, (min(xs), min(ys), max(xs), max(ys)))


def read_rings(path: str) -> list[Ring]:
    """The closed rings of a path that is written as steps."""
    return [_read_ring(text) for text in path.split("z") if text]


def _read_ring(text: str) -> Ring:
    steps = [float(value) for value in STEP.findall(text)]
    points: Ring = []
    x = y = 0.0
    for across, down in zip(steps[::2], steps[1::2]):
        x, y = round(x + across, 1), round(y + down, 1)
        points.append((x, y))
    return points


def _sides(rings: Iterable[Ring]) -> Iterator[tuple[Point, Point]]:
    """Every side of every ring."""
    for ring in rings:
        yield from zip(ring, ring[1:] + ring[:1])


def border_lengths(shapes: dict[str, Shape]) -> dict[tuple[str, str], float]:
    """How long every two lands run along the same sides."""
    owners: dict[tuple[Point, Point], list[str]] = defaultdict(list)
    for land, shape in shapes.items():
        for a, b in shape.sides:
            owners[min(a, b), max(a, b)].append(land)
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for (a, b), lands in owners.items():
        for pair in combinations(sorted(set(lands)), 2):
            lengths[pair[0], pair[1]] += math.dist(a, b)
    return dict(lengths)


def is_inside(point: Point, shape: Shape) -> bool:
    """Whether a point lies in a shape: a ray from it crosses the outline an odd number of times."""
    x, y = point
    west, north, east, south = shape.bounds
    if not (west <= x <= east and north <= y <= south):
        return False
    crossed = False
    for (x0, y0), (x1, y1) in shape.sides:
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed = not crossed
    return crossed


def meets(rect: Rect, shape: Shape) -> bool:
    """Whether a rectangle and a shape have anything in common."""
    if _apart(rect, shape.bounds, 0.0):
        return False
    return _touches_edge(rect, shape) or is_inside((rect[0], rect[1]), shape)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two sides cross, not counting a touch."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _pair(each: dict[str, Any]) -> tuple[str, str]:
    return min(each["a"], each["b"]), max(each["a"], each["b"])


def _pairs(source: dict[str, Any], kind: str) -> set[tuple[str, str]]:
    return {_pair(border) for border in source["borders"] if border["kind"] == kind}


# ---- What must be true ---------------------------------------------------------------------------


def _listed(drawn: dict[str, Any], source: dict[str, Any]) -> Iterator[str]:
    """The map has the lands and regions of the board, in board order, with their names and neighbours."""
    for kind, keys in (("lands", ("id", "label", "region")), ("regions", ("id", "label"))):
        want = [tuple(each[key] for key in keys) for each in source[kind]]
        have = [tuple(each[key] for key in keys) for each in drawn[kind]]
        if want != have:
            yield f"The {kind} of the map are not those of the board."
    for key, kind in (("near", "land"), ("sea", "sea")):
        data = {(min(land["id"], n), max(land["id"], n)) for land in drawn["lands"] for n in land[key]}
        if data != _pairs(source, kind):
            yield f"The neighbours by {kind} of the map are not those of the board."


def _land_borders(shapes: dict[str, Shape], source: dict[str, Any]) -> Iterator[str]:
    """Lands touch exactly where the board says so."""
    lengths = border_lengths(shapes)
    want = _pairs(source, "land")
    for a, b in sorted(want):
        if lengths.get((a, b), 0) < LEAST_BORDER:
            yield f"{a} and {b} should share a border and are drawn apart."
    for (a, b), length in sorted(lengths.items()):
        if (a, b) not in want:
            yield f"{a} and {b} share a border of {length:.0f} pixels and should not."
    yield from _too_close(shapes, want | _pairs(source, "sea"))


def _too_close(shapes: dict[str, Shape], neighbours: set[tuple[str, str]]) -> Iterator[str]:
    """Lands that are no neighbours must look so."""
    cells: dict[tuple[int, int], dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    for land, shape in shapes.items():
        for x, y in shape.corners:
            cells[int(x // LEAST_APART), int(y // LEAST_APART)][land].append((x, y))
    found = set()
    for column, line in list(cells):
        around = [cells.get((column + i, line + j), {}) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        for land, points in cells[column, line].items():
            for other, there in ((o, p) for cell in around for o, p in cell.items() if o > land):
                if (land, other) not in neighbours and (land, other) not in found:
                    if any(math.dist(p, q) < LEAST_APART for p in points for q in there):
                        found.add((land, other))
    for a, b in sorted(found):
        yield f"{a} and {b} are no neighbours and are drawn less than {LEAST_APART:.0f} pixels apart."


def _sea_links(drawn: dict[str, Any], shapes: dict[str, Shape], source: dict[str, Any]) -> Iterator[str]:
    """Every sea link of the board is drawn once, from inside one land to inside the other."""
    want, have = _pairs(source, "sea"), [_pair(link) for link in drawn["sea_links"]]
    if sorted(want) != sorted(have):
        yield f"The sea links of the map are {sorted(have)}, those of the board {sorted(want)}."
    for link in drawn["sea_links"]:
        for land, end in zip((link["a"], link["b"]), link["ends"]):
            if land not in shapes or not is_inside((end[0], end[1]), shapes[land]):
                yield f"The sea link {link['a']} to {link['b']} does not end in {land}."


def _overlaps(shapes: dict[str, Shape]) -> Iterator[str]:
    """No land lies over another: no two sides cross, and no land holds a corner of another."""
    by_cell: dict[tuple[int, int], set[tuple[str, Point, Point]]] = defaultdict(set)
    for land, shape in shapes.items():
        for a, b in shape.sides:
            for cell in _cells(a, b):
                by_cell[cell].add((land, a, b))
    found = set()
    for members in by_cell.values():
        for (land, a, b), (other, c, d) in combinations(sorted(members), 2):
            if land != other and _cross(a, b, c, d):
                found.add((min(land, other), max(land, other)))
    for land, other in permutations(shapes, 2):
        if not _apart(shapes[land].bounds, shapes[other].bounds):
            if any(is_inside(point, shapes[land]) for point in _own_corners(shapes[other], shapes[land])):
                found.add((min(land, other), max(land, other)))
    for one, another in sorted(found):
        yield f"{one} and {another} overlap."


def _own_corners(shape: Shape, other: Shape) -> Iterator[Point]:
    """A corner of each ring that is no corner of the other land, if it has one."""
    for ring in shape.rings:
        yield from [point for point in ring if point not in other.corners][:1]


def _cells(a: Point, b: Point, size: float = 24.0) -> set[tuple[int, int]]:
    """The squares of a grid that a side may pass through."""
    xs = range(int(min(a[0], b[0]) // size), int(max(a[0], b[0]) // size) + 1)
    ys = range(int(min(a[1], b[1]) // size), int(max(a[1], b[1]) // size) + 1)
    return {(x, y) for x in xs for y in ys}


def piece_boxes(pieces: dict[str, Any]) -> list[Rect]:
    """The squares that the pieces of a full land take."""
    found = []
    for kind, size in SIZES.items():
        half = size * pieces["scale"] / 2
        spots = [pieces[kind]] if kind == "palace" else pieces[kind]
        found += [(x - half, y - half, x + half, y + half) for x, y in spots]
    return found


def name_box(name: dict[str, Any]) -> Rect:
    """The rectangle of a land's name."""
    half = name["width"] / 2
    return name["x"] - half, name["y"], name["x"] + half, name["y"] + name["height"]


def _apart(a: Rect, b: Rect, slack: float = 0.3) -> bool:
    """Whether two rectangles do not overlap by more than a rounding."""
    return a[2] <= b[0] + slack or b[2] <= a[0] + slack or a[3] <= b[1] + slack or b[3] <= a[1] + slack


def _pieces(drawn: dict[str, Any], shapes: dict[str, Shape]) -> Iterator[str]:
    """Pieces lie in their land, beside each other and off the name; a name lies on no other land or name."""
    names = {land["id"]: name_box(land["name"]) for land in drawn["lands"]}
    for land in drawn["lands"]:
        own, boxes = land["id"], piece_boxes(land["pieces"])
        for rect in boxes:
            if not is_inside((rect[0], rect[1]), shapes[own]) or _touches_edge(rect, shapes[own]):
                yield f"A piece of {own} does not lie inside it."
        if not all(_apart(a, b) for a, b in combinations([*boxes, names[own]], 2)):
            yield f"Pieces or name of {own} overlap."
        for other in shapes:
            if other != own and meets(names[own], shapes[other]):
                yield f"The name of {own} lies on {other}."
            if other > own and not _apart(names[own], names[other]):
                yield f"The names of {own} and {other} overlap."


def _touches_edge(rect: Rect, shape: Shape) -> bool:
    """Whether an outline passes through a rectangle."""
    west, north, east, south = rect
    corners = [(west, north), (east, north), (east, south), (west, south)]
    walls = list(zip(corners, corners[1:] + corners[:1]))
    near = [(a, b) for a, b in shape.sides if not _apart(rect, _span(a, b), 0.0)]
    return any(west < a[0] < east and north < a[1] < south for a, _ in near) or any(
        _cross(a, b, c, d) for a, b in near for c, d in walls
    )


def _span(a: Point, b: Point) -> Rect:
    """The rectangle about a side, never empty."""
    return min(a[0], b[0]) - 0.1, min(a[1], b[1]) - 0.1, max(a[0], b[0]) + 0.1, max(a[1], b[1]) + 0.1


def luminance(colour: str) -> float:
    """How light a colour is, after WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, after WCAG."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _contrast(drawn: dict[str, Any]) -> Iterator[str]:
    """Names can be read on what the builder measured under them, in every theme."""
    for theme in drawn["themes"]:
        for kind, ink in (("lands", theme["name_ink"]), ("outside", theme["outside_ink"])):
            for each in (one for one in drawn[kind] if one.get("lines", True)):
                found = contrast(ink, each["ground"][theme["id"]])
                if found < LEAST_CONTRAST:
                    yield f"The name of {each['id']} has a contrast of {found:.1f} in the {theme['id']} theme."


def rect_of(each: dict[str, Any]) -> Rect:
    """The rectangle of a row, or of any furniture."""
    if "r" in each:
        return each["cx"] - each["r"], each["cy"] - each["r"], each["cx"] + each["r"], each["cy"] + each["r"]
    return each["x"], each["y"], each["x"] + each["width"], each["y"] + each["height"]


def _holds(outer: Rect, inner: Rect) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _rows(drawn: dict[str, Any], source: dict[str, Any]) -> Iterator[str]:
    """Every region has its row, with all its slots beside each other inside it."""
    rows = {row["region"]: row for row in drawn["rows"]}
    if list(rows) != [region["id"] for region in source["regions"]] or len(rows) != len(drawn["rows"]):
        yield "The rows of the map are not those of the board's regions."
    for region in source["regions"]:
        row = rows.get(region["id"])
        if row is None:
            continue
        slots = [(x, y, x + wide, y + high) for x, y, wide, high in row["slots"]]
        if len(slots) != region["slots"]:
            yield f"The row of {region['id']} has {len(slots)} slots instead of {region['slots']}."
        if not all(_holds(rect_of(row), slot) for slot in slots):
            yield f"A slot of {region['id']} lies outside its row."
        if not all(_apart(a, b) for a, b in combinations(slots, 2)):
            yield f"Slots of {region['id']} overlap."


def _furniture(drawn: dict[str, Any], shapes: dict[str, Shape]) -> Iterator[str]:
    """Rows and furniture lie on the sheet, on no land, on no sea link and not on each other."""
    things = {f"the row of {row['region']}": rect_of(row) for row in drawn["rows"]}
    things |= {name: rect_of(place) for name, place in drawn["places"].items()}
    sheet = (0, 0, drawn["viewBox"][2], drawn["viewBox"][3])
    for name, rect in things.items():
        if not _holds(sheet, rect):
            yield f"{name} lies beside the sheet."
        for land, shape in shapes.items():
            if meets(rect, shape):
                yield f"{name} lies on {land}."
        for each in drawn["lands"]:
            if not _apart(rect, name_box(each["name"])):
                yield f"{name} lies on the name of {each['id']}."
        for link in drawn["sea_links"]:
            if any(rect[0] <= x <= rect[2] and rect[1] <= y <= rect[3] for x, y in _curve(link["d"])):
                yield f"{name} lies on the sea link {link['a']} to {link['b']}."
    for (one, a), (other, b) in combinations(things.items(), 2):
        if not _apart(a, b):
            yield f"{one} and {other} overlap."


def _curve(path: str) -> list[Point]:
    """Points along a sea link."""
    x0, y0, x1, y1, x2, y2 = (float(value) for value in STEP.findall(path))
    ts = [i / 20 for i in range(21)]
    return [
        (
            (1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x2,
            (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y2,
        )
        for t in ts
    ]


def _frames(drawn: dict[str, Any], shapes: dict[str, Shape], source: dict[str, Any]) -> Iterator[str]:
    """For each number of Carolingians there is a frame that shows all their lands and rows."""
    if list(drawn["frames"]) != list(source["setup"]):
        yield "The frames of the map are not those of the board's set-ups."
        return
    for players, setup in source["setup"].items():
        x, y, wide, high = drawn["frames"][players]["all"]
        view = (x, y, x + wide, y + high)
        for land in drawn["lands"]:
            if land["region"] in setup["regions"] and not _holds(view, shapes[land["id"]].bounds):
                yield f"The frame for {players} cuts {land['id']}."
        for row in drawn["rows"]:
            if row["region"] in setup["regions"] and not _holds(view, rect_of(row)):
                yield f"The frame for {players} cuts the row of {row['region']}."

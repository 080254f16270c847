"""Puts a map together: everything that `lands.json` says, and the shapes that the backdrop is painted from."""

from dataclasses import dataclass, field
from typing import Any

import shapely
from shapely import box
from shapely.ops import unary_union

from . import geometry, links, names, pieces, places
from .coast import read_coast
from .fonts import measure
from .names import Banner, Plot
from .palette import DARK, LIGHT, Palette, region_colours
from .shapes import main_part, outline, rounded, stroke
from .sheet import Sheet
from .trouble import CannotDraw

FORMAT = "aachen-map/1"
THEMES = {LIGHT.name: LIGHT, DARK.name: DARK}
BACKDROPS = {LIGHT.name: "backdrop.webp", DARK.name: "backdrop-dark.webp"}
BARE_BACKDROPS = {LIGHT.name: "bare.webp", DARK.name: "bare-dark.webp"}


@dataclass
class Drawing:
    """A map on its way: what is told to the table, and what only the painter needs."""

    source: dict[str, Any]
    sheet: Sheet
    shapes: dict[str, Any]  # owner to polygons, cut at the edge of the sheet
    regions: dict[str, Any]
    plots: dict[str, Plot]
    banners: dict[str, Banner]
    data: dict[str, Any] = field(default_factory=dict)
    taken: list[Any] = field(default_factory=list)  # rows, furniture, ornaments
    ornaments: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)

    @property
    def realm(self) -> Any:
        """All lands together."""
        return unary_union([self.shapes[land["id"]] for land in self.source["lands"]])

    @property
    def dry(self) -> Any:
        """All dry ground on the sheet."""
        return unary_union(list(self.shapes.values()))


def require_seeds(source: dict[str, Any]) -> None:
    """A map needs to know where each land lies."""
    bare = [each["label"] for each in [*source["lands"], *source.get("outside", [])] if not each.get("seeds")]
    if bare:
        raise CannotDraw(
            f"These have no seeds: {', '.join(bare)}.",
            "A map needs at least one point of longitude and latitude for each: see docs/board-file.md.",
        )


def draw(source: dict[str, Any]) -> Drawing:
    """Draw the map of a board file."""
    require_seeds(source)
    coast = read_coast()
    sheet = geometry.make_sheet(source, coast)
    shapes = geometry.draw_lands(source, coast, sheet)
    require_borders(source, shapes)
    paper = box(0, 0, sheet.width, sheet.height)
    shapes = {owner: shape.intersection(paper) for owner, shape in shapes.items()}
    regions = {
        each["id"]: unary_union([shapes[land] for land in each["lands"]]) for each in source["regions"]
    }
    plots = plot_lands(source, shapes, paper)
    banners = plot_regions(source, regions, plots)
    drawing = Drawing(source, sheet, shapes, regions, plots, banners)
    drawing.data = tell(drawing)
    return drawing


def require_borders(source: dict[str, Any], shapes: dict[str, Any]) -> None:
    """Lands must touch exactly where the board says so: only the seeds can mend it."""
    label = {land["id"]: land["label"] for land in source["lands"]}
    want = {frozenset((each["a"], each["b"])) for each in source["borders"] if each["kind"] == "land"}
    touching = geometry.touching({land: shapes[land] for land in label})
    have = {
        frozenset(pair) for pair in touching if geometry.shared_length(*(shapes[land] for land in pair)) > 12
    }
    apart = [f"{_both(pair, label)} should touch and do not." for pair in want - have]
    stuck = [f"{_both(pair, label)} should not touch and do." for pair in have - want]
    if apart or stuck:
        raise CannotDraw(
            *sorted(apart + stuck), "Move or add seeds of these lands until they fit the borders."
        )


def _both(pair: frozenset[str], label: dict[str, str]) -> str:
    return " and ".join(sorted(label[land] for land in pair))


def plot_lands(source: dict[str, Any], shapes: dict[str, Any], paper: Any) -> dict[str, Plot]:
    """Lay out name and pieces of every land."""
    width = measure("semibold")
    plots: dict[str, Plot] = {}
    for land in source["lands"]:
        others = unary_union([shape for owner, shape in shapes.items() if owner != land["id"]])
        names_so_far = [plot.name.buffer(6) for plot in plots.values()]
        free = paper.buffer(-40).difference(unary_union([others.buffer(4), *names_so_far]))
        plots[land["id"]] = names.plot_land(main_part(shapes[land["id"]]), land["label"], width, free)
    return plots


def plot_regions(
    source: dict[str, Any], regions: dict[str, Any], plots: dict[str, Plot]
) -> dict[str, Banner]:
    """Lay out the capitals of every region that has room for them."""
    width = measure("caps")
    banners = {}
    for region in source["regions"]:
        inside = [plots[land] for land in region["lands"]]
        taken = unary_union([plot.name for plot in inside])
        blocks = unary_union([plot.block for plot in inside])
        banner = names.plot_region(regions[region["id"]], region["label"], width, taken, blocks)
        if banner:
            banners[region["id"]] = banner
    return banners


# ---- Telling -------------------------------------------------------------------------------------


def tell(drawing: Drawing) -> dict[str, Any]:
    """Everything the table needs, as docs/map-format.md lists it."""
    source, sheet, shapes = drawing.source, drawing.sheet, drawing.shapes
    sea_links = [links.link(b["a"], b["b"], shapes) for b in source["borders"] if b["kind"] == "sea"]
    label_room = [plot.name for plot in drawing.plots.values()]
    routes = [_route(link).buffer(8) for link in sea_links]
    outside = unary_union([shapes[each["id"]] for each in source.get("outside", [])])
    desk = places.Desk(sheet.width, sheet.height, drawing.realm, outside, [*label_room, *routes])
    furniture = places.place_furniture(desk)
    rows = places.place_rows(desk, source["regions"], drawing.regions, joins(source))
    drawing.ornaments = places.place_ornaments(desk, drawing.dry)
    drawing.taken = desk.taken[len(label_room) :]
    taken = unary_union([drawing.realm.buffer(5), *(each.buffer(4) for each in desk.taken)])
    return {
        "format": FORMAT,
        "board": source["name"],
        "viewBox": [0, 0, sheet.width, sheet.height],
        "visible_border_px": 12,
        "themes": [_theme(palette) for palette in THEMES.values()],
        "lands": [_land(drawing, land) for land in source["lands"]],
        "regions": [_region(drawing, i, region) for i, region in enumerate(source["regions"])],
        "outside": _outside(drawing, taken),
        "sea_links": sea_links,
        "borders": _borders(drawing),
        "rows": rows,
        "places": furniture,
        "frames": places.frames(source["setup"], drawing.regions, rows, desk),
    }


def joins(source: dict[str, Any]) -> dict[str, int]:
    """From how many Carolingians on each region takes part."""
    found: dict[str, int] = {}
    for players, setup in sorted(source["setup"].items(), key=lambda each: int(each[0])):
        for region in setup["regions"]:
            found.setdefault(region, int(players))
    return found


def _route(link: dict[str, Any]) -> Any:
    """A sea link as a line, roughly."""
    start, end = link["ends"]
    bend = [float(value) for value in link["d"].split("Q")[1].split()[:2]]
    middle = [(start[i] + 2 * bend[i] + end[i]) / 4 for i in (0, 1)]
    return shapely.LineString([start, middle, end])


def _theme(palette: Palette) -> dict[str, Any]:
    return {
        "id": palette.name,
        "backdrop": BACKDROPS[palette.name],
        "bare": BARE_BACKDROPS[palette.name],
        "name_ink": palette.name_ink,
        "name_halo": palette.name_halo,
        "outside_ink": palette.outside_ink,
        "outside_halo": palette.outside_halo,
        "border": palette.border,
    }


def _land(drawing: Drawing, land: dict[str, Any]) -> dict[str, Any]:
    """One land: outline, name, places and neighbours."""
    plot = drawing.plots[land["id"]]
    west, north, east, south = plot.name.bounds
    others = [drawing.shapes[each] for each in drawing.plots if each != land["id"]]
    others += [other.name for name, other in drawing.plots.items() if name != land["id"]]
    return {
        "id": land["id"],
        "label": land["label"],
        "region": land["region"],
        "d": outline(drawing.shapes[land["id"]]),
        "anchor": rounded(*plot.at),
        "name": {
            "x": round((west + east) / 2, 1),
            "y": round(north, 1),
            "lines": plot.lines,
            "baseline": round(north + 0.76 * plot.size, 1),
            "size": plot.size,
            "line": round(plot.size * names.LEADING, 1),
            "width": round(east - west, 1),
            "height": round(south - north, 1),
            "most": names.growth(plot, unary_union(others)),
        },
        "pieces": pieces.places(plot.form, plot.scale, plot.at),
        "near": _neighbours(drawing.source, land["id"], "land"),
        "sea": _neighbours(drawing.source, land["id"], "sea"),
    }


def _neighbours(source: dict[str, Any], land: str, kind: str) -> list[str]:
    ends = [(each["a"], each["b"]) for each in source["borders"] if each["kind"] == kind]
    return sorted(b if a == land else a for a, b in ends if land in (a, b))


def _region(drawing: Drawing, index: int, region: dict[str, Any]) -> dict[str, Any]:
    """One region: outline, colours, pattern and the place of its name."""
    pattern, day, night = region_colours(index)
    banner = drawing.banners.get(region["id"])
    return {
        "id": region["id"],
        "label": region["label"],
        "wash": day[0],
        "ink": day[1],
        "dark": {"wash": night[0], "ink": night[1]},
        "pattern": pattern,
        "at": rounded(*names.roomiest(drawing.regions[region["id"]])),
        "size": banner.size if banner else 0,
        "curve": banner.curve if banner else "",
        "d": outline(drawing.regions[region["id"]]),
    }


def _outside(drawing: Drawing, taken: Any) -> list[dict[str, Any]]:
    """Lands that never take part; one whose name finds no room is drawn without it."""
    width, found = measure("italic"), []
    for each in drawing.source.get("outside", []):
        shape = drawing.shapes[each["id"]]
        place = names.plot_outside(shape, each["label"], width, taken) if not shape.is_empty else None
        data = {"id": each["id"], "label": each["label"], "d": outline(shape)}
        if place:
            taken = unary_union([taken, box(*_corners(place["box"])).buffer(4)])
        found.append(data | (place or {"at": None, "lines": [], "size": 0, "box": None}))
    return found


def _corners(rect: list[float]) -> tuple[float, float, float, float]:
    return rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3]


def _borders(drawing: Drawing) -> dict[str, str]:
    """All borders as strokes, by what they part."""
    region_of = {land["id"]: land["region"] for land in drawing.source["lands"]}
    strokes: dict[str, list[Any]] = {kind: [] for kind in ("land", "region", "march", "outer")}
    for a, b in geometry.touching(drawing.shapes):
        strokes[_border_kind(a, b, region_of)].append(
            geometry.shared_border(drawing.shapes[a], drawing.shapes[b])
        )
    inner = box(1, 1, drawing.sheet.width - 1, drawing.sheet.height - 1)
    shores = drawing.dry.boundary.intersection(inner)
    data = {kind: stroke(unary_union(lines)) for kind, lines in strokes.items()}
    return data | {"coast": stroke(shores.intersection(drawing.realm.boundary))}


def _border_kind(a: str, b: str, region_of: dict[str, str]) -> str:
    """Between lands of a region, between regions, between the realm and the rest, or outside."""
    if a not in region_of and b not in region_of:
        return "outer"
    if a not in region_of or b not in region_of:
        return "march"
    return "land" if region_of[a] == region_of[b] else "region"

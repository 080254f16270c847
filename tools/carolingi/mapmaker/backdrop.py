"""The backdrop: everything that never changes, as rich as the baking browser can bear, as one SVG for each theme."""

import math
from typing import Any

import numpy as np
import shapely
from shapely import LineString, affinity, box
from shapely.ops import unary_union

from . import ornament
from .build import Drawing
from .fonts import FONTS, measure
from .palette import Palette
from .relief import SEAS, Relief
from .shapes import outline, spline, stroke

PATTERNS = {  # tile size and what is drawn on it: how regions differ without colour
    "lozenges": (18, '<path d="M9 3l4 6l-4 6l-4-6z"/>'),
    "dots": (13, '<circle cx="3.5" cy="3.5" r="1.3" class="f"/><circle cx="10" cy="10" r="1.3" class="f"/>'),
    "hatch": (9, '<path d="M-2 11L11-2M7 11L11 7M-2 2L2-2"/>'),
    "waves": (20, '<path d="M0 6q5-6 10 0t10 0M0 16q5-6 10 0t10 0"/>'),
    "crosses": (17, '<path d="M8.5 4v9M4 8.500h9"/>'),
    "rows": (9, '<path d="M0 4.500h9"/>'),
    "chevrons": (16, '<path d="M0 11l8-7l8 7M0 19l8-7l8 7"/>'),
    "checks": (16, '<path d="M0 0h8v8H0zM8 8h8v8H8z" class="f" opacity=".55"/>'),
}

# How far a sea's name may be moved out of the way, nearest first.
SHIFTS = sorted(
    ((x, y) for x in range(-260, 261, 20) for y in range(-200, 201, 20)), key=lambda shift: math.hypot(*shift)
)

FILTERS = """
<filter id="stain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".0042" numOctaves="4" seed="23"/><feColorMatrix values="0 0 0 0 .46  0 0 0 0 .3  0 0 0 0 .1  0 0 0 2.2 -1.02"/></filter>
<filter id="fibre" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".01 .16" numOctaves="2" seed="11"/><feColorMatrix values="0 0 0 0 .38  0 0 0 0 .26  0 0 0 0 .1  0 0 0 .5 -.2"/></filter>
<filter id="blur7" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="6"/></filter>
<filter id="blur2" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="1.6"/></filter>
<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="4"/></filter>
<filter id="lift" x="-5%" y="-5%" width="110%" height="110%"><feDropShadow dx="2" dy="4" stdDeviation="5" flood-color="#0d1a1d" flood-opacity=".5"/></filter>
"""


def paint(drawing: Drawing, palette: Palette, is_bare: bool = False) -> str:
    """The whole sheet in one theme; a bare one has neither title nor rows, wheel and piles."""
    relief = Relief(drawing.sheet, palette)
    wide, high = drawing.sheet.width, drawing.sheet.height
    dry, realm = drawing.dry, drawing.realm
    layers = [
        _water(drawing, palette, relief),
        f'<g filter="url(#lift)"><path d="{outline(dry)}" fill="{palette.far}"/></g>',
        f'<path d="{outline(realm)}" fill="{palette.realm}"/>',
        "".join(
            f'<path d="{each["d"]}" fill="{palette.outside}"/>'
            for each in drawing.data["outside"]
            if each["d"]
        ),
        _regions(drawing, palette),
        relief.rivers(dry),
        _banners(drawing, palette),
        relief.mountains(dry, _keep_clear(drawing)),
        _outer_lines(drawing, palette),
        _ornaments(drawing, palette, is_bare),
        _age(wide, high, palette),
        "" if is_bare else _trays(drawing, palette),
        ornament.neatline(wide, high, palette),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f"<defs>{_gradients(palette)}{FILTERS}{_shine(palette)}{_patterns(drawing, palette)}</defs>"
        f"<style>{_fonts()}</style>{''.join(layers)}</svg>"
    )


def _fonts() -> str:
    return "".join(
        f"@font-face{{font-family:'M {style}';src:url({(FONTS / style).as_uri()}.woff2)}}"
        for style in ("caps", "italic")
    )


def _gradients(p: Palette) -> str:
    stops = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in zip((0, 0.65, 1), p.sea))
    return (
        f'<radialGradient id="sea" cx="47%" cy="45%" r="75%">{stops}</radialGradient>'
        f'<radialGradient id="age" cx="50%" cy="48%" r="74%"><stop offset=".55" stop-color="{p.age}" stop-opacity="0"/>'
        f'<stop offset="1" stop-color="{p.age}" stop-opacity=".3"/></radialGradient>'
    )


def _shine(p: Palette) -> str:
    """Clouds of light, for water and for washes."""
    red, green, blue = p.shine
    return (
        '<filter id="shine" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".011" numOctaves="3" seed="5"/>'
        f'<feColorMatrix values="0 0 0 0 {red}  0 0 0 0 {green}  0 0 0 0 {blue}  0 0 0 1.9 -.8"/></filter>'
    )


def _patterns(drawing: Drawing, p: Palette) -> str:
    """A clip and a pattern for each region."""
    out = []
    for region in drawing.data["regions"]:
        size, mark = PATTERNS[region["pattern"]]
        ink = _ink(region, p)
        mark = mark.replace('class="f"', f'fill="{ink}" stroke="none"')
        out.append(
            f'<clipPath id="c-{region["id"]}"><path d="{region["d"]}"/></clipPath>'
            f'<pattern id="p-{region["id"]}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
            f'<g fill="none" stroke="{ink}" stroke-width="1.1">{mark}</g></pattern>'
        )
    return "".join(out)


def _ink(region: dict[str, Any], p: Palette) -> str:
    return str(region["dark"]["ink"] if p.name == "dark" else region["ink"])


def _wash(region: dict[str, Any], p: Palette) -> str:
    return str(region["dark"]["wash"] if p.name == "dark" else region["wash"])


def _sheet(drawing: Drawing, more: str) -> str:
    return f'<rect width="{drawing.sheet.width}" height="{drawing.sheet.height}" {more}/>'


def _water(drawing: Drawing, p: Palette, relief: Relief) -> str:
    """Sea, lines of the wind, waterlines, waves and the names of the seas."""
    spots = drawing.ornaments
    nodes = [(*_middle(spots["compass"]), 32)] if spots.get("compass") else []
    nodes += [(drawing.sheet.width * x, drawing.sheet.height * y, 16) for x, y in ((0.05, 0.62), (0.96, 0.7))]
    taken = unary_union([drawing.dry.buffer(28), *(each.buffer(6) for each in drawing.taken)])
    names, lines = _sea_names(drawing, p, unary_union(drawing.taken))
    sea = box(36, 36, drawing.sheet.width - 36, drawing.sheet.height - 36).difference(
        unary_union([taken, *lines])
    )
    return (
        _sheet(drawing, 'fill="url(#sea)"')
        + _sheet(drawing, f'filter="url(#shine)" opacity="{0.5 * p.glow:.2f}"')
        + relief.rhumbs(nodes)
        + relief.waterlines(drawing.dry)
        + relief.waves(sea)
        + names
    )


def _middle(rect: Any) -> tuple[float, float]:
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def _sea_names(drawing: Drawing, p: Palette, furniture: Any) -> tuple[str, list[Any]]:
    """Names of the seas that this sheet has room for, and the room they take."""
    width, out = measure("italic"), []
    room: list[Any] = []
    paper = box(44, 44, drawing.sheet.width - 44, drawing.sheet.height - 44)
    style = f'fill="{p.sea_name}" fill-opacity=".85" font-family="M italic"'
    water = paper.difference(unary_union([drawing.dry.buffer(5), furniture.buffer(5)]))
    shapely.prepare(water)
    for name, course, size in SEAS:
        curve = spline(drawing.sheet.project(course))
        strip = LineString(curve).buffer(size * 0.7)
        for right, down in SHIFTS:
            moved = affinity.translate(strip, right, down)
            if water.contains(moved) and not any(moved.intersects(other) for other in room):
                out.append(
                    ornament.text_along(name, np.add(curve, (right, down)), size, width, style, spread=False)
                )
                room.append(moved)
                break
    return "".join(out), room


def _regions(drawing: Drawing, p: Palette) -> str:
    """Washes with their pattern, stronger towards the border, and a band of ink along it."""
    out = []
    for region in drawing.data["regions"]:
        shape = drawing.regions[region["id"]]
        rim = outline(shape.difference(shape.buffer(-24)))
        ink, d, fill = _ink(region, p), region["d"], f"url(#p-{region['id']})"
        out.append(
            f'<g clip-path="url(#c-{region["id"]})"><path d="{d}" fill="{_wash(region, p)}"/>'
            + _sheet(drawing, f'filter="url(#shine)" opacity="{0.3 * p.glow:.2f}"')
            + f'<path d="{d}" fill="{fill}" opacity=".09"/><path d="{rim}" fill="{fill}" fill-rule="evenodd" opacity="{0.1 + 0.4 * p.glow:.2f}"/>'
            f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="30" opacity="{0.38 * p.glow:.2f}" filter="url(#blur7)"/>'
            f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="11" opacity="{0.4 * p.glow:.2f}" filter="url(#blur2)"/></g>'
        )
    return "".join(out)


def _banners(drawing: Drawing, p: Palette) -> str:
    """The regions' names in capitals."""
    ink = {region["id"]: _ink(region, p) for region in drawing.data["regions"]}
    out = []
    for region, banner in drawing.banners.items():
        drop = 0.34 * banner.size  # letters hang about their middle
        letters = "".join(
            f'<text transform="translate({x:.1f} {y:.1f})rotate({turn:.1f})" y="{drop:.1f}" text-anchor="middle">{ornament.escape(sign)}</text>'
            for sign, x, y, turn in banner.letters
        )
        out.append(
            f'<g font-family="M caps" font-size="{banner.size}" fill="{ink[region]}" fill-opacity=".55">{letters}</g>'
        )
    return "".join(out)


def _keep_clear(drawing: Drawing) -> Any:
    """Where no mountain may stand."""
    names = [plot.both.buffer(2) for plot in drawing.plots.values()]
    capitals = [
        shapely.Point(x, y).buffer(banner.size * 0.5)
        for banner in drawing.banners.values()
        for _, x, y, _ in banner.letters
    ]
    outside = [
        box(b[0], b[1], b[0] + b[2], b[1] + b[3]) for each in drawing.data["outside"] if (b := each["box"])
    ]
    return unary_union([*names, *capitals, *outside, *drawing.taken])


def _outer_lines(drawing: Drawing, p: Palette) -> str:
    """Borders and coasts beyond the realm; the table draws the others."""
    inner = box(1, 1, drawing.sheet.width - 1, drawing.sheet.height - 1)
    far = drawing.dry.boundary.intersection(inner).difference(drawing.realm.buffer(0.2))
    return (
        f'<path d="{drawing.data["borders"]["outer"]}" fill="none" stroke="{p.faint}" stroke-width="1.4" stroke-dasharray="1 4" stroke-linecap="round"/>'
        f'<path d="{stroke(far)}" fill="none" stroke="{p.faint}" stroke-width="1.2"/>'
    )


def _ornaments(drawing: Drawing, p: Palette, is_bare: bool) -> str:
    """Title, wind rose, penny and ship, where the sheet has room for them."""
    caps, spots, out = measure("caps"), drawing.ornaments, []
    if (rect := spots.get("title")) and not is_bare:
        title = drawing.source["name"].upper()
        out.append(
            ornament.cartouche(
                *_middle(rect),
                rect[2] - rect[0] - 70,
                rect[3] - rect[1] - 50,
                title,
                "REGNVM FRANCORVM",
                p,
                caps,
            )
        )
    if rect := spots.get("compass"):
        out.append(ornament.compass(*_middle(rect), (rect[2] - rect[0]) / 2 - 16, p))
    if rect := spots.get("penny"):
        out.append(ornament.penny(*_middle(rect), (rect[2] - rect[0]) / 2 - 6, p, caps))
    if rect := spots.get("ship"):
        x, y = _middle(rect)
        out.append(ornament.ship(x, y + 22, 0.95, p))
    return "".join(out)


def _trays(drawing: Drawing, p: Palette) -> str:
    """Rows, annals, wheel and piles as they lie there when empty."""
    regions = {region["id"]: region for region in drawing.data["regions"]}
    out = []
    for row in drawing.data["rows"]:
        region = regions[row["region"]]
        ink = _ink(region, p)
        out.append(ornament.tray(row["x"], row["y"], row["width"], row["height"], ink, p))
        size = min(22.0, (row["width"] - 24) / (measure_caps(region["label"]) * 1.22))
        out.append(ornament.caption(region["label"].upper(), row["title"], round(size, 1), p.ink))
        out += [ornament.slot(each, ink) for each in row["slots"]]
    return "".join(out) + _furniture(drawing.data["places"], p)


def measure_caps(label: str) -> float:
    """How wide a label is in capitals, in em."""
    return measure("caps")(label.upper())


def _furniture(places: dict[str, Any], p: Palette) -> str:
    caps = measure("caps")
    out = [ornament.wheel(places["wheel"]["cx"], places["wheel"]["cy"], places["wheel"]["r"], p, caps)]
    titles = {
        "annals": "ANNALES",
        "archivium": "ARCHIVIVM",
        "discard": "",
        "scriptorium": "SCRIPTORIVM",
    }
    for name, title in titles.items():
        place = places[name]
        out.append(ornament.tray(place["x"], place["y"], place["width"], place["height"], p.rubric, p))
        out.append(ornament.caption(title, place["title"], 19, p.ink))
    out += [ornament.slot(cell, p.faint) for cell in places["annals"]["cells"]]
    out += [ornament.slot(places[name]["card"], p.faint) for name in ("archivium", "discard")]
    return "".join(out)


def _age(wide: int, high: int, p: Palette) -> str:
    """Stains, fibres and a darker edge."""
    sheet = f'<rect width="{wide}" height="{high}"'
    return (
        f'<g style="mix-blend-mode:{p.blend}">{sheet} filter="url(#stain)" opacity=".26"/>'
        f'{sheet} filter="url(#fibre)" opacity=".3"/>{sheet} fill="url(#age)"/></g>'
    )

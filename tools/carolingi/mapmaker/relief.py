"""Rivers, mountains and water: the ground of the map, drawn in the manner of old engravers.

Courses and ranges were typed by hand from general knowledge, in degrees; what lies beside the sheet is left out.
"""

import math
from typing import Any

import numpy as np
import shapely
from shapely import LineString, box

from .palette import Palette
from .shapes import line_parts, spline, trace
from .sheet import Sheet

SEED = 814  # the same map in every run

RIVERS = {  # from the source to the mouth
    "Rhine": [(9.4, 46.8), (9.55, 47.2), (9.5, 47.5), (9.1, 47.68), (8.5, 47.62), (7.6, 47.57), (7.55, 48), (7.8, 48.6), (8.3, 49), (8.45, 49.5), (8.2, 50), (7.6, 50.35), (7.1, 50.75), (6.8, 51.25), (6.4, 51.75), (5.8, 51.9), (5, 51.85), (4.2, 51.95)],
    "Moselle": [(6.9, 47.95), (6.4, 48.4), (6.15, 49.1), (6.6, 49.7), (7.1, 50.1), (7.6, 50.35)],
    "Main": [(11.4, 50.05), (10.9, 49.95), (10.2, 49.95), (9.9, 49.75), (9.2, 49.85), (8.7, 50.1), (8.27, 50)],
    "Meuse": [(5.6, 48.1), (5.4, 49.1), (4.9, 49.8), (4.85, 50.3), (5.6, 50.65), (5.75, 51.1), (5.4, 51.72), (4.5, 51.75)],
    "Rhone": [(8.2, 46.5), (7.5, 46.25), (6.95, 46.35), (6.5, 46.45), (6.15, 46.2), (5.7, 45.7), (4.85, 45.75), (4.8, 45), (4.75, 44.3), (4.65, 43.8), (4.8, 43.35)],
    "Saone": [(6.0, 47.8), (5.5, 47.3), (4.95, 46.75), (4.8, 46.1), (4.85, 45.75)],
    "Loire": [(4.1, 44.9), (4.1, 45.6), (3.9, 46.3), (3.1, 47), (2.8, 47.6), (2, 47.87), (1.2, 47.55), (0.4, 47.3), (-0.6, 47.4), (-1.5, 47.23), (-2.2, 47.28)],
    "Seine": [(4.7, 47.6), (4.1, 48.3), (3.2, 48.45), (2.6, 48.6), (2.3, 48.88), (1.8, 48.95), (1.4, 49.2), (1, 49.4), (0.2, 49.45)],
    "Danube": [(8.4, 48), (9.2, 48.15), (10, 48.4), (10.8, 48.7), (11.6, 48.8), (12.1, 49.02), (12.9, 48.75), (13.45, 48.57), (14.3, 48.3), (15.2, 48.25), (16.3, 48.25), (17.5, 47.8), (18.9, 47.8), (19, 47), (18.9, 46)],
    "Inn": [(10.2, 46.8), (11.4, 47.3), (12.1, 47.6), (12.7, 48.2), (13.45, 48.57)],
    "Drau": [(12.4, 46.75), (13.8, 46.6), (15.0, 46.6), (16.2, 46.35), (17.6, 45.8), (18.8, 45.55)],
    "Elbe": [(15.5, 50.5), (14.6, 50.25), (14.2, 50.65), (13.5, 51.15), (12.9, 51.65), (11.9, 51.95), (11.7, 52.4), (11.8, 52.95), (10.9, 53.3), (10, 53.5), (9.4, 53.75), (8.8, 53.95)],
    "Oder": [(18.0, 50.1), (17.0, 51.1), (15.6, 51.9), (14.6, 52.4), (14.3, 53.1), (14.6, 53.6)],
    "Weser": [(9.6, 51.4), (9.35, 52), (8.95, 52.35), (9.15, 52.9), (8.5, 53.5)],
    "Po": [(7.1, 44.7), (7.7, 45.1), (8.6, 45.1), (9.6, 45.1), (10.5, 44.95), (11.4, 44.95), (12.5, 44.95)],
    "Tiber": [(12.1, 43.7), (12.4, 43.1), (12.4, 42.5), (12.6, 42.1), (12.25, 41.75)],
    "Garonne": [(0.9, 42.85), (1.4, 43.6), (0.6, 44.2), (-0.4, 44.75), (-0.75, 45.2), (-1.2, 45.6)],
    "Ebro": [(-4.0, 42.95), (-2.5, 42.5), (-1.5, 42.0), (-0.8, 41.6), (0.3, 41.3), (0.7, 40.75)],
    "Thames": [(-1.9, 51.7), (-1.2, 51.65), (-0.6, 51.45), (0.2, 51.48)],
}  # fmt: skip

RANGES = [  # crest in degrees, half its width and the height of a peak in pixels
    ([(7.3, 43.95), (6.8, 44.5), (6.85, 45.2), (6.9, 45.85), (7.7, 46), (8.5, 46.45), (9.3, 46.5), (10, 46.5), (10.6, 46.85), (11.6, 47.05), (12.7, 47.1), (13.6, 47.1), (14.6, 47.5), (15.3, 47.65)], 24, 13),
    ([(-1.7, 43.15), (-0.6, 42.85), (0.6, 42.72), (1.6, 42.6), (2.6, 42.42)], 13, 13),
    ([(-6.5, 43.1), (-5, 43.1), (-3.8, 43.1), (-2.6, 43.0)], 10, 11),
    ([(2.6, 45.9), (2.75, 45.4), (3.0, 44.95), (3.6, 44.5), (3.9, 44.7), (4.1, 45.3)], 16, 9.5),
    ([(5.8, 46.1), (6.2, 46.6), (6.8, 47.05), (7.5, 47.35)], 7, 8),
    ([(6.95, 47.85), (7.15, 48.3), (7.25, 48.8)], 6, 8),
    ([(8.1, 44.3), (8.9, 44.55), (9.8, 44.45), (10.6, 44.15), (11.5, 44.0), (12.2, 43.55), (12.9, 43.1), (13.3, 42.6), (13.8, 42.1), (14.3, 41.6), (15.2, 40.9), (16.1, 40)], 9, 9.5),
    ([(12.3, 49.95), (12.7, 49.5), (13.3, 49.1), (13.9, 48.75)], 7, 8.5),
    ([(12.6, 50.4), (13.3, 50.55), (14, 50.75), (15.4, 50.75), (16.6, 50.2)], 6, 8.5),
    ([(17.4, 48.6), (18.3, 49.2), (19.6, 49.2), (21, 49.1)], 14, 11),
    ([(10.3, 51.85), (10.9, 51.65)], 7, 8),
    ([(5.0, 49.95), (5.7, 50.15), (6.4, 50.3)], 6, 7),
    ([(15.1, 46.0), (14.6, 45.7), (15.2, 44.8), (16.2, 44.2), (17.4, 43.5), (18.8, 42.8)], 16, 10),
    ([(-3.9, 52.9), (-3.7, 52.3), (-3.4, 51.9)], 8, 9),
    ([(-2.2, 54.6), (-2.0, 53.8), (-1.8, 53.2)], 6, 8),
]  # fmt: skip

SEAS = [  # name, course in degrees, size
    ("Oceanus Germanicus", [(1.2, 54.0), (4.2, 54.6), (7.4, 54.6)], 27),
    ("Mare Britannicum", [(-4.6, 49.62), (-3.4, 49.85), (-1.9, 49.95)], 20),
    ("Sinus Aquitanicus", [(-6.2, 46.4), (-4.4, 46.35), (-2.8, 45.8)], 24),
    ("Mare Nostrum", [(5.3, 42.25), (6.4, 41.95), (7.6, 42.0)], 25),
    ("Mare Adriaticum", [(13.3, 44.55), (14.1, 43.6), (15.6, 42.75)], 22),
    ("Mare Tyrrhenum", [(10.6, 41.5), (11.6, 40.9), (13.0, 40.3)], 22),
    ("Mare Suebicum", [(12.6, 55.1), (14.4, 55.05), (16.6, 55.2)], 22),
]


class Relief:
    """Draws the ground of one sheet, with dice of its own."""

    def __init__(self, sheet: Sheet, palette: Palette) -> None:
        self.sheet = sheet
        self.palette = palette
        self.dice = np.random.default_rng(SEED)

    def rivers(self, land: Any) -> str:
        """Rivers that grow wider towards the sea."""
        out = []
        for course in RIVERS.values():
            points = spline(self.sheet.project(course), 4)
            sway = np.convolve(self.dice.normal(0, 2.4, len(points) - 2), [0.25, 0.5, 0.25], "same")
            points[1:-1] += np.column_stack([sway, -0.7 * sway])
            for i, part in enumerate(np.array_split(np.arange(len(points)), 5)):
                water = LineString(points[part[0] : part[-1] + 2]).intersection(land)
                out += [
                    f'<path d="{trace(g.coords)}" stroke-width="{0.9 + i * 0.38:.2f}"/>'
                    for g in line_parts(water)
                ]
        style = f'fill="none" stroke="{self.palette.water}" stroke-linecap="round" stroke-linejoin="round" opacity=".7"'
        return f"<g {style}>{''.join(out)}</g>"

    def mountains(self, land: Any, keep_clear: Any) -> str:
        """Peaks strewn along the ranges, back to front, never under a name or a piece."""
        spots: list[tuple[float, float, float]] = []
        shapely.prepare(land)
        shapely.prepare(keep_clear)
        for crest, half, size in RANGES:
            line = LineString(spline(self.sheet.project(crest)))
            for _ in range(int(line.length * (half + 6) / (size * size) * 3)):
                self._strew(spots, line, half, size, land, keep_clear)
        style = (
            f'fill="none" stroke="{self.palette.ink}" stroke-width=".95" '
            'stroke-linecap="round" stroke-linejoin="round" opacity=".8"'
        )
        return f"<g {style}>{''.join(self._peak(*spot) for spot in sorted(spots, key=lambda s: s[1]))}</g>"

    def _strew(
        self,
        spots: list[tuple[float, float, float]],
        line: LineString,
        half: float,
        size: float,
        land: Any,
        keep_clear: Any,
    ) -> None:
        """Try one more peak somewhere on a range."""
        middle = line.interpolate(self.dice.uniform(0, line.length))
        s = size * self.dice.uniform(0.72, 1.15)
        x, y = (value + self.dice.normal(0, half * 0.62) for value in (middle.x, middle.y))
        foot = box(x - s * 1.1, y - s * 1.4, x + s * 1.1, y + 2)
        crowded = any(abs(x - a) < (s + c) * 0.66 and abs(y - b) < (s + c) * 0.34 for a, b, c in spots)
        if not crowded and land.contains(foot) and not keep_clear.intersects(foot):
            spots.append((x, y, s))

    def _peak(self, x: float, y: float, s: float) -> str:
        """One peak: a lit left flank, a right flank in shadow strokes."""

        def sway(value: float) -> float:
            return value + float(self.dice.normal(0, s * 0.07))

        wide, high = s * self.dice.uniform(0.9, 1.15), s * self.dice.uniform(1.0, 1.45)
        top, left, right = (sway(x), y - high), (x - wide, sway(y)), (x + wide * 1.05, sway(y))
        out = (
            f'<path d="M{left[0]:.1f} {left[1]:.1f}Q{sway(x - wide * 0.38):.1f} {y - high * 0.35:.1f} {top[0]:.1f} {top[1]:.1f}'
            f'Q{sway(x + wide * 0.3):.1f} {y - high * 0.5:.1f} {right[0]:.1f} {right[1]:.1f}" fill="{self.palette.hill}" fill-opacity=".95"/>'
        )
        for k in range(4):
            t = 0.12 + k * 0.22
            sx, sy = top[0] + (right[0] - top[0]) * t * 0.8, top[1] + (right[1] - top[1]) * t
            out += (
                f'<path d="M{sx:.1f} {sy:.1f}q{-s * 0.04:.1f} {high * (0.24 + 0.05 * k):.1f} '
                f'{-s * (0.22 - 0.02 * k):.1f} {high * (0.52 - 0.1 * k):.1f}" stroke-width="{0.75 if s > 9 else 0.6}"/>'
            )
        return out

    def waterlines(self, land: Any) -> str:
        """Engraved lines that follow the coast, fainter with distance."""
        out = []
        for away, wide, strong in ((3.2, 1.2, 0.6), (7.4, 1, 0.48), (12.6, 0.9, 0.38), (19, 0.8, 0.29), (27, 0.75, 0.21), (37, 0.7, 0.14), (49, 0.65, 0.09)):  # fmt: skip
            ring = land.buffer(away, quad_segs=6).simplify(0.5).boundary
            path = "".join(trace(g.coords) for g in line_parts(ring))
            out.append(f'<path stroke-width="{wide}" opacity="{strong}" d="{path}"/>')
        return f'<g fill="none" stroke="{self.palette.water}">{"".join(out)}</g>'

    def waves(self, sea: Any) -> str:
        """Little waves, strewn over open water."""
        out = []
        spots: list[tuple[float, float]] = []
        shapely.prepare(sea)
        for _ in range(2200):
            x, y = self.dice.uniform(40, self.sheet.width - 40), self.dice.uniform(40, self.sheet.height - 40)
            near = any(abs(x - a) < 46 and abs(y - b) < 24 for a, b in spots)
            if not near and sea.contains(box(x - 14, y - 7, x + 30, y + 7)):
                spots.append((x, y))
                k = self.dice.uniform(0.75, 1.1)
                out.append(
                    f'<path d="M{x:.0f} {y:.0f}q{5 * k:.1f}-{6 * k:.1f} {10 * k:.1f} 0t{10 * k:.1f} 0"/>'
                    f'<path d="M{x + 7:.0f} {y + 5:.0f}q{4 * k:.1f}-{5 * k:.1f} {8 * k:.1f} 0" opacity=".7"/>'
                )
        return f'<g fill="none" stroke="{self.palette.water}" stroke-linecap="round" opacity=".36">{"".join(out)}</g>'

    def rhumbs(self, nodes: list[tuple[float, float, int]]) -> str:
        """Lines of the wind that run out from a few roses."""
        reach = self.sheet.width + self.sheet.height
        out = []
        for x, y, count in nodes:
            for i in range(count):
                turn = 2 * math.pi * i / count
                out.append(
                    f'<path d="M{x:.0f} {y:.0f}l{reach * math.cos(turn):.0f} {reach * math.sin(turn):.0f}" '
                    f'stroke-width="{0.7 if i % 2 else 1.1}"/>'
                )
        return f'<g stroke="{self.palette.rubric}" opacity=".16">{"".join(out)}</g>'

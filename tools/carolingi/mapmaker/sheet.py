"""From degrees to the sheet: a conic projection, a gentle magnifying of small lands, and the sheet's size."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

LONGEST = 1500  # the longer side of all lands together, in pixels of the sheet
MARGIN = {"left": 330, "top": 96, "right": 330, "bottom": 210}  # for rows, annals and ornaments
GROWTH = 1.55  # the most a small land is magnified
ENOUGH = 0.95  # of the median area: smaller lands are magnified


@dataclass(frozen=True)
class Lens:
    """Magnifies what lies about a point; further out everything is pressed together a little, nothing folds."""

    x: float
    y: float
    reach: float
    growth: float

    def moved(self, points: Any) -> Any:
        """How far each point is pushed."""
        away = points - [self.x, self.y]
        fade = np.exp(-np.sum(away**2, axis=1) / (2 * self.reach**2))
        return away * ((self.growth - 1) * fade)[:, None]


@dataclass
class Sheet:
    """Where a place on earth lies on the sheet."""

    middle: tuple[float, float]  # longitude and latitude
    scale: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    width: int = 0
    height: int = 0
    lenses: list[Lens] = field(default_factory=list)

    def project(self, degrees: Any) -> Any:
        """Points of longitude and latitude as pixels."""
        flat = self._lambert(np.asarray(degrees, float)) * self.scale
        return flat + sum((lens.moved(flat) for lens in self.lenses), np.zeros_like(flat)) + self.shift

    def _lambert(self, degrees: Any) -> Any:
        """Lambert's conformal cone through two parallels, y downwards."""
        lon0, lat0 = self.middle
        low, high = math.radians(lat0 - 5), math.radians(lat0 + 5)
        n = math.log(math.cos(low) / math.cos(high)) / math.log(_tangent(high) / _tangent(low))
        f = math.cos(low) * _tangent(low) ** n / n
        rho = f / _tangent(np.radians(degrees[:, 1])) ** n
        theta = n * np.radians(degrees[:, 0] - lon0)
        top = f / _tangent(math.radians(lat0)) ** n
        return np.column_stack([rho * np.sin(theta), rho * np.cos(theta) - top])

    def fit(self, bounds: tuple[float, float, float, float]) -> None:
        """Scale so that what lies within these bounds, in projected units, has the size we want."""
        self.scale *= LONGEST / max(bounds[2] - bounds[0], bounds[3] - bounds[1])

    def frame(self, bounds: tuple[float, float, float, float]) -> None:
        """Lay the sheet about what lies within these bounds, with margins."""
        west, north, east, south = bounds
        self.shift = (MARGIN["left"] - west, MARGIN["top"] - north)
        self.width = 10 * math.ceil((MARGIN["left"] + east - west + MARGIN["right"]) / 10)
        self.height = 10 * math.ceil((MARGIN["top"] + south - north + MARGIN["bottom"]) / 10)


def _tangent(angle: Any) -> Any:
    return np.tan(np.pi / 4 + angle / 2)


def lenses_for(lands: dict[str, Any]) -> list[Lens]:
    """One lens for each land that is much smaller than most."""
    enough = ENOUGH * float(np.median([shape.area for shape in lands.values()]))
    found = []
    for shape in lands.values():
        growth = min(GROWTH, math.sqrt(enough / shape.area))
        if growth > 1.02:
            middle = shape.minimum_rotated_rectangle.centroid
            found.append(Lens(middle.x, middle.y, 1.25 * math.sqrt(shape.area / math.pi), growth))
    return found

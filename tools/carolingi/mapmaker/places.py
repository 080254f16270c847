"""The furniture of the board: card rows, annals, the wheel of seasons, card piles, and the frames of the regions in play.

Nothing of it has a place of its own in the code: each thing takes the free spot nearest to where it belongs.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely
from shapely import box
from shapely.ops import unary_union

from .shapes import rounded
from .trouble import CannotDraw

CARD = (150, 92)
GAP, EDGE, HEAD = 8, 10, 40  # between cards, about them, and for the title above them
MARGIN = 44  # the frame of the sheet
AIR = 9  # pixels between furniture and lands
STEP = 12  # grid on which free spots are sought
LETTER = 15  # pixels that a capital of a row's title takes at most
YEARS = 10
YEAR = (92, 62)
WHEEL = 158
AFLOAT = ("compass", "ship")  # ornaments that need water under them
AROUND = 26  # pixels about the regions in play that a frame shows


@dataclass
class Desk:
    """A sheet, what is taken on it, and a way to find free spots."""

    width: int
    height: int
    lands: Any
    named: Any  # outside lands: furniture may lie on them, and had better not
    taken: list[Any] = field(default_factory=list)

    def free_spots(self, wide: float, high: float) -> Any:
        """Upper left corners where a thing of this size covers no land and no furniture."""
        xs = _steps(self.width - MARGIN - wide)
        ys = _steps(self.height - MARGIN - high)
        corners = np.column_stack([axis.ravel() for axis in np.meshgrid(xs, ys)])
        forbidden = unary_union([self.lands.buffer(AIR), *(each.buffer(AIR) for each in self.taken)])
        shapely.prepare(forbidden)
        boxes = shapely.box(corners[:, 0], corners[:, 1], corners[:, 0] + wide, corners[:, 1] + high)
        return corners[~shapely.intersects(forbidden, boxes)]

    def take(
        self, wide: float, high: float, wish: tuple[float, float], avoid: Any = None
    ) -> tuple[float, float] | None:
        """The free spot whose middle is nearest to the wish, now taken; None if there is none."""
        spots = self.free_spots(wide, high)
        if avoid is not None:
            boxes = shapely.box(spots[:, 0], spots[:, 1], spots[:, 0] + wide, spots[:, 1] + high)
            spots = spots[~shapely.intersects(avoid, boxes)]
        if not len(spots):
            return None
        away = np.hypot(spots[:, 0] + wide / 2 - wish[0], spots[:, 1] + high / 2 - wish[1])
        x, y = (float(value) for value in spots[int(away.argmin())])
        self.taken.append(box(x, y, x + wide, y + high))
        return x, y

    def must_take(
        self, what: str, wide: float, high: float, wish: tuple[float, float]
    ) -> tuple[float, float]:
        """The same, for what a board cannot be without."""
        spot = self.take(wide, high, wish)
        if spot is None:
            raise CannotDraw(f"The sheet has no room for the {what}.")
        return spot


def _steps(last: float) -> Any:
    """A grid from the margin to the last place, which belongs to it."""
    return np.append(np.arange(MARGIN, last, STEP), last) if last >= MARGIN else np.empty(0)


# ---- Card rows -----------------------------------------------------------------------------------


def forms(slots: int) -> list[tuple[str, int, int]]:
    """Ways to lay a row: orientation, columns, lines."""
    found = [("horizontal", slots, 1), ("vertical", 1, slots)]
    half = math.ceil(slots / 2)
    return found if slots < 4 else [*found, ("grid", half, 2), ("grid", 2, half)]


def row_size(columns: int, lines: int) -> tuple[float, float]:
    """Size of a row's tray with its title."""
    wide = columns * CARD[0] + (columns - 1) * GAP + 2 * EDGE
    return wide, lines * CARD[1] + (lines - 1) * GAP + HEAD + EDGE


def place_rows(
    desk: Desk, regions: list[dict[str, Any]], shapes: dict[str, Any], joins: dict[str, int]
) -> list[dict[str, Any]]:
    """A row for every region, near its lands.

    Those that play with fewer Carolingians choose first, unless letting another go before makes all better off.
    """
    first = sorted(regions, key=lambda each: joins.get(each["id"], 9))
    best = _place_all(desk, first, shapes, joins)
    for i in range(len(first) - 1):
        order = [*first[:i], first[i + 1], first[i], *first[i + 2 :]]
        other = _place_all(desk, order, shapes, joins)
        if _price(other) < _price(best):
            best, first = other, order
    desk.taken += [box(*row["rect"]) for row in best.values()]
    return [_row(region, best[region["id"]]) for region in regions]


def _price(placed: dict[str, dict[str, Any]]) -> float:
    return float(sum(row["price"] for row in placed.values()))


def _place_all(
    desk: Desk, order: list[dict[str, Any]], shapes: dict[str, Any], joins: dict[str, int]
) -> dict[str, dict[str, Any]]:
    """All rows, each taking the best spot that is left."""
    trial = Desk(desk.width, desk.height, desk.lands, desk.named, list(desk.taken))
    placed: dict[str, dict[str, Any]] = {}
    for region in order:
        with_it = [other for other in shapes if joins.get(other, 9) <= joins.get(region["id"], 9)]
        view = unary_union([shapes[other] for other in with_it]).bounds
        seen = [row["rect"] for name, row in placed.items() if name in with_it]
        placed[region["id"]] = _place_row(trial, region, shapes[region["id"]], _hull([view, *seen]))
    return placed


def _place_row(desk: Desk, region: dict[str, Any], shape: Any, view: Any) -> dict[str, Any]:
    """The spot nearest to the region that does not make the frame of the regions in play much larger."""
    best: dict[str, Any] | None = None
    cost = np.inf
    for name, columns, lines in forms(region["slots"]):
        wide, high = row_size(columns, lines)
        spots = desk.free_spots(wide, high)
        if not len(spots):
            continue
        x, y = spots[:, 0], spots[:, 1]
        away = shapely.distance(shape, shapely.box(x, y, x + wide, y + high))
        wider = np.maximum(view[0] - x, 0) + np.maximum(x + wide - view[2], 0)
        higher = np.maximum(view[1] - y, 0) + np.maximum(y + high - view[3], 0)
        boxes = shapely.box(x, y, x + wide, y + high)
        covered = shapely.area(shapely.intersection(desk.named, boxes)) / (wide * high)
        prices = away + 0.55 * (wider + higher) + 18 * covered + (12 if name == "vertical" else 0)
        prices += 90 if len(region["label"]) * LETTER > wide else 0
        i = int(prices.argmin())
        if prices[i] < cost:
            corner = (float(x[i]), float(y[i]))
            best = {
                "orientation": name,
                "columns": columns,
                "rect": (*corner, corner[0] + wide, corner[1] + high),
                "price": float(prices[i]),
            }
            cost = float(prices[i])
    if best is None:
        raise CannotDraw(f"The sheet has no room for the row of {region['label']}.")
    desk.taken.append(box(*best["rect"]))
    return best


def _hull(rects: Iterable[Any]) -> tuple[float, float, float, float]:
    """The smallest rectangle about several."""
    west, north, east, south = zip(*rects)
    return min(west), min(north), max(east), max(south)


def _row(region: dict[str, Any], placed: dict[str, Any]) -> dict[str, Any]:
    """A row as the table reads it: the tray, its title and each slot."""
    west, north, east, south = placed["rect"]
    columns, slots = placed["columns"], []
    for i in range(region["slots"]):
        x = west + EDGE + (i % columns) * (CARD[0] + GAP)
        y = north + HEAD + (i // columns) * (CARD[1] + GAP)
        slots.append(rounded(x, y, *CARD))
    return {
        "region": region["id"],
        "orientation": placed["orientation"],
        **dict(zip(("x", "y", "width", "height"), rounded(west, north, east - west, south - north))),
        "title": rounded((west + east) / 2, north + HEAD - 12),
        "slots": slots,
    }


# ---- Annals, wheel, piles ------------------------------------------------------------------------


def place_furniture(desk: Desk) -> dict[str, Any]:
    """Annals, wheel of seasons, Scriptorium, Archivium and discard pile, each in its corner of the sheet."""
    return {
        "wheel": _wheel(desk),
        "annals": _annals(desk),
        "archivium": _pile(
            desk, "Archivium", (CARD[0] + 30, CARD[1] + 52), (desk.width - 350, desk.height - 120)
        ),
        "discard": _pile(
            desk, "discard pile", (CARD[0] + 30, CARD[1] + 52), (desk.width - 110, desk.height - 120)
        ),
        "scriptorium": _pile(desk, "Scriptorium", (300, 150), (desk.width - 190, desk.height - 290)),
    }


def _wheel(desk: Desk) -> dict[str, Any]:
    side = 2 * WHEEL
    x, y = desk.must_take("wheel of seasons", side, side, (MARGIN + WHEEL, desk.height - MARGIN - WHEEL))
    return {"cx": round(x + WHEEL, 1), "cy": round(y + WHEEL, 1), "r": WHEEL}


def _annals(desk: Desk) -> dict[str, Any]:
    """A strip of years: room above each for the pieces that stand on it."""
    wide, high = YEARS * YEAR[0] + 2 * EDGE, YEAR[1] + HEAD + EDGE + 34
    x, y = desk.must_take("annals", wide, high, (desk.width / 2, desk.height - MARGIN - high / 2))
    cells = [rounded(x + EDGE + i * YEAR[0], y + high - EDGE - YEAR[1], *YEAR) for i in range(YEARS)]
    return _rect(x, y, wide, high) | {"title": rounded(x + wide / 2, y + 27), "cells": cells}


def _pile(desk: Desk, what: str, size: tuple[float, float], wish: tuple[float, float]) -> dict[str, Any]:
    """A tablet with a title; `card` is what a card takes below it."""
    x, y = desk.must_take(what, *size, wish)
    card = rounded(x + (size[0] - CARD[0]) / 2, y + HEAD, *CARD)
    return _rect(x, y, *size) | {"title": rounded(x + size[0] / 2, y + 27), "card": card}


def place_ornaments(desk: Desk, dry: Any) -> dict[str, tuple[float, float, float, float]]:
    """Title, wind rose, penny and ship: what the sheet has no room for is left out."""
    wishes = {
        "title": ((474, 232), (240, 150)),
        "compass": ((170, 200), (desk.width * 0.36, desk.height - 330)),
        "penny": ((172, 172), (desk.width - 150, 150)),
        "ship": ((150, 130), (130, desk.height * 0.62)),
    }
    found = {}
    for name, (size, wish) in wishes.items():
        if spot := desk.take(*size, wish, dry if name in AFLOAT else None):
            found[name] = (*spot, spot[0] + size[0], spot[1] + size[1])
    return found


def _rect(x: float, y: float, wide: float, high: float) -> dict[str, Any]:
    return dict(zip(("x", "y", "width", "height"), rounded(x, y, wide, high)))


# ---- Frames --------------------------------------------------------------------------------------


def frames(
    setup: dict[str, Any], shapes: dict[str, Any], rows: list[dict[str, Any]], desk: Desk
) -> dict[str, Any]:
    """For each number of Carolingians the part of the sheet that shows their regions, with and without the rows."""
    found = {}
    for players, each in setup.items():
        lands = unary_union([shapes[region] for region in each["regions"]]).bounds
        trays = [
            (row["x"], row["y"], row["x"] + row["width"], row["y"] + row["height"])
            for row in rows
            if row["region"] in each["regions"]
        ]
        found[players] = {"lands": _frame(lands, desk), "all": _frame(_hull([lands, *trays]), desk)}
    return found


def _frame(bounds: tuple[float, float, float, float], desk: Desk) -> list[float]:
    """A view box about these bounds, a little larger, never beyond the sheet."""
    west, north = max(0.0, bounds[0] - AROUND), max(0.0, bounds[1] - AROUND)
    east, south = min(desk.width, bounds[2] + AROUND), min(desk.height, bounds[3] + AROUND)
    return rounded(west, north, east - west, south - north)

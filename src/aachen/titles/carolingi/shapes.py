"""The map of Carolingi as discs and lines: lands, borders, and who stands where."""

from __future__ import annotations

from math import cos, pi, sin

from aachen.games.carolingi.position import Position
from aachen.titles.shapes import COLOURS, LINE, PALE, Shape, disc

MARGIN = 0.06
FOREST = (120, 160, 110)
GANGS = (90, 70, 50)


def shapes(position: Position) -> list[Shape]:
    """Borders first, then lands in a ring of who controls them, then pieces, larger where there are more."""
    realm = position.realm
    places = _places(position)
    colours = [COLOURS.get(colour, LINE) for colour in realm.colours]
    drawn = []
    for land, near in enumerate(realm.neighbours):
        drawn += [Shape(*places[land], *places[other], 0.002, LINE) for other in near if other > land]
    for land, (x, y) in enumerate(places):
        seat = position.ruler[land]
        drawn.append(disc(x, y, 0.036, LINE if seat < 0 else colours[seat]))
        drawn.append(disc(x, y, 0.03, FOREST if position.is_forest(land) else PALE))
        for faction, colour in enumerate([*colours, GANGS]):
            number = position.pieces[land * realm.stride + faction]
            angle = 2 * pi * faction / realm.stride
            if number:
                radius = 0.005 + 0.0015 * min(number, 6)
                drawn.append(disc(x + 0.018 * cos(angle), y + 0.018 * sin(angle), radius, colour))
    return drawn


def _places(position: Position) -> list[tuple[float, float]]:
    """Where the lands lie in the square: north is up."""
    lands = position.realm.board.source["lands"]
    at = {land["id"]: (float(land.get("lon", 0)), float(land.get("lat", 0))) for land in lands}
    points = [at[name] for name in position.realm.lands]
    west, south = min(x for x, _ in points), min(y for _, y in points)
    span = max(max(x for x, _ in points) - west, max(y for _, y in points) - south) or 1.0
    room = 1 - 2 * MARGIN
    return [(MARGIN + room * (x - west) / span, 1 - MARGIN - room * (y - south) / span) for x, y in points]

"""The ring of Carolus Magnus as discs and lines."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin

from aachen.games.carolus.position import Position
from aachen.games.carolus.terms import CLAN_NAMES, CLANS, NOBODY, TERRITORIES
from aachen.titles.shapes import COLOURS, LINE, PALE, Shape, disc

EMPEROR = (212, 160, 23)


def shapes(position: Position) -> list[Shape]:
    """Territories around the ring; joined ones are tied by a line, and paladins lie in the region's first."""
    drawn = []
    for head in position.heads():
        places = [_place(territory, 0.38) for territory in position.territories_of(head)]
        for one, two in pairwise(places):
            drawn.append(Shape(*one, *two, 0.02, LINE))
        owner = position.owner[head]
        colour = PALE if owner == NOBODY else COLOURS[position.side_name(owner)]
        drawn += [disc(x, y, 0.05, LINE) for x, y in places] + [disc(x, y, 0.047, colour) for x, y in places]
        if head == position.emperor:
            drawn.append(disc(*_place(head, 0.27), 0.03, EMPEROR))
        drawn += _paladins(position, head)
    return drawn


def _paladins(position: Position, head: int) -> list[Shape]:
    x, y = _place(head, 0.38)
    drawn = []
    for clan, name in enumerate(CLAN_NAMES):
        number = position.paladins[head * CLANS + clan]
        angle = 2 * pi * clan / CLANS
        if number:
            radius = 0.006 + 0.002 * min(number, 5)
            drawn.append(disc(x + 0.028 * cos(angle), y + 0.028 * sin(angle), radius, COLOURS[name]))
    return drawn


def _place(territory: int, radius: float) -> tuple[float, float]:
    angle = 2 * pi * territory / TERRITORIES - pi / 2
    return 0.5 + radius * cos(angle), 0.5 + radius * sin(angle)

"""Every action of Carolus Magnus: an int inside, a name with its parts at the edges.

The table is the same for every number of players.
Codes below `possible` can be legal; the codes after it can be spoken but never happen
(an Emperor who stays, or who makes more steps than any disc has) and exist so that they can be refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aachen.core.named_actions import Parts, parts_of, read_number, read_word
from aachen.games.carolus.terms import CLAN_NAMES, CLANS, DISCS, PLACE_NAMES, PLACES, TERRITORIES

LAY: Final = 0
PUT: Final = 1
ADVANCE: Final = 2
CROWN_FOR: Final = 3

# The parts of each action at the edges: key and what it names.
PARTS: Final[dict[str, Parts]] = {
    "lay": (("disc", "disc"),),
    "put": (("clan", "clan"), ("place", "place")),
    "advance": (("steps", "steps"),),
    "crown": (("clan", "clan"),),
}
NAMES: Final[tuple[str, ...]] = tuple(PARTS)


class Actions:
    """The table of all actions: three parallel lists, indexed by code."""

    def __init__(self) -> None:
        self.kind: list[int] = []
        self.x: list[int] = []
        self.y: list[int] = []
        self._codes: dict[tuple[int, int, int], int] = {}
        self._list_possible()
        self.possible = len(self.kind)
        self._list_impossible()

    def _add(self, kind: int, x: int, y: int = 0) -> None:
        self._codes[(kind, x, y)] = len(self.kind)
        self.kind.append(kind)
        self.x.append(x)
        self.y.append(y)

    def _list_possible(self) -> None:
        for disc in range(1, DISCS + 1):
            self._add(LAY, disc)
        for steps in range(1, DISCS + 1):
            self._add(ADVANCE, steps)
        for clan in range(CLANS):
            self._add(CROWN_FOR, clan)
        for clan in range(CLANS):
            for place in range(PLACES):
                self._add(PUT, clan, place)

    def _list_impossible(self) -> None:
        self._add(ADVANCE, 0)
        for steps in range(DISCS + 1, TERRITORIES + 1):
            self._add(ADVANCE, steps)

    def code(self, kind: int, x: int, y: int = 0) -> int:
        """The code of an action that is in the table."""
        return self._codes[(kind, x, y)]

    def named(self, code: int) -> dict[str, object]:
        """An action as people and programs outside know it."""
        kind, x, y = self.kind[code], self.x[code], self.y[code]
        if kind == LAY:
            return {"do": "lay", "disc": x}
        if kind == PUT:
            return {"do": "put", "clan": CLAN_NAMES[x], "place": PLACE_NAMES[y]}
        if kind == ADVANCE:
            return {"do": "advance", "steps": x}
        return {"do": "crown", "clan": CLAN_NAMES[x]}

    def read(self, named: Mapping[str, object]) -> int:
        """The code of a named action, or bad input that says which part cannot be understood."""
        values = [_read_part(f"action.{key}", what, given) for key, what, given in parts_of(named, PARTS)]
        return self.code(NAMES.index(str(named["do"])), values[0], values[1] if len(values) > 1 else 0)


def _read_part(where: str, what: str, given: object) -> int:
    if what == "clan":
        return read_word("no_such_clan", where, given, CLAN_NAMES)
    if what == "place":
        return read_word("no_such_spot", where, given, PLACE_NAMES)
    least, most = (1, DISCS) if what == "disc" else (0, TERRITORIES)
    return read_number(where, given, least, most)

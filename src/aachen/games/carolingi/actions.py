"""Every action of Carolingi: an int inside, a name with its parts at the edges.

The table is made once per realm.
Codes below `possible` can be legal on this board; the codes after it can be spoken but never happen
(a march between lands that do not touch, four gangs soothed at once …) and exist so that they can be refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from aachen.core.errors import bad
from aachen.core.named_actions import Parts, parts_of, read_number, read_word
from aachen.games.carolingi.terms import MOST_IN_ONE_LAND, NO_ACTION, PEACE, SEASON_NAMES, SEASONS, TILES

PLACE: Final = 0
SWAP: Final = 1
KEEP: Final = 2
DONE: Final = 3
SETTLE: Final = 4
SEND: Final = 5
UNFOLD: Final = 6
ACTIVATE: Final = 7
BUILD: Final = 8
EQUIP_MISSI: Final = 9
MARCH: Final = 10
FIGHT: Final = 11
TROPHY: Final = 12
CALM: Final = 13
EXPEL: Final = 14
EXTRA: Final = 15
LAY: Final = 16  # hourglass (8): one tile at a time
SAND: Final = 17  # hourglass: the sand has run out
OCCUPY: Final = 18  # set-up rounds (6.1.2 a)
SERVE: Final = 19  # (6.1.2 b)
JOIN: Final = 20  # (6.1.2 c)
CLAIM: Final = 21  # a homeland (6.2.1 c)
BANISH: Final = 22  # gangs from the new homeland
SOLVE: Final = 23  # a problem (814 §4.2.2)
HONOUR: Final = 24  # a follower on the honour board (814 §4.2.3)

KEEP_CODE: Final = 0
DONE_CODE: Final = 1
TROPHY_CODE: Final = 2
SAND_CODE: Final = 3
OCCUPY_CODE: Final = 4
SERVE_CODE: Final = 5

COURT_PLACES: Final[tuple[str, ...]] = ("missi", "leudes", "nobiles")  # where an honoured follower comes from

MOST_AT_ONCE: Final = 3  # missi to the homeland (5.1 a), gangs soothed (5.7)

# The parts of each action at the edges: key and what it names.
PARTS: Final[dict[str, Parts]] = {
    "place": (("tiles", "tiles"),),
    "swap": (("give", "tile"), ("take", "tile")),
    "keep": (),
    "done": (),
    "settle": (("missi", "number"),),
    "send": (("land", "land"),),
    "unfold": (("land", "land"),),
    "activate": (("tile", "tile"),),
    "build": (("land", "land"),),
    "equip": (("missi", "steps"), ("leudes", "steps")),
    "march": (("from", "land"), ("to", "land"), ("followers", "number")),
    "fight": (("land", "land"),),
    "trophy": (),
    "soothe": (("land", "land"), ("gangs", "number")),
    "expel": (("seat", "seat"),),
    "extra": (("tile", "tile"),),
    "lay": (("tile", "tile"),),
    "sand": (),
    "occupy": (),
    "serve": (),
    "join": (("land", "land"),),
    "claim": (("land", "land"),),
    "banish": (("land", "land"),),
    "solve": (("season", "season"),),
    "honour": (("from", "place"),),
}
NAMES: Final[tuple[str, ...]] = tuple(PARTS)
LAND_KINDS: Final[tuple[int, ...]] = (SEND, UNFOLD, BUILD, FIGHT, JOIN, CLAIM, BANISH)


class Actions:
    """The table of all actions of a realm: four parallel lists, indexed by code."""

    def __init__(
        self,
        lands: list[str],
        absent: list[str],
        colours: list[str],
        tiles: list[str],
        neighbours: list[list[int]],
    ) -> None:
        self.tiles = tiles
        self.lands = lands
        self.absent = absent
        self.colours = colours
        self.kind: list[int] = []
        self.x: list[int] = []
        self.y: list[int] = []
        self.n: list[int] = []
        self._codes: dict[tuple[int, int, int, int], int] = {}
        self._list_possible(neighbours)
        self.possible = len(self.kind)
        self._list_impossible(neighbours)

    def _add(self, kind: int, x: int = 0, y: int = 0, n: int = 0) -> None:
        self._codes[(kind, x, y, n)] = len(self.kind)
        self.kind.append(kind)
        self.x.append(x)
        self.y.append(y)
        self.n.append(n)

    def _list_possible(self, neighbours: list[list[int]]) -> None:
        self._add(KEEP)
        self._add(DONE)
        self._add(TROPHY)
        self._add(SAND)
        self._add(OCCUPY)
        self._add(SERVE)
        for first in range(TILES):
            for second in range(first, TILES):
                if not (first == PEACE or second == PEACE) or second == NO_ACTION:
                    self._add(PLACE, first, second)
        for give in range(NO_ACTION):
            for take in range(PEACE):
                self._add(SWAP, give, take)
        for tile in range(NO_ACTION):
            self._add(ACTIVATE, tile)
        for tile in range(PEACE):
            self._add(EXTRA, tile)
        for tile in range(TILES):
            self._add(LAY, tile)
        for season in range(SEASONS):
            self._add(SOLVE, season)
        for place in range(len(COURT_PLACES)):
            self._add(HONOUR, place)
        for seat in range(len(self.colours)):
            self._add(EXPEL, seat)
        for number in range(1, MOST_AT_ONCE + 1):
            self._add(SETTLE, 0, 0, number)
        for missi in range(MOST_IN_ONE_LAND + 1):
            for leudes in range(MOST_IN_ONE_LAND + 1):
                if missi + leudes > 0:
                    self._add(EQUIP_MISSI, missi, leudes)
        for kind in (SEND, UNFOLD, BUILD, FIGHT, JOIN, CLAIM, BANISH):
            for land in range(len(self.lands)):
                self._add(kind, land)
        for land in range(len(self.lands)):
            for number in range(1, MOST_AT_ONCE + 1):
                self._add(CALM, land, 0, number)
        for land in range(len(self.lands)):
            for other in neighbours[land]:
                for number in range(1, MOST_IN_ONE_LAND + 1):
                    self._add(MARCH, land, other, number)

    def _list_impossible(self, neighbours: list[list[int]]) -> None:
        for tile in range(PEACE + 1):
            self._add(PLACE, tile, PEACE)
        for give in range(TILES):
            for take in range(TILES):
                if give == NO_ACTION or take >= PEACE:
                    self._add(SWAP, give, take)
        self._add(ACTIVATE, NO_ACTION)
        self._add(EXTRA, PEACE)
        self._add(EXTRA, NO_ACTION)
        self._add(EQUIP_MISSI, 0, 0)
        for number in range(MOST_AT_ONCE + 1, MOST_IN_ONE_LAND + 1):
            self._add(SETTLE, 0, 0, number)
            for land in range(len(self.lands)):
                self._add(CALM, land, 0, number)
        for land in range(len(self.lands)):
            for other in range(len(self.lands)):
                if other not in neighbours[land]:
                    for number in range(1, MOST_IN_ONE_LAND + 1):
                        self._add(MARCH, land, other, number)

    def code(self, kind: int, x: int = 0, y: int = 0, n: int = 0) -> int:
        """The code of an action that is in the table."""
        return self._codes[(kind, x, y, n)]

    def named(self, code: int) -> dict[str, object]:
        """An action as people and programs outside know it."""
        kind, x, y, n = self.kind[code], self.x[code], self.y[code], self.n[code]
        data: dict[str, object] = {"do": NAMES[kind]}
        if kind == PLACE:
            data["tiles"] = [self.tiles[x], self.tiles[y]]
        elif kind == SWAP:
            data["give"] = self.tiles[x]
            data["take"] = self.tiles[y]
        elif kind == SETTLE:
            data["missi"] = n
        elif kind in LAND_KINDS:
            data["land"] = self.lands[x]
        elif kind == ACTIVATE or kind == EXTRA or kind == LAY:
            data["tile"] = self.tiles[x]
        elif kind == EQUIP_MISSI:
            data["missi"] = x
            data["leudes"] = y
        elif kind == MARCH:
            data["from"] = self.lands[x]
            data["to"] = self.lands[y]
            data["followers"] = n
        elif kind == CALM:
            data["land"] = self.lands[x]
            data["gangs"] = n
        elif kind == EXPEL:
            data["seat"] = self.colours[x]
        elif kind == SOLVE:
            data["season"] = SEASON_NAMES[x]
        elif kind == HONOUR:
            data["from"] = COURT_PLACES[x]
        return data

    def read(self, named: Mapping[str, object]) -> int:
        """The code of a named action, or bad input that says which part cannot be understood."""
        values: list[int] = []
        for key, what, given in parts_of(named, PARTS):
            values += self._read_part(f"action.{key}", what, given)
        return self._code_of(NAMES.index(str(named["do"])), values)

    def _code_of(self, kind: int, values: list[int]) -> int:
        if kind == PLACE:
            return self.code(PLACE, min(values), max(values))
        if kind == SETTLE:
            return self.code(SETTLE, 0, 0, values[0])
        if kind == CALM:
            return self.code(CALM, values[0], 0, values[1])
        return self.code(kind, *values)

    def _read_part(self, where: str, what: str, given: object) -> list[int]:
        if what == "tiles":
            if not isinstance(given, list) or len(given) != 2:
                raise bad("action_two_tiles", where, given=str(given))
            return [read_word("no_such_tile", where, tile, self.tiles) for tile in given]
        if what == "number" or what == "steps":
            return [read_number(where, given, 0 if what == "steps" else 1, MOST_IN_ONE_LAND)]
        if what == "land" and given in self.absent:
            raise bad("land_not_taking_part", where, land=str(given))
        return [read_word(f"no_such_{what}", where, given, self._words(what))]

    def _words(self, what: str) -> Sequence[str]:
        """The words for a part of this kind."""
        if what == "tile":
            return self.tiles
        if what == "land":
            return self.lands
        if what == "season":
            return SEASON_NAMES
        return COURT_PLACES if what == "place" else self.colours

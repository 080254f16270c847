"""What a person types at a table of this game: lands, tiles, seats, seasons and numbers in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from aachen.games.carolingi.actions import COURT_PLACES, PARTS
from aachen.games.carolingi.terms import CO_REGENT, PEACE, SEASON_NAMES, TILE_NAMES
from aachen.games.carolingi.variant import SCENARIO
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.terminal.reader import (
    COMMANDS,
    Action,
    Reader,
    Unclear,
    called,
    match,
    names_of,
)

PASSES: Final = ("done", "keep")  # what number 0 stands for
REPEATED: Final = ("send", "build", "banish")  # a number after them means: so often
LISTED: Final = ("lay",)  # one thing at a time, but several may be named at once
MOST_REPEATS: Final = 24


def number_offers(offers: Sequence[Action]) -> dict[int, Action]:
    """Offers by number: done or keep is 0, the others count from 1."""
    numbered: dict[int, Action] = {}
    following = 1
    for offer in offers:
        if offer["do"] in PASSES:
            numbered[0] = offer
        else:
            numbered[following] = offer
            following += 1
    return numbered


class CarolingiReader(Reader):
    """Understands what is typed at one table, in one language."""

    commands = COMMANDS

    def __init__(self, wording: CarolingiWording, lands: Iterable[str], colours: Iterable[str]) -> None:
        self.words = wording
        both = (wording.in_language("en"), wording)
        tiles = list(TILE_NAMES)
        if wording.variant == SCENARIO:
            tiles[PEACE] = CO_REGENT
        names = {
            "land": {land: names_of([land, wording.land(land)]) for land in lands},
            "tile": {tile: called(both, tile, f"tile.{tile}", f"tile_short.{tile}") for tile in tiles},
            "seat": {colour: names_of([colour, wording.seat(colour)]) for colour in colours},
            "season": {season: called(both, season, f"season.{season}") for season in SEASON_NAMES},
            "place": {place: called(both, place, f"place.{place}") for place in COURT_PLACES},
        }
        super().__init__(wording, PARTS, names)

    def number(self, offers: Sequence[Action]) -> dict[int, Action]:
        """Offers by their numbers."""
        return number_offers(offers)

    # One action

    def parse(self, do: str, words: list[str]) -> list[Action]:
        """The action with its parts, in whatever order they are named; some may be done several times."""
        found = self._classify(do, words)
        action: Action = {"do": do}
        for key, what in PARTS[do]:
            action[key] = self._take(do, what, found)
        times = found["number"].pop() if do in REPEATED and len(found["number"]) == 1 else 1
        more = self._listed(do, found) if do in LISTED else []
        if any(found.values()) or not 1 <= times <= MOST_REPEATS:
            raise Unclear("play.too_much", usage=self.usage(do))
        return [action.copy() for _ in range(times)] + more

    def _listed(self, do: str, found: dict[str, list[Any]]) -> list[Action]:
        """The same with everything else that was named: "battle develop" lays both."""
        ((key, what),) = PARTS[do]
        more: list[Action] = [{"do": do, key: name} for name in found[what]]
        found[what].clear()
        return more

    def _take(self, do: str, what: str, found: dict[str, list[Any]]) -> object:
        """The next thing of a kind among those that were said."""
        kind = {"steps": "number", "tiles": "tile"}.get(what, what)
        wanted = 2 if what == "tiles" else 1
        if what == "steps" and not found[kind] and len(PARTS[do]) > 1:
            return 0  # "equip 3": no nobiles are called
        if len(found[kind]) < wanted:
            raise Unclear("play.too_little", usage=self.usage(do))
        taken = found[kind][:wanted]
        del found[kind][:wanted]
        return taken if what == "tiles" else taken[0]

    def _classify(self, do: str, words: list[str]) -> dict[str, list[Any]]:
        """Sort the words into lands, tiles, seats, numbers and so on; only kinds that the action has."""
        kinds = {{"steps": "number", "tiles": "tile"}.get(what, what) for _, what in PARTS[do]}
        found: dict[str, list[Any]] = {"number": [], **{kind: [] for kind in self._names}}
        at = 0
        while at < len(words):
            if words[at].isdigit():
                found["number"].append(int(words[at][:6]))
                at += 1
                continue
            if not kinds & {"tile", "place"} and words[at] in self._fillers:  # "to" is not Toulouse
                at += 1
                continue
            for kind, names in self._names.items():
                name, length = match(names, words[at:]) if kind in kinds else (None, 0)
                if name is not None:
                    found[kind].append(name)
                    at += length
                    break
            else:
                if words[at] not in self._fillers:
                    raise Unclear("play.not_understood", text=words[at])
                at += 1
        return found

    def typed(self, action: Mapping[str, Any]) -> str:
        """An action as it could be typed."""
        words = [self.verb(str(action["do"]))]
        for key, what in PARTS[str(action["do"])]:
            value = action[key]
            if what == "land":
                words.append(self.words.land(value))
            elif what in ("season", "place"):
                words.append(self.wording.say(f"{what}.{value}"))
            elif what in ("tile", "tiles"):
                words += [
                    self.words.short_tile(tile) for tile in ([value] if isinstance(value, str) else value)
                ]
            else:
                words.append(self.wording.seat(value) if what == "seat" else str(value))
        return " ".join(words).lower()

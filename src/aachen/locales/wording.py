"""Carolingi in words: what happened, what may be done and why not, in one language.

Rules, logs and views speak in ids; here every fact is turned into what people call it, by the fact's key.
This room knows no other: what it is given, it knows by its shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from aachen.locales import Catalogue, catalogue

SEASON_NAMES: Final = ("winter", "spring", "summer", "autumn")

# What the value of a fact names, by its key.
LAND_FACTS: Final = frozenset({"land", "origin", "target", "card", "from", "to"})
SEAT_FACTS: Final = frozenset({"seat", "seats", "owner"})
TILE_FACTS: Final = frozenset({"tile", "give", "take", "tiles"})

# Facts that only some viewers have; with them an event has another sentence.
SECRET_FACTS: Final[dict[str, str]] = {
    "tiles_placed": "action",
    "swap_chosen": "action",
    "tile_swapped": "give",
    "tile_activated": "tile",
}

# The section that a reader may want to look up when this happens.
SECTION_OF_EVENT: Final[dict[str, str]] = {
    "palace_drawn": "2.2.8",
    "swapping_began": "3.3",
    "year_turned": "3.4",
    "gangs_gathered": "3.4",
    "court_day": "3.4",
    "time_is_up": "3.5",
    "archivium_renewed": "4",
    "row_overflowed": "4.1",
    "riot_spread": "4.1",
    "surplus_gang": "3.4",
    "hunger_began": "4.2",
    "bag_opened": "5.8",
    "contest_began": "5.8",
    "peace_failed": "5.8",
    "peace_made": "5.8",
}

View = Mapping[str, Any]


class Labelled(Protocol):
    """A land or a region of a board."""

    @property
    def id(self) -> str: ...
    @property
    def label(self) -> str: ...


class Board(Protocol):
    """Whatever labels lands and regions."""

    @property
    def lands(self) -> Sequence[Labelled]: ...
    @property
    def regions(self) -> Sequence[Labelled]: ...


class Refusal(Protocol):
    """Why the rules forbid an action."""

    def as_dict(self) -> dict[str, object]: ...


class Fault(Protocol):
    """What is wrong with something we were given."""

    code: str
    where: str
    facts: dict[str, object]


class Outcome(Protocol):
    """How a game ended."""

    def as_dict(self, seats: list[str]) -> dict[str, object]: ...


class Wording:
    """The words of one language for one board."""

    def __init__(self, language: str, board: Board) -> None:
        self.language = language
        self.board = board
        self.catalogue: Catalogue = catalogue(language)
        self._lands = {land.id: land.label for land in board.lands}
        self._regions = {region.id: region.label for region in board.regions}

    def in_language(self, language: str) -> Wording:
        """The same in another language."""
        return type(self)(language, self.board)

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence of the catalogue, its facts already in words."""
        return self.catalogue.say(key, **facts)

    # Names

    def tile(self, name: str) -> str:
        """A tile as the book of this language calls it."""
        return self.say(f"tile.{name}")

    def short_tile(self, name: str) -> str:
        """A tile in a word that fits a table."""
        return self.say(f"tile_short.{name}")

    def seat(self, colour: str) -> str:
        """A Carolingian, called by the colour; a board may have colours we have no word for."""
        key = f"colour.{colour}"
        return self.say(key) if self.catalogue.has(key) else colour.capitalize()

    def land(self, land: str) -> str:
        """A land as the board labels it; the Hunger card is named too."""
        return self.say("card.hunger") if land == "hunger" else self._lands.get(land, land)

    def region(self, region: str) -> str:
        """A region as the board labels it."""
        return self._regions.get(region, region)

    def season(self, season: str | int) -> str:
        """A season, by name or number."""
        return self.say(f"season.{SEASON_NAMES[season] if isinstance(season, int) else season}")

    def join(self, words: Iterable[str]) -> str:
        """A list as one says it: "a, b and c"."""
        rest = list(words)
        if len(rest) < 2:
            return "".join(rest)
        joined = rest[0]
        for word in rest[1:-1]:
            joined = self.say("list.more", first=joined, last=word)
        return self.say("list.two", first=joined, last=rest[-1])

    # Facts

    def _fact(self, key: str, value: object) -> object:
        """A fact in words, by its key."""
        if isinstance(value, list):
            return (
                self.join(str(self._fact(key, each)) for each in value)
                if key != "tiles"
                else self._tiles(value)
            )
        if key in LAND_FACTS:
            return self.land(str(value))
        if key in SEAT_FACTS:
            return self.seat(str(value))
        if key in TILE_FACTS and isinstance(value, str):
            return self.tile(value)
        if key == "season":
            return self.season(cast("str | int", value))
        if key == "region":
            return self.region(str(value))
        if key == "phase":
            return self.say(f"phase.{value}")
        if key == "action":
            return self.action(value) if isinstance(value, Mapping) else self.say(f"action.{value}")
        if key == "points" and isinstance(value, Mapping):
            return self.join(self.say("points.of", seat=self.seat(s), number=n) for s, n in value.items())
        return value

    def _tiles(self, tiles: list[object]) -> str:
        """Names of tiles, or the tiles of a bag: a colour and a tile each, or the event tile."""
        named = []
        for tile in tiles:
            if isinstance(tile, str):
                named.append(self.tile(tile))
            elif isinstance(tile, list) and len(tile) == 2:
                named.append(self.say("tile.of", seat=self.seat(tile[0]), tile=self.tile(tile[1])))
            else:
                named.append(self.tile("event"))
        return self.join(named) if named else self.say("pieces.nothing")

    def facts(self, facts: Mapping[str, object]) -> dict[str, object]:
        """All facts in words; followers and gangs together are the fact `pieces`."""
        worded = {key: self._fact(key, value) for key, value in facts.items()}
        if isinstance(facts.get("followers"), Mapping):
            worded["pieces"] = self.pieces(
                cast("Mapping[str, int]", facts["followers"]), facts.get("gangs", 0)
            )
        return worded

    def pieces(self, followers: Mapping[str, int], gangs: object) -> str:
        """Followers by colour and gangs: "2 followers of Red and 1 gang"."""
        named = [self.say("pieces.followers", seat=self.seat(s), number=n) for s, n in followers.items() if n]
        if gangs:
            named.append(self.say("pieces.gangs", number=gangs))
        return self.join(named) if named else self.say("pieces.nothing")

    # Sentences

    def event(self, event: Mapping[str, object]) -> str:
        """What happened, as its viewer may know it."""
        kind = str(event["event"])
        is_known = SECRET_FACTS.get(kind) in event
        sentence = self.say(f"event.{kind}.known" if is_known else f"event.{kind}", **self.facts(event))
        return sentence[:1].upper() + sentence[1:]

    def event_section(self, event: Mapping[str, object]) -> str:
        """The rule behind an event, where a reader may want it."""
        section = SECTION_OF_EVENT.get(str(event["event"]))
        return self.rule(section) if section else ""

    def action(self, action: Mapping[str, object]) -> str:
        """An action as a line of a menu."""
        return self.say(f"offer.{action['do']}", **self.facts(action))

    def rule(self, section: str, ruling: str = "") -> str:
        """A rule as it is cited."""
        if ruling:
            return self.say("rule.ruling", section=section, ruling=ruling)
        return self.say("rule.section", section=section)

    def refusal(self, refusal: Refusal | View) -> str:
        """Why the rules forbid something, and which rule it is."""
        told: View = refusal if isinstance(refusal, Mapping) else refusal.as_dict()
        sentence = self.say(f"refusal.{told['code']}", **self.facts(told["facts"]))
        return f"{sentence} ({self.rule(told['section'], told.get('ruling', ''))})"

    def fault(self, fault: Fault) -> str:
        """What is wrong with something we were given, and where. Ids stay as they are typed."""
        facts = {key: _as_given(value) for key, value in fault.facts.items()}
        # Not by `say`: a fact may be called "key" too.
        sentence = str(self.catalogue.entries[f"fault.{fault.code}"]).format(**facts)
        return self.say("fault.at", where=fault.where, sentence=sentence) if fault.where else sentence

    def prompt(self, view: View) -> str:
        """One sentence: what is asked of the viewer, or whom the table waits for."""
        viewer, phase = view["viewer"], view["phase"]
        if phase == "over":
            return self.say("prompt.over")
        if viewer not in view["to_act"]:
            seats = self.join(self.seat(seat) for seat in view["to_act"])
            return self.say("prompt.waiting", seats=seats, phase=self.say(f"phase.{phase}"))
        if phase == "acting":
            court, levies = view["courts"][viewer], view["victory"][viewer]["levies"]
            facts = {place: court[place] for place in ("missi", "leudes", "nobiles")}
            return self.say(f"prompt.{view['tile']}", levies=levies, **facts)
        if phase == "starving":
            return self.say("prompt.starving", **self.facts(view["hunger"]))
        return self.say(f"prompt.{phase}", season=self.season(view["season"]), year=view["year"])

    def hint(self, view: View) -> str:
        """What the rules say about what is asked, in a sentence or two, with the section."""
        name = view["tile"] if view["phase"] == "acting" else view["phase"]
        return self.say(f"hint.{name}")

    def outcome(self, outcome: Outcome | View, seats: list[str]) -> str:
        """How the game ended and by which rule."""
        told: View = outcome if isinstance(outcome, Mapping) else outcome.as_dict(seats)
        winners = [seat for seat in seats if told["places"][seat] == 1]
        ending = "shared" if len(winners) > 1 else told["ending"]
        names = self.join(self.seat(seat) for seat in winners)
        sentence = self.say(f"outcome.{ending}", seats=names, points=told["points"][winners[0]])
        return f"{sentence} ({self.rule(told['section'], told['ruling'])})."

    def standings(self, outcome: Outcome | View, seats: list[str]) -> list[str]:
        """The places, a line each."""
        told: View = outcome if isinstance(outcome, Mapping) else outcome.as_dict(seats)
        places, points = told["places"], told["points"]
        return [
            self.say("outcome.place", place=places[seat], seat=self.seat(seat), points=points[seat])
            for seat in sorted(seats, key=lambda seat: places[seat])
        ]


def _as_given(value: object) -> object:
    return ", ".join(str(each) for each in value) if isinstance(value, list) else value

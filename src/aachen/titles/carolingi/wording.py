"""Carolingi in words: what happened, what may be done and why not, in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, Self, cast

from aachen.locales.wording import View, Wording, begun

SEASON_NAMES: Final = ("winter", "spring", "summer", "autumn")

# What the value of a fact names, by its key.
LAND_FACTS: Final = frozenset({"land", "origin", "target", "card", "from", "to"})
SEAT_FACTS: Final = frozenset({"seat", "seats", "owner", "winner"})
TILE_FACTS: Final = frozenset({"tile", "give", "take", "tiles", "problem"})
COURT_PLACES: Final = frozenset({"missi", "leudes", "nobiles"})
PLACE_FORMS: Final = ("in", "to", "from", "of", "the", "obj")
SEASON_FORMS: Final = ("in", "to", "the")
CARDS: Final = frozenset({"hunger", "anarchy", "rebellion"})  # those that are no lands

# Where a variant has words of its own: they are looked for under the key with these endings, in this order.
ENDINGS_OF_VARIANT: Final[dict[str, tuple[str, ...]]] = {
    "base": (),
    "advanced": (".advanced",),
    "814": (".814", ".advanced"),
}

# Facts that only some viewers have; with them an event has another sentence.
SECRET_FACTS: Final[dict[str, str]] = {
    "tiles_placed": "action",
    "swap_chosen": "action",
    "tile_swapped": "give",
    "tile_activated": "tile",
    "tile_laid": "tile",
}

# Events whose sentence is chosen by a fact.
FORM_OF_EVENT: Final[dict[str, str]] = {"founder_placed": "how"}

# The section that a reader may want to look up when this happens.
SECTION_OF_EVENT: Final[dict[str, str]] = {
    "palace_drawn": "2.2.8",
    "forest_grew": "6.1.2",
    "first_gangs": "6.1.3",
    "homeland_claimed": "6.2.1",
    "anarchy_began": "7.1",
    "rebellion_began": "7.2",
    "sand_ran_out": "8",
    "tile_blocked": "814 §4.2.1",
    "problem_solved": "814 §4.2.2",
    "honour_forgotten": "814 §4.2.3",
    "skuld_met_problems": "814 §4.1",
    "heirs_failed": "814 §5",
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


class Labelled(Protocol):
    """A land or a region of a board."""

    @property
    def id(self) -> str: ...
    @property
    def label(self) -> str: ...


class LabelledBoard(Protocol):
    """Whatever labels lands and regions."""

    @property
    def lands(self) -> Sequence[Labelled]: ...
    @property
    def regions(self) -> Sequence[Labelled]: ...


class CarolingiWording(Wording):
    """The words of one language for one board and one variant of the rules."""

    package = "aachen.titles.carolingi"
    sections = SECTION_OF_EVENT
    secret_facts = SECRET_FACTS
    forms = FORM_OF_EVENT

    def __init__(self, language: str, board: LabelledBoard, variant: str = "base") -> None:
        super().__init__(language)
        self.board = board
        self.variant = variant
        self.endings = ENDINGS_OF_VARIANT[variant]
        self._lands = {land.id: land.label for land in board.lands}
        self._regions = {region.id: region.label for region in board.regions}

    def in_language(self, language: str) -> Self:
        """The same in another language."""
        return type(self)(language, self.board, self.variant)

    # Names

    def tile(self, name: str) -> str:
        """A tile as the book of this language calls it."""
        return self.say(f"tile.{name}")

    def short_tile(self, name: str) -> str:
        """A tile in a word that fits a table."""
        return self.say(f"tile_short.{name}")

    def land(self, land: str) -> str:
        """A land as this language calls it; Hunger and the other cards without a land are named too."""
        return self.say(f"card.{land}") if land in CARDS else self._place(self._lands.get(land, land))

    def region(self, region: str) -> str:
        """A region as this language calls it."""
        return self._place(self._regions.get(region, region))

    def _place(self, label: str) -> str:
        """A place of the board by its label; places of other boards keep their labels."""
        key = f"place.{label}"
        return self.say(key) if self.catalogue.has(key) else label

    def land_forms(self, fact: str, land: str) -> dict[str, object]:
        """A land as a fact with its forms: "Hessen", "in Hessen", "to Hessen", "from Hessen", "of Hessen"."""
        return self.name_forms(fact, "place", self._lands.get(land, land), self.land(land), PLACE_FORMS)

    def region_forms(self, fact: str, region: str) -> dict[str, object]:
        """A region as a fact with its forms."""
        return self.name_forms(
            fact, "place", self._regions.get(region, region), self.region(region), PLACE_FORMS
        )

    def season_forms(self, fact: str, season: str | int) -> dict[str, object]:
        """A season as a fact with its forms: "winter", "in winter" …"""
        item = SEASON_NAMES[season] if isinstance(season, int) else season
        return self.name_forms(fact, "season", item, self.season(season), SEASON_FORMS)

    def season(self, season: str | int) -> str:
        """A season, by name or number."""
        return self.say(f"season.{SEASON_NAMES[season] if isinstance(season, int) else season}")

    def name(self, name: str) -> str:
        """Anything that may be typed: a tile, a season, a place of a court, a seat or a land."""
        for family in ("tile", "season", "place", "colour"):
            if self.catalogue.has(f"{family}.{name}"):
                return self.say(f"{family}.{name}")
        return self.land(name)

    # Facts

    def fact(self, key: str, value: object) -> object:
        """A fact in words, by its key."""
        if isinstance(value, list):
            return (
                self.join(str(self.fact(key, each)) for each in value)
                if key != "tiles"
                else self._tiles(value)
            )
        if value is None:
            return ""
        if key in ("from", "place") and value in COURT_PLACES:
            return self.say(f"place.{value}")
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
            return self.action(value) if isinstance(value, Mapping) else self.say(self.key(f"action.{value}"))
        if key == "points" and isinstance(value, Mapping):
            return self.join(
                self.say("points.of", **self.seat_forms("seat", s), number=n) for s, n in value.items()
            )
        return value

    def _tiles(self, tiles: list[object]) -> str:
        """Names of tiles, or the tiles of a bag: a colour and a tile each, or the event tile."""
        named = []
        for tile in tiles:
            if isinstance(tile, str):
                named.append(self.tile(tile))
            elif isinstance(tile, list) and len(tile) == 2:
                named.append(self.say("tile.of", **self.seat_forms("seat", tile[0]), tile=self.tile(tile[1])))
            else:
                named.append(self.tile("event"))
        return self.join(named) if named else self.say("pieces.nothing")

    def facts(self, facts: Mapping[str, object]) -> dict[str, object]:
        """All facts in words; followers and gangs together are the fact `pieces`."""
        worded = super().facts(facts)
        if isinstance(facts.get("followers"), Mapping):
            worded["pieces"] = self.pieces(
                cast("Mapping[str, int]", facts["followers"]), facts.get("gangs", 0)
            )
        return worded

    def forms_of(self, key: str, value: object) -> dict[str, object]:
        """The forms of a fact that names one place, season or seat."""
        if key == "season" and isinstance(value, str | int):
            return self.season_forms(key, value)
        if not isinstance(value, str) or value in COURT_PLACES:
            return {}
        if key in LAND_FACTS:
            return self.land_forms(key, value)
        if key == "region":
            return self.region_forms(key, value)
        return self.seat_forms(key, value) if key in SEAT_FACTS else {}

    def pieces(self, followers: Mapping[str, int], gangs: object) -> str:
        """Followers by colour and gangs: "2 followers of Red and 1 gang"."""
        named = [
            self.say("pieces.followers", **self.seat_forms("seat", seat), number=number)
            for seat, number in followers.items()
            if number
        ]
        if gangs:
            named.append(self.say("pieces.gangs", number=gangs))
        return self.join(named) if named else self.say("pieces.nothing")

    # Sentences

    def offer(self, action: Mapping[str, object], view: View) -> str:
        """An action as a line of the menu at this moment, which may know more: the card or the tile that was drawn."""
        key = f"offer.{action['do']}.{_within_tile(view) or view['phase']}"
        if not self.catalogue.has(key):
            return self.action(action)
        founding = view.get("founding") or {"card": None}
        known = self.facts({"card": founding["card"], "tile": view["tile"]})
        return begun(self.say(key, **(known | self.facts(action))))

    def question(self, view: View) -> str:
        """What is asked of the viewer."""
        viewer, phase = view["viewer"], view["phase"]
        if phase == "acting":
            return self._acting_prompt(view)
        if phase == "starving":
            return self.say("prompt.starving", **self.facts(view["hunger"]))
        if phase == "founding":
            return self._founding_prompt(view)
        when = {**self.season_forms("season", view["season"]), "year": view["year"]}
        if phase == "placing" and view["variant"]["hourglass"]:
            first = view["courts"][viewer]["laid"]
            return (
                self.say("prompt.lay_second", tile=self.tile(first))
                if first
                else self.say("prompt.lay", **when)
            )
        return self.say(f"prompt.{phase}", **when)

    def _acting_prompt(self, view: View) -> str:
        court = view["courts"][view["viewer"]]
        moment = _within_tile(view)
        if moment is not None:
            return self.say(f"prompt.{moment}", **self.land_forms("land", court["homeland"] or ""))
        facts = {place: court[place] for place in ("missi", "leudes", "nobiles")}
        levies = view["victory"][view["viewer"]]["levies"]
        return self.say(f"prompt.{view['tile']}", levies=levies, **facts)

    def _founding_prompt(self, view: View) -> str:
        card, to_come = view["founding"]["card"], view["founding"]["founders"][view["viewer"]] - 1
        if card is None:
            return self.say("prompt.founding_none", number=to_come)
        return self.say("prompt.founding", **self.land_forms("card", card), number=to_come)

    def hint(self, view: View) -> str:
        """What the rules say about what is asked, in a sentence or two, with the section."""
        if view["phase"] == "placing" and view["variant"]["hourglass"]:
            return self.say("hint.lay")
        if view["phase"] == "acting":
            return self.say(self.key(f"hint.{_within_tile(view) or view['tile']}"))
        return self.say(self.key(f"hint.{view['phase']}"))


def _within_tile(view: View) -> str | None:
    """What a tile asks for after its first part: where gangs are driven to, or who is honoured."""
    kinds = {offer["do"] for offer in view.get("offers", [])}
    return "banish" if "banish" in kinds else "honour" if "honour" in kinds else None

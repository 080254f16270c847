"""Carolus Magnus in words: what happened, what may be done and why not, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aachen.core.outcome import Outcome
from aachen.locales.wording import View, Wording, outcome_data

SEAT_FACTS: Final = frozenset({"seat", "seats", "holder"})
SIDE_FACTS: Final = frozenset({"side", "loser"})
LETTER_FACTS: Final = frozenset({"region", "regions", "territory"})
CROWN: Final = "crown"

# The section that a reader may want to look up when this happens.
SECTION_OF_EVENT: Final[dict[str, str]] = {
    "first_drawn": "CM2",
    "discs_returned": "CM2",
    "emblem_taken": "CM3.1",
    "emblem_won": "CM3.1",
    "clan_returned": "CM3.3",
    "die_became_crown": "CM3.3",
    "crowns_lost": "CM3.3",
    "castle_built": "CM4.1",
    "region_conquered": "CM4.2",
    "regions_joined": "CM4.3",
    "goal_reached": "CM5",
    "few_regions_left": "CM5",
    "rounds_over": "CM5",
}


class CarolusWording(Wording):
    """The words of one language for the ring."""

    package = "aachen.titles.carolus"
    endings = (".carolus",)  # some actions have the same names as those of another game
    sections = SECTION_OF_EVENT

    # Names

    def clan(self, clan: str) -> str:
        """A clan, called by its colour."""
        return self.say(f"clan.{clan}")

    def face(self, face: str) -> str:
        """A face of a die."""
        return self.say("face.crown") if face == CROWN else self.clan(face)

    def region(self, region: str) -> str:
        """A region or a territory: its letter."""
        return region.upper()

    def name(self, name: str) -> str:
        """Anything that may be typed: a clan or a region."""
        return self.clan(name) if self.catalogue.has(f"clan.{name}") else name.upper()

    def place(self, place: str) -> str:
        """Where a paladin goes."""
        return self.say("place.court") if place == "court" else self.say("place.region", region=place.upper())

    def forces(self, forces: Mapping[str, int]) -> str:
        """The forces in a region, as people say them: White 3 : Black 1."""
        return " : ".join(
            self.say("force.of", side=self.side(side), number=number) for side, number in forces.items()
        )

    # Facts

    def fact(self, key: str, value: object) -> object:
        """A fact in words, by its key."""
        if key == "forces" and isinstance(value, Mapping):
            return self.forces(value)
        if key == "dealt" and isinstance(value, Mapping):
            return ", ".join(
                self.say("dealt.of", region=self.region(territory), clan=self.clan(clan))
                for territory, clan in value.items()
            )
        if isinstance(value, list):
            return self.join(str(self.fact(key, each)) for each in value)
        word = str(value)
        if key in SEAT_FACTS:
            return self.seat(word)
        if key in SIDE_FACTS:
            return self.side(word)
        if key in LETTER_FACTS:
            return self.region(word)
        if key == "clan":
            return self.clan(word)
        if key == "dice":
            return self.face(word)
        if key == "place" and isinstance(value, str):
            return self.place(word)
        if key in ("action", "phase") and isinstance(value, str):
            return self.say(self.key(f"{key}.{value}"))
        return value

    def forms_of(self, key: str, value: object) -> dict[str, object]:
        """The forms of a seat or a side: "of White"."""
        if not isinstance(value, str):
            return {}
        if key in SIDE_FACTS:
            return self.name_forms(key, "seat", value, self.side(value), ("of",))
        return self.seat_forms(key, value) if key in SEAT_FACTS else {}

    # Sentences

    def question(self, view: View) -> str:
        """What is asked of the viewer."""
        viewer, phase = view["viewer"], view["phase"]
        number = view["paladins_to_put"] if phase == "putting" else view["crowns"]
        disc = view["courts"][viewer]["disc"]
        return self.say(f"prompt.{phase}", round=view["round"], number=number, disc=disc)

    def outcome(self, outcome: Outcome | View, seats: list[str]) -> str:
        """How the game ended and by which rule; partners win together, sides may share."""
        data = outcome_data(outcome, seats)
        winners = [seat for seat in seats if data["places"][seat] == 1]
        is_shared = len(winners) == len(seats) or (len(seats) == 3 and len(winners) > 1)
        key = f"outcome.{data['ending']}.shared" if is_shared else f"outcome.{data['ending']}"
        names = self.join(self.seat(seat) for seat in winners)
        sentence = self.say(key, seats=names, points=data["points"][winners[0]])
        return f"{sentence} ({self.rule(data['section'], data['ruling'])})."

    def standings(self, outcome: Outcome | View, seats: list[str]) -> list[str]:
        """The places, a line each."""
        data = outcome_data(outcome, seats)
        places, points = data["places"], data["points"]
        return [
            self.say("outcome.castles", place=places[seat], seat=self.seat(seat), points=points[seat])
            for seat in sorted(seats, key=lambda seat: places[seat])
        ]

"""A game in words: what every title's wording has in common.

Rules, logs and views speak in ids; a wording turns every fact into what people call it, by the fact's key.
This package imports no other of ours: what it is given, it knows by its shape.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

from aachen.core.errors import Refusal
from aachen.core.outcome import Outcome
from aachen.locales import catalogue

SEAT_FACTS: Final = frozenset({"seat", "seats"})
VOWELS: Final = frozenset("aeiouy")
NONE: Final = ".none"  # the ending of a sentence for an event that lacks a fact

View = Mapping[str, Any]


class Wording:
    """The words of one game in one language. A title's own wording says what its facts are called."""

    package = ""  # where the title's sentences lie
    endings: tuple[str, ...] = ()  # keys with these endings come first, where a variant has its own words
    sections: Mapping[str, str] = {}  # of events: the rule that a reader may want to look up
    secret_facts: Mapping[
        str, str
    ] = {}  # of events: a fact that only some viewers have, with its own sentence
    forms: Mapping[str, str] = {}  # of events: the fact that chooses the sentence

    def __init__(self, language: str) -> None:
        self.language = language
        self.catalogue = catalogue(language, self.package)

    def in_language(self, language: str) -> Self:
        """The same in another language."""
        return type(self)(language)

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence of the catalogue, its facts already in words."""
        return self.catalogue.say(key, **facts)

    def key(self, key: str) -> str:
        """The key under which this variant has the sentence."""
        for ending in self.endings:
            if self.catalogue.has(key + ending):
                return key + ending
        return key

    # Names

    def seat(self, seat: str) -> str:
        """A seat, called by its colour; one that we have no word for is called as it is."""
        key = f"colour.{seat}"
        return self.say(key) if self.catalogue.has(key) else seat.capitalize()

    def side(self, side: str) -> str:
        """A side of partners."""
        return self.say(f"side.{side}")

    def name_forms(
        self, fact: str, family: str, item: str, name: str, forms: Iterable[str]
    ) -> dict[str, object]:
        """A name as a fact, with the forms that sentences need: `land`, `land_in`, `land_to` …

        A form has a message of its own, `place.Hessen.in`; names without one follow that of the family, `place.in`,
        or `place.in.vowel` where the language has it and the name begins with a vowel.
        """
        worded: dict[str, object] = {fact: name}
        for form in forms:
            worded[f"{fact}_{form}"] = self._form(f"{family}.{item}.{form}", f"{family}.{form}", name)
        return worded

    def _form(self, key: str, general: str, name: str) -> str:
        if self.catalogue.has(key):
            return self.say(key)
        elided = f"{general}.vowel"
        begins = unicodedata.normalize("NFD", name[:1]).lower()[:1]
        return self.say(elided if begins in VOWELS and self.catalogue.has(elided) else general, name=name)

    def name(self, name: str) -> str:
        """Anything a player may have typed a part of, as people call it."""
        return self.seat(name)

    def join(self, words: Iterable[str]) -> str:
        """A list as one says it: "a, b and c"."""
        return self.catalogue.join(list(words))

    # Facts

    def fact(self, key: str, value: object) -> object:
        """A fact in words, by its key."""
        if isinstance(value, list):
            return self.join(str(self.fact(key, each)) for each in value)
        return self.seat(str(value)) if key in SEAT_FACTS else value

    def facts(self, facts: Mapping[str, object]) -> dict[str, object]:
        """All facts in words, with the forms of names."""
        worded = {key: self.fact(key, value) for key, value in facts.items()}
        for key, value in facts.items():
            worded |= self._all_forms_of(key, value)
        return worded

    def _all_forms_of(self, key: str, value: object) -> dict[str, object]:
        """The forms of a name, or of a list of names: "in A and in B"."""
        if not isinstance(value, list):
            return self.forms_of(key, value)
        each = [self.forms_of(key, one) for one in value]
        names = [name for name in each[0] if name != key] if each else []
        return {name: self.join(str(forms[name]) for forms in each) for name in names}

    def forms_of(self, key: str, value: object) -> dict[str, object]:
        """The forms of a fact that is a name: `seat_of` of a seat."""
        return self.seat_forms(key, value) if key in SEAT_FACTS and isinstance(value, str) else {}

    def seat_forms(self, fact: str, seat: str) -> dict[str, object]:
        """A seat as a fact, with the form `seat_of`: "of Red", "d’Ébène"."""
        return self.name_forms(fact, "seat", seat, self.seat(seat), ("of",))

    # Sentences

    def event(self, event: Mapping[str, object]) -> str:
        """What happened, as its viewer may know it."""
        return begun(self.say(self._event_key(event), **self.facts(event)))

    def _event_key(self, event: Mapping[str, object]) -> str:
        """Which sentence: some viewers know more, some facts are lacking, some kinds have several forms."""
        kind = str(event["event"])
        if self.secret_facts.get(kind) in event:
            return f"event.{kind}.known"
        if kind in self.forms:
            return f"event.{kind}.{event[self.forms[kind]]}"
        if None in event.values():
            return f"event.{kind}{NONE}"
        return self.key(f"event.{kind}")

    def event_section(self, event: Mapping[str, object]) -> str:
        """The rule behind an event, where a reader may want it."""
        section = self.sections.get(str(event["event"]))
        return self.rule(section) if section else ""

    def action(self, action: Mapping[str, object]) -> str:
        """An action as a line of a menu."""
        return begun(self.say(self.key(f"offer.{action['do']}"), **self.facts(action)))

    def offer(self, action: Mapping[str, object], view: View) -> str:
        """An action as a line of the menu at this moment, which may know more than the action says."""
        return self.action(action)

    def rule(self, section: str, ruling: str = "") -> str:
        """A rule as it is cited; a section that brings its sign with it keeps it."""
        cited = section if "§" in section else f"§{section}"
        if ruling:
            return self.say("rule.ruling", section=cited, ruling=ruling)
        return self.say("rule.section", section=cited)

    def refusal(self, refusal: Refusal | View) -> str:
        """Why the rules forbid something, and which rule it is."""
        data: View = refusal if isinstance(refusal, Mapping) else refusal.as_dict()
        sentence = self.say(self.key(f"refusal.{data['code']}"), **self.facts(data["facts"]))
        return f"{begun(sentence)} ({self.rule(data['section'], data.get('ruling', ''))})"

    def motive(self, game: str, code: str, facts: Mapping[str, object]) -> str | None:
        """What speaks for a bot's plan, or None if this language has no words for it."""
        key = self.key(f"why.{game}.{code}")
        return begun(self.say(key, **self.facts(facts))) if self.catalogue.has(key) else None

    def prompt(self, view: View) -> str:
        """One sentence: what is asked of the viewer, or whom the table waits for."""
        phase = view["phase"]
        if phase == "over":
            return self.say("prompt.over")
        if view["viewer"] not in view["to_act"]:
            seats = self.join(self.seat(seat) for seat in view["to_act"])
            return self.say("prompt.waiting", seats=seats, phase=self.say(f"phase.{phase}"))
        return begun(self.question(view))

    def question(self, view: View) -> str:
        """What is asked of the viewer."""
        return self.say(f"prompt.{view['phase']}")

    def hint(self, view: View) -> str:
        """What the rules say about what is asked, in a sentence or two, with the section."""
        return self.say(self.key(f"hint.{view['phase']}"))

    def outcome(self, outcome: Outcome | View, seats: list[str]) -> str:
        """How the game ended and by which rule."""
        data = outcome_data(outcome, seats)
        winners = [seat for seat in seats if data["places"][seat] == 1]
        ending = data["ending"] if len(winners) == 1 else "shared" if winners else "lost"
        names = self.join(self.seat(seat) for seat in winners)
        points = data["points"][winners[0]] if winners else 0
        sentence = self.say(self.key(f"outcome.{ending}"), seats=names, points=points)
        return f"{sentence} ({self.rule(data['section'], data['ruling'])})."

    def standings(self, outcome: Outcome | View, seats: list[str]) -> list[str]:
        """The places, a line each."""
        data = outcome_data(outcome, seats)
        places, points = data["places"], data["points"]
        key = "outcome.place" if 1 in places.values() else "outcome.no_place"
        return [
            self.say(key, place=places[seat], seat=self.seat(seat), points=points[seat])
            for seat in sorted(seats, key=lambda seat: places[seat])
        ]


def outcome_data(outcome: Outcome | View, seats: list[str]) -> View:
    """An outcome as plain data."""
    return outcome if isinstance(outcome, Mapping) else outcome.as_dict(seats)


def begun(sentence: str) -> str:
    """A sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]

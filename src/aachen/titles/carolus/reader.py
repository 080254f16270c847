"""What a person types at a ring: discs, clans, courts and letters of territories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aachen.games.carolus.actions import PARTS
from aachen.games.carolus.terms import CLAN_NAMES, DISCS, TERRITORY_NAMES
from aachen.titles.carolus.wording import CarolusWording
from aachen.titles.terminal.reader import COMMANDS, Action, Reader, called, fold, names_of

OWN_NUMBERS: Final = {"lay": "disc", "advance": "steps"}  # actions that are numbers themselves


def numbered(offers: Sequence[Action]) -> dict[int, Action]:
    """Offers by number: a disc and steps by their own number, the others counted from 1."""
    if offers and offers[0]["do"] in OWN_NUMBERS:
        return {offer[OWN_NUMBERS[offer["do"]]]: offer for offer in offers}
    return dict(enumerate(offers, 1))


class RingReader(Reader):
    """Understands discs, clans, courts and letters of the ring."""

    commands = COMMANDS

    def __init__(self, wording: CarolusWording) -> None:
        both = (wording.in_language("en"), wording)
        names = {
            "clan": {clan: called(both, clan, f"clan.{clan}") for clan in CLAN_NAMES},
            "place": {
                "court": called(both, "court", "ring.court"),
                **{name: names_of([name]) for name in TERRITORY_NAMES},
            },
        }
        super().__init__(wording, PARTS, names)

    def number(self, offers: Sequence[Action]) -> dict[int, Action]:
        """Offers by their numbers."""
        return numbered(offers)

    def read_numbers(self, words: list[str], offers: Sequence[Action]) -> list[Action]:
        """The offers of those numbers, in that order; a disc or steps that are not offered are for the rules."""
        do = offers[0]["do"]
        if do in OWN_NUMBERS and words[0] not in map(str, numbered(offers)) and int(words[0][:6]) <= DISCS:
            return [{"do": do, OWN_NUMBERS[do]: int(words[0])}]
        return super().read_numbers(words, offers)

    def part(self, do: str, what: str, words: list[str]) -> tuple[object, list[str]]:
        """The next part of an action and what is left; a paladin without a place goes to court."""
        if what == "place" and not words:
            return "court", []
        return super().part(do, what, words)

    def word(self, what: str, value: object) -> str:
        """A part of an action as it could be typed."""
        if value == "court":
            return fold(self.wording.say("ring.court"))[-1]
        return self.wording.say(f"clan.{value}") if what == "clan" else str(value)

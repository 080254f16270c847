"""Carolus Magnus told a second time: from the words of the book and the rulings, in dicts and names.

Not a line of the engine is used here; `test_carolus_differential.py` plays both side by side.
It is written to be read beside the book, not to be fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

CLANS = ["red", "blue", "green", "yellow", "pink"]
SEATS = {2: ["white", "black"], 3: ["white", "black", "grey"], 4: ["white", "black", "ivory", "ebony"]}
SIDE = {"white": "white", "black": "black", "grey": "grey", "ivory": "white", "ebony": "black"}

Action = dict[str, Any]
Luck = Iterator[list[Any]]


class Book:
    """A table with a ring, courts and reserves, and somebody who reads the rules aloud."""

    def __init__(self, players: int, luck: Luck) -> None:
        self.seats = SEATS[players]
        self.sides = list(dict.fromkeys(SIDE[seat] for seat in self.seats))
        self.goal = 8 if players == 3 else 10
        self.dice = 4 if players == 3 else 3
        self.luck = luck
        self.ring: list[dict[str, Any]] = [
            {"letters": [letter], "paladins": Counter(), "owner": None, "castles": 0}
            for letter in "abcdefghijklmno"
        ]
        self.centre = Counter(dict.fromkeys(CLANS, 40))
        self.courts: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.reserves: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.emblems: dict[str, str | None] = dict.fromkeys(CLANS)
        self.discs = {seat: [1, 2, 3, 4, 5] for seat in self.seats}
        self.shown: dict[str, int] = {}
        self.placing: list[str] = []
        self.playing: list[str] = []
        self.round = 0
        self.ending: str | None = None
        self.question = ""  # lay, put, advance, crown, or nothing when it is over
        self.asked = ""
        self.count = 0
        self.still_to_roll: list[tuple[str, int]] = []
        self._set_up(players)

    def _draw(self, question: str) -> Any:
        asked, answer = next(self.luck)
        assert asked == question, (asked, question)
        return answer

    # Set-up

    def _set_up(self, players: int) -> None:
        start = self._draw("emperor")
        self.emperor = next(region for region in self.ring if start in region["letters"])
        for region in self.ring:
            clan = self._draw("paladin")
            self.centre[clan] -= 1
            region["paladins"][clan] += 1
        rolls = [3, 3, 3] if players == 3 else [3, 3, 1]
        self.still_to_roll = [(seat, dice) for seat in self.seats for dice in rolls]
        self._roll_on()

    def _roll_on(self) -> None:
        while self.still_to_roll:
            seat, dice = self.still_to_roll.pop(0)
            if self._roll(seat, dice):
                return
        first = self.seats.index(self._draw("first"))
        self.placing = self.seats[first:] + self.seats[:first]
        self._open_round()

    # Discs

    def _open_round(self) -> None:
        self.round += 1
        self.shown = {}
        self.playing = []
        self.question, self.asked, self.count = "lay", self.placing[0], 0

    def _lay(self, seat: str, disc: int) -> None:
        self.discs[seat].remove(disc)
        self.shown[seat] = disc
        waiting = [other for other in self.placing if other not in self.shown]
        if waiting:
            self.asked = waiting[0]
            return
        self.playing = sorted(self.placing, key=lambda other: self.shown[other])
        self._begin_turn(self.playing[0])

    # A turn

    def _begin_turn(self, seat: str) -> None:
        self.asked = seat
        self.count = min(self.dice, self.reserves[seat].total())
        self.question = "put" if self.count else "advance"

    def _put(self, seat: str, clan: str, place: str) -> None:
        self.reserves[seat][clan] -= 1
        self.count -= 1
        if place == "court":
            self.courts[seat][clan] += 1
            if all(self.courts[seat][clan] > self.courts[o][clan] for o in self.seats if o != seat):
                self.emblems[clan] = seat
        else:
            next(region for region in self.ring if region["letters"][0] == place)["paladins"][clan] += 1
        if self.count == 0:
            self.question = "advance"

    def _advance(self, seat: str, steps: int) -> None:
        at = self.ring.index(self.emperor)
        self.emperor = self.ring[(at + steps) % len(self.ring)]
        self._resolve(self.emperor)
        if self.ending is None and not self._roll(seat, self.dice):
            self._end_turn(seat)

    def forces(self, region: dict[str, Any]) -> dict[str, int]:
        """Paladins of the clans a side controls, and its castles."""
        force = dict.fromkeys(self.sides, 0)
        for clan, number in region["paladins"].items():
            holder = self.emblems[clan]
            if holder is not None:
                force[SIDE[holder]] += number
        if region["owner"] is not None:
            force[region["owner"]] += region["castles"]
        return force

    def built(self, side: str) -> int:
        """The side's castles on the board."""
        return sum(region["castles"] for region in self.ring if region["owner"] == side)

    def _resolve(self, region: dict[str, Any]) -> None:
        force = self.forces(region)
        most = max(force.values())
        leaders = [side for side in self.sides if force[side] == most]
        if most == 0 or len(leaders) > 1 or leaders[0] == region["owner"]:
            return
        side = leaders[0]
        wanted = max(1, region["castles"])
        region["castles"] = min(wanted, self.goal - self.built(side))
        region["owner"] = side
        if self.built(side) == self.goal:
            self._end("goal")
            return
        self._join(region)

    def _join(self, region: dict[str, Any]) -> None:
        at = self.ring.index(region)
        before, after = self.ring[at - 1], self.ring[(at + 1) % len(self.ring)]
        joined = [each for each in (before, region, after) if each["owner"] == region["owner"]]
        if len(joined) == 1:
            return
        whole = {
            "letters": [letter for each in joined for letter in each["letters"]],
            "paladins": sum((each["paladins"] for each in joined), Counter()),
            "owner": region["owner"],
            "castles": sum(each["castles"] for each in joined),
        }
        self.ring[at] = self.emperor = whole
        self.ring = [each for each in self.ring if not any(each is part for part in joined)]
        if len(self.ring) < 4:
            self._end("regions")

    # Dice

    def _can_be_had(self, clan: str) -> bool:
        return self.centre[clan] > 0 or min(self.courts[seat][clan] for seat in self.seats) > 0

    def _take(self, seat: str, clan: str) -> None:
        if self.centre[clan] == 0:
            number = min(self.courts[other][clan] for other in self.seats)
            for other in self.seats:
                self.courts[other][clan] -= number
                self.centre[clan] += number
        self.centre[clan] -= 1
        self.reserves[seat][clan] += 1

    def _roll(self, seat: str, dice: int) -> bool:
        """True if a crown waits for a decision."""
        faces = [self._draw("die") for _ in range(dice)]
        crowns = faces.count("crown")
        for clan in faces:
            if clan != "crown":
                if self._can_be_had(clan):
                    self._take(seat, clan)
                else:
                    crowns += 1
        if crowns == 0 or not any(self._can_be_had(clan) for clan in CLANS):
            return False
        self.question, self.asked, self.count = "crown", seat, crowns
        return True

    def _crown(self, seat: str, clan: str) -> None:
        self._take(seat, clan)
        self.count -= 1
        if self.count and any(self._can_be_had(each) for each in CLANS):
            return
        if self.round == 0:
            self._roll_on()
        else:
            self._end_turn(seat)

    def _end_turn(self, seat: str) -> None:
        rest = self.playing[self.playing.index(seat) + 1 :]
        if rest:
            self._begin_turn(rest[0])
        elif self.round == 60:
            self._end("rounds")
        else:
            if self.round in range(5, 61, 5):
                self.discs = {each: [1, 2, 3, 4, 5] for each in self.seats}
            self.placing = self.playing
            self._open_round()

    def _end(self, ending: str) -> None:
        self.ending, self.question, self.asked = ending, "", ""

    # What may be done

    def do(self, action: Action) -> None:
        """What the seat that is asked has chosen."""
        seat = self.asked
        if action["do"] == "lay":
            self._lay(seat, action["disc"])
        elif action["do"] == "put":
            self._put(seat, action["clan"], action["place"])
        elif action["do"] == "advance":
            self._advance(seat, action["steps"])
        else:
            self._crown(seat, action["clan"])

    def offers(self) -> list[Action]:
        """Everything the seat that is asked may do."""
        seat = self.asked
        if self.question == "lay":
            fresh = [disc for disc in self.discs[seat] if disc not in self.shown.values()]
            return [{"do": "lay", "disc": disc} for disc in fresh or self.discs[seat]]
        if self.question == "put":
            places = ["court", *sorted(region["letters"][0] for region in self.ring)]
            clans = [clan for clan in CLANS if self.reserves[seat][clan]]
            return [{"do": "put", "clan": clan, "place": place} for clan in clans for place in places]
        if self.question == "advance":
            most = min(self.shown[seat], len(self.ring))
            return [{"do": "advance", "steps": steps} for steps in range(1, most + 1)]
        return [{"do": "crown", "clan": clan} for clan in CLANS if self._can_be_had(clan)]

    # Who has won

    def winners(self) -> list[str]:
        """Most castles, then most clans of the side, then shared."""

        def standing(side: str) -> tuple[int, int]:
            clans = [clan for clan in CLANS if SIDE.get(self.emblems[clan] or "") == side]
            return self.built(side), len(clans)

        best = max(standing(side) for side in self.sides)
        return [seat for seat in self.seats if standing(SIDE[seat]) == best]

"""How a game ended: places, points, and the rule that ended it."""

from __future__ import annotations


class Outcome:
    """Places count from 1 and may be shared; `ending` is a word, `section` and `ruling` say by what rule."""

    __slots__ = ("ending", "places", "points", "ruling", "section")

    def __init__(self, places: list[int], points: list[int], ending: str, section: str, ruling: str) -> None:
        self.places = places
        self.points = points
        self.ending = ending
        self.section = section
        self.ruling = ruling

    def winners(self) -> list[int]:
        """The seats in first place; several share the victory, none means that all have lost."""
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def as_dict(self, seats: list[str]) -> dict[str, object]:
        """The outcome as plain data, seats by name."""
        return {
            "ending": self.ending,
            "section": self.section,
            "ruling": self.ruling,
            "places": dict(zip(seats, self.places, strict=True)),
            "points": dict(zip(seats, self.points, strict=True)),
        }

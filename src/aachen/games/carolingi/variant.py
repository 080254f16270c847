"""Which rules are played: the base game, the advanced game (6), Scenario 814, and the modules (7, 8).

A variant changes the game where the book says so: the realm holds its numbers, and the rules ask them there.
"""

from __future__ import annotations

from typing import Final

BASE: Final = "base"
ADVANCED: Final = "advanced"
SCENARIO: Final = "814"
VARIANTS: Final[tuple[str, ...]] = (BASE, ADVANCED, SCENARIO)


class Variant:
    """One choice of rules. Scenario 814 is played with the advanced rules (814 §4)."""

    def __init__(self, name: str = BASE, anarchy: bool = False, hourglass: bool = False) -> None:
        self.name = name
        self.anarchy = anarchy
        self.hourglass = hourglass
        self.advanced = name != BASE
        self.scenario = name == SCENARIO

    def key(self) -> tuple[str, bool, bool]:
        """What tells two variants apart."""
        return self.name, self.anarchy, self.hourglass

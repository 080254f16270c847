"""Plans: sequences of actions with their value, as minds and searches pass them around."""

from __future__ import annotations


class Plan:
    """A seat's actions one after another until luck or another seat comes in, and what they promise."""

    def __init__(self, codes: list[int], chance: float) -> None:
        self.codes = codes
        self.chance = chance  # of the seat's side to win once they are done, from 0 to 1

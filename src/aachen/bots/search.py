"""Searches worlds that fit what a seat sees: a tree of what each seat knows, grown where it promises most."""

from __future__ import annotations

from aachen.bots.plan import Plan
from aachen.core.contract import Position
from aachen.core.luck import Luck


class Field:
    """What the search has to be told of a game."""

    def world(self, luck: Luck) -> Position:
        """A position that fits all the searching seat knows: the searcher may change it."""
        raise NotImplementedError

    def askers(self, pos: Position) -> list[int]:
        """Who chooses now: one seat, several that choose in secret at once, or none if the game is over."""
        return pos.to_act()

    def key(self, pos: Position, seat: int) -> int:
        """A number for all that the seat knows here: two positions it cannot tell apart have the same one."""
        raise NotImplementedError

    def plans(self, pos: Position, seat: int) -> list[Plan]:
        """What the seat might do, the most promising first. Made up from what the seat knows alone."""
        raise NotImplementedError

    def play(self, pos: Position, seat: int, plan: Plan, luck: Luck) -> None:
        """Carry the plan out."""
        for code in plan.codes:
            pos.play(seat, code, luck)

    def values(self, pos: Position, luck: Luck) -> list[float]:
        """Each seat's chance to win from here, perhaps after playing on for a little; the position may be used up."""
        raise NotImplementedError

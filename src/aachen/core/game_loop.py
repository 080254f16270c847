"""The loop that plays a game: asks who is to act, carries out what was chosen, and ends with the game.

Bots in the arena, self-play and the fuzzer all play by it; they differ in how they choose and in what they record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from aachen.core.contract import Position
from aachen.core.luck import Luck
from aachen.core.playout import MOST_ACTIONS

Choose = Callable[[Position], tuple[int, Sequence[int]]]  # whose turn it is, and what that seat means to do


class EndlessGame(Exception):
    """A game that does not end."""


class GameTable(Protocol):
    """A game under way."""

    @property
    def position(self) -> Position:
        """How it stands; another object after an action, perhaps."""

    def play(self, seat: int, action: int) -> None:
        """Do what is allowed."""


class PlainTable:
    """A game under way of which nothing is recorded."""

    def __init__(self, position: Position, luck: Luck) -> None:
        self.position = position
        self.luck = luck

    def play(self, seat: int, action: int) -> None:
        """Do what is allowed."""
        self.position.play(seat, action, self.luck)


def play_out(table: GameTable, choose: Choose) -> int:
    """Play on until the game is over; how many actions that took."""
    actions = 0
    while table.position.to_act():
        if actions >= MOST_ACTIONS:
            raise EndlessGame(f"{actions} actions and no end: {table.position.write()}")
        actions += carry_out(table, *choose(table.position))
    return actions


def carry_out(table: GameTable, seat: int, course: Sequence[int]) -> int:
    """Carry out a course; how many of its actions were done.

    The first one was chosen for this position, so it has to be allowed.
    What comes after it was foreseen: luck or another seat may have come in, so the first that is refused ends the course.
    """
    for done, action in enumerate(course):
        if done > 0 and table.position.refusal(seat, action) is not None:
            return done
        table.play(seat, action)
    return len(course)

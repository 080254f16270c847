"""What is worth keeping of a game for a report: a watcher looks on at one game and notes its facts.

Facts are plain data in a file of results. Lists go by seat, unless they say otherwise.
"""

from __future__ import annotations

from typing import Final, Protocol

from aachen.bots.mind import Mind
from aachen.core.contract import Position
from aachen.core.events import Event
from aachen.core.json_shapes import Plain

CLEAR: Final = 0.02  # by how much a favourite's chance must be above the next to count as a lead


class Watcher(Protocol):
    """Looks on at one game."""

    def begin(self, position: Position, events: list[Event]) -> None:
        """The game is set up."""

    def see(self, position: Position, seat: int, action: int, events: list[Event]) -> None:
        """A seat has acted."""

    def facts(self) -> Plain:
        """What is worth keeping."""


class LeadTracker:
    """Who was thought to be ahead, from one look to the next."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.leaders: list[int] = []  # at each look; the former leader as long as nobody clearly leads
        self.changes = 0

    def look(self, pos: Position) -> None:
        """Look at the table, say once in a season or a round."""
        chances = self.mind.forecast(pos)
        best = max(chances)
        second = max([chance for chance in chances if chance < best] + [0.0])
        leader = chances.index(best) if best - second > CLEAR else -1
        before = self.leaders[-1] if self.leaders else -1
        self.changes += leader >= 0 and before >= 0 and leader != before
        self.leaders.append(leader if leader >= 0 else before)

    def kept_since(self, winners: list[int]) -> float:
        """From which share of the game on the winners led to the end: 0 from the first look, 1 never."""
        lead = 0
        while lead < len(self.leaders) and self.leaders[-1 - lead] in winners:
            lead += 1
        return 1.0 - lead / len(self.leaders) if self.leaders else 1.0


def winners_of(pos: Position) -> list[int]:
    """The seats that have won, once the game is over."""
    outcome = pos.outcome()
    return outcome.winners() if outcome is not None else []

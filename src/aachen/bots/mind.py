"""The mind of a game: its evaluation and move generation for bots, as a protocol.

Positions that reach a mind are determinized: they fit what one seat sees, and the rest of them is dealt at random.
A mind may use the rules' modules to try things on copies.
It never sees what the seat cannot see: what it evaluates instead is a deal at random.
"""

from __future__ import annotations

from typing import Protocol

from aachen.bots.plan import Plan
from aachen.bots.search import SearchGame
from aachen.bots.thought import Rationale
from aachen.core.contract import Position
from aachen.core.luck import Luck


class Mind(Protocol):
    """How bots evaluate a position, a step and a whole turn of one game.

    A protocol, so that a title of another package can bring one beside compiled modules of ours.
    """

    def chances(self, pos: Position) -> list[float]:
        """Each seat's chance to win as the planner evaluates it, from 0 to 1.

        Partners share one; a finished game is certain.
        """

    def forecast(self, pos: Position) -> list[float]:
        """Each seat's chance by how games of planners end: for finished games, and where a search stops.

        What a planner chooses its plans by wins games, and may say less about who will win.
        """

    def is_between_turns(self, pos: Position) -> bool:
        """Whether the forecast holds here: not in the middle of a turn, whose end it does not see."""

    def step(self, pos: Position, seat: int) -> list[Plan]:
        """Greedy: offers with the chance right after them, best first; at least the best one."""

    def plans(self, pos: Position, seat: int, luck: Luck, most: int) -> list[Plan]:
        """Planner: whole tiles or turns, best first, no two with the same outcome; at least one, at most `most`."""

    def search_game(self, pos: Position, seat: int) -> SearchGame | None:
        """What the search plays on: the worlds that fit what the seat sees; None if this game is not searched."""

    def review_game(self, pos: Position, seat: int) -> SearchGame | None:
        """The same for hints and for finished games: its rounds end in the forecast at every table, so that all chances
        that people see are in one scale. None if this game is not searched."""

    def reasons(self, pos: Position, seat: int, plan: Plan) -> list[Rationale]:
        """What the plan changes for the seat, what counts most first; a mind that cannot say gives none."""

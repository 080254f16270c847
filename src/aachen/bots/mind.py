"""What a game brings so that bots can play it: somebody who knows the game well.

Positions that reach a mind are imagined: they fit what one seat sees, and the rest of them is made up.
A mind may use the rules' modules to try things on copies.
It knows no tile of the siblings that the seat cannot see: what it weighs instead is a deal that it made up.
"""

from __future__ import annotations

from aachen.bots.plan import Plan
from aachen.bots.search import Field
from aachen.bots.thought import Reason
from aachen.core.contract import Position
from aachen.core.luck import Luck


class Mind:
    """One game's player: how it looks at a position, a step, a whole turn."""

    def chances(self, pos: Position) -> list[float]:
        """Each seat's chance to win as the planner judges it, from 0 to 1.

        Partners share one; a finished game is certain.
        """
        raise NotImplementedError

    def outlook(self, pos: Position) -> list[float]:
        """Each seat's chance by how games of planners end: for finished games, and where a search stops.

        What a planner judges its plans by wins games, and may say less about who will win.
        """
        return self.chances(pos)

    def step(self, pos: Position, seat: int) -> list[Plan]:
        """Greedy: offers with the chance right after them, best first; at least the best one."""
        raise NotImplementedError

    def plans(self, pos: Position, seat: int, luck: Luck, most: int) -> list[Plan]:
        """Planner: whole tiles or turns, best first, no two with the same outcome; at least one, at most `most`."""
        raise NotImplementedError

    def field(self, pos: Position, seat: int) -> Field:
        """What the search plays on: the worlds that fit what the seat sees."""
        raise NotImplementedError

    def reasons(self, pos: Position, seat: int, plan: Plan) -> list[Reason]:
        """What the plan changes for the seat, what counts most first; a mind that cannot say leaves it at nothing."""
        return []

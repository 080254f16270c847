"""The mind of Carolingi."""

from __future__ import annotations

from aachen.bots.carolingi import choosing
from aachen.bots.carolingi.field import CarolingiField
from aachen.bots.carolingi.outlook import Outlook
from aachen.bots.carolingi.reasons import reasons_for
from aachen.bots.carolingi.worth import Worth, without_foresight
from aachen.bots.lesson import shipped_weights
from aachen.bots.mind import Mind
from aachen.bots.plan import Plan
from aachen.bots.search import Field
from aachen.bots.thought import Reason
from aachen.core import contract
from aachen.core.luck import Luck
from aachen.games.carolingi.position import Position

PACKAGE = "aachen.bots.carolingi"


class CarolingiMind(Mind):
    """Knows Carolingi with all its variants."""

    def __init__(self, weights: dict[str, list[float]] | None = None) -> None:
        """With these weights by lesson; None are the shipped ones."""
        given = shipped_weights(PACKAGE) if weights is None else weights
        self.worth = Worth(given)
        self.glance = Worth(without_foresight(given))
        self.prospect = Outlook(self.worth, given)

    def chances(self, pos: contract.Position) -> list[float]:
        """Each seat's chance to win."""
        assert isinstance(pos, Position)
        return self.worth.chances(pos)

    def outlook(self, pos: contract.Position) -> list[float]:
        """Each seat's chance, its homeland counted in."""
        assert isinstance(pos, Position)
        return self.prospect.chances(pos)

    def step(self, pos: contract.Position, seat: int) -> list[Plan]:
        """Greedy: offers by what is there right after them."""
        assert isinstance(pos, Position)
        return choosing.steps(self.glance, pos, seat)

    def plans(self, pos: contract.Position, seat: int, luck: Luck, most: int) -> list[Plan]:
        """Planner: whole tiles, and pairs of tiles in either order."""
        assert isinstance(pos, Position)
        return choosing.plans(self.worth, pos, seat, most)

    def field(self, pos: contract.Position, seat: int) -> Field:
        """What the search plays on."""
        assert isinstance(pos, Position)
        return CarolingiField(self.worth, self.prospect, pos, seat)

    def reasons(self, pos: contract.Position, seat: int, plan: Plan) -> list[Reason]:
        """What the plan changes."""
        assert isinstance(pos, Position)
        return reasons_for(self.worth, pos, seat, plan)

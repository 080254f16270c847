"""The mind of Carolingi."""

from __future__ import annotations

from aachen.bots.carolingi import planning
from aachen.bots.carolingi.evaluation import SURVIVAL, Evaluator, without_foresight
from aachen.bots.carolingi.forecast import Forecast, searched
from aachen.bots.carolingi.reasons import reasons_for
from aachen.bots.carolingi.search_game import CarolingiSearchGame
from aachen.bots.plan import Plan
from aachen.bots.search import SearchGame
from aachen.bots.thought import Rationale
from aachen.bots.weight_set import shipped_weights
from aachen.core import contract
from aachen.core.luck import Luck
from aachen.games.carolingi.for_bots import ACTING, UNDECIDED, Position

PACKAGE = "aachen.bots.carolingi"


class CarolingiMind:
    """Knows Carolingi with all its variants."""

    def __init__(
        self,
        weights: dict[str, list[float]] | None = None,
        survival: float = SURVIVAL,
        compares: bool = True,
    ) -> None:
        """With these weights by the names of their sets, None are the shipped ones; `compares` as in `CarolingiSearchGame`."""
        self.compares = compares
        given = shipped_weights(PACKAGE) if weights is None else weights
        self.evaluator = Evaluator(given, survival)
        self.greedy_evaluator = Evaluator(without_foresight(given))
        self.forecaster = Forecast(self.evaluator, given)
        self.leaves = Forecast(self.evaluator, searched(given))

    def chances(self, pos: contract.Position) -> list[float]:
        """Each seat's chance to win."""
        assert isinstance(pos, Position)
        return self.evaluator.chances(pos)

    def forecast(self, pos: contract.Position) -> list[float]:
        """Each seat's chance, its homeland counted in."""
        assert isinstance(pos, Position)
        return self.forecaster.chances(pos)

    def is_between_turns(self, pos: contract.Position) -> bool:
        """Not while a tile is being carried out: what it is for shows when it is done."""
        assert isinstance(pos, Position)
        if pos.phase != ACTING:
            return True
        work = pos.work
        return work.option == UNDECIDED and work.parts == 0 and not work.roads

    def step(self, pos: contract.Position, seat: int) -> list[Plan]:
        """Greedy: offers by what is there right after them."""
        assert isinstance(pos, Position)
        return planning.steps(self.greedy_evaluator, pos, seat)

    def plans(self, pos: contract.Position, seat: int, luck: Luck, most: int) -> list[Plan]:
        """Planner: whole tiles, and pairs of tiles in either order."""
        assert isinstance(pos, Position)
        found = planning.plans(self.evaluator, pos, seat, most)
        if pos.realm.variant.scenario:
            self._tell_chances(pos, seat, found)
        return found

    def _tell_chances(self, pos: Position, seat: int, found: list[Plan]) -> None:
        """Tell plans that were compared by their worth in the scale of chances."""
        shift = self.evaluator.chances(pos)[seat] - self.evaluator.worths(pos)[seat]
        for plan in found:
            plan.chance = min(1.0, max(0.0, plan.chance + shift))

    def search_game(self, pos: contract.Position, seat: int) -> SearchGame:
        """What the search plays on."""
        assert isinstance(pos, Position)
        return CarolingiSearchGame(self.evaluator, self.leaves, pos, seat, self.compares)

    def review_game(self, pos: contract.Position, seat: int) -> SearchGame:
        """The same, evaluated by the forecast at every table."""
        assert isinstance(pos, Position)
        return CarolingiSearchGame(self.evaluator, self.forecaster, pos, seat, self.compares)

    def reasons(self, pos: contract.Position, seat: int, plan: Plan) -> list[Rationale]:
        """What the plan changes."""
        assert isinstance(pos, Position)
        return reasons_for(self.evaluator, pos, seat, plan)

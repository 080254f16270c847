"""The mind of Carolus Magnus: chances, single steps and whole turns."""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.evaluation import side_chances
from aachen.bots.carolus.features import per_piece
from aachen.bots.carolus.forecast import SEARCHED_PLAYERS, CarolusForecast, name_of
from aachen.bots.carolus.planning import plans_of
from aachen.bots.carolus.reasons import reasons_for
from aachen.bots.carolus.search_game import CarolusSearchGame
from aachen.bots.carolus.steps import steps
from aachen.bots.carolus.weight_sets import set_name
from aachen.bots.plan import Plan
from aachen.bots.search import SearchGame
from aachen.bots.thought import Rationale
from aachen.bots.weight_set import shipped_weights
from aachen.core import contract
from aachen.core.luck import Luck
from aachen.games.carolus.for_bots import ADVANCING, PUTTING, SEAT_NAMES, Position, empire_of

WIDTH: Final = 6  # ways to fill the court that the planner follows up


class CarolusMind:
    """Knows Carolus Magnus."""

    def __init__(self, weights: dict[str, list[float]] | None = None) -> None:
        """With these weights by the names of their sets; None are the shipped ones."""
        given = shipped_weights("aachen.bots.carolus") if weights is None else weights
        self.weights: dict[str, list[float]] = {}  # by the names of their sets
        self.forecasts: dict[int, CarolusForecast] = {}  # by number of players, where one was learned
        for players in SEAT_NAMES:
            self.weights[set_name(players)] = per_piece(given[set_name(players)])
            known = given.get(name_of(players), [])
            if any(known):
                self.forecasts[players] = CarolusForecast(known, empire_of(players).castles)

    def chances(self, pos: contract.Position) -> list[float]:
        """Each seat's chance to win; partners share one."""
        table = _table(pos)
        chances = side_chances(table, self._prices(table))
        return [chances[side] for side in table.empire.side_of]

    def forecast(self, pos: contract.Position) -> list[float]:
        """Each seat's chance by how games of planners end; without weights for that, the planner's own."""
        table = _table(pos)
        forecast = self.forecasts.get(table.empire.players)
        if forecast is None:
            return self.chances(pos)
        chances = forecast.chances(table)
        return [chances[side] for side in table.empire.side_of]

    def is_between_turns(self, pos: contract.Position) -> bool:
        """Not while paladins are put or the Emperor has still to go: the forecast would take the turn to be over."""
        table = _table(pos)
        if table.phase == PUTTING:
            return table.count == table.empire.turn_paladins
        return table.phase != ADVANCING

    def step(self, pos: contract.Position, seat: int) -> list[Plan]:
        """Every offer, best first."""
        table = _table(pos)
        return steps(table, seat, self._prices(table))

    def plans(self, pos: contract.Position, seat: int, luck: Luck, most: int) -> list[Plan]:
        """Whole turns, discs with the round after them, all crowns of a roll."""
        table = _table(pos)
        return plans_of(table, seat, self._prices(table), most, WIDTH)

    def search_game(self, pos: contract.Position, seat: int) -> SearchGame:
        """The table, for the search."""
        table = _table(pos)
        players = table.empire.players
        forecast = self.forecasts.get(players) if players in SEARCHED_PLAYERS else None
        return CarolusSearchGame(table.copy(), self._prices(table), forecast)

    def review_game(self, pos: contract.Position, seat: int) -> SearchGame:
        """The table, evaluated by the forecast."""
        table = _table(pos)
        return CarolusSearchGame(table.copy(), self._prices(table), self.forecasts.get(table.empire.players))

    def reasons(self, pos: contract.Position, seat: int, plan: Plan) -> list[Rationale]:
        """What the plan changes."""
        table = _table(pos)
        return reasons_for(table, seat, plan, self._prices(table))

    def _prices(self, pos: Position) -> list[float]:
        return self.weights[set_name(pos.empire.players)]


def _table(pos: contract.Position) -> Position:
    assert isinstance(pos, Position)
    return pos

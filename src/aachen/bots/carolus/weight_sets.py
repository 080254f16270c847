"""The weight sets of Carolus Magnus: one for each number of players."""

from __future__ import annotations

from aachen.bots.carolus import evaluation, features, forecast
from aachen.bots.weight_set import WeightSet
from aachen.core import contract
from aachen.games.carolus.for_bots import CROWNING, LAYING, OVER, PUTTING, SET_UP, Position


class CarolusWeights(WeightSet):
    """The worth of a side with two, three or four players."""

    def __init__(self, players: int) -> None:
        self.name = set_name(players)
        self.features = features.FEATURES[:]
        self.players = players

    def options(self) -> list[dict[str, object]]:
        """There is but one way to play."""
        return [{"players": self.players}]

    def is_sample(self, pos: contract.Position) -> bool:
        """Whenever a disc is to be laid or a turn begins."""
        assert isinstance(pos, Position)
        if pos.round == SET_UP or pos.phase == OVER:
            return False
        if pos.phase == PUTTING:
            return pos.count == pos.empire.turn_paladins
        return pos.phase == LAYING or pos.phase == CROWNING

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """The features of each side."""
        assert isinstance(pos, Position)
        return evaluation.rows(pos)

    def targets(self, pos: contract.Position) -> list[float]:
        """What each side won."""
        assert isinstance(pos, Position)
        return evaluation.shares(pos)


class CarolusForecastWeights(CarolusWeights):
    """How games of planners with so many players end."""

    is_tuned = False  # nobody plays by it

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.name = forecast.name_of(players)
        self.features = forecast.forecast_features()
        self.played_by = set_name(players)
        if players not in forecast.SEARCHED_PLAYERS:  # a search's own forecast stays as it was
            self.phases = (0,) * len(features.FEATURES) + (1,) * len(features.FEATURES)

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """What planners count, by how late it is."""
        assert isinstance(pos, Position)
        late = forecast.late_share(pos)
        return [forecast.forecast_row(row, late) for row in evaluation.rows(pos)]


def set_name(players: int) -> str:
    """The weight set for so many players."""
    return f"{players} players"


WEIGHT_SETS: dict[str, WeightSet] = {
    weight_set.name: weight_set
    for weight_set in (
        *(CarolusWeights(players) for players in (2, 3, 4)),
        *(CarolusForecastWeights(players) for players in forecast.FORECAST_PLAYERS),
    )
}

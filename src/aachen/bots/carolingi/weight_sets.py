"""The weight sets of Carolingi: for each kind of table, for the failure of all, and for forecasts."""

from __future__ import annotations

from aachen.bots.carolingi import evaluation, failure, features, forecast
from aachen.bots.weight_set import WeightSet
from aachen.core import contract
from aachen.games.carolingi.for_bots import BY_FAILURE, NOBODY, PLACING, Position, emperors_favourite


class SeatWeights(WeightSet):
    """How the seats stand: what each has, and who won."""

    features = features.FEATURES

    def __init__(self, name: str, variant: str, players: list[int], dealt: bool = False) -> None:
        """`dealt` says whether homelands are: elsewhere they are chosen, and that is play (6.1.1)."""
        self.name = name
        self.variant = variant
        self.players = players
        self.covariate_count = 2 * max(players) if dealt else 0

    def options(self) -> list[dict[str, object]]:
        """Tables of every number of players, in turn."""
        return [{"players": players, "variant": self.variant} for players in self.players]

    def is_sample(self, pos: contract.Position) -> bool:
        """Whenever a seat is asked while tiles are laid or carried out."""
        assert isinstance(pos, Position)
        return pos.year > 0

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """The features of each seat."""
        assert isinstance(pos, Position)
        return features.rows(pos)

    def covariates(self, pos: contract.Position) -> list[list[float]]:
        """Which of the table's homelands each seat was dealt; early and late they may count for more or less."""
        return [home + [0.0] * (self.covariate_count - len(home)) for home in _homes(pos)]

    def targets(self, pos: contract.Position) -> list[float]:
        """Who won; a failure of all tells nothing of how the seats stood."""
        assert isinstance(pos, Position)
        if pos.ending == BY_FAILURE:
            return [0.0] * pos.realm.players
        return evaluation.shares(pos)


class ForecastWeights(SeatWeights):
    """How games of planners with so many players end, from where tiles are laid: there a search stops."""

    is_tuned = False  # nobody plays by it

    def __init__(self, players: int) -> None:
        super().__init__(forecast.name_of(players), "base", [players])
        self.features = forecast.forecast_features(players)
        self.played_by = "base"

    def is_sample(self, pos: contract.Position) -> bool:
        """Whenever a seat lays its tiles."""
        assert isinstance(pos, Position)
        return pos.phase == PLACING

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """What planners count, and the homeland."""
        return [row + home for row, home in zip(super().rows(pos), _homes(pos), strict=True)]


class PhasedForecastWeights(SeatWeights):
    """How games of planners end, from anywhere in the game; what is counted weighs otherwise early than late."""

    is_tuned = False  # nobody plays by it

    def __init__(self, name: str, variant: str, players: list[int], played_by: str) -> None:
        super().__init__(name, variant, players)
        self.homes = 0 if len(players) > 1 else players[0]  # where homelands are dealt, of how many
        self.features = forecast.phased_features() + forecast.home_features(self.homes)
        self.played_by = played_by
        count = len(features.FEATURES)
        self.phases = (forecast.EARLY,) * count + (forecast.LATE,) * count
        self.phases += (forecast.EARLY, forecast.LATE) * self.homes

    def options(self) -> list[dict[str, object]]:
        """Tables of every number of players, those of three and four more often: seven in turn, so that every number
        of players is among the games held out, which are one of five."""
        found = super().options()
        return found + found[1:3] if len(found) > 1 else found

    def is_sample(self, pos: contract.Position) -> bool:
        """Whenever a seat is asked."""
        assert isinstance(pos, Position)
        return pos.phase == PLACING or pos.actor >= 0

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """What planners count, early and late, and the homeland where it was dealt."""
        assert isinstance(pos, Position)
        early = forecast.early_share(features.seasons_left(pos))
        found = [forecast.phased(row, early) for row in super().rows(pos)]
        if self.homes:
            return [row + home for row, home in zip(found, _homes(pos), strict=True)]
        return found


class ScenarioForecastWeights(PhasedForecastWeights):
    """The same in Scenario 814, where one side more takes part: nobody, if all fail and the Emperor favours none."""

    has_nobody = True

    def __init__(self) -> None:
        super().__init__(forecast.SCENARIO_FORECAST, "814", [2, 3, 4, 5, 6], "814")
        self.features = forecast.scenario_features()
        self.phases += (forecast.ALWAYS,) * (2 * len(forecast.FAILING_FEATURES))

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """What planners count, and what speaks for a failure: of the favourite, and of nobody."""
        assert isinstance(pos, Position)
        failing, nothing = forecast.failing_row(pos), [0.0] * len(forecast.FAILING_FEATURES)
        favourite = emperors_favourite(pos) if pos.honours else NOBODY
        found = [
            row + (failing if seat == favourite else nothing) + nothing
            for seat, row in enumerate(super().rows(pos))
        ]
        return [*found, [0.0] * (2 * len(features.FEATURES)) + nothing + failing]

    def targets(self, pos: contract.Position) -> list[float]:
        """Who won, perhaps by the Emperor's favour, or nobody."""
        assert isinstance(pos, Position)
        won = evaluation.shares(pos)
        return [*won, 1.0 - sum(won)]


class FailureWeights(WeightSet):
    """Whether all fail together (814 §5): the failure is one side, time or Peace the other."""

    name = failure.FAILURE
    features = failure.FAILURE_FEATURES
    is_tuned = False  # a chance of all together: to foretell it well is not a matter of winning

    def options(self) -> list[dict[str, object]]:
        """Tables of every number of players, in turn."""
        return [{"players": players, "variant": "814"} for players in range(2, 7)]

    def is_sample(self, pos: contract.Position) -> bool:
        """Whenever the game has begun."""
        assert isinstance(pos, Position)
        return pos.phase == PLACING or pos.actor >= 0

    def rows(self, pos: contract.Position) -> list[list[float]]:
        """What speaks for a failure; nothing is counted for the other side."""
        assert isinstance(pos, Position)
        return [failure.failure_row(pos), [0.0] * len(failure.FAILURE_FEATURES)]

    def targets(self, pos: contract.Position) -> list[float]:
        """Which of the two it was."""
        assert isinstance(pos, Position)
        return [1.0, 0.0] if pos.ending == BY_FAILURE else [0.0, 1.0]


def _homes(pos: contract.Position) -> list[list[float]]:
    """Which of the table's homelands each seat was dealt: two numbers for each of them, one early and one late."""
    assert isinstance(pos, Position)
    ahead = forecast.early_share(features.seasons_left(pos))
    found: list[list[float]] = []
    for land in pos.homeland:
        row = [0.0] * (2 * pos.realm.players)
        at = 2 * pos.realm.homelands.index(land)
        row[at], row[at + 1] = ahead, 1.0 - ahead
        found.append(row)
    return found


WEIGHT_SETS: dict[str, WeightSet] = {
    weight_set.name: weight_set
    for weight_set in (
        SeatWeights("base_2", "base", [2], dealt=True),
        SeatWeights("base", "base", [3, 4, 5, 6], dealt=True),
        SeatWeights("advanced", "advanced", [2, 3, 4, 5, 6]),
        SeatWeights("814", "814", [2, 3, 4, 5, 6]),
        FailureWeights(),
        *(ForecastWeights(players) for players in forecast.SEARCHED_PLAYERS),
        PhasedForecastWeights(forecast.name_of(2), "base", [2], "base_2"),
        PhasedForecastWeights(forecast.ADVANCED_FORECAST, "advanced", [2, 3, 4, 5, 6], "advanced"),
        ScenarioForecastWeights(),
    )
}

"""The forecast: how games of planners end, from the planner's features, which weigh otherwise early than late.

Weights tuned by matches win games and say less about who will win; these say more, and nobody plays by them (decision 17).
How late it is depends only on the castles of the side nearest to its goal, so there is one list of weights
for each number of castles left, and a forecast costs no more than the planner's evaluation.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.evaluation import side_chances
from aachen.bots.carolus.features import FEATURE_COUNT, FEATURES, per_piece
from aachen.games.carolus.for_bots import State

FORECAST_PLAYERS: Final[tuple[int, ...]] = (2, 3, 4)
SEARCHED_PLAYERS: Final[tuple[int, ...]] = (2,)  # where rounds of a search end in it


def name_of(players: int) -> str:
    """The weight set of the forecast for so many players."""
    return f"{players} players forecast"


def forecast_features() -> list[str]:
    """All that planners count, early and late."""
    return [f"early {feature}" for feature in FEATURES] + [f"late {feature}" for feature in FEATURES]


def late_share(pos: State) -> float:
    """How much of the game is over: the part of its castles that the side nearest to its goal has built."""
    return 1.0 - min(pos.castles_left) / pos.empire.castles


def forecast_row(row: list[float], late: float) -> list[float]:
    """The features of a side for the forecast, from those that planners count."""
    return [(1.0 - late) * number for number in row] + [late * number for number in row]


class CarolusForecast:
    """The chances of sides that go on as planners do, for one number of players."""

    def __init__(self, weights: list[float], castles: int) -> None:
        """With the weights of `forecast_features`, for sides that have so many castles."""
        early, late = per_piece(weights[:FEATURE_COUNT]), per_piece(weights[FEATURE_COUNT:])
        self.by_castles_left: list[list[float]] = []
        for left in range(castles + 1):
            share = 1.0 - left / castles
            self.by_castles_left.append(
                [(1.0 - share) * early[at] + share * late[at] for at in range(FEATURE_COUNT)]
            )

    def chances(self, pos: State) -> list[float]:
        """Each side's chance to win, from 0 to 1; a finished game is certain."""
        return side_chances(pos, self.by_castles_left[min(pos.castles_left)])

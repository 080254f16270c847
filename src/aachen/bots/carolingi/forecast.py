"""The forecast: how games of planners end, from the features of the seats and the places of their homelands.

Weights tuned by matches win games, and forecast games of several siblings badly;
the weights here forecast better, and a bot that plays by them alone loses (decision 17).
A search needs both: it plans by the former, and evaluates by the latter where it stops.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi.evaluation import Evaluator, shares
from aachen.bots.carolingi.features import FEATURES, FeatureWeights, SeatFeatures
from aachen.bots.weight_set import softmax
from aachen.games.carolingi.for_bots import NOT_ENDED, SEASONS, State

MOST_PLAYERS: Final = 6


def name_of(players: int) -> str:
    """The weight set of the base game with so many players; the name also seeds its training games, so it stays."""
    return f"base_{players}_outlook"


def forecast_features(players: int) -> list[str]:
    """What is counted of a seat: all that planners count, and which of the dealt homelands it has."""
    homes = [f"home_{home}_{when}" for home in range(1, players + 1) for when in ("early", "late")]
    return FEATURES + homes


def early_share(left: int) -> float:
    """How much of the game lies ahead: a homeland counts for another thing early than late."""
    return left / (left + SEASONS)


class Forecast:
    """The chances of seats that go on as planners do; without weights for a table, the planner's own evaluation."""

    def __init__(self, evaluator: Evaluator, weights: dict[str, list[float]]) -> None:
        self.evaluator = evaluator
        self.base: dict[int, FeatureWeights] = {}  # by number of players
        self.homes: dict[
            int, list[float]
        ] = {}  # weights of the homelands: early and late, one after the other
        for players in range(MOST_PLAYERS + 1):
            known = weights.get(name_of(players), [])
            if any(known):
                self.base[players] = FeatureWeights(*known[: len(FEATURES)])
                self.homes[players] = known[len(FEATURES) :]

    def chances(self, pos: State) -> list[float]:
        """Each seat's chance to win, from 0 to 1; a finished game is certain."""
        if pos.ending != NOT_ENDED:
            return shares(pos)
        if not self._knows(pos):
            return self.evaluator.chances(pos)
        weights, homes = self.base[pos.realm.players], self.homes[pos.realm.players]
        features = SeatFeatures(pos)
        early = early_share(features.left)
        scores: list[float] = []
        for seat in range(pos.realm.players):
            scores.append(features.score(seat, weights) + self._home(pos, seat, homes, early))
        return softmax(scores)

    def _knows(self, pos: State) -> bool:
        """Whether there are weights for this table: not where homelands are chosen, or more is at stake."""
        variant = pos.realm.variant
        return not variant.scenario and not variant.advanced and pos.realm.players in self.base

    def _home(self, pos: State, seat: int, homes: list[float], early: float) -> float:
        """The score of the homeland; nothing where a determinized position has another one or none."""
        land, homelands = pos.homeland[seat], pos.realm.homelands
        if land not in homelands:
            return 0.0
        at = 2 * homelands.index(land)
        return early * homes[at] + (1.0 - early) * homes[at + 1]

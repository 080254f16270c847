"""The forecast: how games of planners end, from the features of the seats and the places of their homelands.

Weights tuned by matches win games, and forecast games of several siblings badly;
the weights here forecast better, and a bot that plays by them alone loses (decision 17).
A search needs both: it plans by the former, and evaluates by the latter where it stops.
In the base game with three and more players the search uses it; elsewhere only chances shown to people come from it.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi.evaluation import Evaluator, dot, shares
from aachen.bots.carolingi.failure import FAILURE_FEATURES, failure_row
from aachen.bots.carolingi.features import FEATURES, FeatureWeights, SeatFeatures
from aachen.bots.weight_set import softmax
from aachen.games.carolingi.for_bots import NOBODY, NOT_ENDED, SEASONS, State

SEARCHED_PLAYERS: Final[tuple[int, ...]] = (3, 4, 5, 6)  # of the base game: there a search stops in it
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6
FAILING_FEATURES: Final[list[str]] = FAILURE_FEATURES + [
    f"{players} players" for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
]
ADVANCED_FORECAST: Final = "advanced_outlook"
SCENARIO_FORECAST: Final = "814_outlook"
# With six players the weights that all numbers of players share promise too much: chances between seats are raised
# to this power. Chosen on one half of 24 fresh games of each variant and confirmed on the other.
CAUTIOUS_PLAYERS: Final = 6
CAUTION_ADVANCED: Final = 0.75
CAUTION_SCENARIO: Final = 0.5
EARLY, LATE, ALWAYS = 0, 1, -1  # when the weight of a feature counts


def name_of(players: int) -> str:
    """The weight set of the base game with so many players; the name also seeds its training games, so it stays."""
    return f"base_{players}_outlook"


def home_features(players: int) -> list[str]:
    """Which of the dealt homelands a seat has."""
    return [f"home_{home}_{when}" for home in range(1, players + 1) for when in ("early", "late")]


def forecast_features(players: int) -> list[str]:
    """What is counted of a seat where a search stops: all that planners count, and the dealt homeland."""
    return FEATURES + home_features(players)


def phased_features() -> list[str]:
    """All that planners count, early and late."""
    return [f"early {feature}" for feature in FEATURES] + [f"late {feature}" for feature in FEATURES]


def scenario_features() -> list[str]:
    """In Scenario 814 also what speaks for a failure: that it makes the favourite win, or nobody."""
    return (
        phased_features()
        + [f"favourite {feature}" for feature in FAILING_FEATURES]
        + [f"nobody {feature}" for feature in FAILING_FEATURES]
    )


def failing_row(pos: State) -> list[float]:
    """What speaks for a failure of all, and how many play: with two it nearly always comes."""
    found = failure_row(pos)
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        found.append(1.0 if pos.realm.players == players else 0.0)
    return found


def early_share(left: int) -> float:
    """How much of the game lies ahead: a homeland counts for another thing early than late."""
    return left / (left + SEASONS)


def phased(row: list[float], early: float) -> list[float]:
    """The features of a seat with an early and a late weight for each, from those that planners count."""
    return [early * number for number in row] + [(1.0 - early) * number for number in row]


class PhasedWeights:
    """An early and a late weight for each feature, blended for each number of seasons left."""

    def __init__(self, weights: list[float]) -> None:
        count = len(FEATURES)
        self.early, self.late = weights[:count], weights[count : 2 * count]
        self.blended: dict[int, FeatureWeights] = {}  # by seasons left

    def at(self, left: int) -> FeatureWeights:
        """The weights when so many seasons are left."""
        found = self.blended.get(left)
        if found is None:
            early, numbers = early_share(left), list[float]()
            for at in range(len(FEATURES)):
                numbers.append(early * self.early[at] + (1.0 - early) * self.late[at])
            found = FeatureWeights(*numbers)
            self.blended[left] = found
        return found


class Forecast:
    """The chances of seats that go on as planners do; without weights for a table, the planner's own evaluation."""

    def __init__(self, evaluator: Evaluator, weights: dict[str, list[float]]) -> None:
        self.evaluator = evaluator
        self.base: dict[int, FeatureWeights] = {}  # by number of players
        self.homes: dict[
            int, list[float]
        ] = {}  # weights of the homelands: early and late, one after the other
        self.phased: dict[str, PhasedWeights] = {}  # by the names of their sets
        self.favourite: list[float] = []  # weights of the failure of all for its favourite …
        self.nobody: list[float] = []  # … and for nobody
        for players in SEARCHED_PLAYERS:
            known = weights.get(name_of(players), [])
            if any(known):
                self.base[players] = FeatureWeights(*known[: len(FEATURES)])
                self.homes[players] = known[len(FEATURES) :]
        count, failures = 2 * len(FEATURES), len(FAILING_FEATURES)
        for name in (name_of(2), ADVANCED_FORECAST, SCENARIO_FORECAST):
            known = weights.get(name, [])
            if not any(known):
                continue
            self.phased[name] = PhasedWeights(known[:count])
            if name == name_of(2):
                self.homes[2] = known[count:]
            elif name == SCENARIO_FORECAST:
                self.favourite = known[count : count + failures]
                self.nobody = known[count + failures :]

    def chances(self, pos: State) -> list[float]:
        """Each seat's chance to win, from 0 to 1; a finished game is certain."""
        if pos.ending != NOT_ENDED:
            return shares(pos)
        variant, players = pos.realm.variant, pos.realm.players
        if variant.scenario:
            return self._chances_of_814(pos)
        if variant.advanced:
            return cautious(self._phased_chances(pos, ADVANCED_FORECAST), CAUTION_ADVANCED)
        if players in self.base:
            features = SeatFeatures(pos)
            return self._softmax_with_homes(pos, features, self.base[players])
        return self._phased_chances(pos, name_of(players))

    def _phased_chances(self, pos: State, name: str) -> list[float]:
        """By weights that differ early and late."""
        if name not in self.phased:
            return self.evaluator.chances(pos)
        features = SeatFeatures(pos)
        return self._softmax_with_homes(pos, features, self.phased[name].at(features.left))

    def _softmax_with_homes(self, pos: State, features: SeatFeatures, weights: FeatureWeights) -> list[float]:
        early = early_share(features.left)
        is_dealt = not pos.realm.variant.advanced
        scores: list[float] = []
        for seat in range(pos.realm.players):
            score = features.score(seat, weights)
            if is_dealt:
                score += self._home(pos, seat, self.homes[pos.realm.players], early)
            scores.append(score)
        return softmax(scores)

    def _chances_of_814(self, pos: State) -> list[float]:
        """One side more takes part: nobody, who wins if all fail and the Emperor favours none of them."""
        if SCENARIO_FORECAST not in self.phased:
            return self.evaluator.chances(pos)
        features, failure = SeatFeatures(pos), failing_row(pos)
        weights = self.phased[SCENARIO_FORECAST].at(features.left)
        scores: list[float] = []
        for seat in range(pos.realm.players):
            score = features.score(seat, weights)
            if features.favourite == seat and features.favourite != NOBODY:
                score += dot(failure, self.favourite)
            scores.append(score)
        scores.append(dot(failure, self.nobody))
        return cautious(softmax(scores)[: pos.realm.players], CAUTION_SCENARIO)

    def _home(self, pos: State, seat: int, homes: list[float], early: float) -> float:
        """The score of the homeland; nothing where a determinized position has another one or none."""
        land, homelands = pos.homeland[seat], pos.realm.homelands
        if land not in homelands:
            return 0.0
        at = 2 * homelands.index(land)
        return early * homes[at] + (1.0 - early) * homes[at + 1]


def cautious(chances: list[float], power: float) -> list[float]:
    """Chances of six seats nearer to each other; what they have together stays."""
    if len(chances) != CAUTIOUS_PLAYERS:
        return chances
    powers = [chance**power for chance in chances]
    share = sum(chances) / sum(powers)
    return [each * share for each in powers]


def searched(weights: dict[str, list[float]]) -> dict[str, list[float]]:
    """Only the weights by which a search evaluates where it stops."""
    names = [name_of(players) for players in SEARCHED_PLAYERS]
    return {name: weights[name] for name in names if name in weights}

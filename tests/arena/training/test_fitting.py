"""Weights are found again from games that were decided by them."""

from math import exp, log
from typing import Any

import numpy as np
import pytest

from aachen.arena.training.fitting import Objective, calibrate, differ, fit, mean_loss, spreads
from aachen.arena.training.metrics import measure
from aachen.arena.training.samples import Samples, join
from aachen.arena.training.sampling import GameSamples, Sampler
from aachen.bots.weight_set import WeightSet, softmax
from aachen.core.luck import SeededLuck

TRUE = [1.5, -0.8, 0.0]
FINE = list(range(1000))


def decided(number: int, weights: list[float], seed: int = 1) -> Samples:
    """Positions of two or three sides, won by chance as the weights say."""
    luck = SeededLuck(seed)
    sides: list[int] = []
    shares: list[float] = []
    rows: list[list[float]] = []
    for at in range(number):
        here = [[luck.pick("cell", FINE) / 500 - 1 for _ in weights] for _ in range(2 + at % 2)]
        point = luck.pick("winner", FINE) / 1000
        chances = softmax([sum(w * x for w, x in zip(weights, row)) for row in here])
        winner = 0
        while point > chances[winner]:
            point -= chances[winner]
            winner += 1
        sides.append(len(here))
        shares += [float(side == winner) for side in range(len(here))]
        rows += here
    return Samples(sides, shares, np.array(rows, np.float32))


@pytest.fixture(scope="module")
def many() -> Samples:
    return decided(12_000, TRUE)


@pytest.mark.parametrize(
    ("penalty", "weights", "loss"),
    [
        (0.0, [1.501027, -0.755295, -0.032972], 0.712073),
        (0.01, [1.475776, -0.738373, -0.03392], 0.712117),
        (0.5, [0.941558, -0.370074, -0.07727], 0.737214),
    ],
)
def test_the_coefficients_are_those_of_an_independent_solver(penalty, weights, loss):
    """L-BFGS in plain Python, run to a slope of 1e-9, found these on the same data."""
    found = fit(decided(400, TRUE), [0.3, 0.1, -0.2], penalty)

    assert found.weights == pytest.approx(weights, abs=2e-5)
    assert found.loss == pytest.approx(loss, abs=1e-5)


def test_the_metrics_are_those_of_plain_loops():
    """Counted one position after the other in plain Python."""
    found = measure(decided(400, TRUE), TRUE)

    assert (found.loss, found.favourites) == pytest.approx((0.712315466, 0.6575), abs=1e-6)
    assert found.miscalibration() == pytest.approx(0.0249665, abs=1e-6)
    assert found.bins[:2] == [
        pytest.approx((108, 0.065396, 0.0462963)),
        pytest.approx((180, 0.15013, 0.1444444), abs=1e-5),
    ]


def test_the_effect_of_covariates_is_not_attributed_to_the_features():
    """Here whoever has the better place wins, and mostly has the feature as well."""
    luck = SeededLuck(1)
    shares: list[float] = []
    rows: list[list[float]] = []
    for _ in range(3000):
        is_first, has_it = luck.pick("place", [0, 1]), luck.pick("feature", [0, 1, 1, 1])
        wins = luck.pick("winner", [0, 1, 1, 1])
        place = [float(is_first), 1.0 - is_first]
        feature = place if has_it else place[::-1]
        shares += place if wins else place[::-1]
        rows += [[feature[0], place[0]], [feature[1], place[1]]]
    both = np.array(rows)
    with_place, without = Samples([2] * 3000, shares, both), Samples([2] * 3000, shares, both[:, :1])

    assert fit(without, [0.0], 0.0).weights[0] > 0.4
    assert fit(with_place, [0.0], 0.0).weights == [pytest.approx(0.0, abs=0.1)]


def test_weights_that_decided_are_found(many):
    found = fit(many, [0.0] * 3, 0.0)

    assert found.weights == pytest.approx(TRUE, abs=0.08)


def test_the_slope_is_that_of_the_loss(many):
    """Gradient and Hessian against differences of the loss and of the gradient."""
    objective = Objective(decided(300, TRUE), np.array([0.5, 1.0, 2.0]), np.array([0.2, 0.1, 0.0]), 0.1)
    point, small = np.array([0.4, -0.3, 0.2]), 1e-5
    gradient, hessian = objective.slope(point)
    for at, side in enumerate(np.eye(3) * small):
        higher, lower = objective.loss(point + side), objective.loss(point - side)
        bend = objective.slope(point + side)[0] - objective.slope(point - side)[0]

        assert gradient[at] == pytest.approx((higher - lower) / (2 * small), abs=1e-6)
        assert hessian[at] == pytest.approx(bend / (2 * small), abs=1e-6)


def test_no_other_weights_explain_more(many):
    found = fit(many, [0.0] * 3, 0.0)
    others = [np.array(found.weights) + 0.05 * (np.arange(3) == feature) for feature in range(3)]

    assert all(mean_loss(many, other) > found.loss for other in others)


@pytest.mark.parametrize("boldness", [0.4, 1.0, 2.5])
def test_weights_that_are_too_extreme_or_too_timid_are_calibrated(many, boldness):
    found = calibrate(many, [boldness * weight for weight in TRUE])

    assert found == pytest.approx(TRUE, abs=0.12)


def test_the_former_weights_hold_back(many):
    few = decided(200, TRUE)
    former = [9.0, 9.0, 9.0]

    loose, held = fit(few, former, 0.0001).weights, fit(few, former, 10.0).weights

    assert abs(held[0] - 9.0) < 0.2 < abs(loose[0] - 9.0)


@pytest.mark.parametrize("penalty", [0.0, 0.01])
def test_a_feature_that_never_differs_keeps_its_weight(penalty):
    rows = np.array([[1.0, 5.0], [0.0, 5.0], [0.5, 5.0], [0.0, 5.0]])
    samples = Samples([2, 2], [1.0, 0.0, 0.0, 1.0], rows)

    assert spreads(samples)[1] == 1.0
    assert differ(samples) == [1.0, 0.0]
    assert fit(samples, [0.0, 0.7], penalty).weights[1] == pytest.approx(0.7)


def test_what_decided_is_well_calibrated(many):
    metrics = measure(many, TRUE)

    assert metrics.miscalibration() < 0.02
    assert metrics.favourites > 0.6
    assert sum(count for count, _, _ in metrics.bins) == len(many.shares)


def test_a_game_that_nobody_won_teaches_nothing():
    samples = join([GameSamples([[[1.0], [2.0]]], [0.0, 0.0])], 1)

    assert len(samples) == 0
    assert fit(samples, [0.3], 0.1).weights == [0.3]
    assert measure(samples, [0.3]).loss == 0.0


def test_every_sample_of_a_game_gets_what_came_of_it():
    game = GameSamples([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]], [0.25, 0.75])
    samples = join([game], 2)

    assert samples.rows.tolist() == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]
    assert samples.shares.tolist() == [0.25, 0.75, 0.25, 0.75]


class Counting(WeightSet):
    """Every look is a moment, and its row is the number of the look."""

    def __init__(self) -> None:
        self.looks = 0

    def is_sample(self, pos):
        self.looks += 1
        return True

    def rows(self, pos):
        return [[float(self.looks)]]


def test_of_a_long_game_any_moments_are_kept():
    """Early and late ones alike, and no more than were asked for."""
    kept = []
    for seed in range(200):
        book = Sampler(Counting(), 5, SeededLuck(seed))
        for _ in range(50):
            book.look(None)  # type: ignore[arg-type]
        kept += [rows[0][0] for rows in book.kept]

    assert len(kept) == 200 * 5
    assert sum(kept) / len(kept) == pytest.approx(25.5, abs=1.5)


def test_losses_are_told_by_fifths_of_a_game_beside_those_of_a_guess():
    """A feature that tells the winner in the last fifth and misleads in the first."""
    first, last = [[1.0], [0.0]], [[0.0], [1.0]]
    samples = join([GameSamples([first, last], [0.0, 1.0], [0, 4])], 1)
    fifths = measure(samples, [1.0]).fifths

    assert [count for count, _, _ in fifths] == [1, 0, 0, 0, 1]
    assert fifths[0][1] == pytest.approx(log(1 + exp(1.0)))
    assert fifths[4][1] == pytest.approx(log(1 + exp(-1.0)))
    assert fifths[0][2] == fifths[4][2] == pytest.approx(log(2))


def test_a_sample_knows_the_fifth_of_its_game():
    """The position is its number in the game, and so is its feature."""
    sampler = Sampler(Counted(), most=4, luck=SeededLuck(1))
    number: Any
    for number in range(10):
        sampler.look(number)
    taken = sampler.close(number)

    assert taken.fifths == [int(cell) // 2 for cell in taken.cells]
    assert len(taken.fifths) == 4


class Counted(WeightSet):
    """A game with one side."""

    def is_sample(self, pos: Any) -> bool:
        return True

    def rows(self, pos: Any) -> list[list[float]]:
        return [[float(pos)]]

    def targets(self, pos: Any) -> list[float]:
        return [1.0]

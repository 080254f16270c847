"""Weights are found again from games that were decided by them."""

from math import exp

import pytest

from aachen.arena.training.fitting import SAMPLE, Slope, calibrated, fit, mean_loss, spreads
from aachen.arena.training.judging import judge
from aachen.arena.training.moments import GameMoments, Moments, Notebook
from aachen.bots.lesson import Lesson
from aachen.core.luck import SeededLuck

TRUE = [1.5, -0.8, 0.0]
FINE = list(range(1000))


def decided(number: int, weights: list[float], seed: int = 1) -> Moments:
    """Moments of two or three sides, won by chance as the weights say."""
    luck = SeededLuck(seed)
    moments = Moments(len(weights))
    for at in range(number):
        rows = [[luck.pick("cell", FINE) / 500 - 1 for _ in weights] for _ in range(2 + at % 2)]
        parts = [exp(sum(w * x for w, x in zip(weights, row))) for row in rows]
        point = luck.pick("winner", FINE) / 1000 * sum(parts)
        winner = 0
        while point > parts[winner]:
            point -= parts[winner]
            winner += 1
        shares = [float(side == winner) for side in range(len(rows))]
        moments.add([len(rows)], shares, [cell for row in rows for cell in row])
    return moments


@pytest.fixture(scope="module")
def many() -> Moments:
    return decided(12_000, TRUE)


def test_what_circumstances_do_is_not_taken_for_the_features_doing():
    """Here whoever has the better place wins, and mostly has the feature as well."""
    luck, told, untold = SeededLuck(1), Moments(2), Moments(1)
    for _ in range(3000):
        is_first, has_it = luck.pick("place", [0, 1]), luck.pick("feature", [0, 1, 1, 1])
        wins = luck.pick("winner", [0, 1, 1, 1])
        place = [float(is_first), 1.0 - is_first]
        feature = place if has_it else place[::-1]
        shares = place if wins else place[::-1]
        told.add([2], shares, [feature[0], place[0], feature[1], place[1]])
        untold.add([2], shares, feature)

    assert fit(untold, [0.0], 0.0).weights[0] > 0.4
    assert fit(told, [0.0], 0.0).weights == [pytest.approx(0.0, abs=0.1)]


def test_weights_that_decided_are_found(many):
    found = fit(many, [0.0] * 3, 0.0)

    assert found.weights == pytest.approx(TRUE, abs=0.08)


def test_a_sample_leads_to_where_all_moments_lead(many):
    """More moments than a sample holds; what was found is where the slope of all of them ends."""
    found = fit(many, [0.0] * 3, 0.0)
    slope = Slope(many, [1.0] * 3, found.weights, 0.0)

    assert len(many) > SAMPLE
    assert slope.at([0.0] * 3)[1] == pytest.approx([0.0] * 3, abs=3e-4)


def test_no_other_weights_explain_more(many):
    found = fit(many, [0.0] * 3, 0.0)
    others = [[w + 0.05 * (at == feature) for at, w in enumerate(found.weights)] for feature in range(3)]

    assert all(mean_loss(many, other) > found.loss for other in others)


@pytest.mark.parametrize("boldness", [0.4, 1.0, 2.5])
def test_weights_that_are_too_bold_or_too_shy_are_put_right(many, boldness):
    found = calibrated(many, [boldness * weight for weight in TRUE])

    assert found == pytest.approx(TRUE, abs=0.12)


def test_the_former_weights_hold_back(many):
    few = decided(200, TRUE)
    former = [9.0, 9.0, 9.0]

    loose, held = fit(few, former, 0.0001).weights, fit(few, former, 10.0).weights

    assert abs(held[0] - 9.0) < 0.2 < abs(loose[0] - 9.0)


def test_a_feature_that_never_differs_keeps_its_weight():
    moments = Moments(2)
    moments.add([2, 2], [1.0, 0.0, 0.0, 1.0], [1.0, 5.0, 0.0, 5.0, 0.5, 5.0, 0.0, 5.0])

    assert spreads(moments)[1] == 1.0
    assert fit(moments, [0.0, 0.7], 0.01).weights[1] == pytest.approx(0.7)


def test_what_decided_is_well_calibrated(many):
    judged = judge(many, TRUE)

    assert judged.miscalibration() < 0.02
    assert judged.favourites > 0.6
    assert sum(count for count, _, _ in judged.bins) == len(many.shares)


def test_a_game_that_nobody_won_teaches_nothing():
    moments = Moments(1)
    GameMoments([[[1.0], [2.0]]], [0.0, 0.0]).add_to(moments)

    assert len(moments) == 0


def test_every_moment_of_a_game_gets_what_came_of_it():
    moments = Moments(2)
    GameMoments([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]], [0.25, 0.75]).add_to(moments)

    assert [list(column) for column in moments.columns] == [[1.0, 3.0, 5.0, 7.0], [2.0, 4.0, 6.0, 8.0]]
    assert list(moments.shares) == [0.25, 0.75, 0.25, 0.75]


class Counting(Lesson):
    """Every look is a moment, and its row is the number of the look."""

    def __init__(self) -> None:
        self.looks = 0

    def is_moment(self, pos):
        self.looks += 1
        return True

    def rows(self, pos):
        return [[float(self.looks)]]


def test_of_a_long_game_any_moments_are_kept():
    """Early and late ones alike, and no more than were asked for."""
    kept = []
    for seed in range(200):
        book = Notebook(Counting(), 5, SeededLuck(seed))
        for _ in range(50):
            book.look(None)  # type: ignore[arg-type]
        kept += [rows[0][0] for rows in book.kept]

    assert len(kept) == 200 * 5
    assert sum(kept) / len(kept) == pytest.approx(25.5, abs=1.5)

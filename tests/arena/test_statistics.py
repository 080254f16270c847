"""Intervals, gates and ratings: what is known of them in theory comes out."""

from math import log

import pytest
from tests.arena.kit import league, match, result

from aachen.arena.gate import BETTER, NOT_BETTER, UNDECIDED, Gate, likeliest
from aachen.arena.interval import change_of, mean_of, share_of
from aachen.arena.ratings import cycles, fit, rate, stages_of
from aachen.arena.summary import summarise
from aachen.core.luck import SeededLuck
from aachen.report.shares import student

PERCENT = list(range(100))


def coin(luck, percent):
    return float(luck.pick("coin", PERCENT) < percent)


def test_a_change_in_a_few_seeds_is_never_certain():
    """Even where every seed changes alike the interval is not empty, and one seed says nothing."""
    three, hundred = change_of([1.0] * 3), change_of([1.0] * 100)

    assert three.low < 0 < hundred.low < 1 == hundred.high == three.mean
    assert change_of([1.0]).low == -1
    assert change_of([0.0] * 20).low < 0 < change_of([0.0] * 20).high


@pytest.mark.parametrize(
    ("freedom", "expected"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (100, 1.984)]
)
def test_students_quantiles_are_those_of_the_books(freedom, expected):
    assert student(freedom) == pytest.approx(expected, abs=0.005)


def test_a_mean_of_one_block_is_no_knowledge():
    assert mean_of([3.0]).as_dict() == {"mean": 3.0, "low": None, "high": None}


def test_an_interval_is_never_empty_not_even_when_every_game_was_won():
    won = share_of([1.0] * 100, 0.5)

    assert won.mean == won.high == 1.0
    assert 0.96 < won.low < 0.98


@pytest.mark.parametrize(("percent", "fair"), [(50, 0.5), (80, 0.5), (96, 0.5), (25, 0.25), (40, 0.25)])
def test_intervals_hold_the_truth_about_as_often_as_they_promise(percent, fair):
    luck = SeededLuck(percent)
    held = 0
    for _ in range(400):
        blocks = [(coin(luck, percent) + coin(luck, percent)) / 2 for _ in range(40)]
        estimate = share_of(blocks, fair)
        held += estimate.low <= percent / 100 <= estimate.high

    assert held / 400 >= 0.925


# ---- The gate ------------------------------------------------------------------------------------


def test_the_likeliest_spread_has_the_mean_in_question_and_is_whole():
    spread = [(0.0, 0.1), (0.5, 0.3), (1.0, 0.6)]
    found = likeliest(spread, 0.55)

    assert sum(found) == pytest.approx(1)
    assert sum(weight * value for weight, (value, _) in zip(found, spread)) == pytest.approx(0.55)


def ask(percent, worse, better, seed, most=2000):
    gate, luck = Gate(worse, better), SeededLuck(seed)
    while gate.answer == UNDECIDED and gate.blocks < most:
        gate.take((coin(luck, percent) + coin(luck, percent)) / 2)
    return gate


def test_for_single_games_the_evidence_is_walds():
    gate = Gate(0.5, 0.6)
    for score in [1.0, 0.0, 1.0, 1.0]:
        gate.take(score)

    assert gate.evidence == pytest.approx(3 * log(0.6 / 0.5) + log(0.4 / 0.5), abs=0.01)


def test_the_gate_is_wrong_about_as_seldom_as_it_promises():
    better = [ask(70, 0.5, 0.7, seed).answer for seed in range(100)]
    worse = [ask(50, 0.5, 0.7, seed).answer for seed in range(100)]

    assert better.count(BETTER) >= 90
    assert worse.count(NOT_BETTER) >= 90


def test_what_comes_after_the_answer_does_not_count():
    gate = ask(90, 0.5, 0.6, 1)
    before = gate.as_dict()
    gate.take(0.0)

    assert gate.as_dict() == before
    assert before["answer"] == BETTER


# ---- Ratings -------------------------------------------------------------------------------------


def test_two_players_are_rated_by_elo():
    points = fit({(0, (0, 1)): 30.0, (1, (0, 1)): 10.0}, 2)

    assert points[0] - points[1] == pytest.approx(400 * 0.4771, abs=0.1)
    assert sum(points) == pytest.approx(0, abs=1e-6)


def test_a_finishing_order_is_a_row_of_choices():
    assert stages_of([7, 8, 9], [2, 1, 3]) == {(8, (7, 8, 9)): 1.0, (7, (7, 9)): 1.0}


def test_a_shared_place_is_every_order_a_little():
    assert stages_of([0, 1], [1, 1]) == {(0, (0, 1)): 0.5, (1, (0, 1)): 0.5}


def test_copies_of_one_bot_say_nothing_about_each_other():
    assert stages_of([0, 1, 1], [1, 2, 3]) == {(0, (0, 1, 1)): 1.0}


def test_many_who_share_a_place_are_rated_alike():
    stages = stages_of(list(range(7)), [1] * 7)

    assert sum(stages.values()) == pytest.approx(6)


def test_strengths_behind_many_orders_are_found_again():
    luck = SeededLuck(1)
    among = [0] * 4 + [1] * 2 + [2]
    blocks = []
    for _ in range(600):
        first = luck.pick("first", among)
        second = luck.pick("second", [each for each in among if each != first])
        order = [first, second, 3 - first - second]
        blocks.append(stages_of(order, [1, 2, 3]))
    ratings = rate(blocks, 3)
    truth = [120.4, 0.0, -120.4]  # four to two to one

    assert all(rating.low < true < rating.high for rating, true in zip(ratings, truth))
    assert all(rating.high - rating.low < 50 for rating in ratings)


def test_whoever_never_lost_has_a_rating_with_an_interval():
    ratings = rate([stages_of([0, 1], [1, 2])] * 20, 2)

    assert ratings[0].low < ratings[0].points < ratings[0].high < 1000


def test_a_circle_is_pointed_out_and_a_ladder_is_none():
    assert cycles({0: {1}, 1: {2}, 2: {0}, 3: {0}}) == [[0, 1, 2]]
    assert cycles({0: {1, 2}, 1: {2}}) == []


# ---- All together --------------------------------------------------------------------------------


def test_only_whole_blocks_are_summed_up():
    plan = match("greedy", "random")
    games = [result(plan, 1, [1, 2]), result(plan, 2, [1, 2]), result(plan, 3, [1, 2])]
    summary = summarise(plan, games)

    assert summary is not None
    assert (summary.blocks, summary.games) == (1, 2)
    assert summarise(plan, games[2:]) is None


def test_shares_places_and_margins_go_by_contestant():
    plan = match("greedy", "random", players=3)
    games = [
        result(plan, 1, [1, 2, 3], [5, 3, 1]),
        result(plan, 2, [1, 1, 3], [4, 4, 0]),
        result(plan, 3, [1, 2, 3], [6, 2, 1]),
    ]
    summary = summarise(plan, games)
    assert summary is not None
    greedy, random = sorted(summary.standings, key=lambda each: each.name)

    assert greedy.won.mean == pytest.approx((1 + 0.5 + 0) / 3)
    assert random.won.mean == pytest.approx(1 - greedy.won.mean)
    assert (greedy.fair, random.fair) == pytest.approx((1 / 3, 2 / 3))
    assert greedy.place.mean == pytest.approx((1 + 1 + 3) / 3)
    assert greedy.margin.mean == pytest.approx((2 + 0 - 5) / 3)
    assert greedy.by_seat == [1.0, 0.5, 0.0]
    assert (greedy.thoughts, greedy.work) == (6, 0.25)


def test_a_game_that_everybody_lost_is_nobodys():
    plan = match("greedy", "random")
    summary = summarise(plan, [result(plan, 1, [2, 2]), result(plan, 2, [2, 2])])

    assert summary is not None
    assert [standing.won.mean for standing in summary.standings] == [0.0, 0.0]


def test_three_who_beat_each_other_in_a_circle_are_pointed_out():
    plan = league("greedy", "random", "random:seed=3", players=2)
    beats = {("greedy", "random"), ("random", "random:seed=3"), ("random:seed=3", "greedy")}
    games = []
    for number in range(1, 20 * plan.games_of_block + 1):
        game = result(plan, number, [1, 2])
        game.places = [1, 2] if (game.players[0], game.players[1]) in beats else [2, 1]
        games.append(game)
    summary = summarise(plan, games)

    assert summary is not None
    assert summary.cycles == [["greedy", "random", "random:seed=3"]]
    assert all(abs(standing.rating.points) < 1 for standing in summary.standings if standing.rating)

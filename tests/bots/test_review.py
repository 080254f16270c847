"""Decisions of a finished game: what was better than what was played, and never by the luck of a search."""

from __future__ import annotations

from pathlib import Path

import pytest

from aachen.bots import review
from aachen.bots.analysis import GameAnalysis, analyse_log, mistakes
from aachen.bots.minds import MINDS
from aachen.bots.review import Accuracy, ReviewedDecision, _loss, accuracies, review_decision
from aachen.games import GAMES

GOLDEN = Path(__file__).parents[1] / "golden"
COUNTER_ATTACK = """\
carolus: players 2
round: 4
putting: white
emperor: a
white discs: left 1, shown 3
black discs: left 1, shown 4
region ab: blue 2, green 2, red 1, castles 2 black
region c: blue 3, red 1, castles 1 white
region def: yellow 3, red 2, pink 1, green 2, blue 1, castles 3 black
region g: pink 1, castles 1 white
white court: red 7, pink 8, blue 6, yellow 5, green 3
black court: red 6, pink 5, blue 8, yellow 6, green 5
white reserve: yellow 3, red 2, blue 1, green 1
black reserve: red 3, green 2, blue 2
"""
DEFENCE = [
    {"do": "put", "clan": "red", "place": "court"},
    {"do": "put", "clan": "red", "place": "court"},
    {"do": "put", "clan": "blue", "place": "court"},
    {"do": "advance", "steps": 3},
]
ATTACK = [
    {"do": "put", "clan": "yellow", "place": "court"},
    {"do": "put", "clan": "yellow", "place": "court"},
    {"do": "put", "clan": "yellow", "place": "d"},
    {"do": "advance", "steps": 2},
]


def game_of(name: str) -> GameAnalysis:
    return analyse_log((GOLDEN / f"{name}.log").read_text(encoding="utf-8").splitlines())


def reviewed(actions):
    """White's turn in the book's figures 5 and 6."""
    pos = GAMES["carolus"].read(COUNTER_ATTACK)
    codes = [pos.read_action(action) for action in actions]
    found = review_decision(MINDS["carolus"], pos, [0], 0, codes, 1, len(codes))
    assert found is not None
    return found


def test_the_defence_of_the_books_figure_is_a_mistake_and_the_counter_attack_is_not():
    defence, attack = reviewed(DEFENCE), reviewed(ATTACK)

    assert defence.is_mistake()
    assert defence.loss > 0.1
    assert defence.best[-1] == {"do": "advance", "steps": 2}
    assert {"conquers", "joins"} <= {reason.code for reason in defence.reasons}
    assert not attack.is_mistake()
    assert attack.best == []


def test_the_order_of_paladins_makes_no_other_plan():
    first, second, third, last = ATTACK

    assert not reviewed([third, first, second, last]).is_mistake()


@pytest.mark.parametrize(
    ("name", "kinds"),
    [("carolus/2_players_goal", {"lay", "put", "advance", "crown"}), ("carolingi/2_players_peace", None)],
)
def test_decisions_are_whole_turns_of_one_seat_and_miss_no_entry(name, kinds):
    game = game_of(name)
    inside: list[int] = []
    for first, end in game._ends.items():
        steps = game.steps[first : end + 1]
        inside += range(first, end + 1)

        assert len({step.seat for step in steps}) == 1
        assert not any(step.luck for step in steps[:-1])
        deeds = [step.action["do"] for step in steps if step.action]
        if kinds is not None and deeds[0] == "put":
            assert deeds[-1] in {"advance", "put"}
    played = [step.seq for step in game.steps if step.action and step.seat in game._position(0).seats()]

    assert inside == played


def test_a_review_says_the_same_each_time():
    one, two = reviewed(DEFENCE), reviewed(DEFENCE)

    assert one.as_dict() == two.as_dict()


def test_the_best_plan_is_measured_by_searches_that_did_not_choose_it():
    """Of two equally good plans one seems better in each search: together they lose nothing."""
    loss, error = _loss([[0.6, 0.4, 0.5], [0.4, 0.6, 0.5], [0.6, 0.4, 0.5], [0.4, 0.6, 0.5]])

    assert loss == 0.0
    assert not review.is_mistake(loss, error)


def test_what_differs_in_every_search_is_lost():
    assert _loss([[0.7, 0.5], [0.72, 0.5], [0.68, 0.5], [0.7, 0.5]])[0] == pytest.approx(0.2)


def decision(seat: int, loss: float, error: float = 0.001) -> ReviewedDecision:
    return ReviewedDecision(1, 1, seat, [], loss, error)


def test_accuracy_is_the_share_of_decisions_without_a_clearly_better_plan():
    white, black = accuracies(
        [decision(0, 0.0), decision(0, 0.2), decision(0, 0.2, 0.1), decision(1, 0.05)], 2
    )

    assert (white.decisions, white.good) == (3, 2)
    assert white.lost == pytest.approx(0.4)
    assert (black.decisions, black.good) == (1, 0)


def test_the_interval_of_an_accuracy_is_wilsons():
    some, none = Accuracy(40, 34, 0.0), Accuracy(0, 0, 0.0)

    assert some.low == pytest.approx(0.7093, abs=1e-4)
    assert some.high == pytest.approx(0.9294, abs=1e-4)
    assert (none.low, none.high) == (0.0, 1.0)


def test_the_worst_mistakes_are_told_in_the_order_of_the_game():
    found = [ReviewedDecision(seq, seq, 0, [], seq % 17 / 20, 0.001) for seq in range(40)]
    told = mistakes(found)

    assert len(told) == 12
    assert [each.seq for each in told] == sorted(each.seq for each in told)
    assert min(each.loss for each in told) >= sorted(each.loss for each in found)[-12]

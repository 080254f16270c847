"""A finished game in chances: where it turned, who led, and what of it was luck."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from aachen.bots.analysis import (
    Evaluation,
    GameAnalysis,
    analyse_log,
    breakdowns,
    evaluate_view,
    leads,
    total_luck,
    turns,
)
from aachen.bots.minds import MINDS
from aachen.core.contract import Position
from aachen.core.replay import Step

GOLDEN = Path(__file__).parents[1] / "golden"
LOGS = {
    "carolingi": GOLDEN / "carolingi" / "2_players_peace.log",
    "carolus": GOLDEN / "carolus" / "2_players_goal.log",
}


def lines_of(game: str) -> list[str]:
    """A game that is kept."""
    return LOGS[game].read_text(encoding="utf-8").splitlines()


def position_after(game: GameAnalysis, seq: int) -> Position:
    """How the table stood after an entry."""
    position = game.steps[seq].position
    assert position is not None
    return position


def evaluations(*reds: float, luck: dict[int, float] | None = None) -> list[Evaluation]:
    """A game of two with these chances of the first seat."""
    found = luck or {}
    return [
        Evaluation([red, 1 - red], [found.get(seq, 0.0), -found.get(seq, 0.0)])
        for seq, red in enumerate(reds)
    ]


def test_the_entries_that_change_most_are_turning_points():
    game = evaluations(0.5, 0.5, 0.7, 0.7, 0.7, 0.7, 0.4, 0.41, 0.42, 0.42, luck={6: -0.2})

    assert [(turn.seq, turn.seat, turn.change, round(turn.luck, 4)) for turn in turns(game)] == [
        (2, 0, 0.2, 0.0),
        (6, 1, 0.3, 0.2),
    ]


def test_of_neighbours_only_the_greatest_turns_the_game():
    assert [turn.seq for turn in turns(evaluations(0.2, 0.3, 0.5, 0.6, 0.6, 0.6, 0.7))] == [2, 6]


def test_a_quiet_game_has_no_turning_point():
    assert turns(evaluations(0.5, 0.52, 0.55, 0.57)) == []


def test_a_lead_by_a_hair_is_no_change_of_the_lead():
    assert leads(evaluations(0.5, 0.6, 0.49, 0.6, 0.3, 0.31)) == [(1, 0), (4, 1)]


@pytest.mark.parametrize("name", LOGS)
def test_luck_and_play_add_up_to_the_whole_change(name):
    game = analyse_log(lines_of(name))
    rows = game.evaluate_range(0, len(game.steps))
    found = breakdowns(rows)

    for seat, parts in enumerate(found):
        assert (parts.start, parts.end) == (rows[0].chances[seat], rows[-1].chances[seat])
        assert parts.luck == total_luck(rows)[seat]
        assert parts.start + parts.luck + parts.own + parts.others == pytest.approx(parts.end, abs=1e-9)
        played = [now.chances[seat] - before.chances[seat] - now.luck[seat] for before, now in pairwise(rows)]
        own = [each for each, step in zip(played, game.steps[1:], strict=True) if _acts(game, step, seat)]
        assert parts.own == pytest.approx(sum(own), abs=1e-3)
        assert parts.others == pytest.approx(sum(played) - sum(own), abs=1e-3)
    assert any(abs(parts.own) > 0.01 for parts in found)


def _acts(game: GameAnalysis, step: Step, seat: int) -> bool:
    return step.action is not None and position_after(game, 0).seats()[seat] == step.seat


def test_partners_play_for_one_side():
    lines = (GOLDEN / "carolus" / "4_players_goal.log").read_text(encoding="utf-8").splitlines()
    game = analyse_log(lines)
    rows = game.evaluate_range(0, len(game.steps))

    assert {tuple(row.side) for row in rows} == {(), (0, 2), (1, 3)}
    one, _, partner, _ = breakdowns(rows)
    assert (one.start, one.luck, one.own, one.others, one.end) == (
        partner.start,
        partner.luck,
        partner.own,
        partner.others,
        partner.end,
    )


def test_luck_is_added_up():
    assert total_luck(evaluations(0.5, 0.6, 0.7, luck={1: 0.1, 2: -0.05})) == [0.05, -0.05]


@pytest.mark.parametrize("name", LOGS)
def test_every_entry_is_judged_and_what_luck_did_not_touch_has_no_luck(name):
    game = analyse_log(lines_of(name))
    rows = game.evaluate_range(0, len(game.steps))

    assert [step.seq for step in game.steps] == list(range(len(rows)))
    for step, row in zip(game.steps, rows, strict=True):
        assert 0.0 <= min(row.chances) <= max(row.chances) <= 1.0
        assert step.luck or not any(row.luck)
    assert any(any(row.luck) for row in rows)


def test_judging_changes_no_position():
    game = analyse_log(lines_of("carolus"))
    before = [position_after(game, seq).digest() for seq in range(len(game.steps))]
    game.evaluate_range(0, len(game.steps))

    assert before == [position_after(game, seq).digest() for seq in range(len(game.steps))]


def test_a_view_is_judged_by_positions_that_fit_it():
    position = position_after(analyse_log(lines_of("carolus")), 5)
    hides_nothing = evaluate_view(position.view(0)).chances

    assert hides_nothing == pytest.approx(MINDS["carolus"].forecast(position), abs=0.001)


def test_within_a_turn_the_chances_stay_as_they_were_before_it():
    """Carolus Magnus: after three paladins and before the Emperor goes nobody knows where he will stop."""
    game = analyse_log(lines_of("carolus"))
    mind = MINDS["carolus"]
    within = [
        seq for seq in range(1, len(game.steps)) if not mind.is_between_turns(position_after(game, seq))
    ]

    assert within
    for seq in within:
        assert game.evaluate(seq).chances == game.evaluate(seq - 1).chances


def test_between_turns_the_chances_are_the_forecast():
    game = analyse_log(lines_of("carolus"))
    mind = MINDS["carolus"]
    between = [seq for seq in range(len(game.steps)) if mind.is_between_turns(position_after(game, seq))]

    assert len(between) > 10
    for seq in between:
        assert game.evaluate(seq).chances == pytest.approx(mind.forecast(position_after(game, seq)), abs=1e-4)


def test_a_game_has_at_most_five_turning_points():
    ups_and_downs = [0.5 + 0.2 * ((seq // 3) % 2) for seq in range(60)]

    assert len(turns(evaluations(*ups_and_downs))) == 5

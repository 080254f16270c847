"""The planner at Carolus Magnus: whole turns, discs with the round in mind, all crowns of a roll."""

from __future__ import annotations

from functools import cache

import pytest
from tests.games.carolus.kit import COUNTER_ATTACK, advance, outcome, position, put

from aachen.bots.carolus.choices import crown_at_sight, halfway
from aachen.bots.carolus.mind import CarolusMind
from aachen.bots.plan import Plan
from aachen.core.luck import SeededLuck
from aachen.games import carolus
from aachen.games.carolus import Options, Position
from aachen.games.carolus.terms import CROWNING, LAYING

MIND = CarolusMind()

# The book's counter-attack: two yellow paladins at court turn the five castles of two regions.
TWO_SHORT = COUNTER_ATTACK.replace("yellow 6, green 5", "yellow 7, green 5").replace(
    "yellow 1, red 2, blue 1, green 1", "yellow 2, red 2, blue 1, green 2"
)
LAST_CASTLE = """
    round: 2
    putting: white
    emperor: a
    white discs: shown 2
    black discs: shown 4
    white court: red 2
    black court: blue 3
    region b: blue 2
    region c: red 1, blue 2
    region efghijklm: castles 9 white
    white reserve: red 3, blue 2, green 2
"""


def plans_of(board: Position, most: int = 24) -> list[Plan]:
    """The plans of whoever has to choose."""
    return MIND.plans(board, board.actor, SeededLuck(1), most)


def named(board: Position, plan: Plan) -> list[dict[str, object]]:
    """A plan in names."""
    return [board.name_action(code) for code in plan.codes]


@cache
def moments(players: int, number: int) -> list[Position]:
    """Positions of a planner's game in which somebody chooses."""
    luck = SeededLuck(players)
    board = carolus.new(Options(players), luck)
    found: list[Position] = []
    while board.to_act() and len(found) < number:
        found.append(board.copy())
        for code in plans_of(board, 1)[0].codes:
            board.play(found[-1].actor, code, luck)
    return found


def test_it_wins_a_clan_that_takes_two_paladins_and_conquers_with_it():
    chosen = named(position(TWO_SHORT), plans_of(position(TWO_SHORT))[0])

    assert chosen.count(put("yellow")) == 2
    assert chosen[-1] == advance(2)


def test_it_sees_the_last_castle_at_the_end_of_a_turn():
    board = position(LAST_CASTLE)
    plan = plans_of(board)[0]
    for code in plan.codes:
        board.play(0, code, SeededLuck(1))

    assert plan.chance == 1.0
    assert outcome(board).ending == "goal"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_plans_are_offered_action_by_action_and_end_where_luck_or_another_comes_in(players):
    for board in moments(players, 16):
        for plan in plans_of(board)[:6]:
            after = board.copy()
            for code in plan.codes:
                assert (after.actor, after.phase) == (board.actor, after.phase)
                assert code in after.offers(board.actor)
                after.play(board.actor, code, SeededLuck(1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_plans_come_best_first_and_each_outcome_once(players):
    for board in moments(players, 12):
        plans = plans_of(board)
        chances = [plan.chance for plan in plans]

        assert chances == sorted(chances, reverse=True)
        assert len({tuple(sorted(plan.codes)) for plan in plans}) == len(plans)


def test_no_more_plans_are_told_than_were_asked_for():
    assert len(plans_of(position(TWO_SHORT), 3)) == 3


def test_a_seat_with_an_empty_reserve_only_moves_the_emperor():
    text = """
        round: 2
        advancing: white
        emperor: a
        white discs: shown 2
        black discs: shown 4
        white court: red 1
        region c: red 1
    """
    board = position(text)

    assert {len(plan.codes) for plan in plans_of(board)} == {1}
    assert len(plans_of(board)) == 2


def test_all_crowns_of_a_roll_are_decided_together():
    text = """
        round: 2
        crowning: white 2
        emperor: a
        white discs: shown 2
        black discs: shown 4
        white court: red 1
        black court: blue 2
        white reserve: red 2, blue 1
        region c: blue 4
    """
    board = position(text)
    plans = plans_of(board)

    assert {len(plan.codes) for plan in plans} == {2}
    assert len(plans) == 15  # pairs of five clans


def test_a_crown_at_sight_is_as_good_as_the_best_step():
    """Only the clan itself is looked at, and with two sides nothing else changes."""
    crowns = [board for board in moments(2, 60) if board.phase == CROWNING]
    for board in crowns:
        code = crown_at_sight(board, board.actor, MIND.weights["2 players"])
        steps = MIND.step(board, board.actor)

        assert {plan.codes[0]: plan.chance for plan in steps}[code] == pytest.approx(steps[0].chance)
    assert len(crowns) > 10


def test_a_guessed_round_is_told_with_how_the_table_looks():
    assert halfway(0.5, 0.5) == pytest.approx(0.5)
    assert halfway(0.8, 0.2) == pytest.approx(0.5)
    assert 0.24 < halfway(0.72, 0.24) < 0.5
    assert halfway(1.0, 0.6) < 1.0


def test_a_disc_never_promises_more_than_halfway_from_the_table_to_certainty():
    """Nobody rolls in the guessed round, so it is only believed in part."""
    discs = [board for board in moments(2, 60) if board.phase == LAYING]
    for board in discs:
        now = MIND.chances(board)[board.actor]

        assert all(halfway(0.0, now) <= plan.chance <= halfway(1.0, now) for plan in plans_of(board))
    assert len(discs) > 10

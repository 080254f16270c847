"""The puzzles that ship: each can be read, played and solved, and they are as many and as different as promised."""

from __future__ import annotations

import pytest
from tests.games.carolus import kit as ring
from tests.games.carolus.test_figures import WHITE_TO_PLAY

from aachen.bots.plan_outcome import outcome_of
from aachen.core.errors import BadInput
from aachen.puzzles import puzzle_of, puzzles_of
from aachen.puzzles.puzzle import read_puzzle
from aachen.puzzles.solving import attempt
from aachen.titles import TITLES

LEAST = {"carolus": 60, "carolingi": 60}
BOOK = "counter_attack"
ALL = [puzzle for game in TITLES for puzzle in puzzles_of(game)]


def test_enough_puzzles_ship_and_no_two_are_alike():
    assert {game: len(puzzles_of(game)) >= least for game, least in LEAST.items()} == dict.fromkeys(
        LEAST, True
    )
    assert len({puzzle.name for puzzle in ALL}) == len(ALL)
    assert len({puzzle.position for puzzle in ALL}) == len(ALL)


def test_puzzles_are_of_several_difficulties_and_themes():
    for game in TITLES:
        found = puzzles_of(game)

        assert len({puzzle.difficulty for puzzle in found}) >= 3
        assert len({theme for puzzle in found for theme in puzzle.themes}) >= 4
        assert all(puzzle.themes for puzzle in found)
        mined = [puzzle.difficulty for puzzle in found if BOOK not in puzzle.themes]
        assert mined == sorted(mined)


def test_the_promised_themes_are_there():
    themes = {game: {theme for puzzle in puzzles_of(game) for theme in puzzle.themes} for game in TITLES}

    assert {"merge", "emblem", "last_disc", BOOK} <= themes["carolus"]
    assert {"peace", "hunger"} <= themes["carolingi"]


def test_the_counter_attack_of_the_book_comes_first():
    first = puzzles_of("carolus")[0]

    assert first.themes[0] == BOOK
    assert first.start().digest() == ring.position(WHITE_TO_PLAY).digest()
    assert [action.get("place", "") for action in first.actions] == ["court", "court", "d", ""]
    assert [action.get("clan") for action in first.actions[:3]] == ["yellow"] * 3
    assert first.actions[-1] == {"do": "advance", "steps": 2}


def test_the_plan_of_every_puzzle_solves_it_and_the_second_best_does_not():
    for puzzle in ALL:
        best, other = attempt(puzzle, puzzle.actions), attempt(puzzle, puzzle.other)

        assert (best.refusal, best.is_done, best.is_solved) == (None, True, True), puzzle.name
        assert (other.refusal, other.is_solved) == (None, False), puzzle.name
        assert puzzle.chance - puzzle.other_chance >= TITLES[puzzle.game].puzzle_gap - 0.001


def test_every_puzzle_has_reasons_in_every_language():
    for puzzle in ALL:
        assert puzzle.reasons, puzzle.name


def test_an_attempt_stops_at_what_is_forbidden():
    puzzle = puzzles_of("carolus")[0]
    forbidden = {"do": "lay", "disc": 1} if puzzle.themes[0] != "disc" else {"do": "crown", "clan": "red"}

    tried = attempt(puzzle, [forbidden, *puzzle.actions])

    assert tried.refusal is not None
    assert (len(tried.events), tried.is_done, tried.is_solved) == (0, False, False)


def test_an_attempt_that_is_half_done_is_neither_right_nor_wrong():
    puzzle = next(each for each in puzzles_of("carolus") if len(each.actions) > 1)

    tried = attempt(puzzle, puzzle.actions[:-1])

    assert (tried.is_done, tried.is_solved) == (False, False)


def test_the_order_of_actions_does_not_matter_where_the_outcome_is_the_same():
    puzzle = next(
        each
        for each in puzzles_of("carolus")
        if len(each.actions) == 4 and each.actions[0] != each.actions[1]
    )
    first, second, *rest = puzzle.actions

    assert attempt(puzzle, [second, first, *rest]).is_solved


def test_outcomes_end_where_luck_is_asked():
    puzzle = next(each for each in puzzles_of("carolus") if len(each.actions) == 4)
    start = puzzle.start()
    seat = puzzle.seat_number(start)
    codes = [start.read_action(action) for action in puzzle.actions]

    assert outcome_of(start, seat, codes).is_done
    assert not outcome_of(start, seat, codes[:-1]).is_done


def test_a_puzzle_is_found_by_its_name():
    assert puzzle_of(ALL[0].name) is ALL[0]
    assert puzzle_of("no-such-puzzle") is None


def test_a_line_that_is_no_puzzle_is_refused():
    with pytest.raises(BadInput) as wrong:
        read_puzzle('{"name": 3}')

    assert {fault.code for fault in wrong.value.faults} == {"missing_key", "wrong_type"}

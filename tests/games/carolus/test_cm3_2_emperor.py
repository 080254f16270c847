"""CM3.2 Moving the Emperor: steps, laps, and joined regions as one step."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    THREE,
    advance,
    castles,
    emperor,
    lay,
    offered,
    play,
    position,
    public_events,
    refused,
    seen,
    stop,
)
from tests.kit import rule, ruling

STOP = """
    round: 2
    advancing: white
    emperor: m
    white discs: shown 4
    black discs: shown 5
    region no: red 1, castles 2 black
    region a: blue 1
    region b: green 1
    white court: blue 1
    black court: green 1
"""
FOUR_REGIONS = """
    round: 2
    advancing: white
    emperor: a
    white discs: shown {disc}
    black discs: shown 2
    region abcd: red 4, castles 4 white
    region efgh: red 4, castles 4 black
    region ijk: red 3, castles 3 white
    region lmno: red 4, castles 4 black
"""


@rule("CM3.2")
@ruling("M3")
def test_he_makes_one_step_up_to_the_number_of_the_disc():
    assert offered(position(STOP), "white") == [advance(steps) for steps in (1, 2, 3, 4)]


@rule("CM3.2")
@ruling("M3")
@pytest.mark.parametrize(("steps", "region"), [(1, "n"), (2, "a"), (3, "b"), (4, "c")])
def test_he_goes_clockwise_and_a_joined_region_is_one_step_across_the_end_of_the_ring(steps, region):
    board = play(position(STOP), "white", advance(steps), luck=THREE)

    assert emperor(board) == region


@rule("CM3.2", "refused")
@ruling("M3")
def test_he_must_move_and_not_farther_than_the_disc_says():
    board = position(STOP)

    assert refused(board, "white", advance(0)) == ("CM3.2", "emperor_must_move", "M3")
    assert refused(board, "white", advance(5)) == ("CM3.2", "too_many_steps", "M3")
    assert refused(board, "white", advance(15)) == ("CM3.2", "too_many_steps", "M3")


@rule("CM3.2", "refused")
@ruling("M3")
def test_a_full_lap_is_legal_and_more_than_one_is_not():
    board = position(FOUR_REGIONS.format(disc=5))

    assert offered(board, "white") == [advance(steps) for steps in (1, 2, 3, 4)]
    assert refused(board, "white", advance(5)) == ("CM3.2", "more_than_a_lap", "M3")
    assert emperor(play(board, "white", advance(4), luck=THREE)) == "a"


@rule("CM3.2", "refused")
def test_discs_are_not_laid_while_he_waits():
    assert refused(position(STOP), "white", lay(1)) == ("CM3.2", "wrong_moment")


@rule("CM3.2")
@ruling("M2")
def test_the_majority_builds_also_when_somebody_else_moves_him():
    """Green is Black's: White's third step gives Black a castle."""
    board = play(position(STOP), "white", advance(3), luck=THREE)

    assert castles(board, "b") == ("black", 1)


@ruling("M2")
def test_places_passed_are_not_judged():
    """Three steps pass A, where White would have built."""
    board = play(position(STOP), "white", advance(3), luck=THREE)

    assert castles(board, "a") == (None, 0)


@ruling("M3")
def test_the_emperor_is_no_paladin():
    """Alone with one paladin that nobody controls, he builds nothing."""
    board = play(position(STOP), "white", advance(4), luck=THREE)

    assert castles(board, "c") == (None, 0)
    assert seen(board)["ring"][2]["forces"] == {"white": 0, "black": 0}


def test_the_view_tells_what_would_happen_at_every_stop():
    board = position(STOP)
    expected = [
        (1, "n", "held", "black", 2),
        (2, "a", "build", "white", 1),
        (3, "b", "build", "black", 1),
        (4, "c", "nothing", None, 0),
    ]
    told_of = [stop(board, steps) for steps in (1, 2, 3, 4)]

    assert [
        (each["steps"], each["region"], each["result"], each["side"], each["castles"]) for each in told_of
    ] == expected
    assert [each["ends"] for each in told_of] == [None] * 4
    assert [each["joins"] for each in told_of] == [[]] * 4


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_what_the_view_foretells_is_what_happens(steps):
    board = position(STOP)
    foretold = stop(board, steps)
    after = play(board, "white", advance(steps), luck=THREE)

    assert castles(after, foretold["region"]) == (foretold["side"], foretold["castles"])
    assert len(seen(after)["ring"]) == foretold["regions"]


def test_the_story_of_a_stop_tells_where_he_goes_and_what_is_counted():
    kinds = [event["event"] for event in public_events(position(STOP), "white", advance(1), luck=THREE)]

    assert kinds[:3] == ["emperor_moved", "forces_counted", "region_held"]

"""CM6 Three players: eight castles, nine in reserve, four paladins a turn, and relative majorities."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    FOUR,
    advance,
    asked,
    castles,
    lay,
    offered,
    outcome,
    play,
    position,
    put,
    refused,
    reserve,
    seen,
    winners,
)
from tests.kit import rule, ruling

TURN = """
    white discs: shown 1
    black discs: shown 2
    grey discs: shown 3
    white reserve: red 5, blue 4
    black reserve: red 9
    grey reserve: red 9
"""
STOP = """
    round: 2
    advancing: white
    emperor: b
    white discs: shown 1
    black discs: shown 2
    grey discs: shown 3
    white court: red 1
    black court: blue 1
    grey court: green 1
    region c: {there}
"""


@rule("CM6")
@ruling("M4")
def test_four_paladins_are_put_and_four_dice_renew_them():
    board = play(position(TURN, 3), "white", *[put("red")] * 3, put("blue", "a"))
    board = play(board, "white", advance(1), luck=FOUR)

    assert sum(reserve(board, "white").values()) == 9
    assert asked(board) == ["black"]


@rule("CM6", "refused")
@ruling("M4")
def test_three_paladins_are_not_enough_and_five_too_many():
    three = play(position(TURN, 3), "white", *[put("red")] * 3)

    assert refused(three, "white", advance(1)) == ("CM3.1", "paladins_first", "M4")
    assert refused(play(three, "white", put("red")), "white", put("red")) == (
        "CM3.1",
        "enough_paladins",
        "M4",
    )


@rule("CM6")
@ruling("M6")
@pytest.mark.parametrize(
    ("there", "owner"),
    [
        ("red 2, blue 1, green 1", "white"),  # more than each, not more than both
        ("red 2, blue 2, green 1", None),  # a tie at the top
        ("red 1, blue 1, green 1", None),
        ("green 3, blue 2, red 2", "grey"),
    ],
)
def test_a_majority_is_more_than_each_of_the_others(there, owner):
    board = play(position(STOP.format(there=there), 3), "white", advance(1), luck=FOUR)

    assert castles(board, "c")[0] == owner


@ruling("M6")
def test_two_strangers_tied_above_the_owner_change_nothing():
    """White's castle against three of Black and three of Grey."""
    board = position(STOP.format(there="blue 3, green 3, castles 1 white"), 3)

    assert castles(play(board, "white", advance(1), luck=FOUR), "c") == ("white", 1)


@ruling("M6")
def test_a_stranger_above_the_owner_and_the_other_conquers():
    board = position(STOP.format(there="blue 3, green 4, castles 1 white"), 3)

    assert castles(play(board, "white", advance(1), luck=FOUR), "c") == ("grey", 1)


@rule("CM6")
@ruling("M11")
def test_eight_castles_are_the_goal():
    text = STOP.format(there="green 1") + "\nregion efghijk: castles 7 grey"
    board = play(position(text, 3), "white", advance(1))

    assert (outcome(board).ending, winners(board)) == ("goal", ["grey"])
    assert seen(board)["victory"]["grey"]["castles"] == 8
    assert outcome(board).places == [2, 2, 1]


@rule("CM6")
def test_three_different_numbers_are_laid():
    board = position("white reserve: red 4\nblack reserve: red 4\ngrey reserve: red 4", 3)
    board = play(play(board, "white", lay(2)), "black", lay(4))

    assert offered(board, "grey") == [lay(1), lay(3), lay(5)]

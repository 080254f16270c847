"""CM7 Four players: two against two, with shared castles and separate courts."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    THREE,
    advance,
    asked,
    castles,
    court,
    emblem,
    lay,
    outcome,
    play,
    position,
    put,
    refused,
    region,
    reserve,
    seen,
    winners,
)
from tests.kit import rule, ruling

from aachen.games import carolus

DISCS = """
    white discs: shown 1
    black discs: shown 4
    ivory discs: shown 2
    ebony discs: shown 3
"""
TURN = (
    DISCS
    + """
    white reserve: red 3, blue 2, green 2
    ivory reserve: red 3, blue 2, green 2
    black reserve: red 3, blue 2, green 2
    ebony reserve: red 3, blue 2, green 2
"""
)
STOP = (
    DISCS
    + """
    round: 2
    advancing: white
    emperor: b
    white court: red 1
    ivory court: blue 1
    black court: green 1
    ebony court: yellow 1
    region c: {there}
"""
)


@rule("CM7")
@ruling("M14")
def test_the_first_and_third_seat_are_partners_against_the_second_and_fourth():
    board = position(TURN, 4)

    assert board.seats() == ["white", "black", "ivory", "ebony"]
    assert seen(board)["sides"] == {"white": ["white", "ivory"], "black": ["black", "ebony"]}


@rule("CM7")
@ruling("M14")
def test_partners_share_castles_but_neither_court_nor_reserve_nor_discs():
    board = play(position(TURN, 4), "white", put("red"), put("red"), put("blue"))

    assert court(board, "white") == {"red": 2, "blue": 1}
    assert court(board, "ivory") == {}
    assert reserve(board, "ivory") == {"red": 3, "blue": 2, "green": 2}
    assert emblem(board, "red") == "white"


@rule("CM7")
@ruling("M6")
@pytest.mark.parametrize(
    ("there", "owner"),
    [
        ("red 1, blue 1, green 1", "white"),  # 1 + 1 against 1
        ("red 2, green 1, yellow 1", None),  # 2 against 1 + 1
        ("red 1, green 1, yellow 1", "black"),
        ("red 1, blue 1, castles 1 black", "white"),
        ("blue 2, green 1, castles 1 black", "black"),
    ],
)
def test_forces_are_the_totals_of_the_partners(there, owner):
    board = play(position(STOP.format(there=there), 4), "white", advance(1), luck=THREE)

    assert castles(board, "c")[0] == owner


@rule("CM7")
def test_partners_may_play_one_after_the_other():
    board = position(TURN, 4)

    assert seen(board)["playing"] == ["white", "ivory", "ebony", "black"]

    board = play(board, "white", *[put("red")] * 3)
    board = play(board, "white", advance(1), luck=THREE)

    assert asked(board) == ["ivory"]


@rule("CM7", "refused")
def test_a_partner_may_not_act_in_ones_place():
    assert refused(position(TURN, 4), "ivory", put("red")) == ("CM2", "out_of_order", "M10")


@rule("CM7", "refused")
@ruling("M10")
def test_four_different_numbers_are_laid_partners_included():
    board = position("white reserve: red 3", 4)
    board = play(board, "white", lay(2))
    board = play(board, "black", lay(4))

    assert refused(board, "ivory", lay(2)) == ("CM2", "number_shown", "M10")


@rule("CM7")
@ruling("M11")
def test_ten_castles_of_the_team_win_for_both_partners():
    """Seven castles of White's side, three of Black's: Ebony moves the Emperor where Ivory has the majority."""
    text = STOP.format(there="blue 3").replace("advancing: white", "advancing: ebony")
    board = play(position(text + "\nregion efghijklm: castles 9 white", 4), "ebony", advance(1))

    assert winners(board) == ["white", "ivory"]
    assert outcome(board).places == [1, 2, 1, 2]
    assert outcome(board).points == [10, 0, 10, 0]


@ruling("M12")
def test_the_tie_break_sums_the_clans_of_a_team():
    """A fault seen elsewhere. White and Ivory hold one clan each, Black holds two, Ebony none: 2 to 2, shared."""
    text = """
        round: 60
        advancing: black
        emperor: a
        white discs: left, shown 1
        black discs: left, shown 4
        ivory discs: left, shown 2
        ebony discs: left, shown 3
        white court: red 1
        ivory court: blue 1
        black court: green 1, yellow 1
        {more}
        region d: castles 1 white
        region g: castles 1 black
    """
    shared = play(position(text.format(more=""), 4), "black", advance(1), luck=THREE)
    decided = play(position(text.format(more="ebony court: pink 1"), 4), "black", advance(1), luck=THREE)

    assert winners(shared) == ["white", "black", "ivory", "ebony"]
    assert winners(decided) == ["black", "ebony"]


@ruling("M14")
def test_whether_partners_talk_is_an_option_of_the_table_and_changes_no_rule():
    talking = carolus.GAME.options({"players": 4, "silent_partners": False})

    assert carolus.GAME.options({"players": 4}).as_dict() == {"players": 4, "silent_partners": True}
    assert talking.as_dict() == {"players": 4, "silent_partners": False}
    assert carolus.GAME.empty(talking).seats() == ["white", "black", "ivory", "ebony"]


def test_the_view_counts_forces_by_side():
    board = position(STOP.format(there="red 1, blue 2, green 1, castles 1 white"), 4)

    assert region(board, "c")["forces"] == {"white": 4, "black": 1}

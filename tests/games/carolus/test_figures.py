"""The figures of the book, where it gives their numbers."""

from __future__ import annotations

from tests.games.carolus.kit import (
    THREE,
    advance,
    castles,
    emblem,
    play,
    position,
    put,
    region,
    ring,
    seen,
    stop,
)
from tests.kit import rule

FIGURE_2 = """
    round: 2
    advancing: white
    emperor: a
    white discs: shown 1
    black discs: shown 2
    region b: green 2, red 1, castles 1 black
    white court: red 1{white}
    black court: green 1
"""


@rule("CM4.2")
def test_figure_2_black_holds_with_three_to_one():
    """Two green paladins and the castle against a red one."""
    board = position(FIGURE_2.format(white=""))

    assert region(board, "b")["forces"] == {"white": 1, "black": 3}
    assert castles(play(board, "white", advance(1), luck=THREE), "b") == ("black", 1)


@rule("CM4.2")
def test_figure_2_once_green_is_whites_it_is_three_to_one_the_other_way():
    """Three paladins against the castle: it falls when the Emperor stops there."""
    board = position(FIGURE_2.format(white=", green 2"))

    assert region(board, "b")["forces"] == {"white": 3, "black": 1}
    assert castles(play(board, "white", advance(1), luck=THREE), "b") == ("white", 1)


@rule("CM4.3")
def test_figures_3_and_4_three_territories_six_paladins_three_castles():
    """The territory of figure 2 has fallen between two that White owned already."""
    neighbours = "region a: red 1, yellow 1, castles 1 white\nregion c: pink 1, castles 1 white"
    board = position(FIGURE_2.format(white=", green 2") + neighbours)
    board = play(board, "white", advance(1), luck=THREE)
    whole = region(board, "b")

    assert whole["territories"] == ["a", "b", "c"]
    assert sum(whole["paladins"].values()) == 6
    assert castles(board, "b") == ("white", 3)


# Figures 5 and 6: the courts with their reserves, and the ring. The Emperor is in A (our ab), B is our c,
# C is our def, D is our g; what stands in A, B and D the book does not tell
# in numbers, only who leads there; the rest of the ring is left empty.
FIGURES_5_AND_6 = """
    round: 4
    {moment}
    emperor: a
    white discs: left 1, shown 3
    black discs: left 1, shown {black_disc}
    region ab: blue 2, green 2, red 1, castles 2 black
    region c: blue 3, red 1, castles 1 white
    region def: yellow 3, red 2, pink 1, green 2, blue 1, castles 3 black
    region g: pink 1, castles 1 white
    white court: red 7, pink 8, blue 6, yellow 5, green 3
    black court: red 6, pink 5, blue 8, yellow 6, green 5
    white reserve: yellow 3, red 2, blue 1, green 1
    black reserve: red 3, green 2, blue 2
"""
WHITE_TO_PLAY = FIGURES_5_AND_6.format(moment="putting: white", black_disc=4)


@rule("CM3.1")
def test_figure_5_who_controls_what():
    board = position(WHITE_TO_PLAY)
    holders = {clan: emblem(board, clan) for clan in ("red", "pink", "blue", "yellow", "green")}

    assert holders == {"red": "white", "pink": "white", "blue": "black", "yellow": "black", "green": "black"}


@rule("CM3.1")
def test_figure_5_blacks_three_red_paladins_threaten_whites_red():
    """One makes it seven to seven, and a tie changes nothing; the second takes the clan."""
    board = position(FIGURES_5_AND_6.format(moment="putting: black", black_disc=4))
    tied = play(board, "black", put("red"))

    assert emblem(tied, "red") == "white"
    assert emblem(play(tied, "black", put("red")), "red") == "black"


@rule("CM3.1")
def test_figure_5_white_could_defend_with_two_red_ones():
    """Nine red at White's court: Black's three do not reach it."""
    defended = play(position(WHITE_TO_PLAY), "white", put("red"), put("red"), put("blue"))
    defended = play(defended, "white", advance(3), luck=THREE)

    assert emblem(play(defended, "black", *[put("red")] * 3), "red") == "white"


@rule("CM4.2")
def test_figure_6_were_it_blacks_turn_a_step_would_unite_six_castles():
    board = position(
        FIGURES_5_AND_6.format(moment="advancing: black", black_disc=4).replace(
            "black reserve: red 3, green 2, blue 2", "black reserve: blue 2, green 2"
        )
    )

    assert stop(board, 1)["result"] == "conquer"

    board = play(board, "black", advance(1), luck=THREE)

    assert "abcdef" in ring(board)
    assert castles(board, "a") == ("black", 6)


@rule("CM4.2")
def test_figure_6_before_the_counter_attack_black_leads_nine_to_three():
    assert region(position(WHITE_TO_PLAY), "e")["forces"] == {"white": 3, "black": 9}


@rule("CM4.3")
def test_figures_5_and_6_the_counter_attack():
    """Two yellow to court take the clan, the third goes to C: seven to six, and five castles in one region."""
    board = play(position(WHITE_TO_PLAY), "white", put("yellow"), put("yellow"), put("yellow", "d"))

    assert emblem(board, "yellow") == "white"
    assert region(board, "e")["forces"] == {"white": 7, "black": 6}

    foretold = stop(board, 2)

    assert (foretold["result"], foretold["joins"], foretold["castles"]) == ("conquer", ["c", "g"], 5)

    board = play(board, "white", advance(2), luck=THREE)

    assert "cdefg" in ring(board)
    assert castles(board, "e") == ("white", 5)
    assert castles(board, "a") == ("black", 2)
    assert seen(board)["victory"]["white"]["castles"] == 5


@rule("CM3.2")
def test_figure_6_one_step_would_be_suicide_and_three_are_safe():
    board = play(position(WHITE_TO_PLAY), "white", put("blue"), put("green"), put("red"))

    assert (stop(board, 1)["result"], stop(board, 1)["side"], stop(board, 1)["castles"]) == (
        "conquer",
        "black",
        6,
    )
    assert (stop(board, 3)["region"], stop(board, 3)["result"]) == ("g", "held")

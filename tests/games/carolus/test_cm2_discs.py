"""CM2 Opening phase: discs, their order, forced repeats, and their return."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    THREE,
    advance,
    asked,
    discs,
    faults,
    lay,
    offered,
    play,
    position,
    put,
    refused,
    seen,
)
from tests.kit import rule, ruling

OPENING = """
    white reserve: red 3, blue 2, green 2
    black reserve: red 3, blue 2, green 2
"""
ALBERT, BOB = "white", "black"


@rule("CM2")
def test_the_books_example_bob_with_the_lower_disc_plays_first():
    """Albert lays his 3 and Bob his 2: Bob comes first with one or two steps, Albert second with up to three."""
    board = play(play(position(OPENING), ALBERT, lay(3)), BOB, lay(2))

    assert seen(board)["playing"] == [BOB, ALBERT]
    assert asked(board) == [BOB]

    board = play(board, BOB, *[put("red")] * 3)

    assert offered(board, BOB) == [advance(1), advance(2)]

    board = play(board, BOB, advance(2), luck=THREE)
    board = play(board, ALBERT, *[put("red")] * 3)

    assert offered(board, ALBERT) == [advance(1), advance(2), advance(3)]


@rule("CM2", "refused")
@ruling("M10")
def test_a_number_that_is_shown_may_not_be_shown_again():
    board = play(position(OPENING), "white", lay(3))

    assert refused(board, "black", lay(3)) == ("CM2", "number_shown", "M10")
    assert offered(board, "black") == [lay(1), lay(2), lay(4), lay(5)]


@rule("CM2", "refused")
def test_a_disc_that_was_laid_in_an_earlier_round_is_gone():
    board = position(f"round: 3\nwhite discs: left 1 2 5\nblack discs: left 1 2 3\n{OPENING}")

    assert refused(board, "white", lay(3)) == ("CM2", "disc_used")
    assert offered(board, "white") == [lay(1), lay(2), lay(5)]


@rule("CM2", "refused")
@ruling("M10")
def test_discs_are_laid_in_the_order_of_placing_and_turns_taken_in_the_order_of_the_discs():
    board = position(f"placing: black, white\n{OPENING}")

    assert refused(board, "white", lay(1)) == ("CM2", "not_your_choice", "M10")

    board = play(play(board, "black", lay(1)), "white", lay(5))

    assert refused(board, "white", put("red")) == ("CM2", "out_of_order", "M10")
    assert refused(board, "black", put("red")) is None


@ruling("M10")
def test_with_no_other_disc_left_a_number_is_repeated_and_the_earlier_placer_counts_as_lower():
    """A fault seen elsewhere: the forced duplicate. Black lays first, so Black plays first and lays first again."""
    board = position(f"""
        round: 5
        placing: black, white
        white discs: left 3
        black discs: left 3
        {OPENING}
    """)
    board = play(play(board, "black", lay(3)), "white", lay(3))

    assert seen(board)["playing"] == ["black", "white"]
    assert offered(play(board, "black", *[put("red")] * 3), "black") == [advance(1), advance(2), advance(3)]

    for seat in ("black", "white"):
        board = play(board, seat, *[put("red")] * 3)
        board = play(board, seat, advance(1), luck=THREE)

    assert seen(board)["placing"] == ["black", "white"]


@ruling("M10")
def test_a_number_may_be_repeated_only_by_whoever_has_no_other():
    """Three players: Black's discs are all shown, Grey's are not."""
    text = """
        round: 4
        white discs: left 2 3
        black discs: left 2 3
        grey discs: left 2 5
    """
    board = play(play(position(text, 3), "white", lay(2)), "black", lay(3))

    assert offered(board, "grey") == [lay(5)]
    assert refused(board, "grey", lay(2)) == ("CM2", "number_shown", "M10")

    forced = play(play(position(text.replace("2 5", "2 3"), 3), "white", lay(2)), "black", lay(3))

    assert offered(forced, "grey") == [lay(2), lay(3)]


@ruling("M10")
def test_all_five_discs_return_after_the_fifth_round_and_not_before():
    """Round 4 leaves one disc; round 5 brings all of them back."""
    fourth = position(f"""
        round: 4
        white discs: left 3 5
        black discs: left 2 4
        {OPENING}
    """)
    fifth = whole_round(fourth, white=5, black=2)

    assert (discs(fifth, "white"), discs(fifth, "black")) == ([3], [4])

    sixth = whole_round(fifth, white=3, black=4)

    assert seen(sixth)["round"] == 6
    assert (discs(sixth, "white"), discs(sixth, "black")) == ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])


def whole_round(board, **numbers):
    """The round with these discs; everybody plays red paladins to court, and renews them."""
    for seat in seen(board)["placing"]:
        board = play(board, seat, lay(numbers[seat]))
    for seat in seen(board)["playing"]:
        board = play(board, seat, *[put("red")] * 3)
        board = play(board, seat, advance(1), luck=["die red"] * 3)
    return board


@rule("CM2")
@pytest.mark.parametrize(("white", "black", "grey"), [(5, 1, 3), (2, 4, 1), (3, 2, 5)])
def test_three_players_lay_in_the_order_in_which_they_played_last(white, black, grey):
    """CM6 says the same: the numbers give the order of play, and that the next order of laying."""
    board = position("\n".join(f"{seat} reserve: red 4" for seat in ("white", "black", "grey")), 3)
    laid = {"white": white, "black": black, "grey": grey}
    for seat in ("white", "black", "grey"):
        board = play(board, seat, lay(laid[seat]))
    order = sorted(laid, key=lambda seat: laid[seat])

    assert seen(board)["playing"] == order

    for seat in order:
        board = play(board, seat, *[put("red")] * 4)
        board = play(board, seat, advance(1), luck=["die red"] * 4)

    assert seen(board)["placing"] == order
    assert asked(board) == [order[0]]


def test_a_text_with_a_number_repeated_without_need_is_refused():
    text = f"{OPENING}\nwhite discs: shown 3\nblack discs: shown 3"

    assert faults(text) == [("disc_repeated", "black discs")]

"""Faults that other programs for this game have had, each with a test of its own."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    THREE,
    advance,
    asked,
    castles,
    lay,
    outcome,
    play,
    position,
    region,
    ring,
    seen,
    winners,
)

STOP = """
    round: 2
    advancing: black
    emperor: a
    white discs: shown 1
    black discs: shown 2
    white court: red 1
    black court: blue 1
"""


def test_side_number_nothing_is_an_owner_whose_castle_counts():
    """White is side 0, and 0 is not nobody: one blue paladin ties with its castle and takes nothing."""
    board = play(position(STOP + "region b: blue 1, castles 1 white"), "black", advance(1), luck=THREE)

    assert castles(board, "b") == ("white", 1)


def test_side_number_nothing_loses_its_castle_to_a_conqueror():
    board = play(position(STOP + "region b: blue 2, castles 1 white"), "black", advance(1), luck=THREE)

    assert castles(board, "b") == ("black", 1)
    assert seen(board)["victory"]["white"]["left"] == 10


def test_nobodys_territories_are_not_joined_to_those_of_side_number_nothing():
    board = play(position(STOP + "region b: red 1"), "black", advance(1), luck=THREE)

    assert castles(board, "b") == ("white", 1)
    assert ring(board) == list("abcdefghijklmno")
    assert region(board, "a")["owner"] is None


@pytest.mark.parametrize(
    ("rest", "left"),
    [
        ("region fghijk: castles 6 black\nregion l: pink 1", 3),  # five become three
        ("region fghijkl: castles 7 black", 2),  # four become two
    ],
)
def test_the_end_is_fewer_than_four_regions_not_exactly_three(rest, left):
    """White's castle in C joins the regions on both sides of it."""
    board = position(f"""
        round: 2
        advancing: white
        emperor: m
        white discs: shown 1
        black discs: shown 2
        white court: red 1
        region mnoab: castles 5 white
        region c: red 1
        region de: castles 2 white
        {rest}
    """)
    board = play(board, "white", advance(1))

    assert len(ring(board)) == left
    assert outcome(board).ending == "regions"


@pytest.mark.parametrize("have", [9, 8, 7])
def test_castles_left_never_go_below_nothing(have):
    """White conquers three with one, two or three left."""
    letters = "efghijklm"[:have]
    board = position(f"""
        round: 2
        advancing: white
        emperor: n
        white discs: shown 1
        black discs: shown 2
        white court: red 1
        region {letters}: castles {have} white
        region oab: red 9, castles 3 black
    """)
    board = play(board, "white", advance(1))

    assert seen(board)["victory"]["white"]["left"] == 0
    assert castles(board, "o") == ("white", 10 - have)
    assert winners(board) == ["white"]


def scored(courts: str, players: int = 2):
    """One castle each at the end of round 60; only clans can decide."""
    seats = {2: "white black", 4: "white black ivory ebony"}[players].split()
    discs = "\n".join(f"{seat} discs: left, shown {at + 1}" for at, seat in enumerate(seats))
    text = f"round: 60\nadvancing: {seats[-1]}\n{discs}\nregion d: castles 1 white\nregion g: castles 1 black"
    return play(position(f"{text}\n{courts}", players), seats[-1], advance(1), luck=THREE)


def test_more_clans_win_a_tie_not_fewer():
    assert winners(scored("white court: red 1\nblack court: blue 1, green 1")) == ["black"]
    assert winners(scored("white court: red 1, pink 1\nblack court: blue 1")) == ["white"]


def test_the_clans_of_partners_are_added_up():
    """Black alone holds most of all, but White and Ivory hold three together."""
    courts = "white court: red 1\nivory court: blue 1, pink 1\nblack court: green 1, yellow 1"

    assert winners(scored(courts, 4)) == ["white", "ivory"]


def test_the_last_and_the_first_territory_are_neighbours():
    board = play(
        position(STOP.replace("emperor: a", "emperor: n") + "region o: blue 1\nregion a: castles 1 black"),
        "black",
        advance(1),
        luck=THREE,
    )

    assert castles(board, "a") == ("black", 2)
    assert "oa" in ring(board)


def test_a_duplicate_disc_that_is_forced_is_no_dead_end():
    board = position("""
        round: 5
        white discs: left 4
        black discs: left 4
        white reserve: red 3
        black reserve: red 3
    """)
    board = play(play(board, "white", lay(4)), "black", lay(4))

    assert asked(board) == ["white"]
    assert seen(board)["playing"] == ["white", "black"]

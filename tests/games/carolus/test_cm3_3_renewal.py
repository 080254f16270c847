"""CM3.3 Renewing the reserve: dice, crowns, and clans that have run out."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    advance,
    asked,
    court,
    crown,
    emblem,
    faults,
    offered,
    play,
    position,
    public_events,
    refused,
    reserve,
    seen,
)
from tests.kit import rule, ruling

STOP = """
    round: 3
    advancing: white
    white discs: shown 1
    black discs: shown 5
    white reserve: blue 2, green 2
    black reserve: red 2, blue 3, green 2
"""
# Red has run out: 33 in C, 3 + 2 at the courts, 2 in Black's reserve.
RED_OUT = (
    STOP
    + """
    region c: red 33
    white court: red 3
    black court: red 2
"""
)
# And here no court can return any.
RED_GONE = (
    STOP
    + """
    region c: red 36
    white court: red 2
"""
)


@rule("CM3.3")
def test_the_dice_bring_as_many_paladins_as_were_put():
    board = play(position(STOP), "white", advance(1), luck=["die red", "die red", "die pink"])

    assert reserve(board, "white") == {"red": 2, "blue": 2, "green": 2, "pink": 1}
    assert seen(board)["centre"] == {"red": 36, "blue": 35, "green": 36, "yellow": 40, "pink": 39}
    assert asked(board) == ["black"]


@rule("CM3.3")
@ruling("M8")
def test_coloured_dice_are_taken_first_and_each_crown_is_decided_before_anybody_else_acts():
    board = play(position(STOP), "white", advance(1), luck=["die crown", "die yellow", "die crown"])

    assert reserve(board, "white") == {"blue": 2, "green": 2, "yellow": 1}
    assert (asked(board), seen(board)["crowns"]) == (["white"], 2)

    board = play(board, "white", crown("pink"))

    assert (asked(board), seen(board)["crowns"]) == (["white"], 1)

    board = play(board, "white", crown("pink"))

    assert reserve(board, "white") == {"blue": 2, "green": 2, "yellow": 1, "pink": 2}
    assert asked(board) == ["black"]


@rule("CM3.3", "refused")
def test_a_crown_is_decided_only_when_one_was_rolled_and_by_whoever_rolled_it():
    board = play(position(STOP), "white", advance(1), luck=["die crown", "die red", "die red"])

    assert refused(position(STOP), "white", crown("red")) == ("CM3.2", "wrong_moment")
    assert refused(board, "black", crown("red")) == ("CM2", "out_of_order", "M10")
    assert refused(board, "white", advance(1)) == ("CM3.3", "wrong_moment")


@ruling("M8")
def test_all_dice_are_thrown_even_for_a_small_reserve():
    """White had a single paladin left and put it in play; three dice bring three."""
    board = position(STOP.replace("white reserve: blue 2, green 2", ""))
    board = play(board, "white", advance(1), luck=["die red", "die blue", "die blue"])

    assert reserve(board, "white") == {"red": 1, "blue": 2}


@rule("CM3.3")
@ruling("M9")
def test_when_a_rolled_clan_has_run_out_every_court_returns_what_the_smallest_holds():
    """3 and 2 at the courts: each returns 2, so four come back, and White takes one of them."""
    board = play(position(RED_OUT), "white", advance(1), luck=["die red", "die blue", "die blue"])

    assert (court(board, "white"), court(board, "black")) == ({"red": 1}, {})
    assert seen(board)["centre"]["red"] == 3
    assert reserve(board, "white")["red"] == 1


@ruling("M5")
@ruling("M9")
def test_the_holder_keeps_the_emblem_at_nothing_after_the_return():
    """Both courts held two, White came first: White keeps red with none at court, and one of Black's takes it."""
    text = (
        RED_OUT.replace("white court: red 3", "white court: red 2") + "\nemblems: red white\nregion d: red 1"
    )
    board = play(position(text), "white", advance(1), luck=["die red", "die blue", "die blue"])

    assert (court(board, "white"), court(board, "black")) == ({}, {})
    assert emblem(board, "red") == "white"
    assert emblem(play(board, "black", {"do": "put", "clan": "red", "place": "court"}), "red") == "black"


@ruling("M9")
def test_a_clan_runs_out_in_the_middle_of_a_roll():
    """One red is left and two are rolled: the second makes the courts return theirs."""
    text = RED_OUT.replace("region c: red 33", "region c: red 32")
    board = play(position(text), "white", advance(1), luck=["die red", "die red", "die blue"])

    assert reserve(board, "white") == {"red": 2, "blue": 3, "green": 2}
    assert seen(board)["centre"]["red"] == 3


@ruling("M9")
@ruling("B5")
def test_if_a_court_holds_none_the_die_is_a_crown_for_another_clan():
    board = play(position(RED_GONE), "white", advance(1), luck=["die red", "die crown", "die blue"])

    assert reserve(board, "white") == {"blue": 3, "green": 2}
    assert seen(board)["crowns"] == 2
    assert offered(board, "white") == [crown(clan) for clan in ("blue", "green", "yellow", "pink")]


@rule("CM3.3", "refused")
@ruling("M9")
def test_a_crown_may_not_name_a_clan_that_nobody_can_return():
    board = play(position(RED_GONE), "white", advance(1), luck=["die red", "die blue", "die blue"])

    assert refused(board, "white", crown("red")) == ("CM3.3", "clan_gone", "M9")


@ruling("M9")
def test_a_crown_may_name_a_clan_that_courts_would_return():
    board = play(position(RED_OUT), "white", advance(1), luck=["die crown", "die blue", "die blue"])
    board = play(board, "white", crown("red"))

    assert court(board, "white") == {"red": 1}
    assert seen(board)["centre"]["red"] == 3


ALL_GONE = """
    round: 3
    advancing: white
    white discs: shown 1
    black discs: shown 5
    region c: red 40, blue 40, green 40, yellow 40, pink {pink}
"""


@ruling("M9")
@pytest.mark.parametrize(("pink", "got"), [(40, {}), (39, {"pink": 1})])
def test_if_there_is_nothing_at_all_the_reserve_stays_smaller(pink, got):
    """Three red dice: with no paladin left none comes; with one left it is the crown's only choice."""
    board = position(ALL_GONE.format(pink=pink))
    after = play(board, "white", advance(1), luck=["die red"] * 3)
    if got:
        assert offered(after, "white") == [crown("pink")]
        after = play(after, "white", crown("pink"))

    assert reserve(after, "white") == got
    assert asked(after) == ["black"]


@ruling("M9")
def test_lost_crowns_are_told():
    events = public_events(position(ALL_GONE.format(pink=40)), "white", advance(1), luck=["die red"] * 3)

    assert [event["event"] for event in events][-4:] == ["die_became_crown"] * 3 + ["crowns_lost"]
    assert events[-1]["number"] == 3


@ruling("M9")
def test_with_four_players_all_four_courts_return():
    text = """
        round: 3
        advancing: white
        white discs: shown 1
        black discs: shown 2
        ivory discs: shown 3
        ebony discs: shown 4
        region c: red 30
        white court: red 2
        black court: red 3
        ivory court: red 4
        ebony court: red 1
    """
    board = play(position(text, 4), "white", advance(1), luck=["die red", "die blue", "die blue"])

    assert [court(board, seat).get("red", 0) for seat in board.seats()] == [1, 2, 3, 0]
    assert seen(board)["centre"]["red"] == 3
    assert emblem(board, "red") == "ivory"


def test_a_text_with_more_crowns_than_dice_is_refused():
    text = STOP.replace("advancing: white", "crowning: white 4")

    assert faults(text) == [("moment_not_possible", "crowning")]

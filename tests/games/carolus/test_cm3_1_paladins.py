"""CM3.1 Putting paladins in play, and who controls a clan."""

from __future__ import annotations

from itertools import permutations

import pytest
from tests.games.carolus.kit import (
    THREE,
    advance,
    asked,
    court,
    emblem,
    every_position_of_turn,
    offered,
    play,
    position,
    public_events,
    put,
    refused,
    region,
    reserve,
    seen,
)
from tests.kit import rule, ruling

TURN = """
    white discs: shown 2
    black discs: shown 4
    region a: red 1
    region c: blue 1
    region de: green 2, castles 2 black
    white reserve: red 3, blue 2, green 2
    black reserve: red 2, blue 3, green 2
"""


@rule("CM3.1")
@ruling("M4")
def test_three_paladins_go_to_court_and_regions_in_any_split():
    board = play(position(TURN), "white", put("red"), put("blue", "c"), put("green", "d"))

    assert court(board, "white") == {"red": 1}
    assert region(board, "c")["paladins"] == {"blue": 2}
    assert region(board, "e")["paladins"] == {"green": 3}
    assert reserve(board, "white") == {"red": 2, "blue": 1, "green": 1}
    assert offered(board, "white") == [advance(1), advance(2)]


@rule("CM3.1")
def test_a_paladin_may_go_to_every_region_an_enemys_too_and_each_region_is_named_once():
    places = [action["place"] for action in offered(position(TURN), "white") if action["clan"] == "red"]

    assert places == ["court", *"abcdfghijklmno"]


@rule("CM3.1", "refused")
def test_a_clan_that_is_not_in_the_reserve_cannot_be_put():
    assert refused(position(TURN), "white", put("pink")) == ("CM3.1", "none_in_reserve")
    assert refused(position(TURN), "white", put("pink", "c")) == ("CM3.1", "none_in_reserve")


@rule("CM3.1", "refused")
@ruling("M4")
def test_the_emperor_waits_for_all_three_and_there_is_no_fourth():
    board = position(TURN)

    assert refused(board, "white", advance(1)) == ("CM3.1", "paladins_first", "M4")

    board = play(board, "white", put("red"), put("red"))

    assert refused(board, "white", advance(1)) == ("CM3.1", "paladins_first", "M4")

    board = play(board, "white", put("red"))

    assert refused(board, "white", put("blue")) == ("CM3.1", "enough_paladins", "M4")


@ruling("M4")
@pytest.mark.parametrize(("have", "played"), [(2, 2), (1, 1)])
def test_fewer_are_put_only_when_the_reserve_holds_fewer(have, played):
    board = position(TURN.replace("red 3, blue 2, green 2", f"red {have}", 1))

    assert seen(board)["paladins_to_put"] == played
    assert offered(play(board, "white", *[put("red")] * played), "white", "advance") != []


@ruling("M4")
def test_with_an_empty_reserve_the_turn_begins_with_the_emperor():
    """Black has nothing left; when White is done, Black moves the Emperor at once."""
    board = position(TURN.replace("    black reserve: red 2, blue 3, green 2\n", ""))
    board = play(board, "white", *[put("red")] * 3)
    board = play(board, "white", advance(1), luck=THREE)

    assert asked(board) == ["black"]
    assert offered(board, "black") == [advance(steps) for steps in (1, 2, 3, 4)]


@rule("CM3.1")
@ruling("M5")
def test_the_first_paladin_of_a_clan_in_any_court_takes_its_emblem():
    board = play(position(TURN), "white", put("red"))

    assert emblem(board, "red") == "white"
    assert emblem(board, "blue") is None


@ruling("M5")
def test_a_tie_changes_nothing_and_one_more_takes_the_emblem():
    board = position(TURN + "black court: red 2\nwhite court: red 1")
    tied = play(board, "white", put("red"))

    assert emblem(tied, "red") == "black"
    assert emblem(play(tied, "white", put("red")), "red") == "white"


@ruling("M5")
def test_the_emblem_is_taken_at_the_moment_the_paladin_reaches_the_court():
    board = position(TURN + "black court: red 2\nwhite court: red 1")
    events = public_events(board, "white", put("red"), put("red"))

    assert [event["event"] for event in events] == ["paladin_to_court", "paladin_to_court", "emblem_won"]
    assert (events[-1]["seat"], events[-1]["holder"], events[-1]["clan"]) == ("white", "black", "red")


@ruling("M5")
def test_more_than_every_other_court_is_needed_not_only_more_than_the_holders():
    """Grey holds red by having come first; Black has as many. White with three has more than both."""
    text = """
        white discs: shown 1
        black discs: shown 2
        grey discs: shown 3
        white court: red 1
        black court: red 2
        grey court: red 2
        emblems: red grey
        white reserve: red 4
    """
    board = play(position(text, 3), "white", put("red"))

    assert emblem(board, "red") == "grey"
    assert emblem(play(board, "white", put("red")), "red") == "white"


@ruling("M5")
def test_with_four_players_control_is_individual_and_can_be_taken_from_a_partner():
    """Ivory is White's partner; their courts are not added up."""
    text = """
        white discs: shown 1
        black discs: shown 2
        ivory discs: shown 3
        ebony discs: shown 4
        white court: red 1
        ivory court: red 2
        black court: red 2
        emblems: red ivory
        white reserve: red 3
    """
    board = play(position(text, 4), "white", put("red"))

    assert emblem(board, "red") == "ivory"
    assert emblem(play(board, "white", put("red")), "red") == "white"


@rule("CM3.1")
def test_paladins_in_regions_do_not_count_for_control_of_a_clan():
    board = play(position(TURN + "black court: red 1"), "white", put("red", "a"), put("red", "a"))

    assert emblem(board, "red") == "black"


# The order of a turn's paladins


@ruling("B4")
def test_every_order_of_the_same_paladins_ends_in_the_same_position():
    """Emblems that change hands on the way included: Black holds red with one, White puts two and one elsewhere."""
    board = position(TURN + "black court: red 1, blue 1\nwhite court: blue 1\nemblems: blue black")
    texts = {
        play(board, "white", *order).write()
        for order in permutations([put("red"), put("red"), put("blue", "c")])
    }

    assert len(texts) == 1
    assert emblem(play(board, "white", put("red"), put("red")), "red") == "white"


@ruling("B4")
def test_all_orders_of_a_turn_meet_in_few_positions():
    """On a ring of four regions with a mixed reserve: a search that keeps a table of positions meets each once."""
    board = position("""
        round: 2
        white discs: shown 2
        black discs: shown 4
        region abcd: red 1, castles 4 white
        region efgh: red 1, castles 4 black
        region ijk: red 1, castles 3 white
        region lmno: red 1, castles 4 black
        white reserve: red 2, blue 1, pink 1
        black court: red 1
    """)
    everything = [each.write() for each in every_position_of_turn(board, "white")]

    assert len(everything) > 5 * len(set(everything))

"""Positions as text: what is written reads back, what is left out is filled in, what is wrong is named."""

from __future__ import annotations

import json

import pytest
from tests.games.carolus.kit import (
    asked,
    court,
    discs,
    emblem,
    emperor,
    faults,
    lay,
    number_of,
    offered,
    outcome,
    position,
    reserve,
    ring,
    seen,
)
from tests.kit import ruling

from aachen.core.errors import BadInput
from aachen.core.luck import SeededLuck
from aachen.games import carolus
from aachen.games.carolus import Options

LINE = (
    "carolus: players 2; round: 4; placing: black, white; putting: white 2; emperor: o; "
    "region b: red 1, blue 2; region cd: green 3, castles 2 white; region oa: red 2, castles 2 black; "
    "emblems: red black, green white; white court: red 1, green 2; white reserve: blue 2, pink 4; "
    "white discs: left 4, shown 1; black court: red 1; black reserve: yellow 7; black discs: left 1, shown 5"
)


def test_a_line_is_read_and_written_the_same():
    assert carolus.read(LINE).write() == LINE


def test_a_block_says_the_same_one_statement_a_line():
    block = carolus.read(LINE).write_block()

    assert block.splitlines() == LINE.split("; ")
    assert carolus.read(block).write() == LINE


def test_what_the_line_says_is_what_the_position_holds():
    board = carolus.read(LINE)

    assert ring(board) == ["b", "cd", *"efghijklmn", "oa"]
    assert (emperor(board), asked(board), seen(board)["paladins_to_put"]) == ("o", ["white"], 2)
    assert emblem(board, "red") == "black"
    assert reserve(board, "black") == {"yellow": 7}
    assert seen(board)["centre"] == {"red": 35, "blue": 36, "green": 35, "yellow": 33, "pink": 36}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_random_game_reads_back_equal(players, seed):
    luck = SeededLuck(seed)
    board = carolus.new(Options(players), luck)
    steps = 0
    while board.to_act():
        if steps % 7 == 0:
            back = carolus.read(board.write())
            assert (back.write(), back.digest()) == (board.write(), board.digest())
            assert json.dumps(back.view(0)) == json.dumps(board.view(0))
        offers = board.offers(board.to_act()[0])
        board.play(board.to_act()[0], luck.pick("test", offers), luck)
        steps += 1

    assert carolus.read(board.write()).write() == board.write()
    assert outcome(carolus.read(board.write())).as_dict(board.seats()) == outcome(board).as_dict(
        board.seats()
    )


def test_an_empty_text_is_a_first_round_with_an_empty_ring():
    board = position("")

    assert (seen(board)["round"], asked(board), emperor(board)) == (1, ["white"], "a")
    assert offered(board, "white") == [lay(disc) for disc in (1, 2, 3, 4, 5)]


def test_what_a_person_leaves_out_is_filled_with_what_usually_is():
    """An emblem with the larger court, the lower discs laid before, the first turn when all discs lie."""
    board = position("""
        round: 3            # two discs have been laid
        white court: red 2
        black court: red 1
        white reserve: blue 7
        white discs: shown 4
        black discs: shown 5
    """)

    assert emblem(board, "red") == "white"
    assert (discs(board, "white"), discs(board, "black")) == ([3, 5], [3, 4])
    assert (asked(board), seen(board)["paladins_to_put"]) == (["white"], 3)


def test_a_joined_territory_may_be_named_for_the_emperor():
    assert emperor(position("emperor: d\nregion cd: castles 2 white")) == "c"


def test_capitals_and_comments_are_fine():
    assert court(position("WHITE court: Red 2 # two of them"), "white") == {"red": 2}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nonsense: 1", ("text_nothing_here", "nonsense")),
        ("region zz: red 1", ("no_such_territory", "region zz")),
        ("region a: purple 1", ("no_such_clan", "region a")),
        ("region a: red many", ("text_number_wanted", "region a")),
        ("region a: castles 1 grey", ("text_castles", "region a")),
        ("region a: castles white", ("text_castles", "region a")),
        ("region ac: castles 2 white", ("territories_apart", "region ac")),
        ("region ab: castles 2 white\nregion bc: castles 2 black", ("territory_twice", "region bc")),
        ("round: 1\nround: 1", ("text_said_twice", "round")),
        ("round: soon", ("text_number_wanted", "round")),
        ("emperor: a, b", ("text_one_territory", "emperor")),
        ("emblems: red", ("text_item_unknown", "emblems")),
        ("emblems: red purple", ("no_such_seat", "emblems")),
        ("placing: white, purple", ("no_such_seat", "placing")),
        ("white discs: left 7", ("text_disc_wanted", "white discs")),
        ("white discs: lost 1", ("text_item_unknown", "white discs")),
        ("white court: red 1\nblack court: red 1", ("emblem_undecided", "emblems")),
        ("laying: white\nputting: white", ("text_two_moments", "putting")),
        ("laying: white, soon", ("text_item_unknown", "laying")),
        ("laying:", ("text_one_seat", "laying")),
        ("over: boredom", ("text_ending_wanted", "over")),
    ],
)
def test_what_cannot_be_understood_is_named_with_its_place(text, found):
    assert found in faults(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("region a: red 41", ("too_many_paladins", "position")),
        ("region abc: castles 3 white\nregion d: castles 1 white", ("neighbours_not_joined", "a")),
        ("region a: castles 3 white", ("castles_do_not_fit", "a")),
        ("region ab: red 1", ("region_without_owner", "a")),
        ("region abcdefghijkl: castles 12 white", ("too_many_castles", "position")),
        ("emblems: red white\nblack court: red 1", ("emblem_misplaced", "emblems")),
        ("white reserve: red 8", ("reserve_too_large", "white reserve")),
        ("white discs: left 1 2", ("disc_count", "white discs")),
        ("white discs: left 1 2 3 4, shown 2", ("disc_in_two_places", "white discs")),
        ("placing: white, white", ("placing_incomplete", "placing")),
        ("black discs: shown 2", ("laid_out_of_order", "placing")),
        (
            "white discs: shown 2\nblack discs: shown 2\nwhite reserve: red 3",
            ("disc_repeated", "black discs"),
        ),
        ("round: 61", ("round_not_possible", "round")),
        ("round: 0", ("nobody_asked", "position")),
        ("round: 0\ncrowning: white 1, roll 4", ("moment_not_possible", "round")),
        ("laying: black", ("moment_not_possible", "laying")),
        ("putting: white 1", ("discs_missing", "placing")),
        (
            "advancing: white 1\nwhite discs: shown 1\nblack discs: shown 2",
            ("moment_not_possible", "advancing"),
        ),
        ("putting: white 4\nwhite discs: shown 1\nblack discs: shown 2", ("moment_not_possible", "putting")),
        (
            "crowning: white 1, roll 1\nwhite discs: shown 1\nblack discs: shown 2",
            ("moment_not_possible", "round"),
        ),
        ("over: rounds", ("ending_does_not_fit", "over")),
    ],
)
def test_what_cannot_be_is_named_with_its_place(text, found):
    assert found in faults(text)


def test_a_text_of_another_number_of_players_or_without_end_is_refused():
    assert faults("", players=5) == [("players_not_possible", "carolus")]
    assert faults("#" + "x" * 30_000) == [("text_too_long", "position")]


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ({"players": 5}, "players_not_possible"),
        ({"players": "two"}, "option_not_a_number"),
        ({"silent_partners": "yes"}, "option_not_yes_or_no"),
        ({"board": "round"}, "option_unknown"),
    ],
)
def test_options_that_cannot_be_are_named(named, fault):
    with pytest.raises(BadInput) as caught:
        carolus.GAME.options(named)

    assert [each.code for each in caught.value.faults] == [fault]


def test_options_can_be_made_directly_and_are_judged_too():
    with pytest.raises(BadInput):
        Options(1)


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ({"do": "lay", "disc": 6}, "action_number"),
        ({"do": "lay", "disc": True}, "action_number"),
        ({"do": "lay"}, "action_missing_part"),
        ({"do": "lay", "disc": 1, "for": "me"}, "action_extra_part"),
        ({"do": "put", "clan": "purple", "place": "a"}, "no_such_clan"),
        ({"do": "put", "clan": "red", "place": "z"}, "no_such_spot"),
        ({"do": "advance", "steps": 16}, "action_number"),
        ({"do": "dance"}, "action_unknown"),
    ],
)
def test_actions_that_cannot_be_understood_are_named(named, fault):
    with pytest.raises(BadInput) as caught:
        position("").read_action(named)

    assert [each.code for each in caught.value.faults] == [fault]


@pytest.mark.parametrize(
    "named", [["emperor", "c"], ["paladin", "red"], ["die", "red"], ["die", "crown"], ["first", "black"]]
)
def test_lucks_answers_have_names(named):
    board = position("")

    assert board.name_luck(*board.read_luck(named)) == named


@pytest.mark.parametrize("named", [["die", "purple"], ["first", "grey"], ["card", "red"], "die red", ["die"]])
def test_answers_that_luck_cannot_give_are_refused(named):
    with pytest.raises(BadInput):
        position("").read_luck(named)


@ruling("M13")
def test_everybody_sees_the_same_table_and_imagines_nothing_else():
    """Only whose screen it is, and what its seat may do, differ."""
    board = carolus.read(LINE)
    views = [board.view(viewer) for viewer in (None, 0, 1)]
    for view in views:
        view.pop("viewer")
        view.pop("offers", None)

    assert views[0] == views[1] == views[2]
    assert board.imagine(0, SeededLuck(1)).write() == board.write()
    assert carolus.from_view(board.view(1), SeededLuck(1)).write() == board.write()


def test_a_view_without_its_line_is_bad_input():
    with pytest.raises(BadInput):
        carolus.from_view({"game": "carolus"}, SeededLuck(1))


@ruling("B7")
def test_a_choice_of_one_is_still_asked():
    last_disc = position("round: 5\nwhite discs: left 2\nblack discs: left 3")
    one_step = position("advancing: white\nwhite discs: shown 1\nblack discs: shown 2")

    assert offered(last_disc, "white") == [lay(2)]
    assert offered(one_step, "white") == [{"do": "advance", "steps": 1}]
    assert number_of(last_disc, "white") == last_disc.to_act()[0]


@pytest.mark.parametrize(
    "moment",
    [
        "advancing: white; white reserve: red 7",
        "putting: white 1; white reserve: red 7",
        "round: 0; crowning: white 1, roll 1; white discs: left 1 2 4 5, shown 3",
        "round: 0; crowning: white 1, roll 1; white reserve: red 6",
        "round: 0; crowning: white 1, roll 1; black reserve: red 7",
        "round: 0; crowning: white 1, roll 1; white court: red 3",
    ],
)
def test_a_moment_that_no_turn_leads_to_is_refused(moment: str) -> None:
    """The reserve is too large for the paladins already put, or the set-up has gone further than its rolls."""
    discs = "" if "round: 0" in moment else "; white discs: shown 1; black discs: shown 2"
    with pytest.raises(BadInput) as refused:
        carolus.read(moment + discs)

    assert "moment_not_possible" in [fault.code for fault in refused.value.faults]

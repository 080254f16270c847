"""CM4.1 Castles and CM4.2 Conquering: who has the majority where the Emperor stops."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    THREE,
    advance,
    castles,
    faults,
    play,
    position,
    public_events,
    put,
    refused,
    region,
    seen,
)
from tests.kit import rule, ruling

STOP = """
    round: 2
    advancing: white
    emperor: b
    white discs: shown 1
    black discs: shown 5
    white court: red 1, yellow 1
    black court: green 1, blue 1
    region c: {there}
"""


def after_stop(there: str, extra: str = ""):
    """The position after the Emperor has stopped in C, where all this is."""
    return play(position(STOP.format(there=there) + extra), "white", advance(1), luck=THREE)


@rule("CM4.1")
@pytest.mark.parametrize(
    ("there", "side"),
    [
        ("red 1", "white"),
        ("red 1, yellow 1, green 1", "white"),
        ("green 2, red 1", "black"),
        ("green 1, blue 1, red 1", "black"),
    ],
)
def test_the_side_that_controls_most_paladins_builds_a_castle(there, side):
    assert castles(after_stop(there), "c") == (side, 1)


@rule("CM4.1", "refused")
@ruling("M6")
@pytest.mark.parametrize("there", ["red 1, green 1", "pink 3", "pink 3, red 1, blue 1", ""])
def test_a_tie_or_paladins_that_nobody_controls_build_nothing(there):
    """Nothing can be asked for here: what the rule forbids is that a castle appears."""
    assert castles(after_stop(there), "c") == (None, 0)


@ruling("M6")
def test_paladins_of_a_clan_without_a_holder_count_for_nobody():
    assert castles(after_stop("pink 9, red 1"), "c") == ("white", 1)


@rule("CM4.1")
def test_a_castle_comes_from_those_that_are_left():
    board = after_stop("red 1")

    assert seen(board)["victory"]["white"] == {
        "castles": 1,
        "left": 9,
        "goal": 10,
        "clans": 2,
        "seats": ["white"],
    }


@rule("CM4.2")
@ruling("M6")
@pytest.mark.parametrize(
    ("there", "owner"),
    [
        ("red 2, castles 1 black", "white"),  # 2 against the castle
        ("red 1, castles 1 black", "black"),  # 1 against the castle: a tie
        ("red 3, green 1, castles 1 black", "white"),
        ("red 3, green 2, castles 1 black", "black"),
        ("castles 1 black", "black"),
        ("green 1, castles 1 white", "white"),
        ("green 2, castles 1 white", "black"),
    ],
)
def test_a_castle_counts_as_a_paladin_of_its_owner_and_a_tie_changes_nothing(there, owner):
    assert castles(after_stop(there), "c") == (owner, 1)


@rule("CM4.2", "refused")
def test_a_region_that_was_passed_or_not_stopped_at_stays_with_its_owner():
    """C would fall; the Emperor does not stop there, so it does not."""
    board = position(
        STOP.format(there="red 9, castles 1 black").replace("white discs: shown 1", "white discs: shown 2")
    )

    assert castles(play(board, "white", advance(2), luck=THREE), "c") == ("black", 1)
    assert refused(board, "white", advance(0)) == ("CM3.2", "emperor_must_move", "M3")


@rule("CM4.2")
def test_all_castles_of_a_region_are_replaced_at_once():
    board = position(
        STOP.format(there="red 1")
        .replace("region c:", "region cde:")
        .replace("red 1\n", "red 5, castles 3 black\n")
    )
    board = play(board, "white", advance(1), luck=THREE)

    assert castles(board, "c") == ("white", 3)
    assert [seen(board)["victory"][side]["left"] for side in ("white", "black")] == [7, 10]


@ruling("M7")
def test_with_too_few_castles_the_conqueror_places_what_is_left_and_has_reached_the_goal():
    """White has eight on the board and two left; Black's region of three falls. Castles never go below nothing."""
    board = position("""
        round: 2
        advancing: white
        emperor: b
        white discs: shown 1
        black discs: shown 5
        white court: red 1
        region cde: red 9, castles 3 black
        region ghijklmn: blue 1, castles 8 white
    """)
    board = play(board, "white", advance(1))

    assert castles(board, "c") == ("white", 2)
    assert seen(board)["victory"]["white"]["left"] == 0
    assert seen(board)["victory"]["black"]["left"] == 10
    assert seen(board)["ending"] == "goal"


@rule("CM4.2")
def test_a_change_of_control_alone_takes_no_castle_before_the_emperor_comes():
    """White takes green from Black: the castle in C stands on weak feet, and stands."""
    text = STOP.format(there="green 5, castles 1 black").replace("advancing: white", "")
    board = play(position(text + "white reserve: green 3"), "white", put("green"), put("green"))

    assert castles(board, "c") == ("black", 1)
    assert region(board, "c")["majority"] == "white"
    assert region(board, "c")["forces"] == {"white": 5, "black": 1}


@rule("CM4.2")
def test_the_story_tells_who_conquers_what_from_whom():
    events = public_events(
        position(STOP.format(there="red 4, castles 1 black")), "white", advance(1), luck=THREE
    )
    conquest = next(event for event in events if event["event"] == "region_conquered")

    assert conquest == {
        "event": "region_conquered",
        "side": "white",
        "loser": "black",
        "region": "c",
        "castles": 1,
    }


@rule("CM4.1", "refused")
def test_a_text_with_castles_that_do_not_fit_their_territories_is_refused():
    assert faults("region cde: castles 2 white") == [("castles_do_not_fit", "c")]
    assert faults("region cd: red 1") == [("region_without_owner", "c")]

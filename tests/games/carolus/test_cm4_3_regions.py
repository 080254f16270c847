"""CM4.3 Regions: joining on the ring, for good, and around its end."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    THREE,
    advance,
    castles,
    emperor,
    faults,
    play,
    position,
    public_events,
    put,
    refused,
    region,
    ring,
    seen,
    stop,
)
from tests.kit import rule, ruling

STOP = """
    round: 2
    advancing: white
    emperor: b
    white discs: shown 1
    black discs: shown 5
    white court: red 1
    black court: blue 1
    region c: red 2
    region b: {before}
    region d: {after}
"""


def joined(before: str, after: str, **also: str):
    """The ring after White has built in C between these neighbours."""
    extra = "\n".join(f"region {name}: {what}" for name, what in also.items())
    return play(position(STOP.format(before=before, after=after) + extra), "white", advance(1), luck=THREE)


@rule("CM4.3")
@ruling("M1")
@pytest.mark.parametrize(
    ("before", "after", "whole", "number"),
    [
        ("castles 1 white", "castles 1 white", "bcd", 3),
        ("castles 1 white", "green 1", "bc", 2),
        ("blue 1, castles 1 black", "castles 1 white", "cd", 2),
    ],
)
def test_a_new_castle_joins_either_or_both_neighbours_of_its_side(before, after, whole, number):
    board = joined(before, after)

    assert whole in ring(board)
    assert castles(board, "c") == ("white", number)


@rule("CM4.3")
@ruling("M1")
def test_paladins_castles_and_the_emperor_are_brought_together():
    board = joined("red 1, green 2, castles 1 white", "pink 3, castles 1 white")

    assert region(board, "c")["paladins"] == {"red": 3, "green": 2, "pink": 3}
    assert region(board, "c")["castles"] == 3
    assert emperor(board) == "b"
    assert len(ring(board)) == 13


@rule("CM4.3", "refused")
@ruling("M1")
@pytest.mark.parametrize("neighbour", ["castles 1 black", "red 5"])
def test_neighbours_of_another_side_or_of_nobody_are_not_joined(neighbour):
    board = joined(neighbour, neighbour)

    assert ring(board) == list("abcdefghijklmno")


@rule("CM4.3", "refused")
@ruling("M1")
@ruling("B3")
def test_a_joined_territory_is_no_place_of_its_own():
    text = STOP.format(before="castles 1 white", after="castles 1 white") + "black reserve: red 3"
    board = play(position(text), "white", advance(1), luck=THREE)

    assert refused(board, "black", put("red", "c")) == ("CM4.3", "territory_joined", "M1")
    assert refused(board, "black", put("red", "d")) == ("CM4.3", "territory_joined", "M1")
    assert region(play(board, "black", put("red", "b")), "d")["paladins"] == {"red": 3}


@rule("CM4.3")
@ruling("M1")
@pytest.mark.parametrize(
    ("start", "stop_at", "neighbours", "whole"),
    [
        ("m", "n", ["oa"], "noa"),
        ("n", "o", ["n", "a"], "noa"),
        ("n", "o", ["ab"], "oab"),
        ("o", "a", ["o", "b"], "oab"),
        ("o", "a", ["no"], "noa"),
        ("n", "o", ["a", "c"], "oa"),
    ],
)
def test_regions_are_joined_across_the_end_of_the_ring(start, stop_at, neighbours, whole):
    """A fault seen elsewhere: O and A are neighbours like any others."""
    text = f"""
        round: 2
        advancing: white
        emperor: {start}
        white discs: shown 1
        black discs: shown 5
        white court: red 1
        region {stop_at}: red 1
    """
    lines = [f"region {name}: castles {len(name)} white" for name in neighbours]
    board = play(position(text + "\n".join(lines)), "white", advance(1), luck=THREE)

    assert whole in ring(board)
    assert emperor(board) == whole[0]
    assert castles(board, stop_at) == ("white", len(whole))


@rule("CM4.3")
@ruling("M1")
def test_a_conquered_region_joins_its_neighbours_too():
    board = position("""
        round: 2
        advancing: white
        emperor: b
        white discs: shown 1
        black discs: shown 5
        white court: red 1
        region b: castles 1 white
        region cd: red 3, castles 2 black
        region e: castles 1 white
    """)
    foretold = stop(board, 1)
    board = play(board, "white", advance(1), luck=THREE)

    assert (foretold["result"], foretold["joins"], foretold["castles"]) == ("conquer", ["b", "e"], 4)
    assert "bcde" in ring(board)
    assert castles(board, "b") == ("white", 4)


@ruling("M1")
def test_a_freshly_joined_region_is_not_judged_again_until_the_next_stop():
    """White's single red wins C; joined with B's seven blue, Black would have the majority, but not yet."""
    text = """
        round: 2
        {moment}
        emperor: {emperor}
        white discs: shown {disc}
        black discs: shown 5
        white court: red 1
        black court: blue 1
        region b: blue 7, castles 1 white
        region c: red 1
        white reserve: pink 3
    """
    board = position(text.format(moment="advancing: white", emperor="b", disc=1))
    board = play(board, "white", advance(1), luck=THREE)

    assert castles(board, "b") == ("white", 2)
    assert region(board, "b")["majority"] == "black"


@ruling("M1")
def test_joining_is_compulsory_and_told():
    events = public_events(
        position(STOP.format(before="castles 1 white", after="castles 1 white")),
        "white",
        advance(1),
        luck=THREE,
    )
    told_of = next(event for event in events if event["event"] == "regions_joined")

    assert (told_of["regions"], told_of["region"], told_of["castles"], told_of["left"]) == (
        ["b", "c", "d"],
        "b",
        3,
        13,
    )


@ruling("M1")
def test_a_text_with_neighbours_of_one_side_that_are_not_joined_is_refused():
    assert faults("region a: castles 1 white\nregion o: castles 1 white") == [("neighbours_not_joined", "o")]
    assert faults("region a: castles 1 white\nregion o: castles 1 black") == []


@rule("CM4.3")
def test_a_joined_region_is_one_step_for_the_emperor_from_then_on():
    board = joined("castles 1 white", "castles 1 white", e="pink 1")

    assert [each["region"] for each in seen(board)["ring"]][:3] == ["a", "b", "e"]

"""CM5 End: the goal, fewer than four regions, round 60, and who has won."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import (
    THREE,
    advance,
    asked,
    crown,
    faults,
    lay,
    outcome,
    play,
    position,
    public_events,
    refused,
    ring,
    seen,
    stop,
    winners,
)
from tests.kit import rule, ruling

from aachen.games.carolus import Position

ONE_SHORT = """
    round: 2
    advancing: {mover}
    emperor: a
    white discs: shown 1
    black discs: shown 2
    {owner} court: red 1
    region b: red 1
    region defghijkl: pink 1, castles 9 {owner}
"""


@rule("CM5")
@ruling("M11")
@pytest.mark.parametrize("owner", ["white", "black"])
@pytest.mark.parametrize("mover", ["white", "black"])
def test_the_tenth_castle_wins_at_once_on_whosever_turn(owner, mover):
    """No dice are rolled any more: no luck is asked."""
    board = play(position(ONE_SHORT.format(owner=owner, mover=mover)), mover, advance(1))

    assert winners(board) == [owner]
    assert (outcome(board).ending, outcome(board).section, outcome(board).ruling) == ("goal", "CM5", "M11")
    assert asked(board) == []


@rule("CM5", "refused")
@ruling("M11")
def test_after_the_end_nothing_may_be_done():
    board = play(position(ONE_SHORT.format(owner="white", mover="white")), "white", advance(1))

    for seat in ("white", "black"):
        assert refused(board, seat, lay(1)) == ("CM5", "game_over", "M11")
        assert refused(board, seat, advance(1)) == ("CM5", "game_over", "M11")


@ruling("M11")
def test_the_goal_comes_before_the_count_of_regions_and_nothing_more_is_joined():
    """The tenth castle would join three regions and leave three: it is the goal, and all five stay apart."""
    board = position("""
        round: 2
        advancing: white
        emperor: a
        white discs: shown 1
        black discs: shown 2
        white court: red 1
        region abcd: pink 1, castles 4 white
        region e: red 2
        region fghij: pink 1, castles 5 white
        region kl: blue 1, castles 2 black
        region m: blue 1
        region no: blue 1, castles 2 black
    """)
    foretold = stop(board, 1)
    board = play(board, "white", advance(1))

    assert foretold["ends"] == "goal"
    assert ring(board) == ["abcd", "e", "fghij", "kl", "m", "no"]
    assert (outcome(board).ending, winners(board)) == ("goal", ["white"])


FIVE_TO_THREE = """
    round: 2
    advancing: white
    emperor: a
    white discs: shown 1
    black discs: shown 2
    white court: red 1
    {courts}
    region ab: castles 2 white
    region c: red 2
    region {white_region}: castles {white_castles} white
    region {black_region}: castles {black_castles} black
    region {free}: pink 1
"""


def five(white_castles: int, courts: str = "") -> Position:
    """Five regions, three of them White's once C is built: White then has 3 + white_castles castles."""
    letters = "defghijklmn"
    return position(
        FIVE_TO_THREE.format(
            courts=courts,
            white_region=letters[:white_castles],
            white_castles=white_castles,
            black_region=letters[white_castles:],
            black_castles=len(letters) - white_castles,
            free="o",
        )
    )


@rule("CM5")
@ruling("M12")
def test_fewer_than_four_regions_end_the_game_and_most_castles_win():
    """A fault seen elsewhere was "exactly three": five regions become three in one go, and it is over."""
    board = play(five(4), "white", advance(1))

    assert ring(board) == ["abcdefg", "hijklmn", "o"]
    assert (outcome(board).ending, outcome(board).ruling) == ("regions", "M12")
    assert outcome(board).points == [7, 7]
    assert refused(board, "white", advance(1)) == ("CM5", "game_over", "M12")


@ruling("M12")
@pytest.mark.parametrize(("white_castles", "winner"), [(5, "white"), (3, "black")])
def test_at_the_end_by_regions_the_larger_number_of_castles_decides(white_castles, winner):
    assert winners(play(five(white_castles), "white", advance(1))) == [winner]


@rule("CM5", "refused")
@ruling("M12")
def test_with_four_regions_the_game_goes_on():
    """Six regions become four."""
    board = position("""
        round: 2
        advancing: white
        emperor: a
        white discs: shown 1
        black discs: shown 2
        white court: red 1
        region ab: castles 2 white
        region c: red 2
        region de: castles 2 white
        region fghij: castles 5 black
        region k: pink 1
        region lmno: castles 4 black
    """)
    board = play(board, "white", advance(1), luck=THREE)

    assert ring(board) == ["abcde", "fghij", "k", "lmno"]
    assert board.outcome() is None
    assert asked(board) == ["black"]


@ruling("M12")
def test_one_merge_can_go_from_four_regions_to_two():
    """The fault again: two regions are not three, and the game is over all the same."""
    board = position("""
        round: 2
        advancing: white
        emperor: a
        white discs: shown 1
        black discs: shown 2
        white court: red 1
        region abcd: castles 4 white
        region e: red 1
        region fgh: castles 3 white
        region ijklmno: castles 7 black
    """)
    board = play(board, "white", advance(1))

    assert ring(board) == ["abcdefgh", "ijklmno"]
    assert (outcome(board).ending, winners(board)) == ("regions", ["white"])


@ruling("M12")
@pytest.mark.parametrize(
    ("courts", "first"),
    [
        ("black court: blue 1, green 1", ["black"]),
        ("black court: blue 1", ["white", "black"]),
        ("black court: pink 0", ["white"]),
    ],
)
def test_among_equals_most_clans_decide_and_then_victory_is_shared(courts, first):
    """Seven castles each. White holds red alone. A fault seen elsewhere compared the other way round."""
    assert winners(play(five(4, courts), "white", advance(1))) == first


@ruling("M15")
def test_after_the_last_renewal_of_round_60_the_game_is_scored():
    text = """
        round: 60
        advancing: black
        emperor: a
        white discs: left, shown 1
        black discs: left, shown 2
        region de: castles 2 white
        region g: castles 1 black
    """
    board = play(position(text), "black", advance(1), luck=THREE)

    assert (outcome(board).ending, outcome(board).ruling) == ("rounds", "M15")
    assert winners(board) == ["white"]
    assert outcome(board).points == [2, 1]
    assert refused(board, "black", advance(1)) == ("CM5", "game_over", "M15")


@ruling("M15")
def test_a_crown_of_the_last_renewal_is_decided_first_and_round_59_is_not_the_last():
    text = """
        round: {round}
        advancing: black
        emperor: a
        white discs: left {left}, shown 1
        black discs: left {left}, shown 2
    """
    last = play(
        position(text.format(round=60, left="")),
        "black",
        advance(1),
        luck=["die crown", "die red", "die red"],
    )

    assert (asked(last), last.outcome()) == (["black"], None)
    assert outcome(play(last, "black", crown("red"))).ending == "rounds"

    before = play(position(text.format(round=59, left="3")), "black", advance(1), luck=THREE)

    assert (seen(before)["round"], seen(before)["phase"]) == (60, "laying")


@ruling("B6")
def test_behind_the_winner_castles_and_clans_decide_and_equals_share_a_place():
    text = """
        round: 60
        advancing: grey
        emperor: a
        white discs: left, shown 1
        black discs: left, shown 2
        grey discs: left, shown 3
        region d: castles 1 white
        region g: castles 1 grey
        region ij: castles 2 black
        {court}
    """
    shared = play(position(text.format(court=""), 3), "grey", advance(1), luck=[*THREE, "die red"])
    parted = play(
        position(text.format(court="grey court: red 1"), 3), "grey", advance(1), luck=[*THREE, "die red"]
    )

    assert outcome(shared).places == [2, 1, 2]
    assert outcome(parted).places == [3, 1, 2]


@rule("CM5")
def test_the_ends_are_told_with_their_reason():
    goal = public_events(position(ONE_SHORT.format(owner="white", mover="white")), "white", advance(1))
    regions = public_events(five(5), "white", advance(1))

    assert goal[-1] == {"event": "goal_reached", "side": "white", "castles": 10}
    assert regions[-1] == {"event": "few_regions_left", "number": 3, "fewest": 4}


@rule("CM5", "refused")
def test_a_text_that_is_over_without_a_reason_or_goes_on_after_the_end_is_refused():
    done = "region abcdefghij: castles 10 white"

    assert faults("over: regions") == [("ending_does_not_fit", "over")]
    assert faults(done) == [("ending_does_not_fit", "over")]
    assert faults(f"over: regions\n{done}") == [("ending_does_not_fit", "over")]
    assert faults(f"over: goal\n{done}") == []

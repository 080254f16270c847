"""CM1 Set-up: the ring, the Emperor, the first paladins and the first reserves."""

from __future__ import annotations

from typing import cast

import pytest
from tests.games.carolus.kit import (
    DEALT,
    asked,
    castles,
    crown,
    lay,
    new_game,
    offered,
    play,
    refused,
    region,
    reserve,
    ring,
    seen,
)
from tests.kit import rule, ruling

from aachen.core.events import Event
from aachen.core.luck import RecordedLuck, SeededLuck
from aachen.games import carolus

SEVEN = ["die red"] * 3 + ["die blue"] * 3 + ["die green"]


@rule("CM1")
def test_every_territory_begins_alone_with_one_paladin_and_three_of_each_clan_are_dealt():
    board = new_game("emperor c", *DEALT, *SEVEN, *SEVEN, "first white")
    dealt = [each["paladins"] for each in seen(board)["ring"]]

    assert ring(board) == list("abcdefghijklmno")
    assert dealt == [{clan: 1} for clan in ("red", "blue", "green", "yellow", "pink") for _ in range(3)]
    assert region(board, "c")["emperor"] is True


@rule("CM1")
@pytest.mark.parametrize(("players", "size", "centre"), [(2, 7, 171), (3, 9, 158), (4, 7, 157)])
def test_reserves_and_centre_have_the_sizes_of_the_table(players, size, centre):
    """Whatever is rolled: with crowns decided, everybody has a full reserve."""
    board = carolus.new(carolus.Options(players), luck := SeededLuck(players))
    while seen(board)["round"] == 0:
        seat = board.to_act()[0]
        board.play(seat, board.offers(seat)[0], luck)
    reserves = [sum(reserve(board, seat).values()) for seat in board.seats()]

    assert reserves == [size] * players
    assert sum(seen(board)["centre"].values()) == centre


@rule("CM1")
@pytest.mark.parametrize(
    ("players", "goal", "sides"), [(2, 10, ["white", "black"]), (3, 8, ["white", "black", "grey"])]
)
def test_each_side_has_its_castles_still_to_build(players, goal, sides):
    victory = seen(carolus.new(carolus.Options(players), SeededLuck(1)))["victory"]

    assert list(victory) == sides
    assert [(side["left"], side["goal"], side["castles"]) for side in victory.values()] == [
        (goal, goal, 0)
    ] * len(sides)


@rule("CM1", "refused")
@ruling("M8")
def test_a_crown_is_decided_by_the_seat_that_rolled_it_before_it_rolls_again():
    """White's first roll shows a crown; Black cannot decide it, and no disc is laid yet."""
    board = new_game("emperor a", *DEALT, "die red", "die crown", "die red")

    assert asked(board) == ["white"]
    assert reserve(board, "white") == {"red": 2}
    assert offered(board, "white") == [crown(clan) for clan in ("red", "blue", "green", "yellow", "pink")]
    assert refused(board, "black", crown("red")) == ("CM1", "not_your_choice", "M8")
    assert refused(board, "white", lay(1)) == ("CM1", "wrong_moment", "M8")


@ruling("M8")
def test_each_seat_makes_all_its_rolls_before_the_next_and_decides_crowns_roll_by_roll():
    board = new_game("emperor a", *DEALT, "die crown", "die red", "die red")
    board = play(board, "white", crown("pink"), luck=["die blue", "die blue", "die crown"])

    assert reserve(board, "white") == {"red": 2, "blue": 2, "pink": 1}
    assert asked(board) == ["white"]

    board = play(board, "white", crown("blue"), luck=["die green", "die crown", "die red", "die red"])

    assert reserve(board, "white") == {"red": 2, "blue": 3, "green": 1, "pink": 1}
    assert asked(board) == ["black"]
    assert reserve(board, "black") == {"red": 2}


@ruling("B1")
def test_reserves_are_rolled_in_seat_order_and_then_the_first_to_lay_is_drawn():
    options = carolus.Options(3)
    luck = RecordedLuck(SeededLuck(8))
    board = carolus.new(options, luck)
    while seen(board)["round"] == 0:
        seat = board.to_act()[0]
        board.play(seat, board.offers(seat)[0], luck)
    questions = [question for question, _ in luck.answers]

    assert questions == ["emperor"] + ["paladin"] * 15 + ["die"] * 27 + ["first"]


@ruling("B2")
@pytest.mark.parametrize(("players", "rolls"), [(2, [3, 3, 1]), (3, [3, 3, 3]), (4, [3, 3, 1])])
def test_set_up_rolls_three_dice_at_a_time_also_with_three_players(players, rolls):
    heard: list[Event] = []
    board = carolus.new(carolus.Options(players), luck := SeededLuck(3), heard.append)
    while seen(board)["round"] == 0:
        seat = board.to_act()[0]
        board.play(seat, board.offers(seat)[0], luck, heard.append)
    thrown = [
        len(cast(list[str], event.facts["dice"]))
        for event in heard
        if event.kind == "dice_rolled" and event.facts["seat"] == "black"
    ]

    assert thrown == rolls


@ruling("M2")
def test_the_territory_where_the_emperor_starts_is_not_judged():
    board = new_game("emperor c", *DEALT, *SEVEN, *SEVEN, "first white")

    assert castles(board, "c") == (None, 0)


@ruling("M10")
@pytest.mark.parametrize(
    ("first", "order"),
    [
        ("white", ["white", "black", "grey"]),
        ("black", ["black", "grey", "white"]),
        ("grey", ["grey", "white", "black"]),
    ],
)
def test_whoever_is_drawn_lays_first_and_the_others_follow_clockwise(first, order):
    nine = ["die red", "die blue", "die green"] * 3
    board = new_game("emperor a", *DEALT, *nine, *nine, *nine, f"first {first}", players=3)

    assert seen(board)["placing"] == order
    assert asked(board) == [first]

"""5 Actions: what is true of every tile."""

import pytest
from tests.kit import (
    DONE,
    TROPHY,
    activate,
    asked,
    build,
    court,
    equip,
    extra,
    fight,
    followers,
    march,
    offered,
    play,
    position,
    refused,
    rule,
    send,
    settle,
    soothe,
    unfold,
    used,
)

RICH = """
    acting: red {tile}
    normandie: red 5, palace red
    anjou: red 3, gangs 1
    hessen: gangs 2
    card champagne: red 1
    red court: missi 3, leudes 2
    bag: blue equip_missi
"""


@rule("5")
@pytest.mark.parametrize(
    "tile", ["influence", "develop", "equip_missi", "move_troops", "battle", "soothe_riot"]
)
def test_every_action_may_be_declined(tile):
    board = position(RICH.format(tile=tile) + f"red used: winter {tile}")
    after = play(board, "red", DONE, luck=["tile blue equip_missi"])

    assert asked(after) == ["blue"]
    assert court(after, "red") == court(board, "red")
    assert used(after, "red", "winter") == [tile]


@rule("5")
def test_an_action_may_be_stopped_after_any_part():
    board = position(RICH.format(tile="move_troops"))
    board = play(board, "red", march("normandie", "anjou", 1), DONE, luck=["tile blue equip_missi"])

    assert followers(board, "anjou", "red") == 4
    assert asked(board) == ["blue"]


@rule("5")
def test_a_tile_with_a_dot_does_the_same_as_one_without():
    plain = position("acting: red influence; normandie: palace red; red court: missi 2")
    dotted = position(
        "time: 830 spring; acting: red influence; normandie: palace red; red court: missi 2; "
        "red used: winter influence, spring influence"
    )

    assert offered(plain, "red") == offered(dotted, "red")


@rule("5", "refused")
@pytest.mark.parametrize(
    ("action", "section"),
    [
        (settle(1), "5.1"),
        (send("champagne"), "5.1"),
        (unfold("champagne"), "5.1"),
        (activate("peace"), "5.2"),
        (build("anjou"), "5.2"),
        (march("normandie", "anjou", 1), "5.4"),
        (fight("anjou"), "5.5"),
        (TROPHY, "5.5"),
        (soothe("anjou", 1), "5.7"),
        (extra("battle"), "5.8"),
    ],
)
def test_only_the_drawn_tile_is_carried_out(action, section):
    board = position(RICH.format(tile="equip_missi"))

    assert refused(board, "red", action) == (section, "other_tile_drawn")


@rule("5", "refused")
def test_equipping_belongs_to_its_tile_too():
    assert refused(position(RICH.format(tile="battle")), "red", equip(1, 0)) == ("5.3", "other_tile_drawn")


@rule("5", "refused")
@pytest.mark.parametrize(
    "action",
    [
        settle(1),
        build("anjou"),
        equip(1, 0),
        march("normandie", "anjou", 1),
        fight("anjou"),
        soothe("anjou", 1),
        extra("battle"),
        DONE,
    ],
)
def test_no_action_is_carried_out_before_a_tile_is_drawn(action):
    board = position("placing: red, yellow, blue")

    assert refused(board, "red", action) == ("3.1", "wrong_moment")

"""5.6 No-action: nothing happens, and the tile is at once at court again."""

from tests.kit import (
    activate,
    asked,
    bag,
    court,
    extra,
    faults,
    hand,
    moment,
    new_game,
    place,
    play,
    play_all,
    position,
    refused,
    rule,
    swap,
    used,
)

NOTHING = place("no_action", "no_action")


@rule("5.6")
def test_a_drawn_no_action_tile_does_nothing_and_comes_home():
    board = new_game("red", "yellow", "blue")
    after = play_all(
        board,
        red=NOTHING,
        yellow=NOTHING,
        blue=place("equip_missi", "no_action"),
        luck=["tile red no_action", "tile red no_action", "tile blue equip_missi"],
    )

    assert asked(after) == ["blue"]
    assert hand(after, "red")["no_action"] == 2
    assert used(after, "red", "winter") == []
    assert court(after, "red") == court(board, "red")
    assert bag(after)["by_seat"] == {"red": 0, "yellow": 2, "blue": 1}


@rule("5.6")
def test_both_no_action_tiles_may_be_laid_in_every_season():
    board = new_game("red", "yellow", "blue")
    drawn = [f"tile {seat} no_action" for seat in ("red", "red", "yellow", "yellow", "blue", "blue")]
    for card in ("hessen", "anjou", "franken", "berry"):
        board = play_all(
            board, red=NOTHING, yellow=NOTHING, blue=NOTHING, luck=["tile event", f"card {card}", *drawn]
        )

    assert moment(board) == (831, "winter", "placing")


@rule("5.6", "refused")
def test_no_action_is_neither_swapped_activated_nor_an_extra_action():
    swapping = position("time: 830 spring; swapping: red; red used: winter battle")
    developing = position("acting: red develop; red court: missi 2")
    declaring = position("acting: red peace; red used: winter peace")

    assert refused(swapping, "red", swap("no_action", "battle")) == ("3.3", "no_action_not_swapped", "C11")
    assert refused(developing, "red", activate("no_action")) == ("5.2", "tile_not_inactive")
    assert refused(declaring, "red", extra("no_action")) == ("5.8", "no_extra_action")


@rule("5.6", "refused")
def test_no_action_never_lies_on_a_season():
    assert faults("time: 830 spring; red used: winter no_action") == [("no_action_misplaced", "red tiles")]


@rule("5.6", "refused")
def test_a_third_no_action_tile_does_not_exist():
    board = play(new_game("red", "yellow", "blue"), "red", NOTHING)

    assert hand(board, "red")["no_action"] == 2
    assert ("tile_count", "red tiles") in faults(
        "red tiles: hand influence develop equip_missi move_troops battle no_action no_action no_action"
    )

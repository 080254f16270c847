"""5.5 Battle and glory: a simple majority, one of each colour after the other, one trophy a tile."""

from tests.kit import (
    DONE,
    TROPHY,
    asked,
    court,
    fight,
    followers,
    gangs,
    offered,
    offered_lands,
    play,
    position,
    refused,
    rule,
    ruler,
    supply,
)

BATTLE = """
    acting: red battle
    anjou: red 2, yellow 1
    champagne: red 2, blue 1, gangs 1
    ile_de_france: red 1, blue 1
    hessen: red 3
    franken: blue 2, gangs 1
    red court: leudes 0
    yellow court: leudes 0
    blue court: leudes 0
    bag: yellow equip_missi
"""


@rule("5.5")
def test_the_books_battles_are_possible_in_anjou_and_champagne():
    """Red controls Anjou, and has the simple majority in Champagne."""
    board = position(BATTLE)

    assert offered_lands(board, "red", "fight") == ["champagne", "anjou"]
    assert ruler(board, "anjou") == "red"
    assert ruler(board, "champagne") is None


@rule("5.5")
def test_the_books_battle_in_anjou_wins_a_trophy():
    """A: one red and one yellow go home, and a red leude becomes a trophy."""
    board = play(position(BATTLE), "red", fight("anjou"))

    assert (followers(board, "anjou", "red"), followers(board, "anjou", "yellow")) == (1, 0)
    assert (court(board, "red").leudes, court(board, "yellow").leudes) == (1, 1)
    board = play(board, "red", TROPHY)

    assert (court(board, "red").leudes, court(board, "red").trophies) == (0, 1)


@rule("5.5")
def test_the_books_battle_in_champagne_wins_no_second_trophy():
    """B: one of each colour leaves, the gang goes to the supply, and the tile has had its trophy."""
    board = play(position(BATTLE), "red", fight("anjou"), TROPHY)
    after = play(board, "red", fight("champagne"), luck=["tile yellow equip_missi"])

    assert (followers(after, "champagne", "red"), followers(after, "champagne", "blue")) == (1, 0)
    assert gangs(after, "champagne") == 0
    assert supply(after) == supply(board) + 1
    assert (court(after, "red").leudes, court(after, "blue").leudes) == (1, 1)
    assert court(after, "red").trophies == 1
    assert asked(after) == ["yellow"]


@rule("5.5", "refused")
def test_the_books_second_trophy_is_refused():
    board = play(position(BATTLE), "red", fight("anjou"), TROPHY)

    assert refused(board, "red", TROPHY) == ("5.5", "one_trophy_a_tile", "C16")


@rule("5.5", "refused")
def test_a_tie_is_not_enough_to_fight():
    assert refused(position(BATTLE), "red", fight("ile_de_france")) == ("5.5", "no_simple_majority", "C2")


@rule("5.5", "refused")
def test_more_gangs_than_followers_cannot_be_fought():
    board = position("acting: red battle; hessen: red 2, gangs 2; anjou: red 2, gangs 1")

    assert refused(board, "red", fight("hessen")) == ("5.5", "no_simple_majority", "C2")


@rule("5.5", "refused")
def test_there_is_no_battle_without_an_enemy_or_without_a_follower():
    board = position(BATTLE)

    assert refused(board, "red", fight("hessen")) == ("5.5", "no_enemy_here", "C16")
    assert refused(board, "red", fight("franken")) == ("5.5", "no_follower_here", "C2")


@rule("5.5")
def test_battles_may_be_fought_in_a_forest():
    board = position("acting: red battle; berry: red 2, gangs 1, forest")
    after = play(board, "red", fight("berry"))

    assert (followers(after, "berry", "red"), gangs(after, "berry")) == (1, 0)


@rule("5.5")
def test_colours_fall_side_by_side_until_one_is_left():
    board = position("acting: red battle; hessen: red 5, yellow 3, blue 1, gangs 2")
    after = play(board, "red", fight("hessen"))

    assert [followers(after, "hessen", seat) for seat in ("red", "yellow", "blue")] == [2, 0, 0]
    assert gangs(after, "hessen") == 0
    assert [court(after, seat).leudes for seat in ("red", "yellow", "blue")] == [3, 3, 1]


@rule("5.5", "refused")
def test_no_trophy_without_a_victory():
    assert refused(position(BATTLE), "red", TROPHY) == ("5.5", "no_victory_yet", "C16")


@rule("5.5", "refused")
def test_a_fifth_trophy_is_refused():
    board = position(BATTLE.replace("red court: leudes 0", "red court: leudes 3, trophies 4"))
    board = play(board, "red", fight("anjou"))

    assert refused(board, "red", TROPHY) == ("5.5", "glory_track_full", "C16")


@rule("5.5", "refused")
def test_a_trophy_needs_a_leude():
    """Play cannot lead here, since the winner's own losses are leudes; a written position can."""
    board = position(BATTLE.replace("red battle", "red battle, option 1"))

    assert refused(board, "red", TROPHY) == ("5.5", "too_few_leudes", "C16")


@rule("5.5")
def test_a_trophy_need_not_be_claimed():
    board = play(position(BATTLE), "red", fight("anjou"), DONE, luck=["tile yellow equip_missi"])

    assert court(board, "red").trophies == 0


@rule("5.5")
def test_one_battle_may_be_enough():
    board = play(position(BATTLE), "red", fight("champagne"))

    assert offered(board, "red") == [DONE, TROPHY, fight("anjou")]

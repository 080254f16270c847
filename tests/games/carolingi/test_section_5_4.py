"""5.4 Move troops: groups march from controlled lands and forests, a missus for each road."""

from tests.kit import (
    Court,
    asked,
    court,
    followers,
    march,
    offered,
    play,
    position,
    refused,
    rule,
    ruler,
)

EXAMPLE_A = """
    acting: red move_troops
    normandie: red 4, palace red
    ile_de_france: blue 1
    champagne: yellow 1
    anjou: gangs 1
    red court: missi 3, leudes 4
    bag: yellow equip_missi
"""

EXAMPLE_B = """
    acting: blue move_troops
    hessen: blue 2
    thueringen: blue 1
    westfalen: blue 1, yellow 1
    franken: gangs 1
    blue court: missi 1, leudes 4
    bag: yellow equip_missi
"""

TWO_GROUPS = """
    acting: red move_troops
    anjou: red 3
    ile_de_france: red 1
    berry: red 1, blue 4, gangs 2, forest
    red court: missi 5
"""


@rule("5.4")
def test_the_books_three_groups_leave_normandie():
    """One to Anjou, two to Île-de-France, the last to Champagne: three missi become leudes."""
    after = play(
        position(EXAMPLE_A),
        "red",
        march("normandie", "anjou", 1),
        march("normandie", "ile_de_france", 2),
        march("normandie", "champagne", 1),
        luck=["tile yellow equip_missi"],
    )

    assert followers(after, "normandie", "red") == 0
    assert followers(after, "anjou", "red") == 1
    assert followers(after, "ile_de_france", "red") == 2
    assert followers(after, "champagne", "red") == 1
    assert court(after, "red") == Court(missi=0, leudes=7, nobiles=13, trophies=0)


@rule("5.4")
def test_the_books_single_missus_moves_one_group():
    """Two leave Hessen together; for Thüringen no missus is left, and the tile is done."""
    after = play(position(EXAMPLE_B), "blue", march("hessen", "franken", 2), luck=["tile yellow equip_missi"])

    assert followers(after, "franken", "blue") == 2
    assert followers(after, "thueringen", "blue") == 1
    assert (court(after, "blue").missi, court(after, "blue").leudes) == (0, 5)
    assert asked(after) == ["yellow"]


@rule("5.4", "refused")
def test_the_books_westfalen_is_not_controlled_so_nobody_leaves_it():
    assert refused(position(EXAMPLE_B), "blue", march("westfalen", "hessen", 1)) == (
        "5.4",
        "nobody_ready",
        "C15",
    )


@rule("5.4", "refused")
def test_nobody_marches_without_a_missus():
    board = position(EXAMPLE_B.replace("missi 1", "missi 0"))

    assert refused(board, "blue", march("hessen", "franken", 2)) == ("5.4", "too_few_missi", "C15")


@rule("5.4", "refused")
def test_nobody_marches_to_a_land_that_is_not_a_neighbour():
    board = position(EXAMPLE_B)

    assert refused(board, "blue", march("hessen", "schwaben", 1)) == ("5.4", "not_adjacent")
    assert refused(board, "blue", march("hessen", "hessen", 1)) == ("5.4", "not_adjacent")


@rule("5.4", "refused")
def test_nobody_marches_into_a_siblings_homeland():
    board = position(EXAMPLE_B + "ostfalen: red 1, palace red")

    assert refused(board, "blue", march("hessen", "ostfalen", 1)) == ("5.4", "foreign_homeland", "C15")


@rule("5.4")
def test_followers_may_march_home():
    board = position(EXAMPLE_B + "ostfalen: blue 1, palace blue")

    assert refused(board, "blue", march("hessen", "ostfalen", 2)) is None


@rule("5.4")
def test_followers_leave_a_forest_whatever_stands_there():
    assert refused(position(TWO_GROUPS), "red", march("berry", "anjou", 1)) is None


@rule("5.4")
def test_a_land_that_loses_its_majority_meanwhile_may_still_be_left():
    board = position("acting: red move_troops; hessen: red 3, gangs 2; red court: missi 3")
    board = play(board, "red", march("hessen", "franken", 1))

    assert ruler(board, "hessen") is None
    assert refused(board, "red", march("hessen", "westfalen", 2)) is None


@rule("5.4", "refused")
def test_a_land_that_is_won_meanwhile_may_not_be_left():
    board = position("acting: red move_troops; hessen: red 3; franken: red 1, gangs 1; red court: missi 3")
    board = play(board, "red", march("hessen", "franken", 2))

    assert ruler(board, "franken") == "red"
    assert refused(board, "red", march("franken", "schwaben", 1)) == ("5.4", "nobody_ready", "C15")


@rule("5.4", "refused")
def test_a_follower_marches_only_once():
    board = play(position(TWO_GROUPS), "red", march("anjou", "ile_de_france", 3))

    assert refused(board, "red", march("ile_de_france", "champagne", 2)) == ("5.4", "nobody_ready", "C15")
    assert refused(board, "red", march("ile_de_france", "champagne", 1)) is None


@rule("5.4", "refused")
def test_a_second_group_does_not_follow_on_the_same_road():
    board = play(position(TWO_GROUPS), "red", march("anjou", "berry", 1))

    assert refused(board, "red", march("anjou", "berry", 1)) == ("5.4", "road_used", "C15")
    assert refused(board, "red", march("anjou", "normandie", 1)) is None


@rule("5.4")
def test_two_lands_may_change_places():
    board = play(position(TWO_GROUPS), "red", march("anjou", "ile_de_france", 3))
    board = play(board, "red", march("ile_de_france", "anjou", 1))

    assert (followers(board, "anjou", "red"), followers(board, "ile_de_france", "red")) == (1, 3)


@rule("5.4")
def test_every_size_of_group_is_offered():
    board = position("acting: blue move_troops; nordalbingien: blue 3, forest; blue court: missi 1")

    to_friesland = [action for action in offered(board, "blue", "march") if action["to"] == "friesland"]
    assert to_friesland == [march("nordalbingien", "friesland", number) for number in (1, 2, 3)]

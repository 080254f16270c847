"""5.7 Soothe riot: in one land in reach, up to three gangs become followers."""

from tests.kit import (
    Court,
    court,
    followers,
    gangs,
    offered,
    offered_lands,
    play,
    position,
    refused,
    rule,
    ruler,
    soothe,
    supply,
)

SOOTHE = """
    acting: yellow soothe_riot
    comte_de_bourgogne: yellow 3, palace yellow
    schwaben: yellow 2, gangs 1
    oberlothringen: gangs 1
    franken: gangs 2
    haute_provence: gangs 1, forest
    duche_de_bourgogne: gangs 1
    champagne: red 1, gangs 1
    anjou: gangs 1
    thueringen: gangs 1
    niederlothringen: gangs 1
    chur_raetien: forest
    yellow court: missi 3, leudes 2
    yellow used: winter soothe_riot
"""


@rule("5.7")
def test_the_books_lands_that_yellow_can_soothe():
    """Six lands, exactly the book's."""
    assert sorted(offered_lands(position(SOOTHE), "yellow", "soothe")) == sorted(
        ["oberlothringen", "franken", "schwaben", "haute_provence", "duche_de_bourgogne", "champagne"]
    )


@rule("5.7", "refused")
def test_the_books_lands_out_of_yellows_reach():
    board = position(SOOTHE)

    assert refused(board, "yellow", soothe("anjou", 1)) == ("5.7", "out_of_reach")
    assert refused(board, "yellow", soothe("thueringen", 1)) == ("5.7", "out_of_reach")
    assert refused(board, "yellow", soothe("niederlothringen", 1)) == ("5.7", "out_of_reach")


@rule("5.7")
def test_the_books_yellow_soothes_franken():
    board = position(SOOTHE)
    after = play(board, "yellow", soothe("franken", 2))

    assert (gangs(after, "franken"), followers(after, "franken", "yellow")) == (0, 2)
    assert ruler(after, "franken") == "yellow"
    assert supply(after) == supply(board) + 2
    assert court(after, "yellow") == Court(missi=1, leudes=2, nobiles=14, trophies=0)


@rule("5.7")
def test_majorities_do_not_matter():
    board = position("acting: red soothe_riot; hessen: red 1, blue 5, gangs 2; red court: missi 1")

    assert offered(board, "red", "soothe") == [soothe("hessen", 1)]


@rule("5.7", "refused")
def test_a_follower_on_a_card_reaches_nothing():
    board = position("acting: red soothe_riot; hessen: gangs 1; card hessen: red 1; red court: missi 1")

    assert refused(board, "red", soothe("hessen", 1)) == ("5.7", "out_of_reach")


@rule("5.7", "refused")
def test_more_gangs_than_there_are_cannot_be_soothed():
    assert refused(position(SOOTHE), "yellow", soothe("franken", 3)) == ("5.7", "too_few_gangs")


@rule("5.7", "refused")
def test_a_fourth_gang_cannot_be_soothed():
    board = position("acting: red soothe_riot; hessen: red 1, gangs 5; red court: missi 5")

    assert refused(board, "red", soothe("hessen", 4)) == ("5.7", "too_many_gangs", "C17")
    assert refused(board, "red", soothe("hessen", 3)) is None


@rule("5.7", "refused")
def test_each_gang_costs_a_missus():
    board = position(SOOTHE.replace("missi 3", "missi 1"))

    assert refused(board, "yellow", soothe("franken", 2)) == ("5.7", "too_few_missi", "C17")
    assert refused(board, "yellow", soothe("franken", 1)) is None


@rule("5.7", "refused")
def test_only_one_land_is_soothed():
    board = play(
        position(SOOTHE + "bag: yellow equip_missi"),
        "yellow",
        soothe("franken", 1),
        luck=["tile yellow equip_missi"],
    )

    assert refused(board, "yellow", soothe("schwaben", 1)) == ("5.7", "other_tile_drawn")

"""5.2 Develop: an inactive tile becomes active, or up to three counters are placed; and what control means."""

import pytest
from tests.kit import (
    Court,
    activate,
    build,
    counter_supply,
    counters,
    court,
    hand,
    inactive,
    lands,
    new_game,
    offered,
    offered_lands,
    place,
    play,
    position,
    refused,
    rule,
    ruler,
)


def can_fight(board, seat, land):
    """Whether the seat has a simple majority in the land (5.5), as far as a battle shows it."""
    return {"do": "fight", "land": land} in offered(board, seat)


# The boxed examples of majorities


@rule("5.2", "refused")
@pytest.mark.parametrize("hessen", ["yellow 1, red 1", "yellow 2, gangs 2, blue 1"])
def test_the_books_lands_in_which_nobody_has_a_majority(hessen):
    for seat in ("red", "yellow", "blue"):
        board = position(f"acting: {seat} battle; hessen: {hessen}")

        assert ruler(board, "hessen") is None
        assert not can_fight(board, seat, "hessen")


@rule("5.2")
@pytest.mark.parametrize("hessen", ["yellow 2, red 1, gangs 1", "yellow 2, red 1, blue 1"])
def test_the_books_lands_in_which_yellow_has_a_simple_majority(hessen):
    board = position(f"acting: yellow battle; hessen: {hessen}")

    assert ruler(board, "hessen") is None
    assert can_fight(board, "yellow", "hessen")


@rule("5.2")
def test_the_books_land_that_yellow_controls():
    board = position("acting: yellow battle; hessen: yellow 3, red 1, gangs 1")

    assert ruler(board, "hessen") == "yellow"
    assert can_fight(board, "yellow", "hessen")


# a. Activating


ACTIVATING = """
    acting: red develop
    anjou: red 1
    red court: missi 3, leudes 1
"""


@rule("5.2")
def test_the_books_activation_turns_two_missi_into_leudes():
    after = play(position(ACTIVATING), "red", activate("soothe_riot"))

    assert court(after, "red") == Court(missi=1, leudes=3, nobiles=19, trophies=0)
    assert hand(after, "red")["soothe_riot"] == 1
    assert "soothe_riot" not in inactive(after, "red")


@rule("5.2")
def test_the_activated_tile_can_be_placed_in_the_next_season():
    after = play(position(ACTIVATING), "red", activate("soothe_riot"))

    assert refused(after, "red", place("soothe_riot", "battle")) is None


@rule("5.2")
def test_nobody_else_learns_which_tile_it_is():
    peace = play(position(ACTIVATING), "red", activate("peace"))
    soothe = play(position(ACTIVATING), "red", activate("soothe_riot"))

    assert peace.view(1) == soothe.view(1)


@rule("5.2", "refused")
@pytest.mark.parametrize("missi", [0, 1])
def test_activating_costs_two_missi(missi):
    board = position(ACTIVATING.replace("missi 3", f"missi {missi}"))

    assert refused(board, "red", activate("peace")) == ("5.2", "too_few_missi")


@rule("5.2", "refused")
def test_only_an_inactive_tile_is_activated():
    board = position(ACTIVATING)

    assert refused(board, "red", activate("battle")) == ("5.2", "tile_not_inactive")
    assert refused(board, "red", activate("no_action")) == ("5.2", "tile_not_inactive")


@rule("5.2", "refused")
def test_a_tile_on_the_swap_space_is_not_inactive():
    board = position(ACTIVATING + "time: 830 spring; red tiles: swapped soothe_riot; red used: winter battle")

    assert refused(board, "red", activate("soothe_riot")) == ("5.2", "tile_not_inactive")


@rule("5.2", "refused")
def test_nothing_is_activated_once_counters_are_placed():
    board = play(position(ACTIVATING), "red", build("anjou"))

    assert refused(board, "red", activate("peace")) == ("5.2", "other_option_begun")


# b. Counters


DEVELOP = """
    acting: yellow develop
    comte_de_bourgogne: yellow 2, palace yellow
    normandie: red 2, palace red
    berry: yellow 2, forest
    haute_provence: yellow 1, forest
    ile_de_france: yellow 1, red 1
    champagne: yellow 2, gangs 1, counters 2
    oberlothringen: yellow 1
    duche_de_bourgogne: yellow 1
    schwaben: yellow 1, counters 1
    yellow court: missi 3, leudes 2
    bag: yellow equip_missi
"""


@rule("5.2")
def test_the_books_counters_in_oberlothringen_and_the_duche():
    """One and two; the English says Comté where the German says Duché, and a homeland takes none."""
    board = position(DEVELOP)

    assert offered_lands(board, "yellow", "build") == ["oberlothringen", "duche_de_bourgogne", "schwaben"]
    after = play(
        board,
        "yellow",
        build("oberlothringen"),
        build("duche_de_bourgogne"),
        build("duche_de_bourgogne"),
        luck=["tile yellow equip_missi"],
    )

    assert (counters(after, "oberlothringen"), counters(after, "duche_de_bourgogne")) == (1, 2)
    assert counters(after, "schwaben") == 1
    assert (court(after, "yellow").missi, court(after, "yellow").leudes) == (0, 5)
    assert counter_supply(board) - counter_supply(after) == 3


@rule("5.2", "refused")
def test_the_books_lands_that_yellow_cannot_develop():
    board = position(DEVELOP)

    assert refused(board, "yellow", build("comte_de_bourgogne")) == ("5.2", "homeland_not_developed", "C19")
    assert refused(board, "yellow", build("normandie")) == ("5.2", "homeland_not_developed", "C19")
    assert refused(board, "yellow", build("berry")) == ("5.2", "forest_not_developed", "C19")
    assert refused(board, "yellow", build("haute_provence")) == ("5.2", "forest_not_developed", "C19")
    assert refused(board, "yellow", build("ile_de_france")) == ("5.2", "not_controlled", "C1")
    assert refused(board, "yellow", build("champagne")) == ("5.2", "fully_developed", "C19")


@rule("5.2", "refused")
def test_the_books_schwaben_would_be_a_fourth_counter_and_a_fourth_missus():
    """Three counters end the tile; written as it stands, both reasons can be seen."""
    three_placed = DEVELOP.replace("yellow develop", "yellow develop, option 1, parts 3").replace(
        "missi 3", "missi 1"
    )
    no_missus = DEVELOP.replace("missi 3", "missi 0")

    assert refused(position(three_placed), "yellow", build("schwaben")) == (
        "5.2",
        "three_counters_placed",
        "C19",
    )
    assert refused(position(no_missus), "yellow", build("schwaben")) == ("5.2", "too_few_missi", "C19")


@rule("5.2", "refused")
def test_without_a_counter_in_the_supply_nothing_is_built():
    full = [
        land for land in lands(new_game(*"red yellow blue green black purple".split())) if land != "hessen"
    ]
    text = "; ".join(f"{land}: counters 2" for land in full[:20])
    board = position(f"acting: red develop; hessen: red 1; red court: missi 3; {text}", players=6)

    assert counter_supply(board) == 0
    assert refused(board, "red", build("hessen")) == ("5.2", "no_counter_left", "C8")


@rule("5.2")
def test_both_counters_of_a_land_may_come_at_once():
    after = play(position(ACTIVATING), "red", build("anjou"), build("anjou"))

    assert counters(after, "anjou") == 2

"""6.2 The advanced rules: a homeland claimed in the course of the game, its point, and a harder peace."""

import pytest
from tests.kit import (
    ADVANCED,
    DONE,
    activate,
    archivium,
    asked,
    banish,
    build,
    card,
    claim,
    conditions,
    counter_supply,
    counters,
    court,
    discard,
    expel,
    extra,
    faults,
    fight,
    followers,
    gangs,
    homelands,
    inactive,
    kinds,
    lands_with_gangs,
    levies,
    march,
    moment,
    offered,
    offered_lands,
    outcome,
    play,
    points,
    position,
    refused,
    row,
    rule,
    ruler,
    send,
    settle,
    supply,
    unfold,
    victory,
    winners,
)

# Red controls Hessen, which is fully developed.
CLAIMING = """
    time: 832 spring
    acting: red develop
    nordalbingien: forest
    hessen: red 4, counters 2
    red court: missi 3, leudes 2
"""


def advanced(text, players=3):
    return position(text, players, ADVANCED)


# No homeland at the start


@rule("6.2.1")
def test_nobody_has_a_homeland_before_claiming_one():
    assert homelands(advanced("placing:")) == {}


@rule("6.2.1", "refused")
def test_missi_settle_only_in_a_homeland():
    board = advanced("acting: red influence; red court: missi 3; hessen: red 2; card anjou:")

    assert refused(board, "red", settle(1)) == ("5.1", "no_homeland", "C14")
    assert offered(board, "red") == [DONE, send("anjou")]


@rule("6.2.1")
def test_missi_settle_in_the_homeland_once_there_is_one():
    board = advanced("acting: red influence; red court: missi 3; hessen: red 2, palace red")

    assert followers(play(board, "red", settle(3)), "hessen", "red") == 5


@rule("6.2.1")
def test_a_carolingian_may_lose_every_land_and_come_back_through_a_card():
    """Blue's last follower falls; a missus on a card, and then the card itself, bring Blue back."""
    text = """
        time: 832 spring
        acting: red battle
        hessen: red 2, blue 1
        blue court: missi 1
        card anjou:
        bag: blue no_action, blue influence
    """
    board = play(advanced(text), "red", fight("hessen"), DONE, luck=["tile blue influence"])

    assert victory(board, "blue")["followers"] == 0
    assert (refused(board, "blue", send("anjou")), refused(board, "blue", settle(1))) == (
        None,
        ("5.1", "no_homeland", "C14"),
    )
    board = play(board, "blue", send("anjou"), luck=["tile blue no_action"])

    assert card(board, "anjou") == {"blue": 1}
    back = advanced("time: 832 summer; acting: blue influence; card anjou: blue 1")
    assert followers(play(back, "blue", unfold("anjou")), "anjou", "blue") == 1


@rule("6.2.1")
def test_who_stands_nowhere_still_equips_three_missi():
    board = advanced("acting: red equip_missi; hessen: blue 2")

    assert (victory(board, "red")["followers"], levies(board, "red")) == (0, 3)


# Claiming: conditions and cost


@rule("6.2.1")
def test_a_fully_developed_controlled_land_becomes_the_homeland_for_three_missi():
    after = play(advanced(CLAIMING), "red", claim("hessen"))

    assert homelands(after) == {"hessen": "red"}
    assert court(after, "red")[:2] == (0, 5)
    assert counters(after, "hessen") == 0
    assert counter_supply(after) == 40
    assert followers(after, "hessen", "red") == 4
    assert moment(after) == (832, "summer", "placing")


@rule("6.2.1", "refused")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (CLAIMING.replace("missi 3", "missi 2"), ("6.2.1", "too_few_missi")),
        (CLAIMING.replace("red 4,", "red 4, blue 2, gangs 2,"), ("6.2.1", "not_controlled", "C1")),
        (CLAIMING.replace("counters 2", "counters 1"), ("6.2.1", "not_fully_developed")),
        (CLAIMING.replace("counters 2", "forest"), ("6.2.1", "not_controlled", "C1")),
        (CLAIMING + "westfalen: palace blue", ("6.2.1", "region_has_palace")),
        (CLAIMING + "berry: palace red", ("6.2.1", "has_homeland", "C28")),
    ],
)
def test_a_homeland_cannot_be_claimed(text, why):
    assert refused(advanced(text), "red", claim("hessen")) == why


@rule("6.2.1", "refused")
def test_no_homeland_is_claimed_in_the_base_game():
    board = position("acting: red develop; hessen: red 4, counters 2; red court: missi 3")

    assert refused(board, "red", claim("hessen")) == ("6.2.1", "only_advanced")


@rule("6.2.1", "refused")
def test_a_homeland_is_claimed_instead_of_the_other_options_of_develop():
    board = advanced(CLAIMING.replace("missi 3", "missi 4") + "anjou: red 1")
    board = play(board, "red", build("anjou"))

    assert refused(board, "red", claim("hessen")) == ("6.2.1", "other_option_begun")


@rule("6.2.1", "refused")
def test_a_homeland_is_claimed_with_develop_alone():
    board = advanced(CLAIMING.replace("red develop", "red battle") + "anjou: red 2, gangs 1")

    assert refused(board, "red", claim("hessen")) == ("5.2", "other_tile_drawn")
    assert refused(board, "red", banish("franken")) == ("5.2", "other_tile_drawn")
    assert refused(advanced("placing:"), "red", claim("hessen")) == ("3.1", "wrong_moment")


@rule("6.2.1")
def test_a_region_with_another_palace_elsewhere_is_no_hindrance():
    board = advanced(CLAIMING + "anjou: palace blue, blue 1\nfranken: palace yellow")

    assert refused(board, "red", claim("hessen")) is None


@rule("6.2.1")
def test_only_fitting_lands_are_offered():
    text = CLAIMING + "anjou: red 2, counters 2\nberry: red 1, counters 1\nfranken: red 1, blue 1, counters 2"

    assert offered_lands(advanced(text), "red", "claim") == ["anjou", "hessen"]


# Claiming: who must leave


@rule("6.2.1")
def test_followers_of_siblings_go_home_as_leudes():
    board = advanced(CLAIMING.replace("red 4,", "red 4, blue 1, yellow 2,") + "blue court: leudes 1")
    after = play(board, "red", claim("hessen"))

    assert (followers(after, "hessen", "blue"), followers(after, "hessen", "yellow")) == (0, 0)
    assert (court(after, "blue").leudes, court(after, "yellow").leudes) == (2, 2)


BANISHING = CLAIMING.replace("red 4,", "red 4, gangs 3,") + "franken: forest\n"


@rule("6.2.1")
def test_gangs_are_driven_out_one_by_one_to_neighbours_of_ones_choice():
    board = play(advanced(BANISHING), "red", claim("hessen"))

    assert asked(board) == ["red"]
    assert offered_lands(board, "red", "banish") == [
        "niederlothringen",
        "oberlothringen",
        "westfalen",
        "ostfalen",
        "thueringen",
        "franken",
    ]
    after = play(board, "red", banish("franken"), banish("westfalen"), banish("franken"))

    assert lands_with_gangs(after) == {"westfalen": 1, "franken": 2}
    assert supply(after) == supply(board)


@rule("6.2.1")
def test_gangs_driven_into_a_forest_do_not_spread():
    actions = [claim("hessen"), banish("franken"), banish("franken"), banish("franken")]

    assert "riot_spread" not in kinds(advanced(BANISHING), "red", *actions)
    assert lands_with_gangs(play(advanced(BANISHING), "red", *actions)) == {"franken": 3}


@rule("6.2.1", "refused")
def test_every_gang_must_be_driven_out_before_anything_else():
    board = play(advanced(BANISHING), "red", claim("hessen"), banish("franken"))

    assert refused(board, "red", DONE) == ("6.2.1", "must_banish", "C28")
    assert refused(board, "red", build("hessen")) == ("5.2", "other_option_begun")
    assert refused(board, "red", activate("peace")) == ("5.2", "other_option_begun")
    assert refused(board, "red", claim("hessen")) == ("6.2.1", "has_homeland", "C28")


@rule("6.2.1", "refused")
def test_gangs_are_driven_to_neighbours_only_and_never_into_a_homeland():
    board = play(advanced(BANISHING + "oberlothringen: palace blue"), "red", claim("hessen"))

    assert refused(board, "red", banish("anjou")) == ("6.2.1", "no_refuge", "C28")
    assert refused(board, "red", banish("oberlothringen")) == ("6.2.1", "no_refuge", "C28")
    assert refused(board, "red", banish("hessen")) == ("6.2.1", "no_refuge", "C28")


@rule("6.2.1", "refused")
def test_nobody_is_banished_without_a_claim():
    assert refused(advanced(CLAIMING), "red", banish("franken")) == ("6.2.1", "nobody_to_banish", "C28")


@rule("6.2.1")
def test_a_position_in_the_middle_of_driving_gangs_out_reads_back():
    board = play(advanced(BANISHING), "red", claim("hessen"), banish("franken"))
    again = position(board.write_block().split("\n", 1)[1], 3, ADVANCED)

    assert again.write() == board.write()
    assert offered(again, "red") == offered(board, "red")


@rule("6.2.1")
def test_control_of_the_neighbours_changes_with_the_gangs():
    board = advanced(BANISHING + "thueringen: blue 1\n")
    after = play(board, "red", claim("hessen"), banish("thueringen"), banish("franken"), banish("franken"))

    assert (ruler(board, "thueringen"), ruler(after, "thueringen")) == ("blue", None)


# Claiming: the card


@rule("6.2.1")
@pytest.mark.parametrize("where", ["archivium", "discard: hessen", "card hessen: slot 2"])
def test_the_homelands_card_leaves_the_game_wherever_it_is(where):
    after = play(advanced(CLAIMING + ("" if where == "archivium" else where)), "red", claim("hessen"))

    assert "hessen" not in [*archivium(after), *discard(after), *row(after, "sachsen")]


@rule("6.2.1")
def test_own_followers_on_the_card_join_the_palace_and_everything_else_goes_home():
    text = CLAIMING + "card hessen: red 2, blue 1, gangs 1\nblue court: leudes 0"
    before = advanced(text)
    after = play(before, "red", claim("hessen"))

    assert followers(after, "hessen", "red") == 6
    assert court(after, "blue").leudes == 1
    assert supply(after) == supply(before) + 1
    assert lands_with_gangs(after) == {}


@rule("6.2.1", "refused")
def test_a_card_of_a_homeland_is_nowhere():
    assert ("card_count", "card hessen") in faults("hessen: palace red; discard: hessen", 3, ADVANCED)


# What a homeland is


HOME = "hessen: red 2, palace red\nfranken: blue 2\nnordalbingien: forest\n"


@rule("6.2.1", "refused")
def test_nobody_else_enters_and_nothing_is_built_there():
    board = advanced(HOME + "acting: blue move_troops; blue court: missi 2")
    building = advanced(HOME + "acting: red develop; red court: missi 2")

    assert refused(board, "blue", march("franken", "hessen", 1)) == ("5.4", "foreign_homeland", "C15")
    assert refused(building, "red", build("hessen")) == ("5.2", "homeland_not_developed", "C19")
    assert ("gang_in_homeland", "hessen") in faults("hessen: gangs 1, palace red", 3, ADVANCED)
    assert ("stranger_in_homeland", "hessen") in faults("hessen: blue 1, palace red", 3, ADVANCED)


@rule("6.2.1")
def test_a_homeland_feeds_three_and_yields_one_levy():
    text = "time: 832 spring; acting: blue equip_missi; bag: event; hessen: red 4, palace red"
    after = play(advanced(text), "blue", DONE, luck=["tile event", "card hunger"])

    assert followers(after, "hessen", "red") == 3
    assert gangs(after, "hessen") == 0
    lands = "".join(f"; {name}: red 1" for name in ("anjou", "berry", "franken"))
    assert levies(advanced("hessen: red 3, palace red" + lands), "red") == 4


@rule("6.2.1")
def test_hunger_reaches_whoever_has_no_homeland_yet():
    text = "time: 832 spring; acting: blue equip_missi; bag: event; hessen: red 3, blue 1"
    board = play(advanced(text), "blue", DONE, luck=["tile event", "card hunger"])

    assert asked(board) == ["red"]
    assert (
        followers(
            play(
                board,
                "red",
                expel("blue"),
            ),
            "hessen",
            "red",
        )
        == 1
    )


# 6.2.2 The point of a palace, and peace


@rule("6.2.2")
def test_a_claimed_homeland_is_a_point():
    board = advanced(CLAIMING)
    after = play(board, "red", claim("hessen"))

    assert (points(board, "red"), points(after, "red")) == (0, 1)
    assert conditions(after, "red") == ["palace"]


@rule("6.2.2", "refused")
def test_the_homelands_of_the_base_game_are_no_points():
    assert points(position("hessen: red 2, palace red"), "red") == 0


@rule("6.2.2")
def test_a_palace_stays_a_point_even_when_its_land_is_empty():
    assert conditions(advanced("hessen: palace red"), "red") == ["palace"]


THREE_POINTS = """
    time: 832 spring
    acting: red peace
    red used: spring peace
    normandie: red 7
    ile_de_france: red 1
    champagne: red 1
    anjou: red 1
    friesland: red 1
    oberlothringen: red 1
    berry: forest
    red court: missi 3, leudes 1, trophies 4
    bag: red no_action
"""


@rule("6.2.2")
def test_peace_needs_a_palace_and_three_points_besides():
    board = advanced(THREE_POINTS.replace("normandie: red 7", "normandie: red 7, palace red"))

    assert points(board, "red") == 4
    after = play(board, "red", DONE)

    assert winners(after) == ["red"]
    assert outcome(after).ending == "peace"


@rule("6.2.2", "refused")
def test_three_points_without_a_palace_make_no_peace():
    after = play(advanced(THREE_POINTS), "red", DONE, luck=["tile red no_action"])

    assert after.outcome() is None
    assert inactive(after, "red")["peace"] == 1


@rule("6.2.2", "refused")
def test_a_palace_and_two_other_points_make_no_peace():
    text = THREE_POINTS.replace("normandie: red 7", "normandie: red 7, palace red").replace(
        "oberlothringen: red 1", "oberlothringen: red 1, gangs 1"
    )
    board = advanced(text)

    assert points(board, "red") == 3
    after = play(board, "red", DONE, luck=["tile red no_action"])

    assert after.outcome() is None


@rule("6.2.2")
def test_the_palace_may_be_claimed_with_the_extra_tile():
    text = THREE_POINTS.replace("normandie: red 7", "normandie: red 7, counters 2")
    after = play(advanced(text), "red", extra("develop"), claim("normandie"))

    assert winners(after) == ["red"]


@rule("6.2.2")
def test_gangs_are_driven_out_before_peace_is_judged():
    """The last gang goes where it costs Red a land, and the peace with it, or where it does not."""
    text = THREE_POINTS.replace("normandie: red 7", "normandie: red 7, gangs 1, counters 2")
    board = play(advanced(text), "red", extra("develop"), claim("normandie"))

    assert asked(board) == ["red"]
    assert winners(play(board, "red", banish("flandre"))) == ["red"]
    failed = play(board, "red", banish("champagne"), luck=["tile red no_action"])

    assert failed.outcome() is None
    assert homelands(failed) == {"normandie": "red"}


@rule("6.2.2")
def test_at_the_end_of_time_a_palace_counts_as_any_point():
    text = "time: 834 autumn; acting: red equip_missi; hessen: red 1, palace red; anjou: blue 5"
    after = play(advanced(text), "red", DONE)

    assert winners(after) == ["red"]
    assert outcome(after).points == [1, 0, 0]

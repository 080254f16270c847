"""3 Play: placing tiles, drawing them, swapping, the turn of the year, and how the game ends."""

import pytest
from tests.kit import (
    DONE,
    KEEP,
    Court,
    archivium,
    asked,
    bag,
    card,
    conditions,
    court,
    discard,
    events_ready,
    faults,
    fight,
    followers,
    gangs,
    hand,
    inactive,
    lands,
    moment,
    new_game,
    offered,
    outcome,
    place,
    play,
    play_all,
    points,
    position,
    public_events,
    refused,
    row,
    rule,
    ruler,
    ruling,
    seen,
    settle,
    supply,
    surplus,
    swap,
    used,
    victory,
    winners,
)

NOTHING = place("no_action", "no_action")
NOBODY_ACTS = [f"tile {seat} no_action" for seat in ("red", "red", "yellow", "yellow", "blue", "blue")]


# 3.1 Placing


@rule("3.1")
def test_everybody_places_two_tiles_at_once():
    board = new_game("red", "yellow", "blue")

    assert asked(board) == ["red", "yellow", "blue"]
    board = play(board, "blue", place("influence", "battle"))
    assert asked(board) == ["red", "yellow"]
    assert bag(board)["tiles"] == 0


@rule("3.1")
def test_one_or_both_no_action_tiles_may_be_placed():
    board = new_game("red", "yellow", "blue")

    assert refused(board, "red", place("influence", "no_action")) is None
    assert refused(board, "red", NOTHING) is None


@rule("3.1")
def test_all_tiles_and_the_event_tile_go_into_the_bag():
    board = new_game("red", "yellow", "blue")
    board = play_all(
        board,
        red=place("influence", "develop"),
        yellow=NOTHING,
        blue=place("battle", "equip_missi"),
        luck=["tile blue equip_missi"],
    )

    assert bag(board) == {
        "tiles": 6,
        "events": 1,
        "by_seat": {"red": 2, "yellow": 2, "blue": 1},
        "open": None,
    }
    assert events_ready(board) == 0


@rule("3.1")
def test_with_five_both_event_tiles_go_into_the_bag():
    board = new_game("red", "yellow", "blue", "green", "black")
    board = play_all(
        board,
        red=place("equip_missi", "no_action"),
        yellow=NOTHING,
        blue=NOTHING,
        green=NOTHING,
        black=NOTHING,
        luck=["tile red equip_missi"],
    )

    assert bag(board)["events"] == 2


@rule("3.1", "refused")
def test_an_inactive_tile_cannot_be_placed():
    board = new_game("red", "yellow", "blue")

    assert refused(board, "red", place("soothe_riot", "no_action")) == ("3.1", "tile_not_active")
    assert refused(board, "red", place("battle", "battle")) == ("3.1", "tile_not_active")


@rule("3.1", "refused")
def test_a_tile_used_this_year_cannot_be_placed():
    board = position("time: 830 spring; red used: winter battle")

    assert refused(board, "red", place("battle", "no_action")) == ("3.1", "tile_not_active")


@rule("3.1", "refused")
def test_no_other_action_fits_while_tiles_are_placed():
    board = new_game("red", "yellow", "blue")

    assert refused(board, "red", DONE) == ("3.1", "wrong_moment")
    assert refused(board, "red", KEEP) == ("3.1", "wrong_moment")
    assert refused(board, "red", settle(1)) == ("3.1", "wrong_moment")


# 3.2 Drawing


@rule("3.2")
def test_the_owner_of_the_drawn_tile_acts_and_the_tile_lies_on_the_season():
    board = new_game("red", "yellow", "blue")
    board = play_all(
        board,
        red=place("influence", "battle"),
        yellow=NOTHING,
        blue=NOTHING,
        luck=["tile yellow no_action", "tile red influence"],
    )

    assert asked(board) == ["red"]
    assert used(board, "red", "winter") == ["influence"]
    assert hand(board, "yellow")["no_action"] == 1


@rule("3.2")
def test_a_declined_tile_lies_on_the_season_all_the_same():
    board = position(
        "acting: red influence; red used: winter influence; red court: missi 3; normandie: palace red"
    )
    after = play(board, "red", DONE)

    assert used(after, "red", "winter") == ["influence"]
    assert court(after, "red").missi == 3


@rule("3.2")
def test_an_event_tile_goes_back_to_the_scriptorium_not_into_this_bag():
    board = new_game("red", "yellow", "blue")
    board = play_all(
        board,
        red=place("influence", "no_action"),
        yellow=NOTHING,
        blue=NOTHING,
        luck=["tile event", "card hessen", "tile red influence"],
    )

    assert events_ready(board) == 1
    assert bag(board)["events"] == 0


@rule("3.2")
def test_an_empty_bag_ends_the_season():
    board = new_game("red", "yellow", "blue")
    board = play_all(
        board, red=NOTHING, yellow=NOTHING, blue=NOTHING, luck=["tile event", "card anjou", *NOBODY_ACTS]
    )

    assert moment(board) == (830, "spring", "placing")


@rule("3.2", "refused")
def test_only_the_owner_of_the_drawn_tile_acts():
    board = position("acting: red influence; red court: missi 3; normandie: palace red")

    assert refused(board, "blue", DONE) == ("3.2", "not_your_choice")
    assert refused(board, "blue", settle(1)) == ("3.2", "not_your_choice")
    assert offered(board, "blue") == []


# 3.3 Swapping


SWAPPING = """
    time: 830 spring
    swapping: red, yellow
    red used: winter battle
    yellow used: winter influence
"""


@rule("3.3")
def test_an_active_tile_is_given_up_for_a_used_one():
    board = play_all(position(SWAPPING), red=swap("develop", "battle"), yellow=KEEP)

    assert moment(board) == (830, "spring", "placing")
    assert "develop" not in hand(board, "red")
    assert hand(board, "red")["battle"] == 1
    assert used(board, "red", "winter") == []
    assert refused(board, "red", place("battle", "no_action")) is None


@rule("3.3")
def test_nobody_learns_which_tile_was_given_up():
    board = play_all(position(SWAPPING), red=swap("develop", "battle"), yellow=KEEP)

    red = seen(board, "yellow")["courts"]["red"]
    assert red["swap_space"] is True
    assert red["taken_back"] == "battle"
    given_up = [
        play_all(position(SWAPPING), red=swap(tile, "battle"), yellow=KEEP)
        for tile in ("develop", "influence")
    ]
    assert seen(given_up[0], "yellow") == seen(given_up[1], "yellow")


@rule("3.3", "refused")
def test_a_second_swap_in_a_year_is_refused():
    board = position(
        "time: 830 summer; swapping: yellow; red tiles: swapped develop; red used: winter battle; yellow used: winter influence"
    )

    assert refused(board, "red", swap("influence", "battle")) == ("3.3", "already_swapped", "C49")
    assert refused(board, "red", KEEP) == ("3.3", "already_swapped", "C49")


@rule("3.3", "refused")
def test_without_a_used_tile_there_is_nothing_to_swap():
    board = position(SWAPPING)

    assert refused(board, "blue", KEEP) == ("3.3", "nothing_to_swap", "C49")


@rule("3.3", "refused")
def test_no_action_is_never_given_up():
    board = position(SWAPPING)

    assert refused(board, "red", swap("no_action", "battle")) == ("3.3", "no_action_not_swapped", "C11")


@rule("3.3", "refused")
def test_only_an_active_tile_is_given_up_and_only_a_used_one_taken():
    board = position(SWAPPING)

    assert refused(board, "red", swap("battle", "battle")) == ("3.3", "tile_not_active")
    assert refused(board, "red", swap("soothe_riot", "battle")) == ("3.3", "tile_not_active")
    assert refused(board, "red", swap("develop", "influence")) == ("3.3", "tile_not_used")
    assert refused(board, "red", swap("develop", "no_action")) == ("3.3", "tile_not_used")


# 3.4 The turn of the year


YEAR_ENDS = """
    time: 830 autumn
    acting: red influence
    normandie: palace red
    hessen: gangs 5
    berry: forest, gangs 4
    anjou: gangs 3
    discard: westfalen
    red court: missi 1
    red used: winter battle, autumn influence
    red tiles: swapped develop
    events: ready 1, later 1
"""


@rule("3.4")
def test_hartmut_moves_on_and_the_event_tile_of_831_joins():
    board = play(position(YEAR_ENDS), "red", DONE)

    assert moment(board) == (831, "winter", "placing")
    assert seen(board)["events"] == {"ready": 2, "later": 0}


@rule("3.4")
def test_with_five_three_event_tiles_are_ready_from_831_on():
    board = play(
        position(
            "time: 830 autumn; acting: red influence; normandie: palace red; red court: missi 1", players=5
        ),
        "red",
        DONE,
    )

    assert events_ready(board) == 3


@rule("3.4")
def test_discarded_cards_and_the_hunger_card_are_shuffled_in():
    board = play(position(YEAR_ENDS), "red", DONE)

    assert discard(board) == []
    assert "westfalen" in archivium(board)
    assert "hunger" in archivium(board)
    assert seen(board)["hunger_aside"] == 0


@rule("3.4")
def test_the_base_game_gets_no_second_hunger_card():
    board = position("time: 831 autumn; acting: red influence; normandie: palace red; red court: missi 1")
    after = play(board, "red", DONE)

    assert archivium(after).count("hunger") == 1


@rule("3.4")
def test_used_and_swapped_tiles_come_home():
    board = play(position(YEAR_ENDS), "red", DONE)

    assert hand(board, "red") == hand(new_game("red", "yellow", "blue"), "red")
    assert used(board, "red", "autumn") == []
    assert seen(board)["courts"]["red"]["swap_space"] is False


@rule("3.4")
def test_court_day_tells_everybodys_points():
    heard = public_events(position(YEAR_ENDS), "red", DONE)

    assert [event for event in heard if event["event"] == "court_day"] == [
        {"event": "court_day", "points": {"red": 0, "yellow": 0, "blue": 0}}
    ]


@rule("3.4")
def test_a_land_keeps_three_gangs_and_the_others_lie_on_the_archivium():
    board = play(position(YEAR_ENDS), "red", DONE)

    assert (gangs(board, "hessen"), gangs(board, "berry"), gangs(board, "anjou")) == (3, 3, 3)
    assert surplus(board) == 3
    assert supply(board) == supply(position(YEAR_ENDS))


@rule("3.4")
def test_the_turn_goes_in_the_order_of_the_annals():
    heard = [event["event"] for event in public_events(position(YEAR_ENDS), "red", DONE)]

    in_turn = ["year_turned", "event_tile_joined", "hunger_card_joined", "court_day", "gangs_gathered"]
    assert [event for event in heard if event in in_turn] == [*in_turn, "gangs_gathered"]


@rule("3.4", "refused")
def test_nobody_swaps_at_the_turn_of_the_year():
    board = play(position(YEAR_ENDS), "red", DONE)

    assert refused(board, "red", swap("develop", "influence")) == ("3.1", "wrong_moment")
    assert refused(board, "red", KEEP) == ("3.1", "wrong_moment")


# 3.5 Victory


POINTS_EXAMPLE = """
    time: 834 autumn, last 834
    acting: red influence

    normandie: red 4, palace red                      # Neustrie is Red's
    ile_de_france: red 2, blue 1
    champagne: red 2, gangs 1
    anjou: red 1
    berry: red 1, yellow 2, gangs 1, forest
    oberlothringen: red 2, yellow 1
    niederlothringen: red 1, gangs 1                  # one more would be the sixth land

    comte_de_bourgogne: yellow 3, palace yellow       # nobody of Yellow's in Haute Provence
    duche_de_bourgogne: yellow 2, counters 2
    schwaben: yellow 1, counters 2
    haute_provence: forest, gangs 1
    chur_raetien: yellow 1, forest

    ostfalen: blue 3, palace blue                     # Sachsen is Blue's
    westfalen: blue 2, gangs 1, counters 2
    thueringen: blue 1, counters 2
    hessen: blue 1, counters 2
    nordalbingien: blue 1, gangs 2, forest
    friesland: blue 1, counters 2
    franken: blue 2, yellow 1
    flandre: forest

    card berry: red 1
    card schwaben: yellow 1
    card duche_de_bourgogne: yellow 1
    red court: missi 1, leudes 3, trophies 3
    yellow court: trophies 3
    blue court: trophies 2
"""


@rule("3.5")
def test_the_books_points_for_red():
    """Two points: Neustrie and the following; expansion and glory are just missed."""
    board = position(POINTS_EXAMPLE)

    assert conditions(board, "red") == ["following", "neustrie"]
    assert victory(board, "red")["followers"] == 13
    assert ruler(board, "berry") is None
    assert card(board, "berry") == {"red": 1}
    assert victory(board, "red")["lands"] == 5
    assert points(board, "red") == 2


@rule("3.5")
def test_the_books_red_lacks_one_follower_in_niederlothringen():
    """One, as the German says; the others say two."""
    helped = POINTS_EXAMPLE.replace("niederlothringen: red 1", "niederlothringen: red 2")

    assert conditions(position(helped), "red") == ["expansion", "following", "neustrie"]


@rule("3.5")
def test_the_books_points_for_yellow():
    """No point, and each of the book's three near misses is one."""
    board = position(POINTS_EXAMPLE)

    assert conditions(board, "yellow") == []
    assert victory(board, "yellow")["missing"]["bourgogne"] == ["haute_provence"]
    assert victory(board, "yellow")["counters"] == 4
    assert (card(board, "schwaben"), card(board, "duche_de_bourgogne")) == ({"yellow": 1}, {"yellow": 1})
    assert victory(board, "yellow")["followers"] < 12 <= victory(board, "yellow")["followers"] + 2
    assert points(board, "yellow") == 0


@rule("3.5")
def test_the_books_points_for_blue():
    """Four points: six lands, Sachsen, eight counters, twelve followers."""
    board = position(POINTS_EXAMPLE)

    assert conditions(board, "blue") == ["expansion", "development", "following", "sachsen"]
    assert victory(board, "blue")["lands"] == 6
    assert victory(board, "blue")["counters"] == 8
    assert victory(board, "blue")["followers"] == 12
    assert points(board, "blue") == 4


@rule("3.5")
def test_the_books_blue_wins_at_the_end_of_the_fifth_year():
    board = play(position(POINTS_EXAMPLE), "red", DONE)

    end = outcome(board)
    assert end.points == [2, 0, 4]
    assert end.places == [2, 3, 1]
    assert (end.ending, end.section, end.ruling) == ("time", "3.5", "C24")
    assert winners(board) == ["blue"]


@rule("3.5")
def test_a_game_does_not_end_before_the_sundials_autumn():
    board = position("time: 834 summer; acting: red influence; normandie: palace red; red court: missi 1")

    assert play(board, "red", DONE).outcome() is None


@rule("3.5", "refused")
def test_five_lands_are_no_expansion():
    five = "anjou: red 1; hessen: red 1; franken: red 1; schwaben: red 1; friesland: red 1"

    assert conditions(position(five), "red") == []
    assert conditions(position(five + "; thueringen: red 1"), "red") == ["expansion"]
    assert conditions(position(five + "; berry: red 1, forest"), "red") == []


@rule("3.5", "refused")
def test_counters_on_a_contested_land_develop_nobody():
    three = "hessen: red 1, counters 2; franken: red 1, counters 2; schwaben: red 1, counters 2"

    assert conditions(position(three), "red") == ["development"]
    assert conditions(position(three.replace("schwaben: red 1", "schwaben: red 1, gangs 1")), "red") == []


@rule("3.5", "refused")
def test_followers_on_cards_are_no_following():
    eleven = "anjou: red 4, gangs 4; berry: red 4, forest; hessen: red 3, blue 5"

    assert conditions(position(eleven + "; card franken: red 3"), "red") == []
    assert conditions(position(eleven + "; franken: red 1, gangs 3"), "red") == ["following"]


@rule("3.5", "refused")
def test_a_region_is_not_united_without_a_follower_in_its_forest():
    bourgogne = "comte_de_bourgogne: yellow 1, palace yellow; duche_de_bourgogne: yellow 1"

    assert conditions(position(bourgogne + "; haute_provence: forest"), "yellow") == []
    assert conditions(
        position(bourgogne + "; haute_provence: forest, yellow 1, blue 3, gangs 2"), "yellow"
    ) == ["bourgogne"]


@rule("3.5", "refused")
def test_an_empty_homeland_keeps_its_region_apart():
    text = "comte_de_bourgogne: palace yellow; duche_de_bourgogne: yellow 1; haute_provence: forest, yellow 1"

    assert conditions(position(text), "yellow") == []


@rule("3.5", "refused")
def test_after_the_end_nothing_is_allowed():
    board = play(position(POINTS_EXAMPLE), "red", DONE)

    assert asked(board) == []
    assert refused(board, "red", DONE) == ("3.5", "game_over", "C24")
    assert refused(board, "blue", place("battle", "no_action")) == ("3.5", "game_over", "C24")


@rule("3.5")
@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("anjou: red 2; hessen: blue 1", ["red"]),
        ("anjou: red 2; hessen: blue 1; franken: blue 1", ["blue"]),
        ("anjou: red 2; hessen: blue 2", ["red", "blue"]),
    ],
    ids=["followers", "controlled lands", "shared"],
)
@ruling("C24")
def test_ties_are_broken_by_followers_then_by_controlled_lands(text, winner):
    board = position(f"time: 834 autumn; acting: yellow equip_missi; {text}")

    assert winners(play(board, "yellow", DONE)) == winner


@rule("3.2", "refused")
def test_a_fight_belongs_to_the_battle_tile():
    board = position(
        "acting: red influence; anjou: red 2, gangs 1; red court: missi 1; normandie: palace red"
    )

    assert refused(board, "red", fight("anjou")) == ("5.5", "other_tile_drawn")


@rule("3.4", "refused")
def test_the_hunger_card_joins_at_the_first_turn_and_not_before():
    cards = ", ".join(lands(new_game("red", "yellow", "blue")))

    assert faults(f"time: 830 winter; aside: hunger 0; archivium: {cards}, hunger") == [
        ("hunger_too_soon", "aside")
    ]
    assert faults("time: 832 winter; aside: hunger 1") == [("hunger_too_soon", "aside")]


@rule("3.4", "refused")
def test_831s_event_tile_does_not_wait_after_831():
    assert faults("time: 832 winter; events: ready 1, later 1") == [("event_tile_too_soon", "events")]


@rule("3.2")
def test_no_action_comes_straight_home():
    board = new_game("red", "yellow", "blue")
    board = play_all(
        board,
        red=place("no_action", "influence"),
        yellow=NOTHING,
        blue=NOTHING,
        luck=["tile red no_action", "tile red influence"],
    )

    assert hand(board, "red")["no_action"] == 2
    assert inactive(board, "red")["peace"] == 1
    assert court(board, "red") == Court(3, 8, 8, 0)
    assert followers(board, "normandie", "red") == 5
    assert row(board, "neustrie") == ["champagne", None, None]

"""The rulings of docs/rulings.md, one after the other: what we play where the books leave a doubt."""

import pytest
from tests.kit import (
    DONE,
    KEEP,
    TROPHY,
    activate,
    archivium,
    asked,
    bag,
    build,
    card,
    conditions,
    counters,
    court,
    discard,
    equip,
    events_ready,
    expel,
    extra,
    faults,
    fight,
    followers,
    gangs,
    hand,
    inactive,
    lands,
    lands_with_gangs,
    levies,
    march,
    misread,
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
    ruler,
    ruling,
    seen,
    send,
    settle,
    soothe,
    supply,
    surplus,
    swap,
    unfold,
    used,
    winners,
)

from aachen.core.errors import BadInput

NOTHING = place("no_action", "no_action")
EVENT = "time: 832 winter; acting: red equip_missi; bag: event\n"


def event(text, *luck):
    """The position after an event tile was drawn; luck says the card and what comes then."""
    return play(position(EVENT + text), "red", DONE, luck=["tile event", *luck])


# C1 to C8


@ruling("C1")
@pytest.mark.parametrize(
    ("hessen", "who"),
    [
        ("red 1", "red"),
        ("red 2, blue 1", "red"),
        ("red 2, blue 1, gangs 1", None),
        ("red 3, blue 1, gangs 1", "red"),
        ("red 1, gangs 1", None),
        ("gangs 3", None),
        ("counters 2", None),
        ("red 5, forest", None),
        ("palace red", None),
        ("palace red, red 1", "red"),
    ],
)
def test_control_is_more_than_all_others_together_and_never_of_a_forest(hessen, who):
    assert ruler(position(f"hessen: {hessen}"), "hessen") == who


@ruling("C1")
def test_a_text_cannot_say_that_a_forest_is_controlled():
    assert faults("berry: red 2, forest, controlled red") == [("forest_controlled", "berry")]
    assert faults("anjou: red 1, gangs 1, controlled red") == [("not_in_control", "anjou")]


@ruling("C2")
@pytest.mark.parametrize(
    ("hessen", "can"),
    [
        ("red 2, blue 1, yellow 1, gangs 1", True),
        ("red 2, blue 2", False),
        ("red 2, gangs 2", False),
        ("red 3, gangs 2, blue 2, yellow 2", True),
    ],
)
def test_a_simple_majority_is_more_than_each_other_singly(hessen, can):
    board = position(f"acting: red battle; hessen: {hessen}; anjou: red 2, gangs 1")

    assert (fight("hessen") in offered(board, "red")) == can


@ruling("C3")
def test_an_empty_archivium_takes_the_whole_discard_pile_hunger_included():
    """Every region has more cards than slots, so the discard pile is never empty at the same time."""
    cards = [land for land in lands(new_game("red", "yellow", "blue")) if land != "hessen"]
    after = event(f"archivium: ; card hessen: blue 1; discard: {', '.join(cards)}, hunger", "card hunger")

    assert discard(after) == ["hunger"]
    assert sorted(archivium(after)) == sorted(cards)


@ruling("C4")
def test_surplus_gangs_go_on_the_next_country_cards_one_each_and_hunger_takes_none():
    after = event("aside: surplus 2", "card hunger")

    assert surplus(after) == 2
    assert card(event("aside: surplus 2", "card hessen"), "hessen") == {"gangs": 1}


@ruling("C4")
def test_the_excess_over_three_gangs_lies_on_the_archivium():
    text = (
        "time: 832 autumn; acting: red equip_missi; hessen: gangs 4; berry: gangs 6, forest; anjou: gangs 3"
    )
    after = play(position(text), "red", DONE)

    assert lands_with_gangs(after) == {"anjou": 3, "berry": 3, "hessen": 3}
    assert surplus(after) == 4


@ruling("C5")
def test_a_full_row_is_neglected_emptied_and_discarded_before_the_card_is_inserted():
    text = """
        aside: surplus 1
        card westfalen: slot 1, gangs 1
        card thueringen: slot 2, red 1, gangs 1
        card nordalbingien: slot 3
        nordalbingien: forest
    """
    after = event(text, "card hessen")

    assert lands_with_gangs(after) == {
        "friesland": 1,
        "westfalen": 2,
        "ostfalen": 1,
        "thueringen": 1,
        "nordalbingien": 1,
    }
    assert card(after, "hessen") == {"gangs": 1}
    assert row(after, "sachsen") == ["hessen", None, None]


@ruling("C6")
def test_several_gangs_from_one_card_spread_once():
    after = event(
        "nordalbingien: forest; card nordalbingien: gangs 3; card westfalen: red 1; card hessen: red 1",
        "card thueringen",
    )

    assert lands_with_gangs(after) == {"friesland": 1, "ostfalen": 1, "nordalbingien": 4}


@ruling("C6")
def test_hunger_in_a_forest_does_not_spread():
    after = event("nordalbingien: red 2, forest", "card hunger")

    assert lands_with_gangs(after) == {"nordalbingien": 1}


@ruling("C6")
def test_followers_alone_do_not_spread():
    board = position("acting: red influence; nordalbingien: gangs 2, forest; card nordalbingien: red 1")

    assert lands_with_gangs(play(board, "red", unfold("nordalbingien"))) == {"nordalbingien": 2}


@ruling("C7")
def test_a_riot_does_not_spread_into_an_absent_region():
    """Haute Provence touches lands that only join with four or more."""
    text = "haute_provence: forest; card haute_provence: red 1, gangs 1; acting: red influence"
    three = play(position(text), "red", unfold("haute_provence"))
    six = play(position(text, players=6), "red", unfold("haute_provence"))

    assert set(lands_with_gangs(three)) == {"haute_provence", "duche_de_bourgogne", "comte_de_bourgogne"}
    assert set(lands_with_gangs(six)) > set(lands_with_gangs(three))
    assert misread(three, march("haute_provence", "auvergne", 1)) == "land_not_taking_part"


@ruling("C8")
def test_with_an_empty_supply_nothing_is_placed():
    after = event("anjou: gangs 50; hessen: red 2", "card hunger")

    assert supply(after) == 0
    assert lands_with_gangs(after) == {"anjou": 50}
    assert followers(after, "hessen", "red") == 1


@ruling("C8")
@ruling("C25")
def test_the_last_gang_goes_to_the_first_land_in_board_order():
    after = event("anjou: gangs 49; hessen: red 2; ile_de_france: red 2; franken: red 2", "card hunger")

    assert lands_with_gangs(after) == {"ile_de_france": 1, "anjou": 49}


# C9 and C10: Hunger


@ruling("C9")
def test_the_largest_decides_for_all_who_leave_even_when_no_longer_the_largest():
    board = event("hessen: red 3, blue 2", "card hunger")

    assert asked(board) == ["red"]
    board = play(board, "red", expel("red"), expel("red"))

    assert asked(board) == ["red"]
    after = play(board, "red", expel("red"))

    assert asked(after) != ["red"] or moment(after)[2] != "starving"
    assert [followers(after, "hessen", seat) for seat in ("red", "blue")] == [0, 1]


@ruling("C9")
def test_in_a_tie_all_who_are_there_lose_one_a_round():
    after = event("hessen: red 3, blue 3, yellow 1, counters 2", "card hunger")

    assert [followers(after, "hessen", seat) for seat in ("red", "yellow", "blue")] == [1, 0, 1]
    assert gangs(after, "hessen") == 1


@ruling("C9")
def test_forests_starve_too_and_homelands_take_no_gang():
    after = event("berry: red 2, forest; normandie: red 5, palace red", "card hunger")

    assert followers(after, "berry", "red") == 1
    assert followers(after, "normandie", "red") == 3
    assert lands_with_gangs(after) == {"berry": 1}


@ruling("C9")
@ruling("C25")
def test_lands_are_judged_in_board_order_decisions_included():
    board = event("hessen: red 2, blue 1; champagne: blue 2, red 1", "card hunger")

    assert (asked(board), seen(board)["hunger"]["land"]) == (["blue"], "champagne")
    board = play(board, "blue", expel("red"))

    assert (asked(board), seen(board)["hunger"]["land"]) == (["red"], "hessen")


@ruling("C10")
def test_a_drawn_hunger_card_comes_back_at_the_turn_of_the_year():
    text = "time: 832 autumn; acting: red equip_missi; discard: hunger, hessen"
    after = play(position(text), "red", DONE)

    assert discard(after) == []
    assert archivium(after).count("hunger") == 1
    assert "hessen" in archivium(after)


# C11 to C13: swaps, fresh tiles, declining


@ruling("C11")
@pytest.mark.parametrize(
    ("season", "phase"),
    [("winter", "swapping"), ("spring", "swapping"), ("summer", "swapping"), ("autumn", "placing")],
)
def test_a_swap_is_offered_at_the_three_changes_inside_the_year(season, phase):
    board = position(f"time: 831 {season}; acting: red equip_missi; red used: {season} equip_missi")

    assert moment(play(board, "red", DONE))[2] == phase


@ruling("C11")
def test_swaps_are_decided_at_once_and_peace_may_be_given_up():
    text = """
        time: 831 spring
        swapping: red, blue
        red used: winter battle
        blue used: winter battle
        red tiles: hand influence develop equip_missi move_troops peace no_action no_action
    """
    board = position(text)
    chosen = play(board, "red", swap("peace", "battle"))

    assert used(chosen, "red", "winter") == ["battle"]
    after = play(chosen, "blue", KEEP)

    assert used(after, "red", "winter") == []
    assert "peace" not in hand(after, "red")


@ruling("C12")
def test_a_fresh_tile_is_no_extra_action_this_season_but_may_be_swapped_or_placed_in_the_next():
    text = "time: 831 winter; acting: red develop; red used: winter develop; red court: missi 2"
    board = play(position(text), "red", activate("soothe_riot"))

    assert moment(board)[1:] == ("spring", "swapping")
    assert refused(board, "red", swap("soothe_riot", "develop")) is None
    board = play(board, "red", KEEP)

    assert refused(board, "red", place("soothe_riot", "no_action")) is None


@ruling("C12")
def test_an_extra_develop_does_not_unlock_anothers_extra_action():
    text = """
        time: 831 winter
        acting: red peace
        red used: winter peace
        red tiles: fresh soothe_riot, hand soothe_riot influence develop equip_missi move_troops battle no_action no_action
    """

    assert refused(position(text), "red", extra("soothe_riot")) == ("5.8", "freshly_activated", "C12")


@ruling("C13")
def test_an_action_may_be_declined_and_stopped_and_peace_needs_no_extra_action():
    sending = position("acting: red influence; card hessen: blue 1; card franken: blue 1; red court: missi 3")
    declaring = position("time: 831 winter; acting: red peace; red used: winter peace")

    assert offered(sending, "red")[0] == DONE
    assert offered(play(sending, "red", send("hessen")), "red")[0] == DONE
    after = play(declaring, "red", DONE)

    assert inactive(after, "red")["peace"] == 1


# C14 to C19: the actions


@ruling("C14")
def test_influence_needs_missi_for_a_and_b_and_only_own_followers_for_c():
    text = "acting: red influence; normandie: palace red; card hessen: red 1, blue 2, gangs 1; card berry: blue 1"

    assert offered(position(text + "; berry: blue 3, forest"), "red") == [DONE, unfold("hessen")]
    assert offered(position(text + "; berry: blue 3, forest; red court: missi 1"), "red") == [
        DONE,
        settle(1),
        send("berry"),
        send("hessen"),
        unfold("hessen"),
    ]


@ruling("C14")
def test_cards_unfold_in_the_order_chosen_and_spread_as_they_arrive():
    text = "acting: red influence; nordalbingien: forest; card nordalbingien: red 1, gangs 1; card friesland: red 1"
    heard = public_events(position(text), "red", unfold("friesland"), unfold("nordalbingien"))

    assert [event.get("card", event.get("land")) for event in heard[:4]] == [
        "friesland",
        "nordalbingien",
        "nordalbingien",
        "friesland",
    ]


@ruling("C15")
def test_each_road_is_used_once_each_follower_moves_once_and_a_missus_pays_once():
    board = position("acting: red move_troops; hessen: red 3; franken: red 1; red court: missi 2, leudes 0")
    board = play(board, "red", march("hessen", "franken", 2))

    assert (court(board, "red").missi, court(board, "red").leudes) == (1, 1)
    assert refused(board, "red", march("hessen", "franken", 1)) == ("5.4", "road_used", "C15")
    assert refused(board, "red", march("franken", "schwaben", 2)) == ("5.4", "nobody_ready", "C15")
    assert refused(board, "red", march("franken", "hessen", 1)) is None


@ruling("C15")
def test_a_forest_reached_in_the_march_is_no_source():
    board = position("acting: red move_troops; anjou: red 2; berry: forest; red court: missi 3")
    board = play(board, "red", march("anjou", "berry", 1))

    assert refused(board, "red", march("berry", "ile_de_france", 1)) == ("5.4", "nobody_ready", "C15")


@ruling("C16")
def test_the_attacker_keeps_what_exceeds_the_largest_other_and_own_losses_can_be_the_trophy():
    board = position("acting: red battle; hessen: red 4, blue 3, gangs 2; red court: leudes 0")
    after = play(board, "red", fight("hessen"), TROPHY)

    assert followers(after, "hessen", "red") == 1
    assert (court(after, "red").leudes, court(after, "red").trophies) == (2, 1)
    assert court(after, "blue").leudes == 3


@ruling("C17")
def test_one_land_is_soothed_of_one_to_three_gangs():
    board = position("acting: red soothe_riot; hessen: red 1, gangs 5; franken: gangs 1; red court: missi 5")

    assert offered(board, "red") == [
        DONE,
        soothe("hessen", 1),
        soothe("hessen", 2),
        soothe("hessen", 3),
        soothe("franken", 1),
    ]
    after = play(board, "red", soothe("hessen", 3))

    assert (gangs(after, "hessen"), followers(after, "hessen", "red")) == (2, 4)


@ruling("C18")
def test_levies_count_controlled_lands_and_their_counters_but_a_homeland_once():
    text = "normandie: red 3, palace red; hessen: red 1, counters 2; franken: red 1, gangs 1, counters 2; berry: red 1, forest"

    assert levies(position(text), "red") == 4


@ruling("C18")
def test_a_step_may_follow_a_step_and_steps_may_be_left():
    board = position("acting: red equip_missi; red court: missi 0, leudes 1, nobiles 23")

    assert refused(board, "red", equip(2, 1)) is None
    assert refused(board, "red", equip(0, 1)) is None
    assert refused(board, "red", equip(2, 0)) == ("5.3", "too_few_leudes")


@ruling("C19")
def test_three_counters_over_all_lands_and_two_on_each():
    board = position(
        "acting: red develop; hessen: red 1; franken: red 1; red court: missi 5; bag: blue equip_missi"
    )
    board = play(board, "red", build("hessen"), build("hessen"))

    assert refused(board, "red", build("hessen")) == ("5.2", "fully_developed", "C19")
    after = play(board, "red", build("franken"), luck=["tile blue equip_missi"])

    assert (counters(after, "hessen"), counters(after, "franken")) == (2, 1)
    assert court(after, "red").missi == 2
    assert asked(after) == ["blue"]


# C20 to C25: peace, glory, the end


@ruling("C20")
def test_peace_is_placed_with_no_action_or_not_at_all():
    board = position(
        "red tiles: hand influence develop equip_missi move_troops battle peace no_action no_action"
    )
    with_peace = [action["tiles"] for action in offered(board, "red") if "peace" in str(action["tiles"])]

    assert with_peace == [["peace", "no_action"]]
    assert refused(board, "red", place("influence", "peace")) == ("5.8", "peace_needs_no_action", "C20")


@ruling("C21")
def test_every_united_region_is_a_point_towards_peace():
    text = """
        time: 832 winter
        acting: red peace
        red used: winter peace
        comte_de_bourgogne: red 1, palace red
        duche_de_bourgogne: red 1
        haute_provence: red 1, forest
        schwaben: red 1
        franken: red 1
        chur_raetien: red 1, forest
        red court: trophies 1
    """
    board = position(text)

    assert conditions(board, "red") == ["glory", "bourgogne", "alamannien"]
    assert winners(play(board, "red", DONE)) == ["red"]


CONTEST = """
    time: 832 winter
    acting: red peace
    red used: winter peace
    red court: trophies 4
    comte_de_bourgogne: red 1, palace red
    duche_de_bourgogne: red 1
    haute_provence: red 1, forest
    schwaben: red 1
    franken: red 1
    chur_raetien: red 1, forest
    hessen: blue 2
    blue court: missi 2
    yellow court: missi 1
    bag: blue peace, blue no_action, red no_action, yellow equip_missi, event
"""


@ruling("C22")
def test_declarers_are_judged_once_after_all_extra_actions_and_what_was_open_stays_known():
    """Blue's extra march takes Franken from Red, who had three points: nobody is worthy any more."""
    board = play(position(CONTEST), "red", DONE, luck=["tile blue peace"])

    assert points(board, "red") == 3
    after = play(
        board, "blue", extra("move_troops"), march("hessen", "franken", 2), luck=["tile yellow equip_missi"]
    )

    assert after.outcome() is None
    assert (inactive(after, "red")["peace"], inactive(after, "blue")["peace"]) == (1, 1)
    assert bag(after)["open"] == [["red", "no_action"], ["blue", "no_action"], ["event"]]


@ruling("C23")
@pytest.mark.parametrize(
    ("trophies", "glorious"),
    [
        ((4, 4, 0), ["red", "yellow"]),
        ((4, 3, 3), ["red"]),
        ((3, 3, 0), []),
        ((0, 0, 0), []),
        ((1, 0, 0), ["red"]),
        ((2, 1, 3), ["blue"]),
    ],
)
def test_glory_is_the_strict_lead_or_four_trophies(trophies, glorious):
    seats = ("red", "yellow", "blue")
    board = position(
        "; ".join(f"{seat} court: trophies {number}" for seat, number in zip(seats, trophies, strict=True))
    )

    assert [seat for seat in seats if "glory" in conditions(board, seat)] == glorious


@ruling("C24")
def test_the_last_autumn_ends_the_game_without_a_turn_of_the_year():
    board = position("time: 831 autumn, last 831; acting: red equip_missi; hessen: gangs 5; discard: anjou")
    after = play(board, "red", DONE)

    assert moment(after) == (831, "autumn", "over")
    assert gangs(after, "hessen") == 5
    assert discard(after) == ["anjou"]
    assert winners(after) == ["red", "yellow", "blue"]


@ruling("C25")
def test_lands_are_listed_in_the_order_of_the_board_file():
    assert lands(new_game("red", "yellow"))[:6] == [
        "normandie",
        "ile_de_france",
        "champagne",
        "anjou",
        "berry",
        "friesland",
    ]


# C38 to C49: smaller doubts


@ruling("C38")
def test_a_card_takes_the_first_free_slot_and_leaves_a_gap():
    text = "acting: blue influence; card westfalen: slot 1, blue 1; card thueringen: slot 2; bag: event"
    board = play(position(text), "blue", unfold("westfalen"), luck=["tile event", "card hessen"])

    assert row(board, "sachsen") == ["hessen", "thueringen", None]
    before = play(
        position(text.replace("; bag: event", "; bag: blue battle")),
        "blue",
        unfold("westfalen"),
        luck=["tile blue battle"],
    )

    assert row(before, "sachsen") == [None, "thueringen", None]


@ruling("C39")
def test_an_empty_homeland_yields_nothing():
    lands_of_red = "hessen: red 1, counters 2; franken: red 1"

    assert levies(position(f"normandie: palace red; {lands_of_red}"), "red") == 4
    assert levies(position(f"normandie: palace red, red 1; {lands_of_red}"), "red") == 5


@ruling("C40")
def test_hungers_gangs_come_after_every_land_has_been_judged():
    board = position(EVENT + "champagne: red 2; hessen: red 2, blue 1")
    deciding = play(board, "red", DONE, luck=["tile event", "card hunger"])

    assert followers(deciding, "champagne", "red") == 1
    assert lands_with_gangs(deciding) == {}
    after = play(deciding, "red", expel("blue"))

    assert lands_with_gangs(after) == {"champagne": 1, "hessen": 1}


@ruling("C41")
def test_gangs_on_the_archivium_are_no_supply():
    after = event("aside: surplus 2; anjou: gangs 48; hessen: red 2", "card hunger")

    assert supply(after) == 0
    assert surplus(after) == 2
    assert lands_with_gangs(after) == {"anjou": 48}


@ruling("C47")
def test_both_tiles_are_one_choice_that_may_be_changed_until_the_last_has_chosen():
    board = play(new_game("red", "yellow", "blue"), "red", place("influence", "battle"))

    assert asked(board) == ["yellow", "blue"]
    board = play(board, "red", place("equip_missi", "no_action"))
    board = play_all(board, yellow=NOTHING, blue=NOTHING, luck=["tile red equip_missi"])

    assert used(board, "red", "winter") == ["equip_missi"]
    assert refused(board, "yellow", NOTHING) == ("3.2", "not_your_choice")


@ruling("C49")
def test_only_those_who_can_swap_are_asked():
    text = """
        time: 831 summer
        acting: red equip_missi
        red used: summer equip_missi
        yellow used: spring battle
        yellow tiles: swapped develop
    """
    board = play(position(text), "red", DONE)

    assert asked(board) == ["red"]
    assert offered(board, "yellow") == []
    assert offered(board, "blue") == []
    assert refused(board, "yellow", KEEP) == ("3.3", "already_swapped", "C49")
    assert refused(board, "blue", KEEP) == ("3.3", "nothing_to_swap", "C49")


@ruling("C49")
def test_without_an_active_action_tile_there_is_no_swap():
    spent = "winter influence develop, spring equip_missi move_troops"
    text = f"time: 831 summer; acting: red battle; anjou: red 2, gangs 1; red used: {spent}, summer battle"
    after = play(position(text), "red", DONE)

    assert hand(after, "red") == {"no_action": 2}
    assert moment(after) == (831, "autumn", "placing")


# A1 and on: our own


@ruling("A1")
def test_a_drawn_tile_with_which_nothing_is_possible_is_passed_over():
    board = new_game("red", "yellow", "blue")
    board = play_all(
        board,
        red=place("battle", "equip_missi"),
        yellow=NOTHING,
        blue=NOTHING,
        luck=["tile red battle", "tile red equip_missi"],
    )

    assert used(board, "red", "winter") == ["equip_missi", "battle"]
    assert seen(board)["tile"] == "equip_missi"


@ruling("A1")
def test_a_tile_ends_by_itself_when_nothing_more_is_possible():
    text = "acting: red move_troops; hessen: red 1; red court: missi 1; bag: blue equip_missi"
    board = play(position(text), "red", march("hessen", "franken", 1), luck=["tile blue equip_missi"])

    assert asked(board) == ["blue"]


@ruling("A2")
def test_equal_tiles_are_interchangeable_and_a_swap_takes_the_oldest():
    text = """
        time: 831 summer
        swapping: red
        red used: winter influence, spring influence
    """
    after = play(position(text), "red", swap("battle", "influence"))

    assert used(after, "red", "winter") == []
    assert used(after, "red", "spring") == ["influence"]


@ruling("A2")
def test_beside_a_fresh_tile_the_older_one_of_its_kind_is_still_an_extra_action():
    text = """
        time: 831 winter
        acting: red peace
        red used: winter peace
        red tiles: fresh influence, hand influence influence develop equip_missi move_troops battle no_action
    """
    board = position(text + "bag: red no_action; red court: missi 1; normandie: palace red")

    assert refused(board, "red", extra("influence")) is None
    assert hand(play(board, "red", extra("influence")), "red")["influence"] == 1


@ruling("A3")
def test_a_sealed_swap_may_be_changed_until_the_last_has_chosen():
    text = "time: 831 spring; swapping: red, blue; red used: winter battle; blue used: winter battle"
    board = play(position(text), "red", swap("develop", "battle"))

    assert asked(board) == ["blue"]
    board = play_all(board, red=KEEP, blue=swap("influence", "battle"))

    assert used(board, "red", "winter") == ["battle"]
    assert used(board, "blue", "winter") == []


@ruling("A4")
def test_a_trophy_may_be_claimed_any_time_after_the_first_victory_of_the_tile():
    text = "acting: red battle; hessen: red 2, gangs 1; anjou: red 2, gangs 1; bag: blue equip_missi"
    at_once = play(
        position(text), "red", fight("hessen"), TROPHY, fight("anjou"), luck=["tile blue equip_missi"]
    )
    later = play(
        position(text), "red", fight("hessen"), fight("anjou"), TROPHY, luck=["tile blue equip_missi"]
    )

    assert court(at_once, "red") == court(later, "red")
    assert court(later, "red").trophies == 1


@ruling("A5")
def test_one_missus_is_too_few_to_activate_a_tile():
    board = position("acting: red develop; hessen: red 1; red court: missi 1")

    assert refused(board, "red", activate("soothe_riot")) == ("5.2", "too_few_missi")


@ruling("A6")
def test_equipping_is_one_choice_of_two_numbers():
    board = position("acting: red equip_missi; red court: missi 0, leudes 5; bag: blue equip_missi")
    after = play(board, "red", equip(1, 0), luck=["tile blue equip_missi"])

    assert asked(after) == ["blue"]
    assert court(after, "red").missi == 1


@ruling("A7")
def test_hungers_decider_sends_one_away_at_a_time_and_the_last_colour_leaves_by_itself():
    board = event("hessen: red 4, blue 1", "card hunger")

    assert offered(board, "red") == [expel("red"), expel("blue")]
    after = play(board, "red", expel("blue"))

    assert followers(after, "hessen", "red") == 1
    assert court(after, "red").leudes == 3


@ruling("A8")
def test_the_next_card_and_the_next_tile_are_lucks_when_they_are_drawn():
    """No order is kept: two answers to the same question lead from the same position."""
    board = position(EVENT)

    assert card(play(board, "red", DONE, luck=["tile event", "card hessen"]), "hessen") == {}
    assert card(play(board, "red", DONE, luck=["tile event", "card anjou"]), "anjou") == {}
    with pytest.raises(BadInput):
        play(position(EVENT + "discard: hessen"), "red", DONE, luck=["tile event", "card hessen"])


@ruling("A9")
def test_all_event_tiles_on_the_scriptorium_go_into_the_bag():
    board = position("time: 832 winter; placing: red, yellow, blue; red court: leudes 1")

    assert events_ready(board) == 2
    board = play_all(
        board,
        red=place("equip_missi", "no_action"),
        yellow=NOTHING,
        blue=NOTHING,
        luck=["tile red equip_missi"],
    )

    assert bag(board)["events"] == 2


@ruling("A10")
def test_when_the_supply_is_short_neglected_cards_are_served_in_slot_order():
    text = "anjou: gangs 49; card thueringen: slot 1; card westfalen: slot 2; card nordalbingien: slot 3"
    after = event(text, "card hessen")

    assert lands_with_gangs(after) == {"anjou": 49, "thueringen": 1}


@ruling("A11")
def test_a_peacemaker_comes_first_and_the_others_stand_as_at_the_end_of_time():
    text = """
        time: 832 winter
        acting: red peace
        red used: winter peace
        red court: trophies 1
        comte_de_bourgogne: red 1, palace red
        duche_de_bourgogne: red 1
        haute_provence: red 1, forest
        schwaben: red 1
        franken: red 1
        chur_raetien: red 1, forest
        hessen: yellow 1
        anjou: blue 2
    """

    assert outcome(play(position(text), "red", DONE)).places == [1, 3, 2]


@ruling("A12")
def test_the_tile_given_up_and_the_tile_taken_back_may_be_of_one_kind():
    text = """
        time: 831 spring
        swapping: red
        red used: winter influence
        red tiles: hand influence develop equip_missi move_troops battle no_action no_action, inactive equip_missi move_troops soothe_riot peace
    """
    after = play(position(text), "red", swap("influence", "influence"))

    assert hand(after, "red")["influence"] == 1
    assert used(after, "red", "winter") == []


@ruling("A13")
def test_a_declaration_that_fails_alone_opens_no_bag():
    board = position(
        "time: 832 winter; acting: red peace; red used: winter peace; bag: red no_action, blue equip_missi"
    )
    after = play(board, "red", DONE, luck=["tile blue equip_missi"])

    assert bag(after)["open"] is None


@ruling("A14")
def test_court_day_is_told_and_changes_nothing():
    text = "time: 832 autumn; acting: red equip_missi; red court: trophies 2; blue court: trophies 1"
    heard = public_events(position(text), "red", DONE)

    assert {"event": "court_day", "points": {"red": 1, "yellow": 0, "blue": 0}} in heard
    assert play(position(text), "red", DONE).outcome() is None

"""4 Event tiles: country cards in their rows and what happens when a row is full; Hunger."""

import pytest
from tests.kit import (
    DONE,
    archivium,
    asked,
    card,
    court,
    discard,
    events_ready,
    expel,
    faults,
    followers,
    gangs,
    lands_with_gangs,
    moment,
    new_game,
    offered,
    place,
    play,
    play_all,
    position,
    public_events,
    refused,
    row,
    rule,
    supply,
    surplus,
)

from aachen.core.errors import BadInput

# A tile that is declined, so that the next thing drawn is the event tile.
THEN_AN_EVENT = """
    acting: red equip_missi
    bag: event
    time: {time}
"""


def event(text, *luck, time="832 winter", players=3):
    """The position after an event tile was drawn; luck says the card and what is drawn then."""
    board = position(THEN_AN_EVENT.format(time=time) + text, players)
    return play(board, "red", DONE, luck=["tile event", *luck])


# 4 The event tile


@rule("4")
def test_an_event_tile_turns_the_top_card_and_lies_on_the_scriptorium_again():
    after = event("", "card hessen")

    assert card(after, "hessen") == {}
    assert "hessen" not in archivium(after)
    assert events_ready(after) == 2


@rule("4")
def test_hunger_can_come_from_831_on():
    after = event("hessen: blue 2", "card hunger", time="831 winter")

    assert followers(after, "hessen", "blue") == 1


@rule("4")
def test_an_empty_archivium_is_made_anew_from_the_discard_pile():
    """The German says so; the others are silent."""
    everything = ", ".join([*archivium(new_game("red", "yellow", "blue")), "champagne", "oberlothringen"])
    homes = "normandie: palace red; ostfalen: palace blue; comte_de_bourgogne: palace yellow; card westfalen: slot 1"
    after = event(f"{homes}; archivium: ; discard: {everything}, hunger", "card hessen")

    assert discard(after) == []
    assert len(archivium(after)) == 16
    assert card(after, "hessen") == {}


@rule("4", "refused")
def test_there_is_no_hunger_card_to_draw_in_830():
    with pytest.raises(BadInput) as caught:
        event("", "card hunger", time="830 winter")

    assert caught.value.faults[0].code == "luck_impossible"


# 4.1 A: a free slot


@rule("4.1")
def test_the_books_free_slot():
    """Nordalbingien is drawn and goes into the row of Sachsen."""
    board = new_game("red", "blue", "yellow")
    nothing = place("no_action", "no_action")
    board = play_all(
        board,
        red=place("equip_missi", "no_action"),
        yellow=nothing,
        blue=nothing,
        luck=["tile event", "card nordalbingien", "tile red equip_missi"],
    )

    assert row(board, "sachsen") == ["westfalen", "nordalbingien", None]
    assert card(board, "nordalbingien") == {}
    assert events_ready(board) == 1
    assert gangs(board, "friesland") == 1


# 4.1 B: a full row


FULL_ROW = """
    ostfalen: blue 5, palace blue
    nordalbingien: forest
    friesland: gangs 1
    thueringen: gangs 1
    card westfalen: blue 1, yellow 1
    card thueringen: red 2
    card nordalbingien: slot 3
"""


@rule("4.1")
def test_the_books_full_row():
    """Hessen is drawn; the neglected forest rises and reaches Friesland over the sea, but not Ostfalen."""
    before = position(THEN_AN_EVENT.format(time="832 winter") + FULL_ROW)
    after = event(FULL_ROW, "card hessen")

    assert gangs(after, "nordalbingien") == 1
    assert gangs(after, "friesland") == 2
    assert gangs(after, "ostfalen") == 0
    assert (followers(after, "westfalen", "blue"), followers(after, "westfalen", "yellow")) == (1, 1)
    assert followers(after, "thueringen", "red") == 2
    assert discard(after) == ["westfalen", "thueringen", "nordalbingien"]
    assert row(after, "sachsen") == ["hessen", None, None]
    assert supply(before) - supply(after) == 2


@rule("4.1")
def test_a_full_row_goes_step_by_step():
    board = position(THEN_AN_EVENT.format(time="832 winter") + FULL_ROW)
    heard = [
        event["event"] for event in public_events(board, "red", DONE, luck=["tile event", "card hessen"])
    ]

    at = heard.index("row_overflowed")
    assert heard[at : at + 8] == [
        "row_overflowed",
        "gang_on_card",
        "card_unfolded",
        "card_unfolded",
        "card_unfolded",
        "riot_spread",
        "gang_placed",
        "card_inserted",
    ]


@rule("4.1")
def test_a_card_with_gangs_but_no_follower_is_neglected_too():
    text = "card duche_de_bourgogne: gangs 1"
    after = event(text + "; comte_de_bourgogne: palace yellow", "card haute_provence")

    assert gangs(after, "duche_de_bourgogne") == 2


@rule("4.1")
def test_another_region_is_not_touched():
    after = event(FULL_ROW + "card champagne: red 1", "card hessen")

    assert card(after, "champagne") == {"red": 1}


@rule("4.1")
def test_a_forest_in_the_neighbourhood_of_a_forest_does_not_spread_again():
    """Flandre and Berry do not touch; with two forests side by side the riot still stops at the second."""
    text = """
        nordalbingien: forest
        friesland: forest
        card westfalen: red 1
        card thueringen: red 1
        card nordalbingien: slot 3
    """
    after = event(text, "card hessen")

    assert lands_with_gangs(after) == {"friesland": 1, "ostfalen": 1, "nordalbingien": 1}


@rule("4.1", "refused")
def test_a_region_without_a_free_slot_takes_no_further_card():
    assert faults("card duche_de_bourgogne: slot 1; card haute_provence: slot 2") == [
        ("no_such_slot", "card haute_provence")
    ]


@rule("4.1", "refused")
def test_nothing_lies_on_a_card_that_is_not_in_a_row():
    assert faults("discard: hessen; card hessen: red 1") == [("card_count", "card hessen")]


@rule("4.1", "refused")
def test_a_homeland_takes_no_gang_from_a_forest():
    after = event(FULL_ROW, "card hessen")

    assert "ostfalen" not in lands_with_gangs(after)


@rule("4.1")
def test_a_surplus_gang_joins_the_next_card_once_it_is_in_its_slot():
    after = event("aside: surplus 2", "card hessen")

    assert card(after, "hessen") == {"gangs": 1}
    assert surplus(after) == 1


# 4.2 Hunger


HUNGER = """
    normandie: red 4, palace red                   # A
    hessen: blue 3, counters 2                     # B
    champagne: red 2, blue 2                       # C
    duche_de_bourgogne: yellow 2, red 1, counters 1  # D
    ile_de_france: red 2                           # E
    schwaben: yellow 2, gangs 1                    # F

    anjou: red 1
    berry: red 1, forest
    flandre: red 1, forest
    niederlothringen: blue 1
    oberlothringen: yellow 2, counters 1
    comte_de_bourgogne: yellow 3, palace yellow
    haute_provence: yellow 1, forest
    chur_raetien: yellow 1, forest
    franken: blue 1, gangs 1
    thueringen: blue 2, counters 1
    red court: leudes 0
    yellow court: leudes 0
    blue court: leudes 0
"""
UNTOUCHED = [
    ("hessen", "blue", 3),
    ("anjou", "red", 1),
    ("berry", "red", 1),
    ("flandre", "red", 1),
    ("niederlothringen", "blue", 1),
    ("oberlothringen", "yellow", 2),
    ("comte_de_bourgogne", "yellow", 3),
    ("haute_provence", "yellow", 1),
    ("chur_raetien", "yellow", 1),
    ("franken", "blue", 1),
    ("thueringen", "blue", 2),
]


@rule("4.2")
def test_the_books_hunger():
    """A to F; only D needs a decision, and Yellow, who has most there, sends Red away."""
    deciding = event(HUNGER, "card hunger")

    assert asked(deciding) == ["yellow"]
    assert moment(deciding)[2] == "starving"
    after = play(deciding, "yellow", expel("red"))

    assert followers(after, "normandie", "red") == 3
    assert (followers(after, "champagne", "red"), followers(after, "champagne", "blue")) == (0, 0)
    assert followers(after, "duche_de_bourgogne", "yellow") == 2
    assert followers(after, "duche_de_bourgogne", "red") == 0
    assert followers(after, "ile_de_france", "red") == 1
    assert followers(after, "schwaben", "yellow") == 1
    assert [(land, seat, followers(after, land, seat)) for land, seat, _ in UNTOUCHED] == UNTOUCHED
    assert court(after, "red").leudes == 1 + 2 + 1 + 1
    assert court(after, "blue").leudes == 2
    assert court(after, "yellow").leudes == 1
    assert discard(after) == ["hunger"]


@rule("4.2")
def test_the_books_hunger_raises_a_gang_in_c_d_e_and_f_but_not_in_the_homeland():
    """The book's list forgets F (C9)."""
    after = play(event(HUNGER, "card hunger"), "yellow", expel("red"))

    assert lands_with_gangs(after) == {
        "ile_de_france": 1,
        "champagne": 1,
        "duche_de_bourgogne": 1,
        "schwaben": 2,
        "franken": 1,
    }


@rule("4.2")
def test_the_decider_may_send_own_followers_away():
    after = play(event(HUNGER, "card hunger"), "yellow", expel("yellow"))

    assert followers(after, "duche_de_bourgogne", "yellow") == 1
    assert followers(after, "duche_de_bourgogne", "red") == 1


@rule("4.2")
def test_a_tie_may_leave_fewer_than_the_land_could_feed():
    after = event("hessen: red 2, blue 2, counters 2", "card hunger")

    assert (followers(after, "hessen", "red"), followers(after, "hessen", "blue")) == (1, 1)


@rule("4.2")
def test_gangs_eat_nothing():
    after = event("hessen: blue 1, gangs 3", "card hunger")

    assert followers(after, "hessen", "blue") == 1
    assert gangs(after, "hessen") == 3


@rule("4.2")
def test_followers_on_cards_do_not_starve():
    after = event("card hessen: blue 5", "card hunger")

    assert card(after, "hessen") == {"blue": 5}


@rule("4.2", "refused")
def test_a_colour_that_is_not_there_cannot_be_sent_away():
    deciding = event(HUNGER, "card hunger")

    assert refused(deciding, "yellow", expel("blue")) == ("4.2", "nobody_to_expel", "C9")


@rule("4.2", "refused")
def test_the_decider_cannot_send_nobody_away():
    deciding = event(HUNGER, "card hunger")

    assert refused(deciding, "yellow", DONE) == ("4.2", "wrong_moment")
    assert offered(deciding, "yellow") == [expel("red"), expel("yellow")]


@rule("4.2", "refused")
def test_nobody_but_the_largest_decides():
    deciding = event(HUNGER, "card hunger")

    assert refused(deciding, "red", expel("yellow")) == ("4.2", "not_your_choice", "C9")
    assert offered(deciding, "red") == []


@rule("4.2", "refused")
def test_nobody_is_sent_away_without_hunger():
    board = position("acting: red equip_missi; hessen: red 2, blue 1")

    assert refused(board, "red", expel("blue")) == ("3.2", "wrong_moment")


@rule("4.2", "refused")
def test_a_position_in_which_nobody_starves_is_refused():
    assert ("nobody_starves", "starving") in faults("starving: red in hessen; hessen: red 1")

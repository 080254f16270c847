"""6.1 The advanced set-up: forests, followers and first gangs."""

import pytest
from tests.kit import (
    ADVANCED,
    DONE,
    OCCUPY,
    SERVE,
    archivium,
    asked,
    begin,
    card,
    court,
    discard,
    drawn_card,
    faults,
    followers,
    forests,
    founders,
    gangs,
    hand,
    homelands,
    inactive,
    join,
    kinds,
    lands,
    lands_with_gangs,
    moment,
    new_game,
    offered,
    place,
    play,
    position,
    refused,
    row,
    rule,
    seen,
    send,
    supply,
    unfold,
)

from aachen.core.errors import BadInput

FIRST_CARDS = ["card hessen", "card thueringen", "follower red"]
# Two forests are drawn, and Red has a follower in Hessen and one on a card.
FOUNDING = """
    founding: red, card champagne
    founders: red 3, yellow 3
    berry: forest
    nordalbingien: forest
    hessen: red 1
    friesland: yellow 1, forest
    card anjou: red 1
    card thueringen: yellow 1
    discard: berry, nordalbingien, hessen, friesland
"""


def founding(text=FOUNDING, players=2):
    return position(text, players, ADVANCED)


def lands_of(players):
    """All lands that take part."""
    return lands(position("placing:", players))


# 6.1.1 Hunger cards, palaces, courts


@rule("6.1.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_eight_followers_are_leudes_eight_nobiles_and_eight_wait(players):
    board = begin(FIRST_CARDS, players=players, variant="advanced")

    for seat in board.seats():
        assert court(board, seat) == (0, 8, 8, 0)
    assert set(founders(board).values()) == {8}
    assert homelands(board) == {}


@rule("6.1.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_there_is_a_hunger_card_less_than_carolingians(players):
    board = begin(FIRST_CARDS, players=players, variant="advanced")

    assert seen(board)["hunger_aside"] == players - 1
    assert "hunger" not in archivium(board)


@rule("6.1.1")
def test_the_second_hunger_card_joins_at_the_second_turn_of_the_year():
    after = play(position("time: 831 autumn; acting: red equip_missi", 3, ADVANCED), "red", DONE)

    assert archivium(after).count("hunger") == 2
    assert seen(after)["hunger_aside"] == 0


@rule("6.1.1", "refused")
def test_more_or_fewer_hunger_cards_are_refused():
    assert ("hunger_count", "aside") in faults("placing:; aside: hunger 1", 3, ADVANCED)
    assert faults("placing:; aside: hunger 2", 3, ADVANCED) == []


@rule("6.1.1", "refused")
def test_only_the_first_four_followers_of_each_are_in_the_bag_at_first():
    """Red has placed four and Yellow three: only Yellow's fourth can be drawn."""
    board = founding(FOUNDING.replace("founders: red 3, yellow 3", "founders: red 5, yellow 5"))

    assert asked(play(board, "red", SERVE, luck=["card westfalen", "follower yellow"])) == ["yellow"]
    with pytest.raises(BadInput):
        play(board, "red", SERVE, luck=["card westfalen", "follower red"])


@rule("6.1.1")
def test_the_second_four_come_when_the_first_are_placed():
    board = founding(FOUNDING.replace("founders: red 3, yellow 3", "founders: red 5, yellow 4"))
    for colour in ("red", "yellow"):
        after = play(board, "red", SERVE, luck=["card westfalen", f"follower {colour}"])

        assert asked(after) == [colour]


@rule("6.1.1")
def test_the_other_steps_are_those_of_the_base_game():
    """6.1 keeps 2.2.1, 2.2.4, 2.2.5 and 2.2.6."""
    board, base = begin(FIRST_CARDS, players=2, variant="advanced"), new_game("red", "yellow")

    assert lands(board) == lands(base)
    assert moment(board) == (830, "winter", "founding")
    assert seen(board)["last_year"] == 834
    assert seen(board)["events"] == seen(base)["events"]
    assert hand(board, "red") == hand(base, "red")
    assert inactive(board, "red") == inactive(base, "red")


# 6.1.2 Cards, forests, followers


@rule("6.1.2")
def test_the_first_land_drawn_of_a_region_is_its_forest_and_the_next_card_is_turned():
    board = begin(FIRST_CARDS, players=2, variant="advanced")

    assert forests(board) == ["hessen"]
    assert discard(board) == ["hessen"]
    assert drawn_card(board) == "thueringen"
    assert asked(board) == ["red"]


@rule("6.1.2")
def test_several_forests_may_grow_before_the_first_follower():
    luck = ["card hessen", "card berry", "card flandre", "card anjou", "follower yellow"]
    board = begin(luck, players=2, variant="advanced")

    assert forests(board) == ["berry", "flandre", "hessen"]
    assert (asked(board), drawn_card(board)) == (["yellow"], "anjou")


@rule("6.1.2")
def test_all_cards_of_the_lands_that_take_part_are_drawn_from():
    board = begin(FIRST_CARDS, players=3, variant="advanced")

    assert sorted([*archivium(board), "hessen", "thueringen"]) == sorted(lands_of(3))
    assert row(board, "sachsen") == [None, None, None]


@rule("6.1.2")
def test_a_the_follower_occupies_the_land_and_its_card_is_discarded():
    after = play(founding(), "red", OCCUPY, luck=["card westfalen", "follower yellow"])

    assert followers(after, "champagne", "red") == 1
    assert "champagne" in discard(after)
    assert row(after, "neustrie") == ["anjou", None, None]
    assert founders(after) == {"red": 2, "yellow": 3}


@rule("6.1.2", "refused")
def test_a_not_beside_a_land_where_one_stands_already():
    board = founding(FOUNDING.replace("card champagne", "card ostfalen"))

    assert refused(board, "red", OCCUPY) == ("6.1.2", "followers_beside")
    assert OCCUPY not in offered(board, "red")


@rule("6.1.2")
def test_a_followers_of_siblings_and_own_ones_on_cards_beside_do_not_matter():
    """Île-de-France touches Berry, where Yellow stands, and Anjou, on whose card Red does."""
    text = FOUNDING.replace("card champagne", "card ile_de_france").replace("berry:", "berry: yellow 1,")

    assert refused(founding(text), "red", OCCUPY) is None


@rule("6.1.2")
def test_b_the_follower_serves_as_a_missus_and_the_card_goes_into_its_row():
    after = play(founding(), "red", SERVE, luck=["card westfalen", "follower yellow"])

    assert court(after, "red").missi == 1
    assert row(after, "neustrie") == ["anjou", "champagne", None]
    assert card(after, "champagne") == {}


@rule("6.1.2")
def test_c_the_follower_joins_others_and_the_card_goes_into_its_row():
    after = play(founding(), "red", join("hessen"), luck=["card westfalen", "follower yellow"])

    assert followers(after, "hessen", "red") == 2
    assert row(after, "neustrie") == ["anjou", "champagne", None]


@rule("6.1.2")
def test_c_a_forest_with_own_followers_may_be_joined():
    board = founding(FOUNDING.replace("founding: red", "founding: yellow"))

    assert refused(board, "yellow", join("friesland")) is None


@rule("6.1.2", "refused")
def test_c_only_where_one_has_followers():
    board = founding()

    assert refused(board, "red", join("friesland")) == ("6.1.2", "nobody_to_join")
    assert refused(board, "red", join("anjou")) == ("6.1.2", "nobody_to_join")


@rule("6.1.2", "refused")
def test_c_is_for_another_land_than_that_of_the_drawn_card():
    text = FOUNDING.replace("hessen: red 1", "hessen: red 1\nchampagne: red 1")

    assert refused(founding(text), "red", join("champagne")) == ("6.1.2", "nobody_to_join")


@rule("6.1.2")
def test_d_the_follower_goes_on_any_card_in_a_row_then_the_drawn_one_is_inserted():
    after = play(founding(), "red", send("thueringen"), luck=["card westfalen", "follower yellow"])

    assert card(after, "thueringen") == {"red": 1, "yellow": 1}
    assert row(after, "neustrie") == ["anjou", "champagne", None]


@rule("6.1.2", "refused")
def test_d_never_on_the_card_just_drawn_nor_on_one_that_lies_elsewhere():
    board = founding()

    assert refused(board, "red", send("champagne")) == ("6.1.2", "card_not_in_row", "C26")
    assert refused(board, "red", send("westfalen")) == ("6.1.2", "card_not_in_row")


@rule("6.1.2", "refused")
def test_only_the_owner_of_the_drawn_follower_chooses():
    board = founding()

    assert refused(board, "yellow", SERVE) == ("6.1.2", "not_your_choice")
    assert refused(board, "red", DONE) == ("6.1.2", "wrong_moment")
    assert refused(board, "red", place("influence", "develop")) == ("6.1.2", "wrong_moment")
    assert refused(board, "red", unfold("anjou")) == ("6.1.2", "wrong_moment")


@rule("6.1.2", "refused")
@pytest.mark.parametrize("action", [OCCUPY, SERVE, join("hessen")])
def test_nobody_founds_once_the_game_has_begun(action):
    assert refused(position("hessen: red 1", 3, ADVANCED), "red", action) == ("3.1", "wrong_moment")


@rule("6.1.2")
def test_a_full_row_overflows_during_set_up():
    """Anjou and Île-de-France hold followers, Berry does not and takes a gang; all go to their lands."""
    text = """
        founding: red, card champagne
        founders: red 3, yellow 3
        normandie: forest
        hessen: forest
        card anjou: red 1
        card ile_de_france: yellow 2
        card berry:
        discard: normandie, hessen
    """
    after = play(founding(text), "red", SERVE, luck=["card westfalen", "follower yellow"])

    assert followers(after, "anjou", "red") == 1
    assert followers(after, "ile_de_france", "yellow") == 2
    assert gangs(after, "berry") == 1
    assert row(after, "neustrie") == ["champagne", None, None]
    assert {"anjou", "ile_de_france", "berry"} <= set(discard(after))


@rule("6.1.2")
def test_the_follower_is_placed_before_the_row_overflows():
    """One slot in Alamannien: the follower laid on its card goes to the land in the same step."""
    text = """
        founding: blue, card franken
        founders: red 3, yellow 3, blue 3
        chur_raetien: forest
        card schwaben: red 1
        discard: chur_raetien
    """
    board = play(
        founding(text, 3),
        "blue",
        send("schwaben"),
        luck=["card berry", "card hessen", "card westfalen", "follower red"],
    )

    assert (followers(board, "schwaben", "blue"), followers(board, "schwaben", "red")) == (1, 1)
    assert lands_with_gangs(board) == {}
    assert row(board, "alamannien") == ["franken"]


@rule("6.1.2", "refused")
def test_occupying_makes_no_row_overflow():
    text = """
        founding: blue, card franken
        founders: red 3, yellow 3, blue 3
        chur_raetien: forest
        card schwaben: red 1
        discard: chur_raetien
    """
    luck = ["card berry", "card hessen", "card westfalen", "follower red"]

    assert row(play(founding(text, 3), "blue", OCCUPY, luck=luck), "alamannien") == ["schwaben"]
    assert "row_overflowed" not in kinds(founding(text, 3), "blue", OCCUPY, luck=luck)


def empty_archivium(*rows):
    """All cards are drawn: some lie in rows, the rest is discarded."""
    left = [name for name in lands_of(2) if name not in rows]
    cards = "\n".join(f"card {name}:" for name in rows)
    return f"founding: red\nfounders: red 2, yellow 2\nberry: forest\nhessen: red 1\n{cards}\narchivium:\ndiscard: {', '.join(left)}\n"


@rule("6.1.2")
def test_with_the_archivium_empty_b_c_and_d_remain_and_no_card_is_inserted():
    board = founding(empty_archivium("anjou", "friesland"))

    assert drawn_card(board) is None
    assert offered(board, "red") == [SERVE, join("hessen"), send("anjou"), send("friesland")]
    after = play(board, "red", send("friesland"), luck=["follower red"])

    assert card(after, "friesland") == {"red": 1}
    assert row(after, "neustrie") == ["anjou", None, None]


@rule("6.1.2", "refused")
def test_with_the_archivium_empty_no_land_is_occupied():
    assert refused(founding(empty_archivium("anjou")), "red", OCCUPY) == ("6.1.2", "no_card_drawn", "C26")


@rule("6.1.2")
def test_the_last_card_may_be_a_forest_and_then_there_is_none_for_the_follower():
    text = empty_archivium("anjou").replace("archivium:", "archivium: westfalen").replace(", westfalen", "")
    after = play(founding(text), "red", SERVE, luck=["card westfalen", "follower yellow"])

    assert forests(after) == ["berry", "westfalen"]
    assert drawn_card(after) is None
    assert refused(after, "yellow", OCCUPY) == ("6.1.2", "no_card_drawn", "C26")


LAST_FOLLOWER = FOUNDING.replace("founders: red 3, yellow 3", "founders: red 1")


@rule("6.1.2")
def test_after_the_last_follower_the_discard_pile_is_shuffled_and_rows_stay():
    after = play(founding(LAST_FOLLOWER), "red", OCCUPY)

    assert moment(after) == (830, "winter", "placing")
    assert discard(after) == []
    assert sorted([*archivium(after), "anjou", "thueringen"]) == sorted(lands(after))
    assert card(after, "anjou") == {"red": 1}
    assert asked(after) == ["red", "yellow"]


# 6.1.3 Riot


@rule("6.1.3")
def test_lands_with_a_gang_take_another_then_empty_lands_take_one():
    text = LAST_FOLLOWER.replace("hessen: red 1", "hessen: red 1, gangs 1\nostfalen: gangs 2")
    after = play(founding(text), "red", OCCUPY)

    assert lands_with_gangs(after) == {
        **{name: 1 for name in lands(after) if name not in ("hessen", "friesland", "champagne")},
        "hessen": 2,
        "ostfalen": 3,
    }
    assert supply(after) == 50 - sum(lands_with_gangs(after).values())


@rule("6.1.3")
def test_an_empty_forest_takes_a_first_gang_and_nothing_spreads():
    after = play(founding(LAST_FOLLOWER), "red", OCCUPY)

    assert gangs(after, "berry") == 1
    assert gangs(after, "anjou") == 1
    assert "riot_spread" not in kinds(founding(LAST_FOLLOWER), "red", OCCUPY)


@rule("6.1.3", "refused")
def test_a_land_with_followers_takes_no_first_gang():
    after = play(founding(LAST_FOLLOWER), "red", OCCUPY)

    assert [gangs(after, name) for name in ("hessen", "friesland", "champagne")] == [0, 0, 0]


@rule("6.1.3", "refused")
def test_no_gang_rises_before_the_last_follower_is_placed():
    after = play(founding(), "red", OCCUPY, luck=["card westfalen", "follower yellow"])

    assert lands_with_gangs(after) == {}

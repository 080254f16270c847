"""5.1 Influence: missi to the homeland, or on country cards, or cards unfold in their lands."""

from tests.kit import (
    DONE,
    Court,
    card,
    court,
    discard,
    followers,
    gangs,
    offered,
    offered_lands,
    play,
    position,
    public_events,
    refused,
    row,
    rule,
    send,
    settle,
    supply,
    unfold,
)

AT_HOME = """
    acting: red influence
    normandie: red 2, palace red
    card champagne: blue 1
    red court: missi 5, leudes 2
"""


# a. Missi to the homeland


@rule("5.1")
def test_the_books_three_missi_to_the_homeland():
    """Red sends the most there may be: three, straight to Normandie."""
    after = play(position(AT_HOME), "red", settle(3))

    assert followers(after, "normandie", "red") == 5
    assert court(after, "red") == Court(missi=2, leudes=2, nobiles=15, trophies=0)


@rule("5.1")
def test_fewer_than_three_may_settle_and_that_is_all():
    board = play(
        position(AT_HOME + "bag: red battle, red no_action"),
        "red",
        settle(1),
        luck=["tile red no_action", "tile red battle"],
    )

    assert followers(board, "normandie", "red") == 3


@rule("5.1", "refused")
def test_a_fourth_missus_does_not_settle():
    assert refused(position(AT_HOME), "red", settle(4)) == ("5.1", "too_many_missi")


@rule("5.1", "refused")
def test_nobody_settles_without_missi():
    two = position(AT_HOME.replace("missi 5", "missi 2"))

    assert refused(two, "red", settle(3)) == ("5.1", "too_few_missi", "C14")
    assert offered(two, "red", "settle") == [settle(1), settle(2)]


@rule("5.1", "refused")
def test_nobody_settles_without_a_homeland():
    board = position("acting: red influence; card champagne: red 1; red court: missi 3")

    assert refused(board, "red", settle(1)) == ("5.1", "no_homeland", "C14")


# b. Missi on cards


ON_CARDS = """
    acting: {seat} influence
    ile_de_france: blue 2, red 1
    champagne: gangs 1
    berry: blue 3, forest
    anjou: {seat} 2
    westfalen: blue 1, red 1
    card ile_de_france: slot 1
    card champagne: slot 2, gangs 1
    card berry: slot 3
    card westfalen: blue 2
    {seat} court: missi 4
"""


@rule("5.1", "refused")
def test_the_books_card_of_a_land_that_blue_controls():
    """Neither Yellow nor Red may send a missus to Île-de-France, where Blue has the majority."""
    for seat in ("yellow", "red"):
        board = position(ON_CARDS.format(seat=seat))

        assert refused(board, seat, send("ile_de_france")) == ("5.1", "controlled_by_sibling", "C14")


@rule("5.1")
def test_the_books_blue_itself_may_send_to_ile_de_france():
    board = position(ON_CARDS.format(seat="blue").replace("anjou: blue 2", "anjou: blue 1"))

    assert refused(board, "blue", send("ile_de_france")) is None


@rule("5.1")
def test_any_number_of_missi_go_on_any_number_of_cards():
    board = position(ON_CARDS.format(seat="red"))
    after = play(board, "red", send("champagne"), send("champagne"), send("westfalen"), send("berry"))

    assert card(after, "champagne") == {"red": 2, "gangs": 1}
    assert card(after, "westfalen") == {"red": 1, "blue": 2}
    assert card(after, "berry") == {"red": 1}
    assert court(after, "red").missi == 0


@rule("5.1")
def test_forests_and_lands_that_nobody_controls_are_open_to_all():
    board = position(ON_CARDS.format(seat="red"))

    assert offered_lands(board, "red", "send") == ["champagne", "berry", "westfalen"]


@rule("5.1", "refused")
def test_a_missus_goes_only_on_a_card_in_its_row():
    board = position(ON_CARDS.format(seat="red"))

    assert refused(board, "red", send("anjou")) == ("5.1", "card_not_in_row", "C14")


@rule("5.1", "refused")
def test_nobody_is_sent_without_missi():
    board = position("acting: red influence; card champagne: red 1; red court: missi 0")

    assert refused(board, "red", send("champagne")) == ("5.1", "too_few_missi", "C14")


@rule("5.1", "refused")
def test_sending_excludes_the_other_two_options():
    board = position(ON_CARDS.format(seat="red") + "normandie: red 1, palace red; card hessen: red 1")
    board = play(board, "red", send("champagne"))

    assert refused(board, "red", settle(1)) == ("5.1", "other_option_begun")
    assert refused(board, "red", unfold("hessen")) == ("5.1", "other_option_begun")


# c. Cards unfold


UNFOLDING = """
    acting: blue influence
    ostfalen: blue 3, palace blue
    westfalen: gangs 1
    card hessen: slot 1, blue 2
    card westfalen: slot 2, blue 1, yellow 1, red 1
    card thueringen: slot 3, yellow 2
    blue court: missi 1
    bag: blue battle
"""


@rule("5.1")
def test_the_books_hessen_and_westfalen_unfold():
    """Blue's own cards only; in Westfalen Yellow and Red come along."""
    board = position(UNFOLDING)

    assert offered_lands(board, "blue", "unfold") == ["hessen", "westfalen"]
    after = play(board, "blue", unfold("hessen"), unfold("westfalen"), luck=["tile blue battle"])

    assert followers(after, "hessen", "blue") == 2
    assert [followers(after, "westfalen", seat) for seat in ("red", "yellow", "blue")] == [1, 1, 1]
    assert gangs(after, "westfalen") == 1
    assert discard(after) == ["westfalen", "hessen"]
    assert row(after, "sachsen") == [None, None, "thueringen"]
    assert court(after, "blue").missi == 1


@rule("5.1")
def test_everybody_hears_what_a_card_brings():
    heard = public_events(position(UNFOLDING), "blue", unfold("hessen"))

    assert heard == [{"event": "card_unfolded", "card": "hessen", "gangs": 0, "followers": {"blue": 2}}]


@rule("5.1")
def test_one_card_may_be_enough():
    board = play(position(UNFOLDING), "blue", unfold("westfalen"), DONE, luck=["tile blue battle"])

    assert card(board, "hessen") == {"blue": 2}


@rule("5.1")
def test_gangs_on_the_card_come_along_and_spread_from_a_forest():
    board = position("acting: blue influence; nordalbingien: forest; card nordalbingien: blue 1, gangs 2")
    after = play(board, "blue", unfold("nordalbingien"))

    assert gangs(after, "nordalbingien") == 2
    assert (gangs(after, "friesland"), gangs(after, "ostfalen")) == (1, 1)
    assert supply(board) - supply(after) == 2


@rule("5.1", "refused")
def test_a_card_without_an_own_follower_stays():
    board = position(UNFOLDING)

    assert refused(board, "blue", unfold("thueringen")) == ("5.1", "no_follower_on_card", "C14")
    assert refused(board, "blue", unfold("nordalbingien")) == ("5.1", "card_not_in_row", "C14")


@rule("5.1", "refused")
def test_unfolding_excludes_the_other_two_options():
    board = play(position(UNFOLDING), "blue", unfold("hessen"))

    assert refused(board, "blue", settle(1)) == ("5.1", "other_option_begun")
    assert refused(board, "blue", send("thueringen")) == ("5.1", "other_option_begun")

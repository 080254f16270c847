"""5.3 Equip missi: what the lands yield, and what it buys at court."""

import pytest
from tests.kit import Court, court, equip, levies, offered, play, position, refused, rule

EQUIP = """
    acting: yellow equip_missi
    comte_de_bourgogne: yellow 2, palace yellow   # 1
    duche_de_bourgogne: yellow 2, counters 2      # 3
    champagne: yellow 1, red 1, counters 2        # none: tied with Red
    oberlothringen: yellow 1, counters 1          # 2
    franken: yellow 1                             # 1
    schwaben: yellow 1, counters 1                # 2
    haute_provence: yellow 2, forest              # none: a forest
    yellow court: missi 1, leudes 4, nobiles 9
    bag: yellow battle, red equip_missi
"""


@rule("5.3")
def test_the_books_nine_levies():
    assert levies(position(EQUIP), "yellow") == 9


@rule("5.3")
def test_the_books_nine_levies_are_spent_as_told():
    """Four leudes become missi, two nobiles go all the way, one becomes a leude: 4 + 4 + 1."""
    after = play(
        position(EQUIP),
        "yellow",
        equip(missi=4 + 2, leudes=2 + 1),
        luck=["tile yellow battle", "tile red equip_missi"],
    )

    assert court(after, "yellow") == Court(missi=7, leudes=1, nobiles=6, trophies=0)


@rule("5.3", "refused")
def test_a_tenth_step_cannot_be_paid():
    assert refused(position(EQUIP), "yellow", equip(6, 4)) == ("5.3", "too_few_levies", "C18")


@rule("5.3")
def test_levies_may_be_left_unspent():
    assert refused(position(EQUIP), "yellow", equip(0, 1)) is None


@rule("5.3")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "hessen: red 1",
        "berry: red 5, forest",
        "hessen: red 1, counters 1; franken: red 1, gangs 1, counters 2",
    ],
)
def test_there_are_never_fewer_than_three_levies(text):
    assert levies(position(text), "red") == 3


@rule("5.3")
def test_a_homeland_yields_one():
    text = "normandie: red 5, palace red; hessen: red 1, counters 2"

    assert levies(position(text), "red") == 4


@rule("5.3", "refused")
def test_more_nobiles_or_leudes_than_there_are_cannot_step_up():
    board = position(EQUIP.replace("leudes 4, nobiles 9", "leudes 12, nobiles 1"))
    poor = position(
        EQUIP.replace("leudes 4, nobiles 9", "leudes 2, nobiles 1, trophies 4; ile_de_france: yellow 6")
    )

    assert refused(board, "yellow", equip(0, 2)) == ("5.3", "too_few_nobiles")
    assert refused(poor, "yellow", equip(4, 1)) == ("5.3", "too_few_leudes")
    assert refused(poor, "yellow", equip(3, 1)) is None


@rule("5.3", "refused")
def test_spending_nothing_is_declining_instead():
    assert refused(position(EQUIP), "yellow", equip(0, 0)) == ("5.3", "nothing_spent", "C18")


@rule("5.3")
def test_a_noble_becomes_a_missus_for_two_levies():
    board = position("acting: red equip_missi; red court: missi 0, leudes 0, nobiles 24")

    assert offered(board, "red", "equip") == [equip(0, 1), equip(1, 1), equip(0, 2), equip(1, 2), equip(0, 3)]

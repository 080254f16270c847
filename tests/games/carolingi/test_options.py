"""What may be agreed before a game: variants, modules and years combine freely where the books allow it."""

from itertools import product

import pytest
from tests.kit import option_faults

from aachen.core.luck import SeededLuck
from aachen.games import carolingi
from aachen.games.carolingi import Options

VARIANTS = ("base", "advanced", "814")
COMBINATIONS = list(product(VARIANTS, (False, True), (0, 60)))


@pytest.mark.parametrize(("variant", "anarchy", "hourglass"), COMBINATIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_combination_can_be_begun_and_agreed_on_again(players, variant, anarchy, hourglass):
    named = {"players": players, "variant": variant, "anarchy": anarchy, "hourglass": hourglass}
    options = carolingi.GAME.options(named)
    first = carolingi.new(options, SeededLuck(players))
    again = carolingi.GAME.options(options.as_dict())

    assert first.check() == []
    assert again.as_dict() == options.as_dict()
    assert carolingi.new(again, SeededLuck(players)).write() == first.write()
    assert carolingi.read(first.write()).write() == first.write()


@pytest.mark.parametrize(
    ("variant", "first", "usual", "last"),
    [("base", 830, 834, 839), ("advanced", 830, 834, 839), ("814", 814, 818, 823)],
)
def test_the_years_are_those_of_the_side_of_the_board_that_is_up(variant, first, usual, last):
    assert Options(3, variant=variant).last_year == usual
    assert option_faults(variant=variant, last_year=first) == []
    assert option_faults(variant=variant, last_year=last) == []
    assert option_faults(variant=variant, last_year=first - 1) == [("year_not_possible", "last_year")]
    assert option_faults(variant=variant, last_year=last + 1) == [("year_not_possible", "last_year")]


def test_options_that_say_nothing_new_are_left_out_of_the_log():
    assert set(Options(3).as_dict()) == {"players", "last_year", "board_digest"}
    assert set(Options(3, variant="814", anarchy=True, hourglass=45).as_dict()) == {
        "players",
        "last_year",
        "variant",
        "anarchy",
        "hourglass",
        "board_digest",
    }


def test_every_fault_of_the_options_is_named_with_its_reason():
    faults = option_faults(variant="815", anarchy=1, hourglass="slow", colour="red")

    assert sorted(faults) == [
        ("option_not_a_number", "hourglass"),
        ("option_not_yes_or_no", "anarchy"),
        ("option_unknown", "colour"),
        ("variant_unknown", "variant"),
    ]
    assert ("players_not_possible", "players") in option_faults(players=7, variant="814")

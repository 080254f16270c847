"""7 Anarchy & Rebellion: two cards that join the game in its second year."""

import pytest
from tests.kit import (
    ADVANCED,
    ANARCHY,
    DONE,
    SCENARIO,
    archivium,
    begin,
    discard,
    faults,
    gangs,
    kinds,
    lands_with_gangs,
    moment,
    option_faults,
    outcome,
    play,
    position,
    rule,
    seen,
    supply,
)

BOTH = ["anarchy", "rebellion"]
YEAR = {"": 832, ADVANCED: 832, SCENARIO: 816}


def event(card, lands, variant="", players=3):
    """The position after an event tile has brought the card."""
    rules = [variant] if variant else []
    text = f"time: {YEAR[variant]} spring; acting: red equip_missi; bag: event, red no_action\n{lands}"
    board = position(text, players, *rules, ANARCHY)
    return play(board, "red", DONE, luck=["tile event", f"card {card}", "tile red no_action"])


# 7 The two cards


@rule("7")
@pytest.mark.parametrize("rules", [[ANARCHY], [ADVANCED, ANARCHY], [SCENARIO, ANARCHY]])
def test_both_cards_join_with_the_first_hunger_card(rules):
    first = 814 if SCENARIO in rules else 830
    board = position(f"time: {first} autumn; acting: red equip_missi", 3, *rules)

    assert not {"hunger", *BOTH} & {*archivium(board), *discard(board)}
    after = play(board, "red", DONE)

    assert moment(after)[0] == first + 1
    assert [name for name in archivium(after) if name in ("hunger", *BOTH)] == ["hunger", *BOTH]


@rule("7")
def test_they_join_once_and_are_shuffled_back_like_any_card():
    text = "time: 832 autumn; acting: red equip_missi; discard: anarchy, hessen"
    board = position(text, 3, ANARCHY)
    after = play(board, "red", DONE)

    assert [archivium(after).count(name) for name in BOTH] == [1, 1]
    assert discard(after) == []


@rule("7", "refused")
def test_without_the_module_there_is_no_such_card():
    assert ("module_count", "aside") in faults("placing:; discard: anarchy")
    assert not set(BOTH) & set(
        archivium(play(position("time: 830 autumn; acting: red equip_missi"), "red", DONE))
    )


@rule("7", "refused")
def test_a_card_cannot_be_in_two_places():
    text = "time: 832 spring; discard: anarchy, anarchy, rebellion"

    assert ("module_count", "aside") in faults(text, 3, ANARCHY)


@rule("7", "refused")
def test_the_module_is_a_yes_or_a_no():
    assert option_faults(players=3, anarchy="often") == [("option_not_yes_or_no", "anarchy")]


@rule("7")
@pytest.mark.parametrize("variant", ["base", "advanced", "814"])
def test_the_module_goes_with_every_variant(variant):
    named = {"players": 3, "variant": variant, "anarchy": True}

    assert option_faults(**named) == []


@rule("7")
def test_the_screen_says_that_the_module_is_played():
    luck = ["palace red", "palace yellow", "palace blue"]

    assert seen(begin(luck, players=3, anarchy=True))["variant"]["anarchy"] is True
    assert seen(begin(luck, players=3))["variant"]["anarchy"] is False


# 7.1 Anarchy


LAWLESS = """
    hessen: red 1
    anjou: red 2, blue 1, gangs 1
    friesland: gangs 2
    westfalen: yellow 1, blue 1
    berry: forest
    nordalbingien: forest, red 3
"""
RULED = ("hessen", "berry", "nordalbingien")


@rule("7.1")
@pytest.mark.parametrize("variant", ["", ADVANCED])
def test_every_unforested_land_that_nobody_controls_takes_a_gang(variant):
    after = event("anarchy", LAWLESS, variant)
    before = {"anjou": 1, "friesland": 2}
    lands = [name for name, land in seen(after)["lands"].items() if not land["homeland"]]

    assert lands_with_gangs(after) == {name: before.get(name, 0) + 1 for name in lands if name not in RULED}
    assert discard(after) == ["anarchy"]


@rule("7.1", "refused")
def test_controlled_lands_forests_and_homelands_take_none():
    after = event("anarchy", LAWLESS + "ostfalen: palace blue\nnormandie: palace yellow, yellow 2")

    assert [gangs(after, name) for name in (*RULED, "ostfalen", "normandie")] == [0] * 5


@rule("7.1", "refused")
def test_anarchy_does_not_spread_from_land_to_land():
    """What counts is who controls when the card is turned, and no riot leaves a land."""
    text = "time: 832 spring; acting: red equip_missi; bag: event\nberry: forest, gangs 1"

    assert "riot_spread" not in kinds(
        position(text, 3, ANARCHY), "red", DONE, luck=["tile event", "card anarchy"]
    )


@rule("7.1")
def test_in_scenario_814_anarchy_may_use_up_the_gangs():
    """Sixteen gangs for two, fourteen lands: with three of them taken, the last land finds none."""
    board = position(
        "time: 816 spring; acting: red equip_missi; bag: event\nhessen: gangs 3", 2, SCENARIO, ANARCHY
    )
    after = play(board, "red", DONE, luck=["tile event", "card anarchy"])

    assert outcome(after).ending == "failure"
    assert supply(after) == 0


# 7.2 Rebellion


@rule("7.2")
@pytest.mark.parametrize("variant", ["", ADVANCED, SCENARIO])
@pytest.mark.parametrize(
    ("hessen", "rises"),
    [
        ("counters 1, red 1", True),
        ("counters 1, red 2", False),
        ("counters 1, red 1, blue 1", False),
        ("counters 1", True),
        ("counters 2, red 2", True),
        ("counters 2, red 1, blue 1, yellow 1", False),
        ("counters 2, red 3", False),
        ("counters 2, red 1, gangs 2", True),
    ],
)
def test_a_developed_land_with_too_few_followers_takes_a_gang(hessen, rises, variant):
    after = event("rebellion", f"hessen: {hessen}", variant)

    assert gangs(after, "hessen") == ("gangs 2" in hessen) * 2 + rises


@rule("7.2", "refused")
def test_lands_without_counters_never_rebel():
    after = event("rebellion", "hessen: red 1\nanjou: gangs 1\nberry: forest\nostfalen: palace red, red 1")

    assert lands_with_gangs(after) == {"anjou": 1}
    assert discard(after) == ["rebellion"]

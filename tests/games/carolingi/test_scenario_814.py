"""Scenario 814, §3: the set-up, and the counts that are data."""

import copy
import json

import pytest
from tests.kit import (
    ANARCHY,
    DONE,
    OCCUPY,
    SCENARIO,
    SERVE,
    archivium,
    asked,
    begin,
    card,
    faults,
    followers,
    hand,
    honour,
    honours,
    imagined,
    inactive,
    lands,
    lands_with_gangs,
    moment,
    option_faults,
    outcome,
    place,
    play,
    problem_on,
    problems,
    queue,
    row,
    rule,
    seen,
    solve,
    supply,
    unfold,
    winners,
)
from tests.kit_814 import FULL_ROW, NO_QUEUE, SOLVING, event, scenario

from aachen.core.errors import BadInput
from aachen.games import carolingi
from aachen.games.carolingi import Options
from aachen.games.carolingi import board as boards

KINDS = ("influence", "develop", "equip_missi", "move_troops", "battle", "soothe_riot")
SHIPPED = boards.standard().source


def problem_luck(*order):
    """The answers of luck for the problems at set-up, in the order drawn."""
    return [f"problem {tile}" for tile in order]


# All ten problems of the game for two: the first two go on seasons, the others are the queue.
TEN = [tile for tile in KINDS[:5] for _ in range(2)]
FIRST_CARDS = ["card hessen", "card thueringen", "follower red"]


def set_up(order=TEN, cards=FIRST_CARDS, **named):
    return begin([*problem_luck(*order), *cards], **{"players": 2, "variant": "814", **named})


# 3.1 What the scenario changes in the set-up


@rule("814 §3.1")
def test_the_annals_begin_in_814_and_usually_end_in_818():
    first = set_up()

    assert moment(first) == (814, "winter", "founding")
    assert seen(first)["last_year"] == 818
    assert seen(first)["events"] == {"ready": 1, "later": 1}


@rule("814 §3.1")
@pytest.mark.parametrize("year", [814, 818, 823])
def test_the_sundial_may_stand_on_any_year_of_the_annals(year):
    assert seen(set_up(last_year=year))["last_year"] == year


@rule("814 §3.1", "refused")
@pytest.mark.parametrize("year", [813, 824, 834])
def test_other_years_are_refused(year):
    assert option_faults(players=2, variant="814", last_year=year) == [("year_not_possible", "last_year")]
    assert ("year_out_of_order", "time") in faults("time: 830 winter", 2, SCENARIO)


@rule("814 §3.1", "refused")
def test_the_years_of_814_are_not_those_of_the_base_game():
    assert option_faults(players=2, last_year=818) == [("year_not_possible", "last_year")]


@rule("814 §3.1")
def test_co_regent_takes_the_place_of_peace_among_the_inactive_tiles():
    first = set_up()

    assert inactive(first, "red") == {
        "influence": 1,
        "equip_missi": 1,
        "move_troops": 1,
        "soothe_riot": 1,
        "co_regent": 1,
    }
    assert sum(hand(first, "red").values()) == 7


@rule("814 §3.1", "refused")
def test_there_is_no_peace_tile():
    with pytest.raises(BadInput):
        scenario().read_action(place("peace", "no_action"))
    assert ("no_such_tile", "red tiles") in faults("red tiles: inactive peace", 2, SCENARIO)


@rule("814 §3.1")
def test_the_second_hunger_card_and_event_tile_come_in_their_years():
    after = play(scenario("time: 814 autumn; acting: red equip_missi", 3), "red", DONE)

    assert moment(after)[0] == 815
    assert archivium(after).count("hunger") == 1
    assert seen(after)["events"] == {"ready": 2, "later": 0}


@rule("814 §3.1", "refused")
def test_a_board_without_the_scenario_cannot_play_it():
    source = copy.deepcopy(SHIPPED)
    for key in ("problems", "years_814", "honour_bar"):
        lacking = {**source, "counts": dict(source["counts"])}
        lacking.pop(key)
        lacking["counts"].pop("problem_tiles")

        assert ("board_without_814", "variant") in option_faults(players=2, variant="814", board=lacking)
        assert option_faults(players=2, variant="advanced", board=lacking) == []


@rule("814 §3.1", "refused")
def test_an_unknown_variant_is_refused():
    assert option_faults(players=2, variant="830") == [("variant_unknown", "variant")]
    assert option_faults(players=2, variant=830) == [("variant_unknown", "variant")]
    assert option_faults(players=2, variant=True) == [("variant_unknown", "variant")]
    assert option_faults(players=2, variant=814) == []  # easily taken for a number


# 3.2 The honour board


@rule("814 §3.2")
@pytest.mark.parametrize(("players", "length"), [(2, 5), (3, 6), (4, 7), (5, 9), (6, 9)])
def test_the_honour_board_is_longer_the_more_take_part(players, length):
    first = scenario("placing:", players)

    assert seen(first)["scenario"]["honour_length"] == length
    assert honours(first) == []


@rule("814 §3.2", "refused")
def test_more_honours_than_the_board_holds_are_refused():
    assert ("too_many_honours", "honours") in faults("honours: " + ", ".join(["red"] * 6), 2, SCENARIO)
    assert faults("honours: " + ", ".join(["red"] * 5), 2, SCENARIO) == []


# 3.3 Skuld


@rule("814 §3.3")
def test_skuld_begins_in_winter():
    assert seen(set_up())["scenario"]["skuld"] == "winter"


@rule("814 §3.3", "refused")
def test_skuld_is_always_where_the_season_is():
    for season in ("winter", "spring", "summer", "autumn"):
        assert seen(scenario(f"time: 815 {season}"))["scenario"]["skuld"] == season


# 3.4 Gangs


@rule("814 §3.4")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_there_are_eight_gangs_for_each(players):
    assert supply(scenario("placing:", players)) == 8 * players


@rule("814 §3.4", "refused")
def test_a_ninth_gang_for_each_is_refused():
    assert ("gang_count", "position") in faults("hessen: gangs 17", 2, SCENARIO)
    assert faults("hessen: gangs 16", 2, SCENARIO) == []


# 3.5.1 The problem tiles


@rule("814 §3.5.1")
@pytest.mark.parametrize(("players", "number"), [(2, 10), (3, 12), (4, 14), (5, 16), (6, 18)])
def test_tiles_with_a_higher_number_than_there_are_carolingians_are_left_out(players, number):
    assert len(queue(scenario("placing:", players))) == number


@rule("814 §3.5.1", "refused")
def test_a_problem_too_many_or_too_few_is_refused():
    assert ("problem_count", "problems") in faults("problems: winter soothe_riot", 2, SCENARIO)
    assert ("problem_count", "problems") in faults("queue: influence", 2, SCENARIO)
    assert ("no_such_tile", "problems") in faults("problems: winter peace", 2, SCENARIO)


# 3.5.2 Problems on seasons


@rule("814 §3.5.2")
def test_everybody_draws_a_problem_for_the_season_before_skulds():
    first = set_up(["influence", "develop", "influence", "develop", *TEN[4:]])

    assert problems(first) == {"autumn": ["influence", "develop"]}


@rule("814 §3.5.2")
def test_a_second_problem_of_a_kind_lies_a_season_nearer():
    assert problems(set_up(TEN)) == {"summer": ["influence"], "autumn": ["influence"]}


@rule("814 §3.5.2")
@pytest.mark.parametrize(
    ("skuld", "order"),
    [
        ("winter", ["autumn", "summer", "spring"]),
        ("spring", ["winter", "autumn", "summer"]),
        ("summer", ["spring", "winter", "autumn"]),
        ("autumn", ["summer", "spring", "winter"]),
    ],
)
def test_seasons_are_tried_from_the_farthest_to_the_nearest(skuld, order):
    text = f"time: 815 {skuld}; acting: red influence; card anjou: red 1, problem soothe_riot"
    for step in range(3):
        lying = ", ".join(f"{season} soothe_riot" for season in order[:step])
        board = scenario(text + (f"; problems: {lying}" if lying else ""), 6)
        after = play(board, "red", unfold("anjou"))

        assert sorted(problems(after)) == sorted(order[: step + 1])


@rule("814 §3.5.2", "refused")
def test_two_problems_of_a_kind_never_lie_on_one_season():
    assert ("problem_twice", "problems") in faults("problems: autumn battle battle", 2, SCENARIO)


# 3.5.3 The queue


@rule("814 §3.5.3")
def test_the_rest_of_the_tiles_is_the_queue_in_the_order_drawn():
    order = [
        "battle",
        "influence",
        "move_troops",
        "develop",
        "battle",
        "influence",
        "develop",
        *["equip_missi"] * 2,
    ]
    first = set_up([*order, "move_troops"])

    assert queue(first) == [*order[2:], "move_troops"]


@rule("814 §3.5.3", "refused")
def test_a_tile_that_is_solved_goes_to_the_bottom_of_the_queue():
    board = scenario("acting: red develop; problems: autumn develop; queue: battle, battle, " + QUEUE_REST)
    after = play(board, "red", solve("autumn"), DONE)

    assert queue(after) == [*queue(board), "develop"]


QUEUE_REST = "influence, influence, develop, equip_missi, equip_missi, move_troops, move_troops"


# 3.5.4 Problems on cards


@rule("814 §3.5.4")
def test_a_card_that_goes_into_its_row_takes_the_top_problem():
    first = set_up()
    after = play(first, "red", SERVE, luck=["card westfalen", "follower yellow"])

    assert queue(first)[0] == "develop"
    assert problem_on(after, "thueringen") == "develop"
    assert queue(after) == queue(first)[1:]


@rule("814 §3.5.4", "refused")
def test_a_land_that_is_occupied_takes_no_problem():
    first = set_up()
    after = play(first, "red", OCCUPY, luck=["card westfalen", "follower yellow"])

    assert queue(after) == queue(first)
    assert problem_on(after, "thueringen") is None


@rule("814 §3.5.4", "refused")
def test_a_problem_lies_only_on_a_card_in_its_row():
    assert faults("card hessen: problem battle", 2, SCENARIO) == []
    assert ("text_item_unknown", "hessen") in faults("hessen: problem battle", 2, SCENARIO)


@rule("814 §3.5.4", "refused")
def test_outside_the_scenario_there_are_no_problems_and_no_honours():
    assert ("problem_count", "problems") in faults("card hessen: problem battle")
    assert ("problem_count", "problems") in faults("problems: winter battle")
    assert ("too_many_honours", "honours") in faults("honours: red")


@rule("814 §3.5.4")
def test_with_the_queue_empty_the_card_takes_a_gang_instead():
    after = event(NO_QUEUE, "card hessen", "tile red no_action")

    assert card(after, "hessen") == {"gangs": 1}
    assert problem_on(after, "hessen") is None
    assert supply(after) == 15


# 3.5.5 A full row


@rule("814 §3.5.5")
def test_an_overflow_brings_the_problems_to_the_seasons_in_slot_order():
    after = event(FULL_ROW, "card champagne", "tile red no_action")

    assert problems(after) == {"winter": ["develop", "battle"], "autumn": ["develop"]}
    assert row(after, "neustrie") == ["champagne", None, None]
    assert problem_on(after, "champagne") == "influence"


@rule("814 §3.5.5")
def test_a_card_with_a_gang_and_no_follower_takes_a_second_and_forests_spread():
    """Île-de-France's card had one and takes one; Berry's takes one, and the forest sets its neighbours alight."""
    after = event(FULL_ROW, "card champagne", "tile red no_action")

    assert lands_with_gangs(after) == {"berry": 1, "anjou": 1, "ile_de_france": 3}
    assert (followers(after, "anjou", "red"), followers(after, "anjou", "yellow")) == (1, 1)


@rule("814 §3.5.5", "refused")
def test_a_row_with_a_gap_does_not_overflow():
    after = event("card anjou: slot 1, problem battle", "card champagne", "tile red no_action")

    assert problems(after) == {}
    assert row(after, "neustrie") == ["anjou", "champagne", None]


@rule("814 §3.5.5")
def test_a_row_may_overflow_during_set_up():
    text = """
        founding: red, card champagne
        founders: red 2, yellow 2
        berry: forest
        hessen: forest
        card anjou: red 1, problem battle
        card ile_de_france: problem develop
        card normandie: problem equip_missi
        discard: berry, hessen
    """
    after = play(scenario(text), "red", SERVE, luck=["card westfalen", "follower yellow"])

    assert problems(after) == {"autumn": ["develop", "equip_missi", "battle"]}
    assert lands_with_gangs(after) == {"normandie": 1, "ile_de_france": 1}


# 3.6 Riot


LAST_FOLLOWER = """
    founding: red, card champagne
    founders: red 1
    berry: forest
    hessen: red 1
    discard: berry, hessen
"""


@rule("814 §3.6")
def test_first_gangs_come_as_in_the_advanced_game():
    board = scenario(LAST_FOLLOWER + "anjou: gangs 1")
    after = play(board, "red", OCCUPY)
    empty = [name for name in lands(after) if name not in ("hessen", "champagne")]

    assert lands_with_gangs(after) == {**dict.fromkeys(empty, 1), "anjou": 2}
    assert supply(after) == 3
    assert moment(after) == (814, "winter", "placing")


@rule("814 §3.6", "refused")
def test_too_few_gangs_end_the_game_before_it_has_begun():
    """Eleven lands are empty, and three gangs each in two others leave ten in the supply, of which two go there."""
    board = scenario(LAST_FOLLOWER + "anjou: gangs 3\nwestfalen: gangs 3")
    after = play(board, "red", OCCUPY)

    assert outcome(after).ending == "failure"
    assert winners(after) == []
    assert supply(after) == 0
    assert asked(after) == []


# 3.7 Anarchy and rebellion


@rule("814 §3.7")
def test_anarchy_and_rebellion_may_be_played_with_the_scenario():
    assert option_faults(players=2, variant="814", anarchy=True, hourglass=60) == []
    after = event("hessen: red 1, counters 1", "card rebellion", "tile red no_action", rules=(ANARCHY,))

    assert lands_with_gangs(after) == {"hessen": 1}


@rule("814 §3.7", "refused")
def test_without_the_module_its_cards_are_not_there():
    with pytest.raises(BadInput):
        event("hessen: red 1, counters 1", "card rebellion")


# Unknown counts are data


def other_board(tiles=None, lengths=None, inactive_tiles=None):
    """The shipped board with another set of problems, honour lengths or dotted tiles."""
    source = copy.deepcopy(SHIPPED)
    if tiles is not None:
        source["problems"]["tiles"] = [{"tile": tile, "number": number} for tile, number in tiles]
        source["counts"]["problem_tiles"] = len(tiles)
    if lengths is not None:
        source["honour_bar"]["lengths"] = lengths
        source["honour_bar"].pop("masks", None)
    if inactive_tiles is not None:
        source["tiles"]["inactive"] = inactive_tiles
    return boards.parse(json.loads(json.dumps(source)))


def on_board(other, text, players=2):
    return carolingi.read(f"carolingi: players {players}\n{text}", Options(players, None, other, "814"))


@rule("814 §3.5.1")
def test_another_set_of_problems_is_played_from_the_file_alone():
    other = other_board([("soothe_riot", 2), ("battle", 2), ("battle", 3)], {"2": 1, "3": 2})
    first = begin(
        ["problem battle", "problem soothe_riot", *FIRST_CARDS], players=2, variant="814", board=other.source
    )

    assert problems(first) == {"autumn": ["battle", "soothe_riot"]}
    assert queue(first) == []
    after = play(first, "red", SERVE, luck=["card westfalen", "follower yellow"])

    assert card(after, "thueringen") == {"gangs": 1}


@rule("814 §3.2")
def test_another_length_of_the_honour_board_is_played_from_the_file_alone():
    text = SOLVING + "honours: yellow"
    other = other_board(lengths={"2": 1, "3": 2, "4": 2, "5": 2, "6": 2})
    after = play(on_board(other, text), "red", solve("summer"), honour("missi"), luck=["tile red no_action"])

    assert honours(after) == ["red"]


@rule("814 §3.1")
def test_other_dotted_tiles_are_played_from_the_file_alone():
    other = other_board(inactive_tiles=["peace", "soothe_riot", "battle", "develop", "influence"])

    assert inactive(on_board(other, "placing:"), "red") == {
        "influence": 1,
        "develop": 1,
        "battle": 1,
        "soothe_riot": 1,
        "co_regent": 1,
    }


@rule("814 §3.5.1")
def test_what_no_text_tells_is_marked_as_reconstructed_in_the_file():
    assert SHIPPED["problems"]["provenance"] == "reconstructed"
    assert SHIPPED["honour_bar"]["provenance"] == {"2": "text", **dict.fromkeys("3456", "reconstructed")}
    assert "reconstructed" in SHIPPED["tiles"]["provenance"]["inactive"].values()


# Everything of the scenario is open


@rule("814 §3.5.3")
def test_problems_queue_and_honours_are_the_same_on_every_screen():
    board = scenario(SOLVING + "honours: yellow")
    shown = [seen(board, viewer)["scenario"] for viewer in (None, "red", "yellow")]

    assert shown == [shown[0]] * 3
    assert all(seen(other, "red") == seen(board, "red") for other in imagined(board, "red"))

"""Scenario 814: problems, Skuld, honours, and the failure of all."""

import copy
import json
from itertools import pairwise

import pytest
from tests.kit import (
    ANARCHY,
    DONE,
    HOURGLASS,
    OCCUPY,
    SCENARIO,
    SERVE,
    activate,
    archivium,
    asked,
    banish,
    begin,
    build,
    card,
    claim,
    conditions,
    court,
    discard,
    expel,
    extra,
    faults,
    followers,
    gangs,
    hand,
    homelands,
    honour,
    honours,
    imagined,
    inactive,
    kinds,
    lands,
    lands_with_gangs,
    march,
    moment,
    offered,
    option_faults,
    outcome,
    place,
    play,
    position,
    problem_on,
    problems,
    queue,
    refused,
    row,
    rule,
    seen,
    solve,
    supply,
    unfold,
    used,
    winners,
)

from aachen.core.errors import BadInput
from aachen.games import carolingi
from aachen.games.carolingi import Options
from aachen.games.carolingi import board as boards

KINDS = ("influence", "develop", "equip_missi", "move_troops", "battle", "soothe_riot")
NOTHING = place("no_action", "no_action")
SHIPPED = boards.standard().source


def scenario(text="placing:", players=2, *rules):
    return position(text, players, SCENARIO, *rules)


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
    assert option_faults(players=2, variant=814) == [("variant_unknown", "variant")]


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


# Nine problems on seasons and one on a card: the queue is empty.
NO_QUEUE = """
    problems: winter influence develop, spring influence develop, summer equip_missi move_troops, autumn move_troops battle equip_missi
    card friesland: problem battle
"""


def event(text, *luck, players=2, rules=()):
    """The position after an event tile; luck says the card and what comes then."""
    board = scenario(
        "time: 815 spring; acting: red equip_missi; bag: event, red no_action\n" + text, players, *rules
    )
    return play(board, "red", DONE, luck=["tile event", *luck])


@rule("814 §3.5.4")
def test_with_the_queue_empty_the_card_takes_a_gang_instead():
    after = event(NO_QUEUE, "card hessen", "tile red no_action")

    assert card(after, "hessen") == {"gangs": 1}
    assert problem_on(after, "hessen") is None
    assert supply(after) == 15


# 3.5.5 A full row


# Neustrie is full; Berry is a forest.
FULL_ROW = """
    berry: forest
    card berry: slot 1, problem develop
    card anjou: slot 2, red 1, yellow 1, problem battle
    card ile_de_france: slot 3, gangs 1, problem develop
"""


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
    after = event("hessen: red 1, counters 1", "card rebellion", "tile red no_action", rules=[ANARCHY])

    assert lands_with_gangs(after) == {"hessen": 1}


@rule("814 §3.7", "refused")
def test_without_the_module_its_cards_are_not_there():
    with pytest.raises(BadInput):
        event("hessen: red 1, counters 1", "card rebellion")


# 4.1 Skuld's step


@rule("814 §4.1")
def test_skuld_steps_when_the_bag_is_empty():
    board = scenario(
        "time: 815 spring; acting: red equip_missi; problems: summer battle develop, autumn battle develop influence"
    )
    after = play(board, "red", DONE)

    assert seen(after)["scenario"]["skuld"] == "summer"
    assert after.outcome() is None


@rule("814 §4.1", "refused")
@pytest.mark.parametrize(
    ("season", "entered"), [*pairwise(("winter", "spring", "summer", "autumn")), ("autumn", "winter")]
)
def test_three_problems_where_skuld_arrives_end_the_game(season, entered):
    text = f"time: 815 {season}; acting: red equip_missi; problems: {entered} battle develop influence"
    after = play(scenario(text), "red", DONE)

    assert outcome(after).ending == "failure"
    assert (outcome(after).section, outcome(after).ruling) == ("814 §5", "C36")
    assert moment(after)[2] == "over"
    assert seen(after)["scenario"]["skuld"] == entered


@rule("814 §4.1")
def test_three_problems_on_any_other_season_do_no_harm():
    text = "time: 815 spring; acting: red equip_missi; problems: spring battle develop influence, winter battle develop influence"

    assert play(scenario(text), "red", DONE).outcome() is None


@rule("814 §4.1")
def test_the_screen_warns_of_the_season_to_come():
    text = "time: 815 spring; placing:; problems: summer battle develop influence"

    assert seen(scenario(text))["scenario"]["warning"] == "summer"
    assert seen(scenario(text.replace(" influence", "")))["scenario"]["warning"] is None


@rule("814 §4.1", "refused")
def test_the_screen_does_not_warn_of_a_season_that_never_comes():
    """After the last autumn Skuld stays where she is."""
    text = "time: 818 autumn, last 818; placing:; problems: winter battle develop influence"

    assert seen(scenario(text))["scenario"]["warning"] is None


# 4.2.1 Problems that take effect


@rule("814 §4.2.1")
def test_unfolding_a_card_brings_its_problem_to_a_season():
    board = scenario("time: 815 spring; acting: red influence; card anjou: red 1, problem battle")
    after = play(board, "red", unfold("anjou"))

    assert problems(after) == {"winter": ["battle"]}
    assert problem_on(after, "anjou") is None
    assert "anjou" in discard(after)


BLOCKED = """
    time: 815 spring
    acting: red equip_missi
    problems: spring battle, autumn battle
    hessen: red 3, gangs 1
    bag: red battle
"""


@rule("814 §4.2.1", "refused")
def test_a_tile_whose_problem_lies_on_skulds_season_does_nothing():
    after = play(scenario(BLOCKED), "red", DONE, luck=["tile red battle"])

    assert "tile_blocked" in kinds(scenario(BLOCKED), "red", DONE, luck=["tile red battle"])
    assert gangs(after, "hessen") == 1
    assert problems(after) == problems(scenario(BLOCKED))
    assert used(after, "red", "spring") == ["battle"]


@rule("814 §4.2.1")
def test_a_problem_on_another_season_blocks_nothing():
    board = scenario(BLOCKED.replace("spring battle", "winter battle"))
    after = play(board, "red", DONE, luck=["tile red battle"])

    assert [action["do"] for action in offered(after, "red")] == ["done", "fight", "solve", "solve"]


@rule("814 §4.2.1", "refused")
def test_a_blocked_tile_cannot_be_the_extra_one():
    text = "time: 815 spring; acting: red co_regent; red used: spring co_regent; problems: spring battle"
    board = scenario(text + "; hessen: red 3, gangs 1; bag: red no_action")

    assert refused(board, "red", extra("battle")) == ("814 §4.2.1", "tile_blocked", "C44")
    assert extra("equip_missi") in offered(board, "red")
    assert extra("battle") not in offered(board, "red")


# 4.2.2 Solving


SOLVING = """
    time: 815 spring
    acting: red battle
    problems: spring develop, summer battle, winter battle equip_missi
    hessen: red 3, gangs 1
    red court: missi 1, leudes 2, trophies 1
    bag: red no_action
"""


@rule("814 §4.2.2")
def test_a_problem_of_the_tiles_kind_may_be_solved_instead_of_acting():
    board = scenario(SOLVING)
    after = play(board, "red", solve("summer"))

    assert problems(after) == {"winter": ["equip_missi", "battle"], "spring": ["develop"]}
    assert queue(after) == [*queue(board), "battle"]
    assert gangs(after, "hessen") == 1
    assert [action["do"] for action in offered(after, "red")] == ["done", "honour", "honour", "honour"]


@rule("814 §4.2.2")
def test_any_season_but_skulds_may_be_chosen():
    assert offered(scenario(SOLVING), "red", "solve") == [solve("winter"), solve("summer")]


@rule("814 §4.2.2", "refused")
def test_only_a_future_problem_of_the_same_kind_is_solved():
    board = scenario(SOLVING)

    assert refused(board, "red", solve("spring")) == ("814 §4.2.2", "skuld_is_here", "C34")
    assert refused(board, "red", solve("autumn")) == ("814 §4.2.2", "no_such_problem", "C34")
    assert refused(
        scenario(SOLVING.replace("red battle\n", "red develop\n").replace("missi 1,", "missi 2,")),
        "red",
        solve("summer"),
    ) == ("814 §4.2.2", "no_such_problem", "C34")


@rule("814 §4.2.2", "refused")
def test_who_has_begun_to_act_solves_nothing():
    fought = play(scenario(SOLVING + "anjou: red 3, gangs 1"), "red", {"do": "fight", "land": "hessen"})
    text = "time: 815 spring; acting: red move_troops; problems: winter move_troops; hessen: red 3; red court: missi 2"
    marched = play(scenario(text), "red", march("hessen", "thueringen", 1))
    text = (
        "time: 815 spring; acting: red develop; problems: winter develop; hessen: red 3; red court: missi 2"
    )
    built = play(scenario(text), "red", build("hessen"))

    for board in (fought, marched, built):
        assert refused(board, "red", solve("winter")) == ("814 §4.2.2", "solves_or_acts", "C34")
        assert offered(board, "red", "solve") == []


@rule("814 §4.2.2", "refused")
def test_who_has_solved_does_not_act_nor_solve_again():
    board = play(scenario(SOLVING), "red", solve("summer"))

    assert refused(board, "red", {"do": "fight", "land": "hessen"}) == ("814 §4.2.2", "solves_or_acts", "C34")
    assert refused(board, "red", solve("winter")) == ("814 §4.2.2", "solves_or_acts", "C34")


@rule("814 §4.2.2", "refused")
def test_outside_the_scenario_and_with_co_regent_nothing_is_solved():
    base = position("acting: red battle; hessen: red 3, gangs 1")
    regent = scenario("acting: red co_regent; red used: winter co_regent; bag: red no_action")

    assert refused(base, "red", solve("winter")) == ("814 §4.2.2", "nothing_to_solve", "C34")
    assert refused(regent, "red", solve("autumn")) == ("814 §4.2.2", "nothing_to_solve", "C34")
    assert refused(scenario(), "red", solve("autumn")) == ("814 §4.2.2", "wrong_moment")
    assert refused(scenario(), "red", honour("missi")) == ("814 §4.2.3", "wrong_moment")


@rule("814 §4.2.2")
def test_a_tile_with_which_nothing_else_is_possible_may_still_solve():
    board = scenario(
        "time: 815 spring; acting: yellow equip_missi; problems: winter move_troops; bag: red move_troops"
    )
    after = play(board, "yellow", DONE, luck=["tile red move_troops"])

    assert offered(after, "red") == [DONE, solve("winter")]


@rule("814 §4.2.2")
def test_a_march_that_solved_reads_back():
    board = scenario("time: 815 spring; acting: red move_troops; problems: winter move_troops; hessen: red 2")
    board = play(board, "red", solve("winter"))

    assert carolingi.read(board.write()).write() == board.write()
    assert offered(carolingi.read(board.write()), "red") == offered(board, "red")


# 4.2.3 Honours


@rule("814 §4.2.3")
@pytest.mark.parametrize(("place", "at"), [("missi", 0), ("leudes", 1), ("nobiles", 2)])
def test_a_follower_of_any_place_at_court_may_be_honoured(place, at):
    board = play(scenario(SOLVING), "red", solve("summer"))
    after = play(board, "red", honour(place), luck=["tile red no_action"])

    assert honours(after) == ["red"]
    assert court(after, "red")[at] == court(board, "red")[at] - 1


@rule("814 §4.2.3")
def test_an_honour_may_be_declined():
    board = play(scenario(SOLVING), "red", solve("summer"))
    after = play(board, "red", DONE, luck=["tile red no_action"])

    assert honours(after) == []
    assert court(after, "red") == court(board, "red")


@rule("814 §4.2.3", "refused")
def test_no_honour_without_a_follower_there_nor_without_a_deed():
    board = scenario(SOLVING.replace("missi 1", "missi 0"))

    assert refused(board, "red", honour("leudes")) == ("814 §4.2.3", "nothing_solved", "C34")
    assert refused(play(board, "red", solve("summer")), "red", honour("missi")) == (
        "814 §4.2.3",
        "nobody_to_honour",
        "C34",
    )


@rule("814 §4.2.3", "refused")
def test_a_trophy_is_not_honoured():
    with pytest.raises(BadInput):
        scenario(SOLVING).read_action(honour("trophies"))


@rule("814 §4.2.3")
def test_the_oldest_honour_falls_off_a_full_board_and_is_a_leude():
    board = scenario(SOLVING + "honours: yellow, red, red, yellow, yellow\nyellow court: leudes 3")
    after = play(board, "red", solve("summer"), honour("nobiles"), luck=["tile red no_action"])

    assert honours(after) == ["red", "red", "yellow", "yellow", "red"]
    assert court(after, "yellow").leudes == 4


@rule("814 §4.2.3")
def test_a_nobilis_may_come_back_as_a_leude_by_way_of_the_board():
    board = scenario(SOLVING + "honours: red, red, red, yellow, yellow")
    after = play(board, "red", solve("summer"), honour("nobiles"), luck=["tile red no_action"])

    assert court(after, "red").leudes == court(board, "red").leudes + 1
    assert court(after, "red").nobiles == court(board, "red").nobiles - 1


@rule("814 §4.2.3")
def test_with_nobody_at_court_a_problem_is_solved_without_honour():
    text = SOLVING.replace("red 3, gangs 1", "red 23, gangs 1").replace("missi 1, leudes 2, ", "")
    after = play(scenario(text), "red", solve("summer"), luck=["tile red no_action"])

    assert honours(after) == []
    assert "battle" not in problems(after).get("summer", [])


# 4.2.4 A palace


CLAIMING = """
    time: 815 spring
    acting: red develop
    hessen: red 4, gangs 2, counters 2
    card hessen: red 1, problem battle
    red court: missi 3
    queue: influence, influence, develop, develop, equip_missi, equip_missi, move_troops, move_troops, battle
    bag: red no_action
"""


@rule("814 §4.2.4")
def test_a_palace_sends_its_cards_problem_to_the_queue_without_honour():
    board = play(scenario(CLAIMING), "red", claim("hessen"))

    assert queue(board) == [*queue(scenario(CLAIMING)), "battle"]
    assert problems(board) == {}
    assert honours(board) == []
    after = play(board, "red", banish("westfalen"), banish("thueringen"), luck=["tile red no_action"])

    assert conditions(after, "red") == ["palace"]
    assert homelands(after) == {"hessen": "red"}


@rule("814 §4.2.4", "refused")
def test_nobody_is_honoured_for_a_palace():
    board = play(scenario(CLAIMING), "red", claim("hessen"))

    assert refused(board, "red", honour("leudes")) == ("814 §4.2.3", "nothing_solved", "C34")
    assert refused(board, "red", solve("winter")) == ("814 §4.2.2", "solves_or_acts", "C34")


# 4.3 Appoint co-regent


REGENT = """
    time: 815 spring
    acting: red co_regent
    red used: spring co_regent
    normandie: red 7, palace red
    ile_de_france: red 1
    champagne: red 1
    anjou: red 1
    friesland: red 1
    oberlothringen: red 1
    berry: forest
    red court: missi 3, leudes 1, trophies 4
    bag: red no_action, yellow equip_missi
"""


@rule("814 §4.3")
def test_a_co_regent_with_a_palace_and_three_other_points_wins():
    after = play(scenario(REGENT), "red", DONE)

    assert winners(after) == ["red"]
    assert outcome(after).ending == "peace"


@rule("814 §4.3", "refused")
@pytest.mark.parametrize("lacking", [(", palace red", ""), ("friesland: red 1", "friesland: red 1, gangs 1")])
def test_without_a_palace_or_a_point_the_appointment_fails(lacking):
    after = play(scenario(REGENT.replace(*lacking)), "red", DONE, luck=["tile yellow equip_missi"])

    assert after.outcome() is None
    assert inactive(after, "red")["co_regent"] == 1


@rule("814 §4.3")
def test_co_regent_is_laid_with_no_action_and_activated_like_peace():
    board = scenario(
        "red tiles: hand influence develop equip_missi move_troops battle co_regent no_action no_action"
    )
    developing = scenario("acting: red develop; red court: missi 2")

    assert refused(board, "red", place("co_regent", "no_action")) is None
    assert refused(board, "red", place("battle", "co_regent")) == ("3.1", "peace_needs_no_action", "C20")
    assert refused(developing, "red", activate("co_regent")) is None


@rule("814 §4.3")
def test_several_appointments_are_a_contest():
    text = REGENT.replace("yellow equip_missi", "yellow co_regent, yellow no_action")
    board = play(scenario(text), "red", DONE, luck=["tile yellow co_regent"])

    assert asked(board) == ["yellow"]
    assert winners(play(board, "yellow", DONE)) == ["red"]


@rule("814 §4.3")
def test_under_the_hourglass_a_lone_appointment_is_undone_problems_included():
    """Red's extra tile unfolds a card: its problem and its follower are back on it afterwards."""
    text = REGENT.replace("acting: red co_regent\n    red used: spring co_regent\n", "placing:\n").replace(
        "    bag: red no_action, yellow equip_missi\n", ""
    )
    text += "card hessen: red 1, problem battle\n"
    text += "red tiles: hand influence develop equip_missi move_troops battle co_regent no_action no_action\n"
    board = play(scenario(text, 2, HOURGLASS), "red", {"do": "lay", "tile": "co_regent"})
    board = play(board, "yellow", *[{"do": "lay", "tile": "no_action"}] * 2)
    board = play(board, "table", {"do": "sand"}, luck=["tile red co_regent"])
    acted = play(
        board,
        "red",
        extra("influence"),
        unfold("hessen"),
        luck=[
            "tile event",
            "card thueringen",
            "tile event",
            "card westfalen",
            "tile yellow no_action",
            "tile yellow no_action",
        ],
    )

    assert acted.outcome() is None
    assert card(acted, "hessen") == {"red": 1}
    assert problem_on(acted, "hessen") == "battle"
    assert problems(acted) == {}
    assert inactive(acted, "red")["co_regent"] == 1


# 5 The end


@rule("814 §5")
def test_when_time_is_up_points_decide_and_honours_do_not():
    text = "time: 818 autumn, last 818; acting: red equip_missi; hessen: red 2; anjou: yellow 1; honours: yellow, yellow"
    after = play(scenario(text), "red", DONE)

    assert outcome(after).ending == "time"
    assert winners(after) == ["red"]


@rule("814 §5")
def test_after_a_failure_the_most_honoured_with_a_point_wins():
    text = """
        time: 815 spring
        acting: red equip_missi
        problems: summer battle develop influence
        honours: red, yellow, yellow, red, red
        hessen: red 12
        normandie: yellow 12
    """
    after = play(scenario(text), "red", DONE)

    assert winners(after) == ["red"]
    assert outcome(after).places == [1, 2]
    assert outcome(after).points == [1, 1]


@rule("814 §5", "refused")
def test_after_a_failure_everybody_may_lose():
    """Red has honours and no point, Yellow a point and no honour."""
    text = "time: 815 spring; acting: red equip_missi; problems: summer battle develop influence"
    after = play(scenario(text + "; honours: red; normandie: yellow 12"), "red", DONE)

    assert winners(after) == []
    assert outcome(after).places == [2, 2]
    assert asked(after) == []
    assert carolingi.read(after.write()).outcome().as_dict(after.seats()) == outcome(after).as_dict(
        after.seats()
    )


@rule("814 §5", "refused")
def test_nothing_is_done_after_a_failure():
    text = "time: 815 spring; acting: red equip_missi; problems: summer battle develop influence"
    after = play(scenario(text), "red", DONE)

    assert refused(after, "red", DONE) == ("3.5", "game_over", "C24")


# Where a gang is missing: the game ends there


def nearly_empty(left=0, players=2):
    """Gangs elsewhere, so that only so many are in the supply."""
    return f"nordalbingien: gangs {8 * players - left}\n"


@rule("814 §5")
def test_a_gang_missing_for_a_neglected_card_ends_the_game():
    text = FULL_ROW.replace("gangs 1, ", "") + nearly_empty(1)
    after = event(text, "card champagne")

    assert outcome(after).ending == "failure"
    assert card(after, "berry") == {"gangs": 1}
    assert card(after, "ile_de_france") == {}
    assert "champagne" in discard(after)


@rule("814 §5")
def test_a_gang_missing_while_a_riot_spreads_ends_the_game():
    """Berry's card brings the last gang; the forest needs two more."""
    text = FULL_ROW.replace("slot 1,", "slot 1, yellow 1, gangs 1,").replace("slot 3,", "slot 3, yellow 1,")
    after = event(text + nearly_empty(3), "card champagne")

    assert outcome(after).ending == "failure"
    assert supply(after) == 0
    assert [gangs(after, name) for name in ("berry", "ile_de_france", "anjou")] == [1, 1, 0]


@rule("814 §5")
def test_a_gang_missing_in_a_hunger_ends_the_game():
    after = event("hessen: red 2\nanjou: red 2\n" + nearly_empty(1), "card hunger")

    assert outcome(after).ending == "failure"
    assert [gangs(after, name) for name in ("anjou", "hessen")] == [1, 0]
    assert followers(after, "hessen", "red") == 1


@rule("814 §5")
def test_a_gang_missing_after_hungers_last_decision_ends_the_game():
    board = event("hessen: red 3, yellow 2\n" + nearly_empty(0), "card hunger")

    assert asked(board) == ["red"]
    after = play(board, "red", expel("yellow"), expel("yellow"))

    assert outcome(after).ending == "failure"


@rule("814 §5")
def test_a_gang_missing_for_a_card_without_a_problem_ends_the_game():
    after = event(NO_QUEUE + nearly_empty(0), "card hessen")

    assert outcome(after).ending == "failure"
    assert row(after, "sachsen") == ["hessen", None, None]


@rule("814 §5")
def test_a_gang_missing_during_set_up_ends_the_game():
    text = """
        founding: red, card champagne
        founders: red 2, yellow 2
        berry: forest
        card anjou: red 1
        card ile_de_france:
        card normandie:
        discard: berry
    """
    after = play(scenario(text + nearly_empty(1)), "red", SERVE)

    assert outcome(after).ending == "failure"
    assert carolingi.read(after.write()).write() == after.write()
    assert sum(1 for line in after.write_block().splitlines() if line.startswith("founders:")) == 1


@rule("814 §5")
def test_a_gang_missing_in_a_co_regents_extra_action_ends_the_game_before_the_proof():
    """Red would win, but the forest's riot cannot be paid."""
    text = REGENT.replace("berry: forest", "berry: forest\ncard berry: red 1, gangs 1")
    board = scenario(text + "hessen: gangs 14\n")
    after = play(board, "red", extra("influence"), unfold("berry"))

    assert outcome(after).ending == "failure"
    assert after.check() == []
    assert carolingi.read(after.write()).write() == after.write()


# The book's example, move by move


# The book's Blue is our Red. Nobody has a gang in any land; Normandie is a forest and Neustrie's row is full.
EXAMPLE = """
    time: 814 spring
    placing:
    normandie: forest
    hessen: red 2
    ostfalen: yellow 2
    card normandie: slot 1, problem move_troops
    card ile_de_france: slot 2, problem equip_missi
    card anjou: slot 3, red 1, problem battle
    problems: winter equip_missi, autumn develop influence
    queue: influence, battle, develop, move_troops
    honours: yellow, red, yellow, red, yellow
    red court: leudes 2
    yellow court: leudes 2, trophies 1
"""


def after_champagne():
    board = play(scenario(EXAMPLE), "red", NOTHING)
    luck = ["tile red no_action", "tile event", "card champagne", "tile yellow no_action"]
    return play(board, "yellow", NOTHING, luck=[*luck, "tile red no_action", "tile yellow no_action"])


@rule("814 §4.2.1")
def test_the_books_example_champagne_makes_neustrie_overflow():
    board = after_champagne()

    assert sum(lands_with_gangs(board).values()) == 7
    assert lands_with_gangs(board) == {
        "normandie": 1,
        "ile_de_france": 2,
        "champagne": 1,
        "anjou": 1,
        "flandre": 1,
        "niederlothringen": 1,
    }
    assert problems(board) == {
        "winter": ["equip_missi", "move_troops", "battle"],
        "autumn": ["influence", "develop", "equip_missi"],
    }
    assert row(board, "neustrie") == ["champagne", None, None]
    assert problem_on(board, "champagne") == "influence"
    assert {"normandie", "ile_de_france", "anjou"} <= set(discard(board))
    assert followers(board, "anjou", "red") == 1


@rule("814 §4.1")
def test_the_books_example_skuld_goes_on_to_summer_and_autumn_threatens():
    board = after_champagne()

    assert moment(board) == (814, "summer", "placing")
    assert seen(board)["scenario"]["warning"] == "autumn"


def summer(board):
    """Red's Develop is drawn in summer."""
    board = play(board, "red", place("develop", "no_action"))
    return play(board, "yellow", NOTHING, luck=["tile red develop"])


REST_OF_SUMMER = [
    "tile yellow no_action",
    "tile event",
    "card westfalen",
    "tile red no_action",
    "tile yellow no_action",
]


@rule("814 §5")
def test_the_books_example_yellow_would_win_if_the_game_failed_now():
    after = play(summer(after_champagne()), "red", DONE, luck=REST_OF_SUMMER)

    assert outcome(after).ending == "failure"
    assert winners(after) == ["yellow"]


@rule("814 §4.2.3")
def test_the_books_example_blue_solves_develop_and_yellows_oldest_honour_is_forgotten():
    board = summer(after_champagne())
    board = play(board, "red", solve("autumn"))

    assert problems(board)["autumn"] == ["influence", "equip_missi"]
    assert queue(board) == ["battle", "develop", "move_troops", "develop"]
    yellow = court(board, "yellow")
    after = play(board, "red", honour("leudes"), luck=REST_OF_SUMMER)

    assert honours(after) == ["red", "yellow", "red", "yellow", "red"]
    assert court(after, "yellow").leudes == yellow.leudes + 1
    assert after.outcome() is None
    assert seen(after)["scenario"]["skuld"] == "autumn"
    assert seen(after)["scenario"]["warning"] == "winter"
    assert used(after, "red", "summer") == ["develop"]


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

"""Scenario 814, §4: Skuld, problems, honours, co-regents."""

from itertools import pairwise

import pytest
from tests.kit import (
    DONE,
    HOURGLASS,
    SAND,
    activate,
    asked,
    banish,
    build,
    card,
    claim,
    conditions,
    court,
    discard,
    extra,
    gangs,
    homelands,
    honour,
    honours,
    inactive,
    kinds,
    lay,
    march,
    moment,
    offered,
    outcome,
    place,
    play,
    position,
    problem_on,
    problems,
    queue,
    refused,
    rule,
    ruling,
    seen,
    solve,
    unfold,
    used,
    winners,
)
from tests.kit_814 import REGENT, SOLVING, scenario

from aachen.core.errors import BadInput
from aachen.core.luck import ScriptedLuck
from aachen.games import carolingi

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
    assert refused(scenario(), "red", solve("autumn")) == ("3.1", "wrong_moment")
    assert refused(scenario(), "red", honour("missi")) == ("3.1", "wrong_moment")


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
    assert refused(board, "red", place("battle", "co_regent")) == ("5.8", "peace_needs_no_action", "C20")
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
    board = play(scenario(text, 2, HOURGLASS), "red", lay("co_regent"))
    board = play(board, "yellow", *[lay("no_action")] * 2)
    board = play(board, "table", SAND, luck=["tile red co_regent"])
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


@rule("814 §4.3")
@ruling("A1")
def test_a_declarer_whose_tiles_are_all_blocked_is_asked_all_the_same():
    """Whether they are blocked is written on hidden tiles: passing the declarer over would tell everybody."""
    board = carolingi.read(
        "carolingi: players 2, variant 814; time: 815 summer; placing: yellow; problems: summer battle;"
        "red tiles: hand co_regent battle no_action no_action, inactive soothe_riot influence equip_missi move_troops;"
        "red used: winter influence develop, spring equip_missi move_troops; sealed: red co_regent no_action"
    )
    code = board.read_action({"do": "place", "tiles": ["no_action", "no_action"]})
    luck = ScriptedLuck([board.read_luck(["tile", "red", "co_regent"])])
    board.play(1, code, luck)

    assert board.to_act() == [0]
    assert [board.name_action(offer) for offer in board.offers(0)] == [{"do": "done"}]

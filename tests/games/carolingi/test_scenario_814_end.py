"""Scenario 814, §5: the three endings, and the book's example move by move."""

from tests.kit import (
    DONE,
    SERVE,
    asked,
    card,
    court,
    discard,
    expel,
    extra,
    followers,
    gangs,
    honour,
    honours,
    lands_with_gangs,
    moment,
    outcome,
    place,
    play,
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
from tests.kit_814 import FULL_ROW, NO_QUEUE, REGENT, event, scenario

from aachen.games import carolingi

NOTHING = place("no_action", "no_action")


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
    assert outcome(carolingi.read(after.write())).places == outcome(after).places


@rule("814 §5", "refused")
def test_nothing_is_done_after_a_failure():
    text = "time: 815 spring; acting: red equip_missi; problems: summer battle develop influence"
    after = play(scenario(text), "red", DONE)

    assert refused(after, "red", DONE) == ("814 §5", "game_over", "C36")


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
    assert seen(board)["scenario"]["to_solve"] == len(seen(board)["scenario"]["problems"]["autumn"]) - 2


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

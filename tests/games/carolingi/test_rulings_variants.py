"""The rulings of docs/rulings.md on the advanced game, the modules, the hourglass and Scenario 814."""

import copy

import pytest
from tests.kit import (
    ADVANCED,
    ANARCHY,
    DONE,
    HOURGLASS,
    OCCUPY,
    SAND,
    SCENARIO,
    SERVE,
    archivium,
    asked,
    bag,
    banish,
    card,
    claim,
    court,
    discard,
    extra,
    followers,
    gangs,
    hand,
    honour,
    honours,
    inactive,
    kinds,
    lands,
    lands_with_gangs,
    lay,
    moment,
    offered,
    outcome,
    place,
    play,
    play_all,
    points,
    position,
    problem_on,
    problems,
    public_events,
    queue,
    refused,
    row,
    ruling,
    seen,
    send,
    solve,
    supply,
    surplus,
    swap,
    unfold,
    used,
    winners,
)
from tests.kit_814 import REGENT as WORTHY_REGENT

from aachen.games import carolingi
from aachen.games.carolingi import Options
from aachen.games.carolingi import board as boards

NO_ACTIONS = place("no_action", "no_action")


def scenario(text="placing:", players=2, *rules):
    return position(text, players, SCENARIO, *rules)


def event(text, *luck, rules=(SCENARIO,), players=2):
    """The position after an event tile in spring of a later year; luck says the card and what comes then."""
    year = 815 if SCENARIO in rules else 832
    text = f"time: {year} spring; acting: red equip_missi; bag: event, red no_action\n{text}"
    return play(position(text, players, *rules), "red", DONE, luck=["tile event", *luck])


def many_of_a_kind(number, tile="influence"):
    """A board with so many problems of one kind, and no others."""
    source = copy.deepcopy(boards.standard().source)
    source["problems"]["tiles"] = [{"tile": tile, "number": 2}] * number
    source["counts"]["problem_tiles"] = number
    return boards.parse(source)


def on_board(board, text, players=2):
    return carolingi.read(f"carolingi: players {players}\n{text}", Options(players, None, board, "814"))


# C26 to C28: the advanced game


FOUNDING = """
    founding: red, card champagne
    founders: red 1
    berry: forest
    hessen: red 1
    card thueringen: yellow 1
    card friesland:
    discard: berry, hessen
"""


@ruling("C26")
def test_any_card_in_any_row_takes_the_follower_but_not_the_one_just_drawn():
    board = position(FOUNDING, 2, ADVANCED)

    assert offered(board, "red", "send") == [send("friesland"), send("thueringen")]
    assert refused(board, "red", send("champagne")) == ("6.1.2", "card_not_in_row", "C26")


@ruling("C26")
def test_after_the_last_follower_the_cards_in_rows_stay_with_what_lies_on_them():
    after = play(position(FOUNDING, 2, ADVANCED), "red", send("friesland"))

    assert card(after, "thueringen") == {"yellow": 1}
    assert card(after, "friesland") == {"red": 1}
    assert row(after, "neustrie") == ["champagne", None, None]
    assert set(archivium(after)) == set(lands(after)) - {"thueringen", "friesland", "champagne"}


@ruling("C27")
def test_first_gangs_join_gangs_then_empty_lands_forests_included_and_never_spread():
    board = position(FOUNDING + "nordalbingien: gangs 1\nanjou: red 1, gangs 1", 2, ADVANCED)
    after = play(board, "red", OCCUPY)

    assert (gangs(after, "nordalbingien"), gangs(after, "anjou"), gangs(after, "berry")) == (2, 2, 1)
    assert gangs(after, "hessen") == 0
    assert "riot_spread" not in kinds(board, "red", OCCUPY)


CLAIMING = """
    time: 832 spring
    acting: red develop
    nordalbingien: red 3, gangs 2, counters 2
    red court: missi 3
"""


@ruling("C28")
def test_gangs_are_driven_to_neighbours_one_by_one_and_the_own_followers_on_the_card_join():
    board = play(position(CLAIMING + "card nordalbingien: red 2", 2, ADVANCED), "red", claim("nordalbingien"))

    assert followers(board, "nordalbingien", "red") == 5
    assert offered(board, "red") == [banish("friesland"), banish("ostfalen")]
    assert lands_with_gangs(play(board, "red", banish("ostfalen"), banish("friesland"))) == {
        "friesland": 1,
        "ostfalen": 1,
    }


@ruling("C28")
def test_gangs_without_a_refuge_return_to_the_supply():
    """On the shipped board there is always one; here Nordalbingien touches Friesland alone, where Yellow is at home."""
    source = copy.deepcopy(boards.standard().source)
    source["borders"] = [
        border for border in source["borders"] if {border["a"], border["b"]} != {"nordalbingien", "ostfalen"}
    ]
    options = Options(2, None, boards.parse(source), "advanced")
    board = carolingi.read(f"carolingi: players 2\n{CLAIMING}friesland: palace yellow", options)
    after = play(board, "red", claim("nordalbingien"))

    assert lands_with_gangs(after) == {}
    assert supply(after) == supply(board) + 2


@ruling("C28")
def test_a_homeland_is_claimed_once_in_a_game():
    board = position(CLAIMING + "anjou: palace red", 2, ADVANCED)

    assert refused(board, "red", claim("nordalbingien")) == ("6.2.1", "has_homeland", "C28")


# C29 Anarchy and rebellion


@ruling("C29")
def test_anarchy_spares_ruled_lands_forests_and_homelands():
    after = event(
        "hessen: red 1\nberry: forest\nanjou: palace red",
        "card anarchy",
        "tile red no_action",
        rules=(ANARCHY,),
    )

    assert [name for name in lands(after) if gangs(after, name) == 0] == ["anjou", "berry", "hessen"]


@ruling("C29")
def test_rebellion_needs_counters_and_counts_followers_of_all_colours():
    text = "hessen: counters 2, red 1, yellow 1\nanjou: counters 1, red 1, yellow 1\nwestfalen: counters 1\nostfalen: red 1"
    after = event(text, "card rebellion", "tile red no_action", rules=(ANARCHY,))

    assert lands_with_gangs(after) == {"westfalen": 1, "hessen": 1}


# C30, C47, C48, C20: the hourglass


PEACE = "red tiles: hand influence develop equip_missi move_troops battle peace no_action no_action\n"
BLUE_PEACE = PEACE.replace("red", "blue")


def laid(board, *tiles_by_seat):
    for words in tiles_by_seat:
        seat, tile = words.split()
        board = play(board, seat, lay(tile))
    return board


@ruling("C30")
def test_the_hourglass_is_turned_by_the_first_to_lay_both_tiles():
    board = laid(position("placing:", 3, HOURGLASS), "red influence", "blue influence", "blue battle")

    assert offered(board, "table") == [SAND]
    after = play(
        board,
        "table",
        SAND,
        luck=["tile blue battle", "tile blue influence", "tile red influence", "tile event", "card hessen"],
    )

    assert [used(after, seat, "winter") for seat in ("red", "yellow", "blue")] == [
        ["influence"],
        [],
        ["influence", "battle"],
    ]


@ruling("C47")
def test_under_the_hourglass_a_tile_lies_as_it_was_laid():
    board = laid(position(PEACE, 3, HOURGLASS), "red peace")

    assert offered(board, "red") == [lay("no_action")]
    assert offered(laid(board, "red no_action"), "red") == []


# Red has three points and a palace is not needed; Blue may have three as well.
RIVALS = """
    time: 832 spring
    placing:
    normandie: red 7, palace red
    ile_de_france: red 1
    champagne: red 1
    anjou: red 1
    friesland: red 1
    oberlothringen: red 1
    red court: missi 3, trophies 4
    ostfalen: blue 7, palace blue
    hessen: blue 1
    westfalen: blue 1
    thueringen: blue 1
    franken: blue 1
    schwaben: blue 1
    blue court: missi 3, trophies 4
"""


def rivals(*tiles_by_seat, first="red peace"):
    """The sand has run out on these tiles, and the first is drawn."""
    board = laid(position(RIVALS + PEACE + BLUE_PEACE, 3, HOURGLASS), *tiles_by_seat)
    return play(board, "table", SAND, luck=[f"tile {first}"])


@ruling("C48")
def test_a_lone_peace_in_the_opened_bag_is_no_rival():
    board = rivals("red peace", "red no_action", "blue peace")

    assert winners(play(board, "red", DONE)) == ["red"]


# Red, Yellow and Blue have laid Peace, Blue without its No-action; Yellow stands beside Red's sixth land.
THREE_PEACES = RIVALS + "niederlothringen: yellow 2\nyellow court: missi 2\n" + PEACE + BLUE_PEACE
THREE_PEACES += PEACE.replace("red", "yellow")


def contest_with_a_lone_peace():
    """Red has shown three points, and Yellow's Peace is drawn next."""
    board = laid(position(THREE_PEACES, 3, HOURGLASS), "red peace", "red no_action")
    board = laid(board, "yellow peace", "yellow no_action", "blue peace")
    board = play(board, "table", SAND, luck=["tile red peace"])
    return play(board, "red", DONE, luck=["tile yellow peace"])


@ruling("C48")
def test_a_lone_peace_lies_aside_in_a_contest_and_does_not_count():
    board = contest_with_a_lone_peace()

    assert asked(board) == ["yellow"]
    assert ["blue", "peace"] in bag(board)["open"]
    assert winners(play(board, "yellow", DONE)) == ["red"]


@ruling("C48")
def test_after_a_contest_without_a_winner_the_lone_peace_is_drawn_like_any_tile():
    """Yellow's march takes Red's sixth land away: nobody is worthy, all tiles go back, and Blue's Peace is undone."""
    march = {"do": "march", "from": "niederlothringen", "to": "oberlothringen", "followers": 1}
    board = contest_with_a_lone_peace()
    board = play(board, "yellow", extra("move_troops"), march, DONE, luck=["tile blue peace"])

    assert asked(board) == ["blue"]
    assert (inactive(board, "red")["peace"], inactive(board, "yellow")["peace"]) == (1, 1)
    luck = ["tile red no_action", "tile yellow no_action", "tile event", "card berry", "tile event"]
    after = play(board, "blue", DONE, luck=[*luck, "card flandre"])

    assert points(after, "blue") == 3
    assert after.outcome() is None
    assert inactive(after, "blue")["peace"] == 1


@ruling("C20")
def test_a_lone_peace_that_shows_three_points_loses_its_extra_action_and_itself():
    board = rivals("red peace", "yellow equip_missi", "yellow no_action")
    acted = play(
        board,
        "red",
        extra("equip_missi"),
        {"do": "equip", "missi": 0, "leudes": 2},
        luck=["tile yellow equip_missi"],
    )

    assert acted.outcome() is None
    assert court(acted, "red") == court(board, "red")
    assert hand(acted, "red")["equip_missi"] == 1
    assert inactive(acted, "red")["peace"] == 1


@ruling("C20")
def test_the_tile_that_was_taken_back_by_a_swap_is_known_again_after_the_undoing():
    hand_now = (
        "red tiles: hand influence equip_missi move_troops battle peace no_action no_action, swapped develop"
    )
    known = "red known: taken equip_missi, gave develop, active equip_missi 1"
    text = f"{RIVALS}{hand_now}\n{known}"
    board = laid(position(text, 3, HOURGLASS), "red peace", "yellow equip_missi", "yellow no_action")
    board = play(board, "table", SAND, luck=["tile red peace"])

    assert seen(board)["courts"]["red"]["taken_back"] == "equip_missi"
    board = play(
        board,
        "red",
        extra("equip_missi"),
        {"do": "equip", "missi": 0, "leudes": 2},
        luck=["tile yellow equip_missi"],
    )

    assert seen(board)["courts"]["red"]["taken_back"] == "equip_missi"


# C31, C41, C42: gangs in Scenario 814


@ruling("C31")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_eight_gangs_a_player_and_no_more(players):
    assert supply(scenario("placing:", players)) == 8 * players


@ruling("C31")
def test_the_game_ends_when_a_gang_must_be_placed_and_there_is_none():
    after = event("hessen: red 2\nnordalbingien: gangs 16", "card hunger")

    assert (outcome(after).ending, outcome(after).section) == ("failure", "814 §5")


@ruling("C31")
def test_a_supply_that_is_just_used_up_ends_nothing():
    after = event("hessen: red 2\nnordalbingien: gangs 15", "card hunger", "tile red no_action")

    assert after.outcome() is None
    assert supply(after) == 0


@ruling("C31")
def test_a_homeland_needs_no_gang_and_so_ends_nothing():
    after = event("hessen: red 4, palace red\nnordalbingien: gangs 16", "card hunger", "tile red no_action")

    assert after.outcome() is None


@ruling("C41")
def test_gangs_on_the_archivium_do_not_save_the_game():
    """The queue is empty: Hessen's card needs a gang, and the one on the Archivium does not serve."""
    text = """
        problems: winter influence develop, spring influence develop, summer equip_missi move_troops, autumn move_troops battle equip_missi
        card friesland: problem battle
        aside: surplus 1
        nordalbingien: gangs 15
    """
    after = event(text, "card hessen")

    assert outcome(after).ending == "failure"
    assert surplus(after) == 1
    spared = event(text.replace("gangs 15", "gangs 14"), "card hessen", "tile red no_action")
    assert card(spared, "hessen") == {"gangs": 2}


@ruling("C42")
def test_the_position_is_judged_as_it_stands_where_the_gang_was_missing():
    """Hunger takes Red's twelfth follower first, so Red has no point when the game fails."""
    text = "hessen: red 12, counters 2\nanjou: yellow 12\nhonours: red, yellow\nnordalbingien: gangs 16"
    after = event(text, "card hunger")

    assert [points(after, seat) for seat in ("red", "yellow")] == [0, 0]
    assert winners(after) == []


@ruling("C42")
@ruling("A17")
def test_a_failure_in_the_middle_of_an_overflow_leaves_what_was_done():
    text = """
        berry: forest
        card anjou: slot 1, red 1, gangs 1, problem battle
        card berry: slot 2, red 1, gangs 1, problem develop
        card ile_de_france: slot 3, red 1
        nordalbingien: gangs 13
        honours: red
    """
    after = event(text, "card champagne")

    assert outcome(after).ending == "failure"
    assert (gangs(after, "anjou"), followers(after, "anjou", "red")) == (1, 1)
    assert problems(after) == {"winter": ["battle"]}
    assert card(after, "ile_de_france") == {"red": 1}
    assert discard(after) == ["champagne"]
    assert carolingi.read(after.write()).write() == after.write()


# C32 to C37: problems


@ruling("C32")
def test_skulds_own_season_comes_last_and_then_the_queue():
    board = many_of_a_kind(5, "battle")
    text = "time: 815 spring; acting: red influence; card anjou: red 1, problem battle\nproblems: "
    seasons = ["winter", "autumn", "summer", "spring"]
    for lying in range(5):
        there = ", ".join(f"{season} battle" for season in seasons[:lying])
        after = play(
            on_board(board, text + there if there else text.replace("problems: ", "")), "red", unfold("anjou")
        )

        assert sorted(problems(after)) == sorted(seasons[: lying + 1])
        assert len(queue(after)) == (1 if lying == 4 else 4 - lying)


@ruling("C33")
def test_a_blocked_tile_neither_acts_nor_solves_and_lies_there_used():
    text = "time: 815 spring; acting: red equip_missi; problems: spring battle, autumn battle; hessen: red 3, gangs 1"
    board = scenario(text + "; bag: red battle, yellow equip_missi")
    after = play(board, "red", DONE, luck=["tile red battle", "tile yellow equip_missi"])

    assert asked(after) == ["yellow"]
    assert used(after, "red", "spring") == ["battle"]
    assert problems(after) == {"spring": ["battle"], "autumn": ["battle"]}
    assert honours(after) == []


@ruling("C34")
def test_solving_is_instead_of_acting_once_per_tile_and_honours_no_trophy():
    text = (
        "time: 815 spring; acting: red battle; problems: summer battle, autumn battle; hessen: red 3, gangs 1"
    )
    board = play(scenario(text + "; red court: leudes 1, trophies 2"), "red", solve("summer"))

    assert offered(board, "red") == [DONE, honour("leudes"), honour("nobiles")]
    assert refused(board, "red", solve("autumn")) == ("814 §4.2.2", "solves_or_acts", "C34")


@ruling("C35")
def test_skuld_steps_before_anybody_swaps():
    text = "time: 815 spring; acting: red equip_missi; red used: winter battle; problems: summer battle develop influence"

    assert outcome(play(scenario(text), "red", DONE)).ending == "failure"
    assert moment(play(scenario(text.replace(" influence", "")), "red", DONE)) == (815, "summer", "swapping")


@ruling("C35")
def test_skuld_steps_before_the_turn_of_the_year():
    text = "time: 815 autumn; acting: red equip_missi; problems: winter battle develop influence; hessen: gangs 5"
    after = play(scenario(text), "red", DONE)

    assert moment(after) == (815, "winter", "over")
    assert (gangs(after, "hessen"), surplus(after)) == (5, 0)


@ruling("C35")
def test_after_the_last_autumn_time_is_up_first():
    text = "time: 818 autumn, last 818; acting: red equip_missi; problems: winter battle develop influence; hessen: red 1"
    after = play(scenario(text), "red", DONE)

    assert outcome(after).ending == "time"
    assert winners(after) == ["red"]
    assert seen(after)["scenario"]["skuld"] == "autumn"


FAILING = "time: 815 spring; acting: red equip_missi; problems: summer battle develop influence\n"


@ruling("C36")
@pytest.mark.parametrize(
    ("honoured", "lands_held", "winner"),
    [
        ("red, yellow, yellow", "hessen: red 12; anjou: yellow 12", ["yellow"]),
        ("red, yellow, yellow, red", "hessen: red 12; anjou: yellow 12", ["red"]),
        ("red, yellow, yellow", "hessen: red 12", ["red"]),
        ("red, blue, yellow", "hessen: red 12; anjou: blue 12", ["blue"]),
        ("yellow, yellow, blue, blue, red", "hessen: red 12; anjou: blue 12; berry: yellow 12", ["blue"]),
        ("yellow", "hessen: red 12", []),
        ("", "hessen: red 12", []),
    ],
)
def test_the_most_honoured_with_a_point_wins_then_the_most_recently_honoured(honoured, lands_held, winner):
    text = FAILING + lands_held + (f"\nhonours: {honoured}" if honoured else "")

    assert winners(play(scenario(text, 3), "red", DONE)) == winner


@ruling("C37")
def test_problems_come_in_the_order_in_which_cards_are_unfolded():
    """Two problems of a kind: the first lies in winter, the second a season nearer, whichever card it was on."""
    text = "time: 815 spring; acting: red influence; card anjou: red 1, problem battle; card hessen: red 1, problem battle"
    heard = public_events(scenario(text), "red", unfold("hessen"), unfold("anjou"))

    assert [each["season"] for each in heard if each["event"] == "problem_laid"] == ["winter", "autumn"]
    order = [each["card"] for each in heard if each["event"] == "card_unfolded"]
    assert order == ["hessen", "anjou"]


@ruling("C37")
def test_an_empty_queue_gives_a_gang_and_a_palace_feeds_the_queue():
    text = """
        problems: winter influence develop, spring influence develop, summer equip_missi move_troops, autumn move_troops battle equip_missi
        card hessen: problem battle
    """
    assert card(event(text, "card ostfalen", "tile red no_action"), "ostfalen") == {"gangs": 1}
    claiming = scenario(
        "time: 815 winter; acting: red develop; hessen: red 3, counters 2; red court: missi 3"
        + text.replace("winter influence develop", "winter influence").replace(
            "equip_missi\n", "equip_missi develop\n", 1
        )
    )
    after = play(claiming, "red", claim("hessen"))

    assert queue(after) == ["battle"]
    assert honours(after) == []


# C43 to C46


@ruling("C43")
def test_a_swap_takes_back_a_tile_that_was_blocked_or_that_solved():
    text = """
        time: 815 spring
        acting: red equip_missi
        problems: spring battle, winter develop
        hessen: red 1
        red court: missi 1
        bag: red battle, yellow develop
    """
    board = play(scenario(text), "red", DONE, luck=["tile red battle", "tile yellow develop"])
    board = play(board, "yellow", solve("winter"), DONE)

    assert moment(board) == (815, "summer", "swapping")
    board = play_all(board, red=swap("influence", "battle"), yellow=swap("influence", "develop"))

    assert hand(board, "red")["battle"] == 1
    assert hand(board, "yellow")["develop"] == 1


REGENT = """
    time: 815 spring
    acting: red co_regent
    red used: spring co_regent
    normandie: red 7, palace red
    ile_de_france: red 1
    champagne: red 1
    anjou: red 1
    friesland: red 1
    oberlothringen: red 1, gangs 1
    red court: missi 3, leudes 1, trophies 4
    bag: red no_action
"""


@ruling("C44")
def test_the_co_regents_extra_tile_may_solve_with_honour_but_not_when_blocked():
    board = scenario(REGENT + "problems: spring develop, winter battle")

    assert refused(board, "red", extra("develop")) == ("814 §4.2.1", "tile_blocked", "C44")
    after = play(
        board, "red", extra("battle"), solve("winter"), honour("leudes"), luck=["tile red no_action"]
    )

    assert honours(after) == ["red"]
    assert queue(after)[-1] == "battle"
    assert inactive(after, "red")["co_regent"] == 1


@ruling("C44")
def test_an_appointment_succeeds_after_its_extra_tile_has_solved():
    text = REGENT.replace(", gangs 1", "") + "problems: winter battle"
    after = play(scenario(text), "red", extra("battle"), solve("winter"), DONE)

    assert winners(after) == ["red"]
    assert outcome(after).ending == "peace"


@ruling("C45")
def test_a_problem_that_comes_to_skulds_season_stops_only_the_next_tiles():
    text = """
        time: 815 spring
        acting: red influence
        problems: winter influence, autumn influence, summer influence
        card anjou: red 1, problem influence
        card hessen: red 1
        yellow court: missi 1
        bag: yellow influence
    """
    board = play(on_board(many_of_a_kind(4), text), "red", unfold("anjou"))

    assert "spring" in problems(board)
    assert refused(board, "red", unfold("hessen")) is None
    after = play(board, "red", unfold("hessen"), luck=["tile yellow influence"])

    assert followers(after, "hessen", "red") == 1
    assert used(after, "yellow", "spring") == ["influence"]
    assert moment(after)[:2] == (815, "summer")


@ruling("C45")
def test_in_a_co_regents_extra_action_too_the_problem_does_not_stop_it():
    text = (
        REGENT
        + """
        problems: winter influence, autumn influence, summer influence
        card anjou: red 1, problem influence
        card hessen: red 1
    """
    )
    board = play(on_board(many_of_a_kind(4), text), "red", extra("influence"), unfold("anjou"))

    assert "spring" in problems(board)
    assert refused(board, "red", unfold("hessen")) is None


@ruling("C46")
def test_a_tile_sent_to_an_empty_queue_is_its_top():
    text = """
        berry: forest
        problems: winter influence, spring influence, summer influence, autumn influence
        card anjou: slot 1, red 1, problem influence
        card ile_de_france: slot 2, red 1
        card normandie: slot 3, red 1
    """
    full = "time: 815 spring; acting: red equip_missi; bag: event, red no_action\n" + text
    board = on_board(many_of_a_kind(5), full)
    after = play(board, "red", DONE, luck=["tile event", "card champagne", "tile red no_action"])

    assert queue(board) == []
    assert problem_on(after, "champagne") == "influence"
    assert queue(after) == []
    assert lands_with_gangs(after) == {}


# Our own


@ruling("A15")
def test_when_the_last_card_is_a_forest_the_follower_goes_without_a_card():
    text = "founding: red\nfounders: red 2, yellow 2\nberry: forest\nhessen: red 1\narchivium: friesland\ndiscard: "
    others = [name for name in lands(position("placing:", 2)) if name != "friesland"]
    after = play(
        position(text + ", ".join(others), 2, ADVANCED),
        "red",
        SERVE,
        luck=["card friesland", "follower yellow"],
    )

    assert seen(after)["lands"]["friesland"]["forest"]
    assert seen(after)["founding"]["card"] is None
    assert offered(after, "yellow") == [SERVE]


@ruling("A16")
def test_gangs_with_a_single_refuge_go_there_by_themselves():
    text = "time: 832 spring; acting: red develop; spoleto: red 3, gangs 2, counters 2; red court: missi 3"
    after = play(position(text, 6, ADVANCED), "red", claim("spoleto"))

    assert lands_with_gangs(after) == {"tuscia": 2}
    assert moment(after)[2] != "acting"


@ruling("A17")
def test_a_card_takes_its_problem_before_a_gang_from_the_archivium():
    text = "time: 815 spring; acting: red equip_missi; bag: event, red no_action; aside: surplus 1"
    heard = kinds(scenario(text), "red", DONE, luck=["tile event", "card hessen", "tile red no_action"])

    assert heard.index("problem_on_card") < heard.index("surplus_gang")


@ruling("A18")
def test_a_palace_is_not_one_of_the_three_points_of_a_co_regent():
    board = scenario(REGENT)

    assert points(board, "red") == 3
    after = play(board, "red", DONE, luck=["tile red no_action"])

    assert after.outcome() is None
    assert inactive(after, "red")["co_regent"] == 1


@ruling("A19")
def test_after_a_failure_everybody_but_the_favourite_is_last():
    text = FAILING + "hessen: red 12; anjou: blue 12\n"

    assert outcome(play(scenario(text + "honours: red", 3), "red", DONE)).places == [1, 3, 3]
    assert outcome(play(scenario(text + "honours: yellow", 3), "red", DONE)).places == [3, 3, 3]


@ruling("A20")
def test_a_tile_that_lies_face_down_has_been_seen_by_all():
    text = "time: 815 spring; acting: red equip_missi; problems: spring soothe_riot; bag: red soothe_riot, red no_action"
    board = play(scenario(text, 3), "red", DONE, luck=["tile red soothe_riot", "tile red no_action"])

    assert used(board, "red", "spring") == ["soothe_riot"]
    assert seen(board, "yellow")["courts"]["red"]["known_active"]["soothe_riot"] == 1


@ruling("A21")
def test_a_card_that_was_turned_when_the_game_failed_counts_as_discarded():
    text = "card anjou:; card berry:; card ile_de_france:; nordalbingien: gangs 16"

    assert discard(event(text, "card champagne")) == ["champagne"]


@ruling("A22")
def test_what_a_lone_peace_brought_to_light_stays_known_when_it_is_undone():
    board = rivals("red peace", "yellow equip_missi", "yellow no_action", "blue influence")
    levy = {"do": "equip", "missi": 0, "leudes": 2}
    after = play(board, "red", extra("equip_missi"), levy, luck=["tile yellow equip_missi"])

    assert bag(after)["open"] == [["yellow", "no_action"], ["blue", "influence"], ["event"], ["event"]]
    assert seen(after)["courts"]["red"]["known_active"]["equip_missi"] == 1


@ruling("A23")
def test_a_gang_missing_in_the_extra_action_of_a_lone_co_regent_ends_the_game_at_once():
    """Red is worthy, so the riot in Berry would be undone; but it needs a gang first, and there is none."""
    text = WORTHY_REGENT.replace("acting: red co_regent\n    red used: spring co_regent\n", "placing:\n")
    text = text.replace("    bag: red no_action, yellow equip_missi\n", "")
    text += "card berry: red 1, gangs 1\nnordalbingien: gangs 15\nhonours: red\n"
    text += "red tiles: hand influence develop equip_missi move_troops battle co_regent no_action no_action\n"
    board = play(scenario(text, 2, HOURGLASS), "red", lay("co_regent"))
    board = play(board, "yellow", *[lay("no_action")] * 2)
    board = play(board, "table", SAND, luck=["tile red co_regent"])

    assert supply(board) == 0

    after = play(board, "red", extra("influence"), unfold("berry"))

    assert outcome(after).ending == "failure"
    assert (gangs(after, "berry"), followers(after, "berry", "red")) == (1, 1)
    assert winners(after) == ["red"]

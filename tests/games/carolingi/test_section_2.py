"""2 Components and set-up: what lies where before the first tile is chosen, for two to six Carolingians."""

import pytest
from tests.kit import (
    Court,
    archivium,
    asked,
    bag,
    card,
    counter_supply,
    counters,
    court,
    discard,
    events_ready,
    faults,
    followers,
    forests,
    gangs,
    hand,
    homelands,
    inactive,
    lands,
    lands_with_gangs,
    march,
    misread,
    moment,
    new_game,
    option_faults,
    position,
    row,
    rule,
    ruling,
    seen,
    supply,
    surplus,
    used,
)

from aachen.core.luck import RecordedLuck, SeededLuck
from aachen.games import carolingi
from aachen.games.carolingi import Options

COLOURS = ["red", "yellow", "blue", "green", "black", "purple"]
COUNTS = [2, 3, 4, 5, 6]
for_every_count = pytest.mark.parametrize("players", COUNTS)

# What each further Carolingian adds, straight from 2.2.1 to 2.2.3.
REGIONS = {
    2: ["neustrie", "lotharingien", "sachsen"],
    3: ["bourgogne", "alamannien"],
    4: ["aquitaine"],
    5: ["bayern"],
    6: ["longobardi"],
}
CARDS_IN_ROWS = {
    2: ["champagne", "oberlothringen", "westfalen"],
    3: [],
    4: ["perigord"],
    5: ["nordgau"],
    6: ["longobardia_orientale"],
}
HOMELANDS = {
    2: ["normandie", "ostfalen"],
    3: ["comte_de_bourgogne"],
    4: ["toulouse"],
    5: ["karantanien"],
    6: ["tuscia"],
}
FORESTS = {
    2: ["berry", "flandre", "nordalbingien"],
    3: ["chur_raetien", "haute_provence"],
    4: ["gascogne"],
    5: ["ostmark"],
    6: ["corse"],
}


def up_to(table, players):
    """Everything a table lists for so many Carolingians."""
    return [item for count in range(2, players + 1) for item in table[count]]


def game(players):
    """A game whose palaces are drawn in seat order."""
    return new_game(*COLOURS[:players])


@rule("2.1.1")
def test_each_carolingian_has_24_followers():
    board = game(4)

    for seat in board.seats():
        on_lands = sum(followers(board, land, seat) for land in lands(board))
        assert sum(court(board, seat)) + on_lands == 24


@rule("2.1.1", "refused")
def test_a_25th_follower_is_refused():
    assert faults("red court: missi 3, leudes 8, nobiles 14") == [("follower_count", "red court")]


@rule("2.1.1")
def test_five_tiles_are_active_two_do_nothing_and_five_sleep():
    board = game(3)

    for seat in board.seats():
        assert sum(hand(board, seat).values()) == 7
        assert hand(board, seat)["no_action"] == 2
        assert sum(inactive(board, seat).values()) == 5
        assert inactive(board, seat)["peace"] == 1


@rule("2.1.2")
def test_the_realm_has_36_lands_in_eight_regions():
    board = game(6)

    assert len(lands(board)) == 36
    assert len(up_to(REGIONS, 6)) == 8


@rule("2.1.2")
def test_a_dashed_line_on_the_water_makes_lands_neighbours():
    board = position("acting: blue move_troops; nordalbingien: blue 1, forest; blue court: missi 1")

    assert {"do": "march", "from": "nordalbingien", "to": "friesland", "followers": 1} in [
        board.name_action(code) for code in board.offers(2)
    ]


@rule("2.1.3")
@for_every_count
def test_each_region_has_two_slots_fewer_than_lands(players):
    view = seen(game(players))

    for region, slots in view["rows"].items():
        its_lands = [land for land, seen in view["lands"].items() if seen["region"] == region]
        assert len(slots) == len(its_lands) - 2


@rule("2.1.3", "refused")
def test_a_fourth_card_does_not_fit_into_three_slots():
    text = "card westfalen: slot 1; card hessen: slot 2; card thueringen: slot 3; card nordalbingien: slot 4"

    assert faults(text) == [("no_such_slot", "card nordalbingien")]


@rule("2.1.4", "refused")
def test_there_are_only_50_gangs():
    assert faults("hessen: gangs 51") == [("gang_count", "position")]
    assert faults("hessen: gangs 50") == []


@rule("2.1.5")
@for_every_count
def test_there_are_40_counters_and_none_is_placed_at_first(players):
    board = game(players)

    assert counter_supply(board) == 40
    assert sum(counters(board, land) for land in lands(board)) == 0


@rule("2.1.5", "refused")
def test_a_forest_holds_no_counter():
    assert faults("berry: forest, counters 1") == [("counter_in_forest", "berry")]


@rule("2.2.1")
@for_every_count
def test_regions_join_with_the_number_of_carolingians(players):
    assert list(seen(game(players))["rows"]) == up_to(REGIONS, players)


@rule("2.2.1", "refused")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_carolingians_play(players):
    assert option_faults(players=players) == [("players_not_possible", "players")]


@rule("2.2.1", "refused")
def test_nothing_may_lie_in_a_region_that_does_not_take_part():
    assert faults("perigord: gangs 1") == [("land_not_taking_part", "perigord")]
    assert misread(game(3), march("anjou", "perigord", 1)) == "land_not_taking_part"


@rule("2.2.1", "refused")
@pytest.mark.parametrize("land", ["bretagne", "navarra", "latium", "boehmen"])
def test_lands_outside_the_realm_never_take_part(land):
    assert faults(f"{land}: gangs 1", players=6) == [("text_subject_unknown", land)]


@rule("2.2.2")
@for_every_count
def test_some_cards_lie_in_their_rows(players):
    board = game(players)

    in_rows = [land for region in up_to(REGIONS, players) for land in row(board, region) if land]
    assert sorted(in_rows) == sorted(up_to(CARDS_IN_ROWS, players))
    assert [card(board, land) for land in in_rows] == [{}] * len(in_rows)


@rule("2.2.2")
@pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 14), (4, 17), (5, 20), (6, 24)])
def test_the_other_cards_are_the_archivium_but_homelands_have_none(players, cards):
    board = game(players)

    elsewhere = up_to(CARDS_IN_ROWS, players) + up_to(HOMELANDS, players)
    assert sorted(archivium(board)) == sorted(land for land in lands(board) if land not in elsewhere)
    assert len(archivium(board)) == cards
    assert discard(board) == []


@rule("2.2.2")
@for_every_count
def test_the_hunger_card_waits_beside_the_board(players):
    board = game(players)

    assert seen(board)["hunger_aside"] == 1
    assert "hunger" not in archivium(board)


@rule("2.2.2", "refused")
def test_a_homeland_has_no_card():
    assert faults("normandie: palace red; card normandie: slot 1") == [("card_count", "card normandie")]


@rule("2.2.2", "refused")
def test_a_second_hunger_card_is_refused():
    assert faults("time: 831 winter; discard: hunger; aside: hunger 1") == [("hunger_count", "aside")]


@rule("2.2.3")
@for_every_count
def test_forests_cover_one_land_of_each_region(players):
    board = game(players)

    assert sorted(forests(board)) == sorted(up_to(FORESTS, players))
    regions = [seen(board)["lands"][land]["region"] for land in forests(board)]
    assert sorted(regions) == sorted(up_to(REGIONS, players))


@rule("2.2.3", "refused")
def test_no_palace_stands_in_a_forest():
    assert faults("berry: forest, palace red") == [("palace_in_forest", "berry")]


@rule("2.2.4")
def test_hartmut_begins_in_830_and_the_sundial_is_recommended_on_834():
    board = carolingi.new(carolingi.GAME.options({}), SeededLuck(1))

    assert moment(board) == (830, "winter", "placing")
    assert seen(board)["last_year"] == 834


@rule("2.2.4")
@pytest.mark.parametrize("last_year", [830, 839])
def test_the_sundial_may_lie_on_any_year_of_the_annals(last_year):
    assert seen(new_game("red", "yellow", last_year=last_year))["last_year"] == last_year


@rule("2.2.4", "refused")
@pytest.mark.parametrize("last_year", [829, 840])
def test_the_sundial_cannot_lie_beside_the_annals(last_year):
    assert option_faults(last_year=last_year) == [("year_not_possible", "last_year")]


@rule("2.2.4", "refused")
def test_hartmut_never_passes_the_sundial():
    assert faults("time: 835 winter, last 834") == [("year_out_of_order", "time")]


@rule("2.2.5")
@pytest.mark.parametrize(("players", "ready"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_one_event_tile_is_ready_or_two_from_five_on_and_one_waits_for_831(players, ready):
    board = game(players)

    assert events_ready(board) == ready
    assert seen(board)["events"] == {"ready": ready, "later": 1}


@rule("2.2.5", "refused")
def test_the_third_event_tile_is_out_of_the_game_with_three():
    assert faults("events: ready 2, later 1") == [("event_tile_count", "events")]
    assert faults("events: ready 2, later 1", players=5) == []


@rule("2.2.6")
@for_every_count
def test_tiles_without_a_dot_are_active_and_tiles_with_one_are_not(players):
    board = game(players)

    for seat in board.seats():
        assert hand(board, seat) == {
            "influence": 1,
            "develop": 1,
            "equip_missi": 1,
            "move_troops": 1,
            "battle": 1,
            "no_action": 2,
        }
        assert inactive(board, seat) == {
            "influence": 1,
            "equip_missi": 1,
            "move_troops": 1,
            "soothe_riot": 1,
            "peace": 1,
        }
        assert [used(board, seat, season) for season in ("winter", "spring", "summer", "autumn")] == [[]] * 4


@rule("2.2.6", "refused")
def test_a_tile_cannot_be_in_two_places():
    assert ("tile_count", "red tiles") in faults("red tiles: hand battle battle, inactive peace")


@rule("2.2.6", "refused")
def test_a_tile_without_a_dot_is_never_inactive():
    text = "red tiles: hand influence equip_missi move_troops battle no_action no_action"

    assert faults(text) == [("tile_never_inactive", "red tiles")]


@rule("2.2.7")
@for_every_count
def test_eight_leudes_eight_nobiles_and_three_missi_are_at_each_court(players):
    board = game(players)

    for seat in board.seats():
        assert court(board, seat) == Court(missi=3, leudes=8, nobiles=8, trophies=0)


@rule("2.2.7", "refused")
def test_a_court_with_too_few_followers_is_refused():
    assert faults("red court: missi 3, leudes 8, nobiles 8") == [("follower_count", "red court")]


@rule("2.2.8")
@for_every_count
def test_palaces_go_to_the_homelands_in_the_order_they_are_drawn(players):
    drawn = list(reversed(COLOURS[:players]))
    board = new_game(*drawn)

    assert homelands(board) == dict(zip(up_to(HOMELANDS, players), drawn, strict=True))
    for land, seat in homelands(board).items():
        assert followers(board, land, seat) == 5


@rule("2.2.8", "refused")
def test_nothing_but_its_owner_stands_in_a_homeland():
    assert faults("normandie: palace red, red 5, blue 1") == [("stranger_in_homeland", "normandie")]
    assert faults("normandie: palace red, red 5, gangs 1") == [("gang_in_homeland", "normandie")]
    assert faults("normandie: palace red, red 5, counters 1") == [("counter_in_homeland", "normandie")]


@rule("2.2.8", "refused")
def test_nobody_has_two_palaces():
    assert faults("normandie: palace red; ostfalen: palace red") == [("two_palaces", "normandie")]


@rule("2.2.9")
@pytest.mark.parametrize(("players", "number"), [(2, 9), (3, 12), (4, 15), (5, 18), (6, 22)])
def test_a_gang_rises_in_every_other_unforested_land(players, number):
    board = game(players)

    calm = up_to(FORESTS, players) + up_to(HOMELANDS, players)
    assert lands_with_gangs(board) == {land: 1 for land in lands(board) if land not in calm}
    assert len(lands_with_gangs(board)) == number


@rule("2.2.9", "refused")
def test_no_gang_rises_in_a_forest_at_set_up():
    board = game(6)

    assert [gangs(board, land) for land in forests(board)] == [0] * 8


@rule("2.2.10")
@pytest.mark.parametrize(("players", "left"), [(2, 41), (3, 38), (4, 35), (5, 32), (6, 28)])
def test_the_other_gangs_are_the_supply_and_the_bag_is_empty(players, left):
    board = game(players)

    assert supply(board) == left
    assert surplus(board) == 0
    assert bag(board)["tiles"] == 0
    assert asked(board) == COLOURS[:players]


@rule("2.2.10", "refused")
def test_the_supply_cannot_be_overdrawn_by_counters():
    many = "; ".join(f"{land}: counters 2" for land in lands(game(6))[:21])

    assert ("counter_count", "position") in faults(many, players=6)


@rule("2.2")
def test_the_books_set_up_for_three():
    """The boxed example: Red, Blue and Yellow as the book's pictures have them."""
    board = new_game("red", "blue", "yellow")

    assert homelands(board) == {"normandie": "red", "ostfalen": "blue", "comte_de_bourgogne": "yellow"}
    assert [land for land in lands(board) if card(board, land) is not None] == [
        "champagne",
        "oberlothringen",
        "westfalen",
    ]
    assert forests(board) == ["berry", "flandre", "nordalbingien", "haute_provence", "chur_raetien"]
    for gone in ("normandie", "ostfalen", "comte_de_bourgogne"):
        assert gone not in archivium(board)
    assert "perigord" not in archivium(board)
    assert lands_with_gangs(board) == dict.fromkeys(
        [
            "ile_de_france",
            "champagne",
            "anjou",
            "friesland",
            "niederlothringen",
            "oberlothringen",
            "westfalen",
            "thueringen",
            "hessen",
            "duche_de_bourgogne",
            "schwaben",
            "franken",
        ],
        1,
    )


@rule("2.2.8")
@ruling("C25")
def test_only_the_palaces_are_left_to_luck_at_set_up():
    luck = RecordedLuck(SeededLuck(5))
    carolingi.new(Options(4), luck)

    assert [question for question, _ in luck.answers] == ["palace"] * 4
    assert sorted(answer for _, answer in luck.answers) == [0, 1, 2, 3]

"""The board file: what the shipped one says, and what is found wrong with others."""

import copy
import json
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aachen.core.errors import BadInput
from aachen.games.carolingi import board
from aachen.games.carolingi.board import FAULTS, Border, Setup
from aachen.games.carolingi.terms import TILE_NAMES

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = board.standard().source


def fresh():
    """A copy of the shipped board that a test may spoil."""
    return copy.deepcopy(SHIPPED)


def faults_of(data):
    """Code and place of every fault, in the order they are reported."""
    with pytest.raises(BadInput) as caught:
        board.parse(data)
    return payload(caught.value)


def payload(error):
    """Code and place of each fault; its facts must be the declared ones and plain data."""
    for fault in error.faults:
        assert tuple(sorted(FAULTS[fault.code])) == tuple(sorted(fault.facts))
        json.dumps(fault.as_dict())
    return [(fault.code, fault.where) for fault in error.faults]


def facts_of(data):
    """The facts of the only fault."""
    with pytest.raises(BadInput) as caught:
        board.parse(data)
    (fault,) = caught.value.faults
    return fault.facts


def holder(data, path):
    """The object or list in which the last step of a path lies."""
    for step in path[:-1]:
        data = data[step]
    return data


def put(*path_and_value):
    """A spoiler that writes a value."""
    *path, value = path_and_value

    def spoil(data):
        holder(data, path)[path[-1]] = value

    return spoil


def drop(*path):
    """A spoiler that deletes a value."""

    def spoil(data):
        del holder(data, path)[path[-1]]

    return spoil


def add(*path_and_value):
    """A spoiler that appends to a list."""
    *path, value = path_and_value

    def spoil(data):
        holder([data], [0, *path, 0]).append(value)

    return spoil


def both(*spoilers):
    """Several spoilers, one after another."""

    def spoil(data):
        for each in spoilers:
            each(data)

    return spoil


def land_number(name):
    return [land["id"] for land in SHIPPED["lands"]].index(name)


def without(*pairs):
    """A spoiler that takes borders away."""

    def spoil(data):
        for pair in pairs:
            (border,) = [each for each in data["borders"] if {each["a"], each["b"]} == set(pair)]
            data["borders"].remove(border)

    return spoil


# ---- What the shipped board says -----------------------------------------------------------------


def test_the_shipped_board_loads_and_knows_itself():
    standard = board.standard()

    assert standard.name == "Carolingi"
    assert standard.is_standard
    assert board.standard() is standard


@pytest.mark.rule("2.1.2")
def test_36_lands_form_eight_regions():
    standard = board.standard()

    assert len(standard.lands) == 36
    assert [region.id for region in standard.regions] == [
        "neustrie",
        "lotharingien",
        "sachsen",
        "bourgogne",
        "alamannien",
        "aquitaine",
        "bayern",
        "longobardi",
    ]
    assert [land.id for land in standard.lands] == [
        land for region in standard.regions for land in region.lands
    ]


@pytest.mark.rule("2.1.3")
def test_each_row_has_two_slots_fewer_than_lands():
    assert [(len(region.lands), region.slots) for region in board.standard().regions] == [
        (5, 3),
        (4, 2),
        (5, 3),
        (3, 1),
        (3, 1),
        (5, 3),
        (5, 3),
        (6, 4),
    ]


@pytest.mark.rule("2.1.4")
def test_the_pieces_are_those_in_the_box():
    standard = board.standard()

    assert (standard.followers, standard.gangs, standard.counters) == (24, 50, 40)
    assert (standard.trophies, standard.hunger_cards) == (4, 5)
    assert SHIPPED["counts"]["event_tiles"] == 3
    assert SHIPPED["counts"]["country_cards"] == 36
    assert SHIPPED["counts"]["forest_tiles"] == 8
    assert SHIPPED["counts"]["problem_tiles"] == 18


@pytest.mark.rule("2.2.4")
def test_the_annals_run_from_830_to_839():
    standard = board.standard()

    assert (standard.first_year, standard.usual_last_year, standard.final_year) == (830, 834, 839)
    assert SHIPPED["years_814"] == {"first": 814, "last": 823, "usual": 818}


REGIONS = [region["id"] for region in SHIPPED["regions"]]
HOMELANDS = ["normandie", "ostfalen", "comte_de_bourgogne", "toulouse", "karantanien", "tuscia"]
START_CARDS = ["champagne", "oberlothringen", "westfalen", "perigord", "nordgau", "longobardia_orientale"]
FORESTS = [
    "berry",
    "flandre",
    "nordalbingien",
    "haute_provence",
    "chur_raetien",
    "gascogne",
    "ostmark",
    "corse",
]


@pytest.mark.rule("2.2.1")
@pytest.mark.rule("2.2.2")
@pytest.mark.rule("2.2.3")
@pytest.mark.rule("2.2.5")
@pytest.mark.parametrize(
    ("players", "regions", "start_cards", "forests", "events_ready"),
    [(2, 3, 3, 3, 1), (3, 5, 3, 5, 1), (4, 6, 4, 6, 1), (5, 7, 5, 7, 2), (6, 8, 6, 8, 2)],
)
def test_the_set_up_for_each_number_of_carolingians(players, regions, start_cards, forests, events_ready):
    expected = Setup(
        players,
        tuple(REGIONS[:regions]),
        tuple(START_CARDS[:start_cards]),
        tuple(HOMELANDS[:players]),
        tuple(FORESTS[:forests]),
        events_ready,
        events_later=1,
        hunger_base=1,
        hunger_advanced=players - 1,
        gangs_814=8 * players,
    )

    assert expected == board.standard().setups[players]


@pytest.mark.rule("2.2.9")
def test_the_numbers_that_follow_from_the_set_up():
    payload = [
        tuple(SHIPPED["setup"][players]["stated"][name] for name in ("lands", "slots", "gangs", "archivium"))
        for players in "23456"
    ]

    assert payload == [(14, 8, 9, 9), (20, 10, 12, 14), (25, 13, 15, 17), (30, 16, 18, 20), (36, 20, 22, 24)]


@pytest.mark.rule("2.2.7")
def test_the_court_at_the_start():
    standard = board.standard()

    assert (standard.start_leudes, standard.start_nobiles, standard.start_missi) == (8, 8, 3)
    assert standard.start_homeland == 5


@pytest.mark.rule("2.1.1")
def test_seven_tiles_are_active_and_five_with_dots_are_not():
    standard = board.standard()

    assert standard.active_tiles == ("influence", "develop", "equip_missi", "move_troops", "battle")
    assert standard.no_action_tiles == 2
    assert standard.inactive_tiles == ("peace", "soothe_riot", "influence", "equip_missi", "move_troops")


def test_six_colours():
    assert board.standard().colours == ("red", "yellow", "blue", "green", "black", "purple")


@pytest.mark.rule("2.1.2")
def test_80_borders_of_which_three_cross_the_sea():
    borders = board.standard().borders

    assert len(borders) == 80
    assert [border for border in borders if border.kind == "sea"] == [
        Border("friesland", "nordalbingien", "sea"),
        Border("corse", "tuscia", "sea"),
        Border("corse", "haute_provence", "sea"),
    ]


@pytest.mark.parametrize(
    ("land", "neighbours"),
    [
        ("nordalbingien", {"ostfalen", "friesland"}),
        ("franken", {"oberlothringen", "hessen", "thueringen", "schwaben", "nordgau"}),
        ("spoleto", {"tuscia"}),
        ("corse", {"tuscia", "haute_provence"}),
        ("normandie", {"anjou", "ile_de_france", "champagne", "flandre", "niederlothringen"}),
    ],
)
def test_neighbours_that_examples_in_the_book_rely_on(land, neighbours):
    borders = [{border.a, border.b} for border in board.standard().borders]

    assert neighbours == {other for ends in borders if land in ends for other in ends - {land}}


def test_what_maps_and_reports_need_is_kept():
    """Spot checks, so that a tidy hand does not tidy knowledge away."""
    normandie = SHIPPED["lands"][0]
    assert (normandie["lon"], normandie["lat"], normandie["anchor"]) == (0.64, 49.33, [-0.13, 48.75])
    assert normandie["seeds"][0] == [-1.4, 49.3]
    assert sum(len(land["seeds"]) for land in SHIPPED["lands"]) == 333
    assert Counter(land["provenance"] for land in SHIPPED["lands"]) == {"text": 29, "reconstructed": 7}
    assert Counter(each["provenance"] for each in SHIPPED["borders"]) == {
        "text": 7,
        "inferred": 9,
        "reconstructed": 64,
    }
    assert SHIPPED["borders"][4]["confidence"] == 0.7
    assert SHIPPED["borders"][4]["drawn_km"] == 34
    assert [each["provenance"] for each in SHIPPED["no_borders"]] == ["text"] * 6 + ["inferred"] * 4
    assert Counter(each["colour"] for each in SHIPPED["outside"]) == {"brown": 9, "white": 2}
    assert len(SHIPPED["void_seeds"]) == 43
    assert [region["confidence"] for region in SHIPPED["regions"]] == [
        1.0,
        0.8,
        1.0,
        0.92,
        0.9,
        0.5,
        0.5,
        0.5,
    ]


def test_what_scenario_814_and_the_hourglass_need_is_kept():
    assert [SHIPPED["setup"][players]["gangs_814"] for players in "23456"] == [16, 24, 32, 40, 48]
    assert [SHIPPED["setup"][players]["hunger_advanced"] for players in "23456"] == [1, 2, 3, 4, 5]
    assert SHIPPED["honour_bar"]["lengths"] == {"2": 5, "3": 6, "4": 7, "5": 9, "6": 9}
    assert SHIPPED["honour_bar"]["masks"] == {"2": 4, "3": 3, "4": 2}
    assert SHIPPED["hourglass"]["seconds"] == 60
    assert SHIPPED["tiles"]["confidence"]["inactive"]["battle"] == 0.55
    assert Counter(each["tile"] for each in SHIPPED["problems"]["tiles"]) == dict.fromkeys(TILE_NAMES[:6], 3)
    assert Counter(each["number"] for each in SHIPPED["problems"]["tiles"]) == {2: 10, 3: 2, 4: 2, 5: 2, 6: 2}
    assert len(SHIPPED["alternatives"]) == 10


# ---- Digest and equality -------------------------------------------------------------------------


def test_the_digest_depends_on_what_is_said_and_not_on_how_it_is_written():
    spread = json.dumps(SHIPPED, indent=4, ensure_ascii=True)
    turned = dict(reversed(SHIPPED.items()))

    assert board.parse_text(spread).digest == board.standard().digest
    assert board.parse(turned).digest == board.standard().digest
    assert len(board.standard().digest) == 16


def test_a_changed_board_is_not_the_standard_one():
    data = fresh()
    data["name"] = "My own"

    changed = board.parse(data)

    assert not changed.is_standard
    assert changed != board.standard()


def test_a_board_keeps_its_own_copy_of_the_source():
    data = fresh()
    made = board.parse(data)
    data["lands"].clear()

    assert made == board.standard()
    assert len(made.source["lands"]) == 36


def test_keys_that_begin_with_x_are_free():
    data = fresh()
    data["x-mine"] = {"provenance": "hearsay"}
    data["lands"][0]["x-castle"] = True
    data["setup"]["2"]["x-seen"] = [1]
    data["tiles"]["provenance"]["x-why"] = 5

    assert not board.parse(data).is_standard


def test_what_only_maps_need_may_be_left_out():
    data = fresh()
    for key in ("about", "sources", "years_814", "no_borders", "outside", "void_seeds", "problems"):
        del data[key]
    for key in ("honour_bar", "hourglass", "alternatives"):
        del data[key]
    for land in data["lands"]:
        for key in set(land) - {"id", "label", "region"}:
            del land[key]
    for setup in data["setup"].values():
        for key in ("stated", "hunger_base", "hunger_advanced", "gangs_814"):
            del setup[key]

    assert board.parse(data).lands == board.standard().lands


def test_a_board_may_serve_few_numbers_of_carolingians():
    data = fresh()
    data["setup"] = {"4": data["setup"]["4"]}

    assert list(board.parse(data).setups) == [4]


# ---- Faults --------------------------------------------------------------------------------------

NEXT_BORDER = f"borders[{len(SHIPPED['borders'])}]"
NEXT_DENIAL = f"no_borders[{len(SHIPPED['no_borders'])}]"
SPOLETO = land_number("spoleto")
CORSE = land_number("corse")


def border(a, b, kind="land"):
    """A spoiler that adds a border."""
    return add("borders", {"a": a, "b": b, "kind": kind})


def denial(a, b):
    """A spoiler that says that two lands do not touch."""
    return add("no_borders", {"a": a, "b": b})


SPOILED = [
    # the shape
    (put("format", "aachen-board/9"), "unknown_format", "format"),
    (put("lands", {}), "wrong_type", "lands"),
    (put("lands", 3, 7), "wrong_type", "lands[3]"),
    (put("lands", 3, "label", None), "wrong_type", "lands[3].label"),
    (put("counts", "gangs", True), "wrong_type", "counts.gangs"),
    (put("counts", "gangs", 50.0), "wrong_type", "counts.gangs"),
    (put("lands", 3, "lon", "east"), "wrong_type", "lands[3].lon"),
    (put("setup", "4", []), "wrong_type", "setup.4"),
    (put("about", "nothing"), "wrong_type", "about"),
    (put("outside", 7), "wrong_type", "outside"),
    (put("no_borders", {"a": 1}), "wrong_type", "no_borders"),
    (put("hourglass", "note", 3), "wrong_type", "hourglass.note"),
    (put("borders", 0, "provenance", 3), "wrong_type", "borders[0].provenance"),
    (drop("years"), "missing_key", ""),
    (drop("lands", 3, "region"), "missing_key", "lands[3]"),
    (drop("setup", "4", "homelands"), "missing_key", "setup.4"),
    (put("motto", "pax"), "unknown_key", "motto"),
    (put("lands", 3, "colour", "red"), "unknown_key", "lands[3].colour"),
    (put("setup", "7", {}), "unknown_key", "setup.7"),
    (put("setup", "٢", {}), "unknown_key", "setup.٢"),
    (put("setup", "02", {}), "unknown_key", "setup.02"),
    (put("setup", "4", "stated", "followers", 3), "unknown_key", "setup.4.stated.followers"),
    (put("lands", 3, "anchor", [1]), "wrong_length", "lands[3].anchor"),
    (put("setup", {}), "wrong_length", "setup"),
    (put("colours", ["red"]), "wrong_length", "colours"),
    (put("tiles", "active", []), "wrong_length", "tiles.active"),
    (put("counts", "counters", 0), "out_of_range", "counts.counters"),
    (put("setup", "4", "events_ready", -1), "out_of_range", "setup.4.events_ready"),
    (put("tiles", "no_action", 1), "out_of_range", "tiles.no_action"),
    (put("tiles", "no_action", 8), "out_of_range", "tiles.no_action"),
    (put("lands", 3, "lat", 91), "out_of_range", "lands[3].lat"),
    (put("lands", 3, "confidence", 1.5), "out_of_range", "lands[3].confidence"),
    (put("sources", "court", "confidence", -1), "out_of_range", "sources.court.confidence"),
    (put("game", "chess"), "not_one_of", "game"),
    (put("borders", 3, "kind", "bridge"), "not_one_of", "borders[3].kind"),
    (put("lands", 3, "provenance", "hearsay"), "not_one_of", "lands[3].provenance"),
    (put("tiles", "provenance", "inactive", "peace", "?"), "not_one_of", "tiles.provenance.inactive.peace"),
    (put("tiles", "active", 0, "dance"), "not_one_of", "tiles.active[0]"),
    (put("tiles", "active", 0, "peace"), "not_one_of", "tiles.active[0]"),
    (put("tiles", "inactive", 1, "no_action"), "not_one_of", "tiles.inactive[1]"),
    (put("problems", "tiles", 1, "tile", "peace"), "not_one_of", "problems.tiles[1].tile"),
    (put("lands", 3, "label", " "), "bad_label", "lands[3].label"),
    (put("lands", 3, "label", "An\njou"), "bad_label", "lands[3].label"),
    (put("name", "C" * 61), "bad_label", "name"),
    (put("name", "\ud800"), "bad_label", "name"),
    (put("outside", 3, "id", "Obodriten"), "bad_id", "outside[3].id"),
    (put("colours", 5, "light blue"), "bad_id", "colours[5]"),
    (put("outside", 3, "id", "gangs"), "reserved_id", "outside[3].id"),
    (put("colours", 5, "winter"), "reserved_id", "colours[5]"),
    (put("colours", 5, "hessen"), "reserved_id", f"lands[{land_number('hessen')}].id"),
    (put("colours", 5, "sachsen"), "reserved_id", "regions[2].id"),
    # pieces
    (put("years", "usual", 829), "years_out_of_order", "years"),
    (put("years_814", "last", 817), "years_out_of_order", "years_814"),
    (put("years", "last", 840), "too_many_years", "years"),
    (put("counts", "country_cards", 35), "wrong_sum", "counts.country_cards"),
    (put("counts", "problem_tiles", 17), "wrong_sum", "counts.problem_tiles"),
    (put("court", "missi", 4), "wrong_sum", "court"),
    (put("counts", "followers", 23), "wrong_sum", "court"),
    (put("setup", "4", "stated", "lands", 24), "wrong_sum", "setup.4.stated.lands"),
    (put("setup", "4", "stated", "slots", 24), "wrong_sum", "setup.4.stated.slots"),
    (put("setup", "4", "stated", "gangs", 24), "wrong_sum", "setup.4.stated.gangs"),
    (put("setup", "4", "stated", "archivium", 24), "wrong_sum", "setup.4.stated.archivium"),
    (drop("colours", 0), "too_few_pieces", "colours"),
    (put("setup", "4", "events_ready", 3), "too_few_pieces", "setup.4"),
    (put("setup", "4", "hunger_base", 6), "too_few_pieces", "setup.4.hunger_base"),
    (put("setup", "4", "gangs_814", 51), "too_few_pieces", "setup.4.gangs_814"),
    (put("counts", "forest_tiles", 7), "too_few_pieces", "setup.6.forests"),
    (
        both(put("counts", "gangs", 21), *(drop("setup", each, "gangs_814") for each in "23456")),
        "too_few_pieces",
        "setup.6",
    ),
    (put("tiles", "inactive", 0, "battle"), "wrong_peace_count", "tiles.inactive"),
    (put("tiles", "inactive", 1, "peace"), "wrong_peace_count", "tiles.inactive"),
    (put("tiles", "inactive", ["peace"] + ["battle"] * 7), "too_many_copies", "tiles"),
    # the map
    (put("outside", 3, "id", "hessen"), "duplicate_id", "outside[3].id"),
    (put("outside", 3, "id", "sachsen"), "duplicate_id", "outside[3].id"),
    (put("outside", 3, "id", "boehmen"), "duplicate_id", "outside[6].id"),
    (add("regions", 2, "lands", "hessen"), "listed_twice", "regions[2].lands[5]"),
    (add("regions", 2, "lands", "atlantis"), "unknown_land", "regions[2].lands[5]"),
    (put("regions", 2, "slots", 2), "wrong_slots", "regions[2].slots"),
    (border("anjou", "anjou"), "border_to_itself", NEXT_BORDER),
    (border("anjou", "atlantis", "sea"), "unknown_land", NEXT_BORDER + ".b"),
    (border("anjou", "normandie", "sea"), "border_twice", NEXT_BORDER),
    (border("normandie", "anjou"), "border_twice", NEXT_BORDER),
    (denial("normandie", "anjou"), "border_denied", NEXT_DENIAL),
    (denial("westfalen", "nordalbingien"), "border_twice", NEXT_DENIAL),
    (denial("atlantis", "anjou"), "unknown_land", NEXT_DENIAL + ".a"),
    (without(("spoleto", "tuscia")), "no_neighbour", f"lands[{SPOLETO}]"),
    # set-ups
    (add("setup", "4", "regions", "utopia"), "unknown_region", "setup.4.regions[6]"),
    (add("setup", "4", "regions", "sachsen"), "listed_twice", "setup.4.regions[6]"),
    (add("setup", "4", "start_cards", "atlantis"), "unknown_land", "setup.4.start_cards[4]"),
    (add("setup", "4", "start_cards", "corse"), "not_taking_part", "setup.4.start_cards[4]"),
    (add("setup", "4", "start_cards", "perigord"), "listed_twice", "setup.4.start_cards[4]"),
    (put("setup", "4", "start_cards", 3, "toulouse"), "start_card_is_homeland", "setup.4.start_cards[3]"),
    (put("setup", "4", "start_cards", ["schwaben", "franken"]), "too_many_cards", "setup.4.start_cards"),
    (drop("setup", "4", "homelands", 3), "wrong_homeland_count", "setup.4.homelands"),
    (add("setup", "4", "homelands", "hessen"), "wrong_homeland_count", "setup.4.homelands"),
    (put("setup", "4", "homelands", 3, "normandie"), "listed_twice", "setup.4.homelands[3]"),
    (put("setup", "4", "homelands", 3, "tuscia"), "not_taking_part", "setup.4.homelands[3]"),
    (put("setup", "4", "homelands", 3, "atlantis"), "unknown_land", "setup.4.homelands[3]"),
    (put("setup", "4", "homelands", 3, "berry"), "homeland_is_forest", "setup.4.homelands[3]"),
    (put("setup", "4", "forests", 5, "anjou"), "two_forests", "setup.4.forests[5]"),
    (put("setup", "4", "forests", 5, "ostmark"), "not_taking_part", "setup.4.forests[5]"),
    (put("setup", "4", "forests", 5, "atlantis"), "unknown_land", "setup.4.forests[5]"),
    (without(("corse", "tuscia"), ("corse", "haute_provence")), "no_neighbour", f"lands[{CORSE}]"),
    (
        without(
            ("tuscia", "longobardia_occidentale"),
            ("tuscia", "longobardia_orientale"),
            ("corse", "haute_provence"),
        ),
        "cut_off",
        "setup.6.regions",
    ),
]


@pytest.mark.parametrize(
    ("spoil", "code", "where"), SPOILED, ids=[f"{code} at {where}" for _, code, where in SPOILED]
)
def test_each_fault_is_found_where_it_is(spoil, code, where):
    data = fresh()
    spoil(data)

    assert faults_of(data) == [(code, where)]


def test_a_region_may_not_claim_a_land_that_says_otherwise():
    data = fresh()
    data["lands"][land_number("hessen")]["region"] = "alamannien"

    assert ("region_disagrees", "regions[2].lands[3]") in faults_of(data)


def test_a_land_must_be_in_the_list_of_its_region():
    data = fresh()
    data["regions"][2]["lands"].remove("hessen")
    data["regions"][2]["slots"] = 2

    assert ("in_no_region_list", f"lands[{land_number('hessen')}].region") in faults_of(data)


def test_a_land_must_be_in_a_region_that_exists():
    data = fresh()
    data["lands"][land_number("auvergne")]["region"] = "utopia"

    assert ("unknown_region", f"lands[{land_number('auvergne')}].region") in faults_of(data)


def test_a_region_of_two_lands_would_have_no_row():
    data = fresh()
    data["regions"][3]["lands"].pop(0)
    data["regions"][3]["slots"] = 0

    assert ("out_of_range", "regions[3].slots") in faults_of(data)


def test_the_lands_that_are_cut_off_are_named_in_board_order():
    data = fresh()
    bridge = {"friesland", "nordalbingien"}, {"nordalbingien", "ostfalen"}
    data["borders"] = [each for each in data["borders"] if {each["a"], each["b"]} not in bridge]
    data["borders"].append({"a": "nordalbingien", "b": "corse", "kind": "sea"})

    with pytest.raises(BadInput) as caught:
        board.parse(data)

    assert [fault.where for fault in caught.value.faults] == [
        f"setup.{players}.regions" for players in "2345"
    ]
    assert caught.value.faults[0].facts == {"players": 2, "lands": ["nordalbingien"]}


def test_many_faults_are_all_told_in_the_order_of_the_file():
    data = fresh()
    data["setup"]["4"]["homelands"].pop()
    data["tiles"]["no_action"] = 0
    data["lands"][3]["label"] = ""
    data["counts"]["gangs"] = "many"
    data["borders"][5]["kind"] = "bridge"
    data["motto"] = "pax"
    del data["years"]["usual"]

    assert faults_of(data) == [
        ("missing_key", "years"),
        ("wrong_type", "counts.gangs"),
        ("bad_label", "lands[3].label"),
        ("not_one_of", "borders[5].kind"),
        ("out_of_range", "tiles.no_action"),
        ("unknown_key", "motto"),
    ]
    data["counts"]["gangs"] = 50

    assert ("wrong_homeland_count", "setup.4.homelands") in faults_of(data)


def test_an_empty_object_lacks_every_section():
    assert {code for code, _ in faults_of({})} == {"missing_key"}
    assert len(faults_of({})) == 12


@pytest.mark.parametrize("data", [None, 3, "board", [], True])
def test_what_is_no_object_is_no_board(data):
    assert faults_of(data) == [("wrong_type", "")]


def test_facts_say_what_was_expected():
    data = fresh()
    data["tiles"]["no_action"] = 9
    assert facts_of(data) == {"least": 2, "most": 7, "found": 9}

    data = fresh()
    data["borders"][3]["kind"] = "bridge"
    assert facts_of(data) == {"found": "bridge", "allowed": ["land", "sea"]}

    data = fresh()
    data["borders"].append({"a": "normandie", "b": "anjou", "kind": "land"})
    assert facts_of(data) == {"a": "normandie", "b": "anjou", "first": "borders[0]"}


# ---- Texts and files -----------------------------------------------------------------------------


def faults_of_text(text):
    with pytest.raises(BadInput) as caught:
        board.parse_text(text)
    return [(fault.code, fault.where, fault.facts) for fault in caught.value.faults]


def test_a_slip_in_the_json_is_shown_by_line_and_column():
    assert faults_of_text('{\n "format": }') == [("not_json", "", {"line": 2, "column": 12})]
    assert faults_of_text("") == [("not_json", "", {"line": 1, "column": 1})]


def test_a_key_written_twice_is_not_overlooked():
    assert faults_of_text('{"name": "a", "name": "b"}') == [("duplicate_key", "", {"key": "name"})]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "1" * 30])
def test_numbers_that_are_none(number):
    assert faults_of_text(f'{{"name": {number}}}') == [("bad_number", "name", {})]


def test_a_number_longer_than_python_reads():
    assert faults_of_text("1" * 5000)[0][0] == "bad_number"


@pytest.mark.parametrize("depth", [12, 100_000])
def test_a_file_nested_too_deeply(depth):
    assert faults_of_text("[" * depth + "]" * depth)[0][0] == "too_deep"


@pytest.mark.parametrize("value", [{1, 2}, b"x", (1, 2), {3: 4}, object()])
def test_values_that_json_does_not_know(value):
    data = fresh()
    data["about"]["odd"] = value

    assert {code for code, _ in faults_of(data)} == {"wrong_type"}


def faults_of_file(path):
    with pytest.raises(BadInput) as caught:
        board.load(path)
    payload(caught.value)
    (fault,) = caught.value.faults
    return fault.code, fault.facts


def test_a_copy_of_the_shipped_file_is_the_standard_board(tmp_path):
    """Also with the mark that some editors put in front."""
    path = tmp_path / "my.json"
    path.write_text(json.dumps(SHIPPED), encoding="utf-8-sig")

    assert board.load(path).is_standard


def test_a_file_that_is_not_there(tmp_path):
    path = tmp_path / "none.json"

    assert faults_of_file(path) == ("file_missing", {"path": str(path)})
    assert faults_of_file(Path("a\0b")) == ("file_missing", {"path": "a\0b"})


def test_a_pipe_does_not_keep_us_waiting(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)

    assert faults_of_file(path) == ("file_missing", {"path": str(path)})


def test_a_folder(tmp_path):
    assert faults_of_file(tmp_path) == ("file_is_folder", {"path": str(tmp_path)})


def test_a_file_that_cannot_be_read(tmp_path, monkeypatch):
    path = tmp_path / "locked.json"
    path.write_text("{}")

    def refuse(self, mode):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)

    assert faults_of_file(path) == ("file_unreadable", {"path": str(path)})


def test_a_file_that_is_not_utf8(tmp_path):
    path = tmp_path / "old.json"
    path.write_bytes('{"name": "Thüringen"}'.encode("latin-1"))

    assert faults_of_file(path) == ("not_utf8", {"path": str(path), "byte": 12})


def test_a_file_that_is_too_large(tmp_path):
    path = tmp_path / "large.json"
    path.write_bytes(b" " * 5_000_001)

    assert faults_of_file(path) == ("file_too_large", {"path": str(path), "most": 5_000_000})


# ---- The ledger ----------------------------------------------------------------------------------

TESTED_APART = {
    *("file_missing", "file_is_folder", "file_unreadable", "file_too_large", "not_utf8"),
    *("not_json", "duplicate_key", "bad_number", "too_deep"),
    *("region_disagrees", "in_no_region_list"),
}


def test_every_fault_has_a_test():
    assert {code for _, code, _ in SPOILED} | TESTED_APART == set(FAULTS)


def test_every_fault_is_in_the_book_of_the_format():
    text = (ROOT / "docs" / "board-file.md").read_text(encoding="utf-8")

    assert [code for code in FAULTS if f"`{code}`" not in text] == []


def test_the_shipped_file_shows_one_land_or_border_on_a_line():
    shipped = Path(board.__file__).parent / "boards" / "carolingi.json"
    lines = shipped.read_text(encoding="utf-8").splitlines()

    assert sum(line.startswith('  {"id": ') for line in lines) == 8 + 36 + 11
    assert sum(line.startswith('  {"a": ') for line in lines) == 80 + 10


# ---- Anything at all -----------------------------------------------------------------------------

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def survives(data):
    """Loads, or says in declared faults why not."""
    try:
        board.parse(data)
    except BadInput as error:
        payload(error)


@given(json_values)
def test_any_json_is_a_board_or_bad_input(data):
    survives(data)


@given(st.dictionaries(st.sampled_from(sorted(SHIPPED)), json_values))
def test_any_content_of_the_known_sections_is_bad_input(sections):
    survives({"format": "aachen-board/1", **sections})


def steps(value):
    """The ways into an object, or to the first three entries of a list."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value[:3])) if isinstance(value, list) else []


def paths(value, path=()):
    """The paths of the values inside a JSON value."""
    for step, entry in steps(value):
        yield (*path, step)
        yield from paths(entry, (*path, step))


DELETE = object()
PATHS = list(paths(SHIPPED))
values_of_the_board = st.sampled_from([holder(SHIPPED, path)[path[-1]] for path in PATHS])


changes = st.tuples(st.sampled_from(PATHS), st.just(DELETE) | json_values | values_of_the_board)


@settings(deadline=None)  # a whole board is copied and checked each time
@given(st.lists(changes, max_size=3))
def test_a_board_with_a_few_changes_loads_or_is_bad_input(changes):
    data = fresh()
    for path, value in changes:
        try:
            spot = holder(data, path)
            if value is DELETE:
                del spot[path[-1]]
            else:
                spot[path[-1]] = copy.deepcopy(value)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the spot away

    survives(data)


@given(st.text())
def test_any_text_is_a_board_or_bad_input(text):
    with pytest.raises(BadInput):
        board.parse_text(text)

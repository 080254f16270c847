"""The committed map of the shipped board: it draws exactly what the board file says, and everything has its place."""

import copy
import gzip
import hashlib
import json
from itertools import pairwise
from pathlib import Path

import pytest

from carolingi.mapmaker import check

ROOT = Path(__file__).resolve().parents[2]
MAP = ROOT / "web" / "public" / "maps" / "carolingi"
BOARD = json.loads((ROOT / "src/aachen/games/carolingi/boards/carolingi.json").read_text(encoding="utf-8"))
DRAWN = json.loads((MAP / "lands.json").read_text(encoding="utf-8"))


@pytest.fixture
def drawn():
    """A copy of the map to spoil."""
    return copy.deepcopy(DRAWN)


@pytest.fixture
def source():
    """A copy of the board to spoil."""
    return copy.deepcopy(BOARD)


def land_of(drawn, name):
    return next(land for land in drawn["lands"] if land["id"] == name)


def moved(path, across):
    """A path of one or more rings, moved to the right."""
    return "".join(moved_ring(ring, across) for ring in check.read_rings(path))


def moved_ring(ring, across):
    steps = "".join(f"l{b[0] - a[0]:.1f} {b[1] - a[1]:.1f}" for a, b in pairwise(ring))
    return f"M{ring[0][0] + across} {ring[0][1]}{steps}z"


def test_the_committed_map_fits_the_board():
    """Borders, sea links, pieces, names, rows and furniture: the same check that the builder runs."""
    assert check.faults(DRAWN, BOARD) == []


def test_the_drawn_borders_are_exactly_those_of_the_board():
    lengths = check.border_lengths({land["id"]: check.read_shape(land["d"]) for land in DRAWN["lands"]})
    want = {tuple(sorted((each["a"], each["b"]))) for each in BOARD["borders"] if each["kind"] == "land"}

    assert want == set(lengths)
    assert min(lengths.values()) > check.LEAST_BORDER


def test_every_sea_link_is_drawn_once():
    want = sorted(sorted((each["a"], each["b"])) for each in BOARD["borders"] if each["kind"] == "sea")

    assert want == sorted(sorted((link["a"], link["b"])) for link in DRAWN["sea_links"])


def test_a_border_taken_from_the_board_is_missed(source):
    gone = next(each for each in source["borders"] if {each["a"], each["b"]} == {"anjou", "berry"})
    source["borders"].remove(gone)

    assert any("anjou and berry share a border" in fault for fault in check.faults(DRAWN, source))


def test_a_border_added_to_the_board_is_missed(source):
    source["borders"].append({"a": "anjou", "b": "friuli", "kind": "land"})

    assert "anjou and friuli should share a border and are drawn apart." in check.faults(DRAWN, source)


def test_a_land_drawn_elsewhere_loses_its_borders(drawn):
    land = land_of(drawn, "corse")
    land["d"] = moved(land["d"], 300)

    assert any("does not end in corse" in fault for fault in check.faults(drawn, BOARD))


def test_a_land_that_slides_over_its_neighbour_overlaps(drawn):
    land = land_of(drawn, "berry")
    land["d"] = moved(land["d"], 20)

    assert any("overlap" in fault and "berry" in fault for fault in check.faults(drawn, BOARD))


def test_a_sea_link_that_is_not_drawn_is_missed(drawn):
    drawn["sea_links"].pop()

    assert any("sea links of the map" in fault for fault in check.faults(drawn, BOARD))


def test_a_piece_outside_its_land_is_found(drawn):
    land_of(drawn, "berry")["pieces"]["palace"][0] += 400

    assert "A piece of berry does not lie inside it." in check.faults(drawn, BOARD)


def test_pieces_on_each_other_are_found(drawn):
    pieces = land_of(drawn, "berry")["pieces"]
    pieces["cubes"][0] = pieces["cubes"][1]

    assert "Pieces or name of berry overlap." in check.faults(drawn, BOARD)


def test_a_name_without_contrast_is_found(drawn):
    land_of(drawn, "berry")["ground"]["dark"] = "#c0c0c0"

    assert any("berry has a contrast" in fault for fault in check.faults(drawn, BOARD))


def test_a_region_without_its_row_is_found(drawn):
    drawn["rows"].pop()

    assert "The rows of the map are not those of the board's regions." in check.faults(drawn, BOARD)


@pytest.mark.parametrize("place", ["annals", "archivium", "discard", "scriptorium"])
def test_furniture_on_a_land_is_found(drawn, place):
    drawn["places"][place] |= dict(zip(("x", "y"), land_of(drawn, "schwaben")["anchor"]))

    assert f"{place} lies on schwaben." in check.faults(drawn, BOARD)


def test_rows_on_each_other_are_found(drawn):
    first, second = drawn["rows"][:2]
    second |= {"x": first["x"], "y": first["y"]}

    assert any("overlap" in fault and "row of" in fault for fault in check.faults(drawn, BOARD))


def test_every_land_has_a_place_to_count_gangs():
    """More gangs than places: one gang with a number beside it, inside the block of pieces."""
    for land in DRAWN["lands"]:
        x, y, wide, high = land["pieces"]["box"]
        across, down = land["pieces"]["gang_number"]

        assert x <= across <= x + wide
        assert y <= down <= y + high


def test_the_contrasts_were_measured_on_the_backdrops_that_are_here():
    for theme in DRAWN["themes"]:
        assert theme["sha256"] == hashlib.sha256((MAP / theme["backdrop"]).read_bytes()).hexdigest()


def test_the_map_is_small_enough_to_load_at_once():
    assert len(gzip.compress((MAP / "lands.json").read_bytes())) < 70_000
    backdrops = [MAP / theme[kind] for theme in DRAWN["themes"] for kind in ("backdrop", "bare")]
    assert max(path.stat().st_size for path in backdrops) <= 350_000


def test_regions_differ_without_colour():
    """Each has a pattern of its own as long as there are enough."""
    patterns = [region["pattern"] for region in DRAWN["regions"]]

    assert len(set(patterns)) == len(patterns)


@pytest.mark.parametrize(
    ("one", "other", "ratio"), [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48)]
)
def test_contrast_is_counted_as_wcag_counts_it(one, other, ratio):
    assert ratio == pytest.approx(check.contrast(one, other), abs=0.01)


def test_a_path_of_steps_is_read_back():
    assert check.read_rings("M1 2l.5-1l-2 0zM10 10l1 0l0 1z") == [
        [(1, 2), (1.5, 1), (-0.5, 1)],
        [(10, 10), (11, 10), (11, 11)],
    ]

"""A comparison pairs seeds, tells what differs for sure, and says nothing where chance could have done it."""

import copy
import json
from math import inf
from pathlib import Path

import pytest

from aachen import cli
from aachen.arena.results import read_results
from aachen.games.carolingi import board
from aachen.report.compare import Difference, Pair, Question, differences, pairs_of
from aachen.titles.carolingi.chapter import labels_on

from .test_report import result

PLAY = ["report", "--level", "random", "--jobs", "1", "--seed", "5", "--players", "2"]
SHIPPED_BOARD = str(Path(board.__file__).parent / "boards" / "carolingi.json")


def wins(game):
    return {seat: float(place == 1) for seat, place in zip(game.seats, game.places, strict=True)}


QUESTION = Question("seat", wins, str)


def won_by(first: bool):
    return result(places=[1, 2] if first else [2, 1])


def test_only_seeds_that_were_played_both_ways_are_paired():
    one, other = won_by(True), won_by(False)

    assert pairs_of([(1, one), (2, one)], [(2, other), (3, other)]) == [(one, other)]


def test_the_interval_is_that_of_the_differences_seed_by_seed():
    """Three of forty seeds change from red to yellow: the mean is -3/40; two more seeds are taken to change, one each way."""
    pairs = [(won_by(True), won_by(seed >= 3)) for seed in range(40)]
    red, yellow = differences(QUESTION, pairs)
    variance = (5 - 42 * (3 / 42) ** 2) / 41
    student = 2.0195  # with 41 degrees of freedom

    assert (red.one, red.other, red.pairs) == (1.0, 37 / 40, 40)
    assert red.value == pytest.approx(-3 / 40)
    assert red.error == pytest.approx(student * (variance / 42) ** 0.5, rel=1e-4)
    assert yellow.value == pytest.approx(-red.value)


def test_a_few_seeds_that_all_change_alike_prove_nothing():
    """Their differences have no spread, but so few seeds may all fall on one side by chance."""
    changed = (won_by(True), won_by(False))
    same = (won_by(True), won_by(True))

    assert not any(each.is_clear for each in differences(QUESTION, [changed] * 6))
    assert all(each.is_clear for each in differences(QUESTION, [changed] * 40))
    assert all(each.error > 0 for each in differences(QUESTION, [same] * 40))


def test_numbers_have_students_interval():
    length = Question("length", lambda game: {"": float(game.actions)}, str, is_share=False)
    pairs: list[Pair] = [(result(actions=100), result(actions=100 + more)) for more in (1, 2, 3, 4, 5)]
    (found,) = differences(length, pairs)

    assert found.value == 3
    assert found.error == pytest.approx(2.776 * (2.5 / 5) ** 0.5, rel=1e-3)


def test_what_is_missing_in_a_game_counts_as_nothing_or_not_at_all():
    pairs = [(result(ending="time"), result(ending="peace"))] * 30
    share = Question("endings", lambda game: {game.ending: 1.0}, str, missing=0.0)
    alone = Question("endings", lambda game: {game.ending: 1.0}, str)

    assert [(each.label, each.value) for each in differences(share, pairs)] == [
        ("peace", 1.0),
        ("time", -1.0),
    ]
    assert differences(alone, pairs) == []


def test_only_differences_beyond_chance_are_clear():
    assert Difference("a", 0.5, 0.7, 0.1, 100).is_clear
    assert not Difference("a", 0.5, 0.6, 0.09, 100).is_clear
    assert not Difference("a", 0.5, 0.5, 0.0, 100).is_clear
    assert not Difference("a", 0.0, 1.0, inf, 1).is_clear


def changed_board(tmp_path, **changes):
    """The shipped board without one border, in a file."""
    data = copy.deepcopy(board.standard().source)
    data["borders"] = [each for each in data["borders"] if {each["a"], each["b"]} != {"hessen", "ostfalen"}]
    data |= {"name": "No border"} | changes
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_a_changed_border_is_compared_with_the_shipped_board(tmp_path, capsys):
    path, page = changed_board(tmp_path), tmp_path / "page.html"
    words = [*PLAY, "--games", "4", "--compare", "shipped", str(path), "--out", str(page)]

    assert cli.main(["--lang", "en", *words]) == 0

    said, text = capsys.readouterr().out, page.read_text("utf-8")

    assert "mine.json" in said
    assert "Wins by homeland" in said
    assert "Regions united at the end" not in said  # no game of these has one
    assert "reports on 8 games" in said
    assert "What certainly changes" in text
    assert f"--compare shipped {path} --games 4 --level random --seed 5" in text


def test_options_are_compared_and_games_are_kept(tmp_path, capsys):
    words = [
        *PLAY,
        "--games",
        "2",
        "--out",
        str(tmp_path / "page.html"),
        "--compare",
        "shipped",
        '{"last_year": 830}',
    ]

    assert cli.main(words) == 0

    kept = sorted((tmp_path / "page.games").iterdir())
    before = [path.read_bytes() for path in kept]

    assert len(kept) == 2
    assert cli.main(words) == 0
    assert [path.read_bytes() for path in kept] == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--compare", "shipped", "shipped"], "Both ways are the same"),
        (["--compare", "shipped", '{"anarchy": false}'], "Both ways are the same"),
        (["--compare", "shipped", SHIPPED_BOARD], "Both ways are the same"),
        (["--compare", "shipped", '{"players": 3}'], "the same number of players"),
        (["--compare", "shipped", '{"last_year": 830}', "x.jsonl"], "leave out x.jsonl"),
        (["--compare", "shipped", '{"last_year": 830}', "--variant", "base,814"], "about one variant"),
        (["--game", "carolus", "--compare", "shipped", "mine.json"], "has no board files"),
        (["--game", "carolus", "--board", "mine.json"], "has no board files"),
        (["--compare", "shipped", "nowhere.json"], "nowhere.json"),
    ],
)
def test_what_cannot_be_compared_is_refused(tmp_path, capsys, words, said):
    code = cli.main(["--lang", "en", *PLAY, "--out", str(tmp_path / "page.html"), *words])

    assert code == 2
    assert said in capsys.readouterr().err


def test_a_report_on_a_board_of_ones_own_names_it(tmp_path):
    data = board.standard().source["lands"]
    lands = [{**land, "label": "Ostland" if land["id"] == "ostfalen" else land["label"]} for land in data]
    path, page = changed_board(tmp_path, lands=lands), tmp_path / "page.html"

    assert cli.main(["--lang", "en", *PLAY, "--games", "2", "--board", str(path), "--out", str(page)]) == 0
    assert "No border" in page.read_text("utf-8")

    own = result(options={"players": 2, "board": json.loads(path.read_text("utf-8")), "board_digest": "x"})

    assert labels_on([own])("ostfalen") == "Ostland"
    assert labels_on([result()])("ostfalen") == "Ostfalen"


def test_the_arena_plays_on_a_board_of_ones_own(tmp_path, capsys):
    words = ["--match", "random", "random:seed=3", "--players", "2", "--blocks", "1", "--jobs", "1"]
    results = tmp_path / "results.jsonl"

    assert cli.main(["arena", *words, "--board", str(changed_board(tmp_path)), "--out", str(results)]) == 0

    head, *games = map(json.loads, results.read_text("utf-8").splitlines())
    again = read_results(results).results[1]

    assert head["options"]["board"]["name"] == "No border"
    assert ["board" in game["options"] for game in games] == [False, False]
    assert again.options == head["options"]

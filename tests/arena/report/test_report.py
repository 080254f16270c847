"""A report plays what is missing, counts it soundly, and finds what was planted."""

import json
import re
from pathlib import Path

import pytest

from aachen import cli
from aachen.arena.playing import GameResult
from aachen.core.events import Event
from aachen.report.page import findings_html, headline_html
from aachen.report.plots import Localizer
from aachen.report.sample import Sample, histogram, samples_of, winnings
from aachen.report.shares import Share
from aachen.report.writer import Finding, Writer, finding_sentences, grouped
from aachen.titles import TITLES
from aachen.titles.carolingi import chapter as carolingi
from aachen.titles.carolingi.facts import CarolingiFacts
from aachen.titles.carolus.facts import CarolusFacts
from aachen.titles.facts import LeadTracker

PLAY = ["--level", "random", "--jobs", "1", "--seed", "5"]


def result(**facts: object) -> GameResult:
    """A game of two that the first seat won, but for what is said otherwise."""
    text: dict[str, object] = {
        "game": "carolingi",
        "options": {"players": 2},
        "seed": 1,
        "seats": ["red", "yellow"],
        "players": ["random", "random"],
        "places": [1, 2],
        "points": [3, 1],
        "ending": "time",
        "actions": 80,
        "digest": "",
        "thoughts": [1, 1],
        "work": [0.0, 0.0],
        "rules": "1",
    }
    return GameResult(**{**text, **facts})  # type: ignore[arg-type]


def report(tmp_path: Path, *more: str) -> str:
    path = tmp_path / "page.html"
    assert cli.main(["report", *PLAY, "--out", str(path), *more]) == 0
    return path.read_text()


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> str:
    """Both games, few players, few games."""
    return report(
        tmp_path_factory.mktemp("report"), "--players", "2,3", "--games", "3", "--variant", "base,814"
    )


def test_the_page_needs_nothing_from_elsewhere(whole):
    assert re.findall(r'(?:src|href)="(?!#)', whole) == []
    assert "<script" not in whole
    assert "url(" not in whole


def test_the_page_says_how_its_games_were_played(whole):
    assert "aachen report --game carolingi --players 2 --games 3 --level random --seed 5" in whole
    assert "--players 3 --variant 814 --games 3" in whole
    assert "aachen report --game carolus --players 3 --games 3 --level random --seed 5" in whole
    assert "carolingi 1, carolus 1" in whole


def test_every_game_and_number_of_players_has_its_figures(whole):
    for title in ("Carolingi, 2 players: 3 games", "Carolingi, 3 players, Scenario 814: 3 games"):
        assert title in whole
    assert "Carolus Magnus, 3 players: 3 games" in whole


def test_every_plot_has_a_text_for_those_who_cannot_see_it(whole):
    assert whole.count("<svg") == whole.count('role="img" aria-label="') == whole.count("<figure>")


def test_an_interrupted_report_goes_on_where_it_was(tmp_path):
    report(tmp_path, "--game", "carolus", "--players", "2", "--games", "2")
    (kept,) = (tmp_path / "page.games").iterdir()
    first = kept.read_text()
    kept.write_text(first + '{"torn')

    again = report(tmp_path, "--game", "carolus", "--players", "2", "--games", "3")

    assert kept.read_text().startswith(first)
    assert "Carolus Magnus, 2 players: 3 games" in again


def test_files_of_results_are_read_and_nothing_is_played(tmp_path):
    report(tmp_path, "--game", "carolus", "--players", "2", "--games", "2")
    (kept,) = (tmp_path / "page.games").iterdir()
    before = kept.read_bytes()

    page = report(tmp_path, str(kept), "--language", "fr")

    assert kept.read_bytes() == before
    assert '<html lang="fr">' in page
    assert "2 joueurs" in page


def test_results_without_facts_are_refused(tmp_path, capsys):
    report(tmp_path, "--game", "carolus", "--players", "2", "--games", "1")
    (kept,) = (tmp_path / "page.games").iterdir()
    head, game = kept.read_text().splitlines()
    bare = {key: value for key, value in json.loads(game).items() if key != "facts"}
    kept.write_text(f"{head}\n{json.dumps(bare)}\n")

    assert cli.main(["--lang", "en", "report", str(kept), "--out", str(tmp_path / "x.html")]) == 2
    assert "without recording statistics" in capsys.readouterr().err


# ---- Counting ------------------------------------------------------------------------------------


def test_wilsons_interval_is_the_textbooks():
    low, high = Share(81, 263).interval()

    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert Share(0, 10).interval()[0] == 0.0
    assert Share(10, 10).interval()[1] == 1.0


def test_partners_win_together():
    game = result(
        game="carolus",
        seats=["white", "black", "ivory", "ebony"],
        places=[1, 2, 1, 2],
        facts={"sides": [0, 1, 0, 1]},
    )
    sample = Sample("carolus", 4, (), [game])

    assert winnings(game) == [1.0, 0.0, 1.0, 0.0]
    assert sample.fair() == 0.5


def test_a_shared_victory_is_split_and_counts_as_undecided():
    sample = Sample("carolingi", 2, (), [result(), result(places=[1, 1])])

    assert sample.by_seat() == {"red": Share(1.5, 2), "yellow": Share(0.5, 2)}
    assert sample.undecided() == Share(1, 2)


def test_a_game_that_all_have_lost_lowers_what_is_fair():
    sample = Sample("carolingi", 2, (), [result(), result(places=[2, 2])])

    assert sample.fair() == 0.25


def test_peace_from_behind_is_a_margin_below_nothing():
    assert Sample("carolingi", 2, (), [result(points=[3, 4]), result(points=[5, 3])]).margins() == [-1.0, 2.0]


def test_games_by_other_rules_are_other_samples():
    games = [result(), result(options={"players": 2, "variant": "814"}), result()]
    samples = samples_of(
        [(game, "file") for game in games], {"carolingi": TITLES["carolingi"].chapter().varying}
    )

    assert [(len(sample), sample.rule("variant", "base")) for sample in samples] == [(2, "base"), (1, "814")]


def test_large_numbers_are_counted_in_groups():
    assert histogram([1.0, 1.0, 3.0]) == (["1", "2", "3"], [2 / 3, 0.0, 1 / 3])
    assert histogram([0.0, 99.0], 10)[0][0] == "0–9"


def test_winners_conditions_are_counted_once_for_each_victory():
    facts: dict[str, object] = {name: [True, True] for name in carolingi.CONDITIONS} | {
        "united": [[], ["sachsen"]]
    }
    shared = Sample("carolingi", 2, (), [result(facts=facts, places=[1, 1]), result(facts=facts)])

    assert carolingi.conditions_of(shared)["glory"] == Share(2.0, 2)
    assert carolingi.conditions_of(shared)["union"] == Share(0.5, 2)


def test_what_both_hold_decides_nothing():
    facts: dict[str, object] = {name: [True, True] for name in carolingi.CONDITIONS} | {
        "united": [["sachsen"], []]
    }
    sample = Sample("carolingi", 2, (), [result(facts=facts)])

    assert carolingi.conditions_of(sample, alone=True) == {"union": Share(1.0, 1)}


@pytest.mark.parametrize(("wins", "found"), [(520, 0), (700, 2)])
def test_what_stands_out_is_found_by_its_interval(wins, found):
    games = [result(places=[1, 2] if at < wins else [2, 1]) for at in range(1000)]
    sample = Sample("carolingi", 2, (), games)
    title = TITLES["carolingi"]
    writer = Writer(Localizer("en", title.catalogue("en").say), title.chapter())
    writer.wins("seat", sample, sample.by_seat(), str.capitalize, sample.fair())

    assert len(writer.findings) == found
    assert ("Red wins in 70.0" in finding_sentences(writer.localizer, writer.findings)[0]) == (found > 0)


# ---- Facts ---------------------------------------------------------------------------------------


class ScriptedMind:
    """A mind that says chances one after the other."""

    def __init__(self, *chances: list[float]) -> None:
        self.chances = iter(chances)

    def forecast(self, pos: object) -> list[float]:
        return next(self.chances)


def test_a_lead_changes_only_when_somebody_is_clearly_ahead():
    looks = [[0.5, 0.5], [0.6, 0.4], [0.5, 0.5], [0.4, 0.6], [0.395, 0.605], [0.3, 0.7]]
    lead = LeadTracker(ScriptedMind(*looks))  # type: ignore[arg-type]
    for _ in looks:
        lead.look(None)  # type: ignore[arg-type]

    assert lead.changes == 1
    assert lead.kept_since([1]) == 0.5
    assert lead.kept_since([0]) == 1.0


def test_failed_peaces_and_first_tiles_are_noted():
    watcher = CarolingiFacts()
    watcher._hear(
        [
            Event("tile_drawn", {"seat": "yellow", "tile": "peace"}),
            Event("peace_failed", {"seat": "yellow", "points": 2}),
            Event("tile_drawn", {"seat": "red", "tile": "battle"}),
        ]
    )

    assert watcher.first == "yellow"
    assert watcher.peaces == [["yellow", 2]]
    assert watcher.tiles["yellow"]["peace"] == 1


def test_discs_and_the_order_of_play_are_noted():
    watcher = CarolusFacts()
    watcher._hear(
        [
            Event("first_drawn", {"seat": "black"}),
            Event("disc_laid", {"seat": "black", "disc": 5}),
            Event("order_of_play", {"seats": ["white", "black"]}),
            Event("order_of_play", {"seats": ["black", "white"]}),
        ]
    )

    assert watcher.first == "black"
    assert watcher.discs == {"black": [0, 0, 0, 0, 1]}
    assert (watcher.first_order, watcher.order) == (["white", "black"], ["black", "white"])


def test_findings_about_the_same_thing_stand_together_and_the_farthest_is_the_headline():
    localizer = Localizer("en", TITLES["carolingi"].catalogue("en").say)
    writer = Writer(localizer, TITLES["carolingi"].chapter())
    findings = [
        Finding("Carolingi, 2 players", "Red wins", Share(600, 1000), 0.5, "carolingi", "2 players", "red"),
        Finding("Carolingi, 2 players", "Blue wins", Share(400, 1000), 0.5, "carolingi", "2 players", "blue"),
        Finding("Carolingi, 4 players", "Red wins", Share(600, 1000), 0.25, "carolingi", "4 players", "red"),
    ]
    groups = grouped(findings)
    headline = headline_html(localizer, groups[0], "Not sure.")
    listed_findings = findings_html(
        localizer, findings, {"carolingi": "Carolingi", "carolus": "Carolus Magnus"}
    )

    assert [[each.sample for each in group] for group in groups] == [
        ["2 players", "4 players"],
        ["2 players"],
    ]
    assert headline.startswith('<section class="headline"><p>Carolingi, 4 players: Red wins')
    assert "Also with other numbers of players: 2 players: 60.0%" in headline
    assert headline.endswith("<p>Not sure.</p></section>")
    assert listed_findings.count("Red wins") == 1
    assert "Carolus Magnus" not in listed_findings
    assert "Nothing" in findings_html(localizer, [], {})
    assert headline_of_nothing(writer) == ""


def headline_of_nothing(writer: Writer) -> str:
    """What a chapter doubts about a label that it does not know."""
    return TITLES["carolingi"].chapter().caution(writer, "red")


def test_a_finding_about_a_land_says_which_of_its_borders_is_unsure():
    writer = Writer(Localizer("en", TITLES["carolingi"].catalogue("en").say), TITLES["carolingi"].chapter())

    assert "between Ostfalen and Hessen" in TITLES["carolingi"].chapter().caution(writer, "ostfalen")
    assert "65%" in TITLES["carolingi"].chapter().caution(writer, "ostfalen")


def test_the_committed_page_opens_with_its_headline():
    page = Path(__file__).parents[3].joinpath("docs", "balance.html").read_text("utf-8")

    assert page.index('class="headline"') < page.index('id="findings"') < page.index('id="carolingi"')
    assert "The border between Ostfalen and Hessen is reconstructed" in page
    assert "…</text>" not in page

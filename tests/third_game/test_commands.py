"""A title of another package works with every command, found by its entry point alone."""

import json

import pytest
from tests.third_game.kit import aachen


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def log(home):
    """A finished game of three planners and what the terminal showed of it."""
    path = home / "game.jsonl"
    played = aachen(
        home, "--lang", "en", "play", "harvest", "--seats", "search,greedy,random", "--rounds", "4",
        "--seed", "3", "--save", str(path),
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    return path, played.stdout


def test_bots_of_every_level_play_it_at_the_terminal(log):
    path, shown = log

    assert "Red: search" in shown
    assert "Round 4 of 4. On the field:" in shown
    assert '{"outcome"' in path.read_text().splitlines()[-1]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Seal the 5"), ("de", "Die 5 verdeckt legen"), ("fr", "Poser le 5 face cachée")],
)
def test_people_play_it_in_three_languages(home, language, words):
    """A number, an action in words, a hint, a refusal and its reason, help and undo."""
    typed = "3\nseal 3\nhint\nwhy seal 3\nhelp\nseal 1\n"
    played = aachen(home, "--lang", language, "play", "harvest", "--players", "2", "--seed", "4", typed=typed)

    assert played.returncode == 0, played.stderr
    assert words in played.stdout
    assert "(§H1)" in played.stdout
    assert "100" in played.stdout
    assert played.stdout.count("(§H3)") >= 3


def test_secret_cards_stay_behind_a_curtain(home):
    """Two people at one keyboard: what one has sealed is not on the screen of the other."""
    typed = "\n5\n\n"
    played = aachen(
        home, "--lang", "en", "play", "harvest", "--seats", "person:Ada,person:Bo", "--plain", typed=typed
    )
    last = played.stdout.split("Bo (Blue)")[-1]

    assert "Red seals a card" in played.stdout
    assert "Red seals the 5" not in played.stdout
    assert "Sealed: 5" not in last


def test_a_game_is_resumed_with_its_rules(home):
    path = home / "resumed.jsonl"
    begun = aachen(home, "--lang", "en", "play", "harvest", "--rounds", "3", "--save", str(path), typed="1\n")
    resumed = aachen(home, "--lang", "en", "play", "--resume", str(path), typed="2\n")

    assert begun.returncode == resumed.returncode == 0
    assert "of 3, " in resumed.stdout


def test_its_faults_are_told_in_its_own_words(home):
    refused = aachen(home, "--lang", "en", "play", "harvest", "--rounds", "9")

    assert refused.returncode == 2
    assert "9 rounds cannot be played. Possible: 3, 4, 5." in refused.stderr


def test_an_option_of_another_title_is_refused(home):
    refused = aachen(home, "--lang", "en", "play", "harvest", "--variant", "advanced")

    assert refused.returncode == 2
    assert "There is no option “variant”" in refused.stderr


def test_replay_and_show_draw_it(home, log):
    path, _ = log
    replayed = aachen(home, "--lang", "fr", "replay", str(path), "--check", "--chances")
    position = "harvest: players 2, rounds 3, round 1, field 0; red: points 0, hand 1 2 3 4 5; blue: points 0, hand 1 2 3 4 5, sealed 4"
    shown = aachen(home, "--lang", "en", "show", position, "--seat", "red")

    assert replayed.returncode == 0, replayed.stderr
    assert "Les cartes\N{NO-BREAK SPACE}: Rouge" in replayed.stdout
    assert "Blue: 0 sheaves, cards 1 2 3 4 5. Sealed: ?." in shown.stdout


def test_the_engine_speaks_it(home):
    requests = [
        {"ask": "new", "game": "harvest", "options": {"players": 2}, "luck": {"seed": 1}},
        {"ask": "play", "seat": "red", "action": {"do": "seal", "card": 9}},
        {"ask": "play", "seat": "red", "action": {"do": "seal", "card": 2}},
        {"ask": "view", "seat": "blue"},
    ]
    spoken = aachen(home, "engine", typed="".join(f"{json.dumps(each)}\n" for each in requests))
    answers = [json.loads(line) for line in spoken.stdout.splitlines()]

    assert [answer["ok"] for answer in answers] == [True, False, True, True]
    assert answers[1]["error"]["code"] == "action_number"
    assert answers[3]["view"]["players"]["red"]["sealed"] == "?"


def test_random_games_keep_every_promise(home):
    """In worker processes too."""
    fuzzed = aachen(
        home,
        "--lang",
        "en",
        "fuzz",
        "--game",
        "harvest",
        "--games",
        "40",
        "--jobs",
        "2",
        "--out",
        str(home / "finds"),
    )

    assert fuzzed.returncode == 0, fuzzed.stdout
    assert "40 games" in fuzzed.stdout
    assert "option sets: 9" in fuzzed.stdout


def test_the_arena_plays_it_in_worker_processes(home):
    out = home / "match.jsonl"
    match = aachen(
        home, "--lang", "en", "arena", "--match", "planner", "random", "--game", "harvest", "--players", "2",
        "--blocks", "10", "--jobs", "2", "--facts", "--out", str(out),
    )  # fmt: skip
    results = [json.loads(line) for line in out.read_text().splitlines()[1:]]

    assert match.returncode == 0, match.stderr
    assert {len(result["facts"]["dice"]) for result in results} == {5}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_report_has_a_chapter_on_it(home, language):
    out = home / f"report-{language}.html"
    made = aachen(
        home, "--lang", language, "report", "--game", "harvest", "--players", "2", "--games", "12",
        "--level", "greedy", "--jobs", "1", "--out", str(out),
    )  # fmt: skip

    assert made.returncode == 0, made.stderr
    page = out.read_text()
    assert {
        "en": "How balanced is Harvest?",
        "de": "Wie ausgewogen ist Ernte?",
        "fr": "Moisson est-il équilibré\N{NARROW NO-BREAK SPACE}?",
    }[language] in page
    assert {"en": "Fields that nobody took", "de": "Felder, die niemand nahm", "fr": "Champs que personne"}[
        language
    ] in page


def test_a_title_that_cannot_be_loaded_is_told(tmp_path):
    """It is named in one sentence, and the other games are played as before."""
    broken = tmp_path / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text("[aachen.titles]\nbroken = no_such_module:TITLE\n")
    games = ("broken", "carolus")
    asked = [{"ask": "new", "game": game, "options": {"players": 2}, "luck": {"seed": 1}} for game in games]
    made = aachen(
        tmp_path, "--lang", "en", "engine", typed="".join(f"{json.dumps(each)}\n" for each in asked)
    )
    answers = [json.loads(line) for line in made.stdout.splitlines()]

    assert "The game “broken” is installed but cannot be loaded: No module named" in made.stderr
    assert answers[0]["error"]["code"] == "unknown_game"
    assert answers[1]["ok"]

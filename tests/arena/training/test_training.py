"""A training is the same bytes again: in one process or two, in one go or interrupted."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.arena.training.kit import Castles, Clans, Elsewhere, Hasty, Prospect, teach

from aachen import cli
from aachen.arena.interval import Estimate
from aachen.arena.training import dataset, generations, selfplay, weight_sets, weights_file
from aachen.cli import training

TINY = ["--seed", "3", "--generations", "3", "--games", "10", "--blocks", "1", "--memory", "2", "--jobs", "1"]


@pytest.fixture(autouse=True)
def _small_world(monkeypatch):
    teach(monkeypatch, Castles())
    yield
    selfplay.player_with.cache_clear()


def learn(path: Path, *more: str) -> str:
    """What the training writes."""
    assert cli.main(["train", "carolus", *TINY, "--out", str(path), *more]) == 0
    return path.read_text()


def test_the_same_command_makes_the_same_bytes(tmp_path):
    first, second = learn(tmp_path / "a.json"), learn(tmp_path / "b.json")

    assert first == second
    assert (tmp_path / "a.html").read_text() == (tmp_path / "b.html").read_text()


def test_another_seed_makes_other_weights(tmp_path):
    assert learn(tmp_path / "a.json") != learn(tmp_path / "b.json", "--seed", "4")


def test_the_file_says_how_it_was_made(tmp_path):
    weight_set = json.loads(learn(tmp_path / "a.json"))["castles"]
    said = shlex.split(weight_set["training"]["command"])[1:]

    assert weight_set["features"] == ["castles", "clans"]
    assert cli.main([*said, "--out", str(tmp_path / "b.json"), "--jobs", "1"]) == 0
    assert (tmp_path / "b.json").read_text() == (tmp_path / "a.json").read_text()


def test_an_interrupted_training_goes_on_where_it_was(tmp_path, monkeypatch):
    whole = learn(tmp_path / "whole.json")
    played = []

    def watched(task):
        played.append(task.stage)
        return selfplay.play_games(task)

    def interrupted(task):
        if played.count("3") == 1:
            raise KeyboardInterrupt
        return watched(task)

    monkeypatch.setattr(dataset, "play_games", interrupted)
    path = tmp_path / "part.json"
    assert cli.main(["train", "carolus", *TINY, "--out", str(path)]) == 130
    assert not path.exists()
    played.clear()
    monkeypatch.setattr(dataset, "play_games", watched)

    assert learn(path) == whole
    assert set(played) == {"2", "3"}  # the second is remembered, so it is played once more
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "part.html",
        "part.json",
        "whole.html",
        "whole.json",
    ]


def test_what_was_left_by_another_command_is_not_taken_up(tmp_path):
    path = tmp_path / "a.json"
    Path(f"{path}.castles.unfinished").write_text(
        json.dumps({"plan": {}, "before": [0.0, 0.0], "generations": []})
    )

    assert learn(path) == learn(tmp_path / "b.json")


def test_what_was_left_by_other_bots_is_not_taken_up(tmp_path, monkeypatch):
    played = []

    def watched(task):
        played.append(task.stage)
        return selfplay.play_games(task)

    def interrupted(task):
        if task.stage == "3":
            raise KeyboardInterrupt
        return selfplay.play_games(task)

    monkeypatch.setattr(dataset, "play_games", interrupted)
    path = tmp_path / "a.json"
    assert cli.main(["train", "carolus", *TINY, "--out", str(path)]) == 130
    monkeypatch.setattr(dataset, "play_games", watched)
    monkeypatch.setattr(training, "code_digest", lambda weights: "other bots")
    learn(path)

    assert set(played) == {"1", "2", "3"}


@pytest.mark.parametrize("rubbish", ["", "{", "[]", "7"])
def test_what_was_left_and_cannot_be_read_is_made_again(tmp_path, rubbish):
    path = tmp_path / "a.json"
    Path(f"{path}.castles.unfinished").write_text(rubbish)

    assert learn(path) == learn(tmp_path / "b.json")


def test_other_weight_sets_of_the_game_stay_in_the_file(tmp_path, monkeypatch):
    teach(monkeypatch, Castles(), Elsewhere())
    path = tmp_path / "a.json"
    kept = {"features": ["castles"], "weights": [2.0], "training": {}}
    path.write_text(json.dumps({"elsewhere": kept, "forgotten": kept}))

    weight_sets = json.loads(learn(path, "--weight-set", "castles"))

    assert sorted(weight_sets) == ["castles", "elsewhere"]
    assert weight_sets["elsewhere"] == kept


def test_weight_sets_about_the_same_tables_are_learned_from_the_same_games(tmp_path, monkeypatch):
    teach(monkeypatch, Castles(), Elsewhere(), Clans())

    output = json.loads(learn(tmp_path / "a.json", "--weight-set", "all clans"))

    assert weight_sets.groups_of("carolus") == [["castles", "all clans"], ["elsewhere"]]
    assert sorted(output) == ["all clans", "castles"]
    assert output["castles"]["training"]["games"] == output["all clans"]["training"]["games"]
    assert len(output["all clans"]["weights"]) == 1


def test_a_training_may_begin_with_known_weights(tmp_path):
    """Then its first games are not played at random."""
    first = json.loads(learn(tmp_path / "a.json"))["castles"]["training"]

    second = json.loads(learn(tmp_path / "b.json", "--from", str(tmp_path / "a.json")))["castles"]["training"]

    assert "--from a.json" in second["command"]
    assert first["before"] != second["before"]
    assert first["games"] != second["games"]


def test_the_command_names_weights_below_this_folder_by_their_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    learn(tmp_path / "bots" / "a.json")

    learned = json.loads(learn(tmp_path / "b.json", "--from", "bots/a.json"))

    assert learned["castles"]["training"]["command"].endswith(" --from bots/a.json")


def test_elders_that_know_something_sit_at_the_tables_of_the_newest():
    """The one before comes first, then as many elders as were asked for; nobody who knows nothing is one."""
    history = generations.History({"game": "carolus", "weight_sets": ["castles"]}, {"castles": [0.0]})
    for number in (1, 2, 3):
        learned = dataset.FitReport([float(number)], 1, 0.0, 0.0, 0.0, 0.0, 0.0, [])
        history.generations.append(generations.Generation({"castles": learned}, 1.0, 0.5, 0.0, 1.0, ""))
    seated = [[weights["castles"][0] for weights in history.players(each, 2)] for each in (1, 2, 3, 4)]

    assert seated == [[0.0], [1.0], [2.0, 1.0], [3.0, 1.0, 2.0]]


def test_what_it_began_with_is_an_elder_too():
    history = generations.History({"game": "carolus", "weight_sets": ["castles"]}, {"castles": [0.5]})
    for number in (1, 2):
        learned = dataset.FitReport([float(number)], 1, 0.0, 0.0, 0.0, 0.0, 0.0, [])
        history.generations.append(generations.Generation({"castles": learned}, 1.0, 0.5, 0.0, 1.0, ""))
    seated = [[weights["castles"][0] for weights in history.players(each, 9)] for each in (1, 2, 3)]

    assert seated == [[0.5], [1.0, 0.5], [2.0, 0.5, 1.0]]


@pytest.mark.parametrize(("low", "is_kept"), [(0.51, True), (0.5, False)])
def test_a_league_has_to_prove_itself_against_what_it_began_with(tmp_path, monkeypatch, capsys, low, is_kept):
    """Its generations play short matches against the one before, the last a long one against the first."""
    start, blocks = json.loads(learn(tmp_path / "start.json"))["castles"]["weights"], []

    def played(config, stage, number, *rest):
        blocks.append((stage, number))
        return Estimate(0.6, low, 0.7)

    monkeypatch.setattr(generations, "match", played)
    more = ["--from", str(tmp_path / "start.json"), "--elders", "3", "--blocks", "8", "--seed", "4"]
    weight_set = json.loads(learn(tmp_path / "a.json", *more))["castles"]

    assert blocks == [("1", 2), ("2", 2), ("3", 2), ("gate", 8)]
    assert (weight_set["weights"] != start) == is_kept
    assert weight_set["training"]["matches"] == [
        {"blocks": 8, "won": 0.6, "low": low, "high": 0.7, "kept": is_kept}
    ]
    output = "The new weights are accepted" if is_kept else "proves no improvement"
    assert output in capsys.readouterr().err
    assert output in (tmp_path / "a.html").read_text()


def test_who_knows_only_other_weight_sets_is_no_elder():
    history = generations.History(
        {"game": "carolus", "weight_sets": ["castles"]}, {"castles": [0.0], "clans": [0.5]}
    )

    assert not history.knew_something()


def test_a_league_that_began_with_nothing_has_nothing_to_prove(tmp_path):
    weight_set = json.loads(learn(tmp_path / "a.json", "--elders", "3"))["castles"]

    assert "matches" not in weight_set["training"]


def test_moments_are_noted_after_the_opening():
    """There are none if every game ends in it."""
    weights = selfplay.frozen({"castles": [0.0, 0.0]})
    noted = []
    for opening in (0, 1_000_000):
        config = selfplay.SelfPlayConfig("carolus", ("castles",), 1, samples=10_000, opening=opening)
        games = selfplay.play_games(selfplay.GamesTask(config, "1", (0, 1, 2), (weights,)))
        noted.append(sum(len(game.samples[0].sides) for game in games))

    assert noted[0] > 0
    assert noted[1] == 0


def test_weights_of_features_that_have_moved_are_found_by_name():
    weight_set: dict[str, object] = {"features": ["old", "clans"], "weights": [5.0, 0.5]}

    assert weights_file.weights_for(["castles", "clans"], weight_set) == [0.0, 0.5]


@pytest.mark.parametrize("text", ["{", "[]", '{"a": {"features": ["x"], "weights": []}}', '{"a": 1}'])
def test_a_broken_file_of_weights_is_refused(tmp_path, capsys, text):
    path = tmp_path / "broken.json"
    path.write_text(text)

    assert (
        cli.main(
            ["--lang", "en", "train", "carolus", *TINY, "--from", str(path), "--out", str(tmp_path / "a")]
        )
        == 2
    )
    assert "not a valid file of weights" in capsys.readouterr().err


def test_an_unknown_weight_set_is_refused(tmp_path, capsys):
    assert (
        cli.main(["--lang", "en", "train", "carolus", "--weight-set", "latin", "--out", str(tmp_path / "a")])
        == 2
    )
    assert "no weight set “latin”. Possible weight sets: castles." in capsys.readouterr().err


def test_the_page_speaks_the_readers_language(tmp_path):
    learn(tmp_path / "a.json", "--lang", "de")
    page = (tmp_path / "a.html").read_text()

    assert '<html lang="de">' in page
    assert "Kalibrierung der letzten Generation" in page


def test_even_and_odd_seats_change_places_in_a_block(monkeypatch):
    """Whoever always wins on the even seats gains nothing by it."""
    monkeypatch.setattr(selfplay, "_even_share", lambda task, players: 1.0)
    config = selfplay.SelfPlayConfig("carolus", ("castles",), 1)
    weights = selfplay.frozen({"castles": [1.0, 1.0]})

    assert selfplay.play_match(selfplay.MatchTask(config, "1", 0, weights, weights)) == 0.5


def steps_and_weights(path, monkeypatch, strengths):
    """What a training with a gate keeps, if the steps it tries win so much."""
    output = iter(strengths)
    kept = []
    monkeypatch.setattr(generations, "match", lambda *_: Estimate(next(output), 0.0, 1.0))
    close = generations._close

    def watched(*given):
        kept.append(close(*given))
        return kept[-1]

    monkeypatch.setattr(generations, "_close", watched)
    learn(path, "--gate", "--generations", "1", "--memory", "1")
    return kept[0].step, kept[0].weights()["castles"]


def test_a_gate_takes_the_step_that_wins_most(tmp_path, monkeypatch):
    assert steps_and_weights(tmp_path / "a.json", monkeypatch, [0.4, 0.6, 0.55, 0.5])[0] == 0.5


def test_a_gate_stays_where_it_was_if_nothing_wins(tmp_path, monkeypatch):
    before = tmp_path / "before.json"
    learn(before)
    known = json.loads(before.read_text())["castles"]["weights"]
    monkeypatch.setattr(training, "first_weights", lambda game, start: {"castles": known})

    assert steps_and_weights(tmp_path / "a.json", monkeypatch, [0.4, 0.3, 0.5, 0.2]) == (0.0, known)


# ---- Outlooks ------------------------------------------------------------------------------------


@pytest.fixture
def _two_weight_sets(monkeypatch):
    teach(monkeypatch, Castles(), Prospect())


def look_out(path: Path, *more: str) -> str:
    """What is written when a forecast is learned."""
    words = ["--outlook", "--seed", "3", "--games", "10", "--jobs", "1", "--out", str(path), *more]
    assert cli.main(["train", "carolus", *words]) == 0
    return path.read_text()


@pytest.mark.usefixtures("_two_weight_sets")
def test_a_forecast_is_learned_only_when_it_is_asked_for(tmp_path):
    path = tmp_path / "a.json"

    assert sorted(json.loads(learn(path))) == ["castles"]
    assert sorted(json.loads(look_out(path, "--from", str(path)))) == ["castles", "prospect"]


@pytest.mark.usefixtures("_two_weight_sets")
def test_a_forecast_is_learned_from_games_of_those_it_is_about(tmp_path, monkeypatch):
    """They play by their weights, and what was known of the forecast itself counts for nothing."""
    path, seated = tmp_path / "a.json", []
    known = json.loads(learn(path))["castles"]["weights"]

    def watched(game, weights):
        seated.append(weights)
        return Hasty(weights)

    monkeypatch.setattr(selfplay, "mind_with", watched)
    first = json.loads(look_out(path, "--from", str(path)))
    selfplay.player_with.cache_clear()
    again = json.loads(look_out(path, "--from", str(path)))

    assert any(first["prospect"]["weights"])
    assert first == again
    assert seated == [{"castles": known, "prospect": [0.0, 0.0]}] * 2


@pytest.mark.usefixtures("_two_weight_sets")
def test_a_forecast_that_is_named_need_not_be_asked_for(tmp_path):
    path = tmp_path / "a.json"
    learn(path)
    words = ["--weight-set", "prospect", "--seed", "3", "--games", "10", "--jobs", "1", "--from", str(path)]
    assert cli.main(["train", "carolus", *words, "--out", str(tmp_path / "b.json")]) == 0

    named = json.loads((tmp_path / "b.json").read_text())
    assert named["prospect"] == json.loads(look_out(path, "--from", str(path)))["prospect"]


@pytest.mark.usefixtures("_two_weight_sets")
def test_weight_sets_of_the_same_tables_are_apart_if_others_play(tmp_path):
    assert weight_sets.groups_of("carolus") == [["castles"], ["prospect"]]


@pytest.mark.usefixtures("_two_weight_sets")
@pytest.mark.parametrize(
    "known", [{}, {"castles": {"features": ["castles", "clans"], "weights": [0.0, 0.0]}}]
)
def test_nobody_knows_nothing_and_has_a_forecast(tmp_path, capsys, known):
    (tmp_path / "a.json").write_text(json.dumps(known))
    words = ["--outlook", "--from", str(tmp_path / "a.json"), "--out", str(tmp_path / "b.json")]

    assert cli.main(["--lang", "en", "train", "carolus", *words]) != 0
    assert "has no weights for castles" in capsys.readouterr().err
    assert not (tmp_path / "b.json").exists()


@pytest.mark.usefixtures("_two_weight_sets")
def test_the_file_says_how_a_forecast_was_made(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    learn(Path("a.json"))
    made = json.loads(look_out(Path("b.json"), "--from", "a.json"))["prospect"]
    said = shlex.split(made["training"]["command"])[1:]

    assert cli.main([*said, "--out", "c.json", "--jobs", "1"]) == 0
    assert json.loads(Path("c.json").read_text())["prospect"] == made


@pytest.mark.usefixtures("_two_weight_sets")
@pytest.mark.parametrize(
    ("more", "output"),
    [
        ([], "--from FILE"),
        (["--from", "a.json", "--climb", "4"], "--climb does not work with --forecast"),
        (["--from", "a.json", "--gate"], "--gate does not work with --forecast"),
        (["--from", "a.json", "--elders", "2"], "--elders does not work with --forecast"),
        (["--from", "a.json", "--tries", "2"], "--tries does not work with --forecast"),
        (["--from", "a.json", "--blocks", "9"], "--blocks does not work with --forecast"),
        (["--from", "a.json", "--generations", "2"], "--generations does not work with --forecast"),
        (["--from", "a.json", "--weight-set", "castles"], "Possible weight sets: prospect."),
    ],
)
def test_what_does_not_go_with_a_forecast_is_refused(tmp_path, monkeypatch, capsys, more, output):
    monkeypatch.chdir(tmp_path)
    learn(Path("a.json"))
    before = sorted(each.name for each in tmp_path.iterdir())

    assert cli.main(["--lang", "en", "train", "carolus", "--outlook", "--out", "b.json", *more]) != 0
    assert output in capsys.readouterr().err
    assert sorted(each.name for each in tmp_path.iterdir()) == before


def test_a_game_without_a_forecast_says_so(tmp_path, capsys):
    words = ["--outlook", "--from", str(tmp_path / "a.json"), "--out", str(tmp_path / "b.json")]
    learn(tmp_path / "a.json")

    assert cli.main(["--lang", "en", "train", "carolus", *words]) != 0
    assert "carolus has no forecast to train" in capsys.readouterr().err


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from aachen import cli
sys.exit(cli.main(["--lang", sys.argv[1], "train", "carolus", "--out", sys.argv[2]]))
"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_without_the_extra_training_says_what_to_install(tmp_path, language):
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY, language, str(tmp_path / "a.json")],
        capture_output=True,
        text=True,
    )

    assert ran.returncode == 2
    assert 'pip install "aachen[train]"' in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_old_names_of_options_still_work(tmp_path):
    one = learn(tmp_path / "a.json", "--weight-set", "castles", "--samples", "7")
    other = learn(tmp_path / "b.json", "--lesson", "castles", "--moments", "7")

    assert one == other

"""A climb leans towards what wins, proves itself, and is the same bytes again."""

import json
import shlex

import numpy as np
import pytest
from tests.arena.training.kit import Castles, Clans, teach

from aachen import cli
from aachen.arena.interval import Estimate
from aachen.arena.pool import Pool
from aachen.arena.training import climbing, generations, selfplay
from aachen.arena.training.climbing import Climb, Climber, ClimbSettings
from aachen.arena.training.fitting import differ
from aachen.arena.training.samples import Samples
from aachen.cli import training

SIZE = ["--seed", "3", "--generations", "1", "--games", "10", "--blocks", "10", "--jobs", "1"]
TINY = [*SIZE, "--climb", "4", "--tries", "2"]
CONFIG = selfplay.SelfPlayConfig("carolus", ("castles",), 1)
START = [1.0, 0.2]


@pytest.fixture(autouse=True)
def _small_world(monkeypatch):
    teach(monkeypatch, Castles())
    monkeypatch.setattr(training, "first_weights", lambda game, start: {"castles": START})
    monkeypatch.setattr(generations, "SCOUTS", 5)
    yield
    selfplay.player_with.cache_clear()


def climb(path, *more):
    """What the training writes."""
    assert cli.main(["--lang", "en", "train", "carolus", *TINY, "--out", str(path), *more]) == 0
    return path.read_text()


def favour(task):
    """A match in which whoever weighs clans more always wins."""
    new, old = dict(task.new)["castles"], dict(task.old)["castles"]
    return 1.0 if new[1] > old[1] else 0.0 if new[1] < old[1] else 0.5


def up(steps, alive=(1.0, 1.0)):
    """Where a climb ends if the clans win."""
    climber = Climber(CONFIG, ClimbSettings(steps, 20), 1, 1, {"castles": START}, {"castles": list(alive)})
    way = Climb()
    with Pool(1) as pool:
        for _ in range(steps):
            climber.step(way, pool, lambda _: None)
    return way


def test_the_weights_lean_towards_what_wins(monkeypatch):
    monkeypatch.setattr(climbing, "play_match", favour)
    found = up(8).weights["castles"]

    assert found[1] - START[1] > 0.9
    assert abs(found[0] - START[0]) < 0.5


def test_a_feature_that_tells_nobody_apart_stays(monkeypatch):
    monkeypatch.setattr(climbing, "play_match", favour)

    assert up(2, (0.0, 1.0)).weights["castles"][0] == START[0]


def test_if_nobody_wins_the_weights_stay(monkeypatch):
    monkeypatch.setattr(climbing, "play_match", lambda task: 0.5)

    assert up(2).weights["castles"] == START


def test_at_each_quarter_of_the_way_but_the_last_there_is_a_match(monkeypatch):
    monkeypatch.setattr(climbing, "play_match", favour)

    assert [mark.step for mark in up(8).marks] == [2, 4, 6]
    assert [mark.won for mark in up(8).marks] == [1.0, 1.0, 1.0]


def test_steps_become_shorter_and_tries_narrower():
    ascent = ClimbSettings(10, pace=2.0, reach=0.4)

    assert [ascent.length(1), ascent.width(1)] == [2.0, 0.4]
    assert ascent.length(5) > ascent.length(6) > 0.0
    assert ascent.width(5) > ascent.width(6) > 0.3


def test_small_weights_are_tried_as_far_as_usual_ones():
    assert climbing.spans([4.0, 0.0, -2.0], 0.5) == [2.0, 1.0, 1.0]
    assert climbing.spans([0.0, 0.0], 0.5) == [0.5, 0.5]


def test_features_differ_if_they_do_so_in_any_sample():
    alike, other = [1.0, 2.0, 3.0], [1.0, 5.0, 3.0]
    samples = Samples([2, 3], [1.0, 0.0] * 2 + [0.0], np.array([alike] * 4 + [other]))

    assert differ(samples) == [0.0, 1.0, 0.0]


def gate(monkeypatch, low):
    """A last match with this lower end of its interval."""

    def proved(config, stage, *rest):
        return Estimate(0.6, low, 0.7) if stage == "1 gate" else climbing.match(config, stage, *rest)

    monkeypatch.setattr(generations, "match", proved)


def test_what_is_not_surely_better_is_refused(tmp_path, monkeypatch, capsys):
    gate(monkeypatch, 0.5)
    weight_set = json.loads(climb(tmp_path / "a.json"))["castles"]

    assert weight_set["weights"] == START
    assert weight_set["training"]["matches"] == [
        {"blocks": 10, "won": 0.6, "low": 0.5, "high": 0.7, "kept": False}
    ]
    assert "proves no improvement" in capsys.readouterr().err


def test_what_surely_wins_is_kept(tmp_path, monkeypatch, capsys):
    gate(monkeypatch, 0.51)
    weight_set = json.loads(climb(tmp_path / "a.json"))["castles"]

    assert weight_set["weights"] != START
    assert weight_set["training"]["matches"][0]["kept"] is True
    assert "The new weights are accepted" in capsys.readouterr().err
    assert "Strength by step" in (tmp_path / "a.html").read_text()


def test_a_weight_set_that_does_not_climb_is_learned_from_the_games(tmp_path, monkeypatch):
    class Common(Clans):
        is_tuned = False

    teach(monkeypatch, Castles(), Common())
    first = {"castles": START, "all clans": [0.0]}
    monkeypatch.setattr(training, "first_weights", lambda game, start: first)
    gate(monkeypatch, 0.51)
    seen = []

    def watched(task):
        seen.append(dict(task.new)["all clans"])
        return 0.5

    monkeypatch.setattr(climbing, "play_match", watched)
    text = json.loads(climb(tmp_path / "a.json"))

    assert set(seen) == {(0.0,)}
    assert text["all clans"]["weights"][0] > 0.0


def test_the_file_says_how_to_climb_again(tmp_path):
    first = climb(tmp_path / "a.json")
    said = shlex.split(json.loads(first)["castles"]["training"]["command"])[1:]

    assert cli.main([*said, "--out", str(tmp_path / "b.json"), "--jobs", "1"]) == 0
    assert first == (tmp_path / "b.json").read_text()


def test_an_interrupted_climb_goes_on_after_its_last_step(tmp_path, monkeypatch):
    monkeypatch.setattr(generations, "FAIR", 0.0)
    whole = climb(tmp_path / "whole.json")
    fought = []

    def watched(task):
        fought.append(task.stage)
        return selfplay.play_match(task)

    def interrupted(task):
        if "1 step 3" in fought:
            raise KeyboardInterrupt
        return watched(task)

    path = tmp_path / "part.json"
    monkeypatch.setattr(climbing, "play_match", interrupted)
    assert cli.main(["train", "carolus", *TINY, "--out", str(path)]) == 130
    fought.clear()
    monkeypatch.setattr(climbing, "play_match", watched)

    assert climb(path) == whole
    assert (tmp_path / "part.html").read_text() == (tmp_path / "whole.html").read_text()
    assert fought[0] == "1 step 3"
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (["--climb", "2", "--gate"], "--gate does not work with --climb"),
        (["--climb", "2", "--elders", "2"], "does not work with --climb"),
        (["--climb", "2", "--memory", "2"], "does not work with --climb"),
        (["--tries", "5"], "Add --climb with the number of steps"),
        (["--pace", "2"], "works only with --climb"),
        (["--climb", "2", "--blocks", "9"], "at least --blocks 10"),
        (["--climb", "2", "--reach", "1.5"], "--reach must be above 0 and at most 1.0, not 1.5"),
        (["--climb", "2", "--reach", "0"], "--reach must be above 0"),
        (["--climb", "2", "--pace", "nan"], "--pace: needs a number, 0 or more, not 'nan'"),
    ],
)
def test_options_that_do_not_go_together_are_refused(tmp_path, capsys, wrong, right):
    assert cli.main(["--lang", "en", "train", "carolus", *wrong, "--out", str(tmp_path / "a")]) == 2
    assert right in capsys.readouterr().err

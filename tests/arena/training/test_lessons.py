"""The lessons of our games can be trained, with the same result in one process and in two."""

import json
from pathlib import Path

import pytest

from aachen import cli
from aachen.arena.training.climbing import Ascent, Climb, Climber
from aachen.arena.training.crew import Crew
from aachen.arena.training.lessons import groups_of, lessons_of, mind_with
from aachen.arena.training.selfplay import School
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

TINY = ["--seed", "3", "--generations", "1", "--games", "10", "--blocks", "0", "--moments", "5"]


def learn(game: str, lesson: str, path: Path, jobs: int) -> str:
    arguments = ["train", game, "--lesson", lesson, *TINY, "--jobs", str(jobs), "--out", str(path)]
    assert cli.main(arguments) == 0
    return path.read_text()


def test_two_processes_learn_what_one_learns(tmp_path):
    one, two = (learn("carolus", "2 players", tmp_path / f"{jobs}.json", jobs) for jobs in (1, 2))

    assert one == two
    assert any(json.loads(one)["2 players"]["weights"])


@pytest.mark.parametrize("name", ["base_2", "base"])
def test_the_homelands_that_were_dealt_are_learned_apart(name):
    """Each seat has another one, and none of it comes into the weights."""
    lesson = lessons_of("carolingi")[name]
    for options in lesson.options():
        game = GAMES["carolingi"]
        pos = game.new(game.options(options), SeededLuck(5))
        rows = lesson.circumstances(pos)

        assert [len(row) for row in rows] == [lesson.apart] * len(pos.seats())
        assert [sum(row) for row in rows] == [pytest.approx(1.0)] * len(rows)
        assert len({row.index(max(row)) // 2 for row in rows}) == len(rows)


def test_homelands_that_are_chosen_are_not_learned_apart():
    assert [lessons_of("carolingi")[name].apart for name in ("advanced", "814")] == [0, 0]


def climbed(jobs: int) -> Climb:
    """A climb of one step."""
    start = {name: [0.2] * len(lesson.features) for name, lesson in lessons_of("carolus").items()}
    alive = {"2 players": [1.0] * len(start["2 players"])}
    climber = Climber(School("carolus", ("2 players",), 1), Ascent(1, 2), 1, 1, start, alive)
    climb = Climb()
    with Crew(jobs) as crew:
        climber.step(climb, crew, lambda _: None)
    return climb


def test_two_processes_climb_where_one_climbs():
    assert climbed(1) == climbed(2)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_lesson_fits_its_weights_and_its_games(game):
    shipped = json.loads((Path(cli.__file__).parents[1] / "bots" / game / "weights.json").read_text())
    for name, lesson in lessons_of(game).items():
        rules = GAMES[game]
        for named in lesson.options():
            pos = rules.new(rules.options(named), SeededLuck(1))
            assert {len(lesson.features)} == {len(row) for row in lesson.rows(pos)}
        assert shipped[name]["features"] == lesson.features
        assert len(shipped[name]["weights"]) == len(lesson.features)


def test_failure_is_learned_together_with_its_scenario():
    assert ["814", "814_failure"] in groups_of("carolingi")


def test_a_mind_plays_with_the_weights_it_is_given():
    """Who weighs nothing sees no difference between the sides."""
    game = GAMES["carolus"]
    pos = game.new(game.options({"players": 2}), SeededLuck(1))
    nothing = {name: [0.0] * len(lesson.features) for name, lesson in lessons_of("carolus").items()}

    assert mind_with("carolus", nothing).chances(pos) == pytest.approx([0.5, 0.5])

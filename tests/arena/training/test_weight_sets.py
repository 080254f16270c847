"""The weight sets of our games can be trained, with the same result in one process and in two."""

import json
from pathlib import Path

import pytest

from aachen import cli
from aachen.arena.pool import Pool
from aachen.arena.training.climbing import Climb, Climber, ClimbSettings
from aachen.arena.training.selfplay import SelfPlayConfig
from aachen.arena.training.weight_sets import groups_of, weight_sets_of
from aachen.bots.minds import mind_with
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

TINY = ["--seed", "3", "--generations", "1", "--games", "10", "--blocks", "0", "--moments", "5"]


def learn(game: str, weight_set: str, path: Path, jobs: int) -> str:
    arguments = ["train", game, "--weight-set", weight_set, *TINY, "--jobs", str(jobs), "--out", str(path)]
    assert cli.main(arguments) == 0
    return path.read_text()


def test_two_processes_learn_what_one_learns(tmp_path):
    one, two = (learn("carolus", "2 players", tmp_path / f"{jobs}.json", jobs) for jobs in (1, 2))

    assert one == two
    assert any(json.loads(one)["2 players"]["weights"])


@pytest.mark.parametrize("name", ["base_2", "base"])
def test_the_homelands_that_were_dealt_are_learned_apart(name):
    """Each seat has another one, and none of it comes into the weights."""
    weight_set = weight_sets_of("carolingi")[name]
    for options in weight_set.options():
        game = GAMES["carolingi"]
        pos = game.new(game.options(options), SeededLuck(5))
        rows = weight_set.covariates(pos)

        assert [len(row) for row in rows] == [weight_set.covariate_count] * len(pos.seats())
        assert [sum(row) for row in rows] == [pytest.approx(1.0)] * len(rows)
        assert len({row.index(max(row)) // 2 for row in rows}) == len(rows)


def test_homelands_that_are_chosen_are_not_learned_apart():
    assert [weight_sets_of("carolingi")[name].covariate_count for name in ("advanced", "814")] == [0, 0]


def climbed(jobs: int) -> Climb:
    """A climb of one step."""
    start = {name: [0.2] * len(weight_set.features) for name, weight_set in weight_sets_of("carolus").items()}
    alive = {"2 players": [1.0] * len(start["2 players"])}
    climber = Climber(SelfPlayConfig("carolus", ("2 players",), 1), ClimbSettings(1, 2), 1, 1, start, alive)
    climb = Climb()
    with Pool(jobs) as pool:
        climber.step(climb, pool, lambda _: None)
    return climb


def test_two_processes_climb_where_one_climbs():
    assert climbed(1) == climbed(2)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_weight_set_fits_its_weights_and_its_games(game):
    shipped = json.loads((Path(cli.__file__).parents[1] / "bots" / game / "weights.json").read_text())
    for name, weight_set in weight_sets_of(game).items():
        rules = GAMES[game]
        for named in weight_set.options():
            pos = rules.new(rules.options(named), SeededLuck(1))
            assert {len(weight_set.features)} == {len(row) for row in weight_set.rows(pos)}
        assert shipped[name]["features"] == weight_set.features
        assert len(shipped[name]["weights"]) == len(weight_set.features)


def test_failure_is_learned_together_with_its_scenario():
    assert ["814", "814_failure"] in groups_of("carolingi")


def test_a_mind_plays_with_the_weights_it_is_given():
    """Who weighs nothing sees no difference between the sides."""
    game = GAMES["carolus"]
    pos = game.new(game.options({"players": 2}), SeededLuck(1))
    nothing = {
        name: [0.0] * len(weight_set.features) for name, weight_set in weight_sets_of("carolus").items()
    }

    assert mind_with("carolus", nothing).chances(pos) == pytest.approx([0.5, 0.5])

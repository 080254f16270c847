"""Datasets: the same command makes the same bytes, what is shipped follows the rules, and a small net learns from it."""

import importlib.util
import json
import lzma
import re
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import run_page
from aachen import cli
from aachen.arena.game_archive import GameArchive
from aachen.core.errors import BadInput
from aachen.env.datasets import load_games, load_samples, save_samples, tensor_of, to_samples

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "docs" / "data").glob("*.jsonl.xz"))
MAKE = ["dataset", "carolus", "--players", "2", "--level", "random", "--seed", "5", "--jobs", "1"]


def make(tmp_path, *more, name="games.jsonl.xz"):
    path = tmp_path / name
    assert cli.main([*MAKE, "--games", "3", "--out", str(path), *more]) == 0
    return path


def test_the_same_command_makes_the_same_bytes(tmp_path, capsys):
    first = make(tmp_path).read_bytes()

    assert "3 games" in capsys.readouterr().out
    assert make(tmp_path, name="again.jsonl.xz").read_bytes() == first


def test_the_card_says_how_it_was_made(tmp_path, capsys):
    path = make(tmp_path)
    capsys.readouterr()

    assert cli.main(["dataset", "--from", str(path)]) == 0

    card = json.loads(capsys.readouterr().out)

    assert (card["game"], card["games"], card["levels"]) == ("carolus", 3, ["random"])
    assert card["seeds"] == [5, 7]
    assert card["command"] == "aachen dataset carolus --players 2 --games 3 --level random --seed 5"
    assert {"rules", "version", "code", "license", "options"} <= set(card)


def test_every_game_is_a_whole_log_by_the_rules(tmp_path):
    games = list(load_games(str(make(tmp_path))))
    last = [list(game.steps())[-1] for game in games]

    assert [game.number for game in games] == [1, 2, 3]
    assert [step.outcome for step in last] == [game.outcome for game in games]
    assert all(game.header["names"] == {"white": "random", "black": "random"} for game in games)


def test_a_game_that_breaks_the_rules_is_noticed(tmp_path):
    path = make(tmp_path)
    lines = lzma.decompress(path.read_bytes()).decode().splitlines()
    at = next(at for at, line in enumerate(lines) if '"seq":3' in line)
    lines[at] = re.sub(r'"digest":"\w+"', '"digest":"0000000000000000"', lines[at])
    with lzma.open(path, "wt") as file:
        file.write("\n".join(lines) + "\n")

    with pytest.raises(BadInput, match="dataset_bad_game"):
        list(next(iter(load_games(str(path)))).steps())


def test_a_file_that_was_cut_off_is_noticed(tmp_path):
    path = make(tmp_path)
    lines = lzma.decompress(path.read_bytes()).decode().splitlines()
    with lzma.open(path, "wt") as file:
        file.write("\n".join(lines[:-1]) + "\n")

    with pytest.raises(BadInput, match="dataset_cut_off"):
        list(load_games(str(path)))


def test_tensors_hold_what_the_choosing_seat_knew_chose_and_won(tmp_path):
    path = make(tmp_path)
    samples = to_samples(load_games(str(path)), every=5)
    game = next(iter(load_games(str(path))))
    steps = list(game.steps())
    row = int(np.flatnonzero(samples.entries == 10)[0])
    before = next(step for step in game.steps() if step.seq == 9).position
    after = next(step for step in steps if step.seq == 10)

    assert before is not None
    assert after.seat is not None
    assert after.action is not None
    seat = before.seats().index(after.seat)

    places: Any = game.outcome["places"]

    assert samples.games[row] == 1
    assert (samples.seats[row], samples.actions[row]) == (seat, before.read_action(after.action))
    assert (samples.observations[row] == tensor_of(before, seat)).all()
    assert samples.won[row] == float(places[after.seat] == 1)
    assert set(samples.entries.tolist()) == {at for at in samples.entries.tolist() if at % 5 == 0}
    assert set(samples.of_games([2]).games.tolist()) == {2}


def test_tensors_are_written_and_read_again(tmp_path, capsys):
    made, out = make(tmp_path), tmp_path / "games.npz"

    assert cli.main(["dataset", "--from", str(made), "--out", str(out), "--every", "10"]) == 0

    found, wanted = load_samples(str(out)), to_samples(load_games(str(made)), every=10)

    assert (found.observations == wanted.observations).all()
    assert (found.won == wanted.won).all()
    assert found.card == GameArchive(made).card

    save_samples(found.of_games([1]), str(out))

    assert set(load_samples(str(out)).games.tolist()) == {1}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*MAKE, "--out", "games.txt"], ".jsonl.xz"),
        (["dataset", "--from", "nowhere.jsonl.xz"], "nowhere.jsonl.xz"),
        (["dataset", "--from", str(ROOT / "README.md")], "not a dataset"),
        (["dataset", "--from", str(ROOT / "README.md"), "--out", "a.jsonl.xz"], "only become tensors"),
    ],
)
def test_what_makes_no_sense_is_refused(words, said, capsys):
    assert cli.main(["--lang", "en", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_what_is_shipped_is_whole_and_follows_the_rules(path):
    """All games are counted; the first two are replayed."""
    archive = load_games(str(path))
    games: Any = archive.card["games"]
    numbers = [game.number for game in archive]

    assert numbers == list(range(1, games + 1))
    for game in islice(archive, 2):
        assert list(game.steps())[-1].outcome == game.outcome
    assert path.stat().st_size < 3_000_000


def test_both_games_are_shipped():
    assert {load_games(str(path)).card["game"] for path in SHIPPED} == {"carolingi", "carolus"}


def test_the_example_learns_what_can_be_learned():
    """Whoever has more of one thing wins, but for noise: the net comes near the best that is possible."""
    spec = importlib.util.spec_from_file_location("net", ROOT / "docs" / "examples" / "train_value_net.py")
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    rng = np.random.default_rng(3)
    inputs = rng.normal(0, 1, (2000, 6)).astype(np.float32)
    chance = 1 / (1 + np.exp(-2 * inputs[:, 0]))
    won = (rng.random(2000) < chance).astype(np.float32)
    loss, guess = example.tested(inputs, won, np.arange(2000) % 5 == 0)

    assert guess == pytest.approx(np.log(2), abs=0.01)
    assert loss < example.loss_of(chance, won) + 0.1
    assert loss < guess - 0.1


def test_the_page_on_data_says_what_its_blocks_print(monkeypatch, tmp_path):
    """Run from the root, as readers do; the figure is drawn anew and must be the committed one."""
    monkeypatch.chdir(ROOT)
    figure = ROOT / "docs" / "images" / "homelands.svg"
    before = figure.read_bytes()
    page = (ROOT / "docs" / "how-to" / "use-data.md").read_text("utf-8")
    try:
        now = run_page.run(page)
        drawn = figure.read_bytes()
    finally:
        figure.write_bytes(before)

    assert now == page
    assert drawn == before

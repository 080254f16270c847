"""Ctrl-C in long work: what was done is said, and how to go on."""

from pathlib import Path

import pytest

from aachen import cli
from aachen.arena.running import play_missing
from aachen.arena.training.generations import train
from aachen.cli import fuzz, report_games, training

REPORT = ["report", "--game", "carolus", "--players", "2", "--games", "3", "--level", "random", "--jobs", "1"]
TRAIN = [
    *["train", "carolus", "--weight-set", "2 players", "--generations", "2", "--games", "10"],
    *["--blocks", "0", "--samples", "4", "--jobs", "1"],
]


def interrupted_after(number, work):
    """The same work, interrupted when it has given so many results."""

    def run(*args, **keys):
        for at, result in enumerate(work(*args, **keys)):
            yield result
            if at + 1 == number:
                raise KeyboardInterrupt

    return run


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Interrupted. The same command with --seed 9 --games 4 plays the rest."),
        ("de", "Unterbrochen. Derselbe Befehl mit --seed 9 --games 4 spielt den Rest."),
        ("fr", "Interrompu. La même commande avec --seed 9 --games 4 joue le reste."),
    ],
)
def test_fuzzing_says_what_it_played_and_which_seed_comes_next(language, text, monkeypatch, capsys):
    played = fuzz.fuzz_task

    def task(game, task):
        if task[2] == 9:
            raise KeyboardInterrupt
        return played(game, task)

    monkeypatch.setattr(fuzz, "fuzz_task", task)
    command = ["fuzz", "--game", "carolus", "--players", "2", "--seed", "7", "--games", "6", "--jobs", "1"]

    assert cli.main(["--lang", language, *command]) == 130
    out, err = capsys.readouterr()
    assert out.startswith("2 ")
    assert err.strip() == text


def test_games_that_overtook_others_are_not_lost_from_sight():
    totals = fuzz.FuzzTotals(5)
    totals.seeds |= {5, 6, 8}

    assert totals.next_seed() == 7


def test_a_report_says_what_is_kept_and_the_same_command_goes_on(monkeypatch, capsys):
    with monkeypatch.context() as once:
        once.setattr(report_games, "play_missing", interrupted_after(2, play_missing))

        assert cli.main(["--lang", "en", *REPORT]) == 130
    text = "Interrupted. 2 of 3 games are saved in report.games. The same command plays the rest and writes the page."
    assert capsys.readouterr().err.strip() == text
    assert not Path("report.html").exists()
    assert cli.main(["--lang", "en", *REPORT]) == 0
    assert "report.html reports on 3 games" in capsys.readouterr().out


def test_a_training_says_what_is_kept_and_the_same_command_goes_on(monkeypatch, capsys):
    monkeypatch.setattr(training, "train", interrupted_after(1, train))

    assert cli.main(["--lang", "en", *TRAIN]) == 130
    text = capsys.readouterr().err.strip().splitlines()
    assert text[-2].startswith("2 players, generation 1 of 2")
    assert text[-1] == (
        "Interrupted. Weight sets written to weights.json: 0 of 1. Finished generations of the next one are saved; "
        "the same command continues from there."
    )
    cli.main(["--lang", "en", *TRAIN])
    assert capsys.readouterr().err.startswith("2 players, generation 2 of 2")

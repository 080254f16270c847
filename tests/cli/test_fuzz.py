"""Random play finds what was planted, saves it, and what it saved leads there again."""

import json
import os
import signal
from typing import Any

import pytest

from aachen import cli
from aachen.cli import fuzz, fuzz_game
from aachen.core import game_loop
from aachen.core.errors import Fault
from aachen.core.luck import SeededLuck
from aachen.core.replay import replay
from aachen.games import GAMES

REAL = GAMES["carolingi"]


class Planted:
    """A position with a bug in it; everything else is asked of the real one."""

    def __init__(self, real: Any, bug: str) -> None:
        self.real = real
        self.bug = bug
        self.played = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def copy(self):
        other = Planted(self.real if self.bug == "copy" else self.real.copy(), self.bug)
        other.played = self.played
        return other

    def imagine(self, viewer, luck):
        return Planted(self.real.imagine(viewer, luck), self.bug)

    def play(self, seat, action, luck, tell=None):
        self.played += 1
        self.real.play(seat, action, luck, tell)
        if self.bug == "crash" and self.played == 5:
            raise ZeroDivisionError("planted")

    def offers(self, seat):
        offers = self.real.offers(seat)
        if self.bug == "dead_end" and self.played == 5:
            return []
        return offers[::2] if self.bug == "offers" else offers

    def check(self):
        return (
            [Fault("below_zero", "planted", {"number": -1})]
            if self.bug == "invariant" and self.played > 4
            else []
        )

    def outcome(self):
        return None if self.bug == "endless" else self.real.outcome()

    def view(self, viewer):
        output = self.real.view(viewer)
        return {**output, "leak": self.real.write()} if self.bug == "view" else output

    def digest(self):
        return str(id(self)) if self.bug == "digest" else self.real.digest()


class PlantedGame:
    """The game with that position."""

    def __init__(self, bug: str) -> None:
        self.bug = bug

    def __getattr__(self, name: str) -> Any:
        return getattr(REAL, name)

    def new(self, options, luck, tell=None):
        if self.bug == "setup":
            luck.pick("palace", [1])
            raise ZeroDivisionError("planted")
        return Planted(REAL.new(options, luck, tell), self.bug)

    def read(self, text, options=None):
        position = Planted(REAL.read(text, options), self.bug)
        if self.bug == "notation":
            seat = position.real.to_act()[0]
            position.real.play(seat, position.real.offers(seat)[0], SeededLuck(1))
        return position


@pytest.fixture
def plant(monkeypatch):
    """Put a bug into the game, and examine everything at every step."""

    def put(bug):
        game = PlantedGame(bug)
        monkeypatch.setitem(GAMES, "carolingi", game)
        monkeypatch.setattr(fuzz_game, "RARELY", 1.0)
        return game

    return put


def found(tmp_path, capsys):
    """Run the hunt on one game: the log it saved and the text beside it."""
    out = tmp_path / "finds"
    assert cli.main(["fuzz", "--games", "1", "--players", "2", "--jobs", "1", "--out", str(out)]) == 1
    assert "Errors found: 1." in capsys.readouterr().out
    (log,) = out.glob("*.log")
    return log, log.with_suffix(".txt").read_text(encoding="utf-8")


def test_a_sound_game_has_no_finds(tmp_path, capsys):
    out = tmp_path / "finds"

    assert cli.main(["fuzz", "--games", "2", "--players", "2,4", "--jobs", "1", "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith("2 games with ")
    assert not out.exists()


def test_several_processes_find_nothing_either(tmp_path, capsys):
    arguments = ["fuzz", "--games", "4", "--jobs", "2", "--out", str(tmp_path / "finds"), "--lang", "de"]

    assert cli.main([*arguments, "--options", '{"last_year":830}']) == 0
    assert capsys.readouterr().out.startswith("4 Partien mit ")


@pytest.mark.parametrize("bug", ["crash", "dead_end", "invariant", "offers", "copy", "notation", "view"])
def test_a_planted_bug_is_found_and_saved(bug, plant, tmp_path, capsys):
    plant(bug)
    log, output = found(tmp_path, capsys)

    assert log.name == f"carolingi-2p-1-{bug}.log"
    assert output.startswith(f"{bug}: ")


def test_a_digest_that_changes_is_found(plant):
    result = fuzz_game.fuzz_game(plant("digest"), {}, 2, 1)

    assert result.find is not None
    assert result.find.kind in ("digest", "copy")


def test_an_endless_game_is_found(plant, monkeypatch):
    monkeypatch.setattr(game_loop, "MOST_ACTIONS", 20)
    monkeypatch.setattr(fuzz_game, "RARELY", 0.0)
    result = fuzz_game.fuzz_game(plant("endless"), {}, 2, 1)

    assert result.find is not None
    assert (result.find.kind, result.actions) == ("endless", 20)


def test_a_saved_crash_crashes_again_at_its_last_line(plant, tmp_path, capsys):
    game = plant("crash")
    log, output = found(tmp_path, capsys)
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    steps = replay(lines, {"carolingi": game})
    sound = [next(steps) for _ in lines[:-1]]

    assert "ZeroDivisionError: planted" in output
    assert [step.fault for step in sound if step.fault] == []
    assert len(lines) == 1 + 5
    with pytest.raises(ZeroDivisionError, match="planted"):
        next(steps)


def test_a_saved_crash_becomes_a_plain_fault_once_it_is_mended(plant, tmp_path, capsys):
    """Whoever mends the rules sees the crash gone: only the unknown digest of the last line remains."""
    plant("crash")
    log, _ = found(tmp_path, capsys)
    *sound, last = replay(log.read_text(encoding="utf-8").splitlines(keepends=True), {"carolingi": REAL})

    assert [step.fault for step in sound if step.fault] == []
    assert last.fault is not None
    assert last.fault.code == "log_other_digest"


def test_a_saved_impossible_position_is_shown_by_a_checking_replay(plant, tmp_path, capsys):
    plant("invariant")
    log, output = found(tmp_path, capsys)

    assert cli.main(["replay", "--quiet", str(log)]) == 0
    assert cli.main(["replay", "--quiet", "--check", str(log)]) == 1
    assert "A count has fallen to -1" in capsys.readouterr().err
    assert "aachen replay --check" in output


def test_a_crash_at_set_up_is_saved_too(plant, tmp_path, capsys):
    game = plant("setup")
    log, _ = found(tmp_path, capsys)
    (line,) = log.read_text(encoding="utf-8").splitlines()

    assert json.loads(line)["luck"] == [["palace", "yellow"]]
    with pytest.raises(ZeroDivisionError):
        next(replay([line + "\n"], {"carolingi": game}))


def test_the_same_seed_plays_the_same_game():
    first, second = (fuzz_game.RandomPlayer(REAL, REAL.options({"players": 3}), 7) for _ in range(2))
    first.play_on()
    second.play_on()

    assert first.lines() == second.lines()


def test_all_rules_are_played_with_all_numbers_of_players():
    sets = fuzz.option_sets(REAL, {}, None)
    rules = {(named["variant"], named["anarchy"], named["hourglass"]) for named, _ in sets}

    assert len(sets) == 3 * 2 * 2 * 5
    assert len(rules) == 12
    assert {players for _, players in sets} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("arguments", "sets"),
    [
        (["--variant", "814"], 4 * 5),
        (["--module", "anarchy"], 6 * 5),
        (["--hourglass"], 6 * 5),
        (["--variant", "advanced", "--module", "anarchy", "--hourglass", "--players", "3"], 1),
        (["--options", '{"last_year":830}'], 8 * 5),  # 830 is no year of Scenario 814
    ],
)
def test_the_hunt_can_be_narrowed(arguments, sets, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(
        fuzz, "fuzz_game", lambda game, named, players, seed: fuzz_game.FuzzResult(seed, 1, None)
    )
    line = ["fuzz", "--games", "100", "--jobs", "1", "--out", str(tmp_path), *arguments]

    assert cli.main(line) == 0
    assert capsys.readouterr().out == f"100 games with 100 actions (option sets: {sets}). Errors found: 0.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "2,9"], "This board does not support 9 players"),
        (["--variant", "815"], "There is no variant “815”"),
        (["--variant", "814", "--options", '{"last_year":830}'], "The game cannot end in 830"),
    ],
)
def test_a_wish_that_can_never_be_is_refused(arguments, sentence, tmp_path, capsys):
    assert cli.main(["fuzz", "--games", "1", "--jobs", "1", "--out", str(tmp_path), *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_the_table_acts_too_and_its_acts_are_in_the_log(monkeypatch):
    monkeypatch.setattr(fuzz_game, "OF_THE_TABLE", 0.9)
    hunter = fuzz_game.RandomPlayer(REAL, REAL.options({"players": 2, "hourglass": 60, "last_year": 830}), 3)
    hunter.play_on()

    assert any('"seat":"table"' in line for line in hunter.lines())


def test_a_find_can_be_played_again_with_its_options(plant, tmp_path, capsys):
    plant("crash")
    log, output = found(tmp_path, capsys)
    (options,) = [
        line.partition("--options ")[2].strip("'") for line in output.splitlines() if "Play it" in line
    ]

    assert set(json.loads(options)) == {"variant", "anarchy", "hourglass"}
    assert (
        json.loads(options).get("hourglass")
        == json.loads(log.read_text().splitlines()[0])["options"]["hourglass"]
    )


def test_time_ends_the_hunt(monkeypatch, tmp_path, capsys):
    clock = iter(range(1000))
    monkeypatch.setattr("aachen.cli.fuzz.time.monotonic", lambda: next(clock))
    arguments = ["fuzz", "--seconds", "3", "--players", "2", "--jobs", "1", "--options", '{"last_year":830}']

    assert cli.main([*arguments, "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("2 games with ")


def die(game, task):
    """A worker that is killed while it plays."""
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills otherwise")
def test_a_worker_that_was_killed_is_a_find(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(fuzz, "fuzz_task", die)

    assert cli.main(["fuzz", "--games", "3", "--jobs", "2", "--out", str(tmp_path)]) == 1
    output = capsys.readouterr()
    assert "one of the seeds 1, 2, 3" in output.err
    assert output.out == "0 games with 0 actions (option sets: 0). Errors found: 1.\n"

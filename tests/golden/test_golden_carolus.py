"""Golden games of Carolus Magnus come out as they always did; see `test_golden.py`."""

from pathlib import Path

import pytest
from tests.golden.carolus_playthroughs import ENDINGS, NAMES, PLAYERS, WHOLE, checksums, play, play_whole
from tests.golden.test_golden import difference

from aachen.core.replay import replay
from aachen.games import GAMES

FOLDER = Path(__file__).parent / "carolus"


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_played_as_ever(name):
    """Every action, answer of luck, fingerprint, offer and position."""
    game = play(name)

    assert not difference(f"{name}.txt", "\n".join(game.text) + "\n", FOLDER)
    assert not difference(f"{name}.log", "\n".join(game.record.lines) + "\n", FOLDER)


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_golden_game_is_played_as_ever(name):
    """From set-up to its own end: every action, answer of luck and fingerprint."""
    game = play_whole(name)

    assert game.header.position is None
    assert not difference(f"whole_{name}.log", "\n".join(game.lines) + "\n", FOLDER)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["", "whole_"])
def test_a_golden_log_replays(name, kind):
    """Checked and played line by line, it ends as its name says."""
    with (FOLDER / f"{kind}{name}.log").open(encoding="utf-8") as lines:
        steps = list(replay(lines, GAMES))
    outcome = steps[-1].outcome

    assert [fault for step in steps for fault in step.faults] == []
    assert outcome is not None
    assert outcome["ending"] == name.split("_players_")[1]
    assert len(steps[0].position.seats() if steps[0].position else []) == int(name[0])


def test_random_games_have_the_checksum_they_always_had():
    """The same in plain Python and compiled, on every machine: all offers, choices, luck and fingerprints."""
    assert not difference("checksums.txt", checksums(), FOLDER)


def test_there_is_a_golden_game_for_every_ending_and_number_of_players():
    """And no file that nobody compares."""
    expected = {f"{name}.{ending}" for name in NAMES for ending in ("log", "txt")} | {"checksums.txt"}
    expected |= {f"whole_{name}.log" for name in NAMES}

    assert {path.name for path in FOLDER.iterdir()} == expected
    assert list(WHOLE) == NAMES
    assert len(NAMES) == len(PLAYERS) * len(ENDINGS)

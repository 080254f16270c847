"""Golden games come out as they always did; what exactly changed, if not, is shown as a diff.

After a change that is meant, `.venv/bin/python tools/make_golden.py` writes them anew; read its diff before committing.
"""

import difflib
from pathlib import Path

import pytest
from tests.golden.carolingi_playthroughs import ENDINGS, NAMES, PLAYERS, checksums, play

from aachen.core.replay import replay
from aachen.games import GAMES

FOLDER = Path(__file__).parent / "carolingi"


def difference(name: str, made: str, folder: Path = FOLDER) -> str:
    """What a golden file and the game of today have not in common, shortened to what a person reads."""
    kept = (folder / name).read_text("utf-8")
    lines = difflib.unified_diff(
        kept.splitlines(), made.splitlines(), f"golden {name}", "now", lineterm="", n=2
    )
    return "\n".join(list(lines)[:60])


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_played_as_ever(name):
    """Every action, answer of luck, fingerprint, offer and position."""
    game = play(name)

    assert not difference(f"{name}.txt", "\n".join(game.text) + "\n")
    assert not difference(f"{name}.log", "\n".join(game.record.lines) + "\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_log_replays(name):
    """Checked and played line by line, it ends as its name says."""
    with (FOLDER / f"{name}.log").open(encoding="utf-8") as lines:
        steps = list(replay(lines, GAMES))
    kinds = [event.kind for step in steps for event in step.events]
    outcome = steps[-1].outcome

    assert [fault for step in steps for fault in step.faults] == []
    assert outcome is not None
    assert outcome["ending"] == ("peace" if name.endswith(("_peace", "_won")) else "time")
    assert kinds.count("contest_began") == ("contest" in name)
    assert kinds.count("peace_failed") == (2 if name.endswith("_lost") else 0)
    assert len(steps[0].position.seats() if steps[0].position else []) == int(name[0])


def test_random_games_have_the_checksum_they_always_had():
    """The same in plain Python and compiled, on every machine: all offers, choices, luck and fingerprints."""
    assert not difference("checksums.txt", checksums())


def test_there_is_a_golden_game_for_every_ending_and_number_of_players():
    """And no file that nobody compares."""
    expected = {f"{name}.{ending}" for name in NAMES for ending in ("log", "txt")} | {"checksums.txt"}

    assert {path.name for path in FOLDER.iterdir()} == expected
    assert len(NAMES) == len(PLAYERS) * len(ENDINGS)


def test_a_changed_game_is_shown_as_a_readable_difference():
    """A check that cannot fail is no check."""
    name = NAMES[0]
    kept = (FOLDER / f"{name}.txt").read_text("utf-8")

    assert difference(f"{name}.txt", kept) == ""
    assert "+1 red sleeps" in difference(f"{name}.txt", kept.replace("\n1 ", "\n1 red sleeps ", 1))

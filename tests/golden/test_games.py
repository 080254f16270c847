"""Golden games: finished games come out as they did, and their files replay without a fault."""

import pytest
from tests.golden.games import FOLDER, GOLDEN, play

from aachen.core.replay import replay
from aachen.games import GAMES


def stored(name):
    """The lines of a stored game."""
    return (FOLDER / f"{name}.log").read_text(encoding="utf-8").splitlines(keepends=True)


def test_every_file_is_one_of_the_golden_games():
    assert sorted(path.stem for path in FOLDER.glob("*.log")) == sorted(GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_game_is_played_to_the_letter(name):
    golden = GOLDEN[name]
    record, heard = play(golden)

    assert stored(name) == [line + "\n" for line in record.lines]
    assert set(golden.happens) <= set(heard)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_game_replays_from_its_file_and_ends_as_it_did(name):
    golden = GOLDEN[name]
    steps = list(replay(stored(name), GAMES))
    last = steps[-1].position
    assert last is not None
    outcome = last.outcome()

    assert [step.fault for step in steps if step.faults] == []
    assert outcome is not None
    assert outcome.ending == golden.ending
    assert tuple(last.seats()[seat] for seat in outcome.winners()) == golden.winners


def test_there_is_a_golden_game_for_each_way_of_ending():
    assert {golden.ending for golden in GOLDEN.values()} == {"time", "peace", "failure"}
    assert any(golden.winners == () for golden in GOLDEN.values())

"""Games of every version of the rules: each is read for good, and looks as it looked."""

import pytest
from tests.golden.corpus import FOLDER, checksum, folders, screens, wanted

from aachen.core.replay import read_actor, read_script, resume
from aachen.games import GAMES
from aachen.games.versions import EARLIER, find_rules, replay_any

LOGS = [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in sorted(FOLDER.glob("*/*.log"))]


def test_every_version_of_the_rules_has_its_folder():
    """Whoever raises a `rules_version` adds games of it, and keeps those of the version before."""
    versions = {f"{game.name}-{game.rules_version}" for game in (*GAMES.values(), *EARLIER)}

    assert {folder.name for folder in folders()} == versions
    assert {"carolingi-1", "carolus-1"} <= versions


@pytest.mark.parametrize("game", ["carolingi", "carolus"])
def test_every_variant_and_number_of_seats_is_there(game):
    folder = FOLDER / f"{game}-{GAMES[game].rules_version}"

    assert {path.stem for path in folder.glob("*.log")} == set(wanted(game)) == set(screens(folder))


@pytest.mark.parametrize("path", LOGS)
def test_a_game_is_read_to_its_end_and_looks_as_it_looked(path):
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    steps = list(replay_any(lines))

    assert [step.faults for step in steps if step.faults] == []
    assert steps[-1].outcome is not None
    assert checksum(steps) == screens(path.parent)[path.stem]


@pytest.mark.parametrize("path", LOGS)
def test_a_game_that_was_left_in_the_middle_goes_on_to_the_same_lines(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    steps = list(replay_any([f"{line}\n" for line in lines]))
    middle = len(lines) // 2
    name, version = path.parent.name.split("-")
    game = find_rules(name, version)
    assert game is not None
    record = resume(game, lines[:middle])
    for step in steps[middle:]:
        if step.undo is not None:
            record.undo(step.undo)
        elif step.action is not None:
            position = record.position
            script = read_script(position, step.luck)
            record.play(read_actor(position, step.seat), position.read_action(step.action), script)

    assert record.lines == lines

"""Games of every version of the rules that was ever released, kept for good in `logs/GAME-VERSION`.

They are never played anew: a game that was stored years ago must still be read, so these files only grow in number.
`python -m tests.golden.corpus` adds what is missing for the newest rules, and touches nothing that is there.
After a new `rules_version` it makes the folder of that version.

`screens.txt` has a checksum of what every viewer saw of each game.
If the views of the newest rules change on purpose, delete their line or the file and run the command again.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.golden.games import choose, who_acts

from aachen.core.log import Record
from aachen.core.luck import SeededLuck
from aachen.core.replay import Step
from aachen.games import GAMES
from aachen.games.versions import replay_any

FOLDER = Path(__file__).parent / "logs"
SCREENS = "screens.txt"
EVERY = 7  # entries between two whole screens that are compared
UNDO = 0.05  # how often a seat takes back what it did

VARIANTS: dict[str, dict[str, object]] = {
    "base": {"last_year": 831},
    "advanced": {"variant": "advanced", "last_year": 831},
    "814": {"variant": "814"},
    "anarchy": {"anarchy": True, "last_year": 831},
    "hourglass": {"hourglass": 60, "last_year": 831},
    "everything": {"variant": "advanced", "anarchy": True, "hourglass": 60, "last_year": 831},
}


def wanted(game: str) -> dict[str, dict[str, object]]:
    """The options of every game in the corpus, by its name: all variants and numbers of seats."""
    if game == "carolus":
        return {f"base-{players}": {"players": players} for players in (2, 3, 4)}
    return {
        f"{name}-{players}": {"players": players, **options}
        for name, options in VARIANTS.items()
        for players in (2, 3, 4, 5, 6)
    }


def play(game: Any, options: dict[str, object], seed: int) -> list[str]:
    """The log of a whole game, played at random and now and then taken back."""
    luck, chooser = SeededLuck(seed), random.Random(seed)
    record = Record.begin(game, game.options(options), luck)
    while record.position.outcome() is None:
        if record.undoable() and chooser.random() < UNDO:
            record.undo(record.undoable()[-1])
            continue
        seat = who_acts(record.position, chooser)
        record.play(seat, choose(record.position, seat, chooser), luck)
    return record.lines


def folders() -> list[Path]:
    """One folder for each version of each game."""
    return sorted(path for path in FOLDER.iterdir() if path.is_dir())


def log_text(game: str, name: str, version: str = "1") -> str:
    """One log of the corpus."""
    return (FOLDER / f"{game}-{version}" / f"{name}.log").read_text(encoding="utf-8")


def checksum(steps: Iterable[Step]) -> str:
    """What every viewer was shown of a game."""
    total = hashlib.sha256()
    for step in steps:
        for shown in _shown(step):
            total.update(json.dumps(shown, sort_keys=True).encode())
    return total.hexdigest()


def _shown(step: Step) -> Iterator[object]:
    assert step.position is not None
    for viewer in (None, *range(len(step.position.seats()))):
        yield [event.seen_by(viewer) for event in step.events]
        if step.seq % EVERY == 0 or step.outcome is not None:
            yield step.position.view(viewer)


def screens(folder: Path) -> dict[str, str]:
    """The stored checksums, by the name of the game."""
    path = folder / SCREENS
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return dict(line.split(" ") for line in lines)


def store() -> None:
    """Add what is missing for the newest rules."""
    for name, game in GAMES.items():
        folder = FOLDER / f"{name}-{game.rules_version}"
        folder.mkdir(exist_ok=True)
        for number, (title, options) in enumerate(wanted(name).items()):
            path = folder / f"{title}.log"
            if not path.exists():
                text = "".join(f"{line}\n" for line in play(game, options, number + 1))
                path.write_text(text, encoding="utf-8")
        _store_screens(folder)


def _store_screens(folder: Path) -> None:
    known = screens(folder)
    for path in sorted(folder.glob("*.log")):
        if path.stem not in known:
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            known[path.stem] = checksum(replay_any(lines))
    text = "".join(f"{name} {total}\n" for name, total in sorted(known.items()))
    (folder / SCREENS).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    store()

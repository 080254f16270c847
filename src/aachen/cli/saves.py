"""Where games are saved: every move is appended to a log file at once, so that nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from aachen.core.errors import BadInput
from aachen.core.events import Event
from aachen.core.log import AnyGame, Record
from aachen.core.log_lines import read_header
from aachen.core.replay import Step, resume
from aachen.games import GAMES

SUFFIX = ".jsonl"
LAST_LINES = ('{"outcome"', '{"secret"')  # how the last line of a game begins


def data_folder(environment: Mapping[str, str]) -> Path:
    """The user's data folder for everything of ours."""
    data = environment.get("XDG_DATA_HOME", "")
    base = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return base / "aachen"


def games_folder(environment: Mapping[str, str]) -> Path:
    """The folder of games kept by the terminal."""
    return data_folder(environment) / "games"


def maps_folder(environment: Mapping[str, str]) -> Path:
    """The folder of maps of boards of one's own, each in a folder called by the board's digest."""
    return data_folder(environment) / "maps"


def new_path(folder: Path, game: str, now: datetime) -> Path:
    """A name for a new game that no file has yet."""
    stem = f"{game}-{now:%Y-%m-%d-%H%M%S}"
    path = folder / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def latest_unfinished(folder: Path) -> Path | None:
    """The game played last that has no outcome yet."""
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return None
    return next((path for path in paths if _is_unfinished(path)), None)


def game_of(path: Path) -> str:
    """The game that a file keeps."""
    with path.open(encoding="utf-8") as file:
        return read_header(file.readline()).game


def _is_unfinished(path: Path) -> bool:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return bool(lines) and read_header(lines[0]).game in GAMES and not lines[-1].startswith(LAST_LINES)
    except (OSError, UnicodeDecodeError, BadInput):
        return False


class SaveFile:
    """Adds lines to the file of a game; a disk that refuses is told once and does not stop the game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble = ""

    def store(self, lines: list[str]) -> None:
        """Write the lines down at once."""
        if self.trouble:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write("".join(f"{line}\n" for line in lines))
        except (OSError, ValueError) as refused:
            self.trouble = reason(refused)


def reason(refused: OSError | ValueError) -> str:
    """What the system says about a file, without the file's name."""
    return (refused.strerror if isinstance(refused, OSError) else None) or type(refused).__name__


def holds_another(path: Path, header: str) -> bool:
    """Whether a file is there that is not a log of this very game."""
    if not path.exists():
        return False
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline().rstrip("\n") != header
    except (OSError, UnicodeDecodeError):
        return True


def resume_log(lines: list[str], game: AnyGame, saves: SaveFile) -> tuple[Record, list[Event]]:
    """A log as a running game that can be played and undone, and all that has happened in it."""
    events_by_entry: dict[int, list[Event]] = {}  # by entry, so that what was undone is not told

    def note(step: Step) -> None:
        if step.undo is not None:
            for seq in [seq for seq in events_by_entry if seq > step.undo]:
                del events_by_entry[seq]
        elif step.header is not None or step.action is not None:
            events_by_entry[step.seq] = step.events

    record = resume(game, lines, saves.store, note)
    return record, [event for events in events_by_entry.values() for event in events]

"""Datasets of games: a card, the logs of all games and an end, one compressed file (docs/how-to/use-data.md).

Without compression a dataset is lines of JSON; each game is a whole log, as any table writes it (docs/log-format.md).
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from aachen.arena.plan import ArenaPlan, play_number
from aachen.arena.pool import Pool
from aachen.core.errors import bad
from aachen.core.json_lines import write_object
from aachen.core.json_shapes import Plain
from aachen.core.replay import Step
from aachen.games.versions import replay_any

FORMAT = "games/1"
END = "end"
LOG = "log/1"


@dataclass(frozen=True, slots=True)
class GameLog:
    """One game of a dataset."""

    number: int  # from 1
    lines: list[str]

    @property
    def header(self) -> Plain:
        """Its first line: the game, its options, seats and the names of the levels."""
        found: Plain = json.loads(self.lines[0])
        return found

    @property
    def outcome(self) -> Plain:
        """Its last line: places and points by seat, and how it ended."""
        found: Plain = json.loads(self.lines[-1])["outcome"]
        return found

    def steps(self) -> Iterator[Step]:
        """Every line with the position after it; raises BadInput if the rules do not lead there."""
        for step in replay_any(f"{line}\n" for line in self.lines):
            if step.faults:
                raise bad("dataset_bad_game", str(self.number), line=step.line)
            yield step


@dataclass(slots=True)
class GameArchive:
    """A dataset that is read game by game."""

    path: Path
    card: Plain = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.card = next(iter(_objects(self.path)))[0]
        if self.card.get("aachen") != FORMAT:
            raise bad("dataset_no_games", str(self.path))

    def __iter__(self) -> Iterator[GameLog]:
        """All games; raises BadInput if the file was cut off."""
        lines: list[str] = []
        number = 0
        lines_of_file = _objects(self.path)
        next(lines_of_file)
        for data, line in lines_of_file:
            if data.get("aachen") == END:
                if data.get("games") != number:
                    break
                return
            if data.get("aachen") == LOG:
                lines = []
            lines.append(line)
            if "outcome" in data:
                number += 1
                yield GameLog(number, lines)
        raise bad("dataset_cut_off", str(self.path), games=number)


def open_games(path: str) -> GameArchive:
    """A dataset to be read; raises BadInput if it is none."""
    return GameArchive(Path(path))


def _objects(path: Path) -> Iterator[tuple[Plain, str]]:
    """The lines of a file as objects and as text."""
    try:
        with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
            for line in file:
                text = line.rstrip("\n")
                data = json.loads(text)
                if not isinstance(data, dict):
                    raise bad("dataset_no_games", str(path))
                yield data, text
    except FileNotFoundError:
        raise bad("file_missing", path=str(path)) from None
    except IsADirectoryError:
        raise bad("file_is_folder", path=str(path)) from None
    except (lzma.LZMAError, EOFError, ValueError):
        raise bad("dataset_no_games", str(path)) from None
    except OSError:
        raise bad("file_unreadable", path=str(path)) from None


def card_of(plan: ArenaPlan, games: int, command: str) -> Plain:
    """What everybody needs to know of a dataset, and how it is made again."""
    last = (games - 1) // plan.games_of_block
    return {
        "aachen": FORMAT,
        "game": plan.game,
        "options": plan.options,
        "games": games,
        "levels": plan.names,
        "seeds": [plan.seed, plan.seed + last],
        "rules": plan.rules,
        "version": plan.version,
        "code": plan.code,
        "command": command,
        "license": "CC0-1.0",
        "about": "Games of bots against each other, no people. Bots draw their luck from the seeds, so seeds are games.",
    }


def play_games(plan: ArenaPlan, games: int, jobs: int) -> Iterator[list[str]]:
    """The logs of the first games of a plan, in order."""
    with Pool(min(jobs, games)) as pool:
        for result in pool.map(partial(play_number, plan, log=True), range(1, games + 1)):
            yield result.log


def write_archive(path: Path, card: Plain, logs: Iterable[list[str]]) -> int:
    """Write a dataset, whole or not at all; how many bytes it takes."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        games = 0
        with lzma.open(part, "wt", encoding="utf-8", newline="\n", preset=9 | lzma.PRESET_EXTREME) as file:
            file.write(write_object(card) + "\n")
            for lines in logs:
                games += 1
                file.write("".join(f"{line}\n" for line in lines))
            file.write(write_object({"aachen": END, "games": games}) + "\n")
        part.replace(path)
    except OSError:
        raise bad("file_unwritable", path=str(path)) from None
    finally:
        part.unlink(missing_ok=True)
    return path.stat().st_size

"""The rules of every version that games were played by: a game is read by the version it began with.

`GAMES` has the newest rules of each game, by which new games begin.
When the same actions can lead elsewhere than before, the game gets a new `rules_version`,
and the rules as they were are added to `EARLIER`, for good: see docs/decisions/0018-games-outlive-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from aachen.core.contract import Game
from aachen.core.replay import Step, replay
from aachen.games import GAMES

EARLIER: list[Game[Any]] = []  # there has been no version but the first


def find_rules(name: str, version: str) -> Game[Any] | None:
    """The rules of that game in that version, or None if this program does not have them."""
    if name in GAMES and GAMES[name].rules_version == version:
        return GAMES[name]
    for game in EARLIER:
        if (game.name, game.rules_version) == (name, version):
            return game
    return None


def rules_of(name: str, version: str | None) -> Game[Any]:
    """The rules of that version, which are known to be there; None stands for the newest."""
    rules = GAMES[name] if version is None else find_rules(name, version)
    assert rules is not None, f"the rules of {name} {version} are there"
    return rules


def replay_any(lines: Iterable[str]) -> Iterator[Step]:
    """Replay a log by the rules it names; every line with its line's end."""
    return replay(lines, GAMES, EARLIER)

"""Contestants: a level of bot with its budget for each decision.

Written in one word: `planner`, `planner@1`, `search:rounds=400`, `search:work=0.3`, `search:wall=2:seed=7`.
A program of one's own is `exec:./mybot.py`, or with a time limit `exec:./mybot.py:wall=2`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from aachen.arena.external import PREFIX, USUAL_WALL, ExternalBot, check_program, command_of, is_external
from aachen.bots import BOTS, Bot, Budget, make_bot
from aachen.bots.frozen import frozen_names, split_name
from aachen.bots.minds import frozen_mind
from aachen.core.common_luck import seed_of
from aachen.core.contract import Options
from aachen.core.errors import bad

BUDGETS = ("rounds", "work", "wall")
PLAIN_NUMBER = re.compile(r"[0-9.]+(e-?[0-9]+)?")  # neither digits of other scripts nor 1_000
KEYS = (*BUDGETS, "seed")
EXTERNAL_KEYS = ("wall", "seed")
THINKS_LONG = ("search",)  # the levels that look at a budget, and need one


@dataclass(frozen=True, slots=True)
class Contestant:
    """One kind of player. Several seats may be taken by the same."""

    level: str  # or a frozen contestant: a level with its version; or a program
    rounds: int | None = None  # of each thought
    work: float | None = None  # CPU-seconds of each thought
    wall: float | None = None  # seconds on the wall
    seed: int | None = None  # of all its bots; None: another one for each game and seat

    @property
    def name(self) -> str:
        """The contestant in one word, as `read_contestant` understands it."""
        data = {"rounds": self.rounds, "work": self.work, "wall": self.wall, "seed": self.seed}
        limits = [
            f":{key}={str(value).removesuffix('.0')}" for key, value in data.items() if value is not None
        ]
        return self.level + "".join(limits)

    @property
    def is_timed(self) -> bool:
        """Whether a clock ends its thoughts: then it may play otherwise the next time."""
        return self.work is not None or self.wall is not None

    def budget(self) -> Budget | None:
        """What one thought may cost; the clock runs from now on."""
        if is_external(self.level) or (self.rounds is None and not self.is_timed):
            return None
        return Budget(self.rounds, self.work, self.wall)

    def check_game(self, game: str) -> None:
        """Raises BadInput if it is frozen and the game keeps no bots of its version."""
        _, version = split_name(self.level)
        if version is not None:
            frozen_mind(game, version)

    def check_ready(self, where: str = "") -> None:
        """Raises BadInput if it is a program that cannot be started here."""
        if is_external(self.level):
            check_program(self.level, where)

    def bot(self, seed: int, seat: int, options: Options) -> Bot:
        """The bot for one seat of the game with that seed."""
        own = seed_of(f"bot {seed} {seat}") if self.seed is None else self.seed
        if is_external(self.level):
            return ExternalBot(self.level, own, options, self.wall or USUAL_WALL)
        return make_bot(self.level, own, options)


def read_contestant(text: str, where: str = "") -> Contestant:
    """The contestant of that name; raises BadInput if there is no such."""
    if is_external(text.strip()):
        return _read_external(text.strip(), where)
    level, *parts = text.strip().split(":")
    base, _ = split_name(level)
    if base not in BOTS:
        raise bad("bot_unknown", where, given=level, known=[*sorted(BOTS), *frozen_names(), f"{PREFIX}…"])
    limits = _limits(parts, where)
    has_budget = any(key in limits for key in BUDGETS)
    if base in THINKS_LONG and not has_budget:
        raise bad("contestant_needs_budget", where, level=level)
    if base not in THINKS_LONG and has_budget:
        raise bad("contestant_has_no_budget", where, level=level)
    rounds, seed = limits.get("rounds"), limits.get("seed")
    return Contestant(
        level,
        None if rounds is None else int(rounds),
        limits.get("work"),
        limits.get("wall"),
        None if seed is None else int(seed),
    )


def _limits(parts: list[str], where: str) -> dict[str, float]:
    """What stands after the level."""
    limits: dict[str, float] = {}
    for part in parts:
        key, _, value = part.partition("=")
        if key not in KEYS:
            raise bad("contestant_unknown_key", where, given=key, known=list(KEYS))
        if key in limits:
            raise bad("duplicate_key", where, key=key)
        limits[key] = _number(key, value, where)
    return limits


def _read_external(text: str, where: str) -> Contestant:
    """A program: only what stands at its end as `wall=` or `seed=` is ours, for commands have colons too."""
    parts: list[str] = []
    command, _, last = text.rpartition(":")
    while last.partition("=")[0] in EXTERNAL_KEYS and len(command) >= len(PREFIX):
        parts.append(last)
        command, _, last = command.rpartition(":")
    level = f"{command}:{last}"
    command_of(level, where)
    limits = _limits(parts, where)
    seed = limits.get("seed")
    return Contestant(level, wall=limits.get("wall", USUAL_WALL), seed=None if seed is None else int(seed))


def _number(key: str, text: str, where: str) -> float:
    """Rounds and seeds are whole; every budget is more than nothing."""
    is_whole = key in ("rounds", "seed")
    try:
        number = -1 if not PLAIN_NUMBER.fullmatch(text) else int(text) if is_whole else float(text)
    except ValueError:
        number = -1
    least = 0 if key == "seed" else 1 if is_whole else 0.001
    if not least <= number < (1 << 63) or not math.isfinite(number):
        raise bad("contestant_bad_number", where, key=key, given=text)
    return number


def read_contestants(texts: list[str], where: str = "") -> list[Contestant]:
    """All of them; no two may be the same, for nobody could tell them apart."""
    found = [read_contestant(text, where) for text in texts]
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise bad("contestant_twice", where, given=name)
    return found

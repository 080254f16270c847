"""What a server is told before it starts: its limits, and where time, chance and bots come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from aachen.core.log import Plain
from aachen.server.bot_workers import Tally
from aachen.server.guard import BODY_SECONDS, ORDINARY_RATE
from aachen.server.timing import RealTime, Time
from aachen.server.tokens import Chance, true_chance


class Workers(Protocol):
    """Whoever lets bots think: they are handed a seat's view and nothing else of the game."""

    tally: Tally

    def start(self) -> None:
        """Be ready."""

    async def close(self) -> None:
        """Stop thinking; whoever still waits is answered."""

    async def choose(
        self,
        game: str,
        level: str,
        seed: int,
        options: Mapping[str, object] | None,
        view: Mapping[str, object],
        patience: float,
        *,
        budget: float | None = None,
        table: str = "",
    ) -> Plain:
        """One of the actions offered in the view, within so many seconds, whatever happens."""

    async def hint(
        self,
        game: str,
        level: str,
        seed: int,
        options: Mapping[str, object] | None,
        view: Mapping[str, object],
        patience: float,
        *,
        budget: float | None = None,
        table: str = "",
    ) -> Plain | None:
        """What a bot would choose in a person's place; None if none answers in time."""


@dataclass(slots=True)
class Settings:
    """The limits of a server and its sources; the defaults are those of a real one."""

    time: Time = field(default_factory=RealTime)
    chance: Chance = true_chance
    workers: Callable[[], Workers] | None = None  # None: worker processes of our own
    bots: int | None = None  # how many of those; None: as many as suit this machine
    hosts: tuple[str, ...] | None = None  # the names this server answers to; None: any
    rate: tuple[float, float] | None = ORDINARY_RATE  # requests of one address: at once, and a second
    body_seconds: float = BODY_SECONDS  # until the body of a request has come
    default_level: str = "greedy"  # who takes a seat whose clock ran out
    hint_level: str = "greedy"
    hint_seconds: float = 10.0
    hello_seconds: float = 10.0
    send_seconds: float = 20.0  # a client that takes no message for so long is cut off
    most_behind: int = 400  # frames a client may be behind when it has once caught up
    most_waiting: int = 200  # answers and other messages that may wait for one client
    most_message: int = 16_384  # bytes
    burst: float = 30.0  # messages a socket may send at once
    per_second: float = 10.0  # and for long
    most_bad: float = 20.0  # messages that cannot be understood, before a socket is closed
    most_sockets: int = 64  # of one seat at one table, and of watchers
    presence_seconds: float = 0.3  # how long changes of presence are gathered before they are told
    idle_seconds: float = 600.0  # a table nobody looks at leaves memory after so long
    sweep_seconds: float = 5.0
    most_reels: int = 16  # whole games kept at hand for looking back
    crash_folder: Path | None = None  # where a table that made the rules crash is kept for the developers

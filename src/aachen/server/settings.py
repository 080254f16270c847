"""What a server is told before it starts: its limits, and where time, chance and bots come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from aachen.bots import BOTS
from aachen.core.log import Plain
from aachen.server.bot_request import Request, Stretch
from aachen.server.bot_workers import Judged, Tally
from aachen.server.guard import BODY_SECONDS, ORDINARY_RATE
from aachen.server.messages import Thought
from aachen.server.timing import RealTime, Time
from aachen.server.tokens import Chance, true_chance

BEST_LEVEL = list(BOTS)[-1]  # they are listed by their strength


class Workers(Protocol):
    """Whoever lets bots think: they are handed a seat's view and nothing else of the game."""

    tally: Tally

    def start(self) -> None:
        """Be ready."""

    async def close(self) -> None:
        """Stop thinking; whoever still waits is answered."""

    async def course(self, request: Request) -> list[Plain]:
        """One of the actions offered in the view, within so many seconds, whatever happens; and what would follow."""

    async def thought(self, request: Request) -> Thought | None:
        """What a bot would do in a person's place, and why; None if none answers in time."""

    async def chances(self, stretch: Stretch) -> list[Judged] | None:
        """How everybody's chances stood in a part of a finished game; None if nobody could say in time."""


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
    hint_level: str = BEST_LEVEL
    hint_seconds: float = 10.0  # until a hint must be there
    hint_thinking: float = 3.0  # of which an adviser may think
    chances_seconds: float = 12.0  # until a part of a game must be judged
    most_judged: int = 64  # games whose chances are kept
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
    maps: Path | None = None  # drawn maps of boards of people's own, in folders called by the boards' digests
    crash_folder: Path | None = None  # where a table that made the rules crash is kept for the developers

"""Settings of a server: its limits, and its sources of time, randomness and bots."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from aachen.arena.contestant import Contestant
from aachen.bots import ADVISER, BOTS
from aachen.server.bots.request import Bots
from aachen.server.limits import Limits
from aachen.server.notifications.config import NotificationConfig
from aachen.server.operations.retention import Retention
from aachen.server.table.policy import STAND_IN
from aachen.server.timing import RealTime, Time
from aachen.server.tokens import Chance, true_chance
from aachen.storage.operator import OperatorStore

BEST_LEVEL = ADVISER
BODY_SECONDS = 30.0  # until the whole body of a request has come
SEND_SECONDS = 20.0  # in which a client must read something of what was sent


@dataclass(slots=True)
class Settings:
    """The limits of a server and its sources; the defaults are those of a real one."""

    time: Time = field(default_factory=RealTime)
    chance: Chance = true_chance
    is_mine: Callable[[str], bool] | None = None  # of several processes: whether this one owns such a table
    promise_key: bytes | None = None  # of all processes; None: one of its own
    numbers: Callable[[str], Awaitable[str]] | None = (
        None  # the metrics of all processes, given those of this one
    )
    workers: Callable[[], Bots] | None = None  # None: worker processes of our own
    bots: int | None = None  # how many of those; None: as many as suit this machine
    programs: Mapping[str, Contestant] = field(default_factory=dict)  # more levels, if the host named some
    hosts: tuple[str, ...] | None = None  # the names this server answers to; None: any
    addresses: tuple[str, ...] = ()  # by which others reach this server, for invitations
    limits: Limits | None = field(
        default_factory=Limits
    )  # on what addresses, tables and all together use; None: none of these
    body_seconds: float = BODY_SECONDS  # until the body of a request has come
    default_level: str = STAND_IN  # of a bot whose level nobody has named
    hint_level: str = BEST_LEVEL
    hint_seconds: float = 10.0  # until a hint must be there
    hint_thinking: float = 3.0  # of which an adviser may think
    chances_seconds: float = 12.0  # until a part of a game must be evaluated
    most_analyses: int = 64  # games whose chances are kept
    hello_seconds: float = 10.0
    send_seconds: float = SEND_SECONDS  # a client that takes no message for so long is cut off
    most_behind: int = 400  # frames a client may be behind when it has once caught up
    most_waiting: int = 200  # answers and other messages that may wait for one client
    most_message: int = 16_384  # bytes
    most_bad: float = 20.0  # messages that cannot be understood, before a socket is closed
    most_sockets: int = 64  # of one seat at one table, and of watchers
    presence_seconds: float = 0.3  # how long changes of presence are gathered before they are told
    idle_seconds: float = 600.0  # a table nobody looks at leaves memory after so long
    sweep_seconds: float = 5.0
    notes_seconds: float = 2.0  # how often a server looks for what operators changed
    operator: OperatorStore | None = None  # the same database for housekeeping; None: nobody looks after it
    notifications: NotificationConfig = field(default_factory=NotificationConfig)
    retention: Retention = field(default_factory=Retention)
    most_replays: int = 16  # whole games kept in memory for their history …
    most_replayed: int = 20_000  # … and entries of all of them together
    metrics_token: str | None = None  # opens the metrics to other machines
    maps: Path | None = None  # drawn maps of boards of people's own, in folders called by the boards' digests
    crash_folder: Path | None = None  # where a table that made the rules crash is kept for the developers

    def levels(self) -> list[str]:
        """The levels of bots that may sit at tables."""
        return [*BOTS, *self.programs]

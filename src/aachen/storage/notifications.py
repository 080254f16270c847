"""Subscriptions and the outbox: messages that wait to be sent, written together with the move.

A message belongs to one subscription and one event, so that there is never more than one of each.
A server claims what is due for a while and sends it; what it does not settle in time another one may claim.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

TABLE: Final = ""  # in place of a seat: what belongs to the whole table
NEVER: Final = 1 << 53  # when a message of a feed is due: it is not sent, but fetched
DAY: Final = 86_400_000  # milliseconds
FEED_DAYS: Final = 30  # that a feed shows
FEED: Final = "feed"

# Which choice of a person covers an event.
WANTED: Final = {"turn": "turn", "time_out": "turn", "begin": "begin", "end": "end"}


@dataclass(slots=True)
class StoredSubscription:
    """One way to reach somebody about one seat, or about a table."""

    name: str
    table: str
    seat: str
    channel: str
    target: str  # the hash of what is reached: the same one is reached once
    state: str = "on"  # unconfirmed, on or off
    events: str = ""  # words between spaces, spaces around them
    remind: int = 0  # milliseconds before the time runs out
    body: bytes = b""
    status: bytes = b""  # what became of the last messages
    pause: int = 0  # nothing is sent before this time
    made: int = 0


@dataclass(frozen=True, slots=True)
class SeatEvent:
    """Something that concerns one seat; a `reminder` stands for the reminders of a turn alone."""

    event: str
    seat: str
    due: int  # milliseconds since 1970
    until: int | None = None  # when the player's time runs out


@dataclass(frozen=True, slots=True)
class News:
    """What an entry or a sheet means for those who want to be notified."""

    table: str
    seq: int
    at: int
    events: tuple[SeatEvent, ...] = ()
    settled: tuple[str, ...] = ()  # seats that are not waited for any more
    left: tuple[str, ...] = ()  # seats that have another holder, or none


@dataclass(slots=True)
class Outgoing:
    """A message that waits in the outbox."""

    number: int
    subscription: str
    table: str
    seat: str
    event: str
    seq: int
    at: int
    due: int
    until: int | None
    is_over: bool = False  # of a feed: the turn is not waited for any more


@dataclass(slots=True)
class Report:
    """What a server has done with claimed messages of one subscription."""

    subscription: str
    sent: list[int] = field(default_factory=list)  # sent, or not needed any more
    held: dict[int, int] = field(default_factory=dict)  # until when they wait
    status: bytes | None = None
    state: str | None = None
    pause: int | None = None


class NotificationStore(Protocol):
    """The subscriptions and the outbox of a store; `StoreFailed` and `Conflict` as in `Store`."""

    async def subscribe(self, subscription: StoredSubscription, most: int) -> StoredSubscription | None:
        """Keep a subscription; one of the same seat, channel and target is replaced and keeps its name and status.

        None if the seat has so many already; Conflict if there is no such table.
        """

    async def alter(self, subscription: StoredSubscription) -> None:
        """Change what its owner can change: body, state, events and reminder."""

    async def unsubscribe(self, names: list[str]) -> None:
        """Forget subscriptions and everything that waits for them."""

    async def subscription(self, name: str) -> StoredSubscription | None:
        """The subscription of that name."""

    async def by_target(self, channel: str, target: str) -> list[StoredSubscription]:
        """All subscriptions that reach the same."""

    async def of_table(self, table: str) -> list[StoredSubscription]:
        """All subscriptions of a table, the oldest first."""

    async def announce(self, news: News, subscription: str) -> None:
        """Write what is true now for one subscription alone; its reminders are planned again."""

    async def is_due(self, now: int) -> bool:
        """Whether something could be claimed."""

    async def claim(self, now: int, until: int, most: int) -> list[Outgoing]:
        """Messages that are due, the oldest first; until then nobody else gets them."""

    async def report(self, report: Report) -> None:
        """Note what became of messages; those of a subscription that was switched off are dropped."""

    async def take_turn(self, channel: str, target: str, now: int, until: int) -> list[str]:
        """Pause those of a target that are not paused; their names: of several servers one may send to each."""

    async def move_deadlines(self, table: str, deadlines: dict[str, int]) -> None:
        """The time of seats that are waited for runs out at another time than was told; their reminders move along."""

    async def feed(self, name: str) -> list[Outgoing]:
        """What a feed shows, the newest first."""

    async def tidy(self, now: int) -> None:
        """Remove subscriptions of games that are over, addresses that were not confirmed, and old parts of feeds."""

    async def key(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A key that all servers share; made by whoever asks first."""

"""The guarantees of a store: acknowledged writes are durable, and an entry is stored only after its predecessor.

A table is three things: its sheet (seats, policy, state; it changes, with a version), its log (lines that are only added),
and its talk (chat, only added).
The store understands none of them: they are text to it, and the numbers decide races.

What was not acknowledged was not kept, with one exception that no database can rule out:
when it is cut off in the very moment of a commit, or the asker stops waiting, the entry may be there all the same.
Then its number is taken: the next one who writes it gets `Conflict` and reads what is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Final, Protocol

from aachen.core.errors import bad
from aachen.storage.notifications import News, NotificationStore

EVERYTHING: Final = ""  # in place of a table's id: notices may have been missed, look at all tables
CHAT_KEPT_AT_HAND: Final = 100  # what `load` brings of the talk
LONGEST_ID: Final = 64


class Conflict(Exception):
    """Somebody was quicker: another writer has stored the entry or changed the sheet."""


class Gap(Conflict):
    """What this would follow is not stored, or is something else: the store has fallen back behind the asker."""


class StoreFailed(Exception):
    """The store could not keep what it was given: disk full, database away. Nothing of it was kept."""


class StoreDamaged(StoreFailed):
    """The store answers, but what was asked for cannot be read: a page of it is damaged."""


@dataclass(slots=True)
class StoredSheet:
    """A table's sheet with what lists and lookups need to know of it."""

    table: str
    version: int  # grows by one with every change
    state: str  # gathering, running, finished, closed
    listed: bool
    game: str
    body: bytes  # the sheet itself, secrets of the server included: never shown as it is
    made: int = 0  # milliseconds since 1970
    touched: int = 0


@dataclass(slots=True)
class StoredEntry:
    """One entry of a log: its number and its lines (the last entry of a game has the closing line too)."""

    seq: int
    lines: list[str]
    at: int  # when it was stored, milliseconds since 1970
    clocks: bytes = b""  # what was left on the clocks after it


@dataclass(slots=True)
class StoredChat:
    """A chat message at a table."""

    number: int
    body: bytes
    at: int


@dataclass(slots=True)
class StoredTable:
    """The stored data that a server needs to continue a table."""

    sheet: StoredSheet
    entries: list[StoredEntry] = field(default_factory=list)
    chat: list[StoredChat] = field(default_factory=list)


@dataclass(slots=True)
class Elsewhere:
    """Who of a table is at other servers now, and for how many seconds those who were have been away."""

    here: set[str] = field(default_factory=set)
    away: dict[str, float] = field(default_factory=dict)
    known_for: float = inf  # seconds since when this is known; nobody has been away for longer


Notice = Callable[[str], None]  # something changed at this table, written by another server; or EVERYTHING


def is_id(table: str) -> bool:
    """Whether a table could be called so: anything else is unknown to every store, without being looked up."""
    return 0 < len(table) <= LONGEST_ID and table.isascii() and table.isprintable()


def check_id(table: str) -> None:
    """A new table needs an id that every store can keep."""
    if not is_id(table):
        raise ValueError(f"no id for a table: {table!r}")


def check_known(table: str) -> None:
    """Nobody can write at a table that cannot be."""
    if not is_id(table):
        raise Conflict("there is no such table")


def check_number(newest: int, given: int, expected: int) -> None:
    """Raise Conflict if the number is taken, Gap if what should come before it is not stored."""
    if newest != expected:
        raise (
            Conflict(f"number {given} is taken") if newest >= given else Gap(f"{given} would follow {newest}")
        )


def pack(lines: list[str]) -> bytes:
    """Lines as they are kept: one text; half characters and lines that are two are refused."""
    text = "\n".join(lines)
    if text.count("\n") != len(lines) - 1:
        raise bad("line_not_text")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise bad("line_not_text") from None


def unpack(kept: bytes) -> list[str]:
    """The lines of an entry as they were given."""
    return kept.decode().split("\n")


class Store(Protocol):
    """Where tables are kept. Every call is durable when it returns; on `StoreFailed` nothing was kept."""

    @property
    def notifications(self) -> NotificationStore:
        """Who wants to be notified, and the messages that wait."""

    @property
    def epoch(self) -> int:
        """Grows when the database was lost: what is in memory has to be compared before it is written on.

        What was asked for in an earlier epoch and not stored in it gets Gap.
        """

    async def open(self, notice: Notice) -> None:
        """Connect, migrate the schema forward, listen for other servers; BadInput if this cannot be done."""

    async def close(self) -> None:
        """Finish what was acknowledged and let go."""

    async def ready(self) -> bool:
        """Whether the store answers now."""

    async def create(self, sheet: StoredSheet) -> None:
        """A new table, version 1; raises Conflict if the id is taken."""

    async def load(self, table: str) -> StoredTable | None:
        """Everything of one table; the last hundred lines of chat."""

    async def since(self, table: str, seq: int, number: int) -> StoredTable | None:
        """The sheet as it is now, and entries and chat from these numbers on; None if there is no such table.

        The numbers themselves are included, so that the asker can compare what it holds with what is stored.
        """

    async def change(self, sheet: StoredSheet, news: News | None = None) -> None:
        """Replace the sheet whose version is one less; raises Conflict if it is another."""

    async def append(
        self,
        table: str,
        entry: StoredEntry,
        sheet: StoredSheet | None = None,
        *,
        before: list[str] | None = None,
        whole: bool = False,
        news: News | None = None,
        version: int | None = None,
    ) -> None:
        """Add an entry on top of the one before it, and change the sheet in the same transaction if one is given.

        `before` are the lines of the entry before, if the asker knows them: others in its place are a Gap.
        `news` go into the outbox in the same transaction, for those who want to be notified.
        `version` is that of the sheet by which the asker decided; it may have been changed by another server.
        An entry that is a `whole` imported game has the number of its last line and nothing before it.
        Raises Conflict if the number is taken or the sheet is another, Gap if the newest stored entry
        is not the one before: then neither was done.
        """

    async def talk(self, table: str, chat: StoredChat) -> None:
        """Add to the talk, which is numbered from 1; raises Conflict if the number is taken, Gap if one is missing."""

    async def find(self, state: str, listed: bool | None, limit: int) -> list[StoredSheet]:
        """Sheets in this state, the latest touched first."""

    async def summaries(self, tables: list[str]) -> dict[str, tuple[StoredSheet, int]]:
        """The sheets of these tables and the seq of their last entries; unknown ids are left out."""

    def present(self, table: str, seat: str, here: bool) -> None:
        """Somebody of this seat came to this server, or the last of them left; other servers hear of it soon."""

    async def presence(self, table: str) -> Elsewhere:
        """Who of a table is at other servers."""

    async def drive(self, table: str) -> bool:
        """Whether this server shall move the table's bots and clocks: one server at a time, until it closes or dies.

        Ask again before every such move: who has lost the database, or was paused for long, has lost the table too.
        """

    async def release(self, table: str) -> None:
        """Let another server drive the table."""

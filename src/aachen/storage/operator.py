"""What operators need of a store beside a running server: lists, deletion, notes for all servers, backups.

It is opened beside the server's own store (`store.py`), takes no lease and holds no lock for longer than a write,
and every change is a transaction that checks what it goes on top of, as the server's own are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from aachen.storage.notifications import News, NotificationStore
from aachen.storage.store import StoredEntry, StoredSheet, StoredTable

# Notes for all servers of one database, by name.
MAINTENANCE: Final = "maintenance"  # no new tables are made
BAN: Final = "ban "  # followed by an address or a network
RESTORED: Final = (
    "restored"  # when a backup was last restored into this database, and a random number of that restore
)
BACKUP: Final = "backup"  # in a backup file only: when and from what it was made

ERASED: Final = b""  # the body of a chat message that was removed; its number stays taken

Advance = Callable[[int, int], None]  # progress: done, total


@dataclass(slots=True)
class Edit:
    """What an operator changes at one table, all of it or nothing."""

    sheet: StoredSheet | None = None  # one version above the stored one
    entry: StoredEntry | None = None
    before: list[str] | None = None  # the lines of the entry before it
    erased: list[int] = field(default_factory=list)  # numbers of chat messages
    rewritten: dict[int, list[str]] = field(
        default_factory=dict
    )  # entries whose lines are replaced, by number
    news: News | None = None  # what those who want to be notified get because of it


class OperatorStore(Protocol):
    """A database as an operator's command sees it; `StoreFailed`, `Conflict` and `Gap` as in `Store`."""

    shown: str  # where it is, without its password
    kind: str  # what a backup says it was made from

    @property
    def notifications(self) -> NotificationStore:
        """Who wants to be notified, and the messages that wait."""

    async def open(self, may_write: bool) -> None:
        """Connect; a command that only reads leaves an older schema as it is."""

    async def close(self) -> None:
        """Close the database."""

    async def count(self) -> int:
        """How many tables there are."""

    async def sheets(self, after: str = "", limit: int = 500) -> list[StoredSheet]:
        """Sheets by id, those after this id; those in damaged pages are left out."""

    async def names(self) -> list[str]:
        """The ids of all tables, in order; if pages are damaged, of all that anything can be read of."""

    async def rows(self, name: str) -> list[tuple[Any, ...]]:
        """All rows of a small table of the schema, in the columns of a backup; an older schema may lack it."""

    async def table(self, table: str) -> StoredTable | None:
        """Everything of one table, with all of its chat, from one moment."""

    async def edit(self, table: str, edit: Edit) -> None:
        """Change a table; all servers hear of it."""

    async def delete(self, table: str, version: int | None = None) -> bool:
        """Remove everything of a table, if its sheet still has this version; whether it was there."""

    async def stale(self, state: str, before: int, limit: int = 500) -> list[StoredSheet]:
        """Sheets in this state at whose table nothing was written since this time (ms since 1970)."""

    async def spoken(self, before: int, limit: int = 500) -> dict[str, list[int]]:
        """Tables with chat from before this time that was not erased, and its numbers."""

    async def notes(self) -> dict[str, bytes]:
        """The notes for all servers."""

    async def set_note(self, name: str, body: bytes | None, at: int) -> None:
        """Write a note, or remove it."""

    async def notices(self, after: int | None) -> tuple[int, list[str]]:
        """Tables that operators changed since this number, and the newest number; None: only the number.

        Servers on PostgreSQL hear of them without asking, and get none here.
        """

    async def size(self) -> int:
        """Bytes of the database on disk."""

    async def damage(self) -> list[str]:
        """What is wrong with the file or the rows, as the database itself reports it."""

    async def back_up(self, part: Path, advance: Advance) -> None:
        """Write a backup file (docs/backup-format.md) that shows one moment."""

    async def restore(self, backup: Path, note: bytes, at: int, replace: bool, advance: Advance) -> None:
        """Fill the database from a backup file; BadInput if it is not empty, unless all of it is to be replaced."""


def restored_note(at: int, nonce: bytes) -> bytes:
    """The note of a restore: servers that find another one than before know that the database went back in time."""
    return json.dumps({"at": at, "nonce": nonce.hex()}).encode()

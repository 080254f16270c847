"""Tables in one SQLite file, for several processes of one server: their parent holds the file for all of them."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from aachen.server.siblings import SiblingLine
from aachen.storage.notifications import News
from aachen.storage.sqlite import PATIENCE, SqliteStore
from aachen.storage.sqlite_file import PRIVATE
from aachen.storage.store import Elsewhere, Notice, StoredChat, StoredEntry, StoredSheet, StoreFailed


class SharedSqliteStore(SqliteStore):
    """The store of one process. The others hear of what it has written."""

    def __init__(self, path: str | Path, line: SiblingLine) -> None:
        super().__init__(path)
        self._line = line
        self._turns: IO[bytes] | None = None
        self._waits_since: float | None = None  # for its turn to write

    async def open(self, notice: Notice) -> None:
        """Open the file that the parent has checked and holds, and listen to the others."""
        self._line.listen(notice)
        await super().open(notice)

    async def close(self) -> None:
        """Finish what was acknowledged, and close."""
        await super().close()
        if self._turns is not None:
            self._turns.close()

    def _hold(self) -> None:
        path = self._path.with_name(f"{self._path.name}.turn")
        self._turns = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE), "r+b")

    def _check(self, writer: sqlite3.Connection) -> None:
        """The parent has done it."""

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One process writes at a time; who waits is woken at once, which SQLite's own waiting does not do."""
        assert self._turns is not None
        self._waits_since = time.monotonic()
        fcntl.flock(self._turns, fcntl.LOCK_EX)
        self._waits_since = None
        try:
            yield
        finally:
            fcntl.flock(self._turns, fcntl.LOCK_UN)

    async def ready(self) -> bool:
        """Whether the file can be read and written: not while another process that hangs keeps the turn."""
        since = self._waits_since
        if since is not None and time.monotonic() - since > PATIENCE:
            return False
        return await super().ready()

    async def change(self, sheet: StoredSheet, news: News | None = None) -> None:
        """The next version of a sheet."""
        await super().change(sheet, news)
        self._line.say("wrote", table=sheet.table)

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
        """An entry, and perhaps a sheet, both or neither."""
        await super().append(table, entry, sheet, before=before, whole=whole, news=news, version=version)
        self._line.say("wrote", table=table)

    async def talk(self, table: str, chat: StoredChat) -> None:
        """Something said."""
        await super().talk(table, chat)
        self._line.say("wrote", table=table)

    def present(self, table: str, seat: str, here: bool) -> None:
        """Somebody came, or the last of a seat left."""
        self._line.say("present", table=table, seat=seat, here=here)

    async def presence(self, table: str) -> Elsewhere:
        """Who of a table is at other processes."""
        return await self._line.presence(table)

    async def drive(self, table: str) -> bool:
        """Whether this process shall move the table's bots and clocks; asked every time, for it may have been paused."""
        try:
            return bool((await self._line.ask("drive", table=table))["yes"])
        except StoreFailed:
            return False

    async def release(self, table: str) -> None:
        """Let another process drive the table."""
        self._line.say("release", table=table)

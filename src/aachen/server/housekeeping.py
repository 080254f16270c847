"""A server's task besides its tables: notices operators' changes, measures, and applies retention."""

from __future__ import annotations

from aachen.server import journal
from aachen.server.notes import ServerNotes
from aachen.server.operations.retention import retain
from aachen.server.settings import Settings
from aachen.server.tables import TableRegistry
from aachen.server.timing import pause
from aachen.storage.operator import RESTORED, OperatorStore
from aachen.storage.store import StoreFailed

RETENTION_SECONDS = 3600.0


class Housekeeping:
    """What is read and written beside the tables' own store."""

    def __init__(self, store: OperatorStore, tables: TableRegistry) -> None:
        self._store = store
        self._tables = tables
        self._settings: Settings = tables.settings
        self._notes: ServerNotes = tables.notes
        self._newest: int | None = None
        self._retain_at = 0.0
        self.database_bytes = 0
        tables.metrics.gauge("database_bytes", lambda: self.database_bytes)

    async def open(self) -> None:
        """Read the notes before any request is served."""
        await self._store.open(may_write=True)
        self._newest, _ = await self._store.notices(None)
        await self.look()

    async def close(self) -> None:
        """Close the database."""
        await self._store.close()

    async def run(self) -> None:
        """Runs as long as the server."""
        while True:
            await pause(self._settings.time, self._settings.notes_seconds)
            try:
                await self.look()
                await self._retain()
            except StoreFailed as fault:
                journal.warn("not_kept_house", reason=str(fault))
            except Exception as bug:
                journal.crash("housekeeping", bug)
                self._tables.metrics.count("crashes")

    async def look(self) -> None:
        """Notice what operators changed since the last check."""
        self._newest, tables = await self._store.notices(self._newest)
        for table in tables:
            self._tables.notice(table)
        notes = await self._store.notes()
        self._tables.restores.note(notes.get(RESTORED))
        if self._notes.update(notes):
            for runner in list(self._tables.loaded.values()):
                runner.notes_changed(self._notes)
        self.database_bytes = await self._store.size()

    async def _retain(self) -> None:
        """Delete what is kept no longer, now and then; every server of a database does, and the first one finds all."""
        rule, passed = self._settings.retention, self._settings.time.passed()
        if not rule.is_on or passed < self._retain_at:
            return
        self._retain_at = passed + RETENTION_SECONDS
        done = await retain(self._store, rule, self._settings.time.now(), step=self._tables.notice)
        for kind, count in (("finished", done.finished), ("abandoned", done.abandoned), ("chat", done.chat)):
            if count:
                journal.note("retention", kind=kind, count=count)

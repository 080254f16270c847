"""Restores of the database: after each of them tables need fresh randomness, or they would draw what was seen before.

`aachen restore` leaves a note in the database; a server that notices by itself that the database has fallen back
leaves one too, so that all servers and all tables, also those that are not in memory, hear of it.
"""

from __future__ import annotations

import hashlib

from aachen.server import journal
from aachen.server.timing import Time
from aachen.server.tokens import Chance
from aachen.storage.operator import RESTORED, OperatorStore, restored_note

NONCE_BYTES = 16


class Restores:
    """The last restore that is known; without an operator's store, only what this server has noticed."""

    def __init__(self, store: OperatorStore | None, chance: Chance, time: Time) -> None:
        self.last: str | None = None
        self._store = store
        self._chance = chance
        self._time = time

    def note(self, note: bytes | None) -> None:
        """Take over the note of the database."""
        self.last = None if note is None else hashlib.sha256(note).hexdigest()[:32]

    async def read(self) -> str | None:
        """The last restore, as the database knows it now."""
        if self._store is not None:
            self.note((await self._store.notes()).get(RESTORED))
        return self.last

    async def fell_back(self, known: str | None) -> None:
        """A table has fallen back that was fresh for the restore `known`: if there is no later one, this is one."""
        if await self.read() != known:
            return
        at = self._time.now()
        note = restored_note(at, self._chance(NONCE_BYTES))
        if self._store is not None:
            await self._store.set_note(RESTORED, note, at)
        self.note(note)
        journal.warn("luck_is_renewed")

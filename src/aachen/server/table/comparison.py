"""Compares a table in memory with what is stored: a store that was restored, or whose standby lagged, has fallen back."""

from __future__ import annotations

from dataclasses import dataclass

from aachen.server.messages import Said
from aachen.server.table.codec import read_said
from aachen.server.table.sheet import TableSheet
from aachen.storage.store import StoredChat, StoredEntry, StoredTable


class FellBackError(Exception):
    """The store does not hold what the table in memory holds; the store is right."""


class VanishedError(FellBackError):
    """The whole table is gone: it was deleted, or the store has fallen back to before it was made."""


class RedactedError(Exception):
    """Names or chat were removed from what is stored: what is in memory still has them."""


@dataclass(slots=True)
class Held:
    """What a table in memory holds of what is stored: its sheet, and the last entry and chat message, if any."""

    sheet: TableSheet
    seq: int
    lines: list[str] | None
    said: Said | None

    @property
    def first_to_read(self) -> int:
        """The last entry it knows, to compare it; but a record is one large entry, and never changes."""
        return self.seq + 1 if self.sheet.record else self.seq


def newer(held: Held, stored: StoredTable, sheet: TableSheet) -> tuple[list[StoredEntry], list[StoredChat]]:
    """What is stored beyond what is held; raises FellBackError if what is held is not stored, or is stored otherwise."""
    if sheet.version < held.sheet.version or (sheet.version == held.sheet.version and sheet != held.sheet):
        raise FellBackError
    if sheet.redactions != held.sheet.redactions:
        raise RedactedError
    entries, chat = stored.entries, stored.chat
    if held.lines is not None and not held.sheet.record:
        if not entries or entries[0].lines != held.lines:
            raise FellBackError
        entries = entries[1:]
    if held.said is not None:
        if not chat or read_said(chat[0]) != held.said:
            raise FellBackError
        chat = chat[1:]
    return entries, chat

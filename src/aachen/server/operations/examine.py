"""Examines every stored table: rows in order, a readable sheet, and a replay that meets every digest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from aachen.core.errors import BadInput, BadLine, Fault
from aachen.server.records import check_story
from aachen.server.table.codec import read_said
from aachen.server.table.commands import Now
from aachen.server.table.sheet import TableSheet, read_sheet
from aachen.server.table.state import TableState
from aachen.storage.operator import OperatorStore
from aachen.storage.store import StoreDamaged, StoredSheet, StoredTable, StoreFailed


@dataclass(slots=True)
class Examined:
    """The result for one table."""

    table: str
    verdict: Literal["sound", "read_only", "unreadable"]
    faults: list[Fault] = field(default_factory=list)
    line: int | None = None  # of the log, counted from 1


class UnreadableStoredTable(BadInput):
    """An operator's command is about a table that is damaged; `aachen check` tells what is wrong with it."""

    def __init__(self, table: str) -> None:
        super().__init__([Fault("stored_unreadable", "", {"table": table})])
        self.table = table


async def read_stored(store: OperatorStore, name: str) -> tuple[StoredTable, TableSheet] | None:
    """Everything that is stored of a table, and its sheet; None if there is no such table."""
    try:
        stored = await store.table(name)
        return None if stored is None else (stored, read_sheet(stored.sheet))
    except (StoreDamaged, msgspec.MsgspecError, ValueError):
        raise UnreadableStoredTable(name) from None


async def all_sheets(store: OperatorStore) -> AsyncIterator[StoredSheet]:
    """Every sheet, in the order of the ids; those that come or go meanwhile may be among them or not."""
    last = ""
    while sheets := await store.sheets(last):
        for sheet in sheets:
            yield sheet
        last = sheets[-1].table


async def examine(store: OperatorStore, name: str) -> Examined | None:
    """Examine one table; None if it is gone."""
    try:
        stored = await store.table(name)
    except (StoreFailed, ValueError) as fault:  # a page that cannot be read, or text that is none
        return Examined(name, "unreadable", [Fault("row_unreadable", "", {"reason": str(fault)})])
    return None if stored is None else await asyncio.to_thread(examined, stored)


def examined(stored: StoredTable) -> Examined:
    """The verdict on what is stored of one table."""
    name = stored.sheet.table
    try:
        sheet = read_sheet(stored.sheet)
        check_numbers(sheet, stored)
        replay(sheet, stored)
    except BadLine as wrong:
        return Examined(name, "unreadable", wrong.faults, wrong.line)
    except BadInput as wrong:
        return Examined(name, "unreadable", wrong.faults)
    except (msgspec.MsgspecError, ValueError) as wrong:
        return Examined(name, "unreadable", [Fault("row_unreadable", "", {"reason": str(wrong)})])
    except Exception as bug:  # whatever the cause, this table cannot be opened
        return Examined(name, "unreadable", [Fault("row_unreadable", "", {"reason": repr(bug)})])
    return Examined(name, "read_only" if sheet.is_read_only() else "sound")


def check_numbers(sheet: TableSheet, stored: StoredTable) -> None:
    """Entries are numbered from 0 and chat from 1, without a gap; an imported game is one entry."""
    if sheet.table != stored.sheet.table or sheet.version != stored.sheet.version:
        raise BadInput([Fault("sheet_of_another")])
    seqs = [entry.seq for entry in stored.entries]
    if not sheet.record and seqs != list(range(len(seqs))):
        missing = next(at for at, seq in enumerate([*seqs, -1]) if at != seq)
        raise BadInput([Fault("stored_entry_missing", "", {"seq": missing})])
    numbers = [chat.number for chat in stored.chat]
    if numbers != list(range(1, len(numbers) + 1)):
        raise BadInput([Fault("chat_missing")])


def replay(sheet: TableSheet, stored: StoredTable) -> None:
    """Play the game again by its rules, comparing every digest; read every chat message."""
    for chat in stored.chat:
        read_said(chat)
    if sheet.is_story:
        check_story([line for entry in stored.entries for line in entry.lines])
    TableState(sheet).restore(stored, Now())

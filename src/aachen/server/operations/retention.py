"""Retention: what is deleted after how many days. Nothing is, unless somebody says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from aachen.server.table.sheet import read_sheet
from aachen.storage.operator import Edit, OperatorStore
from aachen.storage.store import Conflict, StoredSheet

DAY = 86_400_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Retention:
    """Days after the last change; None is for ever."""

    finished: float | None = None  # games that are over, and imported ones
    abandoned: float | None = None  # tables at which nobody does anything any more
    chat: float | None = None

    @property
    def is_on(self) -> bool:
        """Whether anything is ever deleted."""
        return not self.finished is self.abandoned is self.chat is None


@dataclass(slots=True)
class Retained:
    """How much was deleted, or would be."""

    finished: int = 0
    abandoned: int = 0
    chat: int = 0


STATES = {"finished": ("finished", "closed"), "abandoned": ("gathering", "running")}


async def retain(
    store: OperatorStore,
    rule: Retention,
    now: int,
    is_trial: bool = False,
    step: Callable[[str], None] = lambda table: None,
) -> Retained:
    """Delete what is older than the rule allows; a trial only counts."""
    done = Retained()
    for kind, days in (("finished", rule.finished), ("abandoned", rule.abandoned)):
        if days is not None:
            number = 0
            for state in STATES[kind]:
                number += await _delete_stale(store, state, now - round(days * DAY), is_trial, step)
            setattr(done, kind, number)
    if rule.chat is not None:
        done.chat = await _erase_chat(store, now - round(rule.chat * DAY), now, is_trial, step)
    return done


async def _delete_stale(
    store: OperatorStore, state: str, before: int, is_trial: bool, step: Callable[[str], None]
) -> int:
    if is_trial:
        return len(await store.stale(state, before, limit=1_000_000))
    number = 0
    while found := await store.stale(state, before):
        deleted = 0
        for sheet in found:
            deleted += await _delete(store, sheet)
            step(sheet.table)
        number += deleted
        if deleted == 0:
            break  # all of them changed while we looked
    return number


async def _delete(store: OperatorStore, sheet: StoredSheet) -> bool:
    try:
        return await store.delete(sheet.table, sheet.version)
    except Conflict:
        return False  # somebody is there after all


async def _erase_chat(
    store: OperatorStore, before: int, now: int, is_trial: bool, step: Callable[[str], None]
) -> int:
    if is_trial:
        return sum(map(len, (await store.spoken(before, limit=1_000_000)).values()))
    number = 0
    while found := await store.spoken(before):
        erased = 0
        for table, numbers in found.items():
            erased += len(numbers) if await _erase(store, table, numbers, now) else 0
            step(table)
        number += erased
        if erased == 0:
            break
    return number


async def _erase(store: OperatorStore, table: str, numbers: list[int], now: int) -> bool:
    stored = await store.table(table)
    if stored is None:
        return False
    try:
        sheet = read_sheet(stored.sheet)
        sheet.version, sheet.redactions = sheet.version + 1, sheet.redactions + 1
        # Not touched: an old table does not become younger because its chat was erased.
        await store.edit(table, Edit(sheet.stored(stored.sheet.touched), erased=numbers))
    except (Conflict, msgspec.MsgspecError, ValueError):
        return False
    return True

"""Looking back: frames of earlier entries, for whoever catches up, scrolls through the log, or watches a replay."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

from aachen.core.errors import bad
from aachen.core.log import Plain, read_object
from aachen.server.frames import Moment, unrolled, write
from aachen.server.live_table import LiveTable
from aachen.server.messages import Frame, Told, UndoPolicy


class Seen(Protocol):
    """A moment that can be shown: of a log, or of a story."""

    @property
    def seq(self) -> int:
        """Its number."""

    def frame(self, viewer: int | None, policy: UndoPolicy) -> Frame:
        """The frame of a viewer."""

    def text(self, viewer: int | None, policy: UndoPolicy) -> str:
        """The frame as it goes over the socket."""

    def entry(self, viewer: int | None) -> Told:
        """The events alone."""


class StoryMoment:
    """A line of a story: what one viewer saw, and nobody else can be shown."""

    def __init__(self, line: str) -> None:
        told: Plain = read_object(line)
        self._frame = Frame(undo=[], **told)  # type: ignore[arg-type]
        self.seq = self._frame.seq

    def frame(self, viewer: int | None, policy: UndoPolicy) -> Frame:
        """What was seen."""
        return self._frame

    def text(self, viewer: int | None, policy: UndoPolicy) -> str:
        """What was seen, as it goes over the socket."""
        return write(self._frame)

    def entry(self, viewer: int | None) -> Told:
        """The events alone."""
        return Told(self._frame.seq, self._frame.by, self._frame.events)


class Reels:
    """Whole games, every moment of them, for the few tables whose past is being looked at."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._reels: OrderedDict[str, Sequence[Seen]] = OrderedDict()
        self._making: dict[str, asyncio.Lock] = {}

    async def moments(self, table: LiveTable, last: int) -> Sequence[Seen]:
        """All moments up to this one at least."""
        lock = self._making.setdefault(table.id, asyncio.Lock())
        async with lock:
            reel = self._reels.get(table.id)
            if reel is None or len(reel) <= last:
                reel = self._reels[table.id] = await _unroll(table)
            self._reels.move_to_end(table.id)
            while len(self._reels) > self.most:
                old, _ = self._reels.popitem(last=False)
                self._making.pop(old, None)
        return reel

    def forget(self, table: str) -> None:
        """The table has left memory."""
        self._reels.pop(table, None)
        self._making.pop(table, None)


async def _unroll(table: LiveTable) -> Sequence[Seen]:
    if table.sheet.is_story:
        return [StoryMoment(line) for line in table.story[1:]]
    moments: list[Moment] = [moment async for moment in unrolled(table.lines()[:])]
    return moments


async def moment(reels: Reels, table: LiveTable, seq: int) -> Seen:
    """The moment of an entry: from memory if it is recent, else by replaying the log."""
    if table.moments and table.moments[0].seq <= seq <= table.moments[-1].seq:
        return table.moments[seq - table.moments[0].seq]
    last = last_seq(table)
    if last is None or seq > last:
        raise bad("no_such_entry", "seq", given=seq, last=-1 if last is None else last)
    return (await reels.moments(table, seq))[seq]


def last_seq(table: LiveTable) -> int | None:
    """The number of the newest entry, also of a story."""
    if table.sheet.is_story:
        return len(table.story) - 2
    return table.seq


async def earlier(
    reels: Reels, table: LiveTable, viewer: int | None, before: int, count: int
) -> tuple[list[Told], bool]:
    """The events of entries before this one, and whether nothing came earlier."""
    last = last_seq(table)
    end = min(before, 0 if last is None else last + 1)
    start = max(0, end - count)
    seen = [await moment(reels, table, seq) for seq in range(start, end)]
    return [each.entry(viewer) for each in seen], start == 0


def check_eyes(table: LiveTable, own: str | None, eyes: str | None, is_host: bool) -> int | None:
    """Whose eyes one may look through: one's own while the game runs, all when it is over.

    A game that was given up is only opened to who sat there, and not to who happened to watch.
    """
    sheet = table.sheet
    if sheet.eyes is not None and eyes not in sheet.eyes:
        raise bad("other_eyes", "eyes")
    is_shut = sheet.state == "closed" and own is None and not is_host
    if eyes != own and (is_shut or not sheet.is_over()):
        raise bad("other_eyes", "eyes")
    return None if eyes is None else sheet.number(eyes)

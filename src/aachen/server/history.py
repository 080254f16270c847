"""Earlier entries of a game: for clients that catch up, scroll through the log, or watch a replay."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Protocol

from aachen.core.errors import bad
from aachen.core.json_lines import read_object
from aachen.core.json_shapes import Plain
from aachen.games.versions import replay_any
from aachen.server.background import BackgroundJobs, gently, lane_of
from aachen.server.messages import EntryEvents, Frame, UndoPolicy
from aachen.server.table.codec import write
from aachen.server.table.frames import SnapshotReader
from aachen.server.table.state import TableState


class Viewable(Protocol):
    """An entry that can be shown: of a log, or of a story."""

    @property
    def seq(self) -> int:
        """Its number."""

    def frame(self, viewer: int | None, policy: UndoPolicy) -> Frame:
        """The frame of a viewer."""

    def text(self, viewer: int | None, policy: UndoPolicy) -> str:
        """The frame as it goes over the socket."""

    def delta(self, viewer: int | None, policy: UndoPolicy, before: Any) -> str:
        """What changed since the entry before, which is one of the same kind, as it goes over the socket."""

    def entry(self, viewer: int | None) -> EntryEvents:
        """The events alone."""


class StorySnapshot:
    """A line of a story: what one viewer saw, and nobody else can be shown."""

    def __init__(self, line: str) -> None:
        fields: Plain = read_object(line)
        self._frame = Frame(undo=[], **fields)  # type: ignore[arg-type]
        self.seq = self._frame.seq

    def frame(self, viewer: int | None, policy: UndoPolicy) -> Frame:
        """What was seen."""
        return self._frame

    def text(self, viewer: int | None, policy: UndoPolicy) -> str:
        """What was seen, as it goes over the socket."""
        return write(self._frame)

    def delta(self, viewer: int | None, policy: UndoPolicy, before: Any) -> str:
        """What was seen: a story is read as it was written."""
        return write(self._frame)

    def entry(self, viewer: int | None) -> EntryEvents:
        """The events alone."""
        return EntryEvents(self._frame.seq, self._frame.by, self._frame.events)


class ReplayCache:
    """Whole games, with a snapshot of each entry, for the few tables whose history was asked for last."""

    def __init__(self, most: int, most_entries: int, background: BackgroundJobs) -> None:
        self.most = most
        self.most_entries = most_entries
        self._background = background
        self._replays: OrderedDict[str, Sequence[Viewable]] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}

    async def snapshots(self, table: TableState, last: int) -> Sequence[Viewable]:
        """All snapshots up to this one at least."""
        lock = self._locks.setdefault(table.id, asyncio.Lock())
        async with lock:
            found = self._replays.get(table.id)
            if found is None or len(found) <= last:
                found = await self._replay(table)
                if table.is_retired:  # it was loaded again in the meantime, perhaps with a different history
                    return found
                self._replays[table.id] = found
            self._replays.move_to_end(table.id)
            self._shrink()
        return found

    def _shrink(self) -> None:
        """Forget whole games until the limit is respected; the one requested last is kept."""
        entries = sum(len(each) for each in self._replays.values())
        while len(self._replays) > 1 and (len(self._replays) > self.most or entries > self.most_entries):
            old, forgotten = self._replays.popitem(last=False)
            self._locks.pop(old, None)
            entries -= len(forgotten)

    async def _replay(self, table: TableState) -> Sequence[Viewable]:
        """All snapshots of a game, made off the event loop: the stored lines do not change."""
        lines, is_story = table.lines()[:], table.sheet.is_story
        read = read_story if is_story else read_log
        return await self._background.do(lane_of(len(lines)), lambda: read(lines))

    def forget(self, table: str) -> None:
        """The table has left memory."""
        self._replays.pop(table, None)
        self._locks.pop(table, None)

    async def snapshot(self, table: TableState, seq: int) -> Viewable:
        """The snapshot of an entry: from memory if it is recent, else by replaying the log."""
        if table.recent and table.recent[0].seq <= seq <= table.recent[-1].seq:
            return table.recent[seq - table.recent[0].seq]
        last = table.last_seq
        if last is None or seq > last:
            raise bad("no_such_entry", "seq", given=seq, last=-1 if last is None else last)
        return (await self.snapshots(table, seq))[seq]

    async def earlier(
        self, table: TableState, viewer: int | None, before: int, count: int
    ) -> tuple[list[EntryEvents], bool]:
        """The events of entries before this one, and whether nothing came earlier."""
        last = table.last_seq
        end = min(before, 0 if last is None else last + 1)
        start = max(0, end - count)
        found = [await self.snapshot(table, seq) for seq in range(start, end)]
        return [each.entry(viewer) for each in found], start == 0


def read_story(lines: list[str]) -> list[Viewable]:
    """Every snapshot of a stored story; its first line is the header."""
    return [StorySnapshot(line) for line in gently(lines[1:])]


def read_log(lines: list[str]) -> list[Viewable]:
    """Every snapshot of a stored log."""
    reader, found = SnapshotReader(), list[Viewable]()
    for step in gently(replay_any([f"{line}\n" for line in lines])):
        assert not step.faults, f"a stored log is sound: {step.faults}"
        snapshot = reader.snapshot(step)
        if snapshot is not None:
            found.append(snapshot)
    return found

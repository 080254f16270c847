"""Frames: one entry of the log as one viewer may see it.

A frame is a function of the log, the viewer and the table's policy of undoing, and of nothing else:
so it has the same bytes when it is new, when somebody catches up, and when a finished game is replayed.
A delta is a function of two frames: what it has to say besides the events is what differs between their views.
"""

from __future__ import annotations

from zlib import crc32

from aachen.core.contract import Position
from aachen.core.events import Event
from aachen.core.json_shapes import Plain
from aachen.core.replay import Step
from aachen.server.messages import Delta, EntryEvents, Frame, UndoPolicy
from aachen.server.table.codec import encoder, write
from aachen.server.table.screens import Screens

FULL_EVERY = 50  # entries: these are always sent whole
CHECK_EVERY = 8  # entries: deltas of these say what the whole view adds up to


class Snapshot:
    """One entry and the position after it."""

    __slots__ = (
        "_screens",
        "by",
        "deltas",
        "events",
        "is_new",
        "position",
        "seq",
        "texts",
        "undo",
        "undoable",
        "undoer",
    )

    def __init__(
        self,
        seq: int,
        by: str | None,
        position: Position,
        events: list[Event],
        undoer: int | None,
        undoable: list[int],
        undo: int | None = None,
    ) -> None:
        self.seq = seq
        self.by = by  # a seat, the table, or nobody
        self.position = position
        self.events = events
        self.undoer = undoer  # the one seat that may take something back now
        self.undoable = undoable
        self.undo = undo  # where an undo went back to
        self.is_new = False  # everybody is about to be sent it
        self.texts: dict[int | None, str] = {}  # frames already encoded, while it is new
        self.deltas: dict[int | None, str] = {}  # and deltas
        self._screens: Screens | None = None

    def events_for(self, viewer: int | None) -> list[Plain]:
        """What happened, as the viewer may know it."""
        if self.undo is not None:
            return [{"event": "undone", "to": self.undo}]
        return [event.seen_by(viewer) for event in self.events]

    def undo_for(self, viewer: int | None, policy: UndoPolicy) -> list[int]:
        """The entries that the viewer may go back to now."""
        return self.undoable if viewer is not None and viewer == self.undoer and policy != "never" else []

    def screens(self) -> Screens:
        """The views of the position, built once while it is new."""
        screens = self._screens or Screens(self.position)
        if self.is_new:
            self._screens = screens
        return screens

    def frame(self, viewer: int | None, policy: UndoPolicy) -> Frame:
        """The entry as the viewer may see it, and the screen after it."""
        view, undo = self.screens().view(viewer), self.undo_for(viewer, policy)
        return Frame(self.seq, self.by, self.events_for(viewer), view, undo)

    def text(self, viewer: int | None, policy: UndoPolicy) -> str:
        """The frame as it goes over every socket of this viewer; encoded once while it is new."""
        text = self.texts.get(viewer)
        if text is None:
            text = write(self.frame(viewer, policy))
            if self.is_new:
                self.texts[viewer] = text
        return text

    def delta(self, viewer: int | None, policy: UndoPolicy, before: Snapshot) -> str:
        """What changed since the entry before, as it goes over the socket; the whole frame now and then."""
        if self.seq % FULL_EVERY == 0:
            return self.text(viewer, policy)
        text = self.deltas.get(viewer)
        if text is None:
            text = self._delta(viewer, policy, before)
            if self.is_new:
                self.deltas[viewer] = text
        return text

    def _delta(self, viewer: int | None, policy: UndoPolicy, before: Snapshot) -> str:
        screens = self.screens()
        changes = screens.changes(before.screens(), viewer) or {}
        if isinstance(changes, list):  # all is different
            return self.text(viewer, policy)
        check = crc32(encoder.encode(screens.view(viewer))) if self.seq % CHECK_EVERY == 0 else None
        undo = self.undo_for(viewer, policy)
        return write(Delta(self.seq, self.by, self.events_for(viewer), changes, undo, check))

    def drop_texts(self) -> None:
        """Most have seen it: for whoever has not it is encoded again."""
        self.is_new = False
        self.texts.clear()
        self.deltas.clear()
        self._screens = None

    def entry(self, viewer: int | None) -> EntryEvents:
        """The events alone."""
        return EntryEvents(self.seq, self.by, self.events_for(viewer))


class SnapshotReader:
    """Makes snapshots of the steps of a log, one after the other."""

    def __init__(self) -> None:
        self.actor: int | None = None
        self.by: str | None = None

    def snapshot(self, step: Step) -> Snapshot | None:
        """The snapshot of a step; a closing line and a new commitment have none."""
        assert step.position is not None
        if step.outcome is not None or step.secret is not None:
            return None
        if step.seat is not None:
            self.by = step.seat
            seats = step.position.seats()
            self.actor = seats.index(step.seat) if step.seat in seats else None
        by = None if step.header is not None else self.by
        return Snapshot(step.seq, by, step.position, step.events, self.actor, step.undoable, step.undo)

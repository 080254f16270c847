"""Frames: one entry of the log as one viewer may see it.

A frame is a function of the log, the viewer and the table's policy of undoing, and of nothing else:
so it has the same bytes when it is new, when somebody catches up, and when a finished game is looked at again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable

import msgspec

from aachen.core.contract import Position
from aachen.core.events import Event
from aachen.core.log import Plain
from aachen.core.replay import Step, replay
from aachen.games import GAMES
from aachen.server.messages import Frame, FromServer, Told, UndoPolicy

encoder = msgspec.json.Encoder()

LONGEST_STRETCH = 0.004  # seconds that a replay may go on before others get their turn


def write(message: FromServer) -> str:
    """A message as it goes over the socket."""
    return encoder.encode(message).decode()


class Moment:
    """One entry and the position after it."""

    __slots__ = ("by", "events", "is_new", "position", "seq", "texts", "undo", "undoable", "undoer")

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
        self.texts: dict[int | None, str] = {}  # frames that were written already, while it is new

    def told(self, viewer: int | None) -> list[Plain]:
        """What happened, as the viewer may know it."""
        if self.undo is not None:
            return [{"event": "undone", "to": self.undo}]
        return [event.seen_by(viewer) for event in self.events]

    def frame(self, viewer: int | None, policy: UndoPolicy) -> Frame:
        """The entry as the viewer may see it, and the screen after it."""
        undo = self.undoable if viewer is not None and viewer == self.undoer and policy != "never" else []
        return Frame(self.seq, self.by, self.told(viewer), self.position.view(viewer), undo)

    def text(self, viewer: int | None, policy: UndoPolicy) -> str:
        """The frame as it goes over every socket of this viewer; written once while it is new."""
        text = self.texts.get(viewer)
        if text is None:
            text = write(self.frame(viewer, policy))
            if self.is_new:
                self.texts[viewer] = text
        return text

    def grow_old(self) -> None:
        """Most have seen it: whoever has not gets it written anew."""
        self.is_new = False
        self.texts.clear()

    def entry(self, viewer: int | None) -> Told:
        """The events alone."""
        return Told(self.seq, self.by, self.told(viewer))


class Unroll:
    """Makes moments of the steps of a log, one after the other."""

    def __init__(self) -> None:
        self.actor: int | None = None
        self.by: str | None = None

    def moment(self, step: Step) -> Moment | None:
        """The moment of a step; the closing line is none."""
        assert step.position is not None
        if step.outcome is not None or step.secret is not None:
            return None
        if step.seat is not None:
            self.by = step.seat
            seats = step.position.seats()
            self.actor = seats.index(step.seat) if step.seat in seats else None
        by = None if step.header is not None else self.by
        return Moment(step.seq, by, step.position, step.events, self.actor, step.undoable, step.undo)


async def unrolled(lines: Iterable[str]) -> AsyncIterator[Moment]:
    """Every moment of a stored log; others get their turn now and then."""
    unroll = Unroll()
    since = time.monotonic()
    for step in replay([f"{line}\n" for line in lines], GAMES):
        assert not step.faults, f"a stored log is sound: {step.faults}"
        moment = unroll.moment(step)
        if moment is not None:
            yield moment
        if time.monotonic() - since > LONGEST_STRETCH:
            await asyncio.sleep(0)
            since = time.monotonic()

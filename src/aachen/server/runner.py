"""Runs one table: one command after the other is decided, stored, adopted and published.

What is stored first and only then adopted and shown has happened for everybody or for nobody.
Only this module waits; what a command means is decided in `server/table`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from aachen.server import journal
from aachen.server.address import ADDRESS
from aachen.server.messages import Bye, FromServer, Sheet, SheetChanged
from aachen.server.metrics import Metrics
from aachen.server.notes import ServerNotes
from aachen.server.notifications.news import news_of
from aachen.server.presence import Presence
from aachen.server.restores import Restores
from aachen.server.settings import Settings
from aachen.server.table.authorisation import identify, may_know_secret
from aachen.server.table.codec import write, write_said
from aachen.server.table.commands import (
    Change,
    GuestsLeave,
    HostChanged,
    Note,
    Now,
    TableCommand,
    TokenChanged,
)
from aachen.server.table.comparison import FellBackError, RedactedError, VanishedError, newer
from aachen.server.table.decide import decide
from aachen.server.table.errors import StaleError
from aachen.server.table.sheet import read_sheet
from aachen.server.table.state import TableState
from aachen.server.viewer import Viewer
from aachen.storage.store import Conflict, Store, StoreFailed

Answer = TypeVar("Answer")

MOST_TRIES = 5  # at a sheet that others change too


class Owner(Protocol):
    """The owner of a server's tables."""

    notes: ServerNotes
    outbox_wake: asyncio.Event
    restores: Restores

    def table_changed(self, runner: TableRunner) -> None:
        """Something has changed: bots or clocks may have to be started."""

    def table_broken(self, runner: TableRunner, bye: Bye) -> None:
        """What is in memory does not fit what is stored: the table has to be loaded again."""

    def metered(self, work: Awaitable[Answer]) -> Awaitable[Answer]:
        """The same work; what it takes of the event loop is charged to whoever it is done for."""

    async def await_loop(self) -> None:
        """Wait until whoever this is done for has not used up their share of the event loop."""


class TableRunner:
    """One table in use: its state, its lock, and who looks at it."""

    def __init__(
        self, table: TableState, owner: Owner, store: Store, settings: Settings, metrics: Metrics
    ) -> None:
        self.table = table
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.viewers: set[Viewer] = set()
        self.presence = Presence(table.id, store, settings.time)
        self.used_at = settings.time.passed()
        self.bot_seconds: dict[int, float] = {}  # how long the last choice of each bot's seat took
        self.owner = ADDRESS.get()  # the address that brought it into memory
        self.sheet_stamp = 0  # counts what has to be sent again
        self.clocks_stamp = 0
        self.bot_wake = asyncio.Event()
        self.clock_wake = asyncio.Event()
        self._owner = owner
        self._sheet_texts: dict[bool, tuple[int, str]] = {}  # for members and for others
        self._lock = asyncio.Lock()
        self._turns: set[asyncio.Future[Any]] = set()
        self._drove = False
        self._epoch = store.epoch  # of the store when memory was last compared with it
        self._later: asyncio.TimerHandle | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a command is being carried out or waits."""
        return bool(self._turns)

    @property
    def id(self) -> str:
        """The table's identifier."""
        return self.table.id

    # ---- One command after the other

    async def do(self, command: TableCommand) -> Any:
        """Carry out a command when it is its turn; its answer."""
        return await self.turn(lambda: self.carry_out(command))

    async def turn(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Do something while nobody else does anything to the table.

        A client that goes away in the middle does not stop it: what is being stored is also shown.
        """
        task = asyncio.ensure_future(self._owner.metered(self._locked(work)))
        self._turns.add(task)
        task.add_done_callback(self._turns.discard)
        return await asyncio.shield(task)

    async def _locked(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        async with self._lock:
            self.use()
            if self._epoch != self.store.epoch:
                await self.follow()  # the database was away, and may have come back as an older one
            return await work()

    async def carry_out(self, command: TableCommand) -> Any:
        """Decide, store, adopt, publish; only within a turn.

        If another server was faster, an entry on top of another one is stale; all else is decided again.
        """
        if command.needs_presence:
            await self.presence.refresh()
        for _ in range(MOST_TRIES):
            known = self.table.stored_seq
            change = decide(self.table, command, self.now(), self.settings.chance)
            try:
                await self._store(change)
            except Conflict:
                await self.follow()
                if change.entry is not None and change.record is None and self.table.stored_seq != known:
                    raise StaleError from None
                continue
            self._adopt(change)
            if change.then is not None:
                with suppress(StoreFailed, StaleError):
                    await self.carry_out(change.then)
            return change.answer
        raise StoreFailed("others change this table all the time")

    async def await_loop(self) -> None:
        """Wait until whoever this task works for has not used up their share of the event loop."""
        await self._owner.await_loop()

    def now(self) -> Now:
        """The time, who is away, and which bots there are."""
        time, present = self.settings.time, self.present()
        absent = {
            seat: 0.0 if seat in present else self.presence.away(seat) for seat in self.table.sheet.names()
        }
        return Now(time.now(), time.passed(), absent, self.settings.levels())

    async def _store(self, change: Change) -> None:
        if not change.is_stored:
            return
        started = self.settings.time.passed()
        try:
            await self._write(change)
        except StoreFailed:
            self.metrics.count("failed_stores")
            raise
        if change.entry is not None:
            self.metrics.observe("store", self.settings.time.passed() - started)

    async def _write(self, change: Change) -> None:
        sheet = None if change.sheet is None else change.sheet.stored(self.settings.time.now())
        news = news_of(self.table, change, self.now(), self.present())
        if change.entry is not None:
            known = self.table.sheet.version
            await self.store.append(
                self.id, change.entry, sheet, before=self.table.stored_lines, news=news, version=known
            )
        elif sheet is not None:
            await self.store.change(sheet, news)
        if news is not None and news.events:
            self._owner.outbox_wake.set()
        if change.chat is not None:
            await self.store.talk(self.id, write_said(change.chat))

    def _adopt(self, change: Change) -> None:
        before = self.table.sheet.state
        notes = self.table.adopt(change, self.now())
        if change.move is not None and change.move.seq == self.table.seq:
            self.metrics.count("moves", game=self.table.sheet.game)
        self._publish(before, notes, change.sheet is not None, change.entry is not None)

    @property
    def waiting(self) -> int:
        """How many commands have begun and are not done."""
        return len(self._turns)

    async def rest(self) -> None:
        """Wait until everything that has begun is stored."""
        while self._turns:
            await asyncio.wait(self._turns)

    def use(self) -> None:
        """Somebody does something here: the table stays in memory."""
        self.used_at = self.settings.time.passed()

    def retire(self) -> None:
        """This table leaves memory: nobody can act through this object any more."""
        self.table.retire()
        self.bot_wake.set()
        self.clock_wake.set()

    # ---- Publishing

    def _publish(self, before: str, notes: list[Note], new_sheet: bool, new_entry: bool) -> None:
        """Send what has changed; `before` is the state of the table before it."""
        self._note_state(before)
        self.sheet_stamp += new_sheet
        for note in notes:
            self._send(note)
        if new_sheet or new_entry:
            if self.table.has_clocks():
                self.clocks_stamp += 1
                self.clock_wake.set()
            self._owner.table_changed(self)
            self.bot_wake.set()
            self._wake_viewers()

    def _note_state(self, before: str) -> None:
        sheet = self.table.sheet
        if before != sheet.state:
            journal.note("table", table=self.id, state=sheet.state, game=sheet.game)
            if sheet.state == "finished":
                self.metrics.count("games_finished", game=sheet.game)

    def _send(self, note: Note) -> None:
        if isinstance(note, TokenChanged):
            self.presence.sat(note.seat)
            self.dismiss(lambda viewer: viewer.seat == note.seat, Bye("token_void"), 1008)
        elif isinstance(note, HostChanged):
            self.dismiss(lambda viewer: viewer.is_host, Bye("token_void"), 1008)
        elif isinstance(note, GuestsLeave):
            self.dismiss(lambda viewer: not viewer.may_watch, Bye("closed"), 1008)
        else:
            self.broadcast(note)

    def broadcast(self, message: FromServer) -> None:
        """Send a message to everybody who watches."""
        text = write(message)
        for viewer in list(self.viewers):  # viewers that are too slow are disconnected
            if viewer.may_watch:
                viewer.post(text)

    def dismiss(self, which: Callable[[Viewer], bool], bye: Bye, code: int) -> None:
        """Send viewers away."""
        for viewer in list(self.viewers):
            if which(viewer):
                viewer.dismiss(bye, code)

    def dismiss_all(self, bye: Bye) -> None:
        """Disconnect everybody; they may reconnect at once."""
        self.dismiss(lambda viewer: True, bye, 1012)

    def _wake_viewers(self) -> None:
        for viewer in self.viewers:
            viewer.wake.set()

    def sheet(self, is_member: bool = False) -> Sheet:
        """The sheet as everybody may know it, or as players and the host may."""
        watchers = sum(viewer.seat is None for viewer in self.viewers)
        shows_secret = may_know_secret(self.table.sheet, is_member)
        sheet = self.table.sheet.as_message(self.present(), watchers, shows_secret)
        sheet.maintenance = self._owner.notes.is_maintenance
        return sheet

    def sheet_text(self, is_member: bool) -> str:
        """The sheet as a message; encoded once for all members and once for all others."""
        stamp, text = self._sheet_texts.get(is_member, (-1, ""))
        if stamp != self.sheet_stamp:
            text = write(SheetChanged(self.sheet(is_member)))
            self._sheet_texts[is_member] = (self.sheet_stamp, text)
        return text

    def notes_changed(self, notes: ServerNotes) -> None:
        """Operators have begun or ended maintenance, or banned somebody."""
        self.dismiss(lambda viewer: notes.is_banned(viewer.address), Bye("closed"), 1008)
        self._send_sheet()

    # ---- Presence

    def enter(self, viewer: Viewer) -> None:
        """A viewer joins."""
        is_first = viewer.seat not in self.here()
        self.viewers.add(viewer)
        if viewer.seat is not None and is_first:
            self.presence.came(viewer.seat)
        self._tell_presence_soon()

    def leave(self, viewer: Viewer) -> None:
        """A viewer has left."""
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            self.use()
            if viewer.seat is not None and viewer.seat not in self.here():
                self.presence.left(viewer.seat)
            self._tell_presence_soon()

    def here(self) -> set[str]:
        """The seats that have a socket open here."""
        return {viewer.seat for viewer in self.viewers if viewer.seat is not None}

    def present(self) -> set[str]:
        """The seats that have a socket open, here or at another server."""
        return self.here() | self.presence.elsewhere()

    def _tell_presence_soon(self) -> None:
        """Send a new sheet together with whatever else changes in the next moment."""
        if self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(self.settings.presence_seconds, self._tell_presence)

    def _tell_presence(self) -> None:
        self._later = None
        self._send_sheet()

    def _send_sheet(self) -> None:
        self.sheet_stamp += 1
        self._wake_viewers()

    # ---- Other servers

    async def follow(self) -> None:
        """Read what another server has written; only within a turn.

        If it does not fit what we hold, what is stored is right, and the table has to be loaded again.
        """
        epoch = self.store.epoch
        try:
            await self._follow()
            self._epoch = epoch
        except StoreFailed:
            raise
        except RedactedError:
            self._owner.table_broken(self, Bye("going_away"))
            raise StaleError from None
        except FellBackError as cause:
            table = self.table
            journal.warn("fell_back", table=self.id, seq=table.stored_seq, version=table.sheet.version)
            if not isinstance(cause, VanishedError):
                await self._owner.restores.fell_back(table.sheet.restore)
            self.metrics.count("fell_back")
            self._owner.table_broken(self, Bye("fell_back"))
            raise StaleError from None
        except Exception as bug:
            journal.crash("not_followed", bug, table=self.id)
            self.metrics.count("crashes")
            self._owner.table_broken(self, Bye("crashed"))
            raise StaleError from None

    async def _follow(self) -> None:
        if await self.presence.refresh():
            self._tell_presence_soon()
        table, before = self.table, self.table.sheet.state
        held = table.held()
        stored = await self.store.since(self.id, held.first_to_read, table.chat_number)
        if stored is None:
            raise VanishedError
        sheet = read_sheet(stored.sheet)
        entries, chat = newer(held, stored, sheet)
        is_newer = sheet.version > table.sheet.version
        notes = table.adopt_stored(sheet if is_newer else None, entries, chat, self.now())
        self._publish(before, notes, is_newer, bool(entries))

    async def recognise(self, token: str | None) -> None:
        """Who sat down at another server a moment ago is known there, and may be news here."""
        if identify(self.table.sheet, token).is_stranger:
            await self.turn(self.follow)

    async def drives(self) -> bool:
        """Whether this server moves the bots and clocks of the table."""
        drives = await self.store.drive(self.id)
        if drives and not self._drove:
            await self.turn(self.follow)  # another server may have driven it until now
        self._drove = drives
        return drives

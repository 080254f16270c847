"""One table in memory: its sheet, its game, its talk, and who looks at it.

Whatever changes a table goes through its turnstile, one after the other.
It is stored first, and only then adopted and shown: if the store fails, nothing has happened.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from aachen.core.contract import TABLE_NAME, Position
from aachen.core.errors import Refusal
from aachen.core.log import Entry, Move, Record, Reveal, Undo, read_line
from aachen.core.replay import Step, read_actor, read_script, resume
from aachen.server import journal
from aachen.server.clocks import Bank
from aachen.server.frames import Moment, Unroll, write
from aachen.server.luck import begin_record
from aachen.server.messages import Bye, FromServer, Said, Sheet, SheetChanged
from aachen.server.metrics import Metrics
from aachen.server.settings import Settings
from aachen.server.sheet import TableSheet, read_sheet
from aachen.storage.store import Conflict, Store, StoredChat, StoredEntry, StoredTable, StoreFailed

if TYPE_CHECKING:
    from aachen.server.moves import Asking
    from aachen.server.sockets import Connection

Answer = TypeVar("Answer")

MOST_RECENT = 30  # moments kept at hand, for whoever is a little behind
MOST_NEW = 3  # of them with their frames as they were written
MOST_TALK = 100
MOST_TRIES = 5  # at a sheet that others change too


class StaleError(Exception):
    """What is offered has changed since the asker looked."""


class RefusedError(Exception):
    """The rules, or the table's policy, forbid it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(repr(refusal))
        self.refusal = refusal


def _ignore(table: LiveTable) -> None:
    """Nobody needs to know."""


class LiveTable:
    """One table that somebody looks at, or that moves by itself."""

    def __init__(self, sheet: TableSheet, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.id = sheet.table
        self.sheet = sheet
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.options: Any = sheet.rulebook().options(sheet.options)
        self.record: Record | None = None
        self.story: list[str] = []  # of a record that is a story: its lines
        self.stored_seq = -1  # the number of the last stored entry
        self.moments: deque[Moment] = deque(maxlen=MOST_RECENT)
        self.fresh = [0] * len(sheet.seats)  # since which entry each seat's choice is what it is
        self.offers: list[list[int]] = [[] for _ in sheet.seats]
        self.bank = Bank(sheet.names(), sheet.clock, sheet.sand())
        self.talk: deque[Said] = deque(maxlen=MOST_TALK)
        self.talk_number = 0
        self.asking: Asking | None = None
        self.sockets: set[Connection] = set()
        self.left_at: dict[str, float] = {}  # when the last socket of a seat was closed
        self.touched = settings.time.passed()
        self.loaded_at = self.touched
        self.sheet_stamp = 0
        self.clocks_stamp = 0
        self.bot_wake = asyncio.Event()
        self.clock_wake = asyncio.Event()
        self.on_change: Callable[[LiveTable], None] = _ignore  # the hall starts what the table needs
        self.on_broken: Callable[[LiveTable], None] = _ignore  # the hall loads it anew
        self.is_gone = False
        self._sheet_text: tuple[int, str] = (-1, "")
        self._turnstile = asyncio.Lock()
        self._turns: set[asyncio.Task[Any]] = set()
        self._drove = False
        self._later: asyncio.TimerHandle | None = None

    # ---- What is true now

    @property
    def seq(self) -> int | None:
        """The number of the newest entry, or None while the table gathers."""
        return self.moments[-1].seq if self.moments else None

    def is_running(self) -> bool:
        """Whether somebody can act here."""
        return self.sheet.state == "running" and self.record is not None and not self.is_gone

    def game(self) -> Record:
        """The running game."""
        assert self.record is not None, "the game has begun"
        return self.record

    def position(self) -> Position:
        """The position now."""
        return self.game().position

    def secret(self) -> bytes | None:
        """The secret of the luck; it never leaves the server before the end."""
        return None if self.sheet.secret is None else bytes.fromhex(self.sheet.secret)

    def asked(self) -> list[str]:
        """The seats that the table waits for."""
        return [self.sheet.seats[seat].seat for seat in self.position().to_act()]

    def waiting(self) -> list[str]:
        """The persons that the table waits for."""
        asked = self.position().to_act()
        return [self.sheet.seats[seat].seat for seat in asked if self.sheet.seats[seat].is_played_by_person]

    def present(self) -> set[str]:
        """The seats that have a socket open here."""
        return {socket.seat for socket in self.sockets if socket.seat is not None}

    def away(self, seat: str) -> float:
        """For how many seconds nobody of this seat has been here."""
        if seat in self.present():
            return 0.0
        return self.settings.time.passed() - self.left_at.get(seat, self.loaded_at)

    def lines(self) -> list[str]:
        """The stored lines: a log, or a story."""
        return self.story if self.record is None else self.record.lines

    def sheet_text(self) -> str:
        """The public sheet as a message; written once for all who look."""
        if self._sheet_text[0] != self.sheet_stamp:
            self._sheet_text = (self.sheet_stamp, write(SheetChanged(self.told())))
        return self._sheet_text[1]

    def told(self) -> Sheet:
        """The sheet as everybody may know it."""
        watchers = sum(socket.seat is None for socket in self.sockets)
        return self.sheet.told(self.present(), watchers)

    # ---- The turnstile

    async def turn(
        self, work: Callable[[], Awaitable[Answer]], check: Callable[[], object] | None = None
    ) -> Answer:
        """Do something to the table when it is its turn.

        `check` raises if the asker has lost the right to it while waiting for the turn.
        An asker who goes away in the middle does not stop it: what is being stored is also shown.
        """
        task = asyncio.ensure_future(self._alone(work, check))
        self._turns.add(task)
        task.add_done_callback(self._turns.discard)
        return await asyncio.shield(task)

    async def _alone(
        self, work: Callable[[], Awaitable[Answer]], check: Callable[[], object] | None
    ) -> Answer:
        async with self._turnstile:
            self.touched = self.settings.time.passed()
            if check is not None:
                check()
            return await work()

    async def rest(self) -> None:
        """Wait until everything that has begun is stored."""
        while self._turns:
            await asyncio.wait(self._turns)

    # ---- Storing, then showing; only within a turn

    async def commit(self, move: Move, moved: str | None = None) -> int:
        """Store an entry, then let the game go on from it; its number. `moved` is the person who did it."""
        bank = self.bank.copy()
        sheet = self._ended(move) if move.is_last else None
        bank.count(self.settings.time.passed(), [], moved)
        entry = StoredEntry(move.seq, move.lines, self.settings.time.now(), bank.write())
        if move.seq == self.game().seq:  # a reveal is no entry of the game, but one of the store
            entry.seq = self.stored_seq + 1
        await self._append(entry, sheet)
        self.bank = bank
        self._adopt(move, entry.seq)
        if sheet is not None:
            self.adopt_sheet(sheet)
        self.show()
        return move.seq

    def _ended(self, move: Move) -> TableSheet:
        """The sheet after the last move: the rules ended the game, or it was given up."""
        sheet = self.sheet.copy()
        sheet.version += 1
        sheet.state = "closed" if move.position.outcome() is None else "finished"
        return sheet

    async def _append(self, entry: StoredEntry, sheet: TableSheet | None) -> None:
        """Store an entry; whoever was quicker elsewhere makes this one stale."""
        started = self.settings.time.passed()
        stored = None if sheet is None else sheet.stored(entry.at)
        try:
            await self.store.append(self.id, entry, stored)
        except Conflict:
            await self.follow()
            raise StaleError from None
        except StoreFailed:
            self.metrics.count("failed_stores")
            raise
        self.metrics.observe("store", self.settings.time.passed() - started)

    def _adopt(self, move: Move, stored_seq: int) -> None:
        """What is stored is true."""
        record = self.game()
        drawn, is_entry = bool(move.luck), move.seq > record.seq
        record.adopt(move)
        self.stored_seq = stored_seq
        if not is_entry:
            return
        actor = self.moments[-1].undoer if move.undo is not None else move.seat if move.seat >= 0 else None
        by = TABLE_NAME if actor is None else self.sheet.seats[actor].seat
        moment = Moment(move.seq, by, record.position, move.events, actor, record.undoable(), move.undo)
        self._note(moment, drawn)
        self.metrics.count("moves", game=self.sheet.game)

    def _note(self, moment: Moment, drawn: bool) -> None:
        """Remember the moment, and whose choice is another one now.

        A choice is another one if other things are offered, if the seat itself or the table has acted,
        or if luck has answered; a sibling's sealed choice leaves it as it is.
        """
        moment.is_new = True
        self.moments.append(moment)
        if len(self.moments) > MOST_NEW:
            self.moments[-1 - MOST_NEW].grow_old()
        for seat, body in enumerate(self.sheet.seats):
            offers = moment.position.offers(seat)
            if drawn or moment.by in (body.seat, TABLE_NAME, None) or offers != self.offers[seat]:
                self.fresh[seat] = moment.seq
            self.offers[seat] = offers

    async def change(self, alter: Callable[[TableSheet], None]) -> None:
        """Change the sheet and store it; the game begins in the same breath if it can."""
        for _ in range(MOST_TRIES):
            sheet = self.sheet.copy()
            alter(sheet)
            sheet.version += 1
            if sheet.state == "gathering" and sheet.begin == "full" and sheet.is_full():
                sheet.state = "running"
            record = begin_record(sheet) if sheet.state == "running" and self.record is None else None
            try:
                await self._store_sheet(sheet, record)
            except Conflict:
                await self.follow()
                continue
            if record is not None:
                self._adopt_record(record, 0)
            self.adopt_sheet(sheet)
            self.show()
            return
        raise StoreFailed("others change this sheet all the time")

    async def _store_sheet(self, sheet: TableSheet, record: Record | None) -> None:
        now = self.settings.time.now()
        if record is None:
            await self.store.change(sheet.stored(now))
        else:
            entry = StoredEntry(0, record.lines[:], now, self.bank.write())
            await self.store.append(self.id, entry, sheet.stored(now))

    def adopt_sheet(self, sheet: TableSheet) -> None:
        """This sheet is stored, here or by another server: it is the table's now."""
        was, before = self.sheet.state, self.sheet.seats
        self.sheet = sheet
        self.sheet_stamp += 1
        for old, new in zip(before, sheet.seats, strict=True):
            if old.token != new.token:
                self.lock_out(old.seat)
            if new.is_played_by_person and not old.is_played_by_person:
                self.bank.give_back(old.seat)
        if was != sheet.state:
            journal.note("table", table=self.id, state=sheet.state, game=sheet.game)
            if sheet.state == "finished":
                self.metrics.count("games_finished", game=sheet.game)

    def _adopt_record(self, record: Record, stored_seq: int) -> None:
        self.record = record
        self.stored_seq = stored_seq
        self._note(Moment(0, None, record.position, record.events, None, []), True)

    def show(self) -> None:
        """Everything has changed that had to: tell clocks, engines and whoever looks."""
        if self.asking is not None and self.asking.seq != self.seq:
            self.asking.lapse(self)
        self.recount()
        self.on_change(self)
        self.bot_wake.set()
        for socket in self.sockets:
            socket.wake.set()

    def has_clocks(self) -> bool:
        """Whether time is counted here at all."""
        return self.sheet.clock is not None or self.sheet.sand() > 0

    def recount(self) -> None:
        """Count down whom the table waits for now, and nobody else."""
        if not self.has_clocks():
            return
        now = self.settings.time.passed()
        self.bank.count(now, self.waiting() if self.is_running() else [])
        if self.is_running():
            self.bank.watch_sand(now, self.position())
        else:
            self.bank.ends = None
        self.clocks_stamp += 1
        self.clock_wake.set()

    def broadcast(self, message: FromServer) -> None:
        """Tell everybody who looks."""
        text = write(message)
        for socket in list(self.sockets):  # who is too slow for it leaves
            socket.post(text)

    def lock_out(self, seat: str) -> None:
        """The token of a seat is void: whoever came with it goes."""
        for socket in list(self.sockets):
            if socket.seat == seat:
                socket.dismiss(Bye("token_void"), 1008)

    def soon_tell_sheet(self) -> None:
        """Somebody came or went: tell it with whatever else happens in this moment."""
        if self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(self.settings.presence_seconds, self._tell_sheet)

    def _tell_sheet(self) -> None:
        self._later = None
        self.sheet_stamp += 1
        for socket in self.sockets:
            socket.wake.set()

    # ---- What the store knows

    def take(self, stored: StoredTable) -> None:
        """The table as it was stored."""
        self.hear(stored.chat)
        if not stored.entries:
            return
        lines = [line for entry in stored.entries for line in entry.lines]
        self.stored_seq = stored.entries[-1].seq
        if self.sheet.is_story:
            self.story = lines
            return
        self._resume(lines)
        self.bank.read(stored.entries[-1].clocks)
        self.recount()

    def _resume(self, lines: list[str]) -> None:
        """The game as its stored lines tell it."""
        unroll = Unroll()

        def watch(step: Step) -> None:
            moment = unroll.moment(step)
            if moment is not None:
                self._note(moment, bool(step.luck))

        self.record = resume(self.sheet.rulebook(), lines, watch=watch)

    async def follow(self) -> None:
        """Read what another server has written; only within a turn.

        If it does not fit what we hold, what is stored is right, and the table has to be loaded anew.
        """
        try:
            await self._follow()
        except StoreFailed:
            raise
        except Exception as bug:
            journal.crash("not_followed", bug, table=self.id)
            self.metrics.count("crashes")
            self.on_broken(self)
            raise StaleError from None

    async def _follow(self) -> None:
        sheet, entries, talk = await self.store.since(
            self.id, self.stored_seq, self.sheet.version, self.talk_number
        )
        if sheet is not None:
            self.adopt_sheet(read_sheet(sheet))
        for entry in entries:
            self._follow_entry(entry)
        for said in self.hear(talk):
            self.broadcast(said)
        if sheet is not None or entries:
            self.show()

    def _follow_entry(self, entry: StoredEntry) -> None:
        """Do what another server has done: the same lines must come of it."""
        if self.record is None:
            self._resume(entry.lines)
            self.stored_seq = entry.seq
        else:
            move = self._as_move(entry.lines[0])
            assert move.lines == entry.lines, "the same move has the same lines on every server"
            self._adopt(move, entry.seq)
        self.bank.read(entry.clocks)

    def _as_move(self, text: str) -> Move:
        record, line = self.game(), read_line(text)
        if isinstance(line, Undo):
            return record.propose_undo(line.undo)
        if isinstance(line, Reveal):
            return record.propose_reveal(bytes.fromhex(line.secret))
        assert isinstance(line, Entry)
        position = record.position
        seat, action = read_actor(position, line.seat), position.read_action(line.action)
        return record.propose(seat, action, read_script(position, line.luck), self.secret())

    def hear(self, talk: Iterable[StoredChat]) -> list[Said]:
        """Remember what was said."""
        from aachen.server.chat import read_said

        heard = [read_said(chat) for chat in talk]
        self.talk.extend(heard)
        if heard:
            self.talk_number = heard[-1].number
        return heard

    async def recognise(self, token: str | None) -> None:
        """Who sat down at another server a moment ago is known there, and may be news here."""
        if token is None or self.sheet.is_host(token) or self.sheet.seat_of(token) is not None:
            return
        await self.turn(self.follow)

    async def drives(self) -> bool:
        """Whether this server moves the bots and clocks of the table."""
        drives = await self.store.drive(self.id)
        if drives and not self._drove:
            await self.turn(self.follow)  # another server may have driven it until now
        self._drove = drives
        return drives

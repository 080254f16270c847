"""All tables of this server: loaded when somebody comes or bots play, and dropped from memory when all is quiet."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

import msgspec

from aachen.core.errors import BadInput, Fault
from aachen.server import journal
from aachen.server.address import ADDRESS
from aachen.server.analysis import Analyses
from aachen.server.background import BackgroundJobs, lane_of
from aachen.server.bots.choose import make_bots
from aachen.server.bots.request import Bots
from aachen.server.budgets import Budgets, Metered
from aachen.server.damage import Damage, UnreadableTable
from aachen.server.engines import Engines
from aachen.server.history import ReplayCache
from aachen.server.limits import OverLimitError
from aachen.server.loading import read_table, renew_luck
from aachen.server.messages import Bye
from aachen.server.metrics import Metrics
from aachen.server.notes import ServerNotes
from aachen.server.notifications.news import deadlines_of
from aachen.server.notifications.sender import NotificationSender
from aachen.server.orphans import adopt_orphans
from aachen.server.promises import Promises
from aachen.server.restores import Restores
from aachen.server.runner import TableRunner
from aachen.server.settings import Settings
from aachen.server.sleeping import SleepingTables
from aachen.server.standings import KnownStandings, TableStanding, standing_of
from aachen.server.table.commands import BeginIfFull
from aachen.server.table.errors import StaleError
from aachen.server.table.sheet import TableSheet, read_sheet
from aachen.server.table.state import TableState
from aachen.server.timing import pause
from aachen.storage.store import (
    EVERYTHING,
    Store,
    StoreDamaged,
    StoredEntry,
    StoredSheet,
    StoredTable,
    StoreFailed,
)

Answer = TypeVar("Answer")

LOOK_AROUND = 6  # sweeps between two searches for tables that another server has left alone
SOON = 12  # sweeps: a table whose clocks end later than that can leave memory until then
MOST_OWED = 5.0  # seconds that somebody waits at a time who has used up their share of the event loop


class NoSuchTable(BadInput):
    """There is no such table here, or the client may not know of it."""

    def __init__(self) -> None:
        super().__init__([Fault("no_such_table", "table")])


class TableRegistry:
    """All tables of one server."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.loaded: dict[str, TableRunner] = {}
        self.budgets = Budgets(settings.limits, settings.time.passed, self.over_limit)
        self.background = BackgroundJobs(self.budgets)
        self.history = ReplayCache(settings.most_replays, settings.most_replayed, self.background)
        self.bots: Bots = make_bots(settings)
        self.analyses = Analyses(self.bots, self.history, settings)
        self.damage = Damage(metrics)
        self.notes = ServerNotes()
        self.restores = Restores(settings.operator, settings.chance, settings.time)
        self.promises = Promises(settings.chance, settings.promise_key, settings.time, self.restores)
        self.is_closing = False
        self._engines = Engines(self.bots)
        self._loading: dict[str, asyncio.Task[TableRunner | None]] = {}
        self.sleeping = SleepingTables()
        self._owned: Counter[str] = Counter()  # tables in memory, by the address that made or opened them
        self.standings = KnownStandings()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._fallbacks = 0
        self.outbox_wake = asyncio.Event()  # set when a message was written
        self.notifier = NotificationSender(self)
        metrics.gauge("tables_live", lambda: len(self.loaded))
        metrics.gauge("sockets_open", lambda: sum(len(runner.viewers) for runner in self.loaded.values()))

    # ---- Opening and closing

    async def open(self) -> None:
        """Open the store."""
        await self.store.open(self.notice)
        self.bots.start()

    def begin(self) -> None:
        """Continue the tables that play by themselves."""
        self.start(self._sweep())
        self.start(self.notifier.run())

    async def close(self) -> None:
        """Send everybody away, finish what is being written, and close the store."""
        self.say_goodbye()
        for task in self._tasks:
            task.cancel()
        await self._engines.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        self.background.close()
        for runner in list(self.loaded.values()):
            await runner.rest()
            runner.retire()
        await self.store.close()

    def say_goodbye(self) -> None:
        """Accept nobody new, and tell everybody to reconnect later."""
        self.is_closing = True
        for runner in self.loaded.values():
            runner.dismiss_all(Bye("going_away"))

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a task for as long as the server is open."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- Limits

    def over_limit(self, limit: str) -> None:
        """Count somebody who was refused because a limit is used up."""
        self.metrics.count("over_limit", limit=limit)

    def metered(self, work: Awaitable[Answer]) -> Awaitable[Answer]:
        """The same work; what it takes of the event loop is charged to the address it is done for."""
        if self.settings.limits is None:
            return work
        address = ADDRESS.get()
        return Metered(work, lambda spent: self.budgets.charge("loop_seconds", address, spent))

    async def await_loop(self, cost: float = 0.0) -> None:
        """Wait until the address this is done for has not used up its share of the event loop."""
        address = ADDRESS.get()
        owed = self.budgets.charge("loop_seconds", address, cost) if address else 0.0
        await pause(self.settings.time, min(owed, MOST_OWED))

    # ---- Finding tables

    async def find(self, name: str) -> TableRunner:
        """The table of that id."""
        found = self.loaded.get(name) or await self._load_once(name)
        if found is None:
            raise NoSuchTable
        found.use()
        return found

    async def _load_once(self, name: str) -> TableRunner | None:
        """Load a table; whoever else wants it meanwhile waits for the same."""
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> TableRunner | None:
        await self.make_room()
        try:
            stored = await self.store.load(name)
            table = None if stored is None else await self._restore(stored)
        except StoreDamaged as cause:
            raise self.damage.note(name, cause) from cause
        except (StoreFailed, OverLimitError):
            raise
        except Exception as cause:
            raise self.damage.note(name, cause) from cause
        self.damage.forget(name)
        if table is None:
            return None
        restore = await self.restores.read()
        has_slept_here = self.sleeping.wake(table, self.settings.time.passed())
        runner = self._run(table)
        try:
            await renew_luck(runner, restore)
        except BaseException:
            self._drop(runner)
            raise
        self._engines_of(runner)
        self.start(self._follow(runner))  # nobody told us what was written while it was being replayed
        if not has_slept_here and table.bank.running:
            self.start(self._move_deadlines(runner))
        return runner

    async def _move_deadlines(self, runner: TableRunner) -> None:
        """Clocks that no server ran for a while end later than players were told."""
        try:
            if await self.store.drive(runner.id):
                deadlines = deadlines_of(runner.table, runner.now())
                await self.store.notifications.move_deadlines(runner.id, deadlines)
        except StoreFailed:
            journal.warn("not_notified", table=runner.id)

    async def deadline(self, name: str, seat: str) -> int | None:
        """When the time of a player runs out; None if this server does not run the clocks, or there is no end."""
        try:
            if not self.has(name) and not await self.store.drive(name):
                return None
            runner = await self.find(name)
        except (UnreadableTable, BadInput, OverLimitError):
            return None
        return deadlines_of(runner.table, runner.now()).get(seat)

    async def _restore(self, stored: StoredTable) -> TableState:
        """The table in memory; off the event loop."""
        lines, passed = sum(len(entry.lines) for entry in stored.entries), self.settings.time.passed()
        return await self.background.do(lane_of(lines), lambda: read_table(stored, passed))

    def sheet_of(self, stored: StoredSheet) -> TableSheet:
        """A sheet that was found in a list; a damaged one affects no other."""
        try:
            return read_sheet(stored)
        except msgspec.MsgspecError as cause:
            raise self.damage.note(stored.table, cause) from cause

    def _run(self, table: TableState) -> TableRunner:
        runner = self.loaded[table.id] = TableRunner(table, self, self.store, self.settings, self.metrics)
        self._owned[runner.owner] += 1
        return runner

    async def make_room(self) -> None:
        """Before a table comes into memory: another one that nobody looks at leaves it, if there are too many.

        OverLimitError if all of them are in use.
        """
        limits, address = self.settings.limits, ADDRESS.get()
        if limits is None:
            return
        if address and self._owned[address] >= limits.live_tables_of_address:
            await self._make_room("live_tables_of_address", address)
        if len(self.loaded) >= limits.live_tables:
            await self._make_room("live_tables", None)

    async def _make_room(self, limit: str, address: str | None) -> None:
        unused = [
            runner
            for runner in self.loaded.values()
            if (address is None or runner.owner == address) and self._is_quiet(runner, 0.0)
        ]
        if not unused:
            raise self.budgets.refuse(limit, self.settings.idle_seconds)
        await self._forget(min(unused, key=lambda runner: runner.used_at))

    # ---- New tables

    async def add(self, sheet: TableSheet) -> TableRunner:
        """A new table; it begins at once if nobody has to be waited for."""
        self.notes.check_new_table()
        await self.make_room()
        sheet.restore = self.restores.last
        await self.store.create(sheet.stored(self.settings.time.now()))
        runner = self._run(TableState(sheet))
        self.metrics.count("tables_made", game=sheet.game)
        await runner.do(BeginIfFull())
        return runner

    async def add_record(self, sheet: TableSheet, lines: list[str], last: int) -> TableRunner:
        """A game that came in as a file: its lines, and the number of its last entry."""
        self.notes.check_new_table()
        await self.store.create(sheet.stored(self.settings.time.now()))
        finished = sheet.copy()
        finished.version, finished.state = sheet.version + 1, "finished"
        now = self.settings.time.now()
        await self.store.append(sheet.table, StoredEntry(last, lines, now), finished.stored(now), whole=True)
        return await self.find(sheet.table)

    # ---- Bots and clocks

    def count_fallbacks(self) -> None:
        """Bring the number of choices that a bot failed to make up to date."""
        replaced = self.bots.stats.replaced
        for _ in range(self._fallbacks, replaced):
            self.metrics.count("bot_fallbacks")
        self._fallbacks = replaced

    def table_changed(self, runner: TableRunner) -> None:
        """Something has changed at a table: it may need bots or clocks now."""
        self._engines_of(runner)

    def _engines_of(self, runner: TableRunner) -> None:
        if runner.table.is_running() and not self.is_closing and runner.id in self.loaded:
            self._engines.start(runner)

    # ---- Other servers

    def notice(self, name: str) -> None:
        """Another server has written something."""
        if name == EVERYTHING:
            for runner in list(self.loaded.values()):
                self.start(self._follow(runner))
        elif name in self.loaded:
            self.start(self._follow(self.loaded[name]))
        elif self.sleeping.forget(name):
            self.start(self._wake(name))  # its clocks have to be counted again

    async def _follow(self, runner: TableRunner) -> None:
        try:
            await runner.turn(runner.follow)
        except (StoreFailed, StaleError):
            journal.warn("not_followed", table=runner.id)

    def table_broken(self, runner: TableRunner, bye: Bye) -> None:
        """What is in memory does not fit what is stored: the store is right, and everybody comes back to it."""
        self._drop(runner)
        runner.dismiss_all(bye)

    # ---- Tables that nobody uses

    async def _sweep(self) -> None:
        """Drop quiet tables from memory, and look for tables whose server is gone."""
        sweeps = 0
        while True:
            if sweeps % LOOK_AROUND == 0:
                await adopt_orphans(self)
            sweeps += 1
            await pause(self.settings.time, self.settings.sweep_seconds)
            for name in self.sleeping.due(self.settings.time.passed() + 2 * self.settings.sweep_seconds):
                await self._wake(name)
            for runner in list(self.loaded.values()):
                if self._is_quiet(runner, self.settings.idle_seconds):
                    await self._forget(runner)
                elif runner.presence.elsewhere():
                    self.start(self._follow(runner))  # their server may be gone without a word

    async def _forget(self, runner: TableRunner) -> None:
        """A quiet table leaves memory; whose turn it is there is still known, and its clocks run on."""
        table = runner.table
        self.sleeping.lay_down(table, self.settings.time.passed())
        self.standings.note(table)
        self._drop(runner)
        if table.id not in self.sleeping:  # else it is still ours to wake
            await self.release(table.id)

    async def _wake(self, name: str) -> None:
        """Load a table whose clocks run; if that fails, it is tried again with the next sweep."""
        try:
            await self.find(name)
        except (StoreFailed, UnreadableTable, BadInput):
            journal.warn("not_swept", table=name)

    async def release(self, name: str) -> None:
        """Leave the table to other servers."""
        try:
            await self.store.release(name)
        except StoreFailed:
            journal.warn("not_released", table=name)

    async def leave_to_owner(self, runner: TableRunner) -> None:
        """Of several processes: a new table whose id was promised may be another's, which loads it when it is asked for."""
        is_mine = self.settings.is_mine
        if is_mine is not None and not is_mine(runner.id):
            await self._forget(runner)

    async def standing_at(self, name: str, seq: int) -> TableStanding:
        """Whom a running table waits for after this entry, and when; it is loaded if nobody remembers."""
        known = None if name in self.loaded else self.standings.at(name, seq)
        return standing_of((await self.find(name)).table) if known is None else known

    def has(self, name: str) -> bool:
        """Whether the table is in memory, or asleep here."""
        return name in self.loaded or name in self.sleeping

    def present(self, name: str) -> set[str]:
        """The seats of a table that have a socket open here."""
        return self.loaded[name].present() if name in self.loaded else set()

    def _is_quiet(self, runner: TableRunner, idle_seconds: float) -> bool:
        """Whether nobody looks at a table or has used it for so long, and nothing will happen there soon."""
        now, table = self.settings.time.passed(), runner.table
        if runner.viewers or runner.is_busy or now - runner.used_at < idle_seconds:
            return False
        if not table.is_running():
            return True
        left = table.bank.next_end(now)
        is_later = left is None or left > SOON * self.settings.sweep_seconds
        return is_later and not table.sheet.has_bot_among(table.asked())

    def _drop(self, runner: TableRunner) -> None:
        runner.retire()
        if self.loaded.get(runner.id) is runner:
            del self.loaded[runner.id]
            self._owned[runner.owner] -= 1
            if not self._owned[runner.owner]:
                del self._owned[runner.owner]
        self.history.forget(runner.id)

"""The hall: all tables of this server, loaded when somebody comes or bots play, and let go when all is quiet."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from os import cpu_count
from typing import Any

from aachen.core.errors import BadInput, Fault
from aachen.server import bot_driver, clocks, journal
from aachen.server.analysis import Analyses
from aachen.server.bot_workers import BotWorkers
from aachen.server.live_table import LiveTable, StaleError
from aachen.server.looking import Reels
from aachen.server.messages import Bye
from aachen.server.metrics import Metrics
from aachen.server.settings import Settings, Workers
from aachen.server.sheet import TableSheet, read_sheet
from aachen.server.timing import pause
from aachen.storage.store import EVERYTHING, Store, StoredEntry, StoredSheet, StoredTable, StoreFailed

MOST_ENGINES = 5_000  # tables that play by themselves and are looked for after a start
LOOK_AROUND = 6  # sweeps between two searches for tables that another server has left alone
MOST_ASKED = 10_000  # tables not in memory of which we remember whose turn it is
MOST_THINKERS = 4  # processes for deep thoughts, unless somebody asks for more
AFTER_CRASH = 5.0  # seconds before an engine that failed is started again


class NoSuchTable(BadInput):
    """There is no such table here, or it is not for the asker to know."""

    def __init__(self) -> None:
        super().__init__([Fault("no_such_table", "table")])


class Hall:
    """All tables of one server."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.tables: dict[str, LiveTable] = {}
        self.reels = Reels(settings.most_reels)
        self.analyses = Analyses(settings.most_judged)
        self.workers: Workers = _workers(settings)
        self.is_closing = False
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._engines: dict[tuple[LiveTable, str], asyncio.Task[None]] = {}
        self._asked: OrderedDict[str, tuple[int, list[str]]] = OrderedDict()  # of tables that left memory
        self._tasks: set[asyncio.Task[Any]] = set()
        self._fallbacks = 0
        metrics.gauge("tables_live", lambda: len(self.tables))
        metrics.gauge("sockets_open", lambda: sum(len(table.sockets) for table in self.tables.values()))

    # ---- Opening and closing

    async def open(self) -> None:
        """Open the store, and let the tables that play by themselves go on."""
        await self.store.open(self.notice)
        self.workers.start()
        self._start(self._sweep())

    async def close(self) -> None:
        """Say goodbye, finish what is being written, and let go."""
        self.say_goodbye()
        for engine in [*self._engines.values(), *self._tasks]:
            engine.cancel()
        await asyncio.gather(*self._engines.values(), *self._tasks, return_exceptions=True)
        await self.workers.close()
        for table in list(self.tables.values()):
            await table.rest()
            table.is_gone = True
        await self.store.close()

    def say_goodbye(self) -> None:
        """Nobody new comes in, and everybody is told to come back later."""
        self.is_closing = True
        for table in self.tables.values():
            for socket in list(table.sockets):
                socket.dismiss(Bye("going_away"), 1012)

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- Finding tables

    async def table(self, name: str) -> LiveTable:
        """The table of that id."""
        found = self.tables.get(name) or await self._load_once(name)
        if found is None:
            raise NoSuchTable
        found.touched = self.settings.time.passed()
        return found

    async def _load_once(self, name: str) -> LiveTable | None:
        """Load a table; whoever else wants it meanwhile waits for the same."""
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> LiveTable | None:
        stored = await self.store.load(name)
        if stored is None:
            return None
        table = await asyncio.to_thread(self._built, stored)  # a long game takes a while to replay
        self.tables[name] = table
        self.keep_going(table)
        self._start(self._follow(table))  # nobody told us what was written while it was being built
        return table

    def _built(self, stored: StoredTable) -> LiveTable:
        table = self._live(read_sheet(stored.sheet))
        table.take(stored)
        return table

    def _live(self, sheet: TableSheet) -> LiveTable:
        table = LiveTable(sheet, self.store, self.settings, self.metrics)
        table.on_change = self.keep_going
        table.on_broken = self._reload
        return table

    # ---- New tables

    async def add(self, sheet: TableSheet) -> LiveTable:
        """A new table; it begins at once if nobody has to be waited for."""
        await self.store.create(sheet.stored(self.settings.time.now()))
        table = self.tables[sheet.table] = self._live(sheet)
        self.metrics.count("tables_made", game=sheet.game)
        if sheet.begin == "full" and sheet.is_full():
            await table.turn(lambda: table.change(lambda sheet: None))
        return table

    async def add_record(self, sheet: TableSheet, lines: list[str], last: int) -> LiveTable:
        """A game that came in as a file: its lines, and the number of its last entry."""
        await self.store.create(sheet.stored(self.settings.time.now()))
        kept = sheet.copy()
        kept.version, kept.state = sheet.version + 1, "finished"
        now = self.settings.time.now()
        await self.store.append(sheet.table, StoredEntry(last, lines, now), kept.stored(now))
        return await self.table(sheet.table)

    # ---- What moves by itself

    def count_fallbacks(self) -> None:
        """Bring the number of choices that a bot failed to make up to date."""
        replaced = self.workers.tally.replaced
        for _ in range(self._fallbacks, replaced):
            self.metrics.count("bot_fallbacks")
        self._fallbacks = replaced

    def keep_going(self, table: LiveTable) -> None:
        """Start what a running table needs to go on without anybody's doing."""
        if not table.is_running() or self.is_closing or table.id not in self.tables:
            return
        if any(body.is_played_by_bot for body in table.sheet.seats):
            self._engine(table, "bots")
        if table.sheet.clock is not None or table.sheet.sand():
            self._engine(table, "clocks")

    def _engine(self, table: LiveTable, kind: str) -> None:
        key = (table, kind)
        if key not in self._engines:
            self._engines[key] = asyncio.create_task(self._run(table, kind))
            self._engines[key].add_done_callback(lambda _: self._engines.pop(key, None))

    async def _run(self, table: LiveTable, kind: str) -> None:
        """One engine of a table; a bug in it is reported, and it is started again."""
        while table.is_running():
            try:
                if kind == "bots":
                    await bot_driver.drive(table, self.workers)
                else:
                    await clocks.keep_time(table)
            except (StoreFailed, StaleError):
                await pause(self.settings.time, AFTER_CRASH)
            except Exception as bug:
                journal.crash("engine", bug, table=table.id, kind=kind)
                self.metrics.count("crashes")
                await pause(self.settings.time, AFTER_CRASH)

    # ---- Other servers

    def notice(self, name: str) -> None:
        """Another server has written something."""
        if name == EVERYTHING:
            for table in list(self.tables.values()):
                self._start(self._follow(table))
        elif name in self.tables:
            self._start(self._follow(self.tables[name]))

    async def _follow(self, table: LiveTable) -> None:
        try:
            await table.turn(table.follow)
        except (StoreFailed, StaleError):
            journal.warn("not_followed", table=table.id)

    def _reload(self, table: LiveTable) -> None:
        """What we hold does not fit what is stored: the store is right, and everybody comes back to it."""
        self._let_go(table)
        for socket in list(table.sockets):
            socket.dismiss(Bye("crashed"), 1012)

    # ---- Tidying up

    async def _sweep(self) -> None:
        """Let go of quiet tables, and look for tables whose server is gone."""
        sweeps = 0
        while True:
            if sweeps % LOOK_AROUND == 0:
                await self._adopt_orphans()
            sweeps += 1
            await pause(self.settings.time, self.settings.sweep_seconds)
            for table in list(self.tables.values()):
                if self._is_quiet(table):
                    await self._forget(table)

    async def _forget(self, table: LiveTable) -> None:
        """A quiet table leaves memory; whose turn it is there is still known."""
        if table.is_running():
            self._asked[table.id] = (table.game().seq, table.asked())
            if len(self._asked) > MOST_ASKED:
                self._asked.popitem(last=False)
        self._let_go(table)
        try:
            await self.store.release(table.id)
        except StoreFailed:
            journal.warn("not_released", table=table.id)

    async def asked_at(self, name: str, seq: int) -> list[str]:
        """Whom a running table waits for after this entry; it is loaded if nobody remembers."""
        if name not in self.tables:
            known = self._asked.get(name)
            if known is not None and known[0] == seq:
                return known[1]
        table = await self.table(name)
        return table.asked() if table.is_running() else []

    def _is_quiet(self, table: LiveTable) -> bool:
        idle = self.settings.time.passed() - table.touched
        if table.sockets or idle <= self.settings.idle_seconds:
            return False
        return not table.is_running() or not table.sheet.goes_on(table.asked())

    def _let_go(self, table: LiveTable) -> None:
        table.is_gone = True
        table.bot_wake.set()
        table.clock_wake.set()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        self.reels.forget(table.id)

    async def _adopt_orphans(self) -> None:
        """Load the tables that play by themselves and that no other server drives."""
        try:
            found = await self.store.find("running", None, MOST_ENGINES)
            left = await self.store.glance([stored.table for stored in found if stored.table in self._asked])
        except StoreFailed:
            journal.warn("not_swept")
            return
        for stored in found:
            if stored.table not in self.tables:
                _, last = left.get(stored.table, (stored, -1))
                await self._adopt_orphan(stored, last)

    async def _adopt_orphan(self, stored: StoredSheet, last: int) -> None:
        """Load a table if something moves there; one that left memory is known to wait, until it is written to."""
        try:
            sheet = read_sheet(stored)
            seq, asked = self._asked.get(stored.table, (-1, []))
            if seq < 0 or seq != last:
                asked = sheet.names()  # nobody knows: it could be any of them
            if sheet.goes_on(asked) and await self.store.drive(stored.table):
                await self.table(stored.table)
        except StoreFailed:
            journal.warn("not_swept", table=stored.table)
        except Exception as bug:
            journal.crash("sweep", bug, table=stored.table)
            self.metrics.count("crashes")


def _workers(settings: Settings) -> Workers:
    """The bots' workers: those we were given, or processes of our own."""
    if settings.workers is not None:
        return settings.workers()
    return BotWorkers(settings.bots or min(MOST_THINKERS, cpu_count() or 1))

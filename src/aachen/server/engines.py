"""What happens at a table without a request: a task for its bots and a task for its clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from functools import partial

from aachen.server import journal
from aachen.server.address import ADDRESS
from aachen.server.bots.driver import drive
from aachen.server.bots.request import Bots
from aachen.server.runner import TableRunner
from aachen.server.table.errors import StaleError
from aachen.server.timekeeper import keep_time
from aachen.server.timing import pause
from aachen.storage.store import StoreFailed

AFTER_CRASH = 5.0  # seconds before an engine that failed is started again

Run = Callable[[TableRunner], Awaitable[None]]


class Engines:
    """The tasks of all tables of this server."""

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._tasks: dict[tuple[TableRunner, str], asyncio.Task[None]] = {}

    def start(self, runner: TableRunner) -> None:
        """Start what a running table needs and does not have yet."""
        table = runner.table
        if any(body.is_played_by_bot for body in table.sheet.seats):
            self._ensure(runner, "bots", partial(drive, bots=self._bots))
        if table.has_clocks():
            self._ensure(runner, "clocks", keep_time)

    def _ensure(self, runner: TableRunner, kind: str, run: Run) -> None:
        key = (runner, kind)
        if key not in self._tasks:
            context = copy_context()  # what bots use is used for who brought the table into memory
            context.run(ADDRESS.set, runner.owner)
            self._tasks[key] = asyncio.create_task(_run(runner, kind, run), context=context)
            self._tasks[key].add_done_callback(lambda _: self._tasks.pop(key, None))

    async def stop(self) -> None:
        """End all tasks."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _run(runner: TableRunner, kind: str, run: Run) -> None:
    """One engine of a table; a bug in it is reported, and it is started again."""
    while runner.table.is_running():
        try:
            await run(runner)
        except (StoreFailed, StaleError):
            await pause(runner.settings.time, AFTER_CRASH)
        except Exception as bug:
            journal.crash("engine", bug, table=runner.id, kind=kind)
            runner.metrics.count("crashes")
            await pause(runner.settings.time, AFTER_CRASH)

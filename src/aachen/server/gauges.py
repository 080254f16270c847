"""Metrics of a server's load: queue lengths, and how late its event loop is."""

from __future__ import annotations

import asyncio

from aachen.server.metrics import Metrics
from aachen.server.tables import TableRegistry

LAG_SECONDS = 0.5  # between two measurements


def add_gauges(tables: TableRegistry) -> None:
    """Tell how many commands wait at tables, how many questions for a bot process, and how many jobs for a thread."""
    tables.metrics.gauge("commands_waiting", lambda: sum(runner.waiting for runner in tables.loaded.values()))
    tables.metrics.gauge("jobs_waiting", tables.background.waiting)
    tables.metrics.gauge("bots_waiting", tables.bots.waiting)


async def measure_lag(metrics: Metrics, seconds: float = LAG_SECONDS) -> None:
    """Sleep again and again, and observe how much later than asked for the loop comes back."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + seconds
        await asyncio.sleep(seconds)
        metrics.observe("loop_lag", max(0.0, loop.time() - due))

"""Does what the clocks of a running table demand: time-outs, and the end of the hourglass."""

from __future__ import annotations

from aachen.server.runner import TableRunner
from aachen.server.table.commands import RunOutOfSand, RunOutOfTime
from aachen.server.timing import pause

ASK_AGAIN = 3.0  # seconds, when another server drives the table


async def keep_time(runner: TableRunner) -> None:
    """Watch the clocks of a table for as long as it runs."""
    time, table = runner.settings.time, runner.table
    while table.is_running():
        runner.clock_wake.clear()
        await time.wait(runner.clock_wake, table.bank.next_end(time.passed()))
        now = time.passed()
        if not table.is_running() or not table.bank.is_something_over(now):
            continue
        if not await runner.drives():
            await pause(time, ASK_AGAIN)
            continue
        if table.bank.has_sand_run_down(now):
            await runner.do(RunOutOfSand())
        late = table.bank.empty(time.passed())
        if late is not None:
            await runner.do(RunOutOfTime(late))

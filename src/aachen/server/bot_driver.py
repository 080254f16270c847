"""Bots at a table: whenever a bot's seat is asked, a worker is shown that seat's view, and what it chooses is done.

Bots play on when nobody looks.
Of several servers only the one that drives the table asks them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aachen.core.errors import BadInput
from aachen.server import journal, moves
from aachen.server.live_table import LiveTable, RefusedError, StaleError
from aachen.server.timing import pause
from aachen.storage.store import StoreFailed

if TYPE_CHECKING:
    from aachen.server.settings import Workers

ASK_AGAIN = 3.0  # seconds, when another server drives the table
AFTER_FAILURE = 2.0


async def drive(table: LiveTable, workers: Workers) -> None:
    """Let the bots of a table play for as long as it runs."""
    last = table.settings.time.passed() - table.sheet.pace / 1000
    while table.is_running():
        table.bot_wake.clear()
        seat = _asked_bot(table)
        if seat is None:
            await table.settings.time.wait(table.bot_wake, None)
        elif not await table.drives():
            await table.settings.time.wait(table.bot_wake, ASK_AGAIN)
        else:
            await _one(table, workers, seat, last)
            last = table.settings.time.passed()


def _asked_bot(table: LiveTable) -> int | None:
    """A seat that is asked and played by a bot."""
    for seat in table.position().to_act():
        if table.sheet.seats[seat].is_played_by_bot:
            return seat
    return None


async def _one(table: LiveTable, workers: Workers, seat: int, last: float) -> None:
    """One choice of one bot, not sooner than the table's pace."""
    time = table.settings.time
    body, after = table.sheet.seats[seat], table.game().seq
    started = time.passed()
    action = await workers.choose(
        table.sheet.game,
        body.level or table.settings.default_level,
        table.sheet.bot_seed(body.seat),
        table.sheet.options,
        table.position().view(seat),
        float(table.sheet.patience),
        table=table.id,
    )
    table.metrics.observe("bot", time.passed() - started)
    await pause(time, last + table.sheet.pace / 1000 - time.passed())
    try:
        await moves.act(table, body.seat, action, after, by_bot=True)
        table.metrics.count("bot_choices", game=table.sheet.game)
    except StaleError:
        pass  # its person is back, or something else has happened
    except StoreFailed:
        await pause(time, AFTER_FAILURE)
    except (RefusedError, BadInput) as bug:  # a choice among the offers is never refused
        journal.crash("bot_refused", bug, table=table.id, seq=after, seat=body.seat)
        table.metrics.count("crashes")
        await pause(time, AFTER_FAILURE)

"""Tables that have left memory though their clocks run: when each clock ends, and what was left on it.

A bank of seconds may last for weeks; until it ends, or somebody comes, nothing of the game has to be in memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from aachen.server.table.clocks import Bank
from aachen.server.table.state import TableState


@dataclass(slots=True)
class SleepingClock:
    """The clocks of one table, counting on while the rest of it is not in memory."""

    seq: int  # of the last stored entry: another one makes this void
    version: int  # of the sheet
    bank: Bank
    ends: float  # when something is over, by the server's clock


class SleepingTables:
    """The clocks of all tables that sleep."""

    def __init__(self) -> None:
        self._clocks: dict[str, SleepingClock] = {}

    def __len__(self) -> int:
        return len(self._clocks)

    def __contains__(self, table: str) -> bool:
        return table in self._clocks

    def lay_down(self, table: TableState, now: float) -> None:
        """A table leaves memory; if its clocks run, they run on."""
        left = table.bank.next_end(now) if table.is_running() else None
        if left is not None:
            self._clocks[table.id] = SleepingClock(
                table.stored_seq, table.sheet.version, table.bank.copy(), now + left
            )

    def wake(self, table: TableState, now: float) -> bool:
        """A table is in memory again: its clocks show what is left, unless it has gone on elsewhere; whether they do."""
        clock = self._clocks.pop(table.id, None)
        if clock is None or (clock.seq, clock.version) != (table.stored_seq, table.sheet.version):
            return False
        table.go_on_with(clock.bank, now)
        return True

    def forget(self, table: str) -> bool:
        """Another server has written to a table; whether it slept here."""
        return self._clocks.pop(table, None) is not None

    def due(self, by: float) -> list[str]:
        """The tables of which something is over before then."""
        return [table for table, clock in self._clocks.items() if clock.ends <= by]

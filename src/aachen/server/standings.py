"""Whom the tables that have left memory wait for, so that they need not be loaded to answer that."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from aachen.server.table.state import TableState

MOST_KNOWN = 10_000  # tables not in memory of which we remember whose turn it is


class TableStanding(NamedTuple):
    """Whom a running table waits for, and how far its game is."""

    asked: list[str]
    when: dict[str, object]


NO_STANDING = TableStanding([], {})


def standing_of(table: TableState) -> TableStanding:
    """How a table in memory stands."""
    return TableStanding(table.asked(), table.when()) if table.is_running() else NO_STANDING


class KnownStandings:
    """Tables that left memory while their game ran: after which entry, and how they stood; of the latest ones."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[int, TableStanding]] = OrderedDict()

    def __contains__(self, table: str) -> bool:
        return table in self._known

    def note(self, table: TableState) -> None:
        """A table leaves memory."""
        if table.is_running():
            self._known[table.id] = (table.game().seq, standing_of(table))
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)

    def at(self, table: str, seq: int) -> TableStanding | None:
        """Its standing after this entry; None if that is not known."""
        known = self._known.get(table)
        return known[1] if known is not None and known[0] == seq else None

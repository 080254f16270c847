"""Damaged tables: a stored table that cannot be read is a server error that reveals nothing of its content."""

from __future__ import annotations

from aachen.core.errors import BadLine, Fault
from aachen.server import journal
from aachen.server.metrics import Metrics


class UnreadableTable(Exception):
    """What is stored of a table is damaged (500); whoever asks learns nothing but that."""

    def __init__(self) -> None:
        super().__init__("table_unreadable")
        self.fault = Fault("table_unreadable")


class Damage:
    """The tables that could not be read when they were last asked for."""

    def __init__(self, metrics: Metrics) -> None:
        self.tables: set[str] = set()
        metrics.gauge("tables_unreadable", lambda: len(self.tables))

    def note(self, table: str, cause: Exception) -> UnreadableTable:
        """Journal the damage, once for each table; the error to raise."""
        if table not in self.tables:
            self.tables.add(table)
            line = cause.line if isinstance(cause, BadLine) else None
            code = cause.faults[0].code if isinstance(cause, BadLine) else None
            journal.crash("unreadable", cause, table=table, line=line, code=code)
        return UnreadableTable()

    def forget(self, table: str) -> None:
        """The table could be read after all, or is no more."""
        self.tables.discard(table)

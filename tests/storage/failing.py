"""Disks that fail when they are told to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from aachen.storage.sqlite import PATIENCE


class Disk:
    """Counts what is asked of it; the statements whose number is in `fails` find it full."""

    def __init__(self) -> None:
        self.asked = 0
        self.fails: Callable[[int, str], bool] = lambda number, statement: False

    def fail_once(self, number: int) -> None:
        """Only the statement of this number finds the disk full."""
        self.fails = lambda asked, statement: asked == number

    def connect(self, path: str) -> sqlite3.Connection:
        """A connection to a file on this disk."""
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, statement: str, *facts: Any) -> sqlite3.Cursor:
                disk.asked += 1
                if disk.fails(disk.asked, statement):
                    raise sqlite3.OperationalError("database or disk is full")
                return super().execute(statement, *facts)

        return sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, factory=Connection
        )

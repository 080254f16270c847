"""Which store: a file is SQLite, an address is PostgreSQL."""

from __future__ import annotations

from aachen.storage.operator import OperatorStore
from aachen.storage.sqlite import SqliteStore
from aachen.storage.sqlite_operator import SqliteOperator
from aachen.storage.store import Store


def open_store(where: str) -> Store:
    """The store at a path or a `postgresql://` address, ready for its `open`; BadInput if it cannot be one."""
    if "://" not in where:
        return SqliteStore(where)
    from aachen.storage.postgres import PostgresStore  # its driver takes a moment that a player need not wait

    return PostgresStore(where)


def open_operator(where: str, is_command: bool = False) -> OperatorStore:
    """The same database as operators see it, beside the servers that use it; ready for its `open`.

    A command waits for answers as long as a large database needs, a server only for some seconds.
    """
    if "://" not in where:
        return SqliteOperator(where)
    from aachen.storage.address import PATIENCE
    from aachen.storage.postgres_operator import PostgresOperator

    return PostgresOperator(where, None if is_command else PATIENCE)

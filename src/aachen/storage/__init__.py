"""The log of a table on disk, append-only: SQLite as shipped, PostgreSQL for many servers."""

from aachen.storage.choose import open_operator, open_store

__all__ = ["open_operator", "open_store"]

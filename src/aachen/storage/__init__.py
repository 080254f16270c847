"""The log of a table on disk, append-only: SQLite as shipped, PostgreSQL for many servers."""

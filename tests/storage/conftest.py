"""Stores for tests: an SQLite file, and a real PostgreSQL that is started when the first test asks for it."""

from collections.abc import Iterator

import pytest
from tests.storage.postgres import PostgresServer, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One PostgreSQL for all tests of this process."""
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path) -> str:
    """Where an empty store may be made, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.empty_database()

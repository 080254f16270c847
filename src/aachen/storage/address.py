"""The address of a PostgreSQL database, connecting to it, and printing it without its password."""

from __future__ import annotations

from typing import Any, Final

import asyncpg

from aachen.core.errors import BadInput, bad

PATIENCE: Final = 10.0
SCHEMES: Final = ("postgresql", "postgres")

# A server that vanished without a word must not hold rows or leases for long.
SETTINGS: Final = {
    "application_name": "aachen",
    "idle_in_transaction_session_timeout": "15s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
# Weaker settings of a database are put right, stronger ones are left alone.
DURABLE: Final = """SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local')"""

# The same for one transaction.
DURABLE_HERE: Final = DURABLE.replace("false", "true")

# No right to make tables, no place to make them in, or a standby that takes no writes.
NOT_PERMITTED: Final = (
    asyncpg.InsufficientPrivilegeError,
    asyncpg.InvalidSchemaNameError,
    asyncpg.ReadOnlySQLTransactionError,
)


class Address:
    """A database by its URL; only `shown` may be printed."""

    def __init__(self, url: str, patience: float = PATIENCE, answer_seconds: float | None = PATIENCE) -> None:
        self._url = url
        self._answer_seconds = answer_seconds  # until a question must be answered; None: no limit
        self.patience = patience  # seconds to wait for the database before it counts as away
        self.shown = without_secrets(url)

    async def connect(self) -> Any:
        """A connection that keeps what it acknowledges."""
        try:
            connection = await asyncpg.connect(
                self._url,
                timeout=self.patience,
                command_timeout=self._answer_seconds,
                server_settings=SETTINGS,
            )
        except (ValueError, asyncpg.ClientConfigurationError):
            raise bad("store_bad_url", url=self.shown) from None
        try:
            await connection.execute(DURABLE)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def pool(self, most: int) -> Any:
        """Connections for reading."""
        return await asyncpg.create_pool(
            self._url,
            min_size=1,
            max_size=most,
            timeout=self.patience,
            command_timeout=self._answer_seconds,
            server_settings=SETTINGS,
        )

    def fault(self, fault: BaseException) -> BadInput:
        """Why the database cannot be used, for the person who named it."""
        if isinstance(fault, asyncpg.InvalidAuthorizationSpecificationError):
            return bad("store_login_refused", url=self.shown)
        if isinstance(fault, asyncpg.InvalidCatalogNameError):
            return bad("store_no_such_database", url=self.shown)
        if isinstance(fault, NOT_PERMITTED):
            return bad("store_not_permitted", path=self.shown)
        if isinstance(fault, (OSError, asyncpg.PostgresConnectionError)):
            return bad("store_unreachable", url=self.shown)
        return bad("store_unusable", path=self.shown, reason=str(fault))


def without_secrets(url: str) -> str:
    """The URL as it may be printed: nothing before the host, nothing after the name of the database.

    A password with unescaped signs makes a URL that means something else, but it must not be printed either.
    """
    scheme, _, rest = url.partition("://")
    if scheme not in SCHEMES:
        raise bad("store_bad_url", url=f"{scheme}://…")
    place = rest.rpartition("@")[2].partition("?")[0]
    return f"postgresql://{'…' if '=' in place else place}"

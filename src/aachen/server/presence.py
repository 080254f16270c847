"""Which seats of a table have a player at this server or at another one, and for how long the others have been away."""

from __future__ import annotations

from aachen.server.timing import Time
from aachen.storage.store import Elsewhere, Store


class Presence:
    """The presence of one table's players, the same at all servers of one database as far as they know of each other."""

    def __init__(self, table: str, store: Store, time: Time) -> None:
        self._table = table
        self._store = store
        self._time = time
        self._since = time.passed()  # nobody counts as away for longer than we have looked
        self._left: dict[str, float] = {}  # when a seat was last known to be here
        self._elsewhere = Elsewhere()
        self._asked_at = self._since

    def came(self, seat: str) -> None:
        """The first socket of a seat was opened here."""
        self._store.present(self._table, seat, True)

    def left(self, seat: str) -> None:
        """The last socket of a seat was closed here."""
        self._left[seat] = self._time.passed()
        self._store.present(self._table, seat, False)

    def sat(self, seat: str) -> None:
        """Somebody sat down, here or at another server: who has not come yet is not away."""
        self._left[seat] = self._time.passed()

    def elsewhere(self) -> set[str]:
        """The seats that are at other servers."""
        return self._elsewhere.here

    def away(self, seat: str) -> float:
        """For how many seconds a seat has been absent from all servers."""
        now = self._time.passed()
        here = now - self._left.get(seat, self._since)
        known = min(self._elsewhere.known_for, self._elsewhere.away.get(seat, here))
        return min(here, known + now - self._asked_at)

    async def refresh(self) -> bool:
        """Ask the store who is at other servers; whether that is news."""
        before = self.elsewhere()
        self._elsewhere = await self._store.presence(self._table)
        self._asked_at = self._time.passed()
        return self.elsewhere() != before

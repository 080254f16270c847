"""Promises: the commitment of a table before it is made, so that whoever makes it can add entropy of their own.

A game against bots begins in the request that makes its table.
Entropy in that request proves something only if the server was bound to its secret before (docs/fair-luck.md).
Nothing is kept for a promise: its secret follows from the id of the table, a key of this server's run, and the hour.
It is void an hour later, and when the database was restored: a table that was deleted or has vanished meanwhile
must not be made again with a secret that was revealed, or with draws that were seen.
"""

from __future__ import annotations

import hmac

from aachen.core.fair_luck import commitment_to
from aachen.server.messages import NewTable, Promise
from aachen.server.restores import Restores
from aachen.server.table.errors import clash
from aachen.server.table.sheet import TableSheet
from aachen.server.timing import Time
from aachen.server.tokens import Chance, make_id

DOMAIN = b"aachen promise 2 "
KEY_BYTES = 32
HOUR = 3_600_000  # milliseconds


class Promises:
    """The promises of one run of a server; after a restart they are invalid."""

    def __init__(self, chance: Chance, key: bytes | None, time: Time, restores: Restores) -> None:
        self._chance = chance
        self._key = key  # the processes of one server share it
        self._time = time
        self._restores = restores

    def make(self) -> Promise:
        """A new promise."""
        table = make_id(self._chance)
        return Promise(table, commitment_to(self._secret(table, self._hour()), table).hex())

    def keep(self, sheet: TableSheet, wish: NewTable) -> None:
        """Let a new table be the promised one, with the entropy that its maker added."""
        promise = wish.promise
        if promise is None:
            if any(seat.entropy is not None for seat in wish.seats):
                raise clash("entropy_without_promise", "promise")
            return
        sheet.table, sheet.secret = promise.table, self._promised(promise).hex()
        for body, seat in zip(sheet.seats, wish.seats, strict=True):
            if seat.entropy is not None and seat.kind != "me":
                raise clash("entropy_of_another", "seats")
            body.entropy = seat.entropy

    def _promised(self, promise: Promise) -> bytes:
        """The secret of a promise that was made in this hour or the last one."""
        for hour in (self._hour(), self._hour() - 1):
            secret = self._secret(promise.table, hour)
            if commitment_to(secret, promise.table).hex() == promise.commitment:
                return secret
        raise clash("promise_void", "promise")

    def _hour(self) -> int:
        return self._time.now() // HOUR

    def _secret(self, table: str, hour: int) -> bytes:
        if self._key is None:
            self._key = self._chance(KEY_BYTES)
        message = f"{table} {hour} {self._restores.last or ''}"
        return hmac.digest(self._key, DOMAIN + message.encode(), "sha256")

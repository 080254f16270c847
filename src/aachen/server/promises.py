"""Promises: the commitment of a table before it is made, so that whoever makes it can add entropy of their own.

A game against bots begins in the request that makes its table.
Entropy in that request proves something only if the server was bound to its secret before (docs/fair-luck.md).
Nothing is kept for a promise: its secret follows from the id of the table and a key of this server's run.
"""

from __future__ import annotations

import hmac

from aachen.core.fair_luck import commitment_to
from aachen.server.messages import NewTable, Promise
from aachen.server.table.errors import clash
from aachen.server.table.sheet import TableSheet
from aachen.server.tokens import Chance, make_id

DOMAIN = b"aachen promise 1"
KEY_BYTES = 32


class Promises:
    """The promises of one run of a server; after a restart they are void."""

    def __init__(self, chance: Chance, key: bytes | None = None) -> None:
        self._chance = chance
        self._key = key  # the processes of one server share it

    def make(self) -> Promise:
        """A new promise."""
        table = make_id(self._chance)
        return Promise(table, commitment_to(self._secret(table), table).hex())

    def keep(self, sheet: TableSheet, wish: NewTable) -> None:
        """Let a new table be the promised one, with the entropy that its maker added."""
        promise = wish.promise
        if promise is None:
            if any(seat.entropy is not None for seat in wish.seats):
                raise clash("entropy_without_promise", "promise")
            return
        secret = self._secret(promise.table)
        if commitment_to(secret, promise.table).hex() != promise.commitment:
            raise clash("promise_void", "promise")
        sheet.table, sheet.secret = promise.table, secret.hex()
        for body, seat in zip(sheet.seats, wish.seats, strict=True):
            if seat.entropy is not None and seat.kind != "me":
                raise clash("entropy_of_another", "seats")
            body.entropy = seat.entropy

    def _secret(self, table: str) -> bytes:
        if self._key is None:
            self._key = self._chance(KEY_BYTES)
        return hmac.digest(self._key, DOMAIN + table.encode(), "sha256")

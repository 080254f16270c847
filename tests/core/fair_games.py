"""Games whose luck was promised, played at random as a server would play them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

from aachen.core.contract import TABLE
from aachen.core.fair_luck import FairLuck, promise
from aachen.core.json_shapes import Plain
from aachen.core.log import Record, Store, forget
from aachen.core.replay import resume
from aachen.games import GAMES

SECRET = bytes(range(100, 132))
ENTROPY = {"red": b"\x01", "white": b"\x02", "yellow": b"three dice: 2 5 5"}


class Table:
    """A server's table: it knows the secret, and makes its luck again for every move."""

    def __init__(
        self, game: str, options: Mapping[str, object], secret: bytes = SECRET, store: Store = forget
    ) -> None:
        self.game = GAMES[game]
        self.secret = secret
        self.fair = promise(secret, f"table {game}")
        chosen = self.game.options(options)
        seats = self.game.empty(chosen).seats()
        self.fair.entropy = {seat: ENTROPY[seat] for seat in reversed(seats) if seat in ENTROPY}
        self.key = self.fair.key(secret, seats)
        self.record = Record.begin(self.game, chosen, FairLuck(self.key), store, fair=self.fair)

    def luck(self) -> FairLuck:
        """Luck for the next move."""
        return FairLuck(self.key, self.record.draws)

    def play_on(self, entries: int, seed: int = 1, undo: float = 0.0, restart: float = 0.0) -> Table:
        """So many entries at random, with undoing and restarting now and then; or to the end."""
        dice = random.Random(seed)
        for _ in range(entries):
            if self.record.position.outcome() is not None:
                break
            self._move(dice)
            if self.record.undoable() and dice.random() < undo:
                self.record.undo(dice.choice(self.record.undoable()))
            if dice.random() < restart:
                self.record = resume(self.game, self.record.lines)
        return self

    def _move(self, dice: random.Random) -> None:
        position = self.record.position
        seat = dice.choice(position.to_act())
        if position.offers(TABLE) and dice.random() < 0.3:
            seat = TABLE
        self.record.play(seat, dice.choice(position.offers(seat)), self.luck(), self.secret)

    def go_on_from_text(self) -> Table:
        """The same players go on from this very position, at a table that begins with its text."""
        position = self.record.position
        self.record = Record.begin_at(self.game, position, self._options(), fair=self.fair)
        return self

    def _options(self) -> Any:
        named = self.record.header.options
        return None if named is None else self.game.options(named)

    def lines(self) -> list[str]:
        """The log as a file has it."""
        return [line + "\n" for line in self.record.lines]


def finished(game: str, options: Mapping[str, object], seed: int = 1) -> Table:
    """A game that was played to its end."""
    table = Table(game, options).play_on(5000, seed, undo=0.2)
    assert table.record.is_closed
    return table


def changed(lines: list[str], number: int, **keys: object) -> list[str]:
    """The log with other values on one line, counted from 1; None takes a key away."""
    data: Plain = json.loads(lines[number - 1]) | keys
    kept = {key: value for key, value in data.items() if value is not None}
    return [*lines[: number - 1], json.dumps(kept) + "\n", *lines[number:]]

"""The sheet of a table as it is kept, with the server's secrets in it, and as everybody may know it.

What is told is built by adding: hashes, secrets and seeds have no place in the public message.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from typing import Literal

import msgspec
from msgspec import Struct, field

from aachen.core.errors import bad
from aachen.core.fair_luck import SCHEME, Fair, commitment_to
from aachen.core.log import AnyGame
from aachen.games import GAMES
from aachen.server.messages import ClockWish, FairSheet, Plain, SeatSheet, Sheet, State, UndoPolicy
from aachen.server.tokens import is_token
from aachen.storage.store import StoredSheet

SEED_DOMAIN = b"aachen bot seed 1"
GONE: tuple[State, ...] = ("finished", "closed")


class SeatBody(Struct):
    """One seat: who sits there, and how they prove it."""

    seat: str
    kind: Literal["person", "open", "bot"] = "open"
    name: str | None = None
    level: str | None = None
    token: str | None = None  # the hash of it
    lent: bool = False
    entropy: str | None = None  # in hexadecimal

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot chooses here now."""
        return self.kind == "bot" or self.lent

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person chooses here now."""
        return self.kind == "person" and not self.lent

    def leave(self) -> None:
        """Whoever sat here is gone, and their token is void."""
        self.kind, self.name, self.level, self.token, self.lent = "open", None, None, None, False


class TableSheet(Struct):
    """Everything the server keeps of a table besides its log and its talk."""

    table: str
    game: str
    rules: str
    options: Plain
    seats: list[SeatBody]
    made: int
    state: State = "gathering"
    host: str | None = None  # the hash of the host token
    secret: str | None = None  # of the luck, in hexadecimal
    title: str = ""
    undo: UndoPolicy = "free"
    clock: ClockWish | None = None
    spectators: bool = True
    listed: bool = False
    begin: Literal["full", "host"] = "full"
    pace: int = 600
    patience: int = 30
    thinking: int = 3
    position: str | None = None  # the game begins here, and not with its set-up
    record: bool = False
    is_story: bool = False  # the lines are frames that one viewer saw, not a log
    eyes: list[str | None] | None = None
    from_table: str | None = None
    from_seq: int | None = None
    rematch: str | None = None
    version: int = field(default=1)

    # ---- Who is who

    def names(self) -> list[str]:
        """The seats, in seat order."""
        return [body.seat for body in self.seats]

    def number(self, seat: str) -> int:
        """The number of the seat of that name."""
        if seat not in self.names():
            raise bad("no_such_seat", "seat", given=seat, known=self.names())
        return self.names().index(seat)

    def seat_of(self, token: str | None) -> SeatBody | None:
        """The seat that this token proves."""
        if token is None:
            return None
        found = [body for body in self.seats if is_token(token, body.token)]
        return found[0] if found else None

    def is_host(self, token: str | None) -> bool:
        """Whether this token made the table."""
        return is_token(token, self.host)

    def is_full(self) -> bool:
        """Whether no seat is open."""
        return all(body.kind != "open" for body in self.seats)

    def is_over(self) -> bool:
        """Whether nobody can act here any more."""
        return self.record or self.state in GONE

    def goes_on(self, asked: list[str]) -> bool:
        """Whether something moves here though nobody looks, while these seats are asked: bots, clocks, sand."""
        bots = any(body.is_played_by_bot for body in self.seats if body.seat in asked)
        return self.state == "running" and (bots or self.clock is not None or self.sand() > 0)

    def sand(self) -> int:
        """Seconds of sand in the hourglass of the rules; 0 is none."""
        seconds = self.options.get("hourglass", 0)
        return seconds if isinstance(seconds, int) else 0

    # ---- The game and its luck

    def rulebook(self) -> AnyGame:
        """The game that is played."""
        return GAMES[self.game]

    def fair(self) -> Fair | None:
        """What was promised, and added by the players."""
        if self.secret is None:
            return None
        secret = bytes.fromhex(self.secret)
        added = {body.seat: bytes.fromhex(body.entropy) for body in self.seats if body.entropy}
        return Fair(self.table, commitment_to(secret, self.table), added)

    def bot_seed(self, seat: str) -> int:
        """The seed of a seat's bot: it follows from the secret, so that a game can be followed at its end."""
        secret = bytes.fromhex(self.secret or "")
        message = SEED_DOMAIN + self.table.encode() + b" " + seat.encode()
        return int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")

    # ---- Keeping and telling

    def copy(self) -> TableSheet:
        """A sheet of its own."""
        return decoder.decode(encoder.encode(self))

    def stored(self, now: int) -> StoredSheet:
        """The sheet for the store."""
        body = encoder.encode(self)
        return StoredSheet(self.table, self.version, self.state, self.listed, self.game, body, self.made, now)

    def told(self, present: Collection[str] = (), watchers: int = 0) -> Sheet:
        """The sheet as everybody may know it."""
        return Sheet(
            table=self.table,
            game=self.game,
            rules=self.rules,
            options={key: value for key, value in self.options.items() if key != "board"},
            state=self.state,
            title=self.title,
            seats=[_seat_told(body, body.seat in present) for body in self.seats],
            undo=self.undo,
            clock=self.clock,
            spectators=self.spectators,
            listed=self.listed,
            begin=self.begin,
            pace=self.pace,
            patience=self.patience,
            thinking=self.thinking,
            fair=self._fair_told(),
            made=self.made,
            record=self.record or self.state == "finished",
            eyes=self.eyes,
            from_table=self.from_table,
            from_seq=self.from_seq,
            rematch=self.rematch,
            watchers=watchers,
        )

    def _fair_told(self) -> FairSheet | None:
        fair = self.fair()
        if fair is None:
            return None
        return FairSheet(SCHEME, fair.commitment.hex(), self.secret if self.state in GONE else None)


encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(TableSheet)


def read_sheet(stored: StoredSheet) -> TableSheet:
    """The sheet that the store has kept."""
    return decoder.decode(stored.body)


def _seat_told(body: SeatBody, present: bool) -> SeatSheet:
    level = body.level if body.is_played_by_bot else None
    return SeatSheet(body.seat, body.kind, body.name, level, present, body.lent, body.entropy is not None)

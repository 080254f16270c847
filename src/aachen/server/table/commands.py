"""Commands: everything that can be done at a table, as plain data; and the change that one of them makes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from aachen.bots import BOTS
from aachen.core.log import Move, Record
from aachen.server.messages import Asked, FromServer, Said, SeatChange, Sit
from aachen.server.table.authorisation import Identity
from aachen.server.table.clocks import Bank
from aachen.server.table.sheet import TableSheet
from aachen.storage.store import StoredEntry

UndoEnd = Literal["agreed", "declined", "lapsed"]


@dataclass(frozen=True, slots=True)
class Now:
    """What the runner knows at this moment: the time, for how long each seat's player has been away, and who else plays."""

    at: int = 0  # milliseconds since 1970, for people and files
    passed: float = 0.0  # seconds since some moment; it never jumps
    absent: Mapping[str, float] = field(default_factory=dict)
    levels: Collection[str] = tuple(BOTS)  # of bots


# ---- Commands ------------------------------------------------------------------------------------


class TableCommand:
    """Anything that can be done at a table."""

    __slots__ = ()

    @property
    def needs_presence(self) -> bool:
        """Whether it matters who is at other servers."""
        return False


@dataclass(frozen=True, slots=True)
class TakeAction(TableCommand):
    """A person does what is offered to their seat; `after` is the entry after which they chose."""

    who: Identity
    action: Mapping[str, object]
    after: int


@dataclass(frozen=True, slots=True)
class BotAct(TableCommand):
    """A bot does what is offered to its seat."""

    seat: str
    action: Mapping[str, object]
    after: int


@dataclass(frozen=True, slots=True)
class TakeBack(TableCommand):
    """A player goes back to the position after entry `to`, or asks the others to agree."""

    who: Identity
    to: int
    after: int


@dataclass(frozen=True, slots=True)
class AnswerUndo(TableCommand):
    """Another player may take back, or not."""

    who: Identity
    to: int
    yes: bool


@dataclass(frozen=True, slots=True)
class SettleUndo(TableCommand):
    """Seats have changed: perhaps nobody is left who has not agreed to an undo."""


@dataclass(frozen=True, slots=True)
class RunOutOfSand(TableCommand):
    """The hourglass has run out: the table itself acts."""


@dataclass(frozen=True, slots=True)
class RunOutOfTime(TableCommand):
    """A player's time is used up: a bot takes the seat until they take it back."""

    seat: str


@dataclass(frozen=True, slots=True)
class SitDown(TableCommand):
    """Somebody takes an open seat."""

    wish: Sit


@dataclass(frozen=True, slots=True)
class MakeCode(TableCommand):
    """Whoever has a seat, or made the table, wants a code to come back by."""

    token: str | None


@dataclass(frozen=True, slots=True)
class Recover(TableCommand):
    """Somebody has lost a token and knows the code."""

    code: str


@dataclass(frozen=True, slots=True)
class ChangeSeat(TableCommand):
    """A seat is freed, lent to a bot, taken back, renamed, or handed over by a new token."""

    seat: str
    wish: SeatChange
    token: str | None

    @property
    def needs_presence(self) -> bool:
        """Whether it matters who is at other servers: who is there is not away."""
        return self.wish.do in ("bot", "link", "open")


@dataclass(frozen=True, slots=True)
class ContributeEntropy(TableCommand):
    """A player adds to the random source, before anything is drawn."""

    token: str | None
    entropy: str


@dataclass(frozen=True, slots=True)
class BeginIfFull(TableCommand):
    """A new table that waits for nobody begins."""


@dataclass(frozen=True, slots=True)
class Begin(TableCommand):
    """The host lets the game begin."""

    token: str | None


@dataclass(frozen=True, slots=True)
class Close(TableCommand):
    """The host gives the game up; the secret of its random source is revealed."""

    token: str | None


@dataclass(frozen=True, slots=True)
class LinkRematch(TableCommand):
    """A new table was made that is the rematch of this one."""

    table: str


@dataclass(frozen=True, slots=True)
class Chat(TableCommand):
    """A player says something: words of their own, or a phrase."""

    who: Identity
    text: str | None
    phrase: str | None


# ---- What a command changes ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """An undo that waits for the others' consent."""

    by: str
    to: int
    seq: int  # the newest entry when it was asked for
    consents: tuple[str, ...] = ()

    def with_consent(self, seat: str) -> UndoRequest:
        """The request after one more player has agreed."""
        return self if seat in self.consents else replace(self, consents=(*self.consents, seat))

    def as_message(self, over: UndoEnd | None = None) -> Asked:
        """The request as everybody sees it; with `over`, it has ended."""
        return Asked(self.by, self.to, list(self.consents), over=over)


@dataclass(slots=True)
class Change:
    """What a command changes. Entry, sheet and chat are stored first; then the table adopts all of it."""

    answer: object = None  # for whoever gave the command
    entry: StoredEntry | None = None
    sheet: TableSheet | None = None
    chat: Said | None = None
    move: Move | None = None  # of the running game
    record: Record | None = None  # the game that begins
    bank: Bank | None = None
    undo: UndoRequest | None = None  # a request that is asked, or was agreed to by one more player
    undo_end: UndoEnd | None = None  # the request that waits is over
    notes: list[FromServer] = field(default_factory=list)  # to be sent to everybody
    then: TableCommand | None = None  # to be done next, whether it succeeds or not

    @property
    def is_stored(self) -> bool:
        """Whether there is something to store."""
        return self.entry is not None or self.sheet is not None or self.chat is not None


@dataclass(frozen=True, slots=True)
class TokenChanged:
    """Note: a seat has another token, or none: whoever came with the old one has to go."""

    seat: str


@dataclass(frozen=True, slots=True)
class GuestsLeave:
    """Note: the game has begun, and nobody may watch it."""


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Note: the host has another token: whoever came with the old one has to go."""


Note = FromServer | TokenChanged | GuestsLeave | HostChanged

"""Messages over HTTP: making tables, changing them, and what is told of them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from aachen.server.messages.base import (
    Entropy,
    GameName,
    Level,
    Message,
    Name,
    Plain,
    Result,
    Seat,
    Seq,
    State,
    TableId,
    Token,
    UndoPolicy,
)


class SeatWish(Message):
    """Who shall sit there: `me` (the maker; several for hot-seat), `open`, or a `bot` of a level."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    level: Level | None = None
    entropy: Entropy | None = None  # of a seat of mine, chosen after the promise was seen


class Promise(Message):
    """The id and the commitment of a table that is yet to be made."""

    table: TableId
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class ClockWish(Message):
    """Banked time: seconds for the whole game and seconds added for each entry."""

    bank: Annotated[int, Meta(ge=10, le=30 * 86400)]
    add: Annotated[int, Meta(ge=0, le=7 * 86400)] = 0


class NewTable(Message):
    """A table to be made. Seats are in seat order; options are those of the game."""

    game: GameName
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=6)]
    options: Plain = field(default_factory=dict)
    title: Annotated[str, Meta(max_length=60)] = ""
    undo: UndoPolicy = "free"
    clock: ClockWish | None = None
    spectators: bool = True
    listed: bool = False
    begin: Literal["full", "host"] = (
        "full"  # by itself when the last open seat is taken, or when the host says so
    )
    pace: Annotated[int, Meta(ge=0, le=10_000)] = (
        600  # at least so many milliseconds between two acts of bots
    )
    patience: Annotated[int, Meta(ge=1, le=600)] = (
        30  # seconds until a bot must have chosen, and a person may be away unnoticed
    )
    thinking: Annotated[int, Meta(ge=1, le=300)] = 3  # seconds of thought a bot may use for a choice
    stand_in: Level | None = None  # the level of a bot that plays for a person; None: the server's default
    hints: bool | None = None  # whether a bot gives advice; None: unless two people play against each other
    promise: Promise | None = None  # the table becomes the one that was promised


class Made(Message):
    """A new table. The tokens are told once, and never again."""

    table: str
    host: str
    seats: dict[str, str]  # seat tokens of the maker's own seats
    sheet: Sheet


class Sit(Message):
    """Take an open seat: a given one, or the first."""

    seat: Seat | None = None
    name: Name | None = None
    entropy: Entropy | None = None


class Sat(Message):
    """A seat was taken."""

    seat: str
    token: str
    sheet: Sheet


class Code(Message):
    """A code that gets a seat, or the host's rights, back after the token was lost. It is told once."""

    code: str


class RecoverWish(Message):
    """The code that somebody wrote down."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class Recovered(Message):
    """A new token; without a seat it is the host's."""

    seat: str | None
    token: str
    sheet: Sheet


class AddEntropy(Message):
    """A player's own part of the luck."""

    entropy: Entropy


class SeatChange(Message):
    """What shall become of a seat."""

    do: Literal["stand", "bot", "back", "open", "link", "name"]
    level: Level | None = None
    name: Name | None = None


class SeatChanged(Message):
    """The sheet after it, and the new token if one was made."""

    sheet: Sheet
    token: str | None = None


class RematchWish(Message):
    """The same table once more; the tokens of further seats of mine, if one device has several."""

    tokens: Annotated[list[Token], Meta(max_length=6)] = field(default_factory=list)
    promise: Promise | None = None  # the new table becomes the one that was promised
    entropy: dict[Seat, Entropy] = field(default_factory=dict)  # of seats of mine


class Continue(Message):
    """A new table that goes on from a moment of this one."""

    seq: Seq
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=6)]
    eyes: Seat | None = None
    promise: Promise | None = None  # the new table becomes the one that was promised


class Looked(Message):
    """One table in the list of mine."""

    table: TableId
    token: Token | None = None
    seen: Seq = 0


class Look(Message):
    """Which of my tables want me?"""

    tables: Annotated[list[Looked], Meta(max_length=200)]


# ---- What is shown of tables ---------------------------------------------------------------------


class SeatSheet(Message):
    """One seat as everybody may know it."""

    seat: str
    kind: Literal["person", "open", "bot"]
    name: str | None = None
    level: str | None = None
    present: bool = False  # a socket of this seat is open
    lent: bool = False  # a bot plays for a person who may take the seat back
    entropy: bool = False  # this player has added to the luck
    relinked: int | None = None  # when the host last made a new link for it in a running game, ms since 1970


class FormerCommitment(Message):
    """A commitment that was replaced, because the server's database had fallen back to an earlier state."""

    commitment: str
    after: int | None  # the last entry whose draws it covers; None: it was replaced before the game began
    at: int


class FairSheet(Message):
    """What the server has bound itself to, and after the end the secret itself (docs/fair-luck.md)."""

    scheme: str
    commitment: str
    secret: str | None = None
    former: list[FormerCommitment] = field(default_factory=list)


class Sheet(Message):
    """What everybody may know of a table before the rules come in."""

    table: str
    game: str
    rules: str
    options: Plain
    state: State
    title: str
    seats: list[SeatSheet]
    undo: UndoPolicy
    clock: ClockWish | None
    spectators: bool
    listed: bool
    begin: Literal["full", "host"]
    pace: int
    patience: int
    thinking: int
    stand_in: str
    fair: FairSheet | None
    made: int  # milliseconds since 1970
    record: bool = False  # imported or finished: for looking at only
    eyes: list[str | None] | None = None  # of a record that is a story: whose eyes there are
    from_table: str | None = None  # the table it was continued from or is the rematch of
    from_seq: int | None = None
    rematch: str | None = None
    watchers: int = 0
    hints: bool = True  # whether a bot gives advice to who plays
    fault: Plain | None = None  # why it is read only: code, where, facts
    maintenance: bool = False  # no new tables are made here now; running games go on


class ListedTable(Message):
    """A table in a list."""

    table: str
    state: State
    game: str
    title: str
    seats: list[SeatSheet]
    options: Plain
    seq: int
    new: int  # entries since the seq last seen
    to_act: list[str]
    mine: str | None  # the seat of the token that was given
    my_turn: bool
    touched: int
    when: Plain = field(default_factory=dict)  # of a running game: the year and season, or the round
    result: Result | None = None  # of a finished game, for the seat of the token, where it is known
    fault: Plain | None = None  # why it is read only, or cannot be opened: code, where, facts


class TableList(Message):
    """Tables in a list."""

    tables: list[ListedTable]


class GameAbout(Message):
    """One game, for whoever makes a form of it."""

    name: str
    rules: str
    players: list[int]
    options: Plain  # name -> {"default", "least", "most", "among"}
    seats: list[list[str]]  # for each number of players, as in `players`: the seats in order


class BoardAbout(Message):
    """A board file that nothing is wrong with, for whoever makes a form of it."""

    digest: str
    name: str
    lands: int
    colours: list[str]
    players: list[int]
    options: Plain  # as in GameAbout


class About(Message):
    """What this server is and can do."""

    version: str
    protocol: int
    games: list[GameAbout]
    levels: list[str]
    phrases: list[str]
    languages: list[str]
    maintenance: bool = False  # no new tables are made here now


class Addresses(Message):
    """The addresses by which others reach this server, for invitations; the best one first."""

    addresses: list[str]


class ErrorBody(Message):
    """One thing that is wrong."""

    code: str
    where: str
    facts: Plain
    sentence: str  # in the language that the asker's headers wish for …
    sentences: dict[str, str]  # … and in every language, for a reader who switches


class Failed(Message):
    """Why a request was not carried out."""

    error: ErrorBody
    more: list[ErrorBody] = field(default_factory=list)

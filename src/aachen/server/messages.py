"""Every message of the protocol as a type: what is not described here is refused (docs/server-protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

Plain = dict[str, Any]

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=43, max_length=43, pattern=r"^[A-Za-z0-9_-]{43}$")]
TableId = Annotated[str, Meta(min_length=10, max_length=10, pattern=r"^[a-z2-7]{10}$")]
Seat = Annotated[str, Meta(min_length=1, max_length=40)]
Entropy = Annotated[str, Meta(min_length=2, max_length=128, pattern=r"^([0-9a-f]{2})+$")]
Seq = Annotated[int, Meta(ge=0)]
Id = Annotated[int, Meta(ge=0, le=2**53)]

GameName = Literal["carolingi", "carolus"]
State = Literal["gathering", "running", "finished", "closed"]
UndoPolicy = Literal["free", "ask", "never"]
Level = Annotated[str, Meta(min_length=1, max_length=20)]  # one of about.levels


class Message(Struct, forbid_unknown_fields=True, omit_defaults=False):
    """Unknown keys are refused: a misspelt option must not be silently ignored."""


# ---- Making and changing tables ------------------------------------------------------------------


class SeatWish(Message):
    """Who shall sit there: `me` (the maker; several for hot-seat), `open`, or a `bot` of a level."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    level: Level | None = None


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


class Continue(Message):
    """A new table that goes on from a moment of this one."""

    seq: Seq
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=6)]
    eyes: Seat | None = None


class Looked(Message):
    """One table in the list of mine."""

    table: TableId
    token: Token | None = None
    seen: Seq = 0


class Look(Message):
    """Which of my tables want me?"""

    tables: Annotated[list[Looked], Meta(max_length=200)]


# ---- What is told of tables ----------------------------------------------------------------------


class SeatSheet(Message):
    """One seat as everybody may know it."""

    seat: str
    kind: Literal["person", "open", "bot"]
    name: str | None = None
    level: str | None = None
    present: bool = False  # a socket of this seat is open
    lent: bool = False  # a bot plays for a person who may take the seat back
    entropy: bool = False  # this player has added to the luck


class FairSheet(Message):
    """What the server has bound itself to, and after the end the secret itself (docs/fair-luck.md)."""

    scheme: str
    commitment: str
    secret: str | None = None


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
    fair: FairSheet | None
    made: int  # milliseconds since 1970
    record: bool = False  # imported or finished: for looking at only
    eyes: list[str | None] | None = None  # of a record that is a story: whose eyes there are
    from_table: str | None = None  # the table it was continued from or is the rematch of
    from_seq: int | None = None
    rematch: str | None = None
    watchers: int = 0


class Glance(Message):
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


class Glances(Message):
    """Tables in a list."""

    tables: list[Glance]


class GameAbout(Message):
    """One game, for whoever makes a form of it."""

    name: str
    rules: str
    players: list[int]
    options: Plain  # name -> {"default", "least", "most", "among"}


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


# ---- The socket: from the client -----------------------------------------------------------------


class FromClient(Message, tag_field="say"):
    """Anything a client may say."""


class Hello(FromClient, tag="hello"):
    """Who I am and what I have seen."""

    token: Token | None = None
    after: Seq | None = None


class Act(FromClient, tag="act"):
    """Do this; I looked at screen `after`."""

    id: Id
    after: Seq
    action: Plain


class UndoWish(FromClient, tag="undo"):
    """Go back to the position after entry `to`."""

    id: Id
    after: Seq
    to: Seq


class Consent(FromClient, tag="consent"):
    """Another player may take back, or not."""

    id: Id
    to: Seq
    yes: bool


class Why(FromClient, tag="why"):
    """Why may I not do this?"""

    id: Id
    action: Plain


class PreviewWish(FromClient, tag="preview"):
    """What would each of these do at once?"""

    id: Id
    actions: Annotated[list[Plain], Meta(min_length=1, max_length=64)]


class HintWish(FromClient, tag="hint"):
    """What would a good player do, and why: here, or in a moment of the past with eyes that are open."""

    id: Id
    seq: Seq | None = None
    eyes: Seat | None = None


class ChancesWish(FromClient, tag="chances"):
    """How did everybody's chances stand in this part of a game that is over?"""

    id: Id
    first: Seq = 0
    count: Annotated[int, Meta(ge=1, le=200)] = 50


class Speak(FromClient, tag="chat"):
    """Say something: words of one's own, or a ready-made phrase that everybody reads in their language."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=500)] | None = None
    phrase: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class StoryWish(FromClient, tag="story"):
    """Tell me what happened before."""

    id: Id
    before: Seq
    count: Annotated[int, Meta(ge=1, le=500)] = 100


class Show(FromClient, tag="show"):
    """Show a moment of the past."""

    id: Id
    seq: Seq
    eyes: Seat | None = None


class Ping(FromClient, tag="ping"):
    """Are you there?"""

    id: Id


ClientMessage = (
    Hello
    | Act
    | UndoWish
    | Consent
    | Why
    | PreviewWish
    | HintWish
    | ChancesWish
    | Speak
    | StoryWish
    | Show
    | Ping
)


# ---- The socket: from the server -----------------------------------------------------------------


class FromServer(Message, tag_field="say"):
    """Anything the server may say."""


class Welcome(FromServer, tag="welcome"):
    """Who you are here. `seq` is the newest entry, or null while the table gathers."""

    protocol: int
    sheet: Sheet
    seat: str | None
    host: bool
    seq: int | None


class Frame(FromServer, tag="frame"):
    """One entry as this viewer may see it, and the screen after it."""

    seq: int
    by: str | None
    events: list[Plain]
    view: Plain
    undo: list[int]


class SheetChanged(FromServer, tag="sheet"):
    """The table itself changed."""

    sheet: Sheet


class Clocks(FromServer, tag="clocks"):
    """Milliseconds left by seat, who is counted down, and the sand that is left."""

    left: dict[str, int]
    running: list[str]
    sand: int | None = None


class Said(FromServer, tag="chat"):
    """Somebody spoke."""

    number: int
    seat: str | None
    name: str | None
    at: int
    text: str | None = None
    phrase: str | None = None


class Asked(FromServer, tag="asked"):
    """An undo waits for consent; with `id`, it answers the wish; with `over`, nobody is asked any more."""

    by: str
    to: int
    consents: list[str]
    over: Literal["agreed", "declined", "lapsed"] | None = None
    id: int | UnsetType = UNSET


class Rematch(FromServer, tag="rematch"):
    """A new table was made from this one."""

    table: str


class Bye(FromServer, tag="bye"):
    """Come back with `after`."""

    code: Literal["going_away", "too_slow", "closed", "token_void", "crashed"]


class Done(FromServer, tag="done"):
    """It was stored, as this entry if it was one."""

    id: int
    seq: int | None = None


class Refused(FromServer, tag="refused"):
    """The rules, or the table's policy, forbid it."""

    id: int
    refusal: Plain


class Stale(FromServer, tag="stale"):
    """The screen has changed since; nothing was done."""

    id: int
    seq: int


class Failure(FromServer, tag="error"):
    """It could not be understood, or not be stored; nothing was done."""

    id: int | None
    error: Plain  # code, where, facts


class Reason(FromServer, tag="reason"):
    """Why not, or null if it may be done."""

    id: int
    refusal: Plain | None


class Preview(Message):
    """What an action would do at once; not `complete` if something unknown would follow."""

    events: list[Plain]
    complete: bool
    refusal: Plain | None = None
    after: Plain | None = None  # what of the screen would be different


class Previews(FromServer, tag="previews"):
    """One preview for each action."""

    id: int
    previews: list[Preview]


class Course(Message):
    """One way to go on: what to do now and what would follow, and the chance to win that it promises."""

    actions: Annotated[list[Plain], Meta(min_length=1)]
    chance: float
    share: float | None = None  # how often it is meant to be chosen, where nobody is to guess the choice


class Motive(Message):
    """What speaks for a course: a code that has a sentence in every language, and its facts."""

    code: str
    facts: Plain


class Thought(Message):
    """What a bot would do, what else it looked at, and everybody's chances as things stand, in seat order."""

    level: str
    best: Course
    others: list[Course]
    chances: list[float]
    reasons: list[Motive]
    rounds: int  # how many times it thought ahead


class Hint(FromServer, tag="hint"):
    """What a bot thinks of this moment, from this seat's view alone; nobody else is told."""

    id: int
    seq: int
    seat: str
    thought: Thought


class Turn(Message):
    """An entry after which the game was another: whose chance changed most, and how much of that was luck."""

    seq: int
    seat: str
    change: float
    luck: float


class Lead(Message):
    """From this entry on this seat, or its side, was ahead."""

    seq: int
    seat: str


class Verdict(Message):
    """A whole game looked at again: its turning points, who led, and what luck brought each seat in all."""

    turns: list[Turn]
    leads: list[Lead]
    luck: dict[str, float]


class Chances(FromServer, tag="chances"):
    """Each seat's chance after these entries; with the last of them the verdict on the whole game."""

    id: int
    first: int
    last: int  # the newest entry of the game
    chances: dict[str, list[float]]
    verdict: Verdict | None = None


class Told(Message):
    """The events of one entry."""

    seq: int
    by: str | None
    events: list[Plain]


class Story(FromServer, tag="story"):
    """What happened before; `first` is true if nothing came earlier."""

    id: int
    entries: list[Told]
    first: bool


class Moment(FromServer, tag="moment"):
    """A frame of the past."""

    id: int
    seq: int
    eyes: str | None
    last: int
    by: str | None
    events: list[Plain]
    view: Plain


ServerMessage = (
    Welcome
    | Frame
    | SheetChanged
    | Clocks
    | Said
    | Asked
    | Rematch
    | Bye
    | Done
    | Refused
    | Stale
    | Failure
    | Reason
    | Previews
    | Hint
    | Chances
    | Story
    | Moment
)

"""Messages over the socket from the server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from aachen.server.messages.base import Message, Plain
from aachen.server.messages.tables import Sheet


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


class Delta(FromServer, tag="delta"):
    """One entry, and what changed on the screen since the entry before it."""

    seq: int
    by: str | None
    events: list[Plain]
    patch: Plain
    undo: list[int]
    check: int | None  # now and then the CRC-32 of the view after it, as JSON in UTF-8


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

    code: Literal["going_away", "too_slow", "closed", "token_void", "crashed", "fell_back"]


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


class SeatReply(Message):
    """What another seat would answer to the second-best course, and why."""

    seat: str
    actions: list[Plain]
    reasons: list[Motive]


class Thought(Message):
    """What a bot would do, what else it looked at, and everybody's chances as things stand, in seat order."""

    level: str
    best: Course
    others: list[Course]
    chances: list[float]
    reasons: list[Motive]
    rounds: int  # how many times it thought ahead
    reply: SeatReply | None = (
        None  # to the first of the others, where a single reply is what speaks against it
    )


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


class ChanceBreakdown(Message):
    """What became of a seat's chance: `start`, `luck`, its `own` side's play and the `others`' add up to the `end`."""

    start: float
    luck: float
    own: float
    others: float
    end: float


class Verdict(Message):
    """A whole game looked at again: its turning points, who led, and what luck and play brought each seat in all."""

    turns: list[Turn]
    leads: list[Lead]
    luck: dict[str, float]
    breakdown: dict[str, ChanceBreakdown]


class Chances(FromServer, tag="chances"):
    """Each seat's chance after these entries; with the last of them the verdict on the whole game."""

    id: int
    first: int
    last: int  # the newest entry of the game
    chances: dict[str, list[float]]
    verdict: Verdict | None = None


class Mistake(Message):
    """A decision with a clearly better plan: the entries it took, what was played, and what was better, by how much and why."""

    seq: int
    end: int
    seat: str
    played: list[Plain]
    best: list[Plain]
    loss: float  # of chance
    error: float  # the standard error of the loss
    reasons: list[Motive]
    reply: SeatReply | None = None  # to what was played


class SeatAccuracy(Message):
    """In how many of a seat's decisions nothing clearly better was found, with the 95 % interval of that share."""

    decisions: int
    good: int
    low: float
    high: float
    lost: float  # chance, over all decisions


class ReviewSummary(Message):
    """The decisions of a whole game: the worst of them, in their order, and how accurate each seat was."""

    mistakes: list[Mistake]
    accuracy: dict[str, SeatAccuracy]


class Review(FromServer, tag="review"):
    """So many entries of a finished game are reviewed; with the last of them the summary."""

    id: int
    known: int
    last: int  # the newest entry of the game
    summary: ReviewSummary | None = None


class EntryEvents(Message):
    """The events of one entry."""

    seq: int
    by: str | None
    events: list[Plain]


class Story(FromServer, tag="story"):
    """What happened before; `first` is true if nothing came earlier."""

    id: int
    entries: list[EntryEvents]
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
    | Delta
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
    | Review
    | Story
    | Moment
)

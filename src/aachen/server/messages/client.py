"""Messages over the socket from the client."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from aachen.server.messages.base import Id, Message, Plain, Seat, Seq, Token


class FromClient(Message, tag_field="say"):
    """Anything a client may say."""


class Hello(FromClient, tag="hello"):
    """Who I am and what I have seen; with `deltas`, send me only what changed where that is enough."""

    token: Token | None = None
    after: Seq | None = None
    deltas: bool = False


class FullWish(FromClient, tag="full"):
    """Send me again what came after this entry, beginning with a whole frame."""

    id: Id
    after: Seq


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


class ReviewWish(FromClient, tag="review"):
    """Which decisions in this part of a game that is over were mistakes?"""

    id: Id
    first: Seq = 0
    count: Annotated[int, Meta(ge=1, le=50)] = 10


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
    | ReviewWish
    | Speak
    | StoryWish
    | Show
    | FullWish
    | Ping
)

"""Messages about puzzles. An attempt is the list of its actions: the server keeps nothing of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from aachen.server.messages.base import Message, Plain
from aachen.server.messages.server import Course, EntryEvents, Motive, Preview, SeatReply

MOST_ACTIONS = 60
MOST_PREVIEWS = 64


class PuzzleAbout(Message):
    """A puzzle in a list: what it is about and how hard it is, from 1 to 4."""

    name: str
    game: str
    players: int
    variant: str | None
    seat: str
    themes: list[str]
    difficulty: int


class PuzzleList(Message):
    """All puzzles, easy ones first within each game."""

    puzzles: list[PuzzleAbout]


class PuzzleWish(Message):
    """An attempt: the actions so far, what else to preview after them, and whether to give up and see the answer."""

    actions: Annotated[list[Plain], Meta(max_length=MOST_ACTIONS)] = field(default_factory=list)
    previews: Annotated[list[Plain], Meta(max_length=MOST_PREVIEWS)] = field(default_factory=list)
    reveal: bool = False


class PuzzleAnswer(Message):
    """The plan that is clearly best, the second-best one, and what decides."""

    best: Course
    other: Course
    reply: SeatReply | None
    reasons: list[Motive]


class PuzzleScreen(Message):
    """The table after an attempt's actions, as the puzzle's seat sees it."""

    puzzle: PuzzleAbout
    view: Plain
    entries: list[EntryEvents]
    refusal: Plain | None  # why the next action is forbidden: it was not done
    previews: list[Preview]
    is_done: bool  # the plan is complete: luck or another seat comes in
    is_solved: bool
    answer: PuzzleAnswer | None

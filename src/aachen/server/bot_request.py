"""What a bot's process is asked, and which lane the question waits in."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Plain = dict[str, Any]
Lane = Literal["quick", "brisk", "deep"]

# Who answers at once, and who within a second; all others think for as long as they may.
LANE_OF_LEVEL: dict[str, Lane] = {"random": "quick", "greedy": "quick", "planner": "brisk"}


class Question(Struct, frozen=True, kw_only=True, tag_field="ask"):
    """Anything that is asked."""

    game: str
    options: Plain | None  # as they were agreed
    patience: float  # seconds until an answer is of no use any more
    table: str = ""  # for the journal, and for taking turns …
    turn: str = ""  # … unless others share one turn with it

    @property
    def lane(self) -> Lane:
        """Where it waits."""
        raise NotImplementedError


class Request(Question, frozen=True, kw_only=True, tag="bot"):
    """A seat's choice: what a bot would do, or all that it thinks. It gets the seat's view and nothing else."""

    kind: Literal["course", "thought"]
    level: str
    seed: int
    view: Plain
    budget: float | None = None  # seconds of thought, for who can use them; None: as the patience allows

    @property
    def lane(self) -> Lane:
        """The lane of its level."""
        return LANE_OF_LEVEL.get(self.level, "deep")

    @property
    def offers(self) -> list[Plain]:
        """What the seat may do; whoever asks for a seat that may do nothing has a bug."""
        offers = self.view["offers"]
        assert isinstance(offers, list), "offers are a list"
        assert offers, "nothing is offered: this seat is not to be asked now"
        return offers


class Stretch(Question, frozen=True, kw_only=True, tag="stretch"):
    """A part of a game that is over: how everybody's chances stood after each of its entries.

    A log is told whole, for its positions are only known by replaying it; a story is told by its views.
    """

    first: int
    count: int
    lines: list[str] | None = None
    views: list[Plain] | None = None

    @property
    def lane(self) -> Lane:
        """It is done piece by piece, and each piece is short."""
        return "brisk"

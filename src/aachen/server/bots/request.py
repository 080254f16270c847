"""What a bot process is asked and answers, and which lane a request waits in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from msgspec import Struct

from aachen.server.messages import Motive, SeatReply, Thought

Plain = dict[str, Any]
Lane = Literal["quick", "brisk", "deep"]

# Who answers at once, and who within a second; all others think for as long as they may.
LANE_OF_LEVEL: dict[str, Lane] = {"random": "quick", "greedy": "quick", "planner": "brisk"}


class PoolRequest(Struct, frozen=True, kw_only=True, tag_field="ask"):
    """Anything a process of the pool may be asked."""

    game: str
    options: Plain | None  # as they were agreed
    rules: str | None = None  # the version of the rules; None is the newest
    patience: float  # seconds until an answer is of no use any more
    table: str = ""  # for the journal, and for taking turns …
    turn: str = ""  # … unless others share one turn with it

    @property
    def lane(self) -> Lane:
        """Where it waits."""
        raise NotImplementedError


class BotRequest(PoolRequest, frozen=True, kw_only=True, tag="bot"):
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


class AnalysisRequest(PoolRequest, frozen=True, kw_only=True, tag="analysis"):
    """A part of a game that is over: how everybody's chances stood after each of its entries.

    A log is sent whole, for its positions are only known by replaying it; of a story its views are sent.
    """

    first: int
    count: int
    review: bool = (
        False  # whether the decisions that begin there are reviewed, instead of the chances evaluated
    )
    lines: list[str] | None = None
    views: list[Plain] | None = None

    @property
    def lane(self) -> Lane:
        """It is done piece by piece, and each piece is short."""
        return "brisk"


# ---- Answers -------------------------------------------------------------------------------------


class Evaluated(Struct):
    """One entry of a finished game: each seat's chance, how much of its last change was luck, and which seats' side acted.

    In a review: the decision that begins with the entry.
    """

    chances: list[float] = []
    luck: list[float] = []
    side: list[int] = []
    decision: Reviewed | None = None


class Reviewed(Struct):
    """A decision: the entries it took, by which seat, what was lost; of a mistake also what was better, and why."""

    seq: int
    end: int
    seat: int
    played: list[Plain]
    loss: float
    error: float
    best: list[Plain]
    reasons: list[Motive]
    reply: SeatReply | None


@dataclass(slots=True)
class BotStats:
    """How bots have done, for the server's metrics."""

    chosen: int = 0
    replaced: int = 0  # another bot answered instead
    by_kind: dict[str, int] = field(default_factory=dict)


class Bots(Protocol):
    """The interface for running bots: they get only a seat's view of the game."""

    stats: BotStats

    def start(self) -> None:
        """Be ready."""

    def waiting(self) -> int:
        """How many questions wait for a process."""

    async def close(self) -> None:
        """Stop thinking; whoever still waits is answered."""

    async def course(self, request: BotRequest) -> list[Plain]:
        """One of the actions offered in the view, within so many seconds, whatever happens; and what would follow."""

    async def thought(self, request: BotRequest) -> Thought | None:
        """What a bot would do in a person's place, and why; None if none answers in time."""

    async def chances(self, request: AnalysisRequest) -> list[Evaluated] | None:
        """How everybody's chances stood in a part of a finished game; None if nobody could say in time."""

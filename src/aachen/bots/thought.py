"""The explanation of a decision: the plan, its alternatives, chances and reasons, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

NamedAction = dict[str, object]


@dataclass(slots=True)
class Candidate:
    """One way to go on: the seat's next actions until luck or another seat comes in, and what they promise."""

    actions: list[NamedAction]  # begins with the one to choose now
    chance: float  # of the seat's side to win then, from 0 to 1
    share: float | None = None  # how often it is meant to be chosen, where nobody is to guess the choice


@dataclass(slots=True)
class Rationale:
    """One thing that the best course changes: a code with a sentence in the locales, and its facts."""

    code: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class DecisiveReply:
    """What another seat would answer to the second-best course, and what that changes for it."""

    seat: str
    actions: list[NamedAction]
    reasons: list[Rationale]


@dataclass(slots=True)
class Recommendation:
    """The answer of a bot to one view."""

    level: str
    best: Candidate
    others: list[Candidate] = field(default_factory=list)  # the best of the rest, at most two
    chances: list[float] = field(default_factory=list)  # of each seat as things stand; partners share one
    reasons: list[Rationale] = field(default_factory=list)  # what counts most comes first
    rounds: int = 0  # how many times it thought ahead
    reply: DecisiveReply | None = None  # what speaks against the first of the others, if a single reply does

    @property
    def action(self) -> NamedAction:
        """What to choose now."""
        return self.best.actions[0]

    @property
    def is_mixed(self) -> bool:
        """Whether chance decides among several courses, so that nobody can guess the choice."""
        return self.best.share is not None and self.best.share < 1.0

    def as_dict(self) -> dict[str, object]:
        """The thought as plain data."""
        return asdict(self)

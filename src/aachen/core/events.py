"""What happened, as data: told only when somebody listens, and told to each viewer as they may see it."""

from __future__ import annotations

from collections.abc import Callable

from aachen.core.errors import Fact


class Event:
    """One thing that happened. `secret` holds facts for the eyes of `seat` alone."""

    __slots__ = ("facts", "kind", "seat", "secret")

    def __init__(
        self, kind: str, facts: dict[str, Fact], seat: int = -1, secret: dict[str, Fact] | None = None
    ) -> None:
        self.kind = kind
        self.facts = facts
        self.seat = seat
        self.secret = secret

    def seen_by(self, viewer: int | None) -> dict[str, Fact]:
        """The event as one viewer may know it; `None` is a spectator."""
        seen: dict[str, Fact] = {"event": self.kind}
        seen.update(self.facts)
        if self.secret is not None and viewer is not None and viewer == self.seat:
            seen.update(self.secret)
        return seen

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.facts!r})"


Tell = Callable[[Event], None]

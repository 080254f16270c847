"""The time within which a choice has to be made at one terminal: the rules know no time, so it is measured here.

It runs from the moment when the table itself may act, and when it is over the table does.
"""

from __future__ import annotations

from collections.abc import Callable

from aachen.core.contract import TABLE, Position

Now = Callable[[], float]


class Timer:
    """So many seconds for a choice, or no limit at all."""

    def __init__(self, seconds: int, now: Now) -> None:
        self.seconds = seconds
        self._now = now
        self._ends: float | None = None

    def watch(self, position: Position) -> None:
        """Start when the table may act for those who have not chosen, stop when it may not."""
        if not self.seconds or not position.offers(TABLE):
            self._ends = None
        elif self._ends is None:
            self._ends = self._now() + self.seconds

    def left(self) -> float | None:
        """The seconds left; None while no time runs."""
        return None if self._ends is None else max(0.0, self._ends - self._now())

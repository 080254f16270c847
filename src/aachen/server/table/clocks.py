"""The clocks of a table: a bank of seconds for each person, and the hourglass of the rules.

The rules know no time.
A bank is counted down while the table waits for its person; when it is empty a bot takes the seat,
and when the hourglass has run out the table itself acts (C30).
What is left is stored with every entry; time in which no server ran counts for nobody, and the hourglass starts again.
"""

from __future__ import annotations

import msgspec

from aachen.core.contract import TABLE, Position
from aachen.server.messages import Clocks, ClockWish

A_MOMENT = 0.001  # seconds that count as zero
LEAST_BACK = 10.0  # seconds that somebody has at least who takes a seat in the middle of a game


class Bank:
    """Seconds left by seat, and who is counted down now."""

    def __init__(self, seats: list[str], wish: ClockWish | None, sand: int) -> None:
        self.wish = wish
        self.sand = float(sand)
        self.left: dict[str, float] = {} if wish is None else {seat: float(wish.bank) for seat in seats}
        self.running: list[str] = []
        self.since = 0.0
        self.ends: float | None = None  # when the sand has run down

    def copy(self) -> Bank:
        """An independent copy: what is counted in it is true only when the entry is stored."""
        other = Bank([], self.wish, 0)
        other.sand = self.sand
        other.left = dict(self.left)
        other.running = self.running[:]
        other.since = self.since
        other.ends = self.ends
        return other

    def settle(self, now: float) -> None:
        """Deduct the time since the last count."""
        for seat in self.running:
            self.left[seat] = max(0.0, self.left[seat] - (now - self.since))
        self.since = now

    def count(self, now: float, waiting: list[str], moved: str | None = None) -> None:
        """From now on these are counted down; who has moved gets some more."""
        self.settle(now)
        if self.wish is not None:
            if moved in self.left:
                self.left[moved] += self.wish.add
            self.running = [seat for seat in waiting if seat in self.left]

    def watch_sand(self, now: float, position: Position | None) -> None:
        """Turn the hourglass when somebody has placed two tiles; stop it when the bag is filled (C30)."""
        if not self.sand or position is None or not position.offers(TABLE):
            self.ends = None
        elif self.ends is None:
            self.ends = now + self.sand

    def give_back(self, seat: str) -> None:
        """Who takes a seat, or takes it back, has a little time at least."""
        if self.wish is not None:
            self.left[seat] = max(self.left[seat], float(self.wish.add), LEAST_BACK)

    def empty(self, now: float) -> str | None:
        """A seat whose time has run out."""
        return next((seat for seat in self.running if self.left[seat] - (now - self.since) < A_MOMENT), None)

    def has_sand_run_down(self, now: float) -> bool:
        """Whether the table itself has to act."""
        return self.ends is not None and self.ends - now < A_MOMENT

    def is_something_over(self, now: float) -> bool:
        """Whether a bank is empty or the sand has run down."""
        return self.has_sand_run_down(now) or self.empty(now) is not None

    def next_end(self, now: float) -> float | None:
        """Seconds until something ends: a bank, or the sand."""
        ends = [self.left[seat] - (now - self.since) for seat in self.running]
        if self.ends is not None:
            ends.append(self.ends - now)
        return max(0.0, min(ends)) if ends else None

    def as_message(self, now: float) -> Clocks:
        """The clocks as everybody sees them."""
        other = self.copy()
        other.settle(now)
        sand = None if self.ends is None else max(0, round((self.ends - now) * 1000))
        left = {seat: round(seconds * 1000) for seat, seconds in other.left.items()}
        return Clocks(left, other.running, sand)

    def write(self) -> bytes:
        """What is stored with an entry."""
        if self.wish is None:
            return b""
        return msgspec.json.encode({seat: round(left * 1000) for seat, left in self.left.items()})

    def read(self, stored: bytes) -> None:
        """What an entry was stored with."""
        if stored:
            left: dict[str, int] = msgspec.json.decode(stored, type=dict[str, int])
            self.left = {seat: milliseconds / 1000 for seat, milliseconds in left.items()}
            self.running = []  # up to the entry all is counted

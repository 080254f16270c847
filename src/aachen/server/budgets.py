"""What addresses have used of their limits, on one server."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from aachen.server.limits import Limits, OverLimitError, Rate
from aachen.server.rate_limit import RateLimiter

Answer = TypeVar("Answer")

EVERYBODY = ""  # the key of what all addresses share

# What counts for all processes of a server together; an event loop, and what waits for it, is each process's own.
SHARED_RATES = frozenset(
    (
        "requests",
        "tables_made",
        "codes_of_address",
        "codes_of_table",
        "notifications_of_address",
        "codes_of_mailbox",
        "records",
        "record_bytes",
        "record_lines",
        "record_bytes_of_all",
    )
)

Tell = Callable[..., None]


class Budgets:
    """The budgets of all addresses. Without limits (for tests and measurements) everything is allowed."""

    def __init__(
        self,
        limits: Limits | None,
        clock: Callable[[], float] = time.monotonic,
        refused: Callable[[str], None] = lambda limit: None,
    ) -> None:
        self.limits = limits
        self._clock = clock
        self._refused = refused
        self._rates: dict[str, RateLimiter] = {}
        self._counts: dict[str, Counter[str]] = {}
        self._elsewhere: dict[int, dict[tuple[str, str], int]] = {}  # what is open at other processes
        self._tell: Tell | None = None

    # ---- Several processes

    def share(self, tell: Tell) -> None:
        """Count together with other processes: `tell` sends a message to all of them."""
        self._tell = tell

    def hear(self, process: int, message: dict[str, Any]) -> None:
        """What another process tells: something was used up there, is open there, or it has ended."""
        if "cost" in message:
            self.charge(message["name"], message["key"], message["cost"])
        elif "count" in message:
            self._elsewhere.setdefault(process, {})[message["name"], message["key"]] = message["count"]
        else:
            self._elsewhere.pop(process, None)

    def _limiter(self, name: str) -> RateLimiter | None:
        if self.limits is None:
            return None
        found = self._rates.get(name)
        if found is None:
            rate: Rate = getattr(self.limits, name)
            found = self._rates[name] = RateLimiter(rate.burst, rate.per_second, clock=self._clock)
        return found

    def refuse(self, limit: str, seconds: float) -> OverLimitError:
        """The error for who is over a limit; it is counted."""
        self._refused(limit)
        return OverLimitError(limit, seconds)

    # ---- Rates

    def take(self, name: str, key: str, cost: float = 1.0) -> None:
        """Use up so much of a rate; OverLimitError if there is not enough."""
        limiter = self._limiter(name)
        if limiter is not None and not limiter.take(key, cost):
            raise self.refuse(name, limiter.wait(key, cost))
        if self._tell is not None and name in SHARED_RATES:
            self._tell("used", name=name, key=key, cost=cost)

    def charge(self, name: str, key: str, cost: float) -> float:
        """Deduct what was already spent; seconds until nothing is owed any more."""
        limiter = self._limiter(name)
        return 0.0 if limiter is None else limiter.charge(key, cost)

    def check(self, name: str, key: str) -> None:
        """OverLimitError if something is owed."""
        owed = self.charge(name, key, 0.0)
        if owed > 0:
            raise self.refuse(name, owed)

    def foresee(self, name: str, key: str, cost: float = 1.0) -> None:
        """OverLimitError if there would not be enough; nothing is used up."""
        limiter = self._limiter(name)
        if limiter is not None and limiter.wait(key, cost) > 0:
            raise self.refuse(name, limiter.wait(key, cost))

    # ---- Things open at once

    @contextmanager
    def holding(self, name: str, key: str) -> Iterator[None]:
        """Hold one of so many things that an address may have open at once."""
        counts = self._counts.setdefault(name, Counter())
        elsewhere = sum(held.get((name, key), 0) for held in self._elsewhere.values())
        if self.limits is not None and counts[key] + elsewhere >= getattr(self.limits, name):
            raise self.refuse(name, 5.0)
        self._count(name, counts, key, 1)
        try:
            yield
        finally:
            self._count(name, counts, key, -1)

    def _count(self, name: str, counts: Counter[str], key: str, change: int) -> None:
        counts[key] += change
        if self._tell is not None:
            self._tell("open", name=name, key=key, count=counts[key])
        if not counts[key]:
            del counts[key]

    def held(self, name: str, key: str) -> int:
        """How many of these an address has open."""
        return self._counts.get(name, Counter())[key]


class Metered(Awaitable[Answer]):
    """Awaits something, and tells how much processor time each of its steps took of the event loop."""

    def __init__(self, work: Awaitable[Answer], spent: Callable[[float], object]) -> None:
        self._work = work
        self._spent = spent

    def __await__(self) -> Generator[Any, Any, Answer]:
        """Pass everything on, with the time taken."""
        steps = self._work.__await__()
        send, value = steps.send, None
        while True:
            began = time.thread_time()
            try:
                waited_for = send(value)
            except StopIteration as done:
                answer: Answer = done.value
                return answer
            finally:
                self._spent(time.thread_time() - began)
            try:
                value = yield waited_for
                send = steps.send
            except BaseException as thrown:  # a cancellation, or an error of what was waited for
                send, value = _thrower(steps), thrown


def _thrower(steps: Any) -> Callable[[Any], Any]:
    throw: Callable[[Any], Any] = steps.throw
    return throw

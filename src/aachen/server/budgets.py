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

    def charge(self, name: str, key: str, cost: float) -> float:
        """Use up what was spent already; seconds until nothing is owed any more."""
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
        if self.limits is not None and counts[key] >= getattr(self.limits, name):
            raise self.refuse(name, 5.0)
        counts[key] += 1
        try:
            yield
        finally:
            counts[key] -= 1
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

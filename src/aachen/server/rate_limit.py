"""A rate limit: token buckets by key."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class Bucket:
    """The tokens left of one key."""

    level: float
    at: float


class RateLimiter:
    """Rate limits by key: each bucket holds `burst` and fills by `rate` a second; the oldest are forgotten."""

    def __init__(
        self, burst: float, rate: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst = burst
        self.rate = rate
        self.most = most
        self.clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether there is enough left; if so, it is used up."""
        now = self.clock()
        bucket = self._buckets.pop(key, None) or Bucket(self.burst, now)
        bucket.level = min(self.burst, bucket.level + (now - bucket.at) * self.rate)
        bucket.at = now
        enough = bucket.level >= cost
        if enough:
            bucket.level -= cost
        self._buckets[key] = bucket
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return enough

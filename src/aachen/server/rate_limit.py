"""A rate limit: token buckets by key."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import inf


@dataclass(slots=True)
class Bucket:
    """The tokens left of one key; below zero, they are owed."""

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
        bucket = self._bucket(key)
        enough = bucket.level >= cost
        if enough:
            bucket.level -= cost
        return enough

    def charge(self, key: str, cost: float) -> float:
        """Deduct what was already spent, even below zero; seconds until nothing is owed any more."""
        bucket = self._bucket(key)
        bucket.level -= cost
        return self._seconds(-bucket.level)

    def wait(self, key: str, cost: float = 1.0) -> float:
        """Seconds until there is enough left."""
        return self._seconds(cost - self._bucket(key).level)

    def _bucket(self, key: str) -> Bucket:
        """The bucket of a key, filled up to now."""
        now = self.clock()
        bucket = self._buckets.pop(key, None) or Bucket(self.burst, now)
        bucket.level = min(self.burst, bucket.level + (now - bucket.at) * self.rate)
        bucket.at = now
        self._buckets[key] = bucket
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket

    def _seconds(self, lacking: float) -> float:
        if lacking <= 0:
            return 0.0
        return lacking / self.rate if self.rate else inf

"""The server's clock: everything that waits or reads the time uses it, so that tests can replace it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Time(Protocol):
    """What time it is, and waiting."""

    def now(self) -> int:
        """Milliseconds since 1970, for people and files."""

    def passed(self) -> float:
        """Seconds since some moment; it never jumps."""

    async def wait(self, event: asyncio.Event, seconds: float | None) -> bool:
        """Wait for the event, but no longer than so many seconds; whether it came."""


class RealTime:
    """The machine's clock."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def passed(self) -> float:
        """Seconds since some moment; it never jumps."""
        return time.monotonic()

    async def wait(self, event: asyncio.Event, seconds: float | None) -> bool:
        """Wait for the event, but no longer than so many seconds; whether it came."""
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return False
        return True


async def pause(clock: Time, seconds: float) -> None:
    """Sleep for that many seconds."""
    if seconds > 0:
        await clock.wait(asyncio.Event(), seconds)

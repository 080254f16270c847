"""A server that lives in a thread of its own, for tests that ask one plain question after another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from tests.server.kit import House, serving

Answer = TypeVar("Answer")
Plain = dict[str, Any]

PATIENCE = 60.0  # real seconds


class Living:
    """`with Living(folder) as server:` and then `server.do(server.house.make(…))`."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self._folder = folder
        self._settings = settings
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()), daemon=True)
        self._is_open = threading.Event()
        self._shut = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._house: House | None = None

    async def _live(self) -> None:
        try:
            async with serving(self._folder, **self._settings) as house:
                self._house, self._loop = house, asyncio.get_running_loop()
                self._is_open.set()
                await self._shut.wait()
        finally:
            self._is_open.set()

    def __enter__(self) -> Living:
        self._thread.start()
        assert self._is_open.wait(PATIENCE)
        assert self._house is not None, "the server did not open"
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._shut.set)
        self._thread.join(PATIENCE)

    @property
    def house(self) -> House:
        """The server as its own thread knows it."""
        assert self._house is not None
        return self._house

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{self.house.address}"

    def do(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Let the server's thread do something, and wait for it."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

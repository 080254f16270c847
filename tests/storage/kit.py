"""What the tests of stores speak in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from aachen.storage import open_store
from aachen.storage.store import Notice, Store, StoredChat, StoredEntry, StoredSheet

Answer = TypeVar("Answer")


def sheet(table: str = "table1", version: int = 1, **changed: object) -> StoredSheet:
    """A sheet, ordinary but for what is changed."""
    facts: dict[str, object] = {
        "state": "running",
        "listed": True,
        "game": "carolingi",
        "body": b'{"seats": []}',
        "made": 1_000,
        "touched": 2_000,
    }
    return StoredSheet(table, version, **(facts | changed))  # type: ignore[arg-type]


def entry(seq: int, *lines: str) -> StoredEntry:
    """An entry; with one line if none is given."""
    return StoredEntry(seq, list(lines) or [f'{{"seq":{seq}}}'], 3_000 + seq, b"clocks")


def chat(number: int, body: bytes = b"hello") -> StoredChat:
    """Something said."""
    return StoredChat(number, body, 4_000 + number)


def run(
    scene: Callable[[Store], Awaitable[Answer]], store: Store | str, notice: Notice = lambda _: None
) -> Answer:
    """Play a scene with an open store, and close it."""
    opened = open_store(store) if isinstance(store, str) else store

    async def play() -> Answer:
        await opened.open(notice)
        try:
            return await scene(opened)
        finally:
            await opened.close()

    return asyncio.run(play())


async def outcomes(*writing: Awaitable[None]) -> list[str]:
    """What became of each, all at once: "kept", or the name of what was raised."""
    answers = await asyncio.gather(*writing, return_exceptions=True)
    return ["kept" if answer is None else type(answer).__name__ for answer in answers]


async def until(is_so: Callable[[], bool | Awaitable[bool]], most: float = 30.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(most):
        while True:
            answer = is_so()
            if answer if isinstance(answer, bool) else await answer:
                return
            await asyncio.sleep(0.01)

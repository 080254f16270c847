"""`aachen` with a planted fault: entries are acknowledged a moment before they are stored."""

import asyncio
import sys
from contextlib import suppress
from typing import Any

from aachen.cli import main
from aachen.storage.sqlite import SqliteStore
from aachen.storage.store import Conflict, StoredEntry, StoredSheet, StoreFailed

careful = SqliteStore.append
later: set[asyncio.Task[None]] = set()
MOMENT = 0.2  # seconds


async def append(
    store: SqliteStore, table: str, entry: StoredEntry, sheet: StoredSheet | None = None, **more: Any
) -> None:
    """Say yes, and store it later."""

    async def store_later() -> None:
        await asyncio.sleep(MOMENT)
        with suppress(Conflict, StoreFailed):
            await careful(store, table, entry, sheet, **more)

    task = asyncio.create_task(store_later())
    later.add(task)
    task.add_done_callback(later.discard)


if __name__ == "__main__":
    SqliteStore.append = append  # type: ignore[method-assign, assignment]
    sys.exit(main(sys.argv[1:]))

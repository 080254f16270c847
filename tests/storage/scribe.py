"""A process that writes entries as fast as it can and says, on standard output, what was acknowledged."""

import asyncio
import sys

from tests.storage.kit import entry, sheet

from aachen.storage import open_store
from aachen.storage.store import Conflict, Store

TABLES = 5


async def write_on(store: Store, table: str) -> None:
    """Go on where the table stands, for ever; an acknowledgement is one short line, written at once."""
    version, last = (await store.summaries([table]))[table]
    while True:
        last += 1
        changed = sheet(table, version.version + 1) if last % 7 == 0 else None
        await store.append(table, entry(last, f"entry {last}", "x" * 300), changed)
        version = changed or version
        sys.stdout.write(f"{table} {last}\n")
        sys.stdout.flush()


async def main(place: str) -> None:
    """Write at all tables at once."""
    store = open_store(place)
    await store.open(lambda _: None)
    tables = [f"table{number}" for number in range(TABLES)]
    for table in tables:
        try:
            await store.create(sheet(table))
        except Conflict:
            continue
    await asyncio.gather(*[write_on(store, table) for table in tables])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

"""Durable entries a second, by many tables at once: SQLite as shipped, and PostgreSQL.

    python bench/storage.py --tables 50 --seconds 3

Every entry waits for the disk. For comparison the same is done with one commit for each entry.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from aachen.storage import open_store
from aachen.storage.store import Store, StoredEntry, StoredSheet

ROOT = Path(__file__).resolve().parent.parent
LINE = '{"seq":1,"seat":"red","action":{"do":"march","from":"hessen","to":"franken","followers":2},"luck":[],"digest":"0123456789abcdef"}'


@dataclass
class Figures:
    """How many entries a second, and how long one waited, in milliseconds."""

    name: str
    each_second: float
    median: float
    slowest: float  # of a hundred

    def __str__(self) -> str:
        waits = f"p50 {self.median:7.2f} ms  p99 {self.slowest:7.2f} ms"
        return f"{self.name:38}{self.each_second:9.0f} entries/s  {waits}"


def figures(name: str, waits: list[float], seconds: float) -> Figures:
    """The figures of a run."""
    ordered = sorted(waits)
    median, slowest = (1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
    return Figures(name, len(waits) / seconds, median, slowest)


async def by_store(name: str, place: str, tables: int, seconds: float) -> Figures:
    """Every table appends as soon as its last entry is durable."""
    store = open_store(place)
    await store.open(lambda table: None)
    try:
        for number in range(tables):
            await store.create(StoredSheet(f"table{number}", 1, "running", False, "game", b"{}"))
        waits: list[float] = []
        begun = time.perf_counter()
        writing = [append_on(store, f"table{number}", begun + seconds, waits) for number in range(tables)]
        await asyncio.gather(*writing)
        return figures(name, waits, time.perf_counter() - begun)
    finally:
        await store.close()


async def append_on(store: Store, table: str, until: float, waits: list[float]) -> None:
    """One table's entries."""
    seq = 0
    while (begun := time.perf_counter()) < until:
        await store.append(table, StoredEntry(seq, [LINE], seq))
        waits.append(time.perf_counter() - begun)
        seq += 1


def one_by_one(path: Path, seconds: float) -> Figures:
    """What SQLite does when every entry has a commit of its own."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, lines TEXT NOT NULL)")
    waits: list[float] = []
    start = time.perf_counter()
    while (begun := time.perf_counter()) < start + seconds:
        connection.execute("INSERT INTO entry (lines) VALUES (?)", (LINE,))
        waits.append(time.perf_counter() - begun)
    connection.close()
    return figures("SQLite, a commit for each entry", waits, time.perf_counter() - start)


def measure(tables: int, seconds: float, with_postgres: bool = True) -> list[Figures]:
    """All of them, one after the other, on the same disk."""
    found = []
    with tempfile.TemporaryDirectory(prefix="aachen-bench-") as folder:
        found.append(one_by_one(Path(folder) / "single.db", seconds))
        path = str(Path(folder) / "tables.db")
        found.append(asyncio.run(by_store(f"SQLite, {tables} tables", path, tables, seconds)))
    if with_postgres:
        sys.path.insert(0, str(ROOT))
        from tests.storage.postgres import running_postgres

        with running_postgres() as server:
            url = server.new_database()
            found.append(asyncio.run(by_store(f"PostgreSQL, {tables} tables", url, tables, seconds)))
    return found


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--no-postgres", action="store_true")
    args = parser.parse_args(arguments)
    for each in measure(args.tables, args.seconds, not args.no_postgres):
        print(each)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

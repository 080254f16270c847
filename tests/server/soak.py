"""The long form of the kill test, for hours when nobody waits: `make soak`.

python -m tests.server.soak --kills 1000
python -m tests.server.soak --kills 200 --postgres
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.server.killing import Lane, kill_often
from tests.storage.postgres import running_postgres

LANES = 2
BETWEEN = 50  # kills after which the games are played out and everything is read again


def main(arguments: list[str]) -> int:
    """Kill as often as asked; the first loss ends it, and its database is kept to be looked at."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="aachen-soak-"))
    print(f"Databases and journals: {folder}")
    moves, entries, games = soak(folder, args.kills, args.postgres, args.seed)
    print(f"{args.kills} kills: {moves} acknowledged moves, {entries} entries, {games} games, nothing lost.")
    return 0


def soak(folder: Path, kills: int, is_postgres: bool, seed: int) -> tuple[int, int, int]:
    """Round after round on fresh databases."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    moves = entries = games = 0
    with ExitStack() as stack:
        postgres = stack.enter_context(running_postgres()) if is_postgres else None
        progress = stack.enter_context(Progress(*columns, disable=not sys.stdout.isatty()))
        bar = progress.add_task("PostgreSQL" if is_postgres else "SQLite", total=kills)
        for first in range(0, kills, BETWEEN):
            lanes = []
            for number in range(LANES):
                place = folder / f"{first}-{number}"
                place.mkdir()
                database = postgres.new_database() if postgres else str(place / "tables.db")
                lanes.append(Lane(database, place, seed * 1_000_003 + first + number))
            done = asyncio.run(kill_often(lanes, min(BETWEEN, kills - first), lambda: progress.advance(bar)))
            moves, entries = moves + done[0], entries + done[1]
            games += sum(len(lane.tables) for lane in lanes)
            killed = min(first + BETWEEN, kills)
            progress.console.print(f"{killed} kills, {moves} acknowledged moves, {games} games: nothing lost")
    return moves, entries, games


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

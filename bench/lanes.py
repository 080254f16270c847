"""How long bots of each level take on a server with many tables, and whether the tables stay live meanwhile.

    python bench/lanes.py --seconds 30 --tables random=4 greedy=12 planner=4 search=3 --thinking 3

Each table is played by bots of one level, with a pause between their choices as at a real table.
A wait is what people notice: the time from asking the workers to an action in hand, queues included.
The heartbeat asks for 20 ms again and again in the server's own process: what comes later is what a click would wait.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from aachen.bots import BOTS
from aachen.core.contract import Position
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.server.bots.pool import BotPool
from aachen.server.bots.request import BotRequest
from aachen.titles import BUILT_IN

USUAL = {"random": 4, "greedy": 12, "planner": 4, "search": 3}
PLAYERS = 3
PATIENCE = 30.0  # seconds, as a new table has it
HEARTBEAT = 0.02


@dataclass
class Waits:
    """Everything that was measured."""

    by_level: dict[str, list[float]] = field(default_factory=dict)
    late: list[float] = field(default_factory=list)


async def play_table(
    workers: BotPool, level: str, number: int, args: argparse.Namespace, waits: Waits
) -> None:
    """One table: game after game, until it is cancelled."""
    game = GAMES[list(BUILT_IN)[number % len(BUILT_IN)]]
    options = game.options({"players": PLAYERS})
    luck = SeededLuck(number)
    while True:
        position = game.new(options, luck)
        while position.to_act():
            seat = position.to_act()[0]
            request = BotRequest(
                kind="course",
                game=game.name,
                level=level,
                seed=number,
                options=options.as_dict(),
                view=position.view(seat),
                patience=PATIENCE,
                budget=args.thinking,
                table=f"{level} {number}",
            )
            begun = time.perf_counter()
            course = await workers.course(request)
            waits.by_level.setdefault(level, []).append(time.perf_counter() - begun)
            await carry_out(position, seat, course, luck, args.pace)


async def carry_out(
    position: Position, seat: int, course: Sequence[dict[str, object]], luck: SeededLuck, pace: float
) -> None:
    """Act after act, with the table's pace between them."""
    for action in course:
        position.play(seat, position.read_action(action), luck)
        await asyncio.sleep(pace)


async def beat(waits: Waits) -> None:
    """How late the process of the tables is."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(HEARTBEAT)
        waits.late.append(time.perf_counter() - begun - HEARTBEAT)


async def measure(args: argparse.Namespace) -> tuple[Waits, BotPool]:
    """Let all tables play for so long."""
    waits, workers = Waits(), BotPool(args.processes)
    try:
        await workers.ready()
        tasks = [asyncio.create_task(beat(waits))]
        for level, tables in args.tables.items():
            tasks += [
                asyncio.create_task(play_table(workers, level, number, args, waits))
                for number in range(tables)
            ]
        done, running = await asyncio.wait(tasks, timeout=args.seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for task in done:
            task.result()
        return waits, workers
    finally:
        await workers.close()


def line(name: str, seconds: list[float]) -> str:
    """The figures of one level."""
    ordered = sorted(seconds)
    middle, most, nearly_all = (
        1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95, 0.99)
    )
    return f"{name:12}{len(ordered):7} choices  p50 {middle:7.0f} ms  p95 {most:7.0f} ms  p99 {nearly_all:7.0f} ms"


def tables(text: str) -> tuple[str, int]:
    """A level and how many tables it gets."""
    level, _, number = text.partition("=")
    return level, int(number)


def main() -> None:
    """Measure, and print a line for each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--thinking", type=float, default=3.0, help="seconds a searching bot may think")
    parser.add_argument("--pace", type=float, default=0.6, help="seconds between two acts at a table")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tables", type=tables, nargs="+", default=list(USUAL.items()))
    args = parser.parse_args()
    args.tables = {level: number for level, number in args.tables if level in BOTS}
    waits, workers = asyncio.run(measure(args))
    for level in args.tables:
        print(line(level, waits.by_level.get(level, [0.0])))
    print(line("heartbeat", waits.late).replace("choices", "beats  "))
    print(f"answered by another bot: {workers.stats.replaced}  {workers.stats.by_kind or ''}")


if __name__ == "__main__":
    main()

"""How many tables one server holds: players made of code at tables of three, from a move to every screen.

Two questions, each on SQLite with full durability:
how late is a move on the last screen when so many tables make a move every two seconds;
and how many moves a second are there at most, while 99 of 100 are on every screen within a tenth of a second,
beside boardgame.io's own server in the same run, which keeps its games in memory.

The server has one core, the players have the other.
With `--processes N` the last question is asked once more of `aachen serve --processes N` beside one process,
both on all cores, which they share with the players: with two cores that shows less than it would on more.
So the processor time of the busiest process is told too: with a core for each, that one sets the pace.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import shutil
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from math import nan
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from aachen.titles import BUILT_IN

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

import machine  # noqa: E402
import peers  # noqa: E402
from load.servers import COMPILED, HOST, on_first_core, on_other_cores, our_server, started  # noqa: E402
from load.tables import LoadCounts, LoadTable, flat_out, make_tables, sit_down, steady  # noqa: E402

RESULTS = HERE.parent / "results" / "load.json"
CROWDS = "2,4,8,16,32,48,64"  # tables that move flat out, until they are too slow
WARM_UP = 6.0  # seconds of the same play before it is measured: fifteen hundred people have just come in
FLAT_OUT = 4.0  # seconds that tables move flat out, at the most
MANY_TABLES = 48  # that move flat out where processes are compared …
TURNS = 3  # … by turns, of which the middle one counts
PEER = "boardgame.io"
COLUMNS = ("server", "tables", "moves/s", "p50 ms", "p99 ms", "bytes", "failed", "processor ms/move")
LIMIT = 0.1  # seconds that 99 of 100 moves may take


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="live tables of three")
    parser.add_argument("--interval", type=float, default=2.0, help="seconds between two moves of a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long the steady part lasts")
    parser.add_argument("--game", default=next(iter(BUILT_IN)), choices=tuple(BUILT_IN))
    parser.add_argument("--builds", default="plain,compiled")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument(
        "--processes", type=int, default=2, help="compare so many processes with one; 1: do not"
    )
    parser.add_argument("--crowds", default=CROWDS, help="numbers of tables that move flat out")
    parser.add_argument("--crowd", type=int, default=MANY_TABLES, help="tables where processes are compared")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often processes are compared")
    parser.add_argument(
        "--warm-up", type=float, default=WARM_UP, help="seconds of play before the steady part"
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="where results are written")
    args = parser.parse_args(arguments)
    gc.disable()  # the players' own pauses are not the server's
    console = Console()
    results: dict[str, Any] = {"machine": machine.describe(None), "steady": [], "flat_out": []}
    builds = [build for build in args.builds.split(",") if is_built(console, build)]
    for build in builds:
        console.print(f"our server, {build} engine: {args.tables} tables, a move each {args.interval:g} s")
        results["steady"].append(measure_steady(build, args))
        keep(args.out, results)
    measure_flat_out(console, builds, args, results)
    keep(args.out, results)
    if args.processes > 1:
        measure_processes(console, args, results)
        keep(args.out, results)
    tell(console, args, results)
    return 0


def keep(out: Path, results: dict[str, Any]) -> None:
    """Write down what is known so far: whatever happens later, it is not lost."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


# ---- Ours ----------------------------------------------------------------------------------------


def measure_steady(build: str, args: argparse.Namespace) -> dict[str, Any]:
    """Late or not, at the pace of people."""
    with our_server(build) as server:
        port = server["port"]
        made = make_tables(HOST, port, args.tables, args.game)
        return {"who": f"Aachen, {build}", **asyncio.run(_steady(port, made, args))}


async def _steady(port: int, made: list[dict[str, Any]], args: argparse.Namespace) -> dict[str, Any]:
    counts = LoadCounts()
    tables = [LoadTable(table, counts, random.Random(at)) for at, table in enumerate(made)]
    await sit_down(HOST, port, tables)
    await steady(tables, args.interval, args.warm_up)
    counts.seconds.clear()
    moves = await steady(tables, args.interval, args.seconds)
    lost = sum(player.socket.is_lost for table in tables for player in table.players)
    return {"tables": len(tables), "moves": moves, "lost_sockets": lost, **figures(counts)}


def is_built(console: Console, build: str) -> bool:
    """Whether there is such an engine here."""
    if build == "compiled" and not COMPILED.exists():
        console.print("the engine is not compiled here (make compile): that line is left out")
        return False
    return True


def measure_flat_out(
    console: Console, builds: list[str], args: argparse.Namespace, results: dict[str, Any]
) -> None:
    """More and more tables that never rest: one server after the other with so many, then with more.

    All servers are there all the time, and those that are not asked rest: what disturbs the machine disturbs all.
    """
    with ExitStack() as stack:
        servers = {
            f"Aachen, {build}": partial(flat_out_ours, stack.enter_context(our_server(build)), args)
            for build in builds
        }
        if not args.no_peer:
            servers |= peer_server(console, stack, results)
        found: dict[str, list[dict[str, Any]]] = {who: [] for who in servers}
        for crowd in map(int, args.crowds.split(",")):
            for who, ask in servers.items():
                if not found[who] or found[who][-1]["p99"] <= 1.5 * LIMIT:
                    console.print(f"{who}: {crowd} tables flat out")
                    found[who].append({"who": who, **ask(crowd)})
    results["crowds"] = found
    results["flat_out"] = [best(runs) for runs in found.values()]


def flat_out_ours(server: dict[str, Any], args: argparse.Namespace, crowd: int) -> dict[str, Any]:
    """So many tables of ours."""
    made = make_tables(HOST, server["port"], crowd, args.game)
    return asyncio.run(_flat_out(server["port"], made, server["pid"], min(args.seconds, FLAT_OUT)))


async def _flat_out(port: int, made: list[dict[str, Any]], pid: int, seconds: float) -> dict[str, Any]:
    """These tables without a rest; `pid` is the server, whose processor time is told per move."""
    counts = LoadCounts()
    tables = [LoadTable(table, counts, random.Random(at)) for at, table in enumerate(made)]
    await sit_down(HOST, port, tables)
    before = machine.busy_seconds(pid)
    moves = await flat_out(tables, seconds)
    after = machine.busy_seconds(pid)
    for table in tables:
        table.close()
    spent = [after[each] - before.get(each, 0.0) for each in after]
    number = max(1.0, moves * seconds)
    processor = {"processor": sum(spent) / number, "busiest": max(spent) / number}
    return {"tables": len(tables), "moves": moves, **processor, **figures(counts)}


def figures(counts: LoadCounts) -> dict[str, Any]:
    """Median and 99th of a hundred, and how often something went wrong."""
    taken = sorted(counts.seconds) or [float("nan")]
    return {
        "p50": taken[len(taken) // 2],
        "p99": taken[min(len(taken) - 1, int(len(taken) * 0.99))],
        "bytes": sorted(counts.sizes)[len(counts.sizes) // 2]
        if counts.sizes
        else 0,  # the median to one viewer
        "failed": len(counts.failed),
        "first_failure": counts.failed[:1],
    }


def best(everything: list[dict[str, Any]]) -> dict[str, Any]:
    """The most moves a second that were on time; if none were, the least late."""
    on_time = [one for one in everything if one["p99"] <= LIMIT]
    return max(on_time, key=lambda one: one["moves"]) if on_time else everything[0]


def measure_processes(console: Console, args: argparse.Namespace, results: dict[str, Any]) -> None:
    """One process and several of them, by turns, with the same number of tables."""
    build = "compiled" if COMPILED.exists() else "plain"
    found: dict[int, list[dict[str, Any]]] = {1: [], args.processes: []}
    for _ in range(args.turns):
        for count, runs in found.items():
            console.print(f"our server, {build} engine, {count} processes: flat out")
            with our_server(build, count, machine.unpin) as server:
                found_now = flat_out_ours(server, args, args.crowd)
                runs.append({"who": f"Aachen, {build}, {count} of processes", **found_now})
    results["processes"] = [
        sorted(runs, key=lambda one: one["moves"])[len(runs) // 2] for runs in found.values()
    ]


# ---- The peer ------------------------------------------------------------------------------------


def peer_server(console: Console, stack: ExitStack, results: dict[str, Any]) -> dict[str, Any]:
    """boardgame.io, if it can be installed here."""
    try:
        peers.install_node()
    except (peers.InstallError, OSError) as trouble:
        console.print(f"boardgame.io is left out: {trouble}")
        results["missing"] = str(trouble)
        return {}
    command = [shutil.which("node") or "node", str(HERE / "peer_server.js")]
    environment = dict(os.environ)
    server, line = stack.enter_context(started(command, environment, "{", on_first_core, peers.NODE_HOME))
    return {PEER: partial(flat_out_peer, {**json.loads(line), "pid": server.pid})}


def flat_out_peer(server: dict[str, Any], crowd: int) -> dict[str, Any]:
    """So many tables of boardgame.io."""
    command = [shutil.which("node") or "node", str(HERE / "peer_driver.js")]
    before = machine.busy_seconds(server["pid"])
    done = subprocess.run(
        [*command, str(server["port"]), str(crowd), "4"],
        cwd=peers.NODE_HOME,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = json.loads(done.stdout)
    spent = sum(machine.busy_seconds(server["pid"]).values()) - sum(before.values())
    return {"failed": 0, "processor": spent / max(1.0, 4 * found["moves"]), **found}


# ---- Telling -------------------------------------------------------------------------------------


def tell(console: Console, args: argparse.Namespace, results: dict[str, Any]) -> None:
    calm = Table(title=f"{args.game}: a move every {args.interval:g} s at each table of three")
    for title in COLUMNS:
        calm.add_column(title, justify="left" if title == "server" else "right")
    for one in results["steady"]:
        calm.add_row(*row(one))
    console.print(calm)
    busy = Table(title="flat out, 99 of 100 moves on every screen within 100 ms")
    for title in (*COLUMNS, "ratio"):
        busy.add_column(title, justify="left" if title == "server" else "right")
    peer = next((one["moves"] for one in results["flat_out"] if one["who"] == PEER), None)
    for one in results["flat_out"]:
        busy.add_row(*row(one), f"{one['moves'] / peer:.2f}" if peer else "")
    console.print(busy)
    if "processes" in results:
        tell_processes(console, results)


def tell_processes(console: Console, results: dict[str, Any]) -> None:
    """One process beside several."""
    several = Table(
        title=f"flat out at {results['processes'][0]['tables']} tables, cores shared with the players"
    )
    for title in (*COLUMNS, "ratio", "ratio with a core for each"):
        several.add_column(title, justify="left" if title == "server" else "right")
    alone = results["processes"][0]
    for one in results["processes"]:
        ratios = one["moves"] / alone["moves"], alone["busiest"] / (one["busiest"] or nan)
        several.add_row(*row(one), *(f"{ratio:.2f}" for ratio in ratios))
    console.print(several)


def row(one: dict[str, Any]) -> list[str]:
    return [
        one["who"],
        str(one["tables"]),
        f"{one['moves']:.0f}",
        f"{one['p50'] * 1000:.1f}",
        f"{one['p99'] * 1000:.1f}",
        str(one.get("bytes", "")),
        str(one["failed"]),
        f"{one['processor'] * 1000:.2f}" if "processor" in one else "",
    ]


if __name__ == "__main__":
    on_other_cores()  # the server gets the first core for itself
    sys.exit(main(sys.argv[1:]))

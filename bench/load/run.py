"""How many tables one server holds: players made of code at tables of three, from a move to every screen.

Two questions, each on SQLite with full durability:
how late is a move on the last screen when so many tables make a move every two seconds;
and how many moves a second are there at most, while 99 of 100 are on every screen within a tenth of a second,
beside boardgame.io's own server in the same run, which keeps its games in memory.

The server has one core, the players have the other.
With `--processes N` the last question is asked once more of `aachen serve --processes N` beside one process,
both on all cores, which they share with the players: with two cores that shows less than it would on more.
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
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from tables import LoadTable, Tally, flat_out, make_tables, sit_down, steady  # noqa: E402

import machine  # noqa: E402
import peers  # noqa: E402

ROOT = HERE.parent.parent
COMPILED = ROOT / "build" / "compiled"
RESULTS = HERE.parent / "results" / "load.json"
HOST = "127.0.0.1"
CROWDS = (2, 4, 8, 16, 32, 48, 64)  # tables that move flat out, until they are too slow
WARM_UP = 6.0  # seconds of the same play before it is measured: fifteen hundred people have just come in
MANY_TABLES = 48  # that move flat out where processes are compared …
TURNS = 3  # … by turns, of which the middle one counts
LIFTED = (
    "connections_of_address=10000",
    "sockets_of_address=10000",
    "requests=1e9,1e9",
    "loop_seconds=1e9,1e9",
    "tables_made=1e9,1e9",
    "live_tables_of_address=100000",
)
LIMIT = 0.1  # seconds that 99 of 100 moves may take


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="live tables of three")
    parser.add_argument("--interval", type=float, default=2.0, help="seconds between two moves of a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long the steady part lasts")
    parser.add_argument("--game", default="carolingi", choices=("carolingi", "carolus"))
    parser.add_argument("--builds", default="plain,compiled")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument(
        "--processes", type=int, default=2, help="compare so many processes with one; 1: do not"
    )
    args = parser.parse_args(arguments)
    gc.disable()  # the players' own pauses are not the server's
    console = Console()
    results: dict[str, Any] = {"machine": machine.describe(None), "steady": [], "flat_out": []}
    for build in args.builds.split(","):
        if build == "compiled" and not COMPILED.exists():
            console.print("the engine is not compiled here (make compile): that line is left out")
            continue
        console.print(f"our server, {build} engine: {args.tables} tables, a move each {args.interval:g} s")
        results["steady"].append(measure_steady(build, args))
        console.print(f"our server, {build} engine: flat out")
        results["flat_out"].append(best(measure_flat_out(build, args)))
    if not args.no_peer:
        measure_peer(console, results)
    if args.processes > 1:
        measure_processes(console, args, results)
    tell(console, args, results)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


# ---- Ours ----------------------------------------------------------------------------------------


def measure_steady(build: str, args: argparse.Namespace) -> dict[str, Any]:
    """Late or not, at the pace of people."""
    with our_server(build) as port:
        made = make_tables(HOST, port, args.tables, args.game)
        return {"who": f"Aachen, {build}", **asyncio.run(_steady(port, made, args))}


async def _steady(port: int, made: list[dict[str, Any]], args: argparse.Namespace) -> dict[str, Any]:
    tally = Tally()
    tables = [LoadTable(table, tally, random.Random(at)) for at, table in enumerate(made)]
    await sit_down(HOST, port, tables)
    await steady(tables, args.interval, WARM_UP)
    tally.seconds.clear()
    moves = await steady(tables, args.interval, args.seconds)
    lost = sum(player.socket.is_lost for table in tables for player in table.players)
    return {"tables": len(tables), "moves": moves, "lost_sockets": lost, **figures(tally)}


def measure_flat_out(build: str, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """More and more tables that never rest."""
    with our_server(build) as port:
        for crowd in CROWDS:
            made = make_tables(HOST, port, crowd, args.game)
            found = {"who": f"Aachen, {build}", **asyncio.run(_flat_out(port, made))}
            yield found
            if found["p99"] > 1.5 * LIMIT:
                return


async def _flat_out(port: int, made: list[dict[str, Any]]) -> dict[str, Any]:
    tally = Tally()
    tables = [LoadTable(table, tally, random.Random(at)) for at, table in enumerate(made)]
    await sit_down(HOST, port, tables)
    moves = await flat_out(tables, 4.0)
    for table in tables:
        table.close()
    return {"tables": len(tables), "moves": moves, **figures(tally)}


def figures(tally: Tally) -> dict[str, Any]:
    """Median and 99th of a hundred, and how often something went wrong."""
    taken = sorted(tally.seconds) or [float("nan")]
    return {
        "p50": taken[len(taken) // 2],
        "p99": taken[min(len(taken) - 1, int(len(taken) * 0.99))],
        "bytes": sorted(tally.sizes)[len(tally.sizes) // 2] if tally.sizes else 0,  # the median to one viewer
        "failed": len(tally.failed),
        "first_failure": tally.failed[:1],
    }


def best(found: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """The most moves a second that were on time; if none were, the least late."""
    everything = list(found)
    on_time = [one for one in everything if one["p99"] <= LIMIT]
    return max(on_time, key=lambda one: one["moves"]) if on_time else everything[0]


def measure_processes(console: Console, args: argparse.Namespace, results: dict[str, Any]) -> None:
    """One process and several of them, by turns, with the same number of tables."""
    build = "compiled" if COMPILED.exists() else "plain"
    found: dict[int, list[dict[str, Any]]] = {1: [], args.processes: []}
    for _ in range(TURNS):
        for count, runs in found.items():
            console.print(f"our server, {build} engine, {count} processes: flat out")
            with our_processes(build, count) as port:
                made = make_tables(HOST, port, MANY_TABLES, args.game)
                who = f"Aachen, {build}, {count} of processes"
                runs.append({"who": who, **asyncio.run(_flat_out(port, made))})
    results["processes"] = [
        sorted(runs, key=lambda one: one["moves"])[len(runs) // 2] for runs in found.values()
    ]


@contextmanager
def our_processes(build: str, count: int) -> Iterator[int]:
    """`aachen serve` itself, on all cores, without limits on what one address does."""
    environment = {**os.environ, "PYTHONPATH": str(COMPILED) if build == "compiled" else ""}
    limits = [word for limit in LIFTED for word in ("--limit", limit)]
    with tempfile.TemporaryDirectory() as folder:
        serve = [
            "serve",
            "--no-browser",
            "--listen",
            f"{HOST}:0",
            "--database",
            str(Path(folder) / "tables.db"),
        ]
        serve += ["--bots", "1", "--processes", str(count), *limits]
        command = [sys.executable, "-m", "aachen", *serve]
        server = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            yield int(server.stdout.readline().rstrip().rstrip("/").rsplit(":", 1)[1])
        finally:
            server.terminate()
            server.wait(30)


@contextmanager
def our_server(build: str) -> Iterator[int]:
    environment = {**os.environ, "PYTHONPATH": str(COMPILED) if build == "compiled" else ""}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(HERE / "our_server.py"), str(Path(folder) / "tables.db")]
        with started(command, environment, ROOT) as data:
            assert data["build"] == build, data
            yield data["port"]


@contextmanager
def started(command: list[str], environment: dict[str, str], folder: Path) -> Iterator[dict[str, Any]]:
    """A server on the first core, with what it says when it is ready; we stay on the others."""
    server = subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True, preexec_fn=_on_first_core
    )
    try:
        assert server.stdout is not None
        line = next((line for line in server.stdout if line.startswith("{")), None)
        if line is None:
            raise RuntimeError(f"{command[-1]} did not start")
        yield json.loads(line)
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def _on_first_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


# ---- The peer ------------------------------------------------------------------------------------


def measure_peer(console: Console, results: dict[str, Any]) -> None:
    """boardgame.io, if it can be installed here."""
    try:
        peers.install_node()
    except (peers.InstallError, OSError) as trouble:
        console.print(f"boardgame.io is left out: {trouble}")
        results["missing"] = str(trouble)
        return
    console.print("boardgame.io's server: flat out")
    results["flat_out"].append(best(_peer_crowds()))


def _peer_crowds() -> Iterator[dict[str, Any]]:
    node = shutil.which("node") or "node"
    with started([node, str(HERE / "peer_server.js")], dict(os.environ), peers.NODE_HOME) as data:
        for crowd in CROWDS:
            command = [node, str(HERE / "peer_driver.js"), str(data["port"]), str(crowd), "4"]
            done = subprocess.run(
                command, cwd=peers.NODE_HOME, capture_output=True, text=True, timeout=120, check=True
            )
            found = json.loads(done.stdout)
            yield {"who": f"boardgame.io {found['version']}", "failed": 0, **found}
            if found["p99"] > 1.5 * LIMIT:
                return


# ---- Telling -------------------------------------------------------------------------------------


def tell(console: Console, args: argparse.Namespace, results: dict[str, Any]) -> None:
    calm = Table(title=f"{args.game}: a move every {args.interval:g} s at each table of three")
    for title in ("server", "tables", "moves/s", "p50 ms", "p99 ms", "bytes", "failed"):
        calm.add_column(title, justify="left" if title == "server" else "right")
    for one in results["steady"]:
        calm.add_row(*row(one))
    console.print(calm)
    busy = Table(title="flat out, 99 of 100 moves on every screen within 100 ms")
    for title in ("server", "tables", "moves/s", "p50 ms", "p99 ms", "bytes", "failed", "ratio"):
        busy.add_column(title, justify="left" if title == "server" else "right")
    peer = next((one["moves"] for one in results["flat_out"] if one["who"].startswith("board")), None)
    for one in results["flat_out"]:
        busy.add_row(*row(one), f"{one['moves'] / peer:.2f}" if peer else "")
    console.print(busy)
    if "processes" in results:
        tell_processes(console, results)


def tell_processes(console: Console, results: dict[str, Any]) -> None:
    """One process beside several."""
    several = Table(title=f"flat out at {MANY_TABLES} tables, cores shared with the players")
    for title in ("server", "tables", "moves/s", "p50 ms", "p99 ms", "bytes", "failed", "ratio"):
        several.add_column(title, justify="left" if title == "server" else "right")
    for one in results.get("processes", ()):
        several.add_row(*row(one), f"{one['moves'] / results['processes'][0]['moves']:.2f}")
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
    ]


if __name__ == "__main__":
    # The server gets the first core for itself.
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    sys.exit(main(sys.argv[1:]))

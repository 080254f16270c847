"""The servers under load: ours as `aachen serve` runs it, and any other that says where it is in one line."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COMPILED = ROOT / "build" / "compiled"
HOST = "127.0.0.1"
Plain = dict[str, Any]
CORES = sorted(os.sched_getaffinity(0))  # before anybody moves to one of them

# The limits that the players would meet: all come from one address here.
LIFTED = (
    "connections_of_address=10000",
    "sockets_of_address=10000",
    "requests=1e9,1e9",
    "messages=1e9,1e9",  # of a player made of code who never rests
    "frames=1e9,1e9",
    "parse_seconds=1e9,1e9",
    "loop_seconds=1e9,1e9",
    "tables_made=1e9,1e9",
    "live_tables_of_address=100000",
)


@contextmanager
def our_server(build: str, processes: int = 1, cores: Callable[[], None] | None = None) -> Iterator[Plain]:
    """`aachen serve` on SQLite, on the first core or where `cores` puts it: its port and its first process."""
    path = [str(COMPILED)] if build == "compiled" else []
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "HOME": folder}
        serve = ["serve", "--no-browser", "--listen", f"{HOST}:0", "--database", f"{folder}/tables.db"]
        serve += ["--processes", str(processes)]
        serve += [word for limit in LIFTED for word in ("--limit", limit)]
        aachen = [sys.executable, "-m", "aachen", "--lang", "en"]
        check_build(aachen, environment, build)
        with started([*aachen, *serve], environment, "http://", cores or on_first_core) as (server, line):
            port = line.split("http://")[1].split(":")[1].split("/")[0]
            yield {"port": int(port), "pid": server.pid}


def check_build(aachen: list[str], environment: dict[str, str], build: str) -> None:
    """Raise RuntimeError if another engine would run than the one that is to be measured."""
    done = subprocess.run(
        [*aachen, "--version"], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    if build not in done.stdout.lower():
        raise RuntimeError(f"not the {build} engine: {done.stdout.strip()}")


@contextmanager
def started(
    command: list[str], environment: dict[str, str], sign: str, cores: Callable[[], None], folder: Path = ROOT
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and the line with this sign that it says when it is ready; we stay on our own cores."""
    server = subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True, preexec_fn=cores
    )
    try:
        assert server.stdout is not None
        line = next((line for line in server.stdout if sign in line), None)
        if line is None:
            raise RuntimeError(f"{command[-1]} did not start")
        yield server, line
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def on_first_core() -> None:
    """The server's core."""
    os.sched_setaffinity(0, {CORES[0]})


def on_other_cores() -> None:
    """The players' cores, if there are any."""
    os.sched_setaffinity(0, set(CORES[1:] or CORES))

"""How late is a move at a quiet table while one address does its worst?

Each attack runs against a server as `aachen serve` starts it, with its default limits and 1,024 open files.
Calm and attacked stretches alternate in the same run; a stranger at a third address tries to get in meanwhile.
With `--before REV` a former commit is attacked in the same way, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

from load.chosen_games import open_game  # noqa: E402

ROOT = HERE.parent.parent
RESULTS = HERE.parent / "results" / "attacks.json"
HOST = "127.0.0.1"
STRANGER = "127.0.0.3"
FILES = 1_024
LIMIT = 3.0  # times the calm p99
NAMES = ("previews", "half_requests", "records", "banks", "bots", "shows", "boards", "chats")
Plain = dict[str, Any]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attacks", default=",".join(NAMES))
    parser.add_argument("--rounds", type=int, default=3, help="calm and attacked stretches of each attack")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of a stretch")
    parser.add_argument("--before", metavar="REV", help="a former commit to attack in the same run")
    args = parser.parse_args(arguments)
    console, results = Console(), []
    with sources(args.before) as found:
        for name in args.attacks.split(","):
            for who, source in found.items():
                console.print(f"{name} against {who}")
                results.append({"attack": name, "who": who, **measure(name, source, args)})
    tell(console, results)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


@contextmanager
def sources(before: str | None) -> Iterator[dict[str, Path]]:
    """Where the servers' code lies."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"now": ROOT / "src"}
        if before is not None:
            archive = subprocess.run(
                ["git", "archive", before, "src"], cwd=ROOT, capture_output=True, check=True
            )
            subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
            found = {before: Path(folder) / "src", **found}
        yield found


# ---- The server ----------------------------------------------------------------------------------


def measure(name: str, source: Path, args: argparse.Namespace) -> Plain:
    """One attack on one server."""
    with tempfile.TemporaryDirectory() as folder, server(source, Path(folder)) as (process, port):
        found = asyncio.run(_measure(name, port, args))
        return {**found, "server_mb": memory(process.pid)}


@contextmanager
def server(source: Path, folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-m", "aachen", "--lang", "en", "serve", "--no-browser"]
    command += ["--listen", f"{HOST}:0", "--database", str(folder / "tables.db")]
    environment = {**os.environ, "PYTHONPATH": str(source), "HOME": str(folder)}
    journal = (folder / "journal").open("w")
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=journal, text=True, preexec_fn=_few_files
    )
    try:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "http://" in line)
        yield process, int(line.split("http://")[1].split(":")[1].split("/")[0])
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
        journal.close()


def _few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


def memory(pid: int) -> int:
    """Megabytes of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


# ---- The quiet table -----------------------------------------------------------------------------


async def _measure(name: str, port: int, args: argparse.Namespace) -> Plain:
    quiet = await QuietTable.sit(port)
    calm: list[float] = []
    attacked: list[float] = []
    entered: list[float | None] = []
    done: list[Plain] = []
    await quiet.play(2.0)  # everything is warm
    for _ in range(args.rounds):
        calm += await quiet.play(args.seconds)
        attacker = await attack(name, port, args.seconds + 3.0)
        await asyncio.sleep(3.0)  # until it is under way
        attacked += await quiet.play(args.seconds)
        entered.append(await enter(port))
        done.append(json.loads((await attacker.communicate())[0] or b"{}"))
        await asyncio.sleep(1.0)
    return {
        "calm": figures(calm),
        "attacked": figures(attacked),
        "stranger": entered,
        "attacker": done,
    }


async def attack(name: str, port: int, seconds: float) -> asyncio.subprocess.Process:
    command = [sys.executable, str(HERE / "attackers.py"), name, str(port), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )


async def enter(port: int) -> float | None:
    """Milliseconds until somebody new is answered; None if not within ten seconds."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(10):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(STRANGER, 0))
            writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            line = await reader.readline()
            writer.close()
    except (OSError, TimeoutError):
        return None
    return (time.perf_counter() - began) * 1000 if b" 200 " in line else None


class QuietTable:
    """Two seats of one person who does something and takes it back, a few times a second."""

    def __init__(self, socket: ClientConnection, action: Plain, seq: int) -> None:
        self.socket = socket
        self.action = action
        self.seq = seq
        self.number = 0

    @staticmethod
    async def sit(port: int) -> QuietTable:
        """Make a table and sit down at it."""
        wish = {"game": open_game(), "seats": [{"kind": "me"}, {"kind": "me"}]}
        reader, writer = await asyncio.open_connection(HOST, port)
        body = json.dumps(wish)
        head = f"POST /api/tables HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
        made = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])
        writer.close()
        for _ in range(20):
            for token in made["seats"].values():
                quiet = await QuietTable._at(port, made["table"], token)
                if quiet is not None and await quiet._can_go_back():
                    return quiet
        raise RuntimeError("nothing can be taken back here")

    @staticmethod
    async def _at(port: int, table: str, token: str) -> QuietTable | None:
        """At the table with a fresh socket, if this seat is asked."""
        address = f"ws://{HOST}:{port}/api/tables/{table}/socket"
        socket = await connect(address, max_size=None, compression=None)
        await socket.send(json.dumps({"say": "hello", "token": token, "after": None}))
        while (data := json.loads(await socket.recv()))["say"] != "frame":
            pass
        offers = data["view"].get("offers")
        return QuietTable(socket, offers[0], data["seq"]) if offers else None

    async def _can_go_back(self) -> bool:
        """Do the first thing that is offered; whether it can be taken back, which is done."""
        before = self.seq
        await self._do({"say": "act", "after": self.seq, "action": self.action})
        try:
            await self._do({"say": "undo", "after": self.seq, "to": before})
        except RuntimeError:
            return False
        return True

    async def play(self, seconds: float) -> list[float]:
        """For so many seconds; how long each entry took until it was confirmed."""
        taken = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            before = self.seq
            taken.append(await self._do({"say": "act", "after": self.seq, "action": self.action}))
            taken.append(await self._do({"say": "undo", "after": self.seq, "to": before}))
            await asyncio.sleep(0.25)  # slower than the limit of one socket
        return taken

    async def _do(self, message: Plain) -> float:
        self.number += 1
        began = time.perf_counter()
        await self.socket.send(json.dumps({**message, "id": self.number}))
        while True:
            data = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
            if data.get("id") == self.number:
                if data["say"] != "done":
                    raise RuntimeError(data)
                self.seq = data["seq"]
                return time.perf_counter() - began


# ---- Telling -------------------------------------------------------------------------------------


def figures(seconds: list[float]) -> Plain:
    """Median and 99th of a hundred, in milliseconds."""
    taken = sorted(seconds)
    p99 = taken[min(len(taken) - 1, int(len(taken) * 0.99))]
    return {"number": len(taken), "p50": taken[len(taken) // 2] * 1000, "p99": p99 * 1000}


def tell(console: Console, results: list[Plain]) -> None:
    table = Table(title="an entry at a quiet table, in milliseconds")
    for title in (
        "attack",
        "server",
        "calm p50",
        "p99",
        "attacked p50",
        "p99",
        "ratio",
        "stranger",
        "MB",
        "attacker",
    ):
        table.add_column(title, justify="left" if title in ("attack", "server", "attacker") else "right")
    for one in results:
        calm, attacked = one["calm"], one["attacked"]
        ratio = attacked["p99"] / calm["p99"]
        table.add_row(
            one["attack"],
            one["who"],
            *(f"{part[key]:.1f}" for part in (calm, attacked) for key in ("p50", "p99")),
            f"{ratio:.1f}" if ratio <= LIMIT else f"[red]{ratio:.1f}",
            " ".join("never" if each is None else f"{each:.0f}" for each in one["stranger"]),
            str(one["server_mb"]),
            json.dumps(one["attacker"][-1]).replace('"', ""),
        )
    console.print(table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

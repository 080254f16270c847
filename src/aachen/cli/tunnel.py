"""A public address for a server on this machine: a tunnel that `cloudflared` or `tailscale` opens and keeps."""

from __future__ import annotations

import ctypes
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from aachen.core.errors import bad

SECONDS = 60.0  # until a tunnel must have its address
END_SECONDS = 5.0  # until a program that was asked to end is ended
PARENT_DEATH_SIGNAL = 1  # an operation of Linux's prctl
KEPT_LINES = 5  # of what it said last, for whoever has to find out why it failed


@dataclass(frozen=True)
class TunnelProgram:
    """A program that opens tunnels: how it is called, and how it says its address."""

    name: str
    arguments: tuple[str, ...]
    address: re.Pattern[str]
    permission: re.Pattern[str] | None = None  # an address at which its owner must allow the tunnel first


PROGRAMS = {
    program.name: program
    for program in (
        TunnelProgram(
            "cloudflared",
            ("tunnel", "--no-autoupdate", "--url", "http://127.0.0.1:{port}"),
            re.compile(r"https://(?!api\.)[a-z0-9-]+\.trycloudflare\.com\b"),
        ),
        TunnelProgram(
            "tailscale",
            ("funnel", "{port}"),
            re.compile(r"https://[a-z0-9.-]+\.ts\.net(?::\d+)?\b"),
            re.compile(r"https://login\.tailscale\.com/\S+"),
        ),
    )
}


def installed() -> list[TunnelProgram]:
    """The programs that this machine has; the first needs no account."""
    return [program for program in PROGRAMS.values() if shutil.which(program.name)]


def chosen(wish: str) -> TunnelProgram:
    """The program that was asked for by name, or the first that is installed."""
    found = {program.name: program for program in installed()}
    if wish in found:
        return found[wish]
    if wish in PROGRAMS or not found:
        raise bad("no_tunnel_program", "--tunnel", known=[wish] if wish in PROGRAMS else list(PROGRAMS))
    return next(iter(found.values()))


def _ends_with_parent() -> Callable[[], None] | None:
    """What makes Linux end the tunnel when we are killed: it would lead strangers to whatever uses the port next."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return lambda: library.prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)


class Tunnel:
    """A running tunnel program; what it says is read to the end, or it would stop when nobody listens."""

    def __init__(self, program: TunnelProgram, port: int) -> None:
        self._program = program
        self._port = port
        self._process: subprocess.Popen[str] | None = None
        self._address = ""
        self._said: deque[str] = deque(maxlen=KEPT_LINES)
        self._known = threading.Event()  # its address, or that it ended
        self._is_closing = False
        self._ended: Callable[[], None] = lambda: None

    def open(self, ask_owner: Callable[[str], None], ended: Callable[[], None]) -> str:
        """Start it and wait for its address; `ended` is called if it ends by itself afterwards."""
        self._ended = ended
        command = [self._program.name, *(part.format(port=self._port) for part in self._program.arguments)]
        self._process = subprocess.Popen(
            [shutil.which(command[0]) or command[0], *command[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # Ctrl+C is for us: the tunnel ends after the server
            preexec_fn=_ends_with_parent(),
        )
        threading.Thread(target=self._listen, args=(self._process, ask_owner), daemon=True).start()
        self._known.wait(SECONDS)
        if not self._address:
            said = "\n".join(self._said)
            self.close()
            raise bad("tunnel_failed", "--tunnel", program=self._program.name, reason=said)
        return self._address

    def _listen(self, process: subprocess.Popen[str], ask_owner: Callable[[str], None]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._said.append(line.rstrip())
            found = self._program.address.search(line)
            if found and not self._address:
                self._address = found[0]
                self._known.set()
            wanted = self._program.permission and self._program.permission.search(line)
            if wanted:
                ask_owner(wanted[0])
        self._known.set()
        if self._address and not self._is_closing:
            self._ended()

    def close(self) -> None:
        """Ask the program to end, and make sure that it does."""
        self._is_closing = True
        process = self._process
        if process is None:
            return
        for which in (signal.SIGTERM if sys.platform == "win32" else signal.SIGINT, signal.SIGTERM):
            if process.poll() is None:
                process.send_signal(which)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(END_SECONDS)
        if process.poll() is None:
            process.kill()
        process.wait()

"""`aachen host`: addresses with QR codes, and tunnels opened by stand-in programs on the path."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.test_serve import environment, serving
from tests.cli.tunnel_kit import CLOUDFLARED, CLOUDFLARED_FAILS, PUBLIC, TAILSCALE, ended, stand_in
from tests.web import qr_reader

from aachen.cli import host, reachable, tunnel
from aachen.cli.qr import RIM, can_be_shown, qr_lines
from aachen.core.errors import BadInput
from aachen.locales import LANGUAGES, catalogue
from aachen.server.address import invitation_addresses

STRANGER, NEIGHBOUR = "8.8.8.8", "192.168.1.77"
LOCAL = ("http://192.168.1.20:8814/", "http://100.100.1.2:8814/")
# A shell cannot trap an interrupt that whoever started the tests ignores, as `nohup` and background jobs do.
ENDING = "terminated" if signal.getsignal(signal.SIGINT) is signal.SIG_IGN else "interrupted"


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "aachen", "host", "--port", "0", "--no-browser", *words]


@contextmanager
def hosting(folder: Path, programs: Path, *words: str) -> Iterator[tuple[int, str, subprocess.Popen[str]]]:
    """A table that is open for friends: its port, what it said, and the process."""
    path = f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin"
    process = subprocess.Popen(
        command(*words),
        env=environment(folder) | {"PATH": path, "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = ""
        assert process.stdout is not None
        while "Ctrl+C" not in said and (line := process.stdout.readline()):
            said += line
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, (said, process.communicate())
        yield int(found[1]), said, process
    finally:
        process.kill()
        process.communicate()


def ask(port: int, name: str, asker: str = "", path: str = "/api/addresses") -> tuple[int, list[str]]:
    """A request as the tunnel passes it on: by the public name, with the address of who asks."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Host": name} | ({"X-Forwarded-For": asker} if asker else {})
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = json.loads(response.read())
    return response.status, body.get("addresses", [])


# ---- With a tunnel -------------------------------------------------------------------------------


def test_a_tunnel_is_opened_answered_to_and_closed(tmp_path: Path) -> None:
    programs = stand_in(tmp_path / "programs", "cloudflared", CLOUDFLARED).parent
    with hosting(tmp_path, programs, "--tunnel") as (port, said, process):
        by_stranger = ask(port, PUBLIC, STRANGER)
        by_host = ask(port, f"127.0.0.1:{port}")
        by_other_name = ask(port, "evil.example", STRANGER)[0]
        metrics = ask(port, PUBLIC, STRANGER, "/metrics")[0]
        process.send_signal(signal.SIGTERM)
        rest, complaint = process.communicate(timeout=30)

    assert f"https://{PUBLIC}/ (for everyone on the internet)" in said
    assert by_stranger == (200, [f"https://{PUBLIC}/"])
    assert by_host[1][0] == f"https://{PUBLIC}/"
    assert set(by_host[1]) == set(re.findall(r"^(https?://\S+/) \(for", said, flags=re.MULTILINE))
    assert (by_other_name, metrics) == (421, 401)
    assert (process.returncode, complaint) == (0, "")
    assert "The public address is closed." in rest
    assert ended(programs, "cloudflared") == ENDING
    assert (programs / "cloudflared.arguments").read_text() == (
        f"tunnel --no-autoupdate --url http://127.0.0.1:{port}\n"
    )


def test_a_tunnel_that_ends_by_itself_is_told(tmp_path: Path) -> None:
    programs = stand_in(tmp_path / "programs", "cloudflared", CLOUDFLARED, stays=False).parent
    with hosting(tmp_path, programs, "--tunnel", "cloudflared") as (port, _, process):
        assert process.stderr is not None
        complaint = process.stderr.readline()
        still_open = ask(port, f"127.0.0.1:{port}")[0]

    assert complaint.startswith("cloudflared has ended")
    assert still_open == 200


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems cannot do this")
def test_a_tunnel_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    """Else it would lead strangers to whatever uses the port next."""
    programs = stand_in(tmp_path / "programs", "cloudflared", CLOUDFLARED).parent
    with hosting(tmp_path, programs, "--tunnel") as (_, _, process):
        process.kill()
        process.wait(timeout=30)
        until = time.monotonic() + 30
        while not ended(programs, "cloudflared") and time.monotonic() < until:
            time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):  # else nothing would ever end it
        os.kill(int((programs / "cloudflared.pid").read_text()), signal.SIGKILL)

    assert ended(programs, "cloudflared") == "terminated"


@pytest.mark.parametrize(
    ("programs", "wish", "code"),
    [
        ({}, "auto", "no_tunnel_program"),
        ({"cloudflared": CLOUDFLARED}, "tailscale", "no_tunnel_program"),
    ],
)
def test_a_program_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: dict[str, str], wish: str, code: str
) -> None:
    for name, says in programs.items():
        stand_in(tmp_path / "programs", name, says)
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    with pytest.raises(BadInput) as wrong:
        tunnel.chosen(wish)

    assert wrong.value.faults[0].code == code
    assert wrong.value.faults[0].facts["known"] == (
        ["tailscale"] if wish == "tailscale" else ["cloudflared", "tailscale"]
    )


def opened(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[str]]:
    """The address of a tunnel, and where its owner was sent to first."""
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    asked: list[str] = []
    running = tunnel.Tunnel(tunnel.PROGRAMS[name], 8814)
    try:
        return running.open(asked.append, lambda: None), asked
    finally:
        running.close()


def test_tailscale_may_need_permission_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, "tailscale", TAILSCALE)

    assert opened(tmp_path, "tailscale", monkeypatch) == (
        "https://desk.example-tail.ts.net",
        ["https://login.tailscale.com/f/funnel?node=n1"],
    )
    assert (tmp_path / "tailscale.arguments").read_text() == "funnel 8814\n"
    assert ended(tmp_path, "tailscale") == ENDING


def test_a_tunnel_that_does_not_open_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, "cloudflared", CLOUDFLARED_FAILS, stays=False)
    with pytest.raises(BadInput) as wrong:
        opened(tmp_path, "cloudflared", monkeypatch)

    assert wrong.value.faults[0].code == "tunnel_failed"
    assert "no such host" in str(wrong.value.faults[0].facts["reason"])


def test_a_server_that_is_open_already_is_not_opened_twice(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        done = subprocess.run(
            command(), env=environment(tmp_path), capture_output=True, text=True, timeout=60, check=False
        )

    assert done.returncode == 2
    assert address in done.stderr


def test_a_port_that_is_taken_is_named_by_the_option_that_chose_it(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = str(other.getsockname()[1])
        done = subprocess.run(
            [*command(), "--port", port],
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=60,
        )

    assert done.returncode == 2
    assert "--port" in done.stderr
    assert port in done.stderr
    assert "--listen" not in done.stderr


# ---- What is said --------------------------------------------------------------------------------


def wishes(**changed: object) -> argparse.Namespace:
    return argparse.Namespace(**({"no_qr": True, "tunnel": None} | changed))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_address_is_said_with_what_friends_see(language: str) -> None:
    say = catalogue(language).say
    told = "\n".join(host._announced((f"https://{PUBLIC}/", *LOCAL), 8814, wishes(), say))

    assert all(address in told for address in (f"https://{PUBLIC}/", *LOCAL, "http://127.0.0.1:8814/"))
    assert all(say(key) in told for key in ("host.open", "host.friend", "host.stop"))


def test_a_machine_without_a_network_says_so() -> None:
    (told,) = host._announced((), 8814, wishes(), catalogue("en").say)

    assert "only you can reach it" in told


def test_an_installed_program_is_offered_and_firewalls_have_their_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, "tailscale", TAILSCALE)
    stand_in(tmp_path, "ufw", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    told = "\n".join(host._announced(LOCAL, 8900, wishes(), catalogue("en").say))

    assert "aachen host --tunnel" in told
    assert "sudo ufw allow 8900/tcp" in told
    assert "firewall-cmd" not in told


def squares(lines: list[str]) -> list[list[bool]]:
    """The code that was drawn, without its rim."""
    halves = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}
    rows = [[halves[sign][half] for sign in line] for line in lines for half in (0, 1)]
    size = len(lines[0]) - 2 * RIM
    return [row[RIM : RIM + size] for row in rows[RIM : RIM + size]]


@pytest.mark.parametrize(
    "address", [*LOCAL, "https://desk.example-tail.ts.net/", "http://[2001:db8::20]:8814/"]
)
def test_a_code_reads_as_the_address(address: str) -> None:
    lines = qr_lines(address, coloured=False)

    assert qr_reader.read(squares(lines)) == address
    assert len(lines) <= 17
    assert all(
        line.startswith("\x1b[") and line.endswith("\x1b[0m") for line in qr_lines(address, coloured=True)
    )


@pytest.mark.parametrize(("encoding", "can"), [("utf-8", True), ("ascii", False), (None, False)])
def test_a_terminal_without_blocks_gets_no_code(encoding: str | None, can: bool) -> None:
    assert can_be_shown(encoding) is can


# ---- Addresses -----------------------------------------------------------------------------------


def test_strangers_learn_public_addresses_only() -> None:
    known = [f"https://{PUBLIC}/", *LOCAL]

    assert invitation_addresses(known, STRANGER) == [f"https://{PUBLIC}/"]
    assert invitation_addresses(known, "2a00:1450::/64") == [f"https://{PUBLIC}/"]
    assert invitation_addresses(known, NEIGHBOUR) == known
    assert invitation_addresses(known, "127.0.0.1") == known


@pytest.mark.parametrize(
    ("address", "can"), [("127.0.0.1", False), ("169.254.7.7", False), ("192.168.1.20", True), ("::1", False)]
)
def test_an_address_of_this_machine_alone_is_not_offered(address: str, can: bool) -> None:
    assert reachable.is_reachable(address) is can


def test_addresses_are_told_once_and_the_default_route_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        reachable, "_of_route", lambda family: ["192.168.1.20"] if family.name == "AF_INET" else ["fd00::1"]
    )
    monkeypatch.setattr(reachable, "_of_interfaces", lambda: ["10.0.0.5", "192.168.1.20", "127.0.0.1"])

    assert reachable.machine_addresses() == ["192.168.1.20", "10.0.0.5"]

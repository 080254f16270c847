"""`aachen serve` as a person starts it: a real process on a free port."""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aachen import cli
from aachen.cli import serve
from aachen.cli.listening import read_address
from aachen.cli.serve import LOCAL_PROXY, _config
from aachen.core.errors import BadInput
from aachen.locales import catalogue
from aachen.server.settings import Settings
from aachen.storage import open_store


def environment(folder: Path, language: str = "en") -> dict[str, str]:
    """A user whose data folder is here, and who has no screen."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return kept | {"XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder), "AACHEN_LANG": language}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "aachen", "serve", *words]


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A running server: the address it said, and the process."""
    process = subprocess.Popen(
        command("--listen", "127.0.0.1:0", *words),
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://(\S+)/", process.stdout.readline())
        assert found, process.communicate()
        yield found[1], process
    finally:
        process.kill()
        process.communicate()


def ask(address: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
    """A request and its answer."""
    connection = http.client.HTTPConnection(address, timeout=20)
    method = "GET" if body is None else "POST"
    connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def refused(folder: Path, *words: str, language: str = "en") -> tuple[int, str]:
    """Exit code and complaint of a server that does not start."""
    done = subprocess.run(
        command("--no-browser", *words),
        env=environment(folder, language),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_a_table_is_open_and_kept_until_the_next_time(tmp_path: Path) -> None:
    wish = {"game": "carolus", "seats": [{"kind": "me"}, {"kind": "open"}]}
    with serving(tmp_path) as (address, process):
        assert ask(address, "/health") == (200, {"ok": True})
        made = ask(address, "/api/tables", wish)[1]
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    with serving(tmp_path) as (address, _):
        kept = ask(address, f"/api/tables/{made['table']}")[1]

    assert kept["state"] == "gathering"


def test_closing_it_with_control_c_is_no_failure(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, process):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)

    assert (process.returncode, err) == (0, "")
    assert "The server has stopped." in out


def test_a_second_start_shows_the_table_that_is_open(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        done = subprocess.run(
            command(), env=environment(tmp_path), capture_output=True, text=True, timeout=60, check=False
        )

    assert (done.returncode, done.stderr) == (0, "")
    assert address in done.stdout


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        code, complaint = refused(tmp_path, "--listen", where)

    assert code == 2
    assert where in complaint


@pytest.mark.parametrize("given", ["nonsense:port", "127.0.0.1:99999", "[::1:8814", "1.2.3.4:-1"])
def test_an_address_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read_address(given)

    assert wrong.value.faults[0].code == "bad_address"


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("0.0.0.0:80", ("0.0.0.0", 80)),
        (":9000", ("0.0.0.0", 9000)),
        ("myhost", ("myhost", 8814)),
        ("[::1]:0", ("::1", 0)),
        ("[::]", ("::", 8814)),
    ],
)
def test_an_address_is_read_as_people_write_it(given: str, address: tuple[str, int]) -> None:
    assert read_address(given) == address


@pytest.mark.parametrize(
    "database", ["postgresql://", "postgresql://nobody:hushhush@127.0.0.1:1/none", "/proc/none/tables.db"]
)
def test_a_database_that_cannot_be_used_is_said_before_anything_else(tmp_path: Path, database: str) -> None:
    code, complaint = refused(tmp_path, "--database", database)

    assert code == 2
    assert complaint.startswith("aachen: ")
    assert "hushhush" not in complaint


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear Lothar " * 100)
    code, complaint = refused(tmp_path, "--database", str(letter), language="de")

    assert code == 2
    assert "keine Datenbank" in complaint
    assert letter.read_text() == "dear Lothar " * 100


def client_seen(folder: Path, behind_proxy: str | None, peer: str) -> str:
    """Who the server takes a client to be that comes from `peer` and says it speaks for 198.51.100.7."""
    seen: list[str] = []

    async def app(scope, receive, send):
        seen.append(scope["client"][0])

    args = argparse.Namespace(
        bot=[],
        behind_proxy=behind_proxy,
        name=None,
        bots=1,
        limit=[],
        keep_finished=None,
        keep_abandoned=None,
        keep_chat=None,
        smtp=None,
        mail_from=None,
    )
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config, _ = _config(args, open_store(str(folder / "tables.db")), listening, Settings())
    config.app = app
    config.load()
    headers = [(b"x-forwarded-for", b"198.51.100.7"), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": headers}
    asyncio.run(config.loaded_app(scope, None, None))
    return seen[0]


@pytest.mark.parametrize(
    ("behind_proxy", "peer", "seen"),
    [
        (LOCAL_PROXY, "127.0.0.1", "198.51.100.7"),
        (LOCAL_PROXY, "::1", "198.51.100.7"),
        (LOCAL_PROXY, "203.0.113.9", "203.0.113.9"),  # a stranger does not say who it is
        (LOCAL_PROXY, "2001:db8::5", "2001:db8::5"),
        (LOCAL_PROXY, "192.168.1.5", "192.168.1.5"),  # nor does a neighbour in a private network
        (LOCAL_PROXY, "10.0.0.5", "10.0.0.5"),
        ("10.0.0.5", "10.0.0.5", "198.51.100.7"),
        ("10.0.0.5, 10.0.1.0/28", "10.0.1.9", "198.51.100.7"),
        ("10.0.0.5", "10.0.0.6", "10.0.0.6"),
        ("10.0.0.5", "127.0.0.1", "127.0.0.1"),
        (None, "127.0.0.1", "127.0.0.1"),
        (None, "203.0.113.9", "203.0.113.9"),
    ],
)
def test_only_the_configured_proxy_is_believed_whom_it_speaks_for(
    tmp_path, monkeypatch, behind_proxy, peer, seen
):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # a setting of the library, not of ours

    assert client_seen(tmp_path, behind_proxy, peer) == seen


@pytest.mark.parametrize("given", ["*", "0.0.0.0/0", "::/0", "proxy.example", "", "10.0.0.5,"])
def test_a_proxy_is_named_by_its_address_and_is_never_everybody(tmp_path: Path, given: str) -> None:
    with pytest.raises(BadInput) as refusal:
        client_seen(tmp_path, given, "127.0.0.1")

    assert refusal.value.faults[0].code == "bad_proxy"


@pytest.mark.parametrize(
    ("words", "host"),
    [([], "mail.example.org"), (["--smtp", "smtps://other.example.org"], "other.example.org")],
)
def test_the_mail_server_may_stand_in_the_environment(
    words: list[str], host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Options come first; a service and a container have none of these, only an environment."""
    monkeypatch.setenv("AACHEN_SMTP", "smtp://user@mail.example.org")
    monkeypatch.setenv("AACHEN_SMTP_PASSWORD", "secret")
    monkeypatch.setenv("AACHEN_MAIL_FROM", "aachen@example.org")

    line = ["serve", *words]

    server = serve.mail_server_of(cli.build_parser(line, catalogue("en").say).parse_args(line))

    assert server is not None
    assert (server.host, server.password, server.sender) == (host, "secret", "aachen@example.org")


@pytest.mark.parametrize("empty", ["", None])
def test_without_a_mail_server_none_is_made_up(empty: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container is given an empty variable where its host has set nothing."""
    monkeypatch.delenv("AACHEN_SMTP", raising=False)
    if empty is not None:
        monkeypatch.setenv("AACHEN_SMTP", empty)

    assert serve.mail_server_of(argparse.Namespace(smtp=None, mail_from=None)) is None


@pytest.mark.parametrize(
    ("smtp", "sender", "code"),
    [("nonsense", "aachen@example.org", "bad_mail_server"), ("smtp://localhost", None, "bad_mail_sender")],
)
def test_a_mail_server_that_cannot_be_is_said_before_anything_is_opened(
    tmp_path: Path, smtp: str, sender: str | None, code: str
) -> None:
    args = argparse.Namespace(
        bot=[],
        language="en",
        database=str(tmp_path / "tables.db"),
        process=None,
        listen="127.0.0.1:0",
        smtp=smtp,
        mail_from=sender,
    )

    with pytest.raises(BadInput) as refusal:
        serve.run(args)

    assert refusal.value.faults[0].code == code
    assert list(tmp_path.iterdir()) == []

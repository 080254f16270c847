"""A proxy with TLS in front of a real server, all on loopback, and a client that trusts the certificate of that proxy alone."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.test_serve import serving
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from aachen import cli
from aachen.cli.running_server import try_database

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
NAME = "table.localhost"  # Caddy has certificates of its own for such names
BANNED = "127.0.0.2"
PATIENCE = 30.0


@dataclass
class Site:
    """Where the proxy listens, and the certificate that it is known by."""

    port: int
    authority: Path
    plain_port: int = 0  # where it listens without encryption, if the test can ask there
    challenges: Path = Path()  # the folder of the proofs for a certificate, likewise

    @property
    def origin(self) -> str:
        """What a browser sends as the origin of its page."""
        return f"https://{NAME}:{self.port}"

    def line(self, source: str = "127.0.0.1") -> ssl.SSLSocket:
        """An encrypted connection from an address of this machine; the certificate must be for the name."""
        trust = ssl.create_default_context(cafile=str(self.authority))
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))
        return trust.wrap_socket(plain, server_hostname=NAME)

    def ask(
        self, method: str, path: str, body: bytes | None = None, source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """A request, as a browser sends it."""
        connection = http.client.HTTPConnection(NAME, self.port, timeout=PATIENCE)
        connection.sock = self.line(source)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(
            method, path, body, {"Host": f"{NAME}:{self.port}", "Origin": self.origin, **named}
        )
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers

    def ask_plainly(self, path: str) -> tuple[int, bytes, str | None]:
        """A request without encryption: status, body, and where the answer sends the browser."""
        connection = http.client.HTTPConnection("127.0.0.1", self.plain_port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Host": NAME})
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers["Location"]

    @contextmanager
    def at_table(self, table: str) -> Iterator[ClientConnection]:
        """The socket of a table, as a browser opens it."""
        with connect(
            f"wss://{NAME}:{self.port}/api/tables/{table}/socket",
            sock=socket.create_connection(("127.0.0.1", self.port), PATIENCE),
            ssl=ssl.create_default_context(cafile=str(self.authority)),
            server_hostname=NAME,
            origin=Origin(self.origin),
            subprotocols=[Subprotocol("aachen.1")],
            open_timeout=PATIENCE,
        ) as line:
            yield line


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def table_server(folder: Path) -> Iterator[str]:
    """`aachen serve` as the recipes start it; one address is banned before."""
    database = str(folder / "tables.db")
    asyncio.run(try_database(database))  # makes it
    assert cli.main(["admin", "ban", BANNED, "--database", database]) == 0
    with serving(folder, "--database", database, "--name", NAME, "--behind-proxy") as (address, _):
        yield address


@contextmanager
def caddy(folder: Path, server: str) -> Iterator[Site]:
    """Caddy with our Caddyfile; only its own port, its certificate and its folder are for the test."""
    port = free_port()
    options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    recipe = (DEPLOY / "caddy" / "Caddyfile").read_text(encoding="utf-8")
    (folder / "Caddyfile").write_text(options + recipe, encoding="utf-8")
    own = {"AACHEN_NAME": f"{NAME}:{port}", "AACHEN_SERVER": server, "HOME": str(folder)}
    own |= {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    site = Site(port, folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt")
    with running(command, os.environ | own, folder / "caddy.log", site):
        yield site


@contextmanager
def nginx(folder: Path, server: str) -> Iterator[Site]:
    """nginx with our file; only ports, certificate and folders are for the test."""
    port, plain_port = free_port(), free_port()
    key, certificate = own_certificate(folder)
    recipe = (DEPLOY / "nginx" / "aachen.conf").read_text(encoding="utf-8")
    for theirs, ours in (
        ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("listen [::]:80;", ""),
        ("listen [::]:443 ssl http2;", ""),
        ("/var/www/html", str(folder)),
        ("127.0.0.1:8814", server),
        ("/etc/letsencrypt/live/table.example/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/table.example/privkey.pem", str(key)),
        ("table.example", NAME),
    ):
        assert theirs in recipe
        recipe = recipe.replace(theirs, ours)
    (folder / "aachen.conf").write_text(recipe, encoding="utf-8")
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in "client_body proxy fastcgi uwsgi scgi".split()
    )
    around = f"daemon off; pid {folder}/pid; error_log stderr; events {{}} "
    around += f"http {{ access_log off; {paths} include {folder}/aachen.conf; }}"
    (folder / "nginx.conf").write_text(around, encoding="utf-8")
    command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    if os.geteuid() == 0:
        command += ["-g", "user root;"]  # its folders are in the test's own, which is closed to others
    site = Site(port, certificate, plain_port, folder / ".well-known" / "acme-challenge")
    with running(command, dict(os.environ), folder / "nginx.log", site):
        yield site


def own_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that vouches for itself."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made += ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run(
        [*made, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True, timeout=60
    )
    return key, certificate


@contextmanager
def running(command: list[str], environment: dict[str, str], log: Path, site: Site) -> Iterator[None]:
    """A proxy from the moment it answers until it is ended."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        _wait_until_open(process, log, site)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait_until_open(process: subprocess.Popen[bytes], log: Path, site: Site) -> None:
    """A proxy does not say when it is open: so it is asked again and again."""
    until = time.monotonic() + PATIENCE
    while not _is_open(site):
        said = re.sub(r"\s+", " ", log.read_text(errors="replace"))[-1500:]
        assert process.poll() is None, said
        assert time.monotonic() < until, said
        time.sleep(0.05)


def _is_open(site: Site) -> bool:
    try:
        site.line().close()
    except OSError:  # no file of the authority yet, nobody listens yet, or no certificate yet
        return False
    return True


def program(name: str) -> str:
    """Where a program is; Debian keeps some where only the administrator looks."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")
    return found or ""


def decoded(body: bytes) -> dict[str, Any]:
    """An answer of the server."""
    answer: dict[str, Any] = json.loads(body)
    return answer

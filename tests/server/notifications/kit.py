"""A service that messages are sent to: real TLS on loopback, and a browser that can read what was pushed to it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import datetime
import email
import email.policy
import ipaddress
import json
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aiosmtpd.controller import Controller
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from tests.server.kit import House, Plain, serving, settle, until

from aachen.server.notifications.config import NotificationConfig
from aachen.server.notifications.push import decode, encode, public_of
from aachen.server.notifications.web_client import WebClient

NAME = "push.example.org"
SHORT = 150.0  # seconds, longer than a claim
SENDER = "aachen@example.org"


@cache
def certificate() -> tuple[bytes, bytes]:
    """A certificate for the name of the service, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName(NAME), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            ),
            False,
        )
        .add_extension(x509.BasicConstraints(True, None), True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM
    private = key.private_bytes(form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return made.public_bytes(form), private


def server_context() -> ssl.SSLContext:
    """What the service shows of itself."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "both.pem"
        file.write_bytes(b"".join(certificate()))
        context.load_cert_chain(file)
    return context


def trusting() -> ssl.SSLContext:
    """A client that trusts the service's certificate and no other."""
    return ssl.create_default_context(cadata=certificate()[0].decode())


@dataclass
class Received:
    """A request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Plain:
        payload: Plain = json.loads(self.body)
        return payload


@dataclass
class Service:
    """Takes requests, and answers as it is told to."""

    port: int = 0
    requests: list[Received] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)  # to be given first, whole

    def url(self, path: str = "/hook", name: str = NAME) -> str:
        return f"https://{name}:{self.port}{path}"

    def answer(self, status: int, *headers: str, times: int = 1) -> None:
        lines = [f"HTTP/1.1 {status} X", "Content-Length: 0", *headers, "", ""]
        self.answers += ["\r\n".join(lines).encode()] * times

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ")
            headers = {name.lower(): text for name, _, text in (line.partition(": ") for line in head[1:-2])}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self.requests.append(Received(method, path, headers, body))
            if not self.answers:
                self.answer(201)
            writer.write(self.answers.pop(0))
            await writer.drain()
            writer.close()


@contextlib.asynccontextmanager
async def service() -> AsyncIterator[Service]:
    """A service on loopback."""
    found = Service()
    server = await asyncio.start_server(found.serve, "127.0.0.1", 0, ssl=server_context())
    found.port = server.sockets[0].getsockname()[1]
    try:
        yield found
    finally:
        server.close()


async def to_loopback(host: str, port: int) -> list[str]:
    """Every name is this machine."""
    return ["127.0.0.1"]


def anywhere(address: str, port: int) -> bool:
    """Every address is allowed, as it is at no real server."""
    return True


def config(**more: Any) -> NotificationConfig:
    """Channels that may reach this machine, as no real server's may."""
    return NotificationConfig(client=WebClient(to_loopback, anywhere, trusting()), **more)


@contextlib.asynccontextmanager
async def notified(folder: Path, **more: Any) -> AsyncIterator[tuple[House, Service]]:
    """A server of tables, and a service that it may reach."""
    settings = {"notifications": config(), **more}
    async with service() as other, serving(folder, **settings) as house:
        yield house, other
        assert "aachen_crashes_total 0" in house.tables.metrics.text()


# ---- Mail ----------------------------------------------------------------------------------------


class Mailbox:
    """Keeps what the mail server takes."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, list[str], Any]] = []
        self.refusal = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        text = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, text))
        return "250 OK"


@contextlib.contextmanager
def mail_server(**more: Any) -> Iterator[tuple[Mailbox, int]]:
    """A real mail server on loopback, and the box it fills."""
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(box, "127.0.0.1", port, **more)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()


# ---- A browser -----------------------------------------------------------------------------------


@dataclass
class Browser:
    """A browser's half of push: it can read what is sent to it."""

    private: bytes = b"\x07" * 32
    secret: bytes = b"\x09" * 16

    def subscription(self, endpoint: str, **settings: object) -> Plain:
        keys = {"p256dh": encode(public_of(self.private)), "auth": encode(self.secret)}
        return {"channel": "push", "endpoint": endpoint, "label": "Test", **keys, "settings": settings}

    def read(self, body: bytes) -> Plain:
        """Decrypt a message as RFC 8291 says, with code of its own."""
        salt, length = body[:16], body[20]
        point, sealed = body[21 : 21 + length], body[21 + length :]
        private = ec.derive_private_key(int.from_bytes(self.private, "big"), ec.SECP256R1())
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        info = b"WebPush: info\0" + public_of(self.private) + point
        secret = _derive(self.secret, private.exchange(ec.ECDH(), theirs), info, 32)
        key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1:] == b"\x02"
        message: Plain = json.loads(text[:-1])
        return message


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def check_vapid(header: str, key: str) -> Plain:
    """Verify the signature of a push, and return what it claims."""
    token, _, shown = header.removeprefix("vapid t=").partition(", k=")
    assert shown == key
    unsigned, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(part, "big") for part in (decode(signature)[:32], decode(signature)[32:]))
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    public.verify(encode_dss_signature(r, s), unsigned.encode(), ec.ECDSA(hashes.SHA256()))
    claims: Plain = json.loads(base64.urlsafe_b64decode(unsigned.split(".")[1] + "=="))
    return claims


# ---- A game --------------------------------------------------------------------------------------


async def advance(house: House, seconds: float, step: float = 15.0) -> None:
    """Let time go by in steps, the last of them short, and wait for the sender after each.

    To a sender a long step looks like a pause of its process: it leaves what it has claimed until the claim runs out.
    """
    while seconds > 0:
        await sent_all(house)
        length = min(step, seconds - SHORT) if seconds > SHORT else min(15.0, seconds)
        await house.time.advance(length)
        seconds -= length
    await sent_all(house)


async def sent_all(house: House) -> None:
    """Wait until the server has looked into its outbox and has nothing to do."""
    await settle()
    wake, sender = house.tables.outbox_wake, house.tables.notifier
    await until(lambda: sender.is_idle and not wake.is_set())


@dataclass
class Sitting:
    """A game of two whose seats are known: who is asked, and who waits."""

    house: House
    table: str
    host: str
    tokens: dict[str, str]
    asked: str
    waits: str

    def path(self, name: str = "") -> str:
        return f"/api/tables/{self.table}/notifications" + (f"/{name}" if name else "")

    async def subscribe(self, seat: str, wish: Plain) -> Plain:
        answer = await self.house.post(self.path(), wish, self.tokens[seat])
        assert answer.status_code == 201, answer.text
        found: Plain = answer.json()
        return found

    async def listed(self, seat: str) -> Plain:
        found: Plain = (await self.house.get(self.path(), self.tokens[seat])).json()
        return found

    async def change(self, seat: str, name: str, do: str, **more: object) -> Plain:
        answer = await self.house.post(self.path(name), {"do": do, **more}, self.tokens[seat])
        assert answer.status_code == 200, answer.text
        found: Plain = answer.json()
        return found

    async def pass_on(self) -> None:
        """The seat that is asked acts until the other one is, and leaves; then the two change places."""
        async with self.house.player(self.table, self.tokens[self.asked]) as player:
            while self.asked in player.view["to_act"]:
                answer = await player.act(player.offers()[0])
                assert answer["say"] == "done", answer
                await player.seen(answer["seq"])
            assert player.view["to_act"] == [self.waits]
        await until(lambda: not self.house.tables.present(self.table))
        self.asked, self.waits = self.waits, self.asked


async def sit_down(house: House, **more: object) -> Sitting:
    """A game of Carolus Magnus for two, in which one of them is asked."""
    made = await house.make("carolus", ["me", "me"], **more)
    async with house.player(made["table"]) as watcher:
        (asked,) = watcher.view["to_act"]
    (waits,) = set(made["seats"]) - {asked}
    return Sitting(house, made["table"], made["host"], made["seats"], asked, waits)

"""Requests to addresses that people gave: over https to public addresses alone, short, and never redirected.

A name is resolved once, every address it stands for is checked, and the connection is made to the one that was checked;
so a name that means something else a moment later leads nowhere.
This machine's own public addresses are reached at the usual port alone, as by everybody else: a firewall that keeps
others from its further ports would not keep us from them.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import h11

from aachen.core.errors import bad

SECONDS = 15.0  # for the whole request
MOST_ANSWER = 64_000  # bytes that are read of an answer
HTTPS = 443
FREE_PORTS = range(
    1024, 65_536
)  # below are those of other services, such as mail, that a request could be read as
TRIED_ADDRESSES = 3  # of one name, one after the other
CONNECT_SECONDS = 4.0  # until the next one is tried
LOOKUPS = 24  # names that are looked up together: a lookup cannot be stopped, and some take half a minute

Resolve = Callable[[str, int], Awaitable[list[str]]]


class SendingError(Exception):
    """A message could not be sent: why, and whether trying again could help."""

    def __init__(
        self,
        reason: str,
        status: int | None = None,
        *,
        is_final: bool = False,
        after: float = 0.0,
        is_ours: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.is_final = is_final  # it will never succeed
        self.after = after  # seconds that the other side asks us to wait
        self.is_ours = is_ours  # its receiver can do nothing about it


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request goes, as its address says."""

    host: str
    port: int
    path: str
    authority: str


def parse_url(url: str) -> Place:
    """The parts of an https address; BadInput if it is anything else, or names a place that is not public."""
    try:
        parts = urlsplit(url)
        port = HTTPS if parts.port is None else parts.port
    except ValueError:
        raise bad("url_not_allowed", "url") from None
    host = parts.hostname or ""
    is_odd = not url.isascii() or not url.isprintable() or " " in url
    if parts.scheme != "https" or not host or is_odd or "@" in parts.netloc:
        raise bad("url_not_allowed", "url")
    if port != HTTPS and port not in FREE_PORTS:
        raise bad("url_port_not_allowed", "url", given=port)
    path = parts.path or "/"
    return Place(host, port, f"{path}?{parts.query}" if parts.query else path, parts.netloc)


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, also when IPv6 wraps an IPv4 address."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    is_special = ip.is_multicast or ip.is_reserved or any(ip in each for each in SPECIAL)
    return ip.is_global and not is_special


NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Not of the internet either, though some Pythons call them global: relays, site-local addresses, documentation.
SPECIAL = [ipaddress.ip_network(each) for each in ("192.88.99.0/24", "fec0::/10", "3fff::/20", "5f00::/16")]


def is_own(address: str) -> bool:
    """Whether an address is one of this machine: it speaks to itself by the very address it speaks to."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((address, HTTPS))  # nothing is sent
        return bool(asking.getsockname()[0] == address)
    return False


def is_allowed(address: str, port: int) -> bool:
    """Whether requests of users may go there."""
    return is_public(address) and (port == HTTPS or not is_own(address))


# Threads of their own: names of a hostile name server keep no mail and nothing else of this server waiting.
_lookups = ThreadPoolExecutor(LOOKUPS, "lookup")


async def resolve(host: str, port: int) -> list[str]:
    """The IP addresses of a name, the preferred one first."""
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(
        _lookups, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    )
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class WebClient:
    """Sends requests. Tests alone let it reach addresses that are not public, and give it their certificate."""

    def __init__(
        self,
        resolve: Resolve = resolve,
        is_allowed: Callable[[str, int], bool] = is_allowed,
        context: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._resolve = resolve
        self._is_allowed = is_allowed
        self._context = context
        self._seconds = seconds

    async def send(
        self, url: str, body: bytes, headers: Mapping[str, str], method: str = "POST"
    ) -> tuple[int, bytes]:
        """The status of the answer and the beginning of its body; SendingError if there is none."""
        place = parse_url(url)
        try:
            async with asyncio.timeout(self._seconds):
                return await self._exchange(place, body, headers, method)
        except TimeoutError:
            raise SendingError("too_slow") from None
        # ValueError: a name that no lookup takes, such as one with two dots or a label of 64 letters.
        except (OSError, EOFError, ValueError, h11.ProtocolError):
            raise SendingError("unreachable") from None

    async def _exchange(
        self, place: Place, body: bytes, headers: Mapping[str, str], method: str
    ) -> tuple[int, bytes]:
        reader, writer = await self._connected(place, await self._checked_addresses(place))
        try:
            fields = {
                "Host": place.authority,
                "User-Agent": "Aachen",
                "Connection": "close",
                "Content-Length": str(len(body)),
                **headers,
            }
            connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_ANSWER)
            request = h11.Request(method=method, target=place.path, headers=list(fields.items()))
            for event in (request, h11.Data(data=body), h11.EndOfMessage()):
                writer.write(connection.send(event) or b"")
            await writer.drain()
            return await self._answer(connection, reader)
        finally:
            writer.close()
            with suppress(Exception):
                writer.transport.abort()

    async def _checked_addresses(self, place: Place) -> list[str]:
        addresses = await self._resolve(place.host, place.port)
        if not addresses or not all(self._is_allowed(each, place.port) for each in addresses):
            raise SendingError("not_allowed", is_final=True)
        return addresses[:TRIED_ADDRESSES]

    async def _connected(
        self, place: Place, addresses: list[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the first address that takes one: a name may have an IPv6 address that we cannot reach."""
        for address in addresses[:-1]:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await self._open(place, address)
        return await self._open(place, addresses[-1])

    async def _open(self, place: Place, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        context = self._context or ssl.create_default_context()
        return await asyncio.open_connection(
            address, place.port, ssl=context, server_hostname=place.host, limit=MOST_ANSWER
        )

    async def _answer(self, connection: h11.Connection, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        status, after, body = 0, 0.0, b""
        while True:
            event: Any = connection.next_event()
            if event is h11.NEED_DATA:
                connection.receive_data(await reader.read(MOST_ANSWER))
            elif isinstance(event, h11.Response):
                status = event.status_code
                given = dict(event.headers).get(b"retry-after", b"")
                after = float(given) if given.isdigit() else 0.0
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            if isinstance(event, h11.EndOfMessage | h11.ConnectionClosed) or len(body) > MOST_ANSWER:
                break
        check_status(status, after)
        return status, body[:MOST_ANSWER]


def check_status(status: int, after: float) -> None:
    """SendingError unless a message was taken; a redirection is followed by nobody."""
    if 200 <= status < 300:
        return
    if status in (404, 410):
        raise SendingError("gone", status, is_final=True)
    is_final = status in (400, 401, 403, 413)
    raise SendingError("refused", status, is_final=is_final, after=after)

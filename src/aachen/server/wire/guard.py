"""The middleware in front of everything: hosts, origins, rate limits, sizes of bodies, and security headers.

Pure ASGI, so that it costs microseconds and sees sockets as well as requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aachen.core.errors import Fault
from aachen.server import journal
from aachen.server.address import ADDRESS, client_address
from aachen.server.budgets import Budgets, Metered
from aachen.server.limits import OverLimitError
from aachen.server.settings import BODY_SECONDS
from aachen.server.wire.responses import refuse, refuse_over, refuse_person

# Scripts, styles, pictures and connections: only from this server.
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
SMALL_BODY = 64_000  # bytes of an ordinary request: a board of one's own is about thirty thousand
LARGE_BODY = 8_000_000  # bytes of a record that is imported
LARGE_PATHS = ("/api/records",)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

COSTS = {
    "tables": 6.0,
    "rematch": 6.0,
    "continue": 6.0,
    "records": 12.0,
    "boards": 3.0,
}  # a POST that is work
GET_COSTS = {"log": 6.0}  # a whole game is told
MOST_SLOW = 2.0  # seconds until somebody is refused who was refused again and again
FILE_COST = 0.05  # a page brings a few dozen files with it, and friends may share an address


class GoneError(Exception):
    """Whoever asked went away in the middle of it."""


class Guard:
    """Wraps the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: tuple[str, ...] | None,
        budgets: Budgets | None = None,
        body_seconds: float = BODY_SECONDS,
        is_banned: Callable[[str], bool] = lambda host: False,
    ) -> None:
        """`hosts` are the names this server answers to, without ports; None is any."""
        self.app = app
        self.hosts = hosts
        self.body_seconds = body_seconds
        self.budgets = budgets or Budgets(None)
        self.is_banned = is_banned

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept or refuse."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers, address = Headers(scope=scope), client_address(scope)
        ADDRESS.set(address)
        refused = self._refusal(scope, headers, address)
        if refused is None and scope["type"] == "http":
            serve = self._take_in if _is_large(scope) else self._serve
            serving = serve(scope, headers, receive, _with_headers(scope, send))
            await Metered(serving, lambda spent: self.budgets.charge("loop_seconds", address, spent))
        elif refused is None:
            await self._open_counted(scope, receive, send, address)
        elif scope["type"] == "http":
            if refused.status_code == 429:
                await self._slow_down(address)
            await refused(scope, receive, _with_headers(scope, send))
        else:
            await _turn_away(receive, send)

    def _refusal(self, scope: Scope, headers: Headers, address: str) -> Response | None:
        """Why this request or socket is refused."""
        if self.is_banned(_host(scope)):
            return refuse(403, [Fault("address_banned")], headers)
        if self.hosts is not None and _name(headers.get("host", "")) not in self.hosts:
            fault = Fault("unknown_host", "Host", {"known": list(self.hosts)})
            is_person = "text/html" in headers.get("accept", "") and not scope["path"].startswith("/api/")
            return refuse_person(421, fault, headers) if is_person else refuse(421, [fault], headers)
        if (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS) and not _same_origin(
            headers
        ):
            return refuse(403, [Fault("foreign_origin", "Origin")], headers)
        try:
            self.budgets.take("requests", address, _cost(scope))
            self.budgets.check("loop_seconds", address)
            if scope["type"] == "http" and _is_large(scope):
                self._check_record(address, headers)
        except OverLimitError as over:
            return refuse_over(over, headers)
        return None

    def _check_record(self, address: str, headers: Headers) -> None:
        """Refuse a record before its body is read, if its address may not import it anyway."""
        length = headers.get("content-length", "0")
        self.budgets.foresee("records", address)
        self.budgets.foresee("record_bytes", address, float(length) if length.isdecimal() else 0.0)

    async def _slow_down(self, address: str) -> None:
        """Delay answers to clients that go on although refused: each answer costs as much as the request."""
        owed = self.budgets.charge("refusals", address, 1.0)
        if owed > 0:
            await asyncio.sleep(min(owed, MOST_SLOW))

    async def _take_in(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Serve a request with a large body: all of it is kept in memory, so one address sends only so many at once."""
        try:
            with self.budgets.holding("uploads_of_address", ADDRESS.get()):
                await self._serve(scope, headers, receive, send)
        except OverLimitError as over:
            await refuse_over(over, headers)(scope, receive, send)

    async def _serve(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Serve a request whose body is as short as it says and as it may be, and comes in time."""
        most = LARGE_BODY if _is_large(scope) else SMALL_BODY
        declared = headers.get("content-length", "0")
        if not (declared.isascii() and declared.isdigit()) or int(declared) > most:
            body = None
        else:
            try:
                async with asyncio.timeout(self.body_seconds):
                    body = await _whole_body(receive, most)
            except TimeoutError:
                await refuse(408, [Fault("body_late")], headers)(scope, receive, send)
                return
            except GoneError:
                return
        if body is None:
            await refuse(413, [Fault("body_too_long", "", {"most": most})], headers)(scope, receive, send)
        else:
            await self._answer(scope, headers, _replayed(body, receive), send)

    async def _answer(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Let the application answer; a bug of ours is answered too, and told to nobody but the journal."""
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception as bug:
            journal.crash("crashed", bug, path=scope["path"], method=scope["method"])
            if started:
                raise
            await refuse(500, [Fault("crashed")], headers)(scope, receive, send)

    async def _open_counted(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """Let a socket be served, if its address does not have too many."""
        try:
            with self.budgets.holding("sockets_of_address", address):
                await self._open(scope, receive, send)
        except OverLimitError:
            await _turn_away(receive, send)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket be served; a bug of ours closes it and nothing else."""
        try:
            await self.app(scope, receive, send)
        except Exception as bug:
            journal.crash("crashed", bug, path=scope["path"])
            with suppress(Exception):  # it may be closed already
                await send({"type": "websocket.close", "code": 1011, "reason": ""})


async def _whole_body(receive: Receive, most: int) -> bytes | None:
    """The body, or None if it is longer than allowed; a body need not say how long it is."""
    parts: list[bytes] = []
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        parts.append(message.get("body", b""))
        length += len(parts[-1])
        if length > most:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body in one piece, then whatever else comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        return waiting.pop() if waiting else await receive()

    return receiving


def _with_headers(scope: Scope, send: Send) -> Send:
    """The security headers of every answer."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if scope["path"].startswith("/api"):
                headers["Cache-Control"] = "no-store"
        await send(message)

    return sending


def _is_large(scope: Scope) -> bool:
    """Whether the body of a request may be as large as a record."""
    return scope["method"] == "POST" and scope["path"] in LARGE_PATHS


async def _turn_away(receive: Receive, send: Send) -> None:
    """Refuse a socket before it is opened: the browser sees status 403."""
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": ""})


def _same_origin(headers: Headers) -> bool:
    """Whether a browser's page of ours asks, or no browser at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:  # no address at all
        return False


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    name = host.lower()
    if name.startswith("["):
        return name.split("]")[0] + "]"
    return name.split(":")[0]


def _host(scope: Scope) -> str:
    """The address that the request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def _cost(scope: Scope) -> float:
    last = scope["path"].rpartition("/")[2]
    if scope["type"] == "websocket":
        return 1.0
    if scope["method"] in SAFE_METHODS and not scope["path"].startswith("/api/"):
        return FILE_COST
    if scope["method"] in SAFE_METHODS:
        return GET_COSTS.get(last, 1.0)
    return COSTS.get(last, 1.0)

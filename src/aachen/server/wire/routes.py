"""Routes over HTTP: each is declared once, with its endpoint; serving and OpenAPI follow from the declaration."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from aachen.core.errors import BadInput, Fault
from aachen.server.wire.decode import read_message
from aachen.server.wire.responses import respond

Endpoint = Callable[..., Awaitable[object]]
AnyEndpoint = TypeVar("AnyEndpoint", bound=Endpoint)


class WrongKindError(BadInput):
    """A body of another media type than was declared (415)."""


@dataclass(frozen=True)
class Route:
    """One kind of request: what it takes and what it gives.

    An endpoint gets the request, and the body if one is declared; it returns the declared message, or a response.
    """

    method: str
    path: str
    about: str
    endpoint: Endpoint
    answer: Any  # a message, or the media type of a text
    status: int = 200
    body: Any = None  # a message, or the media type of a text
    token: str = ""  # who has to prove who they are: "seat", "host", …; in brackets if it may be left out
    errors: tuple[int, ...] = ()
    may_be_empty: bool = False  # the body may be left out

    def shown(self, path: str) -> str:
        """The address as the journal may have it: without what proves anything."""
        return self.path if "{key}" in self.path or "{subscription}" in self.path else path

    async def serve(self, request: Request) -> Response:
        """Read the body, call the endpoint, and write its answer."""
        if self.body is None:
            found = await self.endpoint(request)
        else:
            found = await self.endpoint(request, await self._read(request))
        return found if isinstance(found, Response) else respond(found, self.status)

    async def _read(self, request: Request) -> object:
        text = await request.body()
        if not text and self.may_be_empty:
            return self.body()
        is_text = isinstance(self.body, str)
        _check_media_type(request, self.body if is_text else "application/json")
        return _decode(text) if is_text else read_message(text, self.body)


class Routes(list[Route]):
    """The routes of a server, in the order of their declaration."""

    def get(self, path: str, about: str, answer: Any, **more: Any) -> Callable[[AnyEndpoint], AnyEndpoint]:
        """Declare a GET request; the decorated function is its endpoint."""
        return self._declare("get", path, about, answer, more)

    def post(self, path: str, about: str, answer: Any, **more: Any) -> Callable[[AnyEndpoint], AnyEndpoint]:
        """Declare a POST request; the decorated function is its endpoint."""
        return self._declare("post", path, about, answer, more)

    def _declare(
        self, method: str, path: str, about: str, answer: Any, more: dict[str, Any]
    ) -> Callable[[AnyEndpoint], AnyEndpoint]:
        def declare(endpoint: AnyEndpoint) -> AnyEndpoint:
            self.append(Route(method, path, about, endpoint, answer, **more))
            return endpoint

        return declare


def _check_media_type(request: Request, wanted: str) -> None:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != wanted:
        raise WrongKindError([Fault("body_of_other_kind", "Content-Type", {"known": wanted})])


def _decode(text: bytes) -> str:
    try:
        return text.decode("utf-8-sig")  # some editors put a byte order mark in front
    except UnicodeDecodeError:
        raise BadInput([Fault("body_not_text")]) from None

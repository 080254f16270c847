"""The HTTP part of the protocol, described for machines from the very types that are read and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from aachen import __version__
from aachen.server import messages as m


@dataclass(frozen=True)
class Route:
    """One kind of request: what it takes and what it gives."""

    method: str
    path: str
    about: str
    answer: Any  # a message, or the media type of a text
    status: int = 200
    body: Any = None
    token: str = ""  # who has to prove who they are: "seat", "host", …; in brackets if it may be left out
    errors: tuple[int, ...] = ()
    may_be_empty: bool = False  # the body may be left out


class TableOnly(m.Message):
    """The id of a new table."""

    table: str


class Health(m.Message):
    """Whether the server and its store are well."""

    ok: bool


ROUTES: list[Route] = [
    Route("get", "/api/about", "What this server is and can do", m.About),
    Route("post", "/api/tables", "Make a table", m.Made, 201, m.NewTable),
    Route("get", "/api/tables", "Listed tables with an open seat", m.Glances),
    Route("post", "/api/look", "Which of my tables want me", m.Glances, 200, m.Look),
    Route("get", "/api/tables/{table}", "The sheet of a table", m.Sheet, errors=(404,)),
    Route("post", "/api/tables/{table}/sit", "Take an open seat", m.Sat, 200, m.Sit, errors=(404, 409)),
    Route(
        "post",
        "/api/tables/{table}/entropy",
        "Add to the luck",
        m.Sheet,
        200,
        m.AddEntropy,
        "seat",
        (401, 403, 404, 409),
    ),
    Route(
        "post",
        "/api/tables/{table}/begin",
        "Begin the game",
        m.Sheet,
        token="host",
        errors=(401, 403, 404, 409),
    ),
    Route(
        "post",
        "/api/tables/{table}/seats/{seat}",
        "Change who sits there",
        m.SeatChanged,
        200,
        m.SeatChange,
        "host or seat",
        (401, 403, 404, 409),
    ),
    Route(
        "post",
        "/api/tables/{table}/close",
        "Give the game up",
        m.Sheet,
        token="host",
        errors=(401, 403, 404, 409),
    ),
    Route(
        "post",
        "/api/tables/{table}/rematch",
        "The same again",
        m.Made,
        201,
        m.RematchWish,
        token="host or seat",
        errors=(401, 403, 404, 409),
        may_be_empty=True,
    ),
    Route(
        "get",
        "/api/tables/{table}/log",
        "The log, or the story of one viewer",
        "text/plain",
        token="(seat)",
        errors=(401, 403, 404, 409),
    ),
    Route("post", "/api/records", "Import a game", TableOnly, 201, "text/plain"),
    Route(
        "post",
        "/api/tables/{table}/continue",
        "Go on from a moment",
        m.Made,
        201,
        m.Continue,
        "(seat)",
        (401, 403, 404, 409),
    ),
    Route("post", "/api/boards", "Check a board file", m.BoardAbout, 200, "text/plain"),
    Route("get", "/api/boards/{digest}", "A board file", "application/json", errors=(404,)),
    Route("get", "/api/openapi.json", "This description", "application/json"),
    Route("get", "/health", "Whether all is well", Health, errors=(503,)),
    Route("get", "/metrics", "Numbers for Prometheus", "text/plain"),
]

PARAMETERS: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "pattern": "^[a-z2-7]{10}$"},
    "seat": {"type": "string", "minLength": 1, "maxLength": 40},
    "digest": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
}

# Any request can meet these at the door; with a body there are three more.
AT_THE_DOOR = (400, 403, 408, 421, 429, 503)
WITH_BODY = (413, 415, 422)

WHAT_WENT_WRONG = {
    400: "It cannot be understood",
    401: "No token, or one that nobody has",
    403: "Not with this token, or not from this page",
    404: "There is no such thing",
    408: "The body did not come in time",
    409: "Not in the state the table is in",
    413: "The body is too long",
    415: "The body is of another kind",
    421: "The server does not answer to this name",
    422: "It is understood, but not possible",
    429: "Too often",
    503: "The store does not answer",
}


def describe() -> dict[str, Any]:
    """The whole description, as OpenAPI 3.1."""
    kinds = [route.answer for route in ROUTES if not isinstance(route.answer, str)]
    kinds += [route.body for route in ROUTES if route.body and not isinstance(route.body, str)]
    references, components = msgspec.json.schema_components(
        [*kinds, m.Failed], ref_template="#/components/schemas/{name}"
    )
    named = dict(zip([*kinds, m.Failed], references, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = _operation(route, named)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Aachen", "version": __version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, named: dict[Any, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "summary": route.about,
        "operationId": f"{route.method} {route.path}",
        "responses": {str(route.status): _content(route.about, route.answer, named)},
    }
    failed = AT_THE_DOOR + route.errors + (WITH_BODY if route.body else ())
    for status in sorted(set(failed)):
        told["responses"][str(status)] = _content(WHAT_WENT_WRONG[status], m.Failed, named)
    if "{" in route.path:
        told["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": schema}
            for name, schema in PARAMETERS.items()
            if f"{{{name}}}" in route.path
        ]
    if route.body:
        told["requestBody"] = {"required": not route.may_be_empty, **_content("", route.body, named)}
        del told["requestBody"]["description"]
    if route.token:
        told["security"] = [{"token": []}, *([{}] if route.token.startswith("(") else [])]
    return told


def _content(about: str, kind: Any, named: dict[Any, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {"description": about, "content": {kind: {"schema": {}}}}
    return {"description": about, "content": {"application/json": {"schema": named[kind]}}}

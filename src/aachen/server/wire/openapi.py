"""The HTTP part of the protocol as an OpenAPI description, made from the routes that are served."""

from __future__ import annotations

from typing import Any

import msgspec

from aachen import __version__
from aachen.server import messages as m
from aachen.server.wire.routes import Route, Routes

PARAMETERS: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "pattern": "^[a-z2-7]{10}$"},
    "seat": {"type": "string", "minLength": 1, "maxLength": 40},
    "subscription": {"type": "string", "pattern": "^[a-z2-7]{26}$"},
    "key": {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"},
    "digest": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "puzzle": {"type": "string", "pattern": "^[a-z0-9_-]{1,60}$"},
}

# Any request can get these from the guard; with a body there are three more.
FROM_THE_GUARD = (400, 403, 408, 421, 429, 503)
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


def describe(routes: Routes) -> dict[str, Any]:
    """The whole description, as OpenAPI 3.1."""
    kinds = [route.answer for route in routes if not isinstance(route.answer, str)]
    kinds += [route.body for route in routes if route.body and not isinstance(route.body, str)]
    references, components = msgspec.json.schema_components(
        [*kinds, m.Failed], ref_template="#/components/schemas/{name}"
    )
    named = dict(zip([*kinds, m.Failed], references, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
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
    operation: dict[str, Any] = {
        "summary": route.about,
        "operationId": f"{route.method} {route.path}",
        "responses": {str(route.status): _content(route.about, route.answer, named)},
    }
    failed = FROM_THE_GUARD + route.errors + (WITH_BODY if route.body else ())
    for status in sorted(set(failed)):
        operation["responses"][str(status)] = _content(WHAT_WENT_WRONG[status], m.Failed, named)
    if "{" in route.path:
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": schema}
            for name, schema in PARAMETERS.items()
            if f"{{{name}}}" in route.path
        ]
    if route.body:
        operation["requestBody"] = {"required": not route.may_be_empty, **_content("", route.body, named)}
        del operation["requestBody"]["description"]
    if route.token:
        operation["security"] = [{"token": []}, *([{}] if route.token.startswith("(") else [])]
    return operation


def _content(about: str, kind: Any, named: dict[Any, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {"description": about, "content": {kind: {"schema": {}}}}
    return {"description": about, "content": {"application/json": {"schema": named[kind]}}}

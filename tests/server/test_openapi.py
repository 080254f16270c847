"""The description for machines, the page for people and the server itself say the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import jsonschema_rs
import pytest
from starlette.routing import Route as RealRoute
from tests.words import whole

from aachen.server.messages import ClientMessage, Preview, ServerMessage
from aachen.server.wire import http, openapi
from aachen.server.wire.endpoints import ROUTES
from aachen.server.wire.openapi import PARAMETERS, describe

PAGE = (Path(__file__).parents[2] / "docs" / "server-protocol.md").read_text(encoding="utf-8")
OPERATIONS = [
    (path, method, operation)
    for path, operations in describe(ROUTES)["paths"].items()
    for method, operation in operations.items()
]


def described():
    return sorted((route.method.upper(), route.path) for route in ROUTES)


def served():
    return sorted(
        (method, route.path)
        for route in http.SERVED
        if isinstance(route, RealRoute)
        for method in (route.methods or set()) - {"HEAD"}
    )


def section(title: str) -> str:
    """The part of the page under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def first_cells(text: str) -> list[str]:
    """What stands between backquotes at the beginning of each row of the tables, but not in their heads."""
    return [cell for cell in re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE) if cell != "say"]


def test_what_is_described_is_what_is_served():
    assert described() == served()


def test_the_page_names_exactly_the_routes():
    """ID, SEAT and DIGEST stand for the parameters; the description itself is named in the page's first lines."""
    data = []
    for row in first_cells(section("HTTP")):
        method, path = row.split()
        for name in PARAMETERS:
            path = path.replace("ID" if name == "table" else name.upper(), f"{{{name}}}")
        data.append((method, path))

    assert sorted([*data, ("GET", "/api/openapi.json")]) == described()
    assert "/api/openapi.json" in PAGE.split("\n## ")[0]


def test_the_page_names_exactly_the_messages_of_a_client():
    tags = {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
    asked = section("The socket").split("What the server sends without being asked")[0]

    assert {*first_cells(asked), "hello"} == tags
    assert '"say": "hello"' in asked


def test_the_page_names_exactly_the_messages_of_the_server():
    """Those that come unasked stand in a table, those that answer stand in the last column of the other."""
    tags = {kind.__struct_config__.tag for kind in get_args(ServerMessage)}
    asked, unasked = section("The socket").split("What the server sends without being asked")
    answers = {
        word
        for row in re.findall(r"^\| `(?!say`)\w+` \|.*\| ([^|]*) \|$", asked, re.MULTILINE)
        for word in re.findall(r"`(\w+)`", row)
    }

    named = answers | set(first_cells(unasked))
    keys = {key for kind in (*get_args(ServerMessage), Preview) for key in kind.__struct_fields__}
    codes = {word for word in named if whole("en").has(f"fault.{word}")}

    assert named - keys - codes - tags == set()
    assert tags - named == set()


@pytest.mark.parametrize(("table", "kinds"), [("asked", ClientMessage), ("unasked", ServerMessage)])
def test_the_page_names_the_keys_of_each_message(table, kinds):
    """Every key that a row names is one of the message, and every key that must be given is named."""
    fields = {kind.__struct_config__.tag: kind for kind in get_args(kinds)}
    asked, unasked = section("The socket").split("What the server sends without being asked")
    for tag, keys in re.findall(
        r"^\| `(?!say`)(\w+)` \| (.*?) \|", asked if table == "asked" else unasked, re.MULTILINE
    ):
        named = set(re.findall(r"`(\w+)`", keys))
        real = set(fields[tag].__struct_fields__)
        needed = real - {"id"} - {key for key, _ in optional(fields[tag])}

        assert named <= real, tag
        assert needed <= named, tag


def optional(kind):
    """The keys that may be left out of a message."""
    defaults = kind.__struct_defaults__
    names = kind.__struct_fields__[len(kind.__struct_fields__) - len(defaults) :]
    return list(zip(names, defaults, strict=True))


# ---- The description itself ----------------------------------------------------------------------


def test_the_description_is_json_and_says_what_it_is():
    data = json.loads(json.dumps(describe(ROUTES)))

    assert data["openapi"].startswith("3.1")
    assert set(data) == {"openapi", "info", "paths", "components"}


def test_every_operation_has_a_name_of_its_own():
    names = [operation["operationId"] for _, _, operation in OPERATIONS]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=lambda data: str(data)[:40])
def test_every_operation_tells_its_parameters_its_answers_and_who_may(path, method, operation):
    parameters = [parameter["name"] for parameter in operation.get("parameters", [])]
    statuses = {int(status) for status in operation["responses"]}
    needs_token = operation.get("security", [{}])[-1] != {}

    assert parameters == re.findall(r"{(\w+)}", path)
    assert len([status for status in statuses if status < 300]) == 1
    assert not needs_token or {401, 403} <= statuses
    assert ("requestBody" in operation) == ({413, 415, 422} <= statuses)
    assert all(response["description"] for response in operation["responses"].values())
    assert "{" not in path or 404 in statuses


def test_every_reference_leads_somewhere_and_every_schema_is_one():
    data = describe(ROUTES)
    schemas = data["components"]["schemas"]
    references = set(re.findall(r'"\$ref": "#/components/schemas/(\w+)"', json.dumps(data)))
    for name, schema in schemas.items():
        jsonschema_rs.meta.validate({**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"})
        assert schema.get("type") == "object", name

    assert references == set(schemas)


def test_every_status_that_is_told_has_words():
    data = {int(status) for _, _, operation in OPERATIONS for status in operation["responses"]}

    assert {status for status in data if status >= 400} == set(openapi.WHAT_WENT_WRONG)

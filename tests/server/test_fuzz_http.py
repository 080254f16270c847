"""Anything at all over HTTP: the answer is as described, the server stays up, and no bug of ours is met.

The requests are made from the server's own description by schemathesis, right ones and wrong ones;
half of them get ids and tokens of real tables, so that they come past the door.
`AACHEN_SOAK=1` looks for new ones, for long.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.living import Living
from tests.words import whole

from aachen.server.wire.endpoints import ROUTES
from aachen.server.wire.guard import HEADERS
from aachen.server.wire.openapi import describe

SOAK = os.environ.get("AACHEN_SOAK") == "1"
EXAMPLES = 500 if SOAK else 8
FUZZ = settings(
    max_examples=EXAMPLES,
    derandomize=not SOAK,
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
GOLDEN = Path(__file__).parents[1] / "golden" / "logs"
SCHEMA = schemathesis.openapi.from_dict(describe(ROUTES))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server without a limit to how often one may ask; its bots think for ever."""
    with Living(tmp_path_factory.mktemp("fuzz"), hold_bots=True) as living:
        yield living


@pytest.fixture(scope="module")
def client(server):
    """Somebody who asks."""
    with httpx2.Client(base_url=server.url, timeout=60) as asking:
        yield asking


@pytest.fixture
def pool(server):
    """Tables in every state, with all their tokens."""
    house = server.house
    gathering = server.do(house.make("carolus", ["me", "open", "greedy"], begin="host"))
    running = server.do(house.make("carolus", ["me", "me"]))
    carolingi = server.do(house.make("carolingi", ["me", "me", "open", "greedy"], listed=True))
    closed = server.do(house.make("carolus", ["me", "me"], spectators=False))
    server.do(house.post(f"/api/tables/{closed['table']}/close", None, closed["host"]))
    record = server.do(
        house.http.post("/api/records", content=a_log(), headers={"Content-Type": "text/plain"})
    ).json()
    made = [gathering, running, carolingi, closed]
    return {
        "tables": [*(each["table"] for each in made), record["table"], "aaaaaaaaaa"],
        "tokens": [token for each in made for token in (each["host"], *each["seats"].values())],
        "seats": ["white", "black", "grey", "red", "blue", "green", "yellow"],
    }


def a_log() -> str:
    """The shortest of the games that are kept for ever."""
    return min((path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.log")), key=len)


# ---- From the description ------------------------------------------------------------------------


def asked():
    """Every route with right requests, and with wrong ones where something can be wrong."""
    found = []
    for route in ROUTES:
        found.append(pytest.param(route, GenerationMode.POSITIVE, id=f"{route.method} {route.path} right"))
        needs_token = route.token and not route.token.startswith("(")
        if needs_token or "{" in route.path or not (route.body is None or isinstance(route.body, str)):
            found.append(
                pytest.param(route, GenerationMode.NEGATIVE, id=f"{route.method} {route.path} wrong")
            )
    return found


@pytest.mark.parametrize(("route", "mode"), asked())
def test_every_answer_is_as_it_is_described(server, client, pool, route, mode):
    operation = SCHEMA[route.path][route.method]

    @FUZZ
    @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
    def ask(case, data):
        if data.draw(st.booleans()):
            deepen(case, pool, data.draw)
        response = case.call(base_url=server.url, timeout=60)
        case.validate_response(response, checks=CHECKS)
        check_ours(response.status_code, response.headers, response.text)

    ask()
    assert_well(client)


def deepen(case, pool, draw) -> None:
    """Let a request be about a real table, by somebody who may be known there."""
    if case.path_parameters and "table" in case.path_parameters:
        case.path_parameters["table"] = draw(st.sampled_from(pool["tables"]))
    if case.path_parameters and "seat" in case.path_parameters:
        case.path_parameters["seat"] = draw(st.sampled_from(pool["seats"]))
    token = draw(st.sampled_from([None, "x" * 43, *pool["tokens"]]))
    if token is not None:
        case.headers["Authorization"] = f"Bearer {token}"
    if case.operation.path.endswith("/continue"):
        seats = draw(st.sampled_from([2, 3, 4]))
        case.body = {"seq": draw(st.integers(0, 3)), "seats": [{"kind": "me"}] * seats}
        case.media_type = "application/json"


def check_ours(status: int, headers: Any, text: str) -> None:
    """What every answer has: our headers, and an error whose code we have sentences for."""
    assert [name for name in HEADERS if name.lower() not in {key.lower() for key in headers}] == []
    assert "Traceback" not in text
    if status >= 400:
        error = json.loads(text)["error"]
        assert whole("en").has(f"fault.{error['code']}"), error


def assert_well(client) -> None:
    """The server is up, and has not met a bug of ours."""
    assert client.get("/health").json() == {"ok": True}
    crashes = [line for line in client.get("/metrics").text.splitlines() if "crashes_total" in line]

    assert [line for line in crashes if not line.startswith("#") and not line.endswith(" 0")] == []


# ---- Files ---------------------------------------------------------------------------------------


def test_a_damaged_log_is_refused_or_sound(client):
    @FUZZ
    @given(seed=st.integers(0, 2**32))
    def take_in(seed):
        text = damaged(a_log(), random.Random(seed))
        answer = client.post("/api/records", content=text, headers={"Content-Type": "text/plain"})

        assert answer.status_code in (201, 422), answer.text
        if answer.status_code == 201:  # it was sound: it comes out as it went in
            out = client.get(f"/api/tables/{answer.json()['table']}/log")
            assert out.text.splitlines() == text.decode().splitlines()
        else:
            check_ours(answer.status_code, answer.headers, answer.text)

    take_in()
    assert_well(client)


def damaged(text: str, chance: random.Random) -> bytes:
    """The same log with a line lost, doubled, moved or cut, or a byte turned."""
    lines = text.encode().splitlines(keepends=True)
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.choice(["lose", "double", "swap", "cut", "turn", "digit", "end"])
    if kind == "lose":
        del lines[at]
    elif kind == "double":
        lines.insert(other, lines[at])
    elif kind == "swap":
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "end":
        del lines[max(at, 1) :]
    else:
        lines[at] = _bent(lines[at], kind, chance)
    return b"".join(lines)


def _bent(line: bytes, kind: str, chance: random.Random) -> bytes:
    place = chance.randrange(len(line))
    if kind == "cut":
        return line[:place] + b"\n"
    if kind == "digit":
        return line.replace(b"1", str(chance.choice([0, -1, 2**63, 10**40, 1.5])).encode(), 1)
    return line[:place] + bytes([chance.randrange(32, 127)]) + line[place + 1 :]

"""The door of the server: names, origins, sizes, rates and headers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from aachen.cli.serve import LOCAL_PROXY
from aachen.server.address import client_address
from aachen.server.budgets import Budgets
from aachen.server.limits import Limits, Rate
from aachen.server.rate_limit import RateLimiter
from aachen.server.wire.guard import SMALL_BODY, Guard


async def echo(request: Request) -> Response:
    """Says back what it was told."""
    return PlainTextResponse(await request.body())


async def socket(socket: WebSocket) -> None:
    """Opens, says hello and goes."""
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def a_door(clock: Clock | None = None, rate: tuple[float, float] | None = None) -> TestClient:
    """A small application behind the guard, as a browser on this machine meets it."""
    app = Starlette(
        routes=[Route("/api/echo", echo, methods=["GET", "POST"]), WebSocketRoute("/api/socket", socket)]
    )
    guard = Guard(
        app, ("localhost", "[::1]"), Budgets(rate and Limits(requests=Rate(*rate)), clock or Clock())
    )
    return TestClient(guard, base_url="http://localhost:8814")


def test_an_answer_tells_the_browser_to_be_strict() -> None:
    answer = a_door().get("/api/echo")

    assert answer.status_code == 200
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "[::1]:8814"])
def test_a_name_of_ours_is_let_in(host: str) -> None:
    assert a_door().get("/api/echo", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["example.test", "localhost.example.test", "", "[::2]"])
def test_a_foreign_name_is_turned_away(host: str) -> None:
    answer = a_door().get("/api/echo", headers={"Host": host, "Accept-Language": "de"})

    assert answer.status_code == 421
    assert answer.json()["error"]["code"] == "unknown_host"
    assert "Namen" in answer.json()["error"]["sentence"]


def test_a_person_under_a_foreign_name_reads_a_sentence() -> None:
    """It was raw JSON."""
    headers = {"Host": "example.test", "Accept-Language": "fr", "Accept": "text/html,*/*;q=0.8"}
    answer = a_door().get("/t/abc", headers=headers)

    assert answer.status_code == 421
    assert answer.headers["content-type"].startswith("text/html")
    assert '<html lang="fr">' in answer.text
    assert "localhost" in answer.text
    assert "{" not in answer.text


def test_our_own_page_may_post_and_another_page_may_not() -> None:
    ours = a_door().post("/api/echo", headers={"Origin": "http://localhost:8814"}, content="x")
    other = a_door().post("/api/echo", headers={"Origin": "http://localhost:9999"}, content="x")
    null = a_door().post("/api/echo", headers={"Origin": "null"}, content="x")

    assert (ours.status_code, other.status_code, null.status_code) == (200, 403, 403)
    assert other.json()["error"]["code"] == "foreign_origin"


def test_a_program_without_an_origin_may_post() -> None:
    assert a_door().post("/api/echo", content="x").text == "x"


def test_a_socket_from_another_page_is_refused() -> None:
    with a_door().websocket_connect("/api/socket", headers={"Host": "localhost:8814"}) as ours:
        assert ours.receive_text() == "hello"
    headers = {"Origin": "http://evil.test", "Host": "localhost:8814"}
    with pytest.raises(WebSocketDisconnect), a_door().websocket_connect("/api/socket", headers=headers):
        pass


def test_a_body_may_be_as_long_as_allowed_and_no_longer() -> None:
    fits = a_door().post("/api/echo", content=b"x" * SMALL_BODY)
    too_long = a_door().post("/api/echo", content=b"x" * (SMALL_BODY + 1))

    assert (fits.status_code, too_long.status_code) == (200, 413)
    assert too_long.json()["error"]["facts"] == {"most": SMALL_BODY}


def test_a_body_that_hides_its_length_is_cut_off() -> None:
    answer = a_door().post("/api/echo", content=(b"x" * 10_000 for _ in range(20)))

    assert answer.status_code == 413


def test_one_address_sends_only_so_many_large_bodies_at_once() -> None:
    """They are kept in memory until they have come, however slowly that is."""
    answers: dict[str, int] = {}
    rest = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse("taken in")(scope, receive, send)

    guard = Guard(app, None, Budgets(Limits(uploads_of_address=2), Clock()))

    async def upload(name: str, address: str, path: str = "/api/records") -> None:
        parts = iter((True, False))

        async def receive() -> dict[str, Any]:
            more = next(parts)
            if not more:
                await rest.wait()
            return {"type": "http.request", "body": b"x" * 1000, "more_body": more}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answers[name] = message["status"]

        scope = {"type": "http", "method": "POST", "path": path, "headers": [], "client": (address, 1)}
        await guard(scope, receive, send)

    async def scene() -> dict[str, int]:
        waiting = [asyncio.create_task(upload(name, "192.0.2.1")) for name in ("first", "second", "third")]
        waiting.append(asyncio.create_task(upload("of another", "192.0.2.2")))
        waiting.append(asyncio.create_task(upload("small", "192.0.2.1", "/api/boards")))
        while "third" not in answers:
            await asyncio.sleep(0)
        early = dict(answers)
        rest.set()
        await asyncio.gather(*waiting)
        await upload("fourth", "192.0.2.1")
        return early

    assert asyncio.run(scene()) == {"third": 429}
    assert answers == {
        "third": 429,
        **dict.fromkeys(("first", "second", "of another", "small", "fourth"), 200),
    }


def test_who_knocks_too_often_waits() -> None:
    clock = Clock()
    door = a_door(clock, (3.0, 1.0))

    assert [door.get("/api/echo").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = door.get("/api/echo")
    assert refused.headers["Retry-After"] == "1"
    assert refused.json()["error"]["facts"] == {"limit": "requests", "seconds": 1}
    clock.now = 1.0
    assert [door.get("/api/echo").status_code for _ in range(2)] == [200, 429]


def test_buckets_are_kept_apart_and_the_oldest_forgotten() -> None:
    clock = Clock()
    limiter = RateLimiter(1.0, 0.0, most=2, clock=clock)

    assert limiter.take("a")
    assert not limiter.take("a")
    assert limiter.take("b")
    assert limiter.take("c")
    assert limiter.take("a"), "a was forgotten, so its bucket is full again"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::1:2:3:4", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_who_has_half_an_ipv6_address_to_choose_from_is_still_one(one: str, other: str, same: bool) -> None:
    assert (client_address({"client": (one, 1)}) == client_address({"client": (other, 2)})) == same


def test_a_whole_game_costs_more_than_a_look() -> None:
    door = a_door(Clock(), (7.0, 0.0))

    assert [door.get(path).status_code for path in ("/api/echo/log", "/api/echo", "/api/echo")] == [
        404,
        200,
        429,
    ]


def test_a_proxy_is_believed_about_who_asked_it_but_not_about_what_it_was_told() -> None:
    seen: list[object] = []

    async def app(scope: object, receive: object, send: object) -> None:
        assert isinstance(scope, dict)
        seen.append(scope["client"][0])

    door = ProxyHeadersMiddleware(app, LOCAL_PROXY)
    for client in ("127.0.0.1", "203.0.113.9"):
        headers = [(b"x-forwarded-for", b"198.51.100.1, 203.0.113.5")]  # the first was made up by who asks
        scope: Any = {"type": "http", "client": (client, 1), "headers": headers}
        nothing: Any = None
        asyncio.run(door(scope, nothing, nothing))

    assert seen == ["203.0.113.5", "203.0.113.9"]

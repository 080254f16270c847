"""The door of the whole server: whatever knocks there gets a clean answer, and nobody gets in who should not."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
from tests.server.kit import Player, asking, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from aachen.server import about, app
from aachen.server.limits import Limits, Rate
from aachen.server.wire.guard import HEADERS, LOCAL_NAMES
from aachen.storage.sqlite import SqliteStore

CODES = {
    400: "body_not_json",
    401: "token_unknown",
    403: "foreign_origin",
    404: "no_such_table",
    405: "method_not_served",
    413: "body_too_long",
    415: "body_of_other_kind",
    421: "unknown_host",
    422: "missing_key",
    429: "too_often",
    500: "crashed",
    503: "store_away",
}


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """A page of three files, so that no test needs the real one to be built."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Aachen</title>")
    (folder / "assets" / "a.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("the hidden tile")
    monkeypatch.setattr(app, "bundle_folder", lambda: folder)
    return folder


async def ask(house, method="GET", path="/api/about", body=None, **headers):
    """Any request at all."""
    payload = {name.replace("_", "-"): value for name, value in headers.items()}
    return await house.http.request(method, path, content=body, headers=payload)


def send(client, method="GET", path="/api/about", body=None, **headers):
    """Any request at all, in a plain function."""
    payload = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.request(method, path, content=body, headers=payload)


def is_strict(answer):
    """Whether a browser is told to be strict."""
    return {name: answer.headers.get(name) for name in HEADERS} == HEADERS


# ---- Headers -------------------------------------------------------------------------------------


def every_kind(client, monkeypatch):
    """A response of every status there is, and some of the page's own."""
    kind, wish = "application/json", {"game": "carolus", "seats": [{"kind": "me"}] * 2}
    table = client.post("/api/tables", json=wish).json()["table"]
    yield send(client)
    yield send(client, "HEAD")
    yield send(client, path="/")
    yield send(client, path="/t/abcdefghij")
    yield send(client, path="/assets/a.js")
    yield send(client, path="/health")
    yield send(client, path="/metrics")
    yield send(client, path="/api/openapi.json")
    yield send(client, path=f"/api/tables/{table}/log")
    yield send(client, "POST", "/api/look", "{", content_type=kind)
    yield send(client, path=f"/api/tables/{table}/log", authorization=f"Bearer {'x' * 43}")
    yield send(client, "POST", "/api/look", "{}", origin="http://elsewhere.test")
    yield send(client, path="/api/tables/aaaaaaaaaa")
    yield send(client, path="/nowhere")
    yield send(client, path="/api/nowhere")
    yield send(client, "DELETE", "/api/tables")
    yield send(client, "POST", "/")
    yield send(client, "POST", "/api/look", "x" * 70_000, content_type=kind)
    yield send(client, "POST", "/api/look", "{}", content_type="text/html")
    yield send(client, host="elsewhere.test")
    yield send(client, "POST", "/api/look", "{}", content_type=kind)
    with monkeypatch.context() as patched:
        patched.setattr(about, "about", lambda: 1 / 0)
        yield send(client)
    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "ready", lambda *_: asyncio.sleep(0, False))
        yield send(client, path="/health")


def test_every_kind_of_answer_tells_the_browser_to_be_strict(tmp_path, bundle, monkeypatch):
    with asking(tmp_path, hosts=LOCAL_NAMES) as client:
        answers = list(every_kind(client, monkeypatch))
    failed = [answer for answer in answers if answer.status_code >= 400]

    assert [str(answer.url) for answer in answers if not is_strict(answer)] == []
    assert {answer.status_code for answer in failed} == set(CODES) - {429}
    assert {answer.headers["content-type"] for answer in failed} == {"application/json"}
    assert all(answer.json()["error"]["sentence"] for answer in failed)
    assert {answer.json()["error"]["code"] for answer in failed} == (
        set(CODES.values()) - {"too_often"} | {"no_such_address"}
    )


def test_nothing_of_the_api_is_kept_by_a_browser(tmp_path, bundle):
    paths = ("/api/about", "/api/nowhere", "/", "/assets/a.js")
    with asking(tmp_path) as client:
        api, missing, page, asset = [client.get(path).headers["cache-control"] for path in paths]

    assert (api, missing, page) == ("no-store", "no-store", "no-cache")
    assert "immutable" in asset


def test_a_bug_in_the_middle_of_the_application_is_told_to_nobody(tmp_path, bundle, monkeypatch):
    """Even where no handler of ours stands: the guard itself answers."""

    async def broken(scope, receive, send):
        raise ValueError("the hidden tile is battle")

    monkeypatch.setattr(app, "static_app", lambda folder: broken)
    with asking(tmp_path) as client:
        answer = client.get("/index.html")

    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "crashed")
    assert is_strict(answer)
    assert "battle" not in answer.text


# ---- Methods and addresses -----------------------------------------------------------------------


OTHER_METHODS = ["OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "BREW", "PROPFIND"]


def test_a_method_that_is_not_served_is_named_with_those_that_are(tmp_path, bundle):
    paths = ("/api/tables", "/api/tables/aaaaaaaaaa/log", "/", "/health")
    with asking(tmp_path) as client:
        answers = [(method, client.request(method, path)) for path in paths for method in OTHER_METHODS]

    for method, answer in answers:
        assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_served")
        assert "GET" in answer.headers["allow"]
        assert method not in answer.headers["allow"]


ODD_PATHS = [
    "/nowhere",
    "/api",
    "/api/",
    "/api/tables/",
    "/api/tables/%00",
    "/api/tables/%ff%fe",
    "/api/tables/" + "a" * 5000,
    "/api/boards/..%2f..%2fsecret.txt",
    "//api/tables",
    "/%00",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/",
    "/t%2f..%2f..%2fsecret.txt",
    "/" + "a" * 5000,
    "/index.html/x",
]


def test_no_odd_address_leads_anywhere(tmp_path, bundle):
    async def scene():
        async with serving(tmp_path) as house:
            host, port = house.address.split(":")
            payload = {}
            for path in ODD_PATHS:
                request = f"GET {path} HTTP/1.1\r\nHost: {house.address}\r\nConnection: close\r\n\r\n"
                payload[path] = await raw(host, port, request.encode())
            return payload

    payload = asyncio.run(scene())

    assert {path: head.split()[1] for path, (head, _) in payload.items()} == dict.fromkeys(ODD_PATHS, "404")
    assert all(json.loads(body)["error"]["code"] for _, body in payload.values())
    assert not any("hidden" in body for _, body in payload.values())


def test_a_person_who_lost_the_way_gets_the_page_and_a_program_gets_json(tmp_path, bundle):
    with asking(tmp_path) as client:
        person = send(client, path="/nowhere", accept="text/html,*/*;q=0.8")
        program = send(client, path="/nowhere", accept="application/json")
        asked = send(client, path="/api/nowhere", accept="text/html")
        page = send(client, path="/about", accept="text/html")
        again = send(client, path="/about", accept="text/html", if_none_match=page.headers["etag"])

    assert (person.status_code, person.text) == (404, "<!doctype html><title>Aachen</title>")
    assert is_strict(person)
    assert again.status_code == 304
    assert [program.json()["error"]["code"], asked.json()["error"]["code"]] == ["no_such_address"] * 2


async def raw(host, port, data):
    """The head and the body of the answer to whatever is sent."""
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    async with asyncio.timeout(20):
        answer = (await reader.read()).decode()
    writer.close()
    head, _, body = answer.partition("\r\n\r\n")
    return head, body


async def status_of_socket(house, path, **more):
    """The status with which a socket is refused."""
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://{house.address}{path}", **more)
    return refused.value.response.status_code


def test_a_socket_where_there_is_none_is_refused(tmp_path, bundle):
    async def scene():
        async with serving(tmp_path) as house:
            paths = ("/nowhere", "/", "/api/nowhere", "/api/about", "/api/tables/aaaaaaaaaa/socket")
            payload = [await status_of_socket(house, path) for path in paths]
            return payload, (await ask(house, path="/health")).status_code

    assert asyncio.run(scene()) == ([403] * 5, 200)


# ---- Names and origins ---------------------------------------------------------------------------


ORIGINS = ["http://elsewhere.test", "null", "http://[", "", "file://", "https://127.0.0.1"]


def test_another_page_can_neither_post_nor_open_a_socket(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"])
            path = f"/api/tables/{made['table']}/socket"
            kind = "application/json"
            return [
                (
                    (
                        await ask(house, "POST", "/api/tables", "{}", origin=origin, content_type=kind)
                    ).status_code,
                    await status_of_socket(house, path, additional_headers={"Origin": origin}),
                )
                for origin in ORIGINS
            ]

    assert asyncio.run(scene()) == [(403, 403)] * len(ORIGINS)


def test_our_own_page_can(tmp_path):
    async def scene():
        async with serving(tmp_path, hosts=LOCAL_NAMES) as house:
            origin = f"http://{house.address}"
            made = await house.make("carolus", ["me", "me"])
            post = await ask(
                house, "POST", "/api/look", '{"tables": []}', origin=origin, content_type="application/json"
            )
            async with connect(
                f"ws://{house.address}/api/tables/{made['table']}/socket",
                additional_headers={"Origin": origin},
            ) as socket:
                await socket.send('{"say": "hello"}')
                return post.status_code, json.loads(await socket.recv())["say"]

    assert asyncio.run(scene()) == (200, "welcome")


def test_a_server_for_this_machine_alone_answers_to_no_other_name(tmp_path):
    """A name that an attacker lets point to this machine gets no answer, over HTTP as over the socket."""

    async def scene():
        async with serving(tmp_path, hosts=LOCAL_NAMES) as house:
            made = await house.make("carolus", ["me", "me"])
            payload = [
                (await ask(house, host=host)).status_code for host in ("elsewhere.test", "127.0.0.1.x", "")
            ]
            with pytest.raises(InvalidStatus) as refused:
                await connect(
                    f"ws://elsewhere.test:1/api/tables/{made['table']}/socket",
                    host="127.0.0.1",
                    port=int(house.address.split(":")[1]),
                )
            return payload, refused.value.response.status_code

    assert asyncio.run(scene()) == ([421, 421, 421], 403)


# ---- How much, how often, how slowly -------------------------------------------------------------


def test_who_asks_too_often_waits_and_what_makes_a_table_costs_more(tmp_path):
    async def scene():
        async with serving(tmp_path, limits=Limits(requests=Rate(20.0, 0.0))) as house:
            made = await house.make("carolus", ["me", "me"])  # 6
            again = await house.post(
                f"/api/tables/{made['table']}/rematch", {}, made["host"]
            )  # 6, though refused
            payload = [(await ask(house)).status_code for _ in range(9)]
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://{house.address}/api/tables/{made['table']}/socket")
            return again.status_code, payload, refused.value.response.status_code

    assert asyncio.run(scene()) == (409, [200] * 8 + [429], 403)


def test_only_a_few_files_of_one_address_wait(tmp_path):
    async def scene():
        async with serving(
            tmp_path, limits=Limits(background_jobs_of_address=5, uploads_of_address=9)
        ) as house:
            asked = [
                ask(house, "POST", "/api/records", "{}\n" * 4000, content_type="text/plain") for _ in range(9)
            ]
            return sorted(answer.status_code for answer in await asyncio.gather(*asked))

    payload = asyncio.run(scene())

    assert set(payload) <= {422, 429}
    assert payload.count(422) >= 5


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path):
    async def scene():
        async with serving(tmp_path, body_seconds=0.1) as house:
            host, port = house.address.split(":")
            started = time.monotonic()
            head, body = await raw(
                host,
                port,
                f"POST /api/look HTTP/1.1\r\nHost: {house.address}\r\nContent-Type: application/json\r\n"
                "Content-Length: 50\r\nConnection: close\r\n\r\n{".encode(),
            )
            return head.split()[1], json.loads(body)["error"]["code"], time.monotonic() - started < 15

    assert asyncio.run(scene()) == ("408", "body_late", True)


def test_a_body_that_is_broken_off_does_nothing(tmp_path):
    """Whole JSON came, but less than was announced: whoever sent it went away in the middle."""
    wish = json.dumps({"game": "carolus", "seats": [{"kind": "open"}] * 2, "listed": True})

    async def scene():
        async with serving(tmp_path) as house:
            host, port = house.address.split(":")
            _, writer = await asyncio.open_connection(host, int(port))
            head = f"POST /api/tables HTTP/1.1\r\nHost: {house.address}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: {len(wish) + 5}\r\n\r\n{wish}".encode())
            await writer.drain()
            writer.close()
            await writer.wait_closed()
            none = (await house.get("/api/tables")).json()
            whole = await ask(house, "POST", "/api/tables", wish, content_type="application/json")
            return none, whole.status_code, len((await house.get("/api/tables")).json()["tables"])

    assert asyncio.run(scene()) == ({"tables": []}, 201, 1)


def test_so_many_may_look_and_no_more(tmp_path):
    async def scene():
        async with serving(tmp_path, most_sockets=3) as house:
            made = await house.make("carolus", ["me", "me"])
            inside = [await Player.come(house, made["table"], None) for _ in range(3)]
            late = await Player.knock(house, made["table"])
            await late.say({"say": "hello"})
            code = (await late.hear("error"))["error"]["code"]
            await inside[0].leave()
            again = await Player.come(house, made["table"], None)
            for player in (*inside[1:], again):
                await player.leave()
            return code, again.heard[0]["say"]

    assert asyncio.run(scene()) == ("too_many_sockets", "welcome")

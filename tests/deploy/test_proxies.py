"""The recipes for Caddy and nginx, run by the real programs in front of a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.deploy.proxy_kit import BANNED, NAME, PATIENCE, Site, caddy, decoded, nginx, program, table_server
from websockets.sync.client import ClientConnection

import web

PROXIES = {"caddy": caddy, "nginx": nginx}
LIE = "198.51.100.7"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server behind the proxies; it shows the page, which may have to be built first."""
    web.make_bundle()
    with table_server(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="module", params=PROXIES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site as a club would have it."""
    name = request.param
    if not program(name):
        pytest.skip(f"{name} is not installed here")
    folder: Path = tmp_path_factory.mktemp(name)
    with PROXIES[name](folder, request.getfixturevalue("server")) as opened:
        yield opened


def test_the_page_and_all_it_asks_for_come_through(site: Site) -> None:
    status, page, headers = site.ask("GET", "/")
    names = re.findall(rb'(?:src|href)="(/assets/[^"]+)"', page)

    assert status == 200
    assert names
    assert {site.ask("GET", name.decode())[0] for name in names} == {200}
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_move_is_made_through_a_websocket(site: Site) -> None:
    wish = {"game": "carolus", "seats": [{"kind": "me"}, {"kind": "me"}], "pace": 0}
    status, body, _ = site.ask(
        "POST", "/api/tables", json.dumps(wish).encode(), Content_Type="application/json"
    )
    made = decoded(body)
    assert status == 201, body
    done = []
    for token in made["seats"].values():
        with site.at_table(made["table"]) as line:
            line.send(json.dumps({"say": "hello", "token": token, "after": None, "deltas": False}))
            frame = next_of(line, "frame")
            if not frame["view"]["offers"]:
                continue
            action = frame["view"]["offers"][0]
            line.send(json.dumps({"say": "act", "id": 1, "after": frame["seq"], "action": action}))
            done.append(next_of(line, "done")["id"])
            break

    assert done == [1]


def next_of(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind; a refusal ends the wait."""
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=PATIENCE))
        assert message["say"] not in ("refused", "error", "bye"), message
        if message["say"] == kind:
            return message


def test_a_page_of_another_site_is_refused(site: Site) -> None:
    status, body, _ = site.ask("POST", "/api/tables", b"{}", Origin="https://evil.example")

    assert (status, decoded(body)["error"]["code"]) == (403, "foreign_origin")


def test_the_server_knows_who_asks_and_believes_no_client_about_it(site: Site) -> None:
    asked = {
        "by a client": site.ask("GET", "/health/live")[0],
        "by the banned one": site.ask("GET", "/health/live", source=BANNED)[0],
        "by the banned one, who lies": site.ask(
            "GET", "/health/live", source=BANNED, X_Forwarded_For=LIE, X_Real_IP=LIE, Forwarded=f"for={LIE}"
        )[0],
        "by one who claims to be the banned one": site.ask("GET", "/health/live", X_Forwarded_For=BANNED)[0],
    }

    assert asked == {
        "by a client": 200,
        "by the banned one": 403,
        "by the banned one, who lies": 403,
        "by one who claims to be the banned one": 200,
    }


@pytest.mark.parametrize("site", ["nginx"], indirect=True)  # Caddy renews its certificates itself
def test_a_certificate_can_be_renewed_and_everything_else_is_sent_to_the_encrypted_site(site: Site) -> None:
    """Certbot puts a file where port 80 shows it."""
    site.challenges.mkdir(parents=True)
    (site.challenges / "token").write_text("proof")

    asked = {path: site.ask_plainly(path) for path in ("/.well-known/acme-challenge/token", "/t/abc?x=1")}

    assert asked["/.well-known/acme-challenge/token"] == (200, b"proof", None)
    assert asked["/t/abc?x=1"][0] == 301
    assert asked["/t/abc?x=1"][2] == f"https://{NAME}/t/abc?x=1"


def test_a_long_game_reaches_the_server(site: Site) -> None:
    """What is wrong with it is said by us: the proxy does not refuse its size first."""
    status, body, _ = site.ask("POST", "/api/records", b"x" * 3_000_000, Content_Type="text/plain")

    assert status in (400, 422)
    assert "sentence" in decoded(body)["error"]


def test_no_other_name_is_served(site: Site) -> None:
    """nginx answers with the only site it has, and the server refuses; Caddy has nothing to show."""
    status, body, _ = site.ask("GET", "/api/about", Host="evil.example")

    assert status == 421 or body == b""
    assert NAME.encode() not in body or status == 421

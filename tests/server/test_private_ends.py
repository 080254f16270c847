"""Small leaks: metrics for strangers, host tokens that stay valid for ever, bots that answer at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.kit import asking, serving, settle, until

from aachen.server.bots.driver import _chosen
from aachen.server.bots.request import BotRequest

TOKEN = "operator"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize(
    ("address", "token", "status"),
    [
        ("127.0.0.1", None, 200),
        ("::1", None, 200),
        ("::ffff:127.0.0.1", None, 200),
        ("203.0.113.9", None, 401),
        ("192.168.1.5", None, 401),
        ("203.0.113.9", TOKEN, 200),
        ("203.0.113.9", "guessed", 401),
        ("127.0.0.1", "guessed", 401),
    ],
)
def test_metrics_are_for_this_machine_or_with_a_token(tmp_path: Path, address, token, status) -> None:
    with asking(tmp_path, metrics_token=TOKEN) as client:
        stranger = TestClient(client.app, "http://127.0.0.1", client=(address, 1))
        answer = stranger.get("/metrics", headers={} if token is None else bearer(token))

    assert answer.status_code == status
    assert ("aachen_moves_total" in answer.text) == (status == 200)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "CF-Connecting-IP"])
def test_metrics_are_not_for_whom_a_proxy_on_this_machine_forwards(tmp_path: Path, header) -> None:
    """Also of a server that was not told of its proxy: there everybody seems to be on this machine."""
    with asking(tmp_path, metrics_token=TOKEN) as client:
        proxy = TestClient(
            client.app, "http://127.0.0.1", client=("127.0.0.1", 1), headers={header: "203.0.113.9"}
        )
        answers = [proxy.get("/metrics", headers=each).status_code for each in ({}, bearer(TOKEN))]

    assert answers == [401, 200]


def test_without_a_token_of_the_operator_no_token_opens_the_metrics(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        stranger = TestClient(client.app, "http://127.0.0.1", client=("203.0.113.9", 1))
        data = [stranger.get("/metrics", headers=bearer(each)).status_code for each in ("None", "x")]

    assert data == [401, 401]


def test_a_host_renews_the_token_and_the_old_one_is_void(tmp_path: Path) -> None:
    wish = {"game": "carolus", "seats": [{"kind": "me"}, {"kind": "open"}]}
    with asking(tmp_path) as client:
        made = client.post("/api/tables", json=wish).json()
        path = f"/api/tables/{made['table']}"
        refused = [
            client.post(f"{path}/host", headers=headers).status_code
            for headers in ({}, bearer(next(iter(made["seats"].values()))), bearer("x" * 43))
        ]
        new = client.post(f"{path}/host", headers=bearer(made["host"])).json()["host"]
        old = client.post(f"{path}/close", headers=bearer(made["host"])).status_code
        closed = client.post(f"{path}/close", headers=bearer(new)).status_code

    assert set(refused) <= {401, 403}
    assert new != made["host"]
    assert (old in (401, 403), closed) == (True, 200)


def test_a_bot_with_nothing_to_choose_takes_as_long_as_for_a_choice(tmp_path: Path) -> None:
    offers = [{"do": "anything"}]
    request = BotRequest(
        kind="course",
        game="carolus",
        options=None,
        level="search",
        seed=1,
        view={"offers": offers},
        patience=60.0,
    )

    async def scene() -> tuple[bool, bool]:
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"])
            runner = house.tables.loaded[made["table"]]
            runner.bot_seconds[0] = 3.0
            asked = asyncio.create_task(_chosen(runner, house.bots, 0, request))
            await settle()
            await house.time.advance(2.9)
            early = asked.done()
            await house.time.advance(0.2)
            await until(asked.done)
            return early, asked.result() == offers

    assert asyncio.run(scene()) == (False, True)


class Remembered(dict[int, float]):
    """Keeps the first time too: the next decisions of a quick bot follow at once."""

    def __init__(self) -> None:
        super().__init__()
        self.first: list[float] = []

    def __setitem__(self, seat: int, seconds: float) -> None:
        self.first.append(seconds)
        super().__setitem__(seat, seconds)


def test_how_long_a_bot_thinks_is_remembered(tmp_path: Path) -> None:
    async def scene() -> float:
        async with serving(tmp_path, hold_bots=True) as house:
            made = await house.make("carolus", ["random", "random"])
            runner = house.tables.loaded[made["table"]]
            remembered = runner.bot_seconds = Remembered()
            await until(lambda: house.bots.requests)
            await house.time.advance(2.5)
            assert house.bots.hold is not None
            house.bots.hold.set()
            await until(lambda: remembered.first)
            return remembered.first[0]

    assert asyncio.run(scene()) == pytest.approx(2.5)

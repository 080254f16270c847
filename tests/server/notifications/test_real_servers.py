"""Turns of many tables, mailed by several real processes that share them: each is told once."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.server.kit import Player
from tests.server.notifications.kit import SENDER, Mailbox, mail_server
from tests.server.real_server import RealServer, stop_all
from tests.storage.postgres import running_postgres

TABLES = 6
TURNS = 4
PATIENCE = 60.0

Plain = dict[str, Any]


async def until_mailed(box: Mailbox, number: int) -> None:
    """Wait for so many mails, and a moment longer for those that should not come."""
    async with asyncio.timeout(PATIENCE):
        while len(box.mails) < number:
            await asyncio.sleep(0.05)
    await asyncio.sleep(1)


async def mailed_seats(server: RealServer, box: Mailbox, number: int) -> Plain:
    """A table whose two players get mails as often as there is something to tell."""
    made = await server.make("carolus", ["me", "me"])
    path = f"/api/tables/{made['table']}/notifications"
    for seat, token in made["seats"].items():
        address = f"{seat}-{number}@example.org"
        wish = {"channel": "mail", "address": address, "link": False, "settings": {"every": 0}}
        found = (await server.post(path, wish, token)).json()
        mail = next(mail for _, to, mail in box.mails if to == [address])
        code = re.findall(r"^\d{6}", mail.get_content(), re.MULTILINE)[0]
        wish = {"do": "confirm", "code": code}
        answer = await server.post(f"{path}/{found['subscription']['id']}", wish, token)
        assert answer.status_code == 200, answer.text
    return made


async def move(server: RealServer, made: Plain) -> str:
    """Whoever is asked acts until somebody else is, and leaves; who is asked then."""
    watcher = await Player.come(server, made["table"], None)
    (asked,) = watcher.frames[-1]["view"]["to_act"]
    await watcher.leave()
    player = await Player.come(server, made["table"], made["seats"][asked])
    while asked in player.view["to_act"]:
        answer = await player.act()
        assert answer["say"] == "done", answer
    (waits,) = player.view["to_act"]
    await player.leave()
    return f"{waits}"


async def play(servers: list[RealServer], box: Mailbox) -> tuple[Counter[str], Counter[str]]:
    """Who should have been told how often, and who was."""
    tables = [await mailed_seats(servers[number % len(servers)], box, number) for number in range(TABLES)]
    codes, expected = len(box.mails), Counter[str]()
    for turn in range(TURNS):
        moved = await asyncio.gather(
            *[move(servers[(number + turn) % len(servers)], made) for number, made in enumerate(tables)]
        )
        expected.update(f"{seat}-{number}@example.org" for number, seat in enumerate(moved))
        await until_mailed(box, codes + expected.total())
    return expected, Counter(to[0] for _, to, _ in box.mails[codes:])


@pytest.mark.parametrize("kind", ["processes", "postgres"])
def test_every_turn_is_mailed_once_by_several_servers(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(box: Mailbox) -> tuple[Counter[str], Counter[str], str]:
        with contextlib.ExitStack() as stack:
            if kind == "processes":
                servers = [RealServer(str(tmp_path / "tables.db"), tmp_path, processes=2)]
            else:
                database = stack.enter_context(running_postgres()).empty_database()
                for name in ("one", "two"):
                    (tmp_path / name).mkdir()
                servers = [RealServer(database, tmp_path / name) for name in ("one", "two")]
            return await scene_on(servers, box)

    async def scene_on(servers: list[RealServer], box: Mailbox) -> tuple[Counter[str], Counter[str], str]:
        try:
            for server in servers:
                await server.start()
            expected, told = await play(servers, box)
            return expected, told, "".join(server.complaints() for server in servers)
        finally:
            await stop_all(servers)

    with mail_server() as (box, port):
        monkeypatch.setenv("AACHEN_SMTP", f"smtp://127.0.0.1:{port}")
        monkeypatch.setenv("AACHEN_MAIL_FROM", SENDER)
        expected, told, complaints = asyncio.run(scene(box))

    assert told == expected
    assert expected.total() == TABLES * TURNS
    assert complaints == ""

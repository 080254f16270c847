"""Pages of a PostgreSQL database that cannot be read: the tables in them are lost, and nothing else."""

import asyncio
import random
import signal
import sqlite3
from pathlib import Path

import pytest
from tests.server.kit import Dice, play_on, serving
from tests.server.rules_kit import Kept, players
from tests.storage.postgres import running_postgres

from aachen.server.operations.examine import examine
from aachen.server.operations.people import Person, traces_of
from aachen.storage import open_operator
from aachen.storage.postgres import PostgresStore
from aachen.storage.salvage import back_up_readable

PAGE = 8_192


def break_page(postgres, url, name, table):
    """Overwrite the page that has a row of this table, while the database is down."""
    place = f"SELECT (ctid::text::point)[0]::int FROM {name} WHERE id = '{table}' ORDER BY ctid DESC LIMIT 1"
    block = postgres.do(place, url)
    file = postgres.folder / "data" / postgres.do(f"SELECT pg_relation_filepath('{name}')", url)
    postgres.stop(signal.SIGINT)
    with file.open("r+b") as opened:
        opened.seek(block * PAGE)
        opened.write(b"\x5a" * PAGE)
    postgres.start()


async def fill(url):
    """Tables whose sheets need more than one page, all of them with some moves."""
    async with serving(Path(), PostgresStore(url), chance=Dice(3)) as house:
        made = [await house.make("carolingi", ["me", "me"], listed=True) for _ in range(12)]
        for each in made:
            async with players(house, Kept(each["table"], each["host"], each["seats"])) as at_table:
                await play_on(at_table, 6, random.Random(1))
    return made


async def ask_server(url, made):
    """What a server answers about these tables: each, one's own list, the public list and its health."""
    async with serving(Path(), PostgresStore(url)) as house:
        answers = {
            each["table"]: (await house.get(f"/api/tables/{each['table']}")).status_code for each in made
        }
        wish = [{"table": each["table"], "token": each["host"]} for each in made]
        looked = await house.post("/api/look", {"tables": wish})
        lists = [(await house.get(path)).status_code for path in ("/api/tables", "/health")]
        sound = next(table for table, code in answers.items() if code == 200)
        async with house.player(sound) as watcher:
            assert (await watcher.ask("ping"))["say"] == "done"
        return answers, looked, lists


async def ask_operator(url, folder):
    """The verdict on every table that is known of, and the tables that could not be searched for a person."""
    store = open_operator(url)
    await store.open(may_write=False)
    try:
        found = [await examine(store, name) for name in await store.names()]
        verdicts = {each.table: each.verdict for each in found if each is not None}
        unreadable: list[str] = []
        await traces_of(store, Person(name="nobody"), unreadable)
        left_out = await back_up_readable(store, folder / "backup", 0, lambda done, total: None)
        assert set(left_out) == set(unreadable)
        return verdicts, set(unreadable), await store.damage()
    finally:
        await store.close()


@pytest.mark.parametrize("name", ["sheet", "entry"])
def test_a_page_that_cannot_be_read_costs_the_tables_in_it_and_no_list(tmp_path, name):
    with running_postgres() as postgres:
        url = postgres.new_database()
        made = asyncio.run(fill(url))
        broken = made[3]["table"]
        break_page(postgres, url, name, broken)
        answers, looked, lists = asyncio.run(ask_server(url, made))
        verdicts, unsearched, damage = asyncio.run(ask_operator(url, tmp_path))
    unread = {table for table, code in answers.items() if code != 200}
    seen = {each["table"]: each["fault"] for each in looked.json()["tables"]}

    assert broken in unread
    assert len(unread) < len(made)
    assert {answers[each] for each in unread} == {500}
    assert (looked.status_code, lists) == (200, [200, 200])
    assert {each for each, fault in seen.items() if fault is None} == answers.keys() - unread
    assert {table for table, verdict in verdicts.items() if verdict != "sound"} == unread
    assert verdicts.keys() == answers.keys()
    assert unsearched == unread
    assert damage != []
    with sqlite3.connect(tmp_path / "backup") as saved:
        assert {row[0] for row in saved.execute("SELECT id FROM sheet")} == answers.keys() - unread
    saved.close()

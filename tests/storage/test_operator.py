"""What operators may ask of every database, beside a server that uses it: SQLite and PostgreSQL alike."""

import asyncio
import random
import sqlite3
import subprocess
import sys

import asyncpg
import pytest
from tests.storage.kit import chat, entry, outcomes, run, sheet, until

from aachen.core.errors import BadInput
from aachen.storage import address, open_operator, open_store
from aachen.storage.operator import ERASED, Edit


def beside(place, scene, may_write=True, notice=lambda table: None):
    """Play a scene with a server's store and an operator's, both open on one database."""

    async def play():
        store = open_store(place)
        await store.open(notice)
        operator = open_operator(place)
        try:
            await operator.open(may_write)
            return await scene(store, operator)
        finally:
            await operator.close()
            await store.close()

    return asyncio.run(play())


async def fill(store, tables=("table1", "table2")):
    for table in tables:
        await store.create(sheet(table))
        await store.append(table, entry(0, "header"))
        await store.append(table, entry(1))
        await store.talk(table, chat(1))
        await store.talk(table, chat(2))


def test_tables_are_counted_and_listed_by_their_ids(place):
    async def look(store, operator):
        for number in range(7):
            await store.create(sheet(f"t{number}"))
        first = await operator.sheets("", 4)
        rest = await operator.sheets(first[-1].table, 4)
        return await operator.count(), [each.table for each in first + rest]

    assert beside(place, look) == (7, [f"t{number}" for number in range(7)])


LOOK = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM sheet').fetchone()"


def test_a_command_beside_a_server_leaves_the_servers_files_alone(tmp_path):
    """A server has its own operator's connection; the last program to leave a file removes its write-ahead log."""
    place = tmp_path / "tables.db"

    async def look(store, operator):
        await fill(store)
        done = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", LOOK, place], timeout=60)
        await fill(store, ["table3"])
        return done.returncode, (tmp_path / "tables.db-wal").exists()

    assert beside(str(place), look) == (0, True)


def test_a_table_comes_with_all_of_its_chat(place):
    async def look(store, operator):
        await store.create(sheet())
        for number in range(1, 130):
            await store.talk("table1", chat(number))
        return len((await operator.table("table1")).chat), await operator.table("nobody")

    assert beside(place, look) == (129, None)


def test_an_edit_goes_on_top_of_what_is_stored_or_is_not_done(place):
    async def write(store, operator):
        await fill(store, ["table1"])
        data = await outcomes(
            operator.edit("table1", Edit(sheet(version=3))),
            operator.edit("table1", Edit(sheet(version=2), entry(3))),
            operator.edit("table1", Edit(sheet(version=2), entry(2), ["another line"])),
        )
        data += await outcomes(
            operator.edit("table1", Edit(sheet(version=2), entry(2), entry(1).lines, [1], {0: ["rewritten"]}))
        )
        data += await outcomes(store.append("table1", entry(2)), store.change(sheet(version=2)))
        return data, await operator.table("table1")

    data, kept = beside(place, write)

    assert data == ["Conflict", "Gap", "Gap", "kept", "Conflict", "Conflict"]
    assert (kept.sheet.version, [each.seq for each in kept.entries]) == (2, [0, 1, 2])
    assert [each.body for each in kept.chat] == [ERASED, b"hello"]
    assert [each.lines for each in kept.entries[:2]] == [["rewritten"], entry(1).lines]


def test_a_deleted_table_leaves_nothing_and_its_neighbour_everything(place):
    async def remove(store, operator):
        await fill(store)
        other = await store.load("table2")
        data = await outcomes(operator.delete("table1", version=7))
        gone = await operator.delete("table1", version=1), await operator.delete("table1")
        await store.create(sheet("table1"))  # of the old one nothing comes back
        return data, gone, await operator.table("table1"), await store.load("table2") == other

    data, gone, again, same = beside(place, remove)

    assert (data, gone, same) == (["Conflict"], (True, False), True)
    assert (again.entries, again.chat) == ([], [])


def test_stale_is_only_a_table_at_which_nothing_was_written_since(place):
    async def look(store, operator):
        for table in ("silent", "played", "talked", "over"):
            await store.create(sheet(table, state="finished" if table == "over" else "running"))
        await store.append("played", entry(0))  # at 3_000
        await store.talk("talked", chat(1))  # at 4_001
        names = [
            sorted(each.table for each in await operator.stale("running", at)) for at in (2_000, 2_001, 3_001)
        ]
        return names, [each.table for each in await operator.stale("finished", 9_000)]

    assert beside(place, look) == ([[], ["silent"], ["played", "silent"]], ["over"])


def test_old_chat_is_found_until_it_is_erased(place):
    async def look(store, operator):
        await fill(store)
        found = await operator.spoken(4_002)
        await operator.edit("table1", Edit(sheet(version=2), erased=[1]))
        return found, await operator.spoken(4_002), await operator.spoken(4_003)

    assert beside(place, look) == (
        {"table1": [1], "table2": [1]},
        {"table2": [1]},
        {"table1": [2], "table2": [1, 2]},
    )


def test_notes_are_kept_replaced_and_removed(place):
    async def write(store, operator):
        await operator.set_note("maintenance", b"1", 5)
        await operator.set_note("maintenance", b"2", 6)
        await operator.set_note("ban 10.0.0.1", b"", 7)
        first = await operator.notes()
        await operator.set_note("maintenance", None, 8)
        return first, await operator.notes()

    assert beside(place, write) == (
        {"maintenance": b"2", "ban 10.0.0.1": b""},
        {"ban 10.0.0.1": b""},
    )


def test_servers_hear_which_tables_an_operator_changed(place):
    heard: list[str] = []

    async def write(store, operator):
        await fill(store)
        newest, _ = await operator.notices(None)
        await operator.edit("table1", Edit(sheet(version=2)))
        await operator.delete("table2")
        newest, polled = await operator.notices(newest)
        if "://" not in place:
            return sorted(polled), await operator.notices(newest)
        await until(lambda: {"table1", "table2"} <= set(heard))
        return sorted(set(heard) & {"table1", "table2"}), await operator.notices(None)

    data, later = beside(place, write, notice=heard.append)

    assert data == ["table1", "table2"]
    assert later[1] == []


def test_a_command_that_only_reads_cannot_write(place):
    run(fill, place)

    async def write(store, operator):
        data = await outcomes(operator.delete("table1"), operator.set_note("x", b"", 1))
        return data, await operator.count()

    assert beside(place, write, may_write=False) == (["StoreFailed"] * 2, 2)


def test_the_size_grows_with_what_is_stored(place):
    async def write(store, operator):
        before = await operator.size()
        await store.create(sheet(body=random.Random(1).randbytes(400_000)))
        return await operator.size() - before

    assert beside(place, write) > 100_000


def test_a_sound_database_has_no_damage(place):
    async def look(store, operator):
        await fill(store)
        return await operator.damage()

    assert beside(place, look) == []


def test_a_database_that_is_not_there_is_not_made(place, tmp_path):
    other = place if "://" in place else str(tmp_path / "nowhere.db")

    async def look():
        operator = open_operator(other)
        with pytest.raises(BadInput) as wrong:
            await operator.open(may_write=False)
        return wrong.value.faults[0].code

    assert asyncio.run(look()) == "store_missing"
    assert not (tmp_path / "nowhere.db").exists()


def test_a_row_without_its_table_is_damage(place, postgres):
    async def spoil(store, operator):
        await fill(store, ["table1"])

    beside(place, spoil)
    if "://" in place:
        postgres.do("ALTER TABLE chat DROP CONSTRAINT chat_id_fkey", place)
        postgres.do("UPDATE chat SET id = 'nobody'", place)
    else:
        with sqlite3.connect(place) as database:
            database.execute("UPDATE chat SET id = 'nobody'")

    async def look(store, operator):
        return await operator.damage()

    assert any("chat: a row without its sheet" in each for each in beside(place, look))


def test_a_command_waits_for_a_large_database_and_a_server_does_not(postgres, monkeypatch):
    """The rows are locked for as long as a search through very many of them would take."""
    place = postgres.empty_database()
    run(fill, place)
    monkeypatch.setattr(address, "PATIENCE", 0.2)

    async def look():
        other = await asyncpg.connect(place)
        operators = [open_operator(place, is_command) for is_command in (False, True)]
        for each in operators:
            await each.open(may_write=False)
        await other.execute("BEGIN; LOCK TABLE entry IN ACCESS EXCLUSIVE MODE")
        command = asyncio.create_task(operators[1].damage())
        server = await operators[0].damage()
        is_done = command.done()
        await other.execute("ROLLBACK")
        found = await command
        for each in (*operators, other):
            await each.close()
        return server, is_done, found

    server, is_done, found = asyncio.run(look())

    assert len(server) > 0
    assert (is_done, found) == (False, [])

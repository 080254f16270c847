"""A backup shows one moment of a database in use, and makes any empty database what the first one was."""

import asyncio
import json
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from tests.storage.kit import chat, entry, run, sheet, until

from aachen.core.errors import BadInput
from aachen.storage import open_operator, open_store, sqlite
from aachen.storage.backup_file import COLUMNS
from aachen.storage.notifications import StoredSubscription
from aachen.storage.operator import BACKUP, restored_note
from aachen.storage.salvage import back_up_readable
from aachen.storage.store import StoreFailed

NOTE = restored_note(9_000, b"\1" * 16)


async def fill_table(store, number):
    table = f"table{number}"
    await store.create(sheet(table, body=b"\0\xff" + bytes(3_000), listed=number % 2 == 0))
    for seq in range(5):
        await store.append(table, entry(seq, f"line {seq} é", "x" * 2_000))
    await store.talk(table, chat(1))


async def fill(store):
    await asyncio.gather(*[fill_table(store, number) for number in range(12)])


def silent(done, total):
    """Nobody looks."""


async def with_operator(place, work, may_write=False):
    operator = open_operator(place)
    await operator.open(may_write)
    try:
        return await work(operator)
    finally:
        await operator.close()


def back_up(place, file, advance=silent):
    asyncio.run(with_operator(place, lambda operator: operator.back_up(file, advance)))


def restore(place, file, replace=False, advance=silent):
    async def work():
        operator = open_operator(place)
        if "://" in place:
            await operator.open(may_write=True)
        try:
            await operator.restore(file, NOTE, 9_000, replace, advance)
        finally:
            await operator.close()

    asyncio.run(work())


async def everything(operator):
    return [await operator.table(each.table) for each in await operator.sheets()]


@pytest.fixture(params=["sqlite", "postgres"])
def other_place(request, tmp_path):
    """A second, empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "other.db")
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture(scope="module")
def backup(tmp_path_factory):
    """A backup of twelve tables."""
    folder = tmp_path_factory.mktemp("backup")
    run(fill, str(folder / "tables.db"))
    back_up(str(folder / "tables.db"), folder / "tables.backup")
    return folder / "tables.backup"


def test_every_database_can_be_restored_into_every_other(place, other_place, tmp_path):
    run(fill, place)
    file = tmp_path / "tables.backup"
    backed_up, restored = [], []

    back_up(place, file, lambda done, total: backed_up.append((done, total)))
    restore(other_place, file, advance=lambda done, total: restored.append((done, total)))
    before, after = (asyncio.run(with_operator(each, everything)) for each in (place, other_place))
    notes = [
        asyncio.run(with_operator(each, lambda operator: operator.notes())) for each in (place, other_place)
    ]

    assert len(before) == 12
    assert before == after
    assert backed_up[-1][0] == backed_up[-1][1] > 0
    assert restored[-1][0] == restored[-1][1] > 0
    assert notes == [{}, {"restored": NOTE}]
    assert json.loads(NOTE) == {"at": 9_000, "nonce": "01" * 16}


def test_a_server_goes_on_in_a_restored_database(other_place, backup):
    restore(other_place, backup)

    async def go_on(store):
        await store.append("table3", entry(5), before=entry(4, "line 4 é", "x" * 2_000).lines)
        return len((await store.load("table3")).entries)

    assert run(go_on, other_place) == 6


def test_a_backup_is_its_owners_alone_and_one_file(place, tmp_path):
    run(fill, place)
    old = os.umask(0)
    try:
        back_up(place, tmp_path / "copy")
    finally:
        os.umask(old)

    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("copy")] == ["copy"]


def test_a_backup_beside_a_busy_server_shows_one_moment(place, tmp_path):
    """Two tables get their entries in turn, each with a sheet: in a copy of one moment all of them fit together."""
    file = tmp_path / "tables.backup"

    async def scene():
        store = open_store(place)
        await store.open(lambda table: None)
        for table in ("first", "second"):
            await store.create(sheet(table))
        written = 0

        async def write():
            nonlocal written
            while True:
                for table in ("first", "second"):
                    await store.append(table, entry(written, "x" * 2_000), sheet(table, written + 2))
                written += 1

        writing = asyncio.create_task(write())
        await until(lambda: written > 40)
        steps = []
        await with_operator(place, lambda operator: operator.back_up(file, lambda *step: steps.append(step)))
        during = written
        await until(lambda: written > during)  # the server went on
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await store.close()

    asyncio.run(scene())
    copy = sqlite3.connect(file)
    counts = dict(copy.execute("SELECT id, count(*) FROM entry GROUP BY id").fetchall())
    versions = dict(copy.execute("SELECT id, version FROM sheet").fetchall())
    copy.close()

    assert counts["first"] > 40
    assert counts["first"] - counts["second"] in (0, 1)
    assert versions == {table: number + 1 for table, number in counts.items()}


def test_tables_are_not_replaced_unasked(other_place, backup):
    async def other(store):
        await store.create(sheet("precious"))

    run(other, other_place)
    with pytest.raises(BadInput) as wrong:
        restore(other_place, backup)
    kept = asyncio.run(with_operator(other_place, everything))
    restore(other_place, backup, replace=True)

    assert wrong.value.faults[0].code == "store_not_empty"
    assert [each.sheet.table for each in kept] == ["precious"]
    assert len(asyncio.run(with_operator(other_place, everything))) == 12


def test_a_replaced_file_is_kept_beside_the_new_one(tmp_path, backup):
    place = str(tmp_path / "tables.db")
    run(fill, place)
    restore(place, backup, replace=True)

    assert len(asyncio.run(with_operator(f"{place}.replaced", everything))) == 12
    assert not Path(f"{place}.restoring").exists()


def test_a_file_that_a_server_holds_is_not_restored_into(tmp_path, backup):
    place = str(tmp_path / "tables.db")
    run(fill, place)

    async def scene(store):
        with pytest.raises(BadInput) as wrong:
            await open_operator(place).restore(backup, NOTE, 1, True, silent)
        (fault,) = wrong.value.faults
        return fault.code, fault.facts, len((await store.load("table1")).entries)

    assert run(scene, place) == ("store_in_use", {"path": place}, 5)


def test_a_restore_that_breaks_off_changes_nothing(other_place, backup):
    def break_off(done, total):
        raise OSError("no space left")

    with pytest.raises((BadInput, StoreFailed)):
        restore(other_place, backup, advance=break_off)

    async def begin(store):
        await store.create(sheet("table1"))
        return len(await store.find("running", None, 99))

    assert run(begin, other_place) == 1


@pytest.mark.parametrize("can_link", [True, False])
def test_a_restore_that_breaks_off_at_its_last_step_leaves_the_tables(
    tmp_path, backup, monkeypatch, can_link
):
    """As a power cut would: whatever was done before it, the file of the database is there."""
    place, replace = tmp_path / "tables.db", os.replace
    run(fill, str(place))

    def cut_off(source, target):
        if Path(target) == place:
            raise OSError("power cut")
        replace(source, target)

    def refuse(source, target):
        raise OSError("no links here")

    with monkeypatch.context() as cut:
        cut.setattr(os, "replace", cut_off)
        if not can_link:
            cut.setattr(os, "link", refuse)
        with pytest.raises(BadInput):
            restore(str(place), backup, replace=True)

    assert len(asyncio.run(with_operator(str(place), everything))) == 12
    restore(str(place), backup, replace=True)
    assert len(asyncio.run(with_operator(f"{place}.replaced", everything))) == 12


@pytest.mark.parametrize("damage", ["text", "cut", "page", "missing", "folder", "foreign", "future"])
def test_what_is_no_whole_backup_is_refused(tmp_path, backup, damage):
    file = tmp_path / "tables.backup"
    file.write_bytes(backup.read_bytes())
    spoil(file, damage)

    with pytest.raises(BadInput) as wrong:
        restore(str(tmp_path / "new.db"), file)

    expected = {
        "text": {"backup_not_one"},
        "cut": {"store_damaged", "store_not_a_database"},
        "page": {"store_damaged"},
        "missing": {"file_missing"},
        "folder": {"file_is_folder"},
        "foreign": {"store_not_ours"},
        "future": {"store_from_future"},
    }
    assert wrong.value.faults[0].code in expected[damage]
    assert not (tmp_path / "new.db").exists()


def spoil(file, damage):
    if damage == "text":
        file.write_text("once upon a time")
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:-9_000])
    elif damage == "page":
        raw = bytearray(file.read_bytes())
        raw[4096 * 5 : 4096 * 7] = bytes(4096 * 2)
        file.write_bytes(raw)
    elif damage in ("missing", "folder"):
        file.unlink()
        if damage == "folder":
            file.mkdir()
    else:
        change = "PRAGMA application_id = 7" if damage == "foreign" else "UPDATE schema SET version = 99"
        with sqlite3.connect(file) as database:
            database.execute(change)


def test_an_old_database_is_backed_up_as_it_is_and_restored_as_a_new_one(tmp_path, monkeypatch):
    """A reading command leaves the schema of an older program alone."""
    place, file = str(tmp_path / "tables.db"), tmp_path / "tables.backup"
    with monkeypatch.context() as older:
        older.setattr(sqlite, "STEPS", sqlite.STEPS[:1])
        run(fill, place)
    back_up(place, file)
    restore(str(tmp_path / "new.db"), file)
    versions = [
        sqlite3.connect(each).execute("SELECT version FROM schema").fetchone()[0]
        for each in (place, file, tmp_path / "new.db")
    ]

    assert versions == [1, len(sqlite.STEPS), len(sqlite.STEPS)]
    assert len(asyncio.run(with_operator(str(tmp_path / "new.db"), everything))) == 12


def rows_of(file):
    """All rows of a backup, but for its own note."""
    with sqlite3.connect(file) as database:
        rows = {
            name: sorted(database.execute(f"SELECT {columns} FROM {name}").fetchall())
            for name, columns in COLUMNS.items()
        }
    database.close()
    rows["note"] = [row for row in rows["note"] if row[0] != BACKUP]
    return rows


def test_of_a_sound_database_everything_is_readable(place, tmp_path):
    """Table by table, a backup has the same rows as one that is made at once."""
    whole, readable = tmp_path / "whole", tmp_path / "readable"

    async def fill_all(store):
        await fill(store)
        await store.notifications.subscribe(StoredSubscription("one", "table1", "red", "mail", "x"), 9)
        await store.notifications.key("vapid", lambda: b"secret")

    async def save(operator):
        await operator.set_note("maintenance", b"", 1)
        await operator.back_up(whole, silent)
        return await back_up_readable(operator, readable, 1, silent)

    run(fill_all, place)
    left_out = asyncio.run(with_operator(place, save, may_write=True))
    rows = rows_of(whole)

    assert left_out == []
    assert rows_of(readable) == rows
    assert min(map(len, rows.values())) > 0

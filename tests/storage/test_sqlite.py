"""The SQLite file: one server at a time, private, durable, and honest when the disk is not."""

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.storage.failing import Disk
from tests.storage.kit import entry, outcomes, run, sheet

from aachen.core.errors import BadInput
from aachen.locales import LANGUAGES
from aachen.locales.faults import fault_sentence
from aachen.storage import sqlite, sqlite_file, sqlite_rows
from aachen.storage.sqlite import SqliteStore
from aachen.storage.store import StoreFailed

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
IS_ROOT = os.geteuid() == 0


def fault_of(path, connect=sqlite.connect):
    """The code of the fault that opening a store raises, and its sentence in three languages."""
    with pytest.raises(BadInput) as caught:
        run(lambda store: store.ready(), SqliteStore(path, connect))
    (fault,) = caught.value.faults
    assert all(fault_sentence(language, fault) for language in LANGUAGES)
    return fault.code


def seqs(path):
    """The numbers of the entries that a file holds for the first table."""
    kept = run(lambda store: store.load("table1"), str(path))
    return [each.seq for each in kept.entries] if kept else None


# Opening


def test_the_file_and_its_neighbours_are_their_owners_alone(tmp_path):
    path = tmp_path / "tables.db"

    async def look(store):
        await store.create(sheet())
        return {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}

    modes = run(look, str(path))

    assert modes.keys() == {"tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"}
    assert set(modes.values()) == {0o600}


def test_a_library_of_sqlite_that_is_too_old_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "check_library", lambda: sqlite_file.check_library((3, 34, 1)))

    assert fault_of(tmp_path / "tables.db") == "sqlite_too_old"
    assert not (tmp_path / "tables.db").exists()
    sqlite_file.check_library((3, 35, 0))


def test_every_write_is_flushed_out_of_the_disks_own_cache(tmp_path):
    async def ask(store):
        connection = store._writer._connection
        names = ("journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert run(ask, str(tmp_path / "tables.db")) == ["wal", 2, 1, 1]


def test_a_file_that_everybody_may_read_is_closed_to_them(tmp_path):
    path = tmp_path / "tables.db"
    path.touch()
    path.chmod(0o664)

    run(lambda store: store.ready(), str(path))

    assert stat.S_IMODE(path.stat().st_mode) == 0o660


def test_a_second_server_on_the_same_file_is_told_so(tmp_path):
    path = str(tmp_path / "tables.db")

    async def second(store):
        await store.create(sheet())
        with pytest.raises(BadInput) as caught:
            await SqliteStore(path).open(lambda _: None)
        await store.append("table1", entry(0))
        return caught.value.faults[0].code

    assert run(second, path) == "store_in_use"
    assert seqs(path) == [0]


def test_a_second_process_on_the_same_file_is_told_so(tmp_path):
    path = str(tmp_path / "tables.db")
    program = f"""if True:
        import asyncio
        from aachen.core.errors import BadInput
        from aachen.storage import open_store
        try:
            asyncio.run(open_store({path!r}).open(print))
        except BadInput as bad:
            print(bad.faults[0].code)
    """

    async def second(store):
        return await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True
        )

    assert run(second, path).stdout == "store_in_use\n"


def test_a_closed_file_can_be_served_again(tmp_path):
    path = str(tmp_path / "tables.db")

    assert [run(lambda store: store.ready(), path) for _ in range(3)] == [True] * 3


@pytest.mark.parametrize("content", [b"A letter, no database. " * 40, b"x", b"SQLite format 3\0 or so"])
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "letter.txt"
    path.write_bytes(content)

    assert fault_of(path) == "store_not_a_database"
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_left_as_it_is(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipe (name)")
    before = path.read_bytes()

    assert fault_of(path) == "store_not_ours"
    assert path.read_bytes() == before


def test_a_missing_folder_and_a_folder_in_the_place_of_the_file_are_named(tmp_path):
    assert fault_of(tmp_path / "nowhere" / "tables.db") == "store_folder_missing"
    assert fault_of(tmp_path) == "store_is_folder"


@pytest.mark.skipif(IS_ROOT, reason="root may write everywhere")
def test_a_file_without_permission_is_named(tmp_path):
    path = tmp_path / "tables.db"
    path.touch()
    path.chmod(0o400)

    assert fault_of(path) == "store_not_permitted"


def test_a_permission_that_is_lacking_is_said_so():
    """Root may write everywhere; the sentence is tried without a file."""
    fault = sqlite_file.as_bad_input(PermissionError(13, "Permission denied"), Path("x.db")).faults[0]

    assert fault.code == "store_not_permitted"
    assert "x.db" in fault_sentence("fr", fault)


def test_a_full_disk_at_the_opening_is_said_so(tmp_path):
    disk = Disk()
    disk.fails = lambda number, statement: statement.startswith("CREATE TABLE entry")

    assert fault_of(tmp_path / "tables.db", disk.connect) == "store_unusable"
    assert run(lambda store: store.ready(), str(tmp_path / "tables.db"))


# The schema


def old_file(tmp_path):
    """A file as version 1 left it."""
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as database:
        database.executescript((HERE / "v1.sql").read_text())
    database.close()
    return path


def test_a_database_of_version_1_can_be_read_and_written(tmp_path):
    path = str(old_file(tmp_path))

    async def go_on(store):
        before = await store.load("table1")
        await store.append("table1", entry(1), sheet(version=2))
        return (
            before.sheet,
            before.entries[0].lines,
            before.chat[0].body,
            (await store.load("table1")).sheet.version,
        )

    assert run(go_on, path) == (sheet(), ["header", "second"], b"hello", 2)


def test_version_1_is_still_what_the_first_step_makes(tmp_path, monkeypatch):
    """Whoever changes a released step instead of adding one fails here."""
    new = tmp_path / "new.db"
    monkeypatch.setattr(sqlite, "STEPS", sqlite.STEPS[:1])
    run(lambda store: store.ready(), str(new))

    assert schema_of(new) == schema_of(old_file(tmp_path))


def schema_of(path):
    """The commands a database was made with, without their spaces."""
    with sqlite3.connect(path) as database:
        commands = database.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        ).fetchall()
    return ["".join(command.split()) for (command,) in commands]


def test_an_old_database_is_led_forward_all_steps_or_none(tmp_path, monkeypatch):
    path = old_file(tmp_path)
    later = ["ALTER TABLE sheet ADD COLUMN colour TEXT", "UPDATE sheet SET colour = 'red'"]
    monkeypatch.setattr(sqlite, "STEPS", [*sqlite.STEPS, later, ["ALTER TABLE nowhere ADD COLUMN x"]])
    assert fault_of(path) == "store_unusable"
    assert asked(path, "SELECT version FROM schema") == 1

    monkeypatch.setattr(sqlite, "STEPS", sqlite.STEPS[:-1])

    assert run(lambda store: store.load("table1"), str(path)) is not None
    assert asked(path, "SELECT version FROM schema") == len(sqlite.STEPS)
    assert asked(path, "SELECT colour FROM sheet") == "red"


def test_a_database_from_the_future_is_refused_and_left_as_it_is(tmp_path):
    path = old_file(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE schema SET version = 99")
    database.close()

    assert fault_of(path) == "store_from_future"
    assert asked(path, "SELECT version FROM schema") == 99


def asked(path, question):
    """One value of a database, past the store."""
    database = sqlite3.connect(path)
    try:
        return database.execute(question).fetchone()[0]
    finally:
        database.close()


def test_what_is_acknowledged_is_on_the_disk_and_not_in_its_cache_only(tmp_path):
    """FULL is what makes a commit wait for the disk."""
    disk = Disk()
    data: list[sqlite3.Connection] = []

    def connect(path):
        connection = disk.connect(path)
        data.append(connection)
        return connection

    async def ask(store):
        (connection,) = data
        modes = [
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ]
        return modes

    assert run(ask, SqliteStore(tmp_path / "tables.db", connect)) == ["wal", 2]


# A file that is damaged, or taken away


def damaged_file(tmp_path):
    """A database with many pages, in the middle of which one is overwritten."""
    path = tmp_path / "tables.db"

    async def fill(store):
        await store.create(sheet())
        for seq in range(40):
            await store.append("table1", entry(seq, "x" * 3000))

    run(fill, str(path))
    page = asked(path, "PRAGMA page_size")
    pages = asked(path, "PRAGMA page_count")
    with path.open("r+b") as file:
        for number in range(pages // 3, pages // 3 + 8):
            file.seek(number * page)
            file.write(b"\xa5" * page)
    return path


def test_a_file_with_broken_pages_is_refused_and_left_as_it_is(tmp_path):
    path = damaged_file(tmp_path)
    before = path.read_bytes()

    assert fault_of(path) == "store_damaged"
    assert path.read_bytes() == before


def test_a_broken_page_that_the_opening_itself_meets_is_said_so_too(tmp_path):
    """The first pages hold the schema: SQLite itself refuses them, before anything is checked."""
    path = damaged_file(tmp_path)
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xa5" * 1000)

    assert fault_of(path) == "store_damaged"


@pytest.mark.parametrize("name", ["tables.db", "tables.db-wal"])
@pytest.mark.parametrize("how", ["removed", "moved", "replaced"])
def test_nothing_is_acknowledged_when_the_file_is_taken_away(tmp_path, name, how):
    path = tmp_path / name

    async def take_away(store):
        await store.create(sheet())
        await store.append("table1", entry(0))
        if how == "moved":
            path.rename(tmp_path / "aside")
        else:
            path.unlink()
        if how == "replaced":
            path.write_bytes(b"")
        data = await outcomes(store.append("table1", entry(1)), store.create(sheet("other")))
        with pytest.raises(StoreFailed):
            await store.load("table1")
        return data, await store.ready()

    assert run(take_away, str(tmp_path / "tables.db")) == (["StoreFailed"] * 2, False)


def test_a_file_that_is_put_back_is_served_again(tmp_path):
    path = tmp_path / "tables.db"

    async def take_away(store):
        await store.create(sheet())
        path.rename(tmp_path / "aside")
        data = await outcomes(store.append("table1", entry(0)))
        (tmp_path / "aside").rename(path)
        return [*data, await store.ready(), *await outcomes(store.append("table1", entry(0)))]

    assert run(take_away, str(path)) == ["StoreFailed", True, "kept"]
    assert seqs(path) == [0]


def test_a_file_taken_away_in_the_middle_of_a_write_is_not_acknowledged(tmp_path):
    path = tmp_path / "tables.db"
    disk = Disk()

    async def take_away(store):
        await store.create(sheet())

        def unlink_at_commit(number, statement):
            if statement == "COMMIT":
                path.unlink(missing_ok=True)
            return False

        disk.fails = unlink_at_commit
        return await outcomes(store.append("table1", entry(0)))

    assert run(take_away, SqliteStore(path, disk.connect)) == ["StoreFailed"]


# A disk that fails


def test_a_full_disk_at_any_statement_is_told_and_keeps_nothing_of_it(tmp_path):
    """One entry with its sheet takes a handful of statements: the disk fails at each of them in turn."""
    disk = Disk()

    async def fill(store):
        await store.create(sheet())
        before = disk.asked
        await store.append("table1", entry(0), sheet(version=2))
        statements = disk.asked - before
        data = []
        for number in range(1, statements + 1):
            disk.fail_once(disk.asked + number)
            data += await outcomes(store.append("table1", entry(1), sheet(version=3)))
            kept = await store.load("table1")
            assert (kept.sheet.version, len(kept.entries)) == (2, 1)
        disk.fails = lambda number, statement: False
        data += await outcomes(store.append("table1", entry(1), sheet(version=3)))
        return statements, data

    statements, data = run(fill, SqliteStore(tmp_path / "tables.db", disk.connect))

    assert statements == 7  # begin, savepoint, newest entry, entry, sheet, release, commit
    assert data == ["StoreFailed"] * 7 + ["kept"]
    assert seqs(tmp_path / "tables.db") == [0, 1]


def test_an_entry_too_large_for_the_disk_leaves_room_for_the_others(tmp_path):
    disk = Disk()

    async def fill(store):
        for name in ("large", "small", "tiny"):
            await store.create(sheet(name))
        connection_limit = 40  # pages of 4096 bytes
        await store._write(lambda writer: writer.execute(f"PRAGMA max_page_count = {connection_limit}"))
        return await outcomes(
            store.append("small", entry(0)),
            store.append("large", entry(0, "x" * 4096 * connection_limit)),
            store.append("tiny", entry(0)),
        )

    assert run(fill, SqliteStore(tmp_path / "tables.db", disk.connect)) == ["kept", "StoreFailed", "kept"]


def test_a_store_is_not_ready_while_it_cannot_write_and_ready_when_it_can(tmp_path):
    disk = Disk()

    async def fill(store):
        await store.create(sheet())
        disk.fails = lambda number, statement: statement == "COMMIT"
        data = await outcomes(store.append("table1", entry(0)))
        data.append(await store.ready())
        disk.fails = lambda number, statement: False
        return [*data, await store.ready(), (await store.load("table1")).entries]

    assert run(fill, SqliteStore(tmp_path / "tables.db", disk.connect)) == ["StoreFailed", False, True, []]


@pytest.mark.skipif(sys.platform != "linux", reason="another process's limits can be set on Linux only")
def test_a_file_that_really_cannot_grow_is_told_and_mends_itself(tmp_path):
    """No wrapper here: the kernel refuses to write beyond a size, as it does on a full disk."""
    path = tmp_path / "tables.db"

    async def fill(store):
        await store.create(sheet())
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        wal = path.with_name("tables.db-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (wal + 1000, hard))
        try:
            data = await outcomes(store.append("table1", entry(0, "x" * 10_000)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        return data + await outcomes(store.append("table1", entry(0)))

    assert run(fill, str(path)) == ["StoreFailed", "kept"]
    assert seqs(path) == [0]


def test_another_program_that_holds_the_file_costs_patience_and_nothing_else(tmp_path):
    path = tmp_path / "tables.db"

    def impatient(path):
        return sqlite3.connect(path, timeout=0.05, isolation_level=None, check_same_thread=False)

    async def wait(store):
        await store.create(sheet())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        data = await outcomes(store.append("table1", entry(0)), store.append("table1", entry(1)))
        other.execute("ROLLBACK")
        other.close()
        return data + await outcomes(store.append("table1", entry(0)))

    assert run(wait, SqliteStore(path, impatient)) == ["StoreFailed", "StoreFailed", "kept"]


@pytest.mark.parametrize("question", ["load", "since"])
def test_what_is_read_of_a_table_is_of_one_moment(tmp_path, monkeypatch, question):
    """Something is written between the sheet and the entries: none of it is read, or all of it."""
    path = tmp_path / "tables.db"
    read = sqlite_rows.entries

    def read_late(reader, *facts):
        with sqlite3.connect(path) as other:
            other.execute("INSERT INTO entry VALUES ('table1', 0, 'x', 1, '')")
            other.execute("UPDATE sheet SET version = 2")
        other.close()
        return read(reader, *facts)

    async def ask(store):
        await store.create(sheet())
        monkeypatch.setattr(sqlite, "entries", read_late)
        found = await (store.load("table1") if question == "load" else store.since("table1", 0, 0))
        return found.sheet.version, [each.seq for each in found.entries]

    assert run(ask, str(path)) == (1, [])


def test_whatever_goes_wrong_while_writing_is_told_and_the_next_write_is_kept(tmp_path):
    """The writer is a thread: if it ended, everybody would wait for it for ever."""

    class Unlucky(SqliteStore):
        troubles = [OSError("no locks available"), MemoryError()]

        def _turn(self):
            if self.troubles:
                raise self.troubles.pop()
            return super()._turn()

    async def write(store):
        async with asyncio.timeout(30):
            return [(await outcomes(store.create(sheet())))[0] for _ in range(3)]

    assert run(write, Unlucky(tmp_path / "tables.db")) == ["StoreFailed", "StoreFailed", "kept"]

"""PostgreSQL: several servers hear of each other, share the driving, and outlive a database that goes away."""

import asyncio
import signal
from pathlib import Path

import asyncpg
import pytest
from tests.storage.kit import chat, entry, outcomes, run, sheet, until
from tests.storage.postgres import LOCKED, PASSWORD, free_port

from aachen.core.errors import BadInput
from aachen.locales import LANGUAGES
from aachen.locales.faults import fault_sentence
from aachen.storage import line, open_store
from aachen.storage import postgres as module
from aachen.storage.address import without_secrets
from aachen.storage.postgres import PostgresStore
from aachen.storage.store import EVERYTHING, StoreFailed

HERE = Path(__file__).parent


@pytest.fixture
def url(postgres):
    """An empty database."""
    return postgres.empty_database()


def with_servers(url, scene, count=2):
    """Play a scene with several servers on one database; each comes with what it has heard."""
    heard: list[list[str]] = [[] for _ in range(count)]

    async def play():
        stores = [PostgresStore(url) for _ in range(count)]
        await asyncio.gather(*[store.open(ears.append) for store, ears in zip(stores, heard)])
        try:
            return await scene(*stores, *heard)
        finally:
            await asyncio.gather(*[store.close() for store in stores])

    return asyncio.run(play())


async def ask(url, *questions):
    """Questions past the store; the answer of the last."""
    connection = await asyncpg.connect(url)
    try:
        for question in questions[:-1]:
            await connection.execute(question)
        return await connection.fetchval(questions[-1])
    finally:
        await connection.close()


# Between servers


def test_servers_hear_of_each_others_writing_and_not_of_their_own(url):
    async def write(one, two, heard_by_one, heard_by_two):
        await one.create(sheet())
        await one.append("table1", entry(0))
        await one.change(sheet(version=2))
        await one.talk("table1", chat(1))
        await one.append("table1", entry(1), sheet(version=3))
        await two.create(sheet("table2"))
        await until(lambda: len(heard_by_two) >= 5 and len(heard_by_one) >= 1)
        return heard_by_one, heard_by_two

    assert with_servers(url, write) == (["table2"], ["table1"] * 5)


def test_nobody_hears_of_what_was_not_kept(url):
    async def write(one, two, heard_by_one, heard_by_two):
        await one.create(sheet())
        await until(lambda: heard_by_two == ["table1"])
        data = await outcomes(one.append("nobody", entry(0)), one.change(sheet(version=9)))
        await one.create(sheet("last"))
        await until(lambda: "last" in heard_by_two)
        return data, heard_by_two

    assert with_servers(url, write) == (["Conflict", "Conflict"], ["table1", "last"])


def test_what_one_server_kept_another_reads_at_once(url):
    async def write(one, two, *heard):
        await one.create(sheet())
        for seq in range(20):
            await (one, two)[seq % 2].append("table1", entry(seq))
            later = await (two, one)[seq % 2].since("table1", seq, 0)
            assert later.entries == [entry(seq)]
        return len((await two.load("table1")).entries)

    assert with_servers(url, write) == 20


def test_of_two_servers_with_one_number_exactly_one_writes_it(url):
    """Both write many tables at once, so that their groups wait for each other."""

    async def race(one, two, *heard):
        names = [f"table{number}" for number in range(20)]
        for name in names:
            await one.create(sheet(name))
        for seq in range(10):
            writing = [store.append(name, entry(seq)) for name in names for store in (one, two)]
            writing += [store.change(sheet(names[seq], 2)) for store in (two, one)]
            data = await outcomes(*writing)
            assert [sorted(data[i : i + 2]) for i in range(0, len(data), 2)] == [["Conflict", "kept"]] * 21

    with_servers(url, race)


def test_many_servers_may_start_at_once_on_an_empty_database(url):
    async def look(*stores_and_ears):
        return [await store.ready() for store in stores_and_ears[:6]]

    assert with_servers(url, look, count=6) == [True] * 6
    assert asyncio.run(ask(url, "SELECT version FROM schema")) == len(module.STEPS)


# Driving


def test_one_server_at_a_time_drives_a_table(url):
    async def drive(one, two, *heard):
        data = [await one.drive("table1"), await two.drive("table1"), await two.drive("table2")]
        data += [await one.drive("table1"), await one.drive("table2")]
        await one.release("table1")
        return data, await two.drive("table1"), await one.drive("table1")

    assert with_servers(url, drive) == ([True, False, True, True, False], True, False)


def test_a_table_asked_for_twice_at_once_is_given_back_by_one_release(url):
    async def drive(one, two, *heard):
        await asyncio.gather(*[one.drive("table1") for _ in range(5)])
        await one.release("table1")
        return await two.drive("table1")

    assert with_servers(url, drive)


def test_a_server_that_closes_leaves_its_tables_to_others(url):
    async def drive(one, two, *heard):
        assert await one.drive("table1")
        await one.close()
        await until(lambda: two.drive("table1"))
        return await one.drive("table1")

    assert not with_servers(url, drive)


def test_a_server_that_loses_its_line_drives_no_more_until_it_has_it_back(url, postgres):
    async def drive(one, two, heard_by_one, heard_by_two):
        assert await one.drive("table1")
        await ask(url, f"SELECT pg_terminate_backend({one._line._connection.get_server_pid()})")
        await until(lambda: two.drive("table1"))
        await until(lambda: EVERYTHING in heard_by_one)
        lost = await one.drive("table1")
        await two.release("table1")
        return lost, await one.drive("table1"), heard_by_two

    assert with_servers(url, drive) == (False, True, [])


def test_a_line_that_does_not_answer_is_cut_and_made_anew(url, monkeypatch):
    """A broken cable tells nobody: the heartbeat finds out."""
    monkeypatch.setattr(line, "HEARTBEAT", 0.05)

    async def drive(one, two, heard_by_one, heard_by_two):
        assert await one.drive("table1")
        connection = one._line._connection

        async def silence(*question):
            raise TimeoutError

        monkeypatch.setattr(type(connection), "fetchval", silence)
        await until(lambda: one._line._connection is not connection)
        monkeypatch.undo()
        await until(lambda: EVERYTHING in heard_by_one)
        await until(lambda: two.drive("table1"))
        return await one.drive("table1")

    assert not with_servers(url, drive)


def test_a_server_that_is_paused_loses_its_tables_and_finds_out_before_it_drives_again(url, monkeypatch):
    """The keeper of a paused server does nothing; its clock runs on."""
    monkeypatch.setattr(line, "LEASE", 0.4)
    monkeypatch.setattr(line, "HEARTBEAT", 0.1)

    async def drive(one, two, heard_by_one, heard_by_two):
        await until(lambda: one.drive("table1"))
        held = await two.drive("table1")
        one._line._keeper.cancel()
        await until(lambda: two.drive("table1"), most=5)
        return held, await one.drive("table1"), await two.drive("table1")

    assert with_servers(url, drive) == (False, False, True)


# Presence


def test_servers_know_who_is_at_another_one(url):
    async def come_and_go(one, two, heard_by_one, heard_by_two):
        one.present("table1", "red", True)
        await until(lambda: "table1" in heard_by_two)
        seen = [(await two.presence("table1")).here, (await one.presence("table1")).here]
        heard_by_two.clear()
        one.present("table1", "red", False)
        await until(lambda: "table1" in heard_by_two)
        left = await two.presence("table1")
        return seen, left.here, 0 < left.away["red"] < 5, (await two.presence("table2")).away

    assert with_servers(url, come_and_go) == ([{"red"}, set()], set(), True, {})


@pytest.mark.parametrize("how", ["closes", "is cut off"])
def test_who_was_at_a_server_that_is_gone_is_away(url, how):
    async def come_and_go(one, two, heard_by_one, heard_by_two):
        one.present("table1", "red", True)
        await until(lambda: "table1" in heard_by_two)
        if how == "closes":
            await one.close()
        else:
            one._line._keeper.cancel()
            one._line._connection.terminate()

        async def is_away():
            return "red" in (await two.presence("table1")).away

        await until(is_away)

    with_servers(url, come_and_go)


def test_presence_is_told_anew_when_the_line_is_back(url, postgres):
    async def cut(one, two, heard_by_one, heard_by_two):
        one.present("table1", "red", True)
        await until(lambda: "table1" in heard_by_two)
        postgres.cut_connections(url)
        await until(lambda: EVERYTHING in heard_by_one and EVERYTHING in heard_by_two)

        async def is_there():
            known = await two.presence("table1")
            assert known.known_for < 30
            return "red" in known.here

        await until(is_there)

    with_servers(url, cut)


# A database that goes away


def test_what_was_written_while_the_line_was_cut_is_not_missed(url, postgres):
    async def cut(one, two, heard_by_one, heard_by_two):
        await one.create(sheet())
        await until(lambda: heard_by_two == ["table1"])
        postgres.cut_connections(url)
        await until(lambda: EVERYTHING in heard_by_two)
        data: list[str] = []
        while data != ["kept"]:
            data = await outcomes(one.append("table1", entry(0)))
        await until(lambda: "table1" in heard_by_two[heard_by_two.index(EVERYTHING) :])

    with_servers(url, cut)


def test_what_was_asked_before_the_connection_was_lost_is_to_be_compared_first(url, postgres):
    """Nobody knows what the database that comes back holds: the asker has to look."""

    async def cut(store):
        await store.create(sheet())
        await store.append("table1", entry(0))
        before = store.epoch
        postgres.cut_connections(url)
        data = await outcomes(store.append("table1", entry(1)), store.talk("table1", chat(1)))
        new = await outcomes(store.create(sheet("table2")))
        again = await outcomes(store.append("table1", entry(1)), store.talk("table1", chat(1)))
        return [each in ("Gap", "StoreFailed") for each in data], new, store.epoch - before, again

    assert run(cut, url) == ([True, True], ["kept"], 1, ["kept", "kept"])


def test_a_database_that_stops_is_told_and_served_again_when_it_is_back(url, postgres):
    async def away(one, two, heard_by_one, heard_by_two):
        await one.create(sheet())
        await one.append("table1", entry(0))
        assert await one.drive("table1")
        postgres.stop(signal.SIGQUIT)
        try:
            data = await outcomes(one.append("table1", entry(1)), one.talk("table1", chat(1)))
            with pytest.raises(StoreFailed):
                await one.load("table1")
            data += [await one.ready(), await one.drive("table1")]
        finally:
            postgres.start()
        await until(one.ready)
        await until(lambda: EVERYTHING in heard_by_one and EVERYTHING in heard_by_two)
        data += await outcomes(one.append("table1", entry(1)))
        await until(lambda: "table1" in heard_by_two[heard_by_two.index(EVERYTHING) :])
        return data, await one.drive("table1"), [each.seq for each in (await two.load("table1")).entries]

    data, drives, seqs = with_servers(url, away)

    assert data == ["StoreFailed", "StoreFailed", False, False, "kept"]
    assert (drives, seqs) == (True, [0, 1])


def test_a_full_database_is_told_and_keeps_nothing_of_it(url):
    """A table whose rows the database refuses stands for a disk that is full."""
    full = """CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.id = 'full' THEN RAISE SQLSTATE '53100' USING MESSAGE = 'no space left on device'; END IF;
        RETURN NEW; END $$"""
    trigger = "CREATE TRIGGER no_space BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION refuse()"

    async def fill(store):
        for name in ("full", "one", "two"):
            await store.create(sheet(name))
        await ask(url, full, trigger)
        data = await outcomes(
            store.append("one", entry(0)),
            store.append("full", entry(0), sheet("full", 2)),
            store.append("full", entry(0)),
            store.append("two", entry(0)),
        )
        await ask(url, "DROP TRIGGER no_space ON entry")
        kept = await store.load("full")
        return data, kept.entries, kept.sheet.version, await outcomes(store.append("full", entry(0)))

    assert run(fill, url) == (["kept", "StoreFailed", "StoreFailed", "kept"], [], 1, ["kept"])


def test_a_commit_waits_for_the_disk_even_where_the_database_would_not(postgres):
    url = postgres.new_database()
    asyncio.run(ask(url, "ALTER DATABASE " + url.rpartition("/")[2] + " SET synchronous_commit = off"))

    async def look():
        connection = await PostgresStore(url)._address.connect()
        try:
            return await connection.fetchval("SHOW synchronous_commit")
        finally:
            await connection.close()

    assert asyncio.run(look()) == "on"


# The schema


def test_a_database_of_version_1_can_be_read_and_written(url):
    asyncio.run(ask(url, (HERE / "v1_postgres.sql").read_text(), "SELECT 1"))

    async def go_on(store):
        before = await store.load("table1")
        await store.append("table1", entry(1), sheet(version=2))
        return (
            before.sheet,
            before.entries[0].lines,
            before.chat[0].body,
            (await store.load("table1")).sheet.version,
        )

    assert run(go_on, url) == (sheet(), ["header", "second"], b"hello", 2)


def test_version_1_is_still_what_the_first_step_makes(url, postgres, monkeypatch):
    """Whoever changes a released step instead of adding one fails here."""
    old = postgres.new_database()
    asyncio.run(ask(old, (HERE / "v1_postgres.sql").read_text(), "SELECT 1"))
    monkeypatch.setattr(module, "STEPS", module.STEPS[:1])
    asyncio.run(PostgresStore(url)._migrate())
    columns = """SELECT string_agg(concat(table_name, column_name, data_type, is_nullable), ' '
        ORDER BY table_name, ordinal_position) FROM information_schema.columns WHERE table_schema = 'public'"""
    keys = "SELECT string_agg(indexdef, ' ' ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'public'"

    assert asyncio.run(ask(url, columns)) == asyncio.run(ask(old, columns))
    assert asyncio.run(ask(url, keys)) == asyncio.run(ask(old, keys))


def test_an_old_database_is_led_forward_all_steps_or_none(url, monkeypatch):
    run(lambda store: store.create(sheet()), url)
    later = ["ALTER TABLE sheet ADD COLUMN colour text", "UPDATE sheet SET colour = 'red'"]
    now = len(module.STEPS)
    monkeypatch.setattr(module, "STEPS", [*module.STEPS, later, ["ALTER TABLE nowhere ADD COLUMN x text"]])
    assert fault_of(url).code == "store_unusable"
    assert asyncio.run(ask(url, "SELECT version FROM schema")) == now

    monkeypatch.setattr(module, "STEPS", module.STEPS[:-1])

    assert run(lambda store: store.ready(), url)
    assert asyncio.run(ask(url, "SELECT version FROM schema")) == now + 1
    assert asyncio.run(ask(url, "SELECT colour FROM sheet")) == "red"


def test_a_database_from_the_future_is_refused(url):
    run(lambda store: store.ready(), url)
    asyncio.run(ask(url, "UPDATE schema SET version = 99 RETURNING version"))

    assert fault_of(url).code == "store_from_future"


# Addresses


def fault_of(url):
    """The fault that opening a store raises; it has a sentence in every language, and none tells the password."""
    with pytest.raises(BadInput) as caught:
        run(lambda store: store.ready(), url)
    (fault,) = caught.value.faults
    said = [fault_sentence(language, fault) for language in LANGUAGES] + [str(caught.value)]
    assert PASSWORD not in "".join(said)
    return fault


def test_why_a_database_cannot_be_used_is_said_without_its_password(url, postgres):
    name = url.rpartition("/")[2]
    nobody = f"postgresql://{LOCKED}:{PASSWORD}@127.0.0.1:{free_port()}/x"
    postgres.do(f"CREATE ROLE {LOCKED} LOGIN PASSWORD 'another'")
    locked = postgres.url(name, LOCKED, PASSWORD)
    found = {
        nobody: "store_unreachable",
        f"postgresql://{LOCKED}:{PASSWORD}@host.invalid/x": "store_unreachable",
        locked: "store_login_refused",
        postgres.url("nowhere"): "store_no_such_database",
        f"mysql://{LOCKED}:{PASSWORD}@127.0.0.1/x": "store_bad_url",
        f"postgresql://{LOCKED}:{PASSWORD}@127.0.0.1:port/x": "store_bad_url",
        postgres.url(name, LOCKED, "another"): "store_not_permitted",
    }

    assert {place: fault_of(place).code for place in found} == found


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://host/db", "postgresql://host/db"),
        ("postgres://me:secret@host:5432/db?sslmode=require", "postgresql://host:5432/db"),
        ("postgresql://me:sec/ret@host/db", "postgresql://host/db"),
        ("postgresql://me:sec@ret@host/db", "postgresql://host/db"),
        ("postgresql://me:sec?ret@host/db", "postgresql://host/db"),
        ("postgresql://host/db?password=secret", "postgresql://host/db"),
        ("postgresql://host/db?user=a@b&password=secret", "postgresql://…"),
        ("postgresql:///db?host=/run/postgresql", "postgresql:///db"),
    ],
)
def test_an_address_is_shown_without_its_secrets(url, shown):
    assert without_secrets(url) == shown


def test_an_address_chooses_postgresql_and_a_path_sqlite(tmp_path):
    kinds = [
        type(open_store(where)).__name__ for where in ("postgresql://host/db", str(tmp_path / "x.db"), "x.db")
    ]

    assert kinds == ["PostgresStore", "SqliteStore", "SqliteStore"]

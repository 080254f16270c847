"""What every store promises, asked of SQLite and of PostgreSQL alike."""

import asyncio

import pytest
from tests.storage.kit import chat, entry, outcomes, run, sheet

from aachen.core.errors import BadInput
from aachen.storage import open_store
from aachen.storage.store import CHAT_KEPT_AT_HAND, Conflict, StoredTable, StoreFailed

HOSTILE = ["'; DROP TABLE sheet; --", "a\0b", "𝕏 é ‮ \r \t", "%s {x} $1 ?", "\\", ""]


def test_what_was_kept_is_there_after_closing_and_opening_again(place):
    async def write(store):
        await store.create(sheet(made=1, touched=2, body=b"\0\xff body"))
        await store.append("table1", entry(0, "header"))
        await store.append("table1", entry(1, "move", "closing line"))
        await store.talk("table1", chat(1))

    run(write, place)
    kept = run(lambda store: store.load("table1"), place)

    assert kept == StoredTable(
        sheet(made=1, touched=2, body=b"\0\xff body"),
        [entry(0, "header"), entry(1, "move", "closing line")],
        [chat(1)],
    )


def test_an_unknown_table_is_nothing(place):
    async def look(store):
        later = await store.since("nobody", -1, 0)
        return (
            await store.load("nobody"),
            later,
            await store.summaries(["nobody"]),
            await store.find("running", None, 9),
        )

    assert run(look, place) == (None, None, {}, [])


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 100, "", "naïve", "a\nb"])
def test_an_odd_name_is_an_unknown_table(place, name):
    async def look(store):
        found = await store.load(name), await store.summaries([name]), await store.since(name, -1, 0)
        written = await outcomes(
            store.append(name, entry(0)), store.talk(name, chat(1)), store.change(sheet(name, 2))
        )
        with pytest.raises(ValueError, match="no id"):
            await store.create(sheet(name))
        return found, written

    assert run(look, place) == ((None, {}, None), ["Conflict"] * 3)


def test_a_table_is_made_once(place):
    async def make(store):
        return await outcomes(*[store.create(sheet(game=f"game{i}")) for i in range(5)])

    assert sorted(run(make, place)) == ["Conflict"] * 4 + ["kept"]


def test_of_twenty_entries_with_one_number_exactly_one_is_kept(place):
    async def race(store):
        await store.create(sheet())
        data = await outcomes(*[store.append("table1", entry(0, f"from {i}")) for i in range(20)])
        kept = (await store.load("table1")).entries
        return data, [line for each in kept for line in each.lines]

    data, lines = run(race, place)

    assert sorted(data) == ["Conflict"] * 19 + ["kept"]
    assert lines == [f"from {data.index('kept')}"]


def test_the_same_number_at_another_table_is_another_entry(place):
    async def write(store):
        await store.create(sheet("one"))
        await store.create(sheet("two"))
        return await outcomes(store.append("one", entry(0)), store.append("two", entry(0)))

    assert run(write, place) == ["kept", "kept"]


def test_what_is_written_for_an_unknown_table_is_a_conflict_and_spoils_nothing(place):
    async def write(store):
        await store.create(sheet())
        data = await outcomes(
            store.append("nobody", entry(0)),
            store.append("table1", entry(0)),
            store.talk("nobody", chat(1)),
            store.talk("table1", chat(1)),
            store.change(sheet("nobody", 2)),
            store.change(sheet("table1", 2)),
        )
        return data, await store.load("nobody")

    assert run(write, place) == (["Conflict", "kept"] * 3, None)


def test_a_sheet_changes_from_the_version_before_only(place):
    async def change(store):
        await store.create(sheet())
        data = await outcomes(store.change(sheet(version=3)), store.change(sheet(version=1)))
        data += await outcomes(*[store.change(sheet(version=2, body=bytes([i]))) for i in range(10)])
        return data, (await store.load("table1")).sheet

    data, kept = run(change, place)

    assert data[:2] == ["Conflict", "Conflict"]
    assert sorted(data[2:]) == ["Conflict"] * 9 + ["kept"]
    assert kept == sheet(version=2, body=bytes([data[2:].index("kept")]))


def test_every_part_of_a_sheet_may_change(place):
    changed = sheet(version=2, state="finished", listed=False, game="carolus", body=b"", made=7, touched=8)

    async def change(store):
        await store.create(sheet())
        await store.change(changed)
        return (await store.load("table1")).sheet

    assert run(change, place) == changed


def test_an_entry_and_its_sheet_are_kept_together(place):
    async def write(store):
        await store.create(sheet())
        await store.append("table1", entry(0), sheet(version=2, state="finished"))
        return await store.load("table1")

    assert run(write, place) == StoredTable(sheet(version=2, state="finished"), [entry(0)], [])


@pytest.mark.parametrize(
    ("seq", "version"), [(0, 2), (1, 3), (0, 3)], ids=["number taken", "other sheet", "both"]
)
def test_an_entry_and_its_sheet_are_refused_together(place, seq, version):
    async def write(store):
        await store.create(sheet())
        await store.append("table1", entry(0, "first"))
        with pytest.raises(Conflict):
            await store.append("table1", entry(seq, "second"), sheet(version=version, state="finished"))
        return await store.load("table1")

    assert run(write, place) == StoredTable(sheet(), [entry(0, "first")], [])


def test_a_conflict_spoils_nothing_of_what_is_stored_with_it(place):
    """All of it waits at once, so that it is stored as one group."""

    async def write(store):
        for i in range(10):
            await store.create(sheet(f"table{i}"))
        await store.append("table0", entry(0))
        writing = [store.append(f"table{i}", entry(0, "new"), sheet(f"table{i}", 2)) for i in range(5)]
        writing += [store.append(f"table{i}", entry(0, "new")) for i in range(5, 10)]
        writing += [store.append(f"table{i}", entry(0, "late")) for i in range(5, 10)]
        data = await outcomes(*writing)
        seen = await store.summaries([f"table{i}" for i in range(10)])
        return data, [seen[f"table{i}"][0].version for i in range(10)], {last for _, last in seen.values()}

    data, versions, lasts = run(write, place)

    assert data == ["Conflict"] + ["kept"] * 9 + ["Conflict"] * 5
    assert versions == [1] + [2] * 4 + [1] * 5
    assert lasts == {0}


def test_an_entry_is_stored_only_on_top_of_the_one_before_it(place):
    async def write(store):
        await store.create(sheet())
        data = await outcomes(store.append("table1", entry(1)), store.append("table1", entry(3)))
        for seq in range(3):
            await store.append("table1", entry(seq))
        data += await outcomes(store.append("table1", entry(4)), store.append("table1", entry(2)))
        data += await outcomes(store.append("table1", entry(4), sheet(version=2)))
        return data, await store.load("table1")

    data, kept = run(write, place)

    assert data == ["Gap", "Gap", "Gap", "Conflict", "Gap"]
    assert kept == StoredTable(sheet(), [entry(0), entry(1), entry(2)], [])


@pytest.mark.parametrize("changed", [None, sheet(version=2)], ids=["alone", "with a sheet"])
def test_an_entry_is_not_stored_on_top_of_another_than_its_asker_knows(place, changed):
    async def write(store):
        await store.create(sheet())
        await store.append("table1", entry(0, "stored"))
        data = await outcomes(store.append("table1", entry(1), changed, before=["forgotten"]))
        data += await outcomes(store.append("table1", entry(1), changed, before=["stored"]))
        return data, (await store.load("table1")).entries

    assert run(write, place) == (["Gap", "kept"], [entry(0, "stored"), entry(1)])


def test_an_entry_is_not_stored_beside_another_sheet_than_its_asker_knows(place):
    async def write(store):
        await store.create(sheet())
        await store.change(sheet(version=2))
        data = await outcomes(store.append("table1", entry(0), version=1))
        data += await outcomes(store.append("table1", entry(0), version=2))
        data += await outcomes(store.append("table1", entry(1)))
        return data, await store.load("table1")

    data, kept = run(write, place)

    assert data == ["Conflict", "kept", "kept"]
    assert kept == StoredTable(sheet(version=2), [entry(0), entry(1)], [])


def test_a_whole_game_has_nothing_before_it(place):
    async def write(store):
        await store.create(sheet())
        data = await outcomes(store.append("table1", entry(40), sheet(version=2), whole=True))
        data += await outcomes(store.append("table1", entry(50), sheet(version=3), whole=True))
        return data, (await store.load("table1")).entries

    assert run(write, place) == (["kept", "Gap"], [entry(40)])


def test_talk_is_stored_without_gaps(place):
    async def write(store):
        await store.create(sheet())
        return await outcomes(*[store.talk("table1", chat(number)) for number in (2, 1, 3, 2, 1)])

    assert run(write, place) == ["Gap", "kept", "Gap", "kept", "Conflict"]


def test_since_tells_what_has_these_numbers_or_later_ones(place):
    async def write(store):
        await store.create(sheet())
        for i in range(4):
            await store.append("table1", entry(i))
            await store.talk("table1", chat(i + 1))
        await store.change(sheet(version=2))
        return (
            await store.since("table1", 2, 3),
            await store.since("table1", 4, 5),
            await store.since("table1", -1, 0),
        )

    some, none, everything = run(write, place)

    assert some == StoredTable(sheet(version=2), [entry(2), entry(3)], [chat(3), chat(4)])
    assert none == StoredTable(sheet(version=2), [], [])
    assert everything == StoredTable(
        sheet(version=2), [entry(i) for i in range(4)], [chat(i + 1) for i in range(4)]
    )


def test_a_line_of_talk_has_its_number_once(place):
    async def talk(store):
        await store.create(sheet())
        return await outcomes(*[store.talk("table1", chat(1, bytes([i]))) for i in range(8)])

    assert sorted(run(talk, place)) == ["Conflict"] * 7 + ["kept"]


def test_a_table_is_loaded_with_the_end_of_its_talk(place):
    async def talk(store):
        await store.create(sheet())
        await asyncio.gather(*[store.talk("table1", chat(i + 1)) for i in range(CHAT_KEPT_AT_HAND + 20)])
        return (await store.load("table1")).chat

    assert run(talk, place) == [chat(i + 1) for i in range(20, CHAT_KEPT_AT_HAND + 20)]


def test_tables_are_found_by_state_the_latest_touched_first(place):
    async def find(store):
        for name, state, listed, touched in [
            ("old", "gathering", True, 1),
            ("new", "gathering", True, 3),
            ("shy", "gathering", False, 2),
            ("run", "running", True, 4),
        ]:
            await store.create(sheet(name, state=state, listed=listed, touched=touched))
        asked = [
            ("gathering", None, 9),
            ("gathering", True, 9),
            ("gathering", False, 9),
            ("gathering", None, 1),
            ("x", None, 9),
        ]
        return [[found.table for found in await store.find(*each)] for each in asked]

    assert run(find, place) == [["new", "shy", "old"], ["new", "old"], ["shy"], ["new"], []]


def test_a_glance_tells_the_last_entry_of_each_table(place):
    names = [f"table{i}" for i in range(1200)]

    async def look(store):
        await asyncio.gather(*[store.create(sheet(name)) for name in names])
        await store.append("table3", entry(0))
        await store.append("table3", entry(1))
        return await store.summaries([*names, "table3", "nobody", "\0"])

    seen = run(look, place)

    assert list(seen) == sorted(names, key=list(seen).index)
    assert set(seen) == set(names)
    assert (seen["table3"], seen["table4"]) == ((sheet("table3"), 1), (sheet("table4"), -1))


def test_an_entry_of_many_megabytes_is_kept_whole(place):
    lines = ["x" * 3_000_000, "é" * 1_000_000]

    async def write(store):
        await store.create(sheet(body=b"\0" * 2_000_000))
        await store.append("table1", entry(0, *lines))
        return await store.load("table1")

    kept = run(write, place)

    assert kept.entries[0].lines == lines
    assert len(kept.sheet.body) == 2_000_000


def test_hostile_text_is_kept_as_it_is(place):
    async def write(store):
        await store.create(sheet(body="\0".join(HOSTILE).encode()))
        await store.append("table1", entry(0, *HOSTILE))
        await store.talk("table1", chat(1, HOSTILE[1].encode()))
        return await store.load("table1")

    kept = run(write, place)

    assert kept.entries[0].lines == HOSTILE
    assert kept.chat == [chat(1, b"a\0b")]


@pytest.mark.parametrize(
    "lines", [["half \ud800"], ["two\nlines"], []], ids=["half a character", "two lines", "nothing"]
)
def test_what_is_no_line_is_refused_and_spoils_nothing(place, lines):
    async def write(store):
        await store.create(sheet())
        bad = entry(0)
        bad.lines = lines
        data = await outcomes(store.append("table1", bad), store.append("table1", entry(0, "good")))
        return data, (await store.load("table1")).entries

    assert run(write, place) == ([BadInput.__name__, "kept"], [entry(0, "good")])


def test_a_number_no_database_can_hold_is_an_error_of_that_entry_alone(place):
    """A bug of ours, but nobody else's table shall suffer from it."""

    async def write(store):
        await store.create(sheet())
        data = await outcomes(store.append("table1", entry(2**70)), store.append("table1", entry(0)))
        return data[0] != "kept", data[1], await outcomes(store.append("table1", entry(1)))

    assert run(write, place) == (True, "kept", ["kept"])


def test_who_stops_waiting_disturbs_nobody(place):
    async def write(store):
        await store.create(sheet())
        given_up = asyncio.ensure_future(store.append("table1", entry(0)))
        await asyncio.sleep(0)
        given_up.cancel()
        return await outcomes(store.append("table1", entry(1)), store.append("table1", entry(2)))

    assert run(write, place) == ["kept", "kept"]


def test_a_store_that_is_not_open_says_so(place):
    store = open_store(place)

    async def ask():
        await store.open(lambda _: None)
        await store.create(sheet())
        await store.close()
        data = await outcomes(store.append("table1", entry(0)), store.create(sheet("other")))
        with pytest.raises(StoreFailed):
            await store.load("table1")
        return data, await store.ready()

    assert asyncio.run(ask()) == (["StoreFailed", "StoreFailed"], False)


def test_what_waits_when_a_store_is_closed_is_still_kept(place):
    async def write(store):
        await store.create(sheet())
        writing = [asyncio.ensure_future(store.append("table1", entry(i))) for i in range(20)]
        await asyncio.sleep(0)
        await store.close()
        return await outcomes(*writing)

    assert run(write, place) == ["kept"] * 20
    kept = run(lambda store: store.load("table1"), place)
    assert kept is not None
    assert [each.seq for each in kept.entries] == list(range(20))


def test_an_open_store_is_ready_and_one_server_alone_drives(place):
    async def ask(store):
        driven = [await store.drive("table1"), await store.drive("table1")]
        await store.release("table1")
        await store.release("never driven")
        return await store.ready(), driven, await store.drive("table1")

    assert run(ask, place) == (True, [True, True], True)

"""Subscriptions and the outbox: written with the move or not at all, claimed once, and gone when they should be."""

import asyncio
import sqlite3
from typing import Any

import pytest
from tests.storage.kit import entry, outcomes, run, sheet
from tests.storage.test_backup import back_up, restore

from aachen.storage import open_operator, open_store, sqlite, sqlite_notifications
from aachen.storage.notifications import DAY, FEED, News, Report, SeatEvent, StoredSubscription
from aachen.storage.store import Conflict

ALL = " turn reminder begin end "
MOST = 3


def subscription(name="one", table="table1", seat="red", **more):
    facts: dict[str, Any] = {
        "channel": "push",
        "target": f"target {name}",
        "events": ALL,
        "remind": 500,
        "made": 1_000,
    }
    return StoredSubscription(name, table, seat, **(facts | more))


def turn(seq, seat="red", until=None, table="table1", at=10_000, **more):
    return News(table, seq, at, (SeatEvent("turn", seat, at, until),), **more)


async def prepared(store, *subscriptions):
    """A table with its first entry, and these subscriptions."""
    await store.create(sheet())
    await store.append("table1", entry(0))
    for each in subscriptions or [subscription()]:
        assert await store.notifications.subscribe(each, MOST) == each


async def waiting(store, now=1 << 50):
    """What could be sent, ever."""
    found = await store.notifications.claim(now, now, 100)
    return [(each.subscription, each.event, each.seat, each.seq, each.due) for each in found]


def test_a_message_is_written_with_the_move_and_reaches_who_wants_it(place):
    async def scene(store):
        await prepared(
            store,
            subscription(),
            subscription("blue", seat="blue"),
            subscription("quiet", events=" end "),
            subscription("new", state="unconfirmed"),
            subscription("table", seat=""),
        )
        await store.append("table1", entry(1), news=turn(1, until=90_000))
        return await waiting(store)

    assert sorted(run(scene, place)) == [
        ("one", "reminder", "red", 1, 89_500),
        ("one", "turn", "red", 1, 10_000),
        ("table", "reminder", "red", 1, 89_500),
        ("table", "turn", "red", 1, 10_000),
    ]


def test_a_move_that_is_not_stored_notifies_nobody(place):
    async def scene(store):
        await prepared(store)
        written = await outcomes(
            store.append("table1", entry(7), news=turn(7)),
            store.append("table1", entry(1), sheet(version=9), news=turn(1)),
            store.change(sheet(version=9), turn(1)),
        )
        return written, await waiting(store)

    written, found = run(scene, place)

    assert set(written) <= {"Conflict", "Gap"}
    assert found == []


def test_of_twenty_moves_with_one_number_one_message_is_written(place):
    async def scene(store):
        await prepared(store)
        await outcomes(*[store.append("table1", entry(1), news=turn(1)) for _ in range(20)])
        await store.change(sheet(version=2), turn(1))
        return await waiting(store)

    assert len(run(scene, place)) == 1


def test_many_tables_that_move_at_once_notify_each_their_own(place):
    async def scene(store):
        await prepared(store)
        names = [f"other{number}" for number in range(20)]
        for name in names:
            await store.create(sheet(name))
            await store.notifications.subscribe(subscription(name, name), MOST)
        await asyncio.gather(*[store.append(name, entry(0), news=turn(0, table=name)) for name in names])
        return names, [each[0] for each in await waiting(store)]

    names, found = run(scene, place)

    assert sorted(found) == sorted(names)


def test_a_turn_that_is_over_is_not_sent_any_more_but_stays_in_a_feed(place):
    async def scene(store):
        await prepared(store, subscription(), subscription("feed", channel=FEED))
        await store.append("table1", entry(1), news=turn(1, until=90_000))
        shown = await store.notifications.feed("feed")
        await store.append("table1", entry(2), news=News("table1", 2, 11_000, settled=("red",)))
        return shown, await store.notifications.feed("feed"), await waiting(store)

    shown, later, found = run(scene, place)

    assert [(each.event, each.until, each.is_over) for each in shown] == [("turn", 90_000, False)]
    assert [(each.event, each.until, each.is_over) for each in later] == [("turn", 90_000, True)]
    assert found == []


def test_a_claimed_message_is_nobody_elses_until_the_claim_runs_out(place):
    async def scene(store):
        await prepared(store)
        await store.append("table1", entry(1), news=turn(1))
        notes = store.notifications
        assert not await notes.is_due(9_999)
        assert await notes.is_due(10_000)
        at_once = await asyncio.gather(*[notes.claim(10_000, 20_000, 10) for _ in range(10)])
        assert not await notes.is_due(19_999)
        return [len(found) for found in at_once], len(await notes.claim(20_000, 30_000, 10))

    counts, later = run(scene, place)

    assert sorted(counts) == [0] * 9 + [1]
    assert later == 1


def test_servers_of_one_database_never_claim_the_same(postgres):
    place = postgres.empty_database()

    async def scene(first):
        second = open_store(place)
        await second.open(lambda table: None)
        try:
            await prepared(first, *[subscription(str(number), seat=str(number)) for number in range(40)])
            events = tuple(SeatEvent("turn", str(number), 10_000) for number in range(40))
            await first.append("table1", entry(1), news=News("table1", 1, 10_000, events))
            claims = [store.notifications.claim(10_000, 20_000, 7) for store in (first, second) * 6]
            return [each.number for found in await asyncio.gather(*claims) for each in found]
        finally:
            await second.close()

    numbers = run(scene, place)

    assert len(numbers) == len(set(numbers)) == 40


def test_what_became_of_messages_is_noted(place):
    async def scene(store):
        await prepared(store)
        for seq in (1, 2):
            await store.append("table1", entry(seq), news=turn(seq))
        notes = store.notifications
        first, second = await notes.claim(10_000, 20_000, 10)
        report = Report("one", [first.number], {second.number: 50_000}, b"status", pause=40_000)
        await notes.report(report)
        found = await notes.subscription("one")
        early = await notes.claim(39_999, 60_000, 10), await notes.claim(49_999, 60_000, 10)
        late = await notes.claim(50_000, 60_000, 10)
        await notes.report(Report("one", state="off"))
        return (
            found,
            early,
            [each.seq for each in late],
            await waiting(store),
            await notes.subscription("one"),
        )

    found, early, late, left, off = run(scene, place)

    assert (found.status, found.pause, found.state) == (b"status", 40_000, "on")
    assert early == ([], [])
    assert late == [2]
    assert left == []
    assert (off.state, off.status) == ("off", b"status")


def test_a_reminder_waits_for_the_next_digest_unless_that_is_too_late(place):
    async def scene(store):
        await prepared(store)
        await store.append("table1", entry(1), news=turn(1, until=90_000))
        notes = store.notifications
        found = []
        for until in (89_900, 90_000):
            await notes.report(Report("one", pause=until))
            found.append([each.event for each in await notes.claim(89_600, 89_600, 10)])
        return found

    assert run(scene, place) == [[], ["reminder"]]


def test_of_several_servers_one_has_the_turn_to_write_to_an_address(place):
    async def scene(store):
        await prepared(
            store,
            subscription("one"),
            subscription("two", seat="blue", target="target one"),
            subscription("later", seat="green", target="target one", pause=1_300),
        )
        take = store.notifications.take_turn
        return [sorted(await take("push", "target one", now, now + 500)) for now in (1_000, 1_400, 1_500)]

    assert run(scene, place) == [["one", "two"], ["later"], ["one", "two"]]


def test_a_deadline_that_moves_takes_its_reminders_along(place):
    async def scene(store):
        await prepared(
            store,
            subscription("one"),
            subscription("blue", seat="blue", remind=700),
            subscription("feed", channel=FEED),
        )
        await store.append("table1", entry(1), news=turn(1, until=90_000))
        await store.append("table1", entry(2), news=turn(2, "blue", until=90_000))
        notes = store.notifications
        await notes.move_deadlines("table1", {"red": 95_000, "blue": 96_000})
        await notes.move_deadlines("table1", {"red": 97_000})
        shown = [(each.event, each.until) for each in await notes.feed("feed")]
        return await waiting(store), shown

    messages, shown = run(scene, place)

    assert sorted(messages) == [
        ("blue", "reminder", "blue", 2, 95_300),
        ("blue", "turn", "blue", 2, 10_000),
        ("one", "reminder", "red", 1, 96_500),
        ("one", "turn", "red", 1, 10_000),
    ]
    assert shown == [("turn", 97_000)]


def test_the_same_target_is_reached_once_and_a_seat_has_only_so_many(place):
    async def scene(store):
        await prepared(store)
        notes = store.notifications
        again = await notes.subscribe(subscription("again", target="target one", body=b"new"), MOST)
        others = [await notes.subscribe(subscription(name), MOST) for name in ("two", "three", "four")]
        with pytest.raises(Conflict):
            await notes.subscribe(subscription("lost", "nobody"), MOST)
        return again, [each and each.name for each in others], await notes.of_table("table1")

    again, others, found = run(scene, place)

    assert (again.name, again.body) == ("one", b"new")
    assert others == ["two", "three", None]
    assert sorted(each.name for each in found) == ["one", "three", "two"]
    assert [each.body for each in found if each.name == "one"] == [b"new"]


def test_a_subscription_is_changed_and_what_is_true_now_announced_anew(place):
    async def scene(store):
        await prepared(store)
        await store.append("table1", entry(1), news=turn(1, until=90_000))
        changed = subscription(remind=2_000, body=b"body", events=" reminder ")
        await store.notifications.alter(changed)
        await store.notifications.announce(turn(1, until=90_000), "one")
        return changed, await store.notifications.by_target("push", "target one"), await waiting(store)

    changed, found, messages = run(scene, place)

    assert found == [changed]
    assert sorted(messages) == [("one", "reminder", "red", 1, 88_000), ("one", "turn", "red", 1, 10_000)]


def test_who_has_left_a_seat_hears_nothing_more(place):
    async def scene(store):
        await prepared(store, subscription(), subscription("blue", seat="blue"))
        await store.append("table1", entry(1), news=turn(1))
        await store.change(sheet(version=2), News("table1", 1, 11_000, left=("red",)))
        return [each.name for each in await store.notifications.of_table("table1")], await waiting(store)

    assert run(scene, place) == (["blue"], [])


def test_addresses_go_when_the_game_is_over_and_its_end_was_sent(place):
    async def scene(store):
        notes = store.notifications
        await prepared(store, subscription(), subscription("feed", channel=FEED))
        ended = News("table1", 1, 10_000, (SeatEvent("end", "red", 10_000),))
        await store.append("table1", entry(1), sheet(version=2, state="finished", touched=10_000), news=ended)
        await notes.tidy(11_000)
        before = await names(store)
        (message,) = await notes.claim(10_000, 20_000, 10)
        await notes.report(Report("one", [message.number]))
        await notes.tidy(11_000)
        after = await names(store)
        await notes.tidy(10_001 + DAY)
        return before, after, await names(store)

    assert run(scene, place) == (["feed", "one"], ["feed"], [])


async def names(store):
    return sorted(each.name for each in await store.notifications.of_table("table1"))


def test_an_end_that_cannot_be_sent_keeps_an_address_for_a_day(place):
    async def scene(store):
        await prepared(store, subscription(), subscription("new", state="unconfirmed", made=5_000))
        ended = News("table1", 1, 10_000, (SeatEvent("end", "red", 10_000),))
        await store.change(sheet(version=2, state="closed", touched=10_000), ended)
        await store.notifications.tidy(10_000 + DAY)
        before = await names(store)
        await store.notifications.tidy(10_001 + DAY)
        return before, await names(store), await waiting(store)

    assert run(scene, place) == (["one"], [], [])


def test_a_running_table_keeps_its_subscriptions_and_forgets_who_was_not_confirmed(place):
    async def scene(store):
        await prepared(store, subscription(), subscription("new", state="unconfirmed"))
        await store.notifications.tidy(1_001 + DAY)
        return await names(store)

    assert run(scene, place) == ["one"]


def test_all_servers_share_one_key(place):
    async def scene(store):
        made = [await store.notifications.key("vapid", lambda: b"first")]
        made.append(await store.notifications.key("vapid", lambda: b"second"))
        return made

    assert run(scene, place) == [b"first", b"first"]


def test_a_deleted_table_leaves_no_address(place):
    async def scene(store):
        await prepared(store, subscription(), subscription("other", "table1", "blue"))
        await store.append("table1", entry(1), news=turn(1))
        operator = open_operator(place)
        await operator.open(may_write=True)
        try:
            await operator.delete("table1")
            damage = await operator.damage()
        finally:
            await operator.close()
        return await names(store), await waiting(store), damage

    assert run(scene, place) == ([], [], [])


def test_a_backup_keeps_subscriptions_and_keys_and_sends_nothing_again(place, tmp_path, postgres):
    async def fill(store):
        await prepared(store)
        await store.append("table1", entry(1), news=turn(1))
        return await store.notifications.key("vapid", lambda: b"key")

    async def look(store):
        key = await store.notifications.key("vapid", lambda: b"another")
        return await store.notifications.of_table("table1"), key, await waiting(store)

    run(fill, place)
    back_up(place, tmp_path / "tables.backup")
    found = []
    for other in (str(tmp_path / "other.db"), postgres.new_database()):
        restore(other, tmp_path / "tables.backup")
        found.append(run(look, other))

    assert found == [([subscription()], b"key", [])] * 2


def test_a_restore_removes_what_waits_in_the_replaced_database(place, tmp_path):
    async def fill(store):
        await prepared(store)
        await store.append("table1", entry(1), news=turn(1))

    run(lambda store: store.create(sheet()), str(tmp_path / "empty.db"))
    back_up(str(tmp_path / "empty.db"), tmp_path / "tables.backup")
    run(fill, place)
    restore(place, tmp_path / "tables.backup", replace=True)

    async def look(store):
        return await names(store), await waiting(store)

    assert run(look, place) == ([], [])


def test_a_database_from_before_notifications_takes_subscriptions(tmp_path, monkeypatch):
    path = tmp_path / "tables.db"
    with monkeypatch.context() as older:
        older.setattr(sqlite, "STEPS", sqlite.STEPS[: sqlite.STEPS.index(sqlite_notifications.STEP)])
        with sqlite3.connect(path) as database:
            database.isolation_level = None
            sqlite.migrate(database, path)
            database.execute("INSERT INTO sheet VALUES ('table1', 1, 'running', 1, 'carolingi', '{}', 1, 2)")
        database.close()

    async def scene(store):
        await store.append("table1", entry(0))
        await store.notifications.subscribe(subscription(), MOST)
        await store.append("table1", entry(1), news=turn(1))
        return [each[0] for each in await waiting(store)]

    assert run(scene, str(path)) == ["one"]

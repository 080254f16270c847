"""Who is notified of what: rights, settings, quiet hours, reminders, and what goes when a seat or a game does."""

import asyncio
import contextlib
import re
from datetime import UTC, datetime

import pytest
from tests.server.kit import PATIENCE, FakeTime, Shared, serving, until
from tests.server.notifications.kit import (
    SENDER,
    Browser,
    Sitting,
    advance,
    config,
    mail_server,
    notified,
    sent_all,
    service,
    sit_down,
)

from aachen.core.errors import BadInput
from aachen.server.messages.notifications import QuietHours
from aachen.server.notifications.mail import MailServer
from aachen.server.notifications.quiet import end_of_quiet, zone_of
from aachen.server.operations.export import notification_files
from aachen.server.operations.people import Person, remove, trace
from aachen.storage import open_operator
from aachen.storage.sqlite import SqliteStore

BROWSER = Browser()
CLOCK = {"bank": 86_400, "add": 0}


def events(service, path="/me"):
    return [BROWSER.read(each.body) for each in service.requests if each.path == path]


def push(service, path="/me", **settings):
    return BROWSER.subscription(service.url(path), **settings)


# ---- Rights --------------------------------------------------------------------------------------


def test_nobody_is_notified_who_did_not_ask(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house, clock=CLOCK)
            await table.pass_on()
            await advance(house, 90_000, 5_000)
            return len(other.requests), await house.tables.store.notifications.of_table(table.table)

    assert asyncio.run(scene()) == (0, [])


def test_a_subscription_is_its_seats_alone(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            mine, theirs = table.waits, table.asked
            found = await table.subscribe(mine, push(other))
            path = table.path(found["subscription"]["id"])
            elsewhere = await sit_down(house)
            refused = [
                (await house.post(path, {"do": "remove"}, token)).status_code
                for token in (None, "x" * 43, table.tokens[theirs], table.host)
            ]
            moved = path.replace(table.table, elsewhere.table)
            refused.append((await house.post(moved, {"do": "remove"}, elsewhere.tokens[mine])).status_code)
            strangers = [(await house.get(table.path(), token)).status_code for token in (None, "x" * 43)]
            return refused, strangers, await table.listed(theirs), await table.listed(mine)

    refused, strangers, theirs, mine = asyncio.run(scene())

    assert refused == [401, 401, 404, 404, 404]
    assert strangers == [401, 401]
    assert theirs == {"subscriptions": [], "webhooks": []}
    assert len(mine["subscriptions"]) == 1


def test_the_host_alone_subscribes_for_no_seat(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            return (await house.post(table.path(), push(other), table.host)).status_code, other.requests

    assert asyncio.run(scene()) == (403, [])


def test_too_many_subscriptions_are_refused(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            for number in range(12):
                await table.subscribe(table.asked, push(other, f"/{number}"))
            answer = await house.post(table.path(), push(other, "/more"), table.tokens[table.asked])
            return answer.status_code, answer.json()["error"]["code"]

    assert asyncio.run(scene()) == (409, "too_many_subscriptions")


def test_subscribing_is_limited_for_each_address(tmp_path):
    from aachen.server.limits import read_limits

    async def scene():
        async with notified(tmp_path, limits=read_limits(["notifications_of_address=2,0"])) as (house, other):
            table = await sit_down(house)
            wish, token = push(other), table.tokens[table.asked]
            answers = [await house.post(table.path(), wish, token) for _ in range(3)]
            return [each.status_code for each in answers], answers[2].json()["error"]["facts"]["limit"]

    assert asyncio.run(scene()) == ([201, 201, 429], "notifications_of_address")


# ---- Settings ------------------------------------------------------------------------------------


def test_only_wanted_events_are_sent_in_the_wanted_language(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            seat = table.waits
            mine = await table.subscribe(seat, push(other, events=["end"], language="fr"))
            await table.pass_on()
            await sent_all(house)
            before = len(other.requests)
            settings = {"events": ["turn"], "language": "de"}
            changed = await table.change(seat, mine["subscription"]["id"], "change", settings=settings)
            await table.pass_on()
            await table.pass_on()
            await sent_all(house)
            return before, changed["subscriptions"][0]["settings"], events(other)

    before, settings, found = asyncio.run(scene())

    assert before == 1
    assert (settings["events"], settings["remind"]) == (["turn"], 7_200)
    assert [(each["event"], each["text"]) for each in found[1:]] == [("turn", "Du bist am Zug.")]


def test_a_reminder_comes_before_the_time_runs_out_and_then_a_bot_is_announced(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house, clock=CLOCK)
            await table.subscribe(table.waits, push(other, remind=3_600, zone="Europe/Berlin", language="de"))
            await table.pass_on()
            await sent_all(house)
            await advance(house, 82_700, 2_000)
            early = len(other.requests)
            await advance(house, 200)
            reminded = len(other.requests)
            await advance(house, 3_700, 60)
            await until(lambda: len(other.requests) > reminded)  # the clock acts in its own time
            return early, reminded, events(other)

    early, reminded, found = asyncio.run(scene())

    assert (early, reminded) == (2, 3)
    assert [each["event"] for each in found] == ["test", "turn", "reminder", "time_out"]
    assert found[1]["text"] == "Du bist am Zug. Frist: 15.11.23, 23:13."
    assert found[2]["text"] == "Deine Zeit läuft bald ab. Frist: 15.11.23, 23:13."


def test_in_quiet_hours_nothing_comes_until_they_end(tmp_path):
    """The clock of the test begins at 22:13 UTC."""
    quiet = {"from": "22:00", "until": "07:00"}

    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            await table.subscribe(table.waits, push(other, quiet=quiet))
            await table.pass_on()
            await advance(house, 8.7 * 3_600, 600)
            early = len(other.requests)
            await advance(house, 300)
            return early, [each["event"] for each in events(other)]

    assert asyncio.run(scene()) == (1, ["test", "turn"])


def test_a_reminder_of_a_time_that_ends_in_quiet_hours_does_not_wait(tmp_path):
    quiet = {"from": "22:00", "until": "07:00"}

    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house, clock={"bank": 7_200, "add": 0})
            await table.subscribe(table.waits, push(other, quiet=quiet, remind=3_600))
            await table.pass_on()
            await advance(house, 3_700, 100)
            return [each["event"] for each in events(other)]

    assert asyncio.run(scene()) == ["test", "reminder"]


@pytest.mark.parametrize(
    ("zone", "clock", "hours", "end"),
    [
        ("UTC", "2026-11-18T23:30", ("22:00", "07:00"), "2026-11-19T07:00"),
        ("UTC", "2026-11-18T06:59", ("22:00", "07:00"), "2026-11-18T07:00"),
        ("UTC", "2026-11-18T07:00", ("22:00", "07:00"), None),
        ("UTC", "2026-11-18T21:59", ("22:00", "07:00"), None),
        ("UTC", "2026-11-18T13:00", ("12:00", "14:00"), "2026-11-18T14:00"),
        ("UTC", "2026-11-18T14:00", ("12:00", "14:00"), None),
        ("Europe/Berlin", "2026-11-18T21:30", ("22:00", "07:00"), "2026-11-19T06:00"),
        ("America/New_York", "2026-11-18T21:30", ("22:00", "07:00"), None),
        ("Europe/Berlin", "2026-10-24T23:00", ("22:00", "07:00"), "2026-10-25T06:00"),  # the clocks go back
        ("UTC", "2026-11-18T13:00", ("12:00", "12:00"), None),
    ],
)
def test_quiet_hours_are_those_of_the_persons_zone(zone, clock, hours, end):
    def at(text):
        return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)

    found = end_of_quiet(QuietHours(*hours), zone, at(clock))

    assert found == (None if end is None else at(end))


@pytest.mark.parametrize("zone", ["Nowhere/Town", "../etc/passwd", "/etc/passwd", "", "Europe", "utc\0"])
def test_an_unknown_zone_is_refused(zone):
    with pytest.raises(BadInput) as caught:
        zone_of(zone)

    assert caught.value.faults[0].code == "unknown_time_zone"


# ---- A server that was away ---------------------------------------------------------------------


@pytest.mark.parametrize("away", [3_600, 100_000])
def test_a_deadline_moves_when_no_server_ran_and_its_reminder_with_it(tmp_path, away):
    """Time without a server counts for nobody; with the longer absence the time that was told is over already."""
    start = 1_700_000_000_000

    async def scene():
        async with service() as other:
            async with serving(tmp_path, notifications=config()) as house:
                table = await sit_down(house, clock=CLOCK)
                await table.subscribe(table.waits, push(other, remind=7_200))
                feed = (await table.subscribe(table.waits, {"channel": "feed"}))["feed"]
                await table.pass_on()
                await sent_all(house)
            time = FakeTime(start + away * 1000)
            async with serving(tmp_path, notifications=config(), time=time) as house:
                await until(lambda: house.tables.has(table.table))
                await sent_all(house)
                ends = datetime.fromtimestamp(start / 1000 + away + 86_400, UTC)
                async with asyncio.timeout(PATIENCE):  # until the clocks of the new server are known
                    while f"DTEND:{ends:%Y%m%dT%H%M%S}Z" not in (await house.get(feed["calendar"])).text:
                        await asyncio.sleep(0.02)
                table.house = house
                await advance(house, 79_000, 2_000)
                before = [each["event"] for each in events(other)]
                await advance(house, 300)
                await advance(house, 6_900, 500)
                return before, events(other)[len(before) :]

    before, late = asyncio.run(scene())

    assert before == ["test", "turn"]
    assert [each["event"] for each in late] == ["reminder"]


# ---- Endings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", ["open", "link", "stand"])
def test_who_leaves_a_seat_takes_their_subscriptions_along(tmp_path, do):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            seat = table.waits
            await table.subscribe(seat, push(other))
            token = table.host if do == "open" else table.tokens[seat]
            await house.change(table.table, seat, do, token)
            return await house.tables.store.notifications.of_table(table.table)

    assert asyncio.run(scene()) == []


def test_the_end_is_told_once_and_then_every_address_is_forgotten(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            await table.subscribe(table.waits, push(other))
            await table.subscribe(table.asked, push(other, "/other"))
            closed = await house.post(f"/api/tables/{table.table}/close", None, table.host)
            assert closed.status_code == 200
            await sent_all(house)
            await advance(house, 200)
            late = await house.post(table.path(), push(other), table.tokens[table.asked])
            return events(other), await house.tables.store.notifications.of_table(table.table), late

    found, left, late = asyncio.run(scene())

    assert [(each["event"], each["text"]) for each in found[1:]] == [
        ("end", "The host has closed the table.")
    ]
    assert left == []
    assert late.json()["error"]["code"] == "table_over"


def test_a_game_that_begins_is_told_to_who_waited_and_the_turn_to_who_is_asked(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            made = await house.make("carolus", ["me", "open"])
            (seat,) = made["seats"]
            table = Sitting(house, made["table"], made["host"], made["seats"], seat, seat)
            await table.subscribe(seat, push(other))
            await house.sit(made["table"])
            await sent_all(house)
            async with house.player(made["table"]) as watcher:
                asked = watcher.view["to_act"]
            return asked == [seat], [each["event"] for each in events(other)]

    is_asked, found = asyncio.run(scene())

    assert found == ["test", "turn" if is_asked else "begin"]


def test_a_person_who_is_removed_is_notified_no_more_and_their_export_names_no_secret(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            seat, token = table.waits, table.tokens[table.waits]
            await house.change(table.table, seat, "name", token, name="Anna")
            await table.subscribe(seat, push(other))
            operator = open_operator(str(tmp_path / "tables.db"))
            await operator.open(may_write=True)
            try:
                found = await trace(operator, table.table, Person(name="Anna"))
                assert found is not None
                exported = await notification_files(operator, found)
                await remove(operator, table.table, Person(name="Anna"), house.time.now())
            finally:
                await operator.close()
            return exported, await house.tables.store.notifications.of_table(table.table), table.table

    exported, left, name = asyncio.run(scene())

    assert "push.example.org" in exported[f"{name}/notifications.json"]
    assert '"auth"' not in exported[f"{name}/notifications.json"]
    assert left == []


# ---- Several servers -----------------------------------------------------------------------------


def test_two_servers_send_each_message_once(tmp_path):
    async def scene():
        inner, time = SqliteStore(tmp_path / "tables.db"), FakeTime()
        shared: list[Shared] = []
        stores = [Shared(inner, shared) for _ in range(2)]
        async with contextlib.AsyncExitStack() as stack:
            other = await stack.enter_async_context(service())
            houses = [
                await stack.enter_async_context(
                    serving(tmp_path, store=store, time=time, notifications=config())
                )
                for store in stores
            ]
            table = await sit_down(houses[0])
            await table.subscribe(table.waits, push(other))
            await table.subscribe(table.asked, push(other))
            for _ in range(6):
                await table.pass_on()
                for house in houses:
                    house.tables.outbox_wake.set()
                for house in houses:
                    await sent_all(house)
            return [(each["event"], each["seat"]) for each in events(other)], table

    found, table = asyncio.run(scene())
    turns = [seat for event, seat in found if event == "turn"]

    assert len(turns) == 6
    assert turns == [table.waits, table.asked] * 3 or turns == [table.asked, table.waits] * 3


@pytest.mark.parametrize("is_late", [False, True], ids=["at once", "a moment later"])
def test_two_servers_write_one_mail_to_an_address(tmp_path, monkeypatch, is_late):
    """Two tables move on two servers: one writes, and the other message waits for the next mail.

    The other server has claimed its message; it looks at the address before the first one writes, or after.
    """

    async def advance_all(houses, seconds, step):
        for _ in range(0, seconds, step):
            for house in houses:
                await sent_all(house)
            await houses[0].time.advance(step)
        for house in houses:
            await sent_all(house)
        return len(box.mails)

    async def scene(port):
        mail = MailServer("127.0.0.1", port, "none", SENDER)
        inner, time = SqliteStore(tmp_path / "tables.db"), FakeTime()
        shared: list[Shared] = []
        stores = [Shared(inner, shared) for _ in range(2)]
        async with contextlib.AsyncExitStack() as stack:
            houses = [
                await stack.enter_async_context(
                    serving(tmp_path, store=store, time=time, notifications=config(mail=mail))
                )
                for store in stores
            ]
            tables = [await sit_down(house) for house in houses]
            for table in tables:
                wish = {"channel": "mail", "address": "anna@example.org", "settings": {"every": 3_600}}
                found = await table.subscribe(table.waits, wish)
                code = re.findall(r"^\d{6}$", box.mails[-1][2].get_content().replace("\r", ""), re.MULTILINE)[
                    0
                ]
                await table.change(table.waits, found["subscription"]["id"], "confirm", code=code)
            claim, claimed = inner.notifications.claim, []
            take, turns = inner.notifications.take_turn, list[list[str]]()

            async def one_each(now, until_, most):
                found = await claim(now, until_, 1)
                claimed.extend(found)
                if found and len(claimed) == 2 and is_late:
                    await until(lambda: turns)
                elif found and len(claimed) < 3:
                    await until(lambda: len(claimed) >= 2)
                return found

            async def counted(*facts):
                turns.append(await take(*facts))
                return turns[-1]

            monkeypatch.setattr(inner.notifications, "take_turn", counted)
            monkeypatch.setattr(inner.notifications, "claim", one_each)
            await asyncio.gather(*[table.pass_on() for table in tables])
            early = await advance_all(houses, 3_500, 100)
            await advance_all(houses, 450, 15)
            text = "".join(each[2].get_content() for each in box.mails[2:])
            return early - 2, len(box.mails) - 2, [text.count(f"/t/{table.table}#") for table in tables]

    with mail_server() as (box, port):
        assert asyncio.run(scene(port)) == (1, 2, [1, 1])


def test_a_server_that_was_paused_leaves_its_messages_to_others(tmp_path, monkeypatch):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            await table.subscribe(table.waits, push(other))
            outbox = house.tables.store.notifications
            claim = outbox.claim

            async def paused(now, until_, most):
                found = await claim(now, until_, most)
                house.time.seconds += 100
                return found

            monkeypatch.setattr(outbox, "claim", paused)
            await table.pass_on()
            await sent_all(house)
            during = len(other.requests)
            monkeypatch.setattr(outbox, "claim", claim)
            await advance(house, 200)
            await until(lambda: len(other.requests) == 2)
            return during

    assert asyncio.run(scene()) == 1

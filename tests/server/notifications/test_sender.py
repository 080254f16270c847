"""What the sender does with subscriptions that should not be there any more, or that cannot be read."""

import asyncio

import pytest
from tests.server.kit import FakeTime, serving, until
from tests.server.notifications.kit import Browser, advance, config, notified, sent_all, service, sit_down

from aachen.server.notifications import sender
from aachen.server.notifications.subscriptions import SubscriptionBody, fill, read_body
from aachen.server.notifications.web_client import WebClient
from aachen.storage.notifications import News, SeatEvent


def test_a_subscription_of_a_former_holder_is_void_even_if_it_is_still_stored(tmp_path):
    """As after an operator's own change of the database: the seat has another token than the one that subscribed."""

    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            await table.subscribe(table.waits, Browser().subscription(service.url()))
            feed = (await table.subscribe(table.waits, {"channel": "feed"}))["feed"]
            outbox = house.tables.store.notifications
            for stored in await outbox.of_table(table.table):
                body = read_body(stored)
                body.holder = "0" * 64
                await outbox.alter(fill(stored, body))
            answer = await house.get(feed["atom"])
            listed = await table.listed(table.waits)
            await table.pass_on()
            await sent_all(house)
            return answer.status_code, listed["subscriptions"], len(service.requests)

    assert asyncio.run(scene()) == (404, [], 1)


def test_a_subscription_that_cannot_be_read_keeps_nobody_else_waiting(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            await table.subscribe(table.waits, Browser().subscription(service.url("/good")))
            await table.subscribe(table.waits, Browser().subscription(service.url("/bad")))
            outbox = house.tables.store.notifications
            for stored in await outbox.of_table(table.table):
                if read_body(stored).endpoint.endswith("/bad"):
                    fill(stored, SubscriptionBody())
                    stored.body = b"damaged"
                    await outbox.alter(stored)
            service.requests.clear()
            await table.pass_on()
            await sent_all(house)
            return [each.path for each in service.requests]

    assert asyncio.run(scene()) == ["/good"]


async def subscribed_with_two_messages(house, service, channel):
    """A subscription for which a beginning and an end wait."""
    table = await sit_down(house)
    wish = {"channel": channel, "kind": "json", "url": service.url()}
    if channel == "push":
        wish = Browser().subscription(service.url())
    token = table.host if channel == "webhook" else table.tokens[table.waits]
    made = await house.post(table.path(), wish, token)
    service.requests.clear()
    now = house.time.now()
    events = tuple(SeatEvent(event, table.waits, now) for event in ("begin", "end"))
    name = made.json()["subscription"]["id"]
    await house.tables.store.notifications.announce(News(table.table, 1, now, events), name)
    house.tables.outbox_wake.set()


def told(service, channel):
    """The events that a service was told of."""
    bodies = [Browser().read(each.body) if channel == "push" else each.json() for each in service.requests]
    return [body["event"] for body in bodies]


@pytest.mark.parametrize("channel", ["push", "webhook"])
def test_what_was_taken_before_a_fault_is_not_sent_again(tmp_path, channel):
    async def scene():
        async with notified(tmp_path) as (house, service):
            await subscribed_with_two_messages(house, service, channel)
            service.answer(201)
            service.answer(500)
            await sent_all(house)
            await advance(house, 300)
            return told(service, channel)

    assert asyncio.run(scene()) == ["begin", "end", "end"]


@pytest.mark.parametrize("channel", ["push", "webhook"])
def test_a_slow_service_gets_no_more_than_a_claim_has_time_for(tmp_path, monkeypatch, channel):
    """What is left is sent when the claim has run out, and nothing twice."""
    send = WebClient.send

    async def scene():
        async with notified(tmp_path) as (house, service):

            async def slow(client, *rest, **more):
                house.time.seconds += 80
                return await send(client, *rest, **more)

            await subscribed_with_two_messages(house, service, channel)
            monkeypatch.setattr(WebClient, "send", slow)
            await sent_all(house)
            first = told(service, channel)
            await advance(house, 300)
            return first, told(service, channel)

    assert asyncio.run(scene()) == (["begin"], ["begin", "end"])


def test_a_bug_at_one_message_keeps_no_other_waiting(tmp_path, monkeypatch):
    async def scene():
        async with service() as other, serving(tmp_path, notifications=config()) as house:
            table = await sit_down(house)
            await table.subscribe(table.waits, Browser().subscription(other.url("/bad")))
            await table.subscribe(table.waits, Browser().subscription(other.url("/good")))
            other.requests.clear()
            send = WebClient.send

            async def broken(client, url, *rest, **more):
                if url.endswith("/bad") and not crashes:
                    crashes.append(url)
                    raise RuntimeError("a bug")
                return await send(client, url, *rest, **more)

            crashes: list[str] = []
            monkeypatch.setattr(WebClient, "send", broken)
            await table.pass_on()
            await sent_all(house)
            await advance(house, 90)
            return len(crashes), [each.path for each in other.requests]

    assert asyncio.run(scene()) == (1, ["/good", "/bad"])


def test_a_server_that_never_sent_anything_makes_no_key(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, _):
            table = await sit_down(house)
            await table.pass_on()
            await sent_all(house)
            return await house.tables.store.notifications.key("vapid", lambda: b"none yet")

    assert asyncio.run(scene()) == b"none yet"


# ---- Slow services, and the end of a server ------------------------------------------------------


def test_a_slow_service_keeps_nobody_else_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(sender, "SLOW", 0.05)
    send = WebClient.send

    async def scene():
        answers = asyncio.Event()

        async def slow(client, url, *rest, **more):
            if url.endswith("/slow"):
                await answers.wait()
            return await send(client, url, *rest, **more)

        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            for seat in table.tokens:
                for path in ("/slow", "/quick"):
                    await table.subscribe(seat, Browser().subscription(service.url(path)))
            service.requests.clear()
            monkeypatch.setattr(WebClient, "send", slow)
            await table.pass_on()
            await until(lambda: len(service.requests) == 1)
            await table.pass_on()
            await until(lambda: len(service.requests) == 2)
            await table.pass_on()
            await until(lambda: len(service.requests) == 3)
            meanwhile = [each.path for each in service.requests]
            answers.set()
            await until(lambda: house.tables.notifier.is_idle)
            await advance(house, 60)
            return meanwhile, [each.path for each in service.requests].count("/slow")

    meanwhile, number = asyncio.run(scene())

    assert meanwhile == ["/quick"] * 3
    assert number == 3  # a message for each turn; one that was under way is not begun again


def test_what_is_under_way_when_a_server_stops_is_sent_once(tmp_path, monkeypatch):
    """It would be sent again by the next server if nobody noted that it was taken."""
    send = WebClient.send

    async def scene():
        begun, goes_on = asyncio.Event(), asyncio.Event()

        async def slow(client, *rest, **more):
            found = await send(client, *rest, **more)
            begun.set()
            await goes_on.wait()
            return found

        async with service() as other:
            async with serving(tmp_path, notifications=config()) as house:
                table = await sit_down(house)
                await table.subscribe(table.waits, Browser().subscription(other.url()))
                other.requests.clear()
                monkeypatch.setattr(WebClient, "send", slow)
                await table.pass_on()
                await begun.wait()
                asyncio.get_running_loop().call_later(0.3, goes_on.set)
            monkeypatch.setattr(WebClient, "send", send)
            async with serving(tmp_path, notifications=config(), time=FakeTime(1_700_000_600_000)) as house:
                await sent_all(house)
                return len(other.requests)

    assert asyncio.run(scene()) == 1

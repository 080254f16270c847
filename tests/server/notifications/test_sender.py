"""What the sender does with subscriptions that should not be there any more, or that cannot be read."""

import asyncio

from tests.server.notifications.kit import Browser, notified, sent_all, sit_down

from aachen.server.notifications.subscriptions import SubscriptionBody, fill, read_body


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


def test_a_server_that_never_sent_anything_makes_no_key(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, _):
            table = await sit_down(house)
            await table.pass_on()
            await sent_all(house)
            return await house.tables.store.notifications.key("vapid", lambda: b"none yet")

    assert asyncio.run(scene()) == b"none yet"

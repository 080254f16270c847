"""Nobody takes the seat of somebody who is there: absence is counted the same at all servers, and from the right moment."""

import asyncio
import contextlib

import pytest
from tests.server.kit import FakeTime, Shared, serving, until

from aachen.storage.sqlite import SqliteStore

FULL = 60  # seconds until a seat may be handed over


@contextlib.asynccontextmanager
async def two_servers(folder, *, is_deaf=False):
    """Two servers on one store, with one clock; the first may hear no notices of the other."""
    time, stores = FakeTime(), list[Shared]()
    inner = SqliteStore(folder / "tables.db")
    first, second = Shared(inner, stores), Shared(inner, stores)
    first.time = second.time = time
    first.is_deaf = is_deaf
    async with serving(folder, first, time=time) as one, serving(folder, second, time=time) as two:
        yield one, two


async def link(house, made, seat):
    """What the host hears who asks for a new link."""
    answer = await house.post(f"/api/tables/{made['table']}/seats/{seat}", {"do": "link"}, made["host"])
    return answer.status_code


async def is_announced(house, made, seat, present):
    """Wait until a server says of a seat that it is there, or that it is not."""
    async with asyncio.timeout(20):
        while True:
            sheet = await house.sheet(made["table"])
            if next(each for each in sheet["seats"] if each["seat"] == seat)["present"] == present:
                return
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("patience", [1, 30, 600])
def test_a_new_link_for_anothers_seat_needs_a_minute_of_absence_and_the_patience(tmp_path, patience):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"], patience=patience)
            sat = await house.sit(made["table"])
            async with house.player(made["table"], sat["token"]):
                await house.time.advance(1000)
                data = [await link(house, made, sat["seat"])]
            table = house.tables.loaded[made["table"]]
            await until(lambda: not table.here())
            await house.time.advance(max(FULL, patience) - 1)
            data.append(await link(house, made, sat["seat"]))
            await house.time.advance(1)
            return [*data, await link(house, made, sat["seat"])]

    assert asyncio.run(scene()) == [409, 409, 200]


def test_who_is_at_another_server_is_not_away(tmp_path):
    """The host is at one server, the player at the other; both say the same of who is there."""

    async def scene():
        async with two_servers(tmp_path) as (one, two):
            made = await one.make("carolus", ["me", "open"], patience=1)
            sat = await one.sit(made["table"])
            async with two.player(made["table"], sat["token"]):
                await is_announced(one, made, sat["seat"], True)
                await one.time.advance(1000)
                data = [await link(one, made, sat["seat"]), await link(two, made, sat["seat"])]
            await is_announced(one, made, sat["seat"], False)
            await one.time.advance(FULL - 1)
            data += [await link(one, made, sat["seat"]), await link(two, made, sat["seat"])]
            await one.time.advance(1)
            return data, await link(one, made, sat["seat"])

    assert asyncio.run(scene()) == ([409] * 4, 200)


def test_who_came_to_another_server_is_not_away_even_before_it_was_told(tmp_path):
    async def scene():
        async with two_servers(tmp_path, is_deaf=True) as (one, two):
            made = await one.make("carolus", ["me", "open"], patience=1)
            sat = await one.sit(made["table"])
            await one.time.advance(1000)
            async with two.player(made["table"], sat["token"]):
                return await link(one, made, sat["seat"])

    assert asyncio.run(scene()) == 409


def test_a_bot_is_not_asked_in_for_who_is_at_another_server(tmp_path):
    async def scene():
        async with two_servers(tmp_path) as (one, two):
            made = await one.make("carolus", ["me", "open"], patience=1)
            sat = await one.sit(made["table"])
            (mine,) = made["seats"].values()
            path = f"/api/tables/{made['table']}/seats/{sat['seat']}"
            async with two.player(made["table"], sat["token"]):
                await is_announced(one, made, sat["seat"], True)
                await one.time.advance(1000)
                data = [(await one.post(path, {"do": "bot"}, mine)).status_code]
            await is_announced(one, made, sat["seat"], False)
            await one.time.advance(1)
            return [*data, (await one.post(path, {"do": "bot"}, mine)).status_code]

    assert asyncio.run(scene()) == [403, 200]


@pytest.mark.parametrize("where", [0, 1], ids=["where they sat down", "at the other server"])
def test_who_just_sat_down_does_not_count_as_away(tmp_path, where):
    async def scene():
        async with two_servers(tmp_path) as servers:
            made = await servers[0].make("carolus", ["me", "open"], patience=1)
            asked = servers[where]
            await asked.sheet(made["table"])
            await asked.time.advance(1000)
            sat = await servers[0].sit(made["table"])
            await asked.sheet(
                made["table"]
            )  # after so long a time nobody looked at it: it has left the memory
            await until(lambda: asked.tables.loaded[made["table"]].table.sheet.is_full())
            data = [await link(asked, made, sat["seat"])]
            await asked.time.advance(FULL - 1)
            data.append(await link(asked, made, sat["seat"]))
            await asked.time.advance(1)
            return [*data, await link(asked, made, sat["seat"])]

    assert asyncio.run(scene()) == [409, 409, 200]


def test_absence_is_counted_from_the_loading_of_a_table_at_the_earliest(tmp_path):
    async def scene():
        time = FakeTime()
        async with serving(tmp_path, time=time) as house:
            made = await house.make("carolus", ["me", "open"], patience=1)
            sat = await house.sit(made["table"])
        await time.advance(1000)
        async with serving(tmp_path, time=time) as house:
            data = [await link(house, made, sat["seat"])]
            await time.advance(FULL - 1)
            data.append(await link(house, made, sat["seat"]))
            await time.advance(1)
            return [*data, await link(house, made, sat["seat"])]

    assert asyncio.run(scene()) == [409, 409, 200]


def test_a_new_link_by_the_host_is_told_to_everybody_and_one_of_ones_own_is_not(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"])
            sat = await house.sit(made["table"])
            (own,) = made["seats"]
            async with house.player(made["table"]) as watcher:
                await house.change(made["table"], own, "link", made["seats"][own])
                await house.time.advance(FULL)
                at = house.time.now()
                await house.change(made["table"], sat["seat"], "link", made["host"])
                linked = await watcher.hear(
                    "sheet", lambda data: any(seat["relinked"] for seat in data["sheet"]["seats"])
                )
                return own, sat["seat"], at, {s["seat"]: s["relinked"] for s in linked["sheet"]["seats"]}

    own, other, at, data = asyncio.run(scene())

    assert data == {own: None, other: at}

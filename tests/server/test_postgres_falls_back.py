"""PostgreSQL falls back under running servers: rows are lost, or a standby takes over that lagged."""

import asyncio
import random
import signal
import tempfile
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.server.kit import play_on, serving
from tests.storage.postgres import PostgresServer, running_postgres

from aachen.core.replay import replay
from aachen.games import GAMES
from aachen.storage.postgres import PostgresStore


@asynccontextmanager
async def two_servers(url):
    """Two servers on one database, and a table of Carolus Magnus with a seat for a player at each."""
    async with AsyncExitStack() as stack:
        houses = [await stack.enter_async_context(serving(Path(), PostgresStore(url))) for _ in range(2)]
        made = await houses[0].make("carolus", ["me", "me"])
        yield houses, made["table"], made["seats"]


@asynccontextmanager
async def seated(houses, table, tokens):
    """A player of each seat, each at a server of its own."""
    async with AsyncExitStack() as stack:
        players = {}
        for house, (seat, token) in zip(houses, tokens.items(), strict=True):
            players[seat] = await stack.enter_async_context(house.player(table, token))
        yield players


async def all_notified(players):
    """What everybody was told when they were sent away."""
    return [(await player.hear("bye"))["code"] for player in players.values()]


async def all_seen(players, seq):
    """Wait until everybody has seen an entry."""
    for player in players.values():
        await player.seen(seq)


async def kept(url, table):
    """The numbers of the stored entries, and whether they can be replayed from the first to the last."""
    store = PostgresStore(url)
    await store.open(lambda _: None)
    try:
        found = await store.load(table)
    finally:
        await store.close()
    assert found is not None
    lines = [f"{line}\n" for entry in found.entries for line in entry.lines]
    return [entry.seq for entry in found.entries], not any(step.faults for step in replay(lines, GAMES))


def test_rows_that_vanish_under_two_servers_are_noticed_by_both_and_the_game_goes_on():
    async def scene(postgres):
        url = postgres.new_database()
        async with two_servers(url) as (houses, table, tokens):
            async with seated(houses, table, tokens) as players:
                await play_on(players, 8, random.Random(3))
                await all_seen(players, 8)
                postgres.do(
                    "WITH gone AS (DELETE FROM entry WHERE seq > 4 RETURNING 1) SELECT count(*) FROM gone",
                    url,
                )
                mover = players[next(iter(players.values())).view["to_act"][0]]
                await mover.say({"say": "act", "id": 99, "after": 8, "action": mover.offers()[0]})
                await mover.closed()
                postgres.cut_connections(
                    url
                )  # the other server has nothing to write, but hears that it was cut off
                data = await all_notified(players)
                done = [heard for heard in mover.heard if heard["say"] == "done" and heard["id"] == 99]
            async with seated(houses, table, tokens) as players:
                starts = [player.seq for player in players.values()]
                await play_on(players, 5, random.Random(4))
                await all_seen(players, 9)
        return data, done, starts, await kept(url, table)

    with running_postgres() as postgres:
        found = asyncio.run(scene(postgres))

    assert found == (["fell_back"] * 2, [], [4, 4], (list(range(10)), True))


def test_a_standby_that_is_promoted_while_it_lags_costs_the_last_moves_and_not_the_game():
    async def scene(primary, standby):
        name = primary.new_database().rpartition("/")[2]
        places = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
        url = f"postgresql://aachen@{places}/{name}?target_session_attrs=read-write"
        async with two_servers(url) as (houses, table, tokens):
            async with seated(houses, table, tokens) as players:
                await play_on(players, 5, random.Random(1))
                await all_seen(players, 5)
                standby.caught_up(primary)
                standby.stop_following()
                await play_on(players, 4, random.Random(2))
                await all_seen(players, 9)
                primary.stop(signal.SIGQUIT)
                standby.promote()
                data = await all_notified(players)
            async with seated(houses, table, tokens) as players:
                starts = [player.seq for player in players.values()]
                await play_on(players, 6, random.Random(3))
                await all_seen(players, 11)
            crashes = [house.tables.metrics.text().count("aachen_crashes_total 0") for house in houses]
        return data, starts, crashes, await kept(standby.url(name), table)

    with running_postgres() as primary, tempfile.TemporaryDirectory(prefix="aachen-standby-") as folder:
        standby: PostgresServer = primary.standby(Path(folder))
        try:
            found = asyncio.run(scene(primary, standby))
        finally:
            standby.stop(signal.SIGQUIT)

    assert found == (["fell_back"] * 2, [5, 5], [1, 1], (list(range(12)), True))

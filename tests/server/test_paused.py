"""One of two servers is paused in the middle of a game, and wakes up again."""

import asyncio
import os
import random
import signal
from contextlib import suppress

from tests.server.persistent import Persistent
from tests.server.real_server import RealServer, stop_all
from tests.storage.kit import run, until
from tests.storage.postgres import running_postgres

from aachen.core.replay import replay
from aachen.games import GAMES
from aachen.storage import open_store


def test_another_server_plays_the_bots_of_one_that_is_paused_and_nothing_is_lost_when_it_wakes(tmp_path):
    async def scene(database):
        servers = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            servers.append(RealServer(database, tmp_path / name, "tests.server.short_lease"))
        try:
            await asyncio.gather(*[server.start() for server in servers])
            made = await servers[0].make("carolus", ["me", "random", "random"])
            (token,) = made["seats"].values()
            player = Persistent(made["table"], token, random.Random(1))
            watcher = Persistent(made["table"], None, random.Random(2))
            here = asyncio.create_task(watcher.play(servers[0].address))
            there = asyncio.create_task(player.play(servers[1].address))
            await until(lambda: player.moves >= 3 and watcher.last > 3)

            os.kill(servers[0].pid, signal.SIGSTOP)
            try:
                moves = player.moves
                await until(lambda: player.is_over or player.moves >= moves + 6, most=60)
                frozen, newest = watcher.last, player.last
            finally:
                os.kill(servers[0].pid, signal.SIGCONT)
            await until(lambda: watcher.is_over or watcher.last >= frozen + 10, most=60)
            for task in (here, there):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            assert frozen < newest, "the paused server showed nothing of what the other one played"
            assert player.failures == []
            assert [server.complaints() for server in servers] == ["", ""]
            return player, watcher
        finally:
            await stop_all(servers)

    with running_postgres() as postgres:
        database = postgres.new_database()
        player, watcher = asyncio.run(scene(database))
        kept = run(lambda store: store.load(player.table), open_store(database))

    assert kept is not None
    assert [entry.seq for entry in kept.entries] == list(range(len(kept.entries)))
    assert max(player.acknowledged, player.last, watcher.last) < len(kept.entries)
    assert not any(
        step.faults for step in replay([f"{x}\n" for entry in kept.entries for x in entry.lines], GAMES)
    )

"""Two servers on one PostgreSQL: players of one table on different servers, and one of them dies."""

import asyncio
import random

import pytest
from tests.server.killing import hand_over, together
from tests.server.persistent import Persistent
from tests.server.real_server import RealServer, stop_all
from tests.storage.kit import run, until
from tests.storage.postgres import running_postgres

from aachen.core.replay import replay
from aachen.core.verify import verify
from aachen.games import GAMES
from aachen.storage import open_store


def has_ended(tasks):
    """Whether somebody has nothing to wait for any more: the game is over, or it ended in a complaint."""
    return any(task.done() for task in tasks)


@pytest.mark.parametrize("dies", [0, 1], ids=["the one that made the table", "the other one"])
def test_players_on_two_servers_play_on_when_one_of_them_is_killed(tmp_path, dies):
    """Two persons and a bot; a watcher at each server sees the very same, and so does everybody afterwards."""

    async def scene(database):
        servers = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            servers.append(RealServer(database, tmp_path / name))
        try:
            await asyncio.gather(*[server.start() for server in servers])
            made = await servers[0].make("carolus", ["me", "me", "random"], stand_in="random")
            chances = (random.Random(seed) for seed in range(9))
            tokens = [*made["seats"].values(), None, None]
            players = [Persistent(made["table"], token, next(chances)) for token in tokens]
            playing = [
                asyncio.create_task(player.play(servers[number % 2].address))
                for number, player in enumerate(players)
            ]
            await until(lambda: min(player.moves for player in players[:2]) >= 3)
            await servers[dies].end()
            left = servers[1 - dies]
            await together(playing[dies::2])
            at_death = players[0].last
            playing[dies::2] = [asyncio.create_task(player.play(left.address)) for player in players[dies::2]]
            await until(lambda: has_ended(playing) or min(player.last for player in players) > at_death + 10)
            for player in players[:2]:
                await hand_over(left, player)
            async with asyncio.timeout(120):
                await together(playing)
            assert players[0].last > at_death
            assert [server.complaints() for server in servers] == ["", ""]
            return players
        finally:
            await stop_all(servers)

    with running_postgres() as postgres:
        database = postgres.new_database()
        players = asyncio.run(scene(database))
        kept = run(lambda store: store.load(players[0].table), open_store(database))

    assert [player.is_over for player in players] == [True] * 4
    one, two = players[2].frames, players[3].frames
    assert {seq: one[seq] for seq in one.keys() & two.keys()} == {
        seq: two[seq] for seq in one.keys() & two.keys()
    }
    assert len(one.keys() & two.keys()) > 20
    assert kept is not None
    assert verify(replay([f"{line}\n" for entry in kept.entries for line in entry.lines], GAMES)).is_fair()

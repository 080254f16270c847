"""The database goes away in the middle of a game: the asker is told, and the game goes on when it is back."""

import asyncio
import random
import signal

from tests.server.persistent import Persistent
from tests.server.real_server import RealServer, stop_all
from tests.storage.kit import until
from tests.storage.postgres import running_postgres


def test_a_game_goes_on_when_its_database_is_back(tmp_path):
    """Two servers, a player at each; the database is cut off as in a power cut, and starts again."""

    async def scene(postgres):
        database = postgres.new_database()
        servers = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            servers.append(RealServer(database, tmp_path / name))
        try:
            await asyncio.gather(*[server.start() for server in servers])
            made = await servers[0].make("carolingi", ["me", "me", "random"])
            players = [Persistent(made["table"], token, random.Random(5)) for token in made["seats"].values()]
            playing = [
                asyncio.create_task(player.play(server.address)) for player, server in zip(players, servers)
            ]
            await until(lambda: min(player.moves for player in players) >= 2)

            postgres.stop(signal.SIGQUIT)
            await until(lambda: is_unwell(servers[0]))
            newest = max(player.last for player in players)  # whoever is behind may still catch up with it
            await asyncio.sleep(0.5)
            assert max(player.last for player in players) == newest
            assert {code for player in players for code in player.failures} <= {"not_stored"}

            postgres.start()
            moves = [player.moves for player in players]
            await until(lambda: all(player.moves > before + 2 for player, before in zip(players, moves)))
            assert [server.complaints() for server in servers] == ["", ""]
        finally:
            await stop_all(servers)
        await asyncio.gather(*playing)

    with running_postgres() as postgres:
        asyncio.run(scene(postgres))


async def is_unwell(server: RealServer) -> bool:
    """Whether the server says that its store is away."""
    return (await server.get("/health")).status_code == 503

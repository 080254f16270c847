"""Nothing acknowledged is lost when a server is killed; the long form is `make soak`."""

import asyncio
import sqlite3

import pytest
from tests.server.killing import Lane, kill_often
from tests.server.persistent import Lost
from tests.storage.postgres import running_postgres

KILLS = 10
POSTGRES_KILLS = 4


def lanes_at(tmp_path, databases):
    """A lane for each database, with a folder of its own."""
    lanes = []
    for number, database in enumerate(databases):
        folder = tmp_path / f"lane{number}"
        folder.mkdir()
        lanes.append(Lane(database or str(folder / "tables.db"), folder, number))
    return lanes


def test_every_acknowledged_move_outlives_the_server(tmp_path):
    lanes = lanes_at(tmp_path, [None, None])

    moves, entries = asyncio.run(kill_often(lanes, KILLS))

    assert sum(lane.kills for lane in lanes) >= KILLS
    assert moves > KILLS
    assert entries > moves


def test_every_acknowledged_move_outlives_the_server_on_postgresql(tmp_path):
    with running_postgres() as postgres:
        lanes = lanes_at(tmp_path, [postgres.new_database()])

        moves, entries = asyncio.run(kill_often(lanes, POSTGRES_KILLS))

    assert moves > POSTGRES_KILLS
    assert entries > moves


def test_a_loss_would_be_found(tmp_path):
    """The proof can fail: an entry is taken out of the database behind the server's back."""
    (lane,) = lanes_at(tmp_path, [None])
    lane.chance.random = lambda: 0.2  # it is open, and bots play

    async def live():
        while max((player.last for player in lane.players), default=0) < 3:
            await lane.live_and_die()

    asyncio.run(live())
    database = sqlite3.connect(lane.database)
    with database:
        database.execute(
            "DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry AS last WHERE last.id = entry.id)"
        )
        database.execute(
            "DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry AS last WHERE last.id = entry.id)"
        )
    database.close()

    with pytest.raises(Lost):
        asyncio.run(lane.live_and_die())


def test_a_server_that_acknowledges_too_early_is_found_out(tmp_path):
    """The proof can fail in the way it is meant for."""
    lane = Lane(str(tmp_path / "tables.db"), tmp_path, 1, "tests.server.careless")

    async def live():
        for _ in range(20):
            await lane.live_and_die()

    with pytest.raises(Lost):
        asyncio.run(live())

"""The proof that nothing acknowledged is lost: servers are killed in the middle of play, again and again.

A lane is one database with some tables at it, bots and a person who plays at random at each.
After each kill everything that was acknowledged or shown is asked for again;
at the end the games are played out, every line is read again from the database, and the luck is verified.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from tests.server.persistent import Lost, Persistent
from tests.server.real_server import PATIENCE, RealServer

from aachen.core.replay import replay
from aachen.core.verify import verify
from aachen.games import GAMES
from aachen.storage import open_store
from aachen.storage.store import Store

TABLES = [("carolus", ["me", "random"]), ("carolingi", ["me", "random", "greedy"])]
LONGEST_LIFE = 0.4  # seconds, after the door opened or the first bot moved


class Lane:
    """One database, the tables at it, and a chance that decides when the server dies."""

    def __init__(self, database: str, folder: Path, seed: int, program: str = "aachen") -> None:
        self.database = database
        self.folder = folder
        self.program = program
        self.chance = random.Random(seed)
        self.players: list[Persistent] = []
        self.tables: dict[str, str] = {}  # every table that was made, and its game
        self.kills = 0

    # One life of the server

    async def live_and_die(self) -> None:
        """Start the server, play, and kill it at a moment of chance: sometimes before it is open."""
        server = RealServer(self.database, self.folder, self.program)
        try:
            await server.spawn()
            if self.chance.random() < 0.1:
                await asyncio.sleep(self.chance.uniform(0, 0.6))
            else:
                await server.is_open()
                await self._play_until_killed(server)
        finally:
            await server.end()
        self.kills += 1
        assert server.complaints() == ""

    async def _play_until_killed(self, server: RealServer) -> None:
        await self._fill_tables(server)
        playing = [asyncio.create_task(player.play(server.address)) for player in self.players]
        if self.chance.random() < 0.4:
            await self._first_bot()
        await asyncio.sleep(self.chance.uniform(0, LONGEST_LIFE))
        await server.end()
        await together(playing)

    async def _fill_tables(self, server: RealServer) -> None:
        """A new table in the place of each that is over; one is watched as well."""
        going = {player.table for player in self.players if not player.is_over}
        for game, seats in TABLES:
            if any(self.tables[table] == game for table in going):
                continue
            made = await server.make(game, seats, stand_in="random")
            self.tables[made["table"]] = game
            for token in (*made["seats"].values(), None):
                chance = random.Random(self.chance.random())
                self.players.append(Persistent(made["table"], token, chance))
        self.players = [player for player in self.players if not player.is_over]

    async def _first_bot(self) -> None:
        """Bots need a moment to wake up; many kills shall find them playing."""
        player = self.players[-1]
        seen = player.last
        for _ in range(250):
            if player.last > seen + 1:
                return
            await asyncio.sleep(0.02)

    # The end

    async def play_out(self) -> None:
        """One more life, in which bots take the seats and every game comes to its end."""
        server = RealServer(self.database, self.folder, self.program)
        try:
            await server.start()
            playing = [asyncio.create_task(player.play(server.address)) for player in self.players]
            for player in self.players:
                if player.token is not None and not player.is_over:
                    await hand_over(server, player)
            async with asyncio.timeout(3 * PATIENCE):
                await together(playing)
            assert [player.table for player in self.players if not player.is_over] == []
            assert server.complaints() == ""
        finally:
            await server.end()

    async def read_again(self) -> int:
        """Read every table past the server: no gap, no half entry, every digest right, no draw drawn again."""
        store = open_store(self.database)
        await store.open(lambda table: None)
        try:
            return sum([await self._check(store, table) for table in self.tables])
        finally:
            await store.close()

    async def _check(self, store: Store, table: str) -> int:
        kept = await store.load(table)
        if kept is None:
            raise Lost(f"{table} is gone")
        assert [entry.seq for entry in kept.entries] == list(range(len(kept.entries)))
        trial = verify(replay([f"{line}\n" for entry in kept.entries for line in entry.lines], GAMES))
        if not trial.is_over() or not trial.is_fair():
            raise Lost(f"{table}: line {trial.last.line}, {trial.last.faults}, {trial.proven} draws proven")
        return len(kept.entries)


async def hand_over(server: RealServer, player: Persistent) -> None:
    """Let a bot play the rest of the game, which is quicker; the player goes on looking."""
    player.is_polite = False
    while not player.frames:
        await asyncio.sleep(0.01)
    path = f"/api/tables/{player.table}/seats/{player.view['viewer']}"
    answer = await server.post(path, {"do": "bot"}, player.token)
    assert answer.status_code == 200 or player.is_over, answer.text


async def together(tasks: list[asyncio.Task[None]]) -> None:
    """Wait for all; the first failure is the answer."""
    for answer in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(answer, BaseException):
            raise answer


async def kill_often(
    lanes: list[Lane], kills: int, note: Callable[[], None] = lambda: None
) -> tuple[int, int]:
    """Kill so often, spread over the lanes; how many moves were acknowledged, and how many entries are there.

    Where hardly anything was played before the kills, as on a busy machine, a few more follow.
    """
    left = kills
    moves = 0

    async def run(lane: Lane) -> None:
        nonlocal left, moves
        known: dict[int, Persistent] = {}
        while left > 0 or (left > -kills and moves_of(known) * len(lanes) <= kills):
            left -= 1
            await lane.live_and_die()
            known |= {id(player): player for player in lane.players}
            note()
        await lane.play_out()
        moves += moves_of(known)

    await asyncio.gather(*[run(lane) for lane in lanes])
    return moves, sum([await lane.read_again() for lane in lanes])


def moves_of(players: dict[int, Persistent]) -> int:
    """How many of their moves were acknowledged."""
    return sum(player.moves for player in players.values())

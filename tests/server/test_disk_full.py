"""A full disk: the asker is told, nobody sees what was not stored, and the game goes on when there is space again."""

import asyncio
import random
import resource
import sys

import httpx2
import pytest
from tests.server.kit import Plain, Player, serving
from tests.server.persistent import Persistent
from tests.server.real_server import RealServer
from tests.storage.failing import Disk
from tests.storage.kit import until

from aachen.storage.sqlite import SqliteStore

TOLD = ("frame", "sheet", "chat", "asked", "rematch")


class FullDisk(Disk):
    """Whatever is done here is done with the disk full at its first write, at its second …, until it succeeds."""

    def __init__(self) -> None:
        super().__init__()
        self.lookers: list[Player] = []
        self.failed: list[int] = []  # of each thing that was done: how many writes it takes

    async def do(self, step):
        """Fail at every write in turn, and look at all screens each time; the answer in the end."""
        for writes in range(100):
            before = [await screen(looker) for looker in self.lookers]
            fails_at = self.asked + writes + 1
            self.fail_once(fails_at)
            answer = await step()
            if self.asked < fails_at:
                self.fail_once(0)
                self.failed.append(writes)
                assert data(answer) == "done"
                return answer
            assert data(answer) == "not_stored"
            assert [await screen(looker) for looker in self.lookers] == before
        raise AssertionError("it never succeeds")


def data(answer: Plain | httpx2.Response) -> str:
    """What an asker was told, over the socket or HTTP: "done", or the code of the error."""
    if isinstance(answer, httpx2.Response):
        return "done" if answer.is_success else str(answer.json()["error"]["code"])
    return str(answer["error"]["code"] if answer["say"] == "error" else answer["say"])


async def screen(player: Player) -> list[Plain]:
    """Everything a client has been shown, when nothing is on its way any more."""
    for _ in range(2):
        await player.ask("ping")
    return [message for message in player.heard if message["say"] in TOLD]


def test_a_full_disk_at_every_write_of_a_tables_life_is_told_and_shown_to_nobody(tmp_path):
    disk = FullDisk()
    store = SqliteStore(tmp_path / "tables.db", disk.connect)
    wish = {"game": "carolus", "seats": [{"kind": "me"}, {"kind": "open"}], "begin": "host"}

    async def scene():
        async with serving(tmp_path, store, hold_bots=True) as house:
            made = (await disk.do(lambda: house.post("/api/tables", wish))).json()
            path, host, token = f"/api/tables/{made['table']}", made["host"], made["seats"]["white"]
            async with house.player(made["table"], token) as white, house.player(made["table"]) as watcher:
                disk.lookers = [white, watcher]
                sat = (await disk.do(lambda: house.post(f"{path}/sit", {"seat": "black"}))).json()
                await disk.do(lambda: house.post(f"{path}/entropy", {"entropy": "00ff" * 8}, token))
                await disk.do(lambda: white.ask("chat", text="Is the disk full?"))
                await disk.do(lambda: house.post(f"{path}/begin", None, host))
                async with house.player(made["table"], sat["token"]) as black:
                    disk.lookers.append(black)
                    moves = await play(disk, {"white": white, "black": black})
                    bot = {"do": "bot"}
                    await disk.do(lambda: house.post(f"{path}/seats/black", bot, sat["token"]))
                    await disk.do(lambda: house.post(f"{path}/close", None, host))
        return moves

    moves = asyncio.run(scene())

    assert len(disk.failed) == 5 + moves + 2
    assert min(disk.failed) >= 5  # begin, savepoint, what is written, release, commit


async def play(disk: FullDisk, players: dict[str, Player]) -> int:
    """Six moves, and on until White is to act: a bot in Black's seat would play a forced action by itself."""
    moves = 0
    while moves < 6 or players["white"].view["to_act"] != ["white"]:
        (mover,) = [players[seat] for seat in players["white"].view["to_act"]]
        done = await disk.do(mover.act)
        for looker in disk.lookers:
            await looker.seen(done["seq"])
        moves += 1
    return moves


@pytest.mark.skipif(sys.platform != "linux", reason="another process's limits can be set on Linux only")
def test_a_server_whose_disk_is_really_full_shows_nothing_new_and_goes_on_later(tmp_path):
    """The kernel refuses the server every write to a file; what was acknowledged before outlives a kill after it."""

    async def scene():
        server = RealServer(str(tmp_path / "tables.db"), tmp_path)
        try:
            await server.start()
            made = await server.make("carolus", ["me", "me"])
            players = [Persistent(made["table"], token, random.Random(1)) for token in made["seats"].values()]
            playing = [asyncio.create_task(player.play(server.address)) for player in players]
            await until(lambda: players[0].moves >= 2)

            limits = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, limits[1]))
            await until(lambda: failures(players) >= 2)
            shown = [player.last for player in players]
            await until(lambda: failures(players) >= 5)
            assert [player.last for player in players] == shown
            assert {code for player in players for code in player.failures} == {"not_stored"}

            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, limits)
            await until(lambda: players[0].last > shown[0] + 2)
            await server.end()
            await asyncio.gather(*playing)

            acknowledged = max(player.acknowledged for player in players)
            server = await RealServer(str(tmp_path / "tables.db"), tmp_path).start()
            playing = [asyncio.create_task(player.play(server.address)) for player in players]
            await until(lambda: players[0].last > acknowledged or players[0].is_over)
        finally:
            await server.end()
        await asyncio.gather(*playing)

    asyncio.run(scene())


def failures(players: list[Persistent]) -> int:
    """How often a player was told that something could not be stored."""
    return sum(len(player.failures) for player in players)

"""The database falls back behind a running server: nothing is stored on top of the gap, and the game goes on."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing

import pytest
from tests.server.kit import Shared, Wrapped, play_on, serving, until

from aachen.core.replay import replay
from aachen.games import GAMES
from aachen.server.table.errors import StaleError
from aachen.storage.sqlite import SqliteStore
from aachen.storage.store import EVERYTHING


def delete(folder, *commands):
    """Delete rows past the server, as a restore or a lagging standby does."""
    with closing(sqlite3.connect(folder / "tables.db", timeout=20)) as database, database:
        for command in commands:
            database.execute(command)


async def two_seats(house, **more):
    """A table of Carolus Magnus with two seats of the same person, and their tokens."""
    made = await house.make("carolus", ["me", "me"], **more)
    return made, made["seats"]


def is_sound(folder, table):
    """Whether the stored log can be replayed from its first line to its last."""
    with closing(sqlite3.connect(folder / "tables.db")) as database:
        rows = database.execute("SELECT seq, lines FROM entry WHERE id = ? ORDER BY seq", (table,)).fetchall()
    lines = [f"{line}\n" for _, text in rows for line in text.decode().split("\n")]
    steps = list(replay(lines, GAMES))
    return [seq for seq, _ in rows] == list(range(len(rows))) and not any(step.faults for step in steps)


@pytest.mark.parametrize("left", [4, 0], ids=["the last entries", "the whole game but its set-up"])
def test_entries_that_vanish_under_a_server_are_noticed_and_the_game_goes_on(tmp_path, left):
    async def scene():
        async with serving(tmp_path) as house:
            made, tokens = await two_seats(house)
            one, two = tokens
            async with (
                house.player(made["table"], tokens[one]) as first,
                house.player(made["table"], tokens[two]) as second,
            ):
                players = {one: first, two: second}
                await play_on(players, 9, random.Random(3))
                await asyncio.gather(first.seen(9), second.seen(9))
                delete(tmp_path, f"DELETE FROM entry WHERE seq > {left}")
                asked = players[first.view["to_act"][0]]
                await asked.say({"say": "act", "id": 99, "after": asked.seq, "action": asked.offers()[0]})
                byes = [(await player.hear("bye"))["code"] for player in players.values()]
                codes = [await player.closed() for player in players.values()]
                acknowledged = [
                    heard for heard in asked.heard if heard["say"] == "done" and heard["id"] == 99
                ]
            async with (
                house.player(made["table"], tokens[one], after=9) as first,
                house.player(made["table"], tokens[two], after=9) as second,
            ):
                again = first.seq
                await play_on({one: first, two: second}, 6, random.Random(4))
                return byes, codes, acknowledged, again, first.seq, made["table"]

    byes, codes, acknowledged, again, last, table = asyncio.run(scene())

    assert (byes, codes, acknowledged) == (["fell_back"] * 2, [1012] * 2, [])
    assert (again, last) == (left, left + 6)
    assert is_sound(tmp_path, table)


def test_entries_that_are_others_than_the_servers_are_noticed(tmp_path):
    """The number is right, but the entry is not the one that was shown."""

    async def scene():
        async with serving(tmp_path) as house:
            made, tokens = await two_seats(house)
            one, two = tokens
            async with (
                house.player(made["table"], tokens[one]) as first,
                house.player(made["table"], tokens[two]) as second,
            ):
                mover = {one: first, two: second}[first.view["to_act"][0]]
                was, now = mover.offers()[:2]
                await mover.act(was)
                rewrite(tmp_path, was, now)
                house.tables.notice(EVERYTHING)
                return (await first.hear("bye"))["code"], (await second.hear("bye"))["code"]

    assert asyncio.run(scene()) == ("fell_back", "fell_back")


def rewrite(folder, was, now):
    """Put another action into the stored entry 1."""
    with closing(sqlite3.connect(folder / "tables.db", timeout=20)) as database, database:
        (lines,) = database.execute("SELECT lines FROM entry WHERE seq = 1").fetchone()
        entry = json.loads(lines)
        assert entry["action"] == was
        changed = json.dumps({**entry, "action": now}).encode()
        database.execute("UPDATE entry SET lines = ? WHERE seq = 1", (changed,))


@pytest.mark.parametrize(
    "command",
    [
        "DELETE FROM chat WHERE number = 2",
        "UPDATE chat SET body = replace(body, 'second', 'third') WHERE number = 2",
    ],
    ids=["less talk", "other talk"],
)
def test_talk_that_fell_back_is_noticed_when_the_connection_is_back(tmp_path, command):
    async def scene():
        async with serving(tmp_path) as house:
            made, tokens = await two_seats(house)
            async with house.player(made["table"], next(iter(tokens.values()))) as player:
                for text in ("first", "second"):
                    await player.ask("chat", text=text)
                before = house.tables.loaded[made["table"]]
                delete(tmp_path, command)
                house.tables.notice(EVERYTHING)
                bye = await player.hear("bye")
            sheet = await house.sheet(made["table"])
            return bye["code"], house.tables.loaded[made["table"]] is not before, sheet["state"]

    assert asyncio.run(scene()) == ("fell_back", True, "running")


def test_a_sheet_that_fell_back_is_noticed_before_it_is_changed(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"])
            ((seat, token),) = made["seats"].items()
            path = f"/api/tables/{made['table']}/seats/{seat}"
            with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
                old = database.execute("SELECT version, body FROM sheet").fetchone()
            assert (await house.post(path, {"do": "name", "name": "Judith"}, token)).status_code == 200
            with closing(sqlite3.connect(tmp_path / "tables.db")) as database, database:
                database.execute("UPDATE sheet SET version = ?, body = ?", old)
            data = await house.post(path, {"do": "name", "name": "Adelheid"}, token)
            now = (await house.sheet(made["table"]))["seats"][0]["name"]
            again = await house.post(path, {"do": "name", "name": "Irmgard"}, token)
            return data.status_code, now, again.status_code

    assert asyncio.run(scene()) == (409, None, 200)


class Losing(Wrapped):
    """A store whose connection is lost when a test says so."""

    losses = 0

    @property
    def epoch(self) -> int:
        return self.losses


def test_after_a_lost_connection_everything_is_compared_before_it_is_changed(tmp_path):
    """The database that comes back has a sheet of the same version, but not the one that was shown."""

    async def scene():
        store = Losing(SqliteStore(tmp_path / "tables.db"))
        async with serving(tmp_path, store) as house:
            made = await house.make("carolus", ["me", "open"], title="shown")
            ((seat, token),) = made["seats"].items()
            path = f"/api/tables/{made['table']}/seats/{seat}"
            delete(tmp_path, "UPDATE sheet SET body = CAST(replace(body, 'shown', 'other') AS BLOB)")
            store.losses += 1
            data = await house.post(path, {"do": "name", "name": "Judith"}, token)
            again = await house.post(path, {"do": "name", "name": "Judith"}, token)
            return data.status_code, again.status_code, (await house.sheet(made["table"]))["title"]

    assert asyncio.run(scene()) == (409, 200, "other")


def test_a_table_that_vanished_altogether_is_unknown_and_nobody_is_left_waiting(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made, tokens = await two_seats(house)
            async with house.player(made["table"], next(iter(tokens.values()))) as player:
                delete(tmp_path, "DELETE FROM entry", "DELETE FROM chat", "DELETE FROM sheet")
                house.tables.notice(EVERYTHING)
                bye = await player.hear("bye")
            return bye["code"], (await house.get(f"/api/tables/{made['table']}")).status_code

    assert asyncio.run(scene()) == ("fell_back", 404)


def test_of_two_servers_both_notice_and_both_play_on(tmp_path):
    async def scene():
        inner, shared = SqliteStore(tmp_path / "tables.db"), list[Shared]()
        async with (
            serving(tmp_path, Shared(inner, shared)) as here,
            serving(tmp_path, Shared(inner, shared)) as there,
        ):
            made, tokens = await two_seats(here)
            one, two = tokens
            async with (
                here.player(made["table"], tokens[one]) as first,
                there.player(made["table"], tokens[two]) as second,
            ):
                await play_on({one: first, two: second}, 8, random.Random(1))
                await first.seen(8)
                await second.seen(8)
                delete(tmp_path, "DELETE FROM entry WHERE seq > 5")
                for house in (here, there):
                    house.tables.notice(EVERYTHING)
                await until(lambda: first.closed_with and second.closed_with)
            async with (
                here.player(made["table"], tokens[one]) as first,
                there.player(made["table"], tokens[two]) as second,
            ):
                starts = first.seq, second.seq
                await play_on({one: first, two: second}, 5, random.Random(2))
                return starts, [(await player.seen(10))["by"] for player in (first, second)], made["table"]

    starts, (by, also_by), table = asyncio.run(scene())

    assert starts == (5, 5)
    assert by == also_by
    assert is_sound(tmp_path, table)


def test_a_database_that_is_removed_while_it_is_served_acknowledges_nothing(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made, tokens = await two_seats(house)
            async with house.player(made["table"], next(iter(tokens.values()))) as player:
                (tmp_path / "tables.db").unlink()
                said = await player.ask("chat", text="Is anybody there?")
                health = await house.get("/health")
                other = await house.post("/api/tables", {"game": "carolus", "seats": [{"kind": "me"}] * 2})
                return said["error"]["code"], health.status_code, other.status_code

    assert asyncio.run(scene()) == ("not_stored", 503, 503)


def test_the_past_of_a_table_that_fell_back_is_not_kept_for_the_one_loaded_anew(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made, tokens = await two_seats(house)
            one, two = tokens
            async with (
                house.player(made["table"], tokens[one]) as first,
                house.player(made["table"], tokens[two]) as second,
            ):
                await play_on({one: first, two: second}, 6, random.Random(3))
            old = house.tables.loaded[made["table"]]
            delete(tmp_path, "DELETE FROM entry WHERE seq > 2")
            with pytest.raises(StaleError):
                await old.turn(old.follow)
            longer = await house.tables.history.snapshots(old.table, 6)  # by a socket that has not gone yet
            new = await house.tables.find(made["table"])
            return len(longer), len(await house.tables.history.snapshots(new.table, 2))

    assert asyncio.run(scene()) == (7, 3)

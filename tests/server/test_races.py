"""What happens at the same time: seats that change hands, sockets that are too slow, servers that share a table."""

import asyncio

from tests.server.kit import FakeTime, Player, Shared, Wrapped, serving, settle, until

from aachen.storage.sqlite import SqliteStore


class Gate(Wrapped):
    """A store whose changes of sheets wait at a gate."""

    def __init__(self, inner):
        super().__init__(inner)
        self.is_shut = False
        self.waits = asyncio.Event()
        self.opened = asyncio.Event()

    async def change(self, sheet, news=None):
        if self.is_shut:
            self.waits.set()
            await self.opened.wait()
        await super().change(sheet, news)


async def asked_player(house, made):
    """The seat that is asked, and its player; the others do not come."""
    async with house.player(made["table"]) as watcher:
        asked = watcher.view["to_act"][0]
    return asked, await Player.come(house, made["table"], made["seats"][asked])


def test_an_act_that_waited_while_the_seat_was_handed_over_is_not_done(tmp_path):
    async def scene(do):
        folder = tmp_path / do
        folder.mkdir()
        store = Gate(SqliteStore(folder / "tables.db"))
        async with serving(folder, store=store) as house:
            made = await house.make("carolus", ["me", "me"])
            asked, old = await asked_player(house, made)
            store.is_shut = True
            changing = asyncio.create_task(house.change(made["table"], asked, do, made["seats"][asked]))
            await store.waits.wait()
            await old.say({"say": "act", "id": 1, "after": 0, "action": old.offers()[0]})
            live = house.tables.loaded[made["table"]]
            await until(lambda: len(live._turns) == 2)
            store.opened.set()
            await changing
            closed = await old.closed()
            await live.rest()
            return closed, live.table.seq

    assert [asyncio.run(scene(do)) for do in ("link", "stand")] == [(1008, 0), (1008, 0)]


def test_who_is_too_slow_for_a_message_does_not_keep_it_from_the_others(tmp_path):
    async def scene():
        async with serving(tmp_path, most_waiting=3) as house:
            made = await house.make("carolus", ["me", "me"])
            tokens = list(made["seats"].values())
            async with house.player(made["table"], tokens[0]) as one, house.player(made["table"]) as watcher:
                slow = await Player.come(house, made["table"], tokens[1])
                sockets = house.tables.loaded[made["table"]].viewers
                seat = list(made["seats"])[1]
                lazy = next(socket for socket in sockets if socket.seat == seat)
                lazy._waiting.extend(["{}"] * 3)  # type: ignore[attr-defined] # and its sender has not been woken
                answer = await one.ask("chat", text="Who is there?")
                said = await watcher.hear("chat")
                return answer["say"], said["text"], await slow.closed()

    assert asyncio.run(scene()) == ("done", "Who is there?", 1013)


def test_a_link_that_is_void_on_one_server_is_void_on_the_other(tmp_path):
    async def scene():
        inner = SqliteStore(tmp_path / "tables.db")
        stores: list[Shared] = []
        async with (
            serving(tmp_path, store=Shared(inner, stores)) as first,
            serving(tmp_path, store=Shared(inner, stores)) as second,
        ):
            made = await first.make("carolus", ["me", "me"])
            asked, old = await asked_player(second, made)
            linked = await first.change(made["table"], asked, "link", made["seats"][asked])
            closed = await old.closed()
            async with second.player(made["table"], linked["token"]) as new:
                return closed, (await new.act())["say"]

    assert asyncio.run(scene()) == (1008, "done")


def two_servers(folder):
    """Two servers on the same tables, of which the second does not hear yet what the first has written."""
    inner = SqliteStore(folder / "tables.db")
    stores: list[Shared] = []
    first, second = Shared(inner, stores), Shared(inner, stores)
    second.is_deaf = True
    return serving(folder, store=first), serving(folder, store=second)


def test_a_void_link_cannot_act_at_a_server_that_has_not_heard_of_it_yet(tmp_path):
    async def scene(do):
        (tmp_path / do).mkdir()
        one, other = two_servers(tmp_path / do)
        async with one as first, other as second:
            made = await first.make("carolus", ["me", "me"])
            asked, old = await asked_player(second, made)
            await first.change(made["table"], asked, do, made["seats"][asked])
            await old.say({"say": "act", "id": 1, "after": 0, "action": old.offers()[0]})
            closed = await old.closed()
            return closed, second.tables.loaded[made["table"]].table.seq

    assert [asyncio.run(scene(do)) for do in ("link", "stand")] == [(1008, 0), (1008, 0)]


def test_a_change_of_another_seat_at_another_server_does_not_make_an_act_stale(tmp_path):
    async def scene():
        one, other = two_servers(tmp_path)
        async with one as first, other as second:
            made = await first.make("carolus", ["me", "me"])
            asked, player = await asked_player(second, made)
            seat = next(seat for seat in made["seats"] if seat != asked)
            await first.change(made["table"], seat, "name", made["seats"][seat], name="Berta")
            done = await player.act()
            await player.leave()
            return done["say"]

    assert asyncio.run(scene()) == "done"


def test_a_void_link_sees_nothing_of_a_private_game_at_a_server_that_has_not_heard_of_it_yet(tmp_path):
    async def scene():
        one, other = two_servers(tmp_path)
        async with one as first, other as second:
            made = await first.make("carolus", ["me", "me"], spectators=False)
            seat, token = next(iter(made["seats"].items()))
            await second.sheet(made["table"])
            await first.change(made["table"], seat, "link", token)
            old = await Player.knock(second, made["table"])
            await old.say({"say": "hello", "token": token, "after": 1_000})
            return await old.closed(), [message["say"] for message in old.heard]

    assert asyncio.run(scene()) == (1008, ["error"])


def test_time_is_counted_once_however_many_servers_look(tmp_path):
    async def scene():
        inner, time = SqliteStore(tmp_path / "tables.db"), FakeTime()
        stores: list[Shared] = []
        async with (
            serving(tmp_path, store=Shared(inner, stores), time=time) as first,
            serving(tmp_path, store=Shared(inner, stores), time=time) as second,
        ):
            made = await first.make("carolus", ["me", "me"], clock={"bank": 600, "add": 0})
            asked, player = await asked_player(first, made)
            async with second.player(made["table"]) as watcher:
                await time.advance(100)
                await player.act()
                await watcher.seen(1)
                await settle()
                banks = [
                    house.tables.loaded[made["table"]].table.bank.left[asked] for house in (first, second)
                ]
            await player.leave()
            return banks

    assert asyncio.run(scene()) == [500.0, 500.0]


def test_a_table_that_is_closed_while_a_bot_thinks_is_no_crash(tmp_path):
    async def scene():
        async with serving(tmp_path, hold_bots=True) as house:
            made = await house.make("carolus", ["greedy", "greedy"])
            await until(lambda: house.bots.asked)
            closed = await house.post(f"/api/tables/{made['table']}/close", None, made["host"])
            assert house.bots.hold is not None
            house.bots.hold.set()
            await until(lambda: not house.tables._engines._tasks)
            metrics = (await house.get("/metrics")).text.splitlines()
            return closed.json()["state"], "aachen_crashes_total 0" in metrics

    assert asyncio.run(scene()) == ("closed", True)


def test_of_three_who_ask_for_a_rematch_at_once_one_makes_a_table(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"], listed=True)
            table = f"/api/tables/{made['table']}"
            await house.post(f"{table}/close", None, made["host"])
            asked = [house.post(f"{table}/rematch", None, made["host"]) for _ in range(3)]
            answers = await asyncio.gather(*asked)
            listed = (await house.get("/api/tables")).json()["tables"]
            return sorted(answer.status_code for answer in answers), len(listed)

    assert asyncio.run(scene()) == ([201, 409, 409], 1)


def test_watchers_take_no_players_place(tmp_path):
    async def scene():
        async with serving(tmp_path, most_sockets=2) as house:
            made = await house.make("carolus", ["me", "me"])
            table, token = made["table"], next(iter(made["seats"].values()))
            async with house.player(table), house.player(table), house.player(table, token) as player:
                third = await Player.knock(house, table)
                await third.say({"say": "hello", "token": None, "after": None})
                closed = await third.closed()
                await third.leave()
                return closed, player.seq

    assert asyncio.run(scene()) == (1008, 0)


def test_who_sat_down_at_one_server_is_known_at_the_other_before_it_was_told(tmp_path):
    async def scene():
        inner = SqliteStore(tmp_path / "tables.db")
        stores: list[Shared] = []
        first, second = Shared(inner, stores), Shared(inner, stores)
        async with serving(tmp_path, store=first) as one, serving(tmp_path, store=second) as two:
            made = await one.make("carolus", ["me", "open", "open"])
            table = made["table"]
            await two.sheet(table)
            second.is_deaf = True
            sat = await one.sit(table)
            entropy = await two.post(f"/api/tables/{table}/entropy", {"entropy": "0814"}, sat["token"])
            last = await one.sit(table)
            async with two.player(table, last["token"]) as player:
                return entropy.status_code, player.heard[0]["seat"] == last["seat"]

    assert asyncio.run(scene()) == (200, True)


def test_a_table_whose_bots_wait_for_a_person_who_left_does_not_stay_in_memory(tmp_path):
    """Nor is it looked for again and again; it is there when the person comes back, and its bots play on."""

    async def scene():
        calls: list[str] = []
        store = Wrapped(SqliteStore(tmp_path / "tables.db"))
        store.fail = lambda call: bool(calls.append(call))  # type: ignore[func-returns-value]
        async with serving(tmp_path, store=store, idle_seconds=60.0, sweep_seconds=5.0) as house:
            made = await house.make("carolus", ["me", "greedy"])
            table, token = made["table"], next(iter(made["seats"].values()))
            async with house.player(table, token) as player:
                await until(player.offers)
            await until(lambda: not house.tables.loaded[table].viewers)
            async with asyncio.timeout(20):
                while table in house.tables.loaded:
                    await house.time.advance(10)
                    await asyncio.sleep(0.01)
            calls.clear()
            async with asyncio.timeout(20):
                while calls.count("find") < 3:
                    await house.time.advance(10)
                    await asyncio.sleep(0.01)
            loads, asked = calls.count("load"), len(house.bots.asked)
            async with house.player(table, token) as player:
                while len(house.bots.asked) == asked:
                    await until(player.offers)
                    await player.act()
            return loads

    assert asyncio.run(scene()) == 0

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

    async def change(self, sheet):
        if self.is_shut:
            self.waits.set()
            await self.opened.wait()
        await super().change(sheet)


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
            live = house.hall.tables[made["table"]]
            await until(lambda: len(live._turns) == 2)
            store.opened.set()
            await changing
            closed = await old.closed()
            await live.rest()
            return closed, live.seq

    assert [asyncio.run(scene(do)) for do in ("link", "stand")] == [(1008, 0), (1008, 0)]


def test_who_is_too_slow_for_a_message_does_not_keep_it_from_the_others(tmp_path):
    async def scene():
        async with serving(tmp_path, most_waiting=3) as house:
            made = await house.make("carolus", ["me", "me"])
            tokens = list(made["seats"].values())
            async with house.player(made["table"], tokens[0]) as one, house.player(made["table"]) as watcher:
                slow = await Player.come(house, made["table"], tokens[1])
                sockets = house.hall.tables[made["table"]].sockets
                seat = list(made["seats"])[1]
                lazy = next(socket for socket in sockets if socket.seat == seat)
                lazy._waiting.extend(["{}"] * 3)  # and its sender has not been woken
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
                banks = [house.hall.tables[made["table"]].bank.left[asked] for house in (first, second)]
            await player.leave()
            return banks

    assert asyncio.run(scene()) == [500.0, 500.0]


def test_who_sits_down_where_the_time_had_run_out_has_a_little_of_it(tmp_path):
    async def scene():
        async with serving(tmp_path, hold_bots=True) as house:
            made = await house.make("carolus", ["me", "me"], clock={"bank": 60, "add": 0})
            asked, player = await asked_player(house, made)
            await house.time.advance(61)
            await player.hear("sheet", lambda told: any(seat["lent"] for seat in told["sheet"]["seats"]))
            await player.leave()
            await house.change(made["table"], asked, "open", made["host"])
            await house.sit(made["table"], asked)
            await house.time.advance(5)
            sheet = await house.sheet(made["table"])
            return [seat["lent"] for seat in sheet["seats"]]

    assert asyncio.run(scene()) == [False, False]


def test_who_watched_a_game_that_is_given_up_does_not_get_the_players_eyes(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolingi", ["me", "me", "me"])
            table, (seat, token) = made["table"], next(iter(made["seats"].items()))
            other = list(made["seats"])[1]
            async with (
                house.player(table) as watcher,
                house.player(table, token) as player,
                house.player(table, made["host"]) as host,
            ):
                await house.post(f"/api/tables/{table}/close", None, made["host"])
                return [
                    (await who.ask("show", seq=0, eyes=eyes))["say"]
                    for who, eyes in ((watcher, seat), (watcher, None), (player, other), (host, seat))
                ]

    assert asyncio.run(scene()) == ["error", "moment", "moment", "moment"]


def test_a_table_that_is_closed_while_a_bot_thinks_is_no_crash(tmp_path):
    async def scene():
        async with serving(tmp_path, hold_bots=True) as house:
            made = await house.make("carolus", ["greedy", "greedy"])
            await until(lambda: house.bots.asked)
            closed = await house.post(f"/api/tables/{made['table']}/close", None, made["host"])
            assert house.bots.hold is not None
            house.bots.hold.set()
            await until(lambda: not house.hall._engines)
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


def test_a_seat_that_a_bot_plays_is_not_handed_over_by_the_host_in_passing(tmp_path):
    """Nor may another player change a bot that plays already."""

    async def scene():
        async with serving(tmp_path, hold_bots=True) as house:
            made = await house.make("carolus", ["me", "me", "greedy"])
            table, seats = made["table"], list(made["seats"])
            bot = next(seat["seat"] for seat in made["sheet"]["seats"] if seat["kind"] == "bot")
            async with house.player(table, made["seats"][seats[0]]), house.player(table):
                await house.change(table, seats[0], "bot", made["host"])
                path = f"/api/tables/{table}/seats"
                link = await house.post(f"{path}/{seats[0]}", {"do": "link"}, made["host"])
                await house.time.advance(1000)
                other = made["seats"][seats[1]]
                level = await house.post(f"{path}/{bot}", {"do": "bot", "level": "random"}, other)
                return link.status_code, level.status_code

    assert asyncio.run(scene()) == (409, 403)


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
            await until(lambda: not house.hall.tables[table].sockets)
            async with asyncio.timeout(20):
                while table in house.hall.tables:
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


def test_who_leaves_without_an_answer_does_not_keep_a_question_open(tmp_path):
    async def scene():
        async with serving(tmp_path, hold_bots=True) as house:
            made = await house.make("carolus", ["me", "me", "me"], undo="ask")
            players = {
                seat: await Player.come(house, made["table"], token) for seat, token in made["seats"].items()
            }
            last, asker = 0, ""
            while not asker or not players[asker].frames[-1]["undo"]:
                asker = (await players[next(iter(players))].seen(last))["view"]["to_act"][0]
                await players[asker].seen(last)
                last = (await players[asker].act())["seq"]
            to = players[asker].frames[-1]["undo"][-1]
            asked = await players[asker].ask("undo", after=last, to=to)
            silent, agrees = [seat for seat in players if seat != asker]
            await players[agrees].ask("consent", to=to, yes=True)
            await house.change(made["table"], silent, "bot", made["seats"][silent])
            undone = (await players[asker].seen(last + 1))["events"]
            for player in players.values():
                await player.leave()
            return asked["say"], undone == [{"event": "undone", "to": to}]

    assert asyncio.run(scene()) == ("asked", True)

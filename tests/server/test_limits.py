"""Limits on work: each refuses in time, says which it is and when to try again, and leaves others alone."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from tests.server.kit import FakeTime, House, asking, serving, settle, until

from aachen.games.versions import replay_any
from aachen.locales import LANGUAGES
from aachen.locales.faults import fault_sentence
from aachen.server import history
from aachen.server.address import ADDRESS
from aachen.server.background import BackgroundJobs
from aachen.server.bots.queue import FairQueue, NoAnswer, QueuedRequest
from aachen.server.bots.request import BotRequest
from aachen.server.budgets import Budgets, Metered
from aachen.server.limits import Limits, OverLimitError, Rate
from aachen.server.table import preview

NEVER = 0.0
TEXT = {"Content-Type": "text/plain"}


def record() -> str:
    """A finished game as a file."""
    logs = Path(__file__).parents[1] / "golden" / "logs"
    return (logs / "814-gangs.log").read_text()  # longer than what is kept of every table


async def bring(house: House) -> str:
    """Import the game; the id of the record."""
    answer = await house.http.post("/api/records", content=record(), headers=TEXT)
    table: str = answer.json()["table"]
    return table


# ---- Rates ---------------------------------------------------------------------------------------


def test_a_rate_refuses_what_is_too_much_and_says_when_to_try_again() -> None:
    time = FakeTime()
    refused: list[str] = []
    budgets = Budgets(Limits(tables_made=Rate(2.0, 0.1)), time.passed, refused.append)
    budgets.take("tables_made", "a")
    budgets.take("tables_made", "a")
    with pytest.raises(OverLimitError) as over:
        budgets.take("tables_made", "a")

    assert (over.value.limit, over.value.seconds) == ("tables_made", 10)
    assert refused == ["tables_made"]
    budgets.take("tables_made", "b")  # another address has a budget of its own
    time.seconds = 10.0
    budgets.take("tables_made", "a")


def test_what_was_spent_already_is_owed_and_paid_back_with_time() -> None:
    time = FakeTime()
    budgets = Budgets(Limits(loop_seconds=Rate(1.0, 0.5)), time.passed)

    assert budgets.charge("loop_seconds", "a", 0.9) == 0.0
    budgets.check("loop_seconds", "a")
    assert budgets.charge("loop_seconds", "a", 1.1) == pytest.approx(2.0)
    with pytest.raises(OverLimitError):
        budgets.check("loop_seconds", "a")
    time.seconds = 2.0
    budgets.check("loop_seconds", "a")


def test_without_limits_everything_is_allowed() -> None:
    budgets = Budgets(None)
    for _ in range(1000):
        budgets.take("tables_made", "a", 1e9)
    with budgets.holding("sockets_of_address", "a"):
        assert budgets.charge("loop_seconds", "a", 1e9) == 0.0


def test_every_refusal_has_a_sentence_with_the_limit_and_the_seconds() -> None:
    fault = OverLimitError("record_bytes", 12.3).fault

    assert fault.facts == {"limit": "record_bytes", "seconds": 13}
    for language in LANGUAGES:
        assert "record_bytes" in fault_sentence(language, fault)
        assert "13" in fault_sentence(language, fault)


def test_the_time_that_work_keeps_the_loop_busy_is_measured_step_by_step() -> None:
    spent: list[float] = []

    async def work() -> str:
        await asyncio.sleep(0)
        with pytest.raises(ValueError, match="from outside"):
            await failing()
        await asyncio.sleep(0.05)
        return "done"

    async def failing() -> None:
        await asyncio.sleep(0)
        raise ValueError("from outside")

    async def scene() -> str:
        return await Metered(work(), spent.append)

    assert asyncio.run(scene()) == "done"
    assert len(spent) >= 4
    assert sum(spent) < 0.04, "waiting is not counted"


def test_work_that_is_cancelled_hears_of_it_through_the_meter() -> None:
    heard: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            heard.append("cancelled")

    async def scene() -> bool:
        task = asyncio.ensure_future(Metered(work(), lambda spent: None))
        await settle()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return task.cancelled()

    assert asyncio.run(scene())
    assert heard == ["cancelled"]


# ---- Jobs off the event loop ---------------------------------------------------------------------


def test_addresses_take_turns_in_the_background_and_only_so_many_jobs_wait() -> None:
    done: list[str] = []
    started, go = threading.Event(), threading.Event()

    def hold() -> None:
        started.set()
        go.wait(20)

    async def ask(jobs: BackgroundJobs, address: str, name: str) -> None:
        ADDRESS.set(address)
        await jobs.do("short", lambda: done.append(name))

    async def scene() -> list[BaseException | None]:
        jobs = BackgroundJobs(Budgets(Limits(background_jobs_of_address=3)))
        holding = asyncio.create_task(jobs.do("short", hold))
        await until(started.is_set)
        asked = [asyncio.create_task(ask(jobs, "a", f"a{number}")) for number in range(5)]
        asked.append(asyncio.create_task(ask(jobs, "b", "b0")))
        await settle()
        go.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        await holding
        jobs.close()
        return found

    found = asyncio.run(scene())

    assert done == ["a0", "b0", "a1", "a2"], "b does not wait for all of a"
    assert [type(each) for each in found[3:5]] == [OverLimitError, OverLimitError]


def test_a_long_job_does_not_hold_up_a_short_one() -> None:
    go = threading.Event()

    async def scene() -> int:
        jobs = BackgroundJobs(Budgets(None))
        long = asyncio.create_task(jobs.do("long", lambda: go.wait(20)))
        await settle()
        found = await jobs.do("short", lambda: 814)
        is_waiting = not long.done()
        go.set()
        await long
        jobs.close()
        return found if is_waiting else 0

    assert asyncio.run(scene()) == 814


def test_previews_and_replays_are_done_off_the_event_loop(tmp_path, monkeypatch) -> None:
    threads: dict[str, str] = {}

    def noting(name, work):
        def noted(*args):
            threads[name] = threading.current_thread().name
            return work(*args)

        return noted

    monkeypatch.setattr(preview, "_preview", noting("preview", preview._preview))
    monkeypatch.setattr(history, "replay_any", noting("replay", replay_any))

    async def scene():
        async with serving(tmp_path) as house:
            table = await bring(house)
            async with house.player(table) as watcher:
                shown = await watcher.ask("show", seq=0, eyes=None)
            made = await house.make("carolus", ["me", "me"])
            async with at_turn(house, made) as mine:
                data = await mine.ask("preview", actions=mine.offers()[:2])
            return shown["say"], data["say"]

    assert asyncio.run(scene()) == ("moment", "previews")
    assert threads == {"preview": "aachen-short_0", "replay": threads["replay"]}
    assert threads["replay"].startswith("aachen-")


def at_turn(house, made):
    """The player whose turn it is at a table of one's own."""
    view = house.tables.loaded[made["table"]].table
    seat = view.asked()[0]
    return house.player(made["table"], made["seats"][seat])


# ---- Bots ----------------------------------------------------------------------------------------


def job(address: str, table: str) -> QueuedRequest:
    request = BotRequest(
        kind="course",
        game="carolus",
        options=None,
        level=table,
        seed=1,
        view={"offers": []},
        patience=1,
        table=table,
    )
    return QueuedRequest(request, 0.0, asyncio.get_running_loop().create_future(), address)


def test_who_used_fewer_bot_seconds_lately_is_served_first() -> None:
    async def scene() -> list[str]:
        time = FakeTime()
        queue = FairQueue(100, clock=time.passed)
        for number in range(4):
            await queue.put(job("many", f"m{number}"))
        first = await queue.get()
        queue.spent(first, 3.0)
        await queue.put(job("few", "f0"))
        await queue.put(job("few", "f1"))
        order = []
        for _ in range(5):
            taken = await queue.get()
            queue.spent(taken, 2.0)
            order.append(taken.table)
        time.seconds = 3600.0
        assert queue._lately("many") < 0.001, "what was used long ago does not count"
        return order

    assert asyncio.run(scene()) == ["f0", "f1", "m1", "m2", "m3"]


def test_one_address_cannot_fill_the_queue_of_the_bots() -> None:
    async def scene() -> None:
        queue = FairQueue(10, most_of_address=2)
        await queue.put(job("many", "1"))
        await queue.put(job("many", "2"))
        with pytest.raises(NoAnswer, match="too_many_waiting"):
            await queue.put(job("many", "3"))
        await queue.put(job("few", "4"))

    asyncio.run(scene())


# ---- Over HTTP and sockets -----------------------------------------------------------------------


def test_making_tables_is_limited_for_each_address(tmp_path) -> None:
    wish = {"game": "carolus", "seats": [{"kind": "me"}, {"kind": "me"}]}
    with asking(tmp_path, limits=Limits(tables_made=Rate(2.0, 0.1))) as client:
        data = [client.post("/api/tables", json=wish) for _ in range(3)]

    assert [each.status_code for each in data] == [201, 201, 429]
    assert data[2].headers["Retry-After"] == "10"
    assert data[2].json()["error"]["facts"] == {"limit": "tables_made", "seconds": 10}


@pytest.mark.parametrize(
    ("path", "wish"),
    [("rematch", {}), ("continue", {"seq": 0, "seats": [{"kind": "me"}, {"kind": "me"}]})],
)
def test_rematches_and_continued_games_count_as_tables_made(tmp_path, path, wish) -> None:
    new = {"game": "carolus", "seats": [{"kind": "me"}, {"kind": "me"}]}
    with asking(tmp_path, limits=Limits(tables_made=Rate(1.0, 0.1))) as client:
        made = client.post("/api/tables", json=new).json()
        place, host = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['host']}"}
        client.post(f"{place}/close", headers=host)
        answer = client.post(f"{place}/{path}", json=wish, headers=host)

    assert answer.status_code == 429
    assert answer.json()["error"]["facts"]["limit"] == "tables_made"


@pytest.mark.parametrize(
    ("limits", "limit"),
    [
        (Limits(records=Rate(1.0, NEVER)), "records"),
        (Limits(record_bytes=Rate(1.5 * len(record().encode()), NEVER)), "record_bytes"),
        (Limits(record_lines=Rate(1.5 * record().count("\n"), NEVER)), "record_lines"),
        (Limits(record_bytes_of_all=Rate(1.5 * len(record().encode()), NEVER)), "record_bytes_of_all"),
    ],
)
def test_records_are_limited_by_number_bytes_and_lines(tmp_path, limits, limit) -> None:
    with asking(tmp_path, limits=limits) as client:
        data = [client.post("/api/records", content=record(), headers=TEXT) for _ in range(2)]

    assert [each.status_code for each in data] == [201, 429]
    assert data[1].json()["error"]["facts"]["limit"] == limit


def test_who_asks_on_though_refused_is_answered_later(tmp_path, monkeypatch) -> None:
    waited: list[float] = []

    async def slow(seconds: float) -> None:
        waited.append(round(seconds, 3))

    limits = Limits(requests=Rate(1.0, NEVER), refusals=Rate(2.0, 2.0))
    with asking(tmp_path, limits=limits) as client:
        monkeypatch.setattr("aachen.server.wire.guard.asyncio.sleep", slow)
        data = [client.get("/api/about").status_code for _ in range(6)]
        monkeypatch.undo()

    assert data == [200, 429, 429, 429, 429, 429]
    assert waited == [0.5, 1.0, 1.5]


def test_a_record_that_is_too_much_is_refused_before_it_is_read(tmp_path) -> None:
    limits = Limits(record_bytes=Rate(100.0, NEVER))
    with asking(tmp_path, limits=limits) as client:
        answer = client.post("/api/records", content=b"x" * 5000, headers=TEXT)
        hidden = client.post("/api/records", content=(b"x" * 100 for _ in range(50)), headers=TEXT)

    assert (answer.status_code, hidden.status_code) == (429, 429)
    assert answer.json()["error"]["facts"] == {"limit": "record_bytes", "seconds": 3600}


def test_an_address_that_used_up_the_event_loop_waits(tmp_path) -> None:
    with asking(tmp_path, limits=Limits(loop_seconds=Rate(1e-6, 1e-6))) as client:
        data = [client.get("/api/about") for _ in range(2)]

    assert [each.status_code for each in data] == [200, 429]
    assert data[1].json()["error"]["facts"]["limit"] == "loop_seconds"


def test_a_socket_of_an_address_that_used_up_the_event_loop_is_read_later(tmp_path) -> None:
    async def scene() -> tuple[bool, str]:
        async with serving(tmp_path, limits=Limits(loop_seconds=Rate(30.0, 1.0))) as house:
            made = await house.make("carolus", ["me", "me"])
            async with house.player(made["table"], made["seats"]["white"]) as white:
                house.tables.budgets.charge("loop_seconds", "127.0.0.1", 32.0)
                asking = asyncio.create_task(white.ask("ping"))
                await asyncio.sleep(0.1)
                waits = not asking.done()
                await house.time.advance(10)
                return waits, (await asking)["say"]

    assert asyncio.run(scene()) == (True, "done")


def test_an_address_has_only_so_many_sockets(tmp_path) -> None:
    async def scene() -> tuple[list[int | None], int]:
        async with serving(tmp_path, limits=Limits(sockets_of_address=2)) as house:
            made = await house.make("carolus", ["me", "me"])
            async with house.player(made["table"]), house.player(made["table"]):
                answer = await house.http.get(
                    f"/api/tables/{made['table']}/socket",
                    headers={
                        "Connection": "Upgrade",
                        "Upgrade": "websocket",
                        "Sec-WebSocket-Version": "13",
                        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
                    },
                )
            await until(lambda: not house.tables.budgets.held("sockets_of_address", "127.0.0.1"))
            async with house.player(made["table"]) as again:
                return [answer.status_code], len(again.heard)

    statuses, heard = asyncio.run(scene())

    assert statuses == [403]
    assert heard > 0


def test_chat_of_one_table_is_limited_with_the_id_of_the_message(tmp_path) -> None:
    async def scene() -> list[tuple[str, object]]:
        async with serving(tmp_path, limits=Limits(chat_of_table=Rate(2.0, NEVER))) as house:
            made = await house.make("carolus", ["me", "me"])
            async with house.player(made["table"], made["seats"]["white"]) as white:
                data = [await white.ask("chat", text="salve") for _ in range(3)]
            return [(each["say"], each.get("error", {}).get("facts", {}).get("limit")) for each in data]

    assert asyncio.run(scene()) == [("done", None), ("done", None), ("error", "chat_of_table")]


# ---- Tables in memory ----------------------------------------------------------------------------


def test_tables_nobody_looks_at_give_way_to_new_ones(tmp_path) -> None:
    async def scene() -> tuple[int, int, bool]:
        async with serving(tmp_path, limits=Limits(live_tables_of_address=3)) as house:
            made = [await house.make("carolus", ["me", "me"]) for _ in range(5)]
            first = await house.get(f"/api/tables/{made[0]['table']}")
            return len(house.tables.loaded), first.status_code, made[0]["table"] in house.tables.loaded

    assert asyncio.run(scene()) == (3, 200, True)


def test_who_has_too_many_tables_in_use_makes_no_more(tmp_path) -> None:
    async def scene() -> tuple[int, object, int]:
        async with serving(tmp_path, limits=Limits(live_tables_of_address=1)) as house:
            made = await house.make("carolus", ["me", "me"])
            async with house.player(made["table"]):
                answer = await house.post(
                    "/api/tables", {"game": "carolus", "seats": [{"kind": "me"}, {"kind": "me"}]}
                )
            await until(lambda: not house.tables.loaded[made["table"]].viewers)
            again = await house.make("carolus", ["me", "me"])
            assert again["table"] in house.tables.loaded
            return answer.status_code, answer.json()["error"]["facts"]["limit"], len(house.tables.loaded)

    assert asyncio.run(scene()) == (429, "live_tables_of_address", 1)


def test_a_table_whose_clocks_run_for_weeks_leaves_memory_and_its_clocks_stay_right(tmp_path) -> None:
    hour, day = 3600.0, 86_400.0

    async def scene() -> tuple[object, ...]:
        async with serving(tmp_path, idle_seconds=60.0, sweep_seconds=hour) as house:
            made = await house.make("carolus", ["me", "me"], clock={"bank": int(30 * day), "add": 0})
            name, tables = made["table"], house.tables
            (seat,) = tables.loaded[name].table.asked()[:1]
            await _asleep(house, name)
            await house.time.advance(10 * day)
            still_asleep = name not in tables.loaded
            async with house.player(name, made["seats"][seat]) as player:
                clocks = await player.hear("clocks")
                used = 30 * day - clocks["left"][seat] / 1000
                passed = house.time.passed()
            await until(lambda: not tables.loaded[name].viewers)
            await _asleep(house, name)
            await house.time.advance(30 * day - house.time.passed() - 5 * hour)
            while name not in tables.loaded:  # shortly before the end it is in memory again
                await house.time.advance(hour / 4)
                await asyncio.sleep(0.005)
            in_time = house.time.passed() < 30 * day and not _lent(tables, name)
            await house.time.advance(30 * day - house.time.passed() + 1)
            await until(lambda: _lent(tables, name))
            return still_asleep, round(used - passed), in_time

    assert asyncio.run(scene()) == (True, 0, True)


async def _asleep(house: House, name: str) -> None:
    async with asyncio.timeout(20):
        while name in house.tables.loaded:
            await house.time.advance(3600.0)
            await asyncio.sleep(0.005)


def _lent(tables, name: str) -> bool:
    return any(body.lent for body in tables.loaded[name].table.sheet.seats)


def test_only_so_many_entries_of_replays_are_kept(tmp_path) -> None:
    async def scene() -> tuple[int, int]:
        async with serving(tmp_path, most_replayed=1) as house:
            for _ in range(3):
                table = await bring(house)
                async with house.player(table) as watcher:
                    await watcher.ask("show", seq=0, eyes=None)
            by_entries = len(house.tables.history._replays)
            house.tables.history.most_entries, house.tables.history.most = 10**9, 2
            for name in list(house.tables.loaded):
                await house.tables.history.snapshots(house.tables.loaded[name].table, 0)
            return by_entries, len(house.tables.history._replays)

    assert asyncio.run(scene()) == (1, 2)

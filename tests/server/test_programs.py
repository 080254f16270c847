"""Programs of the host as levels at tables: each seat has a process, which sees that seat's view and outlives nothing."""

from __future__ import annotations

import asyncio
import json
import os
import sys

import pytest
from tests.server.kit import QuickBots, serving, until

from aachen.core.errors import BadInput
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.server.bots.programs import ProgramBots, read_programs
from aachen.server.bots.request import BotRequest

HEAD = "import json, os, sys, time\nhello = json.loads(sys.stdin.readline())\nfor line in sys.stdin:\n    q = json.loads(line)\n"
ANSWER = "print(json.dumps({'id': q['id'], 'offer': len(q['offers']) - 1}), flush=True)"


@pytest.fixture
def programs(tmp_path):
    """The level `exec:mine`, whose program notes its process and what it is asked, and does this with each question."""

    def write(statement=ANSWER):
        path, noted = tmp_path / "bot.py", tmp_path / "noted"
        note = f"    open({str(noted)!r}, 'a').write(json.dumps([os.getpid(), hello, q]) + chr(10))\n"
        path.write_text(f"{HEAD}{note}    {statement}\n", encoding="utf-8")
        return read_programs([f"mine=exec:{sys.executable} -S {path}:wall=30"])

    return write


def noted(folder):
    path = folder / "noted"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def is_alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def request(table="t", seat=0):
    options = GAMES["carolus"].options({"players": 2})
    view = GAMES["carolus"].new(options, SeededLuck(1)).view(seat)
    return BotRequest(
        kind="course",
        game="carolus",
        level="exec:mine",
        seed=7,
        options=options.as_dict(),
        view=view | {"offers": [{"do": "one"}, {"do": "two"}]},
        patience=60.0,
        table=table,
    )


def test_a_program_plays_a_whole_game_at_a_table_and_is_ended_with_the_server(tmp_path, programs):
    async def scene():
        async with serving(tmp_path, programs=programs()) as house:
            levels = (await house.get("/api/about")).json()["levels"]
            made = await house.make("carolingi", ["exec:mine", "random"], options={"last_year": 830})
            table = house.tables.loaded[made["table"]].table
            await until(lambda: table.sheet.state == "finished")
            return levels, made["sheet"]["seats"][0]["level"], house.tables.bots.stats, house.bots.asked

    levels, level, stats, others = asyncio.run(scene())
    asked = noted(tmp_path)
    (process,) = {process for process, _, _ in asked}
    question = asked[0][2]

    assert levels == ["random", "greedy", "planner", "search", "exec:mine"]
    assert level == "exec:mine"
    assert (stats.chosen, stats.replaced) == (len(asked), 0)
    assert set(others) == {"random yellow"}
    assert {hello["seat"] for _, hello, _ in asked} == {question["view"]["viewer"]} == {"red"}
    assert "courts" in question["view"]
    assert not is_alive(process)


def test_a_level_that_the_host_has_not_named_is_refused(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "exec:mine"}]
            return (await house.post("/api/tables", {"game": "carolus", "seats": seats})).json()

    fault = asyncio.run(scene())["error"]

    assert (fault["code"], fault["where"]) == ("bot_unknown", "seats[1].level")


def test_a_crash_is_replaced_and_counted(tmp_path, programs):
    async def scene():
        bots = ProgramBots(QuickBots(), programs("os.abort()"))
        course = await bots.course(request())
        await bots.close()
        return course, bots.stats

    course, stats = asyncio.run(scene())

    assert course[0]["do"] in ("one", "two")
    assert (stats.chosen, stats.replaced, stats.by_kind) == (0, 1, {"crashed": 1})


def test_seats_have_processes_of_their_own_and_no_more_than_so_many_wait(tmp_path, programs):
    async def scene():
        bots = ProgramBots(QuickBots(), programs(), most=2)
        for table, seat in (("a", 0), ("a", 0), ("a", 1), ("b", 0)):
            await bots.course(request(table, seat))
        alive = [is_alive(process) for process, _, _ in noted(tmp_path)]
        await bots.close()
        return alive

    alive = asyncio.run(scene())
    processes = [process for process, _, _ in noted(tmp_path)]

    assert processes[0] == processes[1]
    assert len(set(processes)) == 3
    assert alive == [False, False, True, True]
    assert not any(map(is_alive, processes))


def test_a_program_that_nobody_asks_is_ended(tmp_path, programs):
    async def scene():
        bots = ProgramBots(QuickBots(), programs(), idle=0.0)
        await bots.course(request())
        ((process, _, _),) = noted(tmp_path)
        await until(lambda: not is_alive(process))
        await bots.close()

    asyncio.run(scene())


def test_closing_does_not_wait_for_a_program_that_thinks(tmp_path, programs):
    async def scene():
        bots = ProgramBots(QuickBots(), programs("time.sleep(600)"))
        thinking = asyncio.ensure_future(bots.course(request()))
        await until(lambda: noted(tmp_path))
        await bots.close()
        course = await thinking
        return course[0]["do"]

    assert asyncio.run(scene()) in ("one", "two")
    ((process, _, _),) = noted(tmp_path)
    assert not is_alive(process)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["./mybot.py"], "bot_not_named"),
        (["mybot=./mybot.py"], "bot_not_named"),
        (["My Bot=exec:true"], "bot_not_named"),
        ([f"{'x' * 16}=exec:true"], "bot_not_named"),
        (["mybot=exec:./no-such-bot"], "bot_no_program"),
        (["mybot=exec:true", "mybot=exec:true"], "duplicate_key"),
    ],
)
def test_programs_without_a_name_or_a_file_are_refused(given, code):
    with pytest.raises(BadInput, match=code):
        read_programs(given)

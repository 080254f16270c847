"""Whatever a bot does, its table gets an offered action in time, and no process stays behind."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from aachen.bots import make_bot
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.server.bots.pool import BotPool
from aachen.server.bots.queue import FairQueue, NoAnswer, QueuedRequest
from aachen.server.bots.request import AnalysisRequest, BotRequest
from aachen.server.messages import Thought

ROOT = Path(__file__).resolve().parents[2]
PLANTED = "tests.server.planted_bots:make"
PATIENCE = 60.0  # enough for any machine: these bots answer at once
SHORT = 2.0


def view_of(game: str = "carolingi", **chosen: object) -> tuple[dict[str, object], dict[str, Any]]:
    """The options of a new game, and what the seat that is asked first sees."""
    options = GAMES[game].options({"players": 2, **chosen})
    position = GAMES[game].new(options, SeededLuck(5))
    return options.as_dict(), position.view(position.to_act()[0])


OPTIONS, VIEW = view_of()
GREEDY = make_bot("greedy", 7).course(VIEW)[0]
LAST = VIEW["offers"][-1]
GAME = AnalysisRequest(game="carolingi", options=OPTIONS, patience=PATIENCE, first=0, count=1, views=[VIEW])
assert len({json.dumps(action) for action in (GREEDY, LAST, VIEW["offers"][0])}) == 3


def run(scene: Callable[[BotPool], Awaitable[Any]], maker: str = PLANTED, **chosen: Any) -> Any:
    """Play a scene with workers that are ready, and close them."""

    async def play() -> Any:
        workers = BotPool(maker=maker, **chosen)
        try:
            await workers.ready()
            return await scene(workers)
        finally:
            await workers.close()

    return asyncio.run(play())


def request(level: str, patience: float = PATIENCE, **more: Any) -> BotRequest:
    """What a bot of that level is asked in the test's position."""
    asked: dict[str, Any] = {
        "kind": "course",
        "game": "carolingi",
        "options": OPTIONS,
        "view": VIEW,
        "seed": 7,
    }
    return BotRequest(level=level, patience=patience, **asked | more)


async def ask(workers: BotPool, level: str, patience: float = PATIENCE, **more: Any) -> dict[str, Any]:
    """The choice of a bot of that level in the test's position."""
    return (await workers.course(request(level, patience, **more)))[0]


def pids(workers: BotPool) -> list[int]:
    """The processes, the quick one last."""
    return [worker.process.pid for worker in workers._workers if worker.process is not None]


def is_alive(pid: int) -> bool:
    """Whether there is such a process that is not a mere entry in the table of processes."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(pid: int) -> None:
    """Or fail after a while."""
    end = time.monotonic() + 30
    while is_alive(pid):
        assert time.monotonic() < end, f"{pid} stayed behind"
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        ("carolingi", {}),
        ("carolingi", {"variant": "advanced", "anarchy": True}),
        ("carolingi", {"variant": "814"}),
        ("carolus", {}),
    ],
)
def test_a_bot_in_its_process_chooses_as_it_would_here(game: str, chosen: dict[str, object]) -> None:
    options, view = view_of(game, **chosen)
    levels = ["random", "greedy"]

    async def scene(workers: BotPool) -> Any:
        return [
            await workers.course(request(level, game=game, options=options, view=view)) for level in levels
        ]

    own = GAMES[game].options(options)

    assert run(scene, maker="aachen.bots:make_bot") == [
        make_bot(level, 7, own).course(view) for level in levels
    ]


@pytest.mark.parametrize(
    ("level", "kind", "is_replaced"),
    [
        ("slow", "too_slow", True),
        ("crashing", "crashed", False),
        ("dying", "died", True),
        ("lying", "not_offered", False),
    ],
)
def test_for_a_bot_that_misbehaves_the_quick_one_answers(
    level: str, kind: str, is_replaced: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "aachen.server")

    async def scene(workers: BotPool) -> None:
        before = pids(workers)
        started = time.monotonic()
        chosen = await ask(workers, level, SHORT * 3 if level == "slow" else PATIENCE, table="t1")
        took = time.monotonic() - started

        assert (chosen, workers.stats.by_kind, workers.stats.replaced) == (GREEDY, {kind: 1}, 1)
        assert took < PATIENCE
        assert await ask(workers, "chatty") == LAST
        after = pids(workers)

        assert (before[0] != after[0], before[1:] == after[1:]) == (is_replaced, True)
        assert is_alive(before[0]) == (not is_replaced)

    run(scene)
    facts = [vars(record)["facts"] for record in caplog.records if record.name == "aachen.server"]

    assert [(fact["table"], fact["bot"]) for fact in facts] == [("t1", level)]
    assert "secret" not in json.dumps(facts)


def test_without_any_answer_the_first_offer_is_taken_and_no_hint_is_given() -> None:
    async def scene(workers: BotPool) -> None:
        for worker in workers._workers:
            assert worker.process is not None
            worker.process.send_signal(signal.SIGSTOP)
        started = time.monotonic()
        chosen = await ask(workers, "chatty", SHORT)
        took = time.monotonic() - started

        assert chosen == VIEW["offers"][0]
        assert took < SHORT + 1
        assert workers.stats.by_kind == {"too_slow": 2}
        assert await workers.thought(request("slow", 0.0, kind="thought")) is None

    run(scene)


def test_a_hint_is_what_a_bot_would_do_here() -> None:
    async def scene(workers: BotPool) -> Any:
        return await workers.thought(request("greedy", kind="thought"))

    assert run(scene) == msgspec.convert(make_bot("greedy", 7).think(VIEW).as_dict(), Thought)


def test_a_bot_knows_its_budget_and_nothing_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AACHEN_TEST_SECRET", "1")

    async def scene(workers: BotPool) -> Any:
        return [await ask(workers, "thrifty", budget=0.25), await ask(workers, "nosy")]

    assert run(scene) == [LAST, LAST]


def test_who_answers_at_once_does_not_wait_for_who_thinks_for_ever() -> None:
    async def scene(workers: BotPool) -> Any:
        thinking = [asyncio.create_task(ask(workers, "slow")) for _ in range(2)]
        while workers.waiting() < 1:
            await asyncio.sleep(0)
        chosen = await ask(workers, "greedy")
        evaluated = await workers.chances(GAME)

        assert [task.done() for task in thinking] == [False, False]
        return chosen, len(evaluated or [])

    assert run(scene) == (GREEDY, 1)


def test_a_process_that_was_killed_while_idle_is_replaced_before_the_next_choice() -> None:
    async def scene(workers: BotPool) -> Any:
        worker = workers._workers[0]
        assert worker.process is not None
        worker.process.kill()
        await worker.process.wait()
        chosen = await ask(workers, "chatty")

        assert workers.stats.by_kind == {}
        return chosen

    assert run(scene) == LAST


def test_closing_answers_whoever_waits_and_leaves_no_process() -> None:
    async def play() -> None:
        workers = BotPool(maker=PLANTED)
        await workers.ready()
        started = pids(workers)
        waiting = [asyncio.create_task(ask(workers, "slow")) for _ in range(3)]
        while workers.waiting() < 2:
            await asyncio.sleep(0)
        await workers.close()

        assert await asyncio.gather(*waiting) == [VIEW["offers"][0]] * 3
        assert await ask(workers, "greedy") == VIEW["offers"][0]
        assert len(started) == 3
        assert [pid for pid in started if is_alive(pid)] == []

    asyncio.run(play())


SERVER = f"""
import asyncio, json, sys
sys.path.insert(0, {str(ROOT)!r})
from aachen.server.bots.pool import BotPool
from tests.server.test_bot_pool import PLANTED, ask, pids

async def main():
    workers = BotPool(maker=PLANTED)
    await workers.ready()
    thinking = asyncio.create_task(ask(workers, "slow"))
    await asyncio.sleep(0.1)
    print(json.dumps(pids(workers)), flush=True)
    await thinking

asyncio.run(main())
"""


def test_when_the_server_is_killed_its_bots_do_not_live_on() -> None:
    """One of them is in the middle of an endless thought."""
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, cwd=ROOT) as server:
        assert server.stdout is not None
        started = json.loads(server.stdout.readline())

        assert [is_alive(pid) for pid in started] == [True] * 3
        server.kill()
    for pid in started:
        wait_until_gone(pid)


def test_a_process_that_never_starts_costs_only_its_bots_answers(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "aachen.server")

    async def play() -> Any:
        workers = BotPool(maker="aachen.bots:nobody")
        try:
            workers.start()
            await workers._workers[-1].is_ready.wait()
            return await ask(workers, "chatty", SHORT * 3)
        finally:
            await workers.close()

    assert asyncio.run(play()) == GREEDY
    assert "bot_worker_not_started" in caplog.messages


# ---- Taking turns


def job(table: str, name: str = "") -> QueuedRequest:
    """A job nobody will do."""
    return QueuedRequest(request(name, table=table), 0.0, asyncio.get_running_loop().create_future())


def asked_level(job: QueuedRequest) -> str:
    """The level by which a job is known here."""
    assert isinstance(job.request, BotRequest)
    return job.request.level


def test_tables_take_turns() -> None:
    async def scene() -> list[str]:
        queue = FairQueue(10)
        for table, name in [("a", "1"), ("a", "2"), ("a", "3"), ("b", "4"), ("c", "5"), ("b", "6")]:
            await queue.put(job(table, name))
        return [asked_level(await queue.get()) for _ in range(6)]

    assert asyncio.run(scene()) == ["1", "4", "5", "2", "6", "3"]


def test_only_so_many_may_wait_and_who_gave_up_does_not_count() -> None:
    async def scene() -> None:
        queue = FairQueue(2)
        first = job("a")
        await queue.put(first)
        await queue.put(job("b", "second"))
        with pytest.raises(NoAnswer, match="too_many_waiting"):
            await queue.put(job("c"))
        queue.forget(first)
        await queue.put(job("c", "third"))

        assert len(queue) == 2
        assert [asked_level(await queue.get()) for _ in range(2)] == ["second", "third"]

    asyncio.run(scene())


def test_whoever_finds_the_queue_full_still_gets_an_action() -> None:
    async def scene(workers: BotPool) -> Any:
        chosen = await ask(workers, "chatty")

        assert workers.stats.by_kind == {"too_many_waiting": 2}
        return chosen

    assert run(scene, most_waiting=0) == VIEW["offers"][0]


def test_who_is_not_asked_by_the_rules_is_not_asked_here() -> None:
    async def scene(workers: BotPool) -> None:
        with pytest.raises(AssertionError, match="nothing is offered"):
            await workers.course(request("greedy", view=VIEW | {"offers": []}))

    run(scene)


def test_thoughts_stand_back_behind_the_tables() -> None:
    async def scene(workers: BotPool) -> Any:
        return [os.getpriority(os.PRIO_PROCESS, pid) for pid in pids(workers)]

    deep, brisk, quick = run(scene)

    assert deep > brisk > quick > os.getpriority(os.PRIO_PROCESS, 0)

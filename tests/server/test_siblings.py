"""Processes of one server: what they hear of each other, who drives a table, and whose numbers are whose."""

import asyncio
import fcntl
from dataclasses import replace
from typing import Any

import pytest

from aachen.server import shared_sqlite
from aachen.server.budgets import Budgets
from aachen.server.limits import SPREAD, Limits, OverLimitError, Rate
from aachen.server.shared_sqlite import SharedSqliteStore
from aachen.server.siblings import FORGOTTEN, LEASE, SiblingHub, add_up
from aachen.storage.store import StoredChat, StoredEntry, StoredSheet


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def hub_of(*processes):
    clock = Clock()
    hub = SiblingHub(clock)
    for process in processes:
        hub.join(process)
    return hub, clock


def drives(hub, process, table="t"):
    ((to, answer),) = hub.hear(process, {"say": "drive", "id": 7, "table": table})
    assert (to, answer["id"]) == (process, 7)
    return answer["yes"]


def presence(hub, process, table="t"):
    ((_, data),) = hub.hear(process, {"say": "presence", "id": 1, "table": table})
    return data["here"], data["away"]


def test_what_one_has_written_the_others_hear():
    hub, _ = hub_of(0, 1, 2)

    assert hub.hear(1, {"say": "wrote", "table": "t"}) == [(0, {"notice": "t"}), (2, {"notice": "t"})]


def test_one_process_drives_a_table_until_it_lets_go():
    hub, _ = hub_of(0, 1)
    first = drives(hub, 0), drives(hub, 1), drives(hub, 0), drives(hub, 1, "u")
    hub.hear(0, {"say": "release", "table": "t"})

    assert first == (True, False, True, True)
    assert (drives(hub, 1), drives(hub, 0)) == (True, False)


def test_the_lease_of_a_process_that_ended_is_free_at_once():
    hub, _ = hub_of(0, 1)
    drives(hub, 0)
    hub.leave(0)
    hub.join(0)  # it is started again, and knows nothing of the table

    assert drives(hub, 1)


def test_the_lease_of_a_paused_process_is_free_after_a_while_and_not_its_own_any_more():
    hub, clock = hub_of(0, 1)
    drives(hub, 0)
    clock.now += LEASE - 1
    before = drives(hub, 1)
    clock.now += 2
    after = drives(hub, 1)

    assert (before, after) == (False, True)
    assert drives(hub, 0) is False


def test_a_release_of_what_another_drives_changes_nothing():
    hub, _ = hub_of(0, 1)
    drives(hub, 0)
    hub.hear(1, {"say": "release", "table": "t"})

    assert drives(hub, 1) is False


def test_who_is_present_at_one_is_known_to_the_others():
    hub, clock = hub_of(0, 1)
    data = hub.hear(0, {"say": "present", "table": "t", "seat": "red", "here": True})
    here = presence(hub, 1), presence(hub, 0), presence(hub, 1, "u")
    hub.hear(0, {"say": "present", "table": "t", "seat": "red", "here": False})
    clock.now += 8

    assert data == [(1, {"notice": "t"})]
    assert here == ((["red"], {}), ([], {}), ([], {}))
    assert presence(hub, 1) == ([], {"red": 8.0})


def test_whoever_was_at_a_process_that_ended_is_away_from_then_on():
    hub, clock = hub_of(0, 1)
    hub.hear(0, {"say": "present", "table": "t", "seat": "red", "here": True})
    clock.now += 30
    notices = hub.leave(0)
    clock.now += 5

    assert notices == [(1, {"notice": "t"})]
    assert presence(hub, 1) == ([], {"red": 5.0})


def test_seats_that_were_left_long_ago_are_forgotten_and_those_in_use_are_not():
    hub, clock = hub_of(0, 1)
    for table in ("t", "u"):
        hub.hear(0, {"say": "present", "table": table, "seat": "white", "here": True})
    hub.hear(0, {"say": "present", "table": "t", "seat": "white", "here": False})
    clock.now += FORGOTTEN - 1
    hub.hear(0, {"say": "beat", "text": ""})
    before = presence(hub, 1, "t"), presence(hub, 1, "u")
    clock.now += 2
    hub.hear(0, {"say": "beat", "text": ""})

    assert before == (([], {"white": FORGOTTEN - 1}), (["white"], {}))
    assert (presence(hub, 1, "t"), presence(hub, 1, "u")) == (([], {}), (["white"], {}))


def test_a_process_that_gives_no_sign_of_life_gets_no_connections():
    hub, clock = hub_of(0, 1)
    clock.now += LEASE - 1
    hub.hear(1, {"say": "beat", "text": ""})
    clock.now += 2

    assert hub.alive() == [1]


class DeafLine:
    """A line that notes what is said."""

    def __init__(self):
        self.said = []

    def listen(self, notice):
        pass

    def say(self, what, **facts):
        self.said.append((what, facts["table"]))


def test_everything_that_is_written_is_told_to_the_others(tmp_path):
    line: Any = DeafLine()

    async def scene():
        store = SharedSqliteStore(tmp_path / "tables.db", line)
        await store.open(lambda table: None)
        sheet = StoredSheet("t", 1, "gathering", False, "carolus", b"{}")
        await store.create(sheet)
        await store.change(replace(sheet, version=2))
        await store.append("t", StoredEntry(0, ["{}"], 0))
        await store.talk("t", StoredChat(1, b"{}", 0))
        await store.close()

    asyncio.run(scene())

    assert line.said == [("wrote", "t")] * 3


def test_who_waits_too_long_for_the_turn_to_write_is_not_ready(tmp_path, monkeypatch):
    line: Any = DeafLine()

    async def scene():
        store = SharedSqliteStore(tmp_path / "tables.db", line)
        await store.open(lambda table: None)
        with (tmp_path / "tables.db.turn").open("r+b") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)  # another process, which was stopped while it writes
            writing = asyncio.create_task(
                store.create(StoredSheet("t", 1, "gathering", False, "carolus", b"{}"))
            )
            async with asyncio.timeout(20):
                while store._waits_since is None:
                    await asyncio.sleep(0.001)
            data = [await store.ready()]
            monkeypatch.setattr(shared_sqlite, "PATIENCE", 0.0)
            data.append(await store.ready())
        await writing  # it was killed, and its lock is gone
        data.append(await store.ready())
        await store.close()
        return data

    assert asyncio.run(scene()) == [True, False, True]


def test_numbers_of_all_processes_are_added():
    one = '# HELP a A.\na 1\nb{game="x"} 2\nc_sum 0.500000\n'
    other = '# HELP a A.\na 3\nb{game="y"} 4\nc_sum 0.250000\n'

    assert add_up([one, other]) == '# HELP a A.\na 4\nb{game="x"} 2\nc_sum 0.750000\nb{game="y"} 4\n'


def test_what_every_process_measures_of_the_same_database_is_not_added():
    sizes = [f"aachen_database_bytes {size}\naachen_tables_live 2\n" for size in (4096, 8192)]

    assert add_up(sizes) == "aachen_database_bytes 8192\naachen_tables_live 4\n"


def test_the_numbers_of_a_process_that_ended_are_not_counted():
    hub, _ = hub_of(0, 1)
    hub.hear(0, {"say": "beat", "text": "sockets 5\n"})
    both = hub.hear(1, {"say": "numbers", "id": 1, "text": "sockets 2\n"})
    hub.leave(0)
    alone = hub.hear(1, {"say": "numbers", "id": 2, "text": "sockets 2\n"})

    assert [both, alone] == [[(1, {"id": 1, "text": "sockets 7\n"})], [(1, {"id": 2, "text": "sockets 2\n"})]]


def sharing(limits, *processes):
    """The budgets of processes that hear each other through a hub at once."""
    hub, clock = hub_of(*processes)
    budgets = {process: Budgets(limits, clock) for process in processes}

    def deliver(letters):
        for to, letter in letters:
            if "budget" in letter:
                budgets[to].hear(letter["budget"], letter)

    def line_of(process):
        return lambda what, **facts: deliver(hub.hear(process, {"say": what, **facts}))

    for process in processes:
        budgets[process].share(line_of(process))
    return hub, budgets, deliver


def test_what_was_used_at_one_process_counts_at_all():
    _, budgets, _ = sharing(replace(Limits(), tables_made=Rate(3.0, 0.0)), 0, 1)
    budgets[0].take("tables_made", "home")
    budgets[1].take("tables_made", "home")
    budgets[0].take("tables_made", "home")

    with pytest.raises(OverLimitError):
        budgets[1].take("tables_made", "home")
    budgets[1].take("tables_made", "elsewhere")


def test_the_time_of_an_event_loop_counts_only_there():
    _, budgets, _ = sharing(replace(Limits(), loop_seconds=Rate(1.0, 0.0)), 0, 1)
    budgets[0].charge("loop_seconds", "home", 5.0)

    budgets[1].check("loop_seconds", "home")
    with pytest.raises(OverLimitError):
        budgets[0].check("loop_seconds", "home")


def test_sockets_at_other_processes_count_until_they_end():
    hub, budgets, deliver = sharing(replace(Limits(), sockets_of_address=2), 0, 1)
    with budgets[0].holding("sockets_of_address", "home"):
        with (
            budgets[0].holding("sockets_of_address", "home"),
            pytest.raises(OverLimitError),
            budgets[1].holding("sockets_of_address", "home"),
        ):
            pass
        with budgets[1].holding("sockets_of_address", "home"):
            pass
        deliver(hub.leave(0))  # it was killed: its sockets are closed
        with budgets[1].holding("sockets_of_address", "home"):
            assert budgets[1].held("sockets_of_address", "home") == 1


def test_a_process_that_comes_later_hears_what_is_open():
    hub, budgets, deliver = sharing(replace(Limits(), sockets_of_address=1), 0, 1)
    with budgets[0].holding("sockets_of_address", "home"):
        deliver(hub.leave(1))
        budgets[1] = Budgets(replace(Limits(), sockets_of_address=1))
        hub.join(1)
        deliver(hub.hear(1, {"say": "ready"}))
        with pytest.raises(OverLimitError), budgets[1].holding("sockets_of_address", "home"):
            pass


def test_each_process_has_its_part_of_what_all_may_do():
    limits = Limits()
    part = limits.of_one(4)

    assert (part.connections, part.live_tables, part.background_jobs) == (2500, 5000, 100)
    assert replace(part, **{name: getattr(limits, name) for name in SPREAD}) == limits
    assert limits.of_one(1) is limits

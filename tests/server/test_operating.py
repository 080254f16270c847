"""What operators do through the database is noticed by a running server, and by its players."""

import asyncio
import json
import random
import threading
from typing import cast

import pytest
from tests.server.kit import Player, play_on, serving

from aachen.core.errors import BadInput
from aachen.core.verify import verify
from aachen.games.versions import replay_any
from aachen.server.housekeeping import RETENTION_SECONDS
from aachen.server.notes import ServerNotes, network_of
from aachen.server.operations.admin import administer
from aachen.server.operations.people import Person, remove, traces_of
from aachen.server.operations.retention import DAY, Retention, retain
from aachen.server.table.operating import OperatorClose, OperatorFree, OperatorMute, OperatorRenewHost
from aachen.server.table.sheet import read_sheet
from aachen.storage import open_operator
from aachen.storage.operator import BAN, MAINTENANCE, OperatorStore
from aachen.storage.store import Conflict

AT = 1_700_000_000_500


def operated(folder, scene, **settings):
    """Play a scene with a running server and an operator beside it."""

    async def play():
        place = str(folder / "tables.db")
        async with serving(folder, operator=open_operator(place), **settings) as house:
            operator = open_operator(place)
            await operator.open(may_write=True)
            try:
                return await scene(house, operator)
            finally:
                await operator.close()

    return asyncio.run(play())


async def noticed(house, is_so):
    """Let time go by until the server has noticed."""
    for _ in range(20):
        await house.time.advance(2.0)
        for _ in range(50):
            if is_so():
                return
            await asyncio.sleep(0.01)
    raise AssertionError("the server did not notice")


def test_a_closed_table_is_closed_for_its_players(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "me"])
        token = next(iter(made["seats"].values()))
        async with house.player(made["table"], token) as player:
            await administer(operator, made["table"], OperatorClose(), AT)
            await noticed(
                house, lambda: any(each.get("sheet", {}).get("state") == "closed" for each in player.heard)
            )
        log = (await house.get(f"/api/tables/{made['table']}/log", token)).text
        with pytest.raises(BadInput) as again:
            await administer(operator, made["table"], OperatorClose(), AT)
        return log, again.value.faults[0].code

    log, again = operated(tmp_path, scene)

    assert "secret" in json.loads(log.splitlines()[-1])
    assert verify(replay_any(log.splitlines(keepends=True)), None).is_kept
    assert again == "table_over"


def test_a_freed_seat_is_open_and_rests(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "me"])
        (seat, token), (other, _) = made["seats"].items()
        async with house.player(made["table"], token) as player:
            await administer(operator, made["table"], OperatorFree(seat), house.time.now())
            await noticed(house, lambda: any(each.get("code") == "token_void" for each in player.heard))
        again = await house.post(f"/api/tables/{made['table']}/sit", {"seat": seat})
        sheet = await house.sheet(made["table"])
        return (
            {each["seat"]: each["kind"] for each in sheet["seats"]},
            again.json()["error"]["code"],
            seat,
            other,
        )

    kinds, again, seat, other = operated(tmp_path, scene)

    assert kinds == {seat: "open", other: "person"}
    assert again == "seat_freed_lately"


def test_a_renewed_host_token_works_and_the_old_one_does_not(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "open"])
        new = await administer(operator, made["table"], OperatorRenewHost(), AT)
        await noticed(house, lambda: house.tables.loaded[made["table"]].table.sheet.version > 1)
        close = f"/api/tables/{made['table']}/close"
        return [(await house.post(close, None, token)).status_code for token in (made["host"], new)]

    assert operated(tmp_path, scene) == [401, 200]


def test_who_is_muted_cannot_chat_until_unmuted_and_the_next_in_the_seat_can(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "me"])
        seat, token = next(iter(made["seats"].items()))
        data = []
        async with house.player(made["table"], token) as player:
            runner = house.tables.loaded[made["table"]]
            first = runner.table.sheet.version
            for version, muted in ((first + 1, True), (first + 2, False)):
                await administer(operator, made["table"], OperatorMute(seat, muted), AT)
                await noticed(house, lambda version=version: runner.table.sheet.version >= version)
                data.append(await player.ask("chat", text="hello"))
        body = runner.table.sheet.seats[0]
        body.muted = True
        body.leave()
        return [each.get("error", {}).get("code") or each["say"] for each in data], body.muted

    assert operated(tmp_path, scene) == (["muted", "done"], False)


def test_maintenance_lets_games_go_on_and_makes_no_new_ones(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "me"])
        players = {}
        for seat, token in made["seats"].items():
            players[seat] = await Player.come(house, made["table"], token)
        await operator.set_note(MAINTENANCE, b"", AT)
        await noticed(
            house, lambda: any(each.get("sheet", {}).get("maintenance") for each in players[seat].heard)
        )
        wish = {"game": "carolus", "seats": [{"kind": "me"}] * 2}
        refused = await house.post("/api/tables", wish)
        record = await house.http.post(
            "/api/records", content="x" * 10, headers={"Content-Type": "text/plain"}
        )
        about = (await house.get("/api/about")).json()["maintenance"]
        moves = await play_on(players, 5, random.Random(1))
        ready = (await house.get("/health/ready")).status_code
        await operator.set_note(MAINTENANCE, None, AT)
        await noticed(house, lambda: not house.tables.notes.is_maintenance)
        for player in players.values():
            await player.leave()
        return (
            refused,
            record.status_code,
            about,
            moves,
            ready,
            (await house.post("/api/tables", wish)).status_code,
        )

    refused, record, about, moves, ready, after = operated(tmp_path, scene)

    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "maintenance")
    assert record == 422
    assert (about, moves, ready, after) == (True, 5, 200, 201)


def test_a_banned_address_is_shut_out_and_its_sockets_are_closed(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "me"])
        token = next(iter(made["seats"].values()))
        async with house.player(made["table"], token) as player:
            await operator.set_note(f"{BAN}{network_of('127.0.0.1')}", b"", AT)
            await noticed(house, lambda: any(each["say"] == "bye" for each in player.heard))
        refused = await house.get("/api/about")
        await operator.set_note(f"{BAN}{network_of('127.0.0.1')}", None, AT)
        await noticed(house, lambda: not house.tables.notes.is_banned("127.0.0.1"))
        return refused, (await house.get("/api/about")).status_code

    refused, after = operated(tmp_path, scene)

    assert (refused.status_code, refused.json()["error"]["code"], after) == (403, "address_banned", 200)


def test_bans_are_networks():
    notes = ServerNotes()
    notes.update({f"{BAN}10.1.0.0/16": b"", f"{BAN}{network_of('2001:db8::7')}": b""})
    asked = ["10.1.2.3", "::ffff:10.1.2.3", "10.2.0.1", "2001:db8::8", "2001:db8:0:1::8", "", "nobody"]

    assert [notes.is_banned(each) for each in asked] == [True, True, False, True, False, False, False]
    with pytest.raises(BadInput):
        network_of("the moon")


def test_names_and_chat_of_a_person_are_removed_everywhere_and_the_game_stays(tmp_path):
    """Also from the memory of a running server: whoever comes back reads neither."""

    async def scene(house, operator):
        made = await house.make("carolus", ["open", "open"])
        table = made["table"]
        tokens = [(await house.sit(table, name=name))["token"] for name in ("Ada", "Bob")]
        async with house.player(table, tokens[0]) as ada, house.player(table, tokens[1]) as bob:
            await ada.ask("chat", text="my secret recipe")
            await bob.ask("chat", text="fine words")
            seats = dict(zip([each["seat"] for each in (await house.sheet(table))["seats"]], (ada, bob)))
            await play_on(seats, 4, random.Random(2))
            assert await traces_of(operator, Person("Ada")) == [table]
            assert await remove(operator, table, Person("Ada"), AT)
            await noticed(house, lambda: any(each["say"] == "bye" for each in bob.heard))
        async with house.player(table, tokens[1]) as bob:
            await bob.hear("chat")
            heard = json.dumps(bob.heard)
        async with house.player(table, tokens[0]) as ada:
            answer = await ada.ask("chat", text="still here")
        await house.post(f"/api/tables/{table}/close", None, made["host"])
        log = (await house.get(f"/api/tables/{table}/log", tokens[0])).text
        return heard, answer["say"], log, await traces_of(operator, Person("Ada"))

    heard, answer, log, left = operated(tmp_path, scene)
    trial = verify(replay_any(log.splitlines(keepends=True)), None)

    assert "fine words" in heard
    assert "recipe" not in heard
    assert "Ada" not in heard + log
    assert list(json.loads(log.splitlines()[0])["names"].values()) == ["Bob"]
    assert (answer, left, trial.is_fair()) == ("done", [], True)


def test_a_person_is_found_by_a_token_alone(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["open", "open"])
        sat = [await house.sit(made["table"], name="Ada") for _ in range(2)]
        found = await traces_of(operator, Person(token=sat[0]["token"]))
        await remove(operator, made["table"], Person(token=sat[0]["token"]), AT)
        seats = read_sheet((await operator.table(made["table"])).sheet).seats
        return (
            found == [made["table"]],
            [body.name for body in seats],
            await traces_of(operator, Person(token="x")),
        )

    assert operated(tmp_path, scene) == (True, [None, "Ada"], [])


def test_a_deleted_table_is_gone_for_everybody(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "me"])
        token = next(iter(made["seats"].values()))
        async with house.player(made["table"], token) as player:
            await operator.delete(made["table"])
            await noticed(house, lambda: any(each["say"] == "bye" for each in player.heard))
        return (await house.get(f"/api/tables/{made['table']}")).status_code

    assert operated(tmp_path, scene) == 404


def test_retention_of_a_server_deletes_what_is_older_and_nothing_else(tmp_path):
    async def scene(house, operator):
        old = await house.make("carolus", ["me", "me"])
        await house.post(f"/api/tables/{old['table']}/close", None, old["host"])
        others = {(await house.make("carolus", ["me", "open"]))["table"]}
        house.time.start += 20 * DAY
        new = await house.make("carolus", ["me", "me"])
        await house.post(f"/api/tables/{new['table']}/close", None, new["host"])
        house.time.seconds += RETENTION_SECONDS
        await house.time.advance(2.0)
        async with asyncio.timeout(30):
            while await operator.table(old["table"]) is not None:
                await asyncio.sleep(0.01)
        return {sheet.table for sheet in await operator.sheets()} == others | {new["table"]}

    assert operated(tmp_path, scene, retention=Retention(finished=10), idle_seconds=1e9)


def test_nothing_is_deleted_unless_somebody_says_so(tmp_path):
    assert not Retention().is_on
    assert [Retention(finished=0).is_on, Retention(abandoned=1).is_on, Retention(chat=1.5).is_on] == [
        True
    ] * 3


def test_old_chat_and_abandoned_tables_go_by_their_own_days(tmp_path):
    async def scene(house, operator):
        talked = await house.make("carolus", ["me", "me"])
        async with house.player(talked["table"], next(iter(talked["seats"].values()))) as player:
            await player.ask("chat", text="long ago")
        now = house.time.now() + 5 * DAY
        trial = await retain(operator, Retention(chat=4, abandoned=6), now, is_trial=True)
        first = await retain(operator, Retention(chat=4, abandoned=6), now)
        bodies = [each.body for each in (await operator.table(talked["table"])).chat]
        second = await retain(operator, Retention(chat=4, abandoned=6), now + 2 * DAY)
        return (
            [(each.abandoned, each.chat) for each in (trial, first, second)],
            bodies,
            await operator.count(),
        )

    assert operated(tmp_path, scene) == ([(0, 1), (0, 1), (1, 0)], [b""], 0)


def test_a_table_that_changes_all_the_time_is_not_administered_by_halves(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "me"])

        class Busy:
            table = operator.table

            async def edit(self, name, edit):
                raise Conflict("somebody was quicker")

        with pytest.raises(BadInput) as wrong:
            await administer(cast(OperatorStore, Busy()), made["table"], OperatorClose(), AT)
        with pytest.raises(BadInput) as unknown:
            await administer(operator, "nobody", OperatorClose(), AT)
        return wrong.value.faults[0].code, unknown.value.faults[0].code

    assert operated(tmp_path, scene) == ("table_busy", "no_such_table")


def test_liveness_and_readiness_are_told_apart(tmp_path):
    async def scene(house, operator):
        house.tables.is_closing = True
        return [(await house.get(path)).status_code for path in ("/health/live", "/health/ready", "/health")]

    async def well(house, operator):
        return [(await house.get(path)).status_code for path in ("/health/live", "/health/ready", "/health")]

    assert operated(tmp_path, scene) == [200, 503, 503]
    assert operated(tmp_path, well) == [200, 200, 200]


def test_a_server_measures_what_waits_how_late_it_is_and_how_large_its_database_is(tmp_path):
    async def scene(house, operator):
        await house.make("carolus", ["me", "me"])
        await house.time.advance(2.0)
        async with asyncio.timeout(20):
            while (
                " 0\n"
                in (text := (await house.get("/metrics")).text).partition("aachen_loop_lag_seconds_count")[2][
                    :3
                ]
            ):
                await asyncio.sleep(0.05)
        return dict(line.split(" ") for line in text.splitlines() if line[0] != "#")

    numbers = operated(tmp_path, scene)

    assert int(numbers["aachen_database_bytes"]) > 10_000
    assert float(numbers["aachen_loop_lag_seconds_count"]) >= 1


def test_what_waits_is_counted(tmp_path):
    async def scene(house, operator):
        made = await house.make("carolus", ["me", "me"])
        runner, free, freed = house.tables.loaded[made["table"]], asyncio.Event(), threading.Event()
        held = [asyncio.create_task(runner.turn(free.wait)) for _ in range(2)]
        held += [
            asyncio.create_task(house.tables.background.do("short", lambda: freed.wait(20))) for _ in range(3)
        ]
        await asyncio.sleep(0)
        text = (await house.get("/metrics")).text
        free.set()
        freed.set()
        await asyncio.gather(*held)
        return [text, (await house.get("/metrics")).text]

    counted = [
        dict(line.split(" ") for line in text.splitlines() if line[0] != "#")
        for text in operated(tmp_path, scene)
    ]

    waiting = [(each["aachen_commands_waiting"], each["aachen_jobs_waiting"]) for each in counted]
    assert waiting == [("2", "2"), ("0", "0")]

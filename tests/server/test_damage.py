"""What we stored is damaged: our fault, a 500 without a word of what is hidden, and nobody else's problem."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3

import pytest
from tests.server.kit import Dice, Player, play_on, serving, until
from tests.server.rules_kit import Kept, players

from aachen.games import GAMES
from aachen.server import journal


def alter(folder, sql, *facts):
    """Change what is stored behind the server's back."""
    with sqlite3.connect(folder / "tables.db") as database:
        changed = database.execute(sql, facts).rowcount
    database.close()
    assert changed == 1, sql


def line_of(folder, table, seq):
    with sqlite3.connect(folder / "tables.db") as database:
        row = database.execute("SELECT lines FROM entry WHERE id = ? AND seq = ?", (table, seq)).fetchone()
    database.close()
    return bytes(row[0])


def other_digest(folder, table):
    line = re.sub(rb'"digest":"[0-9a-f]+"', b'"digest":"0000"', line_of(folder, table, 2))
    alter(folder, "UPDATE entry SET lines = ? WHERE id = ? AND seq = 2", line, table)


def other_action(folder, table):
    data = json.loads(line_of(folder, table, 2))
    data["action"] = {"do": "fly"}
    alter(folder, "UPDATE entry SET lines = ? WHERE id = ? AND seq = 2", json.dumps(data).encode(), table)


def no_text(folder, table):
    alter(folder, "UPDATE entry SET lines = ? WHERE id = ? AND seq = 2", b"\xff\xfe\x00", table)


def lost_line(folder, table):
    alter(folder, "DELETE FROM entry WHERE id = ? AND seq = 1", table)


def broken_sheet(folder, table):
    alter(folder, "UPDATE sheet SET body = ? WHERE id = ?", b'{"table": 5', table)


def replace_in_sheet(folder, table, pattern, text):
    with sqlite3.connect(folder / "tables.db") as database:
        row = database.execute("SELECT body FROM sheet WHERE id = ?", (table,)).fetchone()
    database.close()
    alter(folder, "UPDATE sheet SET body = ? WHERE id = ?", re.sub(pattern, text, bytes(row[0])), table)


def other_options(folder, table):
    replace_in_sheet(folder, table, b'"players":2', b'"players":77')


def broken_secret(folder, table):
    replace_in_sheet(folder, table, b'"secret":"..', b'"secret":"zz')


def broken_token(folder, table):
    replace_in_sheet(folder, table, b'"token":"..', '"token":"é'.encode())


SHEETS = [broken_sheet, broken_secret, broken_token]  # not even whose table it is can be read
DAMAGES = [other_digest, other_action, no_text, lost_line, other_options, *SHEETS]


async def store_tables(folder):
    """One table that will be damaged, and a sound one; both with moves."""
    async with serving(folder, chance=Dice(3)) as house:
        made = [await house.make("carolingi", ["me", "me"], title="T", listed=True) for _ in range(2)]
        for each in made:
            async with players(house, Kept(each["table"], each["host"], each["seats"])) as at_table:
                await play_on(at_table, 4, random.Random(1))
    return made


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_our_fault_and_tells_nothing(tmp_path, damage):
    async def scene():
        damaged, sound = await store_tables(tmp_path)
        damage(tmp_path, damaged["table"])
        token = next(iter(damaged["seats"].values()))
        path = f"/api/tables/{damaged['table']}"
        async with serving(tmp_path) as house:
            answers = [
                await house.get(path),
                await house.get(f"{path}/log"),
                await house.get(f"{path}/log", token),
                await house.post(f"{path}/close", None, damaged["host"]),
                await house.post(f"{path}/sit", {}),
                await house.post(f"{path}/continue", {"seq": 0, "seats": [{"kind": "me"}] * 2}, token),
            ]
            player = await Player.knock(house, damaged["table"])
            error = await player.hear("error")
            code = await player.closed()
            wish = [{"table": each["table"], "token": each["host"]} for each in (damaged, sound)]
            looked = await house.post("/api/look", {"tables": wish})
            plain = [(await house.get(each)).status_code for each in ("/api/tables", "/health", "/metrics")]
            metrics = house.tables.metrics.text()
            async with house.player(sound["table"], next(iter(sound["seats"].values()))) as me:
                assert me.seq == 4

        assert {(answer.status_code, answer.json()["error"]["code"]) for answer in answers} == {
            (500, "table_unreadable")
        }
        assert {str(answer.json()["error"]["facts"]) for answer in answers} == {"{}"}
        assert {answer.json()["error"]["where"] for answer in answers} == {""}
        assert (error["error"]["code"], code) == ("table_unreadable", 1011)
        assert plain == [200, 200, 200]
        assert "aachen_tables_unreadable 1" in metrics
        faults = {each["table"]: each["fault"] and each["fault"]["code"] for each in looked.json()["tables"]}
        unread = {} if damage in SHEETS else {damaged["table"]: "table_unreadable"}
        assert faults == {sound["table"]: None, **unread}

    asyncio.run(scene())


def test_damage_is_journalled_once_with_its_line_and_nothing_of_its_content(tmp_path, monkeypatch):
    data = []
    monkeypatch.setattr(journal, "crash", lambda event, bug, **facts: data.append((event, facts)))

    async def scene():
        damaged, _ = await store_tables(tmp_path)
        other_digest(tmp_path, damaged["table"])
        async with serving(tmp_path) as house:
            for _ in range(3):
                await house.get(f"/api/tables/{damaged['table']}")
        return damaged["table"]

    table = asyncio.run(scene())

    assert data == [("unreadable", {"table": table, "line": 3, "code": "log_other_digest"})]


def test_a_table_that_was_mended_is_read_again_and_no_longer_counted(tmp_path):
    async def scene():
        damaged, _ = await store_tables(tmp_path)
        table = damaged["table"]
        whole = line_of(tmp_path, table, 2)
        no_text(tmp_path, table)
        async with serving(tmp_path) as house:
            first = await house.get(f"/api/tables/{table}")
            alter(tmp_path, "UPDATE entry SET lines = ? WHERE id = ? AND seq = 2", whole, table)
            second = await house.get(f"/api/tables/{table}")
            return (
                first.status_code,
                second.status_code,
                "aachen_tables_unreadable 0" in house.tables.metrics.text(),
            )

    assert asyncio.run(scene()) == (500, 200, True)


def test_sweeps_leave_a_damaged_table_of_bots_alone_and_drive_the_others(tmp_path):
    async def scene():
        async with serving(tmp_path, hold_bots=True) as house:
            made = [await house.make("carolus", ["random", "random"]) for _ in range(2)]
        damaged, sound = made[0]["table"], made[1]["table"]
        alter(tmp_path, "UPDATE entry SET lines = ? WHERE id = ? AND seq = 0", b"{}", damaged)
        loads = []
        async with serving(tmp_path, hold_bots=True) as house:
            await until(lambda: sound in house.tables.loaded and damaged in house.tables.damage.tables)
            load = house.tables.store.load

            async def counted(name):
                loads.append(name)
                return await load(name)

            house.tables.store.load = counted  # type: ignore[method-assign]
            await house.time.advance(200)
            return loads, house.tables.metrics.text()

    loads, metrics = asyncio.run(scene())

    assert loads == []
    assert "aachen_crashes_total 0" in metrics
    assert "aachen_tables_unreadable 1" in metrics


def break_page(folder, table, kind, mark):
    """Overwrite a page that has rows of this table, under the server."""
    path = folder / "tables.db"
    pages = path.read_bytes()
    size = int.from_bytes(pages[16:18], "big")
    at = next(
        at
        for at in range(size, len(pages), size)
        if pages[at] == kind and table.encode() in pages[at : at + size] and mark in pages[at : at + size]
    )
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\x5a" * size)


SHEETS_PAGE, ENTRIES_PAGE = (13, b'"secret"'), (10, b'"action"')  # kinds of pages, and what is in them


@pytest.mark.parametrize("page", [SHEETS_PAGE, ENTRIES_PAGE], ids=["sheets", "entries"])
def test_a_page_that_breaks_under_a_server_costs_the_tables_in_it_and_no_list(tmp_path, page):
    async def scene():
        async with serving(tmp_path, chance=Dice(3)) as house:
            made = [await house.make("carolingi", ["me", "me"], listed=True) for _ in range(9)]
            for each in made:
                async with players(house, Kept(each["table"], each["host"], each["seats"])) as at_table:
                    await play_on(at_table, 12, random.Random(1))
        async with serving(tmp_path) as house:
            break_page(tmp_path, made[2]["table"], *page)
            house.tables.store._reader.execute("PRAGMA shrink_memory")  # type: ignore[attr-defined]
            answers = {
                each["table"]: (await house.get(f"/api/tables/{each['table']}")).status_code for each in made
            }
            wish = [{"table": each["table"], "token": each["host"]} for each in made]
            looked = await house.post("/api/look", {"tables": wish})
            lists = [(await house.get(path)).status_code for path in ("/api/tables", "/health")]
            sound = next(table for table, code in answers.items() if code == 200)
            async with house.player(sound) as watcher:
                assert (await watcher.ask("ping"))["say"] == "done"
            return made[2]["table"], answers, looked, lists, house.tables.metrics.text()

    table, answers, looked, lists, metrics = asyncio.run(scene())
    unread = {each for each, code in answers.items() if code != 200}
    seen = {each["table"]: each["fault"] for each in looked.json()["tables"]}

    assert table in unread
    assert {answers[each] for each in unread} == {500}
    assert f"aachen_tables_unreadable {len(unread)}\n" in metrics
    assert (looked.status_code, lists) == (200, [200, 200])
    assert {each for each, fault in seen.items() if fault is None} == answers.keys() - unread
    assert table not in seen or seen[table]["code"] == "table_unreadable"


def test_a_damaged_story_is_our_fault_too(tmp_path):
    async def scene():
        made, _ = await store_tables(tmp_path)
        async with serving(tmp_path) as house:
            story = await house.get(f"/api/tables/{made['table']}/log", next(iter(made["seats"].values())))
            taken = await house.http.post(
                "/api/records", content=story.text, headers={"Content-Type": "text/plain"}
            )
            table = taken.json()["table"]
        seq = len(story.text.splitlines()) - 2
        lines = line_of(tmp_path, table, seq).replace(b'"by"', b'"who"')
        alter(tmp_path, "UPDATE entry SET lines = ? WHERE id = ?", lines, table)
        async with serving(tmp_path) as house:
            return await house.get(f"/api/tables/{table}")

    answer = asyncio.run(scene())

    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "table_unreadable")


def test_a_file_that_somebody_sends_is_still_told_its_line(tmp_path):
    game = GAMES["carolus"]

    async def scene():
        async with serving(tmp_path) as house:
            lines = ['{"aachen":"log/1","game":"carolus","rules":"' + game.rules_version + '"}', "{}"]
            return await house.http.post(
                "/api/records", content="\n".join(lines), headers={"Content-Type": "text/plain"}
            )

    answer = asyncio.run(scene())

    assert answer.status_code == 422
    assert answer.json()["error"]["where"].startswith("1")

"""A database that fell back draws afresh: nobody knows the next draws from before, and log and sheet say so."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing

from tests.server.kit import play_on, serving
from tests.server.table.kit import TableGame

from aachen.core.verify import verify
from aachen.games.versions import replay_any
from aachen.server.table import commands as c
from aachen.server.table.renewal import RenewLuck
from aachen.server.table.sheet import read_sheet
from aachen.server.table.state import TableState
from aachen.storage import open_operator
from aachen.storage.operator import restored_note
from aachen.storage.store import EVERYTHING


def draws(lines):
    return [answer for line in lines for answer in json.loads(line).get("luck", [])]


def proven(lines):
    return verify(replay_any([f"{line}\n" for line in lines]))


def played(restore=None, moves=40):
    """A game of ten moves, perhaps a restore, and the same choices afterwards."""
    game = TableGame("carolus", ["me", "me", "me"])
    game.play(10, random.Random(1))
    if restore is not None:
        game.do(RenewLuck(restore))
    chance = random.Random(2)
    for _ in range(moves):
        if game.table.is_running():
            game.play(1, chance)
    return game


def test_after_a_restore_other_draws_come_and_the_log_proves_them_under_two_commitments():
    before, after = played(), played("restore 1")
    fair = after.table.sheet.as_message().fair
    after.do(c.Close(after.host))
    found = proven(after.table.lines())

    assert draws(before.table.lines())[:3] == draws(after.table.lines())[:3]
    assert draws(before.table.lines()) != draws(after.table.lines())
    assert (found.is_fair(), found.is_over(), found.is_complete()) == (True, True, False)
    assert [(each.seq, each.fair.commitment.hex()) for each in found.renewals] == [(10, fair.commitment)]
    assert [(each.commitment, each.after) for each in fair.former] == [(found.fair.commitment.hex(), 10)]


def test_a_former_secret_that_was_not_promised_is_found():
    after = played("restore 1")
    after.do(c.Close(after.host))
    lines = after.table.lines()
    at = next(at for at, line in enumerate(lines) if "commitment" in json.loads(line) and at)
    lines[at] = json.dumps({**json.loads(lines[at]), "secret": "00" * 32})

    assert not proven(lines).is_fair()


def test_a_former_commitment_that_is_not_of_its_secret_is_found_though_every_draw_follows():
    after = played("restore 1")
    after.do(c.Close(after.host))
    lines = after.table.lines()
    header = json.loads(lines[0])
    header["fair"]["commitment"] = "00" * 32
    found = proven([json.dumps(header), *lines[1:]])

    assert (found.proven, found.last.faults) == (len(found.draws), [])
    assert not found.is_fair()


def test_one_restore_renews_once_and_the_next_one_again():
    game = played("restore 1", 0)
    game.do(RenewLuck("restore 1"))
    once = len(game.table.sheet.renewals)
    game.do(RenewLuck("restore 2"))
    game.do(c.Close(game.host))
    found = proven(game.table.lines())

    assert (once, len(game.table.sheet.renewals), len(found.renewals)) == (1, 2, 2)
    assert found.is_fair()


def test_a_table_that_has_not_begun_has_a_new_commitment_and_wants_entropy_again():
    game = TableGame("carolus", ["me", "open"])
    (seat,) = game.tokens
    game.do(c.ContributeEntropy(game.tokens[seat], "814a"))
    first = game.table.sheet.commitments()[0]
    game.do(RenewLuck("restore 1"))
    game.sit()
    game.do(c.Close(game.host))
    found = proven(game.table.lines())

    assert found.fair.former == [first] != [found.fair.commitment]
    assert found.fair.entropy == {}
    assert (found.is_fair(), found.is_complete()) == (True, True)


def test_a_table_that_follows_or_is_loaded_again_knows_of_the_renewal():
    game = played(moves=0)
    there = TableState(read_sheet(game.stored().sheet))
    there.restore(game.stored(), game.now())
    game.do(RenewLuck("restore 1"))
    again = TableState(read_sheet(game.stored().sheet))
    again.restore(game.stored(), game.now())
    known = len(game.entries)
    game.play(12, random.Random(5))
    for table in (there, again):
        table.adopt_stored(game.table.sheet, game.entries[known:], [], game.now())

    assert there.lines() == again.lines() == game.table.lines()
    assert any("commitment" in json.loads(line) for line in there.lines()[1:])


def forget_entries(folder, left):
    with closing(sqlite3.connect(folder / "tables.db", timeout=20)) as database, database:
        database.execute(f"DELETE FROM entry WHERE seq > {left}")


def test_a_server_that_notices_the_fall_renews_all_tables_also_those_that_were_not_in_memory(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            place = str(tmp_path / "tables.db")
        async with serving(tmp_path, operator=open_operator(place)) as house:
            made = [await house.make("carolus", ["me", "me"]) for _ in range(2)]
            tokens = made[0]["seats"]
            one, two = tokens
            async with (
                house.player(made[0]["table"], tokens[one]) as first,
                house.player(made[0]["table"], tokens[two]) as second,
            ):
                await play_on({one: first, two: second}, 9, random.Random(3))
                forget_entries(tmp_path, 4)
                house.tables.notice(EVERYTHING)
                await first.hear("bye")
            fallen = (await house.sheet(made[0]["table"]))["fair"]
        async with serving(tmp_path, operator=open_operator(place)) as house:
            other = (await house.sheet(made[1]["table"]))["fair"]
            fresh = (await house.make("carolus", ["me", "me"]))["sheet"]["fair"]
            same = (await house.sheet(made[0]["table"]))["fair"]
        return made, fallen, other, fresh, same

    made, fallen, other, fresh, same = asyncio.run(scene())

    assert [each["commitment"] for each in fallen["former"]] == [made[0]["sheet"]["fair"]["commitment"]]
    assert [each["after"] for each in fallen["former"]] == [4]
    assert [each["commitment"] for each in other["former"]] == [made[1]["sheet"]["fair"]["commitment"]]
    assert fresh["former"] == []
    assert same == fallen


def test_a_restored_database_has_fresh_randomness_before_anybody_can_act(tmp_path):
    async def scene():
        place = str(tmp_path / "tables.db")
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"])
        operator = open_operator(place)
        await operator.open(may_write=True)
        await operator.set_note("restored", restored_note(5, b"\1" * 16), 5)
        await operator.close()
        async with serving(tmp_path, operator=open_operator(place)) as house:
            return made["sheet"]["fair"], (await house.sheet(made["table"]))["fair"]

    before, after = asyncio.run(scene())

    assert before["former"] == []
    assert [each["commitment"] for each in after["former"]] == [before["commitment"]]
    assert after["commitment"] != before["commitment"]

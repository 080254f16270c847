"""Seats change hands at any moment; nobody but the right one changes them."""

from __future__ import annotations

import asyncio
import contextlib

from tests.server.kit import serving, settle, until


def kinds(sheet):
    return [(seat["kind"], seat["lent"]) for seat in sheet["seats"]]


@contextlib.asynccontextmanager
async def sitting(tmp_path, *, hold_bots=False, **more):
    """A table of Carolus Magnus with two persons: the maker, and a guest."""
    async with serving(tmp_path, hold_bots=hold_bots) as house:
        made = await house.make("carolus", ["me", "open"], **more)
        sat = await house.sit(made["table"])
        (mine,) = made["seats"]
        async with (
            house.player(made["table"], made["seats"][mine]) as me,
            house.player(made["table"], sat["token"]) as guest,
        ):
            yield (
                house,
                made,
                {mine: me, sat["seat"]: guest},
                {mine: made["seats"][mine], sat["seat"]: sat["token"]},
            )


def test_a_bot_plays_for_whoever_lends_their_seat_until_they_are_back(tmp_path):
    async def scene():
        async with sitting(tmp_path) as (house, made, players, tokens):
            asked = next(iter(players.values())).view["to_act"][0]
            me = players[asked]
            lent = await house.change(made["table"], asked, "bot", tokens[asked])
            await me.seen(1)
            refused = await me.ask("undo", after=me.seq, to=0)
            await until(lambda: asked not in me.view["to_act"])
            back = await house.change(made["table"], asked, "back", tokens[asked])
            return kinds(lent["sheet"]), refused["error"]["code"], kinds(back["sheet"])

    lent, code, back = asyncio.run(scene())

    assert sorted(lent) == [("person", False), ("person", True)]
    assert code == "seat_lent"
    assert back == [("person", False), ("person", False)]


def test_a_bot_that_thinks_for_a_seat_taken_back_does_not_act(tmp_path):
    async def scene():
        async with sitting(tmp_path, hold_bots=True) as (house, made, players, tokens):
            asked = next(iter(players.values())).view["to_act"][0]
            await house.change(made["table"], asked, "bot", tokens[asked])
            await until(lambda: house.bots.asked)
            await house.change(made["table"], asked, "back", tokens[asked])
            house.bots.hold.set()
            await settle(100)
            me = players[asked]
            answer = await me.act()
            return answer["say"], answer["seq"]

    assert asyncio.run(scene()) == ("done", 1)


def test_presence_and_watchers_are_told(tmp_path):
    async def scene():
        async with sitting(tmp_path) as (house, made, players, _tokens):
            first, second = players
            async with house.player(made["table"]):
                watched = await players[first].hear("sheet", lambda data: data["sheet"]["watchers"] == 1)
            await players[second].leave()
            alone = await players[first].hear(
                "sheet", lambda data: sum(seat["present"] for seat in data["sheet"]["seats"]) == 1
            )
            return sum(seat["present"] for seat in watched["sheet"]["seats"]), alone["sheet"]["watchers"]

    present, watchers = asyncio.run(scene())

    assert (present, watchers) in ((2, 0), (2, 1))


def test_bots_play_a_whole_game_when_nobody_looks(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["random", "greedy", "random"])
            table = house.tables.loaded[made["table"]].table
            await until(lambda: table.sheet.state == "finished")
            sheet = await house.sheet(made["table"])
            log = (await house.get(f"/api/tables/{made['table']}/log")).text.splitlines()
            return sheet["state"], sheet["fair"]["secret"] in log[-1], made["sheet"]["fair"]["secret"]

    assert asyncio.run(scene()) == ("finished", True, None)


def test_bots_go_on_after_a_restart_though_nobody_looks(tmp_path):
    async def scene():
        async with serving(tmp_path, hold_bots=True) as house:
            made = await house.make("carolus", ["random", "random"])
            await until(lambda: house.bots.asked)
        async with serving(tmp_path) as house:
            await until(
                lambda: (
                    made["table"] in house.tables.loaded
                    and house.tables.loaded[made["table"]].table.sheet.state == "finished"
                )
            )
            return (await house.sheet(made["table"]))["state"]

    assert asyncio.run(scene()) == "finished"


def test_bots_keep_the_pace(tmp_path):
    """So many milliseconds between two acts of bots, on a clock that stands still until it is told to go."""

    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["random", "random"], pace=1000)
            table = house.tables.loaded[made["table"]].table
            await until(lambda: table.seq == 1)
            seqs: list[int] = []
            for _ in range(4):
                await settle(100)
                await house.time.advance(0.9)
                seqs.append(table.game().seq)
                await house.time.advance(0.1)
                await until(lambda: table.seq == seqs[-1] + 1)
            return seqs

    assert asyncio.run(scene()) == [1, 2, 3, 4]

"""Coming back: every frame has the bytes it had when it was new, after drops, restarts and on another server."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest
from tests.server.kit import Player, Shared, play_on, serving, settle

from aachen.storage.sqlite import SqliteStore

GAMES = [
    ("carolus", 3, {}),
    ("carolingi", 3, {}),
    ("carolingi", 3, {"variant": "advanced", "anarchy": True}),
]


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_dropped_sockets_miss_nothing(tmp_path, game, players, options):
    """Sockets are cut at random; what each viewer has in the end is what one who stayed has, byte for byte."""

    async def scene():
        choose = random.Random(5)
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            made = await house.make(game, ["me"] * players, options=options)
            table = made["table"]
            stayed = {
                seat: await stack.enter_async_context(house.player(table, token))
                for seat, token in made["seats"].items()
            }
            tokens = [*made["seats"].values(), None]
            watcher = await stack.enter_async_context(house.player(table))
            comers = [await Player.come(house, table, token) for token in tokens]
            texts = [list(comer.texts) for comer in comers]
            for _ in range(25):
                await play_on(stayed, choose.randrange(5), choose)
                which = choose.randrange(len(comers))
                await settle(choose.randrange(60))
                await comers[which].drop()
                texts[which] = _joined(texts[which], comers[which].texts)
                comers[which] = await Player.come(house, table, tokens[which], len(texts[which]) - 1)
            await play_on(stayed, 3, choose)
            last = max(player.seq for player in stayed.values())
            for which, comer in enumerate(comers):
                if len(texts[which]) <= last:
                    await comer.seen(last)
                texts[which] = _joined(texts[which], comer.texts)
                await comer.leave()
            await watcher.seen(last)
            return texts, [*(player.texts for player in stayed.values()), watcher.texts]

    came_back, stayed = asyncio.run(scene())

    assert came_back == stayed


def _joined(before, after):
    return before + [text for text in after if text not in before]


def test_frames_from_the_beginning_are_those_that_were_sent(tmp_path):
    """Longer ago than what is kept at hand: the log is replayed, undone moves included."""

    async def scene():
        choose = random.Random(2)
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            made = await house.make("carolus", ["me", "me"])
            players = {
                seat: await stack.enter_async_context(house.player(made["table"], token))
                for seat, token in made["seats"].items()
            }
            for _ in range(15):
                await play_on(players, 5, choose)
                for player in players.values():
                    await player.seen(max(each.seq for each in players.values()))
                    undo = player.frames[-1]["undo"]
                    if undo:
                        done = await player.ask("undo", after=player.seq, to=undo[-1])
                        for each in players.values():
                            await each.seen(done["seq"])
            seat, stayed = next(iter(players.items()))
            undone = sum(
                frame["events"][0]["event"] == "undone" for frame in stayed.frames if frame["events"]
            )
            async with house.player(made["table"], made["seats"][seat], after=0) as late:
                return undone, stayed.texts[1:], late.texts, len(late.texts)

    undone, stayed, late, number = asyncio.run(scene())

    assert undone > 1
    assert number > 60
    assert late == stayed


def test_a_game_goes_on_after_a_restart(tmp_path):
    """The server is closed in the middle of a game; another one on the same file goes on with it."""

    async def scene():
        choose = random.Random(9)
        async with serving(tmp_path) as house:
            made = await house.make("carolingi", ["me", "me", "me"])
            async with contextlib.AsyncExitStack() as stack:
                players = await _all(stack, house, made)
                await play_on(players, 30, choose)
                before = {seat: player.texts for seat, player in players.items()}
                undo = {seat: player.frames[-1]["undo"] for seat, player in players.items()}
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            players = await _all(stack, house, made)
            again = {seat: player.texts[0] for seat, player in players.items()}
            played = await play_on(players, 10, choose)
            return before, again, played, undo

    before, again, played, _ = asyncio.run(scene())

    assert again == {seat: texts[-1] for seat, texts in before.items()}
    assert played == 10


async def _all(stack, house, made):
    return {
        seat: await stack.enter_async_context(house.player(made["table"], token))
        for seat, token in made["seats"].items()
    }


def test_the_story_and_moments_of_the_past(tmp_path):
    async def scene():
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            made = await house.make("carolingi", ["me", "me", "me"])
            players = await _all(stack, house, made)
            await play_on(players, 60, random.Random(4))
            seat, me = next(iter(players.items()))
            other = next(name for name in players if name != seat)
            story = await me.ask("story", before=10, count=4)
            shown = await me.ask("show", seq=7, eyes=seat)
            foreign = await me.ask("show", seq=7, eyes=other)
            spectators = await me.ask("show", seq=7, eyes=None)
            frame = me.frames[7]
            return (
                [entry["seq"] for entry in story["entries"]],
                story["entries"][1]["events"] == frame["events"],
                (shown["view"], shown["events"], shown["last"]) == (frame["view"], frame["events"], me.seq),
                foreign["error"]["code"],
                spectators["error"]["code"],
            )

    assert asyncio.run(scene()) == ([6, 7, 8, 9], True, True, "other_eyes", "other_eyes")


def test_players_of_one_table_sit_at_two_servers(tmp_path):
    """Each server hears of the other's entries, and both show the same bytes."""

    async def scene():
        inner = SqliteStore(tmp_path / "tables.db")
        stores: list[Shared] = []
        first, second = Shared(inner, stores), Shared(inner, stores)
        async with serving(tmp_path, first) as here, serving(tmp_path, second) as there:
            made = await here.make("carolingi", ["me", "open", "random"], listed=True)
            listed = (await there.get("/api/tables")).json()["tables"]
            sat = await there.sit(made["table"])
            (mine,) = made["seats"]
            async with (
                here.player(made["table"], made["seats"][mine]) as one,
                there.player(made["table"], sat["token"]) as two,
                here.player(made["table"]) as watcher,
                there.player(made["table"]) as other_watcher,
            ):
                await one.ask("chat", text="Is anybody there?")
                said = await two.hear("chat")
                async with asyncio.timeout(20):
                    while max(one.seq, two.seq) <= 25:
                        for player in (one, two):
                            if player.offers():
                                await player.act()
                        await asyncio.sleep(0.002)
                last = max(one.seq, two.seq)
                for player in (one, two, watcher, other_watcher):
                    await player.seen(last)
                seen = [
                    dict(zip((f["seq"] for f in each.frames), each.texts))
                    for each in (watcher, other_watcher)
                ]
                both = seen[0].keys() & seen[1].keys()
                here_and_there = [[texts[seq] for seq in sorted(both)] for texts in seen]
                return len(listed), said["text"], *here_and_there

    listed, text, here, there = asyncio.run(scene())

    assert (listed, text) == (1, "Is anybody there?")
    assert len(here) > 20
    assert here == there


def test_who_comes_second_at_another_server_is_stale(tmp_path):
    """A server that has heard nothing: the number decides, and it reads what happened."""

    async def scene():
        inner = SqliteStore(tmp_path / "tables.db")
        stores: list[Shared] = []
        first, second = Shared(inner, stores), Shared(inner, stores)
        async with serving(tmp_path, first) as here, serving(tmp_path, second) as there:
            made = await here.make("carolus", ["me", "me"])
            async with contextlib.AsyncExitStack() as stack:
                players = await _all(stack, here, made)
                elsewhere = await _all(stack, there, made)
                second.is_deaf = True
                seat = next(iter(players.values())).view["to_act"][0]
                done = await players[seat].act()
                late = await elsewhere[seat].ask("act", after=0, action=elsewhere[seat].offers()[-1])
                frame = await elsewhere[seat].seen(1)
                return done["seq"], late["say"], late["seq"], frame == players[seat].frames[-1]

    assert asyncio.run(scene()) == (1, "stale", 1, True)


def test_a_server_that_cannot_follow_another_loads_the_table_anew(tmp_path, monkeypatch):
    """What is stored is right: everybody here is sent away for a moment and comes back to it, bots included."""

    async def scene():
        inner = SqliteStore(tmp_path / "tables.db")
        stores: list[Shared] = []
        first, second = Shared(inner, stores), Shared(inner, stores)
        async with serving(tmp_path, first) as here, serving(tmp_path, second) as there:
            made = await here.make("carolus", ["me", "me"])
            async with contextlib.AsyncExitStack() as stack:
                players = await _all(stack, here, made)
                seat = next(iter(players.values())).view["to_act"][0]
                lost = await Player.come(there, made["table"], made["seats"][seat])
                monkeypatch.setattr(there.tables.loaded[made["table"]].table, "_as_move", lambda text: 1 / 0)
                await players[seat].act()
                bye, code = (await lost.hear("bye"))["code"], await lost.closed()
                async with there.player(made["table"], made["seats"][seat], after=0) as back:
                    return bye, code, back.texts == players[seat].texts[1:]

    assert asyncio.run(scene()) == ("crashed", 1012, True)


@pytest.mark.parametrize("after", [3, 4, 500])
def test_who_has_seen_more_than_there_is_gets_the_newest_frame(tmp_path, after):
    """The store fell back, or the client is mistaken: it is shown how things stand, and not nothing."""

    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"])
            async with contextlib.AsyncExitStack() as stack:
                tokens = made["seats"].values()
                players = [
                    await stack.enter_async_context(house.player(made["table"], token)) for token in tokens
                ]
                await play_on(dict(zip(made["seats"], players, strict=True)), 2, random.Random(1))
            comer = await Player.knock(house, made["table"])
            await comer.say({"say": "hello", "token": next(iter(tokens)), "after": after})
            await comer.seen(2)
            await comer.ask("ping")
            await comer.leave()
            return [frame["seq"] for frame in comer.frames]

    assert asyncio.run(scene()) == [2]

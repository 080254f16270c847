"""The table's own rules: taking back, clocks, talk, slow clients."""

from __future__ import annotations

import asyncio
import contextlib
import json

from tests.server.kit import Player, serving, settle, until


@contextlib.asynccontextmanager
async def persons(tmp_path, number=2, game="carolus", settings=None, **more):
    """A table where everybody is a person."""
    async with serving(tmp_path, **(settings or {})) as house, contextlib.AsyncExitStack() as stack:
        made = await house.make(game, ["me"] * number, **more)
        players = {
            seat: await stack.enter_async_context(house.player(made["table"], token))
            for seat, token in made["seats"].items()
        }
        yield house, made, players


def sides(players):
    """Who is asked, and all others."""
    asked = next(iter(players.values())).view["to_act"][0]
    return players[asked], [player for seat, player in players.items() if seat != asked]


async def undoable(players):
    """Let people act until somebody can take something back."""
    for _ in range(30):
        last = max(player.seq for player in players.values())
        for player in players.values():
            await player.seen(last)
            if player.frames[-1]["undo"]:
                return player, [other for other in players.values() if other is not player]
        await sides(players)[0].act()
    raise AssertionError("nothing can ever be taken back")


# ---- Taking back ---------------------------------------------------------------------------------


def test_others_are_asked_and_all_must_agree(tmp_path):
    async def scene():
        async with persons(tmp_path, 3, undo="ask") as (_house, _made, players):
            me, (second, third) = await undoable(players)
            to, last = me.frames[-1]["undo"][-1], me.seq
            asked = await me.ask("undo", after=last, to=to)
            await third.hear("asked")
            first_yes = await second.ask("consent", to=to, yes=True)
            twice = await second.ask("consent", to=to, yes=True)
            own = await me.ask("consent", to=to, yes=True)
            waiting = me.seq
            agreed = await third.ask("consent", to=to, yes=True)
            over = await me.hear("asked", lambda data: data["over"] is not None)
            await me.seen(last + 1)
            return (
                asked["say"],
                first_yes["seq"],
                twice["seq"],
                own["say"],
                waiting == last,
                agreed["seq"] == last + 1,
                over["over"],
            )

    assert asyncio.run(scene()) == ("asked", None, None, "stale", True, True, "agreed")


# ---- Clocks --------------------------------------------------------------------------------------


def test_the_bank_of_whoever_is_asked_runs_and_a_bot_steps_in(tmp_path):
    clock = {"bank": 60, "add": 5}

    async def scene():
        settings = {"presence_seconds": 0.0}
        async with persons(tmp_path, clock=clock, settings=settings) as (house, made, players):
            me, (other,) = sides(players)
            mine = next(seat for seat, player in players.items() if player is me)
            first = await me.hear("clocks")
            await house.time.advance(20)
            await me.act()
            second = await me.hear("clocks", lambda data: data["left"][mine] != 60_000)
            asked, _ = sides(players)
            slow = next(seat for seat, player in players.items() if player is asked)
            await house.time.advance(61)
            await until(
                lambda: any(body.lent for body in house.tables.loaded[made["table"]].table.sheet.seats)
            )
            sheet = await house.sheet(made["table"])
            lent = [seat["seat"] for seat in sheet["seats"] if seat["lent"]]
            await house.change(made["table"], slow, "back", made["seats"][slow])
            table = house.tables.loaded[made["table"]].table
            return first, second["left"][mine], lent == [slow], table.bank.left[slow] >= 10, other is not None

    first, left, lent, has_some, _ = asyncio.run(scene())

    assert set(first["left"].values()) == {60_000}
    assert len(first["running"]) == 1
    assert left == 45_000
    assert (lent, has_some) == (True, True)


def test_the_sand_runs_when_somebody_has_laid_two_tiles(tmp_path):
    """8, C30: the table itself acts when the sand has run down."""

    async def scene():
        options = {"hourglass": 60}
        async with persons(tmp_path, 3, "carolingi", options=options) as (house, _made, players):
            first, second, _ = players.values()
            before = (await first.hear("clocks"))["sand"]
            await first.act()
            await second.act()
            await first.act()
            running = await second.hear("clocks", lambda data: data["sand"] is not None)
            await house.time.advance(59)
            still = first.seq
            await house.time.advance(2)
            frame = await second.seen(4)
            late = await second.act(second.frames[0]["view"]["offers"][0], after=2)
            return before, running["sand"], still, frame["by"], frame["events"][0]["event"], late["say"]

    assert asyncio.run(scene()) == (None, 60_000, 3, "table", "sand_ran_out", "stale")


# ---- Talk ----------------------------------------------------------------------------------------


def test_talk_is_heard_by_all_and_kept(tmp_path):
    async def scene():
        async with persons(tmp_path) as (house, made, players):
            first, second = players.values()
            await first.ask("chat", text="Salve\u202e!\n")
            await second.ask("chat", phrase="good_luck")
            heard = [
                await second.hear("chat", lambda data, n=number: data["number"] == n) for number in (1, 2)
            ]
            both = await first.ask("chat", text="a", phrase="hello")
            strange = await first.ask("chat", phrase="damn")
            async with house.player(made["table"]) as watcher:
                silent = await watcher.ask("chat", text="I see your tiles")
                late = [one for one in watcher.heard if one["say"] == "chat"]
            texts = [(one["text"], one["phrase"]) for one in heard]
            codes = [answer["error"]["code"] for answer in (both, strange, silent)]
        async with serving(tmp_path) as house, house.player(made["table"]) as watcher:
            return (
                texts,
                codes,
                len(late),
                (await watcher.hear("chat", lambda data: data["number"] == 2))["at"],
            )

    texts, codes, late, at = asyncio.run(scene())

    assert texts == [("Salve !", None), (None, "good_luck")]
    assert codes == ["say_one_thing", "no_such_phrase", "watchers_watch"]
    assert (late, at) == (2, 1_700_000_000_000)


# ---- Slow clients --------------------------------------------------------------------------------


def test_a_client_that_does_not_read_slows_nobody_and_is_cut_off(tmp_path):
    async def scene():
        settings = {"send_seconds": 0.3, "most_waiting": 100_000}
        async with persons(tmp_path, settings=settings) as (house, made, players):
            sleeper = await Player.knock(house, made["table"])
            await sleeper.say({"say": "hello"})
            await sleeper.seen(0)
            sleeper.socket.transport.pause_reading()
            table = house.tables.loaded[made["table"]]
            me, others = sides(players)
            (socket,) = [socket for socket in table.viewers if socket.seat is None]
            for _ in range(300):
                socket.post(json.dumps({"say": "ping", "padding": "x" * 100_000}))
            await until(lambda: len(table.viewers) == 2)
            answer = await me.act()
            await others[0].seen(1)
            dropped = "aachen_dropped_sockets_total 1" in house.app.state.metrics.text()
            sleeper.socket.transport.abort()
            return answer["say"], dropped

    assert asyncio.run(scene()) == ("done", True)


def test_too_many_waiting_messages_cut_a_client_off(tmp_path):
    async def scene():
        async with persons(tmp_path, settings={"most_waiting": 3}) as (house, made, players):
            me, _ = sides(players)
            table = house.tables.loaded[made["table"]]
            socket = next(socket for socket in table.viewers if socket.seat is not None)
            for _ in range(5):
                socket.post("{}")
            await settle()
            gone = next(player for player in players.values() if socket.seat == player.heard[0]["seat"])
            return (await gone.hear("bye"))["code"], await gone.closed(), me is not None

    assert asyncio.run(scene()) == ("too_slow", 1013, True)


def test_everybody_is_told_when_the_server_goes_away(tmp_path):
    async def scene():
        async with persons(tmp_path) as (house, _made, players):
            me, _ = sides(players)
            house.tables.say_goodbye()
            return (await me.hear("bye"))["code"], await me.closed()

    assert asyncio.run(scene()) == ("going_away", 1012)

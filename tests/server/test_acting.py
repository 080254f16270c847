"""Acting over the socket: only the right seat, only what is offered, only once."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import stat

import pytest
from tests.server.kit import Player, Wrapped, play_on, serving, settle

from aachen.server.limits import Limits, Rate
from aachen.storage.sqlite import SqliteStore


@contextlib.asynccontextmanager
async def two_at(tmp_path, game="carolus", **settings):
    """Two people at a table of two (or three, in Carolingi), and a watcher."""
    async with serving(tmp_path, **settings) as house:
        seats = ["me"] * (2 if game == "carolus" else 3)
        made = await house.make(game, seats, hints=True)
        async with contextlib.AsyncExitStack() as stack:
            players = {
                seat: await stack.enter_async_context(house.player(made["table"], token))
                for seat, token in made["seats"].items()
            }
            yield house, made, players


def whose(players):
    """The player whose turn it is, and another."""
    asked = next(iter(players.values())).view["to_act"]
    rest = [seat for seat in players if seat not in asked]
    return players[asked[0]], players[rest[0]] if rest else None


def test_out_of_turn_is_refused_with_the_rule(tmp_path):
    async def scene():
        async with two_at(tmp_path) as (_house, _made, players):
            me, other = whose(players)
            answer = await other.act(me.offers()[0])
            return answer["say"], bool(answer["refusal"]["section"]), answer["refusal"]["code"], other.seq

    said, has_section, code, seq = asyncio.run(scene())

    assert (said, has_section, seq) == ("refused", True, 0)
    assert code


NOT_UNDERSTOOD = [
    ("{", "body_not_json", None),
    ('{"say": "act", "id": 900, "after": 0}', "missing_key", None),
    ('{"say": "act", "id": 900, "after": 0, "action": {}, "seat": "red"}', "unknown_key", None),
    ('{"say": "act", "id": -1, "after": 0, "action": {}}', "too_small", None),
    ('{"say": "dance", "id": 1}', "not_a_choice", None),
    ('{"say": "hello"}', "hello_twice", None),
    ('{"say": "act", "id": 900, "after": 0, "action": {"do": "fly"}}', "action_unknown", 900),
    ('{"say": "act", "id": 900, "after": 7, "action": {"do": "fly"}}', "seq_ahead", 900),
]


def test_what_cannot_be_understood_changes_nothing(tmp_path):
    async def scene():
        async with two_at(tmp_path) as (_house, _made, players):
            me, _ = whose(players)
            for message, _code, _id in NOT_UNDERSTOOD:
                await me.say(message)
            answer = await me.act()
            data = [(one["error"]["code"], one["id"]) for one in me.heard if one["say"] == "error"]
            return data, answer["seq"]

    assert asyncio.run(scene()) == ([(code, number) for _, code, number in NOT_UNDERSTOOD], 1)


def test_after_too_many_mistakes_the_socket_is_closed(tmp_path):
    async def scene():
        async with two_at(tmp_path, most_bad=5.0) as (_house, _made, players):
            me, _ = whose(players)
            for _ in range(7):
                await me.say("nonsense")
            return await me.closed()

    assert asyncio.run(scene()) == 1008


def test_a_message_that_is_too_long_closes_the_socket(tmp_path):
    async def scene():
        async with two_at(tmp_path) as (_house, _made, players):
            me, _ = whose(players)
            await me.say("x" * 20_000)
            return await me.closed()

    assert asyncio.run(scene()) == 1009


def test_a_flood_is_answered_by_too_often_with_the_id_of_each_message(tmp_path):
    async def scene():
        async with two_at(tmp_path, limits=Limits(messages=Rate(5.0, 10.0))) as (_house, _made, players):
            me, _ = whose(players)
            for number in range(6):
                await me.say({"say": "ping", "id": number})
            data = await me.hear("error")
            await me.say("no message at all")
            without = await me.hear("error", lambda one: one["id"] is None)
            return data["error"]["code"], data["id"], without["error"]["code"]

    assert asyncio.run(scene()) == ("too_often", 5, "too_often")


@pytest.mark.parametrize("token", ["x" * 43, None])
def test_a_strange_token_opens_nothing(tmp_path, token):
    """With no token one only watches; with a wrong one not even that."""

    async def scene():
        async with two_at(tmp_path) as (house, made, players):
            me, _ = whose(players)
            stranger = await Player.knock(house, made["table"])
            await stranger.say({"say": "hello", "token": token})
            if token is not None:
                return (await stranger.hear("error"))["error"]["code"], await stranger.closed()
            await stranger.seen(0)
            answer = await stranger.act(me.offers()[0])
            await stranger.leave()
            return answer["error"]["code"], me.seq

    assert asyncio.run(scene()) == (("token_unknown", 1008) if token else ("watchers_watch", 0))


def test_a_silent_socket_is_closed(tmp_path):
    async def scene():
        async with serving(tmp_path, hello_seconds=0.05) as house:
            made = await house.make("carolus", ["me", "me"])
            silent = await Player.knock(house, made["table"])
            return (await silent.hear("error"))["error"]["code"], await silent.closed()

    assert asyncio.run(scene()) == ("hello_late", 1008)


def test_what_cannot_be_stored_has_not_happened(tmp_path):
    """Disk full: the asker is told, no screen shows it, and the same move draws the same luck afterwards."""

    async def scene():
        store = Wrapped(SqliteStore(tmp_path / "tables.db"))
        async with two_at(tmp_path, "carolingi", store=store) as (_house, _made, players):
            await play_on(players, 2, random.Random(1))
            me = players[next(iter(players.values())).view["to_act"][0]]
            store.fail = lambda call: call == "append"
            failed = await me.act()
            await settle()
            heard = [len(player.frames) for player in players.values()]
            store.fail = lambda call: False
            done = await me.act()
            return failed["error"]["code"], heard, done["say"], done["seq"]

    assert asyncio.run(scene()) == ("not_stored", [3, 3, 3], "done", 3)


def test_a_bug_of_ours_costs_nothing(tmp_path, monkeypatch):
    """The rules crash in the middle of a move: the asker is told, a file is kept, the table goes on."""

    async def scene():
        async with two_at(tmp_path, crash_folder=tmp_path / "crashes") as (house, made, players):
            me, _ = whose(players)
            record = house.tables.loaded[made["table"]].table.record
            with monkeypatch.context() as patched:
                patched.setattr(type(record), "propose", lambda *_: 1 / 0)
                failed = await me.act()
            done = await me.act()
            return failed["error"]["code"], done["seq"], len(list((tmp_path / "crashes").iterdir()))

    assert asyncio.run(scene()) == ("crashed", 1, 1)


def test_why_tells_the_rule_and_a_preview_what_would_happen(tmp_path):
    async def scene():
        async with two_at(tmp_path, "carolingi") as (_house, _made, players):
            await play_on(players, 3, random.Random(2))
            me, other = whose(players)
            why = await other.ask("why", action=me.offers()[0])
            fine = await me.ask("why", action=me.offers()[0])
            data = await me.ask("preview", actions=me.offers()[:64])
            before = me.seq
            return why["refusal"]["code"], fine["refusal"], data["previews"], before, me.seq

    code, fine, previews, before, after = asyncio.run(scene())

    assert (code, fine) == ("not_your_choice", None)
    assert all(preview["refusal"] is None for preview in previews)
    assert any(preview["events"] and preview["after"] for preview in previews)
    assert before == after


def test_a_hint_is_one_of_the_offers(tmp_path):
    async def scene():
        async with two_at(tmp_path) as (_house, _made, players):
            me, other = whose(players)
            hint = await me.ask("hint")
            none = await other.ask("hint")
            return hint["thought"]["best"]["actions"][0] in me.offers(), none["error"]["code"]

    assert asyncio.run(scene()) == (True, "nothing_offered")


def test_the_file_of_a_crash_is_its_owners_alone(tmp_path, monkeypatch):
    """The whole log is in it, and with it what is hidden at the table."""

    async def scene():
        async with two_at(tmp_path, crash_folder=tmp_path / "crashes") as (house, made, players):
            me, _ = whose(players)
            record = house.tables.loaded[made["table"]].table.record
            with monkeypatch.context() as patched:
                patched.setattr(type(record), "propose", lambda *_: 1 / 0)
                await me.act()

    before = os.umask(0)  # the file does not rely on it
    try:
        asyncio.run(scene())
    finally:
        os.umask(before)
    (report,) = (tmp_path / "crashes").iterdir()

    assert stat.S_IMODE(report.stat().st_mode) == 0o600

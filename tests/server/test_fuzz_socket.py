"""Anything at all over the socket: clear answers, an unchanged table, and honest players who notice nothing.

The fuzzer knows the grammar: it begins with right messages and bends them, so that most come past the reader.
`AACHEN_SOAK=1` sends many more, other ones each time.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter
from contextlib import asynccontextmanager
from typing import get_args

import msgspec
import pytest
from tests.server.kit import Dice, House, Plain, Player, play_on, serving, until
from tests.words import whole
from websockets.exceptions import ConnectionClosed

from aachen.server.limits import Limits
from aachen.server.messages import ServerMessage

SOAK = os.environ.get("AACHEN_SOAK") == "1"
MESSAGES = 20_000 if SOAK else 400
FIRST_WORDS = 1_000 if SOAK else 40
SEED = random.randrange(1 << 30) if SOAK else 814

SAYS = {kind.__struct_config__.tag for kind in get_args(ServerMessage)}
CLOSED_BY_US = {1002, 1003, 1007, 1008, 1009}

Sent = str | bytes | list[str]


EDGES: list[object] = [None, True, False, 0, -1, 1.5, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**40, 1e308]
EDGES += [
    "",
    "act",
    "x" * 600,
    "\u0000",
    "\u202e",
    "💣",
    "<script>",
    "red",
    "white",
    "../..",
    "%s",
    [],
    [[]],
    {},
]

NOISE: list[Sent] = [
    "",
    " ",
    "null",
    "[]",
    "0",
    '"hello"',
    "NaN",
    "{",
    "}" * 50,
    "[" * 3000,
    '{"say":',
    "{}{}",
]
NOISE += [
    '{"say": "\\ud800"}',
    '\ufeff{"say": "ping", "id": 1}',
    '{"say": "ping", "id": 1e3}',
    "ping\r\n\r\n",
]
NOISE += ['{"say": "ping", "id": ' + "9" * 5000 + "}", '{"say": "chat", "id": 1, "text": "\x00"}']
NOISE += ["x" * 20_000, ["x" * 1000] * 20, b"", b'{"say": "ping", "id": 1}', b"\xff\xfe"]


# ---- The grammar ---------------------------------------------------------------------------------


class Fuzzer:
    """Messages that are right, nearly right, or nothing at all."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.sent: list[Plain] = []

    def message(self, me: Player, offers: list[Plain]) -> Sent:
        """The next one: bent, said before, or no message at all; never one that is simply right and changes something."""
        kind = self.chance.random()
        if kind < 0.12:
            return self.noise()
        if kind < 0.25 and self.sent:
            payload = dict(self.chance.choice(self.sent))
        else:
            payload = self.right(me, offers)
            self.sent.append(dict(payload))
        for _ in range(self.chance.choice([0, 1, 1, 2])):
            payload = self.bend(payload)
        if payload.get("say") == "act" and payload.get("action") in me.offers():
            payload["after"] = 10**9  # a right move of the right seat is no attack
        return self.written(payload)

    def right(self, me: Player, offers: list[Plain]) -> Plain:
        """A message as the protocol describes it; the action is somebody's, or a bent one."""
        action = self.chance.choice(offers)
        if self.chance.random() < 0.5:
            action = self.bend(action)
        seq = self.chance.choice([me.seq, me.seq, 0, me.seq + 1])
        number = self.chance.randrange(1000, 1100)
        kinds: list[tuple[str, Plain]] = [
            ("act", {"after": seq, "action": action}),
            ("act", {"after": seq, "action": action}),
            ("undo", {"after": seq, "to": self.chance.choice([0, seq])}),
            ("consent", {"to": seq, "yes": True}),
            ("why", {"action": action}),
            ("preview", {"actions": [action] * self.chance.randrange(1, 4)}),
            ("hint", {}),
            ("chat", {"text": "Ave"}),
            ("story", {"before": seq, "count": 5}),
            ("show", {"seq": seq, "eyes": self.chance.choice([None, "white", "red"])}),
            ("ping", {}),
            ("hello", {"token": None, "after": None}),
        ]
        say, keys = self.chance.choice(kinds)
        return {"say": say, **({} if say == "hello" else {"id": number}), **keys}

    def bend(self, payload: Plain) -> Plain:
        """The same with something lost, added, renamed, or put in the place of something else."""
        bent, keys = dict(payload), list(payload)
        key = self.chance.choice(keys) if keys else "say"
        how = self.chance.choice(["lose", "add", "value", "value", "value", "rename", "inside"])
        if how == "lose":
            bent.pop(key, None)
        elif how == "add":
            bent[self.chance.choice(["seat", "token", "by", "__class__", ""])] = self.value()
        elif how == "rename":
            bent[key.upper()] = bent.pop(key, None)
        elif how == "inside" and isinstance(bent.get(key), dict):
            bent[key] = self.bend(bent[key])
        else:
            bent[key] = self.value()
        return bent

    def value(self) -> object:
        """Anything that JSON has, and at its edges."""
        chance = self.chance
        deep: object = 0
        for _ in range(chance.choice([2, 39, 300])):
            deep = [deep] if chance.random() < 0.5 else {"a": deep}
        return chance.choice([*EDGES, deep])

    def written(self, payload: Plain) -> Sent:
        """The message as text, now and then in pieces or with a key given twice."""
        text = json.dumps(payload, ensure_ascii=self.chance.random() < 0.5)
        how = self.chance.random()
        if how < 0.05:
            text = text[:-1] + ', "say": "ping", "id": 1}'
        elif how < 0.1:
            middle = len(text) // 2
            return [text[:middle], text[middle:]]
        elif how < 0.15:
            text = text[: self.chance.randrange(len(text))]
        return text

    def noise(self) -> Sent:
        """What is no message in any way; some of it closes the socket."""
        return self.chance.choice(NOISE)


# ---- At the table --------------------------------------------------------------------------------


@asynccontextmanager
async def a_game(folder, game, **settings):
    """Honest players in the middle of a game, and a seat whose player does not play fair."""
    async with serving(folder, chance=Dice(SEED), **settings) as house:
        made = await house.make(game, ["me"] * 3, undo="never")
        players = {
            seat: await Player.come(house, made["table"], token) for seat, token in made["seats"].items()
        }
        await play_on(players, 7, random.Random(5))
        while len(next(iter(players.values())).view["to_act"]) == len(players):  # somebody is not asked
            await play_on(players, 1, random.Random(5))
        yield house, made, players
        for player in players.values():
            await player.leave()


async def kept(house: House, table: str) -> tuple[bytes, list[str], list[str]]:
    """Everything of a table that lasts: its sheet and its log, as they are in memory and in the store."""
    live, stored = house.tables.loaded[table].table, await house.tables.store.load(table)
    assert stored is not None
    assert stored.sheet.version == live.sheet.version
    lines = [line for entry in stored.entries for line in entry.lines]
    return live.sheet.stored(0).body, list(live.lines()), lines


def crashes(house: House) -> list[str]:
    """What the server has counted as bugs of ours."""
    lines = house.app.state.metrics.text().splitlines()
    return [line for line in lines if line.startswith("aachen_crashes_total") and not line.endswith(" 0")]


async def send(player: Player, message: Sent) -> None:
    """Send text, bytes, or a text in pieces; some bytes pretend to be text."""
    if isinstance(message, bytes) and message.startswith(b"\xff"):
        await player.socket.send(message, text=True)
    else:
        await player.socket.send(message)


async def attack(
    house: House, made: Plain, token: str | None, offers: list[Plain], fuzzer: Fuzzer
) -> Counter[str]:
    """Send many messages, and come back whenever the socket is closed; what was answered, by kind."""
    heard: Counter[str] = Counter()
    player = await Player.come(house, made["table"], token)
    for number in range(MESSAGES):
        try:
            await send(player, fuzzer.message(player, offers))
            if number % 10 == 0:
                await ping(player, 2000 + number)
        except ConnectionClosed:
            player = await come_again(house, made["table"], token, player, heard)
    await player.leave()
    count(player, heard)
    return heard


async def ping(player: Player, number: int) -> None:
    """Wait until everything so far has been answered, or the socket was closed."""
    await player.say({"say": "ping", "id": number})
    await until(
        lambda: player.closed_with is not None or any(one.get("id") == number for one in player.heard)
    )
    if player.closed_with is not None:
        raise ConnectionClosed(None, None)


async def come_again(house: House, table: str, token: str | None, old: Player, heard: Counter[str]) -> Player:
    heard[f"closed {await old.closed()}"] += 1
    await old.leave()
    count(old, heard)
    return await Player.come(house, table, token)


def count(player: Player, heard: Counter[str]) -> None:
    for payload in player.heard:
        heard[payload["say"] + (f" {payload['error']['code']}" if payload["say"] == "error" else "")] += 1


ATTACKERS = ["the seat that is asked", "another seat", "a watcher"]


@pytest.mark.parametrize("who", ATTACKERS)
@pytest.mark.parametrize("game", ["carolus", "carolingi"])
def test_bent_messages_change_nothing_and_disturb_nobody(tmp_path, game, who):
    async def scene():
        async with a_game(tmp_path, game, most_bad=1e9) as (house, made, players):
            asked = next(iter(players.values())).view["to_act"][0]
            other = next(seat for seat in players if seat not in players[asked].view["to_act"])
            token = {ATTACKERS[0]: made["seats"][asked], ATTACKERS[1]: made["seats"][other]}.get(who)
            before, frames = (
                await kept(house, made["table"]),
                {seat: len(one.frames) for seat, one in players.items()},
            )
            heard = await attack(
                house, made, token, players[asked].offers(), Fuzzer(random.Random(f"{SEED} {game} {who}"))
            )
            same = before == await kept(house, made["table"])
            undisturbed = frames == {seat: len(one.frames) for seat, one in players.items()}
            done = await players[asked].act()
            for player in players.values():
                await player.seen(done["seq"])
            return heard, same, undisturbed, done["say"], crashes(house)

    heard, is_same, undisturbed, said, bugs = asyncio.run(scene())
    closed = {int(kind.split()[1]) for kind in heard if kind.startswith("closed")}
    codes = {kind.split()[1] for kind in heard if kind.startswith("error")}

    assert (is_same, undisturbed, said, bugs) == (True, True, "done", [])
    assert closed <= CLOSED_BY_US
    assert {kind.split()[0] for kind in heard} - {"closed"} <= SAYS
    assert [code for code in codes if not whole("en").has(f"fault.{code}")] == []
    assert "crashed" not in codes
    assert {
        "unknown_key",
        "missing_key",
        "wrong_type",
        "body_not_json",
        "not_a_choice",
        "hello_twice",
    } <= codes
    assert ("watchers_watch" in codes) == (who == "a watcher")
    assert ("refused" in heard or "stale" in heard) == (who != "a watcher")


def test_whatever_is_said_first_is_hello_or_the_end(tmp_path):
    """Before hello nothing is understood; after anything else the door is shut."""

    async def scene():
        async with a_game(tmp_path, "carolus") as (house, made, players):
            fuzzer, before = Fuzzer(random.Random(SEED)), await kept(house, made["table"])
            ends: Counter[str] = Counter()
            me = next(iter(players.values()))
            offers = next(one for one in players.values() if one.offers()).offers()
            for _ in range(FIRST_WORDS):
                stranger = await Player.knock(house, made["table"])
                message = fuzzer.message(me, offers)
                await send(stranger, message)
                await answered(stranger)
                first = stranger.heard[0]["say"] if stranger.heard else "nothing"
                if first == "welcome":
                    assert is_hello(message), message
                    await stranger.leave()
                else:
                    ends[f"{first} {await stranger.closed()}"] += 1
            return set(ends), before == await kept(house, made["table"]), crashes(house)

    ends, is_same, bugs = asyncio.run(scene())

    assert ends <= {"error 1008", "nothing 1003", "nothing 1007", "nothing 1009"}
    assert "error 1008" in ends
    assert (is_same, bugs) == (True, [])


async def answered(player: Player) -> None:
    """Wait until something was said, or the socket was closed."""
    await until(lambda: player.closed_with is not None or player.heard)


def is_hello(message: Sent) -> bool:
    """Whether this is what a client may begin with."""
    text = "".join(message) if isinstance(message, list) else message
    payload = msgspec.json.decode(text)
    return bool(payload["say"] == "hello" and set(payload) <= {"say", "token", "after"})


RAW = [
    b"\x00" * 64,
    b"\xff" * 64,
    b"\x81\x05hello",  # a client's frame must be masked
    b"\x83\x80\x00\x00\x00\x00",  # an opcode that nobody has defined
    b"\xc1\x80\x00\x00\x00\x00",  # a reserved bit
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # so many bytes will follow
    b"\x80\x80\x00\x00\x00\x00",  # the rest of nothing
    b"\x88\x82\x00\x00\x00\x00\x00\x00",  # goodbye with a code that there is not
    b"GET / HTTP/1.1\r\n\r\n",
]


def test_what_is_no_frame_closes_that_socket_alone(tmp_path):
    async def scene():
        async with a_game(tmp_path, "carolus") as (house, made, players):
            before = await kept(house, made["table"])
            me = next(one for one in players.values() if one.offers())
            for data in RAW:
                stranger = await Player.come(house, made["table"], None)
                stranger.socket.transport.write(data)
                await stranger.closed()
            return before == await kept(house, made["table"]), (await me.act())["say"], crashes(house)

    assert asyncio.run(scene()) == (True, "done", [])


def test_a_flood_drowns_only_whoever_makes_it(tmp_path):
    """With the limits of a real server: thirty at once, then no more; honest players go on meanwhile."""

    async def scene():
        async with a_game(tmp_path, "carolus", limits=Limits(), most_bad=20.0) as (house, made, players):
            me = next(one for one in players.values() if one.offers())
            flood = await Player.come(house, made["table"], None)
            for number in range(500):
                try:
                    await flood.say({"say": "ping", "id": number})
                except ConnectionClosed:
                    break
            code = await flood.closed()
            answered = sum(one["say"] == "done" for one in flood.heard)
            scolded = sum(one["say"] == "error" for one in flood.heard)
            return code, answered, scolded <= 21, (await me.act())["say"]

    assert asyncio.run(scene()) == (1008, 30, True, "done")


def test_a_socket_is_cut_off_at_sixteen_thousand_signs_however_they_come(tmp_path):
    async def scene():
        async with a_game(tmp_path, "carolus") as (house, made, _players):
            payload = []
            for message in ("x" * 16_385, ["x" * 1000] * 17, "é" * 16_385):
                visitor = await Player.come(house, made["table"], None)
                await send(visitor, message)
                payload.append(await visitor.closed())
            fits = await Player.come(house, made["table"], None)
            await fits.say(json.dumps({"say": "ping", "id": 1}).ljust(16_384))
            payload.append((await fits.hear("done"))["id"])
            await fits.leave()
            return payload

    assert asyncio.run(scene()) == [1009, 1009, 1009, 1]

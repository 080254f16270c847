"""Only the right seat, only what is offered: every way to ask, by everybody who should not, has one exact answer."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import random
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from tests.server.kit import Plain, Player, serving

from aachen.server import journal, tokens
from aachen.server.table.sheet import SeatBody, TableSheet
from aachen.server.tokens import hash_token

# ---- Who asks, and for what ----------------------------------------------------------------------

STRANGERS = {
    "nobody": (401, "token_missing"),
    "malformed": (401, "token_malformed"),
    "garbage": (401, "token_unknown"),
    "a player of another table": (401, "token_unknown"),
    "the host of another table": (401, "token_unknown"),
    "an old link": (401, "token_unknown"),
    "who stood up": (401, "token_unknown"),
}
ANOTHER = (403, "token_of_another")
ALL_OTHERS = {**STRANGERS, "another seat": ANOTHER}

SEAT = "/seats/{own}"
SEATS = [{"kind": "me"}] * 4
REFUSALS = {
    "entropy": (
        "/entropy",
        {"entropy": "00ff"},
        {
            **STRANGERS,
            "host": ANOTHER,
            "own": (409, "luck_has_begun"),
            "another seat": (409, "luck_has_begun"),
        },
    ),
    "begin": ("/begin", None, {**ALL_OTHERS, "own": ANOTHER, "host": (409, "table_has_begun")}),
    "close": ("/close", None, {**ALL_OTHERS, "own": ANOTHER}),
    "rematch": (
        "/rematch",
        {},
        {
            **STRANGERS,
            "own": (409, "not_over"),
            "another seat": (409, "not_over"),
            "host": (409, "not_over"),
        },
    ),
    "stand": (SEAT, {"do": "stand"}, ALL_OTHERS),
    "name": (SEAT, {"do": "name", "name": "Judas"}, ALL_OTHERS),
    "bot": (SEAT, {"do": "bot"}, ALL_OTHERS),
    "open": (SEAT, {"do": "open"}, {**ALL_OTHERS, "own": ANOTHER}),
    "link": (SEAT, {"do": "link"}, {**ALL_OTHERS, "host": (409, "seat_taken")}),
    "back": (SEAT, {"do": "back"}, {**ALL_OTHERS, "host": ANOTHER, "own": (409, "seat_not_lent")}),
    "sit": (
        "/sit",
        {"seat": "{own}"},
        dict.fromkeys([*ALL_OTHERS, "own", "host"], (409, "seat_taken")),
    ),
    "continue as another": (
        "/continue",
        {"seq": 0, "seats": SEATS, "eyes": "{own}"},
        {
            **{who: no for who, no in STRANGERS.items() if who != "nobody"},
            "nobody": (422, "other_eyes"),
            "another seat": (422, "other_eyes"),
            "host": (422, "other_eyes"),
        },
    ),
    "log": ("/log", "GET", {who: no for who, no in STRANGERS.items() if who != "nobody"}),
}


@asynccontextmanager
async def court(tmp_path, **settings):
    """A running table of four: the maker's seat, a guest's, one whose guest stood up, a bot's; and who asks there."""
    async with serving(tmp_path, hold_bots=True, **settings) as house:
        made = await house.make("carolingi", ["me", "open", "open", "greedy"])
        table, (own,) = made["table"], made["seats"]
        guest, gone = await house.sit(table), await house.sit(table)
        await house.change(table, gone["seat"], "stand", gone["token"])
        linked = await house.change(table, own, "link", made["seats"][own])
        elsewhere = await house.make("carolingi", ["me", "me", "me"])
        askers = {
            "nobody": None,
            "malformed": "x" * 200,
            "garbage": "x" * 43,
            "a player of another table": next(iter(elsewhere["seats"].values())),
            "the host of another table": elsewhere["host"],
            "an old link": made["seats"][own],
            "who stood up": gone["token"],
            "another seat": guest["token"],
            "own": linked["token"],
            "host": made["host"],
        }
        yield house, table, own, askers


def kept(house, table):
    """Everything that is true of a table: its sheet as it is kept, and its log."""
    live = house.tables.loaded[table].table
    return live.sheet.stored(0).body, list(live.lines())


async def answer_to(house, table, own, path, body, token):
    """What is answered to a request about the table, or the seat that is everybody's aim."""
    address = f"/api/tables/{table}{path}".replace("{own}", own)
    if body == "GET":
        return await house.get(address, token)
    return await house.post(
        address, None if body is None else json.loads(json.dumps(body).replace("{own}", own)), token
    )


def test_whoever_may_not_is_told_so_and_nothing_changes(tmp_path):
    async def scene():
        async with court(tmp_path) as (house, table, own, askers):
            before, data = kept(house, table), {}
            for what, (path, body, expected) in REFUSALS.items():
                for who in expected:
                    answer = await answer_to(house, table, own, path, body, askers[who])
                    data[what, who] = (answer.status_code, answer.json()["error"]["code"])
            return data, before == kept(house, table)

    data, is_same = asyncio.run(scene())

    assert data == {
        (what, who): no for what, (_, _, expected) in REFUSALS.items() for who, no in expected.items()
    }
    assert is_same


def test_what_everybody_may_look_at_needs_no_token_and_a_wrong_one_is_of_no_use(tmp_path):
    async def scene():
        async with court(tmp_path) as (house, table, _own, askers):
            well_formed = {who: token for who, token in askers.items() if who != "malformed"}
            sheets = {(await house.get(f"/api/tables/{table}", token)).text for token in well_formed.values()}
            looks = {
                who: (await house.post("/api/look", {"tables": [{"table": table, "token": token}]})).json()[
                    "tables"
                ]
                for who, token in askers.items()
                if token is None or len(token) == 43
            }
            return len(sheets), {who: [glance["mine"] for glance in look] for who, look in looks.items()}

    sheets, mine = asyncio.run(scene())

    assert sheets == 1
    assert {who for who, seats in mine.items() if seats == []} == set(STRANGERS) - {"nobody", "malformed"}
    assert mine["nobody"] == [None] == mine["host"]
    assert mine["own"] != mine["another seat"]


def test_without_spectators_only_the_players_and_the_host_may_look(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"], spectators=False)
            log = f"/api/tables/{made['table']}/log"
            seat = next(iter(made["seats"].values()))
            data = [(await house.get(log, token)).status_code for token in (None, seat, made["host"])]
            wish = {"seq": 0, "seats": [{"kind": "me"}] * 2}
            data.append((await house.post(f"/api/tables/{made['table']}/continue", wish)).status_code)
            watcher = await Player.knock(house, made["table"])
            await watcher.say({"say": "hello"})
            return data, (await watcher.hear("error"))["error"]["code"], await watcher.closed()

    assert asyncio.run(scene()) == ([403, 200, 200, 403], "no_watching", 1008)


def test_a_guest_of_a_private_table_sees_its_sheet_sits_down_and_plays(tmp_path):
    """Without a token: the sheet, but no chat; and nothing more once the game has begun without them."""

    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"], spectators=False)
            table, (token,) = made["table"], made["seats"].values()
            async with house.player(table, token) as maker, house.player(table, made["host"]) as host:
                await maker.ask("chat", text="Who comes?")
                guest = await Player.come(house, table, None)
                late = await Player.come(house, table, None)
                await maker.ask("chat", text="Sit down!")
                sat = await house.sit(table)
                bye = await late.hear("bye")
                closed = await late.closed(), await guest.closed()
                async with house.player(table, sat["token"]) as player:
                    return (
                        host.heard[0]["host"],
                        {one["say"] for one in [*guest.heard, *late.heard]},
                        bye["code"],
                        closed,
                        player.heard[0]["seat"] == sat["seat"],
                        len(player.frames),
                    )

    is_host, heard, bye, closed, is_seated, frames = asyncio.run(scene())

    assert (is_host, bye, closed) == (True, "closed", (1008, 1008))
    assert heard <= {"welcome", "sheet", "bye"}
    assert (is_seated, frames) == (True, 1)


# ---- The socket ----------------------------------------------------------------------------------


def wishes(player):
    """Everything one can ask for that changes something or needs a seat."""
    action, seq = player.offers()[0], player.seq
    return [
        ("act", {"after": seq, "action": action}),
        ("undo", {"after": seq, "to": 0}),
        ("consent", {"to": 0, "yes": True}),
        ("why", {"action": action}),
        ("preview", {"actions": [action]}),
        ("hint", {}),
        ("chat", {"text": "Ave"}),
    ]


@pytest.mark.parametrize("who", ["nobody", "host"])
def test_who_has_no_seat_only_watches(tmp_path, who):
    async def scene():
        async with serving(tmp_path, most_bad=99.0) as house:
            made = await house.make("carolus", ["me", "me"])
            async with (
                house.player(made["table"], made["seats"]["white"]) as white,
                house.player(made["table"], made["seats"]["black"]) as black,
                house.player(made["table"], None if who == "nobody" else made["host"]) as watcher,
            ):
                me = white if white.offers() else black
                await me.act()
                await watcher.seen(1)
                before = kept(house, made["table"])
                codes = [
                    (await watcher.ask(say, **keys))["error"]["code"]
                    for say, keys in wishes(white if white.offers() else black)
                ]
                eyes = await watcher.ask("show", seq=0, eyes="white")
                return codes, eyes["error"]["code"], before == kept(house, made["table"])

    codes, eyes, is_same = asyncio.run(scene())

    assert (set(codes), eyes, is_same) == ({"watchers_watch"}, "other_eyes", True)


def test_a_message_that_is_sent_again_or_in_another_order_is_done_once(tmp_path):
    """Doubled, replayed after the next move, with the same id and with others: each choice makes one entry."""

    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"])
            players = {seat: await Player.come(house, made["table"], t) for seat, t in made["seats"].items()}
            chance, sent = random.Random(8), []
            for _ in range(12):
                (asked,) = players["white"].view["to_act"]
                me = players[asked]
                message: Plain = {
                    "say": "act",
                    "id": 1007,
                    "after": me.seq,
                    "action": chance.choice(me.offers()),
                }
                sent.append((me, message))
                heard = len(me.heard)
                for player, old in [(me, message), (me, message), *chance.sample(sent, len(sent))]:
                    await player.say(
                        old if chance.random() < 0.5 else {**old, "id": 1000 + chance.randrange(9)}
                    )
                for player in players.values():
                    await player.seen(message["after"] + 1)
                    await player.ask("ping")
                done = [
                    data for data in me.heard[heard:] if data["say"] == "done" and data["seq"] is not None
                ]
                assert [data["seq"] for data in done] == [message["after"] + 1]
            seqs = [player.seq for player in players.values()]
            for player in players.values():
                await player.leave()
            return seqs

    assert asyncio.run(scene()) == [12, 12]


def test_a_void_token_closes_its_sockets_and_no_others(tmp_path):
    async def scene():
        async with court(tmp_path) as (house, table, own, askers):
            first = await Player.come(house, table, askers["own"])
            second = await Player.come(house, table, askers["own"])
            other = await Player.come(house, table, askers["another seat"])
            await house.change(table, own, "link", askers["own"])
            data = [await first.closed(), await second.closed(), (await other.ask("ping"))["say"]]
            late = await Player.knock(house, table)
            await late.say({"say": "hello", "token": askers["own"]})
            code = (await late.hear("error"))["error"]["code"]
            await other.leave()
            return data, first.heard[-1], code

    data, last, code = asyncio.run(scene())

    assert data == [1008, 1008, "done"]
    assert last == {"say": "bye", "code": "token_void"}
    assert code == "token_unknown"


def test_a_void_token_of_a_host_closes_the_sockets_of_who_watches_with_it(tmp_path):
    """Else whoever got hold of it would go on watching a private game."""

    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"], spectators=False)
            old = await Player.come(house, made["table"], made["host"])
            player = await Player.come(house, made["table"], next(iter(made["seats"].values())))
            path = f"/api/tables/{made['table']}"
            new = (await house.post(f"{path}/host", None, made["host"])).json()["host"]
            data = [await old.closed(), old.heard[-1]]
            host = await Player.come(house, made["table"], new)
            code = (await house.post(f"{path}/code", None, new)).json()["code"]
            assert (await house.post(f"{path}/recover", {"code": code})).status_code == 200
            data.append(await host.closed())
            data.append((await player.ask("ping"))["say"])
            await player.leave()
            return data

    assert asyncio.run(scene()) == [1008, {"say": "bye", "code": "token_void"}, 1008, "done"]


# ---- Tokens --------------------------------------------------------------------------------------


class Everything(logging.Handler):
    """Keeps whatever anybody logs, with its details and its bug."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("httpx2", "httpcore")):  # whoever asks here, not the server
            return
        self.texts.append(journal.JsonLines().format(record))
        self.texts.append(logging.Formatter().format(record))

    def begin(self) -> None:
        """Let the journal begin as `aachen serve` does, but let every level of everybody through."""
        for name in journal.ON_THE_WIRE:
            logging.getLogger(name).setLevel(logging.NOTSET)
        journal.begin("debug")
        root = logging.getLogger()
        root.handlers = [self]
        root.setLevel(logging.DEBUG)


@pytest.fixture
def journal_as_served():
    """Whatever is logged; all is put back afterwards."""
    root = logging.getLogger()
    names = ["", "aachen.server", *journal.ON_THE_WIRE]
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    handlers = root.handlers
    yield Everything()
    root.handlers = handlers
    for logger, level in before:
        logger.setLevel(level)


async def use_every_token(house):
    """A table whose tokens are all used, rightly and wrongly, in every way there is."""
    made = await house.make("carolus", ["me", "open"])
    table, (own,) = made["table"], made["seats"]
    sat = await house.sit(table)
    linked = await house.change(table, own, "link", made["seats"][own])
    used = [made["host"], made["seats"][own], sat["token"], linked["token"]]
    for token in used:
        await house.get(f"/api/tables/{table}/log", token)
        await house.post(f"/api/tables/{table}/begin", None, token)
        await house.post(f"/api/tables/{table}/rematch", {"tokens": used}, token)
        await house.post("/api/look", {"tables": [{"table": table, "token": token}]})
        await house.get(f"/api/tables/{token}")
        visitor = await Player.knock(house, table)
        await visitor.say({"say": "hello", "token": token, "after": 0, "mistake": token})
        await visitor.closed()
    async with house.player(table, linked["token"]) as me:
        await me.ask("chat", text="Ave")
        await me.ask("why", action={"do": linked["token"]})
        house.tables.loaded[table].table.record.propose = None  # the rules crash
        if me.offers():
            await me.act()
    return used


def parts(token):
    """A token may have been cut: twelve signs of it would be enough to know it again."""
    return [token[at : at + 12] for at in range(0, len(token) - 11)]


def test_tokens_are_kept_only_as_hashes_and_written_nowhere(tmp_path, journal_as_served):
    """Not in the journal at its most talkative, not in the libraries' own, not on the disk."""

    async def scene():
        async with serving(tmp_path, crash_folder=tmp_path / "crashes", most_bad=99.0) as house:
            journal_as_served.begin()
            return await use_every_token(house)

    used = asyncio.run(scene())
    logged = "\n".join(journal_as_served.texts)
    on_disk = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())

    assert '"event": "seat"' in logged
    assert [token for token in used if any(part in logged for part in parts(token))] == []
    assert [token for token in used if any(part.encode() in on_disk for part in parts(token))] == []
    assert hash_token(used[0]).encode() in on_disk


def test_a_token_has_256_bits_of_chance_and_is_compared_in_constant_time(monkeypatch):
    """Every kept hash is compared, whichever fits, and by the one comparison that takes always as long."""
    compared = []

    def compare(given, kept):
        compared.append(kept)
        return hmac.compare_digest(given, kept)

    made = [tokens.make_token() for _ in range(100)]
    monkeypatch.setattr(tokens, "hmac", SimpleNamespace(compare_digest=compare))
    seats = [SeatBody(str(at), "person", token=hash_token(token)) for at, token in enumerate(made[:4])]
    sheet = TableSheet("abcdefghij", "carolus", "1", {}, seats, 0)
    found = [sheet.seat_of(token) for token in (*made[:4], made[5])]

    assert tokens.TOKEN_BYTES * 8 == 256
    assert len(set(made)) == 100
    assert [body.seat if body else None for body in found] == ["0", "1", "2", "3", None]
    assert compared == [body.token for body in seats] * 5

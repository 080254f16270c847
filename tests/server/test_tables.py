"""The life of a table over HTTP: made, filled, begun, finished or closed, played again, taken away and brought back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random

import pytest
from tests.server.kit import Wrapped, play_on, serving, until

from aachen.core.fair_luck import commitment_to
from aachen.core.replay import replay
from aachen.core.verify import verify
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.storage.sqlite import SqliteStore


async def everybody(stack, house, made):
    return {
        seat: await stack.enter_async_context(house.player(made["table"], token))
        for seat, token in made["seats"].items()
    }


async def finished(house, game="carolus", seats=("random", "random")):
    """A table whose bots have played to the end."""
    made = await house.make(game, list(seats))
    table = house.hall.tables[made["table"]]
    await until(lambda: table.sheet.state == "finished")
    return made


def test_a_table_is_made_filled_and_played(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"])
            sat = await house.sit(made["table"], name="Adelheid")
            sheet = await house.sheet(made["table"])
            first, second = (seat["seat"] for seat in sheet["seats"])
            async with (
                house.player(made["table"], made["seats"][first]) as me,
                house.player(made["table"], sat["token"]) as other,
                house.player(made["table"]) as watcher,
            ):
                played = await play_on({first: me, second: other}, 20, random.Random(3))
                await watcher.seen(20)
        return sheet["state"], sat["seat"] == second, played, watcher.view.get("offers")

    assert asyncio.run(scene()) == ("running", True, 20, None)


def test_the_host_begins_and_players_add_to_the_luck(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"], begin="host")
            path = f"/api/tables/{made['table']}"
            (token,) = made["seats"].values()
            early = await house.post(f"{path}/begin", None, made["host"])
            sat = await house.sit(made["table"], entropy="c0ffee")
            added = await house.post(f"{path}/entropy", {"entropy": "0123456789abcdef"}, token)
            stranger = await house.post(f"{path}/entropy", {"entropy": "00"}, "x" * 43)
            begun = await house.post(f"{path}/begin", None, made["host"])
            twice = await house.post(f"{path}/begin", None, made["host"])
            late = await house.post(f"{path}/entropy", {"entropy": "00"}, token)
            fair = house.hall.tables[made["table"]].sheet.fair()
            assert fair is not None
            header = house.hall.tables[made["table"]].game().header
            assert header.fair == fair.as_dict()
            statuses = [each.status_code for each in (early, added, stranger, begun, twice, late)]
            return statuses, begun.json()["state"], fair.entropy[sat["seat"]].hex()

    statuses, state, entropy = asyncio.run(scene())

    assert statuses == [409, 200, 401, 200, 409, 409]
    assert (state, entropy) == ("running", "c0ffee")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}] * 2}, "not_a_choice"),
        ({"game": "carolus", "seats": [{"kind": "me"}] * 5}, "players_not_possible"),
        ({"game": "carolus", "seats": [{"kind": "me"}]}, "too_short"),
        ({"game": "carolus", "seats": [{"kind": "me", "level": "greedy"}] * 2}, "level_without_bot"),
        ({"game": "carolus", "seats": [{"kind": "bot", "level": "god"}] * 2}, "bot_unknown"),
        ({"game": "carolus", "seats": [{"kind": "me"}] * 2, "options": {"players": 3}}, "players_and_seats"),
        ({"game": "carolingi", "seats": [{"kind": "me"}] * 3, "options": {"colour": 1}}, "option_unknown"),
        ({"game": "carolingi", "seats": [{"kind": "me"}] * 3, "seed": 7}, "unknown_key"),
    ],
)
def test_a_table_that_cannot_be_is_refused(tmp_path, wish, code):
    async def scene():
        async with serving(tmp_path) as house:
            answer = await house.post("/api/tables", wish)
            error = answer.json()["error"]
            return answer.status_code, error["code"], bool(error["sentence"])

    assert asyncio.run(scene()) == (422, code, True)


def test_sentences_are_in_the_askers_language(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            answer = await house.http.get("/api/tables/aaaaaaaaaa", headers={"Accept-Language": "fr-CH, de"})
            return answer.status_code, answer.json()["error"]

    status, error = asyncio.run(scene())

    assert status == 404
    assert "table" in error["sentence"]
    assert "existe" in error["sentence"]
    assert error["sentences"]["fr"] == error["sentence"]
    assert sorted(error["sentences"]) == ["de", "en", "fr"]


def test_nothing_secret_is_in_a_sheet(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "open"], title="Verdun")
            kept = house.hall.tables[made["table"]].sheet
            told = (await house.get(f"/api/tables/{made['table']}")).text
            return told, [kept.secret, kept.host, *(body.token for body in kept.seats if body.token)]

    told, secrets = asyncio.run(scene())

    assert all(secret not in told for secret in secrets)
    assert "Verdun" in told


def test_a_finished_game_reveals_its_luck_and_can_be_verified(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await finished(house, "carolingi", ["random"] * 3)
            sheet = await house.sheet(made["table"])
            log = (await house.get(f"/api/tables/{made['table']}/log")).text
            return made, sheet, log

    made, sheet, log = asyncio.run(scene())
    secret = bytes.fromhex(sheet["fair"]["secret"])

    assert sheet["fair"]["commitment"] == made["sheet"]["fair"]["commitment"]
    assert commitment_to(secret, made["table"]).hex() == sheet["fair"]["commitment"]
    assert verify(replay(log.splitlines(keepends=True), GAMES)).is_fair()


def test_a_closed_table_tells_its_secret_to_those_who_sat_there(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"])
            path = f"/api/tables/{made['table']}"
            token = next(iter(made["seats"].values()))
            async with house.player(made["table"], token) as me:
                no = await house.post(f"{path}/close", None, token)
                yes = await house.post(f"{path}/close", None, made["host"])
                told = await me.hear("sheet", lambda told: told["sheet"]["state"] == "closed")
                other = next(seat for seat in made["seats"] if seat != me.heard[0]["seat"])
                shown = await me.ask("show", seq=0, eyes=other)
                answer = await me.ask("act", after=0, action={"do": "x"})
            stranger = await house.get(f"{path}/log")
            mine = await house.get(f"{path}/log", token)
            return (
                [each.status_code for each in (no, yes, stranger, mine)],
                told["sheet"]["fair"]["secret"] in mine.text,
                shown["view"]["viewer"] == other,
                answer["error"]["code"],
            )

    assert asyncio.run(scene()) == ([403, 200, 403, 200], True, True, "table_not_running")


def test_a_rematch_keeps_bots_and_the_askers_seats(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me", "random"], title="Again")
            first, second = made["seats"].values()
            path = f"/api/tables/{made['table']}/rematch"
            early = await house.post(path, {}, first)
            await house.post(f"/api/tables/{made['table']}/close", None, made["host"])
            async with house.player(made["table"], second) as other:
                again = await house.post(path, {"tokens": [second]}, first)
                told = await other.hear("rematch")
            twice = await house.post(path, None, second)
            return (
                [each.status_code for each in (early, again, twice)],
                told["table"] == again.json()["table"] == twice.json()["error"]["facts"]["table"],
                list(again.json()["seats"]) == list(made["seats"]),
                again.json()["sheet"]["title"],
                again.json()["sheet"]["from_table"] == made["table"],
            )

    assert asyncio.run(scene()) == ([409, 201, 409], True, True, "Again", True)


def test_lists_tell_what_is_open_and_what_is_new(tmp_path):
    async def scene():
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            await house.make("carolus", ["me", "open"], title="secret")
            await house.make("carolus", ["me", "open"], listed=True, title="open")
            mine = await house.make("carolus", ["me", "me"], spectators=False)
            players = await everybody(stack, house, mine)
            await play_on(players, 5, random.Random(1))
            asked = next(iter(players.values())).view["to_act"]
            listed = (await house.get("/api/tables")).json()["tables"]
            wishes = [{"table": mine["table"], "token": token, "seen": 2} for token in mine["seats"].values()]
            wishes += [{"table": mine["table"]}, {"table": "zzzzzzzzzz"}]
            looked = (await house.post("/api/look", {"tables": wishes})).json()["tables"]
            told = [(glance["mine"], glance["my_turn"], glance["new"]) for glance in looked]
            return [glance["title"] for glance in listed], told, asked, list(players)

    listed, told, asked, seats = asyncio.run(scene())

    assert listed == ["open"]
    assert told == [(seat, seat in asked, 3) for seat in seats]


# ---- Files ---------------------------------------------------------------------------------------


def test_a_finished_game_comes_back_as_a_record(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await finished(house)
            log = (await house.get(f"/api/tables/{made['table']}/log")).text
            taken = await house.http.post(
                "/api/records", content=log, headers={"Content-Type": "text/plain; charset=utf-8"}
            )
            async with (
                house.player(made["table"]) as here,
                house.player(taken.json()["table"]) as there,
            ):
                seat = here.view["seats"][1]
                shown = [await each.ask("show", seq=9, eyes=seat) for each in (here, there)]
                same = [{key: one[key] for key in ("view", "events", "by", "last")} for one in shown]
                sheet = there.heard[0]["sheet"]
                again = (await house.get(f"/api/tables/{taken.json()['table']}/log")).text
                return (
                    taken.status_code,
                    sheet["record"],
                    same[0] == same[1],
                    here.texts == there.texts,
                    again == log,
                )

    assert asyncio.run(scene()) == (201, True, True, True, True)


def test_the_story_of_a_running_game_has_only_what_was_seen(tmp_path):
    async def scene():
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            made = await house.make("carolingi", ["me", "me", "me"])
            players = await everybody(stack, house, made)
            await play_on(players, 12, random.Random(1))
            seat, me = next(iter(players.items()))
            other = next(name for name in players if name != seat)
            story = (await house.get(f"/api/tables/{made['table']}/log", made["seats"][seat])).text
            taken = await house.http.post(
                "/api/records", content=story, headers={"Content-Type": "text/plain"}
            )
            async with house.player(taken.json()["table"]) as reader:
                shown = await reader.ask("show", seq=5, eyes=seat)
                foreign = await reader.ask("show", seq=5, eyes=other)
                told = await reader.ask("story", before=6, count=2)
            return (
                taken.status_code,
                "digest" in story.replace("board_digest", ""),
                shown["view"] == me.frames[5]["view"],
                foreign["error"]["code"],
                [entry["seq"] for entry in told["entries"]],
                reader.view == me.view,
            )

    assert asyncio.run(scene()) == (201, False, True, "other_eyes", [4, 5], True)


@pytest.mark.parametrize("game", ["carolus", "carolingi"])
def test_a_game_goes_on_from_a_moment(tmp_path, game):
    """While it runs what one may not know is dealt anew; afterwards it goes on exactly."""

    async def scene():
        number = 2 if game == "carolus" else 3
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            made = await house.make(game, ["me"] * number)
            players = await everybody(stack, house, made)
            await play_on(players, 12, random.Random(6))
            seat, me = next(iter(players.items()))
            wish = {"seq": 9, "eyes": seat, "seats": [{"kind": "me"}] * number}
            path = f"/api/tables/{made['table']}/continue"
            went = await house.post(path, wish, made["seats"][seat])
            foreign = await house.post(path, wish, None)
            new = went.json()
            async with contextlib.AsyncExitStack() as inner:
                others = await everybody(inner, house, new)
                same = others[seat].view == me.frames[9]["view"]
                played = await play_on(others, 10, random.Random(2))
            await house.post(f"/api/tables/{made['table']}/close", None, made["host"])
            exact = (await house.post(path, wish, made["seats"][seat])).json()
            async with contextlib.AsyncExitStack() as inner:
                others = await everybody(inner, house, exact)
                all_same = all(others[each].view == players[each].frames[9]["view"] for each in players)
            return went.status_code, foreign.status_code, same, played, all_same, new["sheet"]["from_seq"]

    assert asyncio.run(scene()) == (201, 422, True, 10, True, 9)


@pytest.mark.parametrize("body", ["", "{", '{"aachen": "log/1"}', "\x00", "[1]", '{"aachen": "story/1"}'])
def test_a_hostile_file_is_refused(tmp_path, body):
    async def scene():
        async with serving(tmp_path) as house:
            answer = await house.http.post(
                "/api/records", content=body, headers={"Content-Type": "text/plain"}
            )
            return answer.status_code, bool(answer.json()["error"]["sentence"])

    assert asyncio.run(scene()) == (422, True)


# ---- The server itself ---------------------------------------------------------------------------


def test_health_asks_the_store(tmp_path):
    async def scene():
        store = Wrapped(SqliteStore(tmp_path / "tables.db"))
        async with serving(tmp_path, store) as house:
            well = await house.get("/health")
            store.fail = lambda call: True
            ill = await house.get("/health")
            lost = await house.post("/api/tables", {"game": "carolus", "seats": [{"kind": "me"}] * 2})
            return [each.status_code for each in (well, ill, lost)]

    assert asyncio.run(scene()) == [200, 503, 503]


def test_about_describes_games_that_can_be_made(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            about = (await house.get("/api/about")).json()
            made = []
            for game in about["games"]:
                options = {name: option["default"] for name, option in game["options"].items()}
                for number in game["players"]:
                    await house.make(game["name"], ["open"] * number, options=options)
                    made.append((game["name"], number))
            made_board = (await house.get("/api/boards/0123456789abcdef")).status_code
            nowhere = (await house.get("/api/nothing")).status_code
            numbers = (await house.get("/metrics")).text
            return len(made), made_board, nowhere, "aachen_tables_made_total" in numbers

    number, board, nowhere, counted = asyncio.run(scene())

    assert number >= 6
    assert (board, nowhere, counted) == (404, 404, True)


def board_text(**changes):
    """The shipped board file with changes of one's own."""
    return json.dumps({**boards.standard().source, **changes})


def test_a_board_of_ones_own_is_checked_and_played_on(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            plain = {"Content-Type": "text/plain"}
            told = await house.http.post("/api/boards", content=board_text(name="Mine"), headers=plain)
            options = {"board": json.loads(board_text(name="Mine"))}
            made = await house.make("carolingi", ["me", "me"], options=options)
            async with house.player(made["table"], next(iter(made["seats"].values()))) as me:
                file = await house.get(f"/api/boards/{me.view['board']}")
            return told.json(), me.view["board"], file.json()["name"]

    told, digest, name = asyncio.run(scene())

    assert (told["digest"], told["name"], told["lands"]) == (digest, "Mine", len(boards.standard().lands))
    assert told["players"] == sorted(boards.standard().setups)
    assert name == "Mine"


def test_every_fault_of_a_board_is_told_in_the_askers_language(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            headers = {"Content-Type": "text/plain", "Accept-Language": "de"}
            text = board_text(format="aachen-board/9")
            wrong = await house.http.post("/api/boards", content=text, headers=headers)
            broken = await house.http.post("/api/boards", content="{", headers=headers)
            return [(each.status_code, each.json()["error"]) for each in (wrong, broken)]

    (status, wrong), (other, broken) = asyncio.run(scene())

    assert (status, wrong["code"]) == (422, "unknown_format")
    assert (other, broken["code"], broken["facts"]) == (422, "not_json", {"line": 1, "column": 2})
    assert "Zeile" in broken["sentence"]


def test_a_board_without_814_does_not_offer_it(tmp_path):
    source = {key: value for key, value in boards.standard().source.items() if key != "years_814"}

    async def scene():
        async with serving(tmp_path) as house:
            plain = {"Content-Type": "text/plain"}
            return (await house.http.post("/api/boards", content=json.dumps(source), headers=plain)).json()

    assert asyncio.run(scene())["options"]["variant"]["among"] == ["base", "advanced"]


def test_a_map_is_found_by_the_digest_of_its_board(tmp_path):
    folder = tmp_path / "maps" / "0123456789abcdef"
    folder.mkdir(parents=True)
    (folder / "lands.json").write_text("{}")
    (tmp_path / "secret.txt").write_text("hidden")

    async def scene():
        async with serving(tmp_path, maps=tmp_path / "maps") as house:
            names = ["0123456789abcdef/lands.json", "fedcba9876543210/lands.json", "..%2fsecret.txt"]
            return [await house.get(f"/maps/{name}") for name in names]

    drawn, undrawn, outside = asyncio.run(scene())

    assert (drawn.status_code, drawn.json(), drawn.headers["cache-control"]) == (200, {}, "no-cache")
    assert (undrawn.status_code, undrawn.content) == (204, b"")
    assert outside.json()["error"]["code"] == "no_such_address"


@pytest.mark.parametrize("folder", [None, "not there"])
def test_nobody_need_have_drawn_a_map(folder, tmp_path):
    async def scene():
        async with serving(tmp_path, maps=folder and tmp_path / folder) as house:
            names = ["lands.json", "light.webp"]
            return [(await house.get(f"/maps/0123456789abcdef/{name}")).status_code for name in names]

    assert asyncio.run(scene()) == [204, 404]


def test_a_quiet_table_leaves_memory_and_comes_back(tmp_path):
    async def scene():
        async with serving(tmp_path, idle_seconds=60.0, sweep_seconds=5.0) as house:
            made = await house.make("carolus", ["me", "me"])
            token = next(iter(made["seats"].values()))
            async with house.player(made["table"], token) as me:
                await house.time.advance(100)
                stays = made["table"] in house.hall.tables
            await until(lambda: not house.hall.tables[made["table"]].sockets)
            async with asyncio.timeout(20):
                while made["table"] in house.hall.tables:
                    await house.time.advance(10)
                    await asyncio.sleep(0.01)
            async with house.player(made["table"], token) as again:
                return stays, me.texts == again.texts

    assert asyncio.run(scene()) == (True, True)

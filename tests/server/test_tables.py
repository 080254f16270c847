"""The life of a table over HTTP: made, filled, begun, finished or closed, played again, taken away and brought back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

import pytest
from tests.server.kit import Wrapped, asking, play_on, serving, until

from aachen.core.fair_luck import commitment_to
from aachen.core.outcome import Outcome
from aachen.core.replay import replay
from aachen.core.verify import verify
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.server.table.results import results_of
from aachen.storage.sqlite import SqliteStore

PLAIN_TEXT = {"Content-Type": "text/plain"}


async def everybody(stack, house, made):
    return {
        seat: await stack.enter_async_context(house.player(made["table"], token))
        for seat, token in made["seats"].items()
    }


async def finished(house, game="carolus", seats=("random", "random")):
    """A table whose bots have played to the end."""
    made = await house.make(game, list(seats))
    table = house.tables.loaded[made["table"]].table
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


def test_sentences_are_in_the_askers_language(tmp_path):
    with asking(tmp_path) as client:
        answer = client.get("/api/tables/aaaaaaaaaa", headers={"Accept-Language": "fr-CH, de"})
    error = answer.json()["error"]

    assert answer.status_code == 404
    assert "table" in error["sentence"]
    assert "existe" in error["sentence"]
    assert error["sentences"]["fr"] == error["sentence"]
    assert sorted(error["sentences"]) == ["de", "en", "fr"]


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
                data = await me.hear("sheet", lambda data: data["sheet"]["state"] == "closed")
                other = next(seat for seat in made["seats"] if seat != me.heard[0]["seat"])
                shown = await me.ask("show", seq=0, eyes=other)
                answer = await me.ask("act", after=0, action={"do": "x"})
            stranger = await house.get(f"{path}/log")
            mine = await house.get(f"{path}/log", token)
            return (
                [each.status_code for each in (no, yes, stranger, mine)],
                data["sheet"]["fair"]["secret"] in mine.text,
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
                data = await other.hear("rematch")
            twice = await house.post(path, None, second)
            return (
                [each.status_code for each in (early, again, twice)],
                data["table"] == again.json()["table"] == twice.json()["error"]["facts"]["table"],
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
            view = next(iter(players.values())).view
            listed = (await house.get("/api/tables")).json()["tables"]
            wishes = [{"table": mine["table"], "token": token, "seen": 2} for token in mine["seats"].values()]
            wishes += [{"table": mine["table"]}, {"table": "zzzzzzzzzz"}]
            looked = (await house.post("/api/look", {"tables": wishes})).json()["tables"]
            data = [(glance["mine"], glance["my_turn"], glance["new"]) for glance in looked]
            whens = [glance["when"] for glance in looked]
            return [glance["title"] for glance in listed], data, whens, view, list(players)

    listed, data, whens, view, seats = asyncio.run(scene())

    assert listed == ["open"]
    assert data == [(seat, seat in view["to_act"], 3) for seat in seats]
    assert whens == [{"round": view["round"]}] * 2


def test_a_list_says_how_a_game_ended_for_whose_seat_it_is(tmp_path):
    """Also to somebody who was not there, and after a restart; a spectator is told nothing."""

    async def look(house, made):
        wishes = [{"table": made["table"], "token": token} for token in [*made["seats"].values(), None]]
        looked = (await house.post("/api/look", {"tables": wishes})).json()["tables"]
        return {glance["mine"]: glance["result"] for glance in looked}

    async def scene():
        async with serving(tmp_path) as house, contextlib.AsyncExitStack() as stack:
            made = await house.make("carolus", ["me", "me"])
            players = await everybody(stack, house, made)
            early = await look(house, made)
            await play_on(players, 10_000, random.Random(1))
            places = next(iter(players.values())).view["outcome"]["places"]
            late = await look(house, made)
        async with serving(tmp_path) as house:
            return early, late, await look(house, made), places

    early, late, again, places = asyncio.run(scene())

    assert early == dict.fromkeys([*places, None])
    assert (
        late
        == again
        == {seat: "won" if place == 1 else "lost" for seat, place in places.items()} | {None: None}
    )
    assert sorted(places.values()) == [1, 2]


class EndedPosition:
    """A game that is over: who came first, and who plays for whom."""

    def __init__(self, places, sides=None):
        self.places, self.sides = places, sides

    def outcome(self):
        return self.places and Outcome(self.places, [0] * len(self.places), "", "", "")

    def view(self, viewer):
        return {} if self.sides is None else {"sides": self.sides}


@pytest.mark.parametrize(
    ("places", "sides", "results"),
    [
        ([2, 1, 3], None, ["lost", "won", "lost"]),
        ([1, 1, 3], None, ["shared", "shared", "lost"]),
        ([2, 2, 2], None, ["all_lost"] * 3),
        ([1, 3, 1, 3], {"white": ["a", "c"], "black": ["b", "d"]}, ["won", "lost", "won", "lost"]),
        ([1, 1, 1, 1], {"white": ["a", "c"], "black": ["b", "d"]}, ["shared"] * 4),
    ],
)
def test_partners_win_together_and_equals_share(places, sides, results):
    seats = ["a", "b", "c", "d"][: len(places)]

    ended: Any = EndedPosition(places, sides)
    running: Any = EndedPosition(None)

    assert results_of(ended, seats) == dict(zip(seats, results, strict=True))
    assert results_of(running, seats) is None


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
                data = await reader.ask("story", before=6, count=2)
            return (
                taken.status_code,
                "digest" in story.replace("board_digest", ""),
                shown["view"] == me.frames[5]["view"],
                foreign["error"]["code"],
                [entry["seq"] for entry in data["entries"]],
                reader.view == me.view,
            )

    assert asyncio.run(scene()) == (201, False, True, "other_eyes", [4, 5], True)


@pytest.mark.parametrize("game", ["carolus", "carolingi"])
def test_a_game_goes_on_from_a_moment(tmp_path, game):
    """While it runs what one may not know is dealt again; afterwards it goes on exactly."""

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


def test_a_hostile_file_is_refused(tmp_path):
    files = ["", "{", '{"aachen": "log/1"}', "\x00", "[1]", '{"aachen": "story/1"}']
    with asking(tmp_path) as client:
        answers = [client.post("/api/records", content=file, headers=PLAIN_TEXT) for file in files]

    assert [answer.status_code for answer in answers] == [422] * len(files)
    assert all(answer.json()["error"]["sentence"] for answer in answers)


# ---- The server itself ---------------------------------------------------------------------------


def test_health_asks_the_store(tmp_path):
    store = Wrapped(SqliteStore(tmp_path / "tables.db"))
    with asking(tmp_path, store) as client:
        well = client.get("/health")
        store.fail = lambda call: True
        ill = client.get("/health")
        lost = client.post("/api/tables", json={"game": "carolus", "seats": [{"kind": "me"}] * 2})

    assert [each.status_code for each in (well, ill, lost)] == [200, 503, 503]


def test_about_describes_games_that_can_be_made(tmp_path):
    with asking(tmp_path) as client:
        about = client.get("/api/about").json()
        made = []
        for game in about["games"]:
            options = {name: option["default"] for name, option in game["options"].items()}
            for number in game["players"]:
                wish = {"game": game["name"], "seats": [{"kind": "open"}] * number, "options": options}
                made.append(client.post("/api/tables", json=wish).status_code)
        board = client.get("/api/boards/0123456789abcdef").status_code
        nowhere = client.get("/api/nothing").status_code
        metrics = client.get("/metrics").text

    assert len(made) >= 6
    assert set(made) == {201}
    assert (board, nowhere) == (404, 404)
    assert "aachen_tables_made_total" in metrics


def board_text(**changes):
    """The shipped board file with changes of one's own."""
    return json.dumps({**boards.standard().source, **changes})


def test_a_board_of_ones_own_is_checked_and_played_on(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            plain = {"Content-Type": "text/plain"}
            data = await house.http.post("/api/boards", content=board_text(name="Mine"), headers=plain)
            options = {"board": json.loads(board_text(name="Mine"))}
            made = await house.make("carolingi", ["me", "me"], options=options)
            async with house.player(made["table"], next(iter(made["seats"].values()))) as me:
                file = await house.get(f"/api/boards/{me.view['board']}")
            return data.json(), me.view["board"], file.json()["name"]

    data, digest, name = asyncio.run(scene())

    assert (data["digest"], data["name"], data["lands"]) == (digest, "Mine", len(boards.standard().lands))
    assert data["players"] == sorted(boards.standard().setups)
    assert name == "Mine"


def test_every_fault_of_a_board_is_told_in_the_askers_language(tmp_path):
    headers = {**PLAIN_TEXT, "Accept-Language": "de"}
    with asking(tmp_path) as client:
        wrong = client.post("/api/boards", content=board_text(format="aachen-board/9"), headers=headers)
        broken = client.post("/api/boards", content="{", headers=headers)
    error = broken.json()["error"]

    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "unknown_format")
    assert (broken.status_code, error["code"], error["facts"]) == (422, "not_json", {"line": 1, "column": 2})
    assert "Zeile" in error["sentence"]


def test_a_board_without_814_does_not_offer_it(tmp_path):
    source = {key: value for key, value in boards.standard().source.items() if key != "years_814"}
    with asking(tmp_path) as client:
        data = client.post("/api/boards", content=json.dumps(source), headers=PLAIN_TEXT).json()

    assert data["options"]["variant"]["among"] == ["base", "advanced"]


def test_a_map_is_found_by_the_digest_of_its_board(tmp_path):
    folder = tmp_path / "maps" / "0123456789abcdef"
    folder.mkdir(parents=True)
    (folder / "lands.json").write_text("{}")
    (tmp_path / "secret.txt").write_text("hidden")
    with asking(tmp_path, maps=tmp_path / "maps") as client:
        drawn = client.get("/maps/0123456789abcdef/lands.json")
        undrawn = client.get("/maps/fedcba9876543210/lands.json")
        outside = client.get("/maps/..%2fsecret.txt")

    assert (drawn.status_code, drawn.json(), drawn.headers["cache-control"]) == (200, {}, "no-cache")
    assert (undrawn.status_code, undrawn.content) == (204, b"")
    assert outside.json()["error"]["code"] == "no_such_address"


@pytest.mark.parametrize("folder", [None, "not there"])
def test_nobody_need_have_drawn_a_map(folder, tmp_path):
    with asking(tmp_path, maps=folder and tmp_path / folder) as client:
        data = [client.get(f"/maps/0123456789abcdef/{name}") for name in ("lands.json", "light.webp")]

    assert [answer.status_code for answer in data] == [204, 404]


def test_a_quiet_table_leaves_memory_and_comes_back(tmp_path):
    async def scene():
        async with serving(tmp_path, idle_seconds=60.0, sweep_seconds=5.0) as house:
            made = await house.make("carolus", ["me", "me"])
            token = next(iter(made["seats"].values()))
            async with house.player(made["table"], token) as me:
                await house.time.advance(100)
                stays = made["table"] in house.tables.loaded
            await until(lambda: not house.tables.loaded[made["table"]].viewers)
            async with asyncio.timeout(20):
                while made["table"] in house.tables.loaded:
                    await house.time.advance(10)
                    await asyncio.sleep(0.01)
            async with house.player(made["table"], token) as again:
                return stays, me.texts == again.texts

    assert asyncio.run(scene()) == (True, True)


@pytest.mark.parametrize(("spectators", "ending"), [(True, "closed"), (False, "closed"), (False, "finished")])
def test_the_secret_of_a_game_is_told_to_whoever_may_read_its_log_and_to_nobody_else(
    tmp_path, spectators, ending
):
    """With the secret every draw can be worked out, so it opens as much as the log."""

    async def scene():
        async with serving(tmp_path) as house:
            seats = ["me", "random"] if ending == "closed" else ["random", "random"]
            made = await house.make("carolus", seats, spectators=spectators, listed=True)
            path, table = f"/api/tables/{made['table']}", house.tables.loaded[made["table"]].table
            async with contextlib.AsyncExitStack() as stack:
                sockets = [await stack.enter_async_context(house.player(made["table"], made["host"]))]
                if spectators:
                    sockets.append(await stack.enter_async_context(house.player(made["table"])))
                if ending == "closed":
                    await house.post(f"{path}/close", None, made["host"])
                await until(lambda: table.sheet.state == ending)
                for each in sockets:
                    await each.hear("sheet", lambda data: data["sheet"]["state"] == ending)
                heard = [json.dumps(each.heard) for each in sockets]
            answers = [await house.get(each) for each in (path, "/api/tables", f"{path}/log")]
            wish = {"tables": [{"table": made["table"]}]}
            answers.append(await house.post("/api/look", wish))
            mine = [(await house.get(each, made["host"])).text for each in (path, f"{path}/log")]
            return table.sheet.secret, [heard[0], *mine], [*heard[1:], *(each.text for each in answers)]

    secret, mine, public = asyncio.run(scene())

    assert [secret in text for text in mine] == [True, True, True]
    assert [text for text in public if secret in text] == []

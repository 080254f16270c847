"""Games outlive rules: a new `rules_version` makes no game unreachable, whether the old rules are there or not."""

from __future__ import annotations

import asyncio
import random

import pytest
from tests.server.kit import Dice, Player, play_on, serving, until
from tests.server.rules_kit import fill, frames, new_rules, players

from aachen.core.verify import verify
from aachen.games.versions import replay_any
from aachen.server.wire.http import SERVED

BOTH = pytest.mark.parametrize("game", ["carolingi", "carolus"])
SHOWN = ("record", "finished", "closed", "story", "running")


def run(scene):
    return asyncio.run(scene())


async def store_tables(folder, game):
    """A store with tables of every kind, made by the rules of today."""
    async with serving(folder, hold_bots=True, chance=Dice(5)) as house:
        return await fill(house, game)


# ---- The old rules are kept as code --------------------------------------------------------------


@BOTH
def test_what_is_stored_looks_as_it_looked_and_is_downloaded_byte_for_byte(tmp_path, game):
    async def scene():
        tables = await store_tables(tmp_path, game)
        with new_rules(keep_old=True):
            async with serving(tmp_path, hold_bots=True) as house:
                for kind in SHOWN:
                    kept = tables[kind]
                    answer = await house.get(f"{kept.path}/log", kept.token)
                    sheet = await house.sheet(kept.table)

                    assert (kind, answer.status_code, answer.text) == (kind, 200, kept.log)
                    assert (sheet["rules"], sheet["fault"]) == ("1", None)
                    assert await frames(house, kept) == kept.frames

    run(scene)


@BOTH
def test_running_games_go_on_by_the_rules_they_began_with(tmp_path, game):
    async def scene():
        tables = await store_tables(tmp_path, game)
        running, bots = tables["running"], tables["bots"]
        with new_rules(keep_old=True):
            async with serving(tmp_path) as house:
                async with players(house, running) as at_table:
                    made = await play_on(at_table, 12, random.Random(9))
                    asked = next(iter(at_table.values())).view["to_act"][0]
                    hint = await at_table[asked].ask("hint")
                await until(lambda: house.bots.requests)
                rules = {request.rules for request in house.bots.requests}
                await house.post(f"{running.path}/close", None, running.host)
                text = (await house.get(f"{running.path}/log", running.token)).text
                is_driven, metrics = bots.table in house.tables.loaded, house.tables.metrics.text()

        assert made == 12
        assert hint["say"] == "hint"
        assert rules == {"1"}
        assert is_driven
        assert "aachen_bot_fallbacks_total 0" in metrics
        assert verify(replay_any(text.splitlines(keepends=True))).is_fair()

    run(scene)


@BOTH
def test_what_begins_goes_by_the_newest_rules_and_what_was_agreed_or_begun_by_the_old(tmp_path, game):
    async def scene():
        tables = await store_tables(tmp_path, game)
        gathering, finished = tables["gathering"], tables["finished"]
        found = {}
        with new_rules(keep_old=True):
            async with serving(tmp_path, hold_bots=True) as house:
                await house.sit(gathering.table)
                found["sat"] = await house.sheet(gathering.table)
                found["new"] = (await house.make(game, ["me", "me"]))["sheet"]
                eyes = next(iter(tables["running"].seats))
                for kind, kept in (("log", tables["record"]), ("story", tables["story"])):
                    wish = {"seq": 2, "eyes": eyes, "seats": [{"kind": "me"}] * 2}
                    answer = await house.post(f"{kept.path}/continue", wish)
                    found[kind] = answer.json()["sheet"]
                answer = await house.post(f"{finished.path}/rematch", None, finished.host)
                found["rematch"] = answer.json()["sheet"]
                said = [await chances(house, each) for each in (finished, tables["story"])]
            async with serving(tmp_path, hold_bots=True) as house:  # and they are found again
                again = {kind: await house.sheet(sheet["table"]) for kind, sheet in found.items()}

        rules = {kind: sheet["rules"] for kind, sheet in again.items()}
        assert rules == {"sat": "1", "new": "2", "log": "1", "story": "1", "rematch": "2"}
        assert {sheet["state"] for kind, sheet in again.items() if kind != "rematch"} == {"running"}
        assert said == ["chances", "chances"]

    run(scene)


async def chances(house, kept):
    """What is answered to who asks for everybody's chances."""
    async with house.player(kept.table, kept.token) as me:
        return (await me.ask("chances", first=0, count=2))["say"]


# ---- Rules that this program does not have: older than it keeps, or of a newer program -----------

OVER = ("record", "finished", "closed", "story")


@BOTH
def test_without_the_rules_everything_that_is_over_is_still_downloaded(tmp_path, game):
    async def scene():
        tables = await store_tables(tmp_path, game)
        with new_rules(keep_old=False):
            async with serving(tmp_path) as house:
                for kind in OVER:
                    kept = tables[kind]
                    answer = await house.get(f"{kept.path}/log", kept.token)

                    assert (kind, answer.status_code, answer.text) == (kind, 200, kept.log)
                story = await frames(house, tables["story"])  # views need no rules
                stranger = await house.get(f"{tables['closed'].path}/log")

        assert story == tables["story"].frames
        assert stranger.status_code == 403

    run(scene)


REFUSED = [
    ("gathering", "sit", {}),
    ("gathering", "entropy", {"entropy": "ab" * 16}),
    ("gathering", "begin", None),
    ("gathering", "seats/SEAT", {"do": "bot"}),
    ("running", "seats/SEAT", {"do": "bot"}),
    ("running", "continue", {"seq": 0, "seats": [{"kind": "me"}] * 2}),
    ("finished", "continue", {"seq": 0, "seats": [{"kind": "me"}] * 2}),
    ("record", "continue", {"seq": 0, "seats": [{"kind": "me"}] * 2}),
    ("story", "continue", {"seq": 0, "seats": [{"kind": "me"}] * 2}),
    ("running", "code", None),
    ("running", "host", None),
]


@BOTH
def test_without_the_rules_a_table_is_read_only_and_says_why(tmp_path, game):
    async def scene():
        tables = await store_tables(tmp_path, game)
        with new_rules(keep_old=False):
            async with serving(tmp_path) as house:
                for kind, what, wish in REFUSED:
                    kept = tables[kind]
                    path = f"{kept.path}/{what}".replace("SEAT", next(iter(kept.seats), ""))
                    token = kept.host if what in ("begin", "host") else kept.token
                    answer = await house.post(path, wish, token)

                    assert (kind, what, answer.status_code) == (kind, what, 409), answer.text
                    assert answer.json()["error"]["code"] == "rules_not_known"
                    assert set(answer.json()["error"]["sentences"]) == {"en", "de", "fr"}
                guessed = await house.post(f"{tables['running'].path}/recover", {"code": "AAAA-AAAA-AAAA"})
                assert (guessed.status_code, guessed.json()["error"]["code"]) == (401, "code_unknown")
                for kind in ("gathering", "running", "bots", "finished", "record", "closed"):
                    kept = tables[kind]
                    sheet = await house.sheet(kept.table)
                    player = await Player.knock(house, kept.table)
                    await player.say({"say": "hello", "token": kept.token or kept.host})
                    error = (await player.hear("error"))["error"]

                    assert (
                        sheet["fault"]
                        == error
                        == {
                            "code": "rules_not_known",
                            "where": "",
                            "facts": {"game": game, "given": "1"},
                        }
                    )
                    assert await player.closed() == 1008
                running = await house.get(f"{tables['running'].path}/log", tables["running"].token)
                rematch = await house.post(
                    f"{tables['finished'].path}/rematch", None, tables["finished"].host
                )

        assert running.status_code == 409
        assert running.json()["error"]["code"] == "rules_not_known"
        assert (rematch.status_code, rematch.json()["sheet"]["rules"]) == (201, "2")

    run(scene)


@BOTH
def test_without_the_rules_lists_and_health_are_whole_and_other_tables_play(tmp_path, game):
    async def scene():
        tables = await store_tables(tmp_path, game)
        with new_rules(keep_old=False):
            async with serving(tmp_path) as house:
                other = await house.make(game, ["me", "me"], listed=True)
                mine = [{"table": each.table, "token": each.token or each.host} for each in tables.values()]
                looked = await house.post("/api/look", {"tables": [*mine, {"table": other["table"]}]})
                for path in ("/health", "/metrics", "/api/tables", "/api/about", "/api/openapi.json"):
                    assert (await house.get(path)).status_code == 200
                async with house.player(other["table"], other["seats"][next(iter(other["seats"]))]) as me:
                    assert me.view["seats"]
                await house.time.advance(100)  # sweeps go by
                metrics = house.tables.metrics.text()
                loaded = set(house.tables.loaded)

        assert looked.status_code == 200, looked.text
        faults = {each["table"]: each["fault"] and each["fault"]["code"] for each in looked.json()["tables"]}
        assert faults == {
            **{each.table: "rules_not_known" for kind, each in tables.items() if kind != "story"},
            tables["story"].table: None,
            other["table"]: None,
        }
        assert "aachen_tables_unreadable 0" in metrics
        assert "aachen_crashes_total 0" in metrics
        assert tables["bots"].table not in loaded  # nobody can move there, so nobody tries

    run(scene)


@BOTH
def test_without_the_rules_the_host_closes_a_game_and_its_players_have_the_log(tmp_path, game):
    async def scene():
        tables = await store_tables(tmp_path, game)
        running, gathering = tables["running"], tables["gathering"]
        with new_rules(keep_old=False):
            async with serving(tmp_path) as house:
                stranger = await house.post(f"{running.path}/close", None, running.token)
                for kept in (running, gathering):
                    answer = await house.post(f"{kept.path}/close", None, kept.host)

                    assert (answer.status_code, answer.json()["state"]) == (200, "closed")
                log = await house.get(f"{running.path}/log", running.token)
                twice = await house.post(f"{running.path}/close", None, running.host)
            async with serving(tmp_path) as house:
                assert (await house.sheet(running.table))["state"] == "closed"
                assert (await house.get(f"{running.path}/log", running.token)).text == log.text
        async with serving(tmp_path) as house:  # the rules are back
            shown = await frames(house, running)
            assert (await house.sheet(gathering.table))["state"] == "closed"

        assert stranger.status_code == 403
        assert twice.status_code == 409
        seat = next(iter(running.seats))
        assert [each["view"] for each in shown[seat]] == [each["view"] for each in running.frames[seat]]
        assert verify(replay_any(log.text.splitlines(keepends=True))).is_fair()

    run(scene)


@BOTH
def test_without_the_rules_notifications_can_still_be_seen_and_removed(tmp_path, game):
    async def scene():
        tables = await store_tables(tmp_path, game)
        running = tables["running"]
        path = f"{running.path}/notifications"
        async with serving(tmp_path) as house:
            added = await house.post(path, {"channel": "feed"}, running.token)
            assert added.status_code == 201, added.text
        with new_rules(keep_old=False):
            async with serving(tmp_path) as house:
                listed = await house.get(path, running.token)
                (one,) = listed.json()["subscriptions"]
                removed = await house.post(f"{path}/{one['id']}", {"do": "remove"}, running.token)

        assert (listed.status_code, removed.status_code) == (200, 200), removed.text
        assert removed.json()["subscriptions"] == []

    run(scene)


def test_every_route_of_a_table_was_asked_without_its_rules():
    """A new route has to be thought of here."""
    asked = {what.replace("SEAT", "{seat}") for _, what, _ in REFUSED} | {
        "log",
        "close",
        "rematch",
        "socket",
        "recover",
        "notifications",
        "notifications/{subscription}",
    }
    paths = {
        path for route in SERVED if (path := getattr(route, "path", "")).startswith("/api/tables/{table}/")
    }

    assert {path.removeprefix("/api/tables/{table}/") for path in paths} == asked


def test_games_of_a_newer_program_are_the_same_case(tmp_path):
    """The software was rolled back: its tables are still there when it comes forward again."""

    async def scene():
        with new_rules(keep_old=True):
            tables = await store_new_tables(tmp_path)
        async with serving(tmp_path) as house:
            sheet = await house.sheet(tables["table"])
            assert sheet["fault"]["facts"]["given"] == "2"
        with new_rules(keep_old=True):
            async with serving(tmp_path) as house, house.player(tables["table"]) as watcher:
                return watcher.view["seats"]

    assert run(scene)


async def store_new_tables(folder):
    async with serving(folder) as house:
        return await house.make("carolus", ["me", "me"])

"""Bots carry out what they planned and think at once; hints are for one pair of eyes; chances wait for the end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from pathlib import Path
from typing import Any

import pytest
from tests.server.kit import Player, serving, settle, until

from aachen.bots import review
from aachen.bots.bot import position_in
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.server.bots.request import AnalysisRequest, BotRequest

Plain = dict[str, Any]


ENTRIES = 40  # of a game that shows what bots do

# ---- Courses -------------------------------------------------------------------------------------


def whole_turn(request: BotRequest) -> list[Plain]:
    """The first offer again and again, for as long as it is this seat's turn and luck is not asked."""
    position = position_in(request.view, GAMES[request.game], SeededLuck(1), None)
    seat = position.seats().index(request.view["viewer"])
    phase, course = position.view(seat)["phase"], []
    while position.to_act() == [seat] and position.view(seat)["phase"] == phase:
        action = position.offers(seat)[0]
        course.append(position.name_action(action))
        if phase != "putting":
            break
        position.play(seat, action, SeededLuck(1))
    return course


def test_a_planned_turn_is_carried_out_without_asking_again(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            house.bots.plan = whole_turn
            made = await house.make("carolus", ["random", "random"])
            table = house.tables.loaded[made["table"]].table
            await until(lambda: table.game().seq >= ENTRIES)
            return len(house.bots.asked), table.game().seq

    asked, entries = asyncio.run(scene())

    assert 0 < asked < 0.7 * entries


def test_a_course_that_cannot_go_on_is_dropped(tmp_path, caplog):
    caplog.set_level(logging.WARNING, "aachen.server")

    async def scene():
        async with serving(tmp_path) as house:
            house.bots.plan = lambda request: [request.offers[0], {"do": "win"}]
            made = await house.make("carolus", ["random", "random"])
            table = house.tables.loaded[made["table"]].table
            await until(lambda: table.game().seq >= ENTRIES)
            return len(house.bots.asked), table.game().seq

    asked, entries = asyncio.run(scene())

    assert entries >= asked > 0.5 * entries  # who has only one thing to do is not asked
    assert {"course_dropped"} == set(caplog.messages)


def test_a_person_who_comes_back_ends_the_course(tmp_path):
    """The bot has planned a whole turn and done a part of it; the rest is the person's."""

    async def scene():
        async with serving(tmp_path) as house:
            house.bots.plan = whole_turn
            made = await house.make("carolus", ["me", "random"], pace=1000)
            table = house.tables.loaded[made["table"]].table
            token = made["seats"]["white"]
            await house.change(made["table"], "white", "bot", token)
            while not is_in_a_turn_of_white(table.position().view(0)):
                await house.time.advance(1.0)
                await settle(50)
            await house.change(made["table"], "white", "back", token)
            seq = table.game().seq
            for _ in range(5):
                await house.time.advance(1.0)
                await settle(50)
            return table.game().seq - seq, table.asked()

    assert asyncio.run(scene()) == (0, ["white"])


def is_in_a_turn_of_white(view: Plain) -> bool:
    """White has put some of the round's paladins, but not all."""
    return bool(view["phase"] == "putting" and view["to_act"] == ["white"] and view["paladins_to_put"] == 2)


def test_bots_who_choose_at_once_think_at_once(tmp_path):
    async def scene():
        async with serving(tmp_path, hold_bots=True) as house:
            made = await house.make("carolingi", ["random", "greedy", "random"])
            table = house.tables.loaded[made["table"]].table
            await until(lambda: len(house.bots.asked) == 3)
            return house.bots.asked, table.seq

    assert asyncio.run(scene()) == (["random red", "greedy yellow", "random blue"], 0)


# ---- Hints ---------------------------------------------------------------------------------------


GOLDEN = Path(__file__).parents[1] / "golden"


@contextlib.asynccontextmanager
async def finished(tmp_path, log="carolus/2_players_goal"):
    """A game that is kept and over, and somebody who looks at it."""
    text = (GOLDEN / f"{log}.log").read_text(encoding="utf-8")
    async with serving(tmp_path) as house:
        record = await house.http.post("/api/records", content=text, headers={"Content-Type": "text/plain"})
        assert record.status_code == 201, record.text
        async with house.player(record.json()["table"]) as watcher:
            yield house, record.json()["table"], watcher


def test_a_hint_is_told_to_who_asked_and_to_nobody_else(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolingi", ["me", "me"], hints=True)
            async with contextlib.AsyncExitStack() as stack:
                red, yellow, watcher = [
                    await stack.enter_async_context(house.player(made["table"], token))
                    for token in (made["seats"]["red"], made["seats"]["yellow"], None)
                ]
                hint = await red.ask("hint")
                await yellow.ask("ping")
                await watcher.ask("ping")
                heard = [one["say"] for player in (yellow, watcher) for one in player.heard]
                return hint["seat"], hint["seq"], sorted(hint["thought"]), "hint" in heard

    assert asyncio.run(scene()) == (
        "red",
        0,
        ["best", "chances", "level", "others", "reasons", "reply", "rounds"],
        False,
    )


@pytest.mark.parametrize(
    ("seats", "wish", "said"),
    [
        (["me", "greedy"], {}, "hint"),
        (["me", "greedy"], {"hints": False}, "hints_off"),
        (["me", "me"], {}, "hints_off"),
        (["me", "me"], {"hints": True}, "hint"),
    ],
)
def test_between_people_hints_are_off_unless_they_were_chosen(tmp_path, seats, wish, said):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolingi", seats, **wish)
            async with house.player(made["table"], made["seats"]["red"]) as red:
                answer = await red.ask("hint")
            return (await house.sheet(made["table"]))["hints"], answer.get("error", {}).get(
                "code", answer["say"]
            )

    assert asyncio.run(scene()) == (said == "hint", said)


def test_nobody_is_advised_with_anothers_eyes_while_the_game_runs(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolingi", ["me", "me"], hints=True)
            async with (
                house.player(made["table"], made["seats"]["red"]) as red,
                house.player(made["table"], made["host"]) as host,
                house.player(made["table"]) as watcher,
            ):
                others = [
                    (await player.ask("hint", seq=0, eyes="yellow"))["error"]["code"]
                    for player in (red, host, watcher)
                ]
                own = await red.ask("hint", seq=0, eyes="red")
                return others, own["seat"], (await watcher.ask("hint"))["error"]["code"]

    assert asyncio.run(scene()) == (["other_eyes"] * 3, "red", "watchers_watch")


def test_when_the_game_is_over_a_bot_is_asked_about_any_moment(tmp_path):
    async def scene():
        async with finished(tmp_path) as (house, _table, watcher):
            moment = await watcher.ask("show", seq=9, eyes="white")
            (asked,) = moment["view"]["to_act"]
            offers = (await watcher.ask("show", seq=9, eyes=asked))["view"]["offers"]
            hint = await watcher.ask("hint", seq=9, eyes=asked)
            assert house.bots.requests[-1].turn == "watchers"  # nobody's bots wait for who only looks on
            nobody = await watcher.ask("hint", seq=9)
            return hint["thought"]["best"]["actions"][0] in offers, hint["seq"], nobody["error"]["code"]

    assert asyncio.run(scene()) == (True, 9, "nothing_offered")


# ---- Chances -------------------------------------------------------------------------------------


async def whole_graph(player: Player, count: int) -> tuple[Plain, Plain]:
    """All parts of the graph put together, and the last part."""
    chances: dict[str, list[float]] = {}
    part: Plain = {}
    while part.get("verdict") is None:
        part = await player.ask("chances", first=len(next(iter(chances.values()), [])), count=count)
        assert part["say"] == "chances", part
        chances = {seat: chances.get(seat, []) + more for seat, more in part["chances"].items()}
    return chances, part


def test_chances_are_not_told_before_the_end(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"])
            codes = []
            for token in (made["seats"]["white"], made["host"], None):
                async with house.player(made["table"], token) as player:
                    codes.append((await player.ask("chances"))["error"]["code"])
            return codes

    assert asyncio.run(scene()) == ["chances_too_early"] * 3


@pytest.mark.parametrize("log", ["carolus/4_players_goal", "carolingi/2_players_peace"])
def test_a_graph_in_parts_is_the_whole_graph(tmp_path, log):
    async def scene():
        async with finished(tmp_path, log) as (house, table, watcher):
            chances, last = await whole_graph(watcher, 7)
            asked = len(house.bots.analyses)
            async with house.player(table) as other:
                again, _ = await whole_graph(other, 200)
            beyond = await watcher.ask("chances", first=last["last"] + 1)
            return chances, last, again, len(house.bots.analyses) - asked, beyond

    chances, last, again, judged_again, beyond = asyncio.run(scene())

    assert {last["last"] + 1} == {len(column) for column in chances.values()}
    assert all(0.0 <= chance <= 1.0 for column in chances.values() for chance in column)
    assert chances == again
    assert judged_again == 0
    assert beyond["error"]["code"] == "no_such_entry"
    assert sorted(last["verdict"]["luck"]) == sorted(chances)
    for seat, parts in last["verdict"]["breakdown"].items():
        assert (parts["start"], parts["end"]) == (chances[seat][0], chances[seat][-1])
        assert parts["start"] + parts["luck"] + parts["own"] + parts["others"] == pytest.approx(parts["end"])


def test_a_story_is_judged_by_what_was_seen(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolingi", ["me", "me"])
            red = made["seats"]["red"]
            async with house.player(made["table"], red) as player:
                await player.act()
            story = (await house.get(f"/api/tables/{made['table']}/log", red)).text
            record = await house.http.post(
                "/api/records", content=story, headers={"Content-Type": "text/plain"}
            )
            async with house.player(record.json()["table"]) as watcher:
                chances, _ = await whole_graph(watcher, 50)
            return [len(column) for column in chances.values()], house.bots.analyses[-1].lines

    assert asyncio.run(scene()) == ([2, 2], None)


def test_a_part_that_nobody_can_judge_is_asked_for_again(tmp_path):
    async def scene():
        async with finished(tmp_path) as (house, _table, watcher):
            house.bots.can_evaluate = False
            failed = await watcher.ask("chances")
            house.bots.can_evaluate = True
            return failed["error"]["code"], (await watcher.ask("chances"))["say"]

    assert asyncio.run(scene()) == ("no_chances", "chances")


# ---- Which lane ----------------------------------------------------------------------------------


def test_who_answers_at_once_has_a_lane_of_its_own():
    asked: Plain = {
        "kind": "course",
        "game": "carolus",
        "options": None,
        "patience": 1.0,
        "seed": 1,
        "view": {},
    }
    lanes = [BotRequest(level=level, **asked).lane for level in ("random", "greedy", "planner", "search")]
    analysis = AnalysisRequest(game="carolus", options=None, patience=1.0, first=0, count=1)

    assert [*lanes, analysis.lane] == ["quick", "quick", "brisk", "deep", "brisk"]


# ---- Review --------------------------------------------------------------------------------------


def test_decisions_are_not_reviewed_before_the_end(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            made = await house.make("carolus", ["me", "me"])
            async with house.player(made["table"], made["host"]) as player:
                return (await player.ask("review"))["error"]["code"]

    assert asyncio.run(scene()) == "chances_too_early"


def test_a_review_in_parts_says_how_far_it_is_and_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(review, "ROUNDS", 12)
    monkeypatch.setattr(review, "SEARCHES", 2)

    async def scene():
        async with finished(tmp_path, "carolus/2_players_goal") as (house, table, watcher):
            parts = [await watcher.ask("review", count=50)]
            while parts[-1]["summary"] is None:
                parts.append(await watcher.ask("review", first=parts[-1]["known"], count=50))
            asked = len(house.bots.analyses)
            async with house.player(table) as other:
                again = await other.ask("review", first=parts[-1]["last"], count=1)
            return parts, again, len(house.bots.analyses) - asked

    parts, again, asked_again = asyncio.run(scene())
    known, summary = [part["known"] for part in parts], parts[-1]["summary"]

    assert known == sorted(set(known))
    assert known[-1] == parts[-1]["last"] + 1
    assert again["summary"] == summary
    assert asked_again == 0
    assert sorted(summary["accuracy"]) == ["black", "white"]
    for found in summary["accuracy"].values():
        assert 0 < found["good"] < found["decisions"]
        assert 0 < found["low"] < found["good"] / found["decisions"] < found["high"] < 1
    assert 0 < len(summary["mistakes"]) <= 12
    for mistake in summary["mistakes"]:
        assert mistake["best"] != mistake["played"]
        assert mistake["loss"] >= 0.02

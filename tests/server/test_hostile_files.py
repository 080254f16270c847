"""Files from anywhere: whatever is in them, they are read or refused, and nothing else happens."""

from __future__ import annotations

import asyncio
import copy
import json
from pathlib import Path

import pytest
from tests.server.kit import Player, serving

from aachen.games.carolingi import board as boards
from aachen.server.records import MOST_LINES

GOLDEN = Path(__file__).parents[1] / "golden" / "logs"
LOG = (GOLDEN / "814-co-regent.log").read_text(encoding="utf-8")
FIRST, *REST = LOG.splitlines(keepends=True)
KIND = {"Content-Type": "text/plain"}


def with_header(**changes):
    """The log with other things in its first line."""
    return json.dumps({**json.loads(FIRST), **changes}) + "\n" + "".join(REST)


SEATS = json.loads(FIRST)["seats"]
HOSTILE = {
    "nothing": ("", "record_empty"),
    "blank lines": ("\n\n\n", "line_blank"),
    "no JSON": ("<script>alert(1)</script>", "line_not_json"),
    "a web page": ("<!doctype html>\n<p>\n", "line_not_json"),
    "zeros": ("\0" * 1000, "line_not_json"),
    "a list": ("[]\n", "wrong_type"),
    "deep lists": ("[" * 100_000 + "]" * 100_000, "too_deep"),
    "deep objects": ('{"a":' * 50_000 + "1" + "}" * 50_000, "too_deep"),
    "a deep option": (with_header(options={"board": json.loads("[" * 60 + "]" * 60)}), "too_deep"),
    "an endless number": ('{"aachen": ' + "9" * 100_000 + "}", "bad_number"),
    "not a number": ('{"aachen": NaN}', "bad_number"),
    "infinity": ('{"aachen": -Infinity}', "bad_number"),
    "a number beyond all": ('{"aachen": 1e999}', "bad_number"),
    "a key twice": ('{"aachen": "log/1", "aachen": "log/1"}', "duplicate_key"),
    "half a character": (with_header(names={SEATS[0]: "\ud800"}), "line_not_text"),
    "half a character in a story": ('{"aachen": "story/1", "game": "\\udfff"}', "line_not_text"),
    "another format": (with_header(aachen="log/99"), None),
    "another game": (with_header(game="chess"), None),
    "other rules": (with_header(rules="99"), None),
    "a huge number of players": (with_header(options={"players": 10**30}), None),
    "a name for nobody": (with_header(names={"nobody": "x"}), None),
    "a name that is none": (with_header(names={SEATS[0]: 7}), None),
    "an unknown key": (with_header(**{"__proto__": {}}), None),
    "too many lines": (FIRST + "{}\n" * (MOST_LINES + 1), "record_too_long"),
    "lines without end": (FIRST + "\n" * 100_000, "record_too_long"),
    "a line of a megabyte": (FIRST + '{"a": "' + "x" * 1_000_000 + '"}\n', None),
    "only the first line, bent": (FIRST.replace('"', "'"), "line_not_json"),
    "a blank in the middle": (FIRST + "\n" + "".join(REST), "line_blank"),
    "a story without screens": (
        '{"aachen":"story/1","game":"carolus","rules":"1","options":null,"seats":[],"names":{},"eyes":null}\n',
        "log_cut_off",
    ),
}


def test_a_hostile_file_is_refused_with_a_reason_and_leaves_nothing_behind(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            data = {}
            for name, (text, _) in HOSTILE.items():
                body = text.encode("utf-8", "surrogatepass")
                answer = await house.http.post("/api/records", content=body, headers=KIND)
                data[name] = (answer.status_code, answer.json()["error"]["code"])
            kept = [
                sheet
                for state in ("gathering", "running", "finished", "closed")
                for sheet in await house.tables.store.find(state, None, 100)
            ]
            crashes = [
                line
                for line in (await house.get("/metrics")).text.splitlines()
                if line.startswith("aachen_crashes_total") and not line.endswith(" 0")
            ]
            return data, kept, crashes

    data, kept, crashes = asyncio.run(scene())

    assert {name: code for name, (_, code) in data.items()} == {
        name: code or data[name][1] for name, (_, code) in HOSTILE.items()
    }
    assert all(status == (400 if code == "too_deep" else 422) for status, code in data.values())
    assert (kept, crashes) == ([], [])


def test_what_is_no_text_is_refused(tmp_path):
    bodies = [b"\xff\xfe\xff", LOG.encode("utf-16"), LOG.encode() + b"\xed\xa0\x80\n"]

    async def scene():
        async with serving(tmp_path) as house:
            asked = [await house.http.post("/api/records", content=body, headers=KIND) for body in bodies]
            return {(answer.status_code, answer.json()["error"]["code"]) for answer in asked}

    assert asyncio.run(scene()) == {(422, "body_not_text")}


@pytest.mark.parametrize(
    "text",
    [LOG, LOG.replace("\n", "\r\n"), "\ufeff" + LOG, LOG.rstrip("\n")],
    ids=["as it is", "from another system", "with a mark of byte order", "without its last line's end"],
)
def test_a_sound_file_is_read_however_it_was_kept(tmp_path, text):
    async def scene():
        async with serving(tmp_path) as house:
            answer = await house.http.post("/api/records", content=text.encode(), headers=KIND)
            assert answer.status_code == 201, answer.text
            return (await house.get(f"/api/tables/{answer.json()['table']}/log")).text

    assert asyncio.run(scene()) == LOG


def test_names_lose_what_cannot_be_seen_and_travel_unharmed(tmp_path):
    """Line ends, turned writing and marks stay out of names and titles; signs that end lines elsewhere break nothing."""
    odd = "a\u2028b\u0085c\u202ed\n\x00<b>é"

    async def scene():
        async with serving(tmp_path) as house:
            seats = [{"kind": "me", "name": odd}, {"kind": "me", "name": "\u202e\n"}]
            made = (
                await house.post("/api/tables", {"game": "carolus", "seats": seats, "title": f" {odd} "})
            ).json()
            sheet = await house.sheet(made["table"])
            await house.post(f"/api/tables/{made['table']}/close", None, made["host"])
            log = (await house.get(f"/api/tables/{made['table']}/log", made["host"])).text
            bent = log.replace("<b>", "\u2028\u0085<b>")
            back = [
                (await house.http.post("/api/records", content=text.encode(), headers=KIND)).json()["table"]
                for text in (log, bent)
            ]
            names = [(await house.sheet(table))["seats"][0]["name"] for table in back]
            return sheet["title"], [seat["name"] for seat in sheet["seats"]], names

    title, (first, second), names = asyncio.run(scene())

    assert title == first == "a b c d  <b>é"
    assert second is None
    assert names == [first, "a b c d    <b>é"]


HOSTILE_LABEL = "</script><script>alert(1)</script>\u202e"


def test_a_board_with_hostile_labels_is_refused_or_stays_data(tmp_path):
    """A board of one's own may call lands as it likes; it is only ever told as JSON that no browser runs."""
    source = copy.deepcopy(boards.standard().source)
    source["lands"][0]["label"] = HOSTILE_LABEL
    body = {
        "game": "carolingi",
        "seats": [{"kind": "me"}] * 3,
        "options": {"board": {key: source[key] for key in source if key != "about"}},
    }

    async def scene():
        async with serving(tmp_path) as house:
            made = await house.post("/api/tables", body)
            if made.status_code != 201:
                return made, None, None
            table = made.json()["table"]
            player = await Player.come(house, table, None)
            digest = player.view["board"]
            board = await house.get(f"/api/boards/{digest}")
            await player.leave()
            return made, await house.get(f"/api/tables/{table}"), board

    made, sheet, board = asyncio.run(scene())

    for answer in (made, sheet, board):
        if answer is not None:
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["x-content-type-options"] == "nosniff"
    assert made.status_code in (201, 422)
    if made.status_code == 201:
        assert HOSTILE_LABEL not in sheet.text
        assert board.json()["lands"][0]["label"] == HOSTILE_LABEL


def test_deep_options_of_a_table_are_refused(tmp_path):
    async def scene():
        async with serving(tmp_path) as house:
            wish = json.dumps({"game": "carolus", "seats": [{"kind": "me"}] * 2, "options": {"players": 2}})
            data = set()
            for depth in (41, 500, 950, 990, 30_000):
                text = wish.replace('"players": 2', f'"players": {"[" * depth}{"]" * depth}')
                kind = {"Content-Type": "application/json"}
                answer = await house.http.post("/api/tables", content=text, headers=kind)
                data.add((answer.status_code, answer.json()["error"]["code"]))
            return data

    assert asyncio.run(scene()) == {(400, "too_deep")}

"""The table itself acts: its entries are written, replayed, talked about and never taken back (8, C30)."""

import json
from typing import Any

import pytest

from aachen.core.contract import TABLE, TABLE_NAME
from aachen.core.dialogue import Dialogue
from aachen.core.errors import BadInput
from aachen.core.log import Record, actor_name
from aachen.core.luck import SeededLuck
from aachen.core.replay import read_actor, read_seat, replay
from aachen.games import GAMES
from aachen.titles.sentences import Sentences

GAME = GAMES["carolingi"]
LAID = ({"do": "lay", "tile": "battle"}, {"do": "lay", "tile": "develop"})


def lay_two(record, seat=0):
    for action in LAID:
        record.play(seat, record.position.read_action(action), SeededLuck(1))


def running() -> Record:
    """Red has laid two tiles, so the sand runs."""
    record = Record.begin(GAME, GAME.options({"players": 2, "hourglass": 60}), SeededLuck(1))
    lay_two(record)
    return record


def ran_out() -> Record:
    record = running()
    record.play(TABLE, record.position.offers(TABLE)[0], SeededLuck(1))
    return record


def test_the_table_has_a_name_that_no_seat_has():
    record = running()

    assert actor_name(record.position, TABLE) == TABLE_NAME
    assert actor_name(record.position, 1) == "yellow"
    assert read_actor(record.position, TABLE_NAME) == TABLE
    assert read_actor(record.position, "yellow") == 1
    assert TABLE_NAME not in record.position.seats()


def test_the_table_has_no_eyes():
    with pytest.raises(BadInput):
        read_seat(running().position, TABLE_NAME)


def test_an_act_of_the_table_is_an_entry_and_replays():
    record = ran_out()
    data = json.loads(record.lines[3])
    *_, step = replay([line + "\n" for line in record.lines], GAMES)

    assert (data["seat"], data["action"]) == ("table", {"do": "sand"})
    assert step.faults == []
    assert step.position is not None
    assert (step.seat, step.position.write()) == ("table", record.position.write())
    assert "sand_ran_out" in [event.kind for event in step.events]


def test_an_act_of_the_table_before_its_time_is_refused_at_its_line():
    lines = ran_out().lines
    early = [lines[0], json.dumps(json.loads(lines[3]) | {"seq": 1})]
    *_, step = replay([line + "\n" for line in early], GAMES)

    assert step.fault is not None
    assert step.fault.code == "log_refused"
    assert step.refusal is not None
    assert step.refusal.code == "hourglass_not_turned"


def test_what_the_table_did_is_out_of_reach_of_an_undo():
    assert ran_out().undoable() == []


# ---- The protocol --------------------------------------------------------------------------------


def talk() -> Any:
    talk = Dialogue(GAMES, Sentences())
    talk.answer({"ask": "new", "options": {"players": 2, "hourglass": 60}, "luck": {"seed": 1}})
    return talk


def test_the_table_is_offered_the_sand_once_it_runs():
    program = talk()
    before = program.answer({"ask": "offers", "seat": "table"})["offers"]
    for action in LAID:
        program.answer({"ask": "play", "seat": "red", "action": action})

    assert before == []
    assert program.answer({"ask": "offers", "seat": "table"})["offers"] == [{"do": "sand"}]
    assert program.answer({"ask": "to_act"})["to_act"] == ["yellow"]


def test_the_table_plays_and_is_refused_like_a_seat():
    program = talk()
    early = program.answer({"ask": "play", "seat": "table", "action": {"do": "sand"}})
    for action in LAID:
        program.answer({"ask": "play", "seat": "red", "action": action})
    other = program.answer({"ask": "refusal", "seat": "table", "action": {"do": "done"}})
    done = program.answer({"ask": "play", "seat": "table", "action": {"do": "sand"}})

    assert early["refusal"]["code"] == "hourglass_not_turned"
    assert other["refusal"]["code"] == "only_the_sand"
    assert done["ok"]
    assert done["events"][0] == {"event": "sand_ran_out"}


@pytest.mark.parametrize("ask", [{"ask": "view"}, {"ask": "imagine", "seed": 1}])
def test_the_table_has_no_view(ask):
    said = talk().answer({**ask, "seat": "table"})

    assert said["error"]["code"] == "no_such_seat"

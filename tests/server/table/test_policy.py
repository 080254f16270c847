"""A table's policy is one struct, from the wish over the stored sheet to the public sheet."""

from __future__ import annotations

import json
from typing import Any

from tests.server.table.kit import TableGame

from aachen.server.messages import ClockWish, NewTable, Sheet
from aachen.server.table.policy import FIELDS, TablePolicy
from aachen.server.table.sheet import read_sheet

CHOSEN: dict[str, Any] = {
    "undo": "ask",
    "clock": {"bank": 60, "add": 5},
    "spectators": False,
    "listed": True,
    "begin": "host",
    "pace": 1,
    "patience": 2,
    "thinking": 4,
    "stand_in": "random",
    "hints": False,
}


def test_every_field_of_the_policy_is_in_the_wish_and_on_the_sheet():
    assert set(FIELDS) <= set(NewTable.__struct_fields__)
    assert set(FIELDS) <= set(Sheet.__struct_fields__)
    assert set(CHOSEN) == set(FIELDS)


def test_what_was_wished_for_is_stored_and_shown():
    sheet = TableGame(**CHOSEN).table.sheet
    public = sheet.as_message()

    assert sheet.policy == TablePolicy(**CHOSEN | {"clock": ClockWish(60, 5)})
    assert read_sheet(sheet.stored(0)) == sheet
    assert {name: getattr(public, name) for name in FIELDS} == sheet.policy.fields()


def test_a_sheet_is_stored_flat_as_it_always_was():
    """Servers of former versions read what this one has stored, and the other way round."""
    stored = TableGame(**CHOSEN).table.sheet.stored(0)
    flat = json.loads(stored.body)

    assert {name: flat[name] for name in FIELDS} == CHOSEN
    assert "policy" not in flat
    assert stored.listed


def test_a_sheet_of_a_former_version_gets_what_was_usual_then():
    stored = TableGame().table.sheet.stored(0)
    flat = json.loads(stored.body)
    for name in ("thinking", "stand_in", "hints"):
        del flat[name]
    stored.body = json.dumps(flat).encode()

    policy = read_sheet(stored).policy

    assert (policy.thinking, policy.stand_in, policy.hints) == (3, "greedy", True)

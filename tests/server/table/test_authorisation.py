"""Who may watch, enter, look back, analyse and be listed: every kind of client at every kind of table."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest
from tests.server.table.kit import TableGame

from aachen.core.errors import BadInput
from aachen.server.table import authorisation as a
from aachen.server.table import commands as c
from aachen.server.table.errors import NoRightError

CLIENTS = ("nobody", "stranger", "player", "host")


def sheet_in(state, spectators=True):
    """The sheet of a table in a state, and its clients."""
    game = TableGame(seats=["me", "open"], spectators=spectators)
    if state != "gathering":
        game.sit()
    if state == "closed":
        game.do(c.Close(game.host))
    if state == "finished":
        game.table.sheet.state = "finished"
    tokens = {"nobody": None, "stranger": "x" * 43, "host": game.host}
    tokens["player"] = next(iter(game.tokens.values()))
    return game.table.sheet, {who: a.identify(game.table.sheet, token) for who, token in tokens.items()}


def outcome(check, *given):
    """The code of the refusal, or None."""
    try:
        check(*given)
    except NoRightError as no:
        return no.fault.code
    except BadInput as wrong:
        return wrong.faults[0].code
    return None


@pytest.mark.parametrize("spectators", [True, False])
@pytest.mark.parametrize("state", ["gathering", "running", "finished", "closed"])
def test_who_may_watch_and_who_may_enter(state, spectators):
    sheet, clients = sheet_in(state, spectators)
    watching = {who: outcome(a.check_watch, sheet, clients[who]) for who in CLIENTS}
    entering = {who: outcome(a.check_enter, sheet, clients[who]) for who in CLIENTS}
    is_public = spectators and state != "closed"

    assert watching == {
        "nobody": None if is_public else "no_watching",
        "stranger": "token_unknown",
        "player": None,
        "host": None,
    }
    assert entering == {**watching, "nobody": None if state == "gathering" else watching["nobody"]}


@pytest.mark.parametrize("spectators", [True, False])
def test_a_guest_sees_no_game_and_leaves_when_it_begins(spectators):
    game = TableGame(seats=["me", "open"], spectators=spectators)

    assert a.may_watch(game.table.sheet, a.Identity()) == spectators

    game.sit()

    assert game.said(c.GuestsLeave) == ([] if spectators else [c.GuestsLeave()])


def test_a_record_is_for_everybody():
    sheet, clients = sheet_in("finished", spectators=False)
    sheet.record = True

    assert a.may_watch(sheet, clients["nobody"])
    assert not a.may_watch(sheet, clients["stranger"])


@pytest.mark.parametrize(
    ("state", "own", "eyes", "code"),
    [
        ("running", "player", "own", None),
        ("running", "player", "other", "other_eyes"),
        ("running", "player", None, "other_eyes"),
        ("running", "host", "own", "other_eyes"),
        ("running", "nobody", None, None),
        ("running", "nobody", "own", "other_eyes"),
        ("finished", "nobody", "own", None),
        ("finished", "player", "other", None),
        ("closed", "nobody", "own", "other_eyes"),
        ("closed", "nobody", None, None),
        ("closed", "player", "other", None),
        ("closed", "host", "other", None),
    ],
)
def test_whose_eyes_one_may_look_back_with(state, own, eyes, code):
    sheet, clients = sheet_in(state)
    seats = {"own": clients["player"].seat, None: None}
    seats["other"] = next(name for name in sheet.names() if name != seats["own"])

    assert outcome(a.check_eyes, sheet, clients[own], seats[eyes]) == code


def test_a_story_has_only_the_eyes_it_was_seen_with():
    sheet, clients = sheet_in("finished")
    sheet.eyes = ["white"]

    assert outcome(a.check_eyes, sheet, clients["player"], "white") is None
    assert outcome(a.check_eyes, sheet, clients["player"], "black") == "other_eyes"


@pytest.mark.parametrize(
    ("state", "who"), list(itertools.product(["running", "finished", "closed"], CLIENTS))
)
def test_chances_are_told_at_the_end_and_of_a_game_given_up_only_to_who_took_part(state, who):
    sheet, clients = sheet_in(state)
    is_shut = state == "closed" and who in ("nobody", "stranger")
    expected = "chances_too_early" if state == "running" else "other_eyes" if is_shut else None

    assert outcome(a.check_analyse, sheet, clients[who]) == expected


@pytest.mark.parametrize("spectators", [True, False])
def test_a_list_shows_no_table_to_a_void_token(spectators):
    sheet, clients = sheet_in("running", spectators)

    assert {who for who in CLIENTS if a.may_list(sheet, clients[who])} == {
        "player",
        "host",
        *(["nobody"] if spectators else []),
    }


def told(state, spectators, is_member):
    """The secret that is on the sheet of such a table, if any, and the right one."""
    sheet, _ = sheet_in(state, spectators)
    fair = sheet.as_message(shows_secret=a.may_know_secret(sheet, is_member)).fair
    return fair and fair.secret, sheet.secret


@pytest.mark.parametrize("is_member", [True, False])
@pytest.mark.parametrize("spectators", [True, False])
@pytest.mark.parametrize("state", ["gathering", "running"])
def test_the_secret_of_the_luck_is_told_to_nobody_before_the_end(state, spectators, is_member):
    assert told(state, spectators, is_member)[0] is None


def test_the_secret_is_told_to_whoever_may_read_the_log_of_a_game_that_is_over():
    assert {
        (state, spectators, is_member)
        for state, spectators, is_member in itertools.product(
            ["finished", "closed"], [True, False], [True, False]
        )
        if told(state, spectators, is_member)[0]
    } == {
        ("finished", True, True),
        ("finished", True, False),
        ("finished", False, True),
        ("closed", True, True),
        ("closed", False, True),
    }
    assert len(set(told("closed", True, True))) == 1


def test_only_members_ask_for_a_rematch():
    sheet, _ = sheet_in("closed")

    assert outcome(a.check_rematch, sheet, None) == "token_missing"
    assert outcome(a.check_rematch, sheet, "x" * 43) == "token_unknown"


SERVER = Path(a.__file__).parents[1]
COMPARING = ("is_host", "seat_of")  # of a sheet, with a token


def test_nothing_else_in_the_server_compares_a_token():
    """Who may do what follows from `identify`: no other module asks a sheet whose token it is."""
    allowed = {SERVER / "table" / name for name in ("authorisation.py", "sheet.py")}
    found = [
        f"{path.relative_to(SERVER)}:{node.lineno}"
        for path in set(SERVER.rglob("*.py")) - allowed
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in COMPARING
    ]

    assert found == []

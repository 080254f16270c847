"""Time and chat at a table, decided without a server."""

from __future__ import annotations

import pytest
from tests.server.table.kit import START, TableGame

from aachen.server.messages import Said
from aachen.server.table import commands as c
from aachen.server.table.state import TableState


def test_the_bank_of_whoever_is_asked_runs():
    game = TableGame(clock={"bank": 60, "add": 5})
    me = game.asked()
    first = game.table.bank.as_message(0.0)
    game.passed = 20.0
    game.act()

    assert set(first.left.values()) == {60_000}
    assert first.running == [me]
    assert game.table.bank.as_message(20.0).left[me] == 45_000
    assert game.table.bank.as_message(20.0).running == [game.asked()]


def test_a_bot_steps_in_when_the_time_is_used_up_and_who_comes_back_has_a_little():
    game = TableGame(clock={"bank": 60, "add": 0})
    slow = game.asked()
    game.passed = 59.0
    game.do(c.RunOutOfTime(slow))

    assert game.kinds() == [("person", False)] * 2

    game.passed = 61.0
    game.do(c.RunOutOfTime(slow))

    assert ("person", True) in game.kinds()

    game.do(game.change(slow, "back", game.tokens[slow]))

    assert game.table.bank.left[slow] == 10.0


def test_who_sits_down_where_the_time_had_run_out_has_a_little_of_it():
    game = TableGame(clock={"bank": 60, "add": 0})
    slow = game.asked()
    game.passed = 61.0
    game.do(c.RunOutOfTime(slow))
    game.do(game.change(slow, "stand", game.tokens[slow]))
    game.sit(slow)
    game.passed = 66.0
    game.do(c.RunOutOfTime(slow))

    assert game.kinds() == [("person", False)] * 2


def test_time_in_which_no_server_ran_counts_for_nobody():
    game = TableGame(clock={"bank": 100, "add": 0})
    me = game.asked()
    game.passed = 30.0
    game.act()
    later = TableState(game.table.sheet)
    later.restore(game.stored(), c.Now(passed=5_000.0))

    assert later.bank.as_message(5_000.0).left[me] == 70_000


def test_the_hourglass_runs_when_somebody_has_placed_two_tiles():
    """8, C30: the table itself acts when the sand has run out."""
    game = TableGame("carolingi", ["me", "me", "me"], options={"hourglass": 60})
    first, second, _ = game.tokens
    before = game.table.bank.as_message(0.0).sand
    late = game.choice(second)
    game.act(first)
    game.act(second)
    game.act(first)
    running = game.table.bank.as_message(0.0).sand
    game.passed = 59.0
    game.do(c.RunOutOfSand())
    still = game.table.seq
    game.passed = 61.0
    game.do(c.RunOutOfSand())

    assert (before, running, still) == (None, 60_000, 3)
    assert game.frame().by == "table"
    assert game.frame().events[0]["event"] == "sand_ran_out"
    assert game.refused(late) == "stale"


# ---- Chat ----------------------------------------------------------------------------------------


def test_chat_is_cleaned_numbered_and_told():
    game = TableGame()
    first, second = game.tokens
    game.do(c.Chat(game.who(first), "Salve\u202e!\n", None))
    game.do(c.Chat(game.who(second), None, "good_luck"))

    assert game.said(Said) == list(game.table.chat)
    assert [(said.number, said.text, said.phrase) for said in game.table.chat] == [
        (1, "Salve !", None),
        (2, None, "good_luck"),
    ]
    assert game.table.chat[0].at == START


@pytest.mark.parametrize(
    ("text", "phrase", "code"),
    [
        ("a", "hello", "say_one_thing"),
        (None, None, "say_one_thing"),
        ("\u202e", None, "say_one_thing"),
        (None, "damn", "no_such_phrase"),
    ],
)
def test_one_says_one_thing(text, phrase, code):
    game = TableGame()

    assert game.refused(c.Chat(game.who(game.asked()), text, phrase)) == code

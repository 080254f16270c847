"""Acting and taking back, decided without a server: only the right seat, only what is offered, only once."""

from __future__ import annotations

import random

import pytest
from tests.server.table.kit import TableGame

from aachen.server.messages import Asked
from aachen.server.table import commands as c
from aachen.server.table.authorisation import Identity


def test_a_double_click_counts_once():
    game = TableGame()
    choice = game.choice(game.asked())

    assert game.do(choice) == 1
    assert game.refused(choice) == "stale"
    assert game.table.seq == 1


def test_the_same_choice_again_after_ones_own_act_is_stale():
    """Two paladins of one clan: the offers may be the same after the first was put, and yet it is another choice."""
    game = TableGame()
    game.play(6, random.Random(1))
    choice = game.choice(game.asked())
    game.do(choice)

    assert game.refused(choice) == "stale"


def test_another_seats_sealed_choice_does_not_make_mine_stale():
    game = TableGame("carolingi", ["me", "me", "me"])
    first, second, third = game.tokens
    choice = game.choice(third)
    game.act(first)
    game.act(second)
    game.do(choice)

    assert len(game.table.asked()) == 1


def test_out_of_turn_is_refused_with_the_rule():
    game = TableGame()
    asked = game.asked()
    other = next(seat for seat in game.tokens if seat != asked)
    act = c.TakeAction(game.who(other), game.offers(asked)[0], 0)

    assert game.refused(act) == "not_your_choice"


@pytest.mark.parametrize(
    ("action", "after", "code"),
    [({"do": "fly"}, 0, "action_unknown"), ({"do": "fly"}, 7, "seq_ahead"), ({}, 0, "action_unknown")],
)
def test_what_cannot_be_understood_changes_nothing(action, after, code):
    game = TableGame()

    assert game.refused(c.TakeAction(game.who(game.asked()), action, after)) == code


def test_who_has_no_seat_does_nothing_at_all():
    game = TableGame(undo="ask")
    game.act()
    asked = game.asked()
    for who in (Identity(), Identity(is_host=True, has_token=True)):
        for command in (
            c.TakeAction(who, game.offers(asked)[0], 1),
            c.TakeBack(who, 0, 1),
            c.AnswerUndo(who, 0, True),
            c.Chat(who, "Ave", None),
        ):
            assert game.refused(command) == "watchers_watch"


def test_a_command_that_waited_while_the_seat_changed_hands_is_refused():
    game = TableGame()
    asked = game.asked()
    choice = game.choice(asked)
    game.do(game.change(asked, "link", game.tokens[asked]))

    assert game.refused(choice) == "token_unknown"


def test_a_bot_is_heard_only_while_the_seat_is_its_own():
    game = TableGame()
    asked = game.asked()
    choice = game.choice(asked)
    bot = c.BotAct(asked, choice.action, choice.after)

    assert game.refused(bot) == "stale"

    game.do(game.change(asked, "bot", game.tokens[asked]))

    assert game.refused(choice) == "seat_lent"
    assert game.refused(c.TakeBack(choice.who, 0, 0)) == "seat_lent"
    assert game.do(bot) == 1


def test_nobody_acts_before_the_beginning_or_after_the_end():
    game = TableGame(seats=["me", "open"])
    (mine,) = game.tokens
    early = c.TakeAction(game.who(mine), {"do": "x"}, 0)

    assert game.refused(early) == "table_not_running"

    game.sit()
    game.do(c.Close(game.host))

    assert game.refused(early) == "table_not_running"


def test_a_whole_game_ends_and_reveals_its_secret():
    game = TableGame(seats=["me", "me", "me"])
    chance = random.Random(5)
    while game.table.is_running():
        game.play(1, chance)

    assert game.table.sheet.state == "finished"
    assert str(game.table.sheet.secret) in game.table.lines()[-1]
    assert game.entries[-1].seq == len(game.entries) - 1


# ---- Taking back ---------------------------------------------------------------------------------


def test_what_revealed_nothing_is_taken_back_freely():
    game = TableGame()
    me, to = game.until_undoable()
    other = next(seat for seat in game.tokens if seat != me)
    last = game.table.game().seq
    back = c.TakeBack(game.who(me), to, last)
    earlier = game.frame(me, to - last - 1).view

    assert game.refused(c.TakeBack(game.who(other), to, last)) == "undo_too_far"
    assert game.do(back) == last + 1
    assert game.refused(back) == "stale"
    assert game.frame(other).events == [{"event": "undone", "to": to}]
    assert game.frame(me).view == earlier
    assert game.frame(other).undo == []


def test_a_strict_table_takes_nothing_back():
    game = TableGame(undo="never")
    me = game.asked()
    game.act()

    assert game.refused(c.TakeBack(game.who(me), 0, 1)) == "undo_never"
    assert game.frame(me).undo == []


def test_others_are_asked_and_all_must_agree():
    game = TableGame(seats=["me", "me", "me"], undo="ask")
    me, to = game.until_undoable()
    second, third = (seat for seat in game.tokens if seat != me)
    last = game.table.game().seq
    request = game.do(c.TakeBack(game.who(me), to, last))

    assert isinstance(request, c.UndoRequest)
    assert game.do(c.AnswerUndo(game.who(second), to, True)) is None
    assert game.do(c.AnswerUndo(game.who(second), to, True)) is None
    assert game.refused(c.AnswerUndo(game.who(me), to, True)) == "stale"
    assert game.refused(c.AnswerUndo(game.who(third), to + 100, True)) == "stale"
    assert game.table.seq == last
    assert game.do(c.AnswerUndo(game.who(third), to, True)) == last + 1
    assert [asked.over for asked in game.said(Asked)] == [None, None, "agreed"]
    assert game.table.undo is None


def test_one_no_is_enough_and_a_move_ends_the_question():
    game = TableGame(undo="ask")
    me, to = game.until_undoable()
    other = next(seat for seat in game.tokens if seat != me)
    back = c.TakeBack(game.who(me), to, game.table.game().seq)
    game.do(back)
    game.do(c.AnswerUndo(game.who(other), to, False))
    game.do(back)
    game.act()

    assert [asked.over for asked in game.said(Asked)] == [None, "declined", None, "lapsed"]
    assert game.refused(c.AnswerUndo(game.who(other), to, True)) == "stale"


def test_bots_agree_to_everything():
    game = TableGame(undo="ask")
    me, to = game.until_undoable()
    other = next(seat for seat in game.tokens if seat != me)
    game.do(game.change(other, "bot", game.tokens[other]))

    assert game.do(c.TakeBack(game.who(me), to, game.table.game().seq)) == game.table.seq


def test_who_leaves_without_an_answer_does_not_keep_a_question_open():
    game = TableGame(seats=["me", "me", "me"], undo="ask")
    me, to = game.until_undoable()
    silent, agrees = (seat for seat in game.tokens if seat != me)
    last = game.table.game().seq
    game.do(c.TakeBack(game.who(me), to, last))
    game.do(c.AnswerUndo(game.who(agrees), to, True))
    game.do(game.change(silent, "bot", game.tokens[silent]))

    assert game.table.seq == last + 1
    assert game.said(Asked)[-1].over == "agreed"

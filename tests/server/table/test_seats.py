"""Seats change hands at any moment; nobody but the right one changes them."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from tests.server.table.kit import TableGame

from aachen.core.errors import BadInput
from aachen.server.creation import draft, rematch_draft
from aachen.server.messages import NewTable, Rematch, RematchWish, Sit
from aachen.server.promises import Promises
from aachen.server.restores import Restores
from aachen.server.settings import Settings
from aachen.server.table import commands as c
from aachen.server.table.authorisation import may_know_secret
from aachen.server.wire.decode import read_message


def test_a_table_begins_when_its_last_seat_is_taken():
    game = TableGame(seats=["me", "open"])

    assert (game.table.sheet.state, game.table.seq) == ("gathering", None)

    game.sit(name=" Adel\u202eheid ")

    assert (game.table.sheet.state, game.table.seq) == ("running", 0)
    assert game.table.sheet.seats[1].name == "Adel heid"
    assert game.entries[0].lines == game.table.lines()


def test_the_host_begins_and_players_add_entropy_before():
    game = TableGame(seats=["me", "open"], begin="host")
    (token,) = game.tokens.values()

    assert game.refused(c.Begin(game.host)) == "seats_open"

    seat = game.sit(entropy="c0ffee")
    game.do(c.ContributeEntropy(token, "0123456789abcdef"))

    assert game.refused(c.ContributeEntropy("x" * 43, "00")) == "token_unknown"

    game.do(c.Begin(game.host))
    fair = game.table.sheet.fair()

    assert fair is not None
    assert fair.entropy[seat].hex() == "c0ffee"
    assert game.table.game().header.fair == fair.as_dict()
    assert game.refused(c.Begin(game.host)) == "table_has_begun"
    assert game.refused(c.ContributeEntropy(token, "00")) == "luck_has_begun"


@pytest.mark.parametrize("do", ["stand", "open"])
def test_entropy_goes_with_its_player_as_long_as_nothing_was_drawn(do):
    """Whoever sits down next adds their own, or nothing: never what another may still know."""
    game = TableGame(seats=["me", "open", "open"])
    seat = game.sit(entropy="c0ffee")
    game.do(game.change(seat, do, game.host if do == "open" else game.tokens[seat]))
    game.sit()
    game.sit()
    fair = game.table.game().header.fair

    assert fair is not None
    assert not fair.get("entropy")


def test_entropy_stays_when_its_player_leaves_a_game_that_has_begun():
    """Draws depend on it by then: without it nobody could verify them."""
    game = TableGame(seats=["me", "open"])
    seat = game.sit(entropy="c0ffee")
    game.do(game.change(seat, "stand", game.tokens[seat]))
    fair = game.table.sheet.fair()

    assert fair is not None
    assert fair.entropy[seat].hex() == "c0ffee"


def test_a_bot_plays_for_whoever_lends_their_seat_until_they_are_back():
    game = TableGame()
    seat = game.asked()
    game.do(game.change(seat, "bot", game.tokens[seat]))
    lent = game.kinds()
    game.do(game.change(seat, "back", game.tokens[seat]))

    assert sorted(lent) == [("person", False), ("person", True)]
    assert game.kinds() == [("person", False), ("person", False)]
    assert game.refused(game.change(seat, "back", game.tokens[seat])) == "seat_not_lent"


def test_a_new_link_voids_the_old_one():
    game = TableGame()
    seat = game.asked()
    new = game.do(game.change(seat, "link", game.tokens[seat]))

    assert game.said(c.TokenChanged) == [c.TokenChanged(seat)]
    assert game.refused(game.change(seat, "name", game.tokens[seat])) == "token_unknown"

    game.tokens[seat] = new

    assert game.act(seat) == 1


def test_a_seat_that_was_left_is_taken_by_another_in_the_middle_of_a_turn():
    game = TableGame()
    game.play(4, random.Random(2))
    seat = game.asked()
    view = game.frame(seat).view
    game.do(game.change(seat, "stand", game.tokens[seat]))

    assert ("open", False) in game.kinds()
    assert game.sit() == seat
    assert game.frame(seat).view == view
    assert game.act(seat) == 5


def test_a_taken_seat_cannot_be_taken_again_and_a_full_table_has_none():
    game = TableGame(seats=["me", "open", "open"])
    first = game.sit()
    sit = c.SitDown(Sit(seat=first))

    assert game.refused(sit) == "seat_taken"

    game.sit()

    assert game.refused(c.SitDown(Sit())) == "no_open_seat"
    assert game.refused(c.SitDown(Sit(seat="purple"))) == "no_such_seat"


def test_others_may_ask_a_bot_in_only_when_somebody_is_long_away():
    game = TableGame(patience=30)
    gone, here = game.tokens
    bot = game.change(gone, "bot", game.tokens[here])

    assert game.refused(bot) == "token_of_another"

    game.absent = {gone: 29.0}

    assert game.refused(bot) == "token_of_another"

    game.absent = {gone: 31.0}
    game.do(bot)

    assert game.table.sheet.seats[game.table.sheet.number(gone)].level == "greedy"


@pytest.mark.parametrize(
    ("do", "host"),
    [("name", None), ("link", "seat_taken"), ("open", None), ("back", "token_of_another"), ("bot", None)],
)
def test_only_host_and_owner_change_a_seat(do, host):
    game = TableGame()
    seat, other = game.tokens
    wish = {"name": "X"} if do == "name" else {}

    assert game.refused(game.change(seat, do, None, **wish)) == "token_missing"
    assert game.refused(game.change(seat, do, "x" * 43, **wish)) == "token_unknown"
    assert game.refused(game.change(seat, do, game.tokens[other], **wish)) == "token_of_another"

    command = game.change(seat, do, game.host, **wish)
    if host is None:
        before = game.all_that_is_true()
        game.do(command)
        assert game.all_that_is_true() != before
    else:
        assert game.refused(command) == host


def test_the_host_gives_a_seat_to_another_only_after_a_long_absence():
    game = TableGame(patience=1)
    seat = game.asked()
    link = game.change(seat, "link", game.host)
    game.absent = {seat: 59.0}

    assert game.refused(link) == "seat_taken"

    game.absent = {seat: 61.0}
    game.tokens[seat] = game.do(link)

    assert game.act(seat) == 1
    assert game.table.sheet.as_message().seats[game.table.sheet.number(seat)].relinked == game.now().at


def test_seats_of_a_game_that_is_over_stay_as_they_are():
    game = TableGame()
    seat = game.asked()
    game.do(c.Close(game.host))

    assert game.table.sheet.state == "closed"
    assert str(game.table.sheet.secret) in game.table.lines()[-1]
    assert game.refused(game.change(seat, "stand", game.tokens[seat])) == "table_over"
    assert game.refused(c.Close(game.host)) == "table_over"


def test_only_the_host_closes_a_table():
    game = TableGame(seats=["me", "open"])
    (token,) = game.tokens.values()

    assert game.refused(c.Close(token)) == "token_of_another"

    game.do(c.Close(game.host))

    assert (game.table.sheet.state, game.entries) == ("closed", [])


def test_a_rematch_is_noted_once_and_told():
    game = TableGame()
    game.do(c.LinkRematch("aaaaaaaaaa"))

    assert game.refused(c.LinkRematch("bbbbbbbbbb")) == "rematch_made"
    assert game.said(Rematch) == [Rematch("aaaaaaaaaa")]


@pytest.mark.parametrize(
    ("do", "who"),
    [
        ("name", "own"),
        ("name", "host"),
        ("bot", "own"),
        ("bot", "host"),
        ("link", "own"),
        ("stand", "own"),
        ("open", "host"),
    ],
)
def test_whoever_may_change_a_seat_does(do, who):
    game = TableGame("carolingi", ["me", "me", "greedy"])
    seat = next(iter(game.tokens))
    before = game.all_that_is_true()
    game.do(game.change(seat, do, game.host if who == "host" else game.tokens[seat], name="Judith"))

    assert game.all_that_is_true() != before


def test_a_seat_that_a_bot_plays_is_not_handed_over_by_the_host_in_passing():
    """Nor may another player change a bot that plays already."""
    game = TableGame(seats=["me", "me", "greedy"])
    seat, other = game.tokens
    bot = next(body.seat for body in game.table.sheet.seats if body.kind == "bot")
    game.do(game.change(seat, "bot", game.host))

    assert game.refused(game.change(seat, "link", game.host)) == "seat_taken"
    assert game.refused(game.change(bot, "bot", game.tokens[other], level="random")) == "token_of_another"


# ---- Seats of players who are there, or away -----------------------------------------------------


@pytest.mark.parametrize("do", ["open", "stand"])
def test_a_seat_freed_under_its_player_is_given_to_nobody_for_a_minute_but_to_a_bot(do):
    game = TableGame()
    seat = game.asked()
    game.do(game.change(seat, do, game.host))
    link = game.change(seat, "link", game.host)
    for passed in (0.0, 59.0):
        game.passed = passed
        for command in (c.SitDown(Sit(seat=seat)), c.SitDown(Sit()), link):
            assert game.refused(command) == "seat_freed_lately"
    game.do(game.change(seat, "bot", game.host))

    assert game.refused(link) == "seat_freed_lately"

    game.passed = 60.0

    assert game.do(link)


def test_who_leaves_a_seat_of_their_own_will_leaves_it_to_others_at_once():
    game = TableGame()
    seat = game.asked()
    game.do(game.change(seat, "stand", game.tokens[seat]))

    assert game.sit() == seat


def test_a_sealed_choice_is_not_shown_to_who_is_given_the_seat():
    """Until it is revealed only a bot gets the seat; then the new holder sees the hand, as everybody in that seat."""
    game = TableGame("carolingi", ["me", "me", "me"])
    seat, *others = game.tokens
    game.act(seat)
    chosen = game.frame(seat).view["courts"][seat]["chosen"]
    game.absent = {seat: 60.0}

    assert chosen is not None
    assert game.refused(game.change(seat, "link", game.host)) == "seat_has_sealed"

    game.do(game.change(seat, "stand", game.tokens[seat]))

    assert game.refused(c.SitDown(Sit(seat=seat))) == "seat_has_sealed"

    for other in others:
        game.act(other)

    assert game.sit(seat) == seat


@pytest.mark.parametrize("stand_in", [None, "random", "planner"])
def test_a_bot_that_stands_in_has_the_level_of_the_table_whoever_calls_it(stand_in):
    game = TableGame(seats=["me", "me", "me"], patience=1, stand_in=stand_in)
    seat, *others = game.tokens
    game.absent = {seat: 2.0}
    levels = []
    for token in (game.tokens[seat], game.host, *(game.tokens[other] for other in others)):
        assert game.refused(game.change(seat, "bot", token, level="search")) == "level_of_the_table"
        game.do(game.change(seat, "bot", token))
        levels.append(game.table.sheet.seats[game.table.sheet.number(seat)].level)
        game.do(game.change(seat, "back", game.tokens[seat]))

    assert levels == [stand_in or "greedy"] * 4
    assert game.table.sheet.as_message().stand_in == levels[0]


def test_the_host_fills_a_seat_without_a_person_with_any_bot_before_the_game():
    game = TableGame(seats=["me", "open"], begin="host")
    seat = game.table.sheet.names()[1]
    game.do(game.change(seat, "bot", game.host, level="random"))

    assert game.table.sheet.seats[1].level == "random"


def test_in_a_running_game_the_host_chooses_no_level_either():
    """Or a host who plays could free the seat of an opponent and put a weak bot there, or weaken a bot."""
    game = TableGame(seats=["me", "me", "planner"], stand_in="greedy")
    seat = next(iter(game.tokens))
    bot = next(body for body in game.table.sheet.seats if body.kind == "bot")
    game.do(game.change(seat, "open", game.host))
    for each in (seat, bot.seat):
        assert game.refused(game.change(each, "bot", game.host, level="random")) == "level_of_the_table"
        game.do(game.change(each, "bot", game.host))

    assert {body.seat: body.level for body in game.table.sheet.seats if body.kind == "bot"} == {
        seat: "greedy",
        bot.seat: "planner",
    }


def test_the_next_game_has_the_policy_of_this_one():
    game = TableGame(stand_in="random", undo="ask", pace=7)
    game.do(c.Close(game.host))
    settings = Settings()
    promises = Promises(game.dice, None, settings.time, Restores(None, game.dice, settings.time))
    again = rematch_draft(settings, promises, game.table.sheet, game.host, RematchWish())

    assert again.sheet.policy == game.table.sheet.policy
    assert again.sheet.from_table == game.table.id


# ---- New tables ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}] * 2}, "not_a_choice"),
        ({"game": "carolus", "seats": [{"kind": "me"}] * 5}, "players_not_possible"),
        ({"game": "carolus", "seats": [{"kind": "me"}]}, "too_short"),
        ({"game": "carolus", "seats": [{"kind": "me", "level": "greedy"}] * 2}, "level_without_bot"),
        ({"game": "carolus", "seats": [{"kind": "bot", "level": "god"}] * 2}, "bot_unknown"),
        ({"game": "carolus", "seats": [{"kind": "me"}] * 2, "stand_in": "god"}, "bot_unknown"),
        ({"game": "carolus", "seats": [{"kind": "me"}] * 2, "options": {"players": 3}}, "players_and_seats"),
        ({"game": "carolingi", "seats": [{"kind": "me"}] * 3, "options": {"colour": 1}}, "option_unknown"),
        ({"game": "carolingi", "seats": [{"kind": "me"}] * 3, "seed": 7}, "unknown_key"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wish, code):
    with pytest.raises(BadInput) as refused:
        draft(Settings(), read_message(json.dumps(wish), NewTable))

    assert refused.value.faults[0].code == code


def test_nothing_secret_is_in_a_public_sheet():
    sheet = TableGame(seats=["me", "open"], title="Verdun").table.sheet
    public = msgspec.json.encode(
        sheet.as_message(shows_secret=may_know_secret(sheet, is_member=True))
    ).decode()
    secrets = [sheet.secret, sheet.host, *(body.token for body in sheet.seats if body.token)]

    assert "Verdun" in public
    assert not [secret for secret in secrets if str(secret) in public]

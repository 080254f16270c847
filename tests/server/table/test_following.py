"""A table restored from the store, and one that follows what another server has stored, are the same table."""

from __future__ import annotations

import random

import pytest
from tests.server.table.kit import TableGame

from aachen.core.errors import BadLine
from aachen.server.table import commands as c
from aachen.server.table.comparison import FellBackError, newer
from aachen.server.table.sheet import read_sheet
from aachen.server.table.state import TableState


def played():
    """A game with moves, an undo, a lent seat and chat."""
    game = TableGame("carolus", ["me", "me", "me"], clock={"bank": 600, "add": 0})
    game.play(9, random.Random(3))
    me, to = game.until_undoable()
    game.do(c.TakeBack(game.who(me), to, game.table.game().seq))
    seat = game.asked()
    game.do(game.change(seat, "bot", game.tokens[seat]))
    game.do(c.Chat(game.who(me), "Ave", None))
    return game


def texts(table):
    """Every frame that is in memory, for every viewer, byte for byte."""
    viewers = [None, *range(len(table.sheet.seats))]
    return [snapshot.text(viewer, "free") for snapshot in table.recent for viewer in viewers]


def same(one, other):
    """Whether two tables cannot be told apart."""
    return [
        (table.sheet, table.lines(), table.fresh, table.offers, table.stored_seq, table.stored_lines)
        for table in (one, other)
    ]


def test_a_restored_table_is_the_table():
    game = played()
    restored = TableState(read_sheet(game.stored().sheet))
    restored.restore(game.stored(), game.now())
    mine, other = same(game.table, restored)

    assert mine == other
    assert texts(restored) == texts(game.table)
    assert list(restored.chat) == list(game.table.chat)


def test_a_table_that_follows_entry_by_entry_is_the_table():
    game, there = TableGame(), None
    chance = random.Random(6)
    there = TableState(game.table.sheet)
    there.restore(game.stored(), game.now())
    for _ in range(20):
        known = len(game.entries)
        game.play(1, chance)
        sheet = read_sheet(game.stored().sheet)
        there.adopt_stored(
            sheet if sheet.version > there.sheet.version else None, game.entries[known:], [], game.now()
        )
    mine, other = same(game.table, there)

    assert mine == other
    assert texts(there) == texts(game.table)


def test_a_game_that_began_at_another_server_begins_here():
    game = TableGame(seats=["me", "open"])
    there = TableState(game.table.sheet)
    game.sit()
    notes = there.adopt_stored(game.table.sheet, game.entries, [], game.now())

    assert there.is_running()
    assert c.TokenChanged(game.table.sheet.names()[1]) in notes


def test_a_running_table_without_a_log_is_damaged():
    game = TableGame()
    stored = game.stored()
    stored.entries.clear()

    with pytest.raises(BadLine):
        TableState(game.table.sheet).restore(stored, game.now())


@pytest.mark.parametrize("loss", ["entry", "sheet", "chat"])
def test_a_store_that_has_fallen_back_is_noticed(loss):
    game = played()
    stored, sheet = game.stored(), game.table.sheet
    held = game.table.held()
    stored.entries = stored.entries[-1:]

    assert newer(held, stored, sheet) == ([], [])

    if loss == "entry":
        stored.entries = game.stored().entries[-2:-1]
    elif loss == "chat":
        stored.chat = []
    else:
        sheet = sheet.copy()
        sheet.version -= 1

    with pytest.raises(FellBackError):
        newer(held, stored, sheet)


def test_a_retired_table_lets_nobody_act():
    game = TableGame()
    choice = game.choice(game.asked())
    game.table.retire()

    assert game.refused(choice) == "table_not_running"

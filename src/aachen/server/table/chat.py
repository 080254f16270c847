"""Chat at a table: free text, or a phrase that everybody reads in their language."""

from __future__ import annotations

from aachen.core.errors import bad
from aachen.server.messages import Said
from aachen.server.table.authorisation import check_seat
from aachen.server.table.commands import Change, Chat, Now
from aachen.server.table.errors import clash
from aachen.server.table.names import clean
from aachen.server.table.state import TableState
from aachen.server.tokens import Chance

PHRASES = (
    "hello good_luck well_played thanks sorry one_moment your_turn hurry_please undo_please oops "
    "well_done good_game once_more goodbye yes no"
).split()


def decide_chat(table: TableState, command: Chat, now: Now, luck: Chance) -> Change:
    """Say something to everybody at the table; it is stored with it."""
    seat, text, phrase = check_seat(table.sheet, command.who), command.text, command.phrase
    if table.sheet.seats[table.sheet.number(seat)].muted:
        raise clash("muted")
    if (text is None) == (phrase is None):
        raise bad("say_one_thing", "text")
    if phrase is not None and phrase not in PHRASES:
        raise bad("no_such_phrase", "phrase", given=phrase, known=PHRASES)
    cleaned = None if text is None else clean(text)
    if cleaned == "":
        raise bad("say_one_thing", "text")
    name = table.sheet.seats[table.sheet.number(seat)].name
    return Change(chat=Said(table.chat_number + 1, seat, name, now.at, cleaned, phrase))

"""Talk at a table: words of one's own, or a phrase that everybody reads in their language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from aachen.core.errors import bad
from aachen.server.messages import Said
from aachen.storage.store import Conflict, StoredChat, StoreFailed

if TYPE_CHECKING:
    from aachen.server.live_table import LiveTable

PHRASES = (
    "hello good_luck well_played thanks sorry one_moment your_turn hurry_please undo_please oops "
    "well_done good_game once_more goodbye yes no"
).split()
MOST_TRIES = 5

encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Said)


def read_said(chat: StoredChat) -> Said:
    """What the store has kept."""
    return decoder.decode(chat.body)


async def speak(
    table: LiveTable,
    seat: str,
    text: str | None,
    phrase: str | None,
    check: Callable[[], object] | None = None,
) -> None:
    """Say something to everybody at the table; it is kept with it."""
    if (text is None) == (phrase is None):
        raise bad("say_one_thing", "text")
    if phrase is not None and phrase not in PHRASES:
        raise bad("no_such_phrase", "phrase", given=phrase, known=PHRASES)
    cleaned = None if text is None else clean(text)
    if cleaned == "":
        raise bad("say_one_thing", "text")

    async def work() -> None:
        for _ in range(MOST_TRIES):
            name = table.sheet.seats[table.sheet.number(seat)].name
            now = table.settings.time.now()
            said = Said(table.talk_number + 1, seat, name, now, cleaned, phrase)
            kept = StoredChat(said.number, encoder.encode(said), now)
            try:
                await table.store.talk(table.id, kept)
            except Conflict:  # somebody spoke at another server
                await table.follow()
                continue
            table.hear([kept])
            table.broadcast(said)
            return
        raise StoreFailed("everybody speaks at once")

    await table.turn(work, check)


def clean(text: str) -> str:
    """The text without signs that are not to be seen: they could turn around what others read."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()

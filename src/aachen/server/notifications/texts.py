"""Messages in a person's language. They are made from the sheet alone, which everybody at the table may know."""

from __future__ import annotations

from dataclasses import dataclass

from aachen.locales import LANGUAGES, catalogue
from aachen.server.notifications.quiet import shown_time
from aachen.server.notifications.subscriptions import SubscriptionBody, digest
from aachen.server.table.sheet import TableSheet
from aachen.storage.notifications import Outgoing
from aachen.titles import TITLES

FOR_ALL = ("begin", "end")  # events of the table, of which a webhook tells once


@dataclass(frozen=True, slots=True)
class Notice:
    """A message in words, ready for any channel."""

    event: str
    table: str
    seat: str
    name: str  # who is meant, as others call them
    title: str
    text: str
    path: str
    tag: str
    at: int
    until: int | None
    id: str  # the same if it has to be sent again


def language_of(body: SubscriptionBody) -> str:
    """The language of a subscription."""
    wished = body.settings.language
    return wished if wished in LANGUAGES else "en"


def game_of(sheet: TableSheet, language: str) -> str:
    """What is played."""
    return TITLES[sheet.game].name(language) if sheet.game in TITLES else sheet.game


def title_of(sheet: TableSheet, language: str) -> str:
    """What a table is called."""
    game = game_of(sheet, language)
    return catalogue(language).say("notify.title", game=game, table=sheet.title) if sheet.title else game


def name_of(sheet: TableSheet, seat: str, language: str) -> str:
    """Who sits at a seat: their name, or the colour of the seat."""
    name = next((body.name for body in sheet.seats if body.seat == seat), None)
    colour = f"colour.{seat}"
    words = catalogue(language)
    return name or (words.say(colour) if words.has(colour) else seat.capitalize())


def notice_of(sheet: TableSheet, message: Outgoing, body: SubscriptionBody, is_webhook: bool) -> Notice:
    """A message of the outbox in words: to the player, or about them to everybody."""
    language = language_of(body)
    name = name_of(sheet, message.seat, language)
    return Notice(
        event=message.event,
        table=sheet.table,
        seat=message.seat,
        name=name,
        title=title_of(sheet, language),
        text=_text(sheet, message, body, name if is_webhook else None),
        path=f"/t/{sheet.table}",
        tag=f"{sheet.table} {message.seat}",
        at=message.at,
        until=message.until,
        id=digest(f"{message.subscription} {message.seat} {message.event} {message.seq}")[:32],
    )


def _text(sheet: TableSheet, message: Outgoing, body: SubscriptionBody, name: str | None) -> str:
    language = language_of(body)
    key = f"notify.{message.event}"
    if message.event == "end" and sheet.state == "closed":
        key = "notify.closed"
    if name is not None and message.event not in FOR_ALL:
        key += ".of"
    facts: dict[str, object] = {} if name is None else {"name": name}
    if message.event in ("turn", "reminder") and message.until is not None:
        key += ".until"
        facts["time"] = shown_time(message.until, body.settings.zone, language)
    return catalogue(language).fill(key, facts)


def own_notice(sheet: TableSheet, event: str, body: SubscriptionBody, seat: str, at: int) -> Notice:
    """A message that no entry has caused, such as a test."""
    return notice_of(sheet, Outgoing(0, f"{at}", sheet.table, seat, event, 0, at, at, None), body, False)

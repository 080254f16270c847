"""A seat's private feed: its turns as Atom (RFC 4287), its deadlines as iCalendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from xml.etree.ElementTree import Element, SubElement, tostring

from aachen.server.notifications.subscriptions import SubscriptionBody
from aachen.server.notifications.texts import language_of, notice_of, title_of
from aachen.server.table.sheet import TableSheet
from aachen.storage.notifications import Outgoing

ATOM = "http://www.w3.org/2005/Atom"
QUARTER = timedelta(minutes=15)  # how long a deadline takes in a calendar
LONGEST_LINE = 73  # bytes of a line of iCalendar, before it is folded


def atom(
    sheet: TableSheet, body: SubscriptionBody, messages: Sequence[Outgoing], name: str, now: int
) -> bytes:
    """The feed of one seat; its identifiers say nothing of the address it was fetched from."""
    root = Element("feed", {"xmlns": ATOM, "xml:lang": language_of(body)})
    SubElement(root, "id").text = f"urn:aachen:{sheet.table}:{name}"
    SubElement(root, "title").text = title_of(sheet, language_of(body))
    SubElement(root, "updated").text = _moment(messages[0].at if messages else now)
    author = SubElement(root, "author")
    SubElement(author, "name").text = "Aachen"
    SubElement(root, "link", {"rel": "alternate", "href": f"{body.origin}/t/{sheet.table}"})
    for message in messages:
        notice = notice_of(sheet, message, body, False)
        entry = SubElement(root, "entry")
        SubElement(entry, "id").text = f"urn:aachen:{notice.table}:{notice.id}"
        SubElement(entry, "title").text = notice.text
        SubElement(entry, "updated").text = _moment(message.at)
        SubElement(entry, "link", {"rel": "alternate", "href": f"{body.origin}{notice.path}"})
        SubElement(entry, "content").text = f"{notice.title}: {notice.text}"
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode").encode()


def calendar(sheet: TableSheet, body: SubscriptionBody, messages: Sequence[Outgoing]) -> bytes:
    """The deadlines of the turns that are still waited for, each with an alarm as long before as was asked for."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Aachen//Notifications//EN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{_text(title_of(sheet, language_of(body)))}"]
    for message in messages:
        if message.event == "turn" and message.until is not None and not message.is_over:
            lines += _event(sheet, body, message, message.until)
    lines.append("END:VCALENDAR")
    return "".join(_folded(line) for line in lines).encode()


def _event(sheet: TableSheet, body: SubscriptionBody, message: Outgoing, until: int) -> list[str]:
    notice, end = notice_of(sheet, message, body, False), _utc(until)
    return [
        "BEGIN:VEVENT",
        f"UID:{notice.id}@aachen",
        f"DTSTAMP:{_utc(message.at):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{end - QUARTER:%Y%m%dT%H%M%SZ}",
        f"DTEND:{end:%Y%m%dT%H%M%SZ}",
        f"SUMMARY:{_text(f'{notice.title}: {notice.text}')}",
        f"URL:{body.origin}{notice.path}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(notice.text)}",
        f"TRIGGER;RELATED=END:-PT{body.settings.remind // 60}M",
        "END:VALARM",
        "END:VEVENT",
    ]


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _moment(at: int) -> str:
    return f"{_utc(at):%Y-%m-%dT%H:%M:%SZ}"


def _text(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line, broken where it is too long, never within a character."""
    parts, part = [], ""
    for sign in line:
        if len((part + sign).encode()) > LONGEST_LINE:
            parts.append(part)
            part = " "
        part += sign
    return "\r\n".join([*parts, part]) + "\r\n"

"""Notifications of a table by a request to another service."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from aachen.core.errors import bad
from aachen.server.notifications.subscriptions import SubscriptionBody
from aachen.server.notifications.texts import FOR_ALL, Notice
from aachen.server.notifications.web_client import WebClient, parse_url

Request = tuple[str, str, dict[str, str], bytes]  # method, address, headers, body


def check(body: SubscriptionBody) -> None:
    """BadInput unless everything is there that a kind of webhook needs, and its address is one of https."""
    parse_url(body.url)
    if body.kind == "matrix" and not (body.secret and body.room):
        raise bad("webhook_incomplete", "secret", kind=body.kind)
    if not (body.secret + body.room).isprintable() or not body.secret.isascii():
        raise bad("bad_value", "secret")


def summary(notices: Sequence[Notice]) -> str:
    """What happened, in one text; an event of the table is told once."""
    return "\n".join(dict.fromkeys(notice.text for notice in notices))


def request_of(body: SubscriptionBody, notices: Sequence[Notice], state: dict[str, object]) -> Request:
    """The request that a service wants for these messages, all of one event."""
    first = notices[0]
    link = f"{body.origin}{first.path}"
    data = f"{first.title}\n{summary(notices)}\n"
    bearer = {"Authorization": f"Bearer {body.secret}"} if body.secret else {}
    if body.kind == "discord":
        return _json(body.url, {"content": _quoted(data) + link, "allowed_mentions": {"parse": []}})
    if body.kind == "slack":
        return _json(body.url, {"text": _escaped(data) + link})
    if body.kind == "matrix":
        room, number = quote(body.room, safe=""), first.id
        url = f"{body.url.rstrip('/')}/_matrix/client/v3/rooms/{room}/send/m.room.message/{number}"
        method, url, headers, content = _json(url, {"msgtype": "m.text", "body": data + link})
        return "PUT", url, headers | bearer, content
    if body.kind == "ntfy":
        headers = {"Content-Type": "text/plain; charset=utf-8", "Click": link, **bearer}
        return "POST", body.url, headers, data.encode()
    seats = [] if first.event in FOR_ALL else [{"seat": each.seat, "name": each.name} for each in notices]
    payload = {
        "event": first.event,
        "table": first.table,
        "title": first.title,
        **state,
        "seats": seats,
        "until": first.until,
        "text": summary(notices),
        "url": link,
        "id": first.id,
    }
    method, url, headers, content = _json(body.url, payload)
    return method, url, headers | bearer, content


async def send(
    client: WebClient, body: SubscriptionBody, notices: Sequence[Notice], state: dict[str, object]
) -> None:
    """Send a message to a webhook."""
    method, url, headers, content = request_of(body, notices, state)
    await client.send(url, content, headers, method)


def _json(url: str, payload: object) -> Request:
    return "POST", url, {"Content-Type": "application/json"}, json.dumps(payload).encode()


def _quoted(text: str) -> str:
    """Text in which no sign is understood as markup or as a mention."""
    return "".join(f"\\{sign}" if sign in "*_~`|<>[]()#@\\" else sign for sign in text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

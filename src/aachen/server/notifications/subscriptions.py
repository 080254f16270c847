"""Subscriptions as the server understands them: what is stored of one, and what its owner sees of it."""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct, field

from aachen.server.messages.notifications import (
    NotificationSettings,
    SendingFault,
    Subscription,
    WebhookKind,
)
from aachen.server.table.sheet import TableSheet
from aachen.server.tokens import Chance
from aachen.storage.notifications import TABLE, StoredSubscription

MOST = 12  # subscriptions of one seat, and webhooks of one table
ALWAYS = ("off",)  # events that nobody can decline
NAME_BYTES = 16


class SubscriptionBody(Struct, omit_defaults=True):
    """What is stored of a subscription: only what its channel needs."""

    holder: str | None = None  # the hash of the seat's token: with another holder it is void
    origin: str = ""  # scheme and host by which its owner reached the server
    settings: NotificationSettings = field(default_factory=NotificationSettings)
    label: str = ""
    endpoint: str = ""  # push
    p256dh: str = ""
    auth: str = ""
    address: str = ""  # mail
    token: str = ""  # mail: of the seat, if its mails have the link of it
    code: str = ""  # mail: that confirms the address
    wrong: int = 0  # mail: how often another code was given
    kind: WebhookKind | None = None  # webhook
    url: str = ""
    secret: str = ""
    room: str = ""


class SubscriptionStatus(Struct, omit_defaults=True):
    """What became of the last messages."""

    sent: int | None = None
    tries: int = 0  # without success, one after the other
    since: int | None = None  # when they began to fail
    fault: SendingFault | None = None
    next: int | None = None


body_decoder = msgspec.json.Decoder(SubscriptionBody)
status_decoder = msgspec.json.Decoder(SubscriptionStatus)


def read_body(stored: StoredSubscription) -> SubscriptionBody:
    """What was stored of a subscription."""
    return body_decoder.decode(stored.body)


def read_status(stored: StoredSubscription) -> SubscriptionStatus:
    """What became of its messages."""
    return status_decoder.decode(stored.status) if stored.status else SubscriptionStatus()


def make_name(chance: Chance) -> str:
    """A name that cannot be guessed."""
    return base64.b32encode(chance(NAME_BYTES)).decode().rstrip("=").lower()


def digest(text: str) -> str:
    """What is looked up in place of an address."""
    return hashlib.sha256(text.encode()).hexdigest()


def fill(stored: StoredSubscription, body: SubscriptionBody) -> StoredSubscription:
    """The subscription with this body, and what the store has to know of it."""
    stored.body = msgspec.json.encode(body)
    stored.events = f" {' '.join((*dict.fromkeys(body.settings.events), *ALWAYS))} "
    stored.remind = body.settings.remind * 1000
    return stored


def is_held(stored: StoredSubscription, body: SubscriptionBody, sheet: TableSheet) -> bool:
    """Whether the seat is still the one of whoever asked; a webhook is the table's."""
    if stored.seat == TABLE:
        return True
    return any(seat.seat == stored.seat and seat.token == body.holder for seat in sheet.seats)


def hidden(address: str) -> str:
    """A mail address of which only its owner can tell whose it is."""
    name, _, place = address.rpartition("@")
    return f"{name[:1]}…@{place}"


def label_of(stored: StoredSubscription, body: SubscriptionBody) -> str:
    """What a subscription is called on screen."""
    if stored.channel == "mail":
        return hidden(body.address)
    if stored.channel == "webhook":
        return f"{body.kind}: {urlsplit(body.url).hostname}"
    return body.label


def as_message(stored: StoredSubscription) -> Subscription:
    """The subscription as its owner sees it."""
    body, status = read_body(stored), read_status(stored)
    return msgspec.convert(
        {
            "id": stored.name,
            "channel": stored.channel,
            "label": label_of(stored, body),
            "state": stored.state,
            "endpoint": stored.target if stored.channel == "push" else None,
            "settings": msgspec.to_builtins(body.settings),
            "made": stored.made,
            "sent": status.sent,
            "fault": None if status.fault is None else msgspec.to_builtins(status.fault),
            "next": status.next,
        },
        Subscription,
    )

"""Messages about notifications: what a server offers, and what somebody has asked for."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from aachen.server.messages.base import Message

Channel = Literal["push", "mail", "webhook", "feed"]
WebhookKind = Literal["discord", "slack", "matrix", "ntfy", "json"]
Wish = Literal["turn", "reminder", "begin", "end"]
SubscriptionState = Literal["unconfirmed", "on", "off"]

WISHES: tuple[Wish, ...] = ("turn", "reminder", "begin", "end")
REMIND = 7_200
EVERY = 3_600

Url = Annotated[str, Meta(min_length=8, max_length=2_000)]
Secret = Annotated[str, Meta(min_length=1, max_length=500)]
Address = Annotated[str, Meta(min_length=3, max_length=254)]
Label = Annotated[str, Meta(min_length=1, max_length=60)]
ClockTime = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Base64 = Annotated[str, Meta(min_length=16, max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")]


class QuietHours(Message):
    """When nothing is sent, by the clock of the settings' time zone."""

    since: ClockTime = field(name="from")
    until: ClockTime


class NotificationSettings(Message):
    """What is sent, when, and in which language."""

    language: Annotated[str, Meta(min_length=2, max_length=10)] | None = None
    events: Annotated[list[Wish], Meta(max_length=4)] = field(default_factory=lambda: list(WISHES))
    remind: Annotated[int, Meta(ge=300, le=604_800)] = REMIND
    zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"
    quiet: QuietHours | None = None
    every: Annotated[int, Meta(ge=0, le=604_800)] = EVERY


class NewSubscription(Message, tag_field="channel"):
    """Somebody wants to be notified."""


class NewPush(NewSubscription, tag="push"):
    """By a browser that is subscribed to its push service."""

    endpoint: Url
    p256dh: Base64
    auth: Base64
    label: Label | None = None
    settings: NotificationSettings = field(default_factory=NotificationSettings)


class NewMail(NewSubscription, tag="mail"):
    """By mail; with `link`, mails have the link of the seat."""

    address: Address
    link: bool = True
    settings: NotificationSettings = field(default_factory=NotificationSettings)


class NewWebhook(NewSubscription, tag="webhook"):
    """By a request to another service, for the whole table."""

    kind: WebhookKind
    url: Url
    secret: Secret | None = None
    room: Secret | None = None
    settings: NotificationSettings = field(default_factory=NotificationSettings)


class NewFeed(NewSubscription, tag="feed"):
    """By a feed that a reader or a calendar fetches."""

    settings: NotificationSettings = field(default_factory=NotificationSettings)


AnySubscription = NewPush | NewMail | NewWebhook | NewFeed


class SubscriptionChange(Message):
    """Change, confirm, test, resume or remove a subscription."""

    do: Literal["change", "confirm", "test", "resume", "remove"]
    settings: NotificationSettings | None = None
    code: Annotated[str, Meta(max_length=20)] | None = None


class NotificationChannels(Message):
    """What this server can notify by."""

    channels: list[Channel]
    push_key: str | None
    sender: str | None
    webhooks: list[WebhookKind]
    events: list[Wish]
    subscriptions: int


class SendingFault(Message):
    """Why the last message could not be sent."""

    reason: str
    at: int
    status: int | None = None


class Subscription(Message):
    """A subscription as its owner sees it; nothing in it is a secret."""

    id: str
    channel: Channel
    label: str
    state: SubscriptionState
    endpoint: str | None
    settings: NotificationSettings
    made: int
    sent: int | None
    fault: SendingFault | None
    next: int | None


class FeedAddresses(Message):
    """Where a feed is read, told once."""

    atom: str
    calendar: str


class Subscribed(Message):
    """A new subscription."""

    subscription: Subscription
    feed: FeedAddresses | None


class SubscriptionList(Message):
    """The subscriptions of a seat, and the webhooks of its table."""

    subscriptions: list[Subscription]
    webhooks: list[Subscription]

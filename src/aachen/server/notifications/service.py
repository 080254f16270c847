"""What players ask of notifications: subscribe, change, test, confirm, remove, and read a feed."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

import msgspec

from aachen.core.errors import BadInput, Fault, bad
from aachen.server.address import ADDRESS
from aachen.server.messages import notifications as m
from aachen.server.notifications import feeds, push, webhooks
from aachen.server.notifications.mail import is_address
from aachen.server.notifications.news import current_news
from aachen.server.notifications.quiet import zone_of
from aachen.server.notifications.subscriptions import (
    MOST,
    SubscriptionBody,
    SubscriptionStatus,
    as_message,
    digest,
    fill,
    is_held,
    make_name,
    read_body,
)
from aachen.server.notifications.web_client import SendingError, parse_url
from aachen.server.runner import TableRunner
from aachen.server.table.authorisation import Identity, check_notified, check_notify
from aachen.server.table.errors import clash
from aachen.server.tables import TableRegistry
from aachen.server.tokens import make_token
from aachen.storage.notifications import FEED, TABLE, Report, StoredSubscription

WRONG_CODES = 10  # until an unconfirmed address is deleted
WEBHOOKS: list[m.WebhookKind] = ["discord", "slack", "matrix", "ntfy", "json"]


class NoSuchSubscription(BadInput):
    """There is no such subscription, or it is another's (404)."""

    def __init__(self) -> None:
        super().__init__([Fault("no_such_subscription", "subscription")])


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks, and by which address they reach the server."""

    who: Identity
    token: str | None
    origin: str
    language: str


async def channels(tables: TableRegistry) -> m.NotificationChannels:
    """What this server offers."""
    sender = tables.notifier
    key = (await sender.pusher()).public if sender.is_push_offered else None
    mail = sender.mailer.server.sender if sender.mailer is not None else None
    return m.NotificationChannels(sender.channels(), key, mail, WEBHOOKS, list(m.WISHES), MOST)


async def listed(tables: TableRegistry, runner: TableRunner, client: Client) -> m.SubscriptionList:
    """The subscriptions of a seat, and the webhooks of the table."""
    check_notified(client.who)
    found = await tables.store.notifications.of_table(runner.id)
    sheet = runner.table.sheet
    held = [each for each in found if is_held(each, read_body(each), sheet)]
    mine = [as_message(each) for each in held if client.who.seat is not None and each.seat == client.who.seat]
    return m.SubscriptionList(mine, [as_message(each) for each in held if each.seat == TABLE])


async def subscribe(
    tables: TableRegistry, runner: TableRunner, client: Client, wish: m.AnySubscription
) -> m.Subscribed:
    """A new subscription; it is kept if its test message could be sent."""
    seat = check_notify(client.who, isinstance(wish, m.NewWebhook))
    if runner.table.sheet.is_over():
        raise clash("table_over")
    check_settings(wish.settings)
    tables.budgets.take("notifications_of_address", ADDRESS.get())
    key = make_token(tables.settings.chance)
    stored = made(tables, runner, client, seat, wish, key)
    kept = await tables.store.notifications.subscribe(stored, MOST)
    if kept is None:
        raise clash("too_many_subscriptions", "", most=MOST)
    try:
        await tables.notifier.test(kept, runner.table.sheet)
    except SendingError as failed:
        await tables.store.notifications.unsubscribe([kept.name])
        raise failed_fault(failed) from None
    await announce(tables, runner, kept, is_new=True)
    addresses = None
    if stored.channel == FEED:
        addresses = m.FeedAddresses(f"/api/feeds/{key}/turns.atom", f"/api/feeds/{key}/deadlines.ics")
    return m.Subscribed(as_message(kept), addresses)


def made(
    tables: TableRegistry, runner: TableRunner, client: Client, seat: str, wish: m.AnySubscription, key: str
) -> StoredSubscription:
    """What is to be stored; BadInput if it cannot be."""
    body = SubscriptionBody(client.who.proof, client.origin, wish.settings)
    if body.settings.language is None:
        body.settings.language = client.language
    channel, target, state = "feed", digest(key), "on"
    if isinstance(wish, m.NewPush):
        channel, target = "push", digest(wish.endpoint)
        body.endpoint, body.p256dh, body.auth = wish.endpoint, wish.p256dh, wish.auth
        body.label = wish.label or ""
    elif isinstance(wish, m.NewMail):
        channel, target, state = "mail", digest(wish.address.lower()), "unconfirmed"
        body.address, body.token = wish.address, (client.token or "") if wish.link else ""
        body.code = f"{int.from_bytes(tables.settings.chance(8), 'big') % 1_000_000:06}"
    elif isinstance(wish, m.NewWebhook):
        channel, target = "webhook", digest(f"{wish.url} {wish.room}")
        body.kind, body.url, body.secret, body.room = (
            wish.kind,
            wish.url,
            (wish.secret or "").strip(),
            wish.room or "",
        )
        body.holder = None
    check_channel(tables, channel, body)
    name, now = make_name(tables.settings.chance), tables.settings.time.now()
    return fill(StoredSubscription(name, runner.id, seat, channel, target, state, made=now), body)


def check_channel(tables: TableRegistry, channel: str, body: SubscriptionBody) -> None:
    """BadInput if a channel is not offered, or what it needs is not there."""
    known = tables.notifier.channels()
    if channel not in known:
        raise clash("channel_not_offered", "channel", given=channel, known=list(known))
    if channel == "push":
        parse_url(body.endpoint)
        push.check_keys(body.p256dh, body.auth)
    elif channel == "mail":
        if not is_address(body.address):
            raise bad("bad_mail_address", "address")
        tables.budgets.take("codes_of_mailbox", digest(body.address.lower()))
    elif channel == "webhook":
        webhooks.check(body)


def check_settings(settings: m.NotificationSettings) -> None:
    """BadInput if a setting means nothing."""
    zone_of(settings.zone)


async def announce(
    tables: TableRegistry, runner: TableRunner, stored: StoredSubscription, is_new: bool = False
) -> None:
    """Plan the reminders of a turn that is waited for now; a new feed shows the turn too."""
    is_turn = is_new and stored.channel == FEED
    news = current_news(runner.table, runner.now(), stored.seat, is_turn=is_turn)
    if news.events:
        await tables.store.notifications.announce(news, stored.name)


async def change(
    tables: TableRegistry, runner: TableRunner, client: Client, name: str, wish: m.SubscriptionChange
) -> m.SubscriptionList:
    """Change, confirm, test, resume or remove a subscription."""
    stored = await _owned(tables, runner, client, name)
    notes = tables.store.notifications
    if wish.do == "remove":
        await notes.unsubscribe([name])
    elif wish.do == "change":
        await _change_settings(tables, runner, stored, wish.settings or m.NotificationSettings())
    elif wish.do == "confirm":
        await _confirm(tables, runner, stored, wish.code or "")
    else:
        await _test(tables, runner, stored, is_resumed=wish.do == "resume")
    return await listed(tables, runner, client)


async def _owned(tables: TableRegistry, runner: TableRunner, client: Client, name: str) -> StoredSubscription:
    check_notified(client.who)
    stored = await tables.store.notifications.subscription(name)
    if stored is None or stored.table != runner.id:
        raise NoSuchSubscription
    if stored.seat == TABLE:
        check_notify(client.who, True)
    elif stored.seat != client.who.seat or not is_held(stored, read_body(stored), runner.table.sheet):
        raise NoSuchSubscription
    return stored


async def _change_settings(
    tables: TableRegistry, runner: TableRunner, stored: StoredSubscription, settings: m.NotificationSettings
) -> None:
    check_settings(settings)
    body = read_body(stored)
    settings.language = settings.language or body.settings.language
    body.settings = settings
    stored.pause = 0
    await tables.store.notifications.alter(fill(stored, body))
    await announce(tables, runner, stored)


async def _confirm(tables: TableRegistry, runner: TableRunner, stored: StoredSubscription, code: str) -> None:
    """The code has come back; after too many wrong ones the address is forgotten."""
    if stored.state != "unconfirmed":
        return
    body = read_body(stored)
    if hmac.compare_digest(body.code.encode(), "".join(code.split()).encode()):
        stored.state, body.code, body.wrong = "on", "", 0
        await tables.store.notifications.alter(fill(stored, body))
        await announce(tables, runner, stored)
        return
    body.wrong += 1
    if body.wrong >= WRONG_CODES:
        await tables.store.notifications.unsubscribe([stored.name])
    else:
        await tables.store.notifications.alter(fill(stored, body))
    raise bad("code_wrong", "code")


async def _test(
    tables: TableRegistry, runner: TableRunner, stored: StoredSubscription, is_resumed: bool
) -> None:
    """Send a test message now; what was switched off goes on if it arrives."""
    tables.budgets.take("notifications_of_address", ADDRESS.get())
    if stored.state == "unconfirmed":
        tables.budgets.take("codes_of_mailbox", stored.target)
    try:
        await tables.notifier.test(stored, runner.table.sheet)
    except SendingError as failed:
        raise failed_fault(failed) from None
    if is_resumed and stored.state == "off":
        stored.state, stored.pause = "on", 0
        await tables.store.notifications.alter(stored)
        await announce(tables, runner, stored)
    status = SubscriptionStatus(sent=tables.settings.time.now())
    await tables.store.notifications.report(Report(stored.name, status=encode_status(status)))


def encode_status(status: SubscriptionStatus) -> bytes:
    """A status as it is stored."""
    return msgspec.json.encode(status)


def failed_fault(failed: SendingError) -> BadInput:
    """Why a test message could not be sent; nothing of an answer is told but its status."""
    return bad("notification_failed", "", reason=failed.reason, status=failed.status or 0)


async def unsubscribe(tables: TableRegistry, name: str) -> None:
    """The link in a mail was used to unsubscribe."""
    stored = await tables.store.notifications.subscription(name)
    if stored is not None and stored.channel == "mail":
        await tables.store.notifications.unsubscribe([name])


async def feed(tables: TableRegistry, key: str, is_calendar: bool) -> bytes:
    """A feed as its reader fetches it."""
    found = await tables.store.notifications.by_target(FEED, digest(key))
    summaries = await tables.store.summaries([each.table for each in found])
    for stored in found:
        sheet = tables.sheet_of(summaries[stored.table][0])
        body = read_body(stored)
        if is_held(stored, body, sheet):
            messages = await tables.store.notifications.feed(stored.name)
            if is_calendar:
                return feeds.calendar(sheet, body, messages)
            return feeds.atom(sheet, body, messages, stored.name, tables.settings.time.now())
    raise NoSuchSubscription

"""Sends what waits in the outbox: claims what is due, drops what is not needed any more, and notes what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import msgspec

from aachen.server import journal
from aachen.server.damage import UnreadableTable
from aachen.server.messages.notifications import Channel, SendingFault
from aachen.server.metrics import Metrics
from aachen.server.notifications import push, webhooks
from aachen.server.notifications.batch import Batch, due_of, is_too_late, is_urgent
from aachen.server.notifications.mail import Mailer
from aachen.server.notifications.push import Pusher
from aachen.server.notifications.quiet import end_of_quiet
from aachen.server.notifications.subscriptions import (
    SubscriptionBody,
    SubscriptionStatus,
    digest,
    is_held,
    read_body,
    read_status,
)
from aachen.server.notifications.texts import Notice, game_of, language_of, own_notice
from aachen.server.notifications.web_client import SendingError
from aachen.server.settings import Settings
from aachen.server.table.sheet import TableSheet
from aachen.storage.notifications import TABLE, News, Outgoing, Report, SeatEvent, StoredSubscription
from aachen.storage.store import Store, StoredSheet, StoreFailed

MOST_AT_ONCE = 50  # messages that are claimed together
MOST_RUNNING = 200  # requests and mails under way; only then does everybody wait for the slowest
SLOW = 3.0  # seconds after which others are not kept waiting for a service
BUSY = 20_000  # milliseconds until a slow service is asked again
LAST_SECONDS = 5.0  # for what is under way when the server stops: it would be sent again by another
CLAIM = 120_000  # milliseconds that a claim lasts
RESERVE = 45.0  # seconds before its end in which nothing more is begun
PAUSES = (60, 300, 1_800, 7_200, 21_600, 43_200)  # seconds after so many failures
LONGEST_PAUSE = 86_400
GIVE_UP = 3 * 86_400_000  # milliseconds of failures until a subscription is switched off
SEEN = ("turn", "reminder", "begin", "end", "time_out")  # not sent to those who have a page open
PUSH_SECONDS = 259_200  # that a push service keeps a message at the most


class NotifiedTables(Protocol):
    """What the sender needs of the tables of its server."""

    store: Store
    settings: Settings
    metrics: Metrics
    outbox_wake: asyncio.Event

    def sheet_of(self, stored: StoredSheet) -> TableSheet:
        """The sheet that was found in a list."""

    def present(self, name: str) -> set[str]:
        """The seats of a table that have a page open."""

    async def deadline(self, name: str, seat: str) -> int | None:
        """When the time of a player runs out, by the clocks themselves; None if this server does not run them."""


class NotificationSender:
    """The channels of one server, and the task that sends."""

    def __init__(self, tables: NotifiedTables) -> None:
        self._tables = tables
        self._config = tables.settings.notifications
        self._time = tables.settings.time
        self._store = tables.store.notifications
        self.mailer = None if self._config.mail is None else Mailer(self._config.mail)
        self.is_push_offered = self._config.is_push_offered and push.is_offered()
        self._pusher: Pusher | None = None
        self._is_waiting = False  # nothing was due when it was last looked
        self._running: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()  # the subscriptions that something is being sent to

    @property
    def is_idle(self) -> bool:
        """Whether nothing was due when it was last looked, and nothing is under way."""
        return self._is_waiting and not self._running

    def channels(self) -> list[Channel]:
        """What this server offers."""
        offered: list[Channel] = []
        if self.is_push_offered:
            offered.append("push")
        if self.mailer is not None:
            offered.append("mail")
        return [*offered, "webhook", "feed"]

    async def pusher(self) -> Pusher:
        """Web push, with the key of the database; it is made when somebody asks for the first time."""
        if self._pusher is None:
            key = await self._store.key(push.KEY, push.make_key)
            self._pusher = Pusher(self._config.client, key)
        return self._pusher

    # ---- The task

    async def run(self) -> None:
        """Send for as long as the server is open, and finish what is under way."""
        try:
            await self._run()
        finally:
            if self._running:
                await asyncio.wait(self._running, timeout=LAST_SECONDS)
            for task in self._running:
                task.cancel()

    async def _run(self) -> None:
        wake, tidy_at = self._tables.outbox_wake, 0.0
        while True:
            try:
                while await self.send_due():
                    pass
                if self._time.passed() >= tidy_at:
                    await self._store.tidy(self._time.now())
                    tidy_at = self._time.passed() + self._config.tidy_seconds
            except StoreFailed:
                journal.warn("not_notified")
            except Exception as bug:
                self._crashed(bug)
            self._is_waiting = True
            await self._time.wait(wake, self._config.poll_seconds)
            self._is_waiting = False
            wake.clear()

    def _crashed(self, bug: Exception) -> None:
        journal.crash("notifications", bug)
        self._tables.metrics.count("crashes")

    async def send_due(self) -> int:
        """Send what is due now; how many messages were claimed."""
        now = self._time.now()
        if not await self._store.is_due(now):
            return 0
        fence = self._time.passed() + CLAIM / 1000 - RESERVE
        claimed = await self._store.claim(now, now + CLAIM, MOST_AT_ONCE)
        by_name: dict[str, list[Outgoing]] = {}
        for message in claimed:
            by_name.setdefault(message.subscription, []).append(message)
        batches = [await self._prepared(name, messages, now) for name, messages in by_name.items()]
        units: dict[str, list[Batch]] = {}
        for batch in batches:
            if batch is not None:
                same = batch.stored.channel == "mail"  # one mail for everything that goes to one address
                units.setdefault(batch.stored.target if same else batch.stored.name, []).append(batch)
        tasks = [asyncio.create_task(self._send_aside(unit, fence)) for unit in units.values()]
        self._running.update(tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=SLOW)
        while len(self._running) > MOST_RUNNING:
            await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
        return len(claimed)

    async def _send_aside(self, unit: list[Batch], fence: float) -> None:
        """Send one message in a task of its own, so that a slow service keeps only itself waiting."""
        names = {batch.stored.name for batch in unit}
        self._busy |= names
        try:
            await self._send(unit, fence)
        except StoreFailed:
            journal.warn("not_notified")
        except Exception as bug:
            self._crashed(bug)
        finally:
            self._busy -= names
            self._running.discard(asyncio.current_task())

    async def _prepared(self, name: str, messages: list[Outgoing], now: int) -> Batch | None:
        """The same as `_prepare`; a subscription that cannot be read keeps nobody else waiting."""
        try:
            return await self._prepare(name, messages, now)
        except (StoreFailed, msgspec.MsgspecError) as fault:
            journal.warn("not_notified", reason=type(fault).__name__)
            return None

    async def _prepare(self, name: str, messages: list[Outgoing], now: int) -> Batch | None:
        """What of these messages is still to be sent now; None if their subscription is void."""
        stored = await self._store.subscription(name)
        sheet = None if stored is None else await self._sheet(stored.table)
        if stored is None:
            return None
        body = read_body(stored)
        if sheet is None or not is_held(stored, body, sheet):
            await self._store.unsubscribe([name])
            return None
        batch = Batch(stored, body, read_status(stored), sheet)
        if name in self._busy:  # it is slow: what is new waits for what is under way
            await self._store.report(
                Report(name, held=dict.fromkeys([message.number for message in messages], now + BUSY))
            )
            return None
        present = await self._present(stored.table)
        quiet = end_of_quiet(body.settings.quiet, body.settings.zone, now)
        for message in messages:
            await self._correct(message, now)
            due = due_of(message, stored)
            if is_too_late(message, now) or (message.event in SEEN and message.seat in present):
                batch.dropped.append(message.number)
            elif due > now:
                batch.held[message.number] = due
            elif quiet is not None and not is_urgent(message, quiet):
                batch.held[message.number] = quiet
            else:
                batch.messages.append(message)
        return batch

    async def _correct(self, message: Outgoing, now: int) -> None:
        """Time that seems over may not be: the clocks have begun again if no server ran them for a while."""
        if is_too_late(message, now):
            message.until = await self._tables.deadline(message.table, message.seat) or message.until

    async def _sheet(self, table: str) -> TableSheet | None:
        found = await self._tables.store.summaries([table])
        try:
            return self._tables.sheet_of(found[table][0]) if table in found else None
        except UnreadableTable:
            return None

    async def _present(self, table: str) -> set[str]:
        """The seats that have a page open, at any server."""
        return self._tables.present(table) | (await self._tables.store.presence(table)).here

    async def _send(self, unit: list[Batch], fence: float) -> None:
        """Send one message, and note what became of it; whoever was paused for too long leaves it to others."""
        if self._time.passed() > fence:
            return
        full = [batch for batch in unit if batch.messages]
        fault: SendingError | None = None
        taken = 0
        if full and full[0].stored.channel == "mail":
            full, taken = await self._take_turn(full)
        if full:
            try:
                await self._hand_over(full, fence)
            except SendingError as failed:
                fault = failed
            except Exception as bug:  # ours: it must not keep other messages waiting
                self._crashed(bug)
                fault = SendingError("not_delivered", is_ours=True)
        now = self._time.now()
        for batch in unit:
            await self._store.report(self._report(batch, fault, now))
            if fault is not None and batch.messages and self._is_lost(batch, fault, now):
                await self._switched_off(batch, fault, now)
        if full and fault is None and full[0].stored.channel == "mail":
            await self._rest(full, taken, now)
        if full:
            self._tables.metrics.count(
                "notifications", channel=full[0].stored.channel, sent="no" if fault else "yes"
            )

    async def _take_turn(self, batches: Sequence[Batch]) -> tuple[list[Batch], int]:
        """What this server may write to an address now, and until when it alone may; the rest waits for another mail."""
        now = self._time.now()
        names = await self._store.take_turn("mail", batches[0].stored.target, now, now + CLAIM)
        for batch in batches:
            if batch.stored.name not in names and not batch.is_urgent():
                batch.held |= dict.fromkeys([message.number for message in batch.messages], now)
                batch.messages = []
        return [batch for batch in batches if batch.messages], now + CLAIM

    async def _rest(self, batches: Sequence[Batch], taken: int, now: int) -> None:
        """Every table waits as long as its player wants after this mail; one that waited already waits no longer."""
        names = {batch.stored.name for batch in batches}
        for other in await self._store.by_target("mail", batches[0].stored.target):
            if other.name in names or other.pause == taken:
                with suppress(msgspec.MsgspecError):  # one that cannot be read gets no mail
                    every = read_body(other).settings.every
                    await self._store.report(Report(other.name, pause=now + every * 1000))

    async def _hand_over(self, batches: Sequence[Batch], fence: float) -> None:
        """Send all of this by its channel, and note what was taken; SendingError if something was not."""
        batch = batches[0]
        if batch.stored.channel == "mail" and self.mailer is not None:
            parts = [(each.stored, each.body, notice) for each in batches for _, notice in each.notices()]
            await self.mailer.send(parts)
            for each in batches:
                each.sent += [message.number for message in each.messages]
            return
        if batch.stored.channel not in ("push", "webhook"):
            raise SendingError("not_offered", is_ours=True)
        for group in batch.groups():
            if (
                self._time.passed() > fence
            ):  # the rest is sent when its claim has run out, by whoever claims it then
                return
            notices = [notice for _, notice in group]
            if batch.stored.channel == "push":
                await self._push(batch.stored, batch.body, notices[0])
            else:
                await webhooks.send(self._config.client, batch.body, notices, {"game": batch.sheet.game})
            batch.sent += [number for number, _ in group]

    async def _push(self, stored: StoredSubscription, body: SubscriptionBody, notice: Notice) -> None:
        if not self.is_push_offered:
            raise SendingError("not_offered", is_ours=True)
        now = self._time.now()
        left = PUSH_SECONDS if notice.until is None else (notice.until - now) // 1000
        sender = None if self._config.mail is None else f"mailto:{self._config.mail.sender}"
        contact = sender or (
            body.origin if body.origin.startswith("https:") else "mailto:host@aachen.invalid"
        )
        message: dict[str, object] = {
            "event": notice.event,
            "table": notice.table,
            "seat": notice.seat,
            "title": notice.title,
            "text": notice.text,
            "url": notice.path,
            "tag": notice.tag,
            "at": notice.at,
        }
        await (await self.pusher()).send(
            body.endpoint,
            (body.p256dh, body.auth),
            message,
            contact=contact,
            topic=digest(notice.tag)[:32],
            now=now,
            seconds=max(60, min(PUSH_SECONDS, left)),
        )

    # ---- What became of it

    def _report(self, batch: Batch, fault: SendingError | None, now: int) -> Report:
        report = Report(batch.stored.name, [*batch.dropped, *batch.sent], dict(batch.held))
        status = SubscriptionStatus(sent=now) if batch.sent else batch.status
        numbers = [message.number for message in batch.messages if message.number not in batch.sent]
        if fault is None:
            report.status = msgspec.json.encode(status) if batch.sent else None
            return report
        if not numbers:
            return report
        status.tries += 1
        status.since = now if status.since is None else status.since
        pause = PAUSES[min(status.tries, len(PAUSES)) - 1]
        status.next = now + round(1000 * min(LONGEST_PAUSE, max(pause, fault.after)))
        status.fault = SendingFault(fault.reason, now, fault.status)
        if self._is_lost(batch, fault, now):
            report.state, status.next = "off", None
        else:
            report.held |= dict.fromkeys(numbers, status.next)
            report.pause = status.next
        report.status = msgspec.json.encode(status)
        return report

    def _is_lost(self, batch: Batch, fault: SendingError, now: int) -> bool:
        """Whether nothing more is tried."""
        since = now if batch.status.since is None else batch.status.since
        return not fault.is_ours and (fault.is_final or now - since >= GIVE_UP)

    async def _switched_off(self, batch: Batch, fault: SendingError, now: int) -> None:
        """Inform the owner through the seat's other channels; a browser that is gone is removed everywhere."""
        stored = batch.stored
        journal.note("notifications_off", table=stored.table, kind=stored.channel, reason=fault.reason)
        if stored.channel == "push" and fault.reason == "gone":
            same = await self._store.by_target("push", stored.target)
            for other in same:
                if other.name != stored.name:
                    report = Report(other.name, state="off", status=msgspec.json.encode(batch.status))
                    await self._store.report(report)
        if stored.seat == TABLE:
            return
        for other in await self._store.of_table(stored.table):
            if other.seat == stored.seat and other.name != stored.name and other.state == "on":
                event = SeatEvent("off", stored.seat, now)
                await self._store.announce(
                    News(stored.table, batch.messages[0].seq, now, (event,)), other.name
                )

    # ---- Tests and codes

    async def test(self, stored: StoredSubscription, sheet: TableSheet) -> None:
        """Send a test message, or the code of an address that is not confirmed; SendingError if that fails."""
        body, now = read_body(stored), self._time.now()
        notice = own_notice(sheet, "test", body, stored.seat, now)
        if stored.channel == "push":
            await self._push(stored, body, notice)
        elif stored.channel == "webhook":
            await webhooks.send(self._config.client, body, [notice], {"game": sheet.game})
        elif stored.channel == "mail" and self.mailer is not None and stored.state == "unconfirmed":
            await self.mailer.send_code(stored, body, game_of(sheet, language_of(body)))
        elif stored.channel == "mail" and self.mailer is not None:
            await self.mailer.send([(stored, body, notice)])
        elif stored.channel != "feed":
            raise SendingError("not_offered", is_ours=True)

"""What is sent together: the claimed messages of one subscription, and when each of them is wanted."""

from __future__ import annotations

from dataclasses import dataclass, field

from aachen.server.notifications.subscriptions import SubscriptionBody, SubscriptionStatus
from aachen.server.notifications.texts import Notice, notice_of
from aachen.server.table.sheet import TableSheet
from aachen.storage.notifications import Outgoing, StoredSubscription


@dataclass(slots=True)
class Batch:
    """Claimed messages of one subscription."""

    stored: StoredSubscription
    body: SubscriptionBody
    status: SubscriptionStatus
    sheet: TableSheet
    messages: list[Outgoing] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    held: dict[int, int] = field(default_factory=dict)
    sent: list[int] = field(default_factory=list)

    def notices(self) -> list[tuple[int, Notice]]:
        """The messages in words, each with its number."""
        is_webhook = self.stored.channel == "webhook"
        return [(each.number, notice_of(self.sheet, each, self.body, is_webhook)) for each in self.messages]

    def is_urgent(self) -> bool:
        """Whether there is a reminder that would come too late after the pause."""
        return any(is_urgent(message, self.stored.pause) for message in self.messages)

    def groups(self) -> list[list[tuple[int, Notice]]]:
        """The messages that go out together: those of one event at a webhook, and each alone in a browser."""
        found: dict[object, list[tuple[int, Notice]]] = {}
        for message, notice in zip(self.messages, self.notices()):
            key = (message.event, message.seq) if self.stored.channel == "webhook" else message.number
            found.setdefault(key, []).append(notice)
        return list(found.values())


def is_too_late(message: Outgoing, now: int) -> bool:
    """A reminder of a time that is over."""
    return message.event == "reminder" and message.until is not None and message.until <= now


def due_of(message: Outgoing, stored: StoredSubscription) -> int:
    """From when on a reminder is wanted; anything else is at once."""
    is_reminder = message.event == "reminder" and message.until is not None
    return (message.until or 0) - stored.remind if is_reminder else 0


def is_urgent(message: Outgoing, quiet: int) -> bool:
    """A reminder of a time that would be over when the quiet hours are."""
    return message.event == "reminder" and message.until is not None and message.until <= quiet

"""What a server notifies by, as its host has set it up."""

from __future__ import annotations

from dataclasses import dataclass, field

from aachen.server.notifications.mail import MailServer
from aachen.server.notifications.web_client import WebClient


@dataclass(slots=True)
class NotificationConfig:
    """The channels of a server. `client` is replaced by tests alone."""

    mail: MailServer | None = None
    client: WebClient = field(default_factory=WebClient)
    is_push_offered: bool = True  # where the package for it is installed
    poll_seconds: float = 15.0  # how often a server looks for messages that have become due
    tidy_seconds: float = 60.0

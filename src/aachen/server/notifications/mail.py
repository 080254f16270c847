"""Notifications by mail, through the mail server that the host has named."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formataddr, formatdate
from typing import Literal
from urllib.parse import unquote, urlsplit

from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.server import journal
from aachen.server.notifications.subscriptions import SubscriptionBody, digest
from aachen.server.notifications.texts import Notice, language_of
from aachen.server.notifications.web_client import SendingError
from aachen.storage.notifications import StoredSubscription

# An address of RFC 5321 without quotes. "=?" begins an encoded word, which could say anything in a header.
ATOM = r"(?:(?!=\?)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-])+"
PART = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
ADDRESS = re.compile(rf"{ATOM}(?:\.{ATOM})*@{PART}(?:\.{PART})*")
LOCAL = ("localhost", "127.0.0.1", "::1")
SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class MailServer:
    """The mail server of the host."""

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    sender: str
    user: str = ""
    password: str = ""


def read_mail_server(url: str, sender: str | None, password: str | None) -> MailServer:
    """The mail server of an address such as smtp://user@mail.example.org:587; BadInput says what is wrong."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise bad("bad_mail_server", "--smtp") from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise bad("bad_mail_server", "--smtp")
    if sender is None or not is_address(sender):
        raise bad("bad_mail_sender", "--mail-from", given=sender or "")
    is_local = parts.hostname in LOCAL
    security: Literal["tls", "starttls", "none"] = (
        "tls" if parts.scheme == "smtps" else "none" if is_local else "starttls"
    )
    usual = 465 if security == "tls" else 25 if is_local else 587
    user, given = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port or usual, security, sender, user, password or given)


def is_address(text: str) -> bool:
    """Whether this could be the address of one mailbox."""
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None


class Mailer:
    """Writes mails and hands them to the mail server."""

    def __init__(self, server: MailServer, context: ssl.SSLContext | None = None) -> None:
        self.server = server
        self._context = context

    async def send_code(self, stored: StoredSubscription, body: SubscriptionBody, game: str) -> None:
        """Ask whether the address is theirs; whoever gets this may not have asked, so it has no words of a stranger."""
        say = catalogue(language_of(body)).say
        text = say("notify.mail.code", game=game, code=body.code, sender=self.server.sender)
        mail = self._mail(body.address, say("notify.mail.code.subject", code=body.code), text)
        await asyncio.to_thread(self._deliver, mail)

    async def send(self, parts: Sequence[tuple[StoredSubscription, SubscriptionBody, Notice]]) -> None:
        """One mail to one address, with everything that has happened."""
        first, body, notice = parts[0]
        say = catalogue(language_of(body)).say
        subject = say("notify.mail.subject", title=notice.title, text=notice.text)
        if len(parts) > 1:
            subject = say("notify.mail.digest", count=len(parts))
        lines = [f"{each.title}\n{each.text}\n{link(held, each)}" for _, held, each in parts]
        stop = {stored.name: f"{held.origin}/api/unsubscribe/{stored.name}" for stored, held, _ in parts}
        footer = say("notify.mail.footer") + "\n" + "\n".join(stop.values())
        mail = self._mail(body.address, subject, "\n\n".join([*lines, "-- \n" + footer]))
        mail["Message-ID"] = f"<{digest(' '.join(each.id for _, _, each in parts))[:40]}@{self._domain()}>"
        mail["List-Unsubscribe"] = f"<{stop[first.name]}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await asyncio.to_thread(self._deliver, mail)

    def _mail(self, address: str, subject: str, text: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = formataddr(("Aachen", self.server.sender))
        mail["To"] = address
        mail["Subject"] = " ".join(subject.split())
        mail["Date"] = formatdate(localtime=False)
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(text)
        return mail

    def _domain(self) -> str:
        return self.server.sender.rpartition("@")[2]

    def _deliver(self, mail: EmailMessage) -> None:
        """Hand over a mail; in a thread."""
        try:
            with self._connected() as connection:
                if self.server.user:
                    connection.login(self.server.user, self.server.password)
                connection.send_message(mail)
        except smtplib.SMTPRecipientsRefused as refused:
            status = max((code for code, _ in refused.recipients.values()), default=0)
            raise SendingError("refused", status, is_final=status >= 500) from None
        except (smtplib.SMTPException, OSError, ValueError) as fault:
            code = fault.smtp_code if isinstance(fault, smtplib.SMTPResponseException) else None
            journal.warn("mail_not_delivered", reason=type(fault).__name__, status=code)
            raise SendingError("not_delivered", is_ours=True) from None

    def _connected(self) -> smtplib.SMTP:
        server = self.server
        context = self._context or ssl.create_default_context()
        if server.security == "tls":
            return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context)
        connection = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        if server.security == "starttls":
            try:
                connection.starttls(context=context)
            except BaseException:
                connection.close()
                raise
        return connection


def link(body: SubscriptionBody, notice: Notice) -> str:
    """Where the table is; with the token of the seat, if its player wants that."""
    address = f"{body.origin}{notice.path}"
    return f"{address}#seat={body.token}" if body.token else address

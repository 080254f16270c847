"""A server that notifies nobody: what the page is told about channels and subscriptions, and what it asked for."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

Plain = dict[str, Any]
EVENTS = ["turn", "reminder", "begin", "end"]
OFFERED: Plain = {
    "channels": ["push", "mail", "webhook", "feed"],
    "push_key": "BNbxGYNMhEIi9zrneh7mqV4oUanjLUK3m-qk6iGgCIN7Vs6ZbZ0SVHKZIWCFXR6sLHyHfTWJOLFnEoqyzjrm4Xo",
    "sender": "aachen@example.org",
    "webhooks": ["discord", "slack", "matrix", "ntfy", "json"],
    "events": EVENTS,
    "subscriptions": 12,
}
SETTINGS: Plain = {
    "language": "en",
    "events": EVENTS,
    "remind": 7200,
    "zone": "UTC",
    "quiet": None,
    "every": 3600,
}
NUMBERS = count()
FEED = {"atom": "/api/feeds/k1/turns.atom", "calendar": "/api/feeds/k1/deadlines.ics"}


def subscription(channel: str, label: str, **more: Any) -> Plain:
    """A subscription, as the server lists it."""
    usual = {"state": "on", "settings": SETTINGS, "made": 1_700_000_000_000}
    none = dict.fromkeys(("endpoint", "sent", "fault", "next"))
    return {"id": f"s{next(NUMBERS)}", "channel": channel, "label": label, **usual, **none, **more}


@dataclass
class StandIn:
    """Answers in the place of the server, and keeps every request with its token."""

    mine: list[Plain] = field(default_factory=list)
    webhooks: list[Plain] = field(default_factory=list)
    offered: Plain = field(default_factory=lambda: dict(OFFERED))
    asked: list[tuple[str, Plain]] = field(default_factory=list)

    def take(self, page: Page) -> None:
        """Answer this page from now on."""
        page.route("**/api/notifications", lambda route: route.fulfill(json=self.offered))
        page.route("**/api/tables/*/notifications", self._list)
        page.route("**/api/tables/*/notifications/*", self._change)

    @property
    def bodies(self) -> list[Plain]:
        """What was asked for, without tokens."""
        return [body for _, body in self.asked]

    def _list(self, route: Route) -> None:
        if route.request.method == "GET":
            return route.fulfill(json=self._listed())
        body: Plain = self._noted(route)
        channel = body["channel"]
        labels = {"mail": body.get("address"), "webhook": body.get("kind"), "feed": "feed"}
        made = subscription(channel, labels.get(channel) or body["label"], settings=body["settings"])
        if channel == "mail":
            made["state"] = "unconfirmed"
        if channel == "push":
            made["endpoint"] = DIGEST
        (self.webhooks if channel == "webhook" else self.mine).append(made)
        answer = {"subscription": made, "feed": FEED if channel == "feed" else None}
        return route.fulfill(status=201, json=answer)

    def _change(self, route: Route) -> None:
        body = self._noted(route)
        wanted = urlsplit(route.request.url).path.rpartition("/")[2]
        (one,) = [each for each in self.mine + self.webhooks if each["id"] == wanted]
        if body["do"] == "remove":
            self.mine = [each for each in self.mine if each is not one]
            self.webhooks = [each for each in self.webhooks if each is not one]
        elif body["do"] == "confirm" and body["code"] != "271828":
            sentences = dict.fromkeys(("en", "de", "fr"), "The code is not the one of the mail.")
            fault = {"code": "code_wrong", "where": "code", "facts": {}, "sentence": sentences["en"]}
            return route.fulfill(
                status=422, json={"error": {**fault, "sentences": sentences}, "more": [], "request": "r"}
            )
        elif body["do"] in ("confirm", "resume"):
            one |= {"state": "on", "fault": None}
        elif body["do"] == "change":
            one["settings"] = body["settings"]
        return route.fulfill(json=self._listed())

    def _listed(self) -> Plain:
        return {"subscriptions": self.mine, "webhooks": self.webhooks}

    def _noted(self, route: Route) -> Plain:
        body: Plain = json.loads(route.request.post_data or "{}")
        self.asked.append((route.request.headers.get("authorization", ""), body))
        return body


# A browser whose push service answers: Chromium's own is on the internet.
ENDPOINT = "https://push.invalid/send/abc"
# The keys of a browser: a point of the curve and 16 bytes, those of the example in RFC 8291.
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
DIGEST = hashlib.sha256(ENDPOINT.encode()).hexdigest()
PUSH_SERVICE = (
    """() => {
    const made = window.made = (key) => ({
        endpoint: 'ENDPOINT',
        options: { userVisibleOnly: true, applicationServerKey: key.buffer },
        toJSON: () => ({ endpoint: 'ENDPOINT', keys: { p256dh: 'P256DH', auth: 'AUTH' } }),
        unsubscribe: async () => { window.pushed = null; window.unsubscribed = true; return true },
    })
    window.pushed = null
    PushManager.prototype.getSubscription = async () => window.pushed
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error('wrong')
        return (window.pushed = made(applicationServerKey))
    }
}""".replace("ENDPOINT", ENDPOINT)
    .replace("P256DH", P256DH)
    .replace("AUTH", AUTH)
)

"""The dialog of notifications: what it offers, asks for and says, in a real browser; the server is a stand-in here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Worker, expect
from tests.web.conftest import phone
from tests.web.kit import keep_picture, scrolls_sideways, violations
from tests.web.notify_kit import (
    AUTH,
    DIGEST,
    ENDPOINT,
    EVENTS,
    P256DH,
    PUSH_SERVICE,
    SETTINGS,
    StandIn,
    subscription,
)

Plain = dict[str, Any]
Opening = Callable[..., Page]
BERLIN = "Europe/Berlin"
FORMER = "f" * 64  # the digest of an endpoint that the browser has replaced
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1"
)


@pytest.fixture
def opening(browser: Browser, server: str) -> Iterator[Opening]:
    """Opens the dialog at a new table, as a player, or as a host who has no seat."""
    contexts: list[BrowserContext] = []

    def open_dialog(
        stand_in: StandIn, seat: str | None = "white", script: str = "", host: bool = False, **wishes: Any
    ) -> Page:
        usual: Plain = {"base_url": server, "locale": "en", "reduced_motion": "reduce", "timezone_id": BERLIN}
        context = browser.new_context(**{**usual, **wishes})
        contexts.append(context)
        page = context.new_page()
        stand_in.take(page)
        if script:
            page.add_init_script(f"({script})()")
        wish = {"game": "carolus", "seats": [{"kind": "me", "name": "Adela"}, {"kind": "open"}]}
        made: Plain = httpx2.post(f"{server}/api/tables", json=wish).json()
        if host:
            page.goto(f"/t/{made['table']}#host={made['host']}")
            expect(page.locator("section:has(#notify)")).to_be_visible()
            page.goto("about:blank")
        page.goto(f"/t/{made['table']}" + (f"#seat={made['seats'][seat]}" if seat else ""))
        if seat:
            expect(page.locator(".own")).to_have_count(1)
        page.locator("section:has(#notify) button").click()
        expect(page.get_by_role("dialog").locator(".notify-part").first).to_be_visible()
        return page

    yield open_dialog
    for context in contexts:
        context.close()


def part(page: Page, name: str) -> Locator:
    """One section of the dialog, by its heading."""
    return page.get_by_role("region", name=name, exact=True)


# ---- Push ----------------------------------------------------------------------------------------


def test_a_device_is_switched_on_by_a_click_and_known_again(opening: Opening) -> None:
    server = StandIn()
    page = opening(server, script=PUSH_SERVICE, permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    asked_before = list(server.asked)
    part(page, "On this device").get_by_role("button", name="Switch on for this device").click()
    row = part(page, "On this device").get_by_role("listitem")
    expect(row).to_contain_text("This device (Chrome, Linux)")
    row.get_by_role("button", name="Test").click()
    row.get_by_role("button", name="Remove").click()
    expect(
        part(page, "On this device").get_by_role("button", name="Switch on for this device")
    ).to_be_visible()

    wish, *changes = server.bodies
    assert asked_before == []
    assert (wish["channel"], wish["endpoint"], wish["p256dh"], wish["auth"]) == (
        "push",
        ENDPOINT,
        P256DH,
        AUTH,
    )
    assert wish["settings"] == {
        "language": "en",
        "events": EVENTS,
        "remind": 7200,
        "zone": BERLIN,
        "quiet": None,
        "every": 3600,
    }
    assert changes == [{"do": "test"}, {"do": "remove"}]
    assert all(token.startswith("Bearer ") for token, _ in server.asked)


def test_devices_of_the_seat_are_listed_and_this_one_comes_first(opening: Opening) -> None:
    other, here = (
        subscription("push", "Firefox, Android"),
        subscription("push", "Chrome, Linux", endpoint=DIGEST),
    )
    script = PUSH_SERVICE.replace("window.pushed = null\n", "window.pushed = made(new Uint8Array(65))\n", 1)
    page = opening(StandIn(mine=[other, here]), script=script, permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Close").click()
    page.locator("section:has(#notify) button").click()

    rows = part(page, "On this device").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("This device (Chrome, Linux)")


def test_a_push_service_that_does_not_answer_is_said(opening: Opening) -> None:
    broken = (
        "() => { PushManager.prototype.subscribe = async () => { throw new DOMException('', 'AbortError') } }"
    )
    page = opening(StandIn(), script=broken, permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Switch on for this device").click()

    expect(page.get_by_role("alert").filter(has_text="push service")).to_be_visible()


@pytest.mark.parametrize(
    ("script", "agent", "state", "words"),
    [
        (
            "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
            None,
            "blocked",
            "blocks",
        ),
        ("Object.defineProperty(window, 'isSecureContext', { get: () => false })", None, "insecure", "https"),
        ("delete window.PushManager", IPHONE, "home_screen", "Add to Home Screen"),
        ("delete window.PushManager", None, "unsupported", "cannot receive"),
    ],
)
def test_what_is_in_the_way_is_said(
    opening: Opening, script: str, agent: str | None, state: str, words: str
) -> None:
    wishes = {"user_agent": agent} if agent else {}
    page = opening(StandIn(), script=f"() => {{ {script} }}", **wishes)

    expect(page.locator(f"[data-push={state}]").get_by_role("note")).to_contain_text(words)
    expect(page.get_by_role("button", name="Switch on for this device")).to_have_count(0)


def test_a_refusal_by_the_reader_is_said_at_once(opening: Opening) -> None:
    script = """() => {
        let answer = 'default'
        Notification.requestPermission = async () => (answer = 'denied')
        Object.defineProperty(Notification, 'permission', { get: () => answer })
    }"""
    server = StandIn()
    page = opening(server, script=script)
    page.get_by_role("button", name="Switch on for this device").click()

    expect(page.locator("[data-push=blocked]").get_by_role("note")).to_contain_text("blocks")
    assert server.asked == []


def test_a_replaced_subscription_is_handed_over_with_its_settings(opening: Opening) -> None:
    settings = SETTINGS | {"remind": 900}
    server = StandIn()
    page = opening(server, script=PUSH_SERVICE, permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Switch on for this device").click()
    expect(part(page, "On this device").get_by_role("listitem")).to_have_count(1)
    server.mine[0]["settings"] = settings
    server.mine[0]["endpoint"] = FORMER
    place = page.evaluate("Object.keys(localStorage).find((name) => name.startsWith('aachen.push.'))")
    page.evaluate("([name, digest]) => localStorage.setItem(name, digest)", [place, FORMER])
    page.add_init_script("window.pushed = made(new Uint8Array(65))")
    page.reload()
    page.wait_for_function("([name, digest]) => localStorage.getItem(name) === digest", arg=[place, DIGEST])

    _, fresh, removed = server.bodies
    assert (fresh["endpoint"], fresh["settings"]) == (ENDPOINT, settings)
    assert removed == {"do": "remove"}


# ---- The other channels --------------------------------------------------------------------------


def test_a_mail_address_is_confirmed_by_its_code(opening: Opening) -> None:
    server = StandIn()
    page = opening(server)
    mail = part(page, "By email")
    mail.get_by_label("Your email address").fill("adela@example.org")
    mail.get_by_label("Include the link to my seat").uncheck()
    mail.get_by_role("button", name="Send a code").click()
    expect(mail.get_by_role("listitem")).to_contain_text("Waiting for the code")
    mail.get_by_label("Code from the email").fill("111111")
    mail.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("alert").filter(has_text="not the one of the mail")).to_be_visible()
    mail.get_by_label("Code from the email").fill("271 828")
    mail.get_by_role("button", name="Confirm").click()
    expect(mail.get_by_role("listitem")).to_contain_text("On")

    wish, wrong, right = server.bodies
    assert (wish["address"], wish["link"]) == ("adela@example.org", False)
    assert (wrong["code"], right["code"]) == ("111111", "271828")


def test_feed_links_are_shown_once_and_revoked(opening: Opening, server: str) -> None:
    page = opening(StandIn())
    feed = part(page, "In your calendar or feed reader")
    feed.get_by_role("button", name="Create private links").click()
    expect(feed.get_by_label("Deadlines for a calendar")).to_have_value(
        f"{server}/api/feeds/k1/deadlines.ics"
    )
    expect(feed.get_by_label("Turns for a feed reader")).to_have_value(f"{server}/api/feeds/k1/turns.atom")
    page.get_by_role("button", name="Close").click()
    page.locator("section:has(#notify) button").click()
    expect(feed.get_by_role("listitem")).to_have_count(1)
    expect(feed.get_by_label("Deadlines for a calendar")).to_have_count(0)
    feed.get_by_role("button", name="Revoke").click()

    expect(feed.get_by_role("listitem")).to_have_count(0)


@pytest.mark.parametrize(
    ("kind", "url", "more"),
    [
        ("discord", "https://discord.com/api/webhooks/1/x", {}),
        ("ntfy", "https://ntfy.sh/adelas-table", {"secret": "tk_1"}),
        ("matrix", "https://matrix.example.org", {"secret": "syt_1", "room": "!abc:example.org"}),
    ],
)
def test_a_host_without_a_seat_sets_up_a_webhook_and_nothing_else(
    opening: Opening, kind: str, url: str, more: dict[str, str]
) -> None:
    server = StandIn()
    page = opening(server, seat=None, host=True)
    hook = part(page, "For the whole table: a chat room")
    hook.get_by_label("Service").select_option(kind)
    hook.get_by_role("textbox").first.fill(url)
    if "secret" in more:
        hook.get_by_label("Access token").fill(more["secret"])
    if "room" in more:
        hook.get_by_label("Room ID").fill(more["room"])
    hook.get_by_role("button", name="Add and send a test message").click()
    expect(hook.get_by_role("listitem")).to_have_count(1)

    expect(part(page, "By email")).to_have_count(0)
    (wish,) = server.bodies
    assert {name: wish[name] for name in ("kind", "url", "secret", "room")} == {
        "kind": kind,
        "url": url,
        "secret": more.get("secret"),
        "room": more.get("room"),
    }


def test_players_see_a_webhook_but_cannot_change_it(opening: Opening) -> None:
    hook = part(
        opening(StandIn(webhooks=[subscription("webhook", "Discord, discord.com")])),
        "For the whole table: a chat room",
    )

    expect(hook.get_by_role("listitem")).to_contain_text("Discord, discord.com")
    expect(hook.get_by_role("button")).to_have_count(0)


# ---- When, and all of it -------------------------------------------------------------------------


def test_times_are_saved_for_every_channel_of_the_seat(opening: Opening) -> None:
    server = StandIn(mine=[subscription("mail", "a…@example.org"), subscription("feed", "feed")])
    page = opening(server)
    when = part(page, "When")
    expect(page.get_by_role("button", name="Save the changes")).to_have_count(0)
    when.get_by_role("switch", name="Start").click()
    when.get_by_label("Remind me").select_option("12 hours")
    when.get_by_role("switch", name="Quiet hours").click()
    when.get_by_label("until").fill("08:30")
    when.get_by_label("Time between emails, at least").select_option("no minimum")
    expect(when.get_by_text(f"Time zone: {BERLIN}")).to_be_visible()
    page.get_by_role("button", name="Save the changes").click()
    expect(page.get_by_role("button", name="Save the changes")).to_have_count(0)

    assert [body["do"] for body in server.bodies] == ["change", "change"]
    assert all(
        body["settings"]
        == {
            "language": "en",
            "events": ["turn", "reminder", "end"],
            "remind": 43200,
            "zone": BERLIN,
            "quiet": {"from": "22:00", "until": "08:30"},
            "every": 0,
        }
        for body in server.bodies
    )


def test_why_something_was_switched_off_is_said_and_it_can_be_switched_on_again(opening: Opening) -> None:
    at = 1_700_000_000_000
    gone = {"reason": "gone", "at": at, "status": 410}
    slow = {"reason": "too_slow", "at": at, "status": None}
    server = StandIn(
        mine=[
            subscription("push", "Firefox, Android", state="off", fault=gone),
            subscription("mail", "a…@example.org", fault=slow, next=at + 60_000),
        ]
    )
    page = opening(server)
    off = part(page, "On this device").get_by_role("listitem")
    expect(off).to_contain_text("Switched off after repeated failures")
    expect(off).to_contain_text("the address no longer exists (HTTP 410)")
    expect(part(page, "By email").get_by_role("listitem")).to_contain_text(
        "did not answer in time. Next attempt"
    )
    off.get_by_role("button", name="Switch on again").click()

    expect(off.get_by_role("button", name="Switch on again")).to_have_count(0)
    assert server.bodies == [{"do": "resume"}]


def test_everything_is_deleted_only_when_that_is_meant(opening: Opening) -> None:
    server = StandIn(mine=[subscription("mail", "a…@example.org"), subscription("feed", "feed")])
    page = opening(server)
    page.get_by_role("button", name="Delete all notifications").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Delete all notifications").click()
    asked_before = list(server.asked)
    page.get_by_role("button", name="Really delete them").click()
    expect(page.get_by_role("button", name="Delete all notifications")).to_have_count(0)

    assert asked_before == []
    assert server.bodies == [{"do": "remove"}, {"do": "remove"}]
    assert server.mine == []


def test_a_server_that_offers_little_says_so(opening: Opening) -> None:
    server = StandIn()
    server.offered |= {"channels": ["feed"], "push_key": None, "sender": None}
    page = opening(server)

    expect(part(page, "On this device").get_by_role("note")).to_contain_text("does not send notifications")
    expect(part(page, "By email").get_by_role("note")).to_contain_text("does not send email")
    expect(part(page, "For the whole table: a chat room")).to_have_count(0)


def test_the_dialog_is_set_up_by_keyboard_alone(opening: Opening) -> None:
    server = StandIn()
    page = opening(server)
    target = part(page, "When").get_by_role("switch", name="Quiet hours")
    for _ in range(40):
        if target.evaluate("each => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(target).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("section:has(#notify) button")).to_be_focused()


# ---- The worker ----------------------------------------------------------------------------------

MESSAGE = {
    "event": "turn",
    "table": "abcdefghij",
    "seat": "white",
    "title": "Carolus Magnus",
    "text": "It is your turn.",
    "url": "/t/abcdefghij",
    "tag": "abcdefghij white",
    "at": 1_700_000_000_000,
}
# The worker notes what it shows, when the browser has shown it. To ask again and again for what is shown would not do:
# Chromium forgets a notification that it is asked about between storing and showing it.
NOTE = """() => {
    const show = registration.showNotification.bind(registration)
    const [shown, waiting] = [[], []]
    registration.showNotification = async (title, options) => {
        await show(title, options)
        shown.push([title, options.body, options.tag, options.data.address])
        waiting.shift()?.()
    }
    self.nextShown = async () => {
        if (shown.length === 0)
            await new Promise((done, late) => {
                waiting.push(done)
                setTimeout(() => late(new Error('nothing was shown')), 30_000)
            })
        return shown.shift()
    }
}"""
SHOWN = "async () => (await registration.getNotifications()).map(({ body }) => body)"
CLICK = """async () => {
    self.went = []
    self.clients.openWindow = async (address) => self.went.push(['opened', address])
    self.clients.matchAll = async () => self.there.map((url) => ({ url, focus: () => self.went.push(['shown', url]) }))
    const [notification] = await self.registration.getNotifications()
    const clicked = new NotificationEvent('notificationclick', { notification })
    self.dispatchEvent(clicked)
    await new Promise((resolve) => setTimeout(resolve, 0))
    return self.went
}"""


@pytest.fixture
def deliver(browser: Browser, server: str) -> Iterator[tuple[Worker, Callable[[str], list[str]]]]:
    """A worker that may notify, and a push service that hands it a message and says what was shown."""
    context = browser.new_context(base_url=server, locale="en", permissions=["notifications"])
    page = context.new_page()
    line = context.new_cdp_session(page)
    known: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: known.extend(each["registrationId"] for each in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    page.goto("/about")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker = (
        context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")
    )
    worker.evaluate(NOTE)

    def send(data: str) -> list[str]:
        line.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": server, "registrationId": known[-1], "data": data},
        )
        shown: list[str] = worker.evaluate("nextShown()")
        return shown

    yield worker, send
    context.close()


def test_a_message_is_shown_and_the_next_of_its_tag_takes_its_place(deliver: Any) -> None:
    worker, send = deliver
    first = send(json.dumps(MESSAGE))
    send(json.dumps(MESSAGE | {"text": "Your time runs out."}))

    assert first == ["Carolus Magnus", "It is your turn.", "abcdefghij white", "/t/abcdefghij"]
    assert worker.evaluate(SHOWN) == ["Your time runs out."]


@pytest.mark.parametrize(
    "data",
    [
        "{}",
        "no JSON",
        "null",
        *(json.dumps({"url": url}) for url in ("https://evil.example/t/1", "https://[")),
    ],
)
def test_a_message_that_means_nothing_leads_nowhere_else(deliver: Any, data: str) -> None:
    _, send = deliver

    assert send(data)[3] == "/"


@pytest.mark.parametrize(
    ("there", "went"),
    [
        ([], [["opened", "/t/abcdefghij"]]),
        (["/about"], [["opened", "/t/abcdefghij"]]),
        (["/about", "/t/abcdefghij"], [["shown", "/t/abcdefghij"]]),
    ],
)
def test_a_tap_leads_to_the_table(deliver: Any, server: str, there: list[str], went: list[list[str]]) -> None:
    worker, send = deliver
    send(json.dumps(MESSAGE))
    worker.evaluate("(there) => { self.there = there }", [server + each for each in there])

    assert [[what, where.removeprefix(server)] for what, where in worker.evaluate(CLICK)] == went


# ---- For everybody's eyes ------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_dialog_keeps_nobody_out(opening: Opening, size: str) -> None:
    """In every language, light and dark; axe reads one of them in each light."""
    at = 1_700_000_000_000
    gone = {"reason": "gone", "at": at, "status": 410}
    server = StandIn(
        mine=[
            subscription("push", "Firefox, Android", sent=at),
            subscription("push", "Chrome, Windows", state="off", fault=gone),
            subscription("mail", "a…@example.org", state="unconfirmed"),
            subscription("feed", "feed"),
        ],
        webhooks=[subscription("webhook", "Discord, discord.com")],
    )
    server.mine[0]["settings"] = SETTINGS | {"quiet": {"from": "22:00", "until": "07:00"}}
    desk = {"viewport": {"width": 1366, "height": 768}}
    page = opening(server, host=True, **(desk if size == "desk" else phone()))
    found: dict[str, list[str]] = {}
    for language in ("en", "de", "fr"):
        page.evaluate(f"localStorage.setItem('aachen.language', '{language}')")
        page.reload()
        page.locator("section:has(#notify) button").click()
        expect(page.locator(".notify-part")).to_have_count(5)
        found[language] = trouble_of(page, size, language)

    assert found == {"en": [], "de": [], "fr": []}


def trouble_of(page: Page, size: str, language: str) -> list[str]:
    """What is wrong with the open dialog in a language; pictures of it are kept."""
    dialog = page.get_by_role("dialog")
    found = ["scrolls sideways"] if scrolls_sideways(page) else []
    found += [] if dialog.evaluate("each => each.scrollWidth <= each.clientWidth") else ["is too wide"]
    found += ["a key is shown"] if "web.notify" in dialog.inner_text() else []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        for step in range(1 + int(dialog.evaluate("each => each.scrollHeight")) // 700):
            dialog.evaluate(f"each => each.scrollTo(0, {700 * step})")
            keep_picture(page, f"notify-{size}-{language}-{theme}-{step}")
        found += violations(page) if language == "en" else []
    return found

"""The dialog of notifications and the real server: what one asks for is what the other understands."""

from __future__ import annotations

from typing import Any

import httpx2
from playwright.sync_api import Browser, Page, expect
from tests.web.notify_kit import PUSH_SERVICE


def open_dialog(browser: Browser, server: str) -> Page:
    """The dialog of the host, who sits at a new table."""
    context = browser.new_context(base_url=server, locale="en", permissions=["notifications"])
    page = context.new_page()
    page.add_init_script(f"({PUSH_SERVICE})()")
    wish = {"game": "carolus", "seats": [{"kind": "me", "name": "Adela"}, {"kind": "open"}]}
    made: dict[str, Any] = httpx2.post(f"{server}/api/tables", json=wish).json()
    page.goto(f"/t/{made['table']}#seat={made['seats']['white']}&host={made['host']}")
    page.locator("section:has(#notify) button").click()
    expect(page.get_by_role("dialog").locator(".notify-part").first).to_be_visible()
    return page


def test_a_feed_is_created_read_changed_and_revoked(browser: Browser, server: str) -> None:
    page = open_dialog(browser, server)
    feed = page.get_by_role("region", name="In your calendar or feed reader")
    feed.get_by_role("button", name="Create private links").click()
    links = [
        feed.get_by_label(label).input_value()
        for label in ("Deadlines for a calendar", "Turns for a feed reader")
    ]
    kinds = [httpx2.get(link).headers["content-type"].split(";")[0] for link in links]
    page.get_by_role("switch", name="Quiet hours").click()
    page.get_by_role("button", name="Save the changes").click()
    expect(page.get_by_role("button", name="Save the changes")).to_have_count(0)
    feed.get_by_role("button", name="Revoke").click()
    expect(feed.get_by_role("listitem")).to_have_count(0)
    page.context.close()

    assert kinds == ["text/calendar", "application/atom+xml"]
    assert [httpx2.get(link).status_code for link in links] == [404, 404]


def test_why_the_server_refuses_is_said_in_its_words(browser: Browser, server: str) -> None:
    """An address in a private network, and a push service that does not exist."""
    page = open_dialog(browser, server)
    hook = page.get_by_role("region", name="For the whole table: a chat room")
    hook.get_by_label("Service").select_option("json")
    hook.get_by_label("Address of the program").fill("https://127.0.0.1/hook")
    trouble = page.locator("dialog [role=alert]")
    hook.get_by_role("button", name="Add and send a test message").click()
    expect(trouble).to_be_visible()
    private = trouble.inner_text()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Switch on for this device").click()
    expect(trouble).not_to_have_text(private)
    nowhere = trouble.inner_text()
    devices = page.get_by_role("region", name="On this device").get_by_role("listitem").count()
    page.context.close()

    assert "private network" in private
    assert "test message could not be sent" in nowhere
    assert devices == 0

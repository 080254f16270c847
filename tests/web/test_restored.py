"""A table whose randomness was renewed after a restore says so, until it is closed; maintenance is told on the home page."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.web.guests import Guest, make_table
from tests.web.kit import keep_picture

FORMER = "ab" * 32


def tell_renewal(page: Page) -> None:
    """Let every sheet that comes over the socket name a former commitment."""

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if "sheet" in message:
                message["sheet"]["fair"]["former"] = [{"commitment": FORMER, "after": 4, "at": 1}]
            socket.send(json.dumps(message))

        server.on_message(hear)

    page.route_web_socket("**/socket", connect)


def test_renewed_randomness_is_told_at_the_table_and_in_the_menu_until_it_is_read(
    browser: Browser, server: str
) -> None:
    guest = Guest(browser, server)
    page = guest.page
    made = make_table(page, "carolus", "me", "me")
    tell_renewal(page)
    guest.sit(made, next(iter(made["seats"])))
    notice = page.locator(".lost", has_text="continues with new randomness")

    expect(notice).to_be_visible()
    keep_picture(page, "renewed-luck")
    notice.get_by_role("button").click()
    expect(notice).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_text(FORMER)).to_have_count(1)
    expect(notice).to_have_count(0)
    assert guest.troubles == []
    guest.leave()


def test_maintenance_is_told_on_the_home_page(browser: Browser, server: str) -> None:
    guest = Guest(browser, server)
    page = guest.page
    about = page.request.get("/api/about").json()

    def say_maintenance(is_on: bool) -> None:
        page.unroute_all()
        page.route("**/api/about", lambda route: route.fulfill(json={**about, "maintenance": is_on}))

    notice = page.get_by_role("status").filter(has_text="under maintenance")
    say_maintenance(True)
    page.goto("/")

    expect(notice).to_be_visible()
    keep_picture(page, "home-maintenance")
    say_maintenance(False)
    with page.expect_response("**/api/about"):
        page.reload()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    expect(notice).to_have_count(0)
    assert guest.troubles == []
    guest.leave()

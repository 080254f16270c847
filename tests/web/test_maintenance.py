"""A server under maintenance says so at every table."""

import json

from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.web.guests import Guest, make_table


def say_maintenance(page: Page) -> None:
    """Let every sheet that comes over the socket report maintenance."""

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if "sheet" in message:
                message["sheet"]["maintenance"] = True
            socket.send(json.dumps(message))

        server.on_message(hear)

    page.route_web_socket("**/socket", connect)


def test_maintenance_is_told_at_the_table(browser: Browser, server: str) -> None:
    guest = Guest(browser, server)
    made = make_table(guest.page, "carolus", "me", "me")
    say_maintenance(guest.page)
    guest.sit(made, next(iter(made["seats"])))

    expect(guest.page.locator(".lost")).to_contain_text("The server is under maintenance")
    guest.leave()
    assert guest.troubles == []

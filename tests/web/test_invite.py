"""The invite box: the addresses it offers, the link and the code of the chosen one, and its warning."""

from __future__ import annotations

import json
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

LAN, PUBLIC = "http://192.168.1.20:8814", "https://quiet-lake.trycloudflare.com"
WARNING = "This address opens on this computer only."


def made(server: str) -> str:
    """A table with a free seat."""
    wish = {"game": "carolus", "seats": [{"kind": "open"}, {"kind": "open"}]}
    asking = Request(f"{server}/api/tables", json.dumps(wish).encode(), {"Content-Type": "application/json"})
    with urlopen(asking, timeout=20) as answer:
        return str(json.load(answer)["table"])


@pytest.mark.parametrize("addresses", [[], [f"{PUBLIC}/", f"{LAN}/"]], ids=["none", "two"])
def test_the_link_has_the_address_that_was_chosen(
    browser: Browser, server: str, addresses: list[str]
) -> None:
    server = server.rstrip("/")
    table = made(server)
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.route("**/api/addresses", lambda route: route.fulfill(json={"addresses": addresses}))
    page.goto(f"{server}/t/{table}")
    link = page.get_by_label("Link for your friends")
    choice = page.get_by_label("Address in the link")
    if not addresses:
        expect(link).to_have_value(f"{server}/t/{table}")
        expect(page.get_by_text(WARNING)).to_be_visible()
        expect(choice).to_have_count(0)
    else:
        expect(link).to_have_value(f"{PUBLIC}/t/{table}")
        choice.select_option(LAN)
        expect(link).to_have_value(f"{LAN}/t/{table}")
        expect(page.get_by_text(WARNING)).to_have_count(0)
        choice.select_option(server)
        expect(page.get_by_text(WARNING)).to_be_visible()
    context.close()

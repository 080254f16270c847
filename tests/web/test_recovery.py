"""A player, and a host, whose browser has forgotten everything come back by the code they wrote down."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect
from tests.web.guests import Guest
from tests.web.kit import keep_picture, violations

CODE = re.compile(r"[A-Z2-9]{4}-[A-Z2-9]{4}")


def code_on(page: Page) -> str:
    output = page.get_by_label("Your recovery code").locator("visible=true").last
    expect(output).to_have_text(CODE)
    return output.inner_text()


def make_table(page: Page, *, spectators: bool) -> dict[str, str]:
    seats = [{"kind": "open"}, {"kind": "me", "name": "Bruno"}]
    wish = {"game": "carolus", "seats": seats, "spectators": spectators}
    found: dict[str, str] = page.request.post("/api/tables", data=wish).json()
    return found


def test_a_guest_of_a_private_table_comes_back_by_code(browser: Browser, server: str) -> None:
    anna = Guest(browser, server)
    made = make_table(anna.page, spectators=False)
    anna.page.goto(f"/t/{made['table']}")
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.get_by_role("button", name="Sit down").click()
    expect(anna.page.locator("main.carolus")).to_be_visible()
    anna.page.get_by_role("button", name="Menu").click()
    code = code_on(anna.page)
    keep_picture(anna.page, "code-in-menu")
    anna.page.evaluate("localStorage.clear()")
    anna.page.goto(f"/t/{made['table']}")
    field = anna.page.get_by_label("Enter your recovery code")
    field.fill("AAAA-AAAA")
    anna.page.get_by_role("button", name="Get my seat back").click()
    expect(anna.page.get_by_text("This code does not match any seat")).to_be_visible()
    assert violations(anna.page) == []
    field.fill(code.lower())
    anna.page.get_by_role("button", name="Get my seat back").click()
    expect(anna.page.locator("main.carolus")).to_be_visible()
    expect(anna.page.locator("aside.own h2").first).to_have_text("Anna")
    anna.leave()


def test_a_host_without_a_seat_sees_a_code_at_once_and_comes_back_by_it(
    browser: Browser, server: str
) -> None:
    host = Guest(browser, server)
    made = make_table(host.page, spectators=True)
    host.page.goto(f"/t/{made['table']}#host={made['host']}")
    code = code_on(host.page)
    host.page.evaluate("localStorage.clear()")
    host.page.goto("/about")
    host.page.goto(f"/t/{made['table']}")
    begin = host.page.get_by_role("button", name=re.compile("^Start"))
    expect(begin).to_have_count(0)
    host.page.get_by_label("Enter your recovery code").fill(code)
    host.page.get_by_role("button", name="Get my seat back").click()
    expect(begin).to_be_visible()
    keep_picture(host.page, "code-of-the-host")
    host.leave()

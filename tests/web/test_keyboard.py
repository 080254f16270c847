"""The keyboard belongs to the reader: single keys can be switched off, and the focus follows the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web import carolingi_player, carolus_player
from tests.web.moments import sit_at_moment

FOCUSED = "() => document.activeElement?.localName"
MINE = ".prompt:not(.wait), .asking:not([data-phase=waiting])"


def switch_off(page: Page) -> None:
    """As a reader does it, on the page about the program."""
    page.goto("/about")
    page.get_by_role("switch", name="Keyboard shortcuts").click()


@pytest.mark.parametrize("kit", [carolingi_player, carolus_player], ids=["carolingi", "carolus"])
def test_single_keys_do_nothing_when_they_are_switched_off(page: Page, kit: Any) -> None:
    """WCAG 2.2, 2.1.4: whoever dictates sends letters without meaning them."""
    kit.make_table(page, 2)
    page.locator(".prompt:not(.wait), .asking").first.wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    address = page.url
    switch_off(page)
    page.goto(address)
    page.locator(MINE).first.wait_for()
    before = page.locator("main").inner_html()
    for key in "?1cdumnpohbr.":
        page.keyboard.press(key)

    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate(FOCUSED) == "body"
    assert page.locator("main").inner_html() == before


def test_the_focus_follows_the_page(page: Page) -> None:
    """A reader of the screen begins at the heading of the page that was gone to, and of the one gone back to."""
    page.goto("/")
    page.get_by_role("link", name="Invite friends").first.click()
    page.locator(".form").wait_for()
    expect(page.locator("h1")).to_be_focused()
    page.go_back()
    page.locator(".games").wait_for()
    expect(page.locator("h1")).to_be_focused()
    page.get_by_role("button", name="Play now").last.click()
    page.locator(".asking").wait_for()

    expect(page.locator("h1")).to_be_focused()


def test_a_page_that_is_opened_leaves_the_focus_to_the_browser(page: Page) -> None:
    page.goto("/about")
    page.locator("h2").first.wait_for()

    assert page.evaluate(FOCUSED) == "body"


def misses_clan(view: dict[str, Any]) -> bool:
    """Whether the first seat is to put a paladin, and its reserve has none of some clan."""
    reserve = view["courts"][view["viewer"]]["reserve"]
    return (
        view["phase"] == "putting"
        and view["to_act"] == [view["viewer"]]
        and sum(map(bool, reserve.values())) < 5
    )


def test_what_is_forbidden_says_so_and_still_answers(page: Page) -> None:
    sit_at_moment(page, "carolus", misses_clan, ("me", "greedy"))
    forbidden = page.locator(".asking .clan.not").first
    expect(forbidden).to_have_attribute("aria-disabled", "true")
    forbidden.click(force=True)

    expect(page.locator(".asking .bubble")).to_be_visible()

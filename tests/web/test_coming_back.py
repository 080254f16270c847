"""Coming, going and coming back: what the home page and the waiting page tell."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect
from tests.web.carolus_player import MousePlayer
from tests.web.conftest import phone
from tests.web.kit import keep_picture


def make_table(page: Page, *seats: dict[str, str], **wish: object) -> dict[str, object]:
    data = {"game": "carolus", "seats": list(seats), "options": {}, **wish}
    found: dict[str, object] = page.request.post("/api/tables", data=data).json()
    return found


def keep_seats(page: Page, made: dict[str, object]) -> None:
    """Open every seat of a table in this browser."""
    tokens = made["seats"]
    assert isinstance(tokens, dict)
    for token in tokens.values():
        page.goto("/about")
        page.goto(f"/t/{made['table']}#seat={token}")
        page.locator("header .where").wait_for()


def test_ones_own_tables_come_first_and_every_seat_is_asked_for(page: Page) -> None:
    """At a table that two people share, only the first seat was asked for: the list waited for somebody who sits here."""
    made = make_table(page, {"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Bruno"})
    keep_seats(page, made)
    player = MousePlayer(page, 2)
    for phase in player.questions():
        if phase != "crowning" and "Bruno" in page.locator(".turn").inner_text():
            break
        player.play(phase)
    page.goto("/")
    table = page.locator(".mine li").first
    expect(table).to_contain_text("Your turn")
    expect(table).to_contain_text("Anna, Bruno")
    expect(table).to_contain_text(re.compile("round \\d+, 2 seats"))
    expect(table).to_contain_text("for 1 minute")
    order = page.locator(".mine, .games").evaluate_all(
        "all => all.map((each) => each.classList.contains('mine'))"
    )
    keep_picture(page, "home-returning")

    assert order == [True, False]


def test_learning_begins_with_a_guided_game(page: Page) -> None:
    """It was two clicks away, behind the rules."""
    page.goto("/")
    page.get_by_role("button", name="Learn by playing").last.click()
    expect(page.locator("main.carolus")).to_be_visible()
    page.wait_for_url("**/t/*guide=1")


def test_a_guest_reads_what_is_played_and_that_a_local_link_leads_nobody_here(
    browser: Browser, server: str
) -> None:
    with browser.new_context(base_url=server, **phone()) as context:
        page = context.new_page()
        made = make_table(
            page,
            {"kind": "me", "name": "Anna"},
            {"kind": "open"},
            {"kind": "open"},
            game="carolingi",
            options={"variant": "advanced", "hourglass": 60},
            clock={"bank": 600, "add": 10},
            undo="never",
        )
        page.goto(f"/t/{made['table']}")
        agreed = page.locator("dl")
        for fact in ("Advanced game, 830", "60 seconds", "10 min, plus 10 s per move", "never"):
            expect(agreed).to_contain_text(fact)
        expect(page.get_by_role("note")).to_contain_text("on this computer only")
        name = page.get_by_label("Your name").bounding_box()
        sit = page.get_by_role("button", name="Sit down").first.bounding_box()
        keep_picture(page, "gathering-phone")

        assert name is not None
        assert sit is not None
        assert name["y"] < sit["y"]

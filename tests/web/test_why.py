"""A bot says what it would do and why, at the table and in a replay; a finished game shows how the chances stood."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.conftest import PHONE
from tests.web.guests import Guest, finished_table, make_table
from tests.web.kit import keep_picture, scrolls_sideways, violations

GRAPH = 180_000  # milliseconds a busy machine may take to evaluate a whole game


@pytest.fixture
def guest(browser: Browser, server: str) -> Iterator[Guest]:
    """Somebody at a desk; nothing goes wrong at the page."""
    found = Guest(browser, server)
    yield found
    found.leave()

    assert found.troubles == []


@pytest.fixture
def walker(browser: Browser, server: str) -> Iterator[Guest]:
    """Somebody with a phone, in German and in the dark."""
    found = Guest(browser, server, viewport=PHONE, locale="de", color_scheme="dark")
    yield found
    found.leave()

    assert found.troubles == []


def text(page: Page) -> Locator:
    """The hint, when it is there."""
    return page.locator("[data-hint=shown]")


def test_a_hint_is_asked_for_by_key_and_shown_on_the_board(guest: Guest) -> None:
    page = guest.page
    made = make_table(page, "carolingi", "me", "greedy")
    guest.sit(made, "red")
    expect(page.locator("[data-hinting]")).to_be_visible()
    page.locator("body").press("h")
    expect(text(page)).to_contain_text("The plan")
    expect(text(page)).to_contain_text("Everyone’s chances")
    keep_picture(page, "hint-carolingi-desk")
    wrong = violations(page)
    hints = [message for message in guest.heard if message["say"] == "hint"]
    best = hints[0]["thought"]["best"]
    advised = best["actions"][0]["tiles"]
    is_told_mixed = text(page).get_by_text("so that nobody can predict it").is_visible()
    page.get_by_role("button", name="Show it on the board").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    picked = page.locator(".deck [aria-pressed=true]").evaluate_all(
        "cards => cards.map((card) => card.dataset.tile)"
    )

    assert (wrong, [hint["seat"] for hint in hints], sorted(picked)) == ([], ["red"], sorted(advised))
    assert is_told_mixed == (best["share"] is not None and best["share"] < 1)


def test_a_hint_on_a_phone_is_picked_on_the_ring(walker: Guest) -> None:
    page = walker.page
    walker.sit(make_table(page, "carolus", "me", "greedy"), "white")
    page.locator("[data-hinting]").click()
    expect(text(page)).to_contain_text("Der Plan")
    keep_picture(page, "hint-carolus-phone")
    wrong = violations(page)
    page.get_by_role("button", name="Auf dem Spielplan zeigen").click()
    expect(page.locator(".asking [aria-pressed=true]")).to_have_count(1)

    assert (wrong, scrolls_sideways(page)) == ([], False)


def test_a_finished_game_shows_its_chances_and_turning_points(guest: Guest) -> None:
    page = guest.page
    table = finished_table(page, "carolus")
    page.goto(f"/t/{table}/replay")
    page.locator("[data-graphing]").click()
    graph = page.locator("[data-graph=done]")
    expect(graph).to_be_visible(timeout=GRAPH)
    expect(graph.locator(".legend li")).to_have_count(2)
    turn = graph.locator("ol button").first
    seq = str(turn.locator("b").inner_text().split(":")[0])
    turn.click()
    expect(page.get_by_role("slider", name="Moment")).to_have_value(seq)
    expect(turn).to_have_attribute("aria-current", "step")
    keep_picture(page, "graph-carolus-desk")

    assert violations(page) == []


def test_the_decisions_of_a_finished_game_are_reviewed_beside_the_board(guest: Guest) -> None:
    """All of it takes a minute of plain Python; tests/server waits for the end and sees how far it is."""
    page = guest.page
    table = finished_table(page, "carolus")
    page.goto(f"/t/{table}/replay")
    page.locator("[data-graphing]").click()
    expect(page.locator("[data-graph=done]")).to_be_visible(timeout=GRAPH)
    page.locator("[data-reviewing]").click()

    status = page.locator("[data-review] [role=status]")
    expect(status).to_contain_text("The decisions are being reviewed: ")
    assert violations(page) == []


def test_a_bot_is_asked_about_a_moment_of_a_replay(walker: Guest) -> None:
    page = walker.page
    table = finished_table(page, "carolingi")
    page.goto(f"/t/{table}/replay?at=0")
    page.locator("[data-graphing]").click()
    expect(page.locator("[data-graph=done]")).to_be_visible(timeout=GRAPH)
    keep_picture(page, "graph-carolingi-phone")
    wrong = violations(page)
    page.get_by_role("button", name="Was würde ein Bot hier tun?").click()
    expect(text(page)).to_contain_text("Der Plan")
    expect(page.get_by_role("button", name="Auf dem Spielplan zeigen")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"[?]at=0&eyes=red$"))

    assert (wrong, scrolls_sideways(page)) == ([], False)

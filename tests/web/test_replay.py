"""A finished game looked at again, through everybody's eyes, and gone on with; a running one through one's own only."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.guests import Guest, card, finished_table, lay, make_table, prompt, sheet_of, wait_until

SPEED = 1400  # milliseconds a moment stays when a replay plays by itself


@pytest.fixture
def guest(browser: Browser, server: str) -> Iterator[Guest]:
    """Somebody who looks at games; nothing goes wrong at the page."""
    found = Guest(browser, server)
    yield found
    found.leave()

    assert found.troubles == []


@pytest.fixture
def replay(guest: Guest) -> Page:
    """The last moment of a game of Carolingi between two bots."""
    table = finished_table(guest.page, "carolingi")
    guest.page.goto(f"/t/{table}/replay")
    expect(guest.page.locator("main.stage")).to_be_visible()
    return guest.page


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def slide_to(page: Page, seq: int) -> None:
    slider(page).fill(str(seq))
    expect(page).to_have_url(re.compile(rf"[?]at={seq}(&|$)"))


def stop_time(page: Page) -> None:
    """From now on, time goes on only when the test says so."""
    page.clock.install(time=0)
    page.clock.pause_at(3600)


def look_through(page: Page, eyes: str) -> None:
    page.get_by_label("View as").select_option(eyes)


def table_text(page: Page) -> str:
    return page.locator("main.stage").inner_text()


def test_dragging_the_slider_through_every_moment_ends_where_it_was_let_go(replay: Page) -> None:
    """The server takes thirty messages at once; a drag makes hundreds of wishes."""
    slider(replay).evaluate(
        """input => { for (let i = 0; i < 400; i++) {
            input.value = String(Math.round((Number(input.max) * (400 - i)) / 400))
            input.dispatchEvent(new Event('input', { bubbles: true }))
        } input.value = '2'; input.dispatchEvent(new Event('input', { bubbles: true })) }"""
    )
    expect(replay).to_have_url(re.compile("[?]at=2$"))
    expect(slider(replay)).to_have_value("2")
    expect(replay.locator("main.stage")).to_be_visible()


def test_a_replay_at_its_end_plays_from_the_beginning(replay: Page) -> None:
    stop_time(replay)
    button(replay, "Play").click()
    expect(slider(replay)).to_have_value("0")
    replay.clock.run_for(SPEED)
    expect(slider(replay)).to_have_value("1")
    expect(button(replay, "Pause")).to_be_visible()


def test_the_link_to_a_moment_is_copied_over_plain_http_and_said_to_be_only_then(replay: Page) -> None:
    replay.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    replay.evaluate("addEventListener('copy', () => (window.copied = document.activeElement.value))")
    link = button(replay, "Link to this moment")
    link.click()
    expect(replay.get_by_role("status").filter(has_text="Copied")).to_be_visible()

    assert replay.evaluate("window.copied") == replay.url
    replay.evaluate("document.execCommand = () => false")
    link.click()
    expect(replay.get_by_role("status").filter(has_text=replay.url)).to_be_visible()


def test_a_replay_is_stepped_through_by_buttons_keys_and_slider(replay: Page) -> None:
    last = int(slider(replay).input_value())
    expect(replay).to_have_url(re.compile(rf"[?]at={last}$"))
    expect(button(replay, "One step forward")).to_be_disabled()
    button(replay, "One step back").click()
    expect(slider(replay)).to_have_value(str(last - 1))
    button(replay, "To the beginning").click()
    expect(slider(replay)).to_have_value("0")
    expect(button(replay, "One step back")).to_be_disabled()
    replay.locator("body").press("ArrowRight")
    expect(slider(replay)).to_have_value("1")
    slide_to(replay, 12)
    replay.locator("body").press("ArrowLeft")
    expect(slider(replay)).to_have_value("11")
    button(replay, "To the end").click()
    expect(slider(replay)).to_have_value(str(last))


def test_a_replay_plays_by_itself_and_stops_when_told(replay: Page) -> None:
    slide_to(replay, 3)
    stop_time(replay)
    button(replay, "Play").click()
    for seq in (4, 5):
        replay.clock.run_for(SPEED)
        expect(slider(replay)).to_have_value(str(seq))
    button(replay, "Pause").click()
    replay.clock.run_for(3 * SPEED)

    expect(slider(replay)).to_have_value("5")


def test_everybodys_eyes_are_open_when_the_game_is_over(replay: Page) -> None:
    """Each player's tiles before the first are laid; a spectator sees none."""
    slide_to(replay, 0)
    for eyes in ("red", "yellow"):
        look_through(replay, eyes)
        expect(replay).to_have_url(re.compile(rf"[?]at=0&eyes={eyes}$"))
        expect(replay.locator(".court .fan .tile").first).to_be_visible()
        expect(replay.locator(".panel.other")).to_have_count(1)
    look_through(replay, "")
    expect(replay.locator(".panel.other")).to_have_count(2)
    expect(replay.locator(".court .fan .tile")).to_have_count(0)


def test_the_address_of_a_moment_shows_that_moment(replay: Page) -> None:
    look_through(replay, "yellow")
    slide_to(replay, 9)
    expect(replay).to_have_url(re.compile(r"[?]at=9&eyes=yellow$"))
    wait_until(replay, lambda: replay.locator(".log li").count() > 0)
    before = table_text(replay)
    address = replay.url
    replay.goto("/")
    replay.goto(address)
    expect(slider(replay)).to_have_value("9")
    expect(replay.get_by_label("View as")).to_have_value("yellow")

    wait_until(replay, lambda: table_text(replay) == before)


def test_a_new_table_goes_on_from_a_moment(replay: Page) -> None:
    slide_to(replay, 6)
    button(replay, "Continue from here").click()
    replay.get_by_role("dialog").get_by_role("button", name="Yellow").click()
    replay.get_by_role("dialog").get_by_role("button", name="Continue playing").click()
    replay.wait_for_url(lambda url: "replay" not in url)
    expect(prompt(replay)).to_be_visible()
    sheet = sheet_of(replay, replay.url.rsplit("/", 1)[1])

    assert (sheet["from_seq"], [seat["kind"] for seat in sheet["seats"]]) == (6, ["bot", "person"])


def test_key_moments_lead_there(replay: Page) -> None:
    moments = replay.get_by_label("Key moments")
    expect(moments.locator("option").nth(3)).to_be_attached()
    wanted = str(moments.locator("option").nth(3).get_attribute("value"))
    moments.select_option(index=3)

    expect(slider(replay)).to_have_value(wanted)


def test_a_running_game_is_looked_back_at_through_ones_own_eyes_only(guest: Guest) -> None:
    page = guest.page
    made = make_table(page, "carolingi", "me", "me")
    guest.sit(made, "red")
    lay(page, "influence", "develop")
    expect(button(page, "Place these instead")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Replay").click()
    expect(slider(page)).to_have_value("1")
    expect(page.get_by_label("View as")).to_have_count(0)
    page.goto(f"/t/{made['table']}/replay?at=0&eyes=yellow")
    expect(slider(page)).to_have_value("0")
    expect(page).to_have_url(re.compile("[?]at=0&eyes=red$"))
    text = [message for message in guest.heard if message["say"] == "moment"]

    assert {"red"} == {moment["view"]["viewer"] for moment in text}
    assert all("hand" not in moment["view"]["courts"]["yellow"] for moment in text)
    page.go_back()
    expect(card(page, "influence").or_(slider(page))).to_be_visible()


def test_a_copied_position_is_opened_again_and_gone_on_with(replay: Page) -> None:
    """At a moment in the middle, seen with the eyes of one seat: the other's tiles stay unknown."""
    slide_to(replay, 20)
    replay.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    button(replay, "Copy this position as text").click()
    expect(replay.get_by_text("The position was copied as text")).to_be_visible()
    text: str = replay.evaluate("window.copied")

    assert text.startswith("carolingi: players 2\n")

    replay.goto("/")
    replay.get_by_role("link", name="Open a position").click()
    replay.get_by_label("Position", exact=True).fill(text)
    button(replay, "Open").click()
    expect(replay.locator("main.stage")).to_be_visible()
    replay.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    button(replay, "Copy this position as text").click()
    expect(replay.get_by_text("The position was copied as text")).to_be_visible()

    assert replay.evaluate("window.copied") == text

    button(replay, "Continue from here").click()
    button(replay, "Continue playing").click()
    expect(replay).to_have_url(re.compile("/t/[A-Za-z0-9_-]+$"))

"""Whoever is elsewhere is called when it is their turn; and the page is kept for the next visit without ever being old."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.web import carolus_player
from tests.web.conftest import DESKTOP

# Somebody who looks at another tab, and a system that shows notices.
ELSEWHERE = """() => {
    window.noticed = []
    window.Notification = class { constructor(title, { body }) { window.noticed.push([title, body]) } }
    Object.defineProperty(document, 'hidden', { get: () => true })
}"""
# Every sentence that a screen reader is told.
LISTEN = """() => {
    window.heard = []
    const place = document.querySelector('[aria-live=polite].unseen, .unseen[role=status]')
    new MutationObserver(() => window.heard.push(place.textContent)).observe(place, { childList: true, characterData: true, subtree: true })
}"""
KEPT = "caches.open('aachen-1').then(store => store.keys()).then(all => all.map(each => new URL(each.url).pathname))"


@pytest.fixture
def installed(browser: Browser, server: str) -> Iterator[BrowserContext]:
    """A browser that may keep the page."""
    wishes: dict[str, Any] = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce"}
    context = browser.new_context(base_url=server, **wishes)
    yield context
    context.close()


def test_the_icon_tells_whose_turn_it_is_and_a_screen_reader_hears_it_once(page: Page) -> None:
    carolus_player.make_table(page, 2)
    player = carolus_player.MousePlayer(page, 2)
    carolus_player.play_until(player, "laying")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    page.evaluate(LISTEN)
    player.play("laying")
    turns = 0
    for phase in player.questions():
        if phase == "laying" and turns > 4:
            break
        turns += 1
        player.play(phase)
    heard = page.evaluate("window.heard")

    # The turn comes back once, after the bot's; what follows in the same turn is no new call.
    assert 1 <= sum("It is your turn." in said for said in heard) < turns


def test_who_is_elsewhere_gets_a_notice(page: Page) -> None:
    page.add_init_script("localStorage.setItem('aachen.alert.notices', 'on')")
    carolus_player.make_table(page, 2)
    player = carolus_player.MousePlayer(page, 2)
    carolus_player.play_until(player, "laying")
    page.evaluate(ELSEWHERE)
    player.play("laying")
    for phase in player.questions():
        player.play(phase)
        if page.evaluate("window.noticed.length"):
            break

    assert page.evaluate("window.noticed[0]") == ["Carolus Magnus", "It is your turn."]


def test_sounds_are_for_desks_and_permission_is_asked_for_by_a_click_only(page: Page) -> None:
    page.add_init_script(
        "window.asked = 0; Notification.requestPermission = async () => (window.asked++, 'denied')"
    )
    carolus_player.make_table(page, 2)
    page.get_by_role("button", name="Menu").click()
    notices = page.get_by_role("switch", name="Notify me when it is my turn")
    expect(page.get_by_role("switch", name="Play a sound when it is my turn")).to_have_attribute(
        "aria-checked", "true"
    )
    assert page.evaluate("window.asked") == 0
    notices.click()

    expect(page.get_by_text("Your browser does not allow notifications here")).to_be_visible()
    expect(notices).to_have_attribute("aria-checked", "false")
    assert page.evaluate("window.asked") == 1


def test_the_page_can_be_installed(page: Page) -> None:
    manifest = page.request.get("/manifest.webmanifest")
    icons = [page.request.get(icon["src"]).ok for icon in manifest.json()["icons"]]

    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert icons == [True, True, True]


def test_the_page_opens_without_a_network_and_is_never_old(installed: BrowserContext) -> None:
    page = installed.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function(f"() => {KEPT}.then(all => all.some(each => each.startsWith('/assets/')))")
    kept = page.evaluate(KEPT)
    installed.set_offline(True)
    page.reload()
    expect(page.locator("#app")).to_contain_text("Carolus Magnus")
    installed.set_offline(False)
    stale = "Promise.all([s.put('/', new Response('old')), s.put('/assets/old.js', new Response('old'))])"
    page.evaluate(f"caches.open('aachen-1').then(s => {stale})")
    page.reload()
    expect(page.locator("#app")).to_contain_text("Carolus Magnus")

    assert "/" in kept
    assert [each for each in kept if each != "/" and not each.startswith("/assets/")] == []
    assert "/assets/old.js" not in page.evaluate(KEPT)

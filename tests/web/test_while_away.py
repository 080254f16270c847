"""While one waited: what the others did is a list, with its places ringed; and the same on coming back."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web import carolus_player
from tests.web.kit import keep_picture, violations

# As if the last visit had been long ago.
LONG_AGO = """() => {
    const tables = JSON.parse(localStorage.getItem('aachen.tables'))
    for (const each of Object.values(tables)) each.seen = 1
    localStorage.setItem('aachen.tables', JSON.stringify(tables))
}"""
A_WHOLE_TURN = 4  # three paladins and the Emperor


def test_what_others_did_is_listed_with_its_places_ringed_also_on_coming_back(page: Page) -> None:
    carolus_player.make_table(page, 2)
    player = carolus_player.MousePlayer(page, 2)
    missed = page.locator("[data-missed]")
    away = page.locator("[data-away]")
    placed = away.get_by_role("button").filter(has_text="moves the Emperor")
    for phase in player.questions():
        if missed.count() and int(missed.inner_text()) >= A_WHOLE_TURN:
            missed.click()
            expect(away).to_contain_text("While you waited")
            if placed.count():
                break
            page.get_by_role("button", name="Close").click()
        player.play(phase)
    placed.first.focus()
    expect(page.locator(".halo.join")).to_have_count(1)
    keep_picture(page, "while-away-desktop")
    assert violations(page) == []
    page.get_by_role("button", name="Close").click()
    expect(away).to_have_count(0)
    page.evaluate(LONG_AGO)
    page.reload()

    expect(away).to_contain_text("moves the Emperor")
    expect(page.locator(".asking:not([data-phase=waiting])")).to_be_visible()

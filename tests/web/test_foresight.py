"""Before a paladin is put, hovering and focusing a region show its sums with it, as the server foresees them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.web.carolus_player import MousePlayer, make_table, play_until
from tests.web.kit import keep_picture
from tests.web.moments import sit_at_moment


def shown(page: Page, part: str) -> list[str]:
    return page.locator(f".tip {part} dd b").all_inner_texts()


def is_laying(view: dict[str, Any]) -> bool:
    return bool(view["phase"] == "laying" and view["to_act"] == [view["viewer"]] and view["round"] > 1)


def test_a_disc_that_is_pointed_at_shows_how_far_the_emperor_could_go(page: Page) -> None:
    sit_at_moment(page, "carolus", is_laying, ("me", "greedy"))
    disc = page.locator(".asking [data-disc]:not(.not)").last
    disc.hover()
    reach = page.locator(".halo.reach")
    expect(reach).to_have_count(int(disc.inner_text()))
    keep_picture(page, "carolus-disc-reach")
    page.mouse.move(2, 2)
    expect(reach).to_have_count(0)


def test_the_sums_after_putting_a_paladin_are_those_that_come(page: Page) -> None:
    make_table(page, 2)
    player = MousePlayer(page, 8)
    play_until(player, "putting", after=12)
    page.locator(".asking .clan:not(.not)").first.click()
    land = page.locator(".land[data-place]").nth(4)
    land.locator("rect.hit").hover()
    expect(page.locator(".tip .after")).to_be_visible()
    foreseen = shown(page, ".after")
    keep_picture(page, "carolus-foresight")
    page.mouse.move(2, 2)
    expect(page.locator(".tip")).to_have_count(0)
    land.focus()
    expect(page.locator(".tip .after")).to_be_visible()
    assert shown(page, ".after") == foreseen
    land.press("Enter")
    player.next_question()
    land.locator("rect.hit").hover()
    expect(page.locator(".tip")).to_be_visible()

    assert shown(page, "> dl") == foreseen

"""Before a paladin is put, hovering and focusing a region show its sums with it, as the server foresees them."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.carolus_player import MousePlayer, make_table, play_until
from tests.web.kit import keep_picture
from tests.web.moments import moment_of, sit_at_moment


def shown(page: Page, part: str) -> list[str]:
    return page.locator(f".tip {part} dd b").all_inner_texts()


def numbers_in(sums: str) -> list[int]:
    """The sums in a line such as "White 2, Black 1. CM4.1", without the rule."""
    return sorted(int(each) for each in re.findall(r"\b\d+\b", sums.partition(";")[0].partition("CM")[0]))


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


def test_a_disc_that_is_pointed_at_or_focused_shows_the_sums_where_it_reaches(page: Page) -> None:
    """As the server tells them: on the regions, in the list under the discs and in the disc's own description."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    sit_at_moment(page, "carolus", is_laying, ("me", "greedy"))
    disc = page.locator(".asking [data-disc]:not(.not)").last
    disc.wait_for()
    number = int(disc.inner_text())
    view = moment_of("carolus", 2, 1, is_laying).view
    stops = view["reachable"][:number]
    rows = page.locator(".asking [data-steps]")
    expect(rows).to_have_count(len(view["reachable"]))
    for point in (disc.hover, disc.focus):
        point()
        expect(page.locator(".mark")).to_have_count(number)
        expect(page.locator(".asking li.far")).to_have_count(len(view["reachable"]) - number)
        for stop in stops:
            row = page.locator(f".asking [data-steps='{stop['steps']}'] em").inner_text()
            assert numbers_in(row) == sorted(stop["forces"].values()), (row, stop)
        keep_picture(page, "carolus-disc-sums")
        page.mouse.move(2, 2)
        page.evaluate("document.activeElement.blur()")
        expect(page.locator(".mark")).to_have_count(0)
    told = (disc.get_attribute("title") or "").splitlines()
    assert [line.partition(":")[0] for line in told[1:]] == [str(stop["steps"]) for stop in stops]


def test_the_question_keeps_its_size_while_discs_are_pointed_at(page: Page) -> None:
    sit_at_moment(page, "carolus", is_laying, ("me", "greedy"))
    discs = page.locator(".asking [data-disc]:not(.not)")
    discs.first.wait_for()
    before = page.locator(".question").bounding_box()
    for disc in discs.all():
        disc.hover()
        assert page.locator(".question").bounding_box() == before


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

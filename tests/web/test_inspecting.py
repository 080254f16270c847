"""What is said about a land of Carolingi never covers it, and the log stays in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from tests.web.carolingi_player import SPOT
from tests.web.guests import make_table
from tests.web.kit import keep_picture
from tests.web.moments import sit_at_moment
from tests.web.test_marching import SEED, has_win_by_two
from tests.web.test_ring_size import COVERED

LANGUAGES = ("en", "de", "fr")
SCREENS = ((1366, 768), (1280, 720), (1024, 768))
# How much of the log's lines lies in the window, in pixels.
LOG_SEEN = """() => {
    const frame = document.querySelector('.log .lines').getBoundingClientRect()
    return Math.min(frame.bottom, innerHeight) - frame.top
}"""
THREE_LINES = 75


def open_page(browser: Browser, server: str, language: str) -> Page:
    context = browser.new_context(base_url=server, locale=language, reduced_motion="reduce")
    page = context.new_page()
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    sit_at_moment(page, "carolingi", has_win_by_two, ("me",) * 3, SEED)
    page.locator(".prompt [data-list]").wait_for()
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_about_a_land_does_not_cover_it(browser: Browser, server: str, language: str) -> None:
    """Both before a march is begun and while its target is chosen, with the sums after it."""
    page = open_page(browser, server, language)
    for width, height in SCREENS if language == "en" else SCREENS[:1]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.wait_for_function("() => !document.querySelector('.sheet.moving')")
        names = page.locator(".hit").evaluate_all("all => all.map((each) => each.dataset.land)")
        assert [name for name in names if is_covered(page, name)] == []
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    page.wait_for_function("() => !document.querySelector('.sheet.moving')")
    starts = page.locator(".hit[data-state=start]").evaluate_all(
        "all => all.map((each) => each.dataset.land)"
    )
    for start in starts:
        page.locator(f".hit[data-land={start}]").click(position=inside(page, start))
        targets = page.locator(".hit[data-state=may]").evaluate_all(
            "all => all.map((each) => each.dataset.land)"
        )
        assert [name for name in targets if is_covered(page, name, ahead=True)] == []
        page.keyboard.press("Escape")
    keep_picture(page, f"carolingi-inspect-{language}")
    page.context.close()


def inside(page: Page, land: str) -> Any:
    """A bare point of a land, from its corner."""
    place = page.locator(f".hit[data-land={land}]")
    box, (x, y) = place.bounding_box(), place.evaluate(SPOT)
    assert box is not None
    return {"x": x - box["x"], "y": y - box["y"]}


def is_covered(page: Page, land: str, ahead: bool = False) -> bool:
    """Point at a land, and wait for what is said about it."""
    spot = page.locator(f".hit[data-land={land}]").evaluate(SPOT)
    assert spot is not None, land
    page.mouse.move(*spot)
    page.locator(f".inspect[data-about={land}]{' [data-ahead]' if ahead else ''}").wait_for()
    return bool(page.evaluate(COVERED, [".inspect", f".hit[data-land={land}]"]))


@pytest.mark.parametrize("players", [3, 6])
def test_the_log_has_room_on_a_small_desk(page: Page, players: int) -> None:
    """With three players its heading alone was in sight."""
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    made = make_table(page, "carolingi", *["me"] * players)
    page.goto(f"/t/{made['table']}#seat={made['seats']['red']}")
    page.locator(".log .lines").wait_for()
    keep_picture(page, f"carolingi-log-{players}")

    assert page.evaluate(LOG_SEEN) >= THREE_LINES

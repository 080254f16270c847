"""The ring of Carolus Magnus is large enough to play on, on every screen, and nothing covers what it is about."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.web.carolus_player import MousePlayer, make_table, point_at, region
from tests.web.guests import finished_table
from tests.web.kit import keep_picture, scrolls_sideways
from tests.web.moments import sit_at_moment

Plain = dict[str, Any]

# The smallest cube and letters in pixels, and the share of the screen that the ring and what lies inside it take.
MEASURE = """() => {
    const boxes = (all) => [...all].map((each) => each.getBoundingClientRect())
    const lands = boxes(document.querySelectorAll('.land .coast'))
    const cubes = boxes(document.querySelectorAll('.pieces use[href^="#cm-cube"]'))
    const letters = [...document.querySelectorAll('.chart > svg text')]
        .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)
    const frame = document.querySelector('.chart').getBoundingClientRect()
    const least = (numbers) => Math.min(...numbers)
    const most = (numbers) => Math.max(...numbers)
    const [left, right] = [least(lands.map((box) => box.left)), most(lands.map((box) => box.right))]
    const [top, bottom] = [least(lands.map((box) => box.top)), most(lands.map((box) => box.bottom))]
    return {
        cube: least(cubes.map((box) => box.width)),
        letters: least(letters),
        share: ((right - left) * (bottom - top)) / (innerWidth * innerHeight),
        isWhole: left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom,
    }
}"""
# The shapes (lands, force bars, pills) of which something covers a point; points lie six pixels apart.
COVERED = """([over, under]) => {
    const box = document.querySelector(over).getBoundingClientRect()
    const covers = (shape) => {
        const back = shape.getScreenCTM().inverse()
        for (let x = box.left; x <= box.right; x += 6)
            for (let y = box.top; y <= box.bottom; y += 6)
                if (shape.isPointInFill(new DOMPoint(x, y).matrixTransform(back))) return true
        return false
    }
    return [...document.querySelectorAll(under)].filter(covers).map((each) => each.outerHTML.slice(0, 80))
}"""

# Width, height, least cube, least letters, least share of the screen.
SCREENS = [
    ("1280x720", 1280, 720, 17.5, 12.0, 0.30),
    ("1366x768", 1366, 768, 17.9, 12.0, 0.30),
    ("1920x1080", 1920, 1080, 22.0, 16.0, 0.30),
    ("2560x1440", 2560, 1440, 30.0, 20.0, 0.30),
    ("tablet", 1024, 768, 17.5, 12.0, 0.30),
    ("tablet-upright", 820, 1180, 17.5, 12.0, 0.30),
    ("phone", 390, 844, 11.0, 11.5, 0.30),
    ("200-percent", 683, 384, 10.0, 11.5, 0.30),
]


def is_crowded(view: Plain) -> bool:
    """Whether the first seat is about to put a paladin into a ring that has a region with at least five."""
    most = max(sum(each["paladins"].values()) for each in view["ring"])
    return bool(view["phase"] == "putting" and view["to_act"] == [view["viewer"]] and most >= 5)


def is_advancing(view: Plain) -> bool:
    """Whether the first seat moves the Emperor, in a round after the first."""
    return bool(view["phase"] == "advancing" and view["to_act"] == [view["viewer"]] and view["round"] > 1)


@pytest.fixture(scope="module")
def table(browser: Browser, server: str) -> Any:
    """One table of four, some turns into a seeded game, for all screens: looking at it changes nothing."""
    context = browser.new_context(base_url=server, locale="en", color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    sit_at_moment(page, "carolus", is_crowded, ("me", "greedy", "greedy", "greedy"))
    page.locator(".asking[data-phase=putting]").wait_for()
    yield page
    context.close()


@pytest.mark.parametrize(
    ("name", "width", "height", "cube", "letters", "share"), SCREENS, ids=[screen[0] for screen in SCREENS]
)
def test_the_ring_fills_the_window(
    table: Page, name: str, width: int, height: int, cube: float, letters: float, share: float
) -> None:
    resize(table, width, height)
    found = table.evaluate(MEASURE)
    keep_picture(table, f"carolus-size-{name}")

    assert found["isWhole"]
    assert found["cube"] >= cube
    assert found["letters"] >= letters
    assert found["share"] >= share
    assert not scrolls_sideways(table)


def resize(page: Page, width: int, height: int) -> None:
    """Another screen, and the ring laid out on it."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.wait_for_function("width => innerWidth === width", arg=width)
    page.wait_for_function(
        "() => { const [box, svg] = ['.chart', '.chart > svg'].map((each) => document.querySelector(each));"
        " return svg && svg.viewBox.baseVal.width === box.clientWidth }"
    )


def test_a_replay_with_its_chances_open_still_shows_the_ring(browser: Browser, server: str) -> None:
    """It was one pixel wide at 1280 by 720."""
    with browser.new_context(base_url=server, locale="en", reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"/t/{finished_table(page, 'carolus')}/replay")
        page.get_by_role("button", name="Chances", exact=True).click()
        page.locator("[data-graph=done] .verdict").wait_for(timeout=180_000)
        for width, height, share in ((1366, 768, 0.30), (1280, 720, 0.28)):
            resize(page, width, height)
            found = page.evaluate(MEASURE)
            keep_picture(page, f"carolus-replay-{width}")

            assert found["isWhole"]
            assert found["share"] >= share
            assert found["letters"] >= 12


def test_what_is_asked_covers_no_region_with_four_players(table: Page) -> None:
    """Neither when a clan is picked nor when it is said why something is not possible."""
    resize(table, 1366, 768)
    assert table.evaluate(COVERED, [".hub", ".land .ground, .forces .edge, .pill rect"]) == []
    table.locator(".asking .clan.not").first.click(force=True)
    expect(table.locator(".asking .bubble")).to_be_visible()
    assert table.evaluate(COVERED, [".hub", ".land .ground, .forces .edge, .pill rect"]) == []


# Where the ring and the courts are, how high the question is, and whether all its buttons are in the window and on top.
PARTS = """() => {
    const places = (parts) => [...document.querySelectorAll(parts)].map((part) => {
        const { left, top, width } = part.getBoundingClientRect()
        return [left, top, width]
    })
    const isInSight = (button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return top >= 0 && bottom <= innerHeight && (found === button || button.contains(found))
    }
    return {
        kept: JSON.stringify(places('.chart, aside, aside > :first-child')) + document.querySelector('.chart').offsetHeight,
        question: document.querySelector('.question').offsetHeight,
        isInSight: [...document.querySelectorAll('.question .buttons button')].every(isInSight),
    }
}"""


def test_the_question_floats_and_moves_nothing(page: Page) -> None:
    """Whatever is asked, the ring and the courts stay where they are, and all buttons are in sight."""
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    make_table(page, 3)
    player = MousePlayer(page, 7)
    phases, kept, heights = set(), set(), set()
    for phase in itertools.islice(player.questions(), 7):
        phases.add(phase)
        found = page.evaluate(PARTS)
        kept.add(found["kept"])
        heights.add(found["question"])
        assert found["isInSight"], f"{phase}: a button is out of sight"
        player.play(phase)

    assert {"laying", "putting"} <= phases
    assert len(heights) > 1, "the questions were all equally high"
    assert len(kept) == 1


def test_a_regions_sums_cover_neither_it_nor_the_emperors_stops(page: Page) -> None:
    """The tip lay over the stops that one was about to choose from."""
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    sit_at_moment(page, "carolus", is_advancing, ("me", "greedy"))
    page.locator(".asking[data-phase=advancing]").wait_for()
    lands = page.locator(".land[data-place]")
    names = [lands.nth(index).get_attribute("data-place") for index in range(lands.count())]
    for name in names:
        land = region(page, str(name))
        land.locator("rect.hit").hover()
        page.locator(".tip").wait_for()
        covered = page.evaluate(
            COVERED, [".tip", f".land[data-place='{name}'] .ground, .pill rect, .mark > circle"]
        )
        assert covered == [], name
        page.mouse.move(2, 2)
        expect(page.locator(".tip")).to_have_count(0)
    point_at(region(page, str(names[0])))


def test_a_hint_stands_beside_the_board_and_leaves_it_usable(table: Page) -> None:
    resize(table, 1366, 768)
    table.locator("[data-hinting]").first.click()
    table.locator("[data-hint=shown]").wait_for(timeout=60_000)
    keep_picture(table, "carolus-hint")
    assert table.evaluate(COVERED, ["dialog.beside", ".land .ground, .forces .edge, .pill rect"]) == []
    point_at(table.locator(".land[data-place]").first)
    expect(table.locator(".tip")).to_be_visible()
    table.locator("dialog.beside").press("Escape")
    expect(table.locator("dialog")).to_have_count(0)
    table.keyboard.press("Escape")


def test_all_phrases_of_the_chat_are_in_sight(table: Page) -> None:
    """The last row was hidden."""
    resize(table, 1366, 768)
    table.get_by_role("button", name="Chat").click()
    phrases = table.locator(".phrases button")
    phrases.first.wait_for()
    group = table.locator(".phrases").bounding_box()
    last = phrases.last.bounding_box()
    table.get_by_role("button", name="Close").click()

    assert group is not None
    assert last is not None
    assert last["y"] + last["height"] <= group["y"] + group["height"] + 1

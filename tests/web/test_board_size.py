"""The map of Carolingi is large enough to play on, on every screen, and stays where it is."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.web.carolingi_player import LIT, SPOT, SURE, MousePlayer, make_table, play_until
from tests.web.conftest import phone
from tests.web.kit import keep_picture, scrolls_sideways

# The smallest cube and name in pixels, and the share of the screen that the lands in play and what lies between them take.
MEASURE = """() => {
    const boxes = (all) => [...all].map((each) => each.getBoundingClientRect())
    const lands = boxes(document.querySelectorAll('.hit'))
    const cubes = boxes(document.querySelectorAll('[data-pieces] use[href^="#cube"]'))
    const names = [...document.querySelectorAll('.live text.name')]
        .map((name) => parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a)
    const frame = document.querySelector('.mapbox').getBoundingClientRect()
    const least = (numbers) => Math.min(...numbers)
    const most = (numbers) => Math.max(...numbers)
    const [left, right] = [least(lands.map((box) => box.left)), most(lands.map((box) => box.right))]
    const [top, bottom] = [least(lands.map((box) => box.top)), most(lands.map((box) => box.bottom))]
    const width = least([right, frame.right]) - most([left, frame.left])
    const height = least([bottom, frame.bottom]) - most([top, frame.top])
    return {
        cube: least(cubes.map((box) => box.width)),
        name: least(names),
        share: (width * height) / (innerWidth * innerHeight),
        isWhole: left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom,
    }
}"""
CENTRE = """() => {
    const box = document.querySelector('[data-land=champagne]').getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
}"""
# Where my court begins and the buttons of the question end, how much room the question would take, and whether all its
# buttons are in the window and on top.
COLUMN = """() => {
    const box = (part) => document.querySelector(part)?.getBoundingClientRect()
    const isInSight = (button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return top >= 0 && bottom <= innerHeight && (found === button || button.contains(found))
    }
    return {
        court: box('.court')?.top,
        acts: box('.prompt [data-acts]').bottom,
        needed: document.querySelector('.prompt .body').scrollHeight,
        isInSight: [...document.querySelectorAll('.prompt [data-acts] button')].every(isInSight),
    }
}"""
# Resolves when the window has its new width and the map has stayed as it is for twenty frames: a new size is noticed a
# frame later, and may fold columns away, which gives the map another size again.
AT_REST = """(width) => new Promise((resolve) => {
    let [before, still] = ['', 0]
    const look = () => {
        const sheet = document.querySelector('.sheet')
        const now = `${innerWidth} ${sheet?.className} ${sheet?.getAttribute('style')}`
        const isReady = innerWidth === width && sheet && !sheet.classList.contains('moving')
        still = isReady && now === before ? still + 1 : 0
        before = now
        if (still < 20) requestAnimationFrame(look)
        else resolve()
    }
    look()
})"""

# Width, height, least cube, least name, least share of the screen.
DESKS = [
    ("1280x720", 1280, 720, 16.0, 10.5, 0.30),
    ("1366x768", 1366, 768, 18.0, 12.0, 0.30),
    ("1920x1080", 1920, 1080, 24.0, 12.0, 0.28),
    ("2560x1440", 2560, 1440, 30.0, 13.0, 0.25),
    ("tablet", 1024, 768, 16.0, 10.5, 0.30),
    ("tablet-upright", 820, 1180, 16.0, 10.5, 0.30),
]


@pytest.fixture(scope="module")
def table(browser: Any, server: str) -> Any:
    """One table of three for all screens: looking at it changes nothing."""
    context = browser.new_context(base_url=server, locale="en", color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    make_table(page, 3)
    page.locator(".prompt [data-list]").wait_for()
    yield page
    context.close()


def settle(page: Page, width: int, height: int) -> None:
    """Another screen, and the map at rest on it."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.locator(".hit").first.wait_for()
    page.evaluate(AT_REST, width)


@pytest.mark.parametrize(
    ("name", "width", "height", "cube", "letters", "share"), DESKS, ids=[desk[0] for desk in DESKS]
)
def test_the_lands_in_play_fill_the_window(
    table: Page, name: str, width: int, height: int, cube: float, letters: float, share: float
) -> None:
    settle(table, width, height)
    found = table.evaluate(MEASURE)
    keep_picture(table, f"carolingi-size-{name}")

    assert found["isWhole"]
    assert found["cube"] >= cube
    assert found["name"] >= letters
    assert found["share"] >= share
    assert not scrolls_sideways(table)


def test_at_twice_its_size_the_page_still_shows_a_map(table: Page) -> None:
    """200 % on a screen of 1366 by 768."""
    settle(table, 683, 384)
    frame = table.locator(".mapbox").bounding_box()
    keep_picture(table, "carolingi-size-200")

    assert frame is not None
    assert frame["width"] * frame["height"] >= 0.3 * 683 * 384
    assert not scrolls_sideways(table)


def test_the_map_stays_where_it_is_through_a_whole_move(page: Page) -> None:
    """It moved five times in one turn, whenever the prompt grew or shrank."""
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    make_table(page, 3)
    player = MousePlayer(page, 7)
    play_until(player, "placing")
    page.evaluate(AT_REST, 1366)
    before = page.evaluate(CENTRE)
    player.place("move_troops", "develop")
    play_until(player, "acting", "move_troops")
    seen = [page.evaluate(CENTRE)]
    for _ in range(2):
        assert player.point_at(page.locator(LIT).first.evaluate(SPOT))
        seen.append(page.evaluate(CENTRE))
    page.keyboard.press("c")
    seen.append(page.evaluate(CENTRE))
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    if page.locator(SURE).count():
        page.keyboard.press("c")
    player.next_question()

    assert [*seen, page.evaluate(CENTRE)] == [before] * (len(seen) + 1)


def test_my_court_stays_where_it_is_from_question_to_question(page: Page) -> None:
    """It moved up and down with every question, and the buttons with it."""
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    make_table(page, 3)
    player = MousePlayer(page, 7)
    phases, seen, needed = set(), [], set()
    for phase in itertools.islice(player.questions(), 7):
        phases.add(phase)
        lit = page.locator(".acts [data-spot]").or_(page.locator(LIT))
        for pick in (False, True):
            if pick and phase == "acting" and lit.count():
                lit.first.click(force=True)
            found = page.evaluate(COLUMN)
            seen.append((found["court"], found["acts"]))
            needed.add(found["needed"])
            assert found["isInSight"], f"{phase} {player.tile}: a button is out of sight"
        player.play(phase)

    assert {"placing", "acting", "swapping"} <= phases
    assert len(needed) > 2, "the questions were all equally long"
    assert len(set(seen)) == 1


def test_at_twice_its_size_the_green_button_is_in_sight(table: Page) -> None:
    """It had to be scrolled to."""
    settle(table, 683, 384)
    for tile in ("influence", "develop"):
        table.locator(f".deck [data-tile={tile}]").first.click()
    confirm = table.locator(".prompt [data-confirm]")

    expect(confirm).to_be_enabled()
    assert confirm.evaluate(SPOT) is not None
    assert table.evaluate(COLUMN)["isInSight"]
    for tile in ("influence", "develop"):
        table.locator(f".deck [data-tile={tile}]").first.click()


def test_on_a_phone_the_map_stays_where_it_is_while_the_prompt_grows_and_shrinks(
    browser: Any, server: str
) -> None:
    """Every prompt had another height, and the map was centred anew for each."""
    with browser.new_context(**phone(), base_url=server) as context:
        page = context.new_page()
        make_table(page, 3)
        player = MousePlayer(page, 7)
        play_until(player, "acting")
        player.play("acting")
        seen, heights = [], set()
        for phase in itertools.islice(player.questions(), 6):
            seen.append(page.evaluate(CENTRE))
            heights.add(round(page.locator(".mapbox").bounding_box()["height"]))
            player.play(phase)

    assert len(heights) > 1
    assert len(set(map(tuple, seen))) == 1


def test_beside_its_rows_the_map_has_neither_a_title_nor_rows(table: Page) -> None:
    """Their remains were cut off at the edges of the window."""
    settle(table, 1366, 768)
    backdrop = table.locator(".sheet > img")
    expect(backdrop).to_have_attribute("src", re.compile(r"/bare\.webp$"))

    assert backdrop.evaluate("image => image.naturalWidth") > 0

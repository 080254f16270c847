"""Fingers on the map: two zoom it and move it, one moves it, and neither touches a land by that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from tests.web.conftest import phone
from tests.web.guests import Guest, make_table

Point = tuple[float, float]
STEPS = 8


class Look(NamedTuple):
    """How the sheet lies in its window."""

    x: float
    y: float
    scale: float


@pytest.fixture
def hand(browser: Browser, server: str) -> Iterator[Guest]:
    """Somebody with a phone at a table of Carolingi."""
    guest = Guest(browser, server, **phone())
    made = make_table(guest.page, "carolingi", "me", "random", "random")
    guest.sit(made, "red")
    expect(guest.page.locator(".placing")).to_be_visible()
    yield guest
    guest.leave()

    assert guest.troubles == []


def look(page: Page) -> Look:
    """How the sheet lies now, once it is at rest."""
    sheet = page.locator(".mapbox .sheet")
    expect(sheet).not_to_have_class(re.compile("moving"))
    style = str(sheet.get_attribute("style"))
    found = re.search(r"translate\(([-\d.]+)px, ([-\d.]+)px\) scale\(([\d.]+)\)", style)
    assert found, style
    return Look(*map(float, found.groups()))


def middle(page: Page) -> Point:
    box = page.locator(".mapbox").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def slide(page: Page, *ways: Callable[[float], Point]) -> None:
    """Fingers come down, go their ways at the same time, and leave."""
    session: CDPSession = page.context.new_cdp_session(page)

    def touch(kind: str, share: float | None) -> None:
        points: list[Any] = []
        if share is not None:
            points = [dict(zip("xy", way(share), strict=True), id=finger) for finger, way in enumerate(ways)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for step in range(1, STEPS + 1):
        touch("touchMove", step / STEPS)
    touch("touchEnd", None)


def test_two_fingers_that_part_zoom_the_map_between_them(hand: Guest) -> None:
    page = hand.page
    (x, y), before = middle(page), look(page)
    slide(page, lambda t: (x - 30 - 60 * t, y), lambda t: (x + 30 + 60 * t, y))
    after = look(page)

    assert after.scale == pytest.approx(before.scale * 3, rel=0.05)


def test_two_fingers_that_meet_zoom_back(hand: Guest) -> None:
    page = hand.page
    (x, y), first = middle(page), look(page)
    slide(page, lambda t: (x - 20 - 80 * t, y), lambda t: (x + 20 + 80 * t, y))
    near = look(page)
    slide(page, lambda t: (x - 100 + 50 * t, y), lambda t: (x + 100 - 50 * t, y))

    assert near.scale > first.scale
    assert look(page).scale == pytest.approx(near.scale / 2, rel=0.05)


def test_two_fingers_side_by_side_move_the_map(hand: Guest) -> None:
    page = hand.page
    x, y = middle(page)
    slide(page, lambda t: (x - 30 - 60 * t, y), lambda t: (x + 30 + 60 * t, y))
    before = look(page)
    slide(page, lambda t: (x - 30 + 40 * t, y - 50 * t), lambda t: (x + 30 + 40 * t, y - 50 * t))
    after = look(page)

    assert after.scale == pytest.approx(before.scale, rel=0.02)
    assert (after.x - before.x, after.y - before.y) == pytest.approx((40, -50), abs=6)


def test_one_finger_moves_the_map_and_touches_no_land(hand: Guest) -> None:
    page = hand.page
    x, y = middle(page)
    slide(page, lambda t: (x - 30 - 60 * t, y), lambda t: (x + 30 + 60 * t, y))
    before = look(page)
    slide(page, lambda t: (x + 60 * t, y + 30 * t))
    after = look(page)

    assert (after.x - before.x, after.y - before.y) == pytest.approx((60, 30), abs=8)
    expect(page.locator(".inspect, .why")).to_have_count(0)

"""Before a march is made its sums are shown, the number that wins control is picked, and followers can be dragged."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.web.carolingi_player import SPOT
from tests.web.guests import prompt
from tests.web.kit import keep_picture
from tests.web.moments import moment_of, sit_at_moment

Plain = dict[str, Any]
SEATS = ("me", "me", "me")
SEED = 2


def wins(view: Plain, offer: Plain) -> bool:
    """Whether a march would win control, by a count of our own: the most followers, and more than all others together."""
    target = view["lands"][offer["to"]]
    me = view["viewer"]
    if target["forest"] or target["homeland"] or target["controlled_by"] == me:
        return False
    followers = target["followers"]
    others = sum(number for seat, number in followers.items() if seat != me) + target["gangs"]
    return bool(followers.get(me, 0) + offer["followers"] > others)


def win_by_two(view: Plain) -> Plain | None:
    """A march of two that wins control where one does not, or None."""
    marches = [offer for offer in view.get("offers", []) if offer["do"] == "march"]
    by_two = [offer for offer in marches if offer["followers"] == 2 and wins(view, offer)]
    return next((offer for offer in by_two if not wins(view, {**offer, "followers": 1})), None)


def has_win_by_two(view: Plain) -> bool:
    return win_by_two(view) is not None


@pytest.fixture
def offer(page: Page) -> Plain:
    """The page at a moment where two followers win what one does not; the march that does it."""
    page.set_viewport_size(ViewportSize(width=1366, height=768))
    sit_at_moment(page, "carolingi", has_win_by_two, SEATS, SEED)
    page.locator(".prompt [data-list]").wait_for()
    found = win_by_two(moment_of("carolingi", 3, SEED, has_win_by_two).view)
    assert found is not None
    return found


def land(page: Page, name: str) -> Any:
    return page.locator(f".hit[data-land={name}]")


def spot(page: Page, name: str) -> tuple[float, float]:
    """A point of the window where the land lies bare."""
    x, y = land(page, name).evaluate(SPOT)
    return x, y


def drag(page: Page, origin: str, target: str) -> None:
    page.mouse.move(*spot(page, origin))
    page.mouse.down()
    page.mouse.move(*spot(page, target), steps=6)


def test_followers_are_dragged_and_as_many_as_win_control_are_picked(page: Page, offer: Plain) -> None:
    before = page.locator(".sheet").get_attribute("style")
    drag(page, offer["from"], offer["to"])
    expect(page.locator(".dragged path")).to_have_count(2)
    then = page.locator("[data-ahead=march] [data-then]")
    expect(then).to_contain_text("you, ")
    foreseen = then.inner_text()
    keep_picture(page, "carolingi-dragging")
    page.mouse.up()
    expect(page.locator(".stepper [aria-pressed=true]")).to_have_text("2")
    expect(page.locator(".dragged")).to_have_count(0)
    keep_picture(page, "carolingi-dragged")
    page.locator("[data-confirm]").click()
    expect(prompt(page).locator(".stepper")).to_have_count(0)
    page.mouse.move(2, 2)
    page.mouse.move(*spot(page, offer["to"]))
    inspected = page.locator(".inspect")

    expect(inspected).to_contain_text(foreseen.removeprefix("Control then: "))
    assert page.locator(".sheet").get_attribute("style") == before


def test_hovering_lights_up_where_a_march_could_go_and_shows_its_sums(page: Page, offer: Plain) -> None:
    page.mouse.move(*spot(page, offer["from"]))
    targets = {each["to"] for each in marches_from(offer["from"])}
    expect(page.locator(".lights .reach")).to_have_count(len(targets))
    page.mouse.click(*spot(page, offer["from"]))
    page.mouse.move(*spot(page, offer["to"]))

    expect(page.locator("[data-ahead=march] .bubble")).to_contain_text("You control")


def marches_from(origin: str) -> list[Plain]:
    view: Plain = moment_of("carolingi", 3, SEED, has_win_by_two).view
    return [each for each in view["offers"] if each["do"] == "march" and each["from"] == origin]


def test_followers_dropped_where_they_may_not_go_are_told_why(page: Page, offer: Plain) -> None:
    near = {each["to"] for each in marches_from(offer["from"])} | {offer["from"]}
    lands = page.locator(".hit").evaluate_all("all => all.map((each) => each.dataset.land)")
    far = next(name for name in lands if name not in near and land(page, name).evaluate(SPOT))
    drag(page, offer["from"], far)
    page.mouse.up()

    expect(prompt(page).locator(".bubble")).to_be_visible()
    expect(page.locator("[data-confirm]")).to_have_count(0)

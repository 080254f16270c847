"""Carolus Magnus at the page, from the first disc to the end: by mouse, by keys, on a phone, with 2, 3 and 4 seats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.carolus_player import (
    ASKING,
    KeyPlayer,
    MousePlayer,
    Player,
    make_table,
    play_until,
    point_at,
    region,
)
from tests.web.conftest import phone
from tests.web.kit import keep_picture, scrolls_sideways, violations


@pytest.fixture
def handheld(browser: Browser, server: str) -> Iterator[Page]:
    """A page on a phone, in the dark."""
    context = browser.new_context(base_url=server, **phone(dark=True))
    yield context.new_page()
    context.close()


def play_whole_game(player: Player) -> set[str]:
    """Play to the end; the phases that were asked for."""
    asked = set()
    for phase in player.questions():
        asked.add(phase)
        player.play(phase)
    return asked


def assert_over(page: Page) -> None:
    """The page says who has won, and by which rule."""
    sentence = page.locator(f"{ASKING} .outcome")

    expect(sentence).to_contain_text("ictory")
    expect(sentence).to_contain_text("§CM5")


def test_a_game_of_two_is_played_by_mouse(page: Page) -> None:
    make_table(page, 2)
    asked = play_whole_game(MousePlayer(page, 2))

    assert_over(page)
    assert asked >= {"laying", "putting", "advancing"}


def test_a_game_of_three_is_played_by_keys_alone(page: Page) -> None:
    make_table(page, 3)
    asked = play_whole_game(KeyPlayer(page, 3))

    assert_over(page)
    assert asked >= {"laying", "putting", "advancing"}


def test_a_game_of_four_is_played_on_a_phone(handheld: Page) -> None:
    make_table(handheld, 4)
    asked = play_whole_game(MousePlayer(handheld, 4))

    assert_over(handheld)
    assert asked >= {"laying", "putting", "advancing"}


def test_three_likely_mistakes_are_answered_with_their_rules(page: Page) -> None:
    """The Emperor before the paladins, the Emperor too far, and a disc that was laid before."""
    make_table(page, 2)
    player = MousePlayer(page, 5)
    why = page.get_by_role("alert").filter(has_text="Why not?")

    play_until(player, "putting")
    page.locator(f"{ASKING} [data-steps='1']").click()
    expect(why).to_contain_text("First put 3 more paladins in play")
    expect(why.get_by_role("link")).to_have_text("§CM3.1, ruling M4")

    player.play("putting")
    play_until(player, "advancing")
    before = page.locator(".land").nth(emperor_index(page) - 1)
    point_at(before)
    expect(why).to_contain_text("steps: your disc allows at most")
    expect(why.get_by_role("link")).to_have_text("§CM3.2, ruling M3")
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)

    laid = page.locator("[data-coach=discs] .now").inner_text()
    player.play("advancing")
    play_until(player, "laying")
    page.locator(f"{ASKING} [data-disc='{laid}']").click(force=True)
    expect(why).to_contain_text(f"You have already laid disc {laid}")
    expect(why.get_by_role("link")).to_have_text("§CM2")


def emperor_index(page: Page) -> int:
    """Which region on the page the Emperor is in."""
    labels = page.locator(".land").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    return next(index for index, label in enumerate(labels) if "The Emperor is here." in label)


def test_a_paladin_is_dragged_to_a_region_and_taken_back(page: Page) -> None:
    make_table(page, 2)
    player = MousePlayer(page, 7)
    play_until(player, "putting")
    clan = page.locator(f"{ASKING} [data-clan]:not(.not)").first
    label = clan.get_attribute("aria-label")
    assert label is not None

    clan.drag_to(region(page, "d").locator("rect.hit"))
    player.next_question()
    expect(page.get_by_text("Put 2 more paladins in play")).to_be_visible()

    page.get_by_role("button", name="Undo", exact=True).click()
    player.next_question()
    expect(page.get_by_text("Put 3 more paladins in play")).to_be_visible()
    expect(page.locator(f"{ASKING} [aria-label='{label}']")).to_be_visible()


def test_a_region_answers_with_its_sums(page: Page) -> None:
    make_table(page, 2)
    play_until(MousePlayer(page, 8), "laying")
    point_at(region(page, "e"))

    expect(page.locator(".tip")).to_contain_text("Region E")


def test_arrows_go_around_the_ring_and_home_is_the_emperor(page: Page) -> None:
    make_table(page, 2)
    play_until(KeyPlayer(page, 9), "laying")
    focused = page.locator(".land:focus")
    page.keyboard.press("r")
    start = focused.get_attribute("data-place")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    beside = focused.get_attribute("data-place")
    page.keyboard.press("Home")

    assert start != beside
    expect(focused).to_have_attribute("data-place", str(start))


def test_nobody_is_shut_out_and_nothing_is_wider_than_the_screen(page: Page, handheld: Page) -> None:
    """axe finds nothing wrong at any question, on a desktop in the light and on a phone in the dark."""
    for screen, name in ((page, "desktop"), (handheld, "phone")):
        make_table(screen, 4)
        player = MousePlayer(screen, 4)
        for phase in ("laying", "putting", "advancing"):
            play_until(player, phase)
            keep_picture(screen, f"carolus-{phase}-{name}")

            assert violations(screen) == []
            assert not scrolls_sideways(screen)
            player.play(phase)

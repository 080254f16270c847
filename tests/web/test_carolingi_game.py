"""Carolingi at the page, from the first tile to the end: by mouse, by keys, on a phone, and Scenario 814."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.carolingi_player import (
    CONFIRM,
    LIT,
    PROMPT,
    SPOT,
    SURE,
    KeyPlayer,
    MousePlayer,
    Player,
    make_table,
    play_until,
)
from tests.web.conftest import phone
from tests.web.kit import keep_picture, scrolls_sideways, violations
from tests.web.moments import sit_at_moment


@pytest.fixture
def handheld(browser: Browser, server: str) -> Iterator[Page]:
    """A page on a phone, in the dark."""
    context = browser.new_context(base_url=server, **phone(dark=True))
    yield context.new_page()
    context.close()


# What luck draws is not ours to say: a game meets most of these, rarely all.
TILES = {"influence", "develop", "equip_missi", "move_troops", "battle", "soothe_riot"}
ENDINGS = re.compile("wins with|share the victory")


def play_whole_game(player: Player) -> set[str]:
    """Play to the end; the phases and tiles that were asked about."""
    asked = set()
    for phase in player.questions():
        asked |= {phase, player.tile}
        player.play(phase)
    return asked


def test_a_base_game_is_played_by_mouse(page: Page) -> None:
    make_table(page, 2, last_year=832)
    asked = play_whole_game(MousePlayer(page, 2))

    expect(page.locator(PROMPT)).to_contain_text(ENDINGS)
    assert asked >= {"placing", "acting"}
    assert len(asked & TILES) >= 3


def test_a_base_game_is_played_by_keys_alone(page: Page) -> None:
    make_table(page, 2, last_year=832)
    asked = play_whole_game(KeyPlayer(page, 3))

    expect(page.locator(PROMPT)).to_contain_text(ENDINGS)
    assert asked >= {"placing", "acting"}
    assert len(asked & TILES) >= 3


def test_an_action_is_skipped_only_after_a_question(page: Page) -> None:
    make_table(page, 2)
    player = MousePlayer(page, 5)
    play_until(player, "placing")
    player.place("develop", "move_troops")
    play_until(player, "acting", "move_troops")
    skip = page.get_by_role("button", name="Skip this action")
    skip.click()
    expect(page.locator(PROMPT)).to_contain_text("You have not used it yet")
    page.get_by_role("button", name="Go back").click()
    expect(skip).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator(SURE)).to_be_visible()
    page.keyboard.press("c")

    player.next_question()
    assert player.tile != "move_troops"


def test_the_table_holds_nothing_against_anybody(page: Page, handheld: Page) -> None:
    """axe finds nothing wrong with the table and its dialogs, and no page scrolls sideways."""
    for name, each in (("desktop", page), ("phone", handheld)):
        make_table(each, 3)
        player = MousePlayer(each, 4)
        play_until(player, "placing")
        keep_picture(each, f"carolingi-placing-{name}")

        assert violations(each) == []
        assert not scrolls_sideways(each)

        player.play("placing")
        play_until(player, "acting")
        each.locator("[data-list]").click()

        assert violations(each) == []
        each.keyboard.press("Escape")
        keep_picture(each, f"carolingi-acting-{name}")


def test_the_sheets_of_the_phone_open_and_close(handheld: Page) -> None:
    make_table(handheld, 3)
    play_until(MousePlayer(handheld, 5), "placing")
    for tab, inside in (
        ("Court", "Inactive tiles"),
        ("Year", "Archivium"),
        ("Winning", "Expansion"),
        ("Log", "Log"),
    ):
        handheld.get_by_role("button", name=tab, exact=True).click()
        expect(handheld.locator(".tall")).to_contain_text(inside)

        assert violations(handheld) == []
        assert not scrolls_sideways(handheld)
        keep_picture(handheld, f"carolingi-{tab.lower()}-phone")
    handheld.get_by_role("button", name="Map", exact=True).click()
    expect(handheld.locator(".tall")).to_have_count(0)


def test_a_march_is_previewed_done_and_taken_back(page: Page) -> None:
    make_table(page, 3)
    player = MousePlayer(page, 11)
    play_until(player, "placing")
    player.place("move_troops", "no_action")
    play_until(player, "acting", "move_troops")
    home = page.locator(".hit[data-state=start]").first
    label = home.get_attribute("aria-label")
    assert player.point_at(home.evaluate(SPOT))
    assert player.point_at(page.locator(".hit[data-state=may]").first.evaluate(SPOT))

    page.locator(".stepper").get_by_role("button", name="1", exact=True).click()
    expect(page.locator(".bubble.seen")).to_contain_text(": 1 follower of Red")
    expect(page.locator(".bubble.seen")).to_contain_text("Missi 3 → 2")

    page.locator(CONFIRM).click()
    player.next_question()
    page.locator("[data-undo]").click()
    player.next_question()
    assert page.locator(".hit[data-state=start]").first.get_attribute("aria-label") == label


def test_three_likely_mistakes_are_answered_with_their_rules(page: Page) -> None:
    """A march out of a land of gangs, a march too far, and a counter where somebody else rules."""
    make_table(page, 3)
    player = MousePlayer(page, 12)
    play_until(player, "placing")
    player.place("move_troops", "develop")
    text = set()
    for phase in player.questions():
        if phase != "acting":
            break
        text.add(player.tile)
        REFUSALS[player.tile](player)
        page.keyboard.press("Escape")
        expect(page.locator(".bubble.why")).to_have_count(0)
        page.locator("[data-do=done]").click()
        player.be_sure()

    assert text == {"move_troops", "develop"}


def mistaken_march(player: MousePlayer) -> None:
    page = player.page
    why = page.locator(".bubble.why")
    gangs = page.locator(".hit[data-state=rest][aria-label*='1 gang']")
    assert player.point_at(gangs.first.evaluate(SPOT))
    expect(why).to_contain_text("can still move")
    expect(why.get_by_role("link")).to_have_text("§5.4, ruling C15")

    player.point_at_lit()
    assert player.point_at(gangs.first.evaluate(SPOT))
    expect(why).to_contain_text("do not touch")
    expect(why.get_by_role("link")).to_have_text("§5.4")


def mistaken_building(player: MousePlayer) -> None:
    page = player.page
    why = page.locator(".bubble.why")
    assert player.point_at(page.locator(".hit[data-state=rest][aria-label*='1 gang']").first.evaluate(SPOT))
    expect(why).to_contain_text("You do not control")
    expect(why.get_by_role("link")).to_have_text("§5.2, ruling C1")


REFUSALS = {"move_troops": mistaken_march, "develop": mistaken_building}


def may_solve(view: dict[str, Any]) -> bool:
    """Whether the first seat's tile can solve a problem."""
    return view["to_act"] == [view["viewer"]] and any(offer["do"] == "solve" for offer in view["offers"])


def test_a_problem_of_814_is_solved_and_honoured(page: Page) -> None:
    sit_at_moment(page, "carolingi", may_solve, ("me", "random"), seed=4, variant="814")
    player = MousePlayer(page, 1)
    assert player.next_question() == "acting"
    before = page.locator(".queue .tile").count()
    page.locator(".acts [data-spot^=season]").first.click()
    page.locator(CONFIRM).click()
    player.next_question()

    expect(page.locator(PROMPT)).to_contain_text("The problem is solved")
    expect(page.locator(".queue .tile")).to_have_count(before + 1)

    page.locator(".acts [data-spot^=rank]").last.click()
    page.locator(CONFIRM).click()
    player.next_question()
    expect(page.locator(".honours ol")).to_contain_text("You")
    keep_picture(page, "carolingi-814-desktop")


def test_the_board_can_be_read_and_the_keys_are_told(page: Page) -> None:
    make_table(page, 2)
    play_until(MousePlayer(page, 1), "placing")
    page.keyboard.press("b")
    expect(page.get_by_role("dialog")).to_contain_text("homeland of Red")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("from land to land")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    first = page.evaluate("document.activeElement.dataset.land")
    page.keyboard.press("ArrowDown")

    assert page.evaluate("document.activeElement.dataset.land") not in (None, first)
    assert page.locator(LIT).count() == 0

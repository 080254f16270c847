"""Puzzles in the page: the list, a wrong attempt, another one, the solution, and what the browser remembers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.web.guests import troubles_of
from tests.web.kit import keep_picture, scrolls_sideways, violations

from aachen.puzzles import Puzzle, puzzles_of

DISC = next(puzzle for puzzle in puzzles_of("carolus") if puzzle.actions[0]["do"] == "lay")
TURN = next(puzzle for puzzle in puzzles_of("carolus") if puzzle.actions[0]["do"] == "put")


def open_puzzle(page: Page, puzzle: Puzzle) -> None:
    page.goto(f"/puzzles/{puzzle.name}")
    expect(page.locator(".task")).to_contain_text("Find the best plan.")
    expect(page.locator(".asking")).to_be_visible()


def lay(page: Page, action: dict[str, object]) -> None:
    page.locator(f".asking [data-disc='{action['disc']}']").click()
    page.locator(".btn.go").click()


def test_a_wrong_plan_may_be_tried_again_and_the_right_one_is_remembered(page: Page) -> None:
    troubles = troubles_of(page)
    open_puzzle(page, DISC)
    lay(page, DISC.other[0])
    expect(page.locator(".task")).to_contain_text("There is a better plan.")
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".task")).to_contain_text("Find the best plan.")
    lay(page, DISC.actions[0])
    expect(page.locator(".task")).to_contain_text("Correct: that is the best plan.")
    expect(page.get_by_role("dialog")).to_contain_text("The second-best plan")
    keep_picture(page, "puzzle-solved")

    page.goto("/puzzles")
    page.get_by_role("button", name="Carolus Magnus").click()

    expect(page.get_by_text("1 solved")).to_be_visible()
    assert troubles == []


def test_the_solution_is_shown_to_whoever_asks_and_that_is_remembered_too(page: Page) -> None:
    open_puzzle(page, TURN)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("dialog")).to_contain_text("The best plan")

    assert violations(page) == []
    page.goto("/puzzles")
    page.get_by_role("button", name="Carolus Magnus").click()
    expect(page.get_by_text("Solution seen").first).to_be_visible()


def test_an_action_can_be_taken_back(page: Page) -> None:
    open_puzzle(page, TURN)
    put = TURN.actions[0]
    page.locator(f".asking [data-clan='{put['clan']}']").click()
    page.locator(".asking [data-place=court]").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.get_by_role("button", name="Undo").click()

    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


@pytest.mark.parametrize(("language", "title"), [("de", "Rätsel"), ("fr", "Énigmes")])
def test_the_list_reads_well_in_other_languages_and_on_a_phone(page: Page, language: str, title: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(f"localStorage.setItem('aachen.language', '{language}')")
    page.goto("/puzzles")
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    keep_picture(page, f"puzzles-phone-{language}")

    assert not scrolls_sideways(page)
    assert violations(page) == []


def test_a_puzzle_that_is_not_there_is_said_to_be_missing(page: Page) -> None:
    page.goto("/puzzles/no-such-puzzle")

    expect(page.get_by_text("There is no puzzle at this address.")).to_be_visible()

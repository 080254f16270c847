"""At a table of Carolus Magnus without hints the button for one is not there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.web.guests import plans


@pytest.mark.parametrize("hints", [True, False])
def test_the_button_for_a_hint_is_there_only_where_the_table_allows_hints(page: Page, hints: bool) -> None:
    wish = {"game": "carolus", "seats": plans(("me", "greedy")), "pace": 0, "hints": hints}
    made = page.request.post("/api/tables", data=wish).json()
    token = next(iter(made["seats"].values()))
    page.goto(f"/t/{made['table']}#seat={token}")
    expect(page.get_by_text("as a list").first).to_be_visible(timeout=60_000)  # it is one's turn
    button = page.locator("[data-coach=prompt] [data-hinting]")
    expect(button).to_have_count(1 if hints else 0)

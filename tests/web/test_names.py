"""People are called by their names wherever a seat is meant, and at one screen nobody is "you"."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web.carolus_player import MousePlayer
from tests.web.kit import keep_picture


def hot_seat(page: Page, game: str, *names: str) -> None:
    """A table of several people at this screen."""
    seats = [{"kind": "me", "name": name} for name in names]
    made = page.request.post(
        "/api/tables", data={"game": game, "seats": seats, "options": {"players": len(names)}}
    )
    table = made.json()
    for token in table["seats"].values():
        page.goto("/about")
        page.goto(f"/t/{table['table']}#seat={token}")
        page.locator("header .where").wait_for()


def own_court(page: Page) -> str:
    return page.locator("aside.own h2").first.inner_text()


def roles(page: Page) -> list[str]:
    """Every word of the courts and of the order of play; what is asked may say "you" to whom it names."""
    texts = page.locator("aside h2, aside h2 ~ *, .carolus-bar").all_inner_texts()
    return " ".join(texts).lower().split()


def test_two_people_at_one_screen_keep_their_sides_and_their_names(page: Page) -> None:
    """Courts swapped sides with every turn, and both people were "you"."""
    hot_seat(page, "carolus", "Anna", "Bruno")
    player = MousePlayer(page, 3)
    left = set()
    callers = set()
    for phase in player.questions():
        left.add(own_court(page))
        callers.add(page.locator(".turn").inner_text().strip())
        expect(page.locator("header .status")).to_have_text(page.locator(".turn").inner_text().strip())
        if phase == "putting" and len(callers) == 2:
            break
        player.play(phase)
    keep_picture(page, "carolus-hot-seat")

    assert left == {"Anna"}
    assert callers == {"Anna to move", "Bruno to move"}
    assert "bruno" in roles(page)
    assert "you" not in roles(page)
    expect(page.locator(".log")).to_contain_text("Anna lays disc")


def test_the_table_waits_for_a_person_by_name(page: Page) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Bruno"}]
    made = page.request.post(
        "/api/tables", data={"game": "carolus", "seats": seats, "options": {"players": 2}}
    ).json()
    page.goto(f"/t/{made['table']}")
    expect(page.locator(".question")).to_contain_text("Anna")

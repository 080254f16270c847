"""The way to a table and back to it: the first click, the list of one's own tables, a seat by link, and the end."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

PATIENCE = 60  # seconds for bots to play a game to its end

Plain = dict[str, Any]


def table_of(page: Page) -> str:
    """The table a page is at."""
    page.wait_for_url(re.compile(r"/t/[a-z2-7]{10}"))
    return page.url.split("/t/")[1][:10]


def make(server: str, game: str, seats: list[Plain], **more: Any) -> Plain:
    """A table, made without a browser."""
    answer = httpx2.post(f"{server}/api/tables", json={"game": game, "seats": seats, "pace": 0, **more})
    answer.raise_for_status()
    made: Plain = answer.json()
    return made


def finished(server: str) -> Plain:
    """A game of Carolus Magnus that bots have played to its end, the second for a person."""
    made = make(
        server,
        "carolus",
        [{"kind": "bot", "level": "random"}, {"kind": "me", "name": "Adela"}],
        stand_in="random",
    )
    token = made["seats"]["black"]
    httpx2.post(
        f"{server}/api/tables/{made['table']}/seats/black",
        json={"do": "bot"},
        headers={"Authorization": f"Bearer {token}"},
    ).raise_for_status()
    return made


def enter(page: Page, made: Plain, seat: str) -> None:
    """Sit down by the link of a seat."""
    page.goto(f"/t/{made['table']}#seat={made['seats'][seat]}")


# ---- The first minute


@pytest.mark.parametrize("game", ["carolingi", "carolus"])
def test_one_click_leads_to_a_board(page: Page, game: str):
    page.goto("/")
    region = page.get_by_role("region", name="Carolingi" if game == "carolingi" else "Carolus Magnus")
    region.get_by_role("button", name="Play now").click()

    expect(page.get_by_role("region", name="Log").first).to_be_visible()
    expect(page.locator("main")).to_be_visible()


def test_a_table_appears_among_mine_and_is_taken_off_only_when_that_is_meant(page: Page, server: str):
    made = make(server, "carolus", [{"kind": "me"}, {"kind": "open"}], title="Tuesday table")
    enter(page, made, "white")
    expect(page.get_by_text("1 seat is still free")).to_be_visible()
    page.goto("/")
    mine = page.get_by_role("region", name="Your tables")
    expect(mine.get_by_text("Tuesday table")).to_be_visible()
    off = mine.get_by_role("button", name="Remove Tuesday table from the list")
    off.click()
    mine.get_by_role("button", name="Keep", exact=True).click()
    off.click()
    mine.get_by_role("button", name="Remove", exact=True).click()
    expect(mine.get_by_role("listitem")).to_have_count(0)
    mine.get_by_role("button", name="Undo").click()
    mine.get_by_text("Tuesday table").click()

    expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()


def test_the_end_is_told_where_nobody_saw_it(page: Page, server: str):
    """The seat was carried here by its link, and the game went on elsewhere."""
    made = finished(server)
    wish = {"tables": [{"table": made["table"], "token": made["seats"]["black"]}]}
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        glance = httpx2.post(f"{server}/api/look", json=wish).json()["tables"][0]
        if glance["state"] == "finished":
            break
        time.sleep(0.2)
    seat = {"token": made["seats"]["black"], "seat": "black"}
    page.goto("/")
    page.evaluate(
        "tables => localStorage.setItem('aachen.tables', JSON.stringify(tables))",
        {made["table"]: {"host": None, "seats": [seat], "seen": 0, "at": 1}},
    )
    page.reload()
    said = {"won": "You have won", "shared": "You share the victory", "lost": "You have lost"}[
        glance["result"]
    ]

    expect(page.get_by_role("region", name="Your tables")).to_contain_text(f"Finished · {said} · ")


# ---- Sitting down together


def test_a_seat_carried_by_link_leaves_no_trace_in_the_address(page: Page, server: str):
    made = make(server, "carolus", [{"kind": "me"}, {"kind": "bot", "level": "greedy"}])
    enter(page, made, "white")
    expect(page.get_by_role("region", name="Log").first).to_be_visible()
    assert made["seats"]["white"] not in page.url
    page.reload()
    page.get_by_role("button", name="Menu").click()

    expect(page.get_by_role("dialog").get_by_text("you", exact=True)).to_be_visible()


# ---- When something goes wrong


def test_a_table_that_is_not_there_is_said_to_a_person(page: Page):
    page.goto("/t/aaaaaaaaaa")

    expect(page.get_by_role("alert").filter(has_text="Not found")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the start page").first).to_be_visible()


# ---- The end, and looking back


def test_the_end_is_said_again_on_coming_back_and_leads_on(page: Page, server: str, tmp_path: Path):
    made = finished(server)
    enter(page, made, "black")
    end = page.get_by_role("dialog", name="The game is over")
    expect(end).to_be_visible(timeout=60_000)
    end.get_by_text("Verifiable randomness").click()
    expect(end.get_by_text("the secret matches the commitment")).to_be_visible()
    expect(end.get_by_role("link", name="Replay")).to_have_attribute("href", f"/t/{made['table']}/replay")
    with page.expect_download() as saving:
        end.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "game.jsonl"
    saving.value.save_as(file)
    page.goto("/")
    mine = page.get_by_role("region", name="Your tables").get_by_role("listitem").first
    expect(mine).to_contain_text(
        re.compile(r"Finished · (You have (won|lost)|You share the victory) · \w+ \d+, \d{4}")
    )
    mine.get_by_role("link").click()
    expect(end).to_be_focused()
    end.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("region", name="Log").first).to_be_visible()
    page.goto("/")
    page.get_by_label("Open a saved game").set_input_files(file)
    page.wait_for_url(re.compile("/replay"))

    assert table_of(page) != made["table"]

"""Making tables with every option, sitting down, sharing a screen, watching, lending a seat, and playing once more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web import qr_reader
from tests.web.carolus_player import MousePlayer, Player
from tests.web.guests import (
    PATIENCE,
    Guest,
    Plain,
    asked,
    finished_table,
    lay,
    lend,
    make_table,
    nearly_over,
    play_carolus_until,
    sheet_of,
    wait_until,
)
from tests.web.kit import keep_picture, violations

from aachen.games.carolingi import board as boards

OWN = ("hand", "inactive", "chosen")


@pytest.fixture
def invite(browser: Browser, server: str) -> Iterator[Callable[..., Guest]]:
    """People come as they are called, each with a browser of their own; nothing goes wrong at any page."""
    guests: list[Guest] = []

    def called(**context: Any) -> Guest:
        guests.append(Guest(browser, server, **context))
        return guests[-1]

    yield called
    for guest in guests:
        guest.leave()

    assert [line for guest in guests for line in guest.troubles] == []


@pytest.fixture
def anna(invite: Callable[..., Guest]) -> Guest:
    return invite()


@pytest.fixture
def bert(invite: Callable[..., Guest]) -> Guest:
    return invite()


def table_of(page: Page) -> str:
    """The table that the page is at."""
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[1]


# --- making


def kinds(*seats: str) -> list[tuple[str, str | None]]:
    """Seats as a sheet has them: who sits there, or how strong a bot."""
    return [("bot", seat) if seat in ("random", "greedy") else (seat, None) for seat in seats]


CHOICES: dict[str, tuple[str, dict[str, str], list[str], Plain]] = {
    "the base game, quickly": (
        "carolingi",
        {"Last year": "839", "Undo": "freely", "Clock": "10 min + 10 s", "Speed of the bots": "at once"},
        ["Public"],
        {
            "options": {"players": 3, "last_year": 839},
            "undo": "free",
            "clock": {"bank": 600, "add": 10},
            "pace": 0,
            "begin": "full",
            "listed": True,
            "spectators": True,
        },
    ),
    "the advanced game with its modules": (
        "carolingi",
        {
            "Advanced game, 830": "",
            "Last year": "830",
            "Hourglass": "60 seconds",
            "Undo": "ask the others",
        },
        ["Anarchy and Rebellion", "Spectators"],
        {
            "options": {
                "players": 3,
                "variant": "advanced",
                "last_year": 830,
                "hourglass": 60,
                "anarchy": True,
            },
            "undo": "ask",
            "clock": None,
            "pace": 600,
            "spectators": False,
            "listed": False,
        },
    ),
    "scenario 814 by letter": (
        "carolingi",
        {"Scenario 814": "", "Last year": "816", "Undo": "never", "Clock": "1 week + 1 day"},
        [],
        {
            "options": {"players": 3, "variant": "814", "last_year": 816},
            "undo": "never",
            "clock": {"bank": 604_800, "add": 86_400},
        },
    ),
    "Carolus Magnus, calmly": (
        "carolus",
        {"Clock": "1 day + 12 h", "Speed of the bots": "calm", "Game starts": "when I start it"},
        ["Silent partners"],
        {
            "options": {"players": 2, "silent_partners": False},
            "clock": {"bank": 86_400, "add": 43_200},
            "pace": 1500,
            "begin": "host",
        },
    ),
    "Carolus Magnus for an evening": (
        "carolus",
        {"Clock": "40 min + 20 s", "Speed of the bots": "quick", "Game starts": "when full"},
        [],
        {"clock": {"bank": 2400, "add": 20}, "pace": 600, "begin": "full"},
    ),
}


@pytest.mark.parametrize("name", CHOICES)
def test_a_table_is_made_as_it_was_chosen(anna: Guest, name: str) -> None:
    game, choices, switches, wanted = CHOICES[name]
    page = anna.page
    page.goto("/new")
    page.get_by_role("button", name="Carolus Magnus" if game == "carolus" else "Carolingi").click()
    for label, value in choices.items():
        if value:
            page.get_by_label(label).select_option(value)
        else:
            page.get_by_role("button", name=label).click()
    for label in switches:
        page.get_by_role("switch", name=label).click()
    page.get_by_label("Name of the table").fill(f"Table: {name}")
    page.get_by_role("button", name="Open the table").first.click()
    sheet = sheet_of(page, table_of(page))
    options = {key: sheet["options"].get(key) for key in wanted.get("options", {})}

    assert (game, f"Table: {name}", "gathering") == (sheet["game"], sheet["title"], sheet["state"])
    assert wanted == {**{key: sheet[key] for key in wanted}, **({"options": options} if options else {})}


def test_seats_are_added_removed_and_filled_in_every_way(anna: Guest) -> None:
    page = anna.page
    page.goto("/new?game=carolingi")
    for _ in range(3):
        page.get_by_role("button", name="Add a seat").click()
    expect(page.get_by_role("button", name="Add a seat")).to_be_disabled()
    page.get_by_role("button", name="Remove the seat Purple").click()
    page.get_by_label("Name of Red").fill("Anna")
    page.get_by_role("group", name="Blue: Bot").get_by_role("button", name="This screen").click()
    page.get_by_label("Name of Blue").fill("Hugo")
    page.get_by_label("Level of Green").select_option("random")
    page.get_by_role("button", name="Open the table").first.click()
    seats = sheet_of(page, table_of(page))["seats"]

    assert [(seat["kind"], seat["level"]) for seat in seats] == kinds(
        "person", "open", "person", "random", "greedy"
    )
    assert [seat["name"] for seat in seats if seat["kind"] == "person"] == ["Anna", "Hugo"]


def board_file(folder: Path, **changes: Any) -> Path:
    """A board file: the shipped one with changes, and with no coordinates."""
    source = {**boards.standard().source, **changes}
    source["lands"] = [{key: land[key] for key in ("id", "label", "region")} for land in source["lands"]]
    path = folder / "board.json"
    path.write_text(json.dumps(source), "utf-8")
    return path


def test_a_board_of_ones_own_is_played_on_at_once(anna: Guest, tmp_path: Path) -> None:
    """Nobody has drawn a map of it: the page draws a plain one."""
    page = anna.page
    page.goto("/new?game=carolingi")
    page.locator(".board input").set_input_files(board_file(tmp_path, name="Our own Francia"))
    expect(page.locator(".board")).to_contain_text("Our own Francia, 36 lands")
    page.get_by_role("group", name="Yellow: Open").get_by_role("button", name="Bot").click()
    keep_picture(page, "new-own-board-desktop")
    page.get_by_role("button", name="Open the table").first.click()
    page.locator(".hit[data-land=anjou]").hover()
    expect(page.locator(".inspect")).to_contain_text("Anjou")
    lay(page, "influence", "develop")
    expect(page.locator(".placing")).to_have_count(0)
    keep_picture(page, "own-board-desktop")
    regions = boards.standard().setups[3].regions
    drawn = {land.get_attribute("data-land") for land in page.locator(".hit").all()}

    assert drawn == {land.id for land in boards.standard().lands if land.region in regions}


def test_every_fault_of_a_board_file_is_told(anna: Guest, tmp_path: Path) -> None:
    page = anna.page
    page.goto("/new?game=carolingi")
    page.locator(".board input").set_input_files(board_file(tmp_path, colours=["red"], borders=[]))

    expect(page.locator(".faults")).to_contain_text("This board file has errors:")
    expect(page.locator(".faults li").first).to_contain_text("colours")
    assert "422" in anna.troubles.pop()


def test_a_fault_on_the_screen_follows_the_language(anna: Guest, tmp_path: Path) -> None:
    page = anna.page
    page.goto("/new?game=carolingi")
    page.locator(".board input").set_input_files(board_file(tmp_path, regions=[{"id": "sachsen"}]))
    faults = page.locator(".faults li")
    expect(faults.filter(has_text="is missing").first).to_be_visible()
    number = faults.count()
    page.locator(".langs [lang=de]").click()

    expect(faults.filter(has_text="fehlt").first).to_be_visible()
    expect(faults.filter(has_text="is missing")).to_have_count(0)
    expect(faults).to_have_count(number)
    assert "422" in anna.troubles.pop()


# --- inviting


def test_the_link_and_the_code_for_cameras_lead_to_the_table(anna: Guest, server: str) -> None:
    made = make_table(anna.page, "carolus", "me", "open")
    anna.page.goto(f"/t/{made['table']}")
    link = anna.page.get_by_label("Link for your friends").input_value()
    code = anna.page.locator("svg.qr")
    size = int(str(code.get_attribute("viewBox")).split()[-1]) - 8
    square = qr_reader.square_of(str(code.locator("path").get_attribute("d")), size)

    assert f"{server}/t/{made['table']}" == link == qr_reader.read(square)


def test_a_listed_table_is_found_on_the_first_page_and_joined(anna: Guest, bert: Guest) -> None:
    made = make_table(anna.page, "carolus", "me", "open", listed=True, title="Who joins us?")
    anna.sit(made, "white")
    expect(anna.page.get_by_text("The game begins when all seats are taken.")).to_be_visible()
    bert.page.goto("/")
    bert.page.get_by_role("link", name="Who joins us?").click()
    bert.page.get_by_role("button", name="Sit down").click()

    for guest in (anna, bert):
        expect(guest.page.locator(".question")).to_be_visible()
    bert.page.goto("/")
    mine = bert.page.get_by_role("region", name="Your tables").get_by_role("listitem")
    expect(mine).to_contain_text("Who joins us?")
    expect(mine).to_contain_text(re.compile("Waiting for White|Your turn"))


def test_a_table_may_be_watched_unless_it_is_closed_to_spectators(anna: Guest, bert: Guest) -> None:
    made = make_table(anna.page, "carolingi", "me", "me")
    bert.page.goto(f"/t/{made['table']}")
    expect(bert.page.locator(".prompt")).to_contain_text("Waiting for Red and Yellow")
    expect(bert.page.locator(".panel.other")).to_have_count(2)
    bert.page.get_by_role("button", name="Chat").click()
    expect(bert.page.get_by_text("Only seated players can chat.")).to_be_visible()

    assert not any(
        key in court for frame in bert.frames() for court in frame["view"]["courts"].values() for key in OWN
    )

    private = make_table(anna.page, "carolingi", "me", "me", spectators=False)
    bert.page.goto(f"/t/{private['table']}")
    expect(bert.page.locator(".trouble")).to_contain_text("Spectators are not allowed at this table.")


# --- two people at one screen


def test_a_curtain_falls_between_two_people_at_one_screen(anna: Guest) -> None:
    page = anna.page
    page.goto("/new?game=carolingi")
    page.get_by_role("button", name="Remove the seat Blue").click()
    page.get_by_label("Name of Red").fill("Anna")
    page.get_by_role("group", name="Yellow: Open").get_by_role("button", name="This screen").click()
    page.get_by_label("Name of Yellow").fill("Hugo")
    page.get_by_role("button", name="Open the table").first.click()
    secrets = page.locator("[data-tile], .tile, .prompt, .log li")

    for name, chosen in (("Anna", ("influence", "develop")), ("Hugo", ("battle", "equip_missi"))):
        expect(page.get_by_role("heading", name=f"{name}, it is your turn")).to_be_visible()
        assert secrets.count() == 0
        assert violations(page) == []
        page.get_by_role("button", name=f"I am {name}").click()
        expect(page.locator(".panel.other")).not_to_contain_text(name)
        assert "Influence" not in page.locator(".log").inner_text()
        lay(page, *chosen)

    # Whose tile is drawn first has the screen, behind the curtain if it is not Hugo's own.
    expect(page.locator(".curtain h1, .prompt [data-list]").first).to_be_visible()


def test_with_nothing_secret_the_screen_is_handed_on_without_a_curtain(anna: Guest) -> None:
    page = anna.page
    page.goto("/new?game=carolus")
    page.get_by_role("group", name="Black: Open").get_by_role("button", name="This screen").click()
    page.get_by_role("button", name="Open the table").first.click()
    player = MousePlayer(page, 3)
    play_carolus_until([player], "laying")
    for _ in range(2):
        player.play(player.next_question())

    expect(asked(page)).to_have_attribute("data-phase", "putting")


# --- seats that change hands


def test_a_bot_takes_a_seat_over_and_gives_it_back(anna: Guest) -> None:
    made = make_table(anna.page, "carolus", "me", "me")
    anna.sit(made, "white")
    page = anna.page
    expect(page.get_by_role("region", name="White")).to_be_visible()  # whoever has a crown to give is asked
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play").click()
    expect(page.get_by_text("a bot is playing for now")).to_be_visible()
    page.get_by_role("button", name="Take over from the bot").click()
    expect(page.get_by_role("button", name="Let a bot play")).to_be_visible()
    page.get_by_role("button", name="Name", exact=True).click()
    page.get_by_label("Your name").fill("Adelheid")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Adelheid")
    seat = sheet_of(page, made["table"])["seats"][0]

    assert (seat["kind"], seat["name"], seat["lent"]) == ("person", "Adelheid", False)


def test_a_seat_is_handed_over_by_a_link_and_kept_until_it_is_given_up(anna: Guest, bert: Guest) -> None:
    """At a private table, where whoever has no seat sees nothing."""
    made = make_table(anna.page, "carolus", "me", "me", spectators=False)
    anna.sit(made, "white")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Hand over with a link").click()
    anna.page.get_by_role("button", name="Create the link").click()
    link = anna.page.get_by_label("Link to this seat").input_value()
    anna.page.reload()
    expect(anna.page.locator(".question")).to_be_visible()
    bert.page.goto(link)
    expect(bert.page.locator(".question")).to_be_visible()
    bert.page.reload()  # the old link would be void by now
    expect(bert.page.locator(".question")).to_be_visible()

    assert "#" not in bert.page.url
    assert seats_of(bert) == ["white", "white"]


def test_a_position_copied_at_a_table_says_what_its_seat_knows_and_no_more(anna: Guest) -> None:
    made = make_table(anna.page, "carolingi", "me", "me")
    anna.sit(made, "red")
    anna.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Copy this position as text").click()
    expect(anna.page.get_by_text("The position was copied as text")).to_be_visible()
    text: str = anna.page.evaluate("window.copied")
    tiles = {line.split(":")[0]: line for line in text.splitlines() if " tiles: " in line}

    assert text.startswith("carolingi: players 2\n")
    assert "influence" in tiles["red tiles"]
    assert "influence" not in tiles["yellow tiles"]
    assert "?" in tiles["yellow tiles"]


def test_a_seat_that_was_handed_over_is_given_up_after_a_question(anna: Guest) -> None:
    made = make_table(anna.page, "carolus", "me", "me")
    anna.sit(made, "white")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Hand over with a link").click()
    anna.page.get_by_role("button", name="Create the link").click()
    anna.page.get_by_role("button", name="I have passed on the link").click()
    link = anna.page.get_by_label("Link to this seat").input_value()
    anna.page.get_by_role("button", name="Really give it up").click()
    wait_until(anna.page, lambda: seats_of(anna)[-1] is None)
    anna.page.goto("/")
    anna.page.goto(link)

    wait_until(anna.page, lambda: seats_of(anna)[-1] == "white")


def test_a_guest_sits_down_at_a_private_table(anna: Guest, bert: Guest) -> None:
    made = make_table(anna.page, "carolus", "me", "open", spectators=False, begin="host")
    anna.sit(made, "white")
    bert.page.goto(f"/t/{made['table']}")
    bert.page.get_by_role("button", name="Sit down").click()
    wait_until(bert.page, lambda: seats_of(bert)[-1:] == ["black"])

    assert seats_of(bert)[0] is None  # first as somebody who may still sit down


def test_a_host_without_a_seat_stays_the_host_of_a_private_table(anna: Guest) -> None:
    """Also in another browser, by the link of the host."""
    made = make_table(anna.page, "carolus", "random", "open", spectators=False, begin="host")
    anna.page.goto(f"/t/{made['table']}#host={made['host']}")
    expect(anna.page.get_by_role("button", name="Start with a bot")).to_be_visible()
    anna.page.get_by_role("button", name="Start with a bot").click()

    expect(anna.page.get_by_role("region", name="White")).to_be_visible()
    assert "#" not in anna.page.url


def test_who_lost_the_browsers_storage_is_told_so_and_finds_a_way_back(anna: Guest, bert: Guest) -> None:
    made = make_table(anna.page, "carolus", "me", "me")
    anna.page.goto(f"/t/{made['table']}#host={made['host']}&seat={made['seats']['white']}")
    bert.sit(made, "black")
    wait_until(bert.page, lambda: seats_of(bert) == ["black"])
    bert.page.goto("/icon.svg")  # no page of ours runs here, so that nothing is stored again
    bert.page.evaluate("localStorage.clear()")
    bert.page.goto(f"/t/{made['table']}")
    bert.page.get_by_role("button", name="Is one of the seats yours?").click()
    expect(bert.page.get_by_role("dialog")).to_contain_text("Ask the host")

    anna.page.get_by_role("button", name="Menu").click()
    expect(anna.page.get_by_role("button", name="New link for")).to_be_visible()
    anna.page.get_by_role("button", name="Free the seat").click()
    anna.page.get_by_role("button", name="Really free this seat?").click()
    expect(bert.page.get_by_role("dialog").get_by_role("button", name="Sit down")).to_be_visible()


def test_the_link_to_a_forgotten_seat_leads_back_to_it(anna: Guest) -> None:
    made = make_table(anna.page, "carolus", "me", "me")
    anna.page.goto(f"/t/{made['table']}")
    watching = anna.page.get_by_role("button", name="Is one of the seats yours?")
    expect(watching).to_be_visible()
    anna.page.goto("/")
    anna.sit(made, "white")
    wait_until(anna.page, lambda: seats_of(anna)[-1] == "white")

    expect(watching).to_have_count(0)


def seats_of(guest: Guest) -> list[str | None]:
    """As whom the server has welcomed somebody, again and again."""
    return [message["seat"] for message in guest.heard if message["say"] == "welcome"]


def test_taking_back_is_asked_for_where_the_table_wants_that(anna: Guest, bert: Guest) -> None:
    made = make_table(anna.page, "carolus", "me", "me", undo="ask")
    anna.sit(made, "white")
    bert.sit(made, "black")
    players: list[Player] = [MousePlayer(anna.page, 1), MousePlayer(bert.page, 2)]
    asker = play_carolus_until(players, "putting")
    other = next(player for player in players if player is not asker)
    asker.play("putting")
    expect(asker.page.get_by_text("Put 2 more paladins in play")).to_be_visible()
    asker.page.get_by_role("button", name="Undo", exact=True).click()
    question = other.page.get_by_role("dialog", name="Undo a move?")
    expect(question).to_contain_text("would like to undo a move")

    assert violations(other.page) == []
    question.get_by_role("button", name="Yes").click()
    expect(question).to_have_count(0)
    expect(asker.page.get_by_text("Put 3 more paladins in play")).to_be_visible()


def test_the_same_people_play_once_more(anna: Guest, bert: Guest) -> None:
    made = nearly_over(anna.page, "carolus", "me", "me")
    for guest, seat in ((anna, "white"), (bert, "black")):
        guest.sit(made, seat)
        expect(guest.page.locator(".question")).to_be_visible()
    for seat in ("white", "black"):
        lend(anna.page, made, seat)
    over = anna.page.get_by_role("dialog", name="The game is over")
    expect(over).to_contain_text("castles", timeout=PATIENCE)
    over.get_by_role("button", name="Play again").click()
    anna.page.wait_for_url(lambda url: made["table"] not in url)
    again = table_of(anna.page)
    expect(bert.page.get_by_role("button", name="To the new table")).to_be_visible(timeout=PATIENCE)
    bert.page.get_by_role("button", name="To the new table").click()
    bert.page.wait_for_url(f"**/t/{again}")

    assert sheet_of(anna.page, again)["from_table"] == made["table"]


# --- files


def test_a_game_is_saved_and_looked_at_from_the_file(anna: Guest, tmp_path: Path) -> None:
    page = anna.page
    table = finished_table(page, "carolus")
    page.goto(f"/t/{table}/replay")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    last = page.get_by_role("slider").get_attribute("max")
    page.goto("/")
    page.get_by_label("Open a saved game").set_input_files(file)
    page.wait_for_url("**/replay?at=*")

    expect(page.get_by_role("slider")).to_have_attribute("max", str(last))
    assert table not in page.url
    assert json.loads(file.read_text().splitlines()[0])["game"] == "carolus"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("not a game at all\n", "The line is not JSON"),
        ("", "The file is empty"),
    ],
)
def test_a_broken_file_is_answered_in_words(anna: Guest, tmp_path: Path, written: str, said: str) -> None:
    page = anna.page
    page.goto("/")
    file = tmp_path / "game.jsonl"
    file.write_text(written)
    page.get_by_label("Open a saved game").set_input_files(file)
    expect(page.locator(".trouble")).to_contain_text(said)
    anna.troubles[:] = [line for line in anna.troubles if "Failed to load resource" not in line]

"""Everything around the game, in a real browser: making a table, sitting down, talking, handing over, looking back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect
from tests.web.conftest import DESKTOP, phone
from tests.web.kit import keep_picture, scrolls_sideways, violations
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

Plain = dict[str, Any]
Opening = Callable[..., Page]

OPTIONS_CAROLINGI = {"last_year": 833, "variant": "advanced", "anarchy": True, "hourglass": 60}


@pytest.fixture
def visitor(browser: Browser, server: str) -> Iterator[Opening]:
    """Opens pages of further people: each has a browser of their own."""
    contexts: list[BrowserContext] = []

    def come(path: str = "/", **wishes: Any) -> Page:
        base: Plain = {
            "viewport": DESKTOP,
            "locale": "en",
            "reduced_motion": "reduce",
            "service_workers": "block",
            "base_url": server,
        }
        context = browser.new_context(**{**base, **wishes})
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()


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


class Player:
    """A player without a browser, for what only somebody else can do."""

    def __init__(self, line: ClientConnection, token: str) -> None:
        self._line = line
        self._say(say="hello", token=token, after=None)
        self.frame = self.hears("frame")

    def act(self) -> None:
        """Do the first thing that is offered."""
        self._say(say="act", id=1, after=self.frame["seq"], action=self.frame["view"]["offers"][0])

    def ask_back(self) -> None:
        """Ask for the last move back."""
        self._say(say="undo", id=2, after=self.frame["seq"], to=self.frame["undo"][-1])

    def look(self) -> Plain:
        """The next frame."""
        self.frame = self.hears("frame")
        return self.frame

    def hears(self, what: str) -> Plain:
        """The next message of that kind."""
        while True:
            message: Plain = json.loads(self._line.recv(timeout=30))
            if message["say"] == what:
                return message

    def _say(self, **message: Any) -> None:
        self._line.send(json.dumps(message))


def line_to(server: str, made: Plain) -> AbstractContextManager[ClientConnection]:
    """A line to a table, to be used in a `with`."""
    address = f"{server.replace('http', 'ws')}/api/tables/{made['table']}/socket"
    return connect(address, subprotocols=[Subprotocol("aachen.1")])


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


def test_every_option_of_carolingi_reaches_the_table(page: Page, server: str):
    page.goto("/new?game=carolingi")
    page.get_by_role("button", name="Advanced game, 830").click()
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_label("Name of the table").fill("All of it")
    page.get_by_label("Name of Red").fill("Adela")
    page.get_by_label("Last year").select_option("833")
    page.get_by_role("switch", name="Anarchy and Rebellion").click()
    page.get_by_label("Hourglass").select_option("60")
    page.get_by_label("Undo").select_option("ask")
    page.get_by_label("Clock").select_option("evening")
    page.get_by_label("Speed of the bots").select_option("0")
    page.get_by_label("Game starts").select_option("host")
    page.get_by_role("switch", name="Spectators").click()
    page.get_by_role("switch", name="Public").click()
    page.get_by_role("button", name="Open the table").first.click()
    sheet = httpx2.get(f"{server}/api/tables/{table_of(page)}").json()

    assert OPTIONS_CAROLINGI.items() <= sheet["options"].items()
    assert (sheet["title"], sheet["undo"], sheet["clock"]) == ("All of it", "ask", {"bank": 2400, "add": 20})
    assert (sheet["spectators"], sheet["listed"], sheet["begin"], sheet["pace"]) == (False, True, "host", 0)
    assert [seat["kind"] for seat in sheet["seats"]] == ["person", "open", "bot", "bot"]
    assert sheet["seats"][0]["name"] == "Adela"


def test_every_option_of_carolus_magnus_reaches_the_table(page: Page, server: str):
    page.goto("/new?game=carolus")
    for _ in range(2):
        page.get_by_role("button", name="Add a seat").click()
    expect(page.get_by_role("button", name="Add a seat")).to_be_disabled()
    page.get_by_role("switch", name="Silent partners").click()
    page.get_by_role("button", name="Open the table").first.click()
    sheet = httpx2.get(f"{server}/api/tables/{table_of(page)}").json()

    assert sheet["options"]["silent_partners"] is False
    assert [seat["seat"] for seat in sheet["seats"]] == ["white", "black", "ivory", "ebony"]


# ---- Sitting down together


def test_a_guest_comes_by_the_link_and_the_game_begins_for_both(page: Page, visitor: Opening):
    page.goto("/new?game=carolus")
    page.get_by_label("Name of White").fill("Adela")
    page.get_by_role("button", name="Open the table").first.click()
    link = page.get_by_label("Link for your friends").input_value()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    guest = visitor(link, locale="fr")
    guest.get_by_label("Votre nom").fill("Odo")
    guest.get_by_role("button", name="S’asseoir").click()

    expect(page.get_by_role("region", name="Log").first).to_be_visible()
    expect(guest.get_by_role("region", name="Journal").first).to_be_visible()


def test_a_phrase_is_read_by_each_in_their_own_language(visitor: Opening, server: str):
    made = make(server, "carolus", [{"kind": "me", "name": "Adela"}, {"kind": "me", "name": "Odo"}])
    adela = visitor(f"/t/{made['table']}#seat={made['seats']['white']}")
    odo = visitor(f"/t/{made['table']}#seat={made['seats']['black']}", locale="de")
    expect(odo.get_by_role("region", name="Chronik").first).to_be_visible()
    adela.get_by_role("button", name="Chat").click()
    adela.get_by_role("button", name="Good luck!").click()
    expect(odo.get_by_role("button", name="Chat, 1 ungelesen")).to_be_visible()
    odo.get_by_role("button", name="Chat").click()

    expect(odo.get_by_role("log").get_by_text("Viel Glück!")).to_be_visible()
    expect(adela.get_by_role("log").get_by_text("Good luck!")).to_be_visible()


def test_a_seat_carried_by_link_leaves_no_trace_in_the_address(page: Page, server: str):
    made = make(server, "carolus", [{"kind": "me"}, {"kind": "bot", "level": "greedy"}])
    enter(page, made, "white")
    expect(page.get_by_role("region", name="Log").first).to_be_visible()
    assert made["seats"]["white"] not in page.url
    page.reload()
    page.get_by_role("button", name="Menu").click()

    expect(page.get_by_role("dialog").get_by_text("you", exact=True)).to_be_visible()


def test_a_seat_handed_over_belongs_to_the_newer_link(page: Page, visitor: Opening, server: str):
    made = make(server, "carolus", [{"kind": "me", "name": "Adela"}, {"kind": "bot", "level": "greedy"}])
    enter(page, made, "white")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Hand over with a link").click()
    page.get_by_role("button", name="Create the link").click()
    link = page.get_by_label("Link to this seat").input_value()
    heir = visitor(link)
    heir.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="I have passed on the link").click()
    page.get_by_role("button", name="Really give it up").click()

    expect(heir.get_by_role("dialog").get_by_text("you", exact=True)).to_be_visible()
    expect(page.get_by_role("dialog").get_by_text("you", exact=True)).to_have_count(0)


def test_a_bot_plays_for_a_while_and_gives_the_seat_back(page: Page, server: str):
    made = make(server, "carolus", [{"kind": "me"}, {"kind": "me"}])
    enter(page, made, "white")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play").click()
    expect(page.get_by_text("a bot is playing for now")).to_be_visible()
    page.get_by_role("button", name="Take over from the bot").click()

    expect(page.get_by_role("button", name="Let a bot play")).to_be_visible()


def test_a_curtain_hides_the_board_between_two_at_one_screen(page: Page):
    page.goto("/new?game=carolingi")
    page.get_by_role("group", name="Yellow:").get_by_role("button", name="This screen").click()
    page.get_by_label("Name of Red").fill("Adela")
    page.get_by_label("Name of Yellow").fill("Odo")
    page.get_by_role("button", name="Open the table").first.click()
    expect(page.get_by_role("heading", name="Adela, it is your turn")).to_be_visible()
    expect(page.get_by_role("region", name="Log")).to_have_count(0)
    page.get_by_role("button", name="I am Adela").click()
    expect(page.get_by_role("region", name="Log").first).to_be_visible()
    for tile in ("Influence", "Develop"):
        page.get_by_role("main").get_by_role("button", name=tile).first.click()
    page.get_by_role("button", name="Place both").click()

    expect(page.get_by_role("heading", name="Odo, it is your turn")).to_be_visible()
    expect(page.get_by_role("region", name="Log")).to_have_count(0)


def test_the_others_are_asked_before_a_move_is_taken_back(page: Page, server: str):
    made = make(
        server, "carolus", [{"kind": "me", "name": "Adela"}, {"kind": "me", "name": "Odo"}], undo="ask"
    )
    enter(page, made, "black")
    with line_to(server, made) as one, line_to(server, made) as other:
        white, black = Player(one, made["seats"]["white"]), Player(other, made["seats"]["black"])
        while not white.frame["undo"]:
            (white if white.frame["view"].get("offers") else black).act()
            for player in (white, black):
                player.look()
        white.ask_back()
        page.get_by_role("dialog", name="Take back?").get_by_role("button", name="Yes").click()

        expect(page.get_by_role("dialog")).to_have_count(0)
        assert white.look()["events"][0]["event"] == "undone"


# ---- When something goes wrong


def test_a_lost_line_is_said_plainly_and_comes_back(page: Page, server: str):
    lines: list[WebSocketRoute] = []
    broken = [False]

    def join(line: WebSocketRoute) -> None:
        if broken[0]:
            line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    page.route_web_socket(re.compile("/socket$"), join)
    made = make(server, "carolus", [{"kind": "me"}, {"kind": "me"}])
    enter(page, made, "white")
    expect(page.get_by_role("region", name="Log").first).to_be_visible()
    broken[0] = True
    lines[-1].close()
    banner = page.get_by_role("button", name="Reconnect now")
    expect(banner).to_be_visible()
    broken[0] = False
    # The page tries by itself as well: if it is back by now, there is nothing left to press.
    banner.evaluate_all("buttons => buttons.forEach((each) => each.click())")

    expect(banner).to_have_count(0)


def test_a_table_that_is_not_there_is_said_to_a_person(page: Page):
    page.goto("/t/aaaaaaaaaa")

    expect(page.get_by_role("alert").filter(has_text="Not found")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the start page").first).to_be_visible()


def test_the_language_changes_in_the_middle_of_a_game(page: Page, server: str):
    made = make(server, "carolus", [{"kind": "me"}, {"kind": "me"}])
    enter(page, made, "white")
    expect(page.get_by_role("region", name="Log").first).to_be_visible()
    page.get_by_label("Language").select_option("de")

    expect(page.get_by_role("region", name="Chronik").first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"


# ---- The end, and looking back


def test_the_end_is_told_and_leads_on(page: Page, server: str):
    enter(page, finished(server), "black")
    end = page.get_by_role("dialog", name="The game is over")
    expect(end).to_be_visible(timeout=60_000)
    end.get_by_text("Verifiable randomness").click()
    expect(end.get_by_text("the secret matches the commitment")).to_be_visible()
    end.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("dialog")).to_have_count(0)

    expect(page.get_by_role("region", name="Log").first).to_be_visible()


def test_who_comes_back_after_the_end_may_play_once_more(page: Page, server: str):
    enter(page, finished(server), "black")
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible(timeout=60_000)
    page.goto("/")
    page.get_by_role("region", name="Your tables").get_by_role("link").first.click()
    expect(page.get_by_role("dialog", name="The game is over")).to_be_focused()
    page.get_by_role("button", name="Play again").click()

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("region", name="Log").first).to_be_visible()


def test_a_game_is_looked_at_again_with_all_eyes_and_gone_on_from(page: Page, server: str):
    made = finished(server)
    enter(page, made, "black")
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible(timeout=60_000)
    page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One step forward").click()
    page.wait_for_url(re.compile(r"at=1\b"))
    page.get_by_label("View as").select_option("white")
    page.wait_for_url(re.compile(r"at=1&eyes=white"))
    page.reload()
    expect(page.get_by_role("slider")).to_have_value("1")
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url(re.compile(r"/t/[a-z2-7]{10}$"))

    assert table_of(page) != made["table"]
    expect(page.get_by_role("region", name="Log").first).to_be_visible()


def test_a_saved_game_can_be_opened_as_a_file(page: Page, server: str, tmp_path: Any):
    made = finished(server)
    enter(page, made, "black")
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible(timeout=60_000)
    with page.expect_download() as saving:
        page.get_by_role("dialog").get_by_role("button", name="Save as a file").click()
    file = tmp_path / "game.jsonl"
    saving.value.save_as(file)
    page.goto("/")
    page.get_by_label("Open a saved game").set_input_files(file)
    page.wait_for_url(re.compile("/replay"))

    assert table_of(page) != made["table"]
    expect(page.get_by_role("slider")).to_be_visible()


# ---- For everybody's eyes


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_page_of_the_shell_keeps_anybody_out(visitor: Opening, server: str, size: str, dark: bool):
    """axe finds nothing, nothing scrolls sideways, and a picture of each screen is kept."""
    gathering = make(
        server, "carolingi", [{"kind": "me", "name": "Adela"}, {"kind": "open"}, {"kind": "open"}]
    )
    wishes = phone(dark) if size == "phone" else {"color_scheme": "dark" if dark else "light"}
    page = visitor("/", **wishes)
    found: dict[str, list[str]] = {}
    pages = {
        "home": "/",
        "new": "/new",
        "gathering": f"/t/{gathering['table']}#seat={gathering['seats']['red']}",
        "about": "/about",
        "missing": "/t/aaaaaaaaaa",
    }
    for name, path in pages.items():
        page.goto("about:blank")
        page.goto(path)
        expect(page.locator(".panel").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        keep_picture(page, f"{name}-{size}-{'dark' if dark else 'light'}")
        found[name] = violations(page) + (["scrolls sideways"] if scrolls_sideways(page) else [])

    assert {name: [] for name in pages} == found

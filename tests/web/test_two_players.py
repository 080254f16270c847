"""Carolingi with two browsers as two players: what each may know, and what a broken line, a reload or a word does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, WebSocketRoute, expect
from tests.web.guests import (
    Guest,
    Plain,
    card,
    lay,
    make_table,
    prompt,
    wait_until,
    whoever_is_asked,
)

# What a court shows to its own player alone.
OWN = {"hand", "inactive", "chosen", "swapped", "fresh"}
TAKEN_BACK = re.compile("Undone|Zurückgenommen")
A_MOMENT = 3_000  # milliseconds
FIRST, SECOND = ("influence", "develop"), ("equip_missi", "battle")


@pytest.fixture
def anna(browser: Browser, server: str) -> Iterator[Guest]:
    """Who makes the table; she reads English and plays red."""
    guest = Guest(browser, server)
    yield guest
    guest.leave()

    assert guest.troubles == []


@pytest.fixture
def bert(browser: Browser, server: str) -> Iterator[Guest]:
    """Who comes by the link; he reads German and plays yellow."""
    guest = Guest(browser, server, locale="de")
    yield guest
    guest.leave()

    assert guest.troubles == []


@pytest.fixture
def both(anna: Guest, bert: Guest) -> tuple[Page, Page]:
    """Both at a table of two, asked for their first tiles."""
    made = make_table(anna.page, "carolingi", "me", "me")
    anna.sit(made, "red")
    bert.sit(made, "yellow")
    for guest in (anna, bert):
        expect(card(guest.page, "influence")).to_be_visible()
    return anna.page, bert.page


def court_of_other(page: Page) -> str:
    """What the page says about the other player."""
    return page.locator(".panel.other").inner_text()


def screen(page: Page) -> str:
    """What is asked, what everybody has, what happened and what lies on the board, in words."""
    parts = page.locator(".prompt, .court, .panel.other, .log li, .stores, .winning").all_text_contents()
    return "\n".join(" ".join(part.split()) for part in parts)


def assert_shows(page: Page, text: str) -> None:
    """The page comes to show that again."""
    for _ in range(100):
        if screen(page) == text:
            return
        page.wait_for_timeout(100)

    assert screen(page).splitlines() == text.splitlines()


def have_grown(anna: Guest, bert: Guest, entries: int) -> bool:
    """Whether both have the same frames, and more than so many."""
    return len(bert.frames()) == len(anna.frames()) > entries


def without_numbers(frames: list[Plain]) -> list[Plain]:
    """Frames apart from which entry they are."""
    return [{key: value for key, value in frame.items() if key != "seq"} for frame in frames]


def test_a_table_is_made_on_one_page_and_joined_on_another(anna: Guest, bert: Guest) -> None:
    anna.page.goto("/new?game=carolingi")
    anna.page.get_by_role("button", name="Remove the seat Blue").click()
    anna.page.get_by_role("textbox", name="Name of Red").fill("Anna")
    anna.page.get_by_role("button", name="Open the table").first.click()
    link = anna.page.get_by_label("Link for your friends").input_value()

    bert.page.goto(link)
    bert.page.get_by_label("Dein Name").fill("Bert")
    bert.page.get_by_role("button", name="Platz nehmen").click()

    for guest, other in ((anna, "Bert"), (bert, "Anna")):
        expect(card(guest.page, "influence")).to_be_visible()
        expect(guest.page.locator(".panel.other")).to_contain_text(other)
        sheet = [message["sheet"] for message in guest.heard if message["say"] in ("welcome", "sheet")][-1]

        assert [seat["entropy"] for seat in sheet["seats"]] == [True, True]


def test_nothing_of_the_others_tiles_travels_before_they_are_drawn(
    anna: Guest, bert: Guest, both: tuple[Page, Page]
) -> None:
    """Anna lays two tiles, then two others instead: for Bert both are the same, to the byte.

    A sheet, which says who is there, may come at any time; it knows nothing of the game.
    """
    output, asked = [], bert.questions()
    for tiles in (FIRST, SECOND):
        before, entry = len(bert.heard), len(anna.frames())
        lay(anna.page, *tiles)
        wait_until(bert.page, partial(have_grown, anna, bert, entry))
        output.append(without_numbers([each for each in bert.heard[before:] if each["say"] != "sheet"]))
        shown = court_of_other(bert.page)

        assert anna.frames()[-1]["view"]["courts"]["red"]["chosen"] == {"do": "place", "tiles": list(tiles)}
        assert "gewählt" in shown
    assert output[0] == output[1]
    assert [frame["events"] for frame in output[0]] == [[{"event": "tiles_placed", "seat": "red"}]]

    for frame in bert.frames():
        assert OWN.isdisjoint(frame["view"]["courts"]["red"])
        assert "red tiles: hand ?7, inactive ?5" in frame["view"]["line"]
    assert OWN & set(bert.frames()[-1]["view"]["courts"]["yellow"]) != set()
    assert bert.questions() == asked


def test_tiles_are_known_to_both_one_by_one_as_they_are_drawn(
    anna: Guest, bert: Guest, both: tuple[Page, Page]
) -> None:
    """What is still in the bag stays hidden while the season goes on."""
    lay(anna.page, *FIRST)
    lay(bert.page, *SECOND)
    while not any(frame["view"]["bag"]["tiles"] == 0 for frame in bert.frames()[2:]):
        pass_on(whoever_is_asked(*both))

    drawn: list[str] = []
    for frame in bert.frames():
        output = json.dumps([event for event in frame["events"] if event.get("seat") == "red"])
        drawn += [
            event["tile"]
            for event in frame["events"]
            if event["event"] == "tile_drawn" and event["seat"] == "red"
        ]

        assert [tile for tile in FIRST if tile in output and tile not in drawn] == []
    assert sorted(drawn) == sorted(FIRST)


def pass_on(page: Page) -> None:
    """Be done with the tile, or do the first thing that may be done, and wait for the answer.

    A question that was answered a moment ago may still have been on the page: then nothing is done.
    """
    said = page.locator(".log li").count()
    done = page.locator(".prompt [data-do=done]")
    try:
        if done.count():
            done.click(timeout=A_MOMENT)
            sure = page.locator(".prompt [data-sure]")
            if sure.count():
                sure.click(timeout=A_MOMENT)
        else:
            page.locator(".prompt [data-list]").click(timeout=A_MOMENT)
            page.locator("dialog .offers li button").first.click()
            page.locator(".prompt [data-confirm]").click()
    except TimeoutError:
        return
    page.wait_for_function("said => document.querySelectorAll('.log li').length > said", arg=said)


def test_a_move_is_taken_back_by_the_button_and_both_see_it(anna: Guest, both: tuple[Page, Page]) -> None:
    for page in both:
        lay(page, *FIRST)
    while (page := whoever_is_asked(*both)).locator(".prompt .ask .tile").get_attribute("aria-label") not in (
        "Influence",
        "Einfluss",
    ):
        pass_on(page)
    other = next(each for each in both if each is not page)
    before = [each.locator(".map, .prompt, .court").all_inner_texts() for each in both]
    spots = page.locator(".prompt")
    spots.locator("[data-list]").click()
    page.locator("dialog .offers li button").last.click()
    spots.locator("[data-confirm]").click()
    undo = page.locator("[data-undo]")
    expect(undo).to_be_visible()
    expect(other.locator(".log li")).to_have_count(page.locator(".log li").count())

    undo.click()
    expect(undo).to_have_count(0)
    expect(other.locator(".log li").last).to_contain_text(TAKEN_BACK)

    wait_until(
        page, lambda: [each.locator(".map, .prompt, .court").all_inner_texts() for each in both] == before
    )


def test_a_reload_in_the_middle_of_a_season_shows_the_same_screen(both: tuple[Page, Page]) -> None:
    for page in both:
        lay(page, *FIRST)
    whoever_is_asked(*both)
    lines = [page.locator(".log li") for page in both]
    wait_until(both[0], lambda: lines[0].count() == lines[1].count() > 4)
    for page in both:
        before = screen(page)
        page.reload()
        assert_shows(page, before)


class Cable:
    """The line of one page, to be pulled out and put in again."""

    def __init__(self, page: Page) -> None:
        self.is_in = True
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if not self.is_in:
            return socket.close()
        socket.connect_to_server()
        self.sockets.append(socket)

    def pull(self) -> None:
        """Cut the line, and let none be made."""
        self.is_in = False
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()

    def put_in(self) -> None:
        self.is_in = True


class DeafCable(Cable):
    """What the page says arrives; from some moment on, it hears nothing any more."""

    hears = True

    def _connect(self, socket: WebSocketRoute) -> None:
        if not self.is_in:
            return socket.close()
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(text) if self.hears else None)
        self.sockets.append(socket)


def test_an_action_whose_answer_was_lost_is_called_unconfirmed_and_then_done(anna: Guest) -> None:
    made = make_table(anna.page, "carolingi", "me", "me")
    cable = DeafCable(anna.page)
    anna.sit(made, "red")
    expect(card(anna.page, "influence")).to_be_visible()
    cable.hears = False
    lay(anna.page, *FIRST)
    banner = anna.page.locator(".lost")
    expect(banner).to_contain_text("has not confirmed it yet")
    cable.pull()
    expect(banner).to_contain_text("whether your last action was carried out")
    cable.hears = True
    cable.put_in()
    expect(banner).to_have_count(0)

    expect(anna.page.get_by_role("button", name="Place these instead")).to_be_visible()
    expect(prompt(anna.page).get_by_role("alert")).to_have_count(0)


def test_a_lost_line_is_said_and_nothing_is_missed_when_it_is_back(anna: Guest, bert: Guest) -> None:
    made = make_table(anna.page, "carolingi", "me", "me")
    cable = Cable(anna.page)
    anna.sit(made, "red")
    bert.sit(made, "yellow")
    lay(anna.page, *FIRST)
    expect(anna.page.get_by_role("button", name="Place these instead")).to_be_visible()

    cable.pull()
    banner = anna.page.get_by_text("Connection lost.").and_(anna.page.locator(".lost *"))
    expect(banner).to_be_visible()
    lay(bert.page, *SECOND)
    pass_on_if_asked(bert.page)
    cable.put_in()
    # The page tries by itself as well: if it is back by now, there is nothing left to press.
    anna.page.get_by_role("button", name="Reconnect now").evaluate_all(
        "buttons => buttons.forEach((each) => each.click())"
    )
    expect(banner).to_have_count(0)
    expect(anna.page.locator(".log li")).to_have_count(bert.page.locator(".log li").count())

    whoever_is_asked(anna.page, bert.page)
    caught_up = screen(anna.page)
    anna.page.reload()
    assert_shows(anna.page, caught_up)


def pass_on_if_asked(page: Page) -> None:
    """One more entry, if it is this player's turn."""
    expect(page.locator(".log li").last).not_to_contain_text("legt")
    if page.locator(".prompt [data-do=done]").count():
        pass_on(page)


def test_half_a_choice_outlives_another_language_and_another_players_choice(
    anna: Guest, both: tuple[Page, Page]
) -> None:
    chosen = card(anna.page, "develop")
    chosen.click()
    expect(prompt(anna.page)).to_contain_text("Develop")

    anna.page.get_by_label("Language").select_option("fr")
    expect(anna.page.locator("html")).to_have_attribute("lang", "fr")
    expect(prompt(anna.page)).to_contain_text("Développer")
    expect(chosen).to_have_attribute("aria-pressed", "true")

    lay(both[1], *SECOND)
    expect(anna.page.locator(".panel.other")).to_contain_text("a choisi")
    expect(chosen).to_have_attribute("aria-pressed", "true")


def test_the_board_stays_as_it_is_when_somebody_comes_or_goes(anna: Guest, both: tuple[Page, Page]) -> None:
    """It was taken down and put up again at every word about the table: a blink, and a half-open list gone."""
    page, other = both
    board = page.locator("main").element_handle()
    card(page, "develop").click()

    def output() -> int:
        return sum(message["say"] == "sheet" for message in anna.heard)

    before = output()
    other.goto("/about")
    wait_until(page, lambda: output() > before)

    assert board.evaluate("main => main.isConnected")
    expect(card(page, "develop")).to_have_attribute("aria-pressed", "true")


def test_a_phrase_is_read_in_each_ones_own_language(both: tuple[Page, Page]) -> None:
    anna, bert = both
    anna.get_by_role("button", name="Chat").click()
    anna.get_by_role("button", name="Good luck!").click()
    expect(anna.get_by_role("log")).to_contain_text("Good luck!")
    bert.get_by_role("button", name="Chat, 1 ungelesen").click()
    expect(bert.get_by_role("log")).to_contain_text("Viel Glück!")

    bert.get_by_role("textbox").fill("<b>Danke</b>")
    bert.keyboard.press("Enter")
    expect(anna.get_by_role("log")).to_contain_text("<b>Danke</b>")
    expect(bert.get_by_role("textbox")).to_be_empty()


def test_the_other_screen_follows_a_click(both: tuple[Page, Page]) -> None:
    """Printed by `-rP`: milliseconds from one player's click to the other player's screen."""
    anna, bert = both
    anna.evaluate("addEventListener('click', () => (window.clicked = Date.now()), true)")
    bert.evaluate(
        """() => { window.showing = new Promise((shown) => new MutationObserver((_, watching) => {
            if (!document.querySelector('.panel.other').innerText.includes('gewählt')) return
            watching.disconnect()
            requestAnimationFrame(() => shown(Date.now()))
        }).observe(document.body, { subtree: true, childList: true, characterData: true })) }"""
    )
    lay(anna, *FIRST)
    shown = bert.evaluate("() => window.showing")
    took = shown - anna.evaluate("window.clicked")
    print(f"from click to the other player's screen: {took} ms")

    assert took >= 0

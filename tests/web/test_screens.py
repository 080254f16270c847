"""Every screen, on a desk and on a phone, by day and by night: nobody is shut out, nothing is cut off or untranslated.

Pictures of each are kept in `build/screens` for people to look at: on a desk also by night, on a phone in three languages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.carolus_player import MousePlayer, play_until
from tests.web.conftest import DESKTOP, phone
from tests.web.guests import (
    PATIENCE,
    Guest,
    Plain,
    card,
    finished_table,
    lay,
    lend,
    make_table,
    nearly_over,
    whoever_is_asked,
)
from tests.web.kit import bring_axe, keep_picture, scrolls_sideways, violations
from tests.words import whole

SIZES: dict[str, dict[str, Any]] = {"desktop": {"viewport": DESKTOP}, "phone": phone()}
DOTTED_WORD = re.compile(r"\b[a-z_]+(?:\.[a-z0-9_]+)+\b|\{[a-z_]+\}")
FAMILIES = {key.split(".")[0] for key in whole("en").entries}

# Everything a reader meets: what is drawn, and what is only said.
WORDS = """() => [document.body.innerText, document.title, ...[...document.querySelectorAll('[aria-label],[title],[placeholder]')]
    .map(each => ['aria-label', 'title', 'placeholder'].map(name => each.getAttribute(name) ?? '').join(' '))].join(' ')"""

# The reader's language is switched in place, also behind a dialog.
SPEAK = """language => {
    const list = document.querySelector('select.language')
    if (list) {
        list.value = language
        list.dispatchEvent(new Event('change', { bubbles: true }))
    } else document.querySelector(`.langs [lang=${language}]`).click()
}"""


class Screen(NamedTuple):
    """How a screen is come by, and whether the network has something to say about it."""

    open: Callable[[Page], None]
    fails: bool = False


def at(path: str, shows: str = "main") -> Screen:
    """A screen that has an address."""

    def opened(page: Page) -> None:
        page.goto(path)
        expect(page.locator(shows).first).to_be_visible()

    return Screen(opened)


def keep_keys(page: Page, *tables: tuple[Plain, list[str]]) -> None:
    """Let this browser have made these tables and sit there."""
    ring = {
        made["table"]: {
            "host": made["host"],
            "seats": [{"seat": seat, "token": made["seats"][seat]} for seat in seats],
            "seen": 0,
            "at": 1,
        }
        for made, seats in tables
    }
    page.goto("/about")
    page.evaluate("ring => localStorage.setItem('aachen.tables', ring)", json.dumps(ring))


def open_home(page: Page) -> None:
    """With tables of mine in every state, and one that strangers may join."""
    make_table(page, "carolus", "me", "open", "greedy", listed=True, title="Open to everybody")
    mine = make_table(page, "carolingi", "me", "greedy", "greedy")
    gathering = make_table(page, "carolus", "me", "open")
    keep_keys(page, (mine, ["red"]), (gathering, ["white"]))
    page.goto("/")
    expect(page.get_by_text("Open to everybody").first).to_be_visible()
    expect(page.get_by_text("Your turn").first).to_be_visible()


def open_gathering(page: Page) -> None:
    made = make_table(page, "carolingi", "me", "open", "greedy", "open")
    keep_keys(page, (made, ["red"]))
    page.goto(f"/t/{made['table']}")
    expect(page.locator(".qr")).to_be_visible()


def open_invitation(page: Page) -> None:
    made = make_table(page, "carolus", "me", "open", "open")
    page.goto(f"/t/{made['table']}")
    expect(page.get_by_role("button", name="Sit down").first).to_be_visible()


def sit(page: Page, game: str, *seats: str, **wishes: Any) -> Plain:
    """A table over HTTP, and the page in its first seat, made by nobody here."""
    made = make_table(page, game, *seats, **wishes)
    seat = next(iter(made["seats"]))
    page.goto(f"/t/{made['table']}#seat={made['seats'][seat]}")
    return made


def open_placing(page: Page) -> None:
    sit(page, "carolingi", "me", "greedy", "greedy", "greedy")
    card(page, "develop").click()


def open_acting(page: Page) -> None:
    """A drawn tile, or what else the first season asks of Red."""
    sit(page, "carolingi", "me", "random", "random")
    lay(page, "influence", "develop")
    expect(page.locator(".placing")).to_have_count(0)
    whoever_is_asked(page)


def open_offers(page: Page) -> None:
    open_acting(page)
    page.locator(".prompt [data-list]").click()
    expect(page.locator("dialog .offers li").first).to_be_visible()


def open_advanced(page: Page) -> None:
    sit(
        page,
        "carolingi",
        "me",
        "random",
        "random",
        "random",
        "random",
        "random",
        options={"variant": "advanced"},
    )
    whoever_is_asked(page)


def open_scenario(page: Page) -> None:
    options = {"variant": "814"}
    sit(page, "carolingi", "me", "random", "random", options=options, clock={"bank": 600, "add": 10})
    whoever_is_asked(page)


def open_ring(page: Page) -> None:
    sit(page, "carolus", "me", "random", "random", "random")
    play_until(MousePlayer(page, 5), "laying")


def open_curtain(page: Page) -> None:
    made = make_table(page, "carolingi", "me", "me")
    keep_keys(page, (made, ["red", "yellow"]))
    page.goto(f"/t/{made['table']}")
    expect(page.get_by_role("button", name="I am Red")).to_be_visible()


def open_chat(page: Page) -> None:
    open_ring(page)
    page.get_by_role("button", name="Chat").click()
    page.get_by_role("button", name="Good luck!").click()
    page.get_by_role("textbox").fill(
        "May the better paladins win, and may the Emperor stop where we want him to."
    )
    page.keyboard.press("Enter")
    expect(page.get_by_role("log").get_by_text("May the better")).to_be_visible()


def open_menu(page: Page) -> None:
    made = make_table(page, "carolingi", "me", "open", "greedy", begin="host")
    page.request.post(f"/api/tables/{made['table']}/sit", data={"name": "Ermengarde"})
    page.request.post(
        f"/api/tables/{made['table']}/begin", headers={"Authorization": f"Bearer {made['host']}"}
    )
    keep_keys(page, (made, ["red"]))
    page.goto(f"/t/{made['table']}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Verifiable randomness").click()
    page.get_by_role("button", name="Move to another device").click()
    expect(page.locator("dialog .qr")).to_be_visible()


def open_end(game: str) -> Callable[[Page], None]:
    """I was there when it ended."""

    def opened(page: Page) -> None:
        made = nearly_over(page, game, "me", "me", "me")
        token = next(iter(made["seats"].values()))
        page.goto(f"/t/{made['table']}#seat={token}")
        expect(page.locator(".prompt, .question").first).to_be_visible()
        for seat in made["seats"]:
            lend(page, made, seat)
        expect(page.get_by_role("dialog").get_by_role("button", name="Play again")).to_be_visible(
            timeout=PATIENCE
        )

    return opened


def open_replay(game: str) -> Callable[[Page], None]:
    """The middle of a finished game."""

    def opened(page: Page) -> None:
        table = finished_table(page, game)
        page.goto(f"/t/{table}/replay?at=25")
        expect(page.get_by_role("slider")).to_have_value("25")
        expect(page.locator("main:not([aria-busy]) h1")).to_be_attached()

    return opened


def open_continue(page: Page) -> None:
    open_replay("carolus")(page)
    page.get_by_role("button", name="Continue from here").click()
    expect(page.get_by_role("button", name="Continue playing")).to_be_visible()


def open_unreachable(page: Page) -> None:
    """The server is gone when something is asked of it."""
    page.goto("/about")
    page.route("**/api/about", lambda route: route.abort())
    page.goto("/new")
    expect(page.locator(".trouble")).to_contain_text("The server does not answer")
    page.unroute("**/api/about")


def open_bad_file(page: Page) -> None:
    page.goto("/")
    page.set_input_files(
        "input[type=file]", {"name": "game.jsonl", "mimeType": "text/plain", "buffer": b"no game\n"}
    )
    expect(page.locator(".trouble")).to_be_visible()


SCREENS: dict[str, Screen] = {
    "home": Screen(open_home),
    "new-carolingi": at("/new?game=carolingi", ".form"),
    "new-carolus": at("/new?game=carolus", ".form"),
    "gathering-host": Screen(open_gathering),
    "gathering-guest": Screen(open_invitation),
    "carolingi-placing": Screen(open_placing),
    "carolingi-acting": Screen(open_acting),
    "carolingi-offers": Screen(open_offers),
    "carolingi-advanced": Screen(open_advanced),
    "carolingi-814": Screen(open_scenario),
    "carolus-table": Screen(open_ring),
    "curtain": Screen(open_curtain),
    "chat": Screen(open_chat),
    "menu": Screen(open_menu),
    "end-carolingi": Screen(open_end("carolingi")),
    "end-carolus": Screen(open_end("carolus")),
    "replay-carolingi": Screen(open_replay("carolingi")),
    "replay-carolus": Screen(open_replay("carolus")),
    "continue": Screen(open_continue),
    "learn": at("/learn", "h1, h2"),
    "rules-carolingi": at("/learn/carolingi", "h2"),
    "rules-carolus": at("/learn/carolus", "h2"),
    "aid-carolingi": at("/learn/carolingi/aid", "h2"),
    "aid-carolus": at("/learn/carolus/aid", "h2"),
    "about": at("/about", "h2"),
    "no-page": at("/nowhere", ".trouble")._replace(fails=True),
    "no-table": at("/t/aaaaaaaaaa", ".trouble")._replace(fails=True),
    "no-server": Screen(open_unreachable, fails=True),
    "bad-file": Screen(open_bad_file, fails=True),
}


@pytest.fixture(scope="module")
def guests(browser: Browser, server: str) -> Iterator[dict[str, Guest]]:
    """One browser window of each size, for all screens."""
    found = {size: Guest(browser, server, **context) for size, context in SIZES.items()}
    yield found
    for guest in found.values():
        guest.leave()


def untranslated(page: Page) -> list[str]:
    """Keys and placeholders that a reader would meet instead of words."""
    found = DOTTED_WORD.findall(page.evaluate(WORDS))
    keys = [each for each in found if each.split(".")[0] in FAMILIES and not each.endswith(".jsonl")]
    return keys + [each for each in found if each.startswith("{")]


def faint_words(page: Page) -> list[str]:
    """What cannot be read for lack of contrast; all else is the same by night as by day."""
    bring_axe(page)
    text: list[str] = page.evaluate(
        """axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] }).then(({ violations }) =>
            violations.flatMap(({ nodes }) => nodes.map(({ target, any }) => `${target}: ${any[0].message}`)))"""
    )
    return text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_can_be_read_by_everybody(guests: dict[str, Guest], name: str, size: str) -> None:
    guest, screen = guests[size], SCREENS[name]
    page = guest.page
    guest.troubles.clear()
    page.emulate_media(color_scheme="light")
    screen.open(page)
    try:
        assert violations(page) == []
        assert not scrolls_sideways(page)
        assert untranslated(page) == []
        keep_picture(page, f"{name}-{size}-en")

        if size == "desktop":  # a phone has the same colours
            page.emulate_media(color_scheme="dark")
            assert faint_words(page) == []
            keep_picture(page, f"{name}-{size}-dark")
            page.emulate_media(color_scheme="light")
        for language in ("de", "fr"):
            page.locator("select.language, .langs").first.wait_for(state="attached")
            page.evaluate(SPEAK, language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            if size == "phone":  # where words have the least room
                keep_picture(page, f"{name}-{size}-{language}")

            assert not scrolls_sideways(page)
            assert untranslated(page) == []
    finally:
        page.evaluate("localStorage.clear()")

    assert [line for line in guest.troubles if not (screen.fails and "Failed to load resource" in line)] == []

"""People at the page: each with a browser of their own, with everything it heard, and everything it complained about."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    WebSocket,
    expect,
)
from tests.server.kit import whole_frame
from tests.web.carolus_player import QUESTION, Player
from tests.web.conftest import DESKTOP

PATIENCE = 30_000  # milliseconds a busy machine may take

Plain = dict[str, Any]


class Guest:
    """One person with a browser; `heard` are the messages of the sockets, in their order, deltas as whole frames."""

    def __init__(self, browser: Browser, server: str, **context: Any) -> None:
        usual = {
            "viewport": DESKTOP,
            "locale": "en",
            "color_scheme": "light",
            "reduced_motion": "reduce",
            "service_workers": "block",
        }
        self.context: BrowserContext = browser.new_context(base_url=server, **{**usual, **context})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.heard: list[Plain] = []
        self.answers: list[Response] = []
        self.troubles = troubles_of(self.page)
        self.page.on("websocket", self._listen)
        self.page.on("response", lambda answer: self.answers.append(answer))

    def _listen(self, socket: WebSocket) -> None:
        last: list[Plain] = []  # the frame that the next delta of this socket is about

        def hear(text: str | bytes) -> None:
            message: Plain = json.loads(text)
            if message["say"] in ("frame", "delta"):
                message = whole_frame(message, last)
                last[:] = [message]
            self.heard.append(message)

        socket.on("framereceived", hear)

    def frames(self) -> list[Plain]:
        """The frames that came, without what was said beside the game."""
        return [message for message in self.heard if message["say"] == "frame"]

    def questions(self) -> list[str]:
        """What the page has asked the server over HTTP, apart from the program itself."""
        return [answer.url for answer in self.answers if "/api/" in answer.url]

    def sit(self, made: Plain, seat: str) -> None:
        """Come to a table by the link of a seat."""
        self.page.goto(f"/t/{made['table']}#seat={made['seats'][seat]}")

    def leave(self) -> None:
        self.context.close()


def troubles_of(page: Page) -> list[str]:
    """Everything the page complains about from now on: it should stay empty."""
    output: list[str] = []
    page.on("pageerror", lambda error: output.append(f"{page.url}: {error}"))
    page.on("console", lambda line: output.append(complaint(line)) if is_complaint(line) else None)
    return output


def is_complaint(line: ConsoleMessage) -> bool:
    """Whether something went wrong; a browser that looks for the icon of old is no matter."""
    return line.type == "error" and not line.location["url"].endswith("/favicon.ico")


def complaint(line: ConsoleMessage) -> str:
    """What was written to the console, and about which address."""
    return f"{line.location['url']}: {line.text}"


def make_table(page: Page, game: str, *seats: str, **wishes: Any) -> Plain:
    """A table made over HTTP: `me`, `open` or the level of a bot in each seat, bots that do not dawdle."""
    wish = {"game": game, "seats": plans(seats), "pace": 0, **wishes}
    made = page.request.post("/api/tables", data=wish)
    assert made.status == 201, made.text()
    output: Plain = made.json()
    return output


def plans(seats: tuple[str, ...]) -> list[Plain]:
    """Who shall sit there, as the server reads it."""
    return [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]


def sheet_of(page: Page, table: str) -> Plain:
    """What everybody may know of a table."""
    output: Plain = page.request.get(f"/api/tables/{table}").json()
    return output


def finished_table(page: Page, game: str, players: int = 2) -> str:
    """A game that bots have played to its end; nothing can change it, so one of each kind will do for a server."""
    kind = (page.request.get("/health").url, game, players)
    if kind not in finished:
        table = str(make_table(page, game, *["random"] * players)["table"])
        wait_until(page, lambda: sheet_of(page, table)["state"] == "finished")
        finished[kind] = table
    return finished[kind]


finished: dict[tuple[str, str, int], str] = {}


def nearly_over(page: Page, game: str, *seats: str) -> Plain:
    """A table that goes on shortly before the end of a game that bots have played."""
    table = finished_table(page, game, players=len(seats))
    glance = page.request.post("/api/look", data={"tables": [{"table": table}]}).json()["tables"][0]
    wish = {"seq": glance["seq"] - 2, "seats": plans(seats)}
    made = page.request.post(f"/api/tables/{table}/continue", data=wish)
    assert made.status == 201, made.text()
    output: Plain = made.json()
    return output


def lend(page: Page, made: Plain, seat: str) -> None:
    """Let a bot play for somebody from now on, unless the game is over already."""
    changed = page.request.post(
        f"/api/tables/{made['table']}/seats/{seat}",
        data={"do": "bot"},
        headers={"Authorization": f"Bearer {made['seats'][seat]}"},
    )
    assert changed.ok or changed.json()["error"]["code"] == "table_over", changed.text()


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for something that the page does not show."""
    for _ in range(PATIENCE // 100):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come to pass")


# --- Carolingi, as far as these tests play it


def card(page: Page, tile: str) -> Locator:
    """A tile of the hand that may be laid."""
    return page.locator(f".placing [data-tile={tile}]").first


def lay(page: Page, *tiles: str) -> None:
    """Choose two tiles and place them."""
    for tile in tiles:
        card(page, tile).click()
        expect(page.locator(f".placing [data-tile={tile}][aria-pressed=true]")).to_be_visible()
    page.locator("[data-confirm]").click()


def prompt(page: Page) -> Locator:
    return page.locator(".prompt")


def whoever_is_asked(*pages: Page) -> Page:
    """The page at which something may be done now: once all have heard the same, and it stays so."""
    before: object = None
    for _ in range(PATIENCE // 200):
        lines = {page.locator(".log li").count() for page in pages}
        asked = [page for page in pages if page.locator(".prompt [data-list]").count()]
        if asked and len(lines) == 1 and before == (lines, asked):
            return asked[0]
        before = (lines, asked)
        pages[0].wait_for_timeout(200)
    raise AssertionError("nobody is asked anything")


# --- Carolus Magnus, as far as these tests play it


def asked(page: Page) -> Locator:
    """A question of Carolus Magnus that this page has to answer."""
    return page.locator(".asking:not([data-phase=waiting])")


def play_carolus_until(players: list[Player], wanted: str) -> Player:
    """Play on at all these pages until one is asked for that: who it is."""
    for _ in range(PATIENCE // 50):
        for player in players:
            question = player.page.evaluate(QUESTION, player.answered)
            if question and question[0] == wanted:
                return player
            if question:
                player.answered = question[1]
                player.play(question[0])
        players[0].page.wait_for_timeout(50)
    raise AssertionError(f"nobody is asked for {wanted}")

"""How much a browser loads before it shows a board, and in how many round trips."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute

import web

GAMES = ["carolingi", "carolus"]
BOARD = "[data-land], .land[data-place]"

# What is fetched is fetched in this time, also on a busy machine; then the next round trip begins.
QUIET = 1.5
MOST_ROUND_TRIPS = 4
ATTEMPTS = 3
PATIENCE = 30  # seconds
MOST_BYTES = 130_000
MOST_ENTRY = 15_000

# A page that is still loading answers no questions: it says by itself when its board is there.
REPORT = f"""new MutationObserver((_, watching) => {{
    if (!document.querySelector('{BOARD}')) return
    watching.disconnect()
    window.boardIsThere()
}}).observe(document, {{ subtree: true, childList: true }})"""


class SlowNetwork:
    """Holds back whatever a page asks for, and answers it one round trip after the other."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[tuple[object, Callable[[], object]]] = []
        self._asked = time.monotonic()
        self._servers: dict[WebSocketRoute, WebSocketRoute] = {}
        page.route("**/*", self._hold)
        page.route_web_socket(re.compile("/socket$"), self._hold_socket)

    def round_trip(self, is_over: Callable[[], bool]) -> None:
        """Answer everything that was asked for by now; what is said on a socket waits until it is open."""
        until = time.monotonic() + PATIENCE
        while not (self._held or is_over()) and time.monotonic() < until:
            self._page.wait_for_timeout(100)
        while time.monotonic() - self._asked < QUIET:
            self._page.wait_for_timeout(100)
        ready = [each for each in self._held if each[0] is None or each[0] in self._servers]
        self._held = [each for each in self._held if each not in ready]
        for _, answer in ready:
            answer()
        self._asked = time.monotonic()

    def _hold(self, route: Route) -> None:
        self._keep(None, route.continue_)

    def _hold_socket(self, socket: WebSocketRoute) -> None:
        def open_it() -> None:
            self._servers[socket] = socket.connect_to_server()

        self._keep(None, open_it)
        socket.on_message(lambda message: self._keep(socket, lambda: self._servers[socket].send(message)))

    def _keep(self, needs: object, answer: Callable[[], object]) -> None:
        self._held.append((needs, answer))
        self._asked = time.monotonic()


def seat_address(context: BrowserContext, game: str) -> str:
    """The link of a seat at a new table against bots."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    made = context.request.post("/api/tables", data={"game": game, "seats": seats, "pace": 0}).json()
    return f"/t/{made['table']}#seat={next(iter(made['seats'].values()))}"


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_there_after_four_round_trips(page: Page, server: str, game: str) -> None:
    """They were nine for Carolingi and seven for Carolus Magnus.

    On a busy machine a page may ask for something so late that it counts as one more round trip, never as one
    fewer: the best of a few attempts is the number of round trips that the page needs.
    """
    address = server + seat_address(page.context, game)

    assert any(is_shown_in_time(page.context.new_page(), address) for _ in range(ATTEMPTS))


def is_shown_in_time(page: Page, address: str) -> bool:
    """Whether the board is there after as many round trips as it may take."""
    shown: list[object] = []
    page.expose_binding("boardIsThere", lambda source: shown.append(source))
    page.add_init_script(REPORT)
    network = SlowNetwork(page)
    page.evaluate("address => void setTimeout(() => (location.href = address))", address)
    for _ in range(MOST_ROUND_TRIPS):
        network.round_trip(lambda: bool(shown))
    until = time.monotonic() + PATIENCE
    while not shown and time.monotonic() < until:
        page.wait_for_timeout(100)
    page.close()
    return bool(shown)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_its_map_is_small(page: Page, game: str) -> None:
    names: list[str] = []
    page.on("response", lambda answer: names.append(answer.url.rpartition("/assets/")[2]))
    page.goto(seat_address(page.context, game))
    page.locator(BOARD).first.wait_for()
    chunks = {name for name in names if (web.BUNDLE / "assets" / name).is_file()}
    size = sum(packed(web.BUNDLE / "assets" / name) for name in chunks)
    print(f"{game}: {len(chunks)} files, {size} bytes of gzip")

    assert len(chunks) > 10
    assert size < MOST_BYTES


def packed(path: Path) -> int:
    """How many bytes of a file travel."""
    return len(gzip.compress(path.read_bytes(), 9))


@pytest.mark.usefixtures("bundle")
def test_the_first_chunk_is_small() -> None:
    """It begins the page and holds no drawings; what it takes besides is fetched beside it."""
    (entry,) = re.findall(
        r'<script type="module"[^>]* src="/([^"]+)"', (web.BUNDLE / "index.html").read_text("utf-8")
    )

    assert 1000 < (web.BUNDLE / entry).stat().st_size < MOST_ENTRY

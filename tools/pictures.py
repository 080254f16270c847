"""Takes the pictures of the home page out of the tables themselves: `web/public/pictures`, when the tables look different.

`.venv/bin/python tools/pictures.py` plays a game of each between bots, opens a good moment of it in Chromium, and
keeps what the board looks like, without anything that only players need. The moment is in `tools/<game>/scene.json`.
"""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx2
import uvicorn
from playwright.async_api import Page, ViewportSize, async_playwright

import web
from aachen.arena.playing import Keep, Player, play_game
from aachen.bots import make_bot
from aachen.games import GAMES
from aachen.server.app import make_app
from aachen.server.settings import Settings
from aachen.storage.sqlite import SqliteStore
from aachen.titles import BUILT_IN
from bootstrap import ROOT

TARGET = ROOT / "web" / "public" / "pictures"
WIDTH, HEIGHT, SCALE = 843, 606, 4 / 3  # of the window, and how much larger the picture is
QUALITY = 82


class Scene(NamedTuple):
    """A game, the moment at which it is worth a look, what of its table is shown, and how far the wheel is turned."""

    options: dict[str, object]
    seed: int
    moment: float  # 0 is the beginning, 1 the end
    board: str
    turned: int


def scene_of(game: str) -> Scene:
    """The moment of a game that is worth a look."""
    return Scene(**json.loads((ROOT / "tools" / game / "scene.json").read_text(encoding="utf-8")))


# The board alone fills the window.
ALONE = """
    %s { position: fixed !important; inset: 0; z-index: 99; border: 0 !important; border-radius: 0 !important }
    .hub, .over, .locator { display: none !important }
"""


def log_of(game: str, scene: Scene) -> list[str]:
    """The log of a game between bots; the same every time, as long as the bots are."""
    options = GAMES[game].options(scene.options)
    seats = range(int(str(scene.options["players"])))
    players = [Player(make_bot("greedy", scene.seed + seat, options), "bot") for seat in seats]
    return play_game(GAMES[game], options, scene.seed, players, keep=Keep(log=True)).log


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[str]:
    """The address of a server that lives as long as we look."""
    app = make_app(SqliteStore(folder / "tables.db"), Settings(bots=1))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


async def take(page: Page, address: str, game: str, scene: Scene) -> None:
    """Keep one picture."""
    lines = log_of(game, scene)
    async with httpx2.AsyncClient() as asking:
        text = "\n".join(lines) + "\n"
        kept = await asking.post(
            f"{address}/api/records", content=text, headers={"Content-Type": "text/plain"}
        )
    kept.raise_for_status()
    moment = round(scene.moment * (len(lines) - 2))
    await page.goto(f"{address}/t/{kept.json()['table']}/replay?at={moment}")
    await page.locator(scene.board).wait_for()
    await page.add_style_tag(content=ALONE % scene.board)
    await page.wait_for_load_state("networkidle")
    if scene.turned:
        await page.mouse.move(WIDTH * 0.46, HEIGHT * 0.32)
        await page.mouse.wheel(0, scene.turned)
        await page.mouse.move(1, 1)
    await page.wait_for_timeout(1000)  # the map comes to rest
    session = await page.context.new_cdp_session(page)
    whole = {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "scale": SCALE}
    shot = await session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": whole})
    (TARGET / f"{game}.webp").write_bytes(base64.b64decode(shot["data"]))


async def take_all() -> None:
    """A picture of every game, from one server and one browser."""
    with tempfile.TemporaryDirectory() as room:
        async with serving(Path(room)) as address, async_playwright() as playing:
            browser = await playing.chromium.launch(
                executable_path=shutil.which("chromium") or shutil.which("google-chrome"),
                args=["--no-sandbox"],
            )
            for game in BUILT_IN:
                page = await browser.new_page(
                    viewport=ViewportSize(width=WIDTH, height=HEIGHT),
                    bypass_csp=True,
                    reduced_motion="reduce",
                )
                await take(page, address, game, scene_of(game))
            await browser.close()


def main() -> int:
    """Make sure that the page is built, then take the pictures."""
    web.make_bundle()
    asyncio.run(take_all())
    return 0


if __name__ == "__main__":
    sys.exit(main())

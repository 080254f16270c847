"""Takes the animated picture of the README out of a real table: a turn of Carolingi, from choosing tiles to marching.

`.venv/bin/python tools/carolingi/make_turn.py` lets bots play up to a season, continues the game as Red in Chromium against
bots, and joins what the screen shows with `img2webp` (Debian: `webp`).
"""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import httpx2
from playwright.async_api import Page, ViewportSize, async_playwright

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

import web  # noqa: E402
from bootstrap import ROOT  # noqa: E402
from pictures import log_of, scene_of, serving  # noqa: E402

TARGET = ROOT / "docs" / "images" / "turn.webp"
WIDTH, HEIGHT = 1120, 700
QUALITY = 55
TILES = ("move_troops", "soothe_riot")  # what Red chooses, the first to be shown being carried out
WATCHED, STILL, LAST = 250, 1300, 3000  # milliseconds: between two looks, for a step to be read, at the end
MOST_LOOKS = 120

QUESTION = "() => document.querySelector('.prompt')?.dataset"
CONFIRM = "[data-confirm]:not(:disabled)"
LIT = ".hit[data-state=may], .hit[data-state=start]"
# A point of the window where the land is not covered.
SPOT = """land => {
    const box = land.getBoundingClientRect()
    for (let i = 3; i < 22; i++) for (let j = 3; j < 22; j++) {
        const [x, y] = [box.left + box.width * ((i * 11) % 24) / 24, box.top + box.height * ((j * 11) % 24) / 24]
        const found = document.elementFromPoint(x, y)
        if (found === land || land.contains(found)) return [x, y]
    }
    return null
}"""


class Film:
    """The pictures of a screen, each with the time that it stays."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.frames: list[tuple[Path, int]] = []

    async def look(self, milliseconds: int) -> None:
        """Keep what the screen shows; what has not changed stays longer."""
        path = self.folder / f"{len(self.frames):03}.png"
        path.write_bytes(await self.page.screenshot(animations="allow"))
        if self.frames and self.frames[-1][0].read_bytes() == path.read_bytes():
            last, shown = self.frames[-1]
            self.frames[-1] = (last, min(shown + milliseconds, STILL))
        else:
            self.frames.append((path, milliseconds))

    async def watch_until(self, is_reached: Callable[[dict[str, str]], bool]) -> dict[str, str]:
        """Look again and again until the table asks this."""
        for _ in range(MOST_LOOKS):
            asked: dict[str, str] = await self.page.evaluate(QUESTION) or {}
            if is_reached(asked):
                await self.page.mouse.move(1, 1)
                await self.look(STILL)
                return asked
            await self.look(WATCHED)
            await self.page.wait_for_timeout(WATCHED)
        raise SystemExit("The table did not get there; choose another scene.")

    def join(self, target: Path) -> None:
        """All pictures as one animation that never ends."""
        shown = itertools.chain.from_iterable(("-d", str(time), str(path)) for path, time in self.frames)
        settings = ["-lossy", "-q", str(QUALITY), "-m", "6"]
        command = ["img2webp", "-loop", "0", "-min_size", *settings, *shown, "-o", str(target)]
        subprocess.run(command, check=True, capture_output=True)


def season_to_show(lines: list[str]) -> int:
    """The entry before which Red chooses the tiles that are shown."""
    chosen = [
        entry["seq"]
        for entry in map(json.loads, lines[1:])
        if entry.get("seat") == "red" and set(entry.get("action", {}).get("tiles", ())) == set(TILES)
    ]
    if not chosen:
        raise SystemExit("Red never chooses these tiles; choose another scene.")
    return int(chosen[0]) - 1


async def continued(address: str) -> str:
    """The link to Red's seat at a table that continues a game between bots."""
    lines = log_of("carolingi", scene_of("carolingi"))
    async with httpx2.AsyncClient() as asking:
        text = {"Content-Type": "text/plain"}
        kept = await asking.post(f"{address}/api/records", content="\n".join(lines) + "\n", headers=text)
        seats = [{"kind": "me", "name": "Ada"}] + [{"kind": "bot", "level": "planner"}] * 2
        wish = {"seq": season_to_show(lines), "eyes": "red", "seats": seats}
        made = await asking.post(f"{address}/api/tables/{kept.json()['table']}/continue", json=wish)
    made.raise_for_status()
    return f"{address}/t/{made.json()['table']}#seat={made.json()['seats']['red']}"


async def play(film: Film) -> None:
    """Choose two tiles, watch them being drawn, and march with the troops."""
    page = film.page
    await page.locator(".deck [data-tile]").first.wait_for()
    await film.watch_until(lambda asked: asked.get("phase") == "placing")
    for tile in TILES:
        await page.locator(f".deck [data-tile={tile}]").first.click()
        await film.look(STILL // 2)
    await page.locator(CONFIRM).click()
    asked = await film.watch_until(lambda asked: asked.get("phase") == "acting")
    while asked.get("tile") != TILES[0]:
        await page.keyboard.press("d")
        if await page.locator(".prompt [data-sure]").count():
            await page.locator(".prompt [data-sure]").click()
        asked = await film.watch_until(lambda asked: asked.get("tile") == TILES[0])
    for _ in range(2):  # from where, and to where
        for place in await page.locator(LIT).all():
            spot = await place.evaluate(SPOT)
            if spot:
                await page.mouse.move(*spot)
                await film.look(STILL)
                await page.mouse.click(*spot)
                await film.look(STILL // 2)
                break
    await film.look(STILL)
    await page.locator(CONFIRM).first.click()
    for _ in range(8):
        await film.look(WATCHED)
        await page.wait_for_timeout(WATCHED)
    await film.look(LAST)


async def take(folder: Path) -> Film:
    """A film of the turn, from a server and a browser of its own."""
    async with serving(folder) as address, async_playwright() as playing:
        browser = await playing.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("google-chrome"), args=["--no-sandbox"]
        )
        page = await browser.new_page(viewport=ViewportSize(width=WIDTH, height=HEIGHT), locale="en-GB")
        await page.goto(await continued(address))
        film = Film(page, folder)
        await play(film)
        await browser.close()
        return film


def main() -> int:
    """Play the turn and keep its picture."""
    web.make_bundle()
    with tempfile.TemporaryDirectory() as room:
        asyncio.run(take(Path(room))).join(TARGET)
    return 0


if __name__ == "__main__":
    sys.exit(main())

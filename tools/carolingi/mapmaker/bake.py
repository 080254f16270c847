"""Bakes a backdrop to an image with Chromium, and measures the ground under every name."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from .palette import Palette
from .trouble import CannotDraw

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --allow-file-access-from-files --hide-scrollbars --virtual-time-budget=4000".split()
PATIENCE = 120  # seconds; headless Chromium hangs now and then
TRIES = 3
SHARPNESS = 1.5  # pixels of the image to a pixel of the sheet
QUALITY = 50
MOST = 350_000  # bytes of an image


def browser() -> str:
    """The program that bakes."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise CannotDraw("Chromium is needed to bake the backdrop and was not found.")


def bake(svg: str, size: tuple[int, int], target: Path) -> Any:
    """Keep an SVG as a small image; answers the picture at the size of the sheet, for measuring."""
    with tempfile.TemporaryDirectory() as room:
        page, shot = Path(room) / "sheet.svg", Path(room) / "sheet.png"
        page.write_text(svg, encoding="utf-8")
        _photograph(page, shot, size, Path(room))
        picture = Image.open(shot).convert("RGB")
        quality = QUALITY
        picture.save(target, quality=quality, method=6)
        while target.stat().st_size > MOST and quality > 20:
            quality -= 6
            picture.save(target, quality=quality, method=6)
        return Image.open(target).convert("RGB").resize(size)


def _photograph(page: Path, shot: Path, size: tuple[int, int], room: Path) -> None:
    """Let the browser draw the page to a file."""
    for attempt in range(TRIES):
        command = [
            browser(),
            *QUIET,
            f"--user-data-dir={room / f'profile{attempt}'}",
            f"--force-device-scale-factor={SHARPNESS}",
            f"--window-size={size[0]},{size[1]}",
            f"--screenshot={shot}",
            page.as_uri(),
        ]
        try:
            subprocess.run(command, timeout=PATIENCE, capture_output=True, check=False)
        except subprocess.TimeoutExpired:
            continue
        if shot.exists():
            return
    raise CannotDraw("The browser did not draw the backdrop, though it was asked three times.")


def worst_ground(picture: Any, rect: tuple[float, float, float, float], palette: Palette) -> str:
    """The ground under a name that is nearest to its ink, but for the worst twentieth: an engraved line is no ground."""
    west, north, east, south = (round(value) for value in rect)
    part = np.asarray(picture)[max(0, north) : south, max(0, west) : east].reshape(-1, 3)
    light = part @ [0.2126, 0.7152, 0.0722]
    order = np.argsort(light if palette.name == "light" else -light)
    red, green, blue = part[order[len(order) // 20]]
    return f"#{red:02x}{green:02x}{blue:02x}"

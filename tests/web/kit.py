"""What the browser's tests share: the programs of `web/`, axe, and pictures that are kept."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PICTURES = ROOT / "build" / "screens"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
COLOUR_CODES = re.compile(r"\x1b\[[0-9;]*m")


def run_node(program: str, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run a program of `web/node_modules`; its exit code and what it said."""
    import web  # the tool that builds the bundle

    node = web.find_node()
    assert node is not None, "there is no Node to test the browser table with"
    done = subprocess.run(
        [node.node, str(WEB / "node_modules" / program), *arguments],
        cwd=WEB,
        env={**os.environ, **environment, "NO_COLOR": "1", "CI": "1"},
        capture_output=True,
        text=True,
    )
    return done.returncode, COLOUR_CODES.sub("", done.stdout + done.stderr)


def violations(page: Page) -> list[str]:
    """What axe finds wrong with a page, in a line each; what is right need not be listed, which takes long."""
    bring_axe(page)
    found: list[Any] = page.evaluate(
        "axe.run(document, { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })"
        ".then((result) => result.violations)"
    )
    return [
        f"{each['id']}: {each['help']} at {', '.join(str(node['target']) for node in each['nodes'][:4])}"
        for each in found
    ]


def bring_axe(page: Page) -> None:
    """Have axe on the page; scripts from outside are not let in, so it is evaluated, once for each page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))


def keep_picture(page: Page, name: str) -> Path:
    """Keep a picture of the page for people to look at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    return path


# The page in its window, and columns, questions and dialogs that cut off what does not fit; a badge may stick out of others.
TOO_WIDE = """() => {
    const cuts = (each) => getComputedStyle(each).overflowX !== 'visible'
    const inside = [...document.querySelectorAll('.col, .asking, .prompt, dialog[open]')].filter(cuts)
    return (
        document.documentElement.scrollWidth > window.innerWidth ||
        inside.some((each) => each.scrollWidth > each.clientWidth + 1)
    )
}"""


def scrolls_sideways(page: Page) -> bool:
    """Whether the page, a column, a question or a dialog is wider than the room it has."""
    return bool(page.evaluate(TOO_WIDE))

"""Both games in another browser engine than Chromium: what people with Safari meet."""

from __future__ import annotations

import random
from collections.abc import Iterator

import httpx2
import pytest
from tests.web import webkit
from tests.web.kit import PICTURES, ROOT
from tests.web.webkit import WebKit

PLAIN = {"Content-Type": "text/plain"}
LOG = ROOT / "tests" / "golden" / "logs" / "carolus-1" / "base-3.log"
MOST_QUESTIONS = 20  # until one has done everything of a round once

# The newest question, if it is newer than the one answered last.
QUESTION = """(last) => {
    const asking = document.querySelector('.asking')
    if (!asking || ['waiting', 'over'].includes(asking.dataset.phase) || Number(asking.dataset.seq) === last) return null
    return [asking.dataset.phase, Number(asking.dataset.seq)]
}"""
# Where the middles of all things of a kind are that are in sight.
MIDDLES = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
    const box = each.getBoundingClientRect()
    return box.width && box.height ? [[box.x + box.width / 2, box.y + box.height / 2]] : []
})"""
CHOICES = {
    "laying": ".asking [data-disc]:not(.not)",
    "putting": ".asking [data-clan]:not(.not)",
    "advancing": ".asking [data-steps]:not(.not)",
    "crowning": ".asking [data-clan]:not(.not)",
}


@pytest.fixture(scope="module")
def window() -> Iterator[WebKit]:
    if not webkit.IS_THERE:
        pytest.skip(webkit.MISSING)
    with webkit.opened() as found:
        yield found


def click(window: WebKit, selector: str, chance: random.Random) -> None:
    """Click one of several things, as soon as there is one."""
    middles: list[list[float]] = window.wait_for(
        f"(selector) => {{ const all = ({MIDDLES})(selector); return all.length ? all : null }}", selector
    )
    window.click(*chance.choice(middles))


def sit_before_the_end(server: str) -> str:
    """The link of a seat in a game that one step of the Emperor ends."""
    record = httpx2.post(f"{server}/api/records", content=LOG.read_bytes(), headers=PLAIN).json()["table"]
    last = len(LOG.read_text("utf-8").splitlines()) - 2
    bot = {"kind": "bot", "level": "greedy"}
    wish = {"seq": last - 1, "seats": [{"kind": "me"}, bot, bot], "eyes": None}
    made = httpx2.post(f"{server}/api/tables/{record}/continue", json=wish).json()
    return f"{server}/t/{made['table']}#seat={made['seats']['white']}"


def sit_down(server: str, game: str) -> str:
    """The link of the first seat at a new table, against a bot."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    made = httpx2.post(f"{server}/api/tables", json={"game": game, "seats": seats, "pace": 0}).json()
    return f"{server}/t/{made['table']}#seat={next(iter(made['seats'].values()))}"


def test_a_round_of_carolus_magnus_is_played_with_motion(window: WebKit, server: str) -> None:
    chance = random.Random(2)
    window.go(f"{server}/about")
    window.look("() => localStorage.setItem('aachen.speed', 'fast')")
    window.go(sit_down(server, "carolus"))
    answered, asked = -1, ""
    phases: list[str] = []
    while not {"laying", "putting", "advancing"} <= set(phases):
        asked, answered = window.wait_for(QUESTION, answered)
        phases.append(asked)
        click(window, CHOICES[asked], chance)
        click(window, ".asking [data-place=court]" if asked == "putting" else ".btn.go", chance)
        assert len(phases) < MOST_QUESTIONS
    window.wait_for(QUESTION, answered)
    window.keep_picture(PICTURES / "webkit-carolus.png")

    assert window.look("() => document.querySelectorAll('.land[data-place]').length") > 3
    assert window.look("() => document.querySelectorAll('[data-line]').length") > 5


def test_the_end_of_a_game_is_explained(window: WebKit, server: str) -> None:
    chance = random.Random(1)
    window.go(sit_before_the_end(server))
    window.wait_for(QUESTION, -1)
    click(window, "[data-steps='4']", chance)
    click(window, ".btn.go", chance)
    window.wait_for("() => document.querySelector('dialog[open] [data-finale] .how')")
    window.keep_picture(PICTURES / "webkit-finale.png")

    assert window.look("() => document.querySelectorAll('[data-finale] .place').length") == 3


def test_a_season_of_carolingi_begins(window: WebKit, server: str) -> None:
    chance = random.Random(3)
    window.go(sit_down(server, "carolingi"))
    window.wait_for("() => document.querySelectorAll('.hit').length > 10")
    for tile in ("influence", "develop"):
        click(window, f".deck [data-tile={tile}]", chance)
    click(window, ".prompt [data-confirm]:not([disabled])", chance)
    window.wait_for(
        "() => document.querySelector('[data-line]') && document.querySelector('.prompt:not([data-phase=placing])')"
    )
    window.keep_picture(PICTURES / "webkit-carolingi.png")

    assert window.look("() => document.querySelectorAll('[data-pieces] use').length") > 5
    assert window.look("() => document.documentElement.scrollWidth <= innerWidth")

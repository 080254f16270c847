"""The page with everything moving, as most people see it: nothing on the screen runs ahead of what is being shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web import carolingi_player, carolus_player
from tests.web.conftest import DESKTOP
from tests.web.kit import PICTURES, ROOT, keep_picture, violations
from tests.web.moments import sit_at_moment

PLAIN = {"Content-Type": "text/plain"}
LOGS = ROOT / "tests" / "golden" / "logs"

# Whatever changes on the page is noted: which beat plays, the newest line of the log, what is asked, and what is open.
WATCH = """() => {
    window.seen = []
    const look = () => {
        const beat = document.querySelector('[data-beat]')
        const lines = document.querySelectorAll('[data-line]')
        const asking = document.querySelector('.asking[data-phase]') ?? document.querySelector('.prompt[data-phase]')
        const now = {
            beat: beat?.dataset.beat ?? null,
            at: beat?.dataset.at?.split('.').map(Number) ?? null,
            line: lines[lines.length - 1]?.dataset.line.split('.').map(Number) ?? null,
            phase: asking?.dataset.phase ?? null,
            title: document.title,
            ended: document.querySelector('dialog[open] [data-finale]') !== null,
        }
        const last = window.seen.at(-1)
        if (JSON.stringify(last) !== JSON.stringify(now)) window.seen.push(now)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    look()
}"""

# The first beat is paused by a key in the moment it begins: a loaded machine might come too late.
PAUSE_AT_ONCE = """() => new MutationObserver((_, watching) => {
    if (!document.querySelector('[data-stage=pause]')) return
    watching.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
}).observe(document, { subtree: true, childList: true })"""

Sample = dict[str, Any]


@pytest.fixture
def moving(browser: Browser, server: str) -> Iterator[Page]:
    """A page on which things move, twice as fast as usual."""
    wishes: dict[str, Any] = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "no-preference"}
    context = browser.new_context(base_url=server, **wishes)
    context.add_init_script("localStorage.setItem('aachen.speed', 'fast')")
    yield context.new_page()
    context.close()


def samples(page: Page) -> list[Sample]:
    """What was noted, without the time before the table was there."""
    seen: list[Sample] = page.evaluate("window.seen")
    return [each for each in seen if each["line"] is not None and each["phase"] is not None]


def assert_in_step(seen: list[Sample]) -> None:
    """Log, question and title wait for the beat that plays."""
    beats = [each for each in seen if each["beat"]]

    assert len(beats) > 5
    assert [each for each in beats if each["line"] >= each["at"]] == []
    assert {each["phase"] for each in beats} == {"waiting"}
    assert [each for each in beats if each["title"].startswith("●")] == []
    assert [each for each in beats if each["ended"]] == []


def test_carolus_magnus_shows_every_action_of_a_bot_before_it_asks(moving: Page) -> None:
    carolus_player.make_table(moving, 2)
    player = carolus_player.MousePlayer(moving, 2)
    own: set[int] = set()
    for phase in player.questions():
        if not own:
            moving.evaluate(WATCH)
            first = player.answered
        elif phase == "laying" and player.answered - first - len(own) > 4:
            break
        own.add(player.answered + 1)
        player.play(phase)
    seen = samples(moving)
    shown = {each["at"][0] for each in seen if each["beat"]}
    by_others = set(range(first + 1, player.answered + 1)) - own

    assert_in_step(seen)
    assert len(by_others) > 4
    assert by_others <= shown


def test_carolingi_shows_what_is_drawn_and_done_before_it_asks(moving: Page) -> None:
    carolingi_player.make_table(moving, 2)
    player = carolingi_player.MousePlayer(moving, 3)
    assert player.next_question() == "placing"
    moving.evaluate(WATCH)
    player.play("placing")
    moving.wait_for_function("() => window.seen.some((each) => each.beat === 'tile_drawn')")
    keep_picture(moving, "carolingi-beat-desktop")
    for phase in player.questions():
        if sum(1 for each in samples(moving) if each["beat"]) > 8:
            break
        player.play(phase)
    seen = samples(moving)

    assert_in_step(seen)
    assert {"tile_drawn"} <= {each["beat"] for each in seen}


def is_laying(view: dict[str, Any]) -> bool:
    """Whether the first seat lays a disc."""
    return bool(view["phase"] == "laying" and view["to_act"] == [view["viewer"]])


def test_what_is_shown_is_paused_stepped_and_skipped_by_keys(moving: Page) -> None:
    sit_at_moment(moving, "carolus", is_laying, ("me", "greedy", "greedy"))
    player = carolus_player.MousePlayer(moving, 2)
    assert player.next_question() == "laying"
    moving.evaluate(PAUSE_AT_ONCE)
    player.play("laying")
    beat = moving.locator("[data-beat]")
    expect(moving.get_by_role("button", name="Continue (space)")).to_be_visible()
    at = str(beat.get_attribute("data-at"))
    moving.keyboard.press(".")
    # The next beat, or none if this was the last one.
    moving.wait_for_function("at => document.querySelector('[data-beat]')?.dataset.at !== at", arg=at)
    moving.keyboard.press("Escape")
    moving.wait_for_function("() => !document.querySelector('[data-stage=pause][aria-label^=Go]')")


def is_equipping(view: dict[str, Any]) -> bool:
    """Whether the first seat has drawn Equip missi, and tiles are still to come."""
    is_asked = view["phase"] == "acting" and view["to_act"] == [view["viewer"]]
    return bool(is_asked and view["tile"] == "equip_missi" and view["bag"]["tiles"] > 0)


# Timers for a step that can be taken back, which last this long at the slow speed, are noted and never run out.
HOLD = """(() => {
    const later = window.setTimeout
    window.held = 0
    window.setTimeout = (run, after, ...rest) => (after === 4000 ? (window.held++, 0) : later(run, after, ...rest))
})()"""


def test_the_last_step_before_a_draw_can_be_taken_back(moving: Page) -> None:
    """It is sent after a moment, which the reader may cut short; here the moment does not end by itself."""
    moving.add_init_script("localStorage.setItem('aachen.speed', 'slow')")
    moving.add_init_script(HOLD)
    sit_at_moment(moving, "carolingi", is_equipping, ("me", "greedy"))
    player = carolingi_player.MousePlayer(moving, 3)
    assert player.next_question() == "acting"
    before = player.answered
    moving.locator(".acts .btn.go:not(:disabled)").click()
    moving.locator("[data-send]").wait_for()
    moving.locator(".prompt [data-undo]").click()
    expect(moving.locator(".acts .btn.go:not(:disabled)")).to_be_visible()
    expect(moving.locator(".prompt")).to_have_attribute("data-seq", str(before))
    moving.locator(".acts .btn.go:not(:disabled)").click()
    moving.locator("[data-send]").wait_for()
    moving.evaluate(WATCH)
    moving.locator("[data-send]").click()
    moving.wait_for_function("() => window.seen.some((each) => each.beat)")

    expect(moving.locator("[data-send]")).to_have_count(0)
    assert moving.evaluate("window.held") >= 2


def test_the_speed_is_off_with_reduced_motion_until_the_reader_chooses(page: Page) -> None:
    page.goto("/about")
    speeds = page.get_by_role("group", name="Animation speed")
    expect(speeds.get_by_text("Off")).to_have_attribute("aria-pressed", "true")
    speeds.get_by_text("Slow").click()
    page.reload()

    expect(speeds.get_by_text("Slow")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("data-motion", "on")


def go_on_from(page: Page, log: Path, seat: str, entries: int) -> None:
    """A game of the golden logs as a table of its own, a few entries before its end; bots in all other seats."""
    record = page.request.post("/api/records", data=log.read_bytes(), headers=PLAIN).json()["table"]
    sheet = page.request.get(f"/api/tables/{record}").json()
    bot = {"kind": "bot", "level": "greedy"}
    seats = [{"kind": "me"} if each["seat"] == seat else bot for each in sheet["seats"]]
    last = len(log.read_text("utf-8").splitlines()) - 2
    wish = {"seq": last - entries, "seats": seats, "eyes": None}
    made = page.request.post(f"/api/tables/{record}/continue", data=wish).json()
    page.goto(f"/t/{made['table']}#seat={made['seats'][seat]}")


def last_is_shown_first(page: Page, event: str) -> None:
    """The end is said when the last event has been shown, and not before."""
    page.locator("[data-finale]").wait_for()
    seen = samples(page)

    assert event in {each["beat"] for each in seen}
    assert [each for each in seen if each["ended"] and each["beat"]] == []


def test_the_end_of_carolingi_is_shown_then_explained(moving: Page) -> None:
    go_on_from(moving, LOGS / "carolingi-1" / "814-5.log", "red", 1)
    player = carolingi_player.MousePlayer(moving, 1)
    player.next_question()
    moving.evaluate(WATCH)
    moving.locator("[data-do=done]").click()
    player.be_sure()
    last_is_shown_first(moving, "heirs_failed")
    finale = moving.locator("[data-finale=all_lost]")
    keep_picture(moving, "finale-814-desktop")

    expect(finale).to_contain_text("Everyone has lost")
    expect(finale.locator(".place")).to_have_text(["–"] * 5)
    expect(finale.locator("[data-reasons=failure]")).to_contain_text(
        "the player with the most honours and at least one point wins"
    )


def test_the_end_of_carolus_magnus_is_shown_then_explained_and_kept_as_a_picture(moving: Page) -> None:
    go_on_from(moving, LOGS / "carolus-1" / "base-3.log", "white", 1)
    carolus_player.Player(moving, 1).next_question()
    moving.evaluate(WATCH)
    moving.locator("[data-steps='4']").click()
    moving.locator(".btn.go").click()
    last_is_shown_first(moving, "goal_reached")
    finale = moving.locator("[data-finale=lost]")
    expect(finale).to_contain_text("You have lost")
    expect(finale.locator(".place")).to_have_text(["1.", "2.", "3."])
    expect(finale.locator("[data-reasons=goal]")).to_contain_text("wins at once")
    expect(finale.locator("[data-graph=done]")).to_be_visible(timeout=60_000)
    keep_picture(moving, "finale-carolus-desktop")
    with moving.expect_download() as saving:
        moving.locator("[data-picture]").click()
    kept = PICTURES / "finale-picture.png"
    saving.value.save_as(kept)

    assert kept.read_bytes()[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    assert finale.locator(".verdict ol li").count() <= 3
    assert violations(moving) == []

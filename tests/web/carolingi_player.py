"""Somebody who plays Carolingi at the page: reads only what is on the screen, by mouse or by keys."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

PROMPT = ".prompt"
PATIENCE = 30_000  # milliseconds the table may take until it asks again

# The newest question as soon as it is the player's own, and newer than the one answered last.
QUESTION = """last => {
    const prompt = document.querySelector('.prompt')
    if (!prompt || prompt.dataset.phase === 'waiting' || Number(prompt.dataset.seq) === last) return null
    return [prompt.dataset.phase, Number(prompt.dataset.seq), prompt.dataset.tile ?? '']
}"""
# Touched twice, a place is confirmed: a player who only looks around touches it once.
SPOTS = ".acts [data-spot][aria-pressed=false]"
LIT = ".hit[data-state=may], .hit[data-state=start], .card.may"
SURE = ".prompt [data-sure]"
CONFIRM = "[data-confirm]:not(:disabled)"
# A point of the window where nothing covers the land or the card.
SPOT = """place => {
    const box = place.getBoundingClientRect()
    for (let i = 1; i < 24; i++)
        for (let j = 1; j < 24; j++) {
            const [x, y] = [box.left + (box.width * ((i * 11) % 24)) / 24, box.top + (box.height * ((j * 11) % 24)) / 24]
            const found = document.elementFromPoint(x, y)
            if (found === place || place.contains(found)) return [x, y]
        }
    return null
}"""
MORE_WITH_THE_TILE = 0.75  # how often something is done with a tile before it is laid aside


def make_table(page: Page, players: int, **options: object) -> None:
    """A table with bots in all other seats that do not dawdle, and the page at it."""
    seats = [{"kind": "me"}] + [{"kind": "bot", "level": "random"}] * (players - 1)
    wish: dict[str, Any] = {"game": "carolingi", "seats": seats, "options": {"players": players, **options}}
    made = page.request.post("/api/tables", data={**wish, "pace": 0}).json()
    page.goto(f"/t/{made['table']}#seat={made['seats']['red']}")


class Player:
    """One player; the same seed makes the same choices."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.answered = -1
        self.tile = ""

    def next_question(self) -> str:
        """What is asked: a phase of the game."""
        asked = self.page.wait_for_function(QUESTION, arg=self.answered, timeout=PATIENCE).json_value()
        phase, self.answered, self.tile = str(asked[0]), int(asked[1]), str(asked[2])
        return phase

    def questions(self) -> Iterator[str]:
        """One question after the other, until the game is over."""
        while (phase := self.next_question()) != "over":
            yield phase

    def count(self, selector: str) -> int:
        return self.page.locator(selector).count()

    def goes_on(self) -> bool:
        return self.chance.random() < MORE_WITH_THE_TILE

    def play(self, phase: str) -> None:
        """Answer the question."""
        raise NotImplementedError

    def be_sure(self) -> None:
        """Skip an action, or leave a trophy, after all."""
        if self.count(SURE):
            self.page.locator(SURE).click()


class MousePlayer(Player):
    """Points at things."""

    def play(self, phase: str) -> None:
        """Two tiles, no swap, and what a tile allows."""
        if phase == "placing":
            self.place()
        elif phase == "swapping":
            self.page.get_by_role("button", name="Keep all").click()
        else:
            self.carry_out()

    def place(self, *wanted: str) -> None:
        """Two tiles that may go together: any, or those that are wanted."""
        deck = self.page.locator(".deck [data-tile]")
        tiles = [str(tile) for tile in deck.evaluate_all("all => all.map(each => each.dataset.tile)")]
        free = [place for place, tile in enumerate(tiles) if tile not in ("peace", "co_regent")]
        chosen = [tiles.index(tile) for tile in wanted] or self.chance.sample(free, 2)
        for place in chosen:
            deck.nth(place).click()
        self.page.locator(CONFIRM).click()

    def carry_out(self) -> None:
        """Something that is lit, then the green button; or be done."""
        for _ in range(4):
            if self.count(SPOTS) and self.goes_on():
                self.choose(SPOTS)
            elif self.count(LIT) and self.goes_on():
                self.point_at_lit()
            elif self.count(".acts .btn.go:not(:disabled)"):
                break
        self.finish()

    def choose(self, selector: str) -> None:
        found = self.page.locator(selector)
        found.nth(self.chance.randrange(found.count())).click()

    def point_at_lit(self) -> None:
        """Any place that is lit and not covered."""
        places = self.page.locator(LIT).all()
        self.chance.shuffle(places)
        for place in places:
            if self.point_at(place.evaluate(SPOT)):
                return

    def point_at(self, spot: list[float] | None) -> bool:
        if spot is not None:
            self.page.mouse.click(*spot)
        return spot is not None

    def finish(self) -> None:
        """Confirm what is picked; else be done, or choose whatever has a button."""
        if self.count(".acts .btn[aria-pressed=false]:not([data-spot])") and not self.count(CONFIRM):
            self.page.locator(".acts .btn[aria-pressed=false]:not([data-spot])").first.click()
        for button in (".acts .btn.go:not(:disabled)", "[data-do=done]", "[data-do]"):
            if self.count(button):
                self.page.locator(button).first.click()
                self.be_sure()
                return
        raise AssertionError(f"nothing to press: {self.page.locator(PROMPT).inner_text()}")


class KeyPlayer(Player):
    """Has no mouse: N goes to what is lit, numbers choose, C confirms, D is done."""

    def play(self, phase: str) -> None:
        if phase == "placing":
            self.place()
        elif phase == "swapping":
            self.page.keyboard.press("d")
        else:
            self.carry_out()

    def place(self) -> None:
        """Numbers choose tiles; Peace is the one that may not go with all others."""
        number = self.count(".deck [data-tile]")
        for place in self.chance.sample(range(1, number + 1), number):
            self.page.keyboard.press(str(place))
            if self.count(CONFIRM):
                break
        self.page.keyboard.press("c")

    def carry_out(self) -> None:
        keys = self.page.keyboard
        for _ in range(3):
            if self.count(CONFIRM) or self.count(".acts .btn.go:not(:disabled)"):
                break
            if self.count(SPOTS) and self.goes_on():
                keys.press(str(self.chance.randrange(self.count(SPOTS)) + 1))
            elif self.count(LIT) and self.goes_on():
                for _ in range(self.chance.randrange(1, 4)):
                    keys.press("n")
                keys.press("Enter")
        self.finish()

    def finish(self) -> None:
        """C, if something is picked; D otherwise; the list, where neither helps."""
        if self.count(CONFIRM) or self.count(".acts .btn.go:not(:disabled):not([data-do])"):
            self.page.keyboard.press("c")
        elif self.count("[data-do=done]"):
            self.page.keyboard.press("d")
            if self.count(SURE):
                self.page.keyboard.press("c")
        else:
            self.take_from_list()

    def take_from_list(self) -> None:
        """O opens the list of all that may be done, Tab goes to its first line."""
        keys = self.page.keyboard
        keys.press("Escape")
        keys.press("o")
        self.page.locator("dialog .offers li button").first.focus()
        keys.press("Enter")
        self.page.locator(CONFIRM).wait_for()
        keys.press("c")


def play_until(player: Player, wanted: str, tile: str = "") -> None:
    """Play on until this is asked, perhaps with this tile."""
    for phase in player.questions():
        if phase == wanted and tile in ("", player.tile):
            return
        player.play(phase)
    raise AssertionError(f"the game ended before {wanted} {tile} was asked")

"""Somebody who plays Carolus Magnus at the page: reads only what is on the screen, by mouse or by keys."""

from __future__ import annotations

import random
from collections.abc import Iterator

from playwright.sync_api import Locator, Page

ASKING = ".asking"
PATIENCE = 30_000  # milliseconds the table may take until it asks again

# The newest question as soon as it is the player's own, and newer than the one answered last.
QUESTION = """last => {
    const asking = document.querySelector('.asking')
    if (!asking || asking.dataset.phase === 'waiting' || Number(asking.dataset.seq) === last) return null
    return [asking.dataset.phase, Number(asking.dataset.seq)]
}"""
CHOICES = {
    "laying": f"{ASKING} [data-disc]",
    "putting": f"{ASKING} [data-clan]",
    "advancing": f"{ASKING} [data-steps]",
    "crowning": f"{ASKING} [data-clan]",
}
LOOKS = 200  # at the page, before it is said that nothing is offered
TO_COURT = 0.4  # how often a paladin goes to the court


def make_table(page: Page, players: int) -> None:
    """A table with bots in all other seats that do not dawdle, and the page at it."""
    seats = [{"kind": "me"}] + [{"kind": "bot", "level": "greedy"}] * (players - 1)
    wish = {"game": "carolus", "seats": seats, "options": {"players": players}, "pace": 0}
    made = page.request.post("/api/tables", data=wish).json()
    page.goto(f"/t/{made['table']}#seat={made['seats']['white']}")


class Player:
    """One player; the same seed makes the same choices."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.answered = -1

    def next_question(self) -> str:
        """What is asked: a phase of the game."""
        asked = self.page.wait_for_function(QUESTION, arg=self.answered, timeout=PATIENCE).json_value()
        phase, self.answered = str(asked[0]), int(asked[1])
        return phase

    def questions(self) -> Iterator[str]:
        """One question after the other, until the game is over."""
        while (phase := self.next_question()) != "over":
            yield phase

    def offered(self, phase: str) -> list[int]:
        """Which of the choices on the screen are not crossed out."""
        lit: list[int] = self.page.locator(CHOICES[phase]).evaluate_all(
            "all => all.flatMap((each, index) => each.classList.contains('not') ? [] : [index])"
        )
        return lit

    def choice(self, phase: str) -> int:
        """Any of them, as soon as they are there."""
        for _ in range(LOOKS):
            if self.offered(phase):
                break
            self.page.wait_for_timeout(50)
        return self.chance.choice(self.offered(phase))

    def goes_to_court(self) -> bool:
        return self.chance.random() < TO_COURT

    def play(self, phase: str) -> None:
        """Answer the question."""
        raise NotImplementedError


class MousePlayer(Player):
    """Points at things."""

    def button(self, phase: str, index: int) -> Locator:
        return self.page.locator(CHOICES[phase]).nth(index)

    def play(self, phase: str) -> None:
        """Point at a choice, then at the place or at the green button."""
        self.button(phase, self.choice(phase)).click()
        if phase != "putting":
            self.page.locator(".btn.go").click()
        elif self.goes_to_court():
            self.page.locator(f"{ASKING} [data-place=court]").click()
        else:
            regions = self.page.locator(".land[data-place]")
            point_at(regions.nth(self.chance.randrange(regions.count())))


class KeyPlayer(Player):
    """Has no mouse."""

    def play(self, phase: str) -> None:
        """A number chooses and Enter does it; C is the court, R the ring and arrows go around it."""
        keys = self.page.keyboard
        keys.press(str(self.choice(phase) + 1))
        if phase == "putting" and self.goes_to_court():
            keys.press("c")
            return
        if phase == "putting":
            keys.press("r")
            for _ in range(self.chance.randrange(4)):
                keys.press("ArrowRight")
        keys.press("Enter")


def region(page: Page, name: str) -> Locator:
    """A region of the ring."""
    return page.locator(f".land[data-place='{name}']")


def point_at(land: Locator) -> None:
    """Click a region's force bar: some regions have water in their middle."""
    land.locator("rect.hit").click()


def play_until(player: Player, wanted: str, after: int = -1) -> None:
    """Play on until this is asked, for the first time after an entry."""
    for phase in player.questions():
        if phase == wanted and player.answered > after:
            return
        player.play(phase)
    raise AssertionError(f"the game ended before {wanted} was asked")

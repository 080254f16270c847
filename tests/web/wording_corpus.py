"""Whole random games of both games in the words of Python, for the browser to say again.

A line is a case: what is asked, of which game and variant, for whose eyes, and the sentences in three languages.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from aachen.bots import make_bot
from aachen.core.contract import TABLE, Position
from aachen.core.events import Event
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.locales import LANGUAGES
from aachen.locales.wording import Wording
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.carolus.wording import CarolusWording

Case = dict[str, Any]

GAMES_PLAYED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("carolingi", {"players": 3}),
    ("carolingi", {"players": 2, "anarchy": True, "hourglass": 60}),
    ("carolingi", {"players": 5, "variant": "advanced"}),
    ("carolingi", {"players": 4, "variant": "advanced", "anarchy": True}),
    ("carolingi", {"players": 3, "variant": "814"}),
    ("carolingi", {"players": 4, "variant": "814", "anarchy": True}),
    ("carolus", {"players": 2}),
    ("carolus", {"players": 3}),
    ("carolus", {"players": 4}),
)
MOST_OFFERS = 6  # said at one moment; there can be hundreds
MOST_MOVES = 220
REFUSALS = 2  # asked for at one moment
MOTIVES = 8  # moments between two at which a bot is asked why

NOT_SAID = ("lands", "rows", "cards", "line", "ring")  # parts of a screen that no prompt needs

# What a game at random may not reach: ends that are shared, and those that nobody wins.
ENDS = (
    {
        "ending": "time",
        "places": {"red": 1, "yellow": 1, "blue": 3},
        "points": {"red": 2, "yellow": 2, "blue": 0},
    },
    {
        "ending": "time",
        "places": {"red": 1, "yellow": 2, "blue": 3},
        "points": {"red": 1, "yellow": 0, "blue": 0},
    },
    {
        "ending": "peace",
        "places": {"red": 2, "yellow": 1, "blue": 3},
        "points": {"red": 1, "yellow": 4, "blue": 0},
    },
    {
        "ending": "time",
        "places": {"red": 2, "yellow": 2, "blue": 2},
        "points": {"red": 0, "yellow": 0, "blue": 0},
    },
)


def head() -> Case:
    """What the browser has from the board file."""
    board = boards.standard()
    return {
        "lands": [{"id": land.id, "label": land.label} for land in board.lands],
        "regions": [{"id": region.id, "label": region.label} for region in board.regions],
    }


def corpus() -> Iterator[str]:
    """The head, then a case a line; the same sentence is asked for once."""
    yield json.dumps(head(), ensure_ascii=False)
    said: set[str] = set()
    for number, (game, options) in enumerate(GAMES_PLAYED):
        for case in [*cases_of(game, options, number), *ends_of(game, options)]:
            line = json.dumps(case, ensure_ascii=False)
            if line not in said:
                said.add(line)
                yield line


def wordings(game: str, variant: str) -> list[Wording]:
    """The words of the game in each language."""
    if game == "carolus":
        return [CarolusWording(language) for language in LANGUAGES]
    return [CarolingiWording(language, boards.standard(), variant) for language in LANGUAGES]


def cases_of(game: str, options: dict[str, Any], seed: int) -> Iterator[Case]:
    """One game, move by move."""
    choose, luck = random.Random(seed), SeededLuck(seed)
    variant = "carolus" if game == "carolus" else options.get("variant", "base")
    ask = Asking(game, variant)
    events: list[Event] = []
    position = GAMES[game].new(GAMES[game].options(options), luck, events.append)
    tried: list[int] = []
    for number in range(MOST_MOVES):
        yield from ask.moment(position, events, choose)
        if not position.to_act():
            break
        seat = choose.choice(position.to_act())
        offers = position.offers(seat)
        if number % MOTIVES == 0:
            yield from ask.motives(position, seat)
        yield from ask.refusals(position, tried, choose)
        tried = [*tried[-200:], *choose.sample(offers, min(4, len(offers)))]
        events.clear()
        position.play(seat, choose.choice(offers), luck, events.append)


class Asking:
    """Cases of one game and variant."""

    def __init__(self, game: str, variant: str) -> None:
        self.game = game
        self.variant = variant
        self.words = wordings(game, variant)

    def case(self, ask: str, given: object, said: list[object]) -> Case:
        """What is asked, and what Python says in each language."""
        return {"game": self.game, "variant": self.variant, "ask": ask, "given": given, "said": said}

    def moment(self, position: Position, events: list[Event], choose: random.Random) -> Iterator[Case]:
        """What happened, what is asked, what may be done and how it ended, as everybody sees it."""
        for viewer in (None, *range(len(position.seats()))):
            for event in events:
                seen = event.seen_by(viewer)
                text: list[object] = [[words.event(seen), words.event_section(seen)] for words in self.words]
                yield self.case("event", seen, text)
            yield from self.screen(position.view(viewer), choose)
        yield from self.outcome(position)

    def screen(self, view: Case, choose: random.Random) -> Iterator[Case]:
        """The prompt, the help and some of the offers of one screen."""
        slim = {key: value for key, value in view.items() if key not in NOT_SAID}
        if "offers" in view:
            slim["offers"] = list({offer["do"]: offer for offer in view["offers"]}.values())
        yield self.case("screen", slim, [[words.prompt(view), words.hint(view)] for words in self.words])
        offers = view.get("offers", [])
        for offer in choose.sample(offers, min(MOST_OFFERS, len(offers))):
            yield self.case("offer", [offer, slim], [words.offer(offer, view) for words in self.words])

    def refusals(self, position: Position, tried: list[int], choose: random.Random) -> Iterator[Case]:
        """Why actions of other moments may not be done now."""
        for action in choose.sample(tried, min(REFUSALS, len(tried))):
            for seat in (*range(len(position.seats())), TABLE):
                refusal = position.refusal(seat, action)
                if refusal is not None:
                    text = refusal.as_dict()
                    yield self.case("refusal", text, [words.refusal(text) for words in self.words])

    def motives(self, position: Position, seat: int) -> Iterator[Case]:
        """What speaks for a bot's plan: each has a sentence in every language."""
        for reason in make_bot("planner", 1).think(position.view(seat)).reasons:
            said = [words.motive(self.game, reason.code, reason.facts) for words in self.words]
            assert None not in said, reason
            yield self.case("motive", [self.game, {"code": reason.code, "facts": reason.facts}], list(said))

    def outcome(self, position: Position) -> Iterator[Case]:
        """How the game ended, if it did."""
        outcome = position.outcome()
        if outcome is not None:
            yield self.end(outcome.as_dict(position.seats()), position.seats())

    def end(self, outcome: Case, seats: list[str]) -> Case:
        """An ending and its places."""
        text: list[object] = [
            [words.outcome(outcome, seats), words.standings(outcome, seats)] for words in self.words
        ]
        return self.case("outcome", [outcome, seats], text)


def ends_of(game: str, options: dict[str, Any]) -> Iterator[Case]:
    """Ends that chance rarely brings."""
    if game == "carolingi":
        ask = Asking(game, options.get("variant", "base"))
        for end in ENDS:
            yield ask.end({**end, "section": "3.5", "ruling": ""}, ["red", "yellow", "blue"])

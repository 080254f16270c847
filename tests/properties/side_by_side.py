"""The engine and the reference implementation side by side: the same choices, the same luck, and all compared."""

import json
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.properties.reference import screen, text, victory
from tests.properties.reference.book import Book
from tests.properties.reference.load import load

from aachen.core.contract import TABLE, TABLE_NAME
from aachen.core.luck import RecordedLuck, SeededLuck
from aachen.games import GAMES

GAME: Any = GAMES["carolingi"]
VIEWS_EVERY = 9  # views take far longer than texts, and hold the same


class Pair:
    """One game in both."""

    def __init__(self, position: Any, book: Book) -> None:
        self.position, self.book = position, book
        self.seats = position.seats()
        self.steps = 0
        self.done: Counter[str] = Counter()
        compare(position, book)
        compare_views(position, book)

    @staticmethod
    def new(seed: int, **options: Any) -> "Pair":
        """From set-up on."""
        luck = RecordedLuck(SeededLuck(seed))
        position = GAME.new(GAME.options(options), luck)
        rules = options | {"hourglass": bool(options.get("hourglass"))}
        return Pair(position, Book.new(in_names(position, luck), **rules))

    @staticmethod
    def read(written: str) -> "Pair":
        """From a position in which tiles are being chosen."""
        position = GAME.read(written)
        return Pair(position, load([position.view(seat) for seat in range(len(position.seats()))]))

    def play(self, seat: int, action: int, luck_seed: int) -> None:
        """The same in both, and compared."""
        named = self.position.name_action(action)
        luck = RecordedLuck(SeededLuck(luck_seed))
        self.position.play(seat, self.position.read_action(named), luck)
        who = TABLE_NAME if seat == TABLE else self.seats[seat]
        self.book.play(who, named, in_names(self.position, luck))
        compare(self.position, self.book)
        self.steps += 1
        if self.steps % VIEWS_EVERY == 0 or self.book.table.ending:
            compare_views(self.position, self.book)
        self.count(str(named["do"]))

    def count(self, word: str) -> None:
        """Remember what has been seen."""
        table = self.book.table
        self.done.update([word, table.phase, table.ending])
        self.done["contest"] += bool(table.contest)
        self.done["lone declaration"] += bool(table.before)
        self.done["exiles"] += bool(table.exiles)
        self.done["winner after failure"] += table.ending == "failure" and bool(table.winner)
        self.done.update(card for card in table.discard if card in ("hunger", "anarchy", "rebellion"))

    def play_on(self, seed: int, taste: str) -> Counter[str]:
        """Random play to the end; gives what was seen."""
        chooser = random.Random(seed)
        while self.position.to_act():
            seats = self.position.to_act()
            sand = self.position.offers(TABLE) and chooser.random() < 0.2
            seat = TABLE if sand else chooser.choice(seats)
            self.play(seat, choose(self.position, seat, chooser, taste), chooser.getrandbits(32))
        return self.done


def in_names(position: Any, luck: RecordedLuck) -> list[list[Any]]:
    """Luck's answers in names."""
    return [position.name_luck(*answer) for answer in luck.answers]


def choose(position: Any, seat: int, chooser: random.Random, taste: str) -> int:
    """Uniformly, or by kind and rarely done, or as somebody who wants to declare."""
    offers: list[int] = position.offers(seat)
    if taste == "any":
        return chooser.choice(offers)
    kinds: dict[object, list[int]] = {}
    for code in offers:
        kinds.setdefault(position.name_action(code)["do"], []).append(code)
    if len(kinds) > 1 and chooser.random() < 0.9:
        kinds.pop("done", None)
    if taste == "claim" and "claim" in kinds:
        return chooser.choice(kinds["claim"])
    codes = kinds[chooser.choice(list(kinds))]
    words = ("peace", "co_regent") if taste == "peace" else ("develop",) if taste == "claim" else ()
    wanted = [code for code in codes if any(word in str(position.name_action(code)) for word in words)]
    return chooser.choice(wanted if wanted and chooser.random() < 0.7 else codes)


def named(action: Mapping[str, Any]) -> str:
    """An action as one word, whatever the order of its parts."""
    parts = dict(action)
    if "tiles" in parts:
        parts["tiles"] = sorted(parts["tiles"])
    return json.dumps(parts, sort_keys=True)


def compare(position: Any, book: Book) -> None:
    """The whole position as text, every offer, and how it ended."""
    assert comparable_text(position.write()) == text.statements(book.table)
    for seat, name in [*enumerate(position.seats()), (TABLE, TABLE_NAME)]:
        offered = [named(position.name_action(code)) for code in position.offers(seat)]
        assert sorted(offered) == sorted(map(named, book.offers(name))), (name, position.write())
    outcome = position.outcome()
    plain = None
    if outcome is not None:
        plain = {key: outcome.as_dict(position.seats())[key] for key in ("ending", "places", "points")}
    assert plain == victory.outcome(book.table)


def comparable_text(written: str) -> list[str]:
    """A text without what is known of hidden tiles, which no rule asks for."""
    whole, *before = written.split("; before: ")
    data = [statement for statement in whole.split("; ") if " known: " not in statement]
    for packed in before:
        kept = [statement for statement in packed.split("| ") if " known: " not in statement]
        data.append("before: " + "| ".join(kept))
    return data


def compare_views(position: Any, book: Book) -> None:
    """What a spectator and what each seat sees."""
    table = book.table
    spectator = screen.comparable(position.view(None))
    assert spectator == screen.screen(table)
    for seat, colour in enumerate(table.colours):
        mine = screen.comparable(position.view(seat))
        for land, seen in mine["lands"].items():
            assert seen.pop("lacks") == screen.lacks(table, colour, land)
            seen["lacks"] = None  # as everybody sees it
        assert mine["courts"][colour] == spectator["courts"][colour] | screen.secrets_of(table, colour)
        mine["courts"][colour] = spectator["courts"][colour]
        assert mine == spectator

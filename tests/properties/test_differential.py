"""The engine and the plain second telling of the rules agree, step by step, on all they show and allow."""

import os
import random
from collections import Counter
from typing import Any

import pytest
from tests.golden.setups import contest, nearly_peace, several_worthy
from tests.properties.book import Book, comparable, named

from aachen.core.luck import RecordedLuck, SeededLuck
from aachen.games import GAMES

GAME: Any = GAMES["carolingi"]
GAMES_EACH = 400 if os.environ.get("AACHEN_SOAK") == "1" else 3


def told(position, luck):
    """Luck's answers in names."""
    return [position.name_luck(*answer) for answer in luck.answers]


def compare(position, book: Book) -> None:
    """Every screen, every offer, and how it ended."""
    colours = position.seats()
    spectator = comparable(position.view(None))
    assert spectator == book.screen()
    for seat, colour in enumerate(colours):
        mine = comparable(position.view(seat))
        for land, seen in mine["lands"].items():
            assert book.lacks(position.seats()[seat], land) == seen.pop("lacks")
            seen["lacks"] = None  # as everybody sees it
        assert mine["courts"][colour] == spectator["courts"][colour] | book.secrets_of(colour)
        mine["courts"][colour] = spectator["courts"][colour]
        assert mine == spectator
        offered = [named(position.name_action(code)) for code in position.offers(seat)]
        assert sorted(offered) == sorted(map(named, book.offers(colour))), (colour, position.write())
    outcome = position.outcome()
    plain = None
    if outcome is not None:
        plain = {key: outcome.as_dict(colours)[key] for key in ("ending", "places", "points")}
    assert plain == book.outcome()


def play_both(position, book: Book, seed: int, taste: str) -> Counter[str]:
    """Random play to the end, compared at every step; counts what was done."""
    chooser = random.Random(seed)
    colours = position.seats()
    done: Counter[str] = Counter()
    compare(position, book)
    while position.to_act():
        seat = chooser.choice(position.to_act())
        action = position.name_action(choose(position, seat, chooser, taste))
        luck = RecordedLuck(SeededLuck(chooser.getrandbits(32)))
        position.play(seat, position.read_action(action), luck)
        book.play(colours[seat], action, told(position, luck))
        compare(position, book)
        done[str(action["do"])] += 1
        done[book.phase] += 1
        done["contest"] += bool(book.contest)
    done[book.ending] += 1
    return done


def choose(position, seat: int, chooser: random.Random, taste: str) -> int:
    """Uniformly, or by kind and seldom done, or as somebody who wants peace."""
    offers: list[int] = position.offers(seat)
    if taste == "any":
        return chooser.choice(offers)
    kinds: dict[object, list[int]] = {}
    for code in offers:
        kinds.setdefault(position.name_action(code)["do"], []).append(code)
    if len(kinds) > 1 and chooser.random() < 0.9:
        kinds.pop("done", None)
    codes = kinds[chooser.choice(list(kinds))]
    if taste == "peace":
        wanted = [code for code in codes if "peace" in str(position.name_action(code))]
        if wanted and chooser.random() < 0.7:
            return chooser.choice(wanted)
    return chooser.choice(codes)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("taste", ["any", "busy", "peace"])
def test_both_tell_the_same_game(players, taste):
    """From set-up to the end, for every number of Carolingians."""
    done: Counter[str] = Counter()
    for seed in range(GAMES_EACH):
        options = {"players": players, "last_year": 830 + seed % 5}
        luck = RecordedLuck(SeededLuck(seed))
        position = GAME.new(GAME.options(options), luck)
        book = Book.new(players, options["last_year"], told(position, luck))
        done += play_both(position, book, seed, taste)

    assert done["time"] + done["peace"] == GAMES_EACH


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("setup", [nearly_peace, contest, several_worthy])
def test_both_tell_the_same_peace(players, setup):
    """From positions in which peace is near: single declarers and contests, won and lost."""
    done: Counter[str] = Counter()
    for seed in range(2 * GAMES_EACH):
        position = GAME.read(setup(players))
        book = Book.load([position.view(seat) for seat in range(players)])
        done += play_both(position, book, seed, "peace")

    assert done["extra"] > 0
    assert done["contest"] > 0 or setup is nearly_peace


def test_both_have_seen_everything():
    """Every kind of action and every way to end comes up in the play above: else it compares too little."""
    done: Counter[str] = Counter()
    for seed in range(3 * GAMES_EACH):
        position = GAME.read(contest(2 + seed % 3))
        book = Book.load([position.view(seat) for seat in range(len(position.seats()))])
        done += play_both(position, book, seed + 1000, "peace")
        luck = RecordedLuck(SeededLuck(seed))
        position = GAME.new(GAME.options({"players": 3, "last_year": 833}), luck)
        done += play_both(position, Book.new(3, 833, told(position, luck)), seed + 1000, "busy")

    assert sorted(set(EVERYTHING) - set(done)) == []


EVERYTHING = (
    "place swap keep done settle send unfold activate build equip march fight trophy soothe expel extra "
    "placing swapping acting starving over contest time peace"
).split()

"""A comparison that cannot fail is none: faults planted in the rules of every variant, which it must find.

A planted position passes everything on to a sound one, except for the one rule it gets wrong.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from tests.properties import test_differential
from tests.properties.positions import claim_near
from tests.properties.side_by_side import GAME, Pair

from aachen.core.luck import RecordedLuck


class Planted:
    """Passes everything on; subclasses break one rule."""

    def __init__(self, inner: Any, word: str) -> None:
        self.inner, self.word = inner, word

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Withheld(Planted):
    """Never offers one kind of action."""

    def offers(self, seat):
        offered = self.inner.offers(seat)
        kept = [code for code in offered if self.inner.name_action(code)["do"] != self.word]
        return kept or offered[:-1]


class Careless(Planted):
    """After one kind of action, a leude of its seat has become a nobilis."""

    def play(self, seat, action, luck):
        kind, colour = self.inner.name_action(action)["do"], self.inner.seats()[seat]
        self.inner.play(seat, action, luck)
        if kind == self.word and self.inner.outcome() is None:
            self.inner = GAME.read(demoted(self.inner.write(), colour))


class Merciful(Planted):
    """After a card has been turned, the first land with gangs has one fewer."""

    def play(self, seat, action, luck: RecordedLuck):
        asked = len(luck.answers)
        self.inner.play(seat, action, luck)
        turned = [self.inner.name_luck(*answer) for answer in luck.answers[asked:]]
        if ["card", self.word] in turned and self.inner.outcome() is None:
            self.inner = GAME.read(calmed(self.inner.write()))


def demoted(text: str, colour: str) -> str:
    """One leude fewer and one nobilis more, if there is a leude."""

    def move(found: re.Match[str]) -> str:
        leudes, nobiles = int(found[2]), int(found[3])
        few = min(leudes, 1)
        return f"{found[1]}leudes {leudes - few}, nobiles {nobiles + few}"

    whole, *before = text.split("; before: ")
    changed = re.sub(rf"({colour} court: missi \d+, )leudes (\d+), nobiles (\d+)", move, whole)
    return "; before: ".join([changed, *before])


def calmed(text: str) -> str:
    """One gang fewer in the first land that has two or more."""
    return re.sub(
        r"(; [a-z_]+: [^;]*?gangs )(\d+)", lambda at: f"{at[1]}{max(1, int(at[2]) - 1)}", text, count=1
    )


KINDS = [
    *"occupy serve join send".split(),  # 6.1.2
    *"claim banish".split(),  # 6.2.1
    *"lay sand".split(),  # 8
    *"solve honour".split(),  # 814 §4.2
    *"extra settle".split(),  # 5.8, 5.1
]
FAULTS = [
    *((Withheld, kind) for kind in KINDS),
    *((Careless, kind) for kind in ("serve", "join", "claim", "solve", "honour", "extra")),
    *((Merciful, card) for card in ("anarchy", "rebellion", "hunger")),
]
MOST_GAMES = 60


def games(word: str = "") -> Iterator[tuple[Pair, int, str]]:
    """Games of every variant, new ones and those in which something rare is near."""
    near = list(test_differential.near_cases())
    if word in ("claim", "banish"):
        near = [case for case in near if case[0] is claim_near]
    for seed in range(MOST_GAMES // 2):
        make, taste, rules, players = near[seed * 11 % len(near)]
        yield Pair.read(make(players, *rules)), seed, taste
        variant = ("advanced", "814", "base")[seed % 3]
        yield test_differential.new_game(2, variant, "anarchy", "hourglass", seed), seed, "busy"


def is_found(fault: type[Planted], word: str) -> bool:
    """Whether the comparison fails in one of the games."""
    for pair, seed, taste in games(word):
        pair.position = fault(pair.position, word)
        try:
            pair.play_on(seed, taste)
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize(("fault", "word"), FAULTS, ids=lambda value: getattr(value, "__name__", value))
def test_a_planted_fault_is_found(fault, word):
    """Within a few games."""
    assert is_found(fault, word)


def test_planting_alone_is_not_found():
    """So it is the fault that is found, and not the way it was planted."""
    for pair, seed, taste in islice(games(), 6):
        pair.position = Planted(pair.position, "")
        pair.play_on(seed, taste)

        assert pair.book.table.ending

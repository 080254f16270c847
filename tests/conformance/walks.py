"""Random play through the contract alone, with fixed seeds, kept step by step."""

import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.conformance.table import PLAYS

from aachen.core.contract import TABLE, Game, Position
from aachen.core.luck import RecordedLuck, SeededLuck
from aachen.games import GAMES


@dataclass(frozen=True)
class Case:
    """A game under one set of options, or from one text."""

    game: str
    options: str = ""
    text: str = ""

    def begin(self, game: Game[Any], luck: Any) -> Position:
        """The first position."""
        if self.text:
            return game.read(self.text)
        return game.new(game.options(json.loads(self.options)), luck)

    def __str__(self) -> str:
        title = self.options or self.text.splitlines()[0]
        return f"{self.game} {title}".replace('"', "").replace("{", "").replace("}", "")


@dataclass
class Spot:
    """One position of a walk, and what has been sealed in it."""

    game: Game[Any]
    case: Case
    position: Any  # a Position, or one with a planted defect
    seed: int
    sealed: frozenset[int] = frozenset()
    moment: str = ""
    answers: list[tuple[str, int]] = field(default_factory=list)


def cases() -> list[Case]:
    """Every game under every set of options and from every text."""
    found = []
    for name in GAMES:
        plays = PLAYS[name]
        found += [Case(name, json.dumps(options)) for options in plays.options]
        found += [Case(name, text=text) for text in plays.texts]
    return found


def choose(position: Any, seat: int, chooser: random.Random) -> int:
    """Any offer: first a kind of action, then one of that kind, so that rare kinds come up."""
    kinds: dict[object, list[int]] = {}
    for code in position.offers(seat):
        kinds.setdefault(position.name_action(code).get("do"), []).append(code)
    return chooser.choice(kinds[chooser.choice(list(kinds))])


def walk(game: Game[Any], case: Case, seed: int) -> Iterator[Spot]:
    """Random play from the first position to the end; each position is the walk's own copy."""
    plays = PLAYS[case.game]
    chooser = random.Random(seed)
    luck = RecordedLuck(SeededLuck(seed))
    position = case.begin(game, luck)
    waiting = position.to_act()
    sealed = frozenset(s for s in range(len(position.seats())) if s not in waiting and position.offers(s))
    for _ in range(plays.longest):
        yield Spot(game, case, position, seed, sealed, plays.moment(position.view(None)), luck.answers)
        waiting = position.to_act()
        if not waiting:
            return
        seat = chooser.choice([*waiting, TABLE] if position.offers(TABLE) else waiting)
        luck = RecordedLuck(SeededLuck(chooser.randrange(2**32)))
        action = choose(position, seat, chooser)
        position = position.copy()
        position.play(seat, action, luck)
        sealed = still_sealed(sealed, position, waiting, seat)
    raise AssertionError(f"{case} with seed {seed} does not end within {plays.longest} plays")


def still_sealed(before: frozenset[int], position: Any, waiting: list[int], seat: int) -> frozenset[int]:
    """Whose choices lie sealed after a play, decided by who is waited for alone."""
    if seat == TABLE:
        return frozenset()
    left = [other for other in waiting if other != seat]
    now = position.to_act()
    if left and now == left:
        return before | {seat}
    if now == waiting and (left or position.offers(TABLE)):
        return before  # one of two tiles was laid (hourglass)
    return frozenset()


SOAK = os.environ.get("AACHEN_SOAK") == "1"
SEEDS = range(40 if SOAK else 3)
SPOTS_OF_A_KIND = 8 if SOAK else 1


@cache
def walked(case: Case, seed: int) -> list[Spot]:
    """A whole walk, made once."""
    return list(walk(GAMES[case.game], case, seed))


@cache
def spots(case: Case) -> list[Spot]:
    """Positions of each moment of the case's walks, with and without a sealed choice."""
    found: dict[tuple[str, bool], list[Spot]] = {}
    for seed in SEEDS:
        steps = walked(case, seed)
        for spot in random.Random(seed).sample(steps, len(steps)):
            kept = found.setdefault((spot.moment, bool(spot.sealed)), [])
            if len(kept) < SPOTS_OF_A_KIND:
                kept.append(spot)
    return [spot for kept in found.values() for spot in kept]

"""Games that were played by the same rules, and the questions every report asks of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from aachen.report.shares import Mean, Share, mean


class FinishedGame(Protocol):
    """What is known of one game; lists go by seat."""

    game: str
    options: dict[str, Any]
    seats: list[str]
    places: list[int]
    points: list[int]
    ending: str
    actions: int
    rules: str
    version: str
    facts: dict[str, Any]


@dataclass
class Sample:
    """The results of one game with one number of players and one set of rules."""

    game: str
    players: int
    rules: tuple[tuple[str, object], ...] = ()  # what was agreed besides the number of players
    results: Sequence[FinishedGame] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)  # the commands or files they came from

    def __len__(self) -> int:
        return len(self.results)

    def rule(self, name: str, usual: object) -> object:
        """One of the rules that were agreed."""
        return dict(self.rules).get(name, usual)

    # Who wins

    def by_seat(self) -> dict[str, Share]:
        """What each seat won, by its name."""
        return self.won_by(lambda result: [(name, seat) for seat, name in enumerate(result.seats)])

    def fair(self) -> float:
        """What every seat would win if all were alike."""
        return sum(sum(winnings(result)) for result in self.results) / max(1, len(self)) / self.players

    def won_by(self, seats_of: Callable[[FinishedGame], list[tuple[str, int]]]) -> dict[str, Share]:
        """What was won under each label: `seats_of` gives a game's labels with their seats."""
        won: dict[str, float] = {}
        of: Counter[str] = Counter()
        for result in self.results:
            shares = winnings(result)
            for label, seat in seats_of(result):
                won[label] = won.get(label, 0.0) + shares[seat]
                of[label] += 1
        return {label: Share(won[label], of[label]) for label in won}

    # How it ends

    def endings(self) -> dict[str, Share]:
        """How often games end in each way, the most common first."""
        return self.counted(lambda result: [result.ending])

    def counted(self, labels_of: Callable[[FinishedGame], list[str]]) -> dict[str, Share]:
        """In how many games each label appears, the most common first."""
        counts: Counter[str] = Counter()
        for result in self.results:
            counts.update(set(labels_of(result)))
        return {label: Share(count, len(self)) for label, count in counts.most_common()}

    def undecided(self) -> Share:
        """Games that several sides shared, or nobody won."""
        return Share(sum(max(winnings(result)) != 1.0 for result in self.results), len(self))

    def margins(self) -> list[float]:
        """By how many points each winner was ahead of the best of the others, if there was one."""
        found = []
        for result in self.results:
            pairs = list(zip(result.points, result.places, strict=True))
            others = [points for points, place in pairs if place > 1]
            if result.places.count(1) and others:
                found.append(float(max(points for points, place in pairs if place == 1) - max(others)))
        return found

    # Numbers

    def fact(self, name: str) -> list[Any]:
        """One fact of every game that has it."""
        return [result.facts[name] for result in self.results if name in result.facts]

    def mean(self, name: str) -> Mean:
        """The mean of a fact that is a number."""
        return mean([float(value) for value in self.fact(name)])

    def mean_actions(self) -> Mean:
        """Actions of a game."""
        return mean([float(result.actions) for result in self.results])


def winnings(result: FinishedGame) -> list[float]:
    """What each seat won: partners win together and do not share with each other."""
    sides = listed(result, "sides") or list(range(len(result.seats)))
    winners = {sides[seat] for seat, place in enumerate(result.places) if place == 1}
    return [1 / len(winners) if place == 1 else 0.0 for place in result.places]


def listed(result: FinishedGame, fact: str) -> list[Any]:
    """A fact of the game that is a list, mostly by seat; empty if the game has no such fact."""
    values = result.facts.get(fact, [])
    assert isinstance(values, list)
    return values


def samples_of(
    results: Sequence[tuple[FinishedGame, str]], varying: Mapping[str, Sequence[str]]
) -> list[Sample]:
    """Results sorted into samples: by game, number of players and the rules that may vary in it."""
    games: dict[tuple[Any, ...], list[FinishedGame]] = {}
    sources: dict[tuple[Any, ...], list[str]] = {}
    for result, source in results:
        rules = tuple((name, result.options[name]) for name in varying[result.game] if name in result.options)
        key = (result.game, len(result.seats), rules)
        games.setdefault(key, []).append(result)
        sources.setdefault(key, []).append(source)
    found = [
        Sample(game, players, rules, played, list(dict.fromkeys(sources[game, players, rules])))
        for (game, players, rules), played in games.items()
    ]
    return sorted(found, key=_order)


def _order(sample: Sample) -> tuple[str, bool, str, int]:
    """Game by game, the base game first."""
    variant = str(sample.rule("variant", "base"))
    return sample.game, variant != "base", str(sample.rules), sample.players


def histogram(values: list[float], most: int = 24) -> tuple[list[str], list[float]]:
    """Whole numbers counted as shares; neighbours are taken together if there are too many."""
    if not values:
        return [], []
    low, high = int(min(values)), int(max(values))
    wide = max(1, -(-(high - low + 1) // most))
    bins = [0] * ((high - low) // wide + 1)
    for value in values:
        bins[(int(value) - low) // wide] += 1
    labels = [
        str(low + at * wide) if wide == 1 else f"{low + at * wide}–{low + at * wide + wide - 1}"
        for at in range(len(bins))
    ]
    return labels, [count / len(values) for count in bins]

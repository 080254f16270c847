"""Let everybody play a slice in every round, so that the machine's moods fall on all alike."""

from __future__ import annotations

from collections.abc import Callable

from child import ContestantError
from figures import Score
from lineup import Lineup
from roster import Entry

Step = Callable[[int, int, Entry], None]
"""Told before each slice: the round, the place in the round, and whose slice it is."""


def warm_up(lineup: Lineup, entries: list[Entry], seconds: float) -> list[Entry]:
    """One uncounted slice each, for caches and for node's compiler; returns who can be measured."""
    return [entry for entry in entries if lineup.offers(entry) and ask(lineup, entry, seconds)]


def play_rounds(
    lineup: Lineup, entries: list[Entry], rounds: int, seconds: float, step: Step
) -> dict[str, Score]:
    scores = {entry.name: Score() for entry in entries}
    for number in range(rounds):
        for place, entry in enumerate(turned(entries, number)):
            step(number, place, entry)
            answer = ask(lineup, entry, seconds)
            if answer:
                scores[entry.name].add(number, answer)
    return {name: score for name, score in scores.items() if score.rates}


def turned(entries: list[Entry], number: int) -> list[Entry]:
    """Another entry begins each round, so that nobody always follows the same neighbour's heat."""
    cut = number % len(entries) if entries else 0
    return entries[cut:] + entries[:cut]


def ask(lineup: Lineup, entry: Entry, seconds: float) -> dict[str, float] | None:
    """One slice; a contestant that fails leaves the run with its reason."""
    child = lineup.children.get(entry.contestant)
    if child is None:
        return None
    try:
        return child.ask(entry.request, seconds=seconds)
    except ContestantError as trouble:
        lineup.drop(entry.contestant, str(trouble))
        return None

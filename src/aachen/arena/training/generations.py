"""Play with what is known, learn from it, and begin again: one generation after the other.

Everything hangs on the seed and the number of generation and game, never on who played it or when:
a training that was interrupted goes on after its last whole generation and ends in the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from math import log
from statistics import fmean, stdev

from aachen import __version__
from aachen.arena.training import weights_file
from aachen.arena.training.crew import Crew
from aachen.arena.training.fitting import Fit, fit
from aachen.arena.training.judging import Judgement, judge
from aachen.arena.training.lessons import lesson_of
from aachen.arena.training.moments import GameMoments, Moments
from aachen.arena.training.selfplay import Bout, Lecture, School, Weights, attend, fight, frozen
from aachen.games import GAMES

HELD_OUT = 5  # every fifth game is kept to judge by
LECTURE = 4  # games of a task

Tick = Callable[[str, int], None]  # what is being done, and how many games more of it are


@dataclass(frozen=True)
class Plan:
    """What was asked for."""

    school: School
    generations: int
    games: int  # of each generation
    blocks: int  # of the match against the generation before; a block is two games
    hold: float  # how strongly the former weights hold back

    def as_dict(self) -> dict[str, object]:
        """The plan as plain data."""
        return {
            **asdict(self.school),
            **{key: value for key, value in asdict(self).items() if key != "school"},
        }

    def work(self) -> int:
        """How many games a generation takes."""
        return self.games + 2 * self.blocks


@dataclass
class Generation:
    """What one generation came to. Numbers of the held-out games, unless they say otherwise."""

    weights: list[float]
    moments: int
    loss: float
    loss_learned: float  # on the games it was learned from
    loss_guessed: float  # of somebody who takes all sides to be alike
    favourites: float
    miscalibration: float
    bins: list[tuple[int, float, float]]
    strength: float  # what it won against the generation before: a half is as good
    strength_error: float  # half the width of its interval
    actions: float  # of a game, in the mean
    played: str  # fingerprint of all its games


@dataclass
class History:
    """The generations so far, as far as they are whole."""

    plan: dict[str, object]
    before: list[float]  # the weights it began with
    generations: list[Generation] = field(default_factory=list)

    def weights(self) -> list[float]:
        """The newest ones."""
        return self.generations[-1].weights if self.generations else self.before

    def as_dict(self) -> dict[str, object]:
        """The history as plain data."""
        return asdict(self)


def history_from(data: dict[str, object], plan: dict[str, object], before: list[float]) -> History:
    """The history that was kept of this very training; an empty one if it is another's."""
    history = History(plan, before)
    if data.get("plan") == plan and data.get("before") == before:
        kept = data.get("generations")
        assert isinstance(kept, list)
        history.generations = [
            Generation(**{**each, "bins": [tuple(b) for b in each["bins"]]}) for each in kept
        ]
    return history


def train(plan: Plan, others: Weights, history: History, crew: Crew, tick: Tick) -> Iterator[Generation]:
    """The generations that are still missing; each is in the history when it is given out."""
    while len(history.generations) < plan.generations:
        number = len(history.generations) + 1
        former = history.weights()
        generation = _next(plan, number, others, former, crew, tick)
        history.generations.append(generation)
        yield generation


def _next(
    plan: Plan, number: int, others: Weights, former: list[float], crew: Crew, tick: Tick
) -> Generation:
    name = plan.school.lesson
    old = {**others, name: former}
    class_book = _play(plan, number, old, crew, tick)
    tick("fit", 0)
    found = fit(class_book.learned, former, plan.hold)
    weights = weights_file.rounded(found.weights)
    strength, error = _measure(plan, number, {**others, name: weights}, old, crew, tick)
    return class_book.closed(found, judge(class_book.held_out, weights), weights, strength, error)


class ClassBook:
    """All games of a generation: those to learn from, and those to judge by."""

    def __init__(self, features: int) -> None:
        self.learned = Moments(features)
        self.held_out = Moments(features)
        self.actions: list[int] = []
        self.digests: list[str] = []

    def enter(self, number: int, game: GameMoments) -> None:
        """One game more."""
        game.add_to(self.held_out if number % HELD_OUT == HELD_OUT - 1 else self.learned)
        self.actions.append(game.actions)
        self.digests.append(game.digest)

    def closed(
        self, found: Fit, judged: Judgement, weights: list[float], strength: float, error: float
    ) -> Generation:
        """What the generation came to."""
        guesses = [log(sides) for sides in self.held_out.sides]
        return Generation(
            weights=weights,
            moments=len(self.learned) + len(self.held_out),
            loss=round(judged.loss, 6),
            loss_learned=round(found.loss, 6),
            loss_guessed=round(fmean(guesses), 6) if guesses else 0.0,
            favourites=round(judged.favourites, 6),
            miscalibration=round(judged.miscalibration(), 6),
            bins=[(count, round(chance, 4), round(won, 4)) for count, chance, won in judged.bins],
            strength=round(strength, 4),
            strength_error=round(error, 4),
            actions=round(fmean(self.actions), 1),
            played=weights_file.digest(*self.digests),
        )


def _play(plan: Plan, generation: int, weights: Weights, crew: Crew, tick: Tick) -> ClassBook:
    """Play the games of a generation and enter them in their order."""
    book = ClassBook(len(lesson_of(plan.school.game, plan.school.lesson).features))
    known = frozen(weights)
    lectures = [
        Lecture(plan.school, generation, tuple(range(at, min(plan.games, at + LECTURE))), known)
        for at in range(0, plan.games, LECTURE)
    ]
    number = 0
    for games in crew.do(attend, lectures):
        for game in games:
            book.enter(number, game)
            number += 1
        tick("play", len(games))
    return book


def _measure(
    plan: Plan, generation: int, new: Weights, old: Weights, crew: Crew, tick: Tick
) -> tuple[float, float]:
    """What the new weights win against the old ones, and half the width of the 95 % interval over blocks."""
    bouts = [Bout(plan.school, generation, block, frozen(new), frozen(old)) for block in range(plan.blocks)]
    won = []
    for share in crew.do(fight, bouts):
        won.append(share)
        tick("match", 2)
    error = 1.96 * stdev(won) / len(won) ** 0.5 if len(won) > 1 else 0.5
    return fmean(won) if won else 0.5, error


def entry(history: History, command: str, features: list[str]) -> dict[str, object]:
    """The lesson for the file of weights, with the training that made it."""
    plan, last = history.plan, history.generations[-1]
    training: dict[str, object] = {
        "command": command,
        "package": __version__,
        "rules": GAMES[str(plan["game"])].rules_version,
        "before": weights_file.digest(*map(str, history.before)),
        "games": weights_file.digest(*[each.played for each in history.generations]),
        "loss": last.loss,
        "loss_guessed": last.loss_guessed,
        "favourites": last.favourites,
        "miscalibration": last.miscalibration,
    }
    return {"features": features, "weights": last.weights, "training": training}

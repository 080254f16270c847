"""Play with what is known, learn from it, and begin again: one generation after the other.

Everything hangs on the seed and the number of generation and game, never on who played it or when:
a training that was interrupted goes on after its last whole generation and ends in the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from math import log
from statistics import fmean, stdev
from typing import Any

from aachen import __version__
from aachen.arena.training import weights_file
from aachen.arena.training.crew import Crew
from aachen.arena.training.fitting import calibrated, fit, mean_loss
from aachen.arena.training.judging import judge
from aachen.arena.training.moments import Moments
from aachen.arena.training.selfplay import Attended, Bout, Lecture, School, Weights, attend, fight, frozen
from aachen.bots.lesson import Lesson
from aachen.games import GAMES

HELD_OUT = 5  # every fifth game is kept to judge by
LECTURE = 4  # games of a task
STEPS = (1.0, 0.5, 0.25, 0.1)  # how far to go from the former weights to those that explain the games best

Tick = Callable[[int], None]  # so many games more


@dataclass(frozen=True)
class Plan:
    """What was asked for."""

    school: School
    generations: int
    games: int  # of each generation
    blocks: int  # of the match against the generation before; a block is two games
    hold: float  # how strongly the former weights hold back
    memory: int = 1  # how many generations' games are learned from together
    elders: int = 0  # how many generations before the newest sit at its tables
    gate: bool = False  # whether only what wins against the former weights is kept

    def as_dict(self) -> dict[str, object]:
        """The plan as plain data."""
        own = {key: value for key, value in asdict(self).items() if key != "school"}
        return {**asdict(self.school), **own, "lessons": list(self.school.lessons)}

    def work(self) -> int:
        """How many games a generation takes."""
        return self.games + 2 * self.blocks * len(self.steps())

    def steps(self) -> tuple[float, ...]:
        """How far a generation may go: all the way, unless it has to prove itself."""
        return STEPS if self.gate else STEPS[:1]


@dataclass
class Learned:
    """What one lesson came to in one generation. Numbers of the held-out games, unless they say otherwise."""

    weights: list[float]
    moments: int  # that it was learned from
    loss: float
    loss_learned: float  # on the games it was learned from
    loss_guessed: float  # of somebody who takes all sides to be alike
    favourites: float
    miscalibration: float
    bins: list[tuple[int, float, float]]


@dataclass
class Generation:
    """What one generation came to."""

    lessons: dict[str, Learned]
    step: float  # how far it went from the weights before to those that explain the games best
    strength: float  # what it won against the generation before: a half is as good
    strength_error: float  # half the width of its interval
    actions: float  # of a game, in the mean
    played: str  # fingerprint of all its games

    def weights(self) -> Weights:
        """The weights of all its lessons."""
        return {name: learned.weights for name, learned in self.lessons.items()}


@dataclass
class History:
    """The generations so far, as far as they are whole."""

    plan: dict[str, object]
    before: Weights  # what it began with: the weights of all lessons of the game
    generations: list[Generation] = field(default_factory=list)

    def weights(self, generation: int) -> Weights:
        """Those of a generation; 0 is what it began with."""
        return {**self.before, **self.generations[generation - 1].weights()} if generation else self.before

    def players(self, generation: int, elders: int) -> list[Weights]:
        """Who plays so that a generation may learn: the one before it, then so many elders that know something."""
        first = max(1, generation - 1 - elders)
        return [self.weights(each) for each in [generation - 1, *range(first, generation - 1)]]

    def as_dict(self) -> dict[str, object]:
        """The history as plain data."""
        return asdict(self)


def history_from(data: dict[str, object], plan: dict[str, object], before: Weights) -> History:
    """The history that was kept of this very training; an empty one if it is another's."""
    history = History(plan, before)
    if data.get("plan") == plan and data.get("before") == before:
        kept = data.get("generations")
        assert isinstance(kept, list)
        history.generations = [_read_generation(each) for each in kept]
    return history


def _read_generation(data: dict[str, Any]) -> Generation:
    lessons = {
        name: Learned(**{**each, "bins": [tuple(found) for found in each["bins"]]})
        for name, each in data["lessons"].items()
    }
    return Generation(**{**data, "lessons": lessons})


def train(plan: Plan, history: History, crew: Crew, tick: Tick) -> Iterator[Generation]:
    """The generations that are still missing; each is in the history when it is given out.

    A training that goes on plays the games it should remember once more: they are the same.
    """
    books: list[ClassBook] = []
    done = len(history.generations)
    if done < plan.generations:
        for number in range(max(1, done - plan.memory + 2), done + 1):
            books.append(_play(plan, number, history, crew, lambda _: None))
    for number in range(done + 1, plan.generations + 1):
        former = history.weights(number - 1)
        books = [*books, _play(plan, number, history, crew, tick)][-plan.memory :]
        generation = _close(plan, number, books, former, crew, tick)
        history.generations.append(generation)
        yield generation


def _close(
    plan: Plan, number: int, books: list[ClassBook], former: Weights, crew: Crew, tick: Tick
) -> Generation:
    """Learn from all games that are remembered, and go as far as it wins most.

    What explains games best does not always play best: a feature may go with winning without leading to it.
    So a training with a gate tries shorter steps as well, and stays where it was if none of them wins.
    """
    found = {
        name: fit(_moments(books, name), former[name], plan.hold).weights for name in plan.school.lessons
    }
    best, step, strength, error = former, 0.0, 0.5, 0.0
    for length in plan.steps():
        new = {
            **former,
            **{name: _on_the_way(books, name, former[name], found[name], length) for name in found},
        }
        won, spread = _measure(plan, number, new, former, crew, tick)
        if won > strength or not plan.gate:
            best, step, strength, error = new, length, won, spread
    return Generation(
        lessons={name: _judged(books, name, best[name]) for name in found},
        step=step,
        strength=round(strength, 4),
        strength_error=round(error, 4),
        actions=round(fmean(books[-1].actions), 1),
        played=weights_file.digest(*books[-1].digests),
    )


def _on_the_way(
    books: list[ClassBook], name: str, former: list[float], found: list[float], length: float
) -> list[float]:
    """Weights between the former ones and those that were found, as bold as they may be."""
    if length == 1.0:
        return weights_file.rounded(found)
    between = [old + length * (new - old) for old, new in zip(former, found, strict=True)]
    return weights_file.rounded(calibrated(_moments(books, name), between))


class ClassBook:
    """All games of a generation: by lesson, those to learn from and those to judge by."""

    def __init__(self, school: School) -> None:
        sizes = {lesson.name: len(lesson.features) for lesson in school.all_lessons()}
        self.learned = {name: Moments(size) for name, size in sizes.items()}
        self.held_out = {name: Moments(size) for name, size in sizes.items()}
        self.actions: list[int] = []
        self.digests: list[str] = []

    def enter(self, game: Attended) -> None:
        """One game more."""
        is_held_out = len(self.actions) % HELD_OUT == HELD_OUT - 1
        for moments, into in zip(
            game.moments, (self.held_out if is_held_out else self.learned).values(), strict=True
        ):
            moments.add_to(into)
        self.actions.append(game.actions)
        self.digests.append(game.digest)


def _moments(books: list[ClassBook], name: str) -> Moments:
    """All that is remembered for a lesson."""
    newest = books[-1].learned[name]
    if len(books) == 1:
        return newest
    moments = Moments(len(newest.columns))
    for book in books:
        moments.extend(book.learned[name])
    return moments


def _judged(books: list[ClassBook], name: str, weights: list[float]) -> Learned:
    """Weights of a lesson, judged by the newest games that were kept out."""
    moments, held_out = _moments(books, name), books[-1].held_out[name]
    judged = judge(held_out, weights)
    guesses = [log(sides) for sides in held_out.sides]
    return Learned(
        weights=weights,
        moments=len(moments),
        loss=round(judged.loss, 6),
        loss_learned=round(mean_loss(moments, weights), 6),
        loss_guessed=round(fmean(guesses), 6) if guesses else 0.0,
        favourites=round(judged.favourites, 6),
        miscalibration=round(judged.miscalibration(), 6),
        bins=[(count, round(chance, 4), round(won, 4)) for count, chance, won in judged.bins],
    )


def _play(plan: Plan, generation: int, history: History, crew: Crew, tick: Tick) -> ClassBook:
    """Play the games of a generation and enter them in their order."""
    book = ClassBook(plan.school)
    known = tuple(frozen(each) for each in history.players(generation, plan.elders))
    lectures = [
        Lecture(plan.school, generation, tuple(range(at, min(plan.games, at + LECTURE))), known)
        for at in range(0, plan.games, LECTURE)
    ]
    for games in crew.do(attend, lectures):
        for game in games:
            book.enter(game)
        tick(len(games))
    return book


def _measure(
    plan: Plan, generation: int, new: Weights, old: Weights, crew: Crew, tick: Tick
) -> tuple[float, float]:
    """What the new weights win against the old ones, and half the width of the 95 % interval over blocks."""
    bouts = [Bout(plan.school, generation, block, frozen(new), frozen(old)) for block in range(plan.blocks)]
    won = []
    for share in crew.do(fight, bouts):
        won.append(share)
        tick(2)
    error = 1.96 * stdev(won) / len(won) ** 0.5 if len(won) > 1 else 0.5
    return fmean(won) if won else 0.5, error


def entry(history: History, lesson: Lesson, command: str) -> dict[str, object]:
    """The lesson for the file of weights, with the training that made it."""
    last = history.generations[-1].lessons[lesson.name]
    training: dict[str, object] = {
        "command": command,
        "package": __version__,
        "rules": GAMES[str(history.plan["game"])].rules_version,
        "before": weights_file.digest(*[str(history.before[name]) for name in sorted(history.before)]),
        "games": weights_file.digest(*[each.played for each in history.generations]),
        "moments": last.moments,
        "loss": last.loss,
        "loss_guessed": last.loss_guessed,
        "favourites": last.favourites,
        "miscalibration": last.miscalibration,
    }
    return {"features": lesson.features, "weights": last.weights, "training": training}

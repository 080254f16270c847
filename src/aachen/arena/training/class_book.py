"""The games of a generation, as they are learned from and judged by."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from statistics import fmean

from aachen.arena.training.crew import Crew
from aachen.arena.training.fitting import mean_loss
from aachen.arena.training.judging import judge
from aachen.arena.training.moments import Moments
from aachen.arena.training.selfplay import Attended, Lecture, School, Tick, Weights, attend, frozen

HELD_OUT = 5  # every fifth game is kept to judge by
LECTURE = 4  # games of a task


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


class ClassBook:
    """All games of a generation: by lesson, those to learn from and those to judge by."""

    def __init__(self, school: School) -> None:
        sizes = {lesson.name: len(lesson.features) + lesson.apart for lesson in school.all_lessons()}
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


def moments_of(books: list[ClassBook], name: str) -> Moments:
    """All that is remembered for a lesson."""
    newest = books[-1].learned[name]
    if len(books) == 1:
        return newest
    moments = Moments(len(newest.columns))
    for book in books:
        moments.extend(book.learned[name])
    return moments


def judged(books: list[ClassBook], name: str, weights: list[float]) -> Learned:
    """Weights of a lesson, judged by the newest games that were kept out."""
    moments, held_out = moments_of(books, name), books[-1].held_out[name]
    found = judge(held_out, weights)
    guesses = [log(sides) for sides in held_out.sides]
    return Learned(
        weights=weights,
        moments=len(moments),
        loss=round(found.loss, 6),
        loss_learned=round(mean_loss(moments, weights), 6),
        loss_guessed=round(fmean(guesses), 6) if guesses else 0.0,
        favourites=round(found.favourites, 6),
        miscalibration=round(found.miscalibration(), 6),
        bins=[(count, round(chance, 4), round(won, 4)) for count, chance, won in found.bins],
    )


def play(school: School, stage: str, games: int, players: list[Weights], crew: Crew, tick: Tick) -> ClassBook:
    """Play so many games and enter them in their order; the newest of the players come first."""
    book = ClassBook(school)
    known = tuple(frozen(each) for each in players)
    lectures = [
        Lecture(school, stage, tuple(range(at, min(games, at + LECTURE))), known)
        for at in range(0, games, LECTURE)
    ]
    for attended in crew.do(attend, lectures):
        for game in attended:
            book.enter(game)
        tick(len(attended))
    return book

"""Games a mind plays against itself, to learn from them, and matches against what it was before.

Minds are asked directly, without views: a position imagined for the seat takes their place, and no text is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from aachen.arena.training.lessons import knows, lesson_of, mind_with
from aachen.arena.training.moments import GameMoments, Notebook
from aachen.bots.lesson import Lesson
from aachen.bots.mind import Mind
from aachen.bots.plan import Plan
from aachen.core.common_luck import seed_of
from aachen.core.contract import Position
from aachen.core.luck import Luck, SeededLuck
from aachen.games import GAMES

LEVELS = ("greedy", "planner")
PLANS = 3  # among which a stray choice is made
FINE = list(range(10_000))  # how finely chances are told apart
MOST_ACTIONS = 20_000
MINDS_KEPT = 16  # in each process: elders come again and again, tries never

Tick = Callable[[int], None]  # so many games more
Weights = dict[str, list[float]]
Frozen = tuple[tuple[str, tuple[float, ...]], ...]  # weights that can be sent and compared


@dataclass(frozen=True)
class School:
    """What is learned, and how it is played for it."""

    game: str
    lessons: tuple[str, ...]  # about the same tables
    seed: int
    level: str = "greedy"
    explore: float = 0.1  # how often something other than the best is played
    moments: int = 40  # of a game, at most; they resemble each other
    opening: int = 0  # up to so many actions at random come first, so that games begin everywhere

    @property
    def name(self) -> str:
        """The lessons in one word."""
        return "+".join(self.lessons)

    def all_lessons(self) -> list[Lesson]:
        """What there is to learn."""
        return [lesson_of(self.game, name) for name in self.lessons]


@dataclass(frozen=True)
class Lecture:
    """One task: some games of a generation, played with these weights."""

    school: School
    stage: str  # of the training: the number of the generation, perhaps with a part of it
    games: tuple[int, ...]
    weights: tuple[Frozen, ...]  # the newest, then those of its elders


@dataclass(frozen=True)
class Bout:
    """One task: a block of two games, the new weights once on the even seats and once on the odd ones."""

    school: School
    stage: str
    block: int
    new: Frozen
    old: Frozen


def frozen(weights: Weights) -> Frozen:
    """Weights for a task."""
    return tuple((name, tuple(weights[name])) for name in sorted(weights))


class Pupil:
    """Plays one game of the school: a mind, or mere chance as long as nothing is known."""

    def __init__(self, mind: Mind | None, level: str) -> None:
        self.mind = mind
        self.level = level

    def plans(self, pos: Position, seat: int, luck: Luck, most: int) -> list[Plan]:
        """What the seat means to do, best first."""
        if self.mind is None:
            return [Plan([_any_offer(pos, seat, luck)], 0.0)]
        imagined = pos.imagine(seat, luck)
        if self.level == "planner":
            return self.mind.plans(imagined, seat, luck, most)
        return self.mind.step(imagined, seat)


@lru_cache(MINDS_KEPT)
def pupil(school: School, weights: Frozen) -> Pupil:
    """Who plays with these weights; whoever has learned nothing to play by plays at random."""
    by_lesson = {name: list(numbers) for name, numbers in weights}
    if not knows(school.game, school.lessons, by_lesson):
        return Pupil(None, school.level)
    return Pupil(mind_with(school.game, by_lesson), school.level)


@dataclass
class Attended:
    """One game of a lecture: what it teaches in each lesson, and that it was this game."""

    moments: list[GameMoments]  # by lesson
    actions: int
    digest: str  # of the last position


def attend(lecture: Lecture) -> list[Attended]:
    """Play the games of a task."""
    players = [pupil(lecture.school, weights) for weights in lecture.weights]
    return [_one_game(lecture.school, lecture.stage, number, players) for number in lecture.games]


def _one_game(school: School, stage: str, number: int, players: list[Pupil]) -> Attended:
    words = f"{school.seed} {school.name} {stage} {number}"
    luck, whim = SeededLuck(seed_of(f"game {words}")), SeededLuck(seed_of(f"whim {words}"))
    memory = SeededLuck(seed_of(f"memory {words}"))
    books = [Notebook(lesson, school.moments, memory) for lesson in school.all_lessons()]
    pos = begin(school, number, luck)
    seated = _seated(players, len(pos.seats()), whim)
    actions = _open(pos, whim.pick("opening", list(range(school.opening + 1))), luck, whim)
    while asked := pos.to_act():
        for book in books:
            book.look(pos)
        codes = _choice(seated[asked[0]], pos, asked[0], whim, school.explore)
        actions += _carry_out(pos, asked[0], codes, luck)
        assert actions < MOST_ACTIONS, f"no end: {pos.write()}"
    return Attended([book.close(pos) for book in books], actions, pos.digest())


def _seated(players: list[Pupil], seats: int, whim: Luck) -> list[Pupil]:
    """Who sits where: at about every other seat the newest, elsewhere the eldest or any elder, if they take part.

    Among pupils of one mind everybody does the same, and what that is worth cannot be told from the outcomes.
    A war story: weights that foretold games of their own kind better lost six of seven games to their elders.
    """
    if len(players) == 1:
        return players * seats
    elders = list(range(1, len(players)))
    return [players[0 if whim.pick("newest", [0, 1]) else _elder(elders, whim)] for _ in range(seats)]


def _elder(elders: list[int], whim: Luck) -> int:
    """The eldest half the time: it is what all the others are measured by."""
    return elders[0] if whim.pick("eldest", [0, 1]) else whim.pick("elder", elders)


def _open(pos: Position, actions: int, luck: Luck, whim: Luck) -> int:
    """Play so many actions at random; how many there were. A game that ends in them teaches nothing."""
    for done in range(actions):
        asked = pos.to_act()
        if not asked:
            return done
        pos.play(asked[0], _any_offer(pos, asked[0], whim), luck)
    return actions


def _any_offer(pos: Position, seat: int, whim: Luck) -> int:
    offers = pos.offers(seat)
    return offers[whim.pick("offer", list(range(len(offers))))]


def begin(school: School, number: int, luck: Luck) -> Position:
    """The first position of the school's game of that number; its options come in turn."""
    game = GAMES[school.game]
    named = school.all_lessons()[0].options()
    return game.new(game.options(named[number % len(named)]), luck)


def _choice(player: Pupil, pos: Position, seat: int, whim: Luck, explore: float) -> list[int]:
    """Mostly the best plan; now and then any plan or any offer, so that more of the game is seen."""
    if whim.pick("stray", FINE) >= explore * len(FINE):
        return player.plans(pos, seat, whim, 1)[0].codes
    if whim.pick("how", [0, 1]):
        return [_any_offer(pos, seat, whim)]
    plans = player.plans(pos, seat, whim, PLANS)
    return plans[whim.pick("plan", list(range(len(plans))))].codes


def _carry_out(pos: Position, seat: int, codes: list[int], luck: Luck) -> int:
    """Play a plan as far as it goes; how many actions that were."""
    for done, code in enumerate(codes):
        if done > 0 and pos.refusal(seat, code) is not None:
            return done
        pos.play(seat, code, luck)
    return len(codes)


def fight(bout: Bout) -> float:
    """What the new weights won of the two games of a block; a half is as good as the old ones."""
    school = bout.school
    new, old = pupil(school, bout.new), pupil(school, bout.old)
    return (_match(bout, [new, old]) + 1.0 - _match(bout, [old, new])) / 2


def _match(bout: Bout, players: list[Pupil]) -> float:
    """What the even seats won."""
    school = bout.school
    words = f"{school.seed} {school.name} {bout.stage} {bout.block}"
    luck, whim = SeededLuck(seed_of(f"match {words}")), SeededLuck(seed_of(f"whim of match {words}"))
    pos = begin(school, bout.block, luck)
    actions = 0
    while asked := pos.to_act():
        seat = asked[0]
        actions += _carry_out(pos, seat, players[seat % 2].plans(pos, seat, whim, 1)[0].codes, luck)
        assert actions < MOST_ACTIONS, f"no end: {pos.write()}"
    outcome = pos.outcome()
    assert outcome is not None
    winners = outcome.winners()
    return sum(1 for seat in winners if seat % 2 == 0) / len(winners) if winners else 0.5

"""Hill climbing by matches: changed weights replace the former ones if they win.

What explains games best does not always play best, so here only winning counts.
Each step tries many directions at once. A try leads away from the weights to both sides, as far one way as the other;
the two sides play a block against each other with the same luck, and the weights lean towards what won
(simultaneous perturbation, as chess engines are tuned). One block tells next to nothing; the sum of many does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import fmean

from aachen.arena.interval import Estimate, share_of
from aachen.arena.pool import Pool
from aachen.arena.training import weights_file
from aachen.arena.training.selfplay import (
    Frozen,
    MatchTask,
    SelfPlayConfig,
    Tick,
    Weights,
    frozen,
    play_match,
)
from aachen.core.common_luck import seed_of
from aachen.core.luck import SeededLuck

QUARTERS = 4  # of the way: at the end of each the climber plays where it came from
STEPS_SHRINK = 0.602  # how fast steps become shorter, and tries narrower: the exponents that are usual
TRIES_SHRINK = 0.101
HEAD_START = 0.1  # so much of the way is not counted when steps become shorter


@dataclass(frozen=True)
class ClimbSettings:
    """How to climb."""

    steps: int = 0
    tries: int = 20  # of each step: a block of two games for each
    reach: float = 0.3  # how far tries lead away, as a share of each weight
    pace: float = 1.0  # how far a step goes if its tries agree, in lengths of a try

    def is_mark(self, step: int) -> bool:
        """Whether another quarter of the way is done, but not the last."""
        return step < self.steps and QUARTERS * step // self.steps > QUARTERS * (step - 1) // self.steps

    def marks(self) -> int:
        """How many marks there are on the way."""
        return sum(self.is_mark(step) for step in range(1, self.steps + 1))

    def length(self, step: int) -> float:
        """How far this step goes: less and less."""
        free = HEAD_START * self.steps
        return self.pace * float(((free + 1) / (free + step)) ** STEPS_SHRINK)

    def width(self, step: int) -> float:
        """How far the tries of this step lead away: a little less each time."""
        return self.reach / float(step**TRIES_SHRINK)


@dataclass
class Mark:
    """How a step stood against the weights the climb began with."""

    step: int
    won: float
    error: float  # half the width of the interval


@dataclass
class Climb:
    """How far a climb has come."""

    steps: int = 0
    weights: Weights = field(default_factory=dict)  # after the last step, of the weight sets that climb
    marks: list[Mark] = field(default_factory=list)
    played: str = ""  # fingerprint of all results so far


class Climber:
    """Climbs from some weights, and knows nothing that is not in the climb: so it can go on later."""

    def __init__(
        self,
        config: SelfPlayConfig,
        ascent: ClimbSettings,
        generation: int,
        blocks: int,
        start: Weights,
        alive: Weights,
    ) -> None:
        """`alive` says by the names of their sets which features may move: one, or nothing for those that tell nobody apart."""
        self.config = config
        self.ascent = ascent
        self.generation = generation
        self.blocks = blocks  # of a match at a mark
        self.start = start
        self.alive = alive

    def step(self, climb: Climb, pool: Pool, tick: Tick) -> None:
        """One step more, with a match where a quarter of the way ends."""
        number = climb.steps + 1
        here = {name: climb.weights.get(name, self.start[name]) for name in self.alive}
        widths = {name: spans(each, self.ascent.width(number)) for name, each in here.items()}
        ways = [self._way(number, block) for block in range(self.ascent.tries)]
        stage = f"{self.generation} step {number}"
        tasks = [
            MatchTask(self.config, stage, block, *self._sides(here, widths, way))
            for block, way in enumerate(ways)
        ]
        scores = played(tasks, pool, tick)
        climb.weights = _lean(here, widths, ways, scores, self.ascent.length(number))
        climb.steps = number
        climb.played = weights_file.digest(climb.played, str(scores))
        if self.ascent.is_mark(number):
            climb.marks.append(self._mark(climb, pool, tick))

    def _way(self, step: int, block: int) -> Weights:
        """The direction of a try: for each feature that may move, up or down."""
        luck = SeededLuck(
            seed_of(f"way {self.config.seed} {self.config.name} {self.generation} {step} {block}")
        )
        return {
            name: [is_alive * luck.pick("way", [-1, 1]) for is_alive in self.alive[name]]
            for name in sorted(self.alive)
        }

    def _sides(self, here: Weights, widths: Weights, way: Weights) -> tuple[Frozen, Frozen]:
        """The weights on this side and on the other."""
        one, other = (
            {name: moved(here[name], widths[name], way[name], side) for name in here} for side in (1.0, -1.0)
        )
        return frozen({**self.start, **one}), frozen({**self.start, **other})

    def _mark(self, climb: Climb, pool: Pool, tick: Tick) -> Mark:
        now = {**self.start, **{name: weights_file.rounded(each) for name, each in climb.weights.items()}}
        stage = f"{self.generation} mark {climb.steps}"
        found = match(self.config, stage, self.blocks, now, self.start, pool, tick)
        return Mark(climb.steps, round(found.mean, 4), round(found.error(), 4))


def spans(weights: list[float], reach: float) -> list[float]:
    """How far a try leads away in each feature: a share of its weight, and of the usual weight if it is less."""
    usual = fmean(map(abs, weights)) or 1.0
    return [reach * max(usual, abs(weight)) for weight in weights]


def moved(weights: list[float], widths: list[float], way: list[float], by: float) -> list[float]:
    """Weights some way along a direction."""
    return [
        weight + by * width * towards for weight, width, towards in zip(weights, widths, way, strict=True)
    ]


def _lean(here: Weights, widths: Weights, ways: list[Weights], scores: list[float], length: float) -> Weights:
    """The weights after a step: moved along each try by as much as it won more than it lost."""
    won = [2.0 * score - 1.0 for score in scores]
    found = {}
    for name, weights in here.items():
        towards = [
            sum(gain * way[name][at] for gain, way in zip(won, ways, strict=True)) / len(won)
            for at in range(len(weights))
        ]
        found[name] = moved(weights, widths[name], towards, length)
    return found


def played(tasks: list[MatchTask], pool: Pool, tick: Tick) -> list[float]:
    """What the new weights of each block won."""
    scores = []
    for score in pool.map(play_match, tasks):
        scores.append(score)
        tick(2)
    return scores


def match(
    config: SelfPlayConfig, stage: str, blocks: int, new: Weights, old: Weights, pool: Pool, tick: Tick
) -> Estimate:
    """What the new weights win against the old ones, with its interval over blocks."""
    tasks = [MatchTask(config, stage, block, frozen(new), frozen(old)) for block in range(blocks)]
    return share_of(played(tasks, pool, tick), 0.5)

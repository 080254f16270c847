"""Finds the weights under which what happened was most likely: softmax regression, in plain Python.

The loss of a moment is what its outcome surprises us by, in nats: the shares that were won times the logarithms
of the chances we would have given. The sum is convex, so there is one best answer, and L-BFGS finds it.
A sample of the moments shows the way first; then few looks at all of them are enough.
"""

from __future__ import annotations

from math import exp, fsum, log, sqrt
from operator import mul

from aachen.arena.training.moments import Moments

ROUNDS = 60  # of the descent; it is near enough long before
MEMORY = 8  # how many steps are remembered
NEAR_ENOUGH = 1e-4  # the steepest slope we are content with: far below what chance does to 100,000 moments
SAMPLE = 10_000
SHORTEST_STEP = 1e-4
SMALL = 1e-9
SHYEST, BOLDEST = 0.1, 4.0  # how far weights are made smaller or larger to be calibrated
HALVINGS = 12


class Fit:
    """The weights that were found, and what they explain."""

    def __init__(self, weights: list[float], loss: float, rounds: int) -> None:
        self.weights = weights
        self.loss = loss  # of a moment in the mean, without what holding back costs
        self.rounds = rounds


class Slope:
    """How well some weights do, and which way it goes down."""

    def __init__(self, moments: Moments, scale: list[float], former: list[float], hold: float) -> None:
        self.moments = moments
        self.scale = scale
        self.former = former
        self.hold = hold

    def weights(self, point: list[float]) -> list[float]:
        """A point counts from the former weights, in units that make all features alike."""
        return [old + at / unit for old, at, unit in zip(self.former, point, self.scale, strict=True)]

    def at(self, point: list[float]) -> tuple[float, list[float]]:
        """Loss and gradient at a point, with the pull back to the former weights."""
        weights = self.weights(point)
        number = max(1, len(self.moments))
        loss, errors = surprise(self.moments, weights)
        gradient = [
            sum(map(mul, column, errors)) / number / unit + self.hold * at
            for column, unit, at in zip(self.moments.columns, self.scale, point, strict=True)
        ]
        return loss / number + self.hold / 2 * fsum(at * at for at in point), gradient


def surprise(moments: Moments, weights: list[float]) -> tuple[float, list[float]]:
    """The loss summed over all moments, and by row how much too large the chance was."""
    worths = moments.worths(weights)
    shares = moments.shares
    losses: list[float] = []
    errors: list[float] = []
    at = 0
    for sides in moments.sides:
        here, won = worths[at : at + sides], shares[at : at + sides]
        at += sides
        most = max(here)
        parts = [exp(worth - most) for worth in here]
        whole, all_won = sum(parts), sum(won)
        level = log(whole) + most
        for part, worth, share in zip(parts, here, won, strict=True):
            errors.append(all_won * part / whole - share)
            if share > 0.0:
                losses.append(share * (level - worth))
    return fsum(losses), errors


def mean_loss(moments: Moments, weights: list[float]) -> float:
    """How much the outcome of a moment surprises, in the mean."""
    return surprise(moments, weights)[0] / max(1, len(moments))


def fit(moments: Moments, former: list[float], hold: float) -> Fit:
    """The best weights for these moments; `hold` is how strongly the former ones hold back.

    What circumstances do is found as well, and left out.
    """
    features = len(former)
    former = former + [0.0] * (len(moments.columns) - features)
    some = moments.sample(SAMPLE)
    scale = spreads(some)
    point, path = [0.0] * len(former), Path()
    if some is not moments:
        point, _ = descend(Slope(some, scale, former, hold), point, path)
    slope = Slope(moments, scale, former, hold)
    point, rounds = descend(slope, point, path)
    weights = slope.weights(point)[:features]
    return Fit(weights, mean_loss(moments, weights), rounds)


def calibrated(moments: Moments, weights: list[float]) -> list[float]:
    """The same weights made larger or smaller together, so that their chances are neither too bold nor too shy."""
    worths = moments.worths(weights)
    low, high = SHYEST, BOLDEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        _, errors = surprise(moments, [middle * weight for weight in weights])
        if sum(map(mul, worths, errors)) > 0.0:
            high = middle
        else:
            low = middle
    return [(low + high) / 2 * weight for weight in weights]


def descend(slope: Slope, point: list[float], path: Path) -> tuple[list[float], int]:
    """Where it goes down no more, and in how many rounds we came there."""
    loss, gradient = slope.at(point)
    rounds = 0
    while rounds < ROUNDS and max(map(abs, gradient)) > NEAR_ENOUGH:
        rounds += 1
        found = _step(slope, point, loss, gradient, path.downhill(gradient))
        if found is None:
            break
        new_point, loss, new_gradient = found
        path.remember(_minus(new_point, point), _minus(new_gradient, gradient))
        point, gradient = new_point, new_gradient
    return point, rounds


def spreads(moments: Moments) -> list[float]:
    """How far apart the sides of a moment lie in each feature; one for a feature that never differs."""
    squares = [0.0] * len(moments.columns)
    at = 0
    for sides in moments.sides:
        for feature, cells in enumerate(zip(*moments.rows[at : at + sides], strict=True)):
            mean = sum(cells) / sides
            squares[feature] += sum((cell - mean) ** 2 for cell in cells)
        at += sides
    found = [sqrt(square / max(1, at)) for square in squares]
    return [spread if spread > SMALL else 1.0 for spread in found]


def differ(moments: Moments) -> list[float]:
    """One for each feature that tells sides apart in some moment; nothing for the others."""
    apart = [0.0] * len(moments.columns)
    at = 0
    for sides in moments.sides:
        first = moments.rows[at]
        for row in moments.rows[at + 1 : at + sides]:
            apart = [
                1.0 if cell != here else known for known, cell, here in zip(apart, row, first, strict=True)
            ]
        at += sides
    return apart


Step = tuple[list[float], float, list[float]]


def _step(
    slope: Slope, point: list[float], loss: float, gradient: list[float], ahead: list[float]
) -> Step | None:
    """The longest of ever shorter steps that really goes down; None if there is none."""
    steep = _dot(gradient, ahead)
    length = 1.0
    while length > SHORTEST_STEP:
        there = [at + length * step for at, step in zip(point, ahead, strict=True)]
        new_loss, new_gradient = slope.at(there)
        if new_loss <= loss + 0.0001 * length * steep:
            return there, new_loss, new_gradient
        length /= 2.0
    return None


class Path:
    """The last steps of a descent: they tell how the ground curves (L-BFGS)."""

    def __init__(self) -> None:
        self.steps: list[list[float]] = []
        self.bends: list[list[float]] = []  # how the gradient changed with each step

    def remember(self, step: list[float], bend: list[float]) -> None:
        """One step more; those that tell nothing are left out."""
        if _dot(step, bend) > SMALL * SMALL:
            self.steps = [*self.steps, step][-MEMORY:]
            self.bends = [*self.bends, bend][-MEMORY:]

    def downhill(self, gradient: list[float]) -> list[float]:
        """Where to go from here."""
        ahead = [-slope for slope in gradient]
        if not self.steps:
            return ahead
        pairs = list(zip(self.steps, self.bends, strict=True))
        taken = []
        for step, bend in reversed(pairs):
            part = _dot(step, ahead) / _dot(step, bend)
            taken.append(part)
            ahead = [at - part * by for at, by in zip(ahead, bend, strict=True)]
        step, bend = pairs[-1]
        size = _dot(step, bend) / _dot(bend, bend)
        ahead = [at * size for at in ahead]
        for (step, bend), part in zip(pairs, reversed(taken), strict=True):
            more = part - _dot(bend, ahead) / _dot(step, bend)
            ahead = [at + more * by for at, by in zip(ahead, step, strict=True)]
        return ahead


def _dot(one: list[float], other: list[float]) -> float:
    return fsum(map(mul, one, other))


def _minus(one: list[float], other: list[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=True)]

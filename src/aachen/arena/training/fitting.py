"""Softmax regression: the weights under which the outcomes of the sampled games were most likely.

The loss of a sample is its cross-entropy in nats. The mean loss is convex, so Newton's method finds the minimum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aachen.arena.training.samples import Floats, Samples

ROUNDS = 40
NEAR_ENOUGH = 1e-8  # the largest slope at which the descent ends
SHORTEST_STEP = 1e-4
LEAST_GAIN = 1e-4  # of what the slope promises: a step that brings less is halved
SMALL = 1e-9
LEAST_FACTOR, MOST_FACTOR = 0.1, 4.0  # within which weights are rescaled to be calibrated
HALVINGS = 12
FOLDS = 5  # parts of the games, each forecast by weights that were fitted to the others
RANK = 1e-10  # curvature below this part of the largest counts as none


@dataclass(frozen=True)
class Fit:
    """The weights that were found, and their mean loss without the penalty."""

    weights: list[float]
    loss: float
    rounds: int


class Objective:
    """The mean loss with a quadratic penalty for leaving the former weights.

    A point is a difference from the former weights, in units of the features' spreads.
    """

    def __init__(self, samples: Samples, scale: Floats, former: Floats, penalty: float) -> None:
        self.samples = samples
        self.scale = scale
        self.former = former
        self.penalty = penalty
        self.rows = centred(samples) / scale  # what all sides share changes no chance

    def weights(self, point: Floats) -> Floats:
        """The weights at a point."""
        return self.former + point / self.scale

    def loss(self, point: Floats) -> float:
        """The loss at a point."""
        penalty = self.penalty / 2 * float(point @ point)
        return mean_loss(self.samples, self.weights(point)) + penalty

    def slope(self, point: Floats) -> tuple[Floats, Floats]:
        """Gradient and Hessian at a point."""
        samples, number = self.samples, max(1, len(self.samples))
        chances, _ = samples.softmax(self.weights(point))
        won = samples.sums(samples.shares)
        weighted = self.rows * chances[:, None]
        means = samples.sums(weighted)
        gradient = self.rows.T @ (chances * samples.spread(won) - samples.shares) / number
        hessian = (
            self.rows.T @ (weighted * samples.spread(won)[:, None]) - means.T @ (means * won[:, None])
        ) / number
        return gradient + self.penalty * point, hessian + self.penalty * np.eye(len(point))


def mean_loss(samples: Samples, weights: Floats) -> float:
    """The mean cross-entropy of the outcomes."""
    _, logs = samples.softmax(weights)
    return float(-(samples.shares * logs).sum() / max(1, len(samples)))


def fit(samples: Samples, former: list[float], penalty: float) -> Fit:
    """The best weights for these samples; `penalty` is how strongly the former ones hold back.

    Weights of covariates are fitted as well, and left out.
    """
    features, width = len(former), samples.rows.shape[1]
    start = np.concatenate([np.asarray(former), np.zeros(width - features)])
    objective = Objective(samples, spreads(samples), start, penalty)
    point, rounds = minimise(objective, np.zeros(width))
    weights = objective.weights(point)
    weights[features:] = 0.0
    return Fit(weights[:features].tolist(), mean_loss(samples, weights), rounds)


def minimise(objective: Objective, point: Floats) -> tuple[Floats, int]:
    """Newton's method with step halving: the minimum, and the number of rounds."""
    for rounds in range(ROUNDS):
        gradient, hessian = objective.slope(point)
        if np.abs(gradient).max(initial=0.0) <= NEAR_ENOUGH:
            return point, rounds
        step: Floats = np.linalg.lstsq(hessian, -gradient, RANK)[0].astype(
            np.float64
        )  # a feature that never differs has no curvature
        length = _step_length(objective, point, step, float(gradient @ step))
        if length == 0.0:
            return point, rounds
        point = point + length * step
    return point, ROUNDS


def _step_length(objective: Objective, point: Floats, step: Floats, promised: float) -> float:
    """The longest of ever shorter steps that reduces the loss; 0 if there is none."""
    loss, length = objective.loss(point), 1.0
    while length > SHORTEST_STEP:
        if objective.loss(point + length * step) <= loss + LEAST_GAIN * length * promised:
            return length
        length /= 2.0
    return 0.0


def calibrate(samples: Samples, weights: list[float]) -> list[float]:
    """The same weights multiplied by one factor, so that the chances are neither too extreme nor too timid."""
    given = np.asarray(weights + [0.0] * (samples.rows.shape[1] - len(weights)))
    scores, won = samples.rows @ given, samples.spread(samples.sums(samples.shares))
    low, high = LEAST_FACTOR, MOST_FACTOR
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        chances, _ = samples.softmax(middle * given)
        if scores @ (won * chances - samples.shares) > 0.0:
            high = middle
        else:
            low = middle
    return [(low + high) / 2 * weight for weight in weights]


def shrink(samples: Samples, fitted: Fit, penalty: float, phases: tuple[int, ...]) -> Fit:
    """Reduce the weights of each phase by a factor, as far as they say less about new games than about those fitted to.

    The factors, from 0 to 1, are fitted to games that the weights were not fitted to, part by part (stacking).
    Where nothing can be foretold the factor is near 0, and the chances near those of a guess.
    """
    names = sorted({phase for phase in phases if phase >= 0})
    columns = np.asarray(phases)
    unseen = np.zeros((len(samples.rows), len(names) + 1))
    for fold in range(FOLDS):
        is_left_out = np.arange(len(samples)) * FOLDS // max(1, len(samples)) == fold
        rows = samples.spread(is_left_out)
        weights = np.asarray(fit(samples.part(~is_left_out), [0.0] * len(phases), penalty).weights)
        for at, phase in enumerate([*names, -1]):
            unseen[rows, at] = samples.rows[rows] @ np.where(columns == phase, weights, 0.0)
    by_phase = Samples(samples.sides.tolist(), samples.shares, unseen)
    factors = np.clip(fit(by_phase, [0.0] * (len(names) + 1), 0.0).weights, 0.0, 1.0)
    scale = np.ones(len(phases))
    for at, phase in enumerate(names):
        scale[columns == phase] = factors[at]
    weights = np.asarray(fitted.weights) * scale
    return Fit(weights.tolist(), mean_loss(samples, weights), fitted.rounds)


def spreads(samples: Samples) -> Floats:
    """The standard deviation of each feature within a sample; one for a feature that never differs."""
    if not len(samples):
        return np.ones(samples.rows.shape[1])
    found = np.sqrt((centred(samples) ** 2).mean(axis=0))
    return np.where(found > SMALL, found, 1.0)


def centred(samples: Samples) -> Floats:
    """The rows less the means of their samples."""
    found: Floats = samples.rows - samples.spread(samples.sums(samples.rows) / samples.sides[:, None])
    return found


def differ(samples: Samples) -> list[float]:
    """One for each feature that differs between the sides of some sample; nothing for the others."""
    apart = samples.rows != samples.spread(samples.rows[samples.starts])
    return [float(each) for each in apart.any(axis=0)]

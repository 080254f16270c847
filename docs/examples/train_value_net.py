"""Trains a small value net on a dataset: from what a seat may know to what it wins.

python docs/examples/train_value_net.py docs/data/carolus-2-planner.jsonl.xz
"""

import sys
import time

import numpy as np

from aachen.core.planes import PlaneLayout
from aachen.env.datasets import load_games, to_samples
from aachen.env.observing import scales
from aachen.titles import TITLES

PLACES = ("territory", "land")

HIDDEN, STEPS, ROWS, RATE, DECAY, FOLDS = 8, 600, 256, 3e-3, 0.3, 5


def main(path: str) -> None:
    """Train on four games of five and test on the fifth, each fifth once; print the loss, and that of a guess."""
    started = time.perf_counter()
    games = load_games(path)
    samples = to_samples(games, every=4)
    game = TITLES[str(games.card["game"])].game
    layout = game.empty(game.options(games.card["options"])).plane_layout()
    inputs = pooled(samples.observations * scales(layout), layout)
    print(f"{len(inputs)} positions of {samples.games.max()} games")
    losses = [tested(inputs, samples.won, samples.games % FOLDS == fold) for fold in range(FOLDS)]
    loss, guess = np.mean(losses, axis=0)
    print(
        f"loss on games that were kept out: {loss:.3f}, of a guess {guess:.3f} (each fifth: {fifths(losses)})"
    )
    print(f"{time.perf_counter() - started:.0f} s")


def tested(inputs: np.ndarray, won: np.ndarray, held_out: np.ndarray) -> tuple[float, float]:
    """The loss of a net on what was kept out of its training, and that of a guess.

    What is kept out are whole games: the rows of one game resemble each other.
    """
    net = Net(inputs.shape[1], np.random.default_rng(1))
    net.train(inputs[~held_out], won[~held_out], STEPS)
    guess = np.full(held_out.sum(), won[~held_out].mean())
    return loss_of(net.value(inputs[held_out]), won[held_out]), loss_of(guess, won[held_out])


def fifths(losses: list[tuple[float, float]]) -> str:
    """The losses of the net one by one: how much of the result is luck of the split."""
    return ", ".join(f"{loss:.3f}" for loss, _ in losses)


def pooled(inputs: np.ndarray, layout: PlaneLayout) -> np.ndarray:
    """Sums over places: so few games cannot teach what each land or territory is worth, but how many are held."""
    parts = []
    for plane in layout.planes:
        part = inputs[:, layout.offsets[plane.name] :][:, : plane.size].reshape(-1, *plane.shape)
        summed = tuple(1 + at for at, axis in enumerate(plane.axes) if axis.name in PLACES)
        parts.append((part.sum(summed) / 4 if summed else part).reshape(len(inputs), -1))
    return np.concatenate(parts, 1)


class Net:
    """One hidden layer of rectifiers, trained by Adam."""

    def __init__(self, size: int, rng: np.random.Generator) -> None:
        self.rng = rng
        first = rng.normal(0, (2 / size) ** 0.5, (size, HIDDEN)).astype(np.float32)
        last = rng.normal(0, (1 / HIDDEN) ** 0.5, HIDDEN).astype(np.float32)
        self.weights = [first, np.zeros(HIDDEN, np.float32), last, np.zeros((), np.float32)]

    def value(self, inputs: np.ndarray) -> np.ndarray:
        """The share of the game that is expected."""
        first, shift, last, level = self.weights
        return 1 / (1 + np.exp(-(np.maximum(inputs @ first + shift, 0) @ last + level)))

    def train(self, inputs: np.ndarray, won: np.ndarray, steps: int) -> None:
        """So many steps on a few rows each."""
        means = [np.zeros_like(each) for each in self.weights]
        squares = [np.zeros_like(each) for each in self.weights]
        for step in range(1, steps + 1):
            rows = self.rng.integers(0, len(won), ROWS)
            for at, slope in enumerate(self.slopes(inputs[rows], won[rows])):
                means[at] = 0.9 * means[at] + 0.1 * slope
                squares[at] = 0.999 * squares[at] + 0.001 * slope**2
                change = means[at] / (1 - 0.9**step) / (np.sqrt(squares[at] / (1 - 0.999**step)) + 1e-8)
                self.weights[at] = self.weights[at] - RATE * (change + DECAY * self.weights[at])

    def slopes(self, inputs: np.ndarray, won: np.ndarray) -> list[np.ndarray]:
        """The slope of the loss for each weight."""
        first, shift, last, _ = self.weights
        hidden = np.maximum(inputs @ first + shift, 0)
        error = (self.value(inputs) - won) / len(won)
        behind = np.outer(error, last) * (hidden > 0)
        return [inputs.T @ behind, behind.sum(0), hidden.T @ error, np.asarray(error.sum())]


def loss_of(value: np.ndarray, won: np.ndarray) -> float:
    """How much the winner surprises, in nats."""
    value = np.clip(value, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(value) + (1 - won) * np.log(1 - value)).mean())


if __name__ == "__main__":
    main(*sys.argv[1:2])

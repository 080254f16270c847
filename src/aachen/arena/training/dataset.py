"""The games of a generation: those that weights are fitted to, and those held out to evaluate them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from aachen.arena.pool import Pool
from aachen.arena.training.fitting import mean_loss
from aachen.arena.training.metrics import measure
from aachen.arena.training.samples import Samples, join
from aachen.arena.training.sampling import GameSamples
from aachen.arena.training.selfplay import (
    GamesTask,
    PlayedGame,
    SelfPlayConfig,
    Tick,
    Weights,
    frozen,
    play_games,
)

HELD_OUT = 5  # every fifth game
GAMES_OF_TASK = 4


@dataclass
class FitReport:
    """What one weight set came to in one generation. Numbers of the held-out games, unless they say otherwise."""

    weights: list[float]
    samples: int  # that it was fitted to
    loss: float
    loss_learned: float  # on the games it was fitted to
    loss_guessed: float  # if all sides were equally likely to win
    favourites: float
    miscalibration: float
    bins: list[tuple[int, float, float]]
    fifths: list[tuple[int, float, float]] = field(default_factory=list)  # samples, loss and guess by fifth
    tables: dict[str, list[tuple[int, float, float]]] = field(default_factory=dict)  # the same by players


class Dataset:
    """All games of a generation, by weight set."""

    def __init__(self, config: SelfPlayConfig) -> None:
        sets = config.all_weight_sets()
        self.widths = {each.name: len(each.features) + each.covariate_count for each in sets}
        self.has_nobody = {each.name: each.has_nobody for each in sets}
        self.learned: dict[str, list[GameSamples]] = {name: [] for name in self.widths}
        self.held_out: dict[str, list[GameSamples]] = {name: [] for name in self.widths}
        self.actions: list[int] = []
        self.digests: list[str] = []

    def enter(self, game: PlayedGame) -> None:
        """One game more."""
        is_held_out = len(self.actions) % HELD_OUT == HELD_OUT - 1
        into = self.held_out if is_held_out else self.learned
        for samples, games in zip(game.samples, into.values(), strict=True):
            games.append(samples)
        self.actions.append(game.actions)
        self.digests.append(game.digest)


def samples_of(datasets: list[Dataset], name: str) -> Samples:
    """What a weight set is fitted to: the games of all these generations."""
    return join((game for each in datasets for game in each.learned[name]), datasets[-1].widths[name])


def fit_report(datasets: list[Dataset], name: str, weights: list[float]) -> FitReport:
    """Weights evaluated by the newest games that were held out."""
    samples = samples_of(datasets, name)
    held_out = join(datasets[-1].held_out[name], datasets[-1].widths[name])
    found = measure(held_out, weights, datasets[-1].has_nobody[name])
    padded = np.asarray(weights + [0.0] * (samples.rows.shape[1] - len(weights)))
    return FitReport(
        weights=weights,
        samples=len(samples),
        loss=round(found.loss, 6),
        loss_learned=round(mean_loss(samples, padded), 6),
        loss_guessed=round(_mean_guess(found.fifths), 6),
        favourites=round(found.favourites, 6),
        miscalibration=round(found.miscalibration(), 6),
        bins=[(count, round(chance, 4), round(won, 4)) for count, chance, won in found.bins],
        fifths=_rounded(found.fifths),
        tables={str(players): _rounded(fifths) for players, fifths in found.tables.items()},
    )


def _mean_guess(fifths: list[tuple[int, float, float]]) -> float:
    """The loss of a guess over the whole game."""
    return sum(count * guess for count, _, guess in fifths) / max(1, sum(count for count, _, _ in fifths))


def _rounded(fifths: list[tuple[int, float, float]]) -> list[tuple[int, float, float]]:
    return [(count, round(loss, 4), round(guess, 4)) for count, loss, guess in fifths]


def play(
    config: SelfPlayConfig, stage: str, games: int, players: list[Weights], pool: Pool, tick: Tick
) -> Dataset:
    """Play so many games and enter them in their order; the newest of the players come first."""
    dataset = Dataset(config)
    known = tuple(frozen(each) for each in players)
    tasks = [
        GamesTask(config, stage, tuple(range(at, min(games, at + GAMES_OF_TASK))), known)
        for at in range(0, games, GAMES_OF_TASK)
    ]
    for played in pool.map(play_games, tasks):
        for game in played:
            dataset.enter(game)
        tick(len(played))
    return dataset

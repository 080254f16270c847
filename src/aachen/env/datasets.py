"""Datasets as tensors: what the seat that chooses may know, what it chose, and what it won in the end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from aachen.arena.game_archive import GameArchive, GameLog, open_games
from aachen.core.contract import Position
from aachen.core.errors import bad
from aachen.core.json_shapes import Plain
from aachen.core.planes import PlanedPosition, PlaneLayout

CARD = "card"


@dataclass(slots=True)
class DecisionSamples:
    """One row for each decision that was kept."""

    observations: NDArray[np.uint8]  # the numbers of the layout, the choosing seat's own first
    actions: NDArray[np.int32]  # the code of what was chosen
    seats: NDArray[np.int8]
    games: NDArray[np.int32]  # the number of the game, from 1: split by it, never by row
    entries: NDArray[np.int32]  # the entry of the log, from 1
    won: NDArray[np.float32]  # what the choosing seat has won of the game in the end
    card: Plain

    def of_games(self, numbers: Iterable[int]) -> DecisionSamples:
        """The rows of these games alone."""
        kept = np.isin(self.games, list(numbers))
        arrays = {name: getattr(self, name)[kept] for name in ARRAYS}
        return DecisionSamples(**arrays, card=self.card)


ARRAYS = ("observations", "actions", "seats", "games", "entries", "won")


def load_games(path: str) -> GameArchive:
    """The games of a dataset, with its card."""
    return open_games(path)


def to_samples(archive: GameArchive, every: int = 1) -> DecisionSamples:
    """Every so manieth decision of all games, replayed by the rules."""
    rows: list[tuple[NDArray[np.uint8], int, int, int, int, float]] = []
    for game in archive:
        rows += _rows(game, every)
    if not rows:
        raise bad("dataset_no_games", str(archive.path))
    columns = list(zip(*rows, strict=True))
    return DecisionSamples(
        np.stack(columns[0]),
        np.array(columns[1], np.int32),
        np.array(columns[2], np.int8),
        np.array(columns[3], np.int32),
        np.array(columns[4], np.int32),
        np.array(columns[5], np.float32),
        archive.card,
    )


def _rows(game: GameLog, every: int) -> list[tuple[NDArray[np.uint8], int, int, int, int, float]]:
    places = cast("dict[str, int]", game.outcome["places"])
    winners = sum(place == 1 for place in places.values())
    won = {seat: 1 / winners if place == 1 else 0.0 for seat, place in places.items()}
    rows: list[tuple[NDArray[np.uint8], int, int, int, int, float]] = []
    before: Position | None = None
    for step in game.steps():
        if before is not None and step.action is not None and step.seat in won and step.seq % every == 0:
            seat = before.seats().index(step.seat)
            code = before.read_action(step.action)
            rows.append((tensor_of(before, seat), code, seat, game.number, step.seq, won[step.seat]))
        before = None if step.position is None else step.position.copy()
    return rows


def tensor_of(position: Position, seat: int) -> NDArray[np.uint8]:
    """The numbers of the layout as one seat may know them."""
    written = cast(PlanedPosition, position).planes(seat)
    order = layout_of(position).order(seat)
    return np.frombuffer(written, np.uint8).take(np.array(order, dtype=np.intp))


def layout_of(position: Position) -> PlaneLayout:
    """Which number is which fact."""
    return cast(PlanedPosition, position).plane_layout()


def save_samples(samples: DecisionSamples, path: str) -> None:
    """One compressed file of numpy."""
    arrays: dict[str, Any] = {name: getattr(samples, name) for name in ARRAYS}
    arrays[CARD] = np.frombuffer(json.dumps(samples.card).encode(), np.uint8)
    np.savez_compressed(path, **arrays)


def load_samples(path: str) -> DecisionSamples:
    """What `save_samples` wrote."""
    with np.load(path) as found:
        return DecisionSamples(
            **{name: found[name] for name in ARRAYS}, card=json.loads(found[CARD].tobytes())
        )

"""What siblings may have laid: their tiles dealt again, the likelier the more they bring."""

from __future__ import annotations

from math import exp
from typing import Final

from aachen.bots.carolingi.evaluation import Evaluator
from aachen.bots.carolingi.tile_planner import TilePlanner
from aachen.bots.quick_luck import QuickLuck
from aachen.bots.search import drawn
from aachen.games.carolingi.for_bots import (
    NO_ACTION,
    NOTHING,
    PEACE,
    TILES,
    Position,
    can_swap,
    pairs_of_tiles,
    replaced,
)

EAGER: Final = 30.0  # how much likelier a tile is laid for each whole chance it brings
IDLE: Final = 0.4  # how likely No-action is laid, compared with a tile that brings nothing


class Siblings:
    """The seats at the table, as they are imagined at one choice."""

    def __init__(self, evaluator: Evaluator, pos: Position) -> None:
        self.evaluator = evaluator
        self.pos = pos
        self._likely: list[list[float]] = [[] for _ in range(pos.realm.players)]  # how likely a tile is laid

    def open_placing(self, pos: Position, seat: int) -> None:
        """As it was before anybody laid a tile."""
        pos.waiting = (1 << pos.realm.players) - 1
        for other in range(pos.realm.players):
            pos.sealed[other] = NOTHING
            if other != seat:
                pos.laid = replaced(pos.laid, other, NOTHING)
                pos.laid_tiles = replaced(pos.laid_tiles, other, 0)

    def open_swapping(self, pos: Position) -> None:
        for other in range(pos.realm.players):
            if can_swap(pos, other):
                pos.waiting |= 1 << other
            pos.sealed[other] = NOTHING

    def _likely_tiles(self, other: int) -> list[float]:
        """How likely a seat lays each tile, by what the tile would bring it now."""
        pos = self.pos
        base = self.evaluator.chance(pos, other)
        tile_planner = TilePlanner(self.evaluator, other)
        likely: list[float] = []
        for tile in range(PEACE + 1):
            held = pos.copy()
            held.hand[other * TILES + tile] += 1
            held.inactive = replaced(held.inactive, other * TILES + tile, 0)
            gain = tile_planner.drawn(held, tile).chance - base
            likely.append(exp(max(-5.0, min(5.0, EAGER * gain))))
        likely.append(IDLE)
        return likely

    def lay_anew(self, pos: Position, other: int, luck: QuickLuck) -> None:
        """Put the sibling's imagined tiles back and lay likelier ones."""
        first = other * TILES
        mine = [code for code in pos.bag if first <= code < first + TILES]
        if not mine or (len(mine) == 1 and pos.drawn[other] == PEACE):
            return
        for code in mine:
            pos.hand[code] += 1
        chosen = self._two(pos, other, luck) if len(mine) == 2 else self._one(pos, other, luck)
        for number, code in enumerate(mine):
            pos.bag[pos.bag.index(code)] = -1 - number
        for number, tile in enumerate(chosen):
            pos.hand[first + tile] -= 1
            pos.bag[pos.bag.index(-1 - number)] = first + tile
        pos.bag.sort()

    def _two(self, pos: Position, other: int, luck: QuickLuck) -> list[int]:
        likely, actions = self.likely_of(other), pos.realm.actions
        pairs = pairs_of_tiles(pos.realm.actions, self._free(pos, other))
        weights = [likely[actions.x[pair]] * likely[actions.y[pair]] for pair in pairs]
        pair = pairs[drawn(weights, luck)]
        return [actions.x[pair], actions.y[pair]]

    def _one(self, pos: Position, other: int, luck: QuickLuck) -> list[int]:
        """Peace only ever lies with No-action (C20)."""
        likely, free = self.likely_of(other), self._free(pos, other)
        weights = [likely[tile] if free[tile] else 0.0 for tile in range(TILES)]
        if pos.drawn[other] != NO_ACTION and pos.drawn[other] != NOTHING:
            weights[PEACE] = 0.0
        return [drawn(weights, luck)]

    def _free(self, pos: Position, other: int) -> list[int]:
        """What the sibling may have laid: nothing that was activated only this season."""
        at = other * TILES
        return [pos.hand[at + tile] - pos.fresh[at + tile] for tile in range(TILES)]

    def likely_of(self, seat: int) -> list[float]:
        """How likely the seat lays each tile."""
        if not self._likely[seat]:
            self._likely[seat] = self._likely_tiles(seat)
        return self._likely[seat]

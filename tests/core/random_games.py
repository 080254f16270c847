"""Random games for the tests of logs, replays and dialogues."""

from __future__ import annotations

import random
from typing import Any

from aachen.core.log import Record, forget
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

GAME = GAMES["carolingi"]


def options(players: int = 2) -> Any:
    """The usual options for so many."""
    return GAME.options({"players": players})


def begin(seed: int = 1, players: int = 2, store=forget) -> Record:
    """A game that has just been set up."""
    return Record.begin(GAME, options(players), SeededLuck(seed), store)


def play_on(record: Record, entries: int | None = None, seed: int = 1, undo: float = 0.0) -> Record:
    """Go on at random, so many entries or to the end, sometimes taking something back."""
    dice, luck = random.Random(seed), SeededLuck(seed)
    while record.position.outcome() is None and (entries is None or record.seq < entries):
        seat = dice.choice(record.position.to_act())
        record.play(seat, dice.choice(record.position.offers(seat)), luck)
        if record.undoable() and dice.random() < undo:
            record.undo(dice.choice(record.undoable()))
    return record


def text(record: Record) -> list[str]:
    """The lines as a file has them."""
    return [line + "\n" for line in record.lines]

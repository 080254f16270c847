"""Reads a position from its line or block of text (see notation.py), and refuses what is not sound."""

from __future__ import annotations

from aachen.core.errors import BadInput
from aachen.core.luck import Luck, SeededLuck
from aachen.games.carolingi import check, notation
from aachen.games.carolingi.options import Options
from aachen.games.carolingi.position import Position


def read(text: str, options: Options | None = None, luck: Luck | None = None) -> Position:
    """The position of the text; question marks are dealt by luck. Bad text raises BadInput with every fault."""
    reader = notation.open_text(text, options, luck if luck is not None else SeededLuck(0))
    position = Position(reader.realm)
    notation.read_into(reader, position)
    found = reader.faults or check.faults(position)
    if found:
        raise BadInput(found)
    return position

"""Positions that people bring along as text (docs/positions.md): each becomes a record of one moment.

A position without question marks is a log without entries, seen with any eyes.
One with question marks becomes a story of one screen, seen with the eyes of whoever sees exactly this:
the deal that takes the place of the marks is shown to nobody.
"""

from __future__ import annotations

from aachen.core.contract import Position
from aachen.core.log import AnyGame, Record
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

MARK = "?"  # of what a viewer does not know


def is_position(text: str) -> bool:
    """Whether a text begins like a position: with the name of a game and a colon."""
    return game_name(text) is not None


def game_name(text: str) -> str | None:
    """The game whose name a position begins with."""
    name = _line(text).partition(":")[0].strip().lower()
    return name if name in GAMES else None


def read_whole(text: str) -> Record | None:
    """The log of one moment, or None for a position that nobody sees whole; raises BadInput if it is impossible."""
    game, line = _game(text), _line(text)
    if MARK in line:
        return None
    return Record.begin_at(game, game.read(line))


def read_seen(text: str) -> tuple[Position, int | None]:
    """A position that fits what is known, and who sees exactly that: a seat, or spectators."""
    line = _line(text)
    position = _game(text).from_view({"line": line}, SeededLuck(0))
    wanted = _statements(line)
    for seat in range(len(position.seats())):
        if _statements(str(position.view(seat)["line"])) == wanted:
            return position, seat
    return position, None


def _game(text: str) -> AnyGame:
    name = game_name(text)
    assert name is not None, "asked for a position"
    return GAMES[name]


def _line(text: str) -> str:
    """The text in one line, without its remarks."""
    lines = (line.partition("#")[0].strip() for line in text.removeprefix("\ufeff").splitlines())
    return "; ".join(line.rstrip(";").strip() for line in lines if line)


def _statements(line: str) -> set[str]:
    return {" ".join(each.split()) for each in line.split(";") if each.strip()}

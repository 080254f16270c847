"""What the tests of Carolus Magnus speak in: positions as text, actions as words, what is seen as plain numbers.

Everything goes through the contract and through names, never through the engine's insides.
`play` works on a copy, so a position written at the top of a file is good for every test of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.play_kit import Action as Action
from tests.play_kit import Luck as Luck
from tests.play_kit import asked as asked
from tests.play_kit import number_of as number_of
from tests.play_kit import offered as offered
from tests.play_kit import outcome as outcome
from tests.play_kit import play as play
from tests.play_kit import public_events as public_events
from tests.play_kit import refused as refused
from tests.play_kit import winners as winners

from aachen.core.errors import BadInput
from aachen.core.luck import ScriptedLuck
from aachen.games import carolus
from aachen.games.carolus import Options, Position

CLANS = ("red", "blue", "green", "yellow", "pink")
DEALT: Luck = [f"paladin {clan}" for clan in CLANS for _ in range(3)]
THREE: Luck = ["die red", "die blue", "die green"]
FOUR: Luck = [*THREE, "die pink"]

# The book's example of a counter-attack: the yellow clan decides about five castles.
COUNTER_ATTACK = """
    round: 4
    putting: white
    emperor: a
    white discs: left 1, shown 3
    black discs: left 1, shown 4
    region ab: blue 2, green 2, red 1, castles 2 black
    region c: blue 3, red 1, castles 1 white
    region def: yellow 4, red 2, pink 1, green 2, blue 1, castles 3 black
    region g: pink 1, castles 1 white
    white court: red 7, pink 8, blue 6, yellow 6, green 3
    black court: red 6, pink 5, blue 8, yellow 6, green 5
    emblems: yellow black
    white reserve: yellow 1, red 2, blue 1, green 1
"""


# Actions


def lay(disc: int) -> Action:
    """A disc in the opening phase."""
    return {"do": "lay", "disc": disc}


def put(clan: str, place: str = "court") -> Action:
    """A paladin to the court or to a region."""
    return {"do": "put", "clan": clan, "place": place}


def advance(steps: int) -> Action:
    """Steps of the Emperor."""
    return {"do": "advance", "steps": steps}


def crown(clan: str) -> Action:
    """The clan that a crown stands for."""
    return {"do": "crown", "clan": clan}


# Positions


def position(text: str, players: int = 2) -> Position:
    """The position of a block of text; it must be a sound one."""
    return carolus.read(f"carolus: players {players}\n{text}")


def new_game(*luck: str, players: int = 2) -> Position:
    """A game set up by these answers of luck, all of which must be asked for."""
    options = Options(players)
    empty = carolus.GAME.empty(options)
    script = ScriptedLuck([empty.read_luck(answer.split()) for answer in luck])
    board = carolus.new(options, script)
    assert script.said == len(script.script), f"luck is left over: {luck[script.said :]}"
    return board


def faults(text: str, players: int = 2) -> list[tuple[str, str]]:
    """What is wrong with a text, as (code, where); empty if it can be read."""
    try:
        position(text, players)
    except BadInput as bad:
        return [(fault.code, fault.where) for fault in bad.faults]
    return []


# Playing


def every_position_of_turn(board: Position, seat: str) -> Iterator[Position]:
    """Every position in which a turn's paladins are all in play, once for each order."""
    number = number_of(board, seat)
    if board.view(None)["phase"] != "putting":
        yield board
        return
    for code in board.offers(number):
        after = board.copy()
        after.play(number, code, ScriptedLuck([]))
        yield from every_position_of_turn(after, seat)


# Seeing


def seen(board: Position) -> dict[str, Any]:
    """The spectator's view, which holds everything."""
    return board.view(None)


def region(board: Position, name: str) -> dict[str, Any]:
    """The region that a territory belongs to."""
    return next(each for each in seen(board)["ring"] if name in each["territories"])


def ring(board: Position) -> list[str]:
    """The regions clockwise, each by its territories."""
    return ["".join(each["territories"]) for each in seen(board)["ring"]]


def castles(board: Position, name: str) -> tuple[str | None, int]:
    """Owner and number of castles in a region."""
    found = region(board, name)
    return found["owner"], found["castles"]


def emperor(board: Position) -> str:
    """The region he stands in."""
    return str(seen(board)["emperor"])


def court(board: Position, seat: str) -> dict[str, int]:
    """The paladins at a court, by clan."""
    found: dict[str, int] = seen(board)["courts"][seat]["paladins"]
    return found


def reserve(board: Position, seat: str) -> dict[str, int]:
    """The paladins in a reserve, by clan."""
    found: dict[str, int] = seen(board)["courts"][seat]["reserve"]
    return found


def emblem(board: Position, clan: str) -> str | None:
    """Who controls the clan."""
    holder: str | None = seen(board)["emblems"][clan]
    return holder


def discs(board: Position, seat: str) -> list[int]:
    """The discs a seat has not laid."""
    found: list[int] = seen(board)["courts"][seat]["discs"]
    return found


def stop(board: Position, steps: int) -> dict[str, Any]:
    """What would happen if the Emperor made so many steps."""
    found: dict[str, Any] = seen(board)["stops"][steps - 1]
    return found

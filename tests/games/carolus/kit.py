"""What the tests of Carolus Magnus speak in: positions as text, actions as words, what is seen as plain numbers.

Everything goes through the contract and through names, never through the engine's insides.
`play` works on a copy, so a position written at the top of a file is good for every test of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from aachen.core.errors import BadInput
from aachen.core.events import Event
from aachen.core.luck import ScriptedLuck
from aachen.core.outcome import Outcome
from aachen.games import carolus
from aachen.games.carolus import Options, Position

Action = dict[str, object]
Luck = Sequence[str]  # "die red", "die crown", "first white", "emperor c", "paladin red"

CLANS = ("red", "blue", "green", "yellow", "pink")
DEALT: Luck = [f"paladin {clan}" for clan in CLANS for _ in range(3)]
THREE: Luck = ["die red", "die blue", "die green"]
FOUR: Luck = [*THREE, "die pink"]


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


def number_of(board: Position, seat: str) -> int:
    """The seat of that name."""
    return board.seats().index(seat)


def play(board: Position, seat: str, *actions: Action, luck: Luck = ()) -> Position:
    """The position after the actions, on a copy; luck must be used up exactly."""
    return _run(board, seat, actions, luck, [])


def public_events(board: Position, seat: str, *actions: Action, luck: Luck = ()) -> list[dict[str, object]]:
    """The events that are told while the actions are played."""
    heard: list[Event] = []
    _run(board, seat, actions, luck, heard)
    return [event.seen_by(None) for event in heard]


def _run(board: Position, seat: str, actions: Sequence[Action], luck: Luck, heard: list[Event]) -> Position:
    after = board.copy()
    script = ScriptedLuck([after.read_luck(answer.split()) for answer in luck])
    for action in actions:
        why_not = refused(after, seat, action)
        assert why_not is None, f"{seat} {action} is refused by {why_not}"
        after.play(number_of(after, seat), after.read_action(action), script, heard.append)
        assert after.check() == [], f"{seat} {action} leaves an unsound position"
    assert script.said == len(script.script), f"luck is left over: {list(luck)[script.said :]}"
    return after


def refused(board: Position, seat: str, action: Action) -> tuple[str, ...] | None:
    """(section, code), with the ruling as a third if one decides; None if it is allowed and offered."""
    code = board.read_action(action)
    refusal = board.refusal(number_of(board, seat), code)
    is_offered = code in board.offers(number_of(board, seat))
    assert is_offered == (refusal is None), f"{action}: offered {is_offered}, but refusal is {refusal!r}"
    if refusal is None:
        return None
    return (
        (refusal.section, refusal.code, refusal.ruling) if refusal.ruling else (refusal.section, refusal.code)
    )


def offered(board: Position, seat: str, do: str = "") -> list[Action]:
    """What the seat is offered, in order; only one kind of action if `do` names it."""
    named = [board.name_action(code) for code in board.offers(number_of(board, seat))]
    return [action for action in named if do in ("", action["do"])]


def asked(board: Position) -> list[str]:
    """The seats the table waits for."""
    return [board.seats()[seat] for seat in board.to_act()]


def outcome(board: Position) -> Outcome:
    """How the game ended; it must have."""
    found = board.outcome()
    assert found is not None, "the game goes on"
    return found


def winners(board: Position) -> list[str]:
    """The names of the seats that have won."""
    return [board.seats()[seat] for seat in outcome(board).winners()]


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

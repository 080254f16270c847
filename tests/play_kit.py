"""Playing in tests, the same for every game: seats and actions by name, what is refused, offered, asked and heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar, cast

from aachen.core.contract import TABLE, Position
from aachen.core.events import Event
from aachen.core.luck import ScriptedLuck
from aachen.core.outcome import Outcome

Action = dict[str, object]
Luck = Sequence[str]  # what was asked and the answer, as in "card hessen" or "die red"
Board = TypeVar("Board", bound=Position)


def number_of(board: Position, seat: str) -> int:
    """The seat of that name; `table` is the seat of the table itself."""
    return TABLE if seat == "table" else board.seats().index(seat)


def play(board: Board, seat: str, *actions: Action, luck: Luck = ()) -> Board:
    """The position after the actions, on a copy; luck must be used up exactly."""
    return _run(board, [(seat, action) for action in actions], luck, [])


def play_all(board: Board, luck: Luck = (), **actions: Action) -> Board:
    """Several seats choose one action each, in the order given."""
    return _run(board, actions.items(), luck, [])


def public_events(board: Position, seat: str, *actions: Action, luck: Luck = ()) -> list[dict[str, object]]:
    """The events a spectator hears while the actions are played."""
    heard: list[Event] = []
    _run(board, [(seat, action) for action in actions], luck, heard)
    return [event.seen_by(None) for event in heard]


def kinds(board: Position, seat: str, *actions: Action, luck: Luck = ()) -> list[str]:
    """What happens while the actions are played: the kinds of the events, in order."""
    return [str(event["event"]) for event in public_events(board, seat, *actions, luck=luck)]


def _run(board: Board, moves: Iterable[tuple[str, Action]], luck: Luck, heard: list[Event]) -> Board:
    after = cast(Board, board.copy())
    script = ScriptedLuck([after.read_luck(answer.split()) for answer in luck])
    for seat, action in moves:
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
    """Who has won; several share the victory."""
    return [board.seats()[seat] for seat in outcome(board).winners()]

"""What the tests of Carolingi speak in: positions as text, actions as words, what is seen as plain numbers.

Everything goes through the contract and through names, never through the engine's insides.
`play` works on a copy, so a position written at the top of a file is good for every test of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from aachen.core.errors import BadInput
from aachen.core.events import Event
from aachen.core.luck import ScriptedLuck
from aachen.games import carolingi
from aachen.games.carolingi import Options, Position

Action = dict[str, object]
Luck = Sequence[str]  # "tile red battle", "tile event", "card hessen", "palace blue"


# Markers


def rule(section: str, side: str = "allowed") -> pytest.MarkDecorator:
    """The section a test holds the code to, and the side of it: allowed or refused."""
    assert side in ("allowed", "refused"), side
    return pytest.mark.rule(section, side)


def ruling(number: str) -> pytest.MarkDecorator:
    """The ruling in docs/rulings.md a test holds the code to."""
    return pytest.mark.ruling(number)


# Positions


def position(text: str, players: int = 3) -> Position:
    """The position of a block of text; it must be a sound one."""
    return carolingi.read(f"carolingi: players {players}\n{text}")


def new_game(*palaces: str, last_year: int = 834) -> Position:
    """A game set up, its palaces drawn in the order given."""
    options = Options(len(palaces), last_year)
    script = [carolingi.GAME.empty(options).read_luck(["palace", colour]) for colour in palaces]
    return carolingi.new(options, ScriptedLuck(script))


def faults(text: str, players: int = 3) -> list[tuple[str, str]]:
    """What is wrong with a text, as (code, where); empty if it can be read."""
    try:
        position(text, players)
    except BadInput as bad:
        return [(fault.code, fault.where) for fault in bad.faults]
    return []


def option_faults(**named: object) -> list[tuple[str, str]]:
    """What is wrong with options, as (code, where)."""
    try:
        carolingi.GAME.options(named)
    except BadInput as bad:
        return [(fault.code, fault.where) for fault in bad.faults]
    return []


def misread(board: Position, action: Action) -> str:
    """The code of the fault in an action that cannot even be understood."""
    with pytest.raises(BadInput) as caught:
        board.read_action(action)
    return caught.value.faults[0].code


# Playing


def number_of(board: Position, seat: str) -> int:
    """The seat of that colour."""
    return board.seats().index(seat)


def play(board: Position, seat: str, *actions: Action, luck: Luck = ()) -> Position:
    """The position after the actions, on a copy; luck must be used up exactly."""
    return _run(board, [(seat, action) for action in actions], luck, [])


def play_all(board: Position, luck: Luck = (), **actions: Action) -> Position:
    """Several seats choose one action each, in the order given."""
    return _run(board, list(actions.items()), luck, [])


def told(board: Position, seat: str, *actions: Action, luck: Luck = ()) -> list[dict[str, object]]:
    """The events a spectator hears while the actions are played."""
    heard: list[Event] = []
    _run(board, [(seat, action) for action in actions], luck, heard)
    return [event.seen_by(None) for event in heard]


def _run(board: Position, moves: list[tuple[str, Action]], luck: Luck, heard: list[Event]) -> Position:
    after = board.copy()
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


def offered_lands(board: Position, seat: str, do: str) -> list[str]:
    """The lands of the offered actions of one kind, each once, in order."""
    return list(dict.fromkeys(str(action["land"]) for action in offered(board, seat, do)))


def asked(board: Position) -> list[str]:
    """The seats the table waits for."""
    return [board.seats()[seat] for seat in board.to_act()]


def winners(board: Position) -> list[str]:
    """Who has won; several share the victory."""
    outcome = board.outcome()
    assert outcome is not None, "the game goes on"
    return [board.seats()[seat] for seat in outcome.winners()]


# Actions


def place(first: str, second: str) -> Action:
    """Two tiles on the Scriptorium (3.1)."""
    return {"do": "place", "tiles": [first, second]}


def swap(give: str, take: str) -> Action:
    """An active tile for a used one (3.3)."""
    return {"do": "swap", "give": give, "take": take}


def settle(missi: int) -> Action:
    """Missi to the homeland (5.1 a)."""
    return {"do": "settle", "missi": missi}


def send(land: str) -> Action:
    """A missus on a country card (5.1 b)."""
    return {"do": "send", "land": land}


def unfold(land: str) -> Action:
    """A card unfolds in its land (5.1 c)."""
    return {"do": "unfold", "land": land}


def activate(tile: str) -> Action:
    """An inactive tile becomes active (5.2 a)."""
    return {"do": "activate", "tile": tile}


def build(land: str) -> Action:
    """A development counter (5.2 b)."""
    return {"do": "build", "land": land}


def equip(missi: int, leudes: int) -> Action:
    """So many leudes become missi, so many nobiles leudes (5.3)."""
    return {"do": "equip", "missi": missi, "leudes": leudes}


def march(origin: str, target: str, followers_marching: int) -> Action:
    """A group goes from one land to a neighbour (5.4)."""
    return {"do": "march", "from": origin, "to": target, "followers": followers_marching}


def fight(land: str) -> Action:
    """A battle (5.5)."""
    return {"do": "fight", "land": land}


def soothe(land: str, number: int) -> Action:
    """So many gangs become followers (5.7)."""
    return {"do": "soothe", "land": land, "gangs": number}


def expel(seat: str) -> Action:
    """The decider sends a follower of that colour away (4.2)."""
    return {"do": "expel", "seat": seat}


def extra(tile: str) -> Action:
    """The extra tile of Peace (5.8)."""
    return {"do": "extra", "tile": tile}


KEEP: Action = {"do": "keep"}
DONE: Action = {"do": "done"}
TROPHY: Action = {"do": "trophy"}


# What is seen


class Court(NamedTuple):
    """The followers at a court."""

    missi: int
    leudes: int
    nobiles: int
    trophies: int


def court(board: Position, seat: str) -> Court:
    """The followers at the seat's court."""
    seen = _dict(_dict(board.view(None)["courts"])[seat])
    return Court(*(_int(seen[place]) for place in Court._fields))


def lands(board: Position) -> list[str]:
    """All lands that take part, in board order."""
    return list(_dict(board.view(None)["lands"]))


def followers(board: Position, land: str, seat: str) -> int:
    """How many followers of the seat stand in the land."""
    return _int(_dict(_land(board, land)["followers"]).get(seat, 0))


def gangs(board: Position, land: str) -> int:
    """How many gangs are in the land."""
    return _int(_land(board, land)["gangs"])


def counters(board: Position, land: str) -> int:
    """How many development counters lie on the land."""
    return _int(_land(board, land)["counters"])


def forests(board: Position) -> list[str]:
    """All forests, in board order."""
    return [land for land in lands(board) if _land(board, land)["forest"]]


def homelands(board: Position) -> dict[str, str]:
    """Each land with a palace, and whose it is."""
    owners = {land: _land(board, land)["homeland"] for land in lands(board)}
    return {land: str(owner) for land, owner in owners.items() if owner is not None}


def ruler(board: Position, land: str) -> str | None:
    """Who controls the land."""
    seen = _land(board, land)["controlled_by"]
    return None if seen is None else str(seen)


def lands_with_gangs(board: Position) -> dict[str, int]:
    """Every land that has gangs, and how many."""
    return {land: gangs(board, land) for land in lands(board) if gangs(board, land)}


def card(board: Position, land: str) -> dict[str, int] | None:
    """What lies on the land's card in its row: {"blue": 2, "gangs": 1}; None if the card is elsewhere."""
    seen = _dict(board.view(None)["cards"]).get(land)
    if seen is None:
        return None
    pieces = {seat: _int(number) for seat, number in _dict(_dict(seen)["followers"]).items()}
    return {**pieces, "gangs": _int(_dict(seen)["gangs"])} if _dict(seen)["gangs"] else pieces


def row(board: Position, region: str) -> list[str | None]:
    """The region's slots in order: the land whose card lies there, or None for a gap."""
    seen = _dict(board.view(None)["rows"])[region]
    assert isinstance(seen, list)
    return seen


def archivium(board: Position) -> list[str]:
    """The cards of the Archivium, in no particular order."""
    return [str(name) for name in _list(_dict(board.view(None)["archivium"])["known"])]


def discard(board: Position) -> list[str]:
    """The discard pile, in no particular order."""
    return [str(name) for name in _list(board.view(None)["discard"])]


def surplus(board: Position) -> int:
    """The gangs that lie on the Archivium."""
    return _int(_dict(board.view(None)["archivium"])["surplus"])


def supply(board: Position) -> int:
    """The gangs that are not in play."""
    return _int(_dict(board.view(None)["supply"])["gangs"])


def counter_supply(board: Position) -> int:
    """The development counters that are not in play."""
    return _int(_dict(board.view(None)["supply"])["counters"])


def events_ready(board: Position) -> int:
    """The event tiles on the Scriptorium."""
    return _int(_dict(board.view(None)["events"])["ready"])


def hand(board: Position, seat: str) -> dict[str, int]:
    """The seat's active tiles, counted."""
    return _counts(_own_court(board, seat)["hand"])


def inactive(board: Position, seat: str) -> dict[str, int]:
    """The seat's inactive tiles, counted."""
    return _counts(_own_court(board, seat)["inactive"])


def used(board: Position, seat: str, season: str) -> list[str]:
    """The seat's tiles on a season."""
    seen = _dict(_dict(board.view(None)["courts"])[seat])
    return [str(tile) for tile in _list(_dict(seen["used"])[season])]


def bag(board: Position) -> dict[str, object]:
    """What everybody sees of the bag: tiles, events, by_seat, and what is open."""
    return _dict(board.view(None)["bag"])


def moment(board: Position) -> tuple[int, str, str]:
    """Year, season and phase."""
    seen = board.view(None)
    return _int(seen["year"]), str(seen["season"]), str(seen["phase"])


def points(board: Position, seat: str) -> int:
    """Victory points as they stand (3.5)."""
    return _int(victory(board, seat)["points"])


def conditions(board: Position, seat: str) -> list[str]:
    """Which victory conditions the seat fulfils, united regions by name."""
    seen = victory(board, seat)
    met = [name for name in ("expansion", "development", "following", "glory") if seen[name]]
    return met + [str(region) for region in _list(seen["regions"])]


def victory(board: Position, seat: str) -> dict[str, object]:
    """Everything that 3.5 counts for the seat."""
    return _dict(_dict(board.view(None)["victory"])[seat])


def levies(board: Position, seat: str) -> int:
    """What the seat's lands yield (5.3)."""
    return _int(victory(board, seat)["levies"])


def _land(board: Position, land: str) -> dict[str, object]:
    return _dict(_dict(board.view(None)["lands"])[land])


def _own_court(board: Position, seat: str) -> dict[str, object]:
    return _dict(_dict(board.view(number_of(board, seat))["courts"])[seat])


def _counts(seen: object) -> dict[str, int]:
    return {name: _int(number) for name, number in _dict(seen).items()}


def _dict(seen: object) -> dict[str, object]:
    assert isinstance(seen, dict)
    return seen


def _list(seen: object) -> list[object]:
    assert isinstance(seen, list)
    return seen


def _int(seen: object) -> int:
    assert isinstance(seen, int)
    return seen

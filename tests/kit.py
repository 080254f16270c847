"""What the tests of Carolingi speak in: positions as text, actions as words, what is seen as plain numbers.

Everything goes through the contract and through names, never through the engine's insides.
`play` works on a copy, so a position written at the top of a file is good for every test of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from tests.play_kit import Action as Action
from tests.play_kit import Luck as Luck
from tests.play_kit import asked as asked
from tests.play_kit import kinds as kinds
from tests.play_kit import number_of as number_of
from tests.play_kit import offered as offered
from tests.play_kit import outcome as outcome
from tests.play_kit import play as play
from tests.play_kit import play_all as play_all
from tests.play_kit import public_events as public_events
from tests.play_kit import refused as refused
from tests.play_kit import winners as winners

from aachen.core.errors import BadInput
from aachen.core.luck import ScriptedLuck, SeededLuck
from aachen.games import carolingi
from aachen.games.carolingi import Options, Position

# What a title adds to the base game, for `position` and `faults`.
ADVANCED = "variant advanced"
SCENARIO = "variant 814"
ANARCHY = "anarchy"
HOURGLASS = "hourglass"


# Markers


def rule(section: str, side: str = "allowed") -> pytest.MarkDecorator:
    """The section a test holds the code to, and the side of it: allowed or refused."""
    assert side in ("allowed", "refused"), side
    return pytest.mark.rule(section, side)


def ruling(number: str) -> pytest.MarkDecorator:
    """The ruling in docs/rulings.md a test holds the code to."""
    return pytest.mark.ruling(number)


# Positions


def position(text: str, players: int = 3, *rules: str) -> Position:
    """The position of a block of text, with the rules that are played; it must be a sound one."""
    return carolingi.read(f"carolingi: {', '.join([f'players {players}', *rules])}\n{text}")


def new_game(*palaces: str, last_year: int = 834) -> Position:
    """A game set up, its palaces drawn in the order given."""
    options = Options(len(palaces), last_year)
    script = [carolingi.GAME.empty(options).read_luck(["palace", colour]) for colour in palaces]
    return carolingi.new(options, ScriptedLuck(script))


def begin(luck: Luck, **named: object) -> Position:
    """A game of those options; luck must be used up exactly."""
    options = carolingi.GAME.options(named)
    empty = carolingi.GAME.empty(options)
    script = ScriptedLuck([empty.read_luck(answer.split()) for answer in luck])
    board = carolingi.new(options, script)
    assert script.said == len(script.script), f"luck is left over: {list(luck)[script.said :]}"
    assert board.check() == []
    return board


def faults(text: str, players: int = 3, *rules: str) -> list[tuple[str, str]]:
    """What is wrong with a text, as (code, where); empty if it can be read."""
    try:
        position(text, players, *rules)
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


# What is offered


def offered_lands(board: Position, seat: str, do: str) -> list[str]:
    """The lands of the offered actions of one kind, each once, in order."""
    return list(dict.fromkeys(str(action["land"]) for action in offered(board, seat, do)))


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


def send(name: str) -> Action:
    """A missus on a country card (5.1 b)."""
    return {"do": "send", "land": name}


def unfold(name: str) -> Action:
    """A card unfolds in its land (5.1 c)."""
    return {"do": "unfold", "land": name}


def activate(tile: str) -> Action:
    """An inactive tile becomes active (5.2 a)."""
    return {"do": "activate", "tile": tile}


def build(name: str) -> Action:
    """A development counter (5.2 b)."""
    return {"do": "build", "land": name}


def equip(missi: int, leudes: int) -> Action:
    """So many leudes become missi, so many nobiles leudes (5.3)."""
    return {"do": "equip", "missi": missi, "leudes": leudes}


def march(origin: str, target: str, followers_marching: int) -> Action:
    """A group goes from one land to a neighbour (5.4)."""
    return {"do": "march", "from": origin, "to": target, "followers": followers_marching}


def fight(name: str) -> Action:
    """A battle (5.5)."""
    return {"do": "fight", "land": name}


def soothe(name: str, number: int) -> Action:
    """So many gangs become followers (5.7)."""
    return {"do": "soothe", "land": name, "gangs": number}


def expel(seat: str) -> Action:
    """The decider sends a follower of that colour away (4.2)."""
    return {"do": "expel", "seat": seat}


def extra(tile: str) -> Action:
    """The extra tile of Peace (5.8)."""
    return {"do": "extra", "tile": tile}


def join(name: str) -> Action:
    """A follower joins those of its colour in a land (6.1.2 c)."""
    return {"do": "join", "land": name}


def claim(name: str) -> Action:
    """A land becomes the homeland (6.2.1 c)."""
    return {"do": "claim", "land": name}


def banish(name: str) -> Action:
    """A gang of the new homeland is driven to a neighbour (6.2.1 c)."""
    return {"do": "banish", "land": name}


def lay(tile: str) -> Action:
    """One tile on the Scriptorium, under the hourglass (8)."""
    return {"do": "lay", "tile": tile}


def solve(season: str) -> Action:
    """The problem of the tile's kind on that season (814 §4.2.2)."""
    return {"do": "solve", "season": season}


def honour(place: str) -> Action:
    """A follower from that place of the court for the honour board (814 §4.2.3)."""
    return {"do": "honour", "from": place}


KEEP: Action = {"do": "keep"}
DONE: Action = {"do": "done"}
TROPHY: Action = {"do": "trophy"}
OCCUPY: Action = {"do": "occupy"}  # the land whose card was drawn (6.1.2 a)
SERVE: Action = {"do": "serve"}  # as a missus (6.1.2 b)
SAND: Action = {"do": "sand"}  # has run out (8)


# What is seen


class Court(NamedTuple):
    """The followers at a court."""

    missi: int
    leudes: int
    nobiles: int
    trophies: int


def seen(board: Position, viewer: str | None = None) -> dict[str, Any]:
    """The screen of one seat; without one, a spectator's."""
    return board.view(None if viewer is None else number_of(board, viewer))


def court(board: Position, seat: str) -> Court:
    """The followers at the seat's court."""
    counts = seen(board)["courts"][seat]
    return Court(*(counts[place] for place in Court._fields))


def lands(board: Position) -> list[str]:
    """All lands that take part, in board order."""
    return list(seen(board)["lands"])


def land(board: Position, name: str) -> dict[str, Any]:
    """Everything that lies in a land."""
    public_events: dict[str, Any] = seen(board)["lands"][name]
    return public_events


def followers(board: Position, name: str, seat: str) -> int:
    """How many followers of the seat stand in the land."""
    return int(land(board, name)["followers"].get(seat, 0))


def gangs(board: Position, name: str) -> int:
    """How many gangs are in the land."""
    return int(land(board, name)["gangs"])


def counters(board: Position, name: str) -> int:
    """How many development counters lie on the land."""
    return int(land(board, name)["counters"])


def ruler(board: Position, name: str) -> str | None:
    """Who controls the land."""
    who: str | None = land(board, name)["controlled_by"]
    return who


def forests(board: Position) -> list[str]:
    """All forests, in board order."""
    return [name for name, public_events in seen(board)["lands"].items() if public_events["forest"]]


def homelands(board: Position) -> dict[str, str]:
    """Each land with a palace, and whose it is."""
    return {
        name: public_events["homeland"]
        for name, public_events in seen(board)["lands"].items()
        if public_events["homeland"]
    }


def lands_with_gangs(board: Position) -> dict[str, int]:
    """Every land that has gangs, and how many."""
    return {
        name: public_events["gangs"]
        for name, public_events in seen(board)["lands"].items()
        if public_events["gangs"]
    }


def card(board: Position, name: str) -> dict[str, int] | None:
    """What lies on the land's card in its row: {"blue": 2, "gangs": 1}; None if the card is elsewhere."""
    found = seen(board)["cards"].get(name)
    if found is None:
        return None
    return {**found["followers"], "gangs": found["gangs"]} if found["gangs"] else dict(found["followers"])


def row(board: Position, region: str) -> list[str | None]:
    """The region's slots in order: the land whose card lies there, or None for a gap."""
    return list(seen(board)["rows"][region])


def archivium(board: Position) -> list[str]:
    """The cards of the Archivium, in no particular order."""
    return list(seen(board)["archivium"]["known"])


def discard(board: Position) -> list[str]:
    """The discard pile, in no particular order."""
    return list(seen(board)["discard"])


def surplus(board: Position) -> int:
    """The gangs that lie on the Archivium."""
    return int(seen(board)["archivium"]["surplus"])


def supply(board: Position) -> int:
    """The gangs that are not in play."""
    return int(seen(board)["supply"]["gangs"])


def counter_supply(board: Position) -> int:
    """The development counters that are not in play."""
    return int(seen(board)["supply"]["counters"])


def events_ready(board: Position) -> int:
    """The event tiles on the Scriptorium."""
    return int(seen(board)["events"]["ready"])


def hand(board: Position, seat: str) -> dict[str, int]:
    """The seat's active tiles, counted."""
    return dict(seen(board, seat)["courts"][seat]["hand"])


def inactive(board: Position, seat: str) -> dict[str, int]:
    """The seat's inactive tiles, counted."""
    return dict(seen(board, seat)["courts"][seat]["inactive"])


def used(board: Position, seat: str, season: str) -> list[str]:
    """The seat's tiles on a season."""
    return list(seen(board)["courts"][seat]["used"][season])


def bag(board: Position) -> dict[str, Any]:
    """What everybody sees of the bag: tiles, events, by_seat, and what is open."""
    return dict(seen(board)["bag"])


def moment(board: Position) -> tuple[int, str, str]:
    """Year, season and phase."""
    screen = seen(board)
    return screen["year"], screen["season"], screen["phase"]


def victory(board: Position, seat: str) -> dict[str, Any]:
    """Everything that 3.5 counts for the seat."""
    return dict(seen(board)["victory"][seat])


def points(board: Position, seat: str) -> int:
    """Victory points as they stand (3.5)."""
    return int(victory(board, seat)["points"])


def conditions(board: Position, seat: str) -> list[str]:
    """Which victory conditions the seat fulfils, united regions by name."""
    counted = victory(board, seat)
    met = [name for name in ("expansion", "development", "following", "glory", "palace") if counted[name]]
    return [*met, *counted["regions"]]


def levies(board: Position, seat: str) -> int:
    """What the seat's lands yield (5.3)."""
    return int(victory(board, seat)["levies"])


def drawn_card(board: Position) -> str | None:
    """The card that was turned in the set-up rounds (6.1.2)."""
    name: str | None = seen(board)["founding"]["card"]
    return name


def founders(board: Position) -> dict[str, int]:
    """How many followers each seat has still to place before the game (6.1.2)."""
    return dict(seen(board)["founding"]["founders"])


def problems(board: Position) -> dict[str, list[str]]:
    """The problems on each season that has some (814 §3.5.2)."""
    return {season: tiles for season, tiles in seen(board)["scenario"]["problems"].items() if tiles}


def problem_on(board: Position, name: str) -> str | None:
    """The problem on a land's card (814 §3.5.4)."""
    tile: str | None = seen(board)["scenario"]["on_cards"].get(name)
    return tile


def queue(board: Position) -> list[str]:
    """The queue of problems from its top (814 §3.5.3)."""
    return list(seen(board)["scenario"]["queue"])


def honours(board: Position) -> list[str]:
    """The honour board, the oldest first (814 §4.2.3)."""
    return list(seen(board)["scenario"]["honours"])


def imagined(board: Position, viewer: str | None, deals: int = 30) -> list[Position]:
    """The position as it may be for all the viewer knows, dealt several times."""
    seat = None if viewer is None else number_of(board, viewer)
    return [board.imagine(seat, SeededLuck(deal)) for deal in range(deals)]

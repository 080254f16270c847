"""What a puzzle is, and the puzzles that ship with each game."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from aachen.core.contract import Position
from aachen.core.errors import BadInput
from aachen.core.json_lines import read_object
from aachen.core.json_shapes import Kinds, check_keys
from aachen.games.versions import rules_of
from aachen.titles import TITLES

FILE: Final = "puzzles.jsonl"
Named = dict[str, object]

KEYS: Final[dict[str, Kinds]] = {
    **dict.fromkeys(("name", "game", "rules", "position", "seat"), (str,)),
    **dict.fromkeys(("actions", "other", "reasons", "themes"), (list,)),
    **dict.fromkeys(("chance", "other_chance"), (float,)),
    **dict.fromkeys(("difficulty", "seed", "entry"), (int,)),
    "options": (dict,),
    "reply": (dict, None),
}


@dataclass(slots=True)
class Reply:
    """What another seat answers to the second-best plan."""

    seat: str
    actions: list[Named]
    reasons: list[Named] = field(default_factory=list)  # codes with their facts


@dataclass(slots=True)
class Puzzle:
    """One position, the plan that is clearly best for a seat, and what decides."""

    name: str
    game: str
    rules: str
    options: Named
    position: str
    seat: str  # who has to find the plan
    actions: list[Named]  # the best plan, until luck or another seat comes in
    chance: float  # to win with it
    other: list[Named]  # the second-best plan
    other_chance: float
    reply: Reply | None  # to the second-best plan, if another seat comes next
    reasons: list[Named]  # what speaks for the best plan: codes with their facts
    themes: list[str]
    difficulty: int  # 1: the planner finds it, 2 and 3: a search of 60 or 400 rounds, 4: only a deep one
    seed: int  # of the game it was found in
    entry: int  # how many plans had been carried out there

    def start(self) -> Position:
        """The position, by the rules it was found under."""
        rules = rules_of(self.game, self.rules)
        return rules.read(self.position, rules.options(self.options))

    def seat_number(self, position: Position) -> int:
        """The seat that has to find the plan."""
        return position.seats().index(self.seat)

    def as_dict(self) -> Named:
        """The puzzle as plain data."""
        return asdict(self)


def read_puzzle(line: str) -> Puzzle:
    """A puzzle from its line of JSON."""
    data: dict[str, Any] = read_object(line)
    faults = check_keys(data, KEYS, {})
    if faults:
        raise BadInput(faults)
    reply = data.pop("reply")
    return Puzzle(**data, reply=None if reply is None else Reply(**reply))


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that ship with a game, easy ones first; a game may have none."""
    file = files(TITLES[game].package).joinpath(FILE)
    if not file.is_file():
        return ()
    return tuple(read_puzzle(line) for line in file.read_text("utf-8").splitlines())


def puzzle_of(name: str) -> Puzzle | None:
    """The puzzle of that name."""
    return next((each for game in TITLES for each in puzzles_of(game) if each.name == name), None)

"""The plan of a run: which contestants meet, on which seeds, in which seats.

A block is one seed: everybody who meets in it sits at every side of the table once.
Blocks are what statistics count, since the games of one block resemble each other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import factorial
from pathlib import Path

import aachen
from aachen.arena.contestant import Contestant
from aachen.arena.playing import GameResult, Keep, play_game, seated
from aachen.core.contract import Options
from aachen.core.errors import bad
from aachen.core.json_lines import read_object, write_object
from aachen.core.json_shapes import Plain
from aachen.core.log import AnyGame
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.titles.facts import Watcher

MATCH = "match"
LEAGUE = "league"
CODE = (
    "core",
    "games",
    "bots",
    "arena/contestant.py",
    "arena/external.py",
    "core/game_loop.py",
    "arena/playing.py",
    "arena/plan.py",
)
WEIGHTS = "weights.json"

Watch = Callable[[], Watcher]  # can be sent to another process: a class or a function of a module


class OtherCode(Exception):
    """Whoever was to play has other rules or bots than the plan was made with."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Contestants who meet, by their numbers.

    One alone takes every side; of two the first sits at one side and the second at all others;
    several have a side each.
    """

    members: tuple[int, ...]

    def at_sides(self, sides: int, block: int) -> list[list[int]]:
        """Who sits at which side, game by game; several meet in another order in each block."""
        if len(self.members) == 1:
            return [[self.members[0]] * sides]
        if len(self.members) == 2:
            one, rest = self.members
            return [[one if side == at else rest for side in range(sides)] for at in range(sides)]
        around = _order(self.members, block)
        return [around[sides - at :] + around[: sides - at] for at in range(sides)]


def _order(members: tuple[int, ...], block: int) -> list[int]:
    """The first stays, the others change places around the table."""
    orders = list(permutations(members[1:]))
    return [members[0], *orders[block % factorial(len(members) - 1)]]


@dataclass(frozen=True, slots=True)
class ArenaPlan:
    """Everything that decides how the games come out, but for how many blocks there are."""

    game: str
    options: Plain  # complete
    kind: str
    contestants: tuple[Contestant, ...]
    seed: int
    rules: str
    code: str  # a fingerprint of rules and bots
    sides: tuple[int, ...]  # the side of each seat; partners share one
    pairings: tuple[Pairing, ...]
    version: str = aachen.__version__

    def as_dict(self) -> Plain:
        """What a file of results begins with."""
        return {
            "game": self.game,
            "options": self.options,
            "kind": self.kind,
            "contestants": [each.name for each in self.contestants],
            "seed": self.seed,
            "rules": self.rules,
            "version": self.version,
            "code": self.code,
        }

    @property
    def names(self) -> list[str]:
        """The contestants' names."""
        return [each.name for each in self.contestants]

    @property
    def is_timed(self) -> bool:
        """Whether a clock has a say in how games come out."""
        return any(each.is_timed for each in self.contestants)

    @property
    def side_count(self) -> int:
        """How many sides play against each other."""
        return max(self.sides) + 1

    @property
    def games_of_unit(self) -> int:
        """How many games a pairing plays in a block."""
        return 1 if len(self.contestants) == 1 else self.side_count

    @property
    def games_of_block(self) -> int:
        """How many games are played on one seed."""
        return self.games_of_unit * len(self.pairings)


def make_plan(game: str, options: Plain, kind: str, contestants: list[Contestant], seed: int) -> ArenaPlan:
    """The plan of a match or a league; raises BadInput if there can be none."""
    if game not in GAMES:
        raise bad("unknown_game", "game", given=game, known=list(GAMES))
    if kind == MATCH and len(contestants) != 2:
        raise bad("arena_match_of_two", kind, given=len(contestants))
    if not contestants:
        raise bad("arena_nobody", kind)
    for contestant in contestants:
        contestant.check_game(game)
    rules = GAMES[game]
    agreed = rules.options(options)
    sides = sides_of(rules, agreed)
    return ArenaPlan(
        game,
        agreed.as_dict(),
        kind,
        tuple(contestants),
        seed,
        rules.rules_version,
        code_digest(),
        tuple(sides),
        tuple(pairings_of(kind, len(contestants), max(sides) + 1)),
    )


def pairings_of(kind: str, contestants: int, sides: int) -> list[Pairing]:
    """Who meets whom.

    In a league everybody meets everybody else: as many at a time as there are sides,
    or, if they are too few for that, each one against copies of each other one.
    """
    if contestants == 1:
        return [Pairing((0,))]
    if kind == MATCH:
        return [Pairing((0, 1))]
    if contestants >= sides:
        return [Pairing(members) for members in combinations(range(contestants), sides)]
    return [Pairing(members) for members in permutations(range(contestants), 2)]


def sides_of(game: AnyGame, options: Options) -> list[int]:
    """The side of each seat: partners share one, otherwise everybody is on their own."""
    view = game.new(options, SeededLuck(0)).view(None)
    seats = view["seats"]
    assert isinstance(seats, list)
    sides = view.get("sides", {seat: [seat] for seat in seats})
    assert isinstance(sides, dict)
    return [next(at for at, side in enumerate(sides.values()) if seat in side) for seat in seats]


@lru_cache(maxsize=2)
def code_digest(weights: bool = True) -> str:
    """A fingerprint of everything that decides how a game between bots comes out, with the shipped weights or without."""
    package = Path(aachen.__file__).parent
    result = hashlib.sha256()
    for place in CODE:
        path = package / place
        files = path.rglob("*") if path.is_dir() else [path]
        for file in sorted(each for each in files if each.suffix in (".py", ".json")):
            if file.name == WEIGHTS and not weights:
                continue
            result.update(f"{file.relative_to(package).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return result.hexdigest()[:16]


# ---- One unit of work ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unit:
    """One pairing in one block: what one process plays at a time."""

    block: int
    pairing: int


def units_of(plan: ArenaPlan, blocks: int) -> list[Unit]:
    """All units, block by block: whenever a run ends, everybody has met as often as everybody else."""
    return [Unit(block, pairing) for block in range(blocks) for pairing in range(len(plan.pairings))]


def first_number(plan: ArenaPlan, unit: Unit) -> int:
    """The number of the unit's first game: it does not hang on how many blocks there are."""
    return (unit.block * len(plan.pairings) + unit.pairing) * plan.games_of_unit + 1


def seating(plan: ArenaPlan, number: int) -> list[Contestant]:
    """Who sits where in the game of that number."""
    unit, game = divmod(number - 1, plan.games_of_unit)
    block, pairing = divmod(unit, len(plan.pairings))
    at_sides = plan.pairings[pairing].at_sides(plan.side_count, block)[game]
    return [plan.contestants[at_sides[side]] for side in plan.sides]


def play_unit(plan: ArenaPlan, unit: Unit, log: bool = False, watch: Watch | None = None) -> list[GameResult]:
    """All games of a unit, here and now."""
    if plan.code != code_digest():
        raise OtherCode(code_digest())
    first = first_number(plan, unit)
    return [play_number(plan, first + at, log, watch) for at in range(plan.games_of_unit)]


def play_number(plan: ArenaPlan, number: int, log: bool = False, watch: Watch | None = None) -> GameResult:
    """The game of that number."""
    game = GAMES[plan.game]
    options = _agreed(plan.game, write_object(plan.options))
    block = (number - 1) // plan.games_of_block
    seed = plan.seed + block
    players = seated(seating(plan, number), seed, options)
    keep = Keep(moves=plan.is_timed, log=log)
    result = play_game(game, options, seed, players, None if watch is None else watch(), keep)
    result.number = number
    result.block = block
    return result


@lru_cache(maxsize=4)
def _agreed(game: str, options: str) -> Options:
    """The options of a plan; read once for all its games, since a board of one's own is long."""
    agreed: Options = GAMES[game].options(read_object(options))
    return agreed

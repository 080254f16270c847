"""The ladder: the published field plays fixed seeds, so that everybody gets the same games and the same ratings.

What was published stands in `ladder.json` of each title. A bot of one's own is rated against that field.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from math import exp, inf, log, log10
from typing import Any, Final

from aachen.arena.contestant import Contestant, read_contestants
from aachen.arena.plan import LEAGUE, MATCH, ArenaPlan, make_plan
from aachen.arena.playing import GameResult
from aachen.arena.ratings import DRAWN, POINTS, SEED, Rating, Stages, together, weights
from aachen.arena.summary import Summary, stages_of_game, summarise, whole_blocks
from aachen.core.errors import bad
from aachen.core.json_shapes import Plain
from aachen.core.luck import SeededLuck
from aachen.titles import TITLES

FIELD: Final = ("random", "greedy", "planner@1", "planner", "search:rounds=60")
FIRST_SEED: Final = 1
FILE: Final = "ladder.json"
DIGITS: Final = 16  # of a digest
STEPS: Final = 200
CLOSE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Rung:
    """One contestant of a published ladder."""

    name: str
    games: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ratings of one kind of table, and the games they come from."""

    game: str
    players: int
    rules: str
    code: str
    version: str
    seed: int
    games: int
    blocks: tuple[str, ...]  # a digest of all last positions of each block
    rungs: tuple[Rung, ...]  # the best first

    def as_dict(self) -> Plain:
        """As plain data."""
        rungs = [{"name": rung.name, "games": rung.games, **rung.rating.as_dict()} for rung in self.rungs]
        return {
            "game": self.game,
            "players": self.players,
            "rules": self.rules,
            "code": self.code,
            "version": self.version,
            "seed": self.seed,
            "games": self.games,
            "blocks": list(self.blocks),
            "rungs": rungs,
        }

    def rating(self, name: str) -> Rating | None:
        """What somebody is rated; None if it is not in the field."""
        return next((rung.rating for rung in self.rungs if rung.name == name), None)


def tables() -> list[tuple[str, int]]:
    """The kinds of tables that have a ladder: game and number of players."""
    return [(name, players) for name, title in TITLES.items() for players in title.ladder_players]


def table_name(game: str, players: int) -> str:
    """A kind of table in one word."""
    return f"{game}-{players}"


def published(game: str, players: int) -> Ladder | None:
    """The committed ladder of a kind of table; None if there is none yet."""
    file = resources.files(TITLES[game].package) / FILE
    if not file.is_file():
        return None
    found: list[Plain] = json.loads(file.read_text(encoding="utf-8"))
    return next((read_ladder(each) for each in found if each["players"] == players), None)


def read_ladder(data: Mapping[str, Any]) -> Ladder:
    """A ladder from plain data."""
    rungs = [Rung(each["name"], each["games"], _read_rating(each)) for each in data["rungs"]]
    named = {key: data[key] for key in ("game", "players", "rules", "code", "version", "seed", "games")}
    return Ladder(**named, blocks=tuple(data["blocks"]), rungs=tuple(rungs))


def _read_rating(data: Mapping[str, Any]) -> Rating:
    low, high = data["low"], data["high"]
    return Rating(data["points"], -inf if low is None else low, inf if high is None else high)


# ---- The field -----------------------------------------------------------------------------------


def field_plan(game: str, players: int) -> ArenaPlan:
    """Everybody of the field against everybody else, from the first seed on."""
    return make_plan(game, {"players": players}, LEAGUE, read_contestants(list(FIELD)), FIRST_SEED)


def ladder_of(plan: ArenaPlan, results: list[GameResult], blocks: int | None = None) -> Ladder | None:
    """The ladder that these games make; None if no block is whole."""
    summary = summarise(plan, results, blocks)
    if summary is None:
        return None
    whole = whole_blocks(plan, results)[: summary.blocks]
    return Ladder(
        plan.game,
        len(plan.sides),
        plan.rules,
        plan.code,
        plan.version,
        plan.seed,
        summary.games,
        tuple(digest_of(block) for block in whole),
        _rungs(summary),
    )


def _rungs(summary: Summary) -> tuple[Rung, ...]:
    return tuple(Rung(each.name, each.games, each.rating) for each in summary.standings if each.rating)


def digest_of(block: Sequence[GameResult]) -> str:
    """A digest of how all games of a block ended: equal only if every game was the same."""
    text = "\n".join(result.digest for result in sorted(block, key=lambda each: each.number))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def same_blocks(ladder: Ladder, former: Ladder) -> int:
    """How many of the blocks are the same games as those that were published."""
    return sum(own == other for own, other in zip(ladder.blocks, former.blocks))


# ---- A bot of one's own --------------------------------------------------------------------------


def newcomer_plans(ladder: Ladder, bot: Contestant) -> list[ArenaPlan]:
    """A match against each contestant of the field."""
    if ladder.rating(bot.name) is not None:
        raise bad("ladder_in_field", "--bot", given=bot.name)
    options: Plain = {"players": ladder.players}
    rivals = read_contestants([rung.name for rung in ladder.rungs])
    return [make_plan(ladder.game, options, MATCH, [bot, rival], FIRST_SEED) for rival in rivals]


def rate_newcomer(ladder: Ladder, played: list[tuple[ArenaPlan, list[GameResult]]]) -> Rating:
    """The rating of the first contestant of these matches, where the field keeps its published ratings.

    It is taken to have won and lost one more game against everybody, as in every rating here.
    The interval comes from weighing the blocks again; that the field's ratings are estimates too is left out.
    """
    pieces: list[Stages] = []
    strengths = [1.0]
    for number, (plan, results) in enumerate(played, 1):
        rival = ladder.rating(plan.names[1])
        assert rival is not None, "matches are against the field"
        strengths.append(exp(rival.points * log(10) / POINTS))
        for block in whole_blocks(plan, results):
            stages = [stages_of_game(plan, result) for result in block]
            pieces.append(_numbered(together(stages, [1.0] * len(stages)), number))
        pieces += [{(0, (0, number)): 1.0}, {(number, (0, number)): 1.0}]
    points = _fit_first(together(pieces, [1.0] * len(pieces)), strengths)
    luck = SeededLuck(SEED)
    drawn = sorted(_fit_first(together(pieces, weights(len(pieces), luck)), strengths) for _ in range(DRAWN))
    return Rating(points, min(points, drawn[DRAWN // 40]), max(points, drawn[-1 - DRAWN // 40]))


def _numbered(stages: Stages, rival: int) -> Stages:
    """The same choices, with the rival's number in the whole field."""
    numbers = (0, rival)
    return {
        (numbers[winner], tuple(numbers[each] for each in among)): times
        for (winner, among), times in stages.items()
    }


def _fit_first(stages: Stages, strengths: list[float]) -> float:
    """The rating of number 0 under which these choices are likeliest; all others keep theirs."""
    won = sum(times for (winner, _), times in stages.items() if winner == 0)
    own = 1.0
    for _ in range(STEPS):
        expected = 0.0
        for (_, among), times in stages.items():
            mine = among.count(0)
            expected += times * mine / (mine * own + sum(strengths[each] for each in among if each))
        former, own = own, won / expected
        if abs(log(own / former)) < CLOSE:
            break
    return POINTS * log10(own)

"""What a file of results says: shares, places, margins, ratings. Only whole blocks count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean

from aachen.arena.interval import Estimate, mean_of, share_of
from aachen.arena.plan import ArenaPlan
from aachen.arena.playing import GameResult
from aachen.arena.ratings import Rating, Stages, cycles, rate, stages_of, together
from aachen.core.json_shapes import Plain

Block = list[GameResult]


@dataclass(slots=True)
class Standing:
    """How one contestant has done."""

    name: str
    games: int
    won: Estimate  # share of the games; a shared victory is split
    fair: float  # the share that anybody would have who is as good as the others
    place: Estimate
    margin: Estimate  # own points less those of the best rival
    by_seat: list[float | None]  # share of the games won there; None if it never sat there
    thoughts: int
    work: float  # CPU-seconds a thought
    replaced: dict[str, int] = field(default_factory=dict)  # answers of an external bot, by kind
    rating: Rating | None = None

    def as_dict(self) -> Plain:
        """As plain data."""
        data: Plain = {
            "name": self.name,
            "games": self.games,
            "won": self.won.as_dict(),
            "fair": round(self.fair, 6),
            "place": self.place.as_dict(),
            "margin": self.margin.as_dict(),
            "by_seat": [None if share is None else round(share, 6) for share in self.by_seat],
            "thoughts": self.thoughts,
            "cpu_seconds_a_thought": round(self.work, 6),
        }
        if self.replaced:
            data["replaced"] = dict(sorted(self.replaced.items()))
        if self.rating is not None:
            data["rating"] = self.rating.as_dict()
        return data


@dataclass(slots=True)
class Summary:
    """Everything that can be said."""

    plan: ArenaPlan
    seats: list[str]
    blocks: int
    games: int
    actions: float  # in the middle, of a game
    endings: Counter[str]
    seat_shares: list[Estimate]  # of all games, whoever sat there
    standings: list[Standing]  # the best first
    ahead: dict[tuple[int, int], Estimate] = field(
        default_factory=dict
    )  # how often one comes in before another
    cycles: list[list[str]] = field(default_factory=list)

    def as_dict(self) -> Plain:
        """As plain data."""
        names = self.plan.names
        return self.plan.as_dict() | {
            "blocks": self.blocks,
            "games": self.games,
            "actions": round(self.actions, 3),
            "endings": dict(sorted(self.endings.items())),
            "seats": [
                {"seat": seat, "won": share.as_dict()}
                for seat, share in zip(self.seats, self.seat_shares, strict=True)
            ],
            "standings": [each.as_dict() for each in self.standings],
            "ahead": [
                {"one": names[one], "other": names[other]} | estimate.as_dict()
                for (one, other), estimate in self.ahead.items()
            ],
            "cycles": self.cycles,
        }


def summarise(plan: ArenaPlan, results: list[GameResult], blocks: int | None = None) -> Summary | None:
    """What whole blocks say, or those of the first `blocks` that are whole; None if there are none."""
    whole = whole_blocks(plan, results)
    if blocks is not None:
        whole = [block for block in whole if block[0].block < blocks]
    if not whole:
        return None
    games = [result for block in whole for result in block]
    summary = Summary(
        plan,
        games[0].seats,
        len(whole),
        len(games),
        fmean(result.actions for result in games),
        Counter(result.ending for result in games),
        _seat_shares(whole),
        [_standing(plan, name, whole) for name in plan.names],
    )
    if len(plan.names) > 1:
        _rate(summary, whole)
    summary.standings.sort(key=lambda each: -(each.rating.points if each.rating else each.won.mean))
    return summary


def whole_blocks(plan: ArenaPlan, results: list[GameResult]) -> list[Block]:
    """The blocks of which every game was played, in the order of the plan."""
    found: dict[int, Block] = {}
    for result in sorted(results, key=lambda each: each.number):
        found.setdefault(result.block, []).append(result)
    return [block for block in found.values() if len(block) == plan.games_of_block]


# ---- One contestant ------------------------------------------------------------------------------


def _standing(plan: ArenaPlan, name: str, blocks: list[Block]) -> Standing:
    own = [[result for result in block if name in result.players] for block in blocks]
    games = [result for block in own for result in block]
    fair = fmean(result.players.count(name) / len(result.players) for result in games)
    thoughts = sum(_of(name, result, result.thoughts) for result in games)
    work = sum(_of(name, result, result.work) for result in games)
    return Standing(
        name,
        len(games),
        share_of([fmean(share(name, result) for result in block) for block in own], fair),
        fair,
        mean_of([fmean(_place(name, result) for result in block) for block in own]),
        mean_of([fmean(_margin(plan, name, result) for result in block) for block in own]),
        [_at_seat(name, seat, games) for seat in range(len(plan.sides))],
        int(thoughts),
        work / thoughts if thoughts else 0.0,
        dict(sum((Counter(result.replaced.get(name, {})) for result in games), Counter[str]())),
    )


def _of(name: str, result: GameResult, numbers: list[float] | list[int]) -> float:
    """The sum over all seats of a contestant."""
    return sum(number for player, number in zip(result.players, numbers, strict=True) if player == name)


def share(name: str, result: GameResult) -> float:
    """What a contestant has won of a game, at all its seats together."""
    return _of(name, result, result.shares())


def _place(name: str, result: GameResult) -> float:
    return _of(name, result, result.places) / result.players.count(name)


def _margin(plan: ArenaPlan, name: str, result: GameResult) -> float:
    """Own points less those of the best on another side, in the middle of all its seats."""
    margins = []
    for seat, player in enumerate(result.players):
        if player == name:
            rivals = [points for at, points in enumerate(result.points) if plan.sides[at] != plan.sides[seat]]
            margins.append(result.points[seat] - max(rivals))
    return fmean(margins)


def _at_seat(name: str, seat: int, games: list[GameResult]) -> float | None:
    shares = [result.shares()[seat] for result in games if result.players[seat] == name]
    return fmean(shares) if shares else None


def _seat_shares(blocks: list[Block]) -> list[Estimate]:
    """What each seat has won, whoever sat there."""
    seats = len(blocks[0][0].seats)
    return [
        share_of([fmean(result.shares()[seat] for result in block) for block in blocks], 1 / seats)
        for seat in range(seats)
    ]


# ---- All of them ---------------------------------------------------------------------------------


def _rate(summary: Summary, blocks: list[Block]) -> None:
    """Ratings, who comes in before whom, and whether that goes in circles."""
    plan = summary.plan
    finished = [
        together([stages_of_game(plan, result) for result in block], [1.0] * len(block)) for block in blocks
    ]
    ratings = dict(zip(plan.names, rate(finished, len(plan.names)), strict=True))
    for standing in summary.standings:
        standing.rating = ratings[standing.name]
    summary.ahead = _ahead(plan, blocks)
    beats: dict[int, set[int]] = {}
    for (one, other), estimate in summary.ahead.items():
        if estimate.low > 0.5:
            beats.setdefault(one, set()).add(other)
    summary.cycles = [[plan.names[each] for each in group] for group in cycles(beats)]


def _by_side(plan: ArenaPlan, result: GameResult) -> list[tuple[int, int]]:
    """The contestant and the place of each side."""
    numbers = {name: number for number, name in enumerate(plan.names)}
    sides = {side: seat for seat, side in reversed(list(enumerate(plan.sides)))}
    return [(numbers[result.players[seat]], result.places[seat]) for _, seat in sorted(sides.items())]


def stages_of_game(plan: ArenaPlan, result: GameResult) -> Stages:
    """A game's finishing order as choices of contestants, by their numbers in the plan."""
    sides = _by_side(plan, result)
    return stages_of([member for member, _ in sides], [place for _, place in sides])


def _ahead(plan: ArenaPlan, blocks: list[Block]) -> dict[tuple[int, int], Estimate]:
    """How often one comes in before another when both are in the game; a shared place is half."""
    found: dict[tuple[int, int], list[float]] = {}
    for block in blocks:
        of_block: dict[tuple[int, int], list[float]] = {}
        for result in block:
            sides = _by_side(plan, result)
            for one, place in sides:
                for other, behind in sides:
                    if one != other:
                        score = 0.5 if place == behind else float(place < behind)
                        of_block.setdefault((one, other), []).append(score)
        for pair, each in of_block.items():
            found.setdefault(pair, []).append(fmean(each))
    return {pair: share_of(values, 0.5) for pair, values in sorted(found.items())}

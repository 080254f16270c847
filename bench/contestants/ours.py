"""One of our games, named by the argument: plain or compiled, whichever tree PYTHONPATH puts first."""

from __future__ import annotations

import cProfile
import itertools
import pstats
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import host

from aachen.bots.budget import Budget
from aachen.bots.minds import MINDS
from aachen.bots.search import Search
from aachen.core.luck import SeededLuck
from aachen.core.playout import play_randomly
from aachen.games import GAMES
from aachen.titles import TITLES

GAME = GAMES[sys.argv[1]]
FEWEST, *_, MOST = TITLES[GAME.name].players()
PLAYERS = (FEWEST, 3, MOST)
OPTIONS = {players: GAME.options({"players": players}) for players in PLAYERS}
CHECKED_GAMES = 20
COPIED_POSITIONS = 64
SEARCHED_POSITIONS = 8
SEARCH_ROUNDS = 500
PROFILED_FUNCTIONS = 30
WARM_UP = 0.5
random = Random(1).random


def play_game(players: int, seed: int) -> tuple[int, int]:
    """One random game, driven by an ordinary interpreted loop as any caller would write it."""
    actions = listed = 0
    luck = SeededLuck(seed)
    position = GAME.new(OPTIONS[players], luck)
    while seats := position.to_act():
        seat = seats[0]
        offers = position.offers(seat)
        width = len(offers)
        position.play(seat, offers[int(random() * width)], luck)
        actions += 1
        listed += width
    return actions, listed


def playout(players: int) -> host.Playout:
    return lambda seed: play_game(players, seed)


def library_playout(players: int) -> host.Playout:
    """One random game by the library's own loop, which is compiled with the engine; it does not count offers."""
    choices = SeededLuck(1)

    def play(seed: int) -> tuple[int, int]:
        luck = SeededLuck(seed)
        return play_randomly(GAME.new(OPTIONS[players], luck), luck, choices), 0

    return play


def environment_playout(players: int, wrapped: bool = False) -> host.Playout:
    """One random game through the environment for PettingZoo, in the loop that drives the others' too."""
    made: list[Any] = []

    def play(seed: int) -> tuple[int, int]:
        from zoo_loop import play_game as play_environment

        if not made:
            maker = getattr(import_module("aachen.env"), f"{GAME.name}_v0")
            made.append(
                in_wrappers(maker.raw_env(players=players)) if wrapped else maker.env(players=players)
            )
        return play_environment(made[0], seed)

    return play


def in_wrappers(environment: Any) -> Any:
    """In the three wrappers that connect four has."""
    wrappers = import_module("pettingzoo.utils.wrappers")
    for wrap in (
        lambda inner: wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1),
        wrappers.AssertOutOfBoundsWrapper,
        wrappers.OrderEnforcingWrapper,
    ):
        environment = wrap(environment)
    return environment


def copying(players: int = 3) -> Callable[[], int]:
    """Copies every position of a sample taken evenly from one game."""
    positions = [position.copy() for position, _, _ in fixed_game(players, seed=1)]
    sample = positions[:: max(1, len(positions) // COPIED_POSITIONS)]

    def copy_all() -> int:
        for position in sample:
            position.copy()
        return len(sample)

    return copy_all


def searching(players: int = 2) -> Callable[[], int]:
    """Rounds of a search, in positions taken evenly from one game."""
    choices = [
        (position.copy(), seat)
        for position, seat, _ in fixed_game(players, seed=1)
        if len(position.offers(seat)) > 1
    ]
    sample = choices[:: max(1, len(choices) // SEARCHED_POSITIONS)][:SEARCHED_POSITIONS]
    mind = MINDS[GAME.name]

    def search_all() -> int:
        rounds = 0
        for position, seat in sample:
            game = mind.search_game(position, seat)
            assert game is not None
            search = Search(game, seat, SeededLuck(1))
            search.run(Budget(rounds=SEARCH_ROUNDS))
            rounds += search.rounds
        return rounds

    return search_all


def fixed_game(players: int, seed: int) -> Iterator[tuple[Any, int, int]]:
    """The game this seed always plays: before every action the position, the seat and the action."""
    pick = Random(seed).random
    luck = SeededLuck(seed)
    position = GAME.new(OPTIONS[players], luck)
    while seats := position.to_act():
        seat = seats[0]
        offers = position.offers(seat)
        action = offers[int(pick() * len(offers))]
        yield position, seat, action
        position.play(seat, action, luck)


def checksum() -> host.Answer:
    """One number for a handful of whole games: every seed, seat and action in it."""
    total = 0
    for seed in range(CHECKED_GAMES):
        for _, seat, action in fixed_game(PLAYERS[seed % len(PLAYERS)], seed):
            total = crc32(b"%d %d %d\n" % (seed, seat, action), total)
    return {"checksum": total, "games": CHECKED_GAMES}


def profile(seconds: float) -> host.Answer:
    """Where the time goes: the functions of our engine by their own time."""
    seeds = itertools.count(1)
    host.measure_games(play_any_table, seeds, WARM_UP)  # tables that are made once are no part of play
    profiler = cProfile.Profile()
    profiler.enable()
    measured = host.measure_games(play_any_table, seeds, seconds)
    profiler.disable()
    stats: Any = pstats.Stats(profiler)  # whose attributes are not declared
    rows = [profile_row(place, entry) for place, entry in stats.stats.items()]
    rows.sort(key=lambda row: row["own"], reverse=True)
    return {"actions": measured["count"], "total": stats.total_tt, "rows": rows[:PROFILED_FUNCTIONS]}


def play_any_table(seed: int) -> tuple[int, int]:
    return play_game(PLAYERS[seed % len(PLAYERS)], seed)


def profile_row(place: tuple[str, int, str], entry: tuple[Any, ...]) -> host.Answer:
    _, calls, own, cumulative, _ = entry
    return {"function": name_of(place), "calls": calls, "own": own, "cumulative": cumulative}


def name_of(place: tuple[str, int, str]) -> str:
    """A function as a reader looks it up: file, line and name."""
    file, line, function = place
    if not line:
        return function
    path = Path(file)
    room = f"{path.parent.name}/" if "aachen" in path.parts else ""
    return f"{room}{path.name}:{line} {function}"


def is_compiled() -> bool:
    """Whether the rules were loaded as machine code rather than as source."""
    module = import_module(f"aachen.games.{GAME.name}.position")
    return not (module.__file__ or "").endswith(".py")


if __name__ == "__main__":
    events = {f"play-{players}": host.playing(playout(players)) for players in PLAYERS}
    events |= {f"playout-{players}": host.playing(library_playout(players)) for players in PLAYERS}
    events |= {f"env-{players}": host.playing(environment_playout(players)) for players in PLAYERS}
    events |= {f"wrapped-{players}": host.playing(environment_playout(players, True)) for players in PLAYERS}
    host.serve(
        {
            **events,
            "copy": host.repeating(copying()),
            "search": host.repeating(searching()),
            "checksum": checksum,
            "profile": profile,
        },
        about={"compiled": is_compiled()},
    )

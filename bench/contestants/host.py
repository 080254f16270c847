"""The contestant's side of the wire: answer one JSON request per line until the run is over.

Only the standard library, because a contestant runs in the environment of the engine it drives.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, TextIO

Playout = Callable[[int], tuple[int, int]]
"""Plays the game of one seed; returns the actions taken and the offers listed on the way."""

Answer = dict[str, Any]
Request = Callable[..., Answer]


def take_stdout() -> TextIO:
    """Keep standard output for answers; whatever an engine prints goes to standard error."""
    wire = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return wire


WIRE = take_stdout()


def playing(playout: Playout, first_seed: int = 1) -> Request:
    """A request that plays whole games until the CPU time is spent; seeds go on from slice to slice."""
    seeds = itertools.count(first_seed)

    def play(seconds: float) -> Answer:
        return measure_games(playout, seeds, seconds)

    return play


def measure_games(playout: Playout, seeds: Iterator[int], seconds: float) -> Answer:
    games = actions = listed = 0
    started = time.process_time()
    spent = 0.0
    while spent < seconds:
        game_actions, game_listed = playout(next(seeds))
        games += 1
        actions += game_actions
        listed += game_listed
        spent = time.process_time() - started
    return {"count": actions, "cpu": spent, "games": games, "listed": listed}


def repeating(batch: Callable[[], int]) -> Request:
    """A request that repeats a batch of equal calls until the CPU time is spent."""

    def repeat(seconds: float) -> Answer:
        count = 0
        started = time.process_time()
        spent = 0.0
        while spent < seconds:
            count += batch()
            spent = time.process_time() - started
        return {"count": count, "cpu": spent}

    return repeat


def serve(requests: dict[str, Request], about: Answer) -> None:
    """Introduce the contestant, then answer until standard input closes."""
    tell({"about": {**about, "requests": sorted(requests)}})
    for line in sys.stdin:
        tell(answer(requests, json.loads(line)))


def answer(requests: dict[str, Request], asked: Answer) -> Answer:
    name = asked.pop("request")
    try:
        return requests[name](**asked)
    except Exception as trouble:  # The engine's own fault is a line in the report, not the end of the run.
        return {"error": f"{type(trouble).__name__}: {trouble}"}


def tell(message: Answer) -> None:
    WIRE.write(json.dumps(message) + "\n")
    WIRE.flush()

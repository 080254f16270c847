"""OpenSpiel's C++ games, driven from Python: backgammon and dark chess."""

from __future__ import annotations

from importlib.metadata import version
from random import Random
from typing import Any

import host
import pyspiel

random = Random(1).random


def play_game(game: Any) -> tuple[int, int]:
    """One random game; dice are thrown and applied but are not counted as actions."""
    actions = listed = 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state.chance_outcomes()))
            continue
        offers = state.legal_actions()
        width = len(offers)
        state.apply_action(offers[int(random() * width)])
        actions += 1
        listed += width
    return actions, listed


def draw(outcomes: list[tuple[int, float]]) -> int:
    """Walking the weights is faster from Python than the library's own sampler."""
    left = random()
    for outcome, weight in outcomes:
        left -= weight
        if left < 0:
            return outcome
    return outcomes[-1][0]


def playout(name: str) -> host.Playout:
    game = pyspiel.load_game(name)
    return lambda seed: play_game(game)


if __name__ == "__main__":
    host.serve(
        {name: host.playing(playout(name)) for name in ("backgammon", "dark_chess")},
        about={"version": "open_spiel " + version("open_spiel")},
    )

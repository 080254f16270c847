"""OpenSpiel: backgammon and dark chess in C++, driven from Python, and its searches of hearts."""

from __future__ import annotations

from importlib.metadata import version
from random import Random
from typing import Any

import host
import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

SEARCHED_STATES = 8  # taken evenly from one game of hearts
SEARCH_ROUNDS = 100
EXPLORE = 2.0

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


def hearts_states() -> list[Any]:
    """The choices of a random game of hearts, a few of them."""
    pick = Random(1)
    state = pyspiel.load_game("hearts").new_initial_state()
    states = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state.chance_outcomes()))
            continue
        if len(state.legal_actions()) > 1:
            states.append(state.clone())
        state.apply_action(pick.choice(state.legal_actions()))
    return states[:: max(1, len(states) // SEARCHED_STATES)][:SEARCHED_STATES]


def searching(bot: Any) -> host.Request:
    """Rounds of a search, state after state."""
    states = hearts_states()

    def search_all() -> int:
        for state in states:
            bot.step(state)
        return SEARCH_ROUNDS * len(states)

    return host.repeating(search_all)


def python_search() -> Any:
    chance = numpy.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    return ismcts.ISMCTSBot(
        game=pyspiel.load_game("hearts"),
        evaluator=rollout,
        uct_c=EXPLORE,
        max_simulations=SEARCH_ROUNDS,
        random_state=chance,
    )


def cpp_search() -> Any:
    return pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), EXPLORE, SEARCH_ROUNDS)


if __name__ == "__main__":
    host.serve(
        {
            **{name: host.playing(playout(name)) for name in ("backgammon", "dark_chess")},
            "hearts-python": searching(python_search()),
            "hearts-cpp": searching(cpp_search()),
        },
        about={"version": "open_spiel " + version("open_spiel")},
    )

"""Games of OpenSpiel that tests play: short ones, of every variant."""

import hashlib
import os
import random
from typing import Any

import pyspiel

import aachen.env.openspiel  # noqa: F401 - registers the games
from aachen.core.luck import SeededLuck

GAMES = [
    "python_aachen_carolus(players=2)",
    "python_aachen_carolus(players=4)",
    "python_aachen_carolingi(players=2,last_year=831)",
    "python_aachen_carolingi(players=3,variant=advanced,anarchy=True,last_year=831)",
    "python_aachen_carolingi(players=4,variant=v814,last_year=816)",
    "python_aachen_carolingi(players=5,hourglass=60,last_year=830)",
]
IS_LONG = bool(os.environ.get("AACHEN_SOAK"))
if IS_LONG:
    GAMES += [f"python_aachen_carolus(players={players})" for players in (3,)]
    GAMES += [
        f"python_aachen_carolingi(players={players},variant={variant},anarchy={anarchy},hourglass={hourglass})"
        for players in (2, 3, 4, 5, 6)
        for variant in ("base", "advanced", "v814")
        for anarchy in (False, True)
        for hourglass in (0, 60)
    ]
SECRET = [name for name in GAMES if "carolingi" in name]
PLAYTHROUGHS = {
    "carolus.txt": "python_aachen_carolus(players=2)",
    "carolingi.txt": "python_aachen_carolingi(players=2,last_year=830)",
    "carolingi-814.txt": "python_aachen_carolingi(players=3,variant=v814,anarchy=True,last_year=814)",
}
SEED = 1


def walk(name, seed, steps=2000):
    """The states of one random game, chance nodes too."""
    pick = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(steps):
        yield state
        if state.is_terminal():
            return
        state.apply_action(pick.choice(state.legal_actions()))


def decisions(name, seed, every=1):
    """States of one random game in which a seat is asked."""
    asked = [state.clone() for state in walk(name, seed) if state.current_player() >= 0]
    return asked[::every]


def seen(state, player):
    """All that OpenSpiel tells a player of a state."""
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
    )


def luck(seed):
    return SeededLuck(seed)


def fingerprint(tensor: Any, name: str) -> list[str]:
    """Tensors of thousands of numbers in one line, in place of OpenSpiel's own form."""
    return [
        f"{name} has {int((tensor != 0).sum())} numbers, {hashlib.sha256(tensor.tobytes()).hexdigest()[:16]}"
    ]


def playthrough(name: str) -> str:
    """A whole game as OpenSpiel writes it down, with short tensors."""
    from open_spiel.python.algorithms import generate_playthrough

    whole, generate_playthrough._format_tensor = generate_playthrough._format_tensor, fingerprint
    try:
        return str(generate_playthrough.playthrough(name, None, seed=SEED))
    finally:
        generate_playthrough._format_tensor = whole

"""What the tests of Scenario 814 share: positions, and how an event tile is drawn in one."""

from __future__ import annotations

from tests.kit import DONE, SCENARIO, play, position

from aachen.games.carolingi import Position

# Nine problems on seasons and one on a card: the queue is empty.
NO_QUEUE = """
    problems: winter influence develop, spring influence develop, summer equip_missi move_troops, autumn move_troops battle equip_missi
    card friesland: problem battle
"""
# Neustrie is full; Berry is a forest.
FULL_ROW = """
    berry: forest
    card berry: slot 1, problem develop
    card anjou: slot 2, red 1, yellow 1, problem battle
    card ile_de_france: slot 3, gangs 1, problem develop
"""
# Red's Battle is drawn; there are problems of its kind in summer and in winter.
SOLVING = """
    time: 815 spring
    acting: red battle
    problems: spring develop, summer battle, winter battle equip_missi
    hessen: red 3, gangs 1
    red court: missi 1, leudes 2, trophies 1
    bag: red no_action
"""
# Red, with a palace and three other points, declares.
REGENT = """
    time: 815 spring
    acting: red co_regent
    red used: spring co_regent
    normandie: red 7, palace red
    ile_de_france: red 1
    champagne: red 1
    anjou: red 1
    friesland: red 1
    oberlothringen: red 1
    berry: forest
    red court: missi 3, leudes 1, trophies 4
    bag: red no_action, yellow equip_missi
"""


def scenario(text: str = "placing:", players: int = 2, *rules: str) -> Position:
    """A position of the scenario."""
    return position(text, players, SCENARIO, *rules)


def event(text: str, *luck: str, players: int = 2, rules: tuple[str, ...] = ()) -> Position:
    """The position after an event tile in spring; luck says the card and what comes then."""
    text = f"time: 815 spring; acting: red equip_missi; bag: event, red no_action\n{text}"
    return play(scenario(text, players, *rules), "red", DONE, luck=["tile event", *luck])

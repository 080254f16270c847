"""Hypothesis strategies for positions of Carolingi, all reached by play, and how many examples are tried.

@PROFILE
@given(games())
def test_a_sibling_cannot_change_my_screen(position): ...
"""

import os
import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from tests.golden.setups import contest, nearly_peace, several_worthy

from aachen.core.luck import SeededLuck
from aachen.games import GAMES

GAME: Any = GAMES["carolingi"]

# The usual run tries the same examples each time; AACHEN_SOAK=1 looks for new ones, for long.
CALM = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "aachen", max_examples=40, derandomize=True, deadline=None, suppress_health_check=CALM
)
settings.register_profile(
    "soak", max_examples=5000, deadline=None, print_blob=True, suppress_health_check=CALM
)
PROFILE = settings.get_profile("soak" if os.environ.get("AACHEN_SOAK") == "1" else "aachen")
MANY = settings(PROFILE, max_examples=PROFILE.max_examples * 4)  # for what costs little

MOST_STEPS = 220


def play_on(position: Any, chooser: random.Random, steps: int) -> Any:
    """Random play: a kind of action first, then one of the kind, and rarely to be done."""
    for _ in range(steps):
        waiting = position.to_act()
        if not waiting:
            break
        seat = chooser.choice(waiting)
        position.play(seat, choose(position, seat, chooser), SeededLuck(chooser.getrandbits(32)))
    return position


def choose(position: Any, seat: int, chooser: random.Random) -> int:
    """One of the offers."""
    kinds: dict[object, list[int]] = {}
    for code in position.offers(seat):
        kinds.setdefault(position.name_action(code)["do"], []).append(code)
    if len(kinds) > 1 and chooser.random() < 0.8:
        kinds.pop("done", None)
    return chooser.choice(kinds[chooser.choice(list(kinds))])


def beginnings() -> st.SearchStrategy[Any]:
    """A new game of two to six, or a position with peace near."""
    new = st.builds(
        lambda players, years, seed: GAME.new(
            GAME.options({"players": players, "last_year": 830 + years}), SeededLuck(seed)
        ),
        st.integers(2, 6),
        st.integers(0, 4),
        st.integers(0, 2**16),
    )
    near = st.builds(
        lambda players, text: GAME.read(text(players)),
        st.integers(2, 6),
        st.sampled_from([nearly_peace, contest, several_worthy]),
    )
    return st.one_of(new, new, near)


@st.composite
def games(draw: st.DrawFn, most: int = MOST_STEPS) -> Any:
    """A position that random play led to; it shrinks to fewer steps."""
    position = draw(beginnings())
    steps = draw(st.integers(0, most))
    return play_on(position, random.Random(draw(st.integers(0, 2**16))), steps)


@st.composite
def games_offering(draw: st.DrawFn, kind: str) -> tuple[Any, int, list[int]]:
    """A position in which a seat is offered actions of a kind, the seat, and those actions."""
    position = draw(games())
    chooser = random.Random(draw(seeds()))
    for _ in range(3 * MOST_STEPS):
        for seat in position.to_act():
            codes = [code for code in position.offers(seat) if position.name_action(code)["do"] == kind]
            if codes:
                return position, seat, codes
        position = play_on(position, chooser, 1) if position.to_act() else draw(games(20))
    raise AssertionError(f"nobody is ever offered to {kind}")


def seeds() -> st.SearchStrategy[int]:
    """Numbers to begin luck and random choice with."""
    return st.integers(0, 2**16)

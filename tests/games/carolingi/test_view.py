"""What a screen tells about the lands and the goals, so that no client needs to know a rule."""

from __future__ import annotations

from typing import Any

from tests.kit import position

from aachen.games.carolingi import Position

BOARD = """
    acting: red move_troops
    berry: forest
    hessen: red 2, gangs 1
    franken: red 1, blue 1
    thueringen: blue 1, counters 2
    red court: missi 1, leudes 4
    bag: yellow equip_missi
"""


def screen(board: Position, viewer: int | None) -> Any:
    """The screen as loosely typed as JSON is."""
    return board.view(viewer)


def test_a_land_tells_what_it_feeds_and_its_levy() -> None:
    lands = screen(position(BOARD), 0)["lands"]

    assert {
        land: (lands[land]["feeds"], lands[land]["levy"]) for land in ("thueringen", "hessen", "berry")
    } == {"thueringen": (3, 3), "hessen": (1, 1), "berry": (1, 0)}


def test_a_land_tells_how_many_followers_the_viewer_lacks_for_control() -> None:
    lands = screen(position(BOARD), 0)["lands"]

    assert {land: lands[land]["lacks"] for land in ("hessen", "franken", "thueringen", "berry")} == {
        "hessen": 0,
        "franken": 1,
        "thueringen": 2,
        "berry": None,
    }


def test_a_spectator_lacks_nothing() -> None:
    lands = screen(position(BOARD), None)["lands"]

    assert {None} == {land["lacks"] for land in lands.values()}


def test_the_goals_are_told() -> None:
    goals = screen(position(BOARD), None)["goals"]

    assert goals == {
        "lands": 6,
        "counters": 6,
        "followers": 12,
        "trophies": 4,
        "points": 3,
        "palace": False,
        "counters_for_palace": 2,
    }


def test_a_game_that_is_over_tells_its_outcome() -> None:
    over = position("over: time\ntime: 834 autumn, last 834")

    assert "outcome" not in screen(position(BOARD), 0)
    assert screen(over, None)["outcome"]["ending"] == "time"

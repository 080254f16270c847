"""Texts whose moment cannot be: the pieces are sound, but nobody can be asked for this."""

from typing import Any

import pytest

from aachen.core.errors import BadInput
from aachen.games import carolingi

HOME = "normandie: red 5, palace red; ostfalen: blue 4, palace blue; hessen: blue 2, red 1"


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        ("acting: red peace", "peace_not_played"),
        ("acting: red no_action", "tile_never_acts"),
        ("acting: red influence, option 7", "option_not_possible"),
        ("acting: red soothe_riot, option 1", "option_not_possible"),
        ("acting: red battle, parts 1", "parts_not_possible"),
        ("acting: red develop, option 1, parts 4", "parts_not_possible"),
        ("acting: blue move_troops; blue court: missi 2; roads: hessen schwaben", "road_not_there"),
        ("starving: blue in hessen, excess 1", "nobody_starves"),
        ("starving: blue in ostfalen", "nobody_starves"),
        ("placing: red", "not_asked"),
        ("over: time", "end_not_possible"),
        ("over: peace red", "end_not_possible"),
        ("over: failure", "end_not_possible"),
        ("acting: red battle; contest: red; bag: yellow no_action, yellow battle", "contest_not_possible"),
        ("acting: red peace; red used: winter peace; declarer: blue", "declarer_not_acting"),
        ("acting: red battle; roads: hessen franken", "text_subject_unknown"),
        ("swapping: red; sealed: yellow keep; red used: winter influence", "sealed_not_possible"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(moment: str, code: str) -> None:
    """The fault is named, and nothing half read comes back."""
    with pytest.raises(BadInput) as refused:
        carolingi.read(f"{HOME}; {moment}")

    assert code in [fault.code for fault in refused.value.faults]


def test_the_same_board_with_a_moment_that_can_be_is_read() -> None:
    """Hessen feeds one follower of three: two must leave, and Blue decides who."""
    position = carolingi.read(f"{HOME}; starving: blue in hessen")

    assert [{"do": "expel", "seat": seat} for seat in ("red", "blue")] == [
        position.name_action(code) for code in position.offers(2)
    ]


@pytest.mark.parametrize(
    ("tiles", "sound"), [("?7, inactive ?5", True), ("?7, inactive ?6", False), ("?8", False)]
)
def test_hidden_tiles_must_add_up(tiles: str, sound: bool) -> None:
    """A seat's view says how many tiles a sibling holds; a text that invents one is refused."""
    text = f"{HOME}; yellow tiles: hand {tiles}"
    if sound:
        view: Any = carolingi.read(text).view(None)

        assert view["courts"]["yellow"]["tiles_in_hand"] == 7
        return
    with pytest.raises(BadInput) as refused:
        carolingi.read(text)

    assert [fault.code for fault in refused.value.faults] == ["hidden_tiles_impossible"]

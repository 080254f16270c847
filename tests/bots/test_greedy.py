"""The greedy bot: what it sees at once, and that it is better than chance."""

import pytest
from tests.bots.table import match
from tests.kit import asked, extra, number_of, place, play_all, position, winners

from aachen.bots import make_bot

# Red has expansion and following, no trophy and no missi: a victory in Anjou is the only way to a third point.
ONE_VICTORY_SHORT = """
    time: 832 winter, last 834
    placing: red, yellow, blue
    normandie: red 2, palace red
    ile_de_france: red 2
    champagne: red 2
    anjou: red 3, gangs 1
    niederlothringen: red 2
    oberlothringen: red 2
    ostfalen: blue 5, palace blue
    comte_de_bourgogne: yellow 5, palace yellow
    card westfalen: slot 1
    red court: missi 0, leudes 7, nobiles 4, trophies 0
    red tiles: hand influence develop equip_missi move_troops battle peace no_action no_action, inactive influence equip_missi move_troops soothe_riot
    yellow court: missi 3, leudes 8, nobiles 8, trophies 0
    blue court: missi 3, leudes 8, nobiles 8, trophies 0
"""


def choice(board, seat, seed=1):
    """What greedy does on that seat."""
    return make_bot("greedy", seed).course(board.view(number_of(board, seat)))[0]


def play_on(board, seat, luck):
    """Greedy acts until the table waits for somebody else or the game is over."""
    while asked(board) == [seat]:
        board = play_all(board, luck=luck, **{seat: choice(board, seat)})
    return board


def test_it_declares_peace_when_the_extra_tile_brings_the_third_point():
    assert choice(position(ONE_VICTORY_SHORT), "red") == place("peace", "no_action")


def test_it_wins_by_peace_with_the_tile_that_does_it():
    rest = place("no_action", "no_action")
    placed = play_all(
        position(ONE_VICTORY_SHORT),
        red=place("peace", "no_action"),
        yellow=rest,
        blue=rest,
        luck=["tile red peace"],
    )

    assert choice(placed, "red") == extra("battle")
    assert winners(play_on(placed, "red", ())) == ["red"]


def test_it_keeps_peace_while_three_points_are_out_of_reach():
    """Siblings with two trophies each: one victory is no glory, and Peace would only be forfeited."""
    rivals = ONE_VICTORY_SHORT.replace("leudes 8, nobiles 8, trophies 0", "leudes 6, nobiles 8, trophies 2")

    assert "peace" not in choice(position(rivals), "red")["tiles"]


def test_it_claims_the_trophy_of_a_victory():
    """A war story: it once counted the trophy as its own before it had claimed it, and stopped."""
    fought = position(
        ONE_VICTORY_SHORT.replace("placing: red, yellow, blue", "acting: red battle").replace(
            "red tiles: hand influence develop equip_missi move_troops battle peace no_action no_action",
            "red used: winter battle\n    red tiles: hand influence develop equip_missi move_troops no_action no_action peace",
        )
    )
    actions: list[dict[str, object]] = []
    while asked(fought) == ["red"] and len(actions) < 2:
        actions.append(choice(fought, "red"))
        fought = play_all(fought, red=actions[-1])

    assert actions == [{"do": "fight", "land": "anjou"}, {"do": "trophy"}]


@pytest.mark.parametrize("seat", ["yellow", "blue"])
def test_in_a_famine_the_sibling_who_is_ahead_leaves_first(seat):
    hungry = f"""
        time: 832 winter, last 834
        starving: red in champagne, excess 2, lost champagne
        normandie: red 5, palace red
        champagne: red 3, yellow 1, blue 1, counters 2
        ostfalen: blue 5, palace blue
        comte_de_bourgogne: yellow 5, palace yellow
        {seat} court: trophies 2, missi 3, leudes 5
    """

    assert choice(position(hungry), "red") == {"do": "expel", "seat": seat}


def test_two_players_greedy_beats_random_nearly_always():
    assert match("greedy", "random", players=2, games=20) >= 0.9


def test_three_players_greedy_beats_two_random_bots_clearly():
    assert match("greedy", "random", players=3, games=9) > 0.7

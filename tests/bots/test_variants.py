"""Bots in every variant: whole games, and what greedy must see in each of them."""

import pytest
from tests.bots.table import PEACE_IN_HAND, game_of, moves_of

from aachen.bots import make_bot
from aachen.core.luck import Luck
from aachen.games import carolingi

RULES = [
    {"variant": "advanced"},
    {"variant": "advanced", "anarchy": True, "hourglass": 60},
    {"variant": "814", "anarchy": True},
    {"variant": "814", "hourglass": 60},
    {"anarchy": True, "hourglass": 60},
]


def last_year(rules, years=2):
    return (814 if rules.get("variant") == "814" else 830) + years - 1


def choice(text, seat="red"):
    """What greedy does on that seat of the position."""
    board = carolingi.read(text)
    return make_bot("greedy", 1).course(board.view(board.seats().index(seat)))[0]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_random_games_end_in_every_variant(rules, players):
    for seed in range(3):
        assert game_of(["random"] * players, seed, last_year(rules), **rules).outcome() is not None


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 3])
def test_greedy_games_end_in_every_variant(rules, players):
    names = ["greedy"] * players

    assert game_of(names, players, last_year(rules), **rules).outcome() is not None


def test_greedy_plays_every_new_kind_of_action():
    """Over a few games; whoever never claims, solves or lays has not understood the variant."""
    done = {
        action["do"]
        for rules in ({"variant": "advanced", "hourglass": 60}, {"variant": "814"})
        for _, seat, action in moves_of(["greedy"] * 3, 4, last_year(rules, 5), **rules)
        if seat is not None
    }

    assert done >= {"occupy", "send", "lay", "claim", "solve", "honour"}


# ---- What it sees at once ------------------------------------------------------------------------

TWO_COURTS = """
    red court: missi 4, leudes 8, nobiles 7, trophies 0
    yellow court: missi 4, leudes 8, nobiles 7, trophies 0
"""
READY_TO_CLAIM = (
    """
    carolingi: players 2, variant advanced
    time: 831 winter, last 834
    acting: red develop
    hessen: red 3, gangs 2, counters 2
    champagne: yellow 3
    red used: winter develop
    card anjou: slot 1, yellow 2
    card berry: slot 2, red 2
"""
    + TWO_COURTS
)


def test_it_claims_a_homeland_when_it_can():
    assert choice(READY_TO_CLAIM) == {"do": "claim", "land": "hessen"}


def test_it_drives_every_gang_out_of_its_new_homeland():
    board = carolingi.read(READY_TO_CLAIM)
    actions = []
    for _ in range(3):
        named = make_bot("greedy", 1).course(board.view(0))[0]
        actions.append(named["do"])
        board.play(0, board.read_action(named), _NoLuck())
        if board.to_act() != [0]:
            break

    assert actions == ["claim", "banish", "banish"]


def threatened():
    """Moments of random games in which one tile can avert the failure that comes with the next season."""
    for seed in range(40):
        for position, seat, _ in moves_of(["random"] * 3, seed, 818, variant="814"):
            if seat is None:
                continue
            view = position.view(seat)
            season = view["scenario"]["warning"]
            is_last = view["year"] == view["last_year"] and view["season"] == "autumn"
            saving = {"do": "solve", "season": season}
            if saving in view["offers"] and len(view["scenario"]["problems"][season]) == 3 and not is_last:
                yield view, saving


def test_it_solves_the_problem_that_would_end_the_game():
    """Only whoever the Emperor favours may let it happen; nobody with as many honours as another is sure of that."""
    found = [
        (view, saving) for view, saving in threatened() if view["viewer"] not in view["scenario"]["honours"]
    ]

    assert found
    for view, saving in found:
        assert make_bot("greedy", 1).course(view)[0] == saving


def test_under_the_hourglass_no_action_is_laid_before_peace():
    """Peace must not lie alone when the sand runs out (C20)."""
    text = f"carolingi: players 2, hourglass{PEACE_IN_HAND}"
    second = text.replace(
        "placing: red, yellow", "placing: red, yellow\nlaid: red no_action\nlaid tiles: red 1"
    )

    assert choice(text) == {"do": "lay", "tile": "no_action"}
    assert choice(second) == {"do": "lay", "tile": "peace"}


class _NoLuck(Luck):
    """Luck that draws whatever comes first."""

    def pick(self, question, choices):
        return choices[0]

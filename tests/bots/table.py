"""Tables of bots: whole games in which every seat is asked with its own view and nothing else."""

from __future__ import annotations

from aachen.bots import Budget, make_bot
from aachen.bots.bot import offers_of
from aachen.core.luck import SeededLuck
from aachen.games import carolingi
from aachen.games.carolingi import Options, Position

# Red has three points, and can end the game by Peace.
THREE_POINTS = """
    time: 832 winter, last 834
    placing: red, yellow
    normandie: red 2, palace red
    ile_de_france: red 2
    champagne: red 2
    anjou: red 2
    niederlothringen: red 2
    oberlothringen: red 2
    ostfalen: yellow 5, palace yellow
    red court: missi 0, leudes 6, nobiles 4, trophies 2
    yellow court: missi 3, leudes 8, nobiles 8
"""
PEACE_IN_HAND = f"""{THREE_POINTS}
    red tiles: hand influence develop equip_missi move_troops battle peace no_action no_action, inactive influence equip_missi move_troops soothe_riot
"""


def few():
    """A budget of few rounds, the same on every machine."""
    return Budget(rounds=4)


def game_of(names, seed, last_year=834, **rules):
    """The last position of a game between the bots of these names; every choice must be one that was offered."""
    *_, (position, _, _) = moves_of(names, seed, last_year, **rules)
    return position


def moves_of(names, seed, last_year=834, **rules):
    """Each position of such a game before its move, with the seat and its choice; at last the end, with neither."""
    luck = SeededLuck(seed)
    position = carolingi.new(Options(len(names), last_year, **rules), luck)
    bots = [make_bot(name, seed + seat) for seat, name in enumerate(names)]
    while position.to_act():
        seat = position.to_act()[-1]
        view = position.view(seat)
        action = bots[seat].course(view, few())[0]
        assert action in offers_of(view)
        yield position, seat, action
        position.play(seat, position.read_action(action), luck)
    yield position, None, None


def share_of(position: Position, seat: int) -> float:
    """What a seat has won: the whole game, a share of it, or nothing."""
    outcome = position.outcome()
    assert outcome is not None
    winners = outcome.winners()
    return 1 / len(winners) if seat in winners else 0.0


def match(name, against, players, games):
    """The share of games won by one bot against copies of another: each deal is played from every seat."""
    won = 0.0
    for number in range(games):
        seat = number % players
        names = [against] * players
        names[seat] = name
        won += share_of(game_of(names, number // players), seat)
    return won / games

"""Games of Carolus Magnus that must come out the same for ever, by ending and number of players.

For each there is one that is told at length, perhaps from near its end, and one from set-up as a log alone.
"""

from typing import Any

from tests.golden.carolingi_playthroughs import Playthrough, checksum_of
from tests.golden.carolus_setups import few_regions, last_round

from aachen.core.log import Record
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

GAME: Any = GAMES["carolus"]
PLAYERS = (2, 3, 4)
ENDINGS = ("goal", "regions", "rounds")
NAMES = [f"{players}_players_{ending}" for players in PLAYERS for ending in ENDINGS]

# Seeds of random games that come to each ending by themselves.
WHOLE = {
    "2_players_goal": 0,
    "2_players_regions": 231,
    "2_players_rounds": 159,
    "3_players_goal": 0,
    "3_players_regions": 43,
    "3_players_rounds": 60,
    "4_players_goal": 0,
    "4_players_regions": 75,
    "4_players_rounds": 9,
}


def play(name: str) -> Playthrough:
    """The game of that name: from set-up to the goal, or from near another end."""
    players, ending = int(name[0]), name.split("_players_")[1]
    title = f"Carolus Magnus, {players} players: {ending}"
    if ending == "goal":
        options = GAME.options({"players": players})
        game = Playthrough(title, Record.begin(GAME, options, SeededLuck(players)))
    else:
        text = few_regions(players) if ending == "regions" else last_round(players)
        game = Playthrough(title, Record.begin_at(GAME, GAME.read(text)))
    if ending == "regions":
        game.say("white", {"do": "advance", "steps": 1})
    game.wander_to_the_end()
    return game


def play_whole(name: str) -> Record:
    """The game of that name from set-up to its end; one seed gives both the draws and the choices."""
    luck = SeededLuck(WHOLE[name])
    record = Record.begin(GAME, GAME.options({"players": int(name[0])}), luck)
    while record.position.to_act():
        seat = record.position.to_act()[0]
        record.play(seat, luck.pick("choice", record.position.offers(seat)), luck)
    return record


def checksum(players: int, games: int = 12) -> str:
    """The checksum of games with so many players."""
    return checksum_of(GAME, [{"players": players}] * games, lambda asked, _: asked[0])


def files() -> dict[str, str]:
    """Every golden file by its name."""
    found = {}
    for name in NAMES:
        game = play(name)
        found[f"{name}.log"] = "\n".join(game.record.lines) + "\n"
        found[f"{name}.txt"] = "\n".join(game.text) + "\n"
        found[f"whole_{name}.log"] = "\n".join(play_whole(name).lines) + "\n"
    return found | {"checksums.txt": checksums()}


def checksums() -> str:
    """The checksum for each number of players, a line each."""
    return "".join(f"{players} players: {checksum(players)}\n" for players in PLAYERS)

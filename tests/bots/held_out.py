"""Games of planners that nothing was fitted to: one position of each fifth of a game, and who won in the end.

`python -m tests.bots.held_out` plays them again after new weights, and writes `held_out.jsonl.gz`.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from aachen.bots.minds import MINDS, WEIGHT_SETS
from aachen.core.common_luck import seed_of
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

FILE = Path(__file__).parent / "held_out.jsonl.gz"
GAME = "carolus"
GAMES_OF = {2: 300, 3: 200, 4: 200}  # by number of players
FIFTHS = 5


def read_held_out(players):
    """The positions of games with so many players: the fifth of the game, its text, and what each seat won."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [(row["fifth"], row["position"], row["won"]) for row in rows if row["players"] == players]


def play(players, number):
    """One game of planners: the position wherever the forecast is asked, and what each seat won."""
    game, mind = GAMES[GAME], MINDS[GAME]
    weight_set = WEIGHT_SETS[GAME][f"{players} players"]
    luck = SeededLuck(seed_of(f"held out {players} {number}"))
    pos, seen = game.new(game.options({"players": players}), luck), []
    while pos.to_act():
        seat = pos.to_act()[0]
        if weight_set.is_sample(pos):
            seen.append(pos.write())
        for code in mind.plans(pos, seat, luck, 1)[0].codes:
            pos.play(seat, code, luck)
    return seen, mind.forecast(pos)


def rows():
    """A line for each fifth of each game, taken from any place in it."""
    for players, games in GAMES_OF.items():
        for number in range(games):
            seen, won = play(players, number)
            luck = SeededLuck(seed_of(f"place {players} {number}"))
            for fifth in range(FIFTHS):
                first, end = (len(seen) * each // FIFTHS for each in (fifth, fifth + 1))
                position = seen[luck.pick("place", list(range(first, end)))]
                yield {"players": players, "fifth": fifth, "position": position, "won": won}


if __name__ == "__main__":
    text = "".join(json.dumps(row) + "\n" for row in rows())
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))

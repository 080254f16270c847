"""Games of planners that nothing was fitted to: one position of each fifth of a game, and who won in the end.

`python -m tests.bots.held_out carolus` plays those of Carolus Magnus again after new weights, and writes `held_out.jsonl.gz`;
`python -m tests.bots.held_out carolingi` does the same for Carolingi.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from aachen.bots.minds import MINDS, WEIGHT_SETS
from aachen.core.common_luck import seed_of
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

FILES = {
    "carolus": Path(__file__).parent / "held_out.jsonl.gz",
    "carolingi": Path(__file__).parent / "held_out_carolingi.jsonl.gz",
}
GAME = "carolus"
GAMES_OF = {2: 300, 3: 200, 4: 200}  # of Carolus Magnus, by number of players
FIFTHS = 5
# Of Carolingi: the name of a table, its options, and how many games.
TABLES: dict[str, tuple[dict[str, Any], int]] = {
    "base_2": ({"players": 2}, 100),
    "base_3": ({"players": 3}, 100),
    "advanced_3": ({"players": 3, "variant": "advanced"}, 80),
    "814_3": ({"players": 3, "variant": "814"}, 80),
    "advanced_6": ({"players": 6, "variant": "advanced"}, 20),
    "814_6": ({"players": 6, "variant": "814"}, 20),
    "anarchy_3": ({"players": 3, "anarchy": True}, 40),
    "hourglass_3": ({"players": 3, "hourglass": 60}, 40),
}


def read_held_out(players):
    """Carolus Magnus with so many players: the fifth of the game, the text of the position, and what each seat won."""
    return [
        (row["fifth"], row["position"], row["won"]) for row in _lines("carolus") if row["players"] == players
    ]


def read_table(name):
    """The same for a table of Carolingi."""
    return [
        (row["fifth"], row["position"], row["won"]) for row in _lines("carolingi") if row["table"] == name
    ]


def _lines(game):
    with gzip.open(FILES[game], "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def play(game, options, name, is_sample):
    """One game of planners: the position wherever a sample may be taken, and what each seat won."""
    rules, mind, luck = GAMES[game], MINDS[game], SeededLuck(seed_of(f"held out {name}"))
    pos, seen = rules.new(rules.options(options), luck), []
    while pos.to_act():
        seat = pos.to_act()[0]
        if is_sample(pos):
            seen.append(pos.write())
        for code in mind.plans(pos.imagine(seat, luck) if game != GAME else pos, seat, luck, 1)[0].codes:
            if pos.refusal(seat, code) is not None:
                break
            pos.play(seat, code, luck)
    return seen, mind.forecast(pos)


def one_of_each_fifth(seen, name):
    """The number of the fifth and a position from any place in it."""
    luck = SeededLuck(seed_of(f"place {name}"))
    for fifth in range(FIFTHS):
        first, end = (len(seen) * each // FIFTHS for each in (fifth, fifth + 1))
        yield fifth, seen[luck.pick("place", list(range(first, end)))]


def carolus_rows():
    """A line for each fifth of each game of Carolus Magnus."""
    for players, games in GAMES_OF.items():
        is_sample = WEIGHT_SETS["carolus"][f"{players} players"].is_sample
        for number in range(games):
            seen, won = play("carolus", {"players": players}, f"{players} {number}", is_sample)
            for fifth, position in one_of_each_fifth(seen, f"{players} {number}"):
                yield {"players": players, "fifth": fifth, "position": position, "won": won}


def carolingi_rows():
    """A line for each fifth of each game of Carolingi."""
    for table, (options, games) in TABLES.items():
        for number in range(games):
            seen, won = play("carolingi", options, f"{table} {number}", lambda pos: pos.year > 0)
            for fifth, position in one_of_each_fifth(seen, f"{table} {number}"):
                yield {"table": table, "fifth": fifth, "position": position, "won": won}


if __name__ == "__main__":
    rows = carolingi_rows() if sys.argv[1] == "carolingi" else carolus_rows()
    text = "".join(json.dumps(row) + "\n" for row in rows)
    FILES[sys.argv[1]].write_bytes(gzip.compress(text.encode(), mtime=0))
